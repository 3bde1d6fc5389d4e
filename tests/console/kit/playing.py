"""Playing at a console in made-up time: verbs that read like play.

@story
async def test_a_captain_sails() -> None:
    async with at_the_console(crews="all none") as play:
        await play.press("red.captain", "ok")
        assert "D3" in play.panel("red.captain").text
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from functools import wraps
from typing import Any, NamedTuple, ParamSpec
from unittest import mock

from klaxon.console.console import Console
from klaxon.console.devices import Call, Fitting, Picture, Sentence, UsbSockets
from klaxon.console.devices.health import DeviceHealth
from klaxon.console.games import GENERAL
from klaxon.console.language.catalogue import languages
from klaxon.console.linked.other_console import OtherConsole
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.match import Crew
from klaxon.console.options import ConsoleOptions
from klaxon.console.play.play_page import PlayPage
from klaxon.console.play.solver import Plots
from klaxon.console.profile import virtual
from klaxon.console.settings.console_settings import ConsoleSettings
from klaxon.console.settings.station_languages import StationLanguages
from klaxon.console.station.gestures import HOLD
from klaxon.console.station.station import Station
from klaxon.crew.crew_session import CrewSession
from klaxon.crew.plot import Plotting
from klaxon.hal.virtual import VirtualConsole
from klaxon.rules.contract import Order, Seat
from klaxon.rules.domains import FreeText, Keyed, PerKey
from klaxon.rules.games import game_named
from klaxon.table.disk.journal import Journal, Snapshot
from klaxon.table.disk.scribe import Scribe
from klaxon.table.disk.shelf import Shelf
from klaxon.table.host import Tokens, crew_name
from klaxon.table.play import JournalRow
from klaxon.table.session import Message, Session
from klaxon.table.table import Table
from klaxon.table.worker import Tell
from tests.console.kit.speaking import language, means
from tests.table.kit.travel import pass_seconds, travel

LAMPS = ("red", "blue")
MOST = 64
"""Steps of a dial that come at once."""
P = ParamSpec("P")


def story(tell: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Tell a test in made-up time."""

    @wraps(tell)
    def test(*args: P.args, **kwargs: P.kwargs) -> None:
        travel(lambda: tell(*args, **kwargs))

    return test


def end_frame(station: Station) -> None:
    """Have a station show what changed since its latest picture, without waiting for the end of the frame."""
    if station._frame is not None:
        station._frame.cancel()
        station._end_frame()


class Panel(NamedTuple):
    """What a panel shows."""

    picture: Picture
    bottom: str
    """The bottom line: what OK will do."""

    @property
    def text(self) -> str:
        return "\n".join(self.picture.words)

    @property
    def lines(self) -> tuple[str, ...]:
        return self.picture.words


class Ringing:
    """A watcher that writes down what it hears and sees, with the moments."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []
        self.frames: list[tuple[str, Picture]] = []
        self.spoken: list[dict[str, str]] = []
        """Each spoken sentence by language."""
        self.noted: list[tuple[float, str, object]] = []
        """Moment, whose (a station, a bell, a lamp), what."""

    def panel(self, station: str, picture: Picture) -> None:
        self.frames.append((station, picture))
        self._note(station, picture)

    def light(self, station: str, level: int) -> None:
        self._note(f"{station} light", level)

    def bell(self, boat: str, call: Call | None) -> None:
        if call is not None:
            self.calls.append((boat, call.name))
        self._note(f"{boat} bell", call)

    def speech(self, sentence: Sentence | None) -> None:
        if sentence is not None:
            self.spoken.append({language: sentence(language) for language in languages()})
        self._note("voice", sentence and sentence("en"))

    def lamp(self, lamp: str, *, lit: bool) -> None:
        self._note(f"{lamp} lamp", lit)

    def _note(self, whose: str, what: object) -> None:
        self.noted.append((round(asyncio.get_running_loop().time(), 6), whose, what))


class Playing:
    """A console, and hands on it."""

    def __init__(self, console: Console, hardware: VirtualConsole) -> None:
        self.console, self.hardware = console, hardware
        self.heard = Ringing()
        hardware.watch(self.heard)

    def open_pages(self) -> None:
        """Have a page show every station."""
        for station in self.console.stations:
            self.hardware.open_page(station)

    def station(self, where: str) -> str:
        """Return the station that works a seat; stations may also be named themselves."""
        for station, seats in self.console.seating.manning.items():
            if where in seats:
                return station
        return where

    def page(self, where: str) -> PlayPage:
        """Return the page of play at a station."""
        return self.console.seating.pages[self.station(where)]

    @property
    def table(self) -> Table:
        """The table that is played at."""
        table = self.console.match.table
        assert table is not None, "nobody plays"
        return table

    async def press(self, where: str, *keys: str) -> None:
        """Press and release keys, one after another."""
        for key in keys:
            await self.hold(where, key, 0.1)

    async def hold(self, where: str, key: str, seconds: float = HOLD + 0.1) -> None:
        """Keep a key down for a while, as a person who has seen what the panel shows."""
        station = self.station(where)
        await self.settled(station)
        self.hardware.press(station, key)
        await self.run(seconds)
        self.hardware.release(station, key)
        await self.run(0)

    async def chord(self, where: str, *keys: str) -> None:
        """Press keys together."""
        station = self.station(where)
        await self.settled(station)
        for key in keys:
            self.hardware.press(station, key)
        await self.run(0.1)
        for key in keys:
            self.hardware.release(station, key)
        await self.run(0)

    async def back(self, where: str) -> None:
        """Go back: by its key, or where there is none by the dial held down."""
        has_key = "back" in self.console.stations[self.station(where)].fitting.keys
        await (self.press(where, "back") if has_key else self.hold(where, "push"))

    async def menu(self, where: str, *words: str) -> None:
        """Open the station menu, and do what stands there."""
        has_key = "back" in self.console.stations[self.station(where)].fitting.keys
        await self.chord(where, "ok", "back" if has_key else "push")
        for word in words:
            await self.choose(where, word)
            await self.ok(where)

    async def ok(self, where: str) -> None:
        """Do what the bottom line says, with OK held where that is asked for."""
        await self.settled(where)
        await (self.hold(where, "ok") if self.is_grave(where) else self.press(where, "ok"))

    async def turn(self, where: str, steps: int, dial: int = 0) -> None:
        """Turn a dial."""
        await self.settled(where)
        while steps:
            now = max(-MOST, min(MOST, steps))
            self.hardware.turn(self.station(where), dial, now)
            steps -= now
        await self.run(0)

    async def settled(self, where: str) -> None:
        """Look at what came by itself, until the keys of a station mean something again."""
        station = self.console.stations[self.station(where)]
        while station.settling:
            await self.run(0.25)

    async def run(self, seconds: float = 0.0) -> None:
        """Let time pass."""
        await pass_seconds(seconds)
        for station in self.console.stations:
            self.end_frame(station)

    def end_frame(self, station: str) -> None:
        """Have a panel show what changed since its latest picture."""
        for each in (self.console.stations[station], self.console.service.service_stations.get(station)):
            if each is not None:
                end_frame(each)

    def panel(self, where: str) -> Panel:
        """Return what a station shows."""
        station = self.station(where)
        self.end_frame(station)
        return Panel(self.hardware.picture(station), self.console.stations[station].page.bottom().text)

    def is_grave(self, where: str) -> bool:
        """Tell whether OK has to be held."""
        return self.console.stations[self.station(where)].page.bottom().doing == "grave"

    @property
    def bell(self) -> list[tuple[str, str]]:
        """The calls so far, each with its boat."""
        return self.heard.calls

    async def choose(self, where: str, word: str, *, most: int = 60) -> None:
        """Turn the dial until the bottom line says a word (or what means the same), as a person would."""
        await self.turn(where, -most)
        for _ in range(most):
            if means(self.panel(where).bottom, word, self.console.stations[self.station(where)].language):
                return
            await self.turn(where, 1)
        raise AssertionError(f"{word!r} is not to be found at {where}: {self.panel(where).text}")

    async def give(self, line: str) -> None:
        """Give an order as a whole line, `red.captain start D3`, by dial and keys alone."""
        order = Order.read(line)
        page, where = self.page(order.seat), order.seat
        while page.seat != order.seat:
            await self.back(where)
        while page.now().under_way:  # its answer clears the draft: what is pressed before that is about another page
            await self.run(0.05)
        while page.now().is_looking:
            await self.press(where, "ok")
        while page.draft.verb:
            await self.back(where)
        for place, word in enumerate(words := [order.verb, *_spelt(page, order)]):
            await self._turn_to(where, word)
            if place < len(words) - 1:
                await self.press(where, "push")
        await self.ok(where)

    async def _turn_to(self, where: str, word: str) -> None:
        draft = self.page(where).draft
        found = [choice.word for choice in draft.choices]
        assert word in found, f"{word!r} is none of {found}"
        await self.turn(where, found.index(word) - draft.cursor)

    async def play_orders(self, *lines: str) -> None:
        """Give orders, one after another."""
        for line in lines:
            await self.give(line)


def _spelt(page: PlayPage, order: Order) -> list[str]:
    """Return what has to be chosen after the verb; '' ends a text, and what may be left out."""
    game, view = page.game, page.game.read_view(page.client.seen[order.seat].view)
    left, draft = list(order.args), Order(order.seat, order.verb)
    words: list[str] = []
    while (field := game.field(view, draft)) is not None:
        if not left:
            return [*words, ""]
        size = len(field.domain.domains) if isinstance(field.domain, PerKey) else 1
        taken, left = left[:size], left[size:]
        inner = field.domain.domain if isinstance(field.domain, Keyed) else field.domain
        if isinstance(inner, FreeText):
            words += [*str(taken[0]), *([""] if inner.shortest < inner.longest else [])]
        elif isinstance(field.domain, Keyed):
            words += [token[1] for token in taken]
        else:
            words += [token if isinstance(token, str) else " ".join(token) for token in taken]
        draft = draft.plus(*taken)
    return words


SPLIT_START = ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive")
"""Both boats dive, far from each other."""


@asynccontextmanager
async def at_the_console(
    shelf: Shelf | None = None,
    *,
    begin: bool = True,
    game: str = "sonar",
    crews: str = "all all",
    fittings: Sequence[Fitting] = virtual(),
    crew: Crew | None = None,
    plots: Plots | None = None,
    scribe: Callable[[], Scribe] | None = None,
    console_type: type[Console] = Console,
    device_health: DeviceHealth | None = None,
    station_languages: StationLanguages | None = None,
    settings: ConsoleSettings | None = None,
    other_console: OtherConsole | None = None,
    usb: Callable[[VirtualConsole], UsbSockets] | None = None,
    seed: str = "7",
    **options: str,
) -> AsyncIterator[Playing]:
    """Sit at a virtual console; the game is set up by the plan, unless `begin` is false: then at the lobby.

    `scribe` makes the disk up, for a game without a shelf.
    """
    loop, failed = asyncio.get_running_loop(), list[dict[str, Any]]()
    loop.set_exception_handler(lambda _loop, context: failed.append(context))
    complaints = _Complaints()
    hardware = VirtualConsole(fittings, LAMPS)
    with ExitStack() as patches:
        logging.getLogger("klaxon").addHandler(complaints)
        patches.callback(logging.getLogger("klaxon").removeHandler, complaints)
        for module in ("host", "following_games"):
            patches.enter_context(mock.patch(f"klaxon.table.{module}.JournalScribe", PlainScribe))
        if scribe is not None:
            patches.enter_context(mock.patch("klaxon.table.following_games.NoScribe", scribe))
        devices = replace(hardware.devices(), device_health=device_health, usb=usb(hardware) if usb else None)
        helped = plots or plots_in_process
        chosen = ConsoleOptions(
            plots=helped,
            languages=station_languages or StationLanguages(language()),
            settings=settings or ConsoleSettings(),
            other_console=other_console,
        )
        console = console_type(fittings, devices, shelf, crew or in_process, chosen)
        running = asyncio.create_task(console.run())
        play = Playing(console, hardware)
        await play.run(0)
        if begin:
            console.lobby.begin(
                GamePlan(game, "", dict(zip(game_named(game).boats, crews.split(), strict=True)), options), seed
            )
            await play.run(0)
        try:
            yield play
            assert not running.done(), "the console ended by itself"
        finally:
            running.cancel()
            (ended,) = await asyncio.gather(running, return_exceptions=True)
    assert isinstance(ended, asyncio.CancelledError), ended
    assert not failed, failed
    assert not complaints.said, complaints.said


@asynccontextmanager
async def with_general_screens() -> AsyncIterator[None]:
    """Play any game by the general menu, as one without screens of its own."""
    with (
        mock.patch("klaxon.console.console.screens_of", return_value=lambda _: GENERAL),
        mock.patch("klaxon.console.station.panes.panes_of", return_value=()),
    ):
        yield


class _Complaints(logging.Handler):
    """What a console says went wrong, though the game went on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(f"{record.getMessage()} {record.exc_info and record.exc_info[1]!r}")


class PlainScribe:
    """A scribe that waits for the disk where it stands: a thread would know no made-up time."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        self._journal.append(rows, snapshot)

    async def finish(self) -> None:
        self._journal.finish()

    def close(self) -> None:
        self._journal.close()


@asynccontextmanager
async def in_process(table: Table, keys: Tokens, crews: Sequence[Sequence[Seat]], skill: str) -> AsyncIterator[None]:
    """Seat understudies in this process: a child would think in real time."""
    seated = [_Understudies(table, keys.token_of["crew"], crew, skill) for crew in crews]
    try:
        yield
    finally:
        for understudies in seated:
            understudies.close()


@asynccontextmanager
async def plots_in_process(game: str, told: Tell) -> AsyncIterator[Tell]:
    """Plot in this process, at once."""
    plotting = Plotting(game)

    def tell(message: Message) -> None:
        plotting.take(json.loads(json.dumps(message)))
        for plot in plotting.tell():
            told(json.loads(json.dumps(plot)))

    yield tell


class _Understudies:
    def __init__(self, table: Table, token: str, seats: Sequence[Seat], skill: str) -> None:
        self._loop = asyncio.get_running_loop()
        self._table = table
        self._sitting = CrewSession(crew_name(seats), seats, "seed", (800, 2500), skill)
        self._session = Session(self._loop.time, self._wake)
        self._timer: asyncio.Handle | None = None
        table.open_session(self._session)
        self._say([self._sitting.hello(token)])

    def close(self) -> None:
        self._table.close_session(self._session)
        if self._timer:
            self._timer.cancel()

    def _now(self) -> int:
        return round(self._loop.time() * 1000)

    def _say(self, messages: list[dict[str, object]]) -> None:
        for message in messages:
            self._table.receive(self._session, json.dumps(message))

    def _wake(self) -> None:
        self._loop.call_soon(self._listen)

    def _listen(self) -> None:
        for text in self._session.carry():
            self._say(self._sitting.take(json.loads(text), self._now()))
        wait = self._sitting.wait(self._now())
        if self._timer:
            self._timer.cancel()
        self._timer = None if wait is None or self._session.gone else self._loop.call_later(wait / 1000, self._speak)

    def _speak(self) -> None:
        self._say(self._sitting.speak(self._now()))
        self._listen()
