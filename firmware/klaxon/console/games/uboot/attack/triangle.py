"""The triangle of an attack from above, the bow of the boat up: where the target is, and where the torpedo meets it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from klaxon.console.drawing.canvas import Canvas, dots
from klaxon.console.drawing.screen import Area
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.rules.uboot.sea.attack.tdc import AimData
from klaxon.rules.uboot.sea.numbers import DEGREE, HALF, METRE, vector

BOAT = parse_sprite(".#. ### ### ### ###")
TARGET = parse_sprite(".###. ##### .###.")
MEETING = parse_sprite("#...# .#.#. ..#.. .#.#. #...#")
MARGIN = 4
STUB = 9
"""Pixels of the course of a target that no torpedo meets."""
LEAST_STUB = METRE * 100
"""How much of that course counts for the scale (mm)."""
Point: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class AttackTriangle:
    """Own boat, line of sight and course of the target; with a solution, the run to where they meet."""

    aim: AimData
    run_m: int = 0
    """Metres of the run; 0: there is none."""
    run_course: int = 0
    """Its direction off the bow, tenths of a degree."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw it as large as it fits."""
        pane = canvas.pane(area)
        sight = self.aim.bearing * DEGREE
        target = vector(sight, self.aim.range * METRE)
        off = vector(sight + HALF - self.aim.aob * DEGREE, LEAST_STUB)
        meeting = vector(self.run_course * 10, self.run_m * METRE) if self.run_m else _plus(target, off)
        own_at, target_at, meeting_at = _fit(((0, 0), target, meeting), area.width, area.height)
        for n, (x, y) in enumerate(dots(*own_at, *target_at)):
            pane.dot(x, y, on=n % 3 == 0)
        if self.run_m:
            pane.line(*own_at, *meeting_at)
            pane.line(*target_at, *meeting_at)
            pane.sprite(meeting_at[0] - 2, meeting_at[1] - 2, MEETING)
        else:
            stub = vector(sight + HALF - self.aim.aob * DEGREE, STUB)
            pane.line(*target_at, target_at[0] + stub[0], target_at[1] - stub[1])
        _place(pane, target_at, TARGET.width, TARGET.height)
        pane.sprite(target_at[0] - 2, target_at[1] - 1, TARGET)
        pane.sprite(own_at[0] - 1, own_at[1] - 2, BOAT)
        for y in range(own_at[1] - 4, own_at[1] - 9, -2):
            pane.dot(own_at[0], y)

    def words(self) -> Iterable[str]:
        """Return nothing: the fields and the answer beside it say it."""
        return ()


def _plus(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _place(pane: Canvas, at: Point, wide: int, high: int) -> None:
    """Clear the ground of a sign, so that lines end before it."""
    pane.fill(at[0] - wide // 2 - 1, at[1] - high // 2 - 1, wide + 2, high + 2, on=False)


def _fit(points: tuple[Point, ...], width: int, height: int) -> list[Point]:
    """Return places over the sea (east, north) as places on a panel of so many columns and rows."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    wide, tall = width - 2 * MARGIN - 1, height - 2 * MARGIN - 1
    # so many mm are a pixel: the larger of what the two sides need, and never nothing
    scale = max(1, -(-(right - left) // wide), -(-(high - low) // tall))
    spare = (wide - (right - left) // scale) // 2, (tall - (high - low) // scale) // 2
    return [(MARGIN + spare[0] + (x - left) // scale, MARGIN + spare[1] + (high - y) // scale) for x, y in points]
