"""The console: all stations of a box with bell and lamps, between games and in them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from klaxon import data
from klaxon.console.devices import Devices, Fitting
from klaxon.console.devices.brightness import PanelBrightness, TurnLamps
from klaxon.console.games import screens_of
from klaxon.console.language.catalogue import say_refusal
from klaxon.console.lobby.attract import Attract
from klaxon.console.lobby.lobby import GamePlan, LobbyPage, elsewhere, still_looking
from klaxon.console.lobby.lobby_rows import ConsoleRows
from klaxon.console.lobby.manning import boats_of, man, shared, unmanned, wanted_crews
from klaxon.console.lobby.resumable import ResumableGames
from klaxon.console.lobby.seating import Crew, Seating
from klaxon.console.lobby.sides import assign_sides
from klaxon.console.onlook.debrief import Debriefs
from klaxon.console.onlook.onlooker_marks import OnlookerMarks
from klaxon.console.onlook.onlookers import Onlookers
from klaxon.console.play.briefing import Briefings
from klaxon.console.play.page_host import StationPageHost
from klaxon.console.play.play_page import PlayPage
from klaxon.console.play.seat_client import RUNNING, Heard, SeatClient
from klaxon.console.play.solver import Plots, Solver
from klaxon.console.service import PanelsBehind, Service
from klaxon.console.settings.applied_settings import AppliedSettings
from klaxon.console.settings.console_settings import PAUSE, ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.settings.station_settings import StationSettings, TurnablePanels
from klaxon.console.sound.bells import BoatBells, PublicListener
from klaxon.console.sound.ships_bell import ShipsBell
from klaxon.console.station.fault_banners import FaultBanners
from klaxon.console.station.page import Page
from klaxon.console.station.qr_page import Link
from klaxon.console.station.station import LONG_NOTICE, Station
from klaxon.console.station.station_menu import StationMenu
from klaxon.rules.contract import SPECTATOR, Game, Refusal, Seat, boat_of
from klaxon.rules.games import game_named
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import Kept, Shelf
from klaxon.table.host import SetupError, Tokens, open_table, resume_table, until_written
from klaxon.table.naming import christen
from klaxon.table.setup import make_header
from klaxon.table.table import Table

BELL = "bell"
"""The name by which the bells sit at a table."""


class Console(Seating):
    """Stations, bells and lamps, and the table they are at."""

    def __init__(
        self,
        fittings: Sequence[Fitting],
        devices: Devices,
        shelf: Shelf | None,
        crew: Crew,
        lamps: Sequence[str] | None = None,
        plots: Plots | None = None,
        tongues: StationLanguages | None = None,
    ) -> None:
        """Take the devices over. Without a shelf nothing is kept; `crew` seats understudies, `plots` helps stations.

        `tongues` says which language each station speaks.

        `lamps` are those that are fitted, by the boats whose turn they show; else every boat here has one.
        """
        loop = asyncio.get_running_loop()
        super().__init__(fittings, crew)
        self.comforts = StationSettings()
        self._curtain = PanelsBehind(devices.panels, self.comforts)
        devices = replace(devices, panels=TurnablePanels(devices.panels, self.comforts))
        self._devices, self._shelf = devices, shelf
        self._resumable = ResumableGames(shelf)
        self.tongues = tongues or StationLanguages()
        self.stations = {
            f.name: Station(
                f, self._curtain, loop.call_later, self._open_menu, self.open_service, self.tongues.of(f.name)
            )
            for f in fittings
        }
        self.easing = AppliedSettings(self.stations, self.comforts)
        self.onlookers = OnlookerMarks(self.stations)
        self.lights = PanelBrightness(fittings, self._curtain, loop.call_later)
        self.chimes = BoatBells(devices.bells, loop)
        self.chimes.crews, self.chimes.names, self.chimes.is_latin = self.crews, self.names, self.is_latin
        self.briefings = Briefings(loop.call_later)
        self._ships_bell = ShipsBell(loop.call_later, self._strike)
        self.gallery = Onlookers(self, self.tongues.default)
        self.debriefs = Debriefs(lambda: self._table, self.is_latin)
        self.muted = False
        self.link: Link | None = None
        """Makes links that open a station on a phone, where a page is served."""
        self.pin = ""
        """The umpire's, where the host lets the first station show it."""
        self._lamps = TurnLamps(devices.lamps, dict.fromkeys(f.side for f in fittings) if lamps is None else lamps)
        self._plans: asyncio.Queue[tuple[GamePlan, str]] = asyncio.Queue()
        self._left = asyncio.Event()
        self._was_left = False
        """Whether the lobby comes after a game."""
        self.plan = GamePlan()
        """What was wanted last: the lobby begins with it."""
        self.trouble: Refusal | None = None
        """What is to be said in the lobby: why the last game could not begin, or what became of the key."""
        self._lamps_called = False
        """Whether the lamps are about to follow the views."""
        self._menus: dict[str, Page] = {}
        self.room = Solver(plots)
        self._care = FaultBanners(devices.upkeep, self.stations) if devices.upkeep else None
        names, lit = self._lamps.names, self._lamps.is_lit
        self.service = Service(self.stations, devices, self._curtain, loop.call_later, self._hold_game, names, lit)
        self.attract = Attract(self.stations, self.lights, crew, lambda: self.plan.game, lambda: self.service.on)
        devices.keys.attach(self)
        devices.dials.attach(self)

    async def run(self) -> None:
        """Set games up and play them, one after another."""
        try:
            while True:
                self._clear_stations()
                self._open_lobby(await self._resumable.find())
                plan = await self._plans.get()
                self.attract.end()
                await self._play(*plan)
        finally:
            await self.attract.close()

    # Hands

    def pressed(self, station: str, key: str) -> None:
        """A key went down."""
        if self._work(station):
            self.service.pressed(station, key)

    def released(self, station: str, key: str) -> None:
        """A key came up."""
        self._work(station)
        self.service.released(station, key)

    def turned(self, station: str, dial: int, steps: int) -> None:
        """A dial was turned. By no step: that is the pulse, which nobody may see."""
        if not steps:
            self.service.pulsed(station)
        elif self._work(station):
            self.service.turned(station, dial, steps)

    def _work(self, station: str) -> bool:
        """Somebody works a station: its boat is awake, its panel goes first; tell whether it was more than a knock."""
        self.lights.wake(self.stations[station].fitting.side)
        self._devices.panels.touched(station)
        return not self.attract.hand()

    # Between games

    def _clear_stations(self) -> None:
        """Let nothing of a game that was left be worked on; the lobby comes when its games are found."""
        self._was_left, self.game, self.manning, self.relieved = self.game is not None, None, {}, {}
        self.sides = assign_sides(self.fittings)
        self.lay_panes()
        self.lights.wake_all()
        first, *others = self.stations.values()
        first.base(still_looking(first.language))
        for station in others:
            station.base(elsewhere(station.language))
        self._note_change()

    def _open_lobby(self, kept: Sequence[Kept]) -> None:
        first = next(iter(self.stations.values()))
        house = ConsoleRows(self.habits, self._speak_all, self.easing, volume=self.has_volume)
        first.rebase(LobbyPage(kept, self.begin, self.plan, lambda: first.language, house))
        if self.trouble is None:
            self.trouble = self._resumable.news(kept)
        if self.trouble is not None:
            first.notice(say_refusal(self.trouble.code, self.trouble.facts, first.language), LONG_NOTICE)
            self.trouble = None
        if self._was_left:  # it may have been somebody else who left the table
            first.settle()
        self.attract.wait()
        self.changed()

    @property
    def table_name(self) -> str:
        """What the game is called that is on; '' between games."""
        return self._table.name if self._table else ""

    def begin(self, plan: GamePlan, seed: str = "") -> None:
        """Begin what was planned, unless a game is on or about to be; without a seed by a new one."""
        if not self.playing and self._plans.empty():
            self.plan = plan
            for boat, crew in plan.crews.items():
                self.habits.choose(boat, crew)
            self._plans.put_nowait((plan, seed or secrets.token_hex(8)))

    # In a game

    async def _play(self, plan: GamePlan, seed: str) -> None:
        game = game_named(plan.game)
        self._keys = Tokens.cut(game)
        try:
            table = await self._open(game, plan, seed, self._keys)
        except (SetupError, JournalError, data.ContentError) as error:
            self.trouble = error.refusal if isinstance(error, SetupError) else Refusal(error.code, error.facts)
            plan.resume = ""
            return
        self.game, self._table = game, table
        if self.onlookers.keys is not None:
            self.onlookers.keys.begin_table(table.name)
        self.sides = assign_sides(self.fittings, game.boats)
        crews = wanted_crews(game.boats, plan.crews)
        self.manning = man(self.sides, game.seats, crews, game.splits)
        self.alone = frozenset(boat for boat, crew in crews.items() if crew == "one")
        self.chimes.begin(game.name, self.sides.boats, self.guests())
        self._people, self._skill = frozenset(self.boats()), plan.skill
        self._left.clear()
        plan.resume = ""
        try:
            async with AsyncExitStack() as self._children:
                left = unmanned(game.seats, self.manning)
                await self._children.enter_async_context(self._crew(table, self._keys, left, plan.skill))
                await self._children.enter_async_context(self.room.open(game.name))
                with self._seated(table, game, self._keys):
                    table.begin()
                    self._ships_bell.wind(table)
                    try:
                        await self._left.wait()
                    finally:  # also where the daemon is told to end: what happened is written before all else
                        table.hold(running=False)
                        await until_written(table)
        finally:
            self._children = self._table = None
            table.close()
        if self.onlookers.keys is not None:  # not where the daemon ends: the game goes on with the same pages
            self.onlookers.keys.leave_table()

    async def _open(self, game: Game[Any, Any], plan: GamePlan, seed: str, keys: Tokens) -> Table:
        if plan.resume and (shelf := self._shelf) is not None:
            take = partial(shelf.take, plan.resume, play_on=plan.play_on)
            taken = await asyncio.get_running_loop().run_in_executor(None, take)
            return resume_table(taken, shelf, keys)
        header = make_header(game, plan.options, data.read, seed)
        if isinstance(header, list):
            raise SetupError(header[0])
        table = open_table(game, header, self._shelf, keys)
        for boat, name in plan.names.items():
            christen(table, boat, name)
        return table

    @contextmanager
    def _seated(self, table: Table, game: Game[Any, Any], keys: Tokens) -> Iterator[None]:
        """Seat every station that is manned; the others are dark."""
        self.debriefs.clear()
        self.gallery.open(table, game.name, keys)
        public = SeatClient(table, keys.token_of[SPECTATOR], BELL, [SPECTATOR], PublicListener(self.chimes))
        for name, seats in self.manning.items():
            self.seat(table, self.stations[name], seats)
        self.lay_panes(self.stations)
        self._note_change()
        try:
            yield
        finally:
            self._ships_bell.wind(None)
            public.close()
            self.gallery.close()
            for page in self.pages.values():
                page.rise()
            self.pages.clear()
            self._lamps.clear()

    def seat(self, table: Table, station: Station, seats: Sequence[Seat]) -> None:
        """Seat people at a station."""
        if self.game is None or self._keys is None:
            return
        name = station.fitting.name
        berth = StationPageHost(self, station)
        screens = screens_of(self.game.name, shared=shared(self.sides, self.manning))
        page = PlayPage(self.game, seats, screens, berth)
        self.pages[name] = page
        boats = [*boats_of(seats)]
        page.sit(table, self._keys.token_of[boats[0] if len(boats) == 1 else "crew"], name)
        station.base(page)

    # What comes from the seats

    def heard(self, station: Station, seat: Seat, heard: Heard) -> None:
        """Ring for what a seat heard, and show its twin at the station."""
        self.lights.wake(station.fitting.side)
        shown = self.chimes.heard(boat_of(seat), self.boats(), heard, station.language)
        if shown is not None:
            station.announce(shown.banner, urgent=shown.urgent)

    def stands(self, station: Station, state: str) -> None:
        """Ring for how the table stands, and show its twin at the station. In service mode no game goes on."""
        if state == "over":
            self.debriefs.note_end()
        else:
            self.debriefs.clear()
        self.changed()
        if self.service.on and state in RUNNING:
            self._hold_game(self.service.leader)
        self._ships_bell.wind(self._table)
        shown = self.chimes.stands(state, self.boats(), station.language)
        if shown is not None:
            station.announce(shown.banner, urgent=shown.urgent)

    def _strike(self, half_hours: int) -> None:
        """Strike the ship's bell, and show its twin at the stations of who plays."""
        shown = self.chimes.strike(half_hours, self.boats())
        if shown is not None:
            for station in (self.stations[name] for name in self.manning):
                station.announce(shown(station.language).banner, urgent=False)

    def brief(self, station: Station, seat: Seat) -> None:
        """Tell who has taken a seat in mid-game where he is."""
        if self._table is not None and self._table.play.outcome is None:
            self.briefings.lay(station, self.pages[station.fitting.name], seat)

    def call_lamps(self) -> None:
        """Have the lamps follow the views, once all stations know what came together."""
        if not self._lamps_called:
            self._lamps_called = True
            asyncio.get_running_loop().call_soon(self._light_called_lamps)

    def _light_called_lamps(self) -> None:
        self._lamps_called = False
        if self.pages:
            self.light_lamps()

    def light_lamps(self) -> None:
        """Light the lamp of the boat whose turn it is, or that holds the table: everybody may know that."""
        views = [page.wire.seen[page.seat].view for page in self.pages.values()]
        self._lamps.light(self.sides.sides_of([view.get("turn") or view.get("held") or "" for view in views]))

    # The station menu

    def _open_menu(self, station: Station) -> None:
        self._close_menu(station)
        self._menus[station.fitting.name] = menu = StationMenu(station, self, self.phrases(station.language)).page()
        station.lay(menu)

    def _close_menu(self, station: Station) -> None:
        if (open_one := self._menus.get(station.fitting.name)) in station.pile:
            del station.pile[station.pile.index(open_one) :]

    def speak(self, station: Station, language: str) -> None:
        """Let a station speak another language; the menu that led there is gone, all else stays as it was."""
        self.tongues.choose(language, station.fitting.name)
        self._spoken_to(station, language)

    def _speak_all(self, language: str) -> None:
        self.tongues.choose(language, *self.stations)
        for station in self.stations.values():
            self._spoken_to(station, language)

    def _spoken_to(self, station: Station, language: str) -> None:
        self._close_menu(station)
        station.language = language
        self.debriefs.speak(station)
        if self._care:
            self._care.speak(station)
        self.onlookers.mark(station)
        if not self.playing and not isinstance(station.pile[0], LobbyPage):
            station.base(elsewhere(station.language))
        for each in self.stations.values():  # the columns of all follow from what everybody speaks
            each.draw()
        self.changed()

    def open_service(self, station: Station) -> None:
        """Begin service mode at a station; the menu that led there is gone when it ends."""
        self._close_menu(station)
        self.service.enter(station.fitting.name)

    def _hold_game(self, station: str) -> None:
        """Let the game wait, in the name of a station or of any other in it; understudies alone may play on."""
        page = self.pages.get(station) or next(iter(self.pages.values()), None)
        table = self._table
        if page is not None and table is not None and not table.play.paused and table.play.outcome is None:
            page.wire.act("pause")

    def unattended(self, boat: str) -> None:
        """Let the game wait for a boat that has lost its last page, where that is wanted, and say why."""
        if self.habits.of("unattended") != PAUSE or self._table is None or self._table.play.outcome is not None:
            return
        self._hold_game(next(name for name, seats in self.manning.items() if boat in boats_of(seats)))
        for station in (self.stations[name] for name in self.manning):
            phrases = self.phrases(station.language)
            station.notice(phrases.say("unattended.paused", boat=phrases.boat(boat)), LONG_NOTICE)

    @property
    def habits(self) -> ConsoleSettings:
        """When it is quiet, how loud it is, who shares the room and mans the boats; what was kept is handed over."""
        return self.chimes.habits

    @habits.setter
    def habits(self, habits: ConsoleSettings) -> None:
        self.chimes.habits = habits
        self.plan.crews = habits.crews()

    @property
    def has_volume(self) -> bool:
        """Whether a bell can be softer."""
        return self.chimes.have_volume

    def mute(self, *, muted: bool) -> None:
        """Let the bell sound or not."""
        self.muted = muted
        self.chimes.mute(muted=muted)

    def for_phones(self, station: Station) -> Sequence[str]:
        """Return the stations of the same boat, those first whose panels are dead."""
        dead = self._care.dead_panels() if self._care else ()
        return sorted((station.fitting.name, *self.heirs(station)), key=lambda name: name not in dead)

    def debrief(self, station: Station) -> None:
        """Tell the game again that is over."""
        self.debriefs.lay(station)

    def leave(self) -> None:
        """Leave the table; the game is kept."""
        self._left.set()

    def labels(self) -> Mapping[str, str]:
        """Return who works each station, in words of its own language."""
        voices = {name: self.phrases(station.language) for name, station in self.stations.items()}
        panes = {name: voices[name].say(f"pane.{pane}") for name, pane in self.panes.items()}
        worked = {**self.relieved, **self.manning}
        return {name: voices[name].roles(seats) for name, seats in worked.items()} | panes

    def languages(self) -> Mapping[str, str]:
        """Return what each station speaks."""
        return {name: station.language for name, station in self.stations.items()}
