"""Checks of the Pi: the board, its power supply, the packages that drive it, and where they may write."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import ClassVar

from klaxon.cli.doctor.check import Finding, PiCheck
from klaxon.cli.doctor.world import World, is_folder
from klaxon.console.profile import Profile

MODEL = "/proc/device-tree/model"
MADE_FOR = re.compile(r"Raspberry Pi (Zero 2|3|4|5|Compute Module [345])")
"""Prefixes of the models that profiles are made for; they include 400 and 500."""
NEEDED = {"gpiod": "2.3", "gpiozero": "2.0.1.post3", "lgpio": "0.2.2", "luma.core": "2.5.1", "luma.oled": "3.14"}
"""Package -> its oldest usable version. Older lgpio are empty wheels; older gpiozero does not know the Pi 5."""
FOR_SPI = {"spidev": "3.5", "rpi-lgpio": "0.4"}
"""What luma needs for panels on SPI. The true RPi.GPIO sees no edges since the kernel 6.6, and no line of a Pi 5."""
FOR_LINK = {"pyserial": "3.5"}
THROTTLED = ("/sys/devices/platform/soc*/*firmware/get_throttled", "/sys/devices/platform/*firmware/get_throttled")
TROUBLES = ("undervoltage", "frequency capped", "throttled", "too hot")
"""Bits 0 to 3 of the firmware's throttling report: now; 16 to 19: since the start."""


class Model(PiCheck):
    """A Pi model that consoles are made for."""

    code = "DOC-401"
    cases: ClassVar = {"ok": "ok", "untried": "warn", "elsewhere": "fail"}

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Read the model from the firmware."""
        model = world.read(MODEL) or ""
        case = "ok" if MADE_FOR.match(model) else "untried" if model.startswith("Raspberry Pi") else "elsewhere"
        yield self.finding(case, model=model or world.host.machine, name=profile.name)


class Supply(PiCheck):
    """Enough power, and not too hot."""

    code = "DOC-402"
    cases: ClassVar = {"ok": "ok", "unreadable": "info", "was": "warn", "now": "fail"}

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:  # noqa: ARG002 - of every console
        """Read the firmware's throttling report."""
        found = [path for pattern in THROTTLED for path in world.glob(pattern)]
        try:
            bits = int(found[0].read_text("ascii"), 16)
        except (IndexError, OSError, ValueError):
            yield self.finding("unreadable")
            return
        now = [trouble for bit, trouble in enumerate(TROUBLES) if bits >> bit & 1]
        was = [trouble for bit, trouble in enumerate(TROUBLES) if bits >> (bit + 16) & 1]
        yield self.finding("now" if now else "was" if was else "ok", troubles=now or was)


class DriverPackages(PiCheck):
    """The packages that drive lines and panels; none is imported here."""

    code = "DOC-403"
    cases: ClassVar = {"ok": "ok", "missing": "fail", "old": "warn"}

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Look up their versions."""
        has_spi = any(bus.kind == "spi" for bus in profile.buses)
        needed = NEEDED | (FOR_SPI if has_spi else {}) | (FOR_LINK if profile.link.port else {})
        versions = {name: world.version(name) for name in needed}
        missing = [name for name, version in versions.items() if not version]
        if missing:
            yield self.finding("missing", missing=missing, install=" ".join(missing))
        old = [name for name, version in versions.items() if version and _numbers(version) < _numbers(needed[name])]
        for name in old:
            yield self.finding("old", package=name, version=versions[name], oldest=needed[name])
        if not missing and not old:
            yield self.finding("ok", packages=[f"{name} {version}" for name, version in versions.items()])


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


class WorkingFolder(PiCheck):
    """Where lgpio creates its pipe: the folder in LG_WD, else the working directory."""

    code = "DOC-404"
    cases: ClassVar = {"ok": "ok", "missing": "fail", "closed": "fail"}

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:  # noqa: ARG002 - of every console
        """Check that it is writable."""
        given = world.environment.get("LG_WD", "")
        folder = world.path(given) if given else world.working
        is_open = world.may(folder, os.W_OK | os.X_OK)
        case = "missing" if not is_folder(folder) else "ok" if is_open else "closed"
        yield self.finding(case, folder=given or str(world.working))
