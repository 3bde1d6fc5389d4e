"""The frame of a page that is read: head, words in a language, and what is shown in it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from pathlib import Path

from starlette.responses import HTMLResponse

from klaxon.console.language.catalogue import languages, say

FRAME, HEAD = (Path(__file__).with_name(name).read_text("utf-8") for name in ("frame.html", "head.html"))
_GAP = re.compile(r"\{\{(\w+)\}\}")


def page_head(title: str = "") -> str:
    """Return what stands at the head of every page but that of the console, as markup; `title` is text."""
    return HEAD.replace("{{title}}", f"{html.escape(title)} · " if title else "").strip()


def frame_page(title: str, body: str, language: str, status: int = 200) -> HTMLResponse:
    """Return a page: `body` is markup, `title` is text."""
    filled = {
        "language": language,
        "head": page_head(title),
        "title": html.escape(title),
        "tongues": " ".join(_tongue(code, name, language) for code, name in languages().items()),
        "body": body,
    }
    return HTMLResponse(_GAP.sub(lambda gap: filled[gap[1]], FRAME), status)


def _tongue(code: str, name: str, language: str) -> str:
    current = {"aria_current": "true"} if code == language else {}
    return tag("a", html.escape(name), href=f"?lang={code}", lang=code, **current)


def tag(name: str, inside: Iterable[str] | str | None, **attributes: str) -> str:
    """Return an element around markup, None if nothing is ever inside; the values of its attributes are text."""
    given = "".join(f' {key.rstrip("_").replace("_", "-")}="{html.escape(value)}"' for key, value in attributes.items())
    return f"<{name}{given}>" if inside is None else f"<{name}{given}>{''.join(inside)}</{name}>"


def text(content: object) -> str:
    """Return text as markup."""
    return html.escape(str(content))


def label(message: str, language: str, **facts: object) -> str:
    """Return a sentence of the page as markup."""
    return html.escape(say(f"web.{message}", facts, language))
