"""Fault banners: when a device dies or comes back, the other stations show it. They reveal nothing of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from klaxon.console.devices.health import DEAD, DeviceHealth, DeviceReport, DeviceState
from klaxon.console.drawing.parts import Banner
from klaxon.console.language.catalogue import say
from klaxon.console.station.station import Station

WHOLE = frozenset({DeviceState.READY, DeviceState.DEGRADED})
"""States in which a device works."""


class FaultBanners:
    """Watches the devices of a console."""

    def __init__(self, device_health: DeviceHealth, stations: Mapping[str, Station]) -> None:
        """Start watching; devices that are dead already are reported too."""
        self._stations = stations
        self._dead: dict[tuple[str, str], None] = {}
        device_health.attach(self.on_device_state)
        for report in device_health.reports():
            self.on_device_state(report)

    def on_device_state(self, report: DeviceReport) -> None:
        """Handle a device's new state; PROBING keeps the previous one."""
        device = (report.kind, report.name)
        if report.state in DEAD and device not in self._dead:
            self._dead[device] = None
            self._announce(report, "lost")
        elif report.state in WHOLE and device in self._dead:
            del self._dead[device]
            self._announce(report, "back")

    def dead_panels(self) -> Sequence[str]:
        """Return the stations whose panels are dead."""
        return [name for kind, name in self._dead if kind == "panel"]

    def speak(self, station: Station) -> None:
        """Show what is dead in the station's current language."""
        station.fault = ", ".join(_banner_text(station, "lost", *device) for device in self._dead)

    def _announce(self, report: DeviceReport, news: str) -> None:
        """Show a banner on the visible panels, and a sign for as long as something is dead."""
        dead = self.dead_panels()
        for name, station in self._stations.items():
            self.speak(station)
            if name not in dead:
                station.announce(Banner(_banner_text(station, news, report.kind, report.name)), urgent=True)
            station.draw()


def _banner_text(station: Station, news: str, kind: str, name: str) -> str:
    """Return the new state of a device, in the words of a station."""
    device = say(f"device.{kind}", {"name": name}, station.language)
    return say(f"device.{news}", {"device": device}, station.language)
