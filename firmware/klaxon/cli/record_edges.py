"""`klaxon record-edges`: record what the lines of keys and dials do, for the replay back-end.

Lines of a real console are those of its profile, or of another recording. From a virtual console it records what is
written on standard input, a line each: press STATION KEY, release STATION KEY, turn STATION DIAL STEPS, wait MS.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from klaxon import data
from klaxon.cli import FOUND, MISUSED
from klaxon.cli.help.command_parser import CommandParser
from klaxon.console.devices.health import InputHealth, LineName
from klaxon.console.language.catalogue import say
from klaxon.console.profile import Profile, load, say_flaw, virtual
from klaxon.hal.hands_fanout import HandsFanout
from klaxon.hal.input_lines import Taker, Wiring
from klaxon.hal.inputs import Inputs
from klaxon.hal.pi.lines import wiring as wired
from klaxon.hal.recording import (
    EdgeWriter,
    LineRecording,
    Opener,
    Recorder,
    RecordingError,
    Tape,
    made_up_wiring,
    read_recording,
)
from klaxon.hal.replay import Replay
from klaxon.hal.virtual import VirtualConsole
from klaxon.table.fake_time import travel

MADE_UP = ("replay", "virtual")
LIVE = ("gpiod", "gpiozero")
OPENER = "klaxon.hal.pi.sources"
"""The module whose `open_source` watches real lines: see `Opener`."""
LONGEST_WAIT = 3_600_000
SETTLE = 0.5
"""Seconds after the last row until every input has been judged."""


class _Refused(Exception):
    """The command cannot go on; a message id, its facts and the exit status."""

    def __init__(self, message: str, status: int = FOUND, **facts: object) -> None:
        super().__init__(message)
        self.message, self.facts, self.status = message, facts, status


def build_parser() -> argparse.ArgumentParser:
    """Return what the command reads its arguments with."""
    parser = CommandParser(
        "klaxon record-edges", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, help="the recording to write; it must not be there yet")
    parser.add_argument(
        "--source", choices=(*LIVE, *MADE_UP), default=LIVE[0], help=f"where edges come from ({LIVE[0]})"
    )
    parser.add_argument("--like", type=Path, help="a recording: what to replay, or which lines to watch")
    parser.add_argument("--profile", help="a console, by its name or file: which lines to watch")
    parser.add_argument("--seconds", type=float, help="how long lines are watched (until Ctrl-C)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    return parser


def main(arguments: list[str]) -> int:
    """Record, then print what the inputs make of it."""
    parser = build_parser()
    asked = parser.parse_args(arguments)
    if asked.source == "replay" and asked.like is None:
        parser.error(say("edges.needs-like", {"source": asked.source}))
    if asked.source in LIVE and (asked.like is None) == (asked.profile is None):
        parser.error(say("edges.needs-lines", {"source": asked.source}))
    if asked.seconds is not None and asked.seconds <= 0:
        parser.error(say("edges.bad-seconds", {}))
    try:
        found = _record(asked)
    except _Refused as refused:
        sys.stderr.write(f"klaxon record-edges: {say(refused.message, refused.facts)}\n")
        return refused.status
    sys.stdout.write(json.dumps(found) + "\n" if asked.json else _report_text(found))
    return 0


def _record(asked: argparse.Namespace) -> dict[str, Any]:
    if asked.source in LIVE:
        profile = _profile(asked.profile) if asked.profile else None
        wiring = wired(profile) if profile else _read_recording(asked.like).wiring
        if profile is None and (words := [line for line in wiring.lines if isinstance(line, str)]):
            raise _Refused("edges.needs-profile", MISUSED, lines=", ".join(words))
        opener = _opener(asked.source, profile)
        with _open_recording(asked.out, wiring) as recorder:
            health = asyncio.run(_watch(asked, opener, wiring, recorder))
    else:
        recording = _read_recording(asked.like) if asked.source == "replay" else _from_virtual(sys.stdin)
        with _open_recording(asked.out, recording.wiring) as recorder:
            health = travel(lambda: _replay(recording, recorder))
    return {
        "recording": str(asked.out),
        "edges": recorder.edges,
        "presses": sum(key.presses for key in health.keys),
        "steps": sum(dial.clockwise + dial.anticlockwise for dial in health.dials),
        "errors": health.errors,
        "health": _plain(health),
    }


def _plain(health: InputHealth) -> dict[str, Any]:
    lines = {"keys": [key._asdict() for key in health.keys], "dials": [dial._asdict() for dial in health.dials]}
    return {**lines, "stray": health.stray, "dropped": health.dropped}


def _report_text(found: Mapping[str, Any]) -> str:
    """Return the results as lines of text: the total, and every key and dial with a problem."""
    lines = [say("edges.recorded", found)]
    lines += [say("edges.key", key) for key in found["health"]["keys"] if _errors(key) or key["stuck"]]
    dials = [dial for dial in found["health"]["dials"] if _errors(dial) or dial["jumps"] or dial["dead"]]
    lines += [say("edges.dial.dead" if dial["dead"] else "edges.dial", dial) for dial in dials]
    return "\n".join(lines) + "\n"


def _errors(health: Mapping[str, Any]) -> int:
    return int(health["lost"] + health["repaired"] + health["late"])


def _read_recording(path: Path) -> LineRecording:
    try:
        with TextIOWrapper(data.open_file(path), encoding="utf-8", errors="replace", newline="\n") as file:
            return read_recording(file)
    except OSError as error:
        raise _Refused("edges.unreadable", MISUSED, path=path, reason=error.strerror) from error
    except RecordingError as error:
        raise _Refused(f"edges.{error.code}", FOUND, path=path, **error.facts) from error


def _profile(name: str) -> Profile:
    found = load(name)
    if not isinstance(found, Profile):
        raise _Refused("edges.bad-profile", name=name, flaws=len(found), first=say_flaw(name, found[0]))
    if not wired(found).lines:
        raise _Refused("edges.no-wires", name=name)
    return found


@contextmanager
def _open_recording(path: Path, wiring: Wiring) -> Iterator[Recorder]:
    """Open a new recording."""
    try:
        file = path.open("x", encoding="utf-8", buffering=1)
    except FileExistsError as error:
        raise _Refused("edges.exists", MISUSED, path=path) from error
    except OSError as error:
        raise _Refused("edges.unwritable", MISUSED, path=path, reason=error.strerror) from error
    with file:
        yield Recorder(wiring, file.write)


# A console that is made up


def _from_virtual(lines: Iterable[str]) -> LineRecording:
    """Use a virtual console as lines of text say, and record what its lines would have done."""
    fittings = virtual()
    console, tape, wiring = VirtualConsole(fittings), Tape(), made_up_wiring(fittings)
    pen = EdgeWriter(wiring, tape)
    console.devices().keys.attach(pen)
    console.devices().dials.attach(pen)
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].split()
        try:
            _obey(console, pen, words)
        except ValueError as error:
            raise _Refused("edges.bad-line", line=number, text=line.strip()[:60], why=error) from error
    return LineRecording(wiring, tuple(tape.rows))


def _obey(console: VirtualConsole, pen: EdgeWriter, words: Sequence[str]) -> None:
    match words:
        case []:
            pass
        case ["press", station, key]:
            console.press(station, key)
        case ["release", station, key]:
            console.release(station, key)
        case ["turn", station, dial, steps]:
            console.turn(station, int(dial), int(steps))
        case ["wait", ms] if 0 <= int(ms) <= LONGEST_WAIT:
            pen.wait(int(ms))
        case _:
            raise ValueError(say("edges.line-help", {"longest": LONGEST_WAIT}))


async def _replay(recording: LineRecording, recorder: Recorder) -> InputHealth:
    """Replay rows on a console, and record them on the way."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()
    replay = Replay(recording.wiring, (), (), loop, [recorder])
    replay.play(recording.rows, done.set)
    await done.wait()
    await asyncio.sleep(SETTLE)
    replay.close()
    return replay.inputs.health()


# Lines that are real


def _opener(source: str, profile: Profile | None) -> Opener:
    """Return how the Pi's back-end opens its lines; a profile says where those of expanders are."""
    package = OPENER.rpartition(".")[0]
    if find_spec(package) is None or find_spec(OPENER) is None:
        raise _Refused("edges.no-source", source=source)
    opener: Opener = partial(import_module(OPENER).open_source, profile=profile)
    return opener


async def _watch(asked: argparse.Namespace, opener: Opener, wiring: Wiring, recorder: Recorder) -> InputHealth:
    """Watch lines until the end of the recording."""
    loop, enough = asyncio.get_running_loop(), asyncio.Event()
    inputs = Inputs(wiring, HandsFanout(), loop.call_later)
    try:
        watched = opener(asked.source, wiring, _Both(recorder, inputs))
    except (ImportError, OSError) as error:
        raise _Refused("edges.no-lines", source=asked.source, why=error) from error
    inputs.drain = watched.drain
    loop.add_signal_handler(signal.SIGINT, enough.set)
    try:
        await asyncio.wait_for(enough.wait(), asked.seconds)
    except TimeoutError:
        pass
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        watched.close()
        inputs.close()
    return inputs.health()


class _Both:
    """Passes everything to two takers."""

    def __init__(self, *takers: Taker) -> None:
        self._takers = takers

    def edge(self, line: LineName, at: int, level: int) -> None:
        for taker in self._takers:
            taker.edge(line, at, level)

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        for taker in self._takers:
            taker.sync(levels, now)

    def drop(self, count: int, now: int) -> None:
        for taker in self._takers:
            taker.drop(count, now)

    def lose(self, lines: Collection[LineName], now: int) -> None:
        for taker in self._takers:
            taker.lose(lines, now)
