"""Legs: the common parts of all possible histories of a boat, cut where they may differ.

Between two silences every possible history is the same track, only shifted. So a history is a start for each leg,
and a leg is a track relative to its start. A new leg begins with silence, with surfacing, with a course that was
taken back, and where something happened at sea that may have affected a mine or the boat itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

START, SILENCE, SURFACED, ON, BACK = "start", "silence", "surfaced", "on", "back"
"""How a leg begins: at a first point; after silence; after surfacing; at the last point; a course before it."""


class Find(NamedTuple):
    """One history that ends at a point: proof that a boat may be there, with what is needed to extend it."""

    route: int
    """The points since the last surfacing."""
    mines: tuple[int, ...] = ()
    """For each lay the points where that mine may be in this history."""
    harm: int = 0
    """Damage the boat did to itself that was not announced."""
    sure: bool = True
    """False: such a history is not proved; the search for one took too long."""


class Lay(NamedTuple):
    """A mine that was laid and has not exploded yet, as far as is known."""

    leg: int
    """The leg that begins with it."""
    fresh: bool
    before: tuple[int, ...]
    """For each lay before it, where that mine would have been destroyed by then."""
    excluded: int = 0
    """Points where it cannot be: it would have been seen to explode."""
    gone: int = 0
    """Points where it would have been destroyed silently."""


class Leg:
    """A stretch of track. It is immutable, except that the histories to its beginning are filled in when found."""

    __slots__ = (
        "back",
        "base",
        "begun",
        "dive",
        "end",
        "ends",
        "gone",
        "kind",
        "lane",
        "lay",
        "mask",
        "shots",
        "taken",
        "water",
        "zones",
    )

    def __init__(self, kind: str, dive: int, water: int, begun: dict[int, Find | None]) -> None:
        """Begin a leg. `dive` is the leg with which its dive began."""
        self.kind, self.dive, self.water, self.begun = kind, dive, water, begun
        """`begun`: first point -> a history that ends there; None: there may be one, but it was not searched for."""
        self.lane = water
        """Where the silence before it may have passed."""
        self.end = 0
        """The last point relative to the first, as a difference of indices."""
        self.mask = self.base = 0
        """The points entered by courses, relative to the first: bit `base` is the first one."""
        self.ends: dict[int, tuple[int, int]] = {}
        """Once it is over: last point -> first point, and the points entered by courses."""
        self.lay = -1
        """The lay that it begins with, -1: none."""
        self.shots: tuple[int, ...] = ()
        """Blasts that the boat caused where it begins."""
        self.gone: tuple[int, ...] = ()
        """For each lay so far, where that mine would have been destroyed by then."""
        self.back = 0
        """If a course was taken back: the relative point that it had led to."""
        self.taken = False
        """Whether its last course was taken back later."""
        self.zones: dict[int, int] = {}
        """First point -> the points that may have been entered before it in the same dive."""

    def copy(self) -> Leg:
        """Return a copy, to be changed before anybody sees it."""
        leg = Leg(self.kind, self.dive, self.water, self.begun)
        for name in ("lane", "end", "mask", "base", "ends", "lay", "shots", "gone", "back", "taken", "zones"):
            setattr(leg, name, getattr(self, name))
        return leg

    def further(self, step: int) -> Leg:
        """Return the leg with one more course, given as a difference of indices."""
        leg = self.copy()
        leg.end += step
        if leg.end + leg.base < 0:
            leg.mask <<= -leg.end - leg.base
            leg.base = -leg.end
        leg.mask |= 1 << leg.end + leg.base
        return leg

    def over(self, ends: Iterable[int]) -> Leg:
        """Return the finished leg: the boat is at one of these points."""
        leg = self.copy()
        leg.ends = {point: (point - self.end, self.track(point - self.end)) for point in ends}
        return leg

    def track(self, start: int) -> int:
        """Return the points entered by courses, if the leg begins at a point."""
        shift = start - self.base
        return self.mask << shift if shift >= 0 else self.mask >> -shift


def can_place_mines(mines: tuple[int, ...], lays: tuple[Lay, ...]) -> bool:
    """Return whether every mine has a place of its own; two may share one if the first was destroyed in time."""
    count = len(mines)
    if count == 0 or min(map(int.bit_count, mines)) >= count:
        return True

    def place(number: int, chosen: tuple[int, ...]) -> bool:
        if number == count:
            return True
        left, before = mines[number], lays[number].before
        while left:
            bit = left & -left
            left ^= bit
            alone = all(bit != other or gone & bit for other, gone in zip(chosen, before, strict=True))
            if alone and place(number + 1, (*chosen, bit)):
                return True
        return False

    return place(0, ())
