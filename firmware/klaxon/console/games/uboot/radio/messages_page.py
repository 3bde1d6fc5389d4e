"""The list of messages: what waits, what may be sent, what was read and sent, and the words of the chosen one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import List, ListItem, Text
from klaxon.console.drawing.parts.art import DOWN
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.feed import BAR, FeedLines
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.pages import RolePage
from klaxon.console.games.uboot.radio.messages import (
    count_unread,
    messages_in_order,
    name_text,
    state_text,
    words_of_message,
)
from klaxon.console.games.uboot.scene import Scene, bar_of
from klaxon.console.station.page import HEAD
from klaxon.rules.contract import Order, Seat
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.radio.cipher import day_of, key_of_day
from klaxon.rules.uboot.radio.records import PLAIN, READ, SENT, TO_DO, RadioMessage
from klaxon.rules.uboot.radio.waiting import ENIGMA, bar_naming

LINE = LABEL.height
MESSAGE, WHOLE, TOP = "message", "whole", "message-line"
"""In the lens: the chosen message, whether all of it is shown, and how many of its lines are above the panel."""
MOST_LINES = 40
FOOT = 2
"""Lines of the chosen message under the list."""


def chosen_message(scene: Scene) -> RadioMessage | None:
    """Return the chosen message: the one that was turned to, else the first."""
    messages = messages_in_order(scene)
    return next((each for each in messages if each.name == scene.lens.get(MESSAGE)), next(iter(messages), None))


def draw(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show the list, and at the foot what the chosen message says; or all of that message."""
    message = chosen_message(scene)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    head = Place(area._replace(height=HEAD), heading(scene, _title(scene), area.width, brief=_brief(scene)))
    if message is None:
        return head, Place(body, Text((scene.phrases.say("messages.uboot.none"),), LABEL, wrap=True))
    if scene.lens.get(WHOLE):
        return head, Place(body, _lines(_whole(scene, message), area.width, int(scene.lens.get(TOP, 0))))
    high = body.height - FOOT * LINE
    items = tuple(ListItem(name_text(scene, each.name), state_text(scene, each)) for each in messages_in_order(scene))
    names = [each.name for each in messages_in_order(scene)]
    return (
        head,
        Place(body._replace(height=high), List(items, names.index(message.name), LABEL)),
        Place(body._replace(y=body.y + high, height=FOOT * LINE), _lines(_foot(scene, message), area.width)),
    )


def _lines(text: str, width: int, top: int = 0) -> FeedLines:
    """Return a text that shows by an arrow that it goes on."""
    lines = LABEL.wrap(text, width - BAR - DOWN.width - 1)
    return FeedLines(tuple((line, False) for line in lines), max(0, min(top, len(lines) - 1)))


def _title(scene: Scene) -> str:
    count = count_unread(scene)
    return scene.phrases.say("messages.uboot.new", count=count) if count else _brief(scene)


def _brief(scene: Scene) -> str:
    return scene.phrases.say("messages.uboot")


def _foot(scene: Scene, message: RadioMessage) -> str:
    """Return the words of a message, or its cipher; at low also the key of the day, for those without a sheet."""
    if message.state in (READ, SENT):
        return words_of_message(scene, message)
    return " ".join(message.groups) or _key_text(scene)


def _key_text(scene: Scene) -> str:
    """Return the key of today at low, where nobody has to look it up; else where it stands."""
    board, say = scene.view.board, scene.phrases.say
    day = day_of(board.briefing.date, reading(board.clock, scene.now))
    if board.radio.enigma == PLAIN:
        return say("messages.uboot.key", day=day.isoformat(), key=key_of_day(day))
    return say("messages.uboot.sheet")


def _whole(scene: Scene, message: RadioMessage) -> str:
    """Return all of a message: its name and state, its words or its cipher."""
    return f"{name_text(scene, message.name)}, {state_text(scene, message)}: {_foot(scene, message)}"


def turn(scene: Scene, steps: int) -> Mapping[str, str]:
    """Choose another message; of one that is shown as a whole, go through its lines."""
    if scene.lens.get(WHOLE):
        return {**scene.lens, TOP: str(max(0, min(MOST_LINES, int(scene.lens.get(TOP, 0)) + steps)))}
    names, message = [each.name for each in messages_in_order(scene)], chosen_message(scene)
    if message is None:
        return scene.lens
    place = max(0, min(len(names) - 1, names.index(message.name) + steps))
    return {**scene.lens, MESSAGE: names[place]}


def press(scene: Scene, key: str) -> Mapping[str, str] | None:
    """Push shows all of a message, or the list again; so does BACK."""
    is_whole = bool(scene.lens.get(WHOLE))
    if chosen_message(scene) is not None and (key == "push" or (key == "back" and is_whole)):
        return {**scene.lens, WHOLE: "" if is_whole else "1", TOP: "0"}
    return None


PAGE = RolePage(draw, turn, press)
"""The messages, for the first officer."""


def order(scene: Scene) -> Order | None:
    """Return the captain's order to decode or send the chosen message, where it can be given."""
    message = chosen_message(scene)
    if message is None or message.state not in TO_DO or ENIGMA not in scene.draft.open_verbs:
        return None
    if bar_naming(scene.view.board, (message.name,)) is not None:
        return None
    return Order(Seat(scene.seat), ENIGMA, (message.name,))


def line(scene: Scene) -> str | None:
    """Return why the chosen message can be neither decoded nor sent now."""
    message = chosen_message(scene)
    if message is None or message.state not in TO_DO:
        return None
    bar = bar_of(scene, ENIGMA) or bar_naming(scene.view.board, (message.name,))
    return scene.phrases.short_reason(bar) if bar is not None else None


CAPTAINS_PAGE = replace(PAGE, line=line, order=order)
"""The same for the captain, who gives the order there."""
