"""Asking an expander itself whether it is there, and still configured as the kernel's driver believes.

The driver of the MCP23017 hides both. If a read fails it reports a level of 0 for every line, which is every key
pressed at once; and it never checks what it once wrote, so a chip that was reset (its power dipped, its reset line
caught static) has no interrupts and no pull-ups until somebody writes them again. So once a second, before levels are
read, the chip is asked which of its lines may interrupt. Reading that register has no side effects (reading the levels
has: it clears an interrupt), and the transfer bypasses the driver, which holds the address but not the bus. It also
detects a bus whose data line is stuck at ground, where everybody seems to answer and to say 0.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path
from typing import NamedTuple

from klaxon.hal.pi.lines.gpio_api import Forgotten

I2C_RDWR, I2C_M_RD = 0x0707, 0x0001
"""From <linux/i2c-dev.h> and <linux/i2c.h>."""
INTERRUPTS = {"mcp23017": 0x04}
"""Chip -> its two-byte register of the lines that may interrupt. A PCA9555 has none: its inputs always do."""
MUTE = (errno.ENOENT, errno.EACCES, errno.ENOTTY, errno.EOPNOTSUPP)
"""The chip cannot be asked: no `/dev/i2c-N`, or an adapter without this function."""
DEV = Path("/dev")


class _Message(ctypes.Structure):
    _fields_ = (
        ("address", ctypes.c_uint16),
        ("flags", ctypes.c_uint16),
        ("length", ctypes.c_uint16),
        ("data", ctypes.c_void_p),
    )


class _Transfer(ctypes.Structure):
    _fields_ = (("messages", ctypes.POINTER(_Message)), ("count", ctypes.c_uint32))


class I2CPlace(NamedTuple):
    """Where a chip is."""

    bus: int
    address: int


Ask = Callable[[str, I2CPlace | None, frozenset[int]], bool]
"""The signature of `check`."""


def check(chip: str, place: I2CPlace | None, inputs: frozenset[int], dev: Path = DEV) -> bool:
    """Return whether a chip is known to be configured; False if it cannot be asked. Raises `Forgotten` if it is not."""
    if place is None or chip not in INTERRUPTS:
        return False
    try:
        answer = read_register(dev / f"i2c-{place.bus}", place.address, INTERRUPTS[chip])
    except OSError as error:
        if error.errno in MUTE:
            return False
        raise
    wanted = sum(1 << offset for offset in inputs)
    if wanted & ~answer:
        raise Forgotten(errno.EIO, f"the {chip} was reset: lines {answer:04x} may interrupt, not {wanted:04x}")
    return True


def read_register(bus: Path, address: int, register: int) -> int:
    """Read two bytes of a device, the low one first."""
    ask, answer = ctypes.create_string_buffer(bytes([register]), 1), ctypes.create_string_buffer(2)
    messages = (_Message * 2)(
        _Message(address, 0, 1, ctypes.cast(ask, ctypes.c_void_p)),
        _Message(address, I2C_M_RD, 2, ctypes.cast(answer, ctypes.c_void_p)),
    )
    file = os.open(bus, os.O_RDWR | os.O_CLOEXEC)
    try:
        ioctl(file, I2C_RDWR, _Transfer(messages, 2))
    finally:
        os.close(file)
    return int.from_bytes(answer.raw, "little")
