"""Cards: compartments as data, and the box they come in. What a card does is a list of named operations."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from klaxon.rules.steam.setting import POST_ID

PASSIVE = ("attack_bonus", "armour_bonus", "speed", "enemy_speed", "immovable")
"""Operations that a presence compartment does automatically while it is manned."""


class Target(NamedTuple):
    """Where the enemy must be, and which of its sections is aimed at."""

    relation: str
    range: str
    section: str


class Op(NamedTuple):
    """One operation of an effect. Fields that the operation does not use keep these defaults."""

    op: str
    n: int = 1
    uses: int = 1
    who: str = ""
    what: str = "crew"
    dir: str = ""
    cells: str = ""
    where: str = "own"


class Card(NamedTuple):
    """A compartment as printed. `ops` is all that a use does, the attack of a combat compartment first."""

    id: str
    name: str
    faction: str
    types: tuple[str, ...]
    hp_plain: int
    hp_oxygen: int
    trigger: str
    once_per_turn: bool
    x2: bool
    combat: bool
    power: int
    targets: tuple[Target, ...]
    requires: tuple[str, ...]
    ops: tuple[Op, ...]
    optional: bool
    text: str


class Deck:
    """A box of cards, and the ready boats in it."""

    def __init__(self, cards: tuple[Card, ...], sets: Mapping[str, tuple[str, ...]]) -> None:
        """Index the cards and make the tables that the rules read."""
        self.cards, self.sets = cards, sets
        self.index = {card.id: place for place, card in enumerate(cards)}
        self.post = self.index[POST_ID]
        self.pool = tuple(place for place, card in enumerate(cards) if card.id != POST_ID)
        """The cards to choose from: one copy of each (STM-3.2c)."""
        self.propulsion = tuple("propulsion" in card.types for card in cards)
        self.armoured = tuple("armoured" in card.types for card in cards)
        self.passive = tuple(
            tuple(op for op in card.ops if op.op in PASSIVE) if card.trigger == "presence" else () for card in cards
        )
        """Card -> its automatic operations while it is manned."""
        self.active = tuple(
            tuple(op for op in card.ops if card.trigger != "presence" or op.op not in PASSIVE) for card in cards
        )
        """Card -> what a use of it does."""
        self.aims = tuple(_aims(card.targets) for card in cards)
        """Card -> relation and range -> the sections it aims at there."""
        self.data: dict[str, Any] = {"cards": [_data(card) for card in cards], "sets": dict(sets)}
        """The cards as views show them."""
        self.text = text_of(self.data)
        self.travelled: dict[str, Any] = json.loads(self.text)
        """The same after a trip through JSON, which turns tuples into lists."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def card_ids(self, places: tuple[int, ...]) -> list[str]:
        """Return the ids of some cards."""
        return [self.cards[place].id for place in places]


def _aims(targets: tuple[Target, ...]) -> dict[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for target in targets:
        lies = (target.relation, target.range)
        found[lies] = tuple(dict.fromkeys((*found.get(lies, ()), target.section)))
    return found


def _data(card: Card) -> dict[str, Any]:
    data = card._asdict()
    data["targets"] = [target._asdict() for target in card.targets]
    data["ops"] = [op._asdict() for op in card.ops]
    return data


def text_of(data: Mapping[str, Any]) -> str:
    """Return the text form of a deck shown as data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def deck_of_data(data: Mapping[str, Any]) -> Deck:
    """Return the deck shown as data; usually it was read before, and is found without building its text."""
    for deck in tuple(_READ):  # a thread may read one meanwhile
        if data is deck.data or data == deck.travelled:
            return deck
    deck = deck_of(text_of(data))
    _READ.appendleft(deck)
    return deck


_READ: deque[Deck] = deque(maxlen=4)
"""The most recently read decks."""


@lru_cache(maxsize=32)
def deck_of(text: str) -> Deck:
    """Return the deck in its own text form, one copy for all games with it."""
    told = json.loads(text)
    cards = tuple(
        Card(
            **{
                **card,
                "types": tuple(card["types"]),
                "targets": tuple(Target(**target) for target in card["targets"]),
                "requires": tuple(card["requires"]),
                "ops": tuple(Op(**op) for op in card["ops"]),
            }
        )
        for card in told["cards"]
    )
    return Deck(cards, {name: tuple(ids) for name, ids in told["sets"].items()})
