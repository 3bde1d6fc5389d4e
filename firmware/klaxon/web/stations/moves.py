"""Moves: what a page may send. Anything else is a fault, and its page is closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from klaxon.console.devices import Fitting
from klaxon.table.foreign_json import read_json
from klaxon.web.stations.station_keys import LONGEST_TOKEN

PROTOCOL = 1
MOST_STEPS = 32
"""Most steps in one turn: a fast hand makes no more between two frames."""
MOST_WORDS, LONGEST_WORD = 4, 24
"""Most words for a place of a chart, and the most letters of one."""


@dataclass(frozen=True, slots=True)
class Press:
    """A key that goes down or up."""

    station: str
    key: str
    down: bool
    at: int | None = None
    """The page's own time in milliseconds, if it sends it: it tells how long the message took."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A dial that is turned."""

    station: str
    dial: int
    steps: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class PlaceAim:
    """A place on the chart that somebody pointed at, in the words that the chart had for it."""

    station: str
    words: tuple[str, ...]
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Ping:
    """A page that asks whether we are still here."""

    number: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class ScanWish:
    """A page that wants a code to scan: of a station it shows, or ('') of the door."""

    station: str
    at: int | None = None


Move = Press | Turn | PlaceAim | ScanWish | Ping


class BadMove(Exception):
    """A message that no page of ours sends. The text says why, and is sent to the page too."""


def read_secret(text: str, kinds: Sequence[str]) -> tuple[str, str]:
    """Return which kind of secret a first message shows, and the secret."""
    message = read_object(text)
    shown = [(kind, message[kind]) for kind in kinds if isinstance(message.get(kind), str)]
    if not _is_int(message.get("hello")) or len(shown) != 1 or len(shown[0][1]) > LONGEST_TOKEN:
        raise BadMove("hello")
    if message["hello"] != PROTOCOL:
        raise BadMove("protocol")
    return shown[0]


def read_wish(text: str) -> str:
    """Return the language that a first message asks for, '' if none."""
    wish = read_object(text).get("language")
    return wish if isinstance(wish, str) else ""


def read_move(text: str, opened: Mapping[str, Fitting]) -> Move:
    """Return the move in a message of a page that shows these stations."""
    message = read_object(text)
    at = take_moment(message)
    if len(message) != 1:
        raise BadMove("unknown")
    ((verb, said),) = message.items()
    if verb == "scan" and isinstance(said, str):
        return _read_scan(said, opened, at)
    if verb == "ping" and _is_int(said) and 0 <= said < 1 << 32:
        return Ping(said, at)
    if (
        verb not in {"down", "up", "turn", "aim"}
        or not isinstance(said, list)
        or not said
        or not isinstance(said[0], str)
    ):
        raise BadMove("unknown")
    fitting = opened.get(said[0])
    if fitting is None:
        raise BadMove("station")
    if verb == "turn":
        return _read_turn(fitting, said[1:], at)
    if verb == "aim":
        return PlaceAim(fitting.name, _read_words(said[1:]), at)
    if len(said) != 2 or said[1] not in fitting.keys:
        raise BadMove("key")
    return Press(fitting.name, said[1], verb == "down", at)


def take_moment(message: dict[str, Any]) -> int | None:
    """Remove from a message when it was sent, by the page's clock, and return that."""
    if "at" not in message:
        return None
    at = message.pop("at")
    if not _is_int(at) or not 0 <= at < 1 << 48:
        raise BadMove("at")
    return int(at)


def _read_turn(fitting: Fitting, said: list[Any], at: int | None) -> Turn:
    if len(said) != 2 or not _is_int(said[0]) or not 0 <= said[0] < fitting.dials:
        raise BadMove("dial")
    if not _is_int(said[1]) or not 0 < abs(said[1]) <= MOST_STEPS:
        raise BadMove("steps")
    return Turn(fitting.name, said[0], said[1], at)


def _read_scan(said: str, opened: Mapping[str, Fitting], at: int | None) -> ScanWish:
    if said and said not in opened:
        raise BadMove("station")
    return ScanWish(said, at)


def _read_words(said: list[Any]) -> tuple[str, ...]:
    if not 0 < len(said) <= MOST_WORDS or not all(isinstance(word, str) and len(word) <= LONGEST_WORD for word in said):
        raise BadMove("aim")
    return tuple(said)


def read_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a message."""
    try:
        message = read_json(text)
    except ValueError:
        raise BadMove("json") from None
    if not isinstance(message, dict):
        raise BadMove("json")
    return message


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
