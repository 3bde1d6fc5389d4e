"""The pulse: every part of the way that hangs stops it, and nobody ever sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from klaxon.console.console import Console
from klaxon.console.devices import Devices, Picture
from klaxon.console.devices.brightness import DIMMED, SLEEP_AFTER
from klaxon.console.devices.watchdog import FrameCounter, Watchdog
from klaxon.console.drawing.screen import Screen
from klaxon.console.profile import virtual
from klaxon.console.service.mode import Service
from klaxon.console.station.gestures import HOLD
from klaxon.console.station.station import FRAME, Station
from klaxon.hal.hands_fanout import HandsFanout
from klaxon.hal.virtual import VirtualConsole
from tests.console.kit.playing import Playing, at_the_console, story

PERIOD = 10.0
STATIONS = tuple(fitting.name for fitting in virtual())


class Watched(Console):
    """A console with a witness before its panels."""

    def __init__(self, fittings: Any, devices: Devices, *args: Any, **kwargs: Any) -> None:
        self.witness = FrameCounter(devices.panels, STATIONS)
        super().__init__(fittings, replace(devices, panels=self.witness), *args, **kwargs)


class Heart:
    """A pulse over a console that is played at, and its beats."""

    def __init__(self, play: Playing) -> None:
        assert isinstance(play.console, Watched)
        loop = asyncio.get_running_loop()
        self.play, self.beats = play, list[float]()
        enter = play.hardware.probe
        later, soon = loop.call_later, loop.call_soon_threadsafe
        self.pulse = Watchdog(
            play.console.witness, STATIONS, enter, lambda: self.beats.append(loop.time()), later, soon
        )

    async def rounds(self, count: int) -> int:
        """Let rounds pass; return the beats in them."""
        before = len(self.beats)
        await self.play.run(PERIOD * count)
        return len(self.beats) - before


@contextmanager
def hung(owner: object, name: str) -> Iterator[None]:
    """A part that loses what it is given, as one does that waits for ever."""
    with mock.patch.object(owner, name, autospec=True) as lost:
        yield
        assert lost.called, "nothing came so far"


@story
async def test_every_round_that_comes_through_is_a_beat() -> None:
    async with at_the_console(console_type=Watched) as play:
        heart = Heart(play)
        heart.pulse.start(PERIOD)
        assert await heart.rounds(3) == 4, "one at once, then one a round"
        heart.pulse.stop()
        assert await heart.rounds(3) == 0


PARTS: dict[str, tuple[object, str]] = {
    "the queue": (HandsFanout, "on_turn"),
    "the console": (Console, "on_turn"),
    "the dispatch": (Service, "on_probe"),
    "the station": (Station, "draw"),
    "the writers": (VirtualConsole, "show"),
}


@pytest.mark.parametrize("part", [part for part in PARTS if part != "the writers"])
def test_a_part_that_loses_the_touch_stops_the_beat(part: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(console_type=Watched) as play:
            heart = Heart(play)
            heart.pulse.start(PERIOD)
            assert await heart.rounds(1) == 2
            with hung(*PARTS[part]):
                assert await heart.rounds(3) == 0
            assert await heart.rounds(1) == 1, "it beats again when the part works again"

    tell()


class Stuck(BaseException):
    """What a part raises here that would never return: nothing after it in that turn of the loop happens."""


def never(*_: object, **__: object) -> Any:
    raise Stuck


@pytest.mark.parametrize(("owner", "name"), [(Screen, "picture"), (Station, "draw"), (FrameCounter, "show")], ids=str)
def test_a_part_that_never_returns_stops_the_beat(owner: object, name: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(console_type=Watched) as play:
            heart = Heart(play)
            assert isinstance(play.console, Watched)
            with mock.patch.object(owner, name, never), pytest.raises(Stuck):
                heart.pulse._touch("red-1")
            assert heart.beats == []

    tell()


@story
async def test_writers_that_never_return_stop_the_beat() -> None:
    async with at_the_console(console_type=Watched) as play:
        heart = Heart(play)
        assert isinstance(play.console, Watched)
        panels = mock.Mock(**{"show.side_effect": Stuck})
        with mock.patch.object(play.console.witness, "_panels", panels), pytest.raises(Stuck):
            heart.pulse._touch("red-1")
        assert heart.beats == []


@pytest.mark.parametrize("station", STATIONS)
def test_one_station_that_hangs_is_enough(station: str) -> None:
    @story
    async def tell() -> None:
        async with at_the_console(console_type=Watched) as play:
            heart = Heart(play)
            heart.pulse.start(PERIOD)
            with mock.patch.object(play.console.stations[station], "draw", autospec=True):
                await play.run(0)
                assert await heart.rounds(3) == 0

    tell()


@story
async def test_what_a_game_draws_by_itself_is_no_answer_to_a_touch() -> None:
    async with at_the_console(console_type=Watched) as play:
        heart = Heart(play)
        heart.pulse.start(PERIOD)
        await heart.rounds(1)
        play.hardware.hands.dials.hands[:] = []  # the touches get lost
        before = len(heart.beats)
        for _ in range(30):
            for station in play.console.stations.values():
                station.draw()
            await play.run(1)
        assert len(heart.beats) == before


@story
async def test_nobody_sees_hears_or_feels_it() -> None:
    async with at_the_console(console_type=Watched) as play:
        heart = Heart(play)
        await play.hold("red.captain", "ok", 0.1)
        play.page("red.captain").client.act("pause")  # or the ship's bell would be struck
        await play.run(10)
        noted = len(play.heard.noted)
        for station in STATIONS:
            play.hardware.probe(station)
        await play.run(0)
        assert play.heard.noted[noted:] == []
        heart.pulse.start(PERIOD)
        await play.run(SLEEP_AFTER + 1)
        seen = [(whose, what) for _, whose, what in play.heard.noted[noted:]]
        assert {what for _, what in seen} == {DIMMED, 0}, "panels were dimmed and then slept, as without it"
        assert len(heart.beats) > SLEEP_AFTER / PERIOD


def frames(play: Playing) -> dict[str, Picture]:
    return {station: play.hardware.picture(station) for station in STATIONS}


@story
async def test_an_order_that_is_held_and_a_notice_stay_as_they_are() -> None:
    async with at_the_console(console_type=Watched, begin=False) as play:
        station = play.console.stations["red-1"]
        station.notice("to be read")
        await play.run(FRAME)
        before = frames(play)
        play.hardware.probe("red-1")
        assert frames(play) == before
    async with at_the_console(console_type=Watched) as play:
        await play.choose("red.captain", "start")
        play.hardware.press("red-1", "ok")
        await play.run(HOLD / 2)
        before = frames(play)
        play.hardware.probe("red-1")
        assert frames(play) == before
        play.hardware.release("red-1", "ok")
        await play.run(0)


@story
async def test_service_mode_has_a_pulse_too() -> None:
    async with at_the_console(console_type=Watched) as play:
        heart = Heart(play)
        heart.pulse.start(PERIOD)
        play.console.open_service(play.console.stations["red-1"])
        await play.run(FRAME)
        before = frames(play)
        assert await heart.rounds(3) > 0
        assert frames(play) == before


def test_the_first_pictures_of_all_stations_are_told_once() -> None:
    told: list[str] = []
    hardware = VirtualConsole(virtual())
    witness = FrameCounter(hardware.devices().panels, STATIONS)
    witness.complete = lambda: told.append("complete")
    for station in STATIONS:
        assert told == []
        witness.show(station, hardware.picture(station))
    for station in STATIONS:
        witness.show(station, hardware.picture(station))
    assert told == ["complete"]
    assert witness.handed == dict.fromkeys(STATIONS, 2)


def test_light_and_touch_pass() -> None:
    panels = mock.Mock()
    witness = FrameCounter(panels, STATIONS)
    witness.light("red-1", 7)
    witness.prioritise("red-1")
    assert panels.mock_calls == [mock.call.light("red-1", 7), mock.call.prioritise("red-1")]
