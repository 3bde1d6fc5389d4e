"""The captain's orders: tabs of categories, and in each a line for every order with the men it takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL, LINE, TALL_LABEL, fitting
from klaxon.console.drawing.parts.art import BARRED, DOWN, POINTER, UP
from klaxon.console.drawing.parts.lists import first_shown
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot import signs

SHORT = 2
"""Letters of a closed tab, if not all fit."""
TEXT = POINTER.width + BARRED.width + 3
"""Columns before a name."""


@dataclass(frozen=True, slots=True)
class Tabs:
    """Names side by side; the open one is inverted."""

    names: tuple[str, ...]
    chosen: int | None

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the names, closed ones with two letters if there is little room."""
        pane, names = canvas.pane(area), self.names
        if sum(len(name) + 1 for name in names) * LABEL.width > area.width:
            names = tuple(name if place == self.chosen else name[:SHORT] for place, name in enumerate(names))
        x = 0
        for place, name in enumerate(names):
            wide = LABEL.measure(name) + LABEL.width - 1
            if place == self.chosen:
                pane.fill(x, 0, wide, LABEL.height)
            pane.text(x + 2, 0, name, LABEL, on=place != self.chosen)
            x += wide + 1

    def words(self) -> Iterable[str]:
        """Return the names in a line, the open one in brackets."""
        return (" ".join(f"[{name}]" if place == self.chosen else name for place, name in enumerate(self.names)),)


@dataclass(frozen=True, slots=True)
class OrderItem:
    """An order: its name, the men it takes as (number, symbol), and whether it is barred."""

    text: str
    men: tuple[tuple[str, str], ...] = ()
    barred: bool = False
    said: str = ""
    """The men in words."""


@dataclass(frozen=True, slots=True)
class OrderList:
    """Orders one under another, with a pointer at the cursor; large letters are for that one."""

    items: tuple[OrderItem, ...]
    cursor: int | None

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many orders as fit, those round the cursor; marks show that there are more."""
        pane = canvas.pane(area)
        more = LINE.height if canvas.large and self.cursor is not None and area.height >= 2 * LINE.height else 0
        room = max((area.height - more) // LINE.height, 1)
        top, y = first_shown(len(self.items), room, self.cursor), 0
        wide = area.width - (UP.width + 1 if room < len(self.items) else 0)
        for place, item in enumerate(self.items[top : top + room], start=top):
            high = LINE.height + (more if place == self.cursor else 0)
            _draw_item(pane.pane((0, y, wide, high)), item, pointed=place == self.cursor)
            y += high
        if top:
            pane.sprite(area.width - UP.width, 1, UP)
        if top + room < len(self.items):
            pane.sprite(area.width - DOWN.width, y - DOWN.height - 1, DOWN)

    def words(self) -> Iterable[str]:
        """Return the orders; the one under the cursor has a pointer, barred ones are crossed."""
        for place, item in enumerate(self.items):
            marks = ("> " if place == self.cursor else "") + ("✗ " if item.barred else "")
            yield f"{marks}{item.text} {item.said}".rstrip()


def _draw_item(line: Canvas, item: OrderItem, *, pointed: bool) -> None:
    middle = line.height // 2
    if pointed:
        line.sprite(0, middle - POINTER.height // 2, POINTER)
    if item.barred:
        line.sprite(POINTER.width + 1, middle - BARRED.height // 2, BARRED)
    x = line.width - sum(LABEL.measure(number) + signs.SIZE + 1 for number, _ in item.men)
    end = x - 2
    for number, symbol in item.men:
        x = line.text(x, middle - LABEL.height // 2, number, LABEL)
        line.sprite(x, middle - LABEL.height // 2, signs.SYMBOLS[symbol])
        x += signs.SIZE + 1
    font = TALL_LABEL if line.height > LINE.height else fitting(item.text, end - TEXT, LINE)
    line.text(TEXT, 0, font.fit(item.text, end - TEXT), font)
