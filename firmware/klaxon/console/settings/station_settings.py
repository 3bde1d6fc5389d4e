"""Station settings: what makes a station easier to use, chosen there and saved over restarts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from klaxon.console.devices import Panels, Picture
from klaxon.console.settings.store import SettingsStore

FORMAT = 1
MOST, LONGEST = 64, 32
"""Most stations that a file may name, and most letters of a name."""

COACH, LARGE, TURNED = "coach", "large", "turned"
"""A line that says what to do next; large letters; the panel upside down."""
COMFORTS = (COACH, LARGE, TURNED)

Chosen = Mapping[str, tuple[str, ...]]
"""Station -> its settings that are on."""


class StationSettings:
    """The settings that are on at the stations of a console; none at first."""

    def __init__(self) -> None:
        """Begin with none, and save nothing."""
        self.begin({}, lambda _: None)

    def begin(self, chosen: Chosen, keep: Callable[[Chosen], None], default: Sequence[str] = ()) -> None:
        """Begin with the saved settings; stations without any have the default. `keep` is called for every change."""
        self._chosen, self._keep, self._default = dict(chosen), keep, tuple(default)

    def has(self, station: str, setting: str) -> bool:
        """Return whether a setting is on at a station."""
        return setting in self._chosen.get(station, self._default)

    def switch(self, station: str, setting: str, *, on: bool) -> None:
        """Switch a setting on or off from now on, and after every start."""
        before = {*self._chosen.get(station, self._default)}
        wanted = before | {setting} if on else before - {setting}
        self._chosen[station] = tuple(each for each in COMFORTS if each in wanted)
        self._keep(dict(self._chosen))


class TurnablePanels:
    """Panels of which some hang upside down: pictures are rotated here, and nothing else knows about it."""

    def __init__(self, panels: Panels, settings: StationSettings) -> None:
        """Wrap these panels."""
        self._panels, self._settings = panels, settings
        self.prioritise = panels.prioritise

    def light(self, station: str, level: int) -> None:
        """Set the brightness of a panel."""
        self._panels.light(station, level)

    def show(self, station: str, picture: Picture) -> None:
        """Show a picture, rotated if its station wants that."""
        self._panels.show(station, self.way_up(station, picture))

    def way_up(self, station: str, picture: Picture) -> Picture:
        """Return a picture, rotated if its station wants that."""
        return rotate_picture(picture) if self._settings.has(station, TURNED) else picture


_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""A byte -> its bits in reverse order."""


def rotate_picture(picture: Picture) -> Picture:
    """Return a picture upside down: bytes and bits in reverse order."""
    return picture._replace(bits=picture.bits[::-1].translate(_MIRRORED))


def _parse(found: Any) -> Chosen:
    """Return the settings that are on. Unknown ones are ignored: another version may know them."""
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
