"""The sky as a part of the sea: weather, sea and light change at their instants, and the crew sees it (UBT-8.3)."""

from __future__ import annotations

from klaxon.rules.uboot.sea import weather
from klaxon.rules.uboot.sea.chart import latitude_at
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.weather import Sky


def sky_due(work: SeaWork) -> int | None:
    """Return when weather, sea or light may change next."""
    return weather.sky_due(work.sky)


def change_sky(work: SeaWork, game: int) -> None:
    """Let the sky change; weather and sea are told, the light is seen."""
    latitude = latitude_at(work.leg(game).place(game)[1])
    put_sky(work, weather.sky_step(work.sky, work.key, work.mission.date, latitude, game), game)


def put_sky(work: SeaWork, sky: Sky, game: int) -> None:
    """Put another sky above the boat."""
    before = work.sky
    work.sky = sky
    work.waters = work.waters._replace(weather=sky.weather, sea=sky.sea, light=sky.light)
    if (sky.weather, sky.sea, sky.light) != (before.weather, before.sea, before.light):
        work.mark(OWN)
    if (sky.weather, sky.sea) != (before.weather, before.sea):
        work.bring(game, "weather", state=sky.weather, sea=sky.sea)
