"""Cards of Steam Torpedo at the console: their names, signs and effects in words, and a card as a panel draws it.

A player's own box may have cards that no catalogue knows: they are shown in the words of their file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Text, Title
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.steam.points import Points
from klaxon.console.games.steam.scene import Card
from klaxon.console.language.game_words import Phrases
from klaxon.console.station.page import HEAD
from klaxon.rules.steam.grid import RANGES

SIGN = 4
"""Letters of a card's sign, shown in its compartment."""
ARROWS = {"ahead": "↑", "astern": "↓", "port": "←", "starboard": "→"}
"""Arrows to the enemy, as seen from a boat that heads up."""


def name_of(phrases: Phrases, card: Card) -> str:
    """Return the name of a card."""
    return phrases.find(f"value.steam.{card['id']}", card["name"])


def sign_of(phrases: Phrases, card: Card) -> str:
    """Return the few letters that stand for a card in its compartment."""
    return phrases.find(f"sign.steam.{card['id']}", card["name"].upper())[:SIGN]


def effect_of(phrases: Phrases, card: Card) -> str:
    """Return what a use of a card does, in one line."""
    return ", ".join(op_words(phrases, op) for op in card["ops"])


def op_words(phrases: Phrases, op: Mapping[str, Any]) -> str:
    """Return one operation in a few words."""
    whose = f".{op['who']}" if op["op"] == "shift" else ""
    return phrases.say(f"op.steam.{op['op']}{whose}", n=op["n"])


def op_told(phrases: Phrases, op: Mapping[str, Any]) -> str:
    """Return one operation in full, with all that a card says of it."""
    part = {"shift": op["who"], "move_crew": op["who"] or "self", "armour_bonus": op["where"]}.get(op["op"], "")
    words = {"dir": op["dir"] or "either", "what": op["what"], "cells": op["cells"] or "any"}
    said = {name: phrases.say(f"told.steam.word.{word}") for name, word in words.items()}
    return phrases.say(f"told.steam.{op['op']}{part and '.'}{part}", n=op["n"], uses=op["uses"], **said)


def kinds_of(phrases: Phrases, card: Card) -> str:
    """Return the types of a compartment, and how it is used."""
    say = phrases.say
    marks = [say(f"mark.steam.{mark}") for mark in ("once_per_turn", "x2", "optional") if card[mark]]
    types = (say(f"type.steam.{kind}") for kind in card["types"])
    return ", ".join([*types, say(f"trigger.steam.{card['trigger']}"), *marks])


def aims_of(phrases: Phrases, card: Card) -> str:
    """Return where the enemy must be: by range, an arrow a relation; '' if it does not matter."""
    said = []
    for far in RANGES:
        lies = [arrow for name, arrow in ARROWS.items() if any(_aims(aim, name, far) for aim in card["targets"])]
        if lies:
            said.append(phrases.say(f"aim.steam.{far}", ways=" ".join(lies)))
    return ", ".join(said)


def _aims(aim: Mapping[str, str], relation: str, far: str) -> bool:
    return (aim["relation"], aim["range"]) == (relation, far)


def lines_of(phrases: Phrases, card: Card) -> Iterator[str]:
    """Yield everything about a card except its name and points."""
    yield kinds_of(phrases, card)
    aims, effect = aims_of(phrases, card), effect_of(phrases, card)
    if aims:
        yield phrases.say("card.steam.aims", aims=aims)
    if card["requires"]:
        yield ", ".join(phrases.say(f"need.steam.{need}") for need in card["requires"])
    text = phrases.find(f"text.steam.{card['id']}", card["text"])
    if text or effect:
        yield text or effect


def draw(phrases: Phrases, card: Card, area: Area, where: str = "") -> tuple[Place, ...]:
    """Show a card: its name, its hit points, and what it does."""
    lines = [line for text in lines_of(phrases, card) for line in LABEL.wrap(text, area.width)]
    room = (area.height - HEAD - LABEL.height) // LABEL.height
    points = Points(card["hp_plain"], card["hp_oxygen"], 0, 0, phrases.say("card.steam.points", **card))
    return (
        Place(area._replace(height=HEAD), Title(name_of(phrases, card), where)),
        Place(Area(area.x, area.y + HEAD, area.width, LABEL.height), points),
        Place(
            Area(area.x, area.y + HEAD + LABEL.height, area.width, room * LABEL.height),
            Text(tuple(LABEL.truncate(lines, area.width, room)), LABEL),
        ),
    )
