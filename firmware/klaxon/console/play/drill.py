"""Drills: what a seat does by skill at its station. The resulting order carries a recording of the dial.

A drill is the seat's page for as long as it is due. It counts time only while the table runs, so that nobody gains from
a hold, and it keeps the recording until the table has accepted it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from klaxon.console.language.game_words import Phrases, Voice
from klaxon.console.play.page_host import PageHost
from klaxon.console.play.seat_client import Heard
from klaxon.console.station.gestures import Later
from klaxon.console.station.page import Page
from klaxon.rules.contract import Order, Seat

ViewT = TypeVar("ViewT")
"""How the screens of a game hold a view."""


@dataclass(frozen=True, slots=True)
class DrillHost:
    """What a drill needs of its station."""

    seat: Seat
    voice: Voice
    time: Callable[[], float]
    later: Later
    give: Callable[[Order], None]
    draw: Callable[[], None]
    memory: MutableMapping[str, str]
    """What people at this station need not enter twice."""

    @property
    def phrases(self) -> Phrases:
        """The words of the game, in the language of the station."""
        return self.voice()


class Drill(Page, Generic[ViewT]):
    """Something that one seat has to do by hand."""

    verb: ClassVar[str]
    """The verb of the resulting order."""

    @classmethod
    def due(cls, view: ViewT) -> bool:
        """Return whether the seat of a view has to do it."""
        raise NotImplementedError

    def __init__(self, bench: DrillHost) -> None:
        """Begin; `see` follows."""
        self.bench = bench
        self.view: ViewT
        self.free = False
        """Whether it may be worked now."""

    @property
    def busy(self) -> bool:
        """Whether the person must not be disturbed."""
        return False

    @property
    def comes_by_itself(self) -> bool:
        """Whether what OK does follows by itself if nobody touches the station."""
        return False

    def see(self, view: ViewT, *, running: bool) -> None:
        """Take a new view, and whether the table runs."""
        self.view, self.free = view, running

    def on_event(self, heard: Heard) -> None:
        """Called for every event of the seat."""

    def on_refusal(self, code: str) -> None:
        """Called when the order was refused."""

    def coach(self) -> str:
        """Return the next step in plain words; '' if the person must not be disturbed."""
        return ""

    def close(self) -> None:
        """End it: it is no longer due, or nobody sits here."""


class Drills:
    """The drills that the seats of one station have to do."""

    def __init__(self, kinds: Mapping[Seat, type[Drill[Any]] | None], host: PageHost, voice: Voice) -> None:
        """Begin with none; a seat has one kind of drill at most."""
        self._kinds, self._host, self._voice = kinds, host, voice
        self.memory: dict[str, str] = {}
        """What people at this station need not enter twice."""
        self._drills: dict[Seat, Drill[Any]] = {}

    def of(self, seat: Seat) -> Drill[Any] | None:
        """Return the drill that a seat may work now."""
        drill = self._drills.get(seat)
        return drill if drill is not None and drill.free else None

    def see(self, seat: Seat, view: Any, give: Callable[[Order], None], *, running: bool) -> None:
        """Begin a drill that has become due, pass the view to it, or end it."""
        kind = self._kinds[seat]
        if kind is None or not view or not kind.due(view):
            if seat in self._drills:
                self._drills.pop(seat).close()
            return
        if seat not in self._drills:
            host = self._host
            bench = DrillHost(seat, self._voice, host.time, host.later, give, host.draw, self.memory)
            self._drills[seat] = kind(bench)
        self._drills[seat].see(view, running=running)

    def on_event(self, seat: Seat, heard: Heard) -> None:
        """Called for every event of a seat."""
        if seat in self._drills:
            self._drills[seat].on_event(heard)

    def on_refusal(self, seat: Seat, code: str) -> None:
        """Called when the order of a seat was refused."""
        if seat in self._drills:
            self._drills[seat].on_refusal(code)

    def close(self) -> None:
        """End all of them."""
        for drill in self._drills.values():
            drill.close()
