"""What is measured with a glass: a range by the height of a mast, a speed by the length of a ship (UBT-11)."""

from __future__ import annotations

from klaxon.console.games.uboot.glass.picture import COLUMNS

_RADIAN = 573
"""Tenths of a degree in a radian."""
_KNOTS = 19_438
"""Tenths of knots of a metre in a millisecond."""
STEP = 50
"""Metres to which the TDC takes a range."""


def angle_of(rows: int, field: int) -> int:
    """Return so many rows of a field as hundredths of a degree."""
    return (rows * field * 20 + COLUMNS) // (2 * COLUMNS)


def range_by_height(rows: int, field: int, mast: int) -> int:
    """Return how far off (m) a mast of so many metres is that is so many rows high; 0: it cannot be told."""
    return mast * _RADIAN * COLUMNS // (rows * field) if rows > 0 else 0


def speed_by_length(length: int, ms: int) -> int:
    """Return the speed (tenths of knots) of a ship of so many metres that passes the wire in so many milliseconds."""
    return length * _KNOTS // ms if ms > 0 else 0


def as_set(metres: int) -> int:
    """Return a range as the TDC takes it."""
    return max(100, min(20_000, (metres + STEP // 2) // STEP * STEP))
