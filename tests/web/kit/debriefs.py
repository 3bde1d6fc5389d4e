"""Games that ended, and the debrief that is fetched of them."""

from __future__ import annotations

from dataclasses import replace

from klaxon.console.onlook.debrief import Story
from klaxon.console.onlook.logbook import Logbook
from klaxon.console.onlook.look_back import PastLook
from klaxon.console.onlook.past_stills import PastStill
from klaxon.table.debrief import TooEarlyError
from tests.console.kit.stories import golden, told
from tests.web.kit.callers import House, asked
from tests.web.kit.stand import Stand, roster


class Finished:
    """A console whose game is over, until it is told otherwise."""

    def __init__(self) -> None:
        self.asked, self.which = 0, "1"
        self.languages: list[str] = []
        self.too_early = False
        self.has_logbook = False
        self.book: Logbook | None = None
        self._story = told(golden("sonar/hunt-by-torpedo"), "00007-sonar")

    async def logbook(self, language: str = "en") -> Logbook:
        if self.book is None:
            raise TooEarlyError
        return self.book

    async def past_still(self, look: PastLook, language: str = "en") -> PastStill:
        raise TooEarlyError

    async def story(self, language: str = "en") -> Story:
        self.languages.append(language)
        self.asked += 1
        if self.too_early or not self.which:
            raise TooEarlyError
        return self._story


def end(stand: Stand, *unmanned: str, over: bool = True) -> Finished:
    """End the game, or let it go on."""
    source = Finished()
    source.which = "1" if over else ""
    stand.page.handout.source = source
    stand.page.send_roster(replace(roster(*unmanned), debrief=source.which))
    return source


async def fetched(house: House, ticket: str, host: str = "") -> tuple[int, str, str]:
    """Ask for a debrief; return the status, the head and the body."""
    host = host or f"{house.address.host}:{house.address.port}"
    request = f"GET /D/{ticket} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    answer = await asked(house, request, stays=True)
    head, _, body = answer.decode().partition("\r\n\r\n")
    return int(head.split()[1]), head.lower(), body
