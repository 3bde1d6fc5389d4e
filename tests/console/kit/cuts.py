"""Cuts: what did not fit its box. All text comes by a Font before it is drawn, so that is where they are noticed.

with cuts() as found:
station.draw()
assert found == []
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple
from unittest import mock

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import Font


class Cut(NamedTuple):
    """A text, and what was wrong with its box."""

    how: str
    """`fit`: letters are missing; `word`: one was broken; `lines`: lines are missing; `whole`: a message is; `edge`."""
    text: str
    room: str

    def __str__(self) -> str:
        return f"{self.how} [{self.room}] {self.text}"


class _Watch:
    """Stands in for what may cut a text, does the same, and writes down where it does."""

    def __init__(self) -> None:
        self.found: list[Cut] = []
        self._fit, self._wrap, self._cut, self._whole = Font.fit, Font.wrap, Font.truncate, Font.whole
        self._text = Canvas.text

    def note(self, how: str, said: str, room: object) -> None:
        if (one := Cut(how, said, str(room))) not in self.found:
            self.found.append(one)

    def fit(self, font: Font, line: str, room: int) -> str:
        fitted = self._fit(font, line, room)
        if fitted != line:
            self.note("fit", line, f"{len(line)} for {max(room, 0) // font.width}")
        return fitted

    def wrap(self, font: Font, line: str, room: int) -> list[str]:
        for word in line.split():
            if len(word) > max(room // font.width, 1):
                self.note("word", word, f"{len(word)} for {room // font.width}: {line}")
        return self._wrap(font, line, room)

    def truncate(self, font: Font, lines: list[str], room: int, count: int) -> list[str]:
        if len(lines) > count:
            self.note("lines", " / ".join(lines), f"{len(lines)} for {count}")
        return self._cut(font, lines, room, count)

    def whole(self, font: Font, messages: Sequence[str], room: int, count: int) -> list[str]:
        first = next(iter(messages), "")
        if first and len(high := self._wrap(font, first, room)) > count:
            self.note("whole", " / ".join(high), f"{len(high)} for {count}")
        return self._whole(font, messages, room, count)

    def text(self, canvas: Canvas, x: int, y: int, line: str, font: Font, *, on: bool = True) -> int:
        end = x + font.measure(line) - 1  # a glyph ends in an empty column
        if line.strip() and (x < 0 or end > canvas.width):
            self.note("edge", line, f"{x} to {end} of {canvas.width}")
        return self._text(canvas, x, y, line, font, on=on)


@contextmanager
def cuts() -> Iterator[list[Cut]]:
    """Notice every text that is cut within."""
    watch = _Watch()
    with ExitStack() as patches:
        for where, name in ((Font, "fit"), (Font, "wrap"), (Font, "truncate"), (Font, "whole"), (Canvas, "text")):
            does = getattr(watch, name)
            stand_in = lambda *told, _does=does, **named: _does(*told, **named)  # noqa: E731 - a function is bound
            patches.enter_context(mock.patch.object(where, name, stand_in))
        yield watch.found
