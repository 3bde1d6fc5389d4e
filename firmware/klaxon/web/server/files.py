"""The files of the page, read once and served from memory; and which origins may talk to us."""

from __future__ import annotations

import html
import re
import socket
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from klaxon.console.language.catalogue import ENGLISH, languages, texts
from klaxon.web.server.page_frame import page_head
from klaxon.web.server.policy import policy_header

FOLDER = Path(__file__).parents[1] / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": policy_header(POLICY),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Headers of every answer, see answers.py."""
_LABEL = re.compile(r'(<[^<>]* data-label="([\w.-]+)"[^<>]*>)([^<]*)')
MOST_WISHES = 16
"""Most languages of a browser that are looked at."""
FOR_STRANGERS = ("join",)
"""Pages in the language of the browser: whoever opens one has no station yet."""
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def file_routes(
    language: str = ENGLISH, folder: Path = FOLDER, headers: Mapping[str, str] | None = None
) -> list[Route]:
    """Return a route for every file of the page; before it is let in, a page uses this language."""
    found = [path for path in sorted(folder.iterdir()) if path.suffix in KINDS]
    files = {f"/{path.stem if path.suffix == '.html' else path.name}": path for path in found}
    files["/"] = files.pop("/index")
    return [Route(url, _sender(path, language, headers), methods=["GET"]) for url, path in files.items()]


def shared_routes() -> list[Route]:
    """Return a route for every file that pages of other servers are made of too: all but the pages themselves."""
    found = [path for path in sorted(FOLDER.iterdir()) if path.suffix in KINDS and path.suffix != ".html"]
    return [Route(f"/{path.name}", _sender(path, ENGLISH), methods=["GET"]) for path in found]


def _sender(
    path: Path, otherwise: str, headers: Mapping[str, str] | None = None
) -> Callable[[Request], Awaitable[Response]]:
    content, choose = path.read_bytes(), browser_language if path.stem in FOR_STRANGERS else requested_language
    text = content.decode().replace("{{head}}", page_head()) if path.suffix == ".html" else ""

    async def send(request: Request) -> Response:
        page = page_in_words(text, choose(request, otherwise)) if text else content
        return Response(page, media_type=KINDS[path.suffix], headers=headers)

    return send


def requested_language(request: Request, otherwise: str) -> str:
    """Return the language that a link asks for (`?lang=de`), if it is available; else the other one."""
    wish = request.query_params.get("lang", "")
    return wish if wish in languages() else otherwise


def browser_language(request: Request, otherwise: str) -> str:
    """Return the language of a link (`?lang=de`), else the first that the browser prefers and we have."""
    for wish in (
        request.query_params.get("lang", ""),
        *preferred_languages(request.headers.get("accept-language", "")),
    ):
        if wish in languages():
            return wish
    return otherwise


def preferred_languages(accepted: str) -> list[str]:
    """Return the languages of an Accept-Language header, the most wished for first, without their countries."""
    wishes = []
    for part in accepted.split(",")[:MOST_WISHES]:
        name, _, weight = part.partition(";q=")
        with suppress(ValueError):
            wishes.append((-float(weight or 1), name.strip().lower().partition("-")[0]))
    return [name for _, name in sorted(wishes, key=lambda wish: wish[0])]


@lru_cache(maxsize=32)
def page_in_words(text: str, language: str) -> str:
    """Return a page with the words of a language wherever it has `data-label`."""
    known = texts("web.", language)

    def word(gap: re.Match[str]) -> str:
        return f"{gap[1]}{html.escape(known.get(gap[2], gap[3]), quote=False)}"

    return _LABEL.sub(word, text.replace('lang="en"', f'lang="{language}"', 1))


def is_ours(connection: HTTPConnection) -> bool:
    """Return whether a request comes from a page that we served: no other site may use the browser of a key holder."""
    host = connection.headers.get("host", "")
    return is_our_host(connection) and connection.headers.get("origin") == f"http://{host}".lower()


def is_our_host(connection: HTTPConnection) -> bool:
    """Return whether the request used a name of ours; a foreign page may use a foreign name that resolves here."""
    address, port = connection.scope["server"] or ("", 0)
    name = socket.gethostname().lower()
    names = {*THIS_MACHINE, name, f"{name}.local", f"[{address}]" if ":" in address else address}
    host, colon, called = connection.headers.get("host", "").lower().rpartition(":")
    if not colon or host.startswith("[") > host.endswith("]"):  # no port is given, or that colon is one of an address
        host, called = connection.headers.get("host", "").lower(), "80"
    return host in names and called == str(port)
