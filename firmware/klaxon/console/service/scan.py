"""The bus scan: which addresses answer. It takes a while; the loop does not wait for it."""

from __future__ import annotations

import asyncio

from klaxon.console.devices.health import Answer, DeviceHealth
from klaxon.console.drawing.fonts import BODY
from klaxon.console.drawing.parts import BottomLine, List, ListItem, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Part, Place
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.page import HEAD


class ScanPage(ServicePage):
    """Scans when it is opened, and again with OK."""

    def __init__(self, context: ServiceContext, device_health: DeviceHealth) -> None:
        """Begin without a scan."""
        self._context, self._device_health = context, device_health
        self._task: asyncio.Task[tuple[Answer, ...]] | None = None
        self._found: tuple[Answer, ...] = ()
        self._trouble = ""
        self._cursor = 0

    def on_enter(self) -> None:
        """Start a scan."""
        self._begin()

    def on_leave(self) -> None:
        """Cancel the scan."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def ok(self) -> None:
        """Scan again, once the last scan is done."""
        if self._task is None:
            self._begin()

    def push(self) -> None:
        """Push works like OK here."""
        self.ok()

    def turn(self, dial: int, steps: int) -> None:
        """Scroll."""
        self._cursor = max(0, min(len(self._found) - 1, self._cursor + steps))

    def _begin(self) -> None:
        self._found, self._trouble, self._cursor = (), "", 0
        self._task = asyncio.get_running_loop().create_task(self._device_health.scan(), name="bus scan")
        self._task.add_done_callback(self._on_done)

    def _on_done(self, task: asyncio.Task[tuple[Answer, ...]]) -> None:
        if task is not self._task:
            return  # nobody waits for it any more
        self._task = None
        error = task.exception()
        if isinstance(error, OSError):
            self._trouble = self._context.say("service.scan.failed", error=error.strerror or type(error).__name__)
        elif error is not None:
            raise error
        else:
            self._found = task.result()
        self._context.service_station.draw()

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the addresses that answered, or the error."""
        count = self._context.say("service.scan.count", count=len(self._found)) if self._found else ""
        return (
            Place(Area(0, 0, width, HEAD), Title(self._context.say("service.scan"), count)),
            Place(Area(0, HEAD, width, height - HEAD - BOTTOM), self._part()),
        )

    def _part(self) -> Part:
        if self._found:
            return List(tuple(_item(self._context, each) for each in self._found), self._cursor)
        text = (
            self._context.say("service.scan.asking")
            if self._task
            else self._trouble or self._context.say("service.scan.nobody")
        )
        return Text((text,), BODY, wrap=True, middle=True)

    def bottom(self) -> BottomLine:
        """Return what OK does."""
        return (
            BottomLine(self._context.say("service.scan.wait"), "waiting")
            if self._task
            else BottomLine(self._context.say("service.scan.again"))
        )


def _item(context: ServiceContext, answer: Answer) -> ListItem:
    return ListItem(
        context.say("service.scan.answer", bus=answer.bus, address=f"{answer.address:02X}"), answer.driver or "-"
    )


def open_page(context: ServiceContext) -> None:
    """Open the scan."""
    if context.device_health is None:
        context.lay_words(context.say("service.scan"), context.say("service.scan.none"))
    else:
        context.service_station.lay(ScanPage(context, context.device_health))
