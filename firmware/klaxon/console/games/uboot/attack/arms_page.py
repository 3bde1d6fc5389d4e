"""Tubes and reserve: what each tube holds and when it is loaded, what lies in reserve, and the shells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.drawing.sprite import parse_sprite
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED, LOADING, RESERVE, TubeState
from klaxon.rules.uboot.words import TUBES

LINE = LABEL.height
TORPEDO = parse_sprite("................. #..############.. .################ #..############..")
WATER = parse_sprite("#.#.#.#.#.#.#.#.#")
SECOND = 1000
BODY = 8
"""Columns before the picture of a tube."""
TEXT = BODY + 24


@dataclass(frozen=True, slots=True)
class TubeRows:
    """A tube in each row: its number, what is in it, the water round it if it is flooded, and its state in words."""

    tubes: tuple[TubeState, ...]
    texts: tuple[str, ...]
    said: tuple[str, ...]

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the tubes one under another."""
        pane = canvas.pane(area)
        for row, (tube, text) in enumerate(zip(self.tubes, self.texts, strict=True)):
            y = row * LINE
            pane.text(0, y, str(TUBES[row]), LABEL)
            pane.box(BODY, y, 20, LINE - 1)
            if tube.state == FLOODED:
                pane.sprite(BODY + 1, y + 1, WATER)
                pane.sprite(BODY + 1, y + LINE - 3, WATER)
            if tube.state not in (EMPTY, LOADING):
                pane.sprite(BODY + 2, y + 1, TORPEDO)
            pane.text(TEXT, y, LABEL.fit(text, area.width - TEXT), LABEL)

    def words(self) -> Iterable[str]:
        """Return the tubes in words."""
        return self.said


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the tubes, and under them the reserve."""
    arms, phrases = scene.view.board.arms, scene.phrases
    texts = tuple(_text(scene, tube) for tube in arms.tubes)
    said = tuple(phrases.say("arms.uboot.tube", tube=number, state=text) for number, text in enumerate(texts, start=1))
    title = heading(scene, phrases.say("arms.uboot", shells=arms.shells), area.width)
    foot = area._replace(y=area.y + area.height - LINE, height=LINE)
    held = {store: f"{kinds.g7a}+{kinds.g7e}" for store, kinds in zip(RESERVE, arms.reserve, strict=True)}
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, area.y + HEAD, area.width, area.height - HEAD - LINE), TubeRows(arms.tubes, texts, said)),
        Place(foot, Text((phrases.say("arms.uboot.reserve", **held),), LABEL)),
    )


def _text(scene: Scene, tube: TubeState) -> str:
    """Return what is in a tube, and how long it still takes."""
    phrases, state = scene.phrases, scene.phrases.say(f"arms.uboot.{tube.state}")
    kind = phrases.value(tube.torpedo) if tube.torpedo else ""
    left = tube.due - reading(scene.view.board.clock, scene.now) if tube.due else 0
    seconds = -(-max(left, 0) // SECOND)
    time = f"{seconds // 60}:{seconds % 60:02}" if seconds else ""
    return " ".join(word for word in (kind, state, time) if word)


def tick(scene: Scene) -> int | None:
    """Return when the time to the end of a loading reads otherwise."""
    clock = scene.view.board.clock
    dues = [tube.due for tube in scene.view.board.arms.tubes if tube.due > reading(clock, scene.now)]
    if not dues or not clock.factor:
        return None
    game = reading(clock, scene.now)
    step = SECOND if clock.factor == 1 else SECOND * 60
    return scene.now + max(1, -(-(game // step * step + step - game) // clock.factor))


PAGE = RolePage(draw, tick=tick)
"""The arms."""
