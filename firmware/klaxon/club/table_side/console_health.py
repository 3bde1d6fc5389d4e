"""How a console is, for the desk of its hall. Coarse on purpose: nothing here may say what is played."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from klaxon.console.devices.health import DEAD, DeviceHealth

THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")
MEGABYTE, COARSE = 1 << 20, 100
"""Free space is told in whole hundreds of megabytes: the rows of a game do not show in it."""
LEAST_FREE, HOT = 300, 78


@dataclass(frozen=True, slots=True)
class ConsoleHealth:
    """Asks the devices of a console and its machine."""

    devices: DeviceHealth | None
    folder: Path | None
    """Where games are kept; None where none are."""
    thermometer: Path = THERMOMETER

    def __call__(self) -> Mapping[str, Any]:
        """Return it now."""
        free, degrees = self._free(), self._degrees()
        troubles = [*self._device_troubles(), *_machine_troubles(free, degrees)]
        reports = self.devices.reports() if self.devices is not None else ()
        panels = {each.name: each.state.value for each in reports if each.kind == "panel"}
        known = {"panels": panels, "disk_free": free, "heat": degrees, "troubles": troubles}
        return {"version": version("klaxon-console"), **known}

    def _device_troubles(self) -> Sequence[Mapping[str, Any]]:
        if self.devices is None:
            return []
        found: list[Mapping[str, Any]] = []
        for each in self.devices.reports():
            if each.state in DEAD:
                is_panel = each.kind == "panel"
                facts = {"station": each.name} if is_panel else {"device": f"{each.kind} {each.name}".strip()}
                found.append({"code": "panel" if is_panel else "device", "facts": facts})
        inputs = self.devices.inputs()
        stuck = (key for key in inputs.keys if key.stuck)
        found += [{"code": "key", "facts": {"station": key.station, "key": key.key}} for key in stuck]
        found += [{"code": "dial", "facts": {"station": dial.station}} for dial in inputs.dials if dial.dead]
        return found

    def _free(self) -> int | None:
        """Return the free space in megabytes, rounded down; None where nothing is kept."""
        if self.folder is None:
            return None
        try:
            free = shutil.disk_usage(self.folder).free // MEGABYTE
        except OSError:
            return None
        return free // COARSE * COARSE

    def _degrees(self) -> int | None:
        try:
            return round(int(self.thermometer.read_text("ascii")) / 1000)
        except (OSError, ValueError):
            return None


def _machine_troubles(free: int | None, degrees: int | None) -> Sequence[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = []
    if free is not None and free < LEAST_FREE:
        found.append({"code": "disk", "facts": {"free": free}})
    if degrees is not None and degrees >= HOT:
        found.append({"code": "heat", "facts": {"degrees": degrees}})
    return found
