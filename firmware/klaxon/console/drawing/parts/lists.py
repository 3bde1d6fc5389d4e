"""A list to choose from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL, LINE, TALL_LABEL, TALL_LINE, WIDE, Font, fitting
from klaxon.console.drawing.parts.art import BARRED, DOWN, POINTER, UP
from klaxon.console.drawing.screen import Area


@dataclass(frozen=True, slots=True)
class ListItem:
    """A line of a list; a barred one is visible but cannot be taken."""

    text: str
    value: str = ""
    barred: bool = False


@dataclass(frozen=True, slots=True)
class List:
    """Items one under another. The cursor is always visible; marks at the edge show that there is more.

    With large letters, the item under the cursor has them: it takes two lines.
    """

    items: tuple[ListItem, ...]
    cursor: int | None = 0
    font: Font = LINE

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many items as fit."""
        pane, high = canvas.pane(area), self.font.height
        more = high if canvas.large and self.cursor is not None and area.height >= 2 * high else 0
        room = max((area.height - more) // high, 1)
        last, top = max(len(self.items) - room, 0), first_shown(len(self.items), room, self.cursor)
        width = area.width - (UP.width + 1 if last else 0)
        y = 0
        for place, item in enumerate(self.items[top : top + room], start=top):
            under = place == self.cursor
            row = high + more if under else high
            self._line(pane.pane((0, y, width, row)), item, under=under)
            y += row
        if top:
            pane.sprite(area.width - UP.width, 1, UP)
        if top < last:
            pane.sprite(area.width - DOWN.width, y - DOWN.height - 1, DOWN)
        if last:
            self._thumb(pane, room, top, y)

    def _line(self, line: Canvas, item: ListItem, *, under: bool) -> None:
        """Draw an item, after the pointer if the cursor is there; an inverted bar would cost ten times the bytes."""
        if under:
            line.sprite(0, (line.height - POINTER.height) // 2, POINTER)
        gap = self._gap(line.width)
        if item.barred:
            line.sprite(POINTER.width + gap, (line.height - BARRED.height) // 2, BARRED)
        x = self._start(gap)
        font = self._font(item, line.width - 1 - x, large=line.height > self.font.height)
        least = min(font.measure(item.text), line.width // 3)
        value = font.fit(item.value, line.width - x - least - font.width) if item.value else ""
        end = line.width - 1 - font.measure(value)
        line.text(end, 0, value, font)
        line.text(x, 0, font.fit(item.text, end - x), font)

    def _gap(self, width: int) -> int:
        """Return the columns after a sign: fewer in all lines if one of them needs it."""
        longest = max(LABEL.measure(item.text + item.value) for item in self.items)
        return 2 if self._start(2) + longest < width else 1

    def _start(self, gap: int) -> int:
        """Return where the texts begin."""
        signs = [POINTER, *([BARRED] if any(item.barred for item in self.items) else [])]
        return sum(sign.width + gap for sign in signs)

    def _font(self, item: ListItem, room: int, *, large: bool) -> Font:
        """Return the font of an item: large letters as wide as possible, narrow ones if necessary."""
        letters = _letters(item)
        if not large:
            return fitting(letters, room, self.font)
        tall = TALL_LABEL if self.font is LABEL else TALL_LINE
        return next((font for font in (WIDE, tall) if font.measure(letters) <= room), TALL_LABEL)

    def _thumb(self, pane: Canvas, room: int, top: int, high: int) -> None:
        """Draw the position in the list, between the two marks."""
        start, length = UP.height + 3, high - UP.height - DOWN.height - 6
        if length <= 0:
            return
        x, count = pane.width - UP.width // 2 - 1, len(self.items)
        for y in range(start, start + length, 2):
            pane.dot(x, y)
        thumb = max(length * room // count, 3)
        pane.fill(x - 1, start + (length - thumb) * top // (count - room), 3, thumb)

    def words(self) -> Iterable[str]:
        """Return the items; the one under the cursor is pointed at, barred ones are crossed."""
        for place, item in enumerate(self.items):
            marks = ("> " if place == self.cursor else "") + ("✗ " if item.barred else "")
            yield f"{marks}{_letters(item)}"


def _letters(item: ListItem) -> str:
    return f"{item.text} {item.value}".rstrip()


def first_shown(count: int, room: int, cursor: int | None) -> int:
    """Return the first visible line if not all fit.

    The window moves by its height less one line, not with every step of the cursor: few pictures, few bytes.
    """
    stride = max(room - 1, 1)
    return min((cursor or 0) // stride * stride, max(count - room, 0))
