"""Panes: pages of a seat that stand at stations of their own, where a console has stations to spare.

They show what the seat's own station knows, and nothing can be ordered there. At a console that both boats share a
pane shows the boat that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from klaxon.console.manning import Manning, spread
from klaxon.console.page import Page
from klaxon.console.parts import BottomLine
from klaxon.console.screen import Place
from klaxon.console.seat import SeatPage
from klaxon.console.station import Station


class PanePage(Page):
    """One page of the seats at this console."""

    def __init__(self, name: str, pages: Sequence[SeatPage]) -> None:
        """Know the stations that work the seats."""
        self.name, self._pages = name, pages

    @property
    def asked(self) -> SeatPage:
        """The station of who is waited for; where nobody is, of who may do something."""
        order = sorted(self._pages, key=lambda page: (not page.draft.waiting, not page.draft.open))
        return order[0]

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the page."""
        return self.asked.pane(self.name, width, height)

    def bottom(self) -> BottomLine:
        """Say who is waited for."""
        page = self.asked
        if not page.draft.open:
            return BottomLine(page.phrases.say("bottom.wait"), "waiting")
        return BottomLine(page.phrases.say("pane.asked", boat=page.phrases.boat(page.boat)), "waiting")


def lay(
    stations: Mapping[str, Station], manning: Manning, pages: Mapping[str, SeatPage], names: Sequence[str]
) -> Mapping[str, str]:
    """Lay panes at the stations that nobody works; return which stands where."""
    fittings = [station.fitting for station in stations.values()]
    found = spread(fittings, manning, names)
    for station in stations.values():
        station.followers = ()
    for boat in dict.fromkeys(stations[name].fitting.boat for name in found):
        crewed = [name for name in manning if stations[name].fitting.boat == boat]
        here = [name for name in found if stations[name].fitting.boat == boat]
        for name in here:
            stations[name].base(PanePage(found[name], [pages[each] for each in crewed]))
        for name in crewed:
            stations[name].followers = tuple(stations[each] for each in here)
            pages[name].panes = frozenset(found[each] for each in here)
            stations[name].draw()
    return found
