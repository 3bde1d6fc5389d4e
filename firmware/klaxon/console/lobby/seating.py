"""Crewing: which stations work which seats of the table, and how that changes in mid-game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from typing import Any

from klaxon.console.devices import Fitting
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import NAMELESS, Names, shown_names
from klaxon.console.lobby.attendance import Attendance
from klaxon.console.lobby.manning import Manning, boats_of, handed, holders
from klaxon.console.lobby.relieved import RelievedPage
from klaxon.console.lobby.sides import assign_sides
from klaxon.console.play.play_page import PlayPage
from klaxon.console.settings.console_settings import LATIN, ConsoleSettings
from klaxon.console.station.page import Page
from klaxon.console.station.panes import lay
from klaxon.console.station.station import Station
from klaxon.crew import SKILL
from klaxon.rules.contract import SPECTATOR, UMPIRE, Game, Seat, boat_of
from klaxon.table.host import Tokens
from klaxon.table.table import Table

Crew = Callable[[Table, Tokens, Sequence[Sequence[Seat]], str], AbstractAsyncContextManager[None]]
"""Table, its keys, crews of seats, skill -> understudies in those seats, for as long as the context lasts."""


class Seating:
    """The stations of a console at a table. What seats people down is the console's own affair."""

    stations: Mapping[str, Station]

    @property
    def habits(self) -> ConsoleSettings:
        """What the console is used to."""
        raise NotImplementedError

    def __init__(self, fittings: Sequence[Fitting], crew: Crew) -> None:
        """Begin without a table; `crew` seats understudies."""
        self.fittings = tuple(fittings)
        self.game: Game[Any, Any] | None = None
        self.sides = assign_sides(self.fittings)
        """The boats of the game on the sides of the console."""
        self.manning: Manning = {}
        self.pages: dict[str, PlayPage] = {}
        self.panes: Mapping[str, str] = {}
        """Stations that show a page of a seat that is worked elsewhere."""
        self.relieved: dict[str, tuple[Seat, ...]] = {}
        """Stations that handed all their seats over in this game, with the seats they had."""
        self.alone: frozenset[str] = frozenset()
        """The boats whose people want one station and no panes."""
        self.changed: Callable[[], None] = lambda: None
        """Told when the manning changes, when a game ends, and when a station speaks another language."""
        self.attendance = Attendance(asyncio.get_running_loop().call_later, self.unattended)
        self._crew, self._skill = crew, SKILL
        self._table: Table | None = None
        self._keys: Tokens | None = None
        self._children: AsyncExitStack | None = None
        self._people: frozenset[str] = frozenset()
        """The boats that people man in this game, even where understudies hold every seat for a while."""

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self._table is not None

    def boats(self) -> tuple[str, ...]:
        """Return the boats that people work."""
        return tuple(boats_of([seat for seats in self.manning.values() for seat in seats]))

    def guests(self) -> tuple[str, ...]:
        """Return the boats that people work at stations of another."""
        return tuple(boat for boat in self.boats() if not self.sides.stations_of(boat))

    def lay_panes(self, idle: Iterable[str] = ()) -> None:
        """Lay pages of the seats at the stations that are left, outside of a game none; what is idle then is dark.

        A station that handed its seats over says who has them.
        """
        game = self.game.name if self.game else ""
        self.panes = lay(self.stations, self.sides, self.manning, self.pages, game, self.alone)
        for name in idle:
            if name not in self.manning and name not in self.panes:
                self.stations[name].base(self._idle_page(self.stations[name]))

    def _idle_page(self, station: Station) -> Page:
        seats = self.relieved.get(station.fitting.name)
        return RelievedPage(station, seats, self, lambda: self.phrases(station.language)) if seats else Page()

    def phrases(self, language: str) -> Phrases:
        """Return the words of the game that is on, in a language."""
        return Phrases(self.game.name if self.game else "", language, self.names(), self.is_latin(language))

    def is_latin(self, language: str) -> bool:
        """Tell whether columns are Latin for who reads a language: wished for, or somebody at the table reads another.

        One point has one name, whoever says it to whom.
        """
        for name in (*self.manning, *self.panes):
            if self.stations[name].language != language:
                return True
        return self.habits.of("columns") == LATIN

    def crews(self) -> tuple[str, ...]:
        """Return the boats that people are at the table for, here or at another console, whoever holds their seats."""
        own = self._keys.token_of["crew"] if self._keys else ""
        sessions = [session for session in self._table.sessions if session.token != own] if self._table else []
        seats = [seat for session in sessions for seat in session.watches if seat not in (UMPIRE, SPECTATOR)]
        return tuple(dict.fromkeys([*self._people, *map(boat_of, seats)]))

    def names(self) -> Names:
        """Return what the boats are called."""
        return shown_names(self._table.names) if self._table else NAMELESS

    def seat(self, table: Table, station: Station, seats: Sequence[Seat]) -> None:
        """Seat people at a station."""
        raise NotImplementedError

    def unattended(self, boat: str) -> None:
        """A boat of people has lost its last page."""
        raise NotImplementedError

    def brief(self, station: Station, seat: Seat) -> None:
        """Tell who has taken a seat in mid-game where he is."""
        raise NotImplementedError

    # Who works what

    def idle(self) -> list[str]:
        """Return the stations that have nothing to do: unmanned in a game, all but the first between games."""
        busy = (*self.manning, *self.panes, *self.relieved) if self.game else list(self.stations)[:1]
        return [name for name in self.stations if name not in busy]

    def holders(self) -> Mapping[Seat, str]:
        """Return every seat with the station that works it, '' where understudies do."""
        return holders(self.game.seats, self.manning) if self.game else {}

    def stations_for(self, seat: str) -> Sequence[str]:
        """Return the stations at which a seat may be worked."""
        return self.sides.open_to(boat_of(seat))

    def heirs(self, station: Station) -> Sequence[str]:
        """Return the other stations of the same boat; between games those of the same side."""
        own = station.fitting
        beside = self.sides.open_to(self.sides.boats.get(own.side, ""))
        return [name for name in beside if name != own.name]

    def strays(self, station: Station) -> Sequence[Seat]:
        """Return the seats of a boat that people man, but for those at a station: understudies hold them."""
        return [
            seat
            for seat, holder in self.holders().items()
            if not holder and boat_of(seat) in self._people and station.fitting.name in self.stations_for(seat)
        ]

    # Handing over

    def hand_over(self, station: Station, heir: str) -> None:
        """Give the seats of a station to another one, or ('') to understudies."""
        self._give(self.manning[station.fitting.name], heir, asked=station.fitting.name)

    def take_over(self, station: Station, *seats: Seat) -> None:
        """Take seats over from their understudies, beside those the station works already."""
        if set(seats) <= set(self.strays(station)):
            self._give(seats, station.fitting.name, asked=station.fitting.name)

    def give(self, seat: Seat, heir: str) -> bool:
        """Give a seat to a station of its boat, or ('') to understudies, at the umpire's word; tell if that can be."""
        if self.holders().get(seat, heir) == heir or heir not in ("", *self.stations_for(seat)):
            return False
        self._give((seat,), heir)
        return True

    def _give(self, seats: Sequence[Seat], heir: str, asked: str = "") -> None:
        """Give seats to a station, or ('') to understudies; nobody but the station that asked expected it."""
        table = self._table
        if table is None:
            return
        before, self.manning = self.manning, handed(self.manning, seats, heir)
        others = [name for name in self.stations if self.manning.get(name) != before.get(name)]
        self.relieved |= {name: before[name] for name in others if name in before and name not in self.manning}
        self.relieved = {name: had for name, had in self.relieved.items() if name not in self.manning}
        for page in [self.pages.pop(name) for name in others if name in self.pages]:
            page.rise()
        for session in tuple(table.sessions):  # understudies that are left
            for seat in [seat for seat in seats if seat in session.watches]:
                table.unseat(session, seat)
        for name in others:
            if name in self.manning:
                self.seat(table, self.stations[name], self.manning[name])
        self.lay_panes(others)
        if heir:
            self.brief(self.stations[heir], seats[0])
        else:
            self._call_understudies(table, seats)
        for name in others:
            if name != asked:
                self.stations[name].settle()
        for name in self.relieved:
            self.stations[name].draw()
        self._note_change()

    def _note_change(self) -> None:
        """Tell whoever has to know which stations people work now."""
        worked = {
            boat: [name for name, seats in self.manning.items() if boat in boats_of(seats)] for boat in self.boats()
        }
        own = {boat: self.sides.stations_of(boat) for boat in worked}
        self.attendance.man({boat: {*worked[boat], *own[boat]} for boat in worked})
        self.changed()

    def _call_understudies(self, table: Table, seats: Sequence[Seat]) -> None:
        children, keys = self._children, self._keys
        if children is not None and keys is not None:
            task = asyncio.ensure_future(children.enter_async_context(self._crew(table, keys, [seats], self._skill)))
            children.callback(task.cancel)
