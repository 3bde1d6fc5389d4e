"""The console: all stations of a box with bell and lamps, between games and in them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, contextmanager
from typing import Any

from klaxon import data
from klaxon.console.berth import StationBerth
from klaxon.console.care import Care
from klaxon.console.chimes import Chimes
from klaxon.console.debrief import Debriefs
from klaxon.console.devices import Devices, Fitting
from klaxon.console.gallery import Gallery
from klaxon.console.lights import Lights
from klaxon.console.lobby import LobbyPage, Plan
from klaxon.console.manning import Manning, handed, holders, man, unmanned
from klaxon.console.menu import StationMenu
from klaxon.console.page import Page, TextPage
from klaxon.console.phone import Link
from klaxon.console.phrases import Phrases
from klaxon.console.plots import PlotRoom, Plots
from klaxon.console.seat import SeatPage
from klaxon.console.service import Curtain, Service
from klaxon.console.shows import screens_of
from klaxon.console.station import Station
from klaxon.console.wire import RUNNING, Heard
from klaxon.console.words import say_refusal
from klaxon.crew import SKILL
from klaxon.rules.contract import Game, Refusal, Seat
from klaxon.rules.games import game_named
from klaxon.table.host import Keys, SetupError, open_table, resume_table, until_written
from klaxon.table.journal import JournalError
from klaxon.table.setup import make_header
from klaxon.table.shelf import Kept, Shelf
from klaxon.table.table import Table

OFFERED = 5
"""Games looked at for one that was cut off: the newest."""

Crew = Callable[[Table, Keys, Sequence[Sequence[Seat]], str], AbstractAsyncContextManager[None]]
"""Table, its keys, crews of seats, skill -> understudies in those seats, for as long as the context lasts."""


class Console:
    """Stations, bells and lamps, and the table they are at."""

    def __init__(
        self,
        fittings: Sequence[Fitting],
        devices: Devices,
        shelf: Shelf | None,
        crew: Crew,
        lamps: Sequence[str] | None = None,
        skill: str = SKILL,
        plots: Plots | None = None,
    ) -> None:
        """Take the devices over. Without a shelf nothing is kept; `crew` seats understudies, `plots` helps stations.

        `lamps` are those that are fitted, by the boats whose turn they show; else every boat here has one.
        """
        loop = asyncio.get_running_loop()
        self.fittings, self._devices, self._shelf = tuple(fittings), devices, shelf
        self._crew = crew
        self._curtain = Curtain(devices.panels)
        self.stations = {
            f.name: Station(f, self._curtain, loop.call_later, self._open_menu, self.open_service) for f in fittings
        }
        self.lights = Lights(fittings, self._curtain, loop.call_later)
        self.chimes = Chimes(devices.bells, loop)
        self.gallery = Gallery(self)
        self.debriefs = Debriefs(lambda: self._table)
        self.muted = False
        self.game: Game[Any, Any] | None = None
        self.manning: Manning = {}
        self.changed: Callable[[], None] = lambda: None
        """Told when the manning changes, and when a game ends."""
        self.link: Link | None = None
        """Makes links that open a station on a phone, where a page is served."""
        self.pin = ""
        """The umpire's, where the host lets the first station show it."""
        self._phrases = Phrases("")
        self._lamps = tuple(dict.fromkeys(f.boat for f in fittings)) if lamps is None else tuple(lamps)
        self._plans: asyncio.Queue[tuple[Plan, str]] = asyncio.Queue()
        self._left = asyncio.Event()
        self._plan = Plan(skill=skill)
        self._trouble = ""
        """Why the last game could not begin: said in the lobby."""
        self.pages: dict[str, SeatPage] = {}
        self._table: Table | None = None
        self._keys: Keys | None = None
        self._children: AsyncExitStack | None = None
        self._lit: dict[str, bool] = {}
        self._menus: dict[str, Page] = {}
        self.room = PlotRoom(plots)
        self._people: frozenset[str] = frozenset()
        """The boats that people man in this game, even where understudies hold every seat for a while."""
        self._care = Care(devices.upkeep, self.stations, self._phrases) if devices.upkeep else None
        later, lit = loop.call_later, lambda lamp: self._lit.get(lamp, False)
        self.service = Service(self.stations, devices, self._curtain, later, self._hold_game, self._lamps, lit)
        devices.keys.attach(self)
        devices.dials.attach(self)

    async def run(self) -> None:
        """Set games up and play them, one after another."""
        while True:
            self._open_lobby()
            await self._play(*await self._plans.get())

    # Hands

    def pressed(self, station: str, key: str) -> None:
        """A key went down."""
        self._work(station)
        self.service.pressed(station, key)

    def released(self, station: str, key: str) -> None:
        """A key came up."""
        self._work(station)
        self.service.released(station, key)

    def turned(self, station: str, dial: int, steps: int) -> None:
        """A dial was turned. By no step: that is the pulse, which nobody may see."""
        if not steps:
            self.service.pulsed(station)
            return
        self._work(station)
        self.service.turned(station, dial, steps)

    def _work(self, station: str) -> None:
        """Somebody works a station: its boat is awake, and its panel goes first."""
        self.lights.wake(self.stations[station].fitting.boat)
        self._devices.panels.touched(station)

    # Between games

    def _open_lobby(self) -> None:
        self.game, self.manning = None, {}
        self.lights.wake_all()
        first, *others = self.stations.values()
        first.base(LobbyPage(self._cut_off(), self.begin, self._plan))
        for station in others:
            station.base(TextPage(self._phrases.say("lobby.title"), [self._phrases.say("lobby.elsewhere")], ""))
        if self._trouble:
            first.notice(self._trouble)
            self._trouble = ""
        self.changed()

    def _cut_off(self) -> list[Kept]:
        """Return the games that wait to be taken up again, newest first. Nobody plays: the disk may be waited for."""
        if self._shelf is None:
            return []
        kept = [self._shelf.look(name) for name in self._shelf.names()[: -OFFERED - 1 : -1]]
        return [game for game in kept if game.standing == "open"]

    @property
    def table_name(self) -> str:
        """What the game is called that is on; '' between games."""
        return self._table.name if self._table else ""

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self._table is not None

    def begin(self, plan: Plan, seed: str = "") -> None:
        """Begin what was planned, unless a game is on or about to be; without a seed by a new one."""
        if not self.playing and self._plans.empty():
            self._plan = plan
            self._plans.put_nowait((plan, seed or secrets.token_hex(8)))

    # In a game

    async def _play(self, plan: Plan, seed: str) -> None:
        game = game_named(plan.game)
        self._keys = Keys.cut(game)
        try:
            table = self._open(game, plan, seed, self._keys)
        except (SetupError, JournalError, data.ContentError) as error:
            refusal = error.refusal if isinstance(error, SetupError) else Refusal(error.code, error.facts)
            self._trouble = say_refusal(refusal.code, refusal.facts)
            plan.resume = ""
            return
        self.game, self._table = game, table
        self.chimes.begin(game.name)
        self.manning = man(self.fittings, game.seats, plan.crews)
        self._people = frozenset(self._boats())
        self._left.clear()
        plan.resume = ""
        try:
            async with AsyncExitStack() as self._children:
                crews = unmanned(game.seats, self.manning)
                await self._children.enter_async_context(self._crew(table, self._keys, crews, plan.skill))
                await self._children.enter_async_context(self.room.open(game.name))
                with self._seated(table, game):
                    table.begin()
                    try:
                        await self._left.wait()
                    finally:  # also where the daemon is told to end: what happened is written before all else
                        table.hold(running=False)
                        await until_written(table)
        finally:
            self._children = self._table = None
            table.close()

    def _open(self, game: Game[Any, Any], plan: Plan, seed: str, keys: Keys) -> Table:
        if plan.resume and self._shelf is not None:
            return resume_table(plan.resume, self._shelf, keys)
        header = make_header(game, plan.options, data.read, seed)
        if isinstance(header, list):
            raise SetupError(header[0])
        return open_table(game, header, self._shelf, keys)

    @contextmanager
    def _seated(self, table: Table, game: Game[Any, Any]) -> Iterator[None]:
        """Seat every station that is manned; the others are dark."""
        if self._keys is not None:
            self.gallery.open(table, game.name, self._keys)
        for name, station in self.stations.items():
            if name in self.manning:
                self._seat(table, station, self.manning[name])
            else:
                station.base(Page())
        self.changed()
        try:
            yield
        finally:
            self.gallery.close()
            for page in self.pages.values():
                page.rise()
            self.pages.clear()
            for lamp in self._lit:
                self._devices.lamps.set(lamp, lit=False)
            self._lit.clear()

    def _seat(self, table: Table, station: Station, seats: Sequence[Seat]) -> None:
        if self.game is None or self._keys is None:
            return
        name = station.fitting.name
        berth = StationBerth(self, station)
        page = SeatPage(self.game, seats, screens_of(self.game.name), berth)
        self.pages[name] = page
        page.sit(table, self._keys.token_of[seats[0].partition(".")[0]], name)
        station.base(page)

    # What comes from the seats

    def heard(self, station: Station, seat: Seat, heard: Heard) -> None:
        """Ring for what a seat heard, and show its twin at the station."""
        self.lights.wake(station.fitting.boat)
        shown = self.chimes.heard(seat.partition(".")[0], self._boats(), heard)
        if shown is not None:
            station.announce(shown.banner, urgent=shown.urgent)

    def stands(self, station: Station, state: str) -> None:
        """Ring for how the table stands, and show its twin at the station. In service mode no game goes on."""
        if state != "over":
            self.debriefs.clear()
        self.changed()
        if self.service.on and state in RUNNING:
            self._hold_game(self.service.leader)
        shown = self.chimes.stands(state, self._boats())
        if shown is not None:
            station.announce(shown.banner, urgent=shown.urgent)

    def light_lamps(self) -> None:
        """Light the lamp of the boat whose turn it is, or that holds the table: everybody may know that."""
        views = [page.wire.seen[page.seat].view for page in self.pages.values()]
        turns = {view.get("turn") or view.get("held") for view in views}
        for boat in self._lamps:
            lit = boat in turns
            if self._lit.get(boat) is not lit:
                self._lit[boat] = lit
                self._devices.lamps.set(boat, lit=lit)

    def _boats(self) -> tuple[str, ...]:
        """Return the boats that people work."""
        return tuple(dict.fromkeys(self.stations[name].fitting.boat for name in self.manning))

    # The station menu

    def _open_menu(self, station: Station) -> None:
        page = station.pile[0]
        phrases = page.phrases if isinstance(page, SeatPage) else self._phrases
        self._close_menu(station)
        self._menus[station.fitting.name] = menu = StationMenu(station, self, phrases).page()
        station.lay(menu)

    def _close_menu(self, station: Station) -> None:
        if (open_one := self._menus.get(station.fitting.name)) in station.pile:
            del station.pile[station.pile.index(open_one) :]

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

    def mute(self, *, muted: bool) -> None:
        """Let the bell sound or not."""
        self.muted = muted
        self.chimes.mute(muted=muted)

    def heirs(self, station: Station) -> Sequence[str]:
        """Return the stations of the same boat."""
        own = station.fitting
        return [name for name in self.stations_for(own.boat) if name != own.name]

    def for_phones(self, station: Station) -> Sequence[str]:
        """Return the stations of the same boat, those first whose panels are dead."""
        dead = self._care.dead_panels() if self._care else ()
        return sorted((station.fitting.name, *self.heirs(station)), key=lambda name: name not in dead)

    def hand_over(self, station: Station, heir: str) -> None:
        """Give the seats of a station to another one, or ('') to understudies."""
        self._give(self.manning[station.fitting.name], heir)

    def strays(self, station: Station) -> Sequence[Seat]:
        """Return the seats of a boat that people man, but for those at a station: understudies hold them."""
        boat = station.fitting.boat
        if self.game is None or boat not in self._people:
            return []
        return [seat for seat, holder in self.holders().items() if seat.partition(".")[0] == boat and not holder]

    def take_over(self, station: Station, seat: Seat) -> None:
        """Take a seat over from its understudy, beside those the station works already."""
        if seat in self.strays(station):
            self._give((seat,), station.fitting.name)

    def holders(self) -> Mapping[Seat, str]:
        """Return every seat with the station that works it, '' where understudies do."""
        return holders(self.game.seats, self.manning) if self.game else {}

    def stations_for(self, seat: str) -> Sequence[str]:
        """Return the stations of the boat of a seat."""
        return [fitting.name for fitting in self.fittings if fitting.boat == seat.partition(".")[0]]

    def give(self, seat: Seat, heir: str) -> bool:
        """Give a seat to a station of its boat, or ('') to understudies, at the umpire's word; tell if that can be."""
        if self.holders().get(seat, heir) == heir or heir not in ("", *self.stations_for(seat)):
            return False
        self._give((seat,), heir)
        return True

    def _give(self, seats: Sequence[Seat], heir: str) -> None:
        table = self._table
        if table is None:
            return
        before, self.manning = self.manning, handed(self.manning, seats, heir)
        others = [name for name in self.stations if self.manning.get(name) != before.get(name)]
        for page in [self.pages.pop(name) for name in others if name in self.pages]:
            page.rise()
        for session in tuple(table.sessions):  # understudies that are left
            for seat in [seat for seat in seats if seat in session.watches]:
                table.unseat(session, seat)
        for name in others:
            if name in self.manning:
                self._seat(table, self.stations[name], self.manning[name])
            else:
                self.stations[name].base(Page())
        if not heir:
            self._call_understudies(table, seats)
        self.changed()

    def _call_understudies(self, table: Table, seats: Sequence[Seat]) -> None:
        children, keys = self._children, self._keys
        if children is not None and keys is not None:
            task = asyncio.ensure_future(
                children.enter_async_context(self._crew(table, keys, [seats], self._plan.skill))
            )
            children.callback(task.cancel)

    def debrief(self, station: Station) -> None:
        """Tell the game again that is over."""
        self.debriefs.lay(station)

    def leave(self) -> None:
        """Leave the table; the game is kept."""
        self._left.set()

    # Who works what

    def idle(self) -> list[str]:
        """Return the stations that have nothing to do: unmanned in a game, all but the first between games."""
        busy = self.manning if self.game else list(self.stations)[:1]
        return [name for name in self.stations if name not in busy]

    def labels(self) -> Mapping[str, str]:
        """Return who works each station, in words."""
        phrases = Phrases(self.game.name if self.game else "")
        return {name: phrases.roles(seats) for name, seats in self.manning.items()}
