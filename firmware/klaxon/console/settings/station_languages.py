"""Station languages: which language each station has, and what was chosen there, saved over restarts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from klaxon.console.language.catalogue import ENGLISH, languages, say_refusal
from klaxon.console.settings.store import KeptSetting, SettingsStore

FORMAT = 1
MOST, LONGEST = 64, 32
"""Most stations that a file may name, and most letters of a name."""

Chosen = Mapping[str, str]
"""Station -> the language chosen there."""


class StationLanguages:
    """The languages of the stations of a console."""

    def __init__(
        self,
        default: str = ENGLISH,
        stations: Mapping[str, str] | None = None,
        chosen: Chosen | None = None,
        keep: Callable[[Chosen], None] = lambda _: None,
    ) -> None:
        """Begin with what was chosen before, else the station's own language, else the default of the console."""
        self.default = default
        self._stations, self._chosen, self._keep = stations or {}, dict(chosen or {}), keep

    def of(self, station: str) -> str:
        """Return the language of a station."""
        return self._chosen.get(station) or self._stations.get(station) or self.default

    def choose(self, language: str, *stations: str) -> None:
        """Change the language of stations from now on, and after every start."""
        self._chosen.update(dict.fromkeys(stations, language))
        self._keep(dict(self._chosen))


def language_list() -> str:
    """Return the available languages, as a list for people."""
    return ", ".join(f"{code} ({name})" for code, name in languages().items())


def _parse(found: Any) -> Chosen:
    match found:
        case {"format": 1, "stations": dict(stations)} if len(stations) <= MOST and _are_words(stations):
            return stations
    raise ValueError("stations")


def _are_words(stations: Mapping[object, object]) -> bool:
    return all(isinstance(word, str) and len(word) <= LONGEST for pair in stations.items() for word in pair)


STORE: SettingsStore[Chosen] = SettingsStore(
    "languages.json",
    {},
    _parse,
    lambda chosen: {"format": FORMAT, "stations": dict(chosen)},
    aside="languages.aside",
    broken="languages.broken",
)
"""The file of the languages chosen at stations."""


def read_languages(folder: Path) -> KeptSetting[Chosen]:
    """Return what was saved in a state folder. A language that is no longer available is skipped and reported."""
    found, trouble = STORE.read(folder)
    gone = sorted({language for language in found.values() if language not in languages()})
    complaints = [say_refusal("no-language", {"language": each, "names": language_list()}) for each in gone]
    chosen = {name: each for name, each in found.items() if each not in gone}
    return KeptSetting(chosen, "\n".join(filter(None, [trouble, *complaints])))
