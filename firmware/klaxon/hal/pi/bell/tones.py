"""Tones: what makes a bell sound. The kernel's PWM, gpiozero's if there is none, or an active buzzer.

Everything here is called in the loop: a write to the PWM files sets a register and returns. Failures raise
OSError, and the bell retries.
"""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from klaxon.console.devices import LOUDEST
from klaxon.console.profile.board import PWM_CHANNEL
from klaxon.hal.pi.lines import Outlet
from klaxon.hal.pi.lines.by_gpiozero import factory
from klaxon.hal.pi.lines.gpio_api import as_os_errors

SECOND = 1_000_000_000
"""Nanoseconds in a second, the unit of the kernel's PWM."""
AT_REST = SECOND // 1000
"""The period of a PWM before its first note."""
HIGHEST, FAINTEST = 10_000, 0.01
"""Limits of gpiozero's tones with lgpio: the highest pitch in hertz, and the smallest duty cycle."""


class Tone(Protocol):
    """What makes a bell sound."""

    @property
    def has_volume(self) -> bool:
        """Whether it can play softer."""

    def open(self) -> None:
        """Open it, silent. It may be called again after an error; `Soon` means that a retry may work."""

    def sound(self, pitch: int, volume: int) -> None:
        """Play a pitch in hertz from now on, with a loudness from 0 to 100; 0 hertz is silence."""

    def silence(self) -> None:
        """Silence it in every possible way; never raises."""

    def close(self) -> None:
        """Silence and release it; never raises."""


class Soon(OSError):
    """The device is not there yet; a retry may work."""


class Lacking(Soon):
    """The kernel has no PWM for this line."""


def share(volume: int) -> float:
    """Return the duty cycle for a loudness: half is the loudest, and ears hear ratios."""
    return 0.5 * (volume / LOUDEST) ** 2


class Block(NamedTuple):
    """A PWM block that is connected to the header."""

    compatible: str
    """Its `compatible` string in the device tree."""
    name: re.Pattern[str]
    """Its device name: blocks of the same kind at other addresses drive a fan or the audio jack."""
    channels: dict[int, int]
    """Line -> channel."""


BLOCKS = (
    Block("brcm,bcm2835-pwm", re.compile(r"[0-9a-f]*20c000\.pwm"), PWM_CHANNEL),
    Block("raspberrypi,rp1-pwm", re.compile(r"[0-9a-f]*098000\.pwm"), {12: 0, 13: 1, 18: 2, 19: 3}),
)
"""Up to the Pi 4, and the Pi 5. The numbers of pwmchips differ between kernels (raspberrypi/linux#6818)."""


class Pwm:
    """The kernel's PWM, through its files. The period is never shorter than its active part, at any moment."""

    has_volume = True

    def __init__(self, line: int, *, active_low: bool, sys: Path) -> None:
        """Set the line; nothing is opened yet."""
        self._line, self._active_low, self._root = line, active_low, sys / "class" / "pwm"
        self._chip = self._channel = self._root / "not-found"
        self._number = 0
        self._period = self._active = 0
        """As set in the kernel: the period, and its active part."""

    def open(self) -> None:
        """Export the channel if nobody has, take over its settings, and let it run silently.

        Its files belong to root until udev has changed their owner, a moment after the export.
        """
        self._chip, self._number = self._find()
        self._channel = self._chip / f"pwm{self._number}"
        if not self._channel.exists():
            self._export()
        try:
            self._begin()
        except (FileNotFoundError, PermissionError) as error:
            raise Soon(error.errno, error.strerror, error.filename) from error

    def sound(self, pitch: int, volume: int) -> None:
        """Play a pitch. From silence, or if it is longer, the period is set before its active part.

        The other way round the old pitch would sound for a moment, or the kernel would refuse.
        """
        if not pitch or not volume:
            self._set_active(0)
            return
        period = SECOND // pitch
        active = int(period * share(volume))
        if not self._active or period > self._period:
            self._set_period(period)
            self._set_active(active)
        else:
            self._set_active(active)
            self._set_period(period)

    def silence(self) -> None:
        """Make the line inactive; if even that fails, stop the channel."""
        try:
            self._set_active(0)
        except OSError:
            with suppress(OSError):
                self._write("enable", 0)

    def close(self) -> None:
        """Stop the channel and unexport it."""
        self.silence()
        with suppress(OSError):
            self._write("enable", 0)
        with suppress(OSError):
            (self._chip / "unexport").write_text(str(self._number))

    def _find(self) -> tuple[Path, int]:
        """Return the chip of this line, and its channel there."""
        for chip in sorted(self._root.glob("pwmchip*")):
            device = (chip / "device").resolve()
            with suppress(OSError):  # a chip without a device tree is none of ours
                kinds = (device / "of_node" / "compatible").read_text("utf-8").split("\0")
                for block in BLOCKS:
                    if block.compatible in kinds and block.name.fullmatch(device.name) and self._line in block.channels:
                        return chip, block.channels[self._line]
        raise Lacking(errno.ENODEV, os.strerror(errno.ENODEV), f"{self._root}: {self._line}")

    def _export(self) -> None:
        try:
            (self._chip / "export").write_text(str(self._number))
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            raise Soon(error.errno, error.strerror, error.filename) from error  # exported, and not to be seen yet

    def _begin(self) -> None:
        """Silence it first: a program that died during a note has left it on. Without a period nothing can be set."""
        if self._read("duty_cycle") != "0":
            self._set_active(0)
        self._set_period(AT_REST)
        if self._active_low and self._read("polarity") != "inversed":
            self._write("enable", 0)
            self._write("polarity", "inversed")
        self._write("enable", 1)

    def _set_period(self, period: int) -> None:
        self._write("period", period)
        self._period = period

    def _set_active(self, active: int) -> None:
        self._write("duty_cycle", active)
        self._active = active

    def _read(self, name: str) -> str:
        return (self._channel / name).read_text("utf-8").strip()

    def _write(self, name: str, value: int | str) -> None:
        (self._channel / name).write_text(str(value), "utf-8")


class Tonal:
    """Tones with gpiozero's pins: a thread of the underlying library keeps the time, so pitches waver a little."""

    has_volume = True

    def __init__(self, line: int, *, active_low: bool, pins: Any = None) -> None:
        """Set the line. `pins` is a pin factory; None: one is created when the line is opened, and kept.

        It is never closed: all factories of gpiozero share their pins, and closing one closes those of the others.
        """
        self._line, self._active_low, self._pins = line, active_low, pins
        self._pin: Any = None

    def open(self) -> None:
        """Open the line again, inactive."""
        self.close()
        with as_os_errors():
            self._pins = self._pins or factory()
            self._pin = self._pins.pin(self._line)
            self._pin.output_with_state(self._active_low)

    def sound(self, pitch: int, volume: int) -> None:
        """Play a pitch; silence needs no timing."""
        with as_os_errors():
            if pitch and volume:
                active = max(share(volume), FAINTEST)
                self._pin.frequency = min(pitch, HIGHEST)
                self._pin.state = 1 - active if self._active_low else active
            else:
                self._pin.frequency = None
                self._pin.state = self._active_low

    def silence(self) -> None:
        """Stop; if that fails, release the line, which stops it too."""
        try:
            self.sound(0, 0)
        except OSError:
            self.close()

    def close(self) -> None:
        """Release the line."""
        pin, self._pin = self._pin, None
        if pin is not None:
            with suppress(OSError), as_os_errors():
                pin.close()


class Active:
    """An active buzzer: it plays only the rhythm of a call. Its chip is monitored by the owner of the lines."""

    has_volume = False

    def __init__(self, outlet: Outlet) -> None:
        """Use an output line."""
        self._outlet = outlet

    def open(self) -> None:
        """Silence it."""
        self.silence()

    def sound(self, pitch: int, volume: int) -> None:
        """Sound, at any pitch."""
        self._outlet.set(lit=bool(pitch and volume))

    def silence(self) -> None:
        """Switch it off."""
        self._outlet.set(lit=False)

    def close(self) -> None:
        """Switch it off."""
        self.silence()


class Mute:
    """No bell at all."""

    has_volume = False

    def open(self) -> None:
        """Do nothing."""

    def sound(self, pitch: int, volume: int) -> None:
        """Ignore a note."""

    def silence(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
