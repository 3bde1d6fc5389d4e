"""Whole-number arithmetic of the sea: sines, bearings, roundings and draws with a bell curve (UBT-8.0a).

Places are millimetres east and north, angles hundredths of a degree true (0 = north, clockwise), speeds millimetres a
second, sines 65,536ths. No float anywhere: the same sea on every machine.
"""

from __future__ import annotations

from functools import lru_cache

from klaxon.rules.chance import draw

ONE = 65_536
"""A sine of 1."""
CIRCLE, HALF, QUARTER = 36_000, 18_000, 9_000
DEGREE = 100
NM = 1_852_000
METRE = 1_000
_FINE = 1 << 96
"""The unit in which the table of sines is worked out."""


def mm_s(tenths_of_knots: int) -> int:
    """Return a speed in millimetres a second."""
    return (463 * tenths_of_knots + 4) // 9 if tenths_of_knots >= 0 else -((463 * -tenths_of_knots + 4) // 9)


def per_second(hundredths_a_minute: int) -> int:
    """Return a rate of so many hundredths a minute as 65,536ths a second."""
    return hundredths_a_minute * ONE // (100 * 60)


@lru_cache(maxsize=1)
def sines() -> tuple[int, ...]:
    """Return the sines of the quarter circle, hundredth by hundredth of a degree: 9,001 of them."""
    step = _pi() // HALF
    sin_step, cos_step = _series(step, step, 1), _series(_FINE, step, 0)
    sin, cos, found = 0, _FINE, [0]
    for _ in range(QUARTER):
        sin, cos = (sin * cos_step + cos * sin_step) // _FINE, (cos * cos_step - sin * sin_step) // _FINE
        found.append((sin * ONE + _FINE // 2) // _FINE)
    return tuple(found)


def _pi() -> int:
    """Return pi in the fine unit, by Machin's formula."""
    return 4 * (4 * _arc_cotangent(5) - _arc_cotangent(239))


def _arc_cotangent(number: int) -> int:
    total, power, odd, sign = 0, _FINE // number, 1, 1
    while power:
        total += sign * (power // odd)
        power //= number * number
        odd, sign = odd + 2, -sign
    return total


def _series(first: int, angle: int, order: int) -> int:
    """Return the sine (order 1) or cosine (order 0) of a small angle by its power series."""
    total, term = 0, first
    while term:
        total += term
        order += 2
        term = -(term * angle // _FINE * angle // _FINE) // (order * (order - 1))
        if term == -1:
            break
    return total


def sine(angle: int) -> int:
    """Return the sine of an angle in hundredths of a degree, in 65,536ths."""
    angle %= CIRCLE
    if angle >= HALF:
        return -sine(angle - HALF)
    return sines()[HALF - angle if angle > QUARTER else angle]


def cosine(angle: int) -> int:
    """Return the cosine of an angle in hundredths of a degree, in 65,536ths."""
    return sine(angle + QUARTER)


def scale(value: int, fraction: int) -> int:
    """Return a value times so many 65,536ths, to the nearest whole number, halves away from zero."""
    product = value * fraction
    return (product + ONE // 2) // ONE if product >= 0 else -((ONE // 2 - product) // ONE)


def divide(value: int, by: int) -> int:
    """Return a quotient to the nearest whole number, halves away from zero; `by` is positive."""
    return (2 * value + by) // (2 * by) if value >= 0 else -((by - 2 * value) // (2 * by))


def vector(course: int, length: int) -> tuple[int, int]:
    """Return a way or a speed along a course as its east and north parts."""
    return scale(length, sine(course)), scale(length, cosine(course))


def bearing(east: int, north: int) -> int:
    """Return in which direction a point lies that is so far east and north; 0 where it is here."""
    if not east and not north:
        return 0
    table, along, across = sines(), abs(north), abs(east)
    low, high = 0, QUARTER
    while low < high:  # the greatest angle that is not beyond the point
        middle = (low + high + 1) // 2
        if across * table[QUARTER - middle] >= along * table[middle]:
            low = middle
        else:
            high = middle - 1
    if low < QUARTER:  # the nearer of two hundredths
        here = across * table[QUARTER - low] - along * table[low]
        there = along * table[low + 1] - across * table[QUARTER - low - 1]
        low += there < here
    if north >= 0:
        return low if east >= 0 else (CIRCLE - low) % CIRCLE
    return HALF - low if east >= 0 else HALF + low


def arc_sine(fraction: int) -> int:
    """Return the angle, -90 to 90 degrees, whose sine is so many 65,536ths."""
    if fraction < 0:
        return -arc_sine(-fraction)
    table, low, high = sines(), 0, QUARTER
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if table[middle] <= fraction else (low, middle - 1)
    if low < QUARTER and table[low + 1] - fraction < fraction - table[low]:
        low += 1
    return low


def signed_angle(angle: int) -> int:
    """Return an angle as one from -180 (not reached) to 180 degrees: starboard is plus."""
    wrapped = angle % CIRCLE
    return wrapped - CIRCLE if wrapped > HALF else wrapped


def normal(key: str, stream: str, count: int, sigma: int) -> int:
    """Return draw number `count` of a stream with a bell curve about 0: twelve bytes of one draw."""
    number = draw(key, stream, count, 1 << 96)
    total = sum((number >> shift) & 255 for shift in range(0, 96, 8)) - 1530
    return divide(total * sigma, 256)


def even(key: str, stream: str, count: int, low: int, high: int) -> int:
    """Return draw number `count` of a stream, evenly from `low` to `high`, both included."""
    return low + draw(key, stream, count, high - low + 1)


def happens(key: str, stream: str, count: int, ppm: int) -> bool:
    """Return whether something with so many parts in a million of chance happens."""
    return draw(key, stream, count, 1_000_000) < ppm
