"""Working in service mode in made-up time: hands on a console, and devices whose upkeep is made up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from klaxon.console.devices import Fitting
from klaxon.console.devices.health import (
    Answer,
    DeviceReport,
    DeviceState,
    DialHealth,
    DialLesson,
    InputHealth,
    KeyHealth,
)
from klaxon.console.profile import Profile, fittings, load, virtual
from tests.console.kit.playing import Panel, Playing, at_the_console

WAY = (0b11, 0b01, 0b00, 0b10)
"""The phases of a dial that is turned clockwise."""


def built(name: str) -> tuple[Fitting, ...]:
    """Return the stations of a profile that is shipped."""
    profile = load(name)
    assert isinstance(profile, Profile)
    return fittings(profile)


class FakeUpkeep:
    """A back-end that can be asked how its devices fare. Tests say what it finds."""

    def __init__(self, stations: Sequence[Fitting] = virtual()) -> None:
        self.told: list[Callable[[DeviceReport], None]] = []
        self.stands = [DeviceReport("panel", fitting.name, DeviceState.READY) for fitting in stations]
        self.keys = {
            (f.name, key): KeyHealth(f.name, key, 0, *[False] * 2, *[0] * 6) for f in stations for key in f.keys
        }
        self.dials = {(f.name, n): _still(f.name, n) for f in stations for n in range(f.dials)}
        self.answers: tuple[Answer, ...] = ()
        self.scans, self.scan_takes = 0, 1.0
        self.trouble: OSError | None = None
        self.taught: list[tuple[str, int, DialLesson]] = []

    def attach(self, told: Callable[[DeviceReport], None]) -> None:
        self.told.append(told)

    def reports(self) -> tuple[DeviceReport, ...]:
        return tuple(self.stands)

    def inputs(self) -> InputHealth:
        return InputHealth(tuple(self.keys.values()), tuple(self.dials.values()), 0, 0)

    async def scan(self) -> tuple[Answer, ...]:
        self.scans += 1
        await asyncio.sleep(self.scan_takes)
        if self.trouble is not None:
            raise self.trouble
        return self.answers

    def teach(self, station: str, dial: int, lesson: DialLesson) -> None:
        self.taught.append((station, dial, lesson))

    def change(self, station: str, dial: int, changes: int, **facts: Any) -> None:
        """Let the contacts of a dial change, against the clock where it is negative."""
        old = self.dials[station, dial]
        state = WAY[(WAY.index(old.state) + changes) % 4]
        moved = old._replace(state=state, travel=old.travel + changes, edges=old.edges + abs(changes))
        self.dials[station, dial] = moved._replace(**facts)


def _still(station: str, dial: int) -> DialHealth:
    return DialHealth(station, dial, 0b11, "", *[0] * 9)


class Serving(Playing):
    """Hands on a console that may be in service mode."""

    @classmethod
    def at(cls, play: Playing) -> Serving:
        return cls(play.console, play.hardware)

    def panel(self, where: str) -> Panel:
        station = self.station(where)
        bench = self.console.service.service_stations.get(station)
        if bench is None:
            return super().panel(where)
        return Panel(self.hardware.picture(station), bench.page.bottom().text)

    def pictures(self) -> dict[str, object]:
        """Return what every panel shows."""
        return {name: self.hardware.picture(name) for name in self.console.stations}

    async def serve(self, where: str, *words: str) -> None:
        """Enter service mode at a station by its menu, and open what stands there."""
        await self.menu(where, "service mode")
        for word in words:
            await self.open(where, word)

    async def open(self, where: str, word: str) -> None:
        """Do what stands in a list."""
        await self.choose(where, word)
        await self.press(where, "ok")


@asynccontextmanager
async def in_the_shop(device_health: FakeUpkeep | None = None, **wanted: Any) -> AsyncIterator[Serving]:
    """Sit at a console in the lobby, or (begin=True) in a game."""
    async with at_the_console(device_health=device_health, **{"begin": False, **wanted}) as play:
        yield Serving.at(play)
