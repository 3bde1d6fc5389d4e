"""The page of actions: what can be done now, the rest grey; an attack and a reaction with what they answer."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam import boat, news, stage, titles, use
from klaxon.console.games.steam.cards import name_of
from klaxon.console.games.steam.scene import Scene
from klaxon.console.games.steam.tokens import token_words
from klaxon.console.play.choices import Choice
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order
from klaxon.rules.domains import OneOf
from klaxon.rules.steam import menu as rules
from klaxon.rules.steam.views import View

LINE = LABEL.height
OF_MEN = ("move", "activate", "react")
RANK = {
    **dict.fromkeys(("manoeuvre", "move", "activate", "end"), 0),
    **dict.fromkeys(("redirect", "damage", "react", "pass"), 1),
    **dict.fromkeys(("oxygen", "ready", "rest"), 2),
    **dict.fromkeys(("pick", "swap", "keep"), 3),
}
"""Verb -> its rank among barred ones: those that may be missed come first, in an order that is stable in a turn."""


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show what the draft asks, else what can be done, else what is waited for and what happened."""
    draft = scene.draft
    if draft.verb:
        return _question_places(scene, area)
    return root(scene, area) if draft.open else waiting(scene, area)


def _question_places(scene: Scene, area: Area) -> tuple[Place, ...]:
    draft = scene.draft
    if draft.verb in ("activate", "react"):
        return use.targets(scene, area) if draft.tokens else use.men(scene, area)
    above = tuple(attack_lines(scene)) if draft.verb == "damage" else ()
    items = tuple(ListItem(choice_name(scene, choice)) for choice in draft.choices)
    title = Title(scene.phrases.verb(draft.verb), stage.time_left(scene))
    return _list_places(scene, area, title, above, List(items, draft.cursor, LABEL))


def choice_name(scene: Scene, choice: Choice) -> str:
    """Return a value in words, a man or a compartment with the name of the card."""
    said, card = token_words(scene, choice), boat.card_under(scene, choice)
    if card and choice.word in scene.view.boats[scene.boat].crew:
        return scene.phrases.say("able.steam", crew=choice.word.upper(), name=name_of(scene.phrases, card))
    return scene.phrases.say("pointed.steam", what=said, name=name_of(scene.phrases, card)) if card else said


def root(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the verbs, and over them what they answer."""
    phrases, view = scene.phrases, scene.view.rules
    items = tuple(
        ListItem(phrases.verb(choice.word), worth(scene, view, choice), barred=choice.barred is not None)
        for choice in scene.draft.choices
    )
    title = titles.boat_title(scene, scene.boat, (stage.headline(scene, stage.stage_of(scene)),), area.width)
    return _list_places(scene, area, title, tuple(attack_lines(scene)), List(items, scene.draft.cursor))


def worth(scene: Scene, view: View, choice: Choice) -> str:
    """Return the details of a verb: the speed of a manoeuvre, the men who can move or act."""
    if choice.barred is not None:
        return ""
    if choice.word == "manoeuvre":
        return scene.phrases.say("speed.steam", speed=scene.view.boats[scene.boat].speed)
    field = rules.field(view, Order(view.seat, choice.word)) if choice.word in OF_MEN else None
    men = field.domain.values if field and isinstance(field.domain, OneOf) else ()
    return "".join(str(man) for man in men).upper()


def _list_places(scene: Scene, area: Area, title: Title, above: tuple[str, ...], choices: List) -> tuple[Place, ...]:
    """Place a title, what is answered, the list, and at the foot the news if it fits."""
    top = area.y + HEAD
    places = [Place(area._replace(height=HEAD), title)]
    if above:
        places.append(Place(Area(area.x, top, area.width, len(above) * LINE), Text(above, LABEL)))
        top += len(above) * LINE
    foot = area.y + area.height - (0 if above else LINE)
    places.append(Place(Area(area.x, top, area.width, foot - top), choices))
    if not above:
        places.append(Place(Area(area.x, foot, area.width, LINE), Text((news.brief(scene),), LABEL)))
    return tuple(places)


def attack_lines(scene: Scene) -> Iterator[str]:
    """Yield what is answered: the attack that has hit, or what the enemy did before a window opened."""
    now, phrases = stage.stage_of(scene), scene.phrases
    if now in ("hit", "placing", "enemy-hit"):
        yield news.attack_text(scene)
        if now == "hit" and not scene.draft.verb:
            yield phrases.say("redirect.steam")
    elif now in ("window", "enemy-window"):
        window = scene.view.window
        enemy = stage.enemy_of(window.boat if window else scene.boat)
        if window and window.cell:
            card = scene.view.cards[scene.view.boats[enemy].cells[window.cell].card]
            yield phrases.say("window.steam.activation", boat=phrases.brief_boat(enemy), name=name_of(phrases, card))
        else:
            yield phrases.say("window.steam.manoeuvre", boat=phrases.boat(enemy))


def waiting(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show who is waited for and why, and under it what happened."""
    now, phrases = stage.stage_of(scene), scene.phrases
    above = tuple(attack_lines(scene))
    top = area.y + HEAD + len(above) * LINE
    room = (area.y + area.height - top) // LINE
    lines: list[str] = []
    for text in news.news(scene, room):
        wrapped = LABEL.wrap(text, area.width)
        if len(lines) + len(wrapped) > room:
            break
        lines += wrapped
    if not (lines or above):
        reason = phrases.find(f"wait.steam.{now}", "", enemy=phrases.boat(stage.enemy_of(scene.boat)))
        lines = LABEL.wrap(reason, area.width) if reason else []
    return (
        Place(area._replace(height=HEAD), Title(stage.headline(scene, now), stage.time_left(scene))),
        Place(Area(area.x, area.y + HEAD, area.width, len(above) * LINE), Text(above, LABEL)),
        Place(Area(area.x, top, area.width, room * LINE), Text(tuple(lines), LABEL)),
    )
