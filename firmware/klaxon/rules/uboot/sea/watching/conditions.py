"""What every watcher shares at an instant: sky, own boat and crew as the sea knows them."""

from __future__ import annotations

from klaxon.rules.uboot.sea.chart import latitude_at
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.hunt.source import is_disturbed
from klaxon.rules.uboot.sea.motion import depth_at
from klaxon.rules.uboot.sea.numbers import DEGREE
from klaxon.rules.uboot.sea.own_boat.noise import own_noise
from klaxon.rules.uboot.sea.own_boat.way import heading_at
from klaxon.rules.uboot.sea.watching.reach import RADAR_FROM
from klaxon.rules.uboot.sea.watching.records import Conditions


def conditions_of(work: SeaWork, game: int) -> Conditions:
    """Return the conditions of a game time."""
    boat, aboard = work.boat, work.aboard
    way = heading_at(boat, game)
    return Conditions(
        weather=work.sky.weather,
        sea=work.sky.sea,
        light=work.sky.light,
        latitude=latitude_at(work.leg(game).place(game)[1]),
        lookouts=aboard.lookouts,
        periscope=aboard.periscope,
        listening=aboard.listening,
        hydrophone=aboard.hydrophone,
        noise=own_noise(work, game),
        depth=depth_at(boat, game),
        heading=way.heading + aboard.steer * DEGREE,
        knots=way.knots,
        grounded=boat.grounded,
        bridge_error=aboard.bridge_error,
        periscope_error=aboard.periscope_error,
        disturbed=is_disturbed(work, *work.leg(game).place(game), game),
        radar=work.mission.date >= RADAR_FROM,
        waters=work.hunt.disturbed,
        heard=(work.signal.x, work.signal.y) if work.signal.until > game else (),
    )
