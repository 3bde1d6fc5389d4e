"""Recordings: what lines did, as text that can be replayed. One JSON value a line.

    {"klaxon-edges": 1, "keys": [{"station": "red-1", "key": "ok", "line": 17, ...}], "dials": [{...}]}
    [1000000, 17, 0]                                      at this nanosecond line 17 fell
    {"at": 1000000000, "levels": [[17, 0], [22, 1]]}      levels were read
    {"at": 1000000000, "dropped": 16}                     a queue was full and edges were dropped
    {"at": 1000000000, "gone": ["keys.0", "keys.1"]}      a chip cannot be read any more

Rows are in the order in which they arrived. An incomplete last line, as after a power cut, is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Protocol

from klaxon.console.devices import Fitting
from klaxon.console.devices.health import LineName
from klaxon.hal.input_lines import MS, DialLines, Edge, KeyLine, Taker, Wiring

MARK, VERSION = "klaxon-edges", 1
QUARTER = 6 * MS
"""Nanoseconds between two changes of a dial's phases in a made-up recording."""

_SPECS: tuple[tuple[str, type[KeyLine | DialLines]], ...] = (("keys", KeyLine), ("dials", DialLines))
_KINDS: dict[str, tuple[type, ...]] = {
    "station": (str,),
    "key": (str,),
    "line": (int, str),
    "a": (int, str),
    "b": (int, str),
}
"""The types of header fields that are not whole numbers."""
_FLAGS = ("active_low", "reversed")


class Reread(NamedTuple):
    """The levels of lines at a moment."""

    levels: Mapping[LineName, int]
    at: int


class Dropped(NamedTuple):
    """A number of edges that were dropped."""

    edges: int
    at: int


class Gone(NamedTuple):
    """Lines that cannot be read any more."""

    lines: tuple[LineName, ...]
    at: int


Row = Edge | Reread | Dropped | Gone


class RecordingError(Exception):
    """A file is not a recording; `code` and `facts` say why, and `facts["line"]` where."""

    def __init__(self, code: str, **facts: object) -> None:
        """Take a message id below `edges.` and its facts."""
        super().__init__(f"{code} {facts}")
        self.code, self.facts = code, facts


@dataclass(frozen=True, slots=True)
class LineRecording:
    """What lines did, and what is connected to them."""

    wiring: Wiring
    rows: tuple[Row, ...]


class Tape:
    """Keeps rows in memory: it takes what `Inputs` would."""

    def __init__(self) -> None:
        """Begin empty."""
        self.rows: list[Row] = []

    def edge(self, line: LineName, at: int, level: int) -> None:
        """Keep an edge."""
        self.rows.append(Edge(line, at, level))

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        """Keep levels that were read."""
        self.rows.append(Reread(dict(levels), now))

    def drop(self, count: int, now: int) -> None:
        """Keep that edges were dropped."""
        self.rows.append(Dropped(count, now))

    def lose(self, lines: Collection[LineName], now: int) -> None:
        """Keep that lines cannot be read any more."""
        self.rows.append(Gone(tuple(lines), now))


class Recorder:
    """Writes a recording: it takes what `Inputs` would."""

    def __init__(self, wiring: Wiring, write: Callable[[str], object]) -> None:
        """Write the header."""
        self._write, self.edges = write, 0
        self._line({MARK: VERSION, **{name: [asdict(each) for each in getattr(wiring, name)] for name, _ in _SPECS}})

    def edge(self, line: LineName, at: int, level: int) -> None:
        """Write an edge."""
        self.edges += 1
        self._line([at, line, level])

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        """Write levels that were read."""
        self._line({"at": now, "levels": [list(pair) for pair in levels.items()]})

    def drop(self, count: int, now: int) -> None:
        """Write that edges were dropped."""
        self._line({"at": now, "dropped": count})

    def lose(self, lines: Collection[LineName], now: int) -> None:
        """Write that lines cannot be read any more."""
        self._line({"at": now, "gone": [*lines]})

    def _line(self, value: object) -> None:
        self._write(json.dumps(value, separators=(",", ":")) + "\n")


def hand_over(row: Row, *takers: Taker) -> None:
    """Pass a row to all takers."""
    for taker in takers:
        match row:
            case Edge(line, at, level):
                taker.edge(line, at, level)
            case Reread(levels, at):
                taker.sync(levels, at)
            case Dropped(edges, at):
                taker.drop(edges, at)
            case Gone(gone, at):
                taker.lose(gone, at)


def read_recording(lines: Iterable[str]) -> LineRecording:
    """Read a recording, or raise what is wrong with it."""
    numbered = enumerate(lines, start=1)
    wiring = _read_header(next(numbered, (1, ""))[1])
    return LineRecording(wiring, tuple(_read_rows(numbered, frozenset(wiring.lines))))


def _read_header(text: str) -> Wiring:
    header = _json(text)
    if not isinstance(header, dict) or MARK not in header:
        raise RecordingError("no-recording", line=1)
    if header[MARK] != VERSION:
        raise RecordingError("other-version", line=1, version=header[MARK], known=VERSION)
    try:
        found = [[_make_with(made, each) for each in header.get(name, [])] for name, made in _SPECS]
        return Wiring(tuple(found[0]), tuple(found[1]))
    except (TypeError, ValueError) as error:
        raise RecordingError("bad-header", line=1, why=str(error)) from error


def _make_with(made: Callable[..., Any], fields: Mapping[str, object]) -> Any:
    for name, value in dict(fields).items():
        fits = isinstance(value, _KINDS.get(name, (int,))) and isinstance(value, bool) == (name in _FLAGS)
        if not fits:
            raise TypeError(f"{name} cannot be {value!r}")
    return made(**fields)


def _read_rows(numbered: Iterator[tuple[int, str]], lines: frozenset[LineName]) -> Iterator[Row]:
    for number, text in numbered:
        match _json(text):
            case [int(at), int() | str() as line, (0 | 1) as level] if at >= 0 and line in lines:
                yield Edge(line, at, level)
            case {"at": int(at), "levels": [*pairs]} if at >= 0 and all(_is_level(pair, lines) for pair in pairs):
                yield Reread(dict(pairs), at)
            case {"at": int(at), "dropped": int(count)} if at >= 0 and count > 0:
                yield Dropped(count, at)
            case {"at": int(at), "gone": [*gone]} if at >= 0 and all(_is_level([line, 0], lines) for line in gone):
                yield Gone(tuple(gone), at)
            case _ if text.endswith("\n"):
                raise RecordingError("bad-row", line=number, row=text[:60].strip())


def _is_level(pair: object, lines: frozenset[LineName]) -> bool:
    match pair:
        case [int() | str() as line, 0 | 1]:
            return line in lines
    return False


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Source(Protocol):
    """Lines that are being watched: a back-end opens one, and passes all that they do to a taker, in the loop."""

    def drain(self) -> None:
        """Pass on every pending edge: see `Inputs.drain`."""

    def close(self) -> None:
        """Stop watching."""


class Opener(Protocol):
    """How a back-end opens its lines; an OSError says why it cannot."""

    def __call__(self, name: str, wiring: Wiring, taker: Taker) -> Source:
        """Watch the lines of a wiring with a library (`gpiod`, `gpiozero`), after a first `sync`."""


class EdgeWriter:
    """Hands that record the edges that lines would have made: contacts without bounce, in made-up time.

    Given to a virtual console, it makes recordings of what was done there.
    """

    def __init__(self, wiring: Wiring, taker: Taker) -> None:
        """Begin at 0, with no key down and all dials at rest."""
        self._taker, self.now = taker, 0
        self._keys = {(key.station, key.key): key for key in wiring.keys}
        self._dials = {(dial.station, dial.dial): dial for dial in wiring.dials}
        self._states = dict.fromkeys(self._dials, 0)
        """Dial -> changes since the beginning, clockwise."""
        levels: dict[LineName, int] = {key.line: int(key.active_low) for key in wiring.keys}
        levels |= {line: level for dial in wiring.dials for line, level in _phases(dial, 0).items()}
        taker.sync(levels, self.now)

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self.now += ms * MS

    def on_press(self, station: str, key: str) -> None:
        """Press a key."""
        fitted = self._keys[station, key]
        self._taker.edge(fitted.line, self.now, int(not fitted.active_low))

    def on_release(self, station: str, key: str) -> None:
        """Release a key."""
        fitted = self._keys[station, key]
        self._taker.edge(fitted.line, self.now, int(fitted.active_low))

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial from detent to detent."""
        fitted = self._dials[station, dial]
        way = 1 if (steps > 0) != fitted.reversed else -1
        for _ in range(abs(steps) * fitted.steps_per_detent):
            before = _phases(fitted, self._states[station, dial])
            self._states[station, dial] += way
            for line, level in _phases(fitted, self._states[station, dial]).items():
                if level != before[line]:
                    self.now += QUARTER
                    self._taker.edge(line, self.now, level)


def _phases(dial: DialLines, changes: int) -> dict[LineName, int]:
    """Return the levels of a dial's lines so many changes clockwise from its rest."""
    way = (0b11, 0b01, 0b00, 0b10)
    state = way[(way.index(dial.rest) + changes) % 4]
    return {dial.a: state >> 1, dial.b: state & 1}


def made_up_wiring(fittings: Iterable[Fitting]) -> Wiring:
    """Return made-up lines for stations that have none: words like `red-1.ok` and `red-1.dial-0.a`."""
    fitted = tuple(fittings)
    keys = tuple(KeyLine(each.name, key, f"{each.name}.{key}") for each in fitted for key in each.keys)
    dials = [(each.name, dial, f"{each.name}.dial-{dial}") for each in fitted for dial in range(each.dials)]
    return Wiring(keys, tuple(DialLines(station, dial, f"{name}.a", f"{name}.b") for station, dial, name in dials))
