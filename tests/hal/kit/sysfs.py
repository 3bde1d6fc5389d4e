"""The kernel's PWM as its files show it: a model that is as strict as the kernel, on a tree of real files.

What is written goes through the model, which refuses what the kernel refuses (drivers/pwm/core.c and sysfs.c): a state
without a period, an active part that is longer than it, another polarity while it runs, a second export. What could be
heard is kept with its moment.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PosixPath
from typing import ClassVar

SECOND = 1_000_000_000
BCM, RP1 = "brcm,bcm2835-pwm", "raspberrypi,rp1-pwm"


@dataclass
class Channel:
    """A channel that was exported."""

    folder: Path
    period: int = 0
    duty_cycle: int = 0
    polarity: str = "normal"
    enable: int = 0

    @property
    def pitch(self) -> int:
        """What can be heard: a line that never moves sounds of nothing."""
        return round(SECOND / self.period) if self.enable and 0 < self.duty_cycle < self.period else 0

    def show(self, *names: str) -> None:
        for name in names:
            (self.folder / name).write_text(f"{getattr(self, name)}\n", "utf-8")


@dataclass
class Chip:
    """A chip of PWM."""

    folder: Path
    count: int
    channels: dict[int, Channel] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    """Channels that a driver of the kernel has: a fan, the audio jack."""


class Kernel:
    """All of it. `root` is what stands for /sys."""

    def __init__(self, folder: Path, now: Callable[[], float]) -> None:
        kernel = self

        class Leaf(_Leaf):
            model: ClassVar = kernel

        self.folder, self.now = folder.resolve(), now
        self.root: Path = Leaf(self.folder)
        self.chips: dict[int, Chip] = {}
        self.heard: list[tuple[float, int]] = []
        """When another pitch began to sound; 0: silence."""
        self.refused: list[str] = []
        """Names of the errors that the model has raised by itself."""
        self.faults: dict[str, int] = {}
        """Name of a file -> the error that every write to it meets."""
        self.appears, self.given = 0.0, 0.0
        """Seconds from an export until the folder of the channel is there, and until it is ours."""
        self._coming: list[tuple[float, Channel]] = []
        self._ours: dict[Path, float] = {}

    def plug(self, number: int = 0, name: str = "fe20c000.pwm", kind: str = BCM, count: int = 2) -> Chip:
        """Let a chip appear."""
        device = self.folder / "devices" / "platform" / name
        folder = device / "pwm" / f"pwmchip{number}"
        folder.mkdir(parents=True)
        (device / "of_node").mkdir()
        (device / "of_node" / "compatible").write_text(f"{kind}\0", "utf-8")
        (folder / "device").symlink_to(device)
        (folder / "npwm").write_text(f"{count}\n", "utf-8")
        shown = self.folder / "class" / "pwm"
        shown.mkdir(parents=True, exist_ok=True)
        (shown / folder.name).symlink_to(folder)
        self.chips[number] = Chip(folder, count)
        return self.chips[number]

    def unplug(self, number: int = 0) -> None:
        """Let a chip vanish with all that hangs on it."""
        chip = self.chips.pop(number)
        (self.folder / "class" / "pwm" / chip.folder.name).unlink()
        shutil.rmtree(chip.folder.parents[1])
        chip.channels.clear()
        self._listen()

    def unexport(self, chip: Chip, number: int) -> None:
        """Take a channel back; the kernel stops it."""
        shutil.rmtree(chip.channels.pop(number).folder)
        self._listen()

    @property
    def pitch(self) -> int:
        return self.heard[-1][1] if self.heard else 0

    # What files do

    def read(self, path: Path) -> None:
        """Allow a read, or raise."""
        self._let_appear()
        self._check_ours(path)

    def write(self, path: Path, text: str) -> None:
        """Take a write, or raise."""
        self._let_appear()
        if path.name in self.faults:
            raise OSError(self.faults[path.name], os.strerror(self.faults[path.name]), str(path))
        chips = {chip.folder: chip for chip in self.chips.values()}
        chip = chips.get(path.parent)
        if chip and path.name in ("export", "unexport"):
            self._export(chip, int(text)) if path.name == "export" else self._unexport(chip, int(text))
            return
        chip = chips.get(path.parent.parent)
        found = chip and [each for each in chip.channels.values() if each.folder == path.parent]
        if not found or not path.exists():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        self._check_ours(path)
        self._apply(found[0], path.name, text)

    def _export(self, chip: Chip, number: int) -> None:
        if number >= chip.count:
            self._refuse(errno.ENODEV)
        if number in chip.channels or number in chip.taken:
            self._refuse(errno.EBUSY)
        channel = chip.channels[number] = Channel(chip.folder / f"pwm{number}")
        self._ours[channel.folder] = self.now() + self.appears + self.given
        self._coming.append((self.now() + self.appears, channel))
        self._let_appear()

    def _unexport(self, chip: Chip, number: int) -> None:
        if number not in chip.channels:
            self._refuse(errno.ENODEV)
        self.unexport(chip, number)

    def _apply(self, channel: Channel, name: str, text: str) -> None:
        was = (channel.period, channel.duty_cycle, channel.polarity, channel.enable)
        if name == "polarity":
            if text not in ("normal", "inversed"):
                self._refuse(errno.EINVAL)
            if channel.enable:
                self._refuse(errno.EBUSY)
            channel.polarity = text
        else:
            setattr(channel, name, int(text))
        if not channel.period or not 0 <= channel.duty_cycle <= channel.period or channel.enable not in (0, 1):
            channel.period, channel.duty_cycle, channel.polarity, channel.enable = was
            self._refuse(errno.EINVAL)
        channel.show(name)
        self._listen()

    def _listen(self) -> None:
        pitches = [each.pitch for chip in self.chips.values() for each in chip.channels.values() if each.pitch]
        pitch = pitches[0] if pitches else 0
        if pitch != self.pitch:
            self.heard.append((round(self.now(), 6), pitch))

    def _let_appear(self) -> None:
        for moment, channel in [*self._coming]:
            if moment <= self.now():
                self._coming.remove((moment, channel))
                channel.folder.mkdir()
                channel.show("period", "duty_cycle", "polarity", "enable")

    def _check_ours(self, path: Path) -> None:
        if path.exists() and self._ours.get(path.parent, 0.0) > self.now():
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    def _refuse(self, number: int) -> None:
        self.refused.append(errno.errorcode[number])
        raise OSError(number, os.strerror(number))


class _Leaf(PosixPath):
    """A path below /sys: what is read or written goes by the model."""

    model: ClassVar[Kernel]

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        self.model.read(Path(self).resolve())
        return super().read_text(encoding, errors)

    def write_text(
        self, data: str, encoding: str | None = None, errors: str | None = None, newline: str | None = None
    ) -> int:
        self.model.write(Path(self).resolve(), data)
        return len(data)
