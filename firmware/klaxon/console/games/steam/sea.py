"""The sea: five sectors with both figures, their relative position, and the sections they show each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam import stage
from klaxon.console.games.steam.scene import Scene
from klaxon.console.games.steam.titles import fitting_title
from klaxon.console.games.steam.tokens import token_words
from klaxon.console.station.page import HEAD
from klaxon.rules.steam import look, shift
from klaxon.rules.steam.grid import SECTORS
from klaxon.rules.steam.setting import BOATS
from klaxon.rules.steam.state import Board

LANE = 8
"""The rows of a figure; two lanes and the numbers of the sectors under them: three pages of the panel."""
HIGH = 3 * LANE
BODY, BOW = 15, 3
"""Columns of a figure's body, and of its bow."""
FACED = {"ahead": "stern", "astern": "bow", "port": "starboard", "starboard": "port"}
"""Where the enemy lies -> the section that he shows (STM-3.5c)."""
SHOWN = {"ahead": "bow", "astern": "stern", "port": "port", "starboard": "starboard"}
"""Where the enemy lies -> the own section that he sees."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A boat on the sea: its letter, its sector, and whether it is in the upper lane."""

    letter: str
    sector: int
    upper: bool
    own: bool


@dataclass(frozen=True, slots=True)
class SeaPicture:
    """The sectors side by side as one boat sees them: its own figure is solid, the enemy's hollow."""

    figures: tuple[Figure, ...]
    right: bool
    """Whether both head to the right."""
    mirrored: bool
    """Whether the sectors count from the right, as blue sees them."""
    said: str

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the seams between the sectors, their numbers and the figures."""
        pane, pitch = canvas.pane(area), area.width // SECTORS
        left = (area.width - SECTORS * pitch) // 2
        for place in range(SECTORS):
            number = SECTORS - place if self.mirrored else place + 1
            pane.text(left + place * pitch + (pitch - LABEL.width) // 2, 2 * LANE, str(number), LABEL)
            if place:
                for y in range(0, HIGH, 2):
                    pane.dot(left + place * pitch - 1, y)
        for figure in self.figures:
            place = SECTORS - figure.sector if self.mirrored else figure.sector - 1
            x = left + place * pitch + (pitch - BODY - 2 * BOW) // 2
            _figure(pane.pane((x, 0 if figure.upper else LANE, BODY + 2 * BOW, LANE)), figure, right=self.right)

    def words(self) -> Iterable[str]:
        """Return where the figures are, in words."""
        return (self.said,)


def _figure(pane: Canvas, figure: Figure, *, right: bool) -> None:
    pane.fill(BOW, 0, BODY, LANE)
    for step in range(BOW):
        column = BOW + BODY + step if right else BOW - 1 - step
        pane.vline(column, step + 1, LANE - 2 * (step + 1))
    pane.vline(1 if right else 2 * BOW + BODY - 2, 1, LANE - 2)  # the rudder
    x = BOW + (BODY - LABEL.width) // 2 + 1
    if not figure.own:
        pane.fill(BOW + 1, 1, BODY - 2, LANE - 2, on=False)
        pane.fill(x - 1, 0, LABEL.width + 1, LANE, on=False)
    pane.text(x, 0, figure.letter, LABEL, on=not figure.own)


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the sea, and under it how the boats lie; during a manoeuvre, how they would lie after it."""
    board = _after(scene)
    title = _points(scene, board, area.width) if scene.draft.verb == "manoeuvre" else _title(scene)
    lines = tuple(facts(scene, board))
    high = HIGH if area.height >= HEAD + HIGH + LABEL.height * len(lines) else HIGH - LANE  # the numbers give way
    top = area.y + HEAD + high
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, area.y + HEAD, area.width, high), chart(scene, board)),
        Place(Area(area.x, top, area.width, area.y + area.height - top), Text(lines, LABEL)),
    )


def chart(scene: Scene, board: Board) -> SeaPicture:
    """Return the sea as seen from the boat of a scene, its own figure in the lane on its side."""
    me = BOATS.index(scene.boat)
    heading = board.boats[me].heading == "right"
    lies, _ = look.relation(board, me)
    upper = (lies == "starboard") == heading if lies in ("port", "starboard") else False
    figures = tuple(
        Figure(scene.phrases.say(f"letter.steam.{boat}"), board.sector[n], upper if n == me else not upper, n == me)
        for n, boat in enumerate(BOATS)
    )
    where = dict(zip(BOATS, board.sector, strict=True))
    return SeaPicture(figures, heading, bool(me), scene.phrases.say("sea.steam", **where))


def labelled_sea(scene: Scene) -> Mapping[str, Any]:
    """Return the sea beside the panel, as data for a page: during a manoeuvre, as it would be after it."""
    board = _after(scene)
    picture = chart(scene, board)
    numbers = [*range(SECTORS, 0, -1)] if picture.mirrored else [*range(1, SECTORS + 1)]
    return {
        "kind": "lanes",
        "sectors": numbers,
        "right": picture.right,
        "figures": [
            {"boat": boat, "letter": figure.letter, "place": numbers.index(figure.sector), "upper": figure.upper}
            for boat, figure in zip(BOATS, picture.figures, strict=True)
        ],
        "lines": [*facts(scene, board)],
        "spoken": picture.said,
    }


def _after(scene: Scene) -> Board:
    """Return the board after the points chosen so far and the one under the cursor."""
    board, draft = scene.view.rules.board, scene.draft
    if draft.verb != "manoeuvre":
        return board
    tokens = (*draft.tokens, *(draft.choice_at_cursor.tokens if draft.choice_at_cursor else ()))
    sector, side = board.sector, ""
    for token in tokens:
        if isinstance(token, str):
            sector = shift.sectors_after(sector, token)
        else:
            side = token[1]
    board = board.copy()
    if sector[0] != sector[1]:
        board.lateral = -1
    elif side:
        board.lateral = look.lateral_of(BOATS.index(scene.boat), side)
    elif sector != board.sector or board.lateral < 0:
        board.lateral = look.fixed_lateral(board)
    board.sector = sector
    return board


def _title(scene: Scene) -> Title:
    phrases = scene.phrases
    speed = phrases.say("speed.steam", speed=scene.view.boats[scene.boat].speed)
    return Title(phrases.say("sea.steam.title", round=scene.view.round), stage.time_left(scene) or speed)


def _points(scene: Scene, board: Board, width: int) -> Title:
    """Return the choice under the cursor, and how many points are spent with it."""
    draft = scene.draft
    tokens = (*draft.tokens, *(draft.choice_at_cursor.tokens if draft.choice_at_cursor else ()))
    spent = sum(isinstance(token, str) for token in tokens)
    most = look.speed(board, BOATS.index(scene.boat))
    pointed = token_words(scene, draft.choice_at_cursor) if draft.choice_at_cursor else ""
    what = scene.phrases.say("prompt.steam", why=scene.phrases.verb(draft.verb), what=pointed)
    return fitting_title((what, pointed), (scene.phrases.say("points.steam", spent=spent, most=most),), width)


def facts(scene: Scene, board: Board) -> Iterable[str]:
    """Yield how the boats lie, and the sections they show each other with the armour there."""
    phrases, me = scene.phrases, BOATS.index(scene.boat)
    if not board.boats[me].cards:
        return
    lies, far = look.relation(board, me)
    enemy = phrases.boat(stage.enemy_of(scene.boat))
    yield phrases.say("lies.steam", enemy=enemy, where=phrases.value(lies), far=phrases.value(far))
    theirs, ours = FACED[lies], SHOWN[lies]
    for message, whose, section in (("aim", 1 - me, theirs), ("bare", me, ours)):
        armour = look.armour(board, whose, section)
        yield phrases.say(f"faces.steam.{message}", section=phrases.value(section), armour=armour)
