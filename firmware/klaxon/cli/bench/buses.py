"""Buses for benches: adapters that count bytes and time, and the glass of the panels behind them.

A transaction is its address byte, its control byte and what follows: nine bits a byte, and a start and a stop.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from klaxon.hal.panel_runs import DATA
from klaxon.hal.pi.panels.schedule import IS_OFF

ROOT = "i2c-1"
_PAGE, _HIGH, _ON, _OFF = 0xB0, 0x10, 0xAF, 0xAE


class BusTime:
    """Time that passes only while somebody waits. What is planned happens at its moment, during any wait."""

    def __init__(self, plans: Iterable[tuple[float, Callable[[], None]]], now: float) -> None:
        """Begin at a moment, with plans in order of time."""
        self.now, self._plans = now, deque(plans)

    def __call__(self) -> float:
        """Return the moment."""
        return self.now

    def wait(self, seconds: float) -> None:
        """Wait through everything that is planned meanwhile."""
        until = self.now + seconds
        while self._plans and self._plans[0][0] <= until:
            self._step()
        self.now = until

    def idle(self, seconds: float) -> None:
        """Wait, but no longer than until the next plan."""
        if self._plans and self._plans[0][0] <= self.now + seconds:
            self._step()
        else:
            self.now += seconds

    def _step(self) -> None:
        at, act = self._plans.popleft()
        self.now = max(self.now, at)
        act()


class Adapter:
    """An adapter that counts bytes, and whose transfers take time."""

    def __init__(self, speed: int = 0, wait: Callable[[float], None] = lambda _: None) -> None:
        """Take a speed in hertz and a clock; without a speed transfers take no time."""
        self.bytes = 0
        self._speed, self._wait = speed, wait

    def take(self, count: int) -> None:
        """Transfer so many bytes, including the address."""
        self.bytes += count
        if self._speed:
            self._wait((9 * count + 2) / self._speed)


class Glass:
    """What one panel should show and what it shows, with the times of both.

    An age is how long outdated pixels stay on the panel. An echo is the time from an input to the first changed byte
    handed to the bus. One thread may call `tell`, and another `send`.
    """

    def __init__(self, now: Callable[[], float], size: int) -> None:
        """Start dark, without a picture."""
        self._now, self._shown, self._wanted = now, bytearray(size), bytes(size)
        self._lock = threading.Lock()
        self._wrong: dict[int, float] = {}
        """Place -> since when the byte there is wrong."""
        self._hand: tuple[float, float] | None = None
        """Since when an echo is awaited, and up to when a picture counts as one."""
        self._echo: tuple[float, frozenset[int]] | None = None
        """Since when an echo is under way, and which bytes are part of it."""
        self.ages: list[float] = []
        self.echoes: list[float] = []

    def work(self, since: float, within: float = 0.0) -> None:
        """Record an input: the next picture within some seconds is its echo."""
        with self._lock:
            self._hand = since, since + within

    def tell(self, bits: bytes) -> None:
        """Set the picture that should be shown."""
        with self._lock:
            now, before, self._wanted = self._now(), self._wanted, bits
            changed = [place for place, (a, b) in enumerate(zip(before, bits, strict=True)) if a != b]
            for place in changed:
                if self._shown[place] == bits[place]:
                    self._wrong.pop(place, None)
                else:
                    self._wrong.setdefault(place, now)
            if self._echo is not None and self._echo[1].isdisjoint(self._wrong):
                self._echo = None  # it was taken back before it could be sent
            if changed and self._hand is not None:
                if now <= self._hand[1] and self._echo is None:
                    self._echo = self._hand[0], frozenset(changed)
                self._hand = None

    def send(self, place: int, data: bytes) -> None:
        """Record bytes that are handed to the bus, from an address on."""
        with self._lock:
            if self._echo is not None and not self._echo[1].isdisjoint(range(place, place + len(data))):
                self.echoes.append(self._now() - self._echo[0])
                self._echo = None

    def arrive(self, place: int, data: bytes) -> None:
        """Record that the bytes have arrived."""
        with self._lock:
            now, end = self._now(), place + len(data)
            self._shown[place:end] = data
            mended = [at for at in self._wrong if place <= at < end and self._shown[at] == self._wanted[at]]
            if mended:
                self.ages.append(now - min(self._wrong.pop(at) for at in mended))

    @property
    def right(self) -> bool:
        """Whether it shows its picture."""
        return self._shown == self._wanted


def _carry(adapter: Adapter, glass: Glass | None, place: int, data: Sequence[int]) -> None:
    """Send data to a glass, if there is one."""
    if glass is None:
        adapter.take(2 + len(data))
        return
    sent = bytes(data)
    glass.send(place, sent)
    adapter.take(2 + len(sent))
    glass.arrive(place, sent)


class Tap:
    """A connection to one panel that is written by pages: a link, and the place where it is opened."""

    root = ROOT

    def __init__(self, adapter: Adapter, glass: Glass | None = None, width: int = 128) -> None:
        """Connect a panel that is off."""
        self._adapter, self._glass, self._width = adapter, glass, width
        self._page = self._place = 0
        self._status = IS_OFF

    def open(self) -> Tap:
        """Return itself."""
        return self

    def write(self, transaction: bytes) -> None:
        """Send a transaction that begins with its control byte."""
        if transaction[:1] == DATA:
            _carry(self._adapter, self._glass, self._place, transaction[1:])
            return
        *commands, last = transaction[1:]
        if commands and commands[0] & ~7 == _PAGE:
            self._page = commands.pop(0) & 7
        if len(commands) == 1 and commands[0] < _HIGH <= last < 2 * _HIGH:
            self._place = self._page * self._width + (commands[0] | (last & 0x0F) << 4)
        elif transaction[1] == _OFF or last == _ON:
            self._status = 0 if last == _ON else IS_OFF
        self._adapter.take(1 + len(transaction))

    def read(self) -> int:
        """Return the status byte: such a panel knows only whether it is lit."""
        self._adapter.take(2)
        return self._status

    def close(self) -> None:
        """Do nothing."""


class LumaTap:
    """A connection to one panel for luma's own driver, like an interface opened with smbus2."""

    def __init__(self, adapter: Adapter, glass: Glass | None = None) -> None:
        """Connect a panel."""
        self._adapter, self._glass = adapter, glass
        self.last: Sequence[int] = b""

    def command(self, *commands: int) -> None:
        """Send commands."""
        self._adapter.take(2 + len(commands))

    def data(self, data: Sequence[int]) -> None:
        """Send data. Up to 4096 bytes are one transaction: more than any of these panels has."""
        self.last = data
        _carry(self._adapter, self._glass, 0, data)

    def cleanup(self) -> None:
        """Do nothing."""
