"""The moment that a debrief page looks back at, as JSON: the pixels of its picture, and its words."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from klaxon.console.language.catalogue import say
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.web.server.files import requested_language
from klaxon.web.server.patience import Answer

if TYPE_CHECKING:  # loaded when somebody looks back
    from klaxon.console.onlook.look_back import PastLook
    from klaxon.console.onlook.past_stills import PastStill

    LookBack = Callable[[str, PastLook, str], Awaitable[PastStill | None]]
    """(ticket, where to look, language) -> the picture; None where the ticket opens nothing."""

WRONG, GONE, FAILED = 400, 410, 503
LATEST: Final = 10**11
"""Milliseconds: longer than any game."""
ALL_ROUND = 3600
"""Tenths of a degree."""


def read_look(asked: str, bearing: str, picture: str) -> PastLook | None:
    """Return where and when a page wants to look; None if it asks in no way of ours."""
    from klaxon.console.onlook.look_back import PastLook  # noqa: PLC0415 - where somebody looks back

    numbers = [text for text in (asked, bearing, picture) if text.isascii() and text.isdigit() and len(text) < 12]
    if len(numbers) != 3:
        return None
    at, turned, number = map(int, numbers)
    return PastLook(at, turned, number) if at <= LATEST and turned < ALL_ROUND else None


def as_data(still: PastStill) -> dict[str, object]:
    """Return a picture for the script of the page: columns of eight pixels, page by page from the top."""
    picture = still.picture
    pixels = b64encode(picture.bits).decode()
    size = {"width": picture.width, "height": picture.height}
    return {"at": still.at, **size, "pixels": pixels, "words": list(picture.words)}


def moment_sender(look_back: LookBack, otherwise: str) -> Answer:
    """Return what answers a page that looks back."""

    async def send(request: Request) -> Response:
        language = requested_language(request, otherwise)
        wish = (request.query_params.get(name, "") for name in ("at", "bearing", "picture"))
        look = read_look(*wish)
        if look is None:
            return PlainTextResponse(say("web.past-wrong", {}, language), WRONG)
        try:
            still = await look_back(request.path_params["ticket"], look, language)
        except DebriefWorkerError:
            return PlainTextResponse(say("web.debrief-failed", {}, language), FAILED)
        if still is None:
            return PlainTextResponse(say("web.no-debrief", {}, language), GONE)
        return JSONResponse(as_data(still))

    return send
