"""The plot: the own boat in the middle with its course, and round it the contacts, as last reported."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.parts.numbers import on_ring
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite

CIRCLE = 360
MILE = 1852
SCALES = (2, 5, 10, 20)
"""Miles of the outer ring; the smallest that holds every contact is used."""
MERCHANT = parse_sprite("##### ##### ##### ##### #####")
ESCORT = parse_sprite("##### #...# #...# #...# #####")
UNKNOWN = parse_sprite("..#.. .#.#. #...# .#.#. ..#..")
AIRCRAFT = parse_sprite("..#.. ##### ..#.. ..#.. .###.")
"""The forms of contacts: a ship full, an escort hollow, unknown ones a diamond, an aircraft."""
OWN = parse_sprite(".#. ### ###")
STICK = 7
"""Pixels of a course."""


class Mark(NamedTuple):
    """A contact: its true bearing, and its range in metres and course if known."""

    name: str
    kind: str
    bearing: int
    metres: int | None
    course: int | None
    said: str


@dataclass(frozen=True, slots=True)
class Plot:
    """North is up; a contact of unknown range is a ray to the edge."""

    course: int
    is_moving: bool
    marks: tuple[Mark, ...]
    chosen: str
    said: str

    @property
    def miles(self) -> int:
        """The miles of the outer ring."""
        farthest = max((mark.metres or 0 for mark in self.marks), default=0)
        return next((miles for miles in SCALES if miles * MILE >= farthest), SCALES[-1])

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw two rings of dots, the own track, and the contacts."""
        size = min(area.width, area.height)
        size -= 1 - size % 2
        pane, radius = canvas.pane((area.x, area.y, size, size)), size // 2
        for n in range(0, CIRCLE, 10):
            pane.dot(*on_ring(radius, n, CIRCLE))
            if n % 20 == 0:
                pane.dot(*on_ring(radius, n, CIRCLE, short=radius - radius // 2))
        self._track(pane, radius)
        for mark in self.marks:
            self._mark(pane, radius, mark)

    def _track(self, pane: Canvas, radius: int) -> None:
        """Draw the course ahead as a line, and where the boat came from as dots."""
        pane.line(radius, radius, *on_ring(radius, self.course, CIRCLE, short=radius - STICK - 3))
        if self.is_moving:
            behind = on_ring(radius, (self.course + CIRCLE // 2) % CIRCLE, CIRCLE)
            for place, (x, y) in enumerate(dots(radius, radius, *behind)):
                pane.dot(x, y, on=place % 3 == 0 or pane.is_lit(x, y))
        pane.sprite(radius - 1, radius - 1, OWN)

    def _mark(self, pane: Canvas, radius: int, mark: Mark) -> None:
        chosen = mark.name == self.chosen
        if mark.metres is None:
            end = on_ring(radius, mark.bearing, CIRCLE)
            for place, (x, y) in enumerate(dots(radius, radius, *end)):
                if place > 3 and (chosen or place % 2):
                    pane.dot(x, y)
            return
        away = min(mark.metres, self.miles * MILE) * (radius - 3) // (self.miles * MILE)
        x, y = on_ring(radius, mark.bearing, CIRCLE, short=radius - away)
        if mark.course is not None:
            across, down = on_ring(STICK, mark.course, CIRCLE)
            pane.line(x, y, x + across - STICK, y + down - STICK)
        sign = {"escort": ESCORT, "aircraft": AIRCRAFT, "": UNKNOWN}.get(mark.kind, MERCHANT)
        pane.fill(x - 2, y - 2, 5, 5, on=False)
        pane.sprite(x - 2, y - 2, sign)
        if chosen:
            pane.box(x - 4, y - 4, 9, 9)

    def words(self) -> Iterable[str]:
        """Return the own course, and the contacts in words; the chosen one has a pointer."""
        yield self.said
        for mark in self.marks:
            yield f"{'> ' if mark.name == self.chosen else ''}{mark.said}"
