"""The settings of the stations of a console, switched on and off."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.console.settings.station_settings import COACH, LARGE, Chosen, StationSettings
from klaxon.console.station.station import Station


class AppliedSettings:
    """Applies the settings of stations, each as its people want it."""

    def __init__(self, stations: Mapping[str, Station], settings: StationSettings) -> None:
        """Begin with the saved settings."""
        self._stations, self._settings = stations, settings

    def begin(self, chosen: Chosen, keep: Callable[[Chosen], None], *, coached: bool = False) -> None:
        """Apply the saved settings of every station; changes are saved from now on.

        `coached`: stations about which nothing is saved have the coach.
        """
        self._settings.begin(chosen, keep, (COACH,) if coached else ())
        for station in self._stations.values():
            self._apply(station)

    def has(self, station: Station, setting: str) -> bool:
        """Return whether a setting is on at a station."""
        return self._settings.has(station.fitting.name, setting)

    def switch(self, station: Station, setting: str) -> None:
        """Switch a setting of a station on or off."""
        self._settings.switch(station.fitting.name, setting, on=not self.has(station, setting))
        self._apply(station)
        station.draw()

    def everywhere(self) -> bool:
        """Return whether every station is coached."""
        return all(self.has(station, COACH) for station in self._stations.values())

    def coach_all(self, *, on: bool) -> None:
        """Coach every station, or none."""
        for station in self._stations.values():
            if self.has(station, COACH) != on:
                self.switch(station, COACH)

    def _apply(self, station: Station) -> None:
        station.coached, station.large = self.has(station, COACH), self.has(station, LARGE)
