"""The page of orders of U-BOOT: the verbs of a role, barred ones grey with the reason, and arguments as a list."""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Number, Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import manning, news
from klaxon.console.games.uboot.heading import heading, instruments
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.play.choices import Choice
from klaxon.console.station.page import HEAD
from klaxon.rules.domains import Span
from klaxon.rules.uboot.cards.choices import asked_choice
from klaxon.rules.uboot.orders.conditions import bar_time
from klaxon.rules.uboot.orders.deeds import men_outside
from klaxon.rules.uboot.sea.glass.open_views import SCOPE_DEPTH
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import METRE

LINE = LABEL.height
MOST_TOLD = 3
"""Lines in which a list says what a card does."""
FASTEST = ("transit", "accelerated", "dynamic")
COURSES = {"north": "0", "east": "90", "south": "180", "west": "270"}
DEEPER = {"north": -10, "south": 10, "east": 50, "west": -50}
"""Course key -> metres."""
SHALLOW_DIVE = "20"
"""The depth at which the dial begins for a dive, in metres."""


def menu(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the open verbs; if there are none, what is waited for and what happened."""
    draft, phrases = scene.draft, scene.phrases
    title = heading(scene, phrases.role(scene.role), area.width)
    head = Place(area._replace(height=HEAD), title)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    if not draft.open:
        return head, *waiting(scene, body)
    items = tuple(ListItem(phrases.verb(each.word), barred=each.barred is not None) for each in draft.choices)
    foot = body._replace(y=body.y + body.height - LINE, height=LINE)
    return (
        head,
        Place(body._replace(height=body.height - LINE), List(items, draft.cursor_place)),
        Place(foot, manning.named_so_far(scene) or Text((instruments(scene),), LABEL)),
    )


def waiting(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show course, speed and depth, and under them what happened."""
    lines = LABEL.whole((instruments(scene), *news.lines(scene, area.height // LINE)), area.width, area.height // LINE)
    return (Place(area, Text(tuple(lines), LABEL)),)


def choices(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the values of the next argument as a list, or as a number that the dial sets."""
    draft, phrases = scene.draft, scene.phrases
    name = phrases.field(draft.field.name) if draft.field else ""
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    domain, at_cursor = draft.field.domain if draft.field else None, draft.choice_at_cursor
    part: List | Number
    if isinstance(domain, Span) and at_cursor is not None and at_cursor.word:
        part = Number(name, int(at_cursor.word), domain.low, domain.high, domain.unit, domain.wraps)
    else:
        present = present_value(scene.view.board, draft.verb) if not draft.tokens else ""
        now = phrases.say("value.uboot.now")
        items = (
            ListItem(choice_text(scene, each), now if each.word == present != "" else "") for each in draft.choices
        )
        part = List(tuple(items), draft.cursor_place)
    head = Place(area._replace(height=HEAD), heading(scene, phrases.verb(draft.verb), area.width))
    effect = card_effect(scene, at_cursor.word if at_cursor else "")
    warning = effect or warning_of(scene)
    told = LABEL.wrap(warning, area.width)[:MOST_TOLD] if warning else []
    foot = body._replace(y=body.y + body.height - len(told) * LINE, height=len(told) * LINE)
    list_area = body._replace(height=body.height - foot.height)
    return (head, Place(list_area, part), *([Place(foot, Text(tuple(told), LABEL))] if told else []))


def warning_of(scene: Scene) -> str:
    """Return how many men outside a dive would kill; '' for other orders, and where nobody is outside (UBT-3.13f)."""
    outside = men_outside(scene.view.board) if scene.draft.verb == "dive" else ()
    return scene.phrases.say("warning.uboot.outside", count=len(outside)) if outside else ""


def card_effect(scene: Scene, word: str) -> str:
    """Return what a card does: the one under the cursor, else the one that asks for a choice."""
    effect = scene.phrases.card_effect(word)
    asked = asked_choice(scene.view.board, scene.role) if scene.draft.verb == "choose" and not effect else None
    return scene.phrases.card_effect(asked.card) if asked else effect


def present_value(board: OpenBoard, verb: str) -> str:
    """Return the current value of what a verb would set, '' if there is none."""
    boat = board.boat
    if verb == "dive":
        return SHALLOW_DIVE
    if verb == "new_depth":
        return str(boat.target // METRE)
    return {"new_course": str(boat.course), "new_speed": boat.setting, "time": board.clock.mode}.get(verb, "")


def first_value(board: OpenBoard, verb: str) -> str:
    """Return the value at which the dial begins: the present one; deep down periscope depth, for time the fastest."""
    if verb == "new_depth" and board.boat.target > SCOPE_DEPTH:
        return str(SCOPE_DEPTH // METRE)
    if verb != "time":
        return present_value(board, verb)
    faster = (mode for mode in FASTEST if not bar_time(board, mode))
    return next(faster, "real") if board.clock.mode == "real" else "real"


def key_word(scene: Scene, direction: str) -> str:
    """Return the course or the depth to which a course key takes the dial; '' where it has no such meaning."""
    draft, pointed = scene.draft, scene.draft.choice_at_cursor
    if draft.verb == "new_course":
        return COURSES[direction]
    if draft.verb in ("dive", "new_depth") and pointed is not None and draft.field is not None:
        domain = draft.field.domain
        if isinstance(domain, Span):
            return str(max(domain.low, min(domain.high, int(pointed.word) + DEEPER[direction])))
    return ""


def choice_text(scene: Scene, choice: Choice) -> str:
    """Return a value of an argument in words."""
    field = scene.draft.field.name if scene.draft.field else ""
    if not choice.word:
        return scene.phrases.say("value.uboot.any" if field == "for" else "value.end")
    if field == "for":
        return scene.phrases.verb(choice.word)
    if field == "room":
        room, _, token = choice.word.partition("+")
        named = f"{room} {scene.phrases.room(room)}"
        return scene.phrases.say("room.uboot.with", room=named, token=scene.phrases.value(token)) if token else named
    return scene.phrases.choice(field, choice.word)
