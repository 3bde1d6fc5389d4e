"""A number that a dial sets, and a clock that runs down."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import BODY, LABEL, LARGE, Font
from klaxon.console.drawing.parts.texts import draw_line
from klaxon.console.drawing.screen import Area


@dataclass(frozen=True, slots=True)
class Number:
    """A number between two ends, with a bar that shows where, or a ring if it wraps."""

    label: str
    value: int
    low: int
    high: int
    unit: str = ""
    wraps: bool = False
    text: str = ""
    """How the value is written, if not as a plain number."""

    @property
    def value_text(self) -> str:
        """The value as it is shown."""
        return self.text or str(self.value)

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw label, value and bar; if there is little room, label and value on one line."""
        pane = canvas.pane(area)
        if area.height < BODY.height + LARGE.height:
            self._low(pane)
            return
        x = 0
        if self.wraps:
            size = min(area.height, area.width // 2) - 1 | 1  # odd, for a needle in the very middle
            self._ring(pane.pane((0, (area.height - size) // 2, size, size)))
            x = size + 4
        draw_line(pane.pane((x, 0, area.width - x, BODY.height)), 0, self.label, BODY)
        bar = 10 if not self.wraps and area.height >= BODY.height + LARGE.height + 10 else 0
        room = area.height - BODY.height - bar
        self._value(pane, x, BODY.height + max((room - LARGE.height) // 2, 0), LARGE)
        if bar:
            self._bar(pane.pane((0, area.height - 8, area.width, 8)))

    def _low(self, pane: Canvas) -> None:
        """Draw the label left and the value right."""
        font = LARGE if pane.height >= LARGE.height else BODY if pane.height >= BODY.height else LABEL
        small = _smaller(font)
        y = (pane.height - font.height) // 2
        x = max(pane.width - font.measure(self.value_text) - self._unit_font(font).measure(self.unit) - 1, 0)
        pane.text(0, y + font.baseline - small.baseline, small.fit(self.label, x - 1), small)
        self._value(pane, x, y, font)

    def _value(self, pane: Canvas, x: int, y: int, font: Font) -> None:
        small = self._unit_font(font)
        x = pane.text(x, y, font.fit(self.value_text, pane.width - x), font) + (small is not font)
        pane.text(x, y + font.baseline - small.baseline, small.fit(self.unit, pane.width - x), small)

    def _unit_font(self, font: Font) -> Font:
        """Return the font of the unit after the value; a degree sign belongs to its digits."""
        return font if self.unit == "°" else _smaller(font)

    def _bar(self, bar: Canvas) -> None:
        low, high = str(self.low), str(self.high)
        bar.text(0, 0, low, LABEL)
        bar.text(bar.width + 1 - LABEL.measure(high), 0, high, LABEL)
        x = LABEL.measure(low) + 2
        length = bar.width - x - LABEL.measure(high) - 2
        bar.box(x, 1, length, 6)
        bar.fill(x + 2, 3, share(self.value - self.low, self.high - self.low, length - 4), 2)

    def _ring(self, ring: Canvas) -> None:
        radius = ring.width // 2
        count = self.high - self.low + 1
        for n in range(0, 360, 2):
            ring.dot(*on_ring(radius, n, 360))
        for n in range(min(count, 12)):
            ring.line(*on_ring(radius, n, min(count, 12)), *on_ring(radius, n, min(count, 12), short=2))
        x, y = on_ring(radius, self.value - self.low, count, short=4)
        ring.line(radius, radius, x, y)
        ring.fill(x - 1, y - 1, 3, 3)

    def words(self) -> Iterable[str]:
        """Return label, value and unit."""
        return (" ".join(filter(None, (self.label, self.value_text, self.unit))),)


@dataclass(frozen=True, slots=True)
class Countdown:
    """The time left, with a bar of its share of the whole."""

    ms: int
    whole: int = 0
    label: str = ""

    @property
    def value_text(self) -> str:
        """The time left: minutes and seconds, or seconds alone, rounded up."""
        seconds = -(-max(self.ms, 0) // 1000)
        return f"{seconds // 60}:{seconds % 60:02}" if seconds >= 60 else f"{seconds}"

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the time as large as it fits."""
        pane = canvas.pane(area)
        bar = 4 if self.whole and area.height >= BODY.height + 4 else 0
        font = LARGE if area.height - bar >= LARGE.height else BODY
        time = font.measure(self.value_text)
        y = (area.height - bar - font.height) // 2
        pane.text(area.width + 1 - time, y, self.value_text, font)
        label = BODY.fit(self.label, area.width - time - 2)
        pane.text(0, y + font.baseline - BODY.baseline, label, BODY)
        if bar:
            pane.hline(0, area.height - 1, area.width)
            pane.fill(0, area.height - 3, share(self.ms, self.whole, area.width), 3)

    def words(self) -> Iterable[str]:
        """Return label and time."""
        return (f"{self.label} {self.value_text}".strip(),)


def _smaller(font: Font) -> Font:
    return BODY if font is LARGE else font


def share(part: int, whole: int, length: int) -> int:
    """Return how many pixels of a bar are lit: all only if it is full, none only if it is empty."""
    if part <= 0 or whole <= 0:
        return 0
    return length if part >= whole else min(max(part * length // whole, 1), length - 1)


def on_ring(radius: int, place: int, count: int, short: int = 0) -> tuple[int, int]:
    """Return a point on a ring, clockwise from the top, so many pixels inside it."""
    angle = 2 * math.pi * place / count
    # In thousandths first: so the last bit of a sine, which differs between machines, moves no pixel.
    across, up = round(1000 * math.sin(angle)), round(1000 * math.cos(angle))
    reach = radius - short
    return radius + (across * reach + 500) // 1000, radius - (up * reach + 500) // 1000
