"""The outer side of the machine: fingers on its lines, eyes on its outlets. Runs inside the guest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path

from klaxon.hal.pi.lines.lines import REREAD
from klaxon.hal.pi.panels.bus import I2C_SLAVE

HEADER = Path("/sys/devices/platform/gpio-sim/gpiochip0")
"""The Pi's lines, simulated by the kernel's gpio-sim."""
INTERRUPT, EXPANDER_BUS = 25, 23
"""Line and bus of the expander: see tools/kernel/pi.dts."""
PATIENCE = 30.0
"""Seconds after which something that should happen never will: a limit for hangs, not a measurement."""
QUARTER = 0.02
"""Seconds from an interrupt of a dial to its next change: the guest's clock ticks every 10 ms."""
_BACK_DOOR, _AWAY = 0x60, 0xFF
"""Where a test reaches the expander's registers, and the one that takes the chip away: tools/kernel/i2c-registers.c."""
_IODIR, _GPINTEN, _INTF, _INTCAP, _GPIO = 0x00, 0x04, 0x0E, 0x10, 0x12
"""Registers of an MCP23017, both ports as one word."""


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"it never happened: {what}"
        time.sleep(0.005)


def pull(line: int, to: int) -> None:
    """Let something outside pull a line to a level, and wait until who watches the line was interrupted."""
    with _noticed("irq_sim", line, changes=to != level(line)):
        _pull(line, to)


def _pull(line: int, to: int) -> None:
    (HEADER / f"sim_gpio{line}/pull").write_text("pull-up" if to else "pull-down")


def level(line: int) -> int:
    """Return the level of a line."""
    return int((HEADER / f"sim_gpio{line}/value").read_text())


@contextmanager
def _noticed(chip: str, line: int, *, changes: bool = True) -> Iterator[None]:
    """Do something to a line that is watched, and wait for its interrupt.

    This machine may stand still at any moment, and two edges that come meanwhile would be one. What the kernel missed
    all the same is found when levels are read again, within a second: longer than that nobody need wait.
    """
    before = _interrupts(chip, line)
    yield
    end = time.monotonic() + REREAD + 0.5
    while changes and before is not None and _interrupts(chip, line) == before and time.monotonic() < end:
        time.sleep(0.002)


def _interrupts(chip: str, line: int) -> int | None:
    """Return how often a line has interrupted so far; none where nobody watches it."""
    rows = (row.split() for row in Path("/proc/interrupts").read_text().splitlines()[1:])
    return next((int(row[1]) for row in rows if row[2:4] == [chip, str(line)]), None)


def bounce(line: int, last: int, times: int = 4) -> float:
    """Bring a line to a level as a contact does that bounces; return how many seconds it did.

    Where this machine stood still meanwhile it was no bounce, but a finger that is quicker than any.
    """
    with _noticed("irq_sim", line), (HEADER / f"sim_gpio{line}/pull").open("r+b", buffering=0) as file:
        began = time.monotonic()
        for to in (*(last, 1 - last) * times, last):
            os.pwrite(file.fileno(), b"pull-up" if to else b"pull-down", 0)
        return time.monotonic() - began


def turn(a: int, b: int, steps: int) -> None:
    """Turn a dial of four changes a detent that rests with both contacts open; positive is clockwise."""
    first, second = (a, b) if steps > 0 else (b, a)
    for _ in range(abs(steps)):
        for line, to in ((first, 0), (second, 0), (first, 1), (second, 1)):
            pull(line, to)
            time.sleep(QUARTER)


class Expander:
    """The contacts of the MCP23017, all open at first. The kernel's own driver reads it; its registers are memory."""

    def __init__(self) -> None:
        self._file = os.open(f"/dev/i2c-{EXPANDER_BUS}", os.O_RDWR | os.O_CLOEXEC)
        ioctl(self._file, I2C_SLAVE, _BACK_DOOR)
        self._levels = 0xFFFF
        _pull(INTERRUPT, 1)
        self._interrupt(range(16))

    def pull(self, line: int, level: int, *, interrupts: bool = True) -> None:
        """Let something outside pull a line to a level; where it does not interrupt, that edge got lost."""
        self._levels = self._levels & ~(1 << line) | level << line
        if interrupts:
            with _noticed(f"{EXPANDER_BUS}-0020", line):
                self._interrupt([line])
        else:
            self._set(_GPIO, self._levels)

    def interrupts(self) -> int:
        """Return which lines the kernel's driver has told the chip to watch."""
        os.write(self._file, bytes([_GPINTEN]))
        return int.from_bytes(os.read(self._file, 2), "little")

    def reset(self) -> None:
        """Let the chip forget all that it was told, as when its power dips: all lines are inputs, none is watched."""
        self._set(_IODIR, 0xFFFF)
        for register in range(_IODIR + 2, _INTF, 2):
            self._set(register, 0)

    def away(self, *, away: bool) -> None:
        """Pull the chip out, or plug it in again."""
        os.write(self._file, bytes([_AWAY, away]))

    def close(self) -> None:
        """Let it go."""
        os.close(self._file)

    def _interrupt(self, lines: Iterable[int]) -> None:
        """Set the registers as the chip does, then its interrupt."""
        self._set(_GPIO, self._levels)
        self._set(_INTCAP, self._levels)
        self._set(_INTF, sum(1 << line for line in lines))
        _pull(INTERRUPT, 0)
        _pull(INTERRUPT, 1)

    def _set(self, register: int, word: int) -> None:
        os.write(self._file, bytes([register, word & 0xFF, word >> 8]))
