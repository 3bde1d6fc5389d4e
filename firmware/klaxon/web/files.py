"""The files of the page, read once and served from memory; and whose page may speak to us."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from klaxon.console.words import say
from klaxon.web.policy import spelt

FOLDER = Path(__file__).parent / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": spelt(POLICY),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def file_routes() -> list[Route]:
    """Return a route for every file of the page."""
    found = [path for path in sorted(FOLDER.iterdir()) if path.suffix in KINDS]
    files = {f"/{path.stem if path.suffix == '.html' else path.name}": path for path in found}
    files["/"] = files.pop("/index")
    return [Route(url, _sender(path.read_bytes(), KINDS[path.suffix]), methods=["GET"]) for url, path in files.items()]


def _sender(content: bytes, kind: str) -> Callable[[Request], Awaitable[Response]]:
    async def send(request: Request) -> Response:
        if not is_our_host(request):
            return PlainTextResponse(say("web.wrong-host", {}), 421, HEADERS)
        return Response(content, media_type=kind, headers=HEADERS)

    return send


def is_ours(connection: HTTPConnection) -> bool:
    """Tell whether a page that we served speaks: no other site may, in the browser of somebody who has a key."""
    host = connection.headers.get("host", "")
    return is_our_host(connection) and connection.headers.get("origin") == f"http://{host}".lower()


def is_our_host(connection: HTTPConnection) -> bool:
    """Tell whether we were called by a name of ours; a foreign name that leads here is a trick of a foreign page."""
    address, port = connection.scope["server"] or ("", 0)
    name = socket.gethostname().lower()
    names = {*THIS_MACHINE, name, f"{name}.local", f"[{address}]" if ":" in address else address}
    host, colon, called = connection.headers.get("host", "").lower().rpartition(":")
    if not colon or host.startswith("[") > host.endswith("]"):  # no port is given, or that colon is one of an address
        host, called = connection.headers.get("host", "").lower(), "80"
    return host in names and called == str(port)
