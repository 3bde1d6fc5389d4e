"""What pairing knows of a crew: the rounds it has behind it, and what follows from them.

Points are counted in halves, so that they stay whole: a win is 2, a draw 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property
from typing import Literal

WIN, DRAW, LOSS = 2, 1, 0

Boat = Literal["red", "blue"]


def other_boat(boat: Boat) -> Boat:
    """Return the enemy's."""
    return "blue" if boat == "red" else "red"


class OutingKind(Enum):
    """How a crew got through a round."""

    PLAYED = "played"
    BYE = "bye"  # it was left over, and the round counts as a win
    FORFEIT_WIN = "forfeit-win"  # its enemy did not turn up
    FORFEIT_LOSS = "forfeit-loss"
    ABSENT = "absent"  # it was not there, or had asked to be left out


@dataclass(frozen=True, slots=True)
class Outing:
    """One crew's part in one round."""

    kind: OutingKind
    points: int
    enemy: int | None = None  # its number
    boat: Boat | None = None


class Due(IntEnum):
    """How strongly a crew is due for a boat."""

    NOT = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Float(Enum):
    """Whether a crew met one of another score."""

    NO = "no"
    DOWN = "down"
    UP = "up"


@dataclass(frozen=True)
class Record:
    """A crew as it stands before a round."""

    number: int
    outings: tuple[Outing, ...]
    floats: tuple[Float, ...]  # of each round behind it
    top: bool  # more than half of all points, before the last round

    @cached_property
    def points(self) -> int:
        """All that it scored."""
        return sum(outing.points for outing in self.outings)

    @cached_property
    def rank(self) -> tuple[int, int]:
        """Crews in the order of their ranks are paired from the top."""
        return -self.points, self.number

    @cached_property
    def enemies(self) -> frozenset[int]:
        """The enemies that it really played."""
        return frozenset(o.enemy for o in self.outings if o.kind is OutingKind.PLAYED and o.enemy is not None)

    @cached_property
    def boats(self) -> tuple[Boat, ...]:
        """What it sailed, in the rounds that it really played."""
        return tuple(o.boat for o in self.outings if o.kind is OutingKind.PLAYED and o.boat is not None)

    @cached_property
    def won_without_playing(self) -> bool:
        """Whether it had its bye, or an enemy that did not turn up."""
        return any(outing.kind in (OutingKind.BYE, OutingKind.FORFEIT_WIN) for outing in self.outings)

    @cached_property
    def missed_rounds(self) -> int:
        """The rounds that it did not play."""
        return sum(outing.kind is not OutingKind.PLAYED for outing in self.outings)

    @cached_property
    def surplus(self) -> int:
        """How much more often it sailed red than blue."""
        return sum(1 if boat == "red" else -1 for boat in self.boats)

    @cached_property
    def twice(self) -> bool:
        """Whether its last two games were on the same boat."""
        return len(self.boats) > 1 and self.boats[-1] == self.boats[-2]

    @cached_property
    def boat_due(self) -> Boat | None:
        """The boat that it should have next; None before its first game."""
        if self.surplus:
            return "blue" if self.surplus > 0 else "red"
        return other_boat(self.boats[-1]) if self.boats else None

    @cached_property
    def due(self) -> Due:
        """How strongly."""
        if abs(self.surplus) > 1 or self.twice:
            return Due.ABSOLUTE
        if self.surplus:
            return Due.STRONG
        return Due.MILD if self.boats else Due.NOT

    def float_of(self, back: int) -> Float:
        """Return what it was `back` rounds ago."""
        return self.floats[-back] if back <= len(self.floats) else Float.NO


def clash(first: Record, second: Record) -> bool:
    """Return whether both are due for the same boat, so that one of them must do without."""
    return first.boat_due is not None and first.boat_due == second.boat_due


def _floats(number: int, histories: Mapping[int, Sequence[Outing]]) -> tuple[Float, ...]:
    """Return down for whoever meets fewer points or scores without playing, and up for who meets more."""
    floats = []
    for i, outing in enumerate(histories[number]):
        if outing.kind is not OutingKind.PLAYED or outing.enemy is None:
            floats.append(Float.DOWN if outing.points > LOSS else Float.NO)
            continue
        own, enemy = (sum(o.points for o in histories[n][:i]) for n in (number, outing.enemy))
        floats.append(Float.NO if own == enemy else Float.DOWN if own > enemy else Float.UP)
    return tuple(floats)


def records(histories: Mapping[int, Sequence[Outing]], rounds: int) -> dict[int, Record]:
    """Return all crews before their next round, of a tournament of so many rounds.

    A crew's number is its place in the order of the draw. All histories are equally long: a round that a crew
    was not there for is an outing too.
    """
    made = {}
    for number, outings in histories.items():
        points = sum(outing.points for outing in outings)
        made[number] = Record(
            number,
            tuple(outings),
            _floats(number, histories),
            top=len(outings) == rounds - 1 and 2 * points > WIN * len(outings),
        )
    return made
