"""Moves: what a page may say. Whatever else arrives is a fault, and who sends it is shown the door."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from klaxon.console.devices import Fitting
from klaxon.web.stations.station_keys import LONGEST_TOKEN

PROTOCOL = 1
MOST_STEPS = 32
"""Of one turn: a hand that whirls a dial does no more between two frames."""


@dataclass(frozen=True, slots=True)
class Press:
    """A key that goes down, or up."""

    station: str
    key: str
    down: bool
    at: int | None = None
    """The page's own time in milliseconds, where it says it: what was under way for long is known by it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A dial that is turned."""

    station: str
    dial: int
    steps: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Ping:
    """A page that asks whether we are still here."""

    number: int
    at: int | None = None


class BadMove(Exception):
    """A message that no page of ours sends. The word says why, also to the page."""


def read_secret(text: str, kinds: Sequence[str]) -> tuple[str, str]:
    """Return what a first message shows to be let in: one of these kinds of secrets, and the secret."""
    message = read_object(text)
    shown = [(kind, message[kind]) for kind in kinds if isinstance(message.get(kind), str)]
    if not _is_int(message.get("hello")) or len(shown) != 1 or len(shown[0][1]) > LONGEST_TOKEN:
        raise BadMove("hello")
    if message["hello"] != PROTOCOL:
        raise BadMove("protocol")
    return shown[0]


def read_wish(text: str) -> str:
    """Return the language that a first message wishes for, '' where it wishes for none."""
    wish = read_object(text).get("language")
    return wish if isinstance(wish, str) else ""


def read_move(text: str, opened: Mapping[str, Fitting]) -> Press | Turn | Ping:
    """Return the move in a message, of a page that has these stations open."""
    message = read_object(text)
    at = take_moment(message)
    if len(message) != 1:
        raise BadMove("unknown")
    ((verb, said),) = message.items()
    if verb == "ping" and _is_int(said) and 0 <= said < 1 << 32:
        return Ping(said, at)
    if verb not in {"down", "up", "turn"} or not isinstance(said, list) or not said or not isinstance(said[0], str):
        raise BadMove("unknown")
    fitting = opened.get(said[0])
    if fitting is None:
        raise BadMove("station")
    if verb == "turn":
        return _read_turn(fitting, said[1:], at)
    if len(said) != 2 or said[1] not in fitting.keys:
        raise BadMove("key")
    return Press(fitting.name, said[1], verb == "down", at)


def take_moment(message: dict[str, Any]) -> int | None:
    """Take out of a message when it was said, by the clock of the page."""
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


def read_object(text: str) -> dict[str, Any]:
    """Return the JSON object in a message."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMove("json") from None
    if not isinstance(message, dict):
        raise BadMove("json")
    return message


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
