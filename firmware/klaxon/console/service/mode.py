"""Service mode: one station works on the devices, the others help, and the paused game stays hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.console.devices import Devices
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.catalogue import say
from klaxon.console.linked.other_console import LinkReport, LinkStanding
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.panels_behind import PanelsBehind
from klaxon.console.service.service_station import ServicePage, ServiceStation
from klaxon.console.station.gestures import GestureReader, Later
from klaxon.console.station.page import HEAD
from klaxon.console.station.station import Station


class Service:
    """Routes key and dial events: to the stations of the game, or in service mode to the service stations.

    A release goes to the receiver of the press, also if the mode has changed meanwhile.
    """

    def __init__(
        self,
        stations: Mapping[str, Station],
        devices: Devices,
        panels_behind: PanelsBehind,
        later: Later,
        pause: Callable[[str], None],
        lamps: tuple[str, ...],
        lit: Callable[[str], bool],
    ) -> None:
        """Begin with the game. `pause` pauses it; `lit` says which lamps should be lit."""
        self._stations, self._devices, self._panels_behind, self._later = stations, devices, panels_behind, later
        self._pause, self._lamps, self._lit = pause, lamps, lit
        self.service_stations: dict[str, ServiceStation] = {}
        """Station -> its service station, while service mode is on."""
        self.leader = ""
        """The station in service mode; '' while it is off."""
        self.link: Callable[[], tuple[LinkStanding, LinkReport | None]] = lambda: (LinkStanding(), None)
        """How this console stands with another one."""
        self._down: dict[tuple[str, str], GestureReader | None] = {}
        """Keys that are down -> the receiver of their release."""

    @property
    def on(self) -> bool:
        """Whether service mode is on."""
        return bool(self.service_stations)

    def enter(self, station: str) -> None:
        """Begin service mode at a station, or go on with it there."""
        if not self.on:
            self._panels_behind.down = True
            self.service_stations = {
                name: ServiceStation(
                    each.fitting, self._devices.panels, self._later, self.enter, self._redraw, each.language
                )
                for name, each in self._stations.items()
            }
            self._pause(station)
        elif station == self.leader:
            return
        from klaxon.console.service.menu import ServiceMenu  # noqa: PLC0415 - and its pages: few consoles ask for them

        self.leader = station
        for name, service_station in self.service_stations.items():
            if name != station:
                service_station.base(_Aside(self, name, service_station.language))
        leader = self.service_stations[station]
        leader.base(ServiceMenu(self._context_of(leader), self.leave))

    def leave(self) -> None:
        """Restore every station; the game stays paused until somebody resumes it."""
        for service_station in self.service_stations.values():
            service_station.close()
        self.service_stations, self.leader = {}, ""
        self._panels_behind.down = False
        for station in self._stations.values():
            station.draw()

    def _context_of(self, service_station: ServiceStation) -> ServiceContext:
        fittings = tuple(station.fitting for station in self._stations.values())
        down = self._down.keys()
        return ServiceContext(
            service_station,
            fittings,
            self._devices,
            self._panels_behind,
            self._later,
            down,
            self._lamps,
            self._lit,
            self.link,
        )

    # Hands

    def on_press(self, station: str, key: str) -> None:
        """A key went down."""
        page = self._page()
        if page is not None and page.on_press(station, key):
            self._down[station, key] = None
            self.service_stations[self.leader].draw()
        else:
            hand = (self.service_stations or self._stations)[station].hand
            self._down[station, key] = hand
            hand.on_press(key)

    def on_release(self, station: str, key: str) -> None:
        """A key came up."""
        hand = self._down.pop((station, key), None)
        page = self._page()
        if page is not None:
            page.on_release(station, key)
            self.service_stations[self.leader].draw()
        if hand is not None:
            hand.on_release(key)

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        """A dial was turned."""
        page = self._page()
        if page is not None and page.on_turn(station, dial, steps):
            self.service_stations[self.leader].draw()
        else:
            (self.service_stations or self._stations)[station].hand.on_turn(dial, steps)

    def on_probe(self, station: str) -> None:
        """Handle a watchdog probe: the current page of the station is drawn."""
        (self.service_stations or self._stations)[station].draw_now()

    def _page(self) -> ServicePage | None:
        """Return the current page, if it handles the controls itself."""
        page = self.service_stations[self.leader].page if self.on else None
        return page if isinstance(page, ServicePage) else None

    # The other stations

    def _redraw(self, service_station: ServiceStation) -> None:
        if service_station.fitting.name == self.leader:
            for other in self.service_stations.values():
                if isinstance(other.page, _Aside) and other.page.is_stale():
                    other.draw()

    def aside(self, station: str) -> tuple[Place, ...]:
        """Return what the current page shows on the panel of another station."""
        page = self._page()
        return page.card(self._stations[station].fitting) if page else ()

    def hint(self, station: str) -> str:
        """Return what people can do at another station now."""
        page, fitting = self._page(), self._stations[station].fitting
        take = "service.elsewhere.take" if "back" in fitting.keys else "service.elsewhere.push"
        hint = (page.elsewhere(fitting) if page else "") or take
        return say(hint, {}, self._stations[station].language)


class _Aside(ServicePage):
    """What a station shows while another is in service mode."""

    def __init__(self, service: Service, station: str, language: str) -> None:
        self._service, self._station, self._language = service, station, language
        self._shown: tuple[tuple[Place, ...], str] = ((), "")

    def is_stale(self) -> bool:
        """Return whether the current page now shows something else here."""
        return self._shown != self._wanted_picture()

    def _wanted_picture(self) -> tuple[tuple[Place, ...], str]:
        return self._service.aside(self._station), self._service.hint(self._station)

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show what the current page shows here, else which station it is at and what can be done here."""
        card, hint = self._shown = self._wanted_picture()
        self.full = bool(card)
        if card:
            return card
        text = say("service.elsewhere", {"station": self._service.leader}, self._language)
        return (
            Place(Area(0, 0, width, HEAD), Title(say("service.title", {}, self._language), self._station)),
            Place(
                Area(0, HEAD, width, height - HEAD - BOTTOM),
                Text((text, "", hint), LABEL, wrap=True, middle=True),
            ),
        )
