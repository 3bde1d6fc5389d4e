"""`klaxon bench panels` and `latency`: the same frames and presses, counted by the same rule."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from types import SimpleNamespace

import pytest

from klaxon.cli import FOUND, MISUSED, bench
from klaxon.cli.bench import latency, main, panels, run
from klaxon.cli.bench.buses import Adapter, BusTime, Glass, LumaTap, Tap
from klaxon.cli.bench.drivers import OURS, PEER, Luma, Ours
from klaxon.cli.bench.minute import BusyMinute, distinct, liveliest, ours, peers, quantile
from klaxon.cli.bench.rounds import Rounds
from klaxon.cli.robots import PanelMoment, moments
from klaxon.console.devices import Picture
from klaxon.console.profile import virtual
from klaxon.hal.panel_runs import runs, wire_bytes

pytestmark = pytest.mark.filterwarnings("ignore:.*getdata:DeprecationWarning")

ONE = Rounds(1, 0.001)
WHOLE = 1034
"""Bytes of a frame that luma sends: what it points at, and 1024 bytes."""
BUS_BYTES = {"sonar": 116_000, "steam": 165_000}
"""What all panels are sent in a recorded game: 114,896 and 163,124 bytes, and a little more for words."""
STATIONS = ("red-1", "red-2", "blue-1")


def picture(place: int) -> Picture:
    """A cursor at a place of a panel."""
    return Picture(128, 64, bytes(place) + b"\xff" * 6 + bytes(1018 - place))


def game(seconds: float = 120.0) -> list[PanelMoment]:
    """Two panels with a cursor that is told twice each time; the first is worked by hand. Blue shows one thing."""
    told = [PanelMoment(0.0, "blue-1", picture(0))]
    for number in range(int(seconds)):
        place, at = 8 * (number // 2 % 100), float(number)
        told += [
            PanelMoment(at, "red-1", None),
            PanelMoment(at, "red-1", picture(place)),
            PanelMoment(at, "red-2", picture(place)),
        ]
    return told


# Buses


def test_a_bus_takes_nine_bits_a_byte_with_start_and_stop() -> None:
    clock = BusTime([], 0.0)
    adapter = Adapter(100_000, clock.wait)
    tap = Tap(adapter)
    tap.write(b"\x00\xb1\x00\x10")
    assert adapter.bytes == 5
    assert clock.now == pytest.approx((5 * 9 + 2) / 100_000)
    tap.write(b"\x40" + bytes(128))
    assert tap.read() == 0x40
    assert adapter.bytes == 5 + 130 + 2
    assert clock.now == pytest.approx((137 * 9 + 6) / 100_000)
    LumaTap(adapter).data([0] * 1024)
    assert adapter.bytes == 137 + 1026


def test_plans_happen_at_their_moment_whoever_waits() -> None:
    seen = list[float]()
    clock = BusTime([(at, lambda: seen.append(clock.now)) for at in (1.0, 1.5, 4.0)], 0.0)
    clock.wait(2.0)
    assert (seen, clock.now) == ([1.0, 1.5], 2.0)
    clock.idle(1.0)
    clock.idle(5.0)
    assert (seen, clock.now) == ([1.0, 1.5, 4.0], 4.0)


def test_an_age_is_how_long_something_wrong_is_shown() -> None:
    clock = BusTime([], 0.0)
    glass = Glass(clock, 4)
    glass.tell(b"\1\2\0\0")
    clock.wait(1)
    glass.tell(b"\1\3\0\4")
    clock.wait(1)
    glass.arrive(1, b"\3\0\4")
    assert (glass.ages, glass.right) == ([2.0], False)
    glass.tell(b"\0\3\0\4")
    glass.arrive(0, b"\0")
    assert (glass.ages, glass.right) == ([2.0], True)


def test_an_echo_is_the_first_byte_that_the_hand_changed() -> None:
    clock = BusTime([], 0.0)
    glass = Glass(clock, 4)
    glass.work(clock.now)
    glass.tell(b"\0\0\1\0")
    clock.wait(1)
    glass.send(0, b"\0\0")
    clock.wait(1)
    glass.send(2, b"\1")
    assert glass.echoes == [2.0]
    glass.work(clock.now)
    clock.wait(1)
    glass.tell(b"\0\0\2\0")
    glass.send(2, b"\2")
    assert glass.echoes == [2.0], "what comes later is no echo"


# Frames


def test_only_frames_that_differ_count() -> None:
    found = distinct(game(6))
    assert [moment.at for moment in found if moment.station == "red-2"] == [0, 2, 4]
    assert sum(moment.picture is None for moment in found) == 6


def test_both_are_counted_by_one_rule() -> None:
    frames = [(moment.station, moment.picture) for moment in distinct(game()) if moment.picture]
    report = panels.compare([frames, frames[:10]], ONE, {OURS: Ours, PEER: Luma})
    shown = [[picture.bits for name, picture in frames if name == station] for station in STATIONS]
    blank = bytes(1024)
    least = len(STATIONS) * wire_bytes(runs(None, blank, 128)) + sum(
        wire_bytes(runs(before, after, 128)) for each in shown for before, after in pairwise([blank, *each])
    )
    assert report["frames"] == len(frames) + 10
    sizes = report["bytes"]
    assert 0 < sizes[PEER] - WHOLE * (report["frames"] + len(STATIONS)) < 50 * len(STATIONS), "set-up is all the rest"
    assert least < sizes[OURS] < least + 1000
    assert report["ratios"]["bytes"] == round(sizes[OURS] / sizes[PEER], 4)
    assert len(report["ratios"]["bytes_by_game"]) == 2
    assert set(report["ms_a_frame"]) == {OURS, PEER}


def test_a_peer_that_shows_something_else_is_no_peer() -> None:
    class Wrong(Luma):
        def last_sent(self, station: str) -> bytes:
            return bytes(1024)

    frames = [("red-1", picture(0)), ("red-1", picture(8))]
    with pytest.raises(RuntimeError, match="red-1 is another picture"):
        panels.compare([frames], ONE, {OURS: Ours, PEER: Wrong})


def test_panels_are_looked_at_by_crews() -> None:
    eight = [f"{boat}-{number}" for boat in ("blue", "red") for number in range(1, 5)]
    crews = panels.crews(eight)
    assert [len(crew) for crew in crews] == [1, 4, 8]
    assert crews[1] == ["red-1", "red-2", "red-3", "red-4"]


# The liveliest minute


def test_the_minute_with_most_frames_is_found() -> None:
    slow = [moment._replace(at=10 * moment.at) for moment in game(30)]
    lively = [moment._replace(at=500 + moment.at / 2) for moment in game(200)]
    minute = liveliest([slow, slow + lively], ["red-1", "red-2"])
    assert minute.frames == 2 * 60
    assert 500 <= minute.begin <= 540
    assert set(minute.sizes) == {"red-1", "red-2"}
    assert all(minute.begin <= moment.at < minute.begin + 60 for moment in minute.moments)


@pytest.mark.parametrize("speed", [100_000, 1_000_000])
def test_a_minute_takes_less_with_what_changed_than_with_whole_frames(speed: int) -> None:
    minute = liveliest([game()], STATIONS)
    mine, theirs = ours(minute, speed), peers(minute, speed)
    assert len(mine.echoes) == len(theirs.echoes) == 29, "the first picture is no change"
    assert theirs.bytes == WHOLE * minute.frames
    assert min(len(mine.ages), len(theirs.ages)) >= 58
    assert mine.bytes < theirs.bytes / 2
    assert max(mine.ages) < max(theirs.ages) < 3 * (WHOLE * 9 + 4) / speed + 1e-9
    assert max(mine.echoes) < max(theirs.echoes)


def test_figures_are_in_milliseconds() -> None:
    found = BusyMinute(7, [0.25, 0.5], [number / 1000 for number in range(1, 101)])
    assert found.figures() == {"bytes": 7, "worst_age_ms": 500.0, "echo_p50_ms": 50.0, "echo_p99_ms": 99.0}
    assert quantile([], 99) == 0


# Latency


@pytest.fixture(scope="module")
def told() -> dict[str, list[float]]:
    """What a console with real threads tells in two rounds."""
    frames = {f"red-{number}": [picture(place) for place in range(0, 1000, 40)] for number in range(1, 5)}
    return asyncio.run(latency.echoes(Rounds(2, 0.001), frames))


def test_every_hand_is_seen_by_both(told: dict[str, list[float]]) -> None:
    counts = {name: len(took) for name, took in told.items()}
    alone = counts.pop(latency.ALONE)
    assert counts == dict.fromkeys((OURS, PEER, latency.MACHINE), 2 * latency.PRESSES)
    assert alone <= counts[OURS]
    assert min(told[OURS]) > 0


def test_echoes_are_told_as_parts_of_the_peers() -> None:
    found = latency.report({OURS: [0.001, 0.002, 0.004], PEER: [0.01, 0.02, 0.08]})
    assert found["echo_ms"] == {OURS: {"p50": 2.0, "p99": 4.0}, PEER: {"p50": 20.0, "p99": 80.0}}
    assert found["ratios"] == {"p50": 0.1, "p99": 0.05}


# The command


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, told: dict[str, list[float]]) -> None:
    """Short games, and a daemon that nobody starts."""

    async def heard(*_: object) -> dict[str, list[float]]:
        return told

    asleep = {"resident_mb": 40.0, "asleep_percent_of_a_core": 0.1}
    start = {"bare_import_s": 0.2, "start_ratio": 2.5, "start_cpu_ratio": 2.4}
    figures = {"starts": 1, "first_picture_s": 0.5, **start, "daemons": {"null": asleep}}
    monkeypatch.setattr(panels, "recorded_games", lambda: [game(), game(70)])
    monkeypatch.setattr(latency, "recorded_frames", dict)
    monkeypatch.setattr(latency, "echoes", heard)
    monkeypatch.setattr(run, "figures", lambda _: figures)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", ["panels", "latency", "run"])
def test_the_command_prints_for_people_and_for_programs(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([what, "--rounds", "1", "--slice", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert main([what, "--rounds", "1", "--slice", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    if what == "panels":
        assert [row["panels"] for row in report["by_panels"]] == [1, 3]
        assert [bus["hertz"] for bus in report["by_panels"][1]["liveliest_minute"]["buses"]] == [*panels.SPEEDS]
        assert lines[0] == f"2 games, 188 s of play at 3 stations; the peer is {PEER}"
        assert sum(" kHz" in line for line in lines) == 2 * len(panels.SPEEDS)
        assert "0.0" in next(line for line in lines if line.startswith("bytes game by game"))
    else:
        daemon = report["daemon"] if what == "latency" else report
        assert daemon["first_picture_s"] == 0.5
        assert lines[-1].split() == ["null", "40.0", "MB", "resident", "0.1", "%", "of", "a", "core", "asleep"]
    if what == "latency":
        assert [line.partition(" ")[0] for line in lines[:6]] == ["klaxon", "klaxon,", "luma.oled", "a", "p50,", "p99,"]


def test_the_command_says_what_it_needs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["panels", "--rounds", "0"]) == MISUSED
    monkeypatch.setattr(bench, "find_spec", lambda _: None)
    capsys.readouterr()
    assert main(["latency"]) == FOUND
    assert capsys.readouterr().err.startswith("klaxon bench latency needs luma.oled; `make bench` installs it")


def test_rounds_are_told_only_to_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[str]()
    monkeypatch.setattr("sys.stderr", SimpleNamespace(isatty=lambda: True, write=said.append))
    ONE.say(0)
    ONE.say(None)
    assert said == ["\rround 1 of 1 ", "\r\033[K"]


# Recorded games


@pytest.fixture(scope="module")
def recorded() -> dict[str, list[PanelMoment]]:
    return {"sonar": moments("sonar", "2"), "steam": moments("steam")}


def test_a_recorded_game_has_its_moments(recorded: dict[str, list[PanelMoment]]) -> None:
    seen = recorded["steam"]
    assert [moment.at for moment in seen] == sorted(moment.at for moment in seen)
    hands = [(hand, then) for hand, then in pairwise(seen) if hand.picture is None]
    assert {hand.station for hand, _ in hands} == {"red-1", "blue-1"}
    echoed = [then for hand, then in hands if hand[:2] == then[:2] and then.picture]
    assert len(hands) / 2 < len(echoed), "what a hand does is mostly seen at once"
    shown = {moment.station for moment in seen if moment.picture and any(moment.picture.bits)}
    assert shown == {fitting.name for fitting in virtual()}, "every station shows something"


@pytest.mark.parametrize("game", BUS_BYTES)
def test_a_recorded_game_costs_the_bus_no_more_than_it_did(game: str, recorded: dict[str, list[PanelMoment]]) -> None:
    """Bytes are exact: the same pictures cost the same on every machine. Fewer pictures may cost more each."""
    shown, sent, count = dict[str, bytes](), 0, 0
    for moment in distinct(recorded[game]):
        if moment.picture is not None:
            bits, width = moment.picture.bits, moment.picture.width
            sent += wire_bytes(runs(shown.get(moment.station, bytes(len(bits))), bits, width))
            shown[moment.station], count = bits, count + 1
    assert sent <= BUS_BYTES[game], f"{sent} bytes: look which part of which panel changes more than it did"
    assert sent < WHOLE * count / 8, "an eighth of what whole frames would take"


def test_the_same_seed_is_recorded_as_the_same_game() -> None:
    assert moments("sonar", limit="2") == moments("sonar", limit="2")
