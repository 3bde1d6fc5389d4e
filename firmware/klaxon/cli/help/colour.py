"""Colour where a terminal has it: never in a file or a pipe, nor with NO_COLOR. No colour says anything alone."""

from __future__ import annotations

import os
from typing import TextIO

from klaxon.cli.help.plain import terminal

_RESET = "\x1b[0m"
BOLD, RED, GREEN, YELLOW, BLUE = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[34m"


def has_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that shows colours, and nobody has forbidden them."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def write_painted(stream: TextIO, text: str, paint: str) -> None:
    """Write a text in a colour, as plain text where there is none."""
    if not has_colour(stream):
        stream.write(text)
        return
    below = terminal(stream)  # the text itself still goes through the plain stream: it may be foreign
    below.write(paint)
    stream.write(text)
    below.write(_RESET)


def write_bold(stream: TextIO, text: str) -> None:
    """Write a heading."""
    write_painted(stream, text, BOLD)
