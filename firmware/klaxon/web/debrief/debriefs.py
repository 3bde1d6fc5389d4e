"""Debriefs on the page: when the game is over, whoever has a station of it open is handed a link to its booklet.

The link holds a ticket, a new one for every end of a game. It opens nothing else, and nothing once that game goes on,
because its end was taken back. It stays good when the table was left and another game begins, until that one ends.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from klaxon.console.language.catalogue import ENGLISH, say
from klaxon.console.onlook import debrief_worker
from klaxon.console.onlook.debrief import Story
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.table.debrief import TooEarlyError
from klaxon.web.debrief.debrief_file import DebriefFile, make_debrief_file
from klaxon.web.server.files import KINDS, requested_language
from klaxon.web.server.policy import policy_header

DEBRIEF = "/D/"
"""What stands before a ticket in a link."""
SECRET_BYTES = 16
GONE = 410
"""There is nothing to tell, or not to this ticket."""
FAILED = 503
"""It could not be worked out this time."""


class GameSource(Protocol):
    """Whoever knows the game: a console."""

    @property
    def which(self) -> str:
        """Which end of a game there is to tell of, '' for none; another end is another word."""

    async def story(self, language: str = ENGLISH) -> Story:
        """Tell it in a language; TooEarlyError if it goes on."""


class Handout:
    """The one booklet that is there to be had, and the ticket to it."""

    def __init__(self) -> None:
        """Begin with nothing to hand out."""
        self.source: GameSource | None = None
        self.ticket = ""
        """'' while there is nothing to be had."""
        self._which = ""
        self._made: dict[str, asyncio.Task[DebriefFile]] = {}
        """Language -> the booklet in it, or the work on it."""

    def offer(self, which: str) -> None:
        """Cut a ticket for an end of a game, and make the one before it void; '' where there is no end."""
        if which != self._which:
            self._which = which
            self.ticket = secrets.token_urlsafe(SECRET_BYTES) if which else ""
            self._made.clear()

    async def take(self, ticket: str, language: str = ENGLISH) -> DebriefFile | None:
        """Return the booklet for a ticket; it is made once for a language, but the console is asked each time.

        DebriefWorkerError where its worker failed; the next who asks starts another.
        """
        if self.source is None or not self._opens(ticket):
            return None
        if language not in self._made:
            self._made[language] = asyncio.create_task(_make(self.source, language), name=f"booklet {language}")
        made = self._made[language]
        try:
            found = await asyncio.shield(made)  # others may wait for it when this page has gone
        except (TooEarlyError, DebriefWorkerError) as error:
            if self._made.get(language) is made:
                del self._made[language]
            if isinstance(error, DebriefWorkerError):
                raise
            return None
        return found if self._opens(ticket) else None

    def _opens(self, ticket: str) -> bool:
        known = hmac.compare_digest(ticket.encode("utf-8", "replace"), self.ticket.encode())
        return bool(known and self.ticket and self.source and self.source.which == self._which)


async def _make(source: GameSource, language: str) -> DebriefFile:
    """Make a booklet; a worker lays it out, so that no page waits for this one."""
    story = await source.story(language)
    lay_out = partial(make_debrief_file, story)
    return await asyncio.get_running_loop().run_in_executor(None, debrief_worker.call_in_worker, lay_out)


def debrief_route(handout: Handout, language: str = ENGLISH) -> Route:
    """Return the route of the booklet; who wishes for no other language reads it in this one."""
    return Route(f"{DEBRIEF}{{ticket}}", _sender(handout, language), methods=["GET"])


def _sender(handout: Handout, otherwise: str) -> Callable[[Request], Awaitable[Response]]:
    async def send(request: Request) -> Response:
        language = requested_language(request, otherwise)
        try:
            made = await handout.take(request.path_params["ticket"], language)
        except DebriefWorkerError:
            return PlainTextResponse(say("web.debrief-failed", {}, language), FAILED)
        if made is None:
            return PlainTextResponse(say("web.no-debrief", {}, language), GONE)
        policy = {**made.policy, "frame-ancestors": "'none'"}
        headers = {"Content-Security-Policy": policy_header(policy)}
        return Response(made.text, media_type=KINDS[".html"], headers=headers)

    return send
