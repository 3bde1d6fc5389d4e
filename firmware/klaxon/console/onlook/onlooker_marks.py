"""Onlooker marks: which pages show the stations of a console besides its panels, and whether an umpire looks on.

Nobody should be watched without knowing it: every station shows how many pages show it, and that an umpire
sees everything. Pages are opened and closed through `PageKeys`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from klaxon.console.language.catalogue import say
from klaxon.console.station.overlays import Watched
from klaxon.console.station.station import Station


class PageKeys(Protocol):
    """What a console can ask of its pages. `klaxon.web.stations.renewal` implements it."""

    def begin_table(self, name: str) -> None:
        """Handle that a table is opened: keys that were used at another one are void."""

    def leave_table(self) -> None:
        """Handle that the table was left: new keys for all open pages, and a new PIN."""

    def close_others(self, station: str) -> None:
        """Close all pages of a station but the one used there last."""

    def send_umpire_away(self) -> None:
        """Replace the PIN, and ask every umpire for it."""

    def renew_all(self, station: str) -> None:
        """Renew every key and the PIN, and close all pages but the last one used at each station."""


class OnlookerMarks:
    """How many pages look at each station."""

    def __init__(self, stations: Mapping[str, Station]) -> None:
        """Begin with no onlookers, and no pages."""
        self.keys: PageKeys | None = None
        """None if no page is served."""
        self.usual = 0
        """Pages that are not reported at a station: one if the station exists only as a page."""
        self.umpires = 0
        self._stations = stations
        self._pages: Mapping[str, int] = {}

    def count(self, pages: Mapping[str, int], umpires: int) -> None:
        """Set how many pages show each station, and how many umpires look on."""
        self._pages, self.umpires = pages, umpires
        for station in self._stations.values():
            self.mark(station)

    def pages_at(self, station: str) -> int:
        """Return how many pages show a station."""
        return self._pages.get(station, 0)

    def at(self, station: str) -> tuple[int, int]:
        """Return how many pages show a station, and how many umpires look on."""
        return self.pages_at(station), self.umpires

    def words_at(self, station: str, language: str) -> list[str]:
        """Return the onlookers of a station in words; '' if there are none."""
        pages = self.pages_at(station)
        shown = [say("onlook.pages", {"count": pages}, language)] if pages > self.usual else []
        return [*shown, say("onlook.umpire", {}, language)] if self.umpires else shown

    def mark(self, station: Station) -> None:
        """Show the onlookers of a station, in its current language."""
        name = station.fitting.name
        pages, words = self.pages_at(name), self.words_at(name, station.language)
        watched = Watched(pages if pages > self.usual else 0, bool(self.umpires), ", ".join(words)) if words else None
        if watched != station.watched:
            station.watched = watched
            station.draw()
