"""The pane of actions: what the boat that is asked can do, why it cannot do the rest, and what it is about to do.

Its lines stay where they are while an order is made on the boat's own panel: so little of the panel changes.
"""

from __future__ import annotations

from klaxon.console.draft import Choice
from klaxon.console.fonts import LABEL
from klaxon.console.page import HEAD
from klaxon.console.parts import Item, List, Text, Title
from klaxon.console.scene import Scene
from klaxon.console.screen import Area, Place
from klaxon.console.steam import boat, menu, news, stage, use
from klaxon.console.steam.cards import name_of
from klaxon.console.steam.tokens import men_of, token_words
from klaxon.rules.steam.setting import CREW
from klaxon.rules.steam.views import View

ROWS = 4
"""Lines of the list."""
SIGNS = 18
"""Columns of a line that are no letters: the pointer, the sign of what is barred, a gap."""
LINE = LABEL.height


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the verbs; under them what the dial points at, and what comes of it."""
    if not scene.draft.open:
        return menu.waiting(scene, area, most=3)
    title = Title(stage.headline(scene, stage.stage_of(scene)), stage.left(scene) or menu.air(scene))
    top = area.y + HEAD + ROWS * LINE
    return (
        Place(area._replace(height=HEAD), title),
        Place(Area(area.x, area.y + HEAD, area.width, ROWS * LINE), _verbs(scene, area.width)),
        Place(Area(area.x, top, area.width, 2 * LINE), Text((_choice(scene), _outcome(scene)), LABEL)),
    )


def _verbs(scene: Scene, width: int) -> List:
    """Return what can be done, and of the rest what one may miss."""
    draft, view = scene.draft, stage.view_of(scene)
    if draft.verb:
        offers = [Choice(offer.verb, (), offer.barred) for offer in draft.offers]
        offers.sort(key=lambda choice: choice.barred is not None)
    else:
        offers = list(draft.choices)
    shown = [each for each in offers if each.barred is None or (view.board.phase == "action" and _missed(each))][:ROWS]
    now = draft.verb or (draft.pointed.word if draft.pointed else "")
    cursor = next((place for place, each in enumerate(shown) if each.word == now), None)
    return List(tuple(_item(scene, view, each, width) for each in shown), cursor, LABEL)


def _missed(choice: Choice) -> bool:
    return menu.RANK[choice.word] == 0


def _item(scene: Scene, view: View, choice: Choice, width: int) -> Item:
    """Return a verb with what there is to it: who can, who does, or the reason why it cannot be done."""
    verb, draft = scene.phrases.verb(choice.word), scene.draft
    value = menu.worth(scene, view, choice)
    if choice.barred is not None:
        value = scene.phrases.find(f"short.{choice.barred.code}", "")
    elif choice.word == draft.verb and choice.word in menu.OF_MEN:
        pointed = draft.pointed.tokens if draft.pointed else ()
        value = "+".join(men_of((*draft.tokens, *pointed))).upper()
    fits = LABEL.measure(verb) + LABEL.measure(value) + SIGNS <= width
    return Item(verb, value if fits else "", barred=choice.barred is not None)


def _choice(scene: Scene) -> str:
    """Say what the dial points at, with the card it means; of a verb that is barred, why."""
    draft, phrases = scene.draft, scene.phrases
    if draft.pointed is None:
        return ""
    if not draft.verb:
        barred = draft.pointed.barred
        return phrases.find(f"short.{barred.code}", "") if barred else ""
    said, card = token_words(scene, draft.pointed), boat.card_under(scene, draft.pointed)
    return phrases.say("pointed.steam", what=said, name=name_of(phrases, card)) if card else said


def _outcome(scene: Scene) -> str:
    """Say what comes of the order in the making, or what it answers; else what happened last."""
    draft = scene.draft
    answered = tuple(menu.answered(scene))
    if draft.verb in ("activate", "react") and draft.pointed is not None:
        man = str(draft.tokens[0]) if draft.tokens else draft.pointed.word
        steps = not draft.tokens and man == CREW[0] and use.stepping(scene)
        return "" if steps else use.at_work(scene, man, draft.pointed.tokens)
    return answered[0] if answered else news.brief(scene)
