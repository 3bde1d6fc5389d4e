"""Panels on a bus, a bell and a disk as models, each with its faults.

Panels and bells hold a real file while they are open, as on a Pi: one that nobody closes is found as a leak.
"""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from klaxon.cli.bench.buses import Adapter, Glass, Tap
from klaxon.hal.pi.panels.panel import ORBIT, shift
from klaxon.table.disk.journal import JournalError, Snapshot
from klaxon.table.disk.scribe import Scribe
from klaxon.table.play import JournalRow

TIMEOUT = 0.03
"""Seconds after which a transaction on a stuck bus is given up."""


class ModelPanel(Glass):
    """What a panel should show and what it shows; and how long the first byte of an echo waited for the bus."""

    def __init__(self, now: Callable[[], float], width: int, height: int) -> None:
        """Begin dark. `now` is the clock of the bus."""
        super().__init__(now, width * height // 8)
        self._width, self._bits = width, bytes(width * height // 8)
        self._awaited: tuple[float, bytes] | None = None
        """Since when the first byte of an echo is awaited, and what was shown before."""

    def take(self, bits: bytes, since: float | None) -> bool:
        """Set a picture, and since when an input waits for it; return whether it differs from the last one."""
        before, self._bits = self._bits, bits
        if self._awaited is not None and bits == self._awaited[1]:
            self.give_up()  # it was taken back before it could be sent
        elif since is not None and bits != before and self._awaited is None:
            self._awaited = since, before
        return bits != before

    def give_up(self) -> None:
        """Stop waiting for an echo: there is none, or the panel has failed, which is not slowness."""
        self._awaited = None

    def send(self, place: int, data: bytes) -> None:  # noqa: ARG002 - any byte is the first
        """Record bytes that are handed to the bus."""
        awaited, self._awaited = self._awaited, None
        if awaited is not None:
            self.echoes.append(self._now() - awaited[0])

    def arrive(self, place: int, data: bytes) -> None:
        """Record that the bytes have arrived."""
        self._shown[place : place + len(data)] = data

    def go_dark(self) -> None:
        """Clear the memory: another panel was plugged in."""
        self._shown[:] = bytes(len(self._shown))

    @property
    def right(self) -> bool:
        """Whether it shows its picture, at any shift."""
        return bytes(self._shown) in {shift(self._bits, self._width, *by) for by in ORBIT}


class Wires:
    """A bus and all its panels."""

    def __init__(self, speed: int, wait: Callable[[float], None]) -> None:
        """Take a speed in hertz, and a clock."""
        self.adapter, self._wait = Adapter(speed, wait), wait
        self.stuck = False
        """Whether something holds the lines: every transaction ends at the time-out."""

    def reach(self) -> None:
        """Begin a transaction."""
        if self.stuck:
            self._wait(TIMEOUT)
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))


class Socket:
    """A panel's socket: the place that its worker opens."""

    def __init__(self, wires: Wires, root: str, pane: ModelPanel, width: int) -> None:
        """Plug a panel in."""
        self.wires, self.root, self.pane, self._width = wires, root, pane, width
        self.pulled = self.breaks = False
        """Nothing is plugged in; the next transaction fails in the middle."""
        self.swap()

    def swap(self) -> None:
        """Plug in a new panel with unknown memory."""
        self.pane.go_dark()
        self.tap, self.pulled = Tap(self.wires.adapter, self.pane, self._width), False

    def open(self) -> Plug:
        """Open a connection to the panel."""
        return Plug(self)

    def reach(self) -> None:
        """Begin a transaction; a panel that does not answer costs one byte."""
        self.wires.reach()
        if self.pulled or self.breaks:
            self.breaks = False
            self.wires.adapter.take(1)
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


class Plug:
    """An open connection to one panel."""

    def __init__(self, socket: Socket) -> None:
        """Open a file for it."""
        self._socket, self._file = socket, os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)

    def write(self, transaction: bytes) -> None:
        """Send a transaction."""
        self._reach()
        self._socket.tap.write(transaction)

    def read(self) -> int:
        """Ask for the status."""
        self._reach()
        return self._socket.tap.read()

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _reach(self) -> None:
        try:
            self._socket.reach()
        except OSError:
            self._socket.pane.give_up()
            raise


class ModelBell:
    """A tone without sound."""

    has_volume = True

    def __init__(self) -> None:
        """Create it closed."""
        self.broken, self._file = False, -1

    def open(self) -> None:
        """Open it."""
        self._check()
        if self._file < 0:
            self._file = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)

    def sound(self, pitch: int, volume: int) -> None:  # noqa: ARG002 - nobody listens
        """Sound a pitch."""
        self._check()

    def silence(self) -> None:
        """Do nothing audible."""
        self.close()

    def close(self) -> None:
        """Close it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _check(self) -> None:
        if self.broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class Disk:
    """The faults of the disk."""

    slow = 0.0
    """Seconds by which a commit takes longer."""
    full = False


class MoodyScribe:
    """A scribe in front of another: now and then its disk is slow or full."""

    def __init__(self, scribe: Scribe, disk: Disk, folder: Path) -> None:
        """Wrap a scribe."""
        self._scribe, self._disk, self._folder = scribe, disk, folder

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        """Write rows, unless the disk is full."""
        await self._suffer()
        await self._scribe.write(rows, snapshot)

    async def finish(self) -> None:
        """Write everything into one file."""
        await self._suffer()
        await self._scribe.finish()

    def close(self) -> None:
        """Close the file."""
        self._scribe.close()

    async def _suffer(self) -> None:
        if self._disk.slow:
            await asyncio.sleep(self._disk.slow)
        if self._disk.full:
            raise JournalError("disk-full", self._folder, reason=os.strerror(errno.ENOSPC))
