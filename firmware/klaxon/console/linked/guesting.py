"""The other console at this one: lending to a guest or being one, and the banners that say how the link stands."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from klaxon.console.drawing.parts import Banner
from klaxon.console.language.catalogue import ENGLISH, say
from klaxon.console.linked.lending import lent_seats, usual_choice
from klaxon.console.linked.link_page import LinkPage
from klaxon.console.linked.link_rows import LinkRows
from klaxon.console.linked.other_console import (
    ALONE,
    GUEST,
    FarGame,
    LentFrom,
    LentSeats,
    LentTable,
    LinkReport,
    LinkStage,
    LinkStanding,
    OtherConsole,
)
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.station.station import BANNER, LONG_NOTICE, Station
from klaxon.rules.contract import Game
from klaxon.table.fair_play.verdict import GameVerdict
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
        self._waiting: list[Station] = []
        """Stations that asked for the debrief of a game at the host."""
        self._told_at = -math.inf
        self._has_arrived = False
        self._far_game: FarGame | None = None
        self.on_far_game: Callable[[FarGame | None, Sequence[Station]], None] = lambda _, __: None
        """Called with a game of the host that is over, and the stations that want its debrief; None: it goes on."""
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

    @property
    def has_link(self) -> bool:
        """Whether this console is one of two."""
        return self._other is not None and self._other.standing.role != ALONE

    @property
    def copy_code(self) -> str:
        """The code that opens the guest's copy of the game, '' where it keeps none."""
        return self._other.copy_code if self._other is not None else ""

    @property
    def report(self) -> tuple[LinkStanding, LinkReport | None]:
        """How the link stands, and what its way has counted."""
        return (self._other.standing, self._other.way_report) if self._other is not None else (LinkStanding(), None)

    @property
    def says_why(self) -> bool:
        """Whether banners say just now that the other console came or went: one of the pause would hide them."""
        return self._other is not None and asyncio.get_running_loop().time() - self._told_at < BANNER

    def take_arrival(self) -> bool:
        """Return whether a game was taken over since the last call."""
        arrived, self._has_arrived = self._has_arrived, False
        return arrived

    def wait_for_debrief(self, station: Station) -> bool:
        """Have a game that is over handed to the guest; return whether this station has to wait for that."""
        if self._other is None:
            return False
        self._other.open_debrief()
        if self.lent_table is None or self._far_game is not None:
            return False
        self._waiting.append(station)
        station.notice(say("link.debrief-asked", {}, station.language), LONG_NOTICE)
        return True

    def forget_debrief(self) -> None:
        """The game at the host goes on."""
        if self.lent_table is not None and self._far_game is not None:
            self._far_game = None
            self.on_far_game(None, ())

    def drop_copy(self) -> None:
        """The game of the host is on the shelf here."""
        if self._other is not None:
            self._other.drop_copy()

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
        if self._other is None:
            return
        standing, before = self._other.standing, self._told
        self._told = standing
        if (standing.stage, standing.trouble) != (before.stage, before.trouble):
            self._told_at = asyncio.get_running_loop().time()
        self._has_arrived |= standing.news == "taken" != before.news
        for station in self._stations.values():
            if (standing.stage, standing.trouble) != (before.stage, before.trouble):
                _show_news(station, standing)
            if standing.news and standing.news != before.news:
                station.notice(
                    say(f"link.copy.{standing.news}", {"peer": standing.peer}, station.language), LONG_NOTICE
                )
            if standing.verdict is not None and standing.verdict != before.verdict:
                station.notice(verdict_in_words(standing.verdict, standing.peer, station.language), LONG_NOTICE)
            station.draw()
        far_game = self._other.far_game
        if far_game is not None and far_game is not self._far_game:
            self._far_game, waiting, self._waiting = far_game, self._waiting, []
            self.on_far_game(far_game, waiting)
        self._on_news()


def verdict_in_words(verdict: GameVerdict, host: str, language: str = ENGLISH) -> str:
    """Return whether a game was fair, in a sentence."""
    facts = {**verdict._asdict(), "peer": host}
    if verdict.wrong == "row" and verdict.first != verdict.last:
        return say("fair.rows", facts, language)
    return say(f"fair.{verdict.wrong or 'all'}", facts, language)


def _show_news(station: Station, standing: LinkStanding) -> None:
    """Show what is new: what is wrong as a notice to read, a console that came or went as a banner."""
    facts = {"peer": standing.peer}
    if standing.trouble:
        station.notice(say(f"link.trouble.{standing.trouble}", facts, station.language), LONG_NOTICE)
    elif standing.stage in TOLD:
        stage = f"link.banner.{standing.stage.value}"
        title, detail = say(stage, facts, station.language), say(f"{stage}.detail", facts, station.language)
        station.make_way()  # what was wrong before is wrong no more
        station.announce(Banner(title, detail), urgent=True)
