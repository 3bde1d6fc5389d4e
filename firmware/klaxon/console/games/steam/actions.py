"""The pane of actions: what the boat that is asked can do, why it cannot do the rest, and its current draft.

Its lines stay in place while an order is made on the boat's own panel, so little of the panel changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from klaxon.console.drawing.canvas import Canvas
from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text
from klaxon.console.drawing.parts.art import BARRED, POINTER
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam import menu, news, stage, titles, use
from klaxon.console.games.steam.scene import Scene
from klaxon.console.games.steam.tokens import men_of, token_words
from klaxon.console.play.choices import Choice
from klaxon.console.station.page import HEAD
from klaxon.rules.steam.setting import CREW
from klaxon.rules.steam.views import View

ROWS = 4
"""Lines of the list."""
BEHIND = POINTER.width + 2
TEXT = BEHIND + BARRED.width + 2
"""Columns before the sign of a barred item, and before the verbs: the same whether anything is barred or not."""
LINE = LABEL.height
AT_WORK = ("activate", "react")


@dataclass(frozen=True, slots=True)
class Verbs:
    """A list whose lines never move: a verb, its details, and the signs before them."""

    items: tuple[ListItem, ...]
    cursor: int | None

    def draw(self, canvas: Canvas, area: Area) -> None:
        """Draw the lines."""
        for place, item in enumerate(self.items[:ROWS]):
            line = canvas.pane((area.x, area.y + place * LINE, area.width, LINE))
            if place == self.cursor:
                line.sprite(0, (LINE - POINTER.height) // 2, POINTER)
            if item.barred:
                line.sprite(BEHIND, (LINE - BARRED.height) // 2, BARRED)
            line.text(TEXT, 0, item.text, LABEL)
            line.text(area.width - LABEL.measure(item.value), 0, item.value, LABEL)

    def words(self) -> Iterable[str]:
        """Return the lines; the one under the cursor has a pointer, barred ones are crossed."""
        return List(self.items, self.cursor).words()


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the verbs; under them the choice under the cursor, and its result."""
    title = titles.boat_title(scene, scene.boat, (stage.headline(scene, stage.stage_of(scene)),), area.width)
    top = area.y + HEAD + ROWS * LINE
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, area.y + HEAD, area.width, ROWS * LINE), _verbs(scene, area.width)),
        Place(Area(area.x, top, area.width, 2 * LINE), Text((_choice(scene), _outcome(scene)), LABEL)),
    )


def _verbs(scene: Scene, width: int) -> Verbs:
    """Return what can be done; in a boat's turn, and if nothing can be done, all verbs of a turn."""
    draft, view = scene.draft, scene.view.rules
    offers = [Choice(offer.verb, (), offer.barred) for offer in draft.offers]
    usual = stage.stage_of(scene) == "action" or not draft.open
    shown = [each for each in offers if (menu.RANK[each.word] == 0 if usual else each.barred is None)]
    now = draft.verb or (draft.choice_at_cursor.word if draft.choice_at_cursor else "")
    cursor = next((place for place, each in enumerate(shown) if each.word == now and draft.open), None)
    return Verbs(tuple(_item(scene, view, each, width) for each in shown), cursor)


def _item(scene: Scene, view: View, choice: Choice, width: int) -> ListItem:
    """Return a verb with its details: who can, who does, or the reason why it cannot be done."""
    verb, draft = scene.phrases.verb(choice.word), scene.draft
    value = menu.worth(scene, view, choice)
    if choice.barred is not None:
        value = scene.phrases.find(f"short.{choice.barred.code}", "") if draft.open else ""
    elif choice.word == draft.verb and choice.word in menu.OF_MEN:
        pointed = draft.choice_at_cursor.tokens if draft.choice_at_cursor else ()
        value = "+".join(men_of((*draft.tokens, *pointed))).upper()
    fits = LABEL.measure(verb) + LABEL.measure(value) + LABEL.width + TEXT <= width
    return ListItem(verb, value if fits else "", barred=choice.barred is not None)


def _choice(scene: Scene) -> str:
    """Return the choice under the cursor, with its card; for a barred verb, why."""
    draft, phrases = scene.draft, scene.phrases
    if draft.choice_at_cursor is None or not draft.open:
        return ""
    if not draft.verb:
        barred = draft.choice_at_cursor.barred
        return phrases.find(f"short.{barred.code}", "") if barred else ""
    return (
        menu.choice_name(scene, draft.choice_at_cursor)
        if draft.verb in AT_WORK
        else token_words(scene, draft.choice_at_cursor)
    )


def _outcome(scene: Scene) -> str:
    """Return the result of the draft, or what it answers; else what happened last."""
    draft = scene.draft
    answered = tuple(menu.attack_lines(scene))
    if draft.verb in AT_WORK and draft.choice_at_cursor is not None:
        man = str(draft.tokens[0]) if draft.tokens else draft.choice_at_cursor.word
        steps = not draft.tokens and man == CREW[0] and use.stepping(scene)
        return "" if steps else use.at_work(scene, man, draft.choice_at_cursor.tokens)
    return answered[0] if answered else news.brief(scene)
