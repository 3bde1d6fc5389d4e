"""A case: the possible histories under one assumption about which mine exploded. Reports extend it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from klaxon.crew.sonar.tracker.legs import BACK, ON, SILENCE, START, SURFACED, Find, Lay, Leg, can_place_mines
from klaxon.crew.sonar.tracker.search import Search, TooLongError, harm
from klaxon.crew.sonar.tracker.waters import silences
from klaxon.rules.sonar.chart import Sea

EFFORT = 40_000
"""Steps that the search for histories may take after one report."""
MOST_LEGS = 150
"""Legs after which the past is dropped."""

Finds = dict[int, Find]
"""Point -> a history that ends there."""


class Case(NamedTuple):
    """Where a boat may be, each point with a history that ends there."""

    sea: Sea
    water: int
    bearable: int
    """Damage that the boat can have done to itself without being lost, in addition to what was heard of."""
    finds: Finds
    legs: tuple[Leg, ...]
    """The last one is open: the boat may sail on in it."""
    lays: tuple[Lay, ...] = ()
    effort: int = 0
    """Steps that a search may take: all cases together take no more than one would."""

    @property
    def where(self) -> int:
        """The points."""
        points = 0
        for point in self.finds:
            points |= 1 << point
        return points

    @property
    def sure(self) -> bool:
        """Whether there is a proved history for every point."""
        return all(find.sure for find in self.finds.values())

    def divide(self, cases: int) -> Case:
        """Return the case with its share of the effort of so many."""
        return self._replace(effort=EFFORT // cases)

    # What the boat does

    def sail(self, direction: str) -> Case:
        """Extend every history by one point; if it would cross itself, search for another."""
        nexts = self.sea.next[direction]
        finds, doubted = {}, []
        for point, find in self.finds.items():
            onto = nexts[point]
            if onto >= 0 and self.water >> onto & 1:
                further = self._enter_points(find, 1 << onto)
                if further is None:
                    doubted.append(onto)
                else:
                    finds[onto] = further
        leg = self.legs[-1].further(_step(self.sea, direction))
        return self._replace(legs=(*self.legs[:-1], leg)).fill_with(finds, doubted)

    def take_back(self, direction: str) -> Case:
        """Take the last course back, heard or not. It stays known that it was legal."""
        step, forth = _step(self.sea, direction), self.sea.next[direction]
        finds = {
            point - step: find._replace(route=find.route & ~(1 << point))
            for point, find in self.finds.items()
            if 0 <= point - step < self.sea.size and forth[point - step] == point
        }
        legs = list(self.legs)
        place = max((place for place, leg in enumerate(legs) if leg.mask), default=-1)
        if place >= 0:
            legs[place] = legs[place].copy()
            legs[place].taken = True
        return self._replace(legs=tuple(legs)).begin(BACK, finds, (), back=step)

    def fall_silent(self) -> Case:
        """Extend every history by 0 to 4 points in a line."""
        ahead = silences(self.sea)[0]
        finds: Finds = {}
        doubted: dict[int, None] = {}
        for point, find in self.finds.items():
            for onto, line in ahead[point]:
                if onto in finds or line & ~self.water:
                    continue
                further = self._enter_points(find, line) if line else find
                if further is None:
                    doubted[onto] = None
                else:
                    finds[onto] = further
        return self.begin(SILENCE, finds, [point for point in doubted if point not in finds])

    def surface(self, points: int) -> Case:
        """Erase the routes. Without mines nothing earlier matters any more."""
        case = self.among(points)
        finds = {point: find._replace(route=1 << point) for point, find in case.finds.items()}
        if self.lays or any(find.harm for find in finds.values()):
            return case.begin(SURFACED, finds, ())
        return self._replace(finds=finds, legs=(Leg(START, 0, self.water, {**finds}),))

    def among(self, points: int) -> Case:
        """Keep the histories that end on one of these points."""
        return self._replace(finds={point: find for point, find in self.finds.items() if points >> point & 1})

    # Mines and blasts

    def lay(self, *, fresh: bool) -> Case:
        """Lay a mine next to every end."""
        lays = (*self.lays, Lay(len(self.legs), fresh, tuple(lay.gone for lay in self.lays)))
        finds, doubted = {}, []
        for point, find in self.finds.items():
            sites = self.sea.around[point] & self.water
            mines = (*find.mines, sites & ~find.route)
            if mines[-1] and can_place_mines(mines, lays):
                finds[point] = find._replace(mines=mines)
            elif sites:
                doubted.append(point)
        return self.begin(ON, finds, doubted, lays=lays, lay=len(self.lays))

    def arm(self) -> Case:
        """Let all mines be armed."""
        if not any(lay.fresh for lay in self.lays):
            return self
        return self._replace(lays=tuple(lay._replace(fresh=False) for lay in self.lays))

    def shoot(self, at: int) -> Case:
        """Let the boat cause a blast that may have hurt itself."""
        finds = {p: find._replace(harm=find.harm + harm(self.sea, p, at)) for p, find in self.finds.items()}
        return self.begin(ON, finds, (), shots=(at,)).bear(self.bearable)

    def bear(self, bearable: int) -> Case:
        """Set how much damage the boat can bear; if that is too little for a history, search for another."""
        case = self._replace(bearable=bearable)
        doubted = [point for point, find in self.finds.items() if find.harm > bearable]
        if not doubted:
            return case
        return case.fill_with({point: find for point, find in self.finds.items() if find.harm <= bearable}, doubted)

    def sweep(self, gone: int, near: int) -> Case:
        """Destroy mines silently, and exclude others near them."""
        if not self.lays:
            return self
        lays = tuple(
            lay._replace(gone=lay.gone | gone, excluded=lay.excluded | near & ~(lay.gone | gone)) for lay in self.lays
        )
        finds, doubted = {}, []
        for point, find in self.finds.items():
            mines = tuple(points & ~lay.excluded for points, lay in zip(find.mines, lays, strict=True))
            if all(mines) and can_place_mines(mines, lays):
                finds[point] = find._replace(mines=mines)
            else:
                doubted.append(point)
        return self.begin(ON, finds, doubted, lays=lays)

    def silt(self, points: int) -> Case:
        """Turn sea into land: a boat there is lost, mines there are gone."""
        case = self.among(self.water & ~points)
        return case._replace(water=self.water & ~points).sweep(points, 0)

    def explode(self, at: int, *, by_hand: bool) -> Iterator[Case]:
        """Yield a case for every mine that may be the one that exploded on a point."""
        for number, lay in enumerate(self.lays):
            if not (lay.excluded | lay.gone) >> at & 1 and not (by_hand and lay.fresh):
                case = self._with_mine(number, at)
                if case is not None:
                    yield case

    def _with_mine(self, number: int, at: int) -> Case | None:
        """Return the case in which a mine was on a point from its laying until now; None if that cannot be."""
        laid = self.lays[number].leg
        dive = self.legs[laid].dive
        legs: list[Leg] = []
        for place, leg in enumerate(self.legs):
            copy = leg.copy()
            bit = 1 << at if place >= dive else 0
            copy.lane &= ~bit
            starts = [start for start in leg.begun if place == 0 or self._can_have_begun(legs[-1], copy, start)]
            if place == laid:
                starts = [start for start in starts if self.sea.around[at] >> start & 1]
            if place == dive:
                starts = [start for start in starts if start != at]
            copy.begun = {start: leg.begun[start] if place == 0 else None for start in starts}
            allowed = at - copy.end if leg.taken and place < laid else -1  # that course was taken back before the mine
            copy.ends = {
                end: (start, track)
                for end, (start, track) in leg.ends.items()
                if start in copy.begun and (start == allowed or not track & bit)
            }
            copy.gone = (*leg.gone[:number], *leg.gone[number + 1 :])
            copy.lay = -1 if leg.lay == number else leg.lay - (leg.lay > number)
            legs.append(copy)
        last = legs[-1]
        ends = [s + last.end for s in last.begun if s + last.end in self.finds and not last.track(s) >> at & 1]
        if not ends:
            return None
        lays = tuple(self._beside(other, number, 1 << at) for other in range(len(self.lays)) if other != number)
        effort = self.effort // len(self.lays)
        return self._replace(legs=tuple(legs), lays=lays, effort=effort).fill_with({}, ends)

    def _can_have_begun(self, before: Leg, leg: Leg, start: int) -> bool:
        """Return whether a leg may have begun at a point, as far as the end of the previous one tells."""
        if leg.kind != SILENCE:
            return start + leg.back in before.ends
        return any(p in before.ends and not line & ~leg.lane for p, line in silences(self.sea)[1][start])

    def _beside(self, other: int, number: int, bit: int) -> Lay:
        """Return another lay, given that this one was on a point: they were never both there."""
        lay, mine = self.lays[other], self.lays[number]
        if other > number:
            lay = lay._replace(before=(*lay.before[:number], *lay.before[number + 1 :]))
        elif mine.before[other] & bit:
            return lay
        return lay._replace(excluded=lay.excluded | bit)

    # Histories

    def _enter_points(self, find: Find, points: int) -> Find | None:
        """Return a history with points added at its end; None if that is impossible."""
        if find.route & points:
            return None
        if not self.lays:
            return Find(find.route | points, (), find.harm, find.sure)
        mines = tuple(m & ~(points & ~lay.gone) for m, lay in zip(find.mines, self.lays, strict=True))
        if not all(mines) or not can_place_mines(mines, self.lays):
            return None
        return Find(find.route | points, mines, find.harm, find.sure)

    def begin(
        self,
        kind: str,
        finds: Finds,
        doubted: Iterable[int],
        *,
        lays: tuple[Lay, ...] | None = None,
        back: int = 0,
        lay: int = -1,
        shots: tuple[int, ...] = (),
    ) -> Case:
        """Begin a new leg with these histories, and with others to uncertain points that can be found."""
        laid = self.lays if lays is None else lays
        leg = Leg(kind, len(self.legs) if kind == SURFACED else self.legs[-1].dive, self.water, {**finds})
        leg.begun |= dict.fromkeys(doubted)
        leg.back, leg.lay, leg.shots, leg.gone = back, lay, shots, tuple(each.gone for each in laid)
        legs = (*self.legs[:-1], self.legs[-1].over(self.finds), leg)
        case = self._replace(legs=legs, lays=laid).fill_with(finds, doubted)
        leg.begun = {**case.finds}
        return case if len(legs) <= MOST_LEGS else case.forgetful()

    def fill_with(self, finds: Finds, doubted: Iterable[int]) -> Case:
        """Return the case with these histories, and with others to uncertain points that can be found."""
        found, last = {**finds}, self.legs[-1]
        search = Search(self.sea, self.legs, self.lays, self.bearable, self.effort)
        for point in doubted:
            start = point - last.end
            find: Find | None
            try:
                find = search.find(start)
            except TooLongError:
                find = Find(last.track(start) | 1 << point, (self.sea.water,) * len(self.lays), sure=False)
            if find is not None:
                found[point] = find
        return self._replace(finds=found)

    def forgetful(self) -> Case:
        """Return the case without its past: no route, no mines, no proof."""
        finds = {point: Find(1 << point, sure=False) for point in self.finds}
        return self._replace(finds=finds, legs=(Leg(START, 0, self.water, {**finds}),), lays=())


def anywhere(sea: Sea, water: int, bearable: int, *, sure: bool) -> Case:
    """Return the case of a boat that may be anywhere, about to begin."""
    finds = {point: Find(1 << point, sure=sure) for point in range(sea.size) if water >> point & 1}
    return Case(sea, water, bearable, finds, (Leg(START, 0, water, {**finds}),), effort=EFFORT)


def _step(sea: Sea, direction: str) -> int:
    """Return the step to the next point in a direction, as a difference of indices."""
    return {"north": -sea.width, "south": sea.width, "east": 1}.get(direction, -1)
