"""Serving the page: uvicorn inside the daemon's own loop, on a port that is free."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
from collections.abc import AsyncIterator, Iterator
from typing import NamedTuple
from urllib.parse import quote

import uvicorn
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose

from klaxon.web.debrief.debriefs import debrief_routes
from klaxon.web.door.door_visit import stand_in_door
from klaxon.web.onlook.onlook import look_on
from klaxon.web.reading.games_page import games_routes
from klaxon.web.reading.rules_page import rules_routes
from klaxon.web.server.answers import guard
from klaxon.web.server.connection_limits import (
    KERNEL_BUFFER,
    LONGEST_REQUEST,
    LONGEST_UP,
    http_protocol,
    websocket_protocol,
)
from klaxon.web.server.files import browser_language, file_routes
from klaxon.web.server.gate import Gate
from klaxon.web.server.notice_page import notice_page
from klaxon.web.stations.stations_server import SPECTATOR, UMPIRE, StationsServer
from klaxon.web.stations.visit import meet

HOST, PORT = "127.0.0.1", 8080
TICKET, ROOM = "/P/", "/J/"
"""What precedes a ticket in a link, and the code of a table."""
OLD, NOT_FOUND = 410, 404
TRIES = 10
"""How many ports are tried, one after the other, if the first is taken."""
BACKLOG = 32
"""Connections that are accepted in one iteration of the loop."""
QUEUE = 512
"""Connections that the kernel queues until we accept them: one that it drops retries only after a second."""
PING = 10.0
"""Seconds between pings, and until a silent page is given up; then its keys come up."""
CLOSING = 1
"""Seconds that pages have to close when we stop."""


class Address(NamedTuple):
    """Where the page is served."""

    host: str
    port: int

    def link(self, token: str, page: str = "") -> str:
        """Return the link that opens the page with a key; onlooker pages have a name too."""
        return f"http://{self.public_host}/{page}#{token}" if token else f"http://{self.public_host}/{page}"

    def short(self, ticket: str) -> str:
        """Return the link that opens a station with a ticket, in the small alphabet of QR codes."""
        return f"http://{self.public_host}{TICKET}{ticket}".upper()

    @property
    def phone_host(self) -> str:
        """The host and port that phones reach; '' if the page is for this computer only."""
        host = self.public_host
        return "" if host.startswith(("127.", "[::1]")) else host

    @property
    def public_host(self) -> str:
        """The host for other machines; if we listen on all addresses, the one that leads out of this machine."""
        host = own_address() if self.host == "0.0.0.0" else self.host  # noqa: S104 - compared, not bound
        return f"{f'[{host}]' if ':' in host else host}:{self.port}"


class ServeError(Exception):
    """A page that cannot be served. `code` and `facts` make the message, `web.CODE`."""

    def __init__(self, code: str, **facts: object) -> None:
        """Keep the code and the facts."""
        super().__init__(code)
        self.code, self.facts = code, facts


def own_address() -> str:
    """Return the address of this machine for others, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that nobody has (RFC 5737)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def application(page: StationsServer) -> ASGIApp:
    """Return the application: the files of the page, the debrief behind its ticket, and the WebSocket."""

    async def visit(websocket: WebSocket) -> None:
        await meet(page, websocket)

    async def admit(request: Request) -> Response:
        ticket = request.path_params["ticket"]
        if not page.tickets.opens(ticket):
            return notice_page("web.old-ticket", browser_language(request, page.language), OLD)
        return RedirectResponse(f"/#{ticket}", 303)  # a look uses nothing up: the page shows the ticket

    async def come_to_door(request: Request) -> Response:
        return RedirectResponse(f"/join#{quote(request.path_params['code'], safe='')}", 303)

    async def door(websocket: WebSocket) -> None:
        await stand_in_door(page, websocket)

    async def find_nothing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        language = browser_language(Request(scope), page.language)
        await notice_page("web.not-found", language, NOT_FOUND)(scope, receive, send)

    async def umpire(websocket: WebSocket) -> None:
        await look_on(page, UMPIRE, websocket)

    async def spectator(websocket: WebSocket) -> None:
        await look_on(page, SPECTATOR, websocket)

    links = {f"{TICKET}{{ticket}}": admit, f"{ROOM}{{code}}": come_to_door}
    doors = [
        Route(each, answer, methods=["GET"])
        for path, answer in links.items()
        for each in (path, path.lower())  # small letters will do
    ]
    sockets = {"/ws": visit, "/ws/door": door, "/ws/umpire": umpire, "/ws/spectator": spectator}
    lines = [WebSocketRoute(path, answer) for path, answer in sockets.items()]
    files = file_routes(page.language)
    routes = [*files, *doors, *debrief_routes(page.handout, page.gate, page.language), *lines]
    routes += [*games_routes(page.archive, page.gate, page.language), *rules_routes(page.language)]
    return guard(Router(routes, redirect_slashes=False, default=find_nothing), page.language)


@contextlib.asynccontextmanager
async def serve(page: StationsServer, host: str = HOST, port: int = PORT) -> AsyncIterator[Address]:
    """Serve a page, on the next port if this one is taken (on any if it is 0); yield where."""
    page.open()
    try:
        async with listening(application(page), page.gate, host, port) as address:
            page.door.address = address.phone_host, address.public_host
            page.short_link = address.short if address.phone_host else None
            yield address
    finally:
        page.close()


@contextlib.asynccontextmanager
async def listening(app: ASGIApp, gate: Gate, host: str, port: int) -> AsyncIterator[Address]:
    """Serve an application behind a gate, on the next port if this one is taken; yield where."""
    listener = bind(host, port)
    config = uvicorn.Config(
        app,
        loop="none",
        http=http_protocol(gate),
        ws=websocket_protocol(gate),
        ws_max_size=LONGEST_UP,
        ws_per_message_deflate=False,  # messages are small, and a small one could unfold into a large one
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="critical",  # it would write a line for every request that anybody forges
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=CLOSING,
        h11_max_incomplete_event_size=LONGEST_REQUEST,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve([listener]), name="page server")
    try:
        await server.begun.wait()
        listener.listen(QUEUE)  # asyncio has one number for both
        yield Address(host, listener.getsockname()[1])
    finally:
        server.ended.set()
        gate.disconnect_strangers()  # who is still on the doorstep is not uvicorn's to close
        await serving


def bind(host: str, port: int) -> socket.socket:
    """Return a socket on the first free port from this one on."""
    try:
        family = socket.AF_INET6 if ipaddress.ip_address(host).version == 6 else socket.AF_INET
    except ValueError:
        raise ServeError("no-address", host=host) from None
    for tried in range(port, min(port + TRIES, 1 << 16)) if port else (0,):
        # asyncio sends small pieces at once only if it knows that this is TCP; else each would wait 40 ms.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)  # connections inherit it
            listener.bind((host, tried))
            listener.listen(BACKLOG)  # only now would a second one on the same port be noticed
        except OSError as error:
            listener.close()
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise ServeError("no-address", host=host) from None
        else:
            listener.setblocking(False)
            return listener
    raise ServeError("no-port", first=port, last=min(port + TRIES, 1 << 16) - 1)


class _Server(uvicorn.Server):
    """A server that leaves signals to the daemon, and sleeps until it is stopped."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun, self.ended = asyncio.Event(), asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def main_loop(self) -> None:
        self.begun.set()
        await self.ended.wait()
