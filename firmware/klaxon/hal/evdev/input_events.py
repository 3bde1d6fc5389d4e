"""The kernel's input events: a file of /dev/input, its records, and what is asked of it beside them."""

from __future__ import annotations

import os
import re
import struct
from array import array
from collections.abc import Iterator
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from typing import NamedTuple

RECORD = struct.Struct("@llHHi")
"""`struct input_event`: seconds, microseconds, type, code, value."""
SYN, KEY, REL = 0, 1, 2
"""Types of events."""
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN, AGAIN = 0, 1, 2
"""Values of a key; `AGAIN` is sent by the kernel while it is held."""
EVIOCGRAB = 0x40044590
MOST_KEYS = 0x300
BATCH = 64
DEV, SYS = Path("/dev/input"), Path("/sys/class/input")
_PORT = re.compile(r"\d+-\d+(?:\.\d+)*")


class InputEvent(NamedTuple):
    """One event."""

    type: int
    code: int
    value: int


class InputDevice(NamedTuple):
    """A device as the kernel shows it."""

    node: str
    """`event3`. A keyboard often has two, at one port."""
    name: str
    port: str
    """Where it is plugged in, `1-1.2`: the only thing that tells two of a kind apart. '' for what is not on USB."""


def usb_devices(sys: Path = SYS) -> tuple[InputDevice, ...]:
    """Return the input devices on USB, by port."""
    found = []
    for folder in sys.glob("event*"):
        device = folder / "device"
        with suppress(OSError):
            ports = [part for part in Path(os.path.realpath(device)).parts if _PORT.fullmatch(part)]
            if ports:
                found.append(InputDevice(folder.name, (device / "name").read_text("utf-8").strip(), ports[-1]))
    return tuple(sorted(found, key=lambda each: (each.port, len(each.node), each.node)))


class EventFile:
    """An open device. Every failure is an OSError."""

    def __init__(self, node: str, dev: Path = DEV) -> None:
        """Open it."""
        self.file = os.open(dev / node, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._rest = b""

    def grab(self) -> None:
        """Have it for us alone, if the kernel lets us: what is pressed for a game must not be typed elsewhere."""
        with suppress(OSError):
            ioctl(self.file, EVIOCGRAB, 1)

    def read(self) -> Iterator[InputEvent]:
        """Yield what has come; an OSError says that the device has gone."""
        try:
            data = self._rest + os.read(self.file, RECORD.size * BATCH)
        except BlockingIOError:
            return
        if not data:
            raise OSError("the device was unplugged")
        whole = len(data) - len(data) % RECORD.size
        self._rest = data[whole:]
        for _, _, kind, code, value in RECORD.iter_unpack(data[:whole]):
            yield InputEvent(kind, code, value)

    def down_codes(self) -> frozenset[int]:
        """Return the codes of all keys that are down; none if the device cannot say."""
        bits = array("B", bytes(MOST_KEYS // 8))
        request = 0x80004518 | len(bits) << 16  # EVIOCGKEY
        try:
            ioctl(self.file, request, bits)
        except OSError:
            return frozenset()
        return frozenset(code for code in range(MOST_KEYS) if bits[code // 8] >> code % 8 & 1)

    def close(self) -> None:
        """Let go of it."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1
