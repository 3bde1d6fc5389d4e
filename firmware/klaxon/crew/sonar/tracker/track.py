"""The tracker: where a boat may be, exactly, from everything that was heard of it.

Exact means: a point is in the set if and only if there is a history that ends there and agrees with every report: a
start, a choice for every silence and a place for every mine, such that every course was legal. What the other boat's
first officer and engineer mark is no part of it: nobody else hears of that.

A track is immutable; a report makes another one. All seats of a crew hear the same of the enemy, so results for
one of them are cached for the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from klaxon.crew.sonar.tracker import reports
from klaxon.crew.sonar.tracker.case import Case, anywhere
from klaxon.crew.sonar.tracker.ears import Ears
from klaxon.crew.sonar.tracker.reports import Report
from klaxon.crew.understudy import Heard
from klaxon.rules.sonar.chart import DIRECTIONS, Sea
from klaxon.rules.sonar.view import View

MOST_CASES = 40
"""Most assumptions about exploded mines that are followed; beyond that none is."""


class Track:
    """Where a boat may be."""

    __slots__ = ("_settled", "cases", "foreign", "lethal", "near", "sea", "shown", "water")

    def __init__(self, sea: Sea, lethal: int, cases: Iterable[Case] = (), *, foreign: bool = False) -> None:
        """Begin with some cases; without any the boat may be anywhere, and its past is unknown."""
        self.sea, self.lethal, self.cases = sea, lethal, tuple(cases)
        self.foreign = foreign
        """Whether there may be mines of which nothing was heard."""
        self.water = sea.water
        self.shown = 0
        """Damage that everybody knows of."""
        self.near = 0
        """Points on which mines go off in the running chain of blasts."""
        self._settled: Track | None = None

    @classmethod
    def begin(cls, sea: Sea, lethal: int) -> Track:
        """Return the track of a boat that has not begun."""
        return cls(sea, lethal, (anywhere(sea, sea.water, lethal - 1, sure=True),))

    @classmethod
    def of_unknown_past(cls, sea: Sea, lethal: int, water: int) -> Track:
        """Return the track of a boat with an unknown past."""
        track = cls(sea, lethal, (anywhere(sea, water, lethal - 1, sure=False),), foreign=True)
        track.water = water
        return track

    @property
    def where(self) -> int:
        """The points where the boat may be."""
        points = 0
        for case in self.after_blasts.cases:
            points |= case.where
        return points

    @property
    def exact(self) -> bool:
        """Whether there is a history for each of them, and nothing was missed."""
        return not self.foreign and all(case.sure for case in self.after_blasts.cases)

    @property
    def after_blasts(self) -> Track:
        """The track when the current chain of blasts is over: a mine that did not explode was not there."""
        if not self.near:
            return self
        if self._settled is None:
            self._settled = self._with((case.sweep(0, self.near) for case in self.cases), near=0)
        return self._settled

    def after(self, report: Report) -> Track:
        """Return the track after a report."""
        match report:  # these may come in the middle of a chain of blasts
            case reports.Among(points):
                return self._with(case.among(points) for case in self.cases)
            case reports.Shot(at):
                return self._with(case.shoot(at) for case in self.cases)
            case reports.Hurt(amount):
                shown = self.shown + amount
                bearable = max(0, self.lethal - 1 - shown)
                return self._with((case.bear(bearable) for case in self.cases), shown=shown)
            case reports.Swept(gone, near):
                cases = [case.sweep(gone, 0) for case in self.cases] if gone else self.cases
                mined = any(case.lays for case in self.cases)
                return self._with(cases, near=self.near | near if mined else 0)
            case reports.Exploded(at, by_hand):
                return self._split_by_mine(at, by_hand=by_hand)
            case reports.Lost():
                return Track.of_unknown_past(self.sea, self.lethal, self.water)
            case reports.Settled():
                return self.after_blasts
        return self.after_blasts.onward(report)

    def onward(self, report: Report) -> Track:
        """Return the track after a report that does not interrupt a chain of blasts."""
        cases, water = self.cases, self.water
        match report:
            case reports.CourseReport(direction):
                cases = tuple(case.sail(direction) for case in cases)
            case reports.Withdrawn(direction):
                cases = tuple(case.take_back(direction) for case in cases)
            case reports.Silence():
                cases = tuple(case.fall_silent() for case in cases)
            case reports.Surfaced(points):
                cases = tuple(case.surface(points) for case in cases)
            case reports.Laid(fresh):
                cases = tuple(case.lay(fresh=fresh) for case in cases)
            case reports.Armed():
                cases = tuple(case.arm() for case in cases)
            case reports.Silted(points):
                cases, water = tuple(case.silt(points) for case in cases), water & ~points
        return self._with(cases, water=water)

    def _split_by_mine(self, at: int, *, by_hand: bool) -> Track:
        """Separate the cases in which different mines exploded."""
        cases = [told for case in self.cases for told in case.explode(at, by_hand=by_hand)]
        if self.foreign:
            cases.extend(self.cases)
        if len(cases) <= MOST_CASES:
            return self._with(cases)
        track = self._with(self.cases)
        track.foreign = True
        return track

    def _with(self, cases: Iterable[Case], **changes: int) -> Track:
        kept = [case for case in cases if case.finds]
        if not kept:  # it contradicts what was heard before: nothing of that can be relied on
            return Track.of_unknown_past(self.sea, self.lethal, self.water)
        track = Track(self.sea, self.lethal, (case.divide(len(kept)) for case in kept), foreign=self.foreign)
        track.water, track.shown, track.near = self.water, self.shown, self.near
        for name, value in changes.items():
            setattr(track, name, value)
        return track


class Follower(NamedTuple):
    """A boat that is tracked by what is heard of it."""

    ears: Ears
    track: Track

    @classmethod
    def of(cls, view: View, tracked: int, *, begun: bool) -> Follower:
        """Begin to track a boat. In a running game its past is unknown."""
        sea, setting = view.sea, view.setting
        ears = Ears(sea, setting, view.me, tracked, sea.water, operator=view.role == "radio")
        track = Track.of_unknown_past(sea, setting.lethal, sea.water) if begun else _fresh(sea, setting.lethal)
        return cls(ears, track)

    @classmethod
    def late(cls, view: View, tracked: int, *, begun: bool) -> Follower:
        """Begin to track a boat with the calls that a view shows of it; these are not heard again."""
        follower = cls.of(view, tracked, begun=begun)
        track, calls = follower.track, view.enemy_calls
        for call in calls[len(calls.rstrip("NESW~")) :]:
            course = reports.CourseReport(DIRECTIONS["NESW".index(call)]) if call != "~" else None
            track = track.after(course or reports.Silence())
        return cls(follower.ears, track)

    def hear(self, heard: Heard) -> Follower:
        """Return what is known after an event."""
        ears, said = self.ears.read(heard)
        track = self.track
        for report in said:
            track = _after(track, report)
        return Follower(ears, track)

    @property
    def where(self) -> int:
        """The points where the boat may be."""
        return self.track.where

    @property
    def exact(self) -> bool:
        """Whether each of them is really possible."""
        return self.track.exact and not self.ears.iced


@lru_cache(maxsize=8)
def _fresh(sea: Sea, lethal: int) -> Track:
    return Track.begin(sea, lethal)


@lru_cache(maxsize=64)
def _after(track: Track, report: Report) -> Track:
    return track.after(report)
