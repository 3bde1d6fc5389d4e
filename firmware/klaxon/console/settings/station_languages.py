"""Tongues: which language each station speaks, and what was chosen there, kept over restarts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from klaxon.console.language.catalogue import ENGLISH, languages, say_refusal
from klaxon.console.settings.store import read_kept, write_json

FILE = "languages.json"
FORMAT = 1
MOST = 64
"""Stations that a file may name."""

Chosen = Mapping[str, str]
"""Station -> the language that was chosen there."""


class StationLanguages:
    """The languages of the stations of a console."""

    def __init__(
        self,
        default: str = ENGLISH,
        stations: Mapping[str, str] | None = None,
        chosen: Chosen | None = None,
        keep: Callable[[Chosen], None] = lambda _: None,
    ) -> None:
        """Begin with what was chosen before, else what is fitted to a station, else the default of the console."""
        self.default = default
        self._stations, self._chosen, self._keep = stations or {}, dict(chosen or {}), keep

    def of(self, station: str) -> str:
        """Return what a station speaks."""
        return self._chosen.get(station) or self._stations.get(station) or self.default

    def choose(self, language: str, *stations: str) -> None:
        """Let stations speak another language from now on, and after every start."""
        self._chosen.update(dict.fromkeys(stations, language))
        self._keep(dict(self._chosen))


class KeptLanguages(NamedTuple):
    """What was kept, and what to tell people where it was no good."""

    chosen: Chosen
    trouble: str = ""


def read_chosen(folder: Path) -> KeptLanguages:
    """Return what was kept in a state folder. A file that cannot be right is set aside, and nothing of it counts.

    A language that is not here any more is passed over, and said.
    """
    found, trouble = read_kept(folder / FILE, _read, "languages.aside", "languages.broken")
    gone = sorted({language for language in found.values() if language not in languages()})
    complaints = [say_refusal("no-language", {"language": each, "names": named()}) for each in gone]
    kept = {name: each for name, each in found.items() if each not in gone}
    return KeptLanguages(kept, "\n".join(filter(None, [trouble, *complaints])))


def keep_chosen(folder: Path, chosen: Chosen) -> str:
    """Write what was chosen; return why not, '' where it is done. It waits for the disk, so a thread calls it."""
    return write_json(folder / FILE, {"format": FORMAT, "stations": dict(chosen)})


def named() -> str:
    """Return the languages there are, as a list for people."""
    return ", ".join(f"{code} ({name})" for code, name in languages().items())


def _read(text: str) -> dict[str, str]:
    match json.loads(text):
        case {"format": 1, "stations": dict(stations)} if len(stations) <= MOST and _are_words(stations):
            return stations
    raise ValueError(text[:LONGEST])


def _are_words(stations: Mapping[object, object]) -> bool:
    return all(isinstance(word, str) and len(word) <= LONGEST for pair in stations.items() for word in pair)


LONGEST = 32
"""Letters of a name."""
