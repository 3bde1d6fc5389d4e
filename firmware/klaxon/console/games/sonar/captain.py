"""The captain: the chart on the left, and beside it what to do, or what is waited for and what happened."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from klaxon.console.drawing.fonts import LABEL, LINE
from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.sonar import choose, coach, layout, outcome
from klaxon.console.games.sonar.news import enemy_news, label_lines, news, stage_of
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.games.sonar.screen import SonarScreen
from klaxon.console.games.sonar.sea import is_under_ice
from klaxon.console.games.sonar.surfaced import hull
from klaxon.console.play.outcome import is_over
from klaxon.rules.contract import Order
from klaxon.rules.sonar.view import View

BROKEN = "✗"
BRIEF = 2
"""How many lines fit under a headline in large letters."""


def bridge(scene: Scene) -> tuple[Place, ...]:
    """Show the chart and the menu; if nothing is open, what is waited for and what happened."""
    now = stage_of(scene)
    held = scene.view.held
    whole, brief = (_headline(scene, now, name(held)) for name in (scene.phrases.boat, scene.phrases.brief_boat))
    if scene.large and scene.draft.open and (called := enemy_news(scene)):
        whole = called  # large letters leave no room for news; the bottom line says what to do
    title = Title(whole, scene.phrases.point(scene.view.at), brief)
    roomy = scene.draft.open or len(LABEL.wrap(_waiting(scene, now), layout.SIDE)) <= BRIEF
    places, main, logged = layout.bridge(scene, layout.chart_of(scene), title, roomy=roomy)
    return (*places, *_main(scene, now, main, logged=logged))


def _headline(scene: Scene, now: str, boat: str) -> str:
    """Return the stage, which boat holds the table, and how many turns are left."""
    left = scene.view.left
    message = f"stage.sonar.{now}"
    plain = scene.phrases.say(message, boat=boat)
    return scene.phrases.find(f"{message}.more", plain, left=left) if left > 1 else plain


def _waiting(scene: Scene, now: str) -> str:
    """Return what is waited for, '' if the headline says it."""
    return scene.phrases.find(f"wait.sonar.{now}", "", boat=scene.phrases.boat(scene.view.held))


def _main(scene: Scene, now: str, area: Area, *, logged: bool) -> Iterator[Place]:
    """Yield the menu or who is waited for, and at the foot the news, if no log shows them.

    While the cursor is on something open, barred items make room for the news.
    """
    draft = scene.draft
    taken = 0
    if draft.open:
        items = tuple(
            ListItem(scene.phrases.verb(choice.word), _warning(scene, choice.word), barred=choice.barred is not None)
            for choice in draft.choices
        )
        free = sum(not item.barred for item in items)
        menu = area._replace(height=(free + scene.large) * LINE.height)
        if draft.cursor >= free or menu.height >= area.height:
            yield Place(area, List(items, draft.cursor_place))
            return
        yield Place(menu, List(items[:free], draft.cursor_place))
        taken = free + scene.large
    elif waiting := _waiting(scene, now):
        lines = label_lines((waiting,), area.width, area.height // LABEL.height)
        taken = len(lines)
        yield Place(area._replace(height=taken * LABEL.height), Text(lines, LABEL))
    if not logged:
        yield from _foot(scene, area, area.height // LABEL.height - taken)


def _warning(scene: Scene, verb: str) -> str:
    """Return a warning before an order is given: ice above, or a system that does not work."""
    if verb in layout.broken_systems(scene):
        return BROKEN
    return scene.phrases.say("note.sonar.ice") if verb == "surface" and is_under_ice(scene.view) else ""


def _foot(scene: Scene, area: Area, room: int) -> Iterator[Place]:
    """Yield the news at the foot of an area, so that changes above do not move it."""
    found = (LABEL.wrap(text, area.width) for text in news(scene, 3))
    lines = next((tuple(lines) for lines in found if len(lines) <= room), ())
    high = len(lines) * LABEL.height
    yield Place(Area(area.x, area.y + area.height - high, area.width, high), Text(lines, LABEL))


class CaptainScreen(SonarScreen):
    """The captain's station."""

    rank = MappingProxyType({"start": 1, "dive": 1})
    """Orders of the start come after other barred ones: OK in the enemy's turn says whose turn it is."""
    past = frozenset({"already-started"})

    def first_value(self, view: View, draft: Order) -> str:
        """Begin the first statement for a sonar at a true one."""
        is_first = draft.verb == "answer" and not draft.args
        return " ".join(("row", str(view.sea.row(view.boat.at)))) if is_first else ""

    def draw(self, scene: Scene) -> tuple[Place, ...]:
        """Show the end of the game, the draft, or the current state."""
        if is_over(scene):
            return outcome.draw(scene)
        if scene.draft.verb and scene.draft.verb != "trace":
            return choose.draw(scene)
        return hull.status(scene) if scene.view.repair is not None else bridge(scene)

    def coach(self, scene: Scene) -> str:
        """Return the captain's next step."""
        return coach.captain(scene)


SCREEN = CaptainScreen()
