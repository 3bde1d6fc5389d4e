"""The console: all stations of a box with bell and lamps, between games and in them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from klaxon import data
from klaxon.console.devices import Devices, Fitting
from klaxon.console.devices.brightness import PanelBrightness, TurnLamps
from klaxon.console.games import screens_of
from klaxon.console.linked.far_games import FarGames
from klaxon.console.linked.other_console import LentTable
from klaxon.console.lobby.attract import Attract
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.lobby.lobby import Lobby
from klaxon.console.lobby.lobby_rows import ConsoleRows
from klaxon.console.lobby.manning import boats_of, is_shared, unmanned_crews
from klaxon.console.lobby.seating import Seating
from klaxon.console.match import Crew, Match
from klaxon.console.onlook.debrief import Debriefs
from klaxon.console.onlook.onlooker_marks import OnlookerMarks
from klaxon.console.onlook.onlookers import Onlookers
from klaxon.console.options import ConsoleOptions
from klaxon.console.play.briefing import AT_LEISURE, Briefings
from klaxon.console.play.page_host import StationPageHost
from klaxon.console.play.play_page import PlayPage
from klaxon.console.play.seat_client import RUNNING, Heard, SeatClient
from klaxon.console.play.solver import Solver
from klaxon.console.records.afterwards import Afterwards
from klaxon.console.service import PanelsBehind, Service
from klaxon.console.settings.applied_settings import AppliedSettings
from klaxon.console.settings.console_settings import PAUSE
from klaxon.console.settings.station_settings import TurnablePanels
from klaxon.console.sound.beats import Beat
from klaxon.console.sound.bells import BoatBells, PublicListener
from klaxon.console.sound.ships_bell import ShipsBell
from klaxon.console.station.fault_banners import FaultBanners
from klaxon.console.station.page import Page
from klaxon.console.station.qr_page import Link
from klaxon.console.station.station import LONG_NOTICE, Station
from klaxon.console.station.station_menu import StationMenu
from klaxon.rules.contract import SPECTATOR, Game, Refusal, Seat, boat_of
from klaxon.table.disk.journal import JournalError
from klaxon.table.disk.shelf import Shelf
from klaxon.table.following_games import SetupError
from klaxon.table.host import Tokens
from klaxon.table.table import Table

BELL = "bell"
"""The name of the bells' session at a table."""


class Console:
    """Stations, bells and lamps; who is seated where, and the match they play."""

    link: Link | None = None
    """Makes links that open a station on a phone, if a page is served that phones can reach."""

    def __init__(
        self,
        fittings: Sequence[Fitting],
        devices: Devices,
        shelf: Shelf | None,
        crew: Crew,
        options: ConsoleOptions | None = None,
    ) -> None:
        """Take over the devices. Without a shelf nothing is saved; `crew` seats understudies."""
        loop, options = asyncio.get_running_loop(), options or ConsoleOptions()
        self.settings, self.station_settings, self.station_languages = (
            options.settings,
            options.station_settings,
            options.languages,
        )
        self._curtain = PanelsBehind(devices.panels, self.station_settings)
        self._devices = devices = replace(devices, panels=TurnablePanels(devices.panels, self.station_settings))
        self.stations = {
            f.name: Station(
                f, self._curtain, loop.call_later, self._open_menu, self.open_service, self.station_languages.of(f.name)
            )
            for f in fittings
        }
        self.match = Match(shelf, crew)
        self.seating = Seating(
            self.stations, self.match, self.settings, self._sit_down, self._brief, self._pause_for_boat
        )
        self.applied_settings = AppliedSettings(self.stations, self.station_settings)
        self.onlookers = OnlookerMarks(self.stations)
        self.lights = PanelBrightness(fittings, self._curtain, loop.call_later)
        self.bells = BoatBells(devices.bells, loop, self.settings, voice=devices.voice)
        self.bells.crews, self.bells.names = self.seating.crews, self.match.names
        self.bells.is_latin = self.seating.is_latin
        self.briefings = Briefings(loop.call_later)
        self._ships_bell = ShipsBell(loop.call_later, self._strike)
        self.onlooker_seats = Onlookers(self.seating, self.station_languages.default)
        self.has_service = options.has_service
        self.debriefs = Debriefs(lambda: self.match.table, self.seating.is_latin)
        self.muted = False
        self.pin = ""
        """The umpire's PIN, if the host lets the first station show it."""
        lamps = dict.fromkeys(f.side for f in fittings) if options.lamps is None else options.lamps
        self._lamps = TurnLamps(devices.lamps, lamps, loop.call_later)
        self._lamps_called = False
        """Whether an update of the lamps is scheduled."""
        self._menus: dict[str, Page] = {}
        self.room = Solver(options.plots)
        self._care = FaultBanners(devices.device_health, self.stations) if devices.device_health else None
        names, lit = self._lamps.names, self._lamps.is_lit
        self.service = Service(self.stations, devices, self._curtain, loop.call_later, self._hold_game, names, lit)
        self.attract = Attract(self.stations, self.lights, crew, lambda: self.lobby.plan.game, lambda: self.service.on)
        self.attract.after = options.attract_after
        rows = ConsoleRows(self.settings, self._speak_all, self.applied_settings, volume=self.bells.have_volume)
        self.lobby = Lobby(self.seating, self.match, shelf, options, rows, self.attract)
        self.guesting, self.newcomers, self.players = self.lobby.guesting, self.lobby.newcomers, self.lobby.players
        self.seating.nickname_at = self.players.name_at
        self.lobby.joining.speak = lambda name, language: self.speak(self.stations[name], language)
        self.afterwards = Afterwards(self.match, self.seating, self.newcomers, self.players, options.records)
        self.debriefs.crews = self.afterwards.crews
        self.service.link = lambda: self.guesting.report
        self._far_games = FarGames(self.match, self.seating, self.debriefs, self.guesting)
        self.guesting.on_far_game = self._far_games.take
        self._attach(devices)

    def _attach(self, devices: Devices) -> None:
        """Listen to the hands at all devices."""
        devices.keys.attach(self)
        devices.dials.attach(self)
        if devices.touch is not None:
            devices.touch.attach(self)
            for name, station in self.stations.items():
                station.has_page_open = partial(devices.touch.has_page_open, name)

    async def run(self) -> None:
        """Set games up and play them, one after another."""
        try:
            while True:
                self.lights.wake_all()
                plan = await self.lobby.next_plan()
                if isinstance(plan, tuple):
                    await self._play(*plan)
                elif plan is self.guesting.lent_table:  # it may have been taken back meanwhile
                    await self._play_as_guest(plan)
        finally:
            await self.attract.close()

    # Hands

    def on_press(self, station: str, key: str) -> None:
        """A key went down."""
        if self._work(station):
            self.service.on_press(station, key)

    def on_release(self, station: str, key: str) -> None:
        """A key came up."""
        self._work(station)
        self.service.on_release(station, key)

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """A dial was turned. Zero steps are the watchdog probe, which changes nothing."""
        if not steps:
            self.service.on_probe(station)
        elif self._work(station):
            self.service.on_turn(station, dial, steps)

    def on_page_opened(self, station: str) -> None:
        """Show a station again, now with what only a page shows."""
        self.stations[station].draw()

    def on_aim(self, station: str, words: tuple[str, ...]) -> None:
        """Somebody pointed at a place on the chart of a station. In service mode there is none."""
        if self._work(station) and not self.service.on:
            self.stations[station].hand.on_aim(words)

    def _work(self, station: str) -> bool:
        """A station is being used.

        Wake its boat, give its panel priority; return whether the input counts beyond waking up.
        """
        self.lights.wake(self.stations[station].fitting.side)
        self._devices.panels.prioritise(station)
        return not self.attract.hand()

    # In a game

    async def _play(self, plan: GamePlan, seed: str) -> None:
        try:
            game, table, tokens = await self.match.set_up(plan, seed)
        except (SetupError, JournalError, data.ContentError) as error:
            self.lobby.trouble = error.refusal if isinstance(error, SetupError) else Refusal(error.code, error.facts)
            return
        if self.onlookers.keys is not None:
            self.onlookers.keys.begin_table(table.name)
        lent = self.guesting.lent_seats(game, plan)
        away = lent.seats if lent else ()
        self.seating.begin(game, plan.crews, self.players.names, away=away, is_lesson=plan.is_lesson)
        self.bells.begin(game.name, self.seating.sides.boats, self.seating.guests())
        left = unmanned_crews([seat for seat in game.seats if seat not in self.seating.away], self.seating.manning)
        async with self.match.play(table, tokens, left), self.room.open(game.name):
            with self._seat_stations(table, game, tokens), self.guesting.lend(table, tokens, lent, self.match):
                table.begin()
                self._ships_bell.set_clock(table.clock)
                await self.match.until_left(table)
        if self.onlookers.keys is not None:  # not where the daemon ends: the game goes on with the same pages
            self.onlookers.keys.leave_table()

    async def _play_as_guest(self, table: LentTable) -> None:
        """Lend the stations to a table of the other console until it is left there, or here."""
        with self.match.join(table) as game:
            lent = table.lent
            away = frozenset(seat for seat in game.seats if seat not in lent.seats)
            self.seating.begin(game, {lent.boat: lent.crew}, away=away)
            self.bells.begin(game.name, self.seating.sides.boats)
            async with self.room.open(game.name):
                public = SeatClient(table, SPECTATOR, BELL, [SPECTATOR], PublicListener(self.bells))
                self.seating.seat_all()
                try:
                    await self.match.until_taken_back()
                finally:
                    self._end_seats(public)
        self._far_games.keep()

    @contextmanager
    def _seat_stations(self, table: Table, game: Game[Any, Any], keys: Tokens) -> Iterator[None]:
        """Seat every manned station; the others are dark."""
        self.debriefs.clear()
        self.onlooker_seats.open(table, game.name, keys)
        public = SeatClient(table, keys.token_of[SPECTATOR], BELL, [SPECTATOR], PublicListener(self.bells))
        self.seating.seat_all()
        self.newcomers.sit_down(self.seating.pages)
        try:
            yield
        finally:
            self._end_seats(public)
            self.onlooker_seats.close()

    def _end_seats(self, public: SeatClient) -> None:
        """Take everybody from the table; bells and lamps are still."""
        self._ships_bell.set_clock(None)
        self.bells.end_beats()
        public.close()
        self.seating.rise_all()
        self._lamps.clear()

    def _sit_down(self, station: Station, seats: Sequence[Seat]) -> PlayPage:
        """Seat people at a station; return the page at which they play."""
        game, table = self.match.game, self.match.session_table
        if game is None or table is None:
            raise RuntimeError("there is no table to sit at")
        screens = screens_of(game.name, shared=is_shared(self.seating.sides, self.seating.manning))
        host = StationPageHost(self, station, self.room, self.seating.is_latin, self.match.leave)
        page = PlayPage(game, seats, screens, host)
        boats = [*boats_of(seats)]
        page.sit(table, self.match.token_for(boats[0] if len(boats) == 1 else "crew"), station.fitting.name)
        station.base(page)
        return page

    # What comes from the seats

    def on_event(self, station: Station, seat: Seat, heard: Heard) -> None:
        """Ring for an event of a seat, and show its banner at the station."""
        self.lights.wake(station.fitting.side)
        shown = self.bells.on_seat_event(boat_of(seat), self.seating.boats(), heard, station.language)
        if shown is not None and not (heard.type == "paused" and self.guesting.says_why):
            station.announce(shown.banner, urgent=shown.urgent)

    def stands(self, station: Station, state: str) -> None:
        """Ring for a new state of the table, and show its banner at the station. Not in service mode."""
        if state == "over":
            self.debriefs.note_end()
            self.afterwards.note_end()
        else:
            self.debriefs.clear()
            self.guesting.forget_debrief()
            self.afterwards.forget_end()
        self.seating.changed()
        if self.service.on and state in RUNNING:
            self._hold_game(self.service.leader)
        self._ships_bell.set_clock(self.match.clock)
        shown = self.bells.stands(state, self.seating.boats(), station.language)
        if shown is not None and not self.guesting.says_why:
            station.announce(shown.banner, urgent=shown.urgent)

    def repeat(self, station: Station, seat: Seat, beats: tuple[Beat, ...]) -> None:
        """Let the bell of a station repeat what its seat hears."""
        self.bells.repeat(station.fitting.name, station.fitting.side, boat_of(seat), beats)

    def share(self, station: Station, seat: Seat, notes: Mapping[str, str]) -> None:
        """Show what a seat has noted to the other seats of its boat."""
        for name, page in self.seating.pages.items():
            if name != station.fitting.name or len(page.seats) > 1:
                page.take_notes(boat_of(seat), notes)

    def _strike(self, half_hours: int) -> None:
        """Strike the ship's bell, and show its banner at the stations in play."""
        shown = self.bells.strike(half_hours, self.seating.boats())
        if shown is not None:
            for station in (self.stations[name] for name in self.seating.manning):
                station.announce(shown(station.language).banner, urgent=False)

    def _brief(self, station: Station, seat: Seat) -> None:
        """Brief a player who has taken a seat in mid-game."""
        if not self.match.is_over:
            self.briefings.lay(station, self.seating.pages[station.fitting.name], seat)

    def on_station_news(self, station: Station) -> None:
        """Handle news of a station; the lamps are updated once, when all stations have handled the same batch."""
        if not self._lamps_called:
            self._lamps_called = True
            asyncio.get_running_loop().call_soon(self._light_called_lamps)
        self.briefings.on_news(station, station.pile[0])
        if self.newcomers.to_brief:
            self._brief_newcomers(station)
        station.draw()

    def _brief_newcomers(self, station: Station) -> None:
        """Brief whoever sits at a page for the first time, once its seat is known."""
        page = self.seating.pages.get(station.fitting.name)
        if page is not None and self.newcomers.needs_briefing(page):
            self.briefings.lay(station, page, page.seat, AT_LEISURE)

    def _light_called_lamps(self) -> None:
        self._lamps_called = False
        if self.seating.pages:
            self.light_lamps()

    def light_lamps(self) -> None:
        """Light the lamp of the boat whose turn it is, or that holds the table: everybody may know that."""
        views = [page.client.seen[page.seat].view for page in self.seating.pages.values()]
        self._lamps.light(self.seating.sides.sides_of([view.get("turn") or view.get("held") or "" for view in views]))

    # The station menu

    def _open_menu(self, station: Station) -> None:
        self._close_menu(station)
        menu = StationMenu(station, self, self.seating.phrases(station.language)).page()
        self._menus[station.fitting.name] = menu
        station.lay(menu)

    def _close_menu(self, station: Station) -> None:
        if (open_one := self._menus.get(station.fitting.name)) in station.pile:
            del station.pile[station.pile.index(open_one) :]

    def speak(self, station: Station, language: str) -> None:
        """Change the language of a station; its menu closes, everything else stays as it was."""
        self.station_languages.choose(language, station.fitting.name)
        self._spoken_to(station, language)

    def _speak_all(self, language: str) -> None:
        self.station_languages.choose(language, *self.stations)
        for station in self.stations.values():
            self._spoken_to(station, language)

    def _spoken_to(self, station: Station, language: str) -> None:
        self._close_menu(station)
        station.language = language
        self.debriefs.speak(station)
        if self._care:
            self._care.speak(station)
        self.onlookers.mark(station)
        self.lobby.speak(station)
        for each in self.stations.values():  # the columns of all follow from what everybody speaks
            each.draw()
        self.seating.changed()

    def other_console(self, station: Station) -> Page | None:
        """Return the page about the other console, if this is one of two."""
        return self.guesting.page(station) if self.guesting.has_link else None

    def open_service(self, station: Station) -> None:
        """Begin service mode at a station; the menu that led there is closed when it ends."""
        self._close_menu(station)
        self.service.enter(station.fitting.name)

    def _hold_game(self, station: str) -> None:
        """Pause the game, in the name of a station or of any other in it; understudies alone may play on."""
        pages = self.seating.pages
        page = pages.get(station) or next(iter(pages.values()), None)
        if page is not None and self.match.is_running:
            page.client.act("pause")

    def _pause_for_boat(self, boat: str) -> None:
        """Pause the game for a boat that has lost its last page, if the settings say so, and show why."""
        manning = self.seating.manning
        if self.settings.of("unattended") != PAUSE or self.match.is_over:
            return
        self._hold_game(next(name for name, seats in manning.items() if boat in boats_of(seats)))
        for station in (self.stations[name] for name in manning):
            phrases = self.seating.phrases(station.language)
            station.notice(phrases.say("unattended.paused", boat=phrases.boat(boat)), LONG_NOTICE)

    def mute(self, *, muted: bool) -> None:
        """Mute or unmute the bell."""
        self.muted = muted
        self.bells.mute(muted=muted)

    def for_phones(self, station: Station) -> Sequence[str]:
        """Return the stations of the same boat, those with dead panels first."""
        dead = self._care.dead_panels() if self._care else ()
        return sorted(
            (station.fitting.name, *self.seating.handover_targets(station)), key=lambda name: name not in dead
        )

    def debrief(self, station: Station) -> None:
        """Open the debrief of the finished game; a guest has it as soon as its host has handed it over."""
        if not self.match.is_over or not self.guesting.wait_for_debrief(station):
            self.debriefs.lay(station)

    def labels(self) -> Mapping[str, str]:
        """Return who works each station, in its own language."""
        seating = self.seating
        voices = {name: seating.phrases(station.language) for name, station in self.stations.items()}
        panes = {name: voices[name].say(f"pane.{pane}") for name, pane in seating.panes.items()}
        worked = {**seating.relieved, **seating.manning}
        found = {name: voices[name].roles(seats) for name, seats in worked.items()} | panes
        for name, nickname in self.players.names.items():
            found[name] = f"{found[name]}: {nickname}" if name in found else nickname
        return found

    def languages(self) -> Mapping[str, str]:
        """Return the language of each station."""
        return {name: station.language for name, station in self.stations.items()}
