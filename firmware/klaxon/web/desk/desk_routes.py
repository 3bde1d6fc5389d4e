"""The addresses of a desk: its pages, standings as a file, and a WebSocket for each kind of page."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from klaxon.table.foreign_json import read_json_object
from klaxon.web.desk.desk_server import CHECK_IN, DeskServer
from klaxon.web.desk.desk_visit import visit_as_crew, visit_as_organiser, visit_hall
from klaxon.web.server.answers import guard
from klaxon.web.server.files import POLICY, browser_language, file_routes, shared_routes
from klaxon.web.server.notice_page import notice_page
from klaxon.web.server.policy import policy_header
from klaxon.web.server.serve import NOT_FOUND, Address, listening

NEW_TABLE = "/new"
"""Where tables ask to be let into the hall."""
LONGEST_QUESTION = 4096
PAGES = Path(__file__).parent / "pages"
FRAMING = {"Content-Security-Policy": policy_header({**POLICY, "frame-src": "'self'"})}
"""Screens of a hall show debriefs, which are pages of their own."""


def desk_application(server: DeskServer) -> ASGIApp:
    """Return the application: pages, standings as a file, and a WebSocket for each kind of page."""

    async def organiser(socket: WebSocket) -> None:
        await visit_as_organiser(server, socket)

    async def hall(socket: WebSocket) -> None:
        await visit_hall(server, socket)

    async def crew(socket: WebSocket) -> None:
        await visit_as_crew(server, socket)

    async def check_in(_: Request) -> Response:
        return RedirectResponse(CHECK_IN.lower(), 303)

    async def send_standings(_: Request) -> Response:
        # The mark at the beginning tells a spreadsheet that letters are UTF-8.
        content = "\ufeff" + server.source.standings_csv()
        headers = {"Content-Disposition": 'attachment; filename="standings.csv"'}
        return Response(content, media_type="text/csv; charset=utf-8", headers=headers)

    async def greet(request: Request) -> Response:
        if "origin" in request.headers:  # a page, of whomever: no table is one
            return JSONResponse({"error": "page"}, 403)
        question = await _read_question(request)
        if question is None:
            return JSONResponse({"error": "unreadable"}, 400)
        return JSONResponse(await server.source.greet(question, request.client.host if request.client else ""))

    async def find_nothing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        language = browser_language(Request(scope), server.language)
        await notice_page("web.not-found", language, NOT_FOUND)(scope, receive, send)

    files = [*file_routes(server.language, PAGES, FRAMING), *shared_routes()]
    paths = {CHECK_IN: check_in, "/standings.csv": send_standings}
    sockets = {"/ws/desk": organiser, "/ws/hall": hall, "/ws/crew": crew}
    routes = [
        *files,
        *(Route(path, answer, methods=["GET"]) for path, answer in paths.items()),
        server.past.route(server.gate, server.language),
        Route(NEW_TABLE, greet, methods=["POST"]),
        *(WebSocketRoute(path, answer) for path, answer in sockets.items()),
    ]
    return guard(Router(routes, redirect_slashes=False, default=find_nothing), server.language)


async def _read_question(request: Request) -> dict[str, Any] | None:
    """Return what a table asks; None where it is too long, or no object."""
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > LONGEST_QUESTION:
            return None
    return read_json_object(content, LONGEST_QUESTION)


@contextlib.asynccontextmanager
async def serve_desk(server: DeskServer, host: str, port: int) -> AsyncIterator[Address]:
    """Serve the pages of a desk, on the next port if this one is taken; yield where."""
    async with listening(desk_application(server), server.gate, host, port) as address:
        reached = address.phone_host
        server.check_in_link = f"HTTP://{reached}{CHECK_IN}".upper() if reached else ""
        yield address
