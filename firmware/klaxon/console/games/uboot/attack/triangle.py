"""The triangle of the TDC: own boat, target, and where torpedo and target meet. The own bow points up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite

Point = tuple[int, int]
"""Metres to the right and ahead."""
OWN = parse_sprite(".#. ### ### ### ###")
MEET = parse_sprite("#...# .#.#. ..#.. .#.#. #...#")
TARGET = parse_sprite("##### ##### #####")
MARGIN = 4


@dataclass(frozen=True, slots=True)
class TdcTriangle:
    """The line of sight is dotted; the ways of torpedo and target are lines that meet in a cross."""

    target: Point
    meeting: Point | None
    """None if they never meet."""
    said: tuple[str, ...]

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw it as large as it fits."""
        pane = canvas.pane(area)
        points = [(0, 0), self.target, *([self.meeting] if self.meeting else [])]
        low_x, low_y = (min(point[axis] for point in points) for axis in (0, 1))
        wide, high = (max(max(point[axis] for point in points) - low, 1) for axis, low in ((0, low_x), (1, low_y)))
        room_x, room_y = area.width - 2 * MARGIN, area.height - 2 * MARGIN

        def place(point: Point) -> Point:
            """Return the pixel of a point; one scale for both directions."""
            scale = max(wide * room_y, high * room_x)
            spare_x = room_x - wide * room_x * room_y // scale
            spare_y = room_y - high * room_x * room_y // scale
            x = MARGIN + spare_x // 2 + (point[0] - low_x) * room_x * room_y // scale
            return x, area.height - 1 - MARGIN - spare_y // 2 - (point[1] - low_y) * room_x * room_y // scale

        own, target = place((0, 0)), place(self.target)
        for n, (x, y) in enumerate(dots(*own, *target)):
            pane.dot(x, y, on=n % 3 == 0)
        if self.meeting is not None:
            meet = place(self.meeting)
            pane.line(*own, *meet)
            pane.line(*target, *meet)
            pane.sprite(meet[0] - 2, meet[1] - 2, MEET)
        pane.sprite(target[0] - 2, target[1] - 1, TARGET)
        pane.sprite(own[0] - 1, own[1] - 2, OWN)

    def words(self) -> Iterable[str]:
        """Return the answer in words."""
        return self.said
