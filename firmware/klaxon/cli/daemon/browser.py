"""Opening the page in a browser. Everybody on the machine can see command lines, so no key may be on one."""

from __future__ import annotations

import html
import os
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

FORWARD = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={link}">
<a href="{link}">Klaxon</a>
"""


@contextmanager
def open_link(link: str) -> Iterator[None]:
    """Open a link in a browser, through a file that only we can read; it is deleted when the context ends.

    If there is no place for the file nothing is opened: the link was printed too.
    """
    with ExitStack() as until_then:
        with suppress(OSError):
            folder = until_then.enter_context(TemporaryDirectory(prefix="klaxon-", dir=_private_place()))
            path = Path(folder, "open.html")
            path.touch(0o600)
            path.write_text(FORWARD.format(link=html.escape(link)), "utf-8")
            webbrowser.open(path.as_uri())
        yield


def _private_place() -> str | None:
    """Return this user's folder that is deleted with the session, if there is one."""
    place = os.environ.get("XDG_RUNTIME_DIR", "")
    return place if place and Path(place).is_dir() else None
