"""The panels as the stations of a game see them: service mode can hide them, and the game goes on behind."""

from __future__ import annotations

from klaxon.console.devices import Panels, Picture
from klaxon.console.settings.station_settings import StationSettings, TurnablePanels


class PanelsBehind(TurnablePanels):
    """Panels that can be hidden for a while; their last picture is restored afterwards."""

    def __init__(self, panels: Panels, settings: StationSettings) -> None:
        """Begin with all panels visible."""
        super().__init__(panels, settings)
        self._levels: dict[str, int] = {}
        self._dimmed: dict[str, int] = {}
        """Panels whose brightness is set by a test."""
        self.down = False

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture, unless the panel is hidden."""
        if not self.down:
            self._panels.show(station, self.way_up(station, picture))

    def light(self, station: str, level: int) -> None:
        """Set the brightness; for a panel under test it applies afterwards."""
        self._levels[station] = level
        if station not in self._dimmed:
            self._panels.light(station, level)

    def try_light(self, station: str, level: int) -> None:
        """Set the brightness of a panel for a test."""
        self._dimmed[station] = level
        self._panels.light(station, level)

    def restore_light(self) -> None:
        """Restore the brightness of every panel under test."""
        tried, self._dimmed = self._dimmed, {}
        for station in tried:
            if station in self._levels:
                self._panels.light(station, self._levels[station])
