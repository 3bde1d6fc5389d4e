"""A round by FIDE's Dutch system (handbook C.04.3 of 2026), crews for players and boats for colours: red for white.

Brackets of equal points are paired from the top; who is left over goes down into the next one. A bracket is paired so
that the rest of the round can be completed, and so that the bye goes to as few points as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from .boats import deal_boats
from .bracket import pair_bracket
from .criteria import Bracket, Criteria
from .matching import most_pairs
from .meetings import CannotPairError, Meetings, Pairing
from .reasons import why_a_bye, why_they_meet
from .record import Boat, Record

Pair = tuple[Record, Record]


def pair_swiss(crews: Mapping[int, Record], meetings: Meetings, first: Boat) -> list[Pairing]:
    """Return the next round, the first table first. `first` is the boat drawn for crew 1 in round 1."""
    ranked = sorted(crews.values(), key=lambda record: record.rank)
    pairs = list(_Brackets(ranked, meetings.may_meet).pair())
    paired = {record.number for pair in pairs for record in pair}
    pairings = []
    for high, low in sorted(pairs, key=_table_order):
        boat, rule = deal_boats(high, low, first)
        red, blue = (high, low) if boat == "red" else (low, high)
        reasons = why_they_meet(high, low, ranked, meetings, boat, rule)
        pairings.append(Pairing(red.number, blue.number, reasons))
    return pairings + [Pairing(one.number, None, why_a_bye(one)) for one in ranked if one.number not in paired]


class _Brackets:
    """A round in the making, bracket by bracket."""

    def __init__(self, ranked: list[Record], allowed: Callable[[Record, Record], bool]) -> None:
        """Find out whether a round is possible at all, and how few points the one with the bye can have (C5)."""
        self._allowed = allowed
        self._groups = [list(group) for _, group in groupby(ranked, key=lambda record: record.points)]
        self._odd = len(ranked) % 2 == 1
        self._bye_points = -1
        scores = [group[0].points for group in reversed(self._groups)] if self._odd else [-1]
        for self._bye_points in scores:
            if self._can_complete(ranked):
                return
        raise CannotPairError

    def pair(self) -> Iterable[Pair]:
        """Yield all pairs, the highest bracket first."""
        moved_down: list[Record] = []
        groups = self._groups
        while groups:
            residents, *rest = groups
            following = rest[0] if rest else []
            bracket = Bracket(moved_down, residents, following, [record for group in rest[1:] for record in group])
            pairs = self._pair_bracket(bracket)
            yield from pairs
            moved_down, groups = _without(bracket.here, pairs), rest

    def _pair_bracket(self, bracket: Bracket) -> list[Pair]:
        pairs = self._best_pairs(bracket, one_rests=False)
        if self._odd and self._bye_points >= bracket.residents[0].points and len(_without(bracket.here, pairs)) == 1:
            pairs = self._best_pairs(bracket, one_rests=True)
        return pairs

    def _best_pairs(self, bracket: Bracket, *, one_rests: bool) -> list[Pair]:
        """C4: first without the rest. Where what was foreseen leaves a rest that can be paired, that is the best."""
        criteria = Criteria(bracket, self._may_rest, one_rests=one_rests)
        if bracket.following:
            choice = pair_bracket(bracket, criteria, self._allowed, completing=False)
            left = _without([*bracket.here, *bracket.following], [*choice.pairs, *choice.foreseen])
            if self._can_complete([*left, *bracket.rest]):
                return choice.pairs
        return pair_bracket(bracket, criteria, self._allowed, completing=True).pairs

    def _may_rest(self, record: Record) -> bool:
        """C2 and C5."""
        return not record.won_without_playing and record.points <= self._bye_points

    def _can_complete(self, crews: list[Record]) -> bool:
        """Whether all of them can be brought into pairs, but for one who may have the bye where they are odd."""
        edges = [(i, j) for j, low in enumerate(crews) for i, high in enumerate(crews[:j]) if self._allowed(high, low)]
        if len(crews) % 2:
            bye = len(crews)
            edges += [(i, bye) for i, record in enumerate(crews) if self._may_rest(record)]
        return 2 * len(most_pairs(edges)) >= len(crews)


def _without(crews: Iterable[Record], pairs: Iterable[Pair]) -> list[Record]:
    paired = {record.number for pair in pairs for record in pair}
    return [record for record in crews if record.number not in paired]


def _table_order(pair: tuple[Record, Record]) -> tuple[int, int, int]:
    """The first table is that of the most points."""
    high, low = pair
    return -high.points, -low.points, high.number
