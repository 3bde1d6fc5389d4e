"""Using a compartment: which man, and what the card then asks; with the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam import stage
from klaxon.console.games.steam.cards import aims_of, effect_of, name_of
from klaxon.console.games.steam.scene import Card, Scene
from klaxon.console.games.steam.tokens import men_of, token_words
from klaxon.console.station.page import HEAD
from klaxon.rules.steam import look
from klaxon.rules.steam.grid import INDEX
from klaxon.rules.steam.may import bar
from klaxon.rules.steam.setting import BOATS, CAPTAIN, CREW

FOOT = LABEL.height


def men(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the men: each with the compartment he can use, or with the reason why he cannot."""
    draft, phrases = scene.draft, scene.phrases
    able = [choice.word for choice in draft.choices]
    items = [*(ListItem(_able(scene, man)) for man in able), *_barred(scene, able)]
    word = draft.choice_at_cursor.word if draft.choice_at_cursor else ""
    steps = word == CREW[CAPTAIN] and stepping(scene)
    foot = at_work(scene, word, ()) if word in CREW and not steps else ""
    return (
        Place(area._replace(height=HEAD), Title(phrases.verb(draft.verb), stage.time_left(scene))),
        Place(
            Area(area.x, area.y + HEAD, area.width, area.height - HEAD - FOOT), List(tuple(items), draft.cursor, LABEL)
        ),
        Place(Area(area.x, area.y + area.height - FOOT, area.width, FOOT), Text((foot,), LABEL)),
    )


def _able(scene: Scene, man: str) -> str:
    if man == CREW[CAPTAIN] and stepping(scene):
        return scene.phrases.say("able.steam.steps", crew=man.upper())
    card = _card_at(scene, _cell_of(scene, man))
    return scene.phrases.say("able.steam", crew=man.upper(), name=name_of(scene.phrases, card))


def _barred(scene: Scene, able: list[str]) -> Iterator[ListItem]:
    """Yield the men who cannot, and why."""
    board, me, phrases = scene.view.rules.board, BOATS.index(scene.boat), scene.phrases
    for place, man in enumerate(CREW):
        if man not in able:
            code = bar(board, me, place, reacting=scene.draft.verb == "react")
            why = phrases.find(f"short.{code}", code)
            yield ListItem(phrases.say("able.steam", crew=man.upper(), name=why), barred=True)


def targets(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show what a card asks: above the choices the result, as far as it is known."""
    draft, phrases = scene.draft, scene.phrases
    man = str(draft.tokens[0])
    card, pointed = used_card(scene), draft.choice_at_cursor.tokens if draft.choice_at_cursor else ()
    items = tuple(ListItem(token_words(scene, choice)) for choice in draft.choices)
    crew = "+".join(man.upper() for man in men_of((*draft.tokens, *pointed)))
    effect = at_work(scene, man, pointed)
    top = area.y + HEAD + FOOT
    return (
        Place(area._replace(height=HEAD), Title(name_of(phrases, card), stage.time_left(scene) or crew)),
        Place(Area(area.x, area.y + HEAD, area.width, FOOT), Text((effect,), LABEL)),
        Place(Area(area.x, top, area.width, area.y + area.height - top), List(items, draft.cursor, LABEL)),
    )


def used_card(scene: Scene) -> Card:
    """Return the card that is used; a captain may step into its compartment first."""
    pointed = scene.draft.choice_at_cursor.tokens if scene.draft.choice_at_cursor else ()
    return _card_at(scene, _worked_compartment(scene, str(scene.draft.tokens[0]), pointed))


def _worked_compartment(scene: Scene, man: str, pointed: tuple[Any, ...]) -> str:
    for token in (*scene.draft.tokens, *pointed):
        if isinstance(token, tuple) and token[1].startswith("before:"):
            return str(token[1]).removeprefix("before:")
    return _cell_of(scene, man)


def _cell_of(scene: Scene, man: str) -> str:
    """Return where a man stands."""
    return scene.view.boats[scene.boat].crew[man].at


def _card_at(scene: Scene, cell: str) -> Card:
    return scene.view.cards[scene.view.boats[scene.boat].cells[cell].card]


def at_work(scene: Scene, man: str, pointed: tuple[Any, ...]) -> str:
    """Return what a use does: for an attack its power and the armour it meets, else the effect."""
    tokens = (*scene.draft.tokens, *pointed)
    card = _card_at(scene, _worked_compartment(scene, man, pointed))
    board, me, phrases = scene.view.rules.board, BOATS.index(scene.boat), scene.phrases
    sections = look.aims(board, me, board.deck.index[card["id"]])
    named = next((token[1] for token in tokens if isinstance(token, tuple) and token[0] == "section"), "")
    section = named or (sections[0] if len(sections) == 1 else "")
    if not card["combat"] or not section:
        return effect_of(phrases, card) or aims_of(phrases, card)
    pair = len(men_of(tokens)) > 1
    power = card["power"] * (2 if pair else 1) + sum(n for n, _ in board.boats[me].edge) + _bonus(scene, tokens)
    armour = look.armour(board, 1 - me, section)
    return phrases.say("attack.steam", power=power, armour=armour, section=phrases.value(section))


def _bonus(scene: Scene, tokens: tuple[Any, ...]) -> int:
    """Return what presence compartments add to the attack."""
    board, me = scene.view.rules.board, BOATS.index(scene.boat)
    cells = [INDEX[token[1]] for token in tokens if isinstance(token, tuple) and token[0] == "bonus"]
    return sum(op.n for cell, op in look.passives(board, me, "attack_bonus") if cell in cells)


def stepping(scene: Scene) -> bool:
    """Return whether the captain has to step before he can act."""
    board, me = scene.view.rules.board, BOATS.index(scene.boat)
    return scene.draft.verb == "activate" and bool(bar(board, me, CAPTAIN))
