"""Recordings and the replay back-end: what lines did is written down and played again, to the same effect."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.cli import record_edges
from klaxon.console.devices import Fitting
from klaxon.hal.input_lines import DialLines, Edge, KeyLine, Taker, Wiring
from klaxon.hal.laws import LAWS, HalLawBroken, Law, obey
from klaxon.hal.recording import (
    Dropped,
    EdgeWriter,
    Gone,
    LineRecording,
    Recorder,
    RecordingError,
    Reread,
    Row,
    Tape,
    hand_over,
    made_up_wiring,
    read_recording,
)
from klaxon.hal.replay import Replay
from klaxon.table.fake_time import TravelLoop, travel
from tests.hal.kit.faults import KEY, MS, A, B, Hand, Rig, one_dial, one_key, press
from tests.hal.kit.stands import FITTINGS, LAMPS, VirtualStand

BUSY = Wiring(one_key().keys, one_dial().dials)
TAP = 30
"""Milliseconds from one thing that a hand does to the next."""


# The laws


def stand_wiring() -> Wiring:
    """Return lines for the stations of the stands, of every kind there is."""
    plain = made_up_wiring(FITTINGS)
    high = [KeyLine(k.station, k.key, k.line, k.key != "ok", 5 + number) for number, k in enumerate(plain.keys)]
    kinds = [(4, False, 3), (2, True, 3), (1, False, 0), (4, True, 0), (2, False, 0)]
    dials = [
        DialLines(dial.station, dial.dial, number, 100 + number, need, turned, rest)
        for number, (dial, (need, turned, rest)) in enumerate(zip(plain.dials, kinds, strict=True))
    ]
    return Wiring(tuple(high), tuple(dials))


class ReplayStand(VirtualStand):
    """A replay in made-up time; what fingers do is recorded, and played when the stand settles."""

    def __init__(self, wiring: Wiring, loop: TravelLoop) -> None:
        super().__init__()
        self._loop, self._tape = loop, Tape()
        self.replay = Replay(wiring, FITTINGS, LAMPS, loop)
        self.console = self.replay.outside
        self.console.watch(self.page)
        self.devices = self.replay.devices()
        self._pen = EdgeWriter(wiring, self._tape)
        self.press, self.release, self.turn = self._pressed, self._released, self._turned
        self.settle()

    def _pressed(self, station: str, key: str) -> None:
        self._pen.wait(TAP)
        self._pen.on_press(station, key)

    def _released(self, station: str, key: str) -> None:
        self._pen.wait(TAP)
        self._pen.on_release(station, key)

    def _turned(self, station: str, dial: int, steps: int) -> None:
        self._pen.wait(TAP)
        self._pen.on_turn(station, dial, steps)

    def settle(self) -> None:
        rows, self._tape.rows = self._tape.rows, []
        self._pen.wait(10 * TAP)

        async def played() -> None:
            done = asyncio.Event()
            self.replay.play(rows, done.set)
            await done.wait()
            await asyncio.sleep(0.2)

        self._loop.run_until_complete(played())


@pytest.fixture
def loop() -> Iterator[TravelLoop]:
    made = TravelLoop()
    yield made
    made.close()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("wiring", [stand_wiring(), made_up_wiring(FITTINGS)], ids=["every kind", "made up"])
def test_the_replay_obeys(law: Law, wiring: Wiring, loop: TravelLoop) -> None:
    obey(lambda: ReplayStand(wiring, loop), [law])


def test_a_replay_that_is_wired_wrongly_is_found(loop: TravelLoop) -> None:
    """The stand itself can fail: a dial that is read the other way round breaks its law."""

    class Wrong(ReplayStand):
        def __init__(self) -> None:
            super().__init__(made_up_wiring(FITTINGS), loop)
            for dial in self.replay.inputs._dials:
                dial.fitted = DialLines(dial.fitted.station, dial.fitted.dial, 1, 2, reversed=True)

    with pytest.raises(HalLawBroken) as found:
        obey(Wrong)
    assert found.value.law == "dials_turn_as_they_are_turned"


# Playing


def busy_rows(seed: int) -> list[Row]:
    """Return a minute of a clumsy hand on a key and a dial, with re-reads, a dropped block and a chip that goes."""
    rng = Random(seed)
    hand, at, edges = Hand(rng), 0, list[Edge]()
    for _ in range(40):
        more, at = press(rng, KEY, at)
        hand.lift()
        edges += [*more, *hand.turn(rng.choice((1, -1)), 1 + rng.randrange(9))]
    edges.sort(key=lambda edge: edge.at)
    rows: list[Row] = [Reread({KEY: 1, A: 1, B: 1}, 0), *edges]
    rows.insert(len(rows) // 2, Dropped(16, edges[len(rows) // 2].at))
    rows.insert(len(rows) // 3, Gone((KEY,), edges[len(rows) // 3].at))
    return rows


def told_live(rows: Sequence[Row]) -> list[object]:
    rig = Rig(BUSY)
    for row in rows:
        rig.run(row.at)
        hand_over(row, rig.inputs)
    rig.rest()
    return [*rig.heard(), rig.inputs.health()]


async def told_again(rows: Sequence[Row], stalls: Random | None = None) -> list[object]:
    """Play rows; with `stalls` the loop is busy now and then."""
    loop, done, rig = asyncio.get_running_loop(), asyncio.Event(), Rig(BUSY)
    assert isinstance(loop, TravelLoop)
    replay = Replay(BUSY, (), (), loop)
    replay.devices().keys.attach(rig)
    replay.devices().dials.attach(rig)
    replay.play(rows, done.set)
    while stalls is not None and not done.is_set():
        await asyncio.sleep(stalls.random() / 10)
        loop.moment += stalls.random() / 5
    await done.wait()
    await asyncio.sleep(1)
    return [*rig.heard(), replay.inputs.health()]


@pytest.mark.parametrize("seed", range(5))
def test_a_recording_is_told_again_exactly(seed: int) -> None:
    rows, text = busy_rows(seed), io.StringIO()
    recorder = Recorder(BUSY, text.write)
    for row in rows:
        hand_over(row, recorder)
    text.seek(0)
    recording = read_recording(text)
    assert recording == LineRecording(BUSY, tuple(rows))
    told = told_live(rows)
    assert len(told) > 60
    assert travel(lambda: told_again(recording.rows)) == told
    assert travel(lambda: told_again(recording.rows, Random(seed))) == told


def test_rows_are_played_at_their_moments() -> None:
    async def story() -> list[tuple[float, str]]:
        loop, seen = asyncio.get_running_loop(), list[tuple[float, str]]()
        began = loop.time()

        class Watch(Tape):
            def edge(self, line: object, at: int, level: int) -> None:
                seen.append((round(loop.time() - began, 6), f"{line} {level}"))

        replay = Replay(one_key(), (), (), loop, [Watch()])
        replay.play([Edge(KEY, 5_000 * MS, 0), Edge(KEY, 5_250 * MS, 1)])
        await asyncio.sleep(0.3)
        replay.play([Edge(KEY, 6_000 * MS, 0), Edge(KEY, 6_100 * MS, 1)])
        await asyncio.sleep(1.05)
        replay.close()
        await asyncio.sleep(1)
        assert replay.inputs.health().keys[0].presses == 2
        return seen

    assert travel(story) == [(0.0, f"{KEY} 0"), (0.25, f"{KEY} 1"), (1.0, f"{KEY} 0"), (1.1, f"{KEY} 1")]


def test_a_closed_replay_plays_nothing_more() -> None:
    async def story() -> None:
        loop, called = asyncio.get_running_loop(), list[int]()
        replay = Replay(one_key(), (), (), loop)
        replay.play([Edge(KEY, 0, 0), Edge(KEY, 100 * MS, 1)], lambda: called.append(1))
        await asyncio.sleep(0.005)
        replay.close()
        await asyncio.sleep(1)
        health = replay.inputs.health().keys[0]
        assert (health.edges, health.presses, called) == (1, 0, [])

    travel(story)


def test_nothing_to_play_is_done_at_once() -> None:
    async def story() -> list[int]:
        called = list[int]()
        Replay(one_key(), (), (), asyncio.get_running_loop()).play([], lambda: called.append(1))
        return called

    assert travel(story) == [1]


# The format


HEADER = '{"klaxon-edges": 1, "keys": [{"station": "red-1", "key": "ok", "line": 5}]}\n'


def fault(*lines: str) -> tuple[str, object]:
    with pytest.raises(RecordingError) as found:
        read_recording(lines)
    return found.value.code, found.value.facts["line"]


@pytest.mark.parametrize("text", ["", "\n", "[1]\n", "{}\n", "\x00\xff", '{"a": 1}', "[" * 100_000])
def test_what_is_no_recording(text: str) -> None:
    assert fault(text) == ("no-recording", 1)
    if not text:
        assert fault() == ("no-recording", 1)


def test_another_version() -> None:
    assert fault(HEADER.replace(": 1,", ": 2,")) == ("other-version", 1)


@pytest.mark.parametrize(
    "keys",
    [
        '[{"station": "red-1", "key": "ok"}]',
        '[{"station": "red-1", "key": "ok", "line": 5, "colour": 3}]',
        '[{"station": "red-1", "key": "ok", "line": 5.5}]',
        '[{"station": "red-1", "key": "ok", "line": true}]',
        '[{"station": "red-1", "key": "ok", "line": null}]',
        '[{"station": 1, "key": "ok", "line": 5}]',
        '[{"station": "red-1", "key": "ok", "line": 5, "active_low": 1}]',
        '[{"station": "red-1", "key": "ok", "line": 5, "debounce_ms": true}]',
        '[{"station": "red-1", "key": "ok", "line": 5, "debounce_ms": 0}]',
        '[{"station": "red-1", "key": "ok", "line": 5}, {"station": "red-1", "key": "back", "line": 5}]',
        "[7]",
        "7",
        "null",
    ],
)
def test_a_header_that_says_nothing_useful(keys: str) -> None:
    assert fault(f'{{"klaxon-edges": 1, "keys": {keys}}}\n') == ("bad-header", 1)


@pytest.mark.parametrize(
    "row",
    [
        "",
        "press",
        "[1, 5]",
        "[1, 5, 2]",
        "[-1, 5, 1]",
        "[1, 6, 1]",
        "[1.5, 5, 1]",
        '["1", 5, 1]',
        "[1, [5], 1]",
        '{"at": -1, "levels": []}',
        '{"at": 1, "levels": [[6, 1]]}',
        '{"at": 1, "levels": [[5, 2]]}',
        '{"at": 1, "levels": [5]}',
        '{"at": 1, "levels": [[[5], 1]]}',
        '{"at": 1, "dropped": 0}',
        '{"at": -1, "dropped": 1}',
        '{"at": -1, "gone": [5]}',
        '{"at": 1, "gone": [6]}',
        '{"at": 1, "gone": [[5]]}',
        '{"levels": []}',
    ],
)
def test_a_row_that_is_none(row: str) -> None:
    good = "[7, 5, 0]\n"
    assert fault(HEADER, good, f"{row}\n", good) == ("bad-row", 3)
    assert read_recording([HEADER, good, row]).rows == (Edge(5, 7, 0),)  # cut off by a power cut


@given(st.lists(st.text(max_size=60), max_size=5))
def test_any_text_is_a_recording_or_a_fault(lines: list[str]) -> None:
    found = ""
    try:
        read_recording([HEADER, *lines])
    except RecordingError as error:
        found = error.code
    assert found in ("", "bad-row")


# The command


SCRIPT = "press red-1 ok  # a tap\nwait 50\nrelease red-1 ok\n\nwait 40\nturn red-4 1 -3\n"


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *arguments: object
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    try:
        status = record_edges.main([str(argument) for argument in arguments])
    except SystemExit as ended:
        status = int(str(ended.code))
    told = capsys.readouterr()
    return status, told.out, told.err


Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    return lambda typed, *arguments: run(monkeypatch, capsys, typed, *arguments)


def test_a_virtual_console_is_recorded_and_replayed(call: Call, tmp_path: Path) -> None:
    first, second = tmp_path / "first.edges", tmp_path / "second.edges"
    status, told, _ = call(SCRIPT, first, "--source", "virtual")
    assert (status, told) == (0, f"{first}: edges 14, presses 1, steps 3, errors 0.\n")
    status, told, _ = call("", second, "--source", "replay", "--like", first, "--json")
    found = json.loads(told)
    assert (status, found["presses"], found["steps"], found["errors"]) == (0, 1, 3, 0)
    dial = next(dial for dial in found["health"]["dials"] if (dial["station"], dial["dial"]) == ("red-4", 1))
    assert (dial["clockwise"], dial["anticlockwise"]) == (0, 3)
    assert first.read_bytes() == second.read_bytes()


def test_what_is_not_well_is_said(call: Call, tmp_path: Path) -> None:
    sick = tmp_path / "sick.edges"
    with sick.open("w") as file:
        recorder = Recorder(Wiring(one_key().keys, (*one_dial().dials, DialLines("red-2", 0, 1, 2))), file.write)
        for row in (Edge(KEY, 0, 0), Edge(KEY, 1, 0), Edge(1, 5, 0), Edge(2, 5, 0), Dropped(3, 9)):
            hand_over(row, recorder)
        for number in range(10):
            recorder.edge(A, 100 * MS * number, number % 2)
    status, told, _ = call("", tmp_path / "out.edges", "--source", "replay", "--like", sick)
    assert status == 0
    assert told.splitlines()[1:] == [
        f"Key red-1 ok, line {KEY}: 1 edges lost, 0 found by a re-read, 0 late. Check its cable.",
        "Dial red-1 0: its phase b does not move. Check that line.",
        "Dial red-2 0: 1 jumps, 0 edges lost, 0 found by a re-read, 0 late. Check its cable.",
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dive", "write press STATION KEY"),
        ("press red-9 ok", "no station 'red-9'"),
        ("press red-2 stop", "no key 'stop'"),
        ("turn red-1 0 many", "many"),
        ("turn red-1 0 1000", "no hand turns"),
        ("turn red-1 5 1", "no dial 5"),
        ("wait -1", "wait MS"),
        ("wait 3600001", "wait MS"),
    ],
)
def test_a_line_that_cannot_be_done(call: Call, tmp_path: Path, line: str, why: str) -> None:
    status, _, complaint = call(f"wait 1\n{line}\n", tmp_path / "out.edges", "--source", "virtual")
    assert status == 1
    assert complaint.startswith(f"klaxon record-edges: Line 2 cannot be done: {line}: ")
    assert why in complaint
    assert not (tmp_path / "out.edges").exists()


def test_files_that_do_not_fit(call: Call, tmp_path: Path) -> None:
    there = tmp_path / "there.edges"
    there.write_text("what it was")
    out = tmp_path / "out.edges"
    for arguments, status, words in (
        ((there, "--source", "virtual"), 2, "there.edges is there already"),
        ((tmp_path / "no" / "x", "--source", "virtual"), 2, "cannot be written"),
        ((out, "--source", "replay", "--like", tmp_path / "none"), 2, "cannot be read"),
        ((out, "--source", "replay", "--like", there), 1, "this is not a recording of edges"),
        ((out, "--source", "replay"), 2, "--source replay needs --like"),
        ((out,), 2, "--source gpiod needs --like"),
        ((out, "--source", "virtual", "--seconds", "0"), 2, "--seconds must be above 0"),
    ):
        found, _, complaint = call("", *arguments)
        assert (found, words in complaint) == (status, True), complaint
    assert there.read_text() == "what it was"
    assert not out.exists()


@pytest.mark.parametrize("where", ["klaxon.nowhere.sources", "klaxon.hal.nowhere"])
def test_a_source_that_is_not_there_yet(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(record_edges, "OPENER", where)
    like = tmp_path / "like.edges"
    like.write_text(HEADER)
    status, _, complaint = call("", tmp_path / "out.edges", "--source", "gpiozero", "--like", like)
    assert status == 1
    assert "The source gpiozero is not there" in complaint
    assert not (tmp_path / "out.edges").exists()


class Bench:
    """A source: it presses its key, then lets the person press Ctrl-C."""

    closed = False

    def __init__(self, name: str, wiring: Wiring, taker: Taker) -> None:
        assert (name, wiring.lines) == ("gpiod", (5,))
        taker.sync({5: 1}, 0)
        taker.edge(5, 1 * MS, 0)
        taker.edge(5, 100 * MS, 1)
        taker.drop(2, 100 * MS)
        if "ctrl-c" in os.environ:
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGINT)

    def drain(self) -> None:
        """Nothing ever waits here."""

    def close(self) -> None:
        Bench.closed = True


@pytest.mark.parametrize("way", ["ctrl-c", "seconds"])
def test_real_lines_are_watched_until_it_is_enough(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(record_edges, "_opener", lambda _name, _profile: Bench)
    monkeypatch.setattr(Bench, "closed", False)
    like, out = tmp_path / "like.edges", tmp_path / "out.edges"
    like.write_text(HEADER)
    if way == "ctrl-c":
        monkeypatch.setenv("ctrl-c", "1")
    seconds = [] if way == "ctrl-c" else ["--seconds", "0.01"]
    status, told, _ = call("", out, "--like", like, *seconds)
    assert (status, told) == (0, f"{out}: edges 2, presses 1, steps 0, errors 2.\n")
    assert Bench.closed
    assert read_recording(out.read_text().splitlines(keepends=True)).rows == (
        Reread({5: 1}, 0),
        Edge(5, 1 * MS, 0),
        Edge(5, 100 * MS, 1),
        Dropped(2, 100 * MS),
    )


def test_lines_that_cannot_be_opened(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> object:
        raise PermissionError("/dev/gpiochip0")

    monkeypatch.setattr(record_edges, "_opener", lambda _name, _profile: refuse)
    like = tmp_path / "like.edges"
    like.write_text(HEADER)
    status, _, complaint = call("", tmp_path / "out.edges", "--like", like)
    assert status == 1
    assert "cannot watch the lines: /dev/gpiochip0" in complaint


def test_made_up_lines_are_told_apart() -> None:
    wiring = made_up_wiring([Fitting("red-1", "red", dials=2)])
    assert [key.line for key in wiring.keys] == ["red-1.push", "red-1.ok", "red-1.back"]
    assert wiring.lines[3:] == ("red-1.dial-0.a", "red-1.dial-0.b", "red-1.dial-1.a", "red-1.dial-1.b")
