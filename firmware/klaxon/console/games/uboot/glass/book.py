"""The recognition book: every class of ships in outline, with its length, its mast and what marks it.

The dial turns the leaves, push shows other aspects. OK notes that the chosen contact is this one; the first officer has
it identified for all, as far as his level says (UBT-3.11a).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.glass import notes
from klaxon.console.games.uboot.glass.seascape import masts_of, outline_of
from klaxon.console.games.uboot.glass.silhouette import BEAM_ON, END_ON, Silhouette, silhouette
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.library import BookShip

LEAF, ASPECT = "leaf", "aspect"
"""In the lens: the place of the class in the book, and the angle on the bow."""
ASPECTS = (BEAM_ON, 60, 30, END_ON - 1)
WIDEST = 116
LINE = LABEL.height
IDENTIFY = "identify"


@dataclass(frozen=True, slots=True)
class BookOutline:
    """A silhouette in the middle over a line of water."""

    drawn: Silhouette
    said: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the boxes, then the masts."""
        pane = canvas.pane(area)
        bottom, left = area.height - 2, (area.width - self.drawn.width) // 2
        for first, end, rows in self.drawn.shape:
            pane.fill(left + first, bottom - rows, end - first, rows)
        for at, rows in self.drawn.masts:
            pane.vline(left + at, bottom - rows, rows)
        pane.hline(0, bottom, area.width)

    def words(self) -> Iterable[str]:
        """Return the outline in words."""
        return (self.said,)


def book_of(scene: Scene) -> tuple[BookShip, ...]:
    """Return all classes."""
    return scene.view.board.handbook.library.ships


def _place(scene: Scene) -> int:
    """Return the place of the class that is open: at first that of the chosen contact, if it was noted."""
    book = book_of(scene)
    if LEAF in scene.lens:
        return min(int(scene.lens[LEAF]), len(book) - 1)
    noted = notes.noted_ship(scene, notes.target(scene))
    return book.index(noted) if noted else 0


def _aspect(scene: Scene) -> int:
    return int(scene.lens.get(ASPECT, str(BEAM_ON)))


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Turn to another class."""
    return {**scene.lens, LEAF: str(max(0, min(len(book_of(scene)) - 1, _place(scene) + steps)))}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push shows the next aspect; OK notes the contact as this one."""
    if key == "push":
        return {**scene.lens, ASPECT: str(ASPECTS[(ASPECTS.index(_aspect(scene)) + 1) % len(ASPECTS)])}
    contact = notes.target(scene)
    return notes.with_class(scene, contact, book_of(scene)[_place(scene)].id) if key == "ok" and contact else None


def line(scene: Scene) -> str | None:
    """Return what OK notes; None if there is no contact."""
    contact = notes.target(scene)
    return scene.phrases.say("book.uboot.this", contact=contact) if contact else None


def order(scene: Scene) -> Order | None:
    """Return the order to identify the contact, if the seat can give it."""
    contact = notes.target(scene)
    if not contact or IDENTIFY not in scene.draft.open_verbs or contact in _identified(scene):
        return None
    return Order(Seat(scene.seat), IDENTIFY, (contact,))


def _identified(scene: Scene) -> set[str]:
    """Return the contacts that were identified, as far as this seat has heard."""
    return {str(heard.facts["contact"]) for heard in scene.heard if heard.type == "identified"}


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show one class."""
    phrases, book, angle = scene.phrases, book_of(scene), _aspect(scene)
    ship, place = book[_place(scene)], _place(scene)
    figures = phrases.say("book.uboot.figures", length=ship.length, mast=ship.mast)
    contact = notes.target(scene)
    is_noted = bool(contact) and notes.noted_ship(scene, contact) == ship
    title = Title(f"{contact if is_noted else place + 1} {figures}", f"{angle}°")
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD - LINE)
    foot = Area(area.x, area.y + area.height - LINE, area.width, LINE)
    drawn = _fit(ship, angle, body)
    mark = phrases.say("book.uboot.alike") if angle < END_ON else phrases.find(f"book.uboot.{ship.id}", ship.name)
    return (
        Place(area._replace(height=HEAD), title),
        Place(body, BookOutline(drawn, _said(scene, ship, drawn))),
        Place(foot, Text((LABEL.fit(mark, area.width),), LABEL)),
    )


def _fit(ship: BookShip, angle: int, body: Area) -> Silhouette:
    """Return the silhouette as wide as the book has it, narrower where its masts would not fit."""
    wide = min(WIDEST, body.width)
    drawn = silhouette(ship, angle, wide)
    while wide > 1 and max(rows for _, rows in (*drawn.masts, (0, 0))) > body.height - 2:
        wide -= 1
        drawn = silhouette(ship, angle, wide)
    return drawn


def _said(scene: Scene, ship: BookShip, drawn: Silhouette) -> str:
    say = scene.phrases.say
    heights = " ".join(map(str, outline_of(drawn.shape)))
    places = " ".join(map(str, masts_of(drawn.shape, drawn.masts)))
    words = [scene.phrases.value(ship.id), say("glass.uboot.outline", heights=heights)]
    words += [say("glass.uboot.masts", places=places)] if drawn.masts else []
    words += [say("glass.uboot.smoke")] if ship.smoke else []
    return "; ".join([*words, say("book.uboot.sound", sound=say(f"screw.uboot.{ship.sound}"))])


PAGE = RolePage(draw, turn, press, line, order)
"""The book, for every role."""
