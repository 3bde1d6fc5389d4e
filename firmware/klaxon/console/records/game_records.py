"""Game records: for every game that is over, who played it and when; the rest is in its journal too."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from klaxon.console.settings.store import SettingsStore
from klaxon.rules.contract import Outcome

FORMAT = 1
MOST = 500
"""Most games of which is known who played them; the oldest is forgotten."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game that is over."""

    name: str
    game: str
    ended: int
    """The moment of its end, in seconds since 1970."""
    length: int
    """How long it was played, in milliseconds."""
    winner: str
    """As in its outcome: a boat, `draw`, `sea`, or '' without a result."""
    reason: str
    boats: Mapping[str, str] = field(default_factory=dict)
    """The names that people gave the boats."""
    crews: Mapping[str, str] = field(default_factory=dict)
    """Seat of a person -> the nickname, '' if none is known; understudies have the other seats."""

    def players_of(self, boat: str) -> tuple[str, ...]:
        """Return the people of a boat, each once; '' stands for all without a nickname."""
        return tuple(dict.fromkeys(who for seat, who in self.crews.items() if seat.startswith(f"{boat}.")))


Records = dict[str, GameRecord]
"""Name of a game -> its record."""


class GameRecords:
    """The records of a console."""

    def __init__(self, known: Mapping[str, GameRecord], write: Callable[[Records], None]) -> None:
        """Begin with the known ones; `write` keeps them."""
        self.known: Records = dict(known)
        self._write = write

    def note_end(
        self, name: str, game: str, length: int, outcome: Outcome, boats: Mapping[str, str], crews: Mapping[str, str]
    ) -> None:
        """Write down a game that has ended; one that went on and ended anew replaces what stood there."""
        before = self.known.pop(name, None)
        ended = int(time.time()) if before is None or before.length != length else before.ended
        record = GameRecord(name, game, ended, length, outcome.winner, outcome.reason, dict(boats), dict(crews))
        if record == before:
            self.known[name] = record
            return
        self.known[name] = record
        while len(self.known) > MOST:
            del self.known[next(iter(self.known))]
        self._write(dict(self.known))

    def forget(self, name: str) -> None:
        """Drop the record of a game that goes on, because its end was taken back."""
        if self.known.pop(name, None) is not None:
            self._write(dict(self.known))


def _parse(found: Any) -> Records:
    match found:
        case {"format": 1, "games": list(games)}:
            records = [_read(each) for each in games]
            return {record.name: record for record in records}
    raise ValueError("games")


def _read(found: Any) -> GameRecord:
    if not isinstance(found, dict) or set(found) != set(GameRecord.__slots__):
        raise ValueError("game")
    words = (found["name"], found["game"], found["winner"], found["reason"])
    maps = (found["boats"], found["crews"])
    numbers = (found["ended"], found["length"])
    fits = all(isinstance(word, str) for word in words) and all(isinstance(number, int) for number in numbers)
    if not fits or not all(isinstance(each, dict) and all(map(_is_pair, each.items())) for each in maps):
        raise ValueError("game")
    return GameRecord(**found)


def _is_pair(pair: tuple[object, object]) -> bool:
    return all(isinstance(word, str) for word in pair)


STORE: SettingsStore[Records] = SettingsStore(
    "past-games.json",
    {},
    _parse,
    lambda records: {"format": FORMAT, "games": [asdict(record) for record in records.values()]},
    aside="past.aside",
    broken="past.broken",
)
"""The file of the records."""
