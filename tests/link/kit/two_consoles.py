"""Two consoles and a cable between them, in one process and in made-up time: verbs that read like play.

@story
async def test_a_guest_plays_blue() -> None:
    async with two_consoles() as (host, guest, cable):
        await begin(host, "sonar", "all all")
        await guest.give("blue.captain start J10")
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.profile import virtual
from klaxon.link.carrier import Carrier
from klaxon.link.console_link import ConsoleLink, LinkSetup
from klaxon.link.known_consoles import LinkMemory, new_memory
from klaxon.link.line_carrier import LineCarrier, LineNews, news_of
from klaxon.link.wire.line_end import BITS_A_BYTE, LineEnd
from klaxon.rules.games import game_named
from klaxon.table.disk.shelf import Shelf
from tests.console.kit.playing import Playing, at_the_console
from tests.link.kit.line_model import BAUD, CLEAN, Noise

MICROS = 1_000_000
DELAY = 0.001
"""Seconds from the last byte on the line to the program at the other end."""
MET = 2.0
"""Seconds in which two consoles meet."""


class ModelCable:
    """A cable in the loop's made-up time, with the speed and the noise of a line."""

    def __init__(self, noise: Noise = CLEAN, seed: int = 0) -> None:
        self.plugged = True
        self.noise, self.dice = noise, Random(seed)
        self.ends: dict[str, ModelLine] = {}
        self.numbers = iter(range(1, 1 << 16))
        self.carried: list[tuple[float, str, bytes]] = []
        """Moment, who sent it, the frame."""

    def way(self, side: str) -> Callable[[str, ConsoleLink], list[Carrier]]:
        """Return the only way that a console has: this cable."""
        return lambda _role, _link: [LineCarrier(lambda on_news: ModelLine(self, side, on_news))]


class ModelLine:
    """One end of the cable."""

    def __init__(self, cable: ModelCable, side: str, on_news: Callable[[], None]) -> None:
        self._cable, self._side, self._on_news = cable, side, on_news
        self.end = LineEnd(next(cable.numbers), baud=BAUD)
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._is_called = False
        cable.ends[side] = self
        self._arm()

    def write(self, data: bytes, stream: int | None = None) -> None:
        if stream in (None, self.end.streams):
            self.end.write(data)
            self._arm()

    def take_news(self) -> LineNews:
        return news_of(self.end)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._cable.ends.get(self._side) is self:
            del self._cable.ends[self._side]

    def _now(self) -> int:
        return round(self._loop.time() * MICROS)

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_at(max(self.end.due() / MICROS, self._loop.time()), self._work)

    def _work(self) -> None:
        before = self.end.peer
        if frame := self.end.send(self._now()):
            self._cable.carried.append((self._loop.time(), self._side, frame))
            self._loop.call_later(len(frame) * BITS_A_BYTE / BAUD + DELAY, self._arrive, frame)
        if self.end.peer is not before:
            self._call()
        self._arm()

    def _arrive(self, frame: bytes) -> None:
        cable = self._cable
        other = next((line for side, line in cable.ends.items() if side != self._side), None)
        if cable.plugged and other is not None:
            other.hear(cable.noise.garble(frame, cable.dice))

    def hear(self, data: bytes) -> None:
        self.end.receive(data, self._now())
        self._call()
        self._arm()

    def _call(self) -> None:
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon(self._tell)

    def _tell(self) -> None:
        self._is_called = False
        if self._cable.ends.get(self._side) is self:
            self._on_news()


class Keeping:
    """What a console keeps, over restarts."""

    def __init__(self, role: str) -> None:
        self.memory = LinkMemory(new_memory().number, role)

    def __call__(self, memory: LinkMemory) -> None:
        self.memory = memory


def link_of(cable: ModelCable, side: str, keeping: Keeping, shelf: Shelf | None = None) -> ConsoleLink:
    """Return the link of a console at a cable, as after a start; with a shelf it keeps copies beside its games."""
    folder = shelf.folder if shelf is not None else None
    return ConsoleLink(LinkSetup(side, "test", cable.way(side), folder=folder, shelf=shelf), keeping.memory, keeping)


@asynccontextmanager
async def console_at(
    cable: ModelCable, side: str, keeping: Keeping, shelf: Shelf | None = None, stations: int = 4
) -> AsyncIterator[Playing]:
    """Sit at a console of four red stations that is plugged into a cable."""
    link = link_of(cable, side, keeping, shelf)
    async with at_the_console(shelf, begin=False, fittings=virtual()[:stations], other_console=link) as play:
        link.start()
        try:
            yield play
        finally:
            link.close()


@asynccontextmanager
async def two_consoles(
    noise: Noise = CLEAN, seed: int = 0, *, paired: bool = True, shelf: Shelf | None = None
) -> AsyncIterator[tuple[Playing, Playing, ModelCable]]:
    """Sit at two consoles and a cable; by default they are paired."""
    cable = ModelCable(noise, seed)
    async with (
        console_at(cable, "Nautilus", Keeping("host"), shelf) as host,
        console_at(cable, "Argonaut", Keeping("guest")) as guest,
    ):
        await host.run(MET)
        if paired:
            await pair(host, guest)
        yield host, guest, cable


def link(play: Playing) -> ConsoleLink:
    """Return the link of a console."""
    other = play.console.guesting._other
    assert isinstance(other, ConsoleLink)
    return other


async def pair(host: Playing, guest: Playing) -> None:
    """Make two consoles know each other by the code."""
    link(host).show_code()
    link(guest).enter_code(link(host).standing.code)
    await host.run(MET)
    assert link(host).standing.stage.value == "joined", link(host).standing
    assert link(guest).standing.stage.value == "joined", link(guest).standing


async def begin(host: Playing, game: str, crews: str, seed: str = "7", **options: str) -> None:
    """Begin a game at the host; the guest works what is usually lent."""
    crew = dict(zip(game_named(game).boats, crews.split(), strict=True))
    host.console.lobby.begin(GamePlan(game, "", crew, options), seed)
    await host.run(1)
