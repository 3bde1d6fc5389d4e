"""The Enigma of the first officer: the dial turns a rotor, push goes on to the next, OK decodes or sends (UBT-7.10b).

What the rotors that are set make of the cipher is written under it, letter by letter.
"""

from __future__ import annotations

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot import orders
from klaxon.console.games.uboot.heading import heading
from klaxon.console.games.uboot.radio.messages import name_text
from klaxon.console.games.uboot.radio.rotors import UNSET, WIDTH, CipherSheet, Rotors
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.station.page import HEAD
from klaxon.rules.uboot.radio.cipher import LETTERS, ROTORS, day_of, decipher, letters_of
from klaxon.rules.uboot.radio.records import IN, INDICATOR, RadioMessage

LINE = LABEL.height


def choose(scene: Scene, area: Area) -> tuple[Place, ...]:
    """Show which message is asked for, then the rotors and its cipher."""
    name = str(scene.draft.tokens[0]) if scene.draft.tokens else ""
    message = scene.view.board.radio.find(name)
    if message is None:
        return orders.choices(scene, area)
    body = Area(area.x, area.y + HEAD, area.width, area.height - HEAD)
    right = body._replace(x=body.x + WIDTH + 3, width=body.width - WIDTH - 3)
    head = Text((_day_text(scene, message),), LABEL)
    letters, count = _letters(scene), len(scene.draft.part)
    sheet = CipherSheet(message.groups, plain_so_far(message, letters[:count]))
    return (
        Place(area._replace(height=HEAD), heading(scene, name_text(scene, name), area.width)),
        Place(body._replace(width=WIDTH), Rotors(letters, count)),
        Place(right._replace(height=LINE), head),
        Place(right._replace(y=right.y + LINE + 2, height=right.height - LINE - 2), sheet),
    )


def _letters(scene: Scene) -> tuple[str, ...]:
    """Return the letters of the rotors: those that are set, the one that the dial points at, and empty windows."""
    chosen, pointed = [str(token) for token in scene.draft.part], scene.draft.choice_at_cursor
    if pointed and pointed.word in LETTERS and len(chosen) < len(ROTORS):
        chosen.append(pointed.word)
    return (*chosen, *[""] * (len(ROTORS) - len(chosen)))


def plain_so_far(message: RadioMessage, key: tuple[str, ...]) -> str:
    """Return the letters that the rotors set so far make of a cipher; our own text is known all the same."""
    if message.direction != IN:
        return letters_of(message.text)
    count = sum(map(len, message.groups))
    whole = decipher(message.groups, "".join(key).ljust(len(ROTORS), LETTERS[0]))
    return "".join(whole[place] if place % len(ROTORS) < len(key) else UNSET for place in range(count))


def _day_text(scene: Scene, message: RadioMessage) -> str:
    """Return the day whose key it has; at high the indicator too."""
    day = day_of(scene.view.board.briefing.date, message.at).isoformat()
    is_shifted = scene.view.board.radio.enigma == INDICATOR
    say = scene.phrases.say
    return say("enigma.uboot.day-indicator", day=day, letter=message.indicator) if is_shifted else day
