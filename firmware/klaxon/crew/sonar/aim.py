"""Where a blast does most to an enemy who may be on any of some points, without hurting the own boat."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.crew.sonar.notes import Notes
from klaxon.crew.understudy import Pick
from klaxon.rules.sonar.chart import points_in
from klaxon.rules.sonar.view import View


class Aim(NamedTuple):
    """A target, and the expected damage there, in hundredths."""

    worth: int
    target: int


def aim(view: View, notes: Notes, targets: int, pick: Pick) -> Aim:
    """Return the best of some targets, never one that hurts us; a random one of equals."""
    sea, prey, at = notes.sea, notes.enemy_points, view.boat.at
    best, equal = 0, [0]
    for target in points_in(targets):
        near = sea.around[target]
        hits = 2 * (prey >> target & 1) + (near & prey).bit_count()
        if hits >= best and hits and not hurts(view, target, at):
            equal = [target] if hits > best else [*equal, target]
            best = hits
    return Aim(100 * best // prey.bit_count(), equal[pick(len(equal))])


def reach(notes: Notes, point: int) -> int:
    """Return the points that a torpedo can hit from a point."""
    return notes.sea.reach(point, notes.enemy.track.water, over_land=notes.over_land)


def expected_damage(notes: Notes, point: int) -> int:
    """Return the expected damage of a torpedo fired from a point, in hundredths, with the current knowledge."""
    sea, prey = notes.sea, notes.enemy_points
    best = 0
    for target in points_in(reach(notes, point) & ~sea.around[point]):
        hits = 2 * (prey >> target & 1) + (sea.around[target] & prey).bit_count()
        best = max(best, hits)
    return 100 * best // prey.bit_count()


def exposure(notes: Notes, shadow: int, at: int) -> int:
    """Return the expected damage at a point, in hundredths, if the enemy shoots where we are most likely to be."""
    sea = notes.sea
    best, total, count = 0, 0, 1
    for target in points_in(sea.water):
        hits = 2 * (shadow >> target & 1) + (sea.around[target] & shadow).bit_count()
        if hits > best:
            best, total, count = hits, 0, 0
        if hits == best:
            total += 200 if target == at else 100 * (sea.around[target] >> at & 1)
            count += 1
    return total // count


def hurts(view: View, target: int, at: int) -> bool:
    """Return whether a blast would hurt a boat at a point, including own mines near it."""
    sea, left, chain = view.sea, view.boat.mines & ~(1 << target), view.setting.mine_chain
    zone = sea.around[target] | 1 << target
    lit = left & zone if chain != "off" else 0
    while lit:
        left &= ~lit
        for mine in points_in(lit):
            zone |= sea.around[mine] | 1 << mine
        lit = left & zone if chain == "full" else 0
    return bool(zone >> at & 1)
