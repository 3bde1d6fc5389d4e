"""Aircraft for tests: on a leg that a test lays, about a boat at sea."""

from __future__ import annotations

from klaxon.rules.uboot.sea.air.passes import SPEED
from klaxon.rules.uboot.sea.air.source import add_aircraft
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import DEGREE, METRE, vector
from klaxon.rules.uboot.sea.passing import sea_work
from tests.rules.uboot.kit.boat import HOUR, Boat
from tests.rules.uboot.kit.ships import SeaRun


def fly(work: SeaWork, game: int, bearing: int, metres: int, course: int, number: int = 0) -> None:
    """Let an aircraft appear, so far from the boat and in that true direction, on a course; its chance is a number."""
    work.air = work.air._replace(flown=number)
    (x, y), (east, north) = work.leg(game).place(game), vector(bearing * DEGREE, metres * METRE)
    add_aircraft(work, SeaLeg(game, x + east, y + north, *vector(course * DEGREE, SPEED)), game + HOUR)


def fly_over(sea: SeaRun, metres: int = 12_000, bearing: int = 0, game: int = 0, number: int = 0) -> SeaRun:
    """Let an aircraft come towards the boat from so far away; return the sea."""
    fly(sea.work, game, bearing, metres, bearing + 180, number)
    return sea


def fly_at(boat: Boat, bearing: int, metres: int, course: int, number: int = 0) -> Boat:
    """Let an aircraft appear about a boat that is played; return the boat."""
    state = boat.state.copy(boat.state.now)
    work = sea_work(state)
    fly(work, boat.view()["clock"]["game_at"], bearing, metres, course, number)
    state.sea, boat.state = work.sea(), state
    return boat
