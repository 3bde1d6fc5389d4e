"""The sickbay of the first officer: patients with their cards and the medicines these take, and the box below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.parts.art import BARRED, POINTER
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.boat.boat_signs import BOXES
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.scene import Scene, role_letter
from klaxon.console.games.uboot.signs import SHAPES as SHAPE_SIGNS
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.crew.men import CREW, Malady
from klaxon.rules.uboot.sickbay.patients import lacking
from klaxon.rules.uboot.words import FIGURES, SHAPES

LINE = LABEL.height
PATIENT = "patient"
"""In the lens: the place of the card that is looked at."""
TEXT = POINTER.width + 20
SLOT = 6


class CardLine(NamedTuple):
    """A card that a man on duty holds: two lines, the second with its medicines."""

    word: str
    """MAN:CARD."""
    shape: str
    letter: str
    card: str
    note: str
    slots: tuple[str, ...]
    is_barred: bool
    said: str


@dataclass(frozen=True, slots=True)
class CardLines:
    """Cards one under another, the one under the cursor pointed at; it is always in sight."""

    lines: tuple[CardLine, ...]
    marked: frozenset[str]
    """The cards pointed at or chosen."""
    first: int

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw as many cards as there is room for, from the first one on."""
        pane, room = canvas.pane(area), max(area.height // (2 * LINE), 1)
        top = max(0, min(self.first, len(self.lines) - room))
        for row, line in enumerate(self.lines[top : top + room]):
            _draw_card(pane.pane((0, row * 2 * LINE, area.width, 2 * LINE)), line, marked=line.word in self.marked)

    def words(self) -> Iterable[str]:
        """Return the cards in words."""
        return [f"> {line.said}" if line.word in self.marked else line.said for line in self.lines]


def _draw_card(pane: Canvas, line: CardLine, *, marked: bool) -> None:
    if marked:
        pane.sprite(0, 1, POINTER)
    if line.is_barred:
        pane.sprite(0, LINE + 1, BARRED)
    pane.sprite(POINTER.width + 2, 0, SHAPE_SIGNS[line.shape])
    pane.text(POINTER.width + 11, 0, line.letter, LABEL)
    end = pane.width - len(line.slots) * SLOT
    for place, slot in enumerate(line.slots):
        pane.sprite(end + place * SLOT, 1, BOXES[slot])
    pane.text(TEXT, 0, LABEL.fit(line.card, end - TEXT), LABEL)
    pane.text(TEXT, LINE, LABEL.fit(line.note, pane.width - TEXT), LABEL)


@dataclass(frozen=True, slots=True)
class MedicineBox:
    """The box: each kind in three letters with its number; what is out is dark on light."""

    kinds: tuple[tuple[str, int, str], ...]
    """Short name, how many, and both in words."""

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the kinds side by side under a line."""
        pane, wide = canvas.pane(area), area.width // len(self.kinds)
        pane.hline(0, 0, area.width)
        for place, (name, count, _) in enumerate(self.kinds):
            text = f"{name}{count}"
            if not count:
                pane.fill(place * wide, 1, LABEL.measure(text) + 1, LINE)
            pane.text(place * wide + 1, 1, text, LABEL, on=bool(count))

    def words(self) -> Iterable[str]:
        """Return the kinds in words."""
        return (", ".join(said for _, _, said in self.kinds),)


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the sick of the watch: card, slots and medicines; the dial goes through them."""
    lines = _lines(scene)
    if not lines:
        text = Text((scene.phrases.say("sickbay.uboot.nobody"),), LABEL, wrap=True)
        return _page(scene, area, text)
    place = _place(scene, lines)
    return _page(scene, area, CardLines(lines, frozenset({lines[place].word}), place))


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Look at another card."""
    lines = _lines(scene)
    return {**scene.lens, PATIENT: str(max(0, min(len(lines) - 1, _place(scene, lines) + steps)))}


def _place(scene: Scene, lines: tuple[CardLine, ...]) -> int:
    return max(0, min(len(lines) - 1, int(scene.lens.get(PATIENT, 0))))


def choose_patients(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the patients while `treat` is made: those taken and the one under the cursor are pointed at."""
    board, draft = scene.view.board, scene.draft
    room = int(board.pending.args[0]) if board.pending is not None else 0
    lines = tuple(line for line in _lines(scene) if board.at[FIGURES.index(line.word.partition(":")[0])] == room)
    pointed = draft.choice_at_cursor
    words = [str(token) for token in (*draft.tokens, *(pointed.tokens if pointed else ()))]
    marked = frozenset(line.word for line in lines if line.word in words or line.word.partition(":")[0] in words)
    first = next((place for place, line in enumerate(lines) if words and line.word.startswith(words[-1])), 0)
    return _page(scene, area, CardLines(lines, marked, first))


def _page(scene: Scene, area: Area, body: CardLines | Text) -> tuple[Place, ...]:
    phrases = scene.phrases
    high = area.height - HEAD - LINE - 1
    below = Area(area.x, area.y + HEAD + high, area.width, LINE + 1)
    title = heading(scene, phrases.say("sickbay.uboot"), area.width)
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, area.y + HEAD, area.width, high), body),
        Place(below, _box(scene)),
    )


def _box(scene: Scene) -> MedicineBox:
    phrases = scene.phrases
    return MedicineBox(
        tuple(
            (phrases.say(f"short.uboot.{kind}"), count, f"{phrases.value(kind)} {count}")
            for kind, count in scene.view.board.stores.medicine
        )
    )


def _lines(scene: Scene) -> tuple[CardLine, ...]:
    """Return the cards of the men on duty, those that can be treated first, then those that lack something."""
    board = scene.view.board
    held = [(figure, malady) for figure in range(CREW) if board.at[figure] for malady in board.man(figure).maladies]
    lines = [_line(scene, figure, malady) for figure, malady in held]
    return tuple(sorted(lines, key=lambda line: line.is_barred))


def _line(scene: Scene, figure: int, malady: Malady) -> CardLine:
    board, phrases = scene.view.board, scene.phrases
    lacks = [] if malady.treated else lacking(board, malady, ())
    medicines = ", ".join(phrases.value(kind) for kind in lacks or malady.treat)
    kind = "treated" if malady.treated else "lacks" if lacks else "takes"
    note = phrases.say(f"sickbay.uboot.{kind}", medicines=medicines, room=board.at[figure])
    slots = ("wound",) * malady.wound + ("fatigue",) * malady.fatigue
    card = phrases.value(malady.card)
    said = f"{phrases.man(FIGURES[figure])}: {card}; {note}"
    word = f"{FIGURES[figure]}:{malady.card}"
    return CardLine(word, SHAPES[figure % 4], role_letter(scene, figure), card, note, slots, bool(lacks), said)
