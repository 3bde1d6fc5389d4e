"""Panes: pages of a seat at stations of their own, if a console has stations to spare.

They show what the seat's own station knows, and no orders can be given there. At a console that both boats share a
pane shows the boat that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from klaxon.console.drawing.parts import BottomLine
from klaxon.console.drawing.screen import Place
from klaxon.console.games import panes_of
from klaxon.console.language.game_words import Phrases
from klaxon.console.lobby.manning import Manning, spread
from klaxon.console.lobby.sides import Sides
from klaxon.console.play.play_page import PlayPage
from klaxon.console.station.page import Page
from klaxon.console.station.station import Station
from klaxon.rules.contract import boat_of, role_of


class PanePage(Page):
    """One page of the seats at this console."""

    def __init__(self, name: str, pages: Sequence[PlayPage], station: Station) -> None:
        """Take the pages that work the seats, and the own station."""
        self.name, self._pages, self._station = name, pages, station

    def _voice(self) -> Phrases:
        """Return the words of the seats, in the language of this station."""
        return replace(self.asked_page.phrases, language=self._station.language)

    @property
    def asked_page(self) -> PlayPage:
        """The page of the player who is waited for; if there is none, of one who may act."""
        order = sorted(self._pages, key=lambda page: (not page.draft.waiting, not page.draft.open))
        return order[0]

    def ready(self) -> bool:
        """Return whether the station of the seat is ready."""
        return self.asked_page.ready()

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the page."""
        return self.asked_page.pane(self.name, width, height, self._voice())

    def bottom(self) -> BottomLine:
        """Show which player is waited for, or that the game is over."""
        page, phrases = self.asked_page, self._voice()
        if page.state == "over":
            return BottomLine(phrases.say("pane.over"), "waiting")
        if not page.draft.open:
            return BottomLine(phrases.say("bottom.wait"), "waiting")
        if len(page.game.boats) == 1:
            return BottomLine(phrases.say("pane.asked.role", role=phrases.role(role_of(page.seat))), "waiting")
        return BottomLine(phrases.say("pane.asked", boat=phrases.boat(boat_of(page.seat))), "waiting")


def lay(
    stations: Mapping[str, Station],
    sides: Sides,
    manning: Manning,
    pages: Mapping[str, PlayPage],
    game: str,
    alone: Collection[str] = (),
    put: Callable[[Station, Page], None] = Station.base,
) -> Mapping[str, str]:
    """Show the panes of a game at unused stations, except those of boats in `alone`; return which is where."""
    found = spread(sides, manning, panes_of(game), alone)
    for station in stations.values():
        station.followers = ()
    for boat in dict.fromkeys(sides.boats.values()):
        own = sides.stations_of(boat)
        crewed = [name for name in manning if name in own]
        here = [name for name in found if name in own]
        if not here:
            continue
        for name in here:
            put(stations[name], PanePage(found[name], [pages[each] for each in crewed], stations[name]))
        for name in crewed:
            stations[name].followers = tuple(stations[each] for each in here)
            pages[name].panes = frozenset(found[each] for each in here)
            stations[name].draw()
    return found
