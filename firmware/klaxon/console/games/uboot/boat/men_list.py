"""A list of men: a line for each with his shape, role, post and room, and the slots of both watches side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.screen import Area
from klaxon.console.games.uboot.boat.boat_signs import BOXES
from klaxon.console.games.uboot.boat.scheme import man_text
from klaxon.console.games.uboot.signs import SHAPES as SHAPE_SIGNS
from klaxon.console.language.game_words import Phrases
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import ROLES, SHAPES

LINE = LABEL.height
POST = 9
"""Letters of a post."""
BOX = 6
"""Columns of a slot."""
PAIR = 2 * 3 * BOX + 4
"""Columns of the slots of both watches, with the line between them."""
NARROW = 17 + PAIR + 5
"""Columns of a man without his post."""


class ManLine(NamedTuple):
    """A man: his slots, and those of his relief."""

    shape: str
    letter: str
    post: str
    room: str
    """His room if it is shown; '' if all are in one."""
    slots: tuple[str, ...]
    relief: tuple[str, ...]
    is_dead: bool
    said: str


@dataclass(frozen=True, slots=True)
class MenList:
    """Men one under another; in two columns without their posts if there are too many for the lines."""

    lines: tuple[ManLine, ...]

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many as fit, and how many more there are."""
        pane, rows = canvas.pane(area), area.height // LINE
        columns = 1 if len(self.lines) <= rows else max(area.width // (NARROW + 2), 1)
        wide, shown = area.width // columns, rows * columns
        for place, line in enumerate(self.lines[:shown]):
            column, row = divmod(place, rows)
            _draw_line(pane.pane((column * wide, row * LINE, wide, LINE)), line, post=columns == 1)

    def words(self) -> Iterable[str]:
        """Return the men in words."""
        return (line.said for line in self.lines)


def _draw_line(pane: Canvas, line: ManLine, *, post: bool) -> None:
    pane.sprite(0, 0, SHAPE_SIGNS[line.shape])
    pane.text(9, 0, line.letter, LABEL)
    x = 17
    if post:
        pane.text(x, 0, LABEL.fit(line.post, POST * LABEL.width), LABEL)
        pane.text(x + POST * LABEL.width + 4, 0, line.room, LABEL)
        x = pane.width - PAIR
    elif line.room:
        pane.text(x, 0, line.room, LABEL)
        x += 7
    for slots in (line.slots, line.relief):
        for place, slot in enumerate(slots):
            pane.sprite(x + place * BOX, 1, BOXES[slot])
        x += 3 * BOX + 4
    pane.vline(x - 3 * BOX - 7, 0, LINE - 1)
    if line.is_dead:
        pane.hline(0, 3, pane.width - PAIR + 3 * BOX)


def lines_of(phrases: Phrases, board: OpenBoard, figures: Sequence[int], *, rooms: bool = True) -> MenList:
    """Return the men of some figures, with their rooms or without."""
    return MenList(tuple(_line_of(phrases, board, figure, rooms=rooms) for figure in figures))


def _line_of(phrases: Phrases, board: OpenBoard, figure: int, *, rooms: bool) -> ManLine:
    man, relief = board.man(figure), board.crew[(2 - board.shift) * CREW + figure]
    post = phrases.post(board.handbook.posts[(board.shift - 1) * CREW + figure])
    room = str(board.at[figure] or "-") if rooms else ""
    said = phrases.say("men.uboot.line", man=man_text(phrases, board, figure), post=post, room=board.at[figure] or "-")
    return ManLine(
        SHAPES[figure % 4],
        phrases.say(f"letter.uboot.{ROLES[figure // 4]}"),
        post,
        room,
        tuple(man.slots),
        tuple(relief.slots),
        man.dead,
        said,
    )
