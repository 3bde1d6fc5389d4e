"""Buses: the connection to one panel. A transaction begins with its control byte: 00 before commands, 40 before data.

An I2C panel is a device file of the kernel, opened for one address. A kernel mux (TCA9548A) makes every channel a
`/dev/i2c-N` of its own; they share the root adapter, so one worker writes them all. The time-out is the root's too:
setting it on a channel has no effect, since the kernel passes the transfer on to the root.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from klaxon.hal.panel_runs import COMMAND
from klaxon.hal.pi.binding import bind_again

I2C_TIMEOUT, I2C_SLAVE = 0x0702, 0x0703
"""Requests of <linux/i2c-dev.h>; the kernel counts the time-out in units of 10 ms."""
TIMEOUT_MS = 30
"""Longer than a page at 100 kHz (12 ms), short enough that a dead panel delays nobody for long."""
DATA_LINE = 24
"""The SPI line that tells data from commands, if a profile names none: luma's default."""
SYS = Path("/sys")


class BusLink(Protocol):
    """An open connection to one panel. Every failure is an OSError."""

    def write(self, transaction: bytes) -> None:
        """Send a transaction; return when the panel has acknowledged it."""

    def read(self) -> int | None:
        """Return the panel's status byte; None if the bus cannot ask."""

    def close(self) -> None:
        """Close it for good."""


class BusPlace(Protocol):
    """Where a panel is connected."""

    @property
    def root(self) -> str:
        """The root adapter: panels with the same one share its time."""

    def open(self) -> BusLink:
        """Open a connection to the panel."""


class Channel(NamedTuple):
    """A channel of a mux that the kernel drives."""

    number: int
    mux: int = 0x70
    """The address of the mux."""


@dataclass(frozen=True, slots=True)
class I2C:
    """A panel on an I2C bus, directly or behind a kernel mux."""

    bus: int
    """The N of `/dev/i2c-N`; behind a mux, of the bus that the mux is on."""
    address: int = 0x3C
    channel: Channel | None = None
    timeout_ms: int = TIMEOUT_MS

    @property
    def root(self) -> str:
        """The name of the root adapter, such as i2c-1."""
        return root_of(self.bus)

    def open(self) -> BusLink:
        """Open the bus for this address, and limit the time that a dead panel can take."""
        bound_waiting(self.root, self.timeout_ms)
        return I2CLink(bus_of(self.bus, self.channel), self.address)


@dataclass(frozen=True, slots=True)
class SPI:
    """A panel on an SPI bus, with luma's own interface: always sent whole frames."""

    port: int = 0
    device: int = 0
    data_line: int = DATA_LINE
    reset_line: int | None = None
    speed_hz: int = 8_000_000

    @property
    def root(self) -> str:
        """The name of the adapter."""
        return f"spi-{self.port}"

    def open(self) -> BusLink:
        """Open the device; luma resets the panel by its reset line."""
        from luma.core.interface.serial import spi  # noqa: PLC0415 - only where there is such a panel

        lines = {"gpio_DC": self.data_line, "gpio_RST": self.reset_line}
        return LumaLink(lambda: spi(port=self.port, device=self.device, bus_speed_hz=self.speed_hz, **lines))


def root_of(bus: int, sys: Path = SYS) -> str:
    """Return the name of the root adapter of a bus; the bus itself if the kernel does not know it.

    In sysfs the folder of a mux channel lies in that of its parent adapter.
    """
    path = os.path.realpath(sys / "bus/i2c/devices" / f"i2c-{bus}")
    return next((part for part in Path(path).parts if re.fullmatch(r"i2c-\d+", part)), f"i2c-{bus}")


def bus_of(bus: int, channel: Channel | None, sys: Path = SYS) -> int:
    """Return the bus number of a mux channel; an OSError if the kernel has no such mux (yet)."""
    if channel is None:
        return bus
    link = sys / "bus/i2c/devices" / f"{bus}-{channel.mux:04x}" / f"channel-{channel.number}"
    if not link.is_symlink():
        bind_again("mux", bus, channel.mux, sys)
    return int(link.readlink().name.removeprefix("i2c-"))


def bound_waiting(root: str, timeout_ms: int) -> None:
    """Set the time-out of a root adapter, for everything on it. One that cannot be opened is left alone."""
    with suppress(OSError):
        file = os.open(f"/dev/{root}", os.O_RDWR | os.O_CLOEXEC)
        try:
            ioctl(file, I2C_TIMEOUT, max(timeout_ms // 10, 1))
        finally:
            os.close(file)


class I2CLink:
    """A file of `/dev/i2c-N` with one address. An address that a kernel driver has taken cannot be opened."""

    def __init__(self, bus: int, address: int) -> None:
        """Open it."""
        self._file = os.open(f"/dev/i2c-{bus}", os.O_RDWR | os.O_CLOEXEC)
        try:
            ioctl(self._file, I2C_SLAVE, address)
        except OSError:
            self.close()
            raise

    def write(self, transaction: bytes) -> None:
        """Send a transaction; other threads run meanwhile."""
        sent = os.write(self._file, transaction)
        if sent != len(transaction):
            raise OSError(errno.EIO, f"{sent} of {len(transaction)} bytes were sent")

    def read(self) -> int | None:
        """Return the status byte."""
        answer = os.read(self._file, 1)
        return answer[0] if answer else None

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class LumaLink:
    """luma's serial interface. All its kinds of errors become OSError."""

    def __init__(self, make: Callable[[], Any]) -> None:
        """Create the interface."""
        self._serial = self._try(make)

    def write(self, transaction: bytes) -> None:
        """Send commands or data."""
        rest = list(transaction[1:])
        if transaction[:1] == COMMAND:
            self._try(lambda: self._serial.command(*rest))
        else:
            self._try(lambda: self._serial.data(rest))

    def read(self) -> int | None:
        """Return None: such a bus only writes."""
        return None

    def close(self) -> None:
        """Release the interface."""
        with suppress(OSError):
            self._try(self._serial.cleanup)

    @staticmethod
    def _try(act: Callable[[], Any]) -> Any:
        try:
            return act()
        except OSError:
            raise
        except Exception as error:  # luma raises kinds of its own; to a worker every failure of a bus is an OSError
            raise OSError(errno.EIO, f"{type(error).__name__}: {error}") from error
