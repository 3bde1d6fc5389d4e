"""The battery: what the motors use, what the diesels charge, and the marks that are told (UBT-8.2c)."""

from __future__ import annotations

from klaxon.rules.uboot.records import OwnBoat
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.own_boat.way import heading_at

FULL = 1_000_000
HOUR = 3_600_000
AT_REST, AT_FOUR_KNOTS = 12_500, 37_500
"""Parts of a million an hour that a submerged boat uses: at rest, and what 4 kn cost beside it."""
_FOUR_KNOTS = 40
CHARGE = {"stop": 140_000, "slow": 140_000, "half": 110_000, "full": 50_000, "full_astern": 50_000}
"""Telegraph -> parts of a million an hour that the diesels charge."""
MARKS = (50, 25, 10, 0)
"""Percents that are told when the battery falls to them."""


def level_at(boat: OwnBoat, game: int) -> int:
    """Return how full the battery is at a game time, in parts of a million."""
    if not boat.charging:
        return max(0, min(boat.battery, _most(boat)))
    change = abs(boat.charging) * (game - boat.charged) // HOUR
    return max(0, min(boat.battery + change if boat.charging > 0 else boat.battery - change, _most(boat)))


def _most(boat: OwnBoat) -> int:
    return FULL // 100 * boat.capacity


def settle_power(work: SeaWork, game: int) -> None:
    """Settle the battery where its rate or its capacity has become another."""
    boat, aboard = work.boat, work.aboard
    level = level_at(boat._replace(capacity=aboard.capacity), game)
    rate = _rate(work, game)
    full, empty = level >= FULL // 100 * aboard.capacity, not level
    if (full and rate > 0) or (empty and rate < 0):
        rate = 0
    if rate != boat.charging or aboard.capacity != boat.capacity:
        work.boat = boat._replace(battery=level, charged=game, charging=rate, capacity=aboard.capacity)


def _rate(work: SeaWork, game: int) -> int:
    boat = work.boat
    if boat.surfaced:
        return CHARGE[boat.setting] * work.aboard.charge // 100
    knots = heading_at(boat, game).knots
    return -(AT_REST + AT_FOUR_KNOTS * knots**4 // _FOUR_KNOTS**4)


def power_due(work: SeaWork) -> int | None:
    """Return when the battery comes to its next mark, is full or empty."""
    boat = work.boat
    if boat.charging > 0:
        return _when(boat, _most(boat))
    if boat.charging < 0:
        return _when(boat, _next_mark(boat))
    return None


def _next_mark(boat: OwnBoat) -> int:
    return max(mark * FULL // 100 for mark in MARKS if mark * FULL // 100 < boat.battery or not mark)


def _when(boat: OwnBoat, level: int) -> int:
    """Return the first game time at which the battery is at a level, or past it."""
    return boat.charged - (boat.battery - level) * HOUR // boat.charging


def next_power_percent(boat: OwnBoat, game: int) -> int | None:
    """Return when the battery shows another percentage."""
    percent = level_at(boat, game) * 100 // FULL
    if boat.charging > 0:
        return _when(boat, (percent + 1) * FULL // 100) if percent < boat.capacity else None
    return _when(boat, percent * FULL // 100 - 1) if boat.charging < 0 and percent else None


def reach_mark(work: SeaWork, game: int) -> None:
    """The battery is at a mark: it is told when it falls; at 0 the motors stop until the boat has surfaced."""
    boat = work.boat
    falling, level = boat.charging < 0, level_at(boat, game)
    work.boat = boat._replace(battery=level, charged=game)
    if falling:
        work.bring(game, "battery", percent=-(-level * 100 // FULL))
    settle_power(work, game)
