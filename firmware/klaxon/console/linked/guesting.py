"""The other console at this one: lending to a guest or being one, and the banners that say how the link stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from klaxon.console.drawing.parts import Banner
from klaxon.console.language.catalogue import say
from klaxon.console.linked.lending import lent_seats, usual_choice
from klaxon.console.linked.link_page import LinkPage
from klaxon.console.linked.link_rows import LinkRows
from klaxon.console.linked.other_console import (
    GUEST,
    LentFrom,
    LentSeats,
    LentTable,
    LinkStage,
    LinkStanding,
    OtherConsole,
)
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.station.station import LONG_NOTICE, Station
from klaxon.rules.contract import Game
from klaxon.table.host import Tokens
from klaxon.table.table import Table

TOLD = (LinkStage.JOINED, LinkStage.SILENT)
"""Stages that every station shows as a banner."""


class Guesting:
    """What a console does with its link; nothing, where it has none."""

    def __init__(
        self, other: OtherConsole | None, stations: Mapping[str, Station], on_news: Callable[[], None]
    ) -> None:
        """`on_news` is called after each change of the link."""
        self._other, self._stations, self._on_news = other, stations, on_news
        self._told = LinkStanding()
        if other is not None:
            other.changed = self._on_change

    @property
    def is_guest(self) -> bool:
        """Whether this console is a guest: its lobby is at the host."""
        return self._other is not None and self._other.standing.role == GUEST

    @property
    def lent_table(self) -> LentTable | None:
        """The table at which the stations of this console are wanted."""
        return self._other.lent_table if self._other is not None else None

    def page(self, station: Station) -> LinkPage:
        """Return the page of the link, for a console that has one."""
        if self._other is None:
            raise RuntimeError("there is no link")
        return LinkPage(self._other, station)

    def lobby_rows(self, station: Station) -> LinkRows | None:
        """Return the lines of the lobby about the link."""
        if self._other is None:
            return None
        return LinkRows(self._other, lambda: station.lay(self.page(station)))

    def lent_seats(self, game: Game[Any, Any], plan: GamePlan) -> LentSeats | None:
        """Return the seats that the guest works in a planned game."""
        if self._other is None or plan.is_lesson or not LinkRows(self._other, lambda: None).lends:
            return None
        return lent_seats(game, plan.lent.get(game.name, usual_choice(game)), plan.crews)

    @contextmanager
    def lend(self, table: Table, tokens: Tokens, lent: LentSeats | None, game: LentFrom) -> Iterator[None]:
        """Lend seats of a table to the guest while the context lasts."""
        if self._other is None or lent is None:
            yield
            return
        self._other.lend(table, tokens, lent, game)
        try:
            yield
        finally:
            self._other.end_lending()

    def _on_change(self) -> None:
        standing = self._other.standing if self._other is not None else LinkStanding()
        is_new = (standing.stage, standing.trouble) != (self._told.stage, self._told.trouble)
        self._told = standing
        for station in self._stations.values():
            if is_new:
                _show_news(station, standing)
            station.draw()
        self._on_news()


def _show_news(station: Station, standing: LinkStanding) -> None:
    """Show what is new: what is wrong as a notice to read, a console that came or went as a banner."""
    facts = {"peer": standing.peer}
    if standing.trouble:
        station.notice(say(f"link.trouble.{standing.trouble}", facts, station.language), LONG_NOTICE)
    elif standing.stage in TOLD:
        stage = f"link.banner.{standing.stage.value}"
        title, detail = say(stage, facts, station.language), say(f"{stage}.detail", facts, station.language)
        station.announce(Banner(title, detail), urgent=True)
