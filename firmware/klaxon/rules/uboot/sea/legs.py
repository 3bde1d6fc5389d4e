"""Legs: everything at sea moves evenly from the beginning of a leg; crossings are solved, never searched (UBT-8.0b, f).

A place is always counted from the beginning of its leg, so time may be cut anywhere.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

_MEETING_ROUNDS = 4


class SeaLeg(NamedTuple):
    """An even motion: a place (mm east and north) at a game time, and a velocity (mm a second)."""

    start: int
    x: int
    y: int
    vx: int = 0
    vy: int = 0

    def place(self, game: int) -> tuple[int, int]:
        """Return where it is at a game time."""
        passed = game - self.start
        return self.x + self.vx * passed // 1000, self.y + self.vy * passed // 1000

    def steering(self, game: int, vx: int, vy: int) -> SeaLeg:
        """Return the leg that goes on from here with another velocity."""
        return SeaLeg(game, *self.place(game), vx, vy)


class Relative(NamedTuple):
    """Where one body is as another sees it, and how it moves there, at an instant."""

    x: int
    y: int
    vx: int
    vy: int

    @property
    def square(self) -> int:
        """The distance, squared."""
        return self.x * self.x + self.y * self.y


def relative(watcher: SeaLeg, target: SeaLeg, game: int) -> Relative:
    """Return the target as the watcher sees it at a game time."""
    (wx, wy), (tx, ty) = watcher.place(game), target.place(game)
    return Relative(tx - wx, ty - wy, target.vx - watcher.vx, target.vy - watcher.vy)


def crossing(seen: Relative, reach: int) -> int | None:
    """Return after how many milliseconds the boundary of a range (mm) is crossed, in or out; None: never (UBT-8.0f)."""
    a = seen.vx * seen.vx + seen.vy * seen.vy
    if not a:
        return None
    b = 1000 * (seen.x * seen.vx + seen.y * seen.vy)
    c = seen.square - reach * reach
    if c > 0:
        root = b * b - 1_000_000 * a * c
        return (-b - isqrt(root)) // a + 1 if b < 0 and root >= 0 else None
    return (-b + isqrt(b * b - 1_000_000 * a * c)) // a + 1


def ray_crossing(seen: Relative, ux: int, uy: int) -> int | None:
    """Return after how many milliseconds (1 or more) a body is past the ray along (ux, uy); None: never.

    Past it, as with a range: who judges a hair before the edge would find nothing changed, and no edge ahead.
    """
    rate = seen.vx * uy - seen.vy * ux
    if not rate:
        return None
    passed = -1000 * (seen.x * uy - seen.y * ux)
    after = (passed // rate if rate > 0 else -passed // -rate) + 1
    if after < 1:
        return None
    x, y = seen.x + seen.vx * after // 1000, seen.y + seen.vy * after // 1000
    return after if x * ux + y * uy > 0 else None


def is_between(x: int, y: int, left_x: int, left_y: int, right_x: int, right_y: int) -> bool:
    """Return whether a point lies in an arc of less than half a circle, by the rays that are its edges.

    It is judged by the same rays that `ray_crossing` waits for: by an angle, rounded otherwise, an arc that was entered
    would not have begun yet.
    """
    return left_x * y - left_y * x < 0 < right_x * y - right_y * x


def meeting_point(target: SeaLeg, place: tuple[int, int], speed: int, game: int) -> tuple[tuple[int, int], int]:
    """Return where somebody who starts now meets a target that goes on as it does, and when: a few rounds near it.

    Who is hardly faster than his target is sent ahead of it, and has to look again.
    """
    (x, y), arrival = place, game
    for _ in range(_MEETING_ROUNDS):
        to_x, to_y = target.place(arrival)
        arrival = game + max(1, isqrt((to_x - x) ** 2 + (to_y - y) ** 2) * 1000 // speed)
    return target.place(arrival), arrival
