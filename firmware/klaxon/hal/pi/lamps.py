"""The lamps of a console on the Pi: output lines. A lamp has the state of the chip that its line is on."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.console.profile import LampSpec
from klaxon.hal.pi.bell.bell import Outlets, Told


class PiLamps:
    """Lamps, by the names of their boats."""

    def __init__(self, lamps: Iterable[LampSpec], outlet: Outlets, on_report: Told) -> None:
        """Take the lines of all lamps; every lamp is off."""
        lamps = tuple(lamps)
        self._outlets = {lamp.name: outlet(lamp.line, active_low=lamp.active_low) for lamp in lamps}
        self._chips = {lamp.name: lamp.line.chip for lamp in lamps}
        self._reports = {lamp.name: DeviceReport("lamp", lamp.name, DeviceState.PROBING) for lamp in lamps}
        self._on_news = on_report

    def set(self, lamp: str, *, lit: bool) -> None:
        """Switch a lamp on or off."""
        if lamp not in self._outlets:
            raise ValueError(f"there is no lamp {lamp!r}; the lamps are: {', '.join(self._outlets)}")
        self._outlets[lamp].set(lit=lit)

    def chip(self, report: DeviceReport) -> None:
        """Handle the new state of a GPIO chip: its lamps have the same state."""
        for lamp, chip in self._chips.items():
            if chip == report.name:
                before = self._reports[lamp]
                self._reports[lamp] = report._replace(kind="lamp", name=lamp)
                if report.state is not before.state:
                    self._on_news(self._reports[lamp])

    def reports(self) -> tuple[DeviceReport, ...]:
        """Return the state of every lamp."""
        return tuple(self._reports.values())

    def close(self) -> None:
        """Switch all lamps off."""
        for outlet in self._outlets.values():
            outlet.set(lit=False)
