"""All sixteen men on duty: a column a role, a row a shape; each with his room, his two symbols and his three slots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import signs
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.words import FIGURES, ROLES, SHAPES

ROW = 12
"""Rows of a man: his symbols and the slots under them."""
LEFT = signs.SIZE + 2
"""Columns of the shapes, left of all."""
MAN = "man"
"""In the lens: the selected figure."""


class ManSigns(NamedTuple):
    """A man as signs."""

    room: int
    symbols: tuple[str, ...]
    slots: tuple[str, ...]
    is_dead: bool
    said: str


@dataclass(frozen=True, slots=True)
class CrewTable:
    """Four columns of four men; the room of the selected one is inverted."""

    men: tuple[ManSigns, ...]
    letters: tuple[str, ...]
    chosen: int
    head: str = ""
    """The text of the head in place of the letters of the roles."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw a head of letters and the men under it; if there is little room, the rows from the selected man on."""
        pane = canvas.pane(area)
        wide = (area.width - LEFT) // len(ROLES)
        pane.fill(0, 0, area.width, LABEL.height)
        pane.text(2, 0, LABEL.fit(self.head, area.width - 4), LABEL, on=False)
        for column, letter in enumerate(self.letters if not self.head else ()):
            pane.text(LEFT + column * wide + 1, 0, LABEL.fit(letter, wide - 1), LABEL, on=False)
        room = max((area.height - LABEL.height) // ROW, 1)
        first = max(0, min(self.chosen % len(SHAPES), len(SHAPES) - room))
        for row, shape in enumerate(SHAPES[first : first + room]):
            y = LABEL.height + row * ROW + 1
            pane.sprite(0, y + 1, signs.SHAPES[shape])
            for column in range(len(ROLES)):
                figure = column * len(SHAPES) + first + row
                cell = pane.pane((LEFT + column * wide, y, wide, ROW))
                _draw_man(cell, self.men[figure], chosen=figure == self.chosen)

    def words(self) -> Iterable[str]:
        """Return a line for each man; the selected one has a pointer."""
        return [f"> {man.said}" if figure == self.chosen else man.said for figure, man in enumerate(self.men)]


def _draw_man(cell: Canvas, man: ManSigns, *, chosen: bool) -> None:
    if chosen:
        cell.fill(0, 0, LABEL.width + 2, LABEL.height + 1)
    cell.text(1, 1, str(man.room) if man.room else "-", LABEL, on=not chosen)
    for place, symbol in enumerate(man.symbols):
        cell.sprite(10 + place * (signs.SIZE + 2), 0, signs.SYMBOLS[symbol])
    if man.is_dead:
        cell.hline(0, 4, cell.width - 2)
        return
    for place, slot in enumerate(man.slots):
        cell.sprite(11 + place * 5, signs.SIZE + 1, signs.SLOTS[slot])


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show all men under the roles, or, once one is selected, under his name."""
    chosen = chosen_man(scene)
    letters = tuple(scene.phrases.say(f"column.uboot.{role}") for role in ROLES)
    men = tuple(_signs_of(scene, figure) for figure in range(CREW))
    return (Place(area, CrewTable(men, letters, chosen, _brief(scene, chosen) if MAN in scene.lens else "")),)


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Select the next man, column by column."""
    return {**scene.lens, MAN: str(max(0, min(CREW - 1, chosen_man(scene) + steps)))}


def chosen_man(scene: Scene) -> int:
    """Return the selected figure: at first the first of the own ones."""
    return int(scene.lens.get(MAN, scene.view.own_men.start))


def _brief(scene: Scene, figure: int) -> str:
    """Return man, post and room."""
    board, phrases = scene.view.board, scene.phrases
    post = phrases.post(board.handbook.posts[(board.shift - 1) * CREW + figure])
    return phrases.say("crew.uboot", man=phrases.man(FIGURES[figure]), post=post, room=board.at[figure] or "-")


def _signs_of(scene: Scene, figure: int) -> ManSigns:
    board, phrases = scene.view.board, scene.phrases
    man, symbols = board.man(figure), board.symbols(figure)
    slots = tuple(man.slots)
    trained = ", ".join(phrases.symbol(symbol) for symbol in symbols)
    tokens = ", ".join(phrases.value(slot) for slot in slots if slot != "free") or phrases.value("free")
    said = phrases.say("crew.uboot.said", brief=_brief(scene, figure), trained=trained, slots=tokens)
    return ManSigns(board.at[figure], symbols, slots, man.dead, said)


PAGE = RolePage(draw, turn)
"""All sixteen men, for every role."""
