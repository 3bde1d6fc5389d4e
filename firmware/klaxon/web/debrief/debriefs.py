"""Debriefs on the page: when the game is over, every open station of it gets a link to the debrief file.

The link holds a ticket, a new one for every end of a game. It opens nothing else, and nothing once that game goes on
because its end was undone. It stays valid after the table was left and another game has begun, until that one ends.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from functools import partial
from typing import TYPE_CHECKING, Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from klaxon.console.language.catalogue import ENGLISH, say
from klaxon.console.onlook import debrief_worker
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.table.debrief import TooEarlyError
from klaxon.web.debrief.past_route import FAILED, GONE, moment_sender
from klaxon.web.server.files import KINDS, requested_language
from klaxon.web.server.gate import Gate
from klaxon.web.server.patience import Answer, wait_for
from klaxon.web.server.policy import policy_header

if TYPE_CHECKING:  # what makes a file is loaded when somebody asks for one
    from klaxon.console.onlook.debrief import Story
    from klaxon.console.onlook.logbook import Logbook
    from klaxon.console.onlook.look_back import PastLook
    from klaxon.console.onlook.past_stills import PastStill
    from klaxon.web.debrief.debrief_file import DebriefFile

DEBRIEF = "/D/"
"""What precedes a ticket in a link."""
DEBRIEF_FILE, LOGBOOK_FILE = "booklet", "logbook"
"""The files that a ticket opens."""
SECRET_BYTES = 16


class GameSource(Protocol):
    """Knows the game: a console."""

    @property
    def which(self) -> str:
        """Return an id of the end of the game, '' if it is not over; another end has another id."""

    async def story(self, language: str = ENGLISH) -> Story:
        """Return its story in a language; TooEarlyError if it is not over."""

    @property
    def has_logbook(self) -> bool:
        """Return whether it has a logbook."""

    async def logbook(self, language: str = ENGLISH) -> Logbook:
        """Return its logbook in a language; TooEarlyError if it is not over, or has none."""

    async def past_still(self, look: PastLook, language: str = ENGLISH) -> PastStill:
        """Return a picture of any second of it; TooEarlyError if it is not over, or cannot be looked back at."""


class Handout:
    """The one debrief file that can be fetched, and the ticket to it."""

    def __init__(self) -> None:
        """Begin with nothing to fetch."""
        self.source: GameSource | None = None
        self.ticket = ""
        """'' while there is nothing to fetch."""
        self._which = ""
        self._made: dict[tuple[str, str], asyncio.Task[DebriefFile]] = {}
        """Which file and its language -> the file, or the task that makes it."""

    def offer(self, which: str) -> None:
        """Create a ticket for an end of a game, which voids the one before; '' if the game is not over."""
        if which != self._which:
            self._which = which
            self.ticket = secrets.token_urlsafe(SECRET_BYTES) if which else ""
            self._made.clear()

    @property
    def logbook_ticket(self) -> str:
        """The ticket, where it opens a logbook too; else ''."""
        return self.ticket if self.source is not None and self.source.has_logbook else ""

    async def take(self, ticket: str, language: str = ENGLISH, which: str = DEBRIEF_FILE) -> DebriefFile | None:
        """Return a file for a ticket; it is made once for a language, but the console is asked each time.

        DebriefWorkerError where its worker failed; the next request starts another.
        """
        if self.source is None or not self.opens(ticket):
            return None
        key = (which, language)
        if key not in self._made:
            self._made[key] = asyncio.create_task(_MAKERS[which](self.source, language), name=f"{which} {language}")
        made = self._made[key]
        try:
            found = await asyncio.shield(made)  # others may wait for it when this page has gone
        except (TooEarlyError, DebriefWorkerError) as error:
            if self._made.get(key) is made:
                del self._made[key]
            if isinstance(error, DebriefWorkerError):
                raise
            return None
        return found if self.opens(ticket) else None

    async def look_back(self, ticket: str, look: PastLook, language: str) -> PastStill | None:
        """Return a picture of any second of the game for a ticket; None where the ticket opens nothing.

        DebriefWorkerError where its worker failed; the next request starts another.
        """
        if self.source is None or not self.opens(ticket):
            return None
        try:
            still = await self.source.past_still(look, language)
        except TooEarlyError:
            return None
        return still if self.opens(ticket) else None

    def opens(self, ticket: str) -> bool:
        """Return whether a ticket is the one of the game that is over."""
        known = hmac.compare_digest(ticket.encode("utf-8", "replace"), self.ticket.encode())
        return bool(known and self.ticket and self.source and self.source.which == self._which)


async def _make(source: GameSource, language: str) -> DebriefFile:
    """Make a debrief file in a worker process, so that other pages do not wait."""
    from klaxon.web.debrief.debrief_file import make_debrief_file  # noqa: PLC0415 - where a game is over

    story = await source.story(language)
    lay_out = partial(make_debrief_file, story)
    return await asyncio.get_running_loop().run_in_executor(None, debrief_worker.call_in_worker, lay_out)


async def _make_logbook(source: GameSource, language: str) -> DebriefFile:
    """Make a logbook file: gathering it takes long and is a worker's, laying it out is quick."""
    from klaxon.web.logbook.logbook_file import make_logbook_file  # noqa: PLC0415 - where a game is over

    return make_logbook_file(await source.logbook(language))


_MAKERS = {DEBRIEF_FILE: _make, LOGBOOK_FILE: _make_logbook}


def debrief_routes(handout: Handout, gate: Gate, language: str = ENGLISH) -> list[Route]:
    """Return the routes of the debrief file, of the moments it looks back at and of the logbook.

    Who has a ticket may wait for them: the worker of a long game takes longer than a stranger may stay.
    """
    paths = {DEBRIEF_FILE: f"{DEBRIEF}{{ticket}}", LOGBOOK_FILE: f"{DEBRIEF}{{ticket}}/log"}
    senders = {path: _sender(handout, language, which) for which, path in paths.items()}
    senders[f"{DEBRIEF}{{ticket}}/past"] = moment_sender(handout.look_back, language)

    def has_ticket(request: Request) -> bool:
        return handout.opens(request.path_params["ticket"])

    return [Route(path, wait_for(sender, gate, has_ticket), methods=["GET"]) for path, sender in senders.items()]


def _sender(handout: Handout, otherwise: str, which: str) -> Answer:
    async def send(request: Request) -> Response:
        language = requested_language(request, otherwise)
        try:
            made = await handout.take(request.path_params["ticket"], language, which)
        except DebriefWorkerError:
            return PlainTextResponse(say("web.debrief-failed", {}, language), FAILED)
        if made is None:
            return PlainTextResponse(say("web.no-debrief", {}, language), GONE)
        policy = {**made.policy, "frame-ancestors": "'none'"}
        headers = {"Content-Security-Policy": policy_header(policy)}
        return Response(made.text, media_type=KINDS[".html"], headers=headers)

    return send
