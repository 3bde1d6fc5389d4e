"""The Enigma as parts: three rotors in their windows, and the cipher with the plain letters under it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL, LARGE
from klaxon.console.drawing.screen import Area
from klaxon.rules.uboot.radio.cipher import GROUP, LETTERS

ROTOR, GAP = 16, 2
"""Columns of a rotor, and between two."""
WIDTH = 3 * ROTOR + 2 * GAP
_WINDOW = LARGE.height - 2
_RIM = 3
"""Columns of the notched rim of a rotor."""
UNSET = "·"


@dataclass(frozen=True, slots=True)
class Rotors:
    """Three rotors: the letter in each window, '' for one that was not turned yet."""

    letters: tuple[str, ...]
    turned: int
    """The rotor that the dial turns; 3: none."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw each rotor with its letter, the letters beside that on its rim, and a frame round the one turned."""
        pane = canvas.pane(area)
        for place, letter in enumerate(self.letters):
            _draw_rotor(
                pane.pane((place * (ROTOR + GAP), 0, ROTOR, area.height)), letter, is_turned=place == self.turned
            )

    def words(self) -> Iterable[str]:
        """Return the letters, the one that is turned in brackets."""
        told = [letter or UNSET for letter in self.letters]
        yield " ".join(f"[{letter}]" if place == self.turned else letter for place, letter in enumerate(told))


def _draw_rotor(pane: Canvas, letter: str, *, is_turned: bool) -> None:
    top = (pane.height - _WINDOW) // 2
    if is_turned:
        pane.fill(0, top, ROTOR, _WINDOW)
    else:
        pane.box(0, top, ROTOR, _WINDOW)
    for y in range(1, pane.height - 1, 3):
        if not top - 1 <= y <= top + _WINDOW:
            pane.hline(ROTOR - _RIM, y, _RIM)
    if not letter:
        return
    pane.text(3, top - 1, letter, LARGE, on=not is_turned)
    number = LETTERS.index(letter)
    above, below = (LETTERS[(number + step) % len(LETTERS)] for step in (-1, 1))
    pane.text(5, top - LABEL.height - 1, above, LABEL)
    pane.text(5, top + _WINDOW + 2, below, LABEL)


@dataclass(frozen=True, slots=True)
class CipherSheet:
    """Groups of cipher letters, line by line, and under each letter what the key makes of it so far."""

    groups: tuple[str, ...]
    plain: str
    """As long as all groups together; UNSET where no rotor is set."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many groups as fit, cipher above and plain below."""
        pane, high = canvas.pane(area), 2 * LABEL.height
        for row, start in enumerate(range(0, len(self.groups), self._columns(area.width))):
            if (row + 1) * high > area.height:
                break
            cipher, plain = self._line(start, self._columns(area.width))
            pane.text(0, row * high, cipher, LABEL)
            pane.text(0, row * high + LABEL.height, plain, LABEL)

    def _columns(self, width: int) -> int:
        return max(1, (width // LABEL.width + 1) // (GROUP + 1))

    def _line(self, start: int, count: int) -> tuple[str, str]:
        shown = range(start, min(start + count, len(self.groups)))
        plain = [self.plain[group * GROUP : group * GROUP + GROUP] for group in shown]
        return " ".join(self.groups[group] for group in shown), " ".join(plain)

    def words(self) -> Iterable[str]:
        """Return all groups in a line, and the plain letters in another."""
        return self._line(0, len(self.groups))
