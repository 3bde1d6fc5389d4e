"""What an organiser does, as values: a tournament is made of nothing else, act by act."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import NoneType
from typing import Any, Literal, get_args

from klaxon.club.pairing.meetings import Pairing, Reason
from klaxon.club.pairing.record import Boat

System = Literal["swiss", "round-robin", "knock-out", "ranking"]
SYSTEMS: tuple[System, ...] = get_args(System)
Result = Literal["red", "blue", "draw", "red-absent", "blue-absent", "both-absent"]
RESULTS: tuple[Result, ...] = get_args(Result)


class UnreadableActError(Exception):
    """A row that holds no act of this version."""


@dataclass(frozen=True, slots=True)
class Begin:
    """A tournament begins; `first` is the boat drawn for crew 1."""

    name: str
    game: str
    system: System
    rounds: int
    first: Boat


@dataclass(frozen=True, slots=True)
class Enter:
    """A crew is here; it gets the next number."""

    name: str


@dataclass(frozen=True, slots=True)
class Rename:
    """A crew is spelled otherwise."""

    crew: int
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """A crew is left out from the next round on."""

    crew: int


@dataclass(frozen=True, slots=True)
class Return:
    """A crew that left is here again."""

    crew: int


@dataclass(frozen=True, slots=True)
class KeepApart:
    """Two crews are not to meet."""

    crew: int
    other: int


@dataclass(frozen=True, slots=True)
class LetMeet:
    """Two crews that were kept apart may meet."""

    crew: int
    other: int


@dataclass(frozen=True, slots=True)
class StartRound:
    """The next round, with all its pairings by value: no other version of the program may pair it otherwise."""

    pairings: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """The arbiter lets two crews of this round change places."""

    crew: int
    other: int


@dataclass(frozen=True, slots=True)
class TurnBoats:
    """The arbiter lets the two crews of a table change boats."""

    table: int


@dataclass(frozen=True, slots=True)
class GiveResult:
    """How a table ended; said once more, it corrects what was said."""

    round: int
    table: int
    result: Result


@dataclass(frozen=True, slots=True)
class Grade:
    """What a crew that plays against the sea brought home in a round."""

    round: int
    crew: int
    grade: str
    glory: int


@dataclass(frozen=True, slots=True)
class Undo:
    """The last act that stands is taken back."""


Act = (
    Begin
    | Enter
    | Rename
    | Leave
    | Return
    | KeepApart
    | LetMeet
    | StartRound
    | Exchange
    | TurnBoats
    | GiveResult
    | Grade
    | Undo
)
_ACTS: dict[str, type[Act]] = {kind.__name__: kind for kind in get_args(Act)}
_CHOICES: Mapping[str, tuple[str, ...]] = {"system": SYSTEMS, "result": RESULTS, "first": get_args(Boat)}


def write_act(act: Act) -> dict[str, Any]:
    """Return an act as plain data."""
    return {"act": type(act).__name__, **asdict(act)}


def read_act(row: object) -> Act:
    """Return the act of plain data."""
    if not isinstance(row, dict) or row.get("act") not in _ACTS:
        raise UnreadableActError
    kind = _ACTS[row["act"]]
    given = {key: value for key, value in row.items() if key != "act"}
    if given.keys() != {field.name for field in fields(kind)}:
        raise UnreadableActError
    return kind(**{name: _read_value(name, value) for name, value in given.items()})


def _read_value(name: str, value: Any) -> Any:
    if name == "pairings":
        return _read_pairings(value)
    if type(value) not in (int, str) or value not in _CHOICES.get(name, (value,)):
        raise UnreadableActError
    return value


def _read_pairings(rows: Any) -> tuple[Pairing, ...]:
    try:
        pairings = [
            Pairing(row["red"], row["blue"], tuple(Reason(each["code"], each["facts"]) for each in row["reasons"]))
            for row in rows
        ]
    except (KeyError, TypeError) as error:
        raise UnreadableActError from error
    if any(type(pairing.red) is not int or type(pairing.blue) not in (int, NoneType) for pairing in pairings):
        raise UnreadableActError
    return tuple(pairings)
