"""The bell: which call sounds for which event. The calls of a game are a score, in data/bell.

Every call has a visual form: a banner, `bell.GAME.CALL` in the catalogues (`bell.CALL` for those of all games).
What rings also shows; what is muted still shows.

A bell must not tell more than was heard. It rings for one boat as that boat heard it. Where several boats are within
earshot it rings only for what all of them heard in these very words, and as a stranger would tell it: who is hit, not
"we are hit". What the spectator heard counts as heard by all, since every crew knows it too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from klaxon import data
from klaxon.console.devices import LOUDEST, Bell, Call, Note
from klaxon.console.station.gestures import Later, Timer
from klaxon.rules.contract import SPECTATOR

WAITING = 4
"""Most calls that wait for another to end."""
STALE = 5.0
"""Seconds after which a waiting call is dropped."""
BREATH = 0.08
"""Seconds between two calls, so that they are not heard as one."""
GLIDE = 25
"""Milliseconds of a step in a glide."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class HeardEvent(Protocol):
    """An event, or a message about one."""

    @property
    def type(self) -> str:
        """The type of the event."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts that may be known about it."""


class Cue(NamedTuple):
    """A call and its banner."""

    call: Call
    banner: str
    """The message id; its sentence has one line or two."""
    urgent: bool
    """Whether the banner is urgent."""
    facts: Mapping[str, Any]


class _Ring(NamedTuple):
    """A trigger of a call: conditions on the facts, path -> values."""

    call: str
    conditions: Mapping[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Score:
    """The calls of a game, and their triggers."""

    calls: Mapping[str, Call]
    banners: Mapping[str, str]
    """Call -> message id of its banner: every call has one."""
    urgent: frozenset[str]
    rings: Mapping[str, tuple[_Ring, ...]]
    """Type of event -> its triggers; the first whose conditions hold rings."""
    states: Mapping[str, str]
    """State of the table -> call."""
    silent: frozenset[str]
    """Types of events that never ring, on purpose."""
    watch: tuple[str, ...]
    """The calls of the ship's bell, half hour by half hour of a watch."""

    @classmethod
    @cache
    def read(cls, game: str) -> Score:
        """Return the score of a game: its own triggers first, then those of all games."""
        common, own = data.bell_score("common"), data.bell_score(game)
        written = {**common["calls"], **own.get("calls", {})}
        rings: dict[str, tuple[_Ring, ...]] = {}
        for entry in (*own.get("rings", ()), *common["rings"]):
            conditions = {path: _values(wanted) for path, wanted in entry.get("if", {}).items()}
            rings[entry["on"]] = (*rings.get(entry["on"], ()), _Ring(entry["call"], conditions))
        return cls(
            {name: _call(name, call) for name, call in written.items()},
            {
                **{name: f"bell.{name}" for name in written},
                **{name: f"bell.{game}.{name}" for name in own.get("calls", ())},
            },
            frozenset(name for name, call in written.items() if call.get("urgent")),
            rings,
            common["states"],
            frozenset(own.get("silent", ())),
            tuple(common["watch"]),
        )

    def cue(self, name: str, facts: Mapping[str, Any] = _NOTHING) -> Cue:
        """Return a call by its name, such as `refused`, which no event rings."""
        return Cue(self.calls[name], self.banners[name], name in self.urgent, facts)

    def call_for(self, event: HeardEvent, boat: str) -> Cue | None:
        """Return what a boat's crew hears and sees of an event; '' is no boat."""
        for ring in self.rings.get(event.type, ()):
            if all(_holds(event.facts, path, wanted, boat) for path, wanted in ring.conditions.items()):
                return self.cue(ring.call, event.facts)
        return None

    def call_at(self, event: HeardEvent, heard_by: Collection[str], earshot: Collection[str]) -> Cue | None:
        """Return what a bell rings for an event that these boats heard, with those boats within earshot.

        `heard_by` may name the spectator: he hears the least, so that counts for every boat.
        """
        if SPECTATOR not in heard_by and not set(earshot) <= set(heard_by):
            return None
        return self.call_for(event, next(iter(earshot)) if len(earshot) == 1 else "")

    def call_for_state(self, state: str) -> Cue | None:
        """Return what sounds when a table enters a state: saving, count-in."""
        return self.cue(self.states[state]) if state in self.states else None

    def call_for_watch(self, half_hours: int) -> Cue | None:
        """Return what the ship's bell strikes after so many half hours; nothing at the very beginning."""
        return self.cue(self.watch[(half_hours - 1) % len(self.watch)]) if half_hours > 0 else None


def _call(name: str, written: Mapping[str, Any]) -> Call:
    return Call(name, tuple(read_notes(written["notes"])), written["priority"], bool(written.get("urgent")))


def _values(wanted: object) -> tuple[object, ...]:
    return tuple(wanted) if isinstance(wanted, list) else (wanted,)


def _holds(facts: Mapping[str, Any], path: str, wanted: tuple[object, ...], boat: str) -> bool:
    """Return whether a fact has one of the wanted values. A path leads into a fact: `results.@own`."""
    found: list[Any] = [facts]
    for step in path.split("."):
        inner = [each for each in found if isinstance(each, Mapping)]
        found = [value for each in inner for name, value in each.items() if _is(name, step, boat)]
    return any(_is(value, value_wanted, boat) for value in found for value_wanted in wanted)


def _is(found: object, wanted: object, boat: str) -> bool:
    if wanted == "@any":
        return True
    if wanted in ("@own", "@enemy"):
        return bool(boat) and (found == boat) == (wanted == "@own")
    return found == wanted


# Notes

_NOTE = re.compile(r"(?:-|([a-g]#?\d)(?:>([a-g]#?\d))?)/(\d+)")
_STEPS = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}


def read_notes(text: str) -> Iterator[Note]:
    """Yield the notes of a call: `c5/120` a note and its milliseconds, `-/40` a rest, `c4>a4/260` a glide."""
    for word in text.split():
        match = _NOTE.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is no note. Write c5/120, c#5/120, c4>a4/260 or -/40")
        low, high, ms = match[1], match[2], int(match[3])
        if high is None:
            yield Note(round(_pitch(low)) if low else 0, ms)
            continue
        count = max(2, ms // GLIDE)
        for step in range(count):
            pitch = _pitch(low) * (_pitch(high) / _pitch(low)) ** (step / (count - 1))
            yield Note(round(pitch), ms * (step + 1) // count - ms * step // count)


def _pitch(note: str) -> float:
    """Return a note in hertz, in equal temperament."""
    half_tones = _STEPS[note[0]] + ("#" in note) + 12 * int(note[-1]) - 57  # a4
    return 440.0 * float(2 ** (half_tones / 12))


def seconds(call: Call) -> float:
    """Return how long a call sounds."""
    return sum(note.ms for note in call.notes) / 1000


class Ringer:
    """Rings one call at a time. One with more priority interrupts; others wait, a few of them and not for long."""

    def __init__(self, bell: Bell, time: Callable[[], float], later: Later) -> None:
        """Begin silent. `time` and `later` are the loop's."""
        self._bell, self._time, self._later = bell, time, later
        self._muted = False
        self.volume = LOUDEST
        """The volume of the next call."""
        self._sounding: Call | None = None
        self._waiting: list[tuple[float, Call]] = []
        self._timer: Timer | None = None

    @property
    def is_muted(self) -> bool:
        """Whether nothing sounds. Banners are shown all the same: they do not pass through here."""
        return self._muted

    @is_muted.setter
    def is_muted(self, muted: bool) -> None:
        if muted and not self._muted:
            self.hush()
        self._muted = muted

    def ring(self, call: Call) -> None:
        """Play a call now, or as soon as the current one is over."""
        if self._muted:
            return
        if self._sounding is None or call.priority > self._sounding.priority:
            self._sound(call)
            return
        self._waiting.append((self._time(), call))
        if len(self._waiting) > WAITING:
            self._waiting.remove(min(self._waiting, key=lambda waiting: (waiting[1].priority, waiting[0])))

    def click(self, call: Call) -> None:
        """Play a call only if nothing sounds; any other call interrupts it."""
        if not self._muted and self._sounding is None:
            self._bell.ring(call._replace(volume=max(1, self.volume * call.volume // LOUDEST)))

    def end_click(self) -> None:
        """Silence a click; a call that sounds goes on."""
        if self._sounding is None:
            self._bell.hush()

    def hush(self) -> None:
        """Silence it at once, and drop waiting calls."""
        if self._timer is not None:
            self._timer.cancel()
        self._sounding, self._timer = None, None
        self._waiting.clear()
        self._bell.hush()

    def _sound(self, call: Call) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._sounding = call
        self._timer = self._later(seconds(call) + BREATH, self._on_end)
        self._bell.ring(call._replace(volume=self.volume))

    def _on_end(self) -> None:
        """Play the waiting call with the highest priority, of equals the oldest."""
        self._sounding, self._timer = None, None
        oldest = self._time() - STALE
        self._waiting = [waiting for waiting in self._waiting if waiting[0] >= oldest]
        if self._waiting:
            following = min(self._waiting, key=lambda waiting: (-waiting[1].priority, waiting[0]))
            self._waiting.remove(following)
            self._sound(following[1])
