"""Blasts: torpedoes, mines, and the mines they set off (SON-60 to SON-65)."""

from __future__ import annotations

from klaxon.rules.contract import Event
from klaxon.rules.sonar.chart import points_in
from klaxon.rules.sonar.setting import BOATS
from klaxon.rules.sonar.step import ALL, OTHERS, OWN, Working

DIRECT, INDIRECT, MISS = "direct", "indirect", "miss"
_AMOUNT = {DIRECT: 2, INDIRECT: 1, MISS: 0}


def explode(work: Working, points: int, weapon: str) -> None:
    """Explode a torpedo, or something like it, on points at once: it destroys the mines there, then sets off others."""
    for at in points_in(points):
        _blast(work, at, weapon)
    for boat, hull in enumerate(work.state.boats):
        for at in points_in(hull.mines & points):
            remove_mine(work, boat, at)
    chain = work.state.setting.mine_chain
    if not work.test_outcome() and chain != "off":
        _chain(work, points, levels=1 if chain == "torpedo" else -1)


def detonation(work: Working, at: int) -> None:
    """Explode an own mine."""
    work.boat.mines &= ~(1 << at)
    _blast(work, at, "mine")
    if not work.test_outcome() and work.state.setting.mine_chain == "full":
        _chain(work, 1 << at, levels=-1)


def _chain(work: Working, origin: int, *, levels: int) -> None:
    """Set off the mines near a blast, level by level; the outcome is tested after each level (SON-63).

    A mine also sets off an enemy mine on its own point; a torpedo has removed those already.
    """
    sea = work.state.sea
    while levels != 0:
        near = origin
        for point in points_in(origin):
            near |= sea.around[point]
        lit = [(point, boat) for boat, hull in enumerate(work.state.boats) for point in points_in(hull.mines & near)]
        if not lit:
            return
        for point, boat in sorted(lit):
            remove_mine(work, boat, point)
            _blast(work, point, "mine")
        if work.test_outcome():
            return
        origin, levels = sum(1 << point for point in {point for point, _ in lit}), levels - 1


def remove_mine(work: Working, boat: int, at: int) -> None:
    """Remove a mine. Only its owner gets an event."""
    hull = work.hull(boat)
    hull.mines &= ~(1 << at)
    hull.fresh &= ~(1 << at)
    work.tell_own("mine-lost", boat, at=work.state.sea.names[at])


def _blast(work: Working, at: int, weapon: str) -> None:
    """Explode on a point: the enemy's result is for everybody, the own one only for the own crew (SON-61)."""
    sea, me = work.state.sea, work.me
    results = {BOATS[boat]: _result(hull.at, at, sea.around[at]) for boat, hull in enumerate(work.state.boats)}
    own_shown = work.state.setting.own_hit_announced
    facts = {"at": sea.names[at], "by": BOATS[me], "weapon": weapon}
    work.events.append(Event("blast", {**facts, "results": results}, ALL if own_shown else OWN[me]))
    if not own_shown:
        enemy = BOATS[1 - me]
        work.events.append(Event("blast", {**facts, "results": {enemy: results[enemy]}}, OTHERS[me]))
    for boat, name in enumerate(BOATS):
        if amount := _AMOUNT[results[name]]:
            work.hurt(boat, amount, weapon, announced=own_shown or boat != me)


def _result(boat: int, at: int, around: int) -> str:
    if boat == at:
        return DIRECT
    return INDIRECT if around >> boat & 1 else MISS
