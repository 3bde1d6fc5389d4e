"""Seating: which stations work which seats of the table, and how that changes during a game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from klaxon.console.language.catalogue import say
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.attendance import Attendance
from klaxon.console.lobby.manning import (
    Manning,
    boats_of,
    full_crews,
    hand_over,
    holders,
    man,
    wanted_crews,
    with_joined,
)
from klaxon.console.lobby.relieved import RelievedPage
from klaxon.console.lobby.sides import assign_sides
from klaxon.console.match import Match
from klaxon.console.play.play_page import PlayPage
from klaxon.console.settings.console_settings import LATIN, ConsoleSettings
from klaxon.console.station.page import Page, TextPage
from klaxon.console.station.panes import lay
from klaxon.console.station.station import Station
from klaxon.rules.contract import SPECTATOR, UMPIRE, Game, Seat, boat_of

Sit = Callable[[Station, Sequence[Seat]], PlayPage]
"""(station, seats) -> the page at which people work them there."""


class Seating:
    """The stations of a console at the table of a match."""

    def __init__(
        self,
        stations: Mapping[str, Station],
        match: Match,
        settings: ConsoleSettings,
        sit: Sit,
        brief: Callable[[Station, Seat], None],
        on_unattended: Callable[[str], None],
    ) -> None:
        """Begin without a table. `brief` is called for a player who takes a seat during a game.

        `on_unattended` is called for a boat of people that has lost its last page.
        """
        self.stations, self._match, self._settings, self._sit, self._brief = stations, match, settings, sit, brief
        self.fittings = tuple(station.fitting for station in stations.values())
        self.sides = assign_sides(self.fittings)
        """The boats of the game on the sides of the console."""
        self.manning: Manning = {}
        self.pages: dict[str, PlayPage] = {}
        self.panes: Mapping[str, str] = {}
        """Stations that show a page of a seat that is worked elsewhere."""
        self.relieved: dict[str, tuple[Seat, ...]] = {}
        """Stations that handed over all their seats in this game, with those seats."""
        self.alone: frozenset[str] = frozenset()
        """The boats whose people want one station and no panes."""
        self.nickname_at: Callable[[str], str] = lambda _: ""
        """Station -> who joined there, '' if nobody did."""
        self.changed: Callable[[], None] = lambda: None
        """Called when the manning changes, when a game ends, and when a station changes its language."""
        self.attendance = Attendance(asyncio.get_running_loop().call_later, on_unattended)
        self.away: frozenset[Seat] = frozenset()
        """Seats that another console works, or that its understudies hold."""
        self._people: frozenset[str] = frozenset()
        """The boats that people man in this game, even if understudies hold every seat for a while."""

    # From game to game

    def clear(self) -> None:
        """Unassign everything: between games."""
        self.manning, self.relieved, self.away = {}, {}, frozenset()
        self.sides = assign_sides(self.fittings)
        self.lay_panes()

    def begin(
        self,
        game: Game[Any, Any],
        wished: Mapping[str, str],
        joined: Iterable[str] = (),
        *,
        away: Collection[Seat] = (),
        is_lesson: bool = False,
    ) -> None:
        """Assign the boats of a game to the sides, and man them as people wish; `seat_all` follows.

        `joined`: stations where people have joined by the code of the table. They work what is done there, but in a
        lesson nobody works the boat that is its target. Seats in `away` are worked at another console.
        """
        here = [seat for seat in game.seats if seat not in away]
        boats = [boat for boat in game.boats if boat in boats_of(here)]
        self.away = frozenset(away)
        self.sides = sides = assign_sides(self.fittings, boats if away else game.boats)
        crews = wanted_crews(game.boats, wished)
        places = full_crews(sides, game, crews, away)
        if is_lesson:
            places = {
                at: seats for at, seats in places.items() if all(crews[boat_of(seat)] != "none" for seat in seats)
            }
        self.manning = with_joined(man(sides, game, crews, away), places, joined)
        self.alone = frozenset(boat for boat, crew in crews.items() if crew == "one")
        self._people = frozenset(self.boats())

    def seat_all(self) -> None:
        """Seat every manned station; the others are dark."""
        for name, seats in self.manning.items():
            self.pages[name] = self._sit(self.stations[name], seats)
        self.lay_panes(self.stations)
        self.note_change()

    def rise_all(self) -> None:
        """Take everybody from the table."""
        for page in self.pages.values():
            page.rise()
        self.pages.clear()

    def boats(self) -> tuple[str, ...]:
        """Return the boats that people work."""
        return tuple(dict.fromkeys([seat.partition(".")[0] for seats in self.manning.values() for seat in seats]))

    def guests(self) -> tuple[str, ...]:
        """Return the boats that people work at stations of another boat."""
        return tuple(boat for boat in self.boats() if not self.sides.stations_of(boat))

    def lay_panes(self, idle: Iterable[str] = ()) -> None:
        """Show pages of the seats at unused stations, none outside of a game; other idle stations are dark.

        A station that handed over its seats shows who has them; one where somebody joined, that it has none.
        """
        game = self._match.game.name if self._match.game else ""
        self.panes = lay(self.stations, self.sides, self.manning, self.pages, game, self.alone)
        for name in idle:
            if name not in self.manning and name not in self.panes:
                self.stations[name].base(self._idle_page(self.stations[name]))

    def _idle_page(self, station: Station) -> Page:
        seats, nickname = self.relieved.get(station.fitting.name), self.nickname_at(station.fitting.name)
        if seats:
            return RelievedPage(station, seats, self, lambda: self.phrases(station.language))
        if nickname and self._match.game:
            return TextPage(nickname, (say("relieved.no-seat", {}, station.language),), "")
        return Page()

    def phrases(self, language: str) -> Phrases:
        """Return the words of the current game, in a language."""
        game = self._match.game.name if self._match.game else ""
        return Phrases(game, language, self._match.names(), self.is_latin(language))

    def is_latin(self, language: str) -> bool:
        """Return whether columns are Latin in a language.

        They are if people chose that, or if somebody at the table reads another language.

        So a point has only one name at a table.
        """
        for name in (*self.manning, *self.panes):
            if self.stations[name].language != language:
                return True
        return self._settings.of("columns") == LATIN

    def crews(self) -> tuple[str, ...]:
        """Return the boats that people play, here or at another console, whoever holds their seats."""
        if self._match.lent_table is not None:  # the people of the other boats are at its host
            return self._match.lent_table_boats
        table, tokens = self._match.table, self._match.tokens
        own = tokens.token_of["crew"] if tokens else ""
        sessions = [session for session in table.sessions if session.token != own] if table else []
        seats = [seat for session in sessions for seat in session.watches if seat not in (UMPIRE, SPECTATOR)]
        return tuple(dict.fromkeys([*self._people, *map(boat_of, seats)]))

    # Who works what

    def idle(self) -> list[str]:
        """Return the idle stations: unmanned ones in a game, all but the first between games."""
        busy = (*self.manning, *self.panes, *self.relieved) if self._match.game else list(self.stations)[:1]
        return [name for name in self.stations if name not in busy]

    def holders(self) -> Mapping[Seat, str]:
        """Return every seat with the station that works it, '' for understudies."""
        return holders(self._match.game.seats, self.manning) if self._match.game else {}

    def stations_for(self, seat: str) -> Sequence[str]:
        """Return the stations that may work a seat."""
        return self.sides.open_to(boat_of(seat))

    def describe(self, station: str, phrases: Phrases) -> str:
        """Return the name of a station with what is done there now."""
        seats = self.manning.get(station)
        return f"{station}: {phrases.roles(seats)}" if seats else station

    def handover_targets(self, station: Station) -> Sequence[str]:
        """Return the other stations of the same boat; between games those of the same side."""
        own = station.fitting
        beside = self.sides.open_to(self.sides.boats.get(own.side, ""))
        return [name for name in beside if name != own.name]

    def unclaimed_seats(self, station: Station) -> Sequence[Seat]:
        """Return the seats of a boat of people that understudies hold, except those of a station."""
        return [
            seat
            for seat, holder in self.holders().items()
            if not holder
            and seat not in self.away
            and boat_of(seat) in self._people
            and station.fitting.name in self.stations_for(seat)
        ]

    # Handing over

    def hand_over(self, station: Station, successor: str) -> None:
        """Hand the seats of a station over to another one, or ('') to understudies."""
        self._give(self.manning[station.fitting.name], successor, asked=station.fitting.name)

    def take_over(self, station: Station, *seats: Seat) -> None:
        """Take seats over from their understudies, in addition to those the station works already."""
        if set(seats) <= set(self.unclaimed_seats(station)):
            self._give(seats, station.fitting.name, asked=station.fitting.name)

    def give(self, seat: Seat, successor: str) -> bool:
        """Give a seat to a station of its boat, or ('') to understudies, for the umpire; return whether it can."""
        if self.holders().get(seat, successor) == successor or successor not in ("", *self.stations_for(seat)):
            return False
        self._give((seat,), successor)
        return True

    def _give(self, seats: Sequence[Seat], successor: str, asked: str = "") -> None:
        """Hand seats over to a station, or ('') to understudies."""
        if not self._match.playing:
            return
        before, self.manning = self.manning, hand_over(self.manning, seats, successor)
        others = [name for name in self.stations if self.manning.get(name) != before.get(name)]
        self.relieved |= {name: before[name] for name in others if name in before and name not in self.manning}
        self.relieved = {name: had for name, had in self.relieved.items() if name not in self.manning}
        for page in [self.pages.pop(name) for name in others if name in self.pages]:
            page.rise()
        self._match.unseat(seats)  # understudies that are left
        for name in others:
            if name in self.manning:
                self.pages[name] = self._sit(self.stations[name], self.manning[name])
        self.lay_panes(others)
        if successor:
            self._brief(self.stations[successor], seats[0])
        else:
            self._match.call_understudies(seats)
        for name in others:
            if name != asked:
                self.stations[name].settle()
        for name in self.relieved:
            self.stations[name].draw()
        self.note_change()

    def note_change(self) -> None:
        """Report which stations people work now."""
        worked = {
            boat: [name for name, seats in self.manning.items() if boat in boats_of(seats)] for boat in self.boats()
        }
        own = {boat: self.sides.stations_of(boat) for boat in worked}
        self.attendance.man({boat: {*worked[boat], *own[boat]} for boat in worked})
        self.changed()
