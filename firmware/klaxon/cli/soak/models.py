"""Panels on a bus, a bell and a disk as models, each with what goes wrong with it.

Panels and bells hold a real file while they are open, as those of a Pi do: one that nobody closes is found as a leak.
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
"""Seconds after which a transaction on a bus that is stuck is given up."""


class ModelPanel(Glass):
    """What a panel should show and what it shows; and how long the first byte of an echo waited for the bus."""

    def __init__(self, now: Callable[[], float], width: int, height: int) -> None:
        """Begin dark. `now` is the clock of the bus."""
        super().__init__(now, width * height // 8)
        self._width, self._bits = width, bytes(width * height // 8)
        self._awaited: tuple[float, bytes] | None = None
        """Since when the first byte of an echo is awaited, and what was shown before it."""

    def take(self, bits: bytes, since: float | None) -> bool:
        """Take a picture, and since when a hand waits for it if one does; return whether it is another than before."""
        before, self._bits = self._bits, bits
        if self._awaited is not None and bits == self._awaited[1]:
            self.give_up()  # it was taken back before it could be sent
        elif since is not None and bits != before and self._awaited is None:
            self._awaited = since, before
        return bits != before

    def give_up(self) -> None:
        """Wait for no echo: there is none, or the panel fails, which is another matter than being slow."""
        self._awaited = None

    def send(self, place: int, data: bytes) -> None:  # noqa: ARG002 - any byte is the first
        """Take bytes as they are handed to the bus."""
        awaited, self._awaited = self._awaited, None
        if awaited is not None:
            self.echoes.append(self._now() - awaited[0])

    def arrive(self, place: int, data: bytes) -> None:
        """What was handed to the bus has arrived."""
        self._shown[place : place + len(data)] = data

    def go_dark(self) -> None:
        """Another panel is there: whatever was shown is gone."""
        self._shown[:] = bytes(len(self._shown))

    @property
    def right(self) -> bool:
        """Whether it shows its picture, at any shift."""
        return bytes(self._shown) in {shift(self._bits, self._width, *by) for by in ORBIT}


class Wires:
    """A bus and all that hangs on it."""

    def __init__(self, speed: int, wait: Callable[[float], None]) -> None:
        """Take a speed in hertz, and how time passes."""
        self.adapter, self._wait = Adapter(speed, wait), wait
        self.stuck = False
        """Something holds the lines: every transaction ends at the time-out."""

    def reach(self) -> None:
        """Begin a transaction."""
        if self.stuck:
            self._wait(TIMEOUT)
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))


class Socket:
    """Where a panel is plugged in: the place that its worker opens."""

    def __init__(self, wires: Wires, root: str, pane: ModelPanel, width: int) -> None:
        """Plug a panel in."""
        self.wires, self.root, self.pane, self._width = wires, root, pane, width
        self.pulled = self.breaks = False
        """Nothing is plugged in; the next transaction breaks off in the middle."""
        self.swap()

    def swap(self) -> None:
        """Put a new panel in, which knows nothing."""
        self.pane.go_dark()
        self.tap, self.pulled = Tap(self.wires.adapter, self.pane, self._width), False

    def open(self) -> Plug:
        """Open a way to the panel."""
        return Plug(self)

    def reach(self) -> None:
        """Begin a transaction; a panel that does not answer costs one byte."""
        self.wires.reach()
        if self.pulled or self.breaks:
            self.breaks = False
            self.wires.adapter.take(1)
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


class Plug:
    """An open way to one panel."""

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
    """What makes a bell sound, in silence."""

    has_volume = True

    def __init__(self) -> None:
        """Hang it."""
        self.broken, self._file = False, -1

    def open(self) -> None:
        """Take hold of it."""
        self._check()
        if self._file < 0:
            self._file = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)

    def sound(self, pitch: int, volume: int) -> None:  # noqa: ARG002 - nobody listens
        """Sound a pitch."""
        self._check()

    def silence(self) -> None:
        """Be silent, and let it go."""
        self.close()

    def close(self) -> None:
        """Let it go."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _check(self) -> None:
        if self.broken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class Disk:
    """What goes wrong with the disk."""

    slow = 0.0
    """Seconds that a commit takes longer."""
    full = False


class MoodyScribe:
    """A scribe in front of another: its disk is slow or full now and then."""

    def __init__(self, scribe: Scribe, disk: Disk, folder: Path) -> None:
        """Stand before a scribe."""
        self._scribe, self._disk, self._folder = scribe, disk, folder

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        """Write rows, in spite of all."""
        await self._suffer()
        await self._scribe.write(rows, snapshot)

    async def finish(self) -> None:
        """Leave one file."""
        await self._suffer()
        await self._scribe.finish()

    def close(self) -> None:
        """Let go of the file."""
        self._scribe.close()

    async def _suffer(self) -> None:
        if self._disk.slow:
            await asyncio.sleep(self._disk.slow)
        if self._disk.full:
            raise JournalError("disk-full", self._folder, reason=os.strerror(errno.ENOSPC))
