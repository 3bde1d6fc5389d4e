"""One bracket of a round: the best candidate, and of equally good ones the first in the order of FIDE's Dutch system.

That order (sections B and D there) is made of the same stuff as the criteria: digits below theirs, in three matchings.
First those who came down, then who of the others changes halves, then who of the upper half meets whom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .criteria import Bracket, Criteria, Digit, pack
from .matching import Edge, best_matching
from .record import Record

Pair = tuple[Record, Record]
Allowed = Callable[[Record, Record], bool]


class BestCandidate(NamedTuple):
    """The best candidate of a bracket."""

    pairs: list[Pair]
    """Of this bracket; who is in none goes down."""
    foreseen: list[Pair]
    """How those who go down could be paired with those below: what was counted on."""


def pair_bracket(bracket: Bracket, criteria: Criteria, allowed: Allowed, *, completing: bool) -> BestCandidate:
    """Return the best candidate; `completing`: all who are left are foreseen, so that the round can be completed."""
    return _Candidates(bracket, criteria, allowed, completing=completing).choose()


class _Candidates:
    """The ways to pair a bracket. Vertices go by rank: those who came down, the residents, whoever is below."""

    def __init__(self, bracket: Bracket, criteria: Criteria, allowed: Allowed, *, completing: bool) -> None:
        self._vertices = [*bracket.here, *bracket.following, *(bracket.rest if completing else ())]
        self._moved = len(bracket.moved_down)
        self._here = len(bracket.here)
        self._remaining = list(range(self._moved, self._here))  # residents that nobody who came down has met
        self._weights: dict[Edge, int] = {}
        next_one = self._here + len(bracket.following)
        for j, low in enumerate(self._vertices):
            for i, high in enumerate(self._vertices[:j]):
                if allowed(high, low):
                    head = [criteria.completing(high, low)] if completing else []
                    inside = j < self._here
                    own = criteria.inside(high, low) if inside else criteria.below(high, low, next_one=j < next_one)
                    self._weights[i, j] = pack((*head, *own))

    def choose(self) -> BestCandidate:
        moved_down = self._pair_moved_down()
        matching = self._pair_residents()
        inside = [edge for edge in matching if self._inside(*edge)]
        below = [edge for edge in matching if not self._inside(*edge)]
        return BestCandidate(self._records_of(moved_down + inside), self._records_of(below))

    def _records_of(self, edges: list[Edge]) -> list[Pair]:
        return [(self._vertices[high], self._vertices[low]) for high, low in edges]

    def _pair_moved_down(self) -> list[Edge]:
        """D.3 and D.1: the highest of them are paired, each with the highest resident it can have."""
        if not self._moved:
            return []
        residents = self._here - self._moved

        def order(high: int, low: int) -> list[Digit]:
            comes = high < self._moved <= low < self._here
            paired = [Digit(comes and high == i, 1) for i in range(self._moved)]
            chosen = [Digit((self._here - low) * (comes and high == i), residents) for i in range(self._moved)]
            return paired + chosen

        pairs = [(high, low) for high, low in self._best(order) if high < self._moved and low < self._here]
        gone = {vertex for pair in pairs for vertex in pair}
        self._remaining = [vertex for vertex in self._remaining if vertex not in gone]
        self._weights = {edge: weight for edge, weight in self._weights.items() if gone.isdisjoint(edge)}
        return pairs

    def _pair_residents(self) -> list[Edge]:
        upper = self._upper_half()
        lower = [vertex for vertex in self._remaining if vertex not in upper]
        self._weights = {
            (high, low): weight
            for (high, low), weight in self._weights.items()
            if not self._inside(high, low) or (high in upper and low not in upper)
        }

        def order(high: int, low: int) -> list[Digit]:
            """D.1: each of the upper half in turn meets the first of the lower half."""
            meets = self._inside(high, low)
            place = len(lower) - lower.index(low) if meets else 0
            return [Digit(place * (high == vertex), len(lower)) for vertex in upper]

        return self._best(order)

    def _upper_half(self) -> list[int]:
        """D.2: who is above in its pair, when as few as possible change halves."""
        place = {vertex: i for i, vertex in enumerate(self._remaining)}
        pairs = sum(self._inside(high, low) for high, low in best_matching(self._weights))
        size = len(place)

        def order(high: int, low: int) -> list[Digit]:
            inside = self._inside(high, low)
            above = place[high] if inside else -1
            return [
                Digit(-(above >= pairs), size),
                Digit(-above if inside else 0, size * size),
                *(Digit(-(above == i), 1) for i in reversed(range(pairs))),
                *(Digit(above == i, 1) for i in range(pairs, size)),
            ]

        return sorted(high for high, low in self._best(order) if self._inside(high, low))

    def _inside(self, high: int, low: int) -> bool:
        return self._moved <= high and low < self._here

    def _best(self, order: Callable[[int, int], Sequence[Digit]]) -> list[Edge]:
        """The best matching, by the criteria and then by an order, which stays with the weights from here on."""
        for edge, weight in self._weights.items():
            self._weights[edge] = pack(order(*edge), weight)
        return best_matching(self._weights)
