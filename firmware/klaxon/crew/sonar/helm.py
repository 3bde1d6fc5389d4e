"""The captain's helm: where to begin, which course, when to surface, when to slip away in silence.

A boat may not cross its own route, so the value of a course is the room behind it: how far the boat can sail on.
"""

from __future__ import annotations

from klaxon.crew.sonar.aim import expected_damage, exposure, reach
from klaxon.crew.sonar.engine import DAMAGE, strain
from klaxon.crew.sonar.notes import Notes
from klaxon.crew.sonar.scenes import pull, safe
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.sonar.chart import DIRECTIONS, Sea, points_in
from klaxon.rules.sonar.setting import BOATS, ready
from klaxon.rules.sonar.state import NOWHERE
from klaxon.rules.sonar.view import View

FAR = 14
"""How many courses the captain looks ahead."""
EFFORT = 300
"""How many points he examines for that; the rest is estimated."""
WORN_OUT = 9
"""Crosses on the panel after which a boat that can neither shoot nor search surfaces."""
HIDDEN = 30
"""The number of possible points from which on a boat counts as hidden."""
KNOWN = 10
"""The number of possible points up to which a boat counts as found."""


def ahead(sea: Sea, at: int, clear: int, far: int = FAR) -> int:
    """Return how many courses a boat can sail on from a point over clear sea, at most `far`."""
    effort = EFFORT

    def longest(point: int, free: int, left: int) -> int:
        nonlocal effort
        best = 0
        effort -= 1
        for _, bit in sea.ways[point]:
            if free & bit and best < left and effort > 0:
                best = max(best, 1 + longest(bit.bit_length() - 1, free & ~bit, left - 1))
        return best

    return longest(at, clear & ~(1 << at), far)


def flood_fill(sea: Sea, at: int, clear: int) -> int:
    """Return the sea that is connected with a point."""
    found = edge = 1 << at
    while edge:
        grown = 0
        while edge:
            low = edge & -edge
            grown |= sea.cross[low.bit_length() - 1]
            edge ^= low
        edge = grown & clear & ~found
        found |= edge
    return found


def room(sea: Sea, at: int, clear: int) -> int:
    """Return what a point is worth as a place to sail on from."""
    return 8 * ahead(sea, at, clear) + min(30, flood_fill(sea, at, clear).bit_count())


def clear_sea(view: View) -> int:
    """Return the sea that the boat may still sail."""
    return view.sea.water & ~(view.boat.route | view.boat.mines)


def begin(view: View, _notes: Notes, pick: Pick) -> Order | None:
    """Choose where to begin, once: anywhere with room around it."""
    sea = view.sea
    if view.boat.at != NOWHERE:
        return None
    points = [i for i in range(sea.size) if sea.water >> i & 1]
    open_ones = [i for i in points if (sea.cross[i] & sea.water).bit_count() > 2] or points
    return Order(view.seat, "start", (sea.names[open_ones[pick(len(open_ones))]],))


def dive(view: View, _notes: Notes, _pick: Pick) -> Order:
    """Dive, once a start is chosen."""
    return Order(view.seat, "dive")


def surface(view: View, notes: Notes, _pick: Pick) -> Order | None:
    """Surface if no course is left, or if the panel needs it; under ice only at a hole."""
    costs = [strain(notes.panel, direction) for direction, _ in _ways(view)]
    asks = min(costs, default=DAMAGE) >= DAMAGE or _toothless(notes)
    if view.sea.ice:
        tight = ahead(view.sea, view.boat.at, clear_sea(view)) < FAR or notes.panel.bit_count() >= WORN_OUT
        asks = safe(view) and (asks or tight)
    return Order(view.seat, "surface") if asks or view.blackout else None


def sail(view: View, notes: Notes, pick: Pick) -> Order:
    """Choose the course with most room ahead that the panel can take, towards the enemy when a torpedo is ready."""
    worth = _cunning if notes.skill.cunning else _plain
    pulled = bool(view.boat.rig.wrecked)
    values = [
        (worth(view, notes, direction, bit, pick) + (pull(view, bit.bit_length() - 1) if pulled else 0), direction)
        for direction, bit in _ways(view)
    ]
    return Order(view.seat, "course", (max(values)[1],))


def _plain(view: View, notes: Notes, direction: str, bit: int, pick: Pick) -> int:
    """Return the value of a course for a player who looks only at his chart."""
    sea, point, prey = view.sea, bit.bit_length() - 1, notes.enemy_points
    value = room(sea, point, clear_sea(view)) - 3 * strain(notes.panel, direction) + pick(12)
    if _is_armed(view, notes):
        value += 40 * (reach(notes, point) & prey).bit_count() // prey.bit_count()
    return value


def _cunning(view: View, notes: Notes, direction: str, bit: int, pick: Pick) -> int:
    """Return the value of a course for a player who hunts, and minds what it reveals and where he may be shot at."""
    sea, point = view.sea, bit.bit_length() - 1
    value = room(sea, point, clear_sea(view)) - 3 * strain(notes.panel, direction) + pick(4)
    value -= 2 * _distance(sea, point, notes.enemy_points)
    if _is_armed(view, notes):
        value += 2 * expected_damage(notes, point) // 5
    shadow = notes.own.hear({"type": "course", "boat": BOATS[notes.me], "dir": direction}).where
    if notes.is_threatened:
        value -= exposure(notes, shadow, point) // 2
    return value + min(shadow.bit_count(), HIDDEN) // 2


def _distance(sea: Sea, point: int, prey: int) -> int:
    """Return the mean distance of the enemy, in tenths of a point, beyond the range of a torpedo."""
    row, column = divmod(point, sea.width)
    far = sum(max(0, abs(p // sea.width - row) + abs(p % sea.width - column) - 3) for p in points_in(prey))
    return 10 * far // prey.bit_count()


def _is_armed(view: View, notes: Notes) -> bool:
    return "torpedo" in ready(view.boat.gauges) and notes.works("torpedo")


def slip_away(view: View, notes: Notes, pick: Pick) -> Order | None:
    """Go silent when the enemy is close, and sometimes before."""
    sea, clear = view.sea, clear_sea(view)
    if not notes.works("silence") or (notes.shadow.bit_count() > KNOWN and pick(4)):
        return None
    best, found = room(sea, view.boat.at, clear) // 2, None
    for direction in DIRECTIONS:
        point, free = view.boat.at, clear
        for length in range(1, 5):
            point = sea.next[direction][point]
            if point < 0 or not free >> point & 1:
                break
            free &= ~(1 << point)
            value = room(sea, point, free) + pick(20) - 3 * strain(notes.panel, direction)
            if value > best:
                best, found = value, Order(view.seat, "silence", (direction, str(length)))
    return found


def end(view: View, _notes: Notes, _pick: Pick) -> Order:
    """End the turn when there is nothing better to do."""
    return Order(view.seat, "end")


def _ways(view: View) -> list[tuple[str, int]]:
    """Return the open courses, each with the bit of its point."""
    clear = clear_sea(view)
    return [(direction, bit) for direction, bit in view.sea.ways[view.boat.at] if clear & bit]


def _toothless(notes: Notes) -> bool:
    """Return whether so much is broken that the boat can neither shoot nor search."""
    worn = (notes.panel | notes.failed).bit_count() >= WORN_OUT
    return worn and not notes.works("torpedo") and not notes.works("sonar")
