"""Plain text: what a command prints holds nothing that works a terminal, whoever wrote it.

Names of charts, files, boats and players come from others. An escape sequence in one could clear the screen, forge a
line or type into a shell; marks of the direction of writing could turn a path around. They are written out instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, cast
from unicodedata import category

WRITTEN_OUT = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Kinds of characters: controls, formats (direction of writing), halves of pairs, ends of lines and paragraphs."""
OUR_OWN = "\n\t"
"""Controls that a whole text may hold, but no name in it."""


class _Table(dict[int, str]):
    """Character -> how it is printed, found out once for each."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        shown = f"\\u{code:04x}" if category(character) in WRITTEN_OUT else character
        return self.setdefault(code, shown)


_NAME = _Table()
_TEXT = _Table({ord(character): character for character in OUR_OWN})


def plain(name: str) -> str:
    """Return a name of somebody's as one line that works no terminal."""
    return name if name.isprintable() else name.translate(_NAME)


class PlainStream:
    """A stream that writes plain text only; `raw` is what it writes to, for a command that works a terminal itself."""

    def __init__(self, raw: TextIO) -> None:
        """Write to a stream."""
        self.raw = raw

    def write(self, text: str) -> int:
        """Write a text, its controls written out."""
        return self.raw.write(text if text.isprintable() else text.translate(_TEXT))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.raw, name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Have everything printed as plain text, for as long as the context lasts."""
    kept = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", PlainStream(stream)) for stream in kept)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = kept


def terminal(stream: TextIO) -> TextIO:
    """Return a stream that takes controls too: for what we wrote ourselves, never for what others wrote."""
    return stream.raw if isinstance(stream, PlainStream) else stream
