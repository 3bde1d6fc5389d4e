"""Tones: what makes a bell sound. The kernel's PWM, gpiozero's where that has none, or a buzzer that sounds by itself.

Everything here is called in the loop: a write to the files of the PWM sets a register and returns. What goes wrong is
an OSError, and it is the bell that tries again.
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
"""Nanoseconds: the kernel's PWM counts in them."""
AT_REST = SECOND // 1000
"""The period that a PWM is given before its first note."""
HIGHEST, FAINTEST = 10_000, 0.01
"""What gpiozero's tones can do, by lgpio: hertz, and the least share of a period."""


class Tone(Protocol):
    """What makes a bell sound."""

    @property
    def has_volume(self) -> bool:
        """Whether it can be softer."""

    def open(self) -> None:
        """Take hold of it, and be silent. It may be asked again after an error; `Soon`: in a moment it may work."""

    def sound(self, pitch: int, volume: int) -> None:
        """Sound a pitch in hertz from now on, as loud as 0 to 100 says; 0 hertz is silence."""

    def silence(self) -> None:
        """Be silent by any means there is, and never raise."""

    def close(self) -> None:
        """Be silent and let it go; never raise."""


class Soon(OSError):
    """It is not there yet: it may be in a moment."""


class Lacking(Soon):
    """The kernel has no PWM for this line."""


def share(volume: int) -> float:
    """Return the share of a period that the line is active: half of it is the loudest, and ears hear ratios."""
    return 0.5 * (volume / LOUDEST) ** 2


class Block(NamedTuple):
    """A block of PWM that reaches the header."""

    compatible: str
    """What the device tree calls its kind."""
    name: re.Pattern[str]
    """Its device: blocks of the same kind that drive a fan or the audio jack are at other addresses."""
    channels: dict[int, int]
    """Line -> channel."""


BLOCKS = (
    Block("brcm,bcm2835-pwm", re.compile(r"[0-9a-f]*20c000\.pwm"), PWM_CHANNEL),
    Block("raspberrypi,rp1-pwm", re.compile(r"[0-9a-f]*098000\.pwm"), {12: 0, 13: 1, 18: 2, 19: 3}),
)
"""Up to the Pi 4, and the Pi 5. The numbers of pwmchips differ between kernels (raspberrypi/linux#6818)."""


class Pwm:
    """The kernel's PWM, by its files. The period is never shorter than what is active of it, at no moment."""

    has_volume = True

    def __init__(self, line: int, *, active_low: bool, sys: Path) -> None:
        """Take note of the line; nothing is looked for yet."""
        self._line, self._active_low, self._root = line, active_low, sys / "class" / "pwm"
        self._chip = self._channel = self._root / "not-found"
        self._number = 0
        self._period = self._active = 0
        """As the kernel has them: of each period, how much the line is active."""

    def open(self) -> None:
        """Export the channel where nobody has, take over what it does, and let it run silently.

        Its files are root's until udev has given them away, a moment after the export.
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
        """Sound a pitch. Out of silence, and where it is longer, the period is set before its active part.

        The other way round the old pitch would be heard for a moment, or the kernel would refuse.
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
        """Let the line be inactive; where even that fails, stop the channel."""
        try:
            self._set_active(0)
        except OSError:
            with suppress(OSError):
                self._write("enable", 0)

    def close(self) -> None:
        """Stop the channel and give it back."""
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
        """Silence first: a program that died in mid-note has left it sounding. Without a period nothing can be set."""
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
    """Tones by gpiozero's pins: a thread of the library below them keeps the time, so pitches waver a little."""

    has_volume = True

    def __init__(self, line: int, *, active_low: bool, pins: Any = None) -> None:
        """Take note of the line. `pins` is a pin factory; none: one is made where the line is taken, and kept.

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
        """Sound a pitch; in silence nothing is timed."""
        with as_os_errors():
            if pitch and volume:
                active = max(share(volume), FAINTEST)
                self._pin.frequency = min(pitch, HIGHEST)
                self._pin.state = 1 - active if self._active_low else active
            else:
                self._pin.frequency = None
                self._pin.state = self._active_low

    def silence(self) -> None:
        """Stop; where that fails, let go of the line, which stops it too."""
        try:
            self.sound(0, 0)
        except OSError:
            self.close()

    def close(self) -> None:
        """Let go of the line."""
        pin, self._pin = self._pin, None
        if pin is not None:
            with suppress(OSError), as_os_errors():
                pin.close()


class Active:
    """A buzzer that sounds by itself: of a call only the rhythm is left. Its chip is watched by who has the lines."""

    has_volume = False

    def __init__(self, outlet: Outlet) -> None:
        """Hang it on a line that can be set."""
        self._outlet = outlet

    def open(self) -> None:
        """Be silent."""
        self.silence()

    def sound(self, pitch: int, volume: int) -> None:
        """Sound, whatever the pitch."""
        self._outlet.set(lit=bool(pitch and volume))

    def silence(self) -> None:
        """Put it out."""
        self._outlet.set(lit=False)

    def close(self) -> None:
        """Put it out."""
        self.silence()


class Mute:
    """No bell at all."""

    has_volume = False

    def open(self) -> None:
        """There is nothing to take hold of."""

    def sound(self, pitch: int, volume: int) -> None:
        """Ignore a note."""

    def silence(self) -> None:
        """Be silent, as ever."""

    def close(self) -> None:
        """There is nothing to let go of."""
