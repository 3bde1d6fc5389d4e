"""A guest: one open page. What it does not read in time is dropped; only the latest of everything is kept."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from klaxon.console.devices import LOUDEST, Call, Fitting, Picture
from klaxon.console.devices.virtual_console import Grip
from klaxon.table.token_bucket import TokenBucket
from klaxon.web.stations.frames import frame
from klaxon.web.stations.station_keys import WHOLE

BURST, RATE = 200, 100
"""Messages a page may send at once, and per second in the long run: two hands on two dials stay below."""
STALE = 1.0
"""Seconds after which a bell call that could not be sent is dropped."""
MOST_SPOKEN = 4
"""Sentences that wait for a page; older ones are dropped."""
LATE = 2.0
"""Seconds that an input may take to arrive: by then the person has seen that nothing happened."""


@dataclass(frozen=True, slots=True)
class Parting:
    """The last message: the connection is closed with a code and a reason."""

    code: int
    reason: str


Message = str | bytes | Parting


class Punctuality:
    """Measures how long messages take, compared with the fastest: a network that was away delivers a backlog."""

    def __init__(self, time: Callable[[], float]) -> None:
        """Begin without a measurement."""
        self._time, self._least = time, inf

    def is_late(self, at: int | None) -> bool:
        """Return whether a message sent at a moment of the page's clock took too long. None: the moment is unknown."""
        if at is None:
            return False
        taken = self._time() - at / 1000  # with the distance of both clocks, which is in all of them
        self._least = min(self._least, taken)
        return taken - self._least > LATE


class Guest:
    """What one page still has to be sent: pixels, words, brightness, lamps, bell."""

    def __init__(
        self, place: str, fittings: Sequence[Fitting], grip: Grip, time: Callable[[], float], wake: Callable[[], None]
    ) -> None:
        """Begin with nothing to send. `wake` is called when there is something to send.

        `place` is what its key opens: a station, or the whole console.
        """
        self.place, self.grip = place, grip
        self.opened: Mapping[str, Fitting] = {fitting.name: fitting for fitting in fittings}
        self.boats = frozenset(fitting.side for fitting in fittings)
        self.messages, self.punctuality = TokenBucket(time, BURST, RATE), Punctuality(time)
        self._time, self._wake = time, wake
        self._numbers = {name: number for number, name in enumerate(self.opened)}
        self._shown = {f.name: Picture(f.width, f.height, bytes(f.width * f.height // 8)) for f in fittings}
        self._latest: dict[str, Picture] = {}
        self._notes: dict[str, dict[str, Any]] = {}
        self._calls: dict[str, tuple[float, dict[str, Any]]] = {}
        self._spoken: deque[tuple[float, dict[str, Any]]] = deque(maxlen=MOST_SPOKEN)
        self._parting: Parting | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it shows the whole console."""
        return self.place == WHOLE

    def part(self, parting: Parting) -> None:
        """Close it after its pending messages."""
        self._parting = parting
        self._latest.clear()
        self._wake()

    def show(self, station: str, picture: Picture) -> None:
        """Queue the picture of a panel."""
        if station in self.opened and not self._parting:
            self._latest[station] = picture
            self._wake()

    def ring(self, boat: str, call: Call | None) -> None:
        """Queue what the bell of a boat plays now; None silences it."""
        if boat in self.boats:
            self._calls[boat] = self._time(), {"bell": _score(boat, call)} if call else {"hush": boat}
            self._wake()

    def say(self, message: dict[str, Any]) -> None:
        """Queue what the page speaks."""
        self._spoken.append((self._time(), message))
        self._wake()

    def note(self, subject: str, message: dict[str, Any]) -> None:
        """Queue a message that replaces all earlier ones of its subject."""
        self._notes[subject] = message
        self._wake()

    def carry(self) -> list[Message]:
        """Return all that has to be sent now."""
        notes, self._notes = self._notes, {}
        latest, self._latest = self._latest, {}
        calls, self._calls = self._calls, {}
        messages: list[Message] = [_text(note) for note in notes.values()]
        for station, picture in latest.items():
            before, self._shown[station] = self._shown[station], picture
            if runs := frame(self._numbers[station], before.bits, picture):
                messages.append(runs)
            if picture.words != before.words:
                messages.append(_text({"words": [station, picture.words]}))
            if picture.is_due != before.is_due:
                messages.append(_text({"due": [station, picture.is_due]}))
            if picture.chart != before.chart:
                messages.append(_text({"chart": [station, changed_keys(before.chart or {}, picture.chart)]}))
        now = self._time()
        messages += [_text(call) for at, call in (*calls.values(), *self._spoken) if now - at < STALE]
        self._spoken.clear()
        return [*messages, self._parting] if self._parting else messages


def changed_keys(before: Mapping[str, Any], now: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return what makes a page's chart this one: the keys that are new or different, None for those that are gone.

    None instead of a chart: there is none any more.
    """
    if now is None:
        return None
    changed = {key: value for key, value in now.items() if key not in before or before[key] != value}
    return changed | dict.fromkeys(key for key in before if key not in now)


def _score(boat: str, call: Call) -> dict[str, Any]:
    score: dict[str, Any] = {"boat": boat, "name": call.name, "notes": [[note.pitch, note.ms] for note in call.notes]}
    if call.volume < LOUDEST:
        score["volume"] = call.volume
    return {**score, "urgent": True} if call.urgent else score


def _text(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)
