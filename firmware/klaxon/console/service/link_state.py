"""The link in service mode: how this console stands with the other one, and what the way between them has counted."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.linked.link_page import standing_in_words
from klaxon.console.linked.other_console import ALONE
from klaxon.console.service.context import ServiceContext
from klaxon.console.service.service_station import ServicePage
from klaxon.console.station.page import HEAD


class LinkStatePage(ServicePage):
    """The link as it is at every draw; the dial turns through it."""

    beat = 0.5

    def __init__(self, context: ServiceContext) -> None:
        """Begin at the top."""
        self._context = context
        self._top = 0

    def _lines(self) -> list[str]:
        context = self._context
        standing, report = context.link()
        if standing.role == ALONE:
            return [context.say("service.link.none")]
        found = [standing_in_words(standing, context.phrases.language)]
        if report is None:
            return found
        found.append(context.say(f"service.link.carrier.{report.carrier}", baud=report.baud or ""))
        if report.sent_bytes is not None:
            found.append(context.say("service.link.bytes", sent=report.sent_bytes, received=report.received_bytes or 0))
        if report.good_frames is not None:
            counts = {"good": report.good_frames, "bad": report.bad_frames or 0, "resent": report.resent or 0}
            found.append(context.say("service.link.frames", **counts))
        if report.round_trip_ms is not None:
            found.append(context.say("service.link.round-trip", ms=f"{report.round_trip_ms:.1f}"))
        return found

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show it."""
        lines = self._lines()
        self._top = min(self._top, len(lines) - 1)
        return (
            Place(Area(0, 0, width, HEAD), Title(self._context.say("service.link"))),
            Place(Area(0, HEAD, width, height - HEAD - BOTTOM), Text(tuple(lines[self._top :]), LABEL, wrap=True)),
        )

    def bottom(self) -> BottomLine:
        """Return how to leave."""
        return BottomLine(self._context.say("bottom.back"), "idle")

    def turn(self, dial: int, steps: int) -> None:
        """Turn to the next lines."""
        self._top = max(0, self._top + steps)


def open_page(context: ServiceContext) -> None:
    """Open the page."""
    context.service_station.lay(LinkStatePage(context))
