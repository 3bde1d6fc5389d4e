"""Whatever goes wrong with the line in mid-game: every station of both consoles says so, the table waits, and goes on.

TXD and RXD swapped cannot be told from a pulled cable by who plays: nothing comes. `klaxon link test` names it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from klaxon.link.conversation import Introduction
from klaxon.link.modelled.cable import ModelCable
from klaxon.link.modelled.noise import CLEAN, Noise
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.playing import SPLIT_START, Playing, story
from tests.link.kit.two_consoles import MET, Keeping, begin, console_at, link, pair, two_consoles

HOST, GUEST, THIRD = "Nautilus", "Argonaut", "Seaview"
LONG = 12.0
"""Seconds in which everything that is wrong has been noticed and read."""
NOTHING_BUT_NOISE = Noise(bit_errors=0.1)
SILENT = "is silent"


class Watched:
    """Both consoles of a game, and what their panels have shown since a moment."""

    def __init__(self, host: Playing, guest: Playing) -> None:
        self.host, self.guest = host, guest
        self._since = {host: 0, guest: 0}

    def forget(self) -> None:
        for play in self._since:
            self._since[play] = len(play.heard.frames)

    def said_by_every_station(self, play: Playing, words: str) -> None:
        for station in play.console.stations:
            frames = play.heard.frames[self._since.get(play, 0) :]
            shown = [picture.words for which, picture in frames if which == station]
            assert any(words in " ".join(lines) for lines in shown), (station, words, [*shown][-5:])

    def waits(self, *consoles: Playing) -> None:
        """Every station that is manned says that it waits, and what to look at."""
        assert self.host.table.about()["state"] == "away"
        for play in consoles or (self.host, self.guest):
            for station in play.console.seating.manning:
                panel = play.panel(station)
                assert panel.bottom == "wait for the other", (station, panel.text)
                assert "Check cable and power" in panel.text, (station, panel.text)

    async def goes_on(self) -> None:
        """The other is back: people let the game go on, and it is where it was."""
        await self.host.run(2 * MET)
        self.said_by_every_station(self.host, f"{GUEST} is here")
        self.said_by_every_station(self.guest, f"{HOST} is here")
        assert self.host.table.about()["state"] == "paused"
        await self.guest.press("blue.captain", "ok")
        await self.host.run(5)
        assert self.host.table.about()["state"] == "running"
        await self.guest.give("blue.captain course west")
        await self.host.run(1)
        assert [row.line for row in self.host.table.play.rows if "course" in row.line] == ["blue.captain course west"]


@asynccontextmanager
async def in_mid_game() -> AsyncIterator[tuple[Watched, ModelCable]]:
    """Play in real time, both boats dived."""
    async with two_consoles() as (host, guest, cable):
        await begin(host, "sonar", "all all", mode="realtime")
        await dive(host, guest)
        watched = Watched(host, guest)
        watched.forget()
        yield watched, cable


async def dive(host: Playing, guest: Playing) -> None:
    for line in SPLIT_START:
        await (host if line.startswith("red") else guest).give(line)
        await host.run(0.5)


@dataclass(frozen=True)
class Loss:
    """What is done to the cable, and what each console says of it."""

    harm: Callable[[ModelCable], None]
    host_says: str
    guest_says: str


def _harm(name: str, value: object) -> Callable[[ModelCable], None]:
    return lambda cable: setattr(cable, name, value)


LOSSES = {
    "pulled": Loss(_harm("plugged", False), f"{GUEST} {SILENT}", f"{HOST} {SILENT}"),
    "noise": Loss(_harm("noise", NOTHING_BUT_NOISE), "Only noise comes", "Only noise comes"),
    "joined at the host": Loss(_harm("joined", {HOST}), "This console hears itself", f"{HOST} {SILENT}"),
    "joined at the guest": Loss(_harm("joined", {GUEST}), f"{GUEST} {SILENT}", "This console hears itself"),
    "the host's port": Loss(_harm("gone", {HOST}), "The serial port cannot be used", f"{HOST} {SILENT}"),
    "the guest's port": Loss(_harm("gone", {GUEST}), f"{GUEST} {SILENT}", "The serial port cannot be used"),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_line_that_is_lost_is_named_on_every_panel_and_the_game_goes_on(loss: str) -> None:
    @story
    async def tell() -> None:
        case = LOSSES[loss]
        async with in_mid_game() as (watched, cable):
            case.harm(cable)
            await watched.host.run(LONG * 2)
            watched.said_by_every_station(watched.host, case.host_says)
            watched.said_by_every_station(watched.guest, case.guest_says)
            watched.waits()
            watched.forget()
            cable.plugged, cable.noise, cable.joined, cable.gone = True, CLEAN, set(), set()
            await watched.goes_on()

    tell()


@dataclass(frozen=True)
class Stranger:
    """A third console in the socket of one of the two, and what is said of it."""

    role: str
    instead_of: str
    said: str
    has_another_version: bool = False


STRANGERS = {
    "a guest nobody knows": Stranger("guest", GUEST, "do not know each other"),
    "a host nobody knows": Stranger("host", HOST, "do not know each other"),
    "two hosts": Stranger("host", GUEST, "Both consoles want to be the host"),
    "two guests": Stranger("guest", HOST, "There are two guests"),
    "another version": Stranger("guest", GUEST, "has another version", has_another_version=True),
    "a host of another version": Stranger("host", HOST, "has another version", has_another_version=True),
}


def of_another_version(play: Playing) -> None:
    """Let a console speak as one of another release does."""
    own = link(play).identity.introduction

    def introduction() -> Introduction:
        return replace(own(), protocol=own().protocol + 1)

    link(play).identity.introduction = introduction  # type: ignore[method-assign]


@pytest.mark.parametrize("name", STRANGERS)
def test_a_wrong_console_is_named_on_every_panel_and_the_game_goes_on(name: str) -> None:
    @story
    async def tell() -> None:
        case = STRANGERS[name]
        async with in_mid_game() as (watched, cable):
            cable.out = {case.instead_of, THIRD}
            left, lone = (watched.host, watched.guest)[:: 1 if case.instead_of == GUEST else -1]
            async with console_at(cable, THIRD, Keeping(case.role)) as third:
                if case.has_another_version:
                    of_another_version(third)
                cable.out = {case.instead_of}
                await watched.host.run(LONG)
                watched.said_by_every_station(left, case.said)
                watched.said_by_every_station(third, case.said)
                watched.said_by_every_station(lone, f"{HOST if lone is watched.guest else GUEST} {SILENT}")
                watched.waits()
            watched.forget()
            cable.out = set()
            await watched.goes_on()

    tell()


@story
async def test_the_table_of_another_host_is_named_on_every_panel_and_the_game_goes_on() -> None:
    cable, third_keeps = ModelCable(), Keeping("host")
    async with console_at(cable, GUEST, Keeping("guest")) as guest:
        async with console_at(cable, THIRD, third_keeps) as third:
            await third.run(MET)
            await pair(third, guest)
        async with console_at(cable, HOST, Keeping("host")) as host:
            await host.run(MET)
            await pair(host, guest)
            await begin(host, "sonar", "all all", mode="realtime")
            await dive(host, guest)
            watched = Watched(host, guest)
            watched.forget()
            cable.out = {HOST, THIRD}
            async with console_at(cable, THIRD, third_keeps) as third:
                cable.out = {HOST}
                await host.run(LONG)
                watched.said_by_every_station(guest, "The consoles have different tables")
                watched.said_by_every_station(third, "The consoles have different tables")
                watched.said_by_every_station(host, f"{GUEST} {SILENT}")
                watched.waits()
                watched.forget()
            cable.out = set()
            await watched.goes_on()


@pytest.mark.parametrize("who", [HOST, GUEST])
def test_a_console_that_starts_again_is_missed_and_greeted_on_every_panel(who: str, tmp_path: Path) -> None:
    @story
    async def tell() -> None:
        cable, shelf = ModelCable(), Shelf(tmp_path)
        other = GUEST if who == HOST else HOST
        keeping = {HOST: Keeping("host"), GUEST: Keeping("guest")}

        def sit(name: str) -> Any:
            return console_at(cable, name, keeping[name], shelf if name == HOST else None)

        async with sit(other) as stays:
            async with sit(who) as goes:
                await goes.run(MET)
                host, guest = (goes, stays) if who == HOST else (stays, goes)
                await pair(host, guest)
                await begin(host, "sonar", "all all", mode="realtime")
                await dive(host, guest)
                watched = Watched(host, guest)
                watched.forget()
            await stays.run(LONG)
            watched.said_by_every_station(stays, f"{who} {SILENT}")
            assert {stays.panel(each).bottom for each in stays.console.seating.manning} == {"wait for the other"}
            async with sit(who) as goes:
                host, guest = (goes, stays) if who == HOST else (stays, goes)
                watched = Watched(host, guest)
                await host.run(MET)
                if who == HOST:
                    await host.press("red-1", "ok")  # the game stands first in the lobby
                await watched.goes_on()

    tell()
