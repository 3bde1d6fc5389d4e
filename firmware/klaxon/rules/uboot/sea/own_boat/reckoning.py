"""Dead reckoning: where the crew believes the boat to be, and how that drifts from where it is (UBT-8.11d).

The drift is a share of the way run since the last fix, in one direction, so what is reckoned moves on legs too.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.uboot.records import WayLeg
from klaxon.rules.uboot.sea.chart import CellChange, cell_at, leave_cell
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import CIRCLE, even, mm_s, vector
from klaxon.rules.uboot.sea.own_boat.way import leg_at, without_past
from klaxon.rules.uboot.sea.truth import Reckoning

MOST_PERMILLE = 30


class Drift(NamedTuple):
    """How much the reckoning is off for each millimetre run, and in which direction."""

    permille: int
    direction: int


def take_fix(work: SeaWork, game: int) -> None:
    """Let the crew know where the boat is; from here on another drift holds."""
    fixes = work.reckoning.fixes
    exact = work.setting.navigator == "low"
    permille = 0 if exact else even(work.key, "reckoning", 2 * fixes, 0, MOST_PERMILLE)
    direction = even(work.key, "reckoning", 2 * fixes + 1, 0, CIRCLE - 1)
    work.reckoning = Reckoning(permille, direction, fixes + 1)
    _reckon(work, *work.leg(game).place(game), game)
    work.boat = work.boat._replace(cell=cell_at(work.chart, *work.leg(game).place(game)) or work.boat.cell)


def reckon_on(work: SeaWork, game: int) -> None:
    """Go on with the reckoning where the way was planned anew."""
    _reckon(work, *leg_at(work.reckoning.legs, game).place(game), game)


def _reckon(work: SeaWork, x: int, y: int, game: int) -> None:
    """Reckon the way of the boat from a place on; the steering error is not in it."""
    drift = Drift(work.reckoning.permille, work.reckoning.direction)
    here, *later = without_past(work.boat, game).way
    work.reckoning = work.reckoning._replace(
        legs=_reckoned((here._replace(start=game), *later), x, y, drift), since=game
    )


def _reckoned(way: tuple[WayLeg, ...], x: int, y: int, drift: Drift) -> tuple[SeaLeg, ...]:
    legs: list[SeaLeg] = []
    for start, heading, knots in way:
        if legs:
            x, y = legs[-1].place(start)
        east, north = vector(heading, mm_s(knots))
        off_east, off_north = vector(drift.direction, abs(mm_s(knots)) * drift.permille // 1000)
        legs.append(SeaLeg(start, x, y, east + off_east, north + off_north))
    return tuple(legs)


def cell_due(work: SeaWork) -> int | None:
    """Return when the boat enters another cell by reckoning, on its present leg."""
    change = next_cell(work.reckoning)
    return None if change is None else change.game


def next_cell(reckoning: Reckoning) -> CellChange | None:
    """Return which cell is entered next by reckoning, on the present leg, and when."""
    legs = reckoning.legs
    return leave_cell(legs[0], max(legs[0].start, reckoning.since)) if legs else None


def enter_reckoned_cell(work: SeaWork, game: int) -> None:
    """The boat is in another cell by reckoning; beyond the chart the last one is kept."""
    legs = work.reckoning.legs
    work.reckoning = work.reckoning._replace(since=game)
    work.boat = work.boat._replace(cell=cell_at(work.chart, *legs[0].place(game)) or work.boat.cell)
