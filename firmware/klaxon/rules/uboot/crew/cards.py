"""Cards that leave a man: under their decks, and their medicines are used up (UBT-3.6j, UBT-3.8k, UBT-3.8n)."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import DECKS


def put_under(work: Working, cards: Iterable[str]) -> None:
    """Put cards under their decks."""
    decks = list(work.state.decks)
    for card in cards:
        place = DECKS.index(work.state.box.cards[card].deck)
        decks[place] = (*decks[place], card)
    work.state.decks = tuple(decks)
    work.board.stores = work.board.stores._replace(decks=tuple(map(len, decks)))
