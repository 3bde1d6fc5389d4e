"""The search for a history that ends at a point and agrees with all that was heard.

It goes back leg by leg. If a known history leads to the beginning of a leg without crossing what came
after, it is used as it is; only otherwise are others tried. Dead ends are remembered together with
just those points that could make a difference, so the same question is not asked twice.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.crew.sonar.tracker.legs import BACK, SILENCE, START, SURFACED, Find, Lay, Leg, can_place_mines
from klaxon.crew.sonar.tracker.waters import silences
from klaxon.rules.sonar.chart import Sea


class TooLongError(Exception):
    """The search took more steps than allowed."""


class After(NamedTuple):
    """What a history did after the beginning of a leg, with which the part before must agree."""

    ahead: int
    """The points entered later in the same dive."""
    exempt: int
    """Points whose course was taken back: they do not conflict with later mines."""
    barred: tuple[int, ...]
    """For each lay still to be reached, the points where its mine would have been in the way."""
    mines: tuple[int, ...]
    """For each lay passed, the points where its mine may be."""
    open: int
    """How many of the first of them belong to the same dive, so that its route bars them."""
    harm: int


class Search:
    """Searches for histories over the same legs, one end after another."""

    def __init__(self, sea: Sea, legs: tuple[Leg, ...], lays: tuple[Lay, ...], bearable: int, effort: int) -> None:
        """Take the legs, the last one open, how much more damage the boat can bear, and a limit of the search."""
        self._sea, self._legs, self._lays, self._bearable = sea, legs, lays, bearable
        self._behind = silences(sea)[1]
        self._dead: set[object] = set()
        self.effort = effort

    def find(self, start: int) -> Find | None:
        """Return a history whose last leg begins at a point; None if there is none. TooLongError: unknown."""
        last = self._legs[-1]
        track = last.track(start)
        barred = tuple(track & ~gone for gone in last.gone)
        past = self._before(len(self._legs) - 1, start, After(track, 0, barred, (), 0, 0))
        if past is None:
            return None
        mines = tuple(
            points & ~(bars | lay.excluded) for points, bars, lay in zip(past.mines, barred, self._lays, strict=True)
        )
        return past._replace(route=past.route | track, mines=mines)

    def _before(self, place: int, start: int, after: After) -> Find | None:
        """Return a history to the beginning of a leg that agrees with what came after, if there is one."""
        leg = self._legs[place]
        if start not in leg.begun:
            return None
        if leg.kind in (START, SURFACED) and after.ahead >> start & 1:
            return None
        known = leg.begun[start]
        if known is not None:
            if self._agree(known, after):
                return known
            fresh = leg.kind == SURFACED and not after.barred and not known.harm  # no other past would be any better
            if place == 0 or fresh:
                return None
        self.effort -= 1
        if self.effort < 0:
            raise TooLongError
        key = (place, start, after.ahead & self._zone(place, start), *after[1:])
        if key in self._dead:
            return None
        found = self._try_ways(place, start, after)
        if found is None:
            self._dead.add(key)
        elif known is None:
            leg.begun[start] = found
        return found

    def _agree(self, known: Find, after: After) -> bool:
        """Return whether a history agrees with what came after it."""
        if known.route & after.ahead or known.harm + after.harm > self._bearable:
            return False
        if not self._lays:
            return True
        mines = (
            points & ~(bars | lay.excluded)
            for points, bars, lay in zip(known.mines, after.barred, self._lays, strict=False)
        )
        whole = (*mines, *_barring(after, known.route))
        return all(whole) and can_place_mines(whole, self._lays)

    def _try_ways(self, place: int, start: int, after: After) -> Find | None:
        """Try every way in which a boat can have got to the beginning of a leg."""
        leg = self._legs[place]
        hurt = sum(harm(self._sea, start, shot) for shot in leg.shots)
        sites = 0
        if hurt:
            after = after._replace(harm=after.harm + hurt)
            if after.harm > self._bearable:
                return None
        if leg.lay >= 0:
            sites = self._sea.around[start] & leg.water & ~(self._lays[leg.lay].excluded | after.barred[leg.lay])
            if not sites:
                return None
            after = after._replace(barred=after.barred[: leg.lay], mines=(sites, *after.mines), open=after.open + 1)
        past = self._through(place, start, after)
        if past is None:
            return None
        route = 1 << start if leg.kind == SURFACED else past.route
        mines = (*past.mines, sites & ~route) if leg.lay >= 0 else past.mines
        return Find(route, mines, past.harm + hurt, past.sure)

    def _through(self, place: int, start: int, after: After) -> Find | None:
        """Return a history to a point where a leg begins, extending one to the beginning of the previous leg."""
        leg, ends = self._legs[place], self._legs[place - 1].ends
        if leg.kind == SILENCE:
            for point, line in self._behind[start]:
                if point in ends and not line & (after.ahead | ~leg.lane):
                    past = self._along(place, point, line, _entered(leg, line, after) if line else after)
                    if past is not None:
                        return past
            return None
        if leg.kind == SURFACED:
            after = _entered(leg, 1 << start, after)._replace(ahead=0, exempt=0, open=0)
        elif leg.kind == BACK:
            taken = 1 << start + leg.back
            after = after._replace(ahead=after.ahead & ~taken, exempt=after.exempt | taken)
            past = self._along(place, start + leg.back, 0, after)
            return past and past._replace(route=past.route & ~taken)
        return self._along(place, start, 0, after)

    def _along(self, place: int, point: int, line: int, after: After) -> Find | None:
        """Return a history that goes through the previous leg, ends it at a point and enters a line from there."""
        leg, before = self._legs[place], self._legs[place - 1]
        entry = before.ends.get(point)
        if entry is None or entry[1] & after.ahead:
            return None
        start, track = entry
        if track:
            after = _entered(before, track, after)
        if not all(after.mines):
            return None
        past = self._before(place - 1, start, after)
        if past is None:
            return None
        mines = past.mines
        if mines:
            mines = tuple(
                points & ~(track & ~gone | line & ~later)
                for points, gone, later in zip(mines, before.gone, leg.gone, strict=False)
            )
        return Find(past.route | track | line, mines, past.harm, past.sure)

    def _zone(self, place: int, start: int) -> int:
        """Return the points that a boat may have entered in this dive before a leg that begins at a point."""
        leg = self._legs[place]
        zone = leg.zones.get(start)
        if zone is None:
            zone = leg.zones[start] = self._unknown_zone(place, start)
        return zone

    def _unknown_zone(self, place: int, start: int) -> int:
        leg = self._legs[place]
        if place == leg.dive:
            return 1 << start
        ways = self._behind[start] if leg.kind == SILENCE else ((start + leg.back, 0),)
        ends = self._legs[place - 1].ends
        zone = 0
        for point, line in ways:
            if point in ends:
                first, track = ends[point]
                zone |= line | track | self._zone(place - 1, first)
        return zone


def _barring(after: After, entered: int) -> tuple[int, ...]:
    """Return where the mines laid later may be, once these points were entered before."""
    if not after.open:
        return after.mines
    bar = ~(entered & ~after.exempt)
    return (*(points & bar for points in after.mines[: after.open]), *after.mines[after.open :])


def _entered(leg: Leg, points: int, after: After) -> After:
    """Return what came after, with these points added before it."""
    barred = after.barred
    if barred:
        barred = tuple(bar | (points & ~gone) for bar, gone in zip(barred, leg.gone, strict=False))
    return After(after.ahead | points, after.exempt, barred, _barring(after, points), after.open, after.harm)


def harm(sea: Sea, at: int, blast: int) -> int:
    """Return the damage that a blast does to a boat."""
    return 2 if at == blast else sea.around[blast] >> at & 1
