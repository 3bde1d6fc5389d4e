"""Depth charges: where those of a pattern go off, and what each does to boat and rooms (UBT-8.8c, UBT-8.9)."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from klaxon.rules.chance import draw
from klaxon.rules.uboot.sea.numbers import METRE, ONE, happens, normal, scale, vector

HULL_LENGTH, HULL_RADIUS = 67 * METRE, 3 * METRE
CLOSE = 6 * METRE
SCALE = 14 * METRE
STEP = 100
"""The shock is read from a table with a line every so many millimetres."""
_FINE = 1 << 40
BREACH_CLOSE_PPM, LOST_CLOSE_PPM = 350_000, 30_000
BREACH_PPM, EMERGENCY_PPM, FAULT_PPM = 100_000, 250_000, 500_000
MOST = {"emergency": 2, "fault": 2, "breach": 1}
"""So many of each come of one pattern at most."""
SINK_SPEED, HEAVY_SINK_SPEED = 3_000, 5_000
"""mm a second."""
ROOM_ENDS = ((1, 13), (2, 24), (3, 34), (4, 44), (5, 54), (6, 67))
"""Room and where it ends, metres from the bow."""
WEIGHTS = {
    1: {"leak": 40, "darkness": 30, "electricity": 20, "fire": 10},
    2: {"electricity": 35, "gas": 25, "darkness": 20, "leak": 20},
    3: {"electricity": 35, "darkness": 25, "leak": 25, "fire": 15},
    4: {"electricity": 30, "gas": 30, "darkness": 20, "leak": 20},
    5: {"fire": 45, "leak": 25, "darkness": 20, "electricity": 10},
    6: {"fire": 35, "electricity": 35, "leak": 15, "darkness": 15},
}
"""Room -> chances in a hundred of each kind of emergency."""
_LAYOUTS = {
    4: tuple((ahead, 0) for ahead in (-30, -10, 10, 30)),
    5: ((-30, -20), (-30, 20), (0, 0), (30, -20), (30, 20)),
    10: tuple((ahead, aside) for ahead in (-30, -15, 0, 15, 30) for aside in (-20, 20)),
}
"""Charges of a pattern -> where they lie, metres ahead and to starboard of its middle."""


class HullPlace(NamedTuple):
    """The boat as a charge finds it: its middle, course and depth."""

    x: int
    y: int
    course: int
    depth: int


class ChargeEffect(NamedTuple):
    """What a charge does: `emergency` (kind), `fault` (level), `breach` or `lost`, and in which room."""

    do: str
    room: int
    what: str = ""


def laid_out(x: int, y: int, course: int, count: int) -> list[tuple[int, int]]:
    """Return where the charges of a pattern lie."""
    places = []
    for ahead, aside in _LAYOUTS[count]:
        (ax, ay), (sx, sy) = vector(course, ahead * METRE), vector(course + 9_000, aside * METRE)
        places.append((x + ax + sx, y + ay + sy))
    return places


def distance_to_hull(hull: HullPlace, x: int, y: int, depth: int) -> tuple[int, int]:
    """Return how far a charge is from the hull (mm), and which room is nearest."""
    ahead_x, ahead_y = vector(hull.course, ONE)
    east, north = x - hull.x, y - hull.y
    along = (east * ahead_x + north * ahead_y) // ONE
    nearest = max(-HULL_LENGTH // 2, min(HULL_LENGTH // 2, along))
    off_x, off_y = east - scale(nearest, ahead_x), north - scale(nearest, ahead_y)
    off = isqrt(off_x * off_x + off_y * off_y + (depth - hull.depth) ** 2)
    from_bow = HULL_LENGTH // 2 - nearest
    room = next(room for room, end in ROOM_ENDS if from_bow <= end * METRE)
    return max(0, off - HULL_RADIUS), room


@lru_cache(maxsize=1)
def _shocks() -> tuple[int, ...]:
    """Return exp(-d / 14 m) in 65,536ths, line by line, until it is nothing."""
    factor, term = _FINE, _FINE
    for number in range(1, 12):
        term = -term * STEP // (SCALE * number)
        factor += term
    value, found = _FINE, [ONE]
    while found[-1]:
        value = value * factor // _FINE
        found.append(value * ONE // _FINE)
    return tuple(found)


def shock_at(distance: int) -> int:
    """Return the shock of a charge at a distance from the hull (mm), in 65,536ths (UBT-8.9a)."""
    if distance <= CLOSE:
        return ONE
    table = _shocks()
    return table[min((distance - CLOSE) // STEP, len(table) - 1)]


def effects_of(key: str, pattern: str, charge: int, distance: int, room: int) -> list[ChargeEffect]:
    """Return what one charge of a pattern does; `pattern` is the stream of the pattern."""
    stream, shock = f"{pattern}.{charge}", shock_at(distance)
    found = []
    if distance <= CLOSE and happens(key, f"{stream}.lost", 0, LOST_CLOSE_PPM):
        return [ChargeEffect("lost", room)]
    if happens(key, f"{stream}.emergency", 0, scale(EMERGENCY_PPM, shock)):
        found.append(ChargeEffect("emergency", room, _kind(key, stream, room)))
    if happens(key, f"{stream}.fault", 0, scale(FAULT_PPM, shock)):
        level = "green" if shock * 5 < ONE else "yellow" if shock * 2 < ONE else "red"
        found.append(ChargeEffect("fault", room, level))
    breach = BREACH_CLOSE_PPM if distance <= CLOSE else scale(scale(BREACH_PPM, shock), shock)
    if happens(key, f"{stream}.breach", 0, breach):
        found.append(ChargeEffect("breach", room))
    return found


def _kind(key: str, stream: str, room: int) -> str:
    drawn = draw(key, f"{stream}.kind", 0, 100)
    for kind, weight in WEIGHTS[room].items():
        if drawn < weight:
            return kind
        drawn -= weight
    return "leak"


def effects_of_pattern(
    key: str, pattern: str, hull: HullPlace, places: list[tuple[int, int]], depth: int
) -> list[ChargeEffect]:
    """Return what a pattern does, in the order in which it comes: emergencies, faults, breach (UBT-8.9c)."""
    found: list[ChargeEffect] = []
    for charge, (x, y) in enumerate(places):
        distance, room = distance_to_hull(hull, x, y, depth)
        found += effects_of(key, pattern, charge, distance, room)
    lost = [each for each in found if each.do == "lost"]
    if lost:
        return lost[:1]
    return [each for do, most in MOST.items() for each in [one for one in found if one.do == do][:most]]


def aim_error(key: str, pattern: str, axis: str, knots: int) -> int:
    """Return how far a pattern lies off along an axis: more, the faster the boat was at the last echo (UBT-8.8c).

    `knots` are tenths.
    """
    sigma = 40 * METRE + 2 * METRE * max(0, knots - 30)
    return normal(key, f"{pattern}.{axis}", 0, sigma)


def depth_error(key: str, pattern: str, date: str) -> int:
    """Return how far the depth setting is off the true depth."""
    return normal(key, f"{pattern}.depth", 0, (25 if date < "1942" else 15) * METRE)
