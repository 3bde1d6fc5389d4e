"""A console without hardware as a page knows it: grips on its controls, and watchers of what it shows and sounds.

`klaxon.hal.virtual` is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from klaxon.console.devices import Call, Fitting, Picture


class Grip(Protocol):
    """The hands of one page on the controls. What one page holds another cannot let go."""

    def press(self, station: str, key: str) -> None:
        """Push a key down."""

    def release(self, station: str, key: str) -> None:
        """Let a key up."""

    def turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial."""

    def close(self) -> None:
        """Let everything go, for good."""


class Watcher(Protocol):
    """Who is told what the console shows and sounds. One that raises is told nothing more."""

    def panel(self, station: str, picture: Picture) -> None:
        """A panel shows another picture: other pixels, or other words for the same."""

    def light(self, station: str, level: int) -> None:
        """A panel has another brightness."""

    def bell(self, boat: str, call: Call | None) -> None:
        """The bell of a boat sounds a call, or is silent at once where there is none."""

    def lamp(self, lamp: str, *, lit: bool) -> None:
        """A lamp was lit or put out."""


class VirtualDevices(Protocol):
    """A console without hardware: its outputs can be read, and its controls can be moved."""

    @property
    def fittings(self) -> Sequence[Fitting]:
        """The stations."""

    @property
    def lamps(self) -> Mapping[str, bool]:
        """Every lamp, and whether it is lit."""

    def picture(self, station: str) -> Picture:
        """Return what a panel shows."""

    def level(self, station: str) -> int:
        """Return how bright a panel is."""

    def grip(self) -> Grip:
        """Return hands for one more page."""

    def last_grip(self, station: str) -> Grip | None:
        """Return the hands that moved something at a station last."""

    def watch(self, watcher: Watcher) -> None:
        """Tell a watcher of every change from now on."""

    def unwatch(self, watcher: Watcher) -> None:
        """Tell a watcher nothing any more."""


class OnlookerSource(Protocol):
    """What the page needs of a seat without a station. `klaxon.console.onlook.onlookers` has two."""

    def picture(self, language: str = "") -> Mapping[str, Any]:
        """Return what a page shows now: plain data with all words made in a language, never changed afterwards."""

    def look(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Start watching; `on_change` is called when the picture has changed. Return a function that ends it."""

    def act(self, message: Mapping[str, Any]) -> bool:
        """Do what a page says; return whether it may say so."""


@dataclass(frozen=True, slots=True)
class Roster:
    """What the page says of stations and boats beside what they show. Words of people, in the page's language."""

    stations: Mapping[str, str] = field(default_factory=dict)
    """Station -> the label of its role, `Captain`."""
    boats: Mapping[str, str] = field(default_factory=dict)
    """Side -> the boat that is laid on it."""
    unmanned: frozenset[str] = frozenset()
    """Stations that no person works: the page folds them away."""
    debrief: str = ""
    """Which end of a game there is to tell of, '' for none; another end is another word."""
    languages: Mapping[str, str] = field(default_factory=dict)
    """Station -> what it speaks; one that is not here speaks what the page does."""
    pauses: bool = False
    """Whether the game waits for a boat that has lost its last page."""
