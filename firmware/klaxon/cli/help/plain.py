"""Plain text: nothing that a command prints can control a terminal, whoever wrote it.

Names of charts, files, boats and players come from others. An escape sequence in one could clear the screen, forge a
line or type into a shell; bidirectional marks could reverse a path. They are printed as escapes instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast
from unicodedata import category

WRITTEN_OUT = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories: controls, formats (bidirectional marks), surrogates, line and paragraph separators."""
OUR_OWN = "\n\t"
"""Controls that a whole text may contain, but no name in it."""


class _Table(dict[int, str]):
    """Character -> how it is printed, computed once for each."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        shown = f"\\u{code:04x}" if category(character) in WRITTEN_OUT else character
        return self.setdefault(code, shown)


_NAME = _Table()
_TEXT = _Table({ord(character): character for character in OUR_OWN})


def plain(name: str) -> str:
    """Return a foreign name as one line without control characters."""
    return name if name.isprintable() else name.translate(_NAME)


class PlainStream:
    """A stream that writes plain text only; `raw` is the stream below, for a command that controls the terminal."""

    def __init__(self, raw: TextIO) -> None:
        """Write to a stream."""
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text with its controls escaped."""
        return self.raw.write(text if text.isprintable() else text.translate(_TEXT))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Print everything as plain text while the context lasts."""
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", PlainStream(stream)) for stream in kept)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept


def terminal(stream: TextIO) -> TextIO:
    """Return a stream that accepts controls too: for our own output, never for foreign text."""
    return stream.raw if isinstance(stream, PlainStream) else stream
