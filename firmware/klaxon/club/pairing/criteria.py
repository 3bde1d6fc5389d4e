"""What makes one way of pairing a bracket better than another: criteria C4 to C21 of FIDE's Dutch system.

A pairing of a bracket is a matching. Each criterion gives an edge a *gain*, so that the sum over a matching is greater
for the better one; all criteria together are one whole number, the first criterion in its highest digits. A
matching of the greatest weight is then the best candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .record import Due, Float, Record, clash


@dataclass(frozen=True, slots=True)
class Digit:
    """One criterion of an edge: its gain, and what no sum over a matching exceeds, in either direction."""

    gain: int
    bound: int


def pack(digits: Iterable[Digit], weight: int = 0) -> int:
    """Return one number that compares as the digits do, one after the other, behind a weight that counts first."""
    for digit in digits:
        weight = weight * (2 * digit.bound + 1) + digit.gain
    return weight


@dataclass(frozen=True)
class Bracket:
    """Who is paired now, all by rank: those who came down, those at home here, the next bracket, and the rest."""

    moved_down: Sequence[Record]
    residents: Sequence[Record]
    following: Sequence[Record]
    rest: Sequence[Record]

    @property
    def here(self) -> Sequence[Record]:
        """Who is to be paired in this bracket."""
        return [*self.moved_down, *self.residents]


class Criteria:
    """The gains of the edges of one bracket. The first of an edge is always the one who ranks higher."""

    def __init__(self, bracket: Bracket, may_rest: Callable[[Record], bool], *, one_rests: bool) -> None:
        """Count by scores; `one_rests`: the only one who goes down from this bracket is the one who has the bye."""
        self._size = len(bracket.here) + len(bracket.following) + len(bracket.rest)
        self._may_rest = may_rest
        self._one_rests = one_rests
        # Lists of points compare from the most points on: a digit for each score that occurs counts how often.
        scores = sorted({record.points for record in (*bracket.here, *bracket.following)})
        base = 4 * self._size + 1
        self._place: dict[int, int] = {points: base**i for i, points in enumerate(scores)}
        self._scores_bound: int = base ** len(scores)

    def completing(self, high: Record, low: Record) -> Digit:
        """Return the gain of a pair for the whole round (C4, C5): whoever may not have the bye is in one."""
        return Digit(1 + (not self._may_rest(high)) + (not self._may_rest(low)), 2 * self._size)

    def inside(self, high: Record, low: Record) -> Iterable[Digit]:
        """Yield the gains of a pair of this bracket."""
        size, scores = self._size, self._scores_bound
        yield Digit(1, size)  # C6
        yield Digit(self._place[high.points] + self._place[low.points], scores)  # C7
        yield Digit(0, size)  # C8
        yield Digit(0, scores)
        yield Digit(self._unplayed(high) + self._unplayed(low), 2 * size * size)  # C9
        yield from (Digit(gain, 2 * size) for gain in _boats(high, low))
        yield from (Digit(gain, 2 * size) for gain in _repeated_floats(high, low))
        yield from (Digit(gain, scores) for gain in self._scores_of_repeated_floats(high, low))

    def below(self, high: Record, low: Record, *, next_one: bool) -> Iterable[Digit]:
        """Yield the gains of a pair of the next bracket (C8), or further down: they count for the round only."""
        size, scores = self._size, self._scores_bound
        yield Digit(0, size)
        yield Digit(0, scores)
        yield Digit(next_one, size)
        yield Digit(self._place[high.points] + self._place[low.points] if next_one else 0, scores)
        yield Digit(0, 2 * size * size)
        yield from (Digit(0, 2 * size) for _ in range(8))
        yield from (Digit(0, scores) for _ in range(4))

    def _unplayed(self, record: Record) -> int:
        """C9: the bye is for one who missed little."""
        return record.missed_rounds if self._one_rests and self._may_rest(record) else 0

    def _scores_of_repeated_floats(self, high: Record, low: Record) -> Iterable[int]:
        """C18 to C21."""
        for back in (1, 2):
            yield sum(self._place[record.points] for record in (high, low) if record.float_of(back) is Float.DOWN)
            yield -(self._place[high.points] if high.points > low.points and low.float_of(back) is Float.UP else 0)


def _boats(high: Record, low: Record) -> tuple[int, int, int, int]:
    """C10 to C13."""
    if not clash(high, low):
        return 0, 0, 0, 0
    top = high.top or low.top
    return (
        -(top and abs(high.surplus) > 1 and abs(low.surplus) > 1),
        -(top and high.twice and low.twice),
        -1,
        -(high.due >= Due.STRONG and low.due >= Due.STRONG),
    )


def _repeated_floats(high: Record, low: Record) -> Iterable[int]:
    """C14 to C17: who is paired does not go down; of two from different scores the lower one goes up."""
    for back in (1, 2):
        even = high.points == low.points
        yield (even and high.float_of(back) is Float.DOWN) + (low.float_of(back) is Float.DOWN)
        yield -(not even and low.float_of(back) is Float.UP)
