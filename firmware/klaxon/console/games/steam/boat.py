"""The page of a boat: its compartments with the cursor of the draft, and a headline over them."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam import stage, titles
from klaxon.console.games.steam.cards import name_of, sign_of
from klaxon.console.games.steam.compartments import Cell, Compartments, Man
from klaxon.console.games.steam.points import Points
from klaxon.console.games.steam.scene import Card, Scene
from klaxon.console.games.steam.tokens import cells_of, token_words
from klaxon.console.play.choices import Choice
from klaxon.console.station.page import HEAD
from klaxon.rules.steam.grid import NAMES, SIZE

FEW = 5
"""Most compartments that are marked: if nearly all may be chosen, marks say nothing and cost bytes."""
SHOWN = 6
"""How many cards are visible before a boat is laid out: the last ones."""


def draw(scene: Scene, area: Area, boat: str) -> tuple[Place, ...]:
    """Show a boat; before it is laid out, the cards it has so far."""
    title = Place(area._replace(height=HEAD), _title(scene, boat, area.width))
    room = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    if not scene.view.boats[boat].cells:
        return title, Place(room, _picked_cards(scene, boat))
    return title, Place(room, grid(scene, boat))


def grid(scene: Scene, boat: str) -> Compartments:
    """Return the compartments of a boat, with the choice under the cursor."""
    known, draft = scene.view.boats[boat], scene.draft
    marked: frozenset[str] = frozenset()
    cursor = ""
    if draft.verb:
        places = [cells_of(scene, choice) for choice in draft.choices]
        marked = frozenset(cell for found in places for on, cell in found if on == boat)
        marked = marked if len(marked) <= FEW else frozenset()
        if draft.choice_at_cursor is not None:
            cursor = next((cell for on, cell in cells_of(scene, draft.choice_at_cursor) if on == boat), "")
    elif scene.lens.get("of") == boat:
        cursor = scene.lens.get("cell", "")
    cells = tuple(_cell(scene, boat, name) for name in NAMES)
    return Compartments(cells, known.heading == "right", marked, cursor)


def _cell(scene: Scene, boat: str, name: str) -> Cell:
    found, phrases = scene.view.boats[boat].cells[name], scene.phrases
    card = scene.view.cards[found.card]
    men = tuple(_men(scene, boat, name))
    points = Points(found.plain, found.oxygen, found.empty, found.damage)
    facts = {**found._asdict(), "at": name, "name": name_of(phrases, card)}
    said = phrases.say("cell.steam.lost" if found.destroyed else "cell.steam", **facts)
    crew = ", ".join(_man_text(scene, man) for man in men)
    words = phrases.say("cell.steam.men", cell=said, men=crew) if crew else said
    return Cell(name, sign_of(phrases, card), men, points, found.destroyed, words)


def _men(scene: Scene, boat: str, cell: str) -> Iterator[Man]:
    """Yield the men in a compartment, the boat's own first."""
    for owner in (boat, stage.enemy_of(boat)):
        for name, man in scene.view.boats[owner].crew.items():
            if (man.on, man.at) == (boat, cell):
                yield Man(name, man.ready, owner != boat)


def _man_text(scene: Scene, man: Man) -> str:
    how = "enemy" if man.enemy else "ready" if man.ready else "exhausted"
    return scene.phrases.say(f"man.steam.{how}", crew=scene.phrases.value(man.name))


def _title(scene: Scene, boat: str, width: int) -> Title:
    """Return what is being chosen, or the current state; beside it the clock, or the oxygen of the boat."""
    phrases, draft, laid = scene.phrases, scene.draft, scene.view.boats[boat].cells
    rights = titles.airs(scene, boat) if laid else (f"{len(scene.view.chosen[boat])}/{SIZE}",)
    headline = stage.headline(scene, stage.stage_of(scene))
    if boat != scene.boat and on_board(scene) != boat:
        return titles.fitting_title((phrases.boat(boat),), rights, width)
    if not laid:
        return titles.fitting_title((headline,), rights, width)
    choosing = draft.choice_at_cursor is not None and (draft.verb or draft.open)
    return titles.boat_title(scene, boat, cursor_texts(scene) if choosing else (headline,), width)


def cursor_texts(scene: Scene) -> tuple[str, ...]:
    """Return the choice under the cursor, long and short. The verb before a value stays in place as the dial turns."""
    draft, phrases = scene.draft, scene.phrases
    if draft.choice_at_cursor is None:
        return ("",)
    brief = phrases.find(f"brief.steam.{stage.stage_of(scene)}", "", left=scene.view.owed)
    if not draft.verb:
        verb = phrases.verb(draft.choice_at_cursor.word)
        return (phrases.say("prompt.steam", why=brief, what=verb), verb) if brief else (verb,)
    said = token_words(scene, draft.choice_at_cursor)
    whys = [why for why in (phrases.verb(draft.verb), brief) if why]
    return (*(phrases.say("prompt.steam", why=why, what=said) for why in whys), said)


def card_under(scene: Scene, choice: Choice) -> Card | None:
    """Return the card in the compartment of a man or a cell; None for any other value."""
    found, field = cells_of(scene, choice), scene.draft.field
    if not found or field is None or field.name not in ("cell", "crew"):
        return None
    on, cell = found[0]
    return scene.view.cards[scene.view.boats[on].cells[cell].card]


def on_board(scene: Scene) -> str:
    """Return the boat on which the dial points at something; '' if neither."""
    found = cells_of(scene, scene.draft.choice_at_cursor) if scene.draft.choice_at_cursor else ()
    return found[0][0] if found else ""


def _picked_cards(scene: Scene, boat: str) -> List:
    """Return the cards that a boat has picked last."""
    cards = (scene.view.cards[name] for name in scene.view.chosen[boat][-SHOWN:])
    return List(tuple(ListItem(name_of(scene.phrases, card)) for card in cards), None, LABEL)
