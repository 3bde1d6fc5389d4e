"""Chance that is used up by time: a budget with the law of Exp(1), in whole numbers (UBT-8.0a, UBT-8.4l)."""

from __future__ import annotations

from functools import lru_cache

from klaxon.rules.chance import draw

ONE = 65_536
"""A budget of 1."""
_BITS, _STEPS = 32, 256
_FINE = 1 << 40


def draw_budget(key: str, stream: str, count: int) -> int:
    """Return budget number `count` of a stream: -ln of an even number between 0 and 1, in 65,536ths."""
    number = draw(key, stream, count, 1 << _BITS) + 1
    return _BITS * _log(2 * _STEPS) - _log_of(number)


def _log_of(number: int) -> int:
    """Return the natural logarithm of a whole number, by its bit length and a table of 256 logarithms."""
    bits = number.bit_length() - 1
    top = number * _STEPS >> bits  # the leading one and the eight bits after it
    return bits * _log(2 * _STEPS) + _log(top)


@lru_cache(maxsize=_STEPS + 1)
def _log(top: int) -> int:
    """Return ln(top / 256) in 65,536ths, for top from 256 to 512, by the series of the area tangent."""
    part, power = 0, (top - _STEPS) * _FINE // (top + _STEPS)
    square = power * power // _FINE
    for odd in range(1, 60, 2):
        part += power // odd
        power = power * square // _FINE
    return (2 * part * ONE + _FINE // 2) // _FINE
