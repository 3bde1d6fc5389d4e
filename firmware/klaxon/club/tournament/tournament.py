"""A tournament as a value: crews, rounds, results."""

from __future__ import annotations

from dataclasses import dataclass, field

from klaxon.club.pairing import knock_out, round_robin
from klaxon.club.pairing.meetings import Meetings, Pairing
from klaxon.club.pairing.record import DRAW, LOSS, WIN, Boat, Outing, OutingKind
from klaxon.club.tournament.acts import Result, System

GRADES = "FEDCBAS"
"""Of a patrol, the worst first."""


class ActError(Exception):
    """An act that cannot be done, with its message."""

    def __init__(self, code: str, **facts: object) -> None:
        """Store the message id and its facts."""
        super().__init__(code)
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True)
class Crew:
    """A crew that entered."""

    number: int
    name: str
    here: bool = True


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two crews at a table in a round, or a crew with a bye, and how it ended."""

    pairing: Pairing
    result: Result | None = None

    @property
    def is_open(self) -> bool:
        """Whether a result is missing."""
        return self.pairing.blue is not None and self.result is None

    @property
    def crews(self) -> tuple[int, ...]:
        """Those who play it."""
        return (self.pairing.red,) if self.pairing.blue is None else (self.pairing.red, self.pairing.blue)


@dataclass(frozen=True, slots=True)
class Haul:
    """What a crew brought home from a patrol."""

    grade: str
    glory: int


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its tables in their order; in a ranking what each crew brought home."""

    encounters: tuple[Encounter, ...]
    hauls: tuple[tuple[int, Haul], ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """All that is known of one."""

    name: str
    game: str
    system: System
    rounds: int
    """How many are planned."""
    first: Boat
    crews: tuple[Crew, ...] = ()
    meetings: Meetings = field(default_factory=Meetings)
    played: tuple[Round, ...] = ()

    def crew(self, number: int) -> Crew:
        """Return a crew by its number."""
        if not 1 <= number <= len(self.crews):
            raise ActError("no-such-crew", crew=number, last=len(self.crews))
        return self.crews[number - 1]

    def open_tables(self) -> list[int]:
        """Return the tables of this round whose results are missing."""
        if not self.played:
            return []
        last = self.played[-1]
        if self.system == "ranking":
            home = dict(last.hauls)
            return [i for i, encounter in enumerate(last.encounters, 1) if encounter.pairing.red not in home]
        return [i for i, encounter in enumerate(last.encounters, 1) if encounter.is_open]

    def histories(self) -> dict[int, list[Outing]]:
        """Return what every crew did in every round that began, by its number; without a result it scored nothing."""
        done: dict[int, list[Outing]] = {crew.number: [] for crew in self.crews}
        for played in self.played:
            outings = {number: outing for encounter in played.encounters for number, outing in _outings(encounter)}
            for number, history in done.items():
                history.append(outings.get(number, Outing(OutingKind.ABSENT, LOSS)))
        return done


def _outings(encounter: Encounter) -> list[tuple[int, Outing]]:
    red, blue = encounter.pairing.red, encounter.pairing.blue
    if blue is None:
        return [(red, Outing(OutingKind.BYE, WIN))]
    points = {"red": (WIN, LOSS), "draw": (DRAW, DRAW), "blue": (LOSS, WIN), None: (LOSS, LOSS)}
    if encounter.result in points:
        for_red, for_blue = points[encounter.result]
        return [
            (red, Outing(OutingKind.PLAYED, for_red, blue, "red")),
            (blue, Outing(OutingKind.PLAYED, for_blue, red, "blue")),
        ]
    absent = {"red-absent": (red,), "blue-absent": (blue,)}.get(encounter.result or "", (red, blue))
    return [(red, _unplayed(red, blue, "red", absent)), (blue, _unplayed(blue, red, "blue", absent))]


def _unplayed(crew: int, enemy: int, boat: Boat, absent: tuple[int, ...]) -> Outing:
    won = crew not in absent
    return Outing(OutingKind.FORFEIT_WIN if won else OutingKind.FORFEIT_LOSS, WIN if won else LOSS, enemy, boat)


def planned_rounds(tournament: Tournament) -> int:
    """Return how many rounds it has: as many as were asked for, or as the system takes."""
    if tournament.system == "round-robin":
        return round_robin.rounds_of(len(tournament.crews))
    if tournament.system == "knock-out":
        entered = (
            sum(len(encounter.crews) for encounter in tournament.played[0].encounters) if tournament.played else None
        )
        return knock_out.rounds_of(len(tournament.crews) if entered is None else entered)
    return tournament.rounds
