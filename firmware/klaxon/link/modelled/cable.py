"""A cable in the loop's made-up time, with the speed and the noise of a line; each console has an end of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

from klaxon.link.carrier import Carrier
from klaxon.link.console_link import ConsoleLink
from klaxon.link.line_carrier import LineCarrier, LineNews, news_of
from klaxon.link.modelled.noise import BAUD, CLEAN, Noise
from klaxon.link.wire.line_end import BITS_A_BYTE, LineEnd

MICROS = 1_000_000
DELAY = 0.001
"""Seconds from the last byte on the line to the program at the other end."""


class ModelCable:
    """A cable in the loop's made-up time, with the speed and the noise of a line."""

    def __init__(self, noise: Noise = CLEAN, seed: int = 0) -> None:
        """Lay it, plugged in at both ends."""
        self.plugged = True
        self.out: set[str] = set()
        """Consoles whose plug is pulled, or is in no other console's socket."""
        self.joined: set[str] = set()
        """Consoles at whose plug TXD is joined to RXD."""
        self.gone: set[str] = set()
        """Consoles whose port is gone."""
        self.noise, self.dice = noise, Random(seed)  # noqa: S311 - a model's chance
        self.ends: dict[str, ModelLine] = {}
        self.numbers = iter(range(1, 1 << 16))
        self.written: list[tuple[float, str, int]] = []
        """Moment, who wrote it, how many bytes of the stream."""
        self.carried: list[tuple[float, str, bytes]] = []
        """Moment, who sent it, the frame."""

    def way(self, side: str) -> Callable[[str, ConsoleLink], list[Carrier]]:
        """Return the only way that a console has: this cable."""
        return lambda _role, _link: [LineCarrier(lambda on_news: ModelLine(self, side, on_news))]


class ModelLine:
    """One end of the cable."""

    def __init__(self, cable: ModelCable, side: str, on_news: Callable[[], None]) -> None:
        """Plug in."""
        self._cable, self._side, self._on_news = cable, side, on_news
        self.end = LineEnd(next(cable.numbers), baud=BAUD)
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._is_called = False
        cable.ends[side] = self
        self._arm()

    def write(self, data: bytes, stream: int | None = None) -> None:
        """Add to the stream."""
        if stream in (None, self.end.streams):
            self.end.write(data)
            self._cable.written.append((self._loop.time(), self._side, len(data)))
            self._arm()

    def take_news(self) -> LineNews:
        """Return how the line stands, and what came."""
        return news_of(self.end, "gone" if self._side in self._cable.gone else "")

    def close(self) -> None:
        """Unplug."""
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
        if self._side in cable.gone:
            self._call()
            return
        if self._side in cable.joined:
            self.hear(frame)
            return
        unheard = {self._side} | cable.out | cable.joined | cable.gone
        other = next((line for side, line in cable.ends.items() if side not in unheard), None)
        if cable.plugged and self._side not in cable.out and other is not None:
            other.hear(cable.noise.garble(frame, cable.dice))

    def hear(self, data: bytes) -> None:
        """Take what came out of the cable."""
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
