"""The bearing tape over a glass or a hydrophone: one page of the panel, figures over ticks.

A step of the dial moves the tape by one tick exactly, so that the ticks stay where they are and only the figures move:
that is a third of what a tape costs whose ticks move too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL

CIRCLE = 3600
"""Tenths of a degree."""
FIGURES = 3
"""Digits of a bearing."""
TICKS = 7
"""The row of the ticks; one with figures is three columns wide."""


class TapeScale(NamedTuple):
    """How a tape is divided, in tenths of a degree: a tick each, and figures each."""

    tick: int
    figures: int


SCALES = {360: TapeScale(10, 100), 90: TapeScale(5, 30), 45: TapeScale(1, 20)}
"""Field -> its scale."""


def draw_tape(canvas: Canvas, bearing: int, field: int) -> None:
    """Draw the tape of a field whose middle is at a bearing, both in tenths of a degree, in the top page."""
    scale, width = SCALES[field], canvas.width
    for at in _marks(bearing, field, scale.tick):
        canvas.dot(_column(at - bearing, field, width), TICKS)
    for at in _marks(bearing, field + scale.figures, scale.figures):
        x = _column(at - bearing, field, width)
        canvas.hline(x - 1, TICKS, 3)
        text = f"{at // 10 % (CIRCLE // 10):03}"
        left = x - FIGURES * LABEL.width // 2 + 1
        if left >= 0 and left + FIGURES * LABEL.width - 1 <= width:
            canvas.text(left, -1, text, LABEL)


def _marks(bearing: int, field: int, step: int) -> Iterator[int]:
    """Yield the multiples of a step in a field, in tenths of a degree; they may be below 0 or above a circle."""
    first = -((field // 2 - bearing) // step)
    return (n * step for n in range(first, (bearing + field // 2) // step + 1))


def _column(off: int, field: int, width: int) -> int:
    """Return the column of a bearing so many tenths right of the middle."""
    return width // 2 + (2 * off * width + field) // (2 * field)
