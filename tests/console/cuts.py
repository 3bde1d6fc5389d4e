"""Cuts: what did not fit its box. All text comes by a Font before it is drawn, so that is where they are noticed.

with cuts() as found:
    station.draw()
assert found == []
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

from klaxon.console.canvas import Canvas
from klaxon.console.fonts import Font

TYPED: frozenset[str] = frozenset()
"""Texts that people type, and that may be cut: there is no end to a name."""


class Cut(NamedTuple):
    """A text, and what was wrong with its box."""

    how: str
    """`fit`: letters are missing; `word`: one was broken; `lines`: lines are missing; `whole`: a message is; `edge`."""
    text: str
    room: str

    def __str__(self) -> str:
        return f"{self.how} [{self.room}] {self.text}"


@contextmanager
def cuts() -> Iterator[list[Cut]]:
    """Notice every text that is cut within."""
    found: list[Cut] = []
    fit, wrap, cut, whole, text = Font.fit, Font.wrap, Font.cut, Font.whole, Canvas.text

    def note(how: str, said: str, room: object) -> None:
        if (one := Cut(how, said, str(room))) not in found:
            found.append(one)

    def fitting(font: Font, line: str, room: int) -> str:
        fitted = fit(font, line, room)
        if fitted != line:
            note("fit", line, f"{len(line)} for {max(room, 0) // font.width}")
        return fitted

    def wrapping(font: Font, line: str, room: int) -> list[str]:
        for word in line.split():
            if len(word) > max(room // font.width, 1):
                note("word", word, f"{len(word)} for {room // font.width}: {line}")
        return wrap(font, line, room)

    def cutting(font: Font, lines: list[str], room: int, count: int) -> list[str]:
        if len(lines) > count:
            note("lines", " / ".join(lines), f"{len(lines)} for {count}")
        return cut(font, lines, room, count)

    def filling(font: Font, messages: list[str], room: int, count: int) -> list[str]:
        first = next(iter(messages), "")
        if first and len(high := wrap(font, first, room)) > count:
            note("whole", " / ".join(high), f"{len(high)} for {count}")
        return whole(font, messages, room, count)

    def drawing(canvas: Canvas, x: int, y: int, line: str, font: Font, *, on: bool = True) -> int:
        end = x + font.measure(line) - 1  # a glyph ends in an empty column
        if line.strip() and (x < 0 or end > canvas.width):
            note("edge", line, f"{x} to {end} of {canvas.width}")
        return text(canvas, x, y, line, font, on=on)

    with (
        mock.patch.object(Font, "fit", fitting),
        mock.patch.object(Font, "wrap", wrapping),
        mock.patch.object(Font, "cut", cutting),
        mock.patch.object(Font, "whole", filling),
        mock.patch.object(Canvas, "text", drawing),
    ):
        yield found
