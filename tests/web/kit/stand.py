"""A page on a stand: the real server in this loop, before a virtual console whose every movement is written down."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from klaxon.console.devices import COURSE_KEYS, Call, Fitting, Picture
from klaxon.console.devices.virtual_console import Roster
from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import BODY
from klaxon.console.lobby.joining import GONE, JoinPlace
from klaxon.console.lobby.players import Players
from klaxon.hal.virtual import VirtualConsole
from klaxon.web.server.serve import Address, serve
from klaxon.web.stations.renewal import Renewal
from klaxon.web.stations.station_keys import StationKeys
from klaxon.web.stations.stations_server import StationsServer

BOATS = ("red", "blue")
ROLES = ("Captain", "First officer", "Engineer", "Radio operator")


def fittings(boat: str) -> list[Fitting]:
    """The four stations of a boat, as the profile `virtual` has them."""
    keys = ("push", "ok", "back")
    captain = (*keys, *COURSE_KEYS, "stop")
    return [
        Fitting(f"{boat}-{n}", boat, dials=2 if n == 4 else 1, keys=captain if n == 1 else keys) for n in range(1, 5)
    ]


def roster(*unmanned: str) -> Roster:
    """Who works what, in words."""
    stations = {f"{boat}-{n}": role for boat in BOATS for n, role in enumerate(ROLES, 1)}
    return Roster(stations, {}, frozenset(unmanned))


def written(*lines: str) -> Picture:
    """A picture of some lines of text."""
    canvas = Canvas(128, 64)
    for n, line in enumerate(lines):
        canvas.text(0, 2 + 12 * n, line, BODY)
    return Picture(128, 64, bytes(canvas.bits), lines)


class Log:
    """Hands that only write down what they are told."""

    def __init__(self) -> None:
        self.moves: list[str] = []

    def on_press(self, station: str, key: str) -> None:
        self.moves.append(f"{station} {key} down")

    def on_release(self, station: str, key: str) -> None:
        self.moves.append(f"{station} {key} up")

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.moves.append(f"{station} {dial} {steps:+d}")

    def on_page_opened(self, station: str) -> None:
        """Nothing: the charts here are shown by tests."""

    def on_aim(self, station: str, words: tuple[str, ...]) -> None:
        self.moves.append(f"{station} aim {' '.join(words)}")


class Box:
    """A booth whose picture a test changes, and that writes down what it is told."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {"state": "none", "standing": "No game is on."}
        self.acts: list[Mapping[str, Any]] = []
        self.lookers: list[Callable[[], None]] = []

    def picture(self, language: str = "") -> Mapping[str, Any]:
        return self.shown

    def show(self, **facts: Any) -> None:
        self.shown = {**self.shown, **facts}
        for told in self.lookers:
            told()

    def look(self, told: Callable[[], None]) -> Callable[[], None]:
        self.lookers.append(told)
        return lambda: self.lookers.remove(told)

    def act(self, message: Mapping[str, Any]) -> bool:
        if set(message) == {"act"}:
            self.acts.append(message)
        return set(message) == {"act"}


class Places:
    """Places to join that are free until somebody takes them, and what is said of them."""

    def __init__(self) -> None:
        self.players = Players(lambda: None)
        self.own_pages: Callable[[str], int] = lambda _: 0

    def places(self, language: str) -> list[JoinPlace]:
        return [
            JoinPlace(
                f"{boat}-{n}", boat, role, boat, self.players.name_at(f"{boat}-{n}"), self._is_free(f"{boat}-{n}")
            )
            for boat in BOATS
            for n, role in enumerate(ROLES, 1)
        ]

    def take(self, station: str, given: str, language: str = "") -> str:
        if station not in [place.station for place in self.places("en") if place.is_free]:
            return GONE
        self.players.sit(station, given)
        return ""

    def _is_free(self, station: str) -> bool:
        return not self.players.is_present(station) and not self.own_pages(station)


class Stand:
    """A console with two boats, its page, and what hands did to it."""

    def __init__(self) -> None:
        self.console = VirtualConsole([fitting for boat in BOATS for fitting in fittings(boat)], BOATS)
        self.devices = self.console.devices()
        self.log = Log()
        self.devices.keys.attach(self.log)
        self.devices.dials.attach(self.log)
        self.console.touch.attach(self.log)
        self.keys = StationKeys.create(fitting.name for fitting in self.console.fittings)
        self.boxes = {"umpire": Box(), "spectator": Box()}
        self.places = Places()
        self.page = self.new_page()

    def new_page(self) -> StationsServer:
        """A page as a daemon has it that was started anew: with the keys that were kept."""
        page = StationsServer(self.console, self.keys, roster(), booths=self.boxes, joining=self.places)
        self.places.own_pages = page.own_pages
        self.renewal = Renewal(page, lambda: None, lambda: None)
        return page

    def show(self, station: str, *lines: str) -> None:
        self.devices.panels.show(station, written(*lines))

    def chart(self, station: str, **facts: Any) -> None:
        """Show a panel with a chart beside it."""
        self.devices.panels.show(station, written("a chart")._replace(chart=facts))

    def ring(self, boat: str, call: Call) -> None:
        self.devices.bells[boat,].ring(call)

    @property
    def moves(self) -> list[str]:
        """What hands did since this was asked last."""
        moves, self.log.moves = self.log.moves, []
        return moves

    @contextlib.asynccontextmanager
    async def served(self, port: int = 0) -> AsyncIterator[Address]:
        async with serve(self.page, port=port) as address:
            yield address
