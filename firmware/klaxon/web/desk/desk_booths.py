"""What each kind of page of a desk shows: reports, told no more often than a person can read them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from klaxon.web.desk.desk_server import DeskServer
from klaxon.web.desk.desk_source import DeskSource
from klaxon.web.door.door import code_rows

GAP = 0.3
"""Seconds between two pictures of a page, however much happens in a hall."""


class DeskBooth:
    """A page of everybody's or of an organiser: one report, in the page's language."""

    def __init__(self, source: DeskSource, report: Callable[[str], Mapping[str, Any]]) -> None:
        """Show a report of a desk."""
        self._source, self._report = source, report

    def picture(self, language: str = "") -> Mapping[str, Any]:
        """Return what the page shows now."""
        return self._report(language)

    def look(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` soon after a report has changed; return what ends it."""
        return look_slowly(self._source, on_change)

    def act(self, message: Mapping[str, Any]) -> bool:  # noqa: ARG002 - acts of a desk are answered, see desk_visit.py
        """Refuse: nobody acts by looking on."""
        return False


class CrewBooth(DeskBooth):
    """The phone of a crew: how to check in, and afterwards where it plays."""

    def __init__(self, source: DeskSource, ticket: str) -> None:
        """Begin with the ticket that the phone has kept, '' if none."""
        super().__init__(source, self._own)
        self.ticket = ticket

    def _own(self, language: str) -> Mapping[str, Any]:
        own = self._source.crew(self.ticket, language) if self.ticket else None
        if own is not None:
            return {"in": True, **own}
        tournament = self._source.hall(language)["tournament"]
        return {"in": False, "tournament": tournament["name"] if tournament else ""}


def hall_picture(server: DeskServer, language: str) -> Mapping[str, Any]:
    """Return what screens in the hall show."""
    source, link = server.source, server.check_in_link
    scan = {"link": link.lower(), "rows": code_rows(link)} if link else None
    hall = source.hall(language)
    show = [{**each, "debrief": server.past.link(each["claim"])} for each in hall["show"]]
    return {**hall, "show": show, "followed": source.followed_table(language), "check_in": scan}


def look_slowly(source: DeskSource, on_change: Callable[[], None]) -> Callable[[], None]:
    """Call `on_change` whenever reports have changed, at most once every GAP seconds; return what ends it."""
    timer: asyncio.TimerHandle | None = None

    def fire() -> None:
        nonlocal timer
        timer = None
        on_change()

    def note() -> None:
        nonlocal timer
        if timer is None:
            timer = asyncio.get_running_loop().call_later(GAP, fire)

    leave = source.look(note)

    def end() -> None:
        leave()
        if timer is not None:
            timer.cancel()

    return end
