"""The probe game at a console: hands that bring the launch home, or onto a rock."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from klaxon.console.devices import Fitting
from klaxon.console.profile import Profile, fittings, load
from tests.console.kit.playing import Playing, at_the_console
from tests.probe.rules import SIDES, rock_of

PROFILES = ("mini", "console-4", "console-4-direct", "console-8", "virtual")


def stations_of(profile: str) -> Sequence[Fitting]:
    """Return the stations of a shipped profile."""
    found = load(profile)
    assert isinstance(found, Profile), found
    return fittings(found)


def aboard(crew: str = "all", profile: str = "virtual", **options: Any) -> AbstractAsyncContextManager[Playing]:
    """Sit at a console at which the launch is manned in this way."""
    return at_the_console(game="launch", crews=crew, fittings=stations_of(profile), **options)


async def sail(play: Playing, *, safely: bool = True) -> None:
    """Sail one leg, past the rock or onto it."""
    await play.give("launch.captain ahead slow")
    rock = SIDES.index(rock_of(play.table.play.state))
    await play.give(f"launch.helm steer {SIDES[1 - rock if safely else rock]}")


async def sail_home(play: Playing) -> None:
    """Sail all legs that are left."""
    while play.table.play.outcome is None:
        await sail(play)
    await play.run(5)
