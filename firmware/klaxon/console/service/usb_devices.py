"""USB devices at the stations: which socket works which, and how one station, or all of them, learn it by OK."""

from __future__ import annotations

from functools import partial

from klaxon.console.devices import UsbPlug, UsbSockets
from klaxon.console.drawing.fonts import BODY, LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.list_page import ListPage, MenuItem
from klaxon.console.station.page import HEAD
from klaxon.console.station.station import LONG_NOTICE


class LearnUsbPage(ServicePage):
    """Asks for OK on the device of one station after another, until all have theirs or somebody goes BACK."""

    beat = 0.1

    def __init__(self, context: ServiceContext, usb: UsbSockets, stations: tuple[str, ...]) -> None:
        """Let the stations forget their sockets."""
        self._context, self._usb, self._stations = context, usb, stations
        usb.learn(stations)

    def on_leave(self) -> None:
        """Whoever learned nothing has its old socket again."""
        self._usb.stop_learning()

    def tick(self) -> None:
        """Close when every station has its device."""
        if not self._waiting():
            learned = [each for each in self._usb.plugs() if each.station in self._stations]
            self._context.service_station.drop(self)
            if len(learned) == 1:
                text = self._context.say("service.usb.learned", station=learned[0].station, port=learned[0].port)
            else:
                text = self._context.say("service.usb.learned-all")
            self._context.service_station.notice(text, LONG_NOTICE)

    def _waiting(self) -> list[UsbPlug]:
        return [each for each in self._usb.plugs() if each.station in self._stations and not each.port]

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show whose turn it is, and how many have their device."""
        context, waiting, below = self._context, self._waiting(), height - BOTTOM - LABEL.height
        name = waiting[0].station if waiting else ""
        ask = (context.say(f"service.usb.ask.{waiting[0].kind}", station=name),) if waiting else ()
        counts = {"done": len(self._stations) - len(waiting), "count": len(self._stations)}
        return (
            Place(Area(0, 0, width, HEAD), Title(context.say("service.usb"), name)),
            Place(Area(0, HEAD, width, below - HEAD), Text(ask, BODY, wrap=True, middle=True)),
            Place(Area(0, below, width, LABEL.height), Text((context.say("service.usb.progress", **counts),), LABEL)),
        )

    def bottom(self) -> BottomLine:
        """Return how to leave: OK is for the devices that are being learned."""
        return BottomLine(self._context.say("bottom.back"), "idle")


def open_page(context: ServiceContext) -> None:
    """Open the list of stations with their sockets."""
    usb = context.devices.usb
    if usb is None:
        context.lay_words(context.say("service.usb"), context.say("service.usb.none"))
        return

    def lay(*stations: str) -> None:
        context.service_station.lay(LearnUsbPage(context, usb, stations))

    def item(plug: UsbPlug) -> MenuItem:
        text = f"{plug.station} {_where(context, plug)}"
        return MenuItem(text, context.say("service.usb.learn"), partial(lay, plug.station))

    def items() -> list[MenuItem]:
        plugs = usb.plugs()
        everyone = partial(lay, *(each.station for each in plugs))
        return [
            *map(item, plugs),
            MenuItem(context.say("service.usb.all"), context.say("service.usb.learn-all"), everyone),
        ]

    context.service_station.lay(ListPage(context.say("service.usb"), items))


def _where(context: ServiceContext, plug: UsbPlug) -> str:
    if not plug.port:
        return context.say("service.usb.unknown")
    return plug.port if plug.is_there else context.say("service.usb.missing", port=plug.port)
