"""A console without hardware as a page sees it: grips on its controls, and watchers of what it shows and plays.

`klaxon.hal.virtual` is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from klaxon.console.devices import Call, Fitting, Picture, Sentence


class Grip(Protocol):
    """The hands of one page on the controls. A page cannot release what another page holds."""

    def press(self, station: str, key: str) -> None:
        """Push a key down."""

    def release(self, station: str, key: str) -> None:
        """Let a key up."""

    def turn(self, station: str, dial: int, steps: int) -> None:
        """Turn a dial."""

    def aim(self, station: str, words: tuple[str, ...]) -> None:
        """Point at a place on the chart of a station."""

    def close(self) -> None:
        """Release everything, for good."""


class Watcher(Protocol):
    """Called when the console shows or plays something. One that raises is removed."""

    def panel(self, station: str, picture: Picture) -> None:
        """A panel shows another picture: other pixels, or other words for the same."""

    def light(self, station: str, level: int) -> None:
        """The brightness of a panel has changed."""

    def bell(self, boat: str, call: Call | None) -> None:
        """The bell of a boat plays a call; None silences it."""

    def speech(self, sentence: Sentence | None) -> None:
        """A sentence is spoken to everybody at the console; None silences it."""

    def lamp(self, lamp: str, *, lit: bool) -> None:
        """A lamp was switched on or off."""


class VirtualDevices(Protocol):
    """A console without hardware: its outputs can be read, and its controls moved."""

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
        """Return a grip for one more page."""

    def last_grip(self, station: str) -> Grip | None:
        """Return the grip that moved something at a station last."""

    def open_page(self, station: str) -> None:
        """Make what only a page shows of a station from now on, for one more page."""

    def close_page(self, station: str) -> None:
        """One page less shows it."""

    def watch(self, watcher: Watcher) -> None:
        """Add a watcher, which is called on every change."""

    def unwatch(self, watcher: Watcher) -> None:
        """Remove a watcher."""


class OnlookerSource(Protocol):
    """What a page needs of an onlooker seat. `klaxon.console.onlook.onlookers` has two."""

    def picture(self, language: str = "") -> Mapping[str, Any]:
        """Return what a page shows now: plain data with all texts in a language, never changed afterwards."""

    def look(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Start watching; `on_change` is called when the picture has changed. Return a function that ends it."""

    def act(self, message: Mapping[str, Any]) -> bool:
        """Carry out a command of a page; return whether it is allowed."""


@dataclass(frozen=True, slots=True)
class Roster:
    """What the page says of stations and boats in addition to the panels, in the page's language."""

    stations: Mapping[str, str] = field(default_factory=dict)
    """Station -> the label of its role, `Captain`."""
    boats: Mapping[str, str] = field(default_factory=dict)
    """Side -> the boat assigned to it."""
    unmanned: frozenset[str] = frozenset()
    """Stations that nobody works: the page folds them away."""
    debrief: str = ""
    """An id of the end of the game for its debrief, '' if there is none; another end has another id."""
    languages: Mapping[str, str] = field(default_factory=dict)
    """Station -> its language; one that is missing has the page's."""
    pauses: bool = False
    """Whether the game pauses for a boat that has lost its last page."""
