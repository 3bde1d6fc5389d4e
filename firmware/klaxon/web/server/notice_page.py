"""A page that says one thing: that a code is old, or that nothing is here; and where to go from there."""

from __future__ import annotations

from starlette.responses import HTMLResponse

from klaxon.console.language.catalogue import say
from klaxon.web.server.page_frame import frame_page, label, tag, text


def notice_page(message: str, language: str, status: int) -> HTMLResponse:
    """Return the page of a message: its sentence, with the title `MESSAGE.title`, and a way to the door."""
    title = say(f"{message}.title", {}, language)
    way = tag("p", tag("a", label("door.open", language), href="/join", class_="plate"))
    body = tag("h2", text(title)) + tag("p", text(say(message, {}, language))) + way
    return frame_page(title, body, language, status)
