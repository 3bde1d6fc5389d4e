"""Bus scan: which addresses of an I2C bus answer. It waits for the bus: call it in a thread."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path

from klaxon.console.devices.health import Answer
from klaxon.hal.pi.panels.bus import I2C_SLAVE, SYS

ADDRESSES = range(0x08, 0x78)
"""Addresses that a device may have; the others are reserved."""


def scan(bus: int, sys: Path = SYS, dev: Path = Path("/dev")) -> tuple[Answer, ...]:
    """Ask every address of a bus for a byte; one that a kernel driver has taken is not disturbed, only listed.

    A bus that is not there, or may not be opened, is an OSError.
    """
    file = os.open(dev / f"i2c-{bus}", os.O_RDWR | os.O_CLOEXEC)
    try:
        return tuple(found for address in ADDRESSES if (found := _ask(file, bus, address, sys)))
    finally:
        os.close(file)


def _ask(file: int, bus: int, address: int, sys: Path) -> Answer | None:
    try:
        ioctl(file, I2C_SLAVE, address)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return Answer(f"i2c-{bus}", address, _driver(bus, address, sys))
    with suppress(OSError):
        os.read(file, 1)
        return Answer(f"i2c-{bus}", address, "")
    return None


def _driver(bus: int, address: int, sys: Path) -> str:
    try:
        return (sys / "bus/i2c/devices" / f"{bus}-{address:04x}" / "driver").readlink().name
    except OSError:
        return "?"
