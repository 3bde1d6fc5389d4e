"""The lobby: what a console does between games. It looks for games to go on with, and plans the next one."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence

from klaxon.console.language.catalogue import say_at_panel
from klaxon.console.linked.guesting import Guesting
from klaxon.console.linked.hall_page import HallPage, hall_row
from klaxon.console.linked.link_page import LinkPage
from klaxon.console.linked.other_console import LentTable
from klaxon.console.lobby.attract import Attract
from klaxon.console.lobby.door_sign import DoorSign, waiting_page
from klaxon.console.lobby.first_game import FirstGamePage
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.joining import Joining
from klaxon.console.lobby.lobby_page import LobbyPage, still_looking
from klaxon.console.lobby.lobby_rows import ConsoleRows
from klaxon.console.lobby.newcomers import Newcomers
from klaxon.console.lobby.players import Players
from klaxon.console.lobby.resumable import ResumableGames
from klaxon.console.lobby.seating import Seating
from klaxon.console.lobby.walk_up import WalkUpPage
from klaxon.console.match import Match
from klaxon.console.options import ConsoleOptions
from klaxon.console.station.page import Page
from klaxon.console.station.station import LONG_NOTICE, Station
from klaxon.table.disk.shelf import KeptGame, Shelf


class Lobby:
    """The form at the first station, who waits at the others, and what is played next."""

    door_sign: DoorSign | None = None
    """How people join this table by their phones; None if no page is served."""
    _invitation: Callable[[Station], Page] | None = None
    """Makes the page of a table where people walk up; None where they set games up themselves."""

    def __init__(
        self,
        seating: Seating,
        match: Match,
        shelf: Shelf | None,
        options: ConsoleOptions,
        rows: ConsoleRows,
        attract: Attract,
    ) -> None:
        """Offer the games of a shelf. `rows` has the lines about the console itself."""
        self._stations, self._seating, self._match = seating.stations, seating, match
        self._settings, self._rows, self._attract = options.settings, rows, attract
        self._hall = options.hall
        if options.hall is not None:
            options.hall.changed = self._on_hall_news
        self._resumable = ResumableGames(shelf)
        self.joining = Joining(seating, match, Players(self._on_players), self._planned)
        self._rows.joined_crews = self.joining.joined_crews
        self.newcomers = Newcomers(options.settings, is_on=options.welcomes)
        self.guesting = Guesting(options.other_console, self._stations, self._on_guest_news)
        self.plan = GamePlan(crews=options.settings.crews(), skill=options.skill)
        """The last plan: the lobby begins with it."""
        self.trouble = options.trouble
        """What the lobby has to report: why the last game could not begin, or a problem with the key."""
        self._plans: asyncio.Queue[tuple[GamePlan, str] | LentTable | None] = asyncio.Queue()
        """What is played next; None: there is another game on the shelf."""
        self._was_left = False
        """Whether a game was left before this lobby."""
        self._kept: Sequence[KeptGame] = ()
        """The games that the lobby offers to resume."""

    @property
    def players(self) -> Players:
        """Who joined by the code of the table."""
        return self.joining.players

    @property
    def _first(self) -> Station:
        """The station that sets games up."""
        return next(iter(self._stations.values()))

    async def next_plan(self) -> tuple[GamePlan, str] | LentTable:
        """Open the lobby; return what people want to play: a plan with its seed, or at the table of another console."""
        plan = None
        while plan is None:
            self._clear_stations()
            self._open(await self._resumable.find())
            plan = await self._plans.get()
            self._attract.end()
        return plan

    def _clear_stations(self) -> None:
        """Clear the stations after a game was left; the lobby opens when its games are found."""
        self._was_left, self._match.game = self._match.game is not None, None
        self._seating.clear()
        self._first.base(still_looking(self._first.language))
        for station in [*self._stations.values()][1:]:
            station.base(self._waiting_page(station))
        self._seating.note_change()

    def _open(self, kept: Sequence[KeptGame]) -> None:
        first = self._first
        self._rows.link = self.guesting.lobby_rows(first)
        door = self._hall
        if door is not None:
            self._rows.hall = lambda phrases: hall_row(door, phrases, lambda: first.lay(HallPage(door, first)))
        self._kept = kept
        self.plan.skill = self.newcomers.skill(self.plan.skill)
        form = LobbyPage(kept, self.begin, self.plan, lambda: first.language, self._rows)
        if self.guesting.is_guest:
            first.rebase(self.guesting.page(first))
            self._on_guest_news()
        elif self._invitation is not None:
            first.rebase(self._invitation(first))
        elif self.newcomers.are_met and not kept:
            first.rebase(FirstGamePage(self.begin, lambda: first.base(form), lambda: first.language))
            self._offer_crew()
        else:
            first.rebase(form)
        if self.trouble is None:
            self.trouble = self._resumable.news(kept)
        if self.trouble is not None:
            first.notice(say_at_panel(self.trouble.code, self.trouble.facts, first.language), LONG_NOTICE)
            self.trouble = None
        if self._was_left:  # it may have been somebody else who left the table
            first.settle()
        self._attract.wait()
        self._seating.changed()

    def begin(self, plan: GamePlan, seed: str = "") -> None:
        """Begin the planned game, unless a game is on or about to begin; without a seed, with a new one."""
        if not self._match.playing and self._plans.empty():
            self.plan = self.plan if plan.is_lesson else plan
            for boat, crew in plan.crews.items():
                self._settings.choose(boat, crew)
            self._plans.put_nowait((plan, seed or secrets.token_hex(8)))

    def invite(self, invitation: Callable[[Station], Page] | None) -> None:
        """Meet people by another page than the form from now on; None: by the form again."""
        self._invitation = invitation
        if not self._match.playing and self._plans.empty():
            self._open(self._kept)

    def _planned(self) -> GamePlan:
        """Return what is planned now."""
        form = self._first.pile[0]
        return form.plan if isinstance(form, LobbyPage) else self.plan

    # Who waits

    def show_door(self, sign: DoorSign) -> None:
        """Show from now on how people join this table."""
        self.door_sign = sign
        self._show_waiting()

    def speak(self, station: Station) -> None:
        """Let a station that waits do so in its new language."""
        if not self._match.playing and not isinstance(station.pile[0], LobbyPage | FirstGamePage | WalkUpPage):
            station.base(self._waiting_page(station))

    def _waiting_page(self, station: Station) -> Page:
        nickname = self.players.name_at(station.fitting.name)
        return waiting_page(station.language, self.door_sign, nickname, is_coached=station.coached)

    def _on_players(self) -> None:
        """Handle that somebody joined or left."""
        self._show_waiting()
        self._offer_crew()
        self._first.draw()
        self._seating.changed()

    def _show_waiting(self) -> None:
        """Between games, show anew who waits at the stations, and how others join."""
        if not self._match.playing:
            for station in [*self._stations.values()][1:]:
                station.rebase(self._waiting_page(station))

    def _offer_crew(self) -> None:
        """Let the start screen point at a game for a crew as soon as several people are there."""
        page = self._first.pile[0]
        if isinstance(page, FirstGamePage) and len(self.players.names) > 1:
            page.offer_crew()

    def _on_hall_news(self) -> None:
        """Show anew how the hall stands, wherever that is shown."""
        self._first.draw()

    # The other console

    def _on_guest_news(self) -> None:
        """Follow the other console: into a game and out of it, and between games from one lobby to the other."""
        lent_table = self.guesting.lent_table
        if self._match.lent_table is not None and lent_table is not self._match.lent_table:
            self._match.on_taken_back()
        if self.guesting.take_arrival():
            self._plans.put_nowait(None)
        if self._match.playing:
            return
        if lent_table is not None and self._plans.empty():
            self._plans.put_nowait(lent_table)
        elif self.guesting.is_guest != isinstance(self._first.pile[0], LinkPage):
            self._open(self._kept)
