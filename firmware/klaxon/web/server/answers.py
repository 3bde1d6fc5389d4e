"""Answers: headers that every answer to a browser has, and which requests get none."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from klaxon.console.language.catalogue import say
from klaxon.web.server.files import HEADERS, is_our_host, requested_language

ELSEWHERE = 421
"""The answer to a request for another host."""


def guard(app: ASGIApp, language: str) -> ASGIApp:
    """Return an application that answers only requests for a name of ours, always with our headers."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":  # a WebSocket is asked for its Origin too, and refused with our headers
            await app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope)
        if is_our_host(request):
            await app(scope, receive, send_with_headers)
        else:
            refusal = PlainTextResponse(say("web.wrong-host", {}, requested_language(request, language)), ELSEWHERE)
            await refusal(scope, receive, send_with_headers)

    return answer
