"""A panel of symbols in groups, some of them connected by circuits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts.art import SYMBOLS, UNKNOWN
from klaxon.console.drawing.screen import Area

HEAD = LABEL.height
"""Rows of a group's name."""
STEP = 13
"""Pixels from one symbol to the next: nine for it, the cursor round it, and a gap."""
CLOSE = 11
"""The same if there is little room: the cursors of two would touch."""


@dataclass(frozen=True, slots=True)
class SymbolPicture:
    """One symbol: its picture, its circuit (0: none), and whether it is crossed."""

    name: str
    kind: str
    circuit: int = 0
    crossed: bool = False
    spoken: str = ""
    """What it is, for people who cannot see it; without that only its name is said."""


@dataclass(frozen=True, slots=True)
class Group:
    """Symbols under a common name; from a lit group one may be chosen."""

    name: str
    symbols: tuple[SymbolPicture, ...]
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Symbols:
    """Groups side by side: in each the symbols on circuits left, connected by wires, and the others right."""

    groups: tuple[Group, ...]
    cursor: str = ""
    """The name of the chosen symbol."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw every group in a column of its own; on a low panel only the current one, in a row."""
        if not self.groups:
            return
        pane, count = canvas.pane(area), len(self.groups)
        tallest = max(len(group.symbols) for group in self.groups) // 2
        if area.height < HEAD - 1 + tallest * CLOSE:
            self._row(pane, self._group_to_show())
            return
        for place, group in enumerate(self.groups):
            left, right = area.width * place // count, area.width * (place + 1) // count
            self._group(pane.pane((left, 0, right - left - 1, area.height)), group)

    def _group_to_show(self) -> Group:
        """Return the group of the cursor, else the lit one, else the first."""
        held = [group for group in self.groups if any(symbol.name == self.cursor for symbol in group.symbols)]
        return [*held, *(group for group in self.groups if group.lit), *self.groups][0]

    def _row(self, pane: Canvas, group: Group) -> None:
        """Draw a group in a row, with the wires under its symbols."""
        x = pane.text(0, 3, group.name, LABEL) + 6
        for place, symbol in enumerate(group.symbols):
            at = x + place * (STEP + 2) + 2
            if symbol.circuit:
                _stub(pane.pane((at - 6, STEP + 1, STEP, 5)), 2, STEP, symbol.circuit)
            self._symbol(pane, at, STEP // 2, symbol)

    def _group(self, pane: Canvas, group: Group) -> None:
        """Draw the name over two columns of symbols."""
        wired = [symbol for symbol in group.symbols if symbol.circuit]
        loose = [symbol for symbol in group.symbols if not symbol.circuit]
        most = max(len(wired), len(loose), 1)
        head = HEAD if pane.height >= HEAD + most * STEP else HEAD - 1
        if group.lit:
            pane.fill(0, 0, pane.width, head)
        name = LABEL.fit(group.name, pane.width)
        pane.text((pane.width - LABEL.measure(name)) // 2 + 1, 0, name, LABEL, on=not group.lit)
        step = (pane.height - head) // most
        first, column = head + step // 2, pane.width * 3 // 8
        for row, symbol in enumerate(wired):
            _stub(pane, first + row * step, column - 5, symbol.circuit)
        for row, (symbol, after) in enumerate(pairwise(wired)):
            if symbol.circuit == after.circuit:
                _wire(pane, first + row * step, step, symbol.circuit)
        for x, symbols in ((column, wired), (pane.width - 7, loose)):
            for row, symbol in enumerate(symbols):
                self._symbol(pane, x, first + row * step, symbol)

    def _symbol(self, pane: Canvas, x: int, y: int, symbol: SymbolPicture) -> None:
        """Draw a symbol round its centre: a crossed one inverted."""
        sprite = SYMBOLS.get(symbol.kind, UNKNOWN)
        pane.fill(x - 5, y - 5, 11, 11, on=False)
        pane.sprite(x - sprite.width // 2, y - sprite.height // 2, sprite)
        if symbol.crossed:
            pane.invert(x - 5, y - 5, 11, 11)
        if symbol.name == self.cursor:
            pane.box(x - 5, y - 5, 11, 11)

    def words(self) -> Iterable[str]:
        """Return a line for each group: the symbols of a lit one, of the others what is crossed.

        A crossed one has a cross before it, the chosen one a pointer. Where none can be spoken all are named.
        """
        for group in self.groups:
            told = [each for each in group.symbols if group.lit or each.crossed or not each.spoken]
            separator = "; " if any(each.spoken for each in told) else " "
            yield f"{group.name}: {separator.join(map(self._spoken, told))}".rstrip(": ")

    def _spoken(self, symbol: SymbolPicture) -> str:
        marks = (">" if symbol.name == self.cursor else "") + ("✗" if symbol.crossed else "")
        return marks + (symbol.spoken or symbol.name)


def _stub(pane: Canvas, y: int, end: int, circuit: int) -> None:
    """Draw the wire of a circuit from the left edge to a symbol."""
    if circuit == 2:
        pane.hline(0, y - 1, end)
        pane.hline(0, y + 1, end)
    else:
        for x in range(0, end, 2 if circuit == 3 else 1):
            pane.dot(x, y)


def _wire(pane: Canvas, y: int, length: int, circuit: int) -> None:
    """Connect the stub at this row to the next of its circuit."""
    if circuit == 2:
        pane.vline(0, y - 1, length + 3)
        pane.vline(2, y + 1, length - 1)
    else:
        for at in range(y, y + length, 2 if circuit == 3 else 1):
            pane.dot(0, at)
