"""Comforts: what makes a station easier to work, chosen there and kept over restarts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.console.devices import Panels, Picture
from klaxon.console.settings.store import SettingsStore

FORMAT = 1
MOST, LONGEST = 64, 32
"""Stations that a file may name, and letters of a name."""

COACH, LARGE, TURNED = "coach", "large", "turned"
"""A line that says what to do next; large letters; the panel the other way up."""
COMFORTS = (COACH, LARGE, TURNED)

Chosen = Mapping[str, tuple[str, ...]]
"""Station -> what was switched on there."""


class StationSettings:
    """What is switched on at the stations of a console; at first nothing is."""

    def __init__(self) -> None:
        """Begin with nothing, and keep nothing."""
        self.begin({}, lambda _: None)

    def begin(self, chosen: Chosen, keep: Callable[[Chosen], None]) -> None:
        """Start with the kept settings; `keep` is called for every change."""
        self._chosen, self._keep = dict(chosen), keep

    def has(self, station: str, setting: str) -> bool:
        """Return whether a comfort is switched on at a station."""
        return setting in self._chosen.get(station, ())

    def switch(self, station: str, setting: str, *, on: bool) -> None:
        """Switch a comfort on or off from now on, and after every start."""
        wanted = {*self._chosen.get(station, ()), setting} if on else {*self._chosen.get(station, ())} - {setting}
        self._chosen[station] = tuple(each for each in COMFORTS if each in wanted)
        self._keep(dict(self._chosen))


class TurnablePanels:
    """Panels of which some hang upside down: a picture is turned where it is handed over, and nothing else knows."""

    def __init__(self, panels: Panels, settings: StationSettings) -> None:
        """Turn what goes to these panels."""
        self._panels, self._settings = panels, settings
        self.prioritise = panels.prioritise

    def light(self, station: str, level: int) -> None:
        """Set the brightness of a panel."""
        self._panels.light(station, level)

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture, the way up that is wanted at its station."""
        self._panels.show(station, self.way_up(station, picture))

    def way_up(self, station: str, picture: Picture) -> Picture:
        """Return a picture the way up that is wanted at its station."""
        return rotate_picture(picture) if self._settings.has(station, TURNED) else picture


_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""A byte -> the same rows of pixels from below."""


def rotate_picture(picture: Picture) -> Picture:
    """Return a picture upside down: the last byte comes first, and of each the lowest bit."""
    return picture._replace(bits=picture.bits[::-1].translate(_MIRRORED))


def _parse(found: Any) -> Chosen:
    """Return what was switched on. What is not known here is passed over: another version may have it."""
    match found:
        case {"format": 1, "stations": dict(stations)} if len(stations) <= MOST and all(
            _is_word(name) and isinstance(chosen, list) and all(map(_is_word, chosen))
            for name, chosen in stations.items()
        ):
            return {name: tuple(each for each in COMFORTS if each in chosen) for name, chosen in stations.items()}
    raise ValueError("stations")


def _is_word(word: object) -> bool:
    return isinstance(word, str) and len(word) <= LONGEST


STORE: SettingsStore[Chosen] = SettingsStore(
    "stations.json",
    {},
    _parse,
    lambda chosen: {"format": FORMAT, "stations": {name: list(settings) for name, settings in chosen.items()}},
    aside="comforts.aside",
    broken="comforts.broken",
)
"""The file of the settings of stations."""
