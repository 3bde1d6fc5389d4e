"""Trace: what the kernel did to its buses and its PWM, event by event, from its own tracepoints.

The ring buffer is read as it lies in memory (Documentation/trace/ring-buffer-design.rst of the kernel): pages with a
head of 16 bytes, on them events with a head of 4. An event that was lost is an error, for then nothing would be proved.
"""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

TRACING = Path("/sys/kernel/tracing")
SENT, TONE = "i2c/i2c_write", "pwm/pwm_apply"
"""Every message to a chip of an I2C bus, before it is sent; every new state of a PWM."""
_PAGE, _HEAD = 4096, 16
_PADDING, _EXTENDED, _STAMPED = 29, 30, 31
_LOST = 1 << 31
_FIELD = re.compile(r"field:(?P<kind>.*?)(?P<name>\w+)(?:\[\])?;\s*offset:(?P<at>\d+);\s*size:(?P<size>\d+)")


class Happened(NamedTuple):
    """An event with its fields: numbers, or bytes."""

    event: str
    numbers: dict[str, int]
    data: bytes


class Trace:
    """Reads events from the moment it is made."""

    def __init__(self, *events: str) -> None:
        (TRACING / "events/enable").write_text("0")
        (TRACING / "buffer_size_kb").write_text("8192")
        (TRACING / "trace").write_text("")
        self._known = {shape.number: shape for shape in map(_Shape, events)}
        for event in events:
            (TRACING / "events" / event / "enable").write_text("1")
        self._file = os.open(TRACING / "per_cpu/cpu0/trace_pipe_raw", os.O_RDONLY | os.O_NONBLOCK)

    def read(self) -> list[Happened]:
        """Return what happened since the last time."""
        found: list[Happened] = []
        with suppress(BlockingIOError):
            while page := os.read(self._file, _PAGE):
                found += self._happened(page)
        return found

    def close(self) -> None:
        """Trace nothing any more."""
        (TRACING / "events/enable").write_text("0")
        os.close(self._file)

    def _happened(self, page: bytes) -> Iterator[Happened]:
        (filled,) = struct.unpack_from("<Q", page, 8)
        assert not filled & _LOST, "the kernel's buffer was too small: events were lost"
        at, end = _HEAD, _HEAD + (filled & 0xFFFFF)
        while at < end:
            head, more = struct.unpack_from("<II", page.ljust(_PAGE + 4, b"\0"), at)
            kind = head & 31
            if kind == _PADDING:
                at += 4 + more
            elif kind in {_EXTENDED, _STAMPED}:
                at += 8
            else:
                start, at = (at + 4, at + 4 + kind * 4) if kind else (at + 8, at + 4 + more)
                (number,) = struct.unpack_from("<H", page, start)
                if number in self._known:
                    yield self._known[number].read(page, start)


class _Shape:
    """How an event lies in memory, as the kernel itself tells."""

    def __init__(self, event: str) -> None:
        told = (TRACING / "events" / event / "format").read_text()
        (number,) = re.findall(r"^ID: (\d+)", told, re.MULTILINE)
        self.event, self.number = event, int(number)
        fields = list(_FIELD.finditer(told))
        self._numbers = {field["name"]: _place(field) for field in fields if "__data_loc" not in field["kind"]}
        self._data = next((_place(field) for field in fields if "__data_loc" in field["kind"]), None)

    def read(self, page: bytes, start: int) -> Happened:
        numbers = {name: _number(page, start + at, size) for name, (at, size) in self._numbers.items()}
        if self._data is None:
            return Happened(self.event, numbers, b"")
        place = _number(page, start + self._data[0], 4)
        first = start + (place & 0xFFFF)
        return Happened(self.event, numbers, page[first : first + (place >> 16)])


def _place(field: re.Match[str]) -> tuple[int, int]:
    return int(field["at"]), int(field["size"])


def _number(page: bytes, at: int, size: int) -> int:
    return int.from_bytes(page[at : at + size], "little")
