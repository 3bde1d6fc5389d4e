"""A meter between the daemon's code and the kernel: when edges arrive, and what the bytes of panels cost on the bus."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field

from klaxon.cli.bench.minute import ms, quantile
from klaxon.console.devices.health import LineName
from klaxon.hal.input_lines import SECOND, Taker
from klaxon.hal.panel_runs import DATA
from klaxon.hal.pi.panels.bus import BusLink, BusPlace

BITS = 9
"""Of a byte on I2C: eight, and the answer."""


@dataclass
class BusUse:
    """What was sent on a bus."""

    bytes: int = 0
    """With the address before each transaction."""
    seconds: float = 0.0
    transactions: int = 0
    errors: int = 0

    def plain(self) -> dict[str, float]:
        """Return it as JSON, with the clock that it comes to: below the bus's own, since every call costs time."""
        rate = round(BITS * self.bytes / self.seconds / 1000) if self.seconds else 0
        return {**asdict(self), "seconds": round(self.seconds, 3), "kilohertz": rate}


@dataclass
class Meter:
    """What was measured of one opened console."""

    now: Callable[[], float]
    """Seconds, by the clock of the run."""
    edge_delays: list[float] = field(default_factory=list)
    """Seconds from an edge, by the kernel's clock, to the moment at which the loop took it."""
    buses: dict[str, BusUse] = field(default_factory=dict)
    """Root adapter -> what was sent there."""


def quantiles(seconds: Iterable[float]) -> dict[str, float] | None:
    """Return the middle and the late end of some times, in milliseconds; None if there are none."""
    found = list(seconds)
    return {"number": len(found), "p50": ms(quantile(found, 50)), "p99": ms(quantile(found, 99))} if found else None


class TimedTaker:
    """Passes edges on, and records how late they are."""

    def __init__(self, taker: Taker, meter: Meter) -> None:
        """Stand in front of a taker."""
        self._taker, self._meter = taker, meter

    def edge(self, line: LineName, at: int, level: int) -> None:
        """Take an edge."""
        self._meter.edge_delays.append(self._meter.now() - at / SECOND)
        self._taker.edge(line, at, level)

    def sync(self, levels: Mapping[LineName, int], now: int) -> None:
        """Take levels that were read."""
        self._taker.sync(levels, now)

    def drop(self, count: int, now: int) -> None:
        """Take that edges were dropped."""
        self._taker.drop(count, now)

    def lose(self, lines: Collection[LineName], now: int) -> None:
        """Take that lines cannot be read any more."""
        self._taker.lose(lines, now)


class PanelEcho:
    """When the first byte of an echo is handed to the bus of one panel; the loop sets it, the bus's thread ends it."""

    def __init__(self, meter: Meter) -> None:
        """Wait for nothing."""
        self._now, self._lock = meter.now, threading.Lock()
        self._bits = b""
        self._since: float | None = None
        self.echoes: list[float] = []

    def take(self, bits: bytes, since: float | None) -> bool:
        """Set a picture, and since when an input waits for it; return whether it differs from the last one."""
        with self._lock:
            is_new, self._bits = bits != self._bits, bits
            if since is not None and is_new and self._since is None:
                self._since = since
            return is_new

    def send(self) -> None:
        """Record that pixels are handed to the bus."""
        with self._lock:
            since, self._since = self._since, None
        if since is not None:
            self.echoes.append(self._now() - since)

    def give_up(self) -> None:
        """Wait for nothing: the panel has failed, which is not slowness."""
        with self._lock:
            self._since = None


class TimedPlace:
    """The place of a panel whose transactions are timed."""

    def __init__(self, place: BusPlace, meter: Meter, echo: PanelEcho) -> None:
        """Stand in front of a place."""
        self._place, self._meter, self.echo = place, meter, echo
        self.root = place.root

    def open(self) -> BusLink:
        """Open it."""
        return _TimedLink(self._place.open(), self._meter, self.root, self.echo)


class _TimedLink:
    """A connection to a panel. Only the thread of its bus uses it, and the use of a bus is that thread's alone."""

    def __init__(self, link: BusLink, meter: Meter, root: str, echo: PanelEcho) -> None:
        self._link, self._now, self._echo = link, meter.now, echo
        self._use = meter.buses.setdefault(root, BusUse())

    def write(self, transaction: bytes) -> None:
        """Send a transaction."""
        if transaction[:1] == DATA:
            self._echo.send()
        begun = self._now()
        try:
            self._link.write(transaction)
        except OSError:
            self._use.errors += 1
            self._echo.give_up()
            raise
        self._use.seconds += self._now() - begun
        self._use.bytes += 1 + len(transaction)
        self._use.transactions += 1

    def read(self) -> int | None:
        """Ask for the status."""
        return self._link.read()

    def close(self) -> None:
        """Close it."""
        self._link.close()
