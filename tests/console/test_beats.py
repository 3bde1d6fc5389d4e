"""Beats: what a bell repeats by itself, in time, for one station and for nobody else; and screws told apart by ear."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from klaxon.console.devices import Call, Note
from klaxon.console.games.uboot.glass.screws import CLICKS, beat_of
from klaxon.console.games.uboot.glass.waterfall import HeardLine
from klaxon.console.play.seat_client import Heard
from klaxon.console.sound.beats import Beat, Beats
from klaxon.console.sound.bells import BoatBells
from tests.console.kit.bells import BOTH, Bells
from tests.console.kit.clock import Clock
from tests.console.kit.playing import story
from tests.table.kit.travel import pass_seconds

BEAT = Beat(Call("screw-slow", (Note(130, 10), Note(0, 690)), volume=50), 700)
OTHER = Beat(Call("ping", (Note(1400, 90),), volume=20), 5000)


class Clicks:
    """A bell that notes when it clicks, and loses some milliseconds every time."""

    def __init__(self, clock: Clock, late: int = 0) -> None:
        self.clock, self.late = clock, late
        self.heard: list[tuple[int, str]] = []

    def click(self, call: Call) -> None:
        self.heard.append((self.clock.now, call.name))
        self.clock.now += self.late

    def end(self) -> None:
        self.heard.append((self.clock.now, "end"))

    @property
    def names(self) -> list[str]:
        return [name for _, name in self.heard]


def begun(late: int = 0) -> tuple[Clock, Clicks, Beats]:
    clock = Clock()
    clicks = Clicks(clock, late)
    return clock, clicks, Beats(clicks.click, clicks.end, lambda: clock.now / 1000, clock.later)


def test_a_beat_keeps_time_even_if_its_bell_is_slow() -> None:
    clock, clicks, beats = begun(late=40)
    beats.ask("one", (BEAT,))
    clock.run(2900)
    assert [at for at, _ in clicks.heard] == [0, 700, 1400, 2100, 2800]


def test_two_stations_that_ask_for_the_same_have_one_beat() -> None:
    clock, clicks, beats = begun()
    beats.ask("one", (BEAT,))
    clock.run(100)
    beats.ask("two", (BEAT, OTHER))
    clock.run(1300)
    assert clicks.names == ["screw-slow", "ping", "screw-slow", "screw-slow"]
    beats.ask("one", ())
    assert "end" not in clicks.names, "the other still asks for it"
    beats.ask("two", (OTHER,))
    assert clicks.names[-1] == "end"
    clock.run(6000)
    assert clicks.heard[-1][1] == "ping"
    beats.clear()
    assert clock.waiting == 0


def test_a_beat_that_takes_the_place_of_another_is_heard_at_once() -> None:
    """A wheel turned within a sound asks for another loudness at every step."""
    clock, clicks, beats = begun()
    beats.ask("one", (BEAT,))
    clock.run(100)
    louder = Beat(BEAT.call._replace(volume=60), BEAT.period)
    beats.ask("one", (louder,))
    assert clicks.heard == [(0, "screw-slow"), (100, "end"), (100, "screw-slow")]


def chimes(bells: Bells, sides: dict[str, str]) -> BoatBells:
    made = BoatBells(bells, asyncio.get_running_loop())
    made.begin("uboot", sides)
    return made


@story
async def test_only_the_bell_of_the_station_beats() -> None:
    bells = Bells(("red",), ("blue",))
    made = chimes(bells, {"red": "uboot", "blue": "uboot"})
    made.repeat("red-2", "red", "uboot", (BEAT,))
    await pass_seconds(1.0)
    assert bells.rung == [("red", "screw-slow")] * 2
    made.repeat("red-2", "red", "uboot", ())
    assert bells.rung[2:] == [("red", "hush")], "at once"
    await pass_seconds(2.0)
    assert len(bells.rung) == 3


@story
async def test_a_bell_that_two_boats_hear_repeats_nothing() -> None:
    bells = Bells(BOTH)
    made = chimes(bells, {"red": "red", "blue": "blue"})
    made.repeat("red-2", "red", "red", (BEAT,))
    await pass_seconds(1.0)
    assert bells.rung == []


@story
async def test_a_call_interrupts_a_beat_and_a_beat_no_call() -> None:
    bells = Bells(("red",))
    made = chimes(bells, {"red": "uboot"})
    made.repeat("red-1", "red", "uboot", (BEAT,))
    made.on_seat_event("uboot", ("uboot",), Heard(1, 0, "bell", {"time": "12:00"}))
    await pass_seconds(1.0)
    assert bells.rung == [("red", "screw-slow"), ("red", "eight-bells")]
    await pass_seconds(2.0)
    assert bells.rung[-1] == ("red", "screw-slow"), "afterwards it goes on"
    made.mute(muted=True)
    count = len(bells.rung)
    await pass_seconds(2.0)
    assert len(bells.rung) == count


# By ear


def clicks_of(beat: Beat, ms: int) -> list[int]:
    """Return when a bell clicks, and nothing else, for so many milliseconds."""
    found = []
    for start in range(0, ms, beat.period):
        at = start
        for note in beat.call.notes:
            if note.pitch:
                found.append(at)
            at += note.ms
    return found


def screw_by_ear(times: list[int]) -> str:
    """Tell a screw by the times of its clicks alone: how many come close together before each longer gap."""
    gaps = [b - a for a, b in pairwise(times)]
    long = max(gaps) * 3 // 4
    groups, count = list[int](), 1
    for gap in gaps:
        if gap >= long:
            groups.append(count)
            count = 0
        count += 1
    usual = max(set(groups[1:]), key=groups[1:].count)
    return {len(places): screw for screw, places in CLICKS.items()}[usual]


def turns_by_ear(times: list[int], screw: str) -> int:
    """Return the turns a minute by the times of the clicks."""
    firsts = times[:: len(CLICKS[screw])]
    return round(60_000 * (len(firsts) - 1) / (firsts[-1] - firsts[0]))


@pytest.mark.parametrize("screw", CLICKS)
def test_screws_are_told_apart_by_the_times_of_their_clicks(screw: str) -> None:
    for turns in range(40, 400, 7):
        for level in (1, 9):
            beat = beat_of(HeardLine(58, 360, level, screw, turns, (0,) * 128))
            assert beat is not None
            times = clicks_of(beat, 6000)
            assert screw_by_ear(times) == screw, (screw, turns)
            assert abs(turns_by_ear(times, screw) - turns) <= 1 + turns // 50


def test_louder_is_louder_and_silence_is_silent() -> None:
    calls = [beat_of(HeardLine(58, 360, level, "slow", 84, (0,) * 128)) for level in (1, 5, 9)]
    volumes = [beat.call.volume for beat in calls if beat]
    lengths = [beat.call.notes[0].ms for beat in calls if beat]
    assert volumes == sorted(set(volumes))
    assert lengths == sorted(set(lengths)), "for a bell that has no volume"
    assert beat_of(HeardLine(58, 360, 0, "", 0, (0,) * 128)) is None
    assert beat_of(None) is None


def test_many_ships_have_no_rhythm_and_a_screw_that_turns_too_fast_only_hums() -> None:
    hum = beat_of(HeardLine(58, 360, 3, "", 0, (0,) * 128))
    assert hum is not None
    gaps = [b - a for a, b in pairwise(clicks_of(hum, 3000))]
    assert len(set(gaps)) > 4
    launch = beat_of(HeardLine(58, 360, 3, "motor", 1100, (0,) * 128))
    assert launch is not None
    assert {b - a for a, b in pairwise(clicks_of(launch, 3000))} <= {54, 55}
