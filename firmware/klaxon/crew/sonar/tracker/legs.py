"""Legs: what all possible histories of a boat have in common, cut where they may part.

Between two silences every possible history is the same track, laid elsewhere. So a history is a start for each leg,
and a leg is a track relative to its start. A new leg begins with silence, with surfacing, with a course that was
taken back, and where something happened at sea that a mine or the boat itself may have felt.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

START, SILENCE, SURFACED, ON, BACK = "start", "silence", "surfaced", "on", "back"
"""How a leg begins: at a first point; after silence; after surfacing; at the last point; a course before it."""


class Find(NamedTuple):
    """One history that ends at a point: proof that a boat may be there. What it needs to be taken further is kept."""

    route: int
    """The points since the last surfacing."""
    mines: tuple[int, ...] = ()
    """For each lay the points where that mine may be in this history."""
    harm: int = 0
    """Damage the boat did to itself and kept quiet about."""
    sure: bool = True
    """False: nobody has shown that there is such a history; the search for one took too long."""


class Lay(NamedTuple):
    """A mine that was laid and has not exploded yet, for all that is known."""

    leg: int
    """The leg that begins with it."""
    fresh: bool
    before: tuple[int, ...]
    """For each lay before it, where that mine would have been destroyed by then."""
    excluded: int = 0
    """Points where it cannot be: it would have been seen to explode."""
    gone: int = 0
    """Points where it would have been destroyed without a word."""


class Leg:
    """A stretch of track. Once made it stays; only the histories to its beginning are filled in when they are found."""

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
        """`begun`: first point -> a history that ends there; None: there may be one, and none was looked for."""
        self.lane = water
        """Where the silence before it may have passed."""
        self.end = 0
        """How far the last point lies from the first, as a difference of indices."""
        self.mask = self.base = 0
        """The points entered by courses, relative to the first: bit `base` is the first one."""
        self.ends: dict[int, tuple[int, int]] = {}
        """Once it is over: last point -> first point, and the points entered by courses."""
        self.lay = -1
        """The lay that it begins with, -1: none."""
        self.shots: tuple[int, ...] = ()
        """Blasts that the boat made where it begins."""
        self.gone: tuple[int, ...] = ()
        """For each lay so far, where that mine would have been destroyed by then."""
        self.back = 0
        """Where a course was taken back: how far the point lies that it had led to."""
        self.taken = False
        """Its last course was taken back later."""
        self.zones: dict[int, int] = {}
        """First point -> the points that may have been entered before it in the same dive."""

    def copy(self) -> Leg:
        """Return a leg that is the same, to be changed before anybody sees it."""
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
        """Return the leg when it is over: the boat is at one of these points."""
        leg = self.copy()
        leg.ends = {point: (point - self.end, self.track(point - self.end)) for point in ends}
        return leg

    def track(self, start: int) -> int:
        """Return the points entered by courses, where the leg begins at a point."""
        shift = start - self.base
        return self.mask << shift if shift >= 0 else self.mask >> -shift


def can_place_mines(mines: tuple[int, ...], lays: tuple[Lay, ...]) -> bool:
    """Return whether every mine has a place of its own; two may share one where the first was destroyed in time."""
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
