"""The records of cards: what lasts, what is asked, what waits to be drawn. All are values."""

from __future__ import annotations

from typing import NamedTuple


class LastingEffect(NamedTuple):
    """What a card does for a while: until a game time, until the bell, or until it is used (UBT-7.8g to j)."""

    op: str
    """The operation of UBT-7.8."""
    card: str
    what: str = ""
    """The order, the way or the contact it is about."""
    n: int = 0
    """Percent of noise, or steps of morale."""
    until: int = 0
    """Game time at which it ends; 0: another thing ends it."""
    bell: bool = False
    """Whether the next bell ends it."""


class OpenChoice(NamedTuple):
    """A choice that a card leaves to somebody (UBT-3.19b)."""

    role: str
    of: str
    """What is named: `men`, `tired` men, a `room`, an `order`, an ACT to `pass` on, a `tool`, a tool to take `back`."""
    card: str
    most: int
    """How many men may be named."""
    n: int
    """How many tokens it is about."""
    number: int
    due: int = 0
    """Table time at which the rule chooses; 0: never."""


class DueCard(NamedTuple):
    """A card that is to be drawn: the top of a deck, or one that a script names."""

    deck: str
    card: str = ""


class CardTable(NamedTuple):
    """What lies open of cards beside the hand: effects that last, choices, and how many cards wait to be drawn."""

    effects: tuple[LastingEffect, ...] = ()
    choices: tuple[OpenChoice, ...] = ()
    waiting: tuple[DueCard, ...] = ()
    """They are drawn when what caused them is finished (UBT-3.2h), at the latest after the order (UBT-3.19a)."""


class CardLots(NamedTuple):
    """The chance of cards: when the next event comes, and how often each stream was used."""

    next_event: int = 0
    """Game time; 0: no event comes any more."""
    events: int = 0
    picks: int = 0
    """Bearings and ranges that cards have drawn."""
