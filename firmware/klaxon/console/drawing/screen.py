"""Screens: what a panel shows, composed of parts. A screen is a value that can only be drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from klaxon.console.devices import Picture
from klaxon.console.drawing.canvas import Canvas

BOTTOM = 8
"""The rows of the bottom line, which a station draws under its page: one page of the panel."""


class Area(NamedTuple):
    """A rectangle of a panel."""

    x: int
    y: int
    width: int
    height: int


class Part(Protocol):
    """A piece of a screen: it draws itself into an area, and returns in words what it shows."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the part; nothing outside the area may change."""

    def words(self) -> Iterable[str]:
        """Return what the part shows, for people who cannot see it."""


class Place(NamedTuple):
    """A part and its area."""

    area: Area
    part: Part


@dataclass(frozen=True, slots=True)
class Screen:
    """Parts in their areas, drawn in order."""

    places: tuple[Place, ...]
    spoken: tuple[Part, ...] = ()
    """The parts in the order of their words, where that is not the order in which they are drawn."""

    def picture(self, width: int, height: int, *, large: bool = False) -> Picture:
        """Draw the screen on a panel of this size, in large letters if they fit."""
        canvas = Canvas(width, height, large=large)
        for area, part in self.places:
            part.draw(canvas, area)
        spoken = self.spoken or tuple([part for _, part in self.places])
        words = tuple([word for part in spoken for word in part.words() if word])
        return Picture(width, height, bytes(canvas.bits), words)
