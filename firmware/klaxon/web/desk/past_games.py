"""Debriefs of games that tables have reported: a page each, whose address only the desk tells."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from klaxon.console.language.catalogue import say
from klaxon.console.onlook import debrief_worker
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.web.debrief.debrief_file import DebriefFile, make_debrief_file
from klaxon.web.debrief.past_route import FAILED, GONE
from klaxon.web.desk.desk_source import DeskSource
from klaxon.web.server.files import KINDS, requested_language
from klaxon.web.server.gate import Gate
from klaxon.web.server.patience import wait_for
from klaxon.web.server.policy import policy_header

DEBRIEF = "/D/"
MADE = 12
"""Debriefs that are remembered: those of one round of a small hall."""
LETTERS = 24


class HallDebriefs:
    """What the pages of a desk know of games that are over: an address for each, and its debrief."""

    def __init__(self, source: DeskSource, secret: str) -> None:
        """Addresses follow from the secret: nobody finds one that was not told."""
        self._source, self._secret = source, secret.encode()
        self._made: dict[tuple[str, str], asyncio.Task[DebriefFile | None]] = {}
        self._claims: dict[str, str] = {}
        """Ticket -> the game."""

    def link(self, claim: str) -> str:
        """Return the address of the debrief of a game."""
        ticket = hmac.new(self._secret, claim.encode(), sha256).hexdigest()[:LETTERS]
        self._claims[ticket] = claim
        return f"{DEBRIEF}{ticket}"

    def with_links(self, claim: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """Return a claim with the address of its debrief, if its journal was verified."""
        if claim is None or claim["state"] != "verified":
            return claim
        return {**claim, "debrief": self.link(claim["id"])}

    def opens(self, ticket: str) -> bool:
        """Return whether a ticket is that of a game."""
        return ticket in self._claims

    async def take(self, ticket: str, language: str) -> DebriefFile | None:
        """Return the debrief of a game, made once for a language; None where there is none."""
        key = (self._claims.get(ticket, ""), language)
        if not key[0]:
            return None
        if key not in self._made:
            self._made[key] = asyncio.create_task(self._make(*key), name="debrief of a past game")
            for old in [*self._made][:-MADE]:
                del self._made[old]
        made = self._made[key]
        try:
            return await asyncio.shield(made)  # others may wait for it when this page has gone
        except DebriefWorkerError:
            self._made.pop(key, None)
            raise

    async def _make(self, claim: str, language: str) -> DebriefFile | None:
        story = await self._source.story(claim, language)
        if story is None:
            return None
        work = partial(debrief_worker.call_in_worker, partial(make_debrief_file, story))
        return await asyncio.get_running_loop().run_in_executor(None, work)

    def route(self, gate: Gate, otherwise: str) -> Route:
        """Return the route of all of them. Screens of the hall show one inside their own page."""

        async def send(request: Request) -> Response:
            language = requested_language(request, otherwise)
            try:
                made = await self.take(request.path_params["ticket"], language)
            except DebriefWorkerError:
                return PlainTextResponse(say("web.debrief-failed", {}, language), FAILED)
            if made is None:
                return PlainTextResponse(say("web.no-debrief", {}, language), GONE)
            policy = policy_header({**made.policy, "frame-ancestors": "'self'"})
            headers = {"Content-Security-Policy": policy, "X-Frame-Options": "SAMEORIGIN"}
            return Response(made.text, media_type=KINDS[".html"], headers=headers)

        def may_wait(request: Request) -> bool:
            return self.opens(request.path_params["ticket"])

        return Route(f"{DEBRIEF}{{ticket}}", wait_for(send, gate, may_wait), methods=["GET"])
