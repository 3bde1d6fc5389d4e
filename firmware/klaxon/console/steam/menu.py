"""The page of actions: what can be done now, greyed what cannot; an attack and a reaction with what they answer."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.fonts import LABEL
from klaxon.console.page import HEAD
from klaxon.console.parts import Item, List, Text, Title
from klaxon.console.scene import Scene
from klaxon.console.screen import Area, Place
from klaxon.console.steam import boat, news, stage, use
from klaxon.console.steam.cards import card_of, name_of
from klaxon.console.steam.tokens import token_words

LINE = LABEL.height
RANK = {
    **dict.fromkeys(("manoeuvre", "move", "activate", "end"), 0),
    **dict.fromkeys(("redirect", "damage", "react", "pass"), 1),
    **dict.fromkeys(("oxygen", "ready", "rest"), 2),
    **dict.fromkeys(("pick", "swap", "keep"), 3),
}
"""Verb -> where it stands among those that cannot be said: what one may miss comes first."""


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show what the order in the making asks, else what can be done, else what is waited for and what happened."""
    draft = scene.draft
    if draft.verb:
        return _asked(scene, area)
    return root(scene, area) if draft.open else waiting(scene, area)


def _asked(scene: Scene, area: Area) -> tuple[Place, ...]:
    draft = scene.draft
    name = draft.field.name if draft.field else ""
    if draft.verb in ("activate", "react"):
        return use.targets(scene, area) if draft.tokens else use.men(scene, area)
    above = tuple(_answered(scene)) if name == "slot" or draft.verb == "damage" else ()
    items = tuple(Item(_named(scene, token_words(scene, choice), place)) for place, choice in enumerate(draft.choices))
    return _listed(scene, area, Title(scene.phrases.verb(draft.verb), stage.left(scene)), above, items)


def _named(scene: Scene, said: str, place: int) -> str:
    """Return a value of a list, a compartment with the name of its card."""
    found = boat.card_under(scene, scene.draft.choices[place])
    return scene.phrases.say("pointed.steam", what=said, name=found) if found else said


def root(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the verbs, and over them what they answer."""
    phrases = scene.phrases
    items = tuple(
        Item(phrases.verb(choice.word), barred=choice.barred is not None) for choice in scene.draft.choices
    )
    title = Title(stage.headline(scene, stage.stage_of(scene)), stage.left(scene) or _air(scene))
    return _listed(scene, area, title, tuple(_answered(scene)), items)


def _air(scene: Scene) -> str:
    return scene.phrases.say("air.steam", air=scene.view["boats"][scene.boat]["oxygen"])


def _listed(
    scene: Scene, area: Area, title: Title, above: tuple[str, ...], items: tuple[Item, ...]
) -> tuple[Place, ...]:
    """Lay a title, what is answered, the list, and at the foot the news where there is room."""
    top = area.y + HEAD
    places = [Place(area._replace(height=HEAD), title)]
    if above:
        places.append(Place(Area(area.x, top, area.width, len(above) * LINE), Text(above, LABEL)))
        top += len(above) * LINE
    foot = area.y + area.height - (0 if above else LINE)
    places.append(Place(Area(area.x, top, area.width, foot - top), List(items, scene.draft.cursor)))
    if not above:
        told = next((text for text in news.news(scene, 3) if LABEL.measure(text) <= area.width), "")
        places.append(Place(Area(area.x, foot, area.width, LINE), Text((told,), LABEL)))
    return tuple(places)


def _answered(scene: Scene) -> Iterator[str]:
    """Yield what is answered: the attack that has hit, or what the enemy did before a window opened."""
    now, phrases = stage.stage_of(scene), scene.phrases
    if now in ("hit", "placing", "enemy-hit"):
        yield news.shot(scene)
        if now == "hit":
            yield phrases.say("redirect.steam")
    elif now in ("window", "enemy-window"):
        window = scene.view["window"]
        enemy = stage.enemy_of(window["boat"])
        if window["cell"]:
            card = card_of(scene.view, scene.view["boats"][enemy]["cells"][window["cell"]]["card"])
            yield phrases.say("window.steam.activation", boat=phrases.boat(enemy), name=name_of(phrases, card))
        else:
            yield phrases.say("window.steam.manoeuvre", boat=phrases.boat(enemy))


def waiting(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show who is waited for and why, and under it what happened."""
    now = stage.stage_of(scene)
    above = tuple(_answered(scene))
    top = area.y + HEAD + len(above) * LINE
    room = (area.y + area.height - top) // LINE
    lines: list[str] = []
    for text in news.news(scene, room):
        wrapped = LABEL.wrap(text, area.width)
        if len(lines) + len(wrapped) > room:
            break
        lines += wrapped
    return (
        Place(area._replace(height=HEAD), Title(stage.headline(scene, now), stage.left(scene))),
        Place(Area(area.x, area.y + HEAD, area.width, len(above) * LINE), Text(above, LABEL)),
        Place(Area(area.x, top, area.width, room * LINE), Text(tuple(lines), LABEL)),
    )
