"""Console settings, saved over restarts.

Quiet hours, volume, who shares the room, which letters name the columns of a chart, what happens to a
game when a boat has lost its last page, whether anybody has played or won yet, and how people manned the boats
of the last game: a resumed game goes on with the crews it had.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.console.lobby.manning import CREWS
from klaxon.console.settings.store import SettingsStore
from klaxon.console.sound.quiet import NEVER, are_hours

FORMAT = 1
LONGEST = 32
"""Letters of the name of a boat."""
SHARED, SEPARATE = "shared", "separate"
"""Both crews in one room, where each hears the other's bell; or each in its own."""
OWN, LATIN = "own", "latin"
"""The columns of a chart: in the letters of each language, or Latin ones everywhere."""
PAUSE, PLAY = "pause", "play"
"""What happens to a game when a boat has lost its last page."""
AHEAD, PLAYED, WON = "ahead", "played", "won"
"""What people have done at this console: nothing, a first game to its end, or won one that was no lesson."""
VOLUMES: Mapping[str, int] = {"low": 30, "medium": 55, "high": 100}
OFFERED: Mapping[str, tuple[str, ...]] = {
    "quiet": (NEVER, "20-07", "21-08", "22-07", "23-06"),
    "volume": tuple(VOLUMES),
    "room": (SHARED, SEPARATE),
    "columns": (OWN, LATIN),
    "unattended": (PAUSE, PLAY),
    "first_game": (AHEAD, PLAYED, WON),
}
"""The values that people are offered. A file may name other hours. All other settings are how a boat was manned."""
DEFAULTS: Mapping[str, str] = {
    "quiet": NEVER,
    "volume": "high",
    "room": SHARED,
    "columns": OWN,
    "unattended": PAUSE,
    "first_game": AHEAD,
}
"""A room is shared unless somebody changes it: then no bell reveals what one crew must not know."""

Chosen = Mapping[str, str]
"""Setting -> the chosen value."""


class ConsoleSettings:
    """The settings of a console."""

    def __init__(self, chosen: Chosen | None = None, keep: Callable[[Chosen], None] = lambda _: None) -> None:
        """Begin with the saved ones."""
        self._chosen, self._keep = dict(chosen or {}), keep

    def of(self, setting: str) -> str:
        """Return the chosen value, or the default."""
        return self._chosen.get(setting, DEFAULTS[setting])

    def choose(self, setting: str, value: str) -> None:
        """Change a setting from now on, and after every start."""
        if not _is_one(setting, value):
            raise ValueError(f"{value!r} is no {setting}")
        if value != (self._chosen.get(setting) or DEFAULTS.get(setting)):
            self._chosen[setting] = value
            self._keep(dict(self._chosen))

    def crews(self) -> dict[str, str]:
        """Return how people manned the boats of the last games, boat by boat."""
        return {boat: crew for boat, crew in self._chosen.items() if boat not in OFFERED}

    def values(self, setting: str) -> tuple[str, ...]:
        """Return the possible values; the current one is always among them."""
        offered, now = OFFERED[setting], self.of(setting)
        return offered if now in offered else (*offered, now)

    @property
    def volume(self) -> int:
        """How loud calls are: 1 to 100."""
        return VOLUMES[self.of("volume")]


def _parse(found: Any) -> Chosen:
    match found:
        case {"format": 1, "habits": dict(settings)} if all(
            _is_one(setting, value) for setting, value in settings.items()
        ):
            return settings
    raise ValueError("habits")


def _is_one(setting: object, value: object) -> bool:
    if not isinstance(setting, str) or not isinstance(value, str):
        return False
    if setting not in OFFERED:
        return setting.isidentifier() and len(setting) <= LONGEST and (value in CREWS or value.isdigit())
    return are_hours(value) if setting == "quiet" else value in OFFERED[setting]


STORE: SettingsStore[Chosen] = SettingsStore(
    "habits.json",
    {},
    _parse,
    lambda chosen: {"format": FORMAT, "habits": dict(chosen)},
    aside="habits.aside",
    broken="habits.broken",
)
"""The file of the console's settings."""
