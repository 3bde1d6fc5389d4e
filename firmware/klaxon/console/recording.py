"""A recorded game: every picture of every station, while understudies work the dials and keys themselves.

It is what benches of the panels and contact sheets are made of: the real console, in made-up time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from klaxon.console.console import Console
from klaxon.console.devices import Devices, Hands, Picture
from klaxon.console.hands import HOLD
from klaxon.console.lobby import Plan
from klaxon.console.profile import BOATS, virtual
from klaxon.console.seat import SeatPage
from klaxon.console.station import Station
from klaxon.crew import understudy_of
from klaxon.crew.understudy import addressed
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Order, Seat
from klaxon.table.host import Keys
from klaxon.table.table import Table
from klaxon.table.travel import travel

STEP = 0.15
"""Seconds a hand takes for a step of the dial."""
THOUGHT = 1.5
"""Seconds a seat takes to make up its mind."""
LONGEST = 2000
"""Rounds of all seats that no game takes."""


def frames(game: str = "sonar", seed: str = "1", **options: str) -> Iterator[tuple[str, Picture]]:
    """Yield what the stations show in one game, in the order in which they show it."""
    yield from travel(lambda: _record(game, seed, {"limit": "40", **options} if game == "sonar" else options))


async def _record(game: str, seed: str, options: dict[str, str]) -> list[tuple[str, Picture]]:
    devices = _Recorder()
    console = Console(virtual(), Devices(devices, devices, devices, {}, devices), None, _nobody)
    running = asyncio.create_task(console.run())
    await asyncio.sleep(STEP)
    console.begin(Plan(game, "", dict.fromkeys(BOATS, "all"), options), seed)
    await asyncio.sleep(STEP)
    robots = [_Robot(console, name, seat, seed) for name, seats in console.manning.items() for seat in seats]
    for _ in range(LONGEST):
        for robot in robots:
            await robot.act()
        if all(robot.page.state == "over" for robot in robots):
            break
    else:
        raise RuntimeError(f"a game of {game} did not end")
    await asyncio.sleep(THOUGHT)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    return devices.shown


class _Recorder:
    """All devices in one: it writes down what is shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, Picture]] = []

    def attach(self, hands: Hands) -> None:
        """Nobody moves anything here."""

    def show(self, station: str, picture: Picture) -> None:
        """Keep a picture."""
        self.shown.append((station, picture))

    def light(self, station: str, level: int) -> None:
        """Brightness is no picture."""

    def set(self, lamp: str, *, lit: bool) -> None:
        """Nor is a lamp."""


@asynccontextmanager
async def _nobody(_table: Table, _keys: Keys, _crews: Sequence[Sequence[Seat]], _skill: str) -> AsyncIterator[None]:
    yield


class _Robot:
    """An understudy with hands: it thinks as one, and works the station of its seat."""

    def __init__(self, console: Console, name: str, seat: Seat, seed: str) -> None:
        self.page: SeatPage = console.pages[name]
        self._station: Station = console.stations[name]
        self._seat, self._key = seat, key_of(f"{seed} {seat}")
        self._understudy = understudy_of(self.page.game.name)
        self._notes: Any = None
        self._heard = self._count = 0

    async def act(self) -> None:
        """Say what the understudy would, by hand."""
        seen = self.page.wire.seen[self._seat]
        if not seen.view or self.page.state == "over":
            return
        if self._notes is None:
            self._notes = self._understudy.begin(seen.view)
        for heard in seen.heard:
            if heard.n > self._heard:
                self._heard = heard.n
                self._notes = self._understudy.hear(self._notes, {**heard.facts, "type": heard.type})
        wish = self._understudy.order(seen.view, self._notes, self._pick)
        if wish is not None:
            await asyncio.sleep(THOUGHT)
            await self._give(addressed(wish, seen.view))
            await asyncio.sleep(STEP)

    def _pick(self, n: int) -> int:
        self._count += 1
        return draw(self._key, "pick", self._count, n)

    async def _give(self, order: Order) -> None:
        """Work the dial to the order, then OK."""
        station, draft = self._station, self.page.draft
        if order.verb == "course":
            station.course(str(order.args[0]))
            return
        if draft.verb and draft.verb != order.verb:
            station.home()
        if not draft.verb:
            await self._point(order.verb)
        if not draft.verb and draft.order != order:
            station.push()
        while draft.order != order:
            place = len(draft.tokens) + len(draft.part)
            token = order.args[place] if place < len(order.args) else ""
            await self._point(token if isinstance(token, str) else " ".join(token))
            if draft.order != order:
                station.push()
        if draft.grave:
            for step in range(1, 11):
                station.holding(100 * step)
                await asyncio.sleep(HOLD / 10)
        station.ok()

    async def _point(self, word: str) -> None:
        """Turn the dial, a step at a time, until it points at a word."""
        draft = self.page.draft
        target = next(place for place, choice in enumerate(draft.choices) if choice.word == word)
        while draft.cursor != target:
            self._station.turn(0, 1 if target > draft.cursor else -1)
            await asyncio.sleep(STEP)
