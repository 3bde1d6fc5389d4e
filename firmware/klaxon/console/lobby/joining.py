"""Joining: which places of a table are free for somebody who comes by its code, and taking one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import clean
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.manning import Manning, full_crews
from klaxon.console.lobby.players import Players
from klaxon.console.lobby.seating import Seating
from klaxon.console.lobby.sides import assign_sides
from klaxon.console.match import Match
from klaxon.rules.contract import Game, boat_of
from klaxon.rules.games import game_named

GONE, NAMELESS, NAMED = "gone", "nameless", "named"
"""Why a place cannot be taken: it is not free, the nickname has no letter that panels show, or somebody has it."""


@dataclass(frozen=True, slots=True)
class JoinPlace:
    """One station where people can join, in words."""

    station: str
    boat: str
    roles: str
    """What is done there."""
    side: str
    who: str
    """Who is there, '' if nobody joined."""
    is_free: bool


class Joining:
    """What people who come by the code of a table can do."""

    def __init__(self, seating: Seating, match: Match, players: Players, plan: Callable[[], GamePlan]) -> None:
        """`plan` returns what is planned in the lobby now."""
        self._seating, self._match, self.players, self._plan = seating, match, players, plan
        self.own_pages: Callable[[str], int] = lambda _: 0
        """Station -> how many pages of its own are open."""
        self.speak: Callable[[str, str], None] = lambda _station, _language: None
        """Changes the language of a station."""
        self.have_panels = False
        """Whether the stations are real panels: those that are manned in a game are taken then."""

    def places(self, language: str) -> list[JoinPlace]:
        """Return all places of the table, taken ones too."""
        phrases = self._phrases(language)
        side_of = {fitting.name: fitting.side for fitting in self._seating.fittings}
        return [
            JoinPlace(
                station,
                phrases.boat(boat_of(seats[0])),
                phrases.roles(seats),
                side_of[station],
                self.players.name_at(station),
                self._is_free(station),
            )
            for station, seats in self._offered().items()
        ]

    def joined_crews(self, boats: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return who has joined at the stations of each of these boats."""
        sides, name_at = assign_sides(self._seating.fittings, boats), self.players.name_at
        return {boat: [*filter(None, map(name_at, sides.stations_of(boat)))] for boat in boats}

    def take(self, station: str, given: str, language: str = "") -> str:
        """Seat somebody at a free place; return why not, '' if it is done.

        A station without a panel of its own speaks the language in which its place was taken.
        """
        nickname = clean(given)
        if not nickname:
            return NAMELESS
        if station not in self._offered() or not self._is_free(station):
            return GONE
        before = self.players.find(nickname)
        if before and before != station:
            if self.players.is_present(before):
                return NAMED
            self.players.leave(before)
        self.players.sit(station, nickname)
        self._seat(station)
        if language and not self.have_panels and self._seating.stations[station].language != language:
            self.speak(station, language)
        self._announce(station, nickname)
        return ""

    def _announce(self, station: str, nickname: str) -> None:
        """Tell the crew who has joined."""
        seats = self._offered().get(station, ())
        for name in self._seating.sides.stations_of(boat_of(seats[0])) if seats and self._match.playing else ():
            there = self._seating.stations[name]
            phrases = self._seating.phrases(there.language)
            there.notice(phrases.say("door.joined", name=nickname, role=phrases.roles(seats)))

    def _seat(self, station: str) -> None:
        """Take the seats of a place over from their understudies, where a game is on."""
        if self._match.playing and station not in self._seating.manning:
            self._seating.take_over(self._seating.stations[station], *self._offered()[station])

    def _is_free(self, station: str) -> bool:
        if self.players.is_present(station) or self.own_pages(station):
            return False
        return not (self.have_panels and self._match.playing and station in self._seating.manning)

    def _offered(self) -> Manning:
        """Return every place with its seats.

        In a game these are the stations of people, and those whose seats understudies hold in a boat of people: who
        joined one boat can never look into one that understudies play.
        """
        seating, game = self._seating, self._game()
        if not self._match.playing:
            sides = assign_sides(seating.fittings, game.boats)
            return full_crews(sides, game, self._plan().crews)
        found = dict(seating.manning)
        for station, seats in full_crews(seating.sides, game, {}, seating.away).items():
            unclaimed = seating.unclaimed_seats(seating.stations[station])
            if station not in found and station not in seating.panes and set(seats) <= set(unclaimed):
                found[station] = seats
        order = [fitting.name for fitting in seating.fittings]
        return {station: found[station] for station in sorted(found, key=order.index)}

    def _game(self) -> Game[Any, Any]:
        return self._match.game if self._match.playing and self._match.game else game_named(self._plan().game)

    def _phrases(self, language: str) -> Phrases:
        if self._match.playing:
            return self._seating.phrases(language)
        return Phrases(self._plan().game, language)
