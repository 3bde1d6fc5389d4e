"""The decks: cards are taken from the top and go under them again (UBT-3.8n, UBT-3.9c)."""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.rules.uboot.crew.men import Malady
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import DECKS


def top_of(work: Working, deck: str) -> str:
    """Return the card that is drawn next, '' where the deck is empty."""
    cards = work.state.decks[DECKS.index(deck)]
    return cards[0] if cards else ""


def take_out(work: Working, card: str) -> bool:
    """Take a card out of its deck; return whether it was there."""
    place = DECKS.index(work.state.box.cards[card].deck)
    decks = list(work.state.decks)
    if card not in decks[place]:
        return False
    decks[place] = tuple(each for each in decks[place] if each != card)
    _lay(work, decks)
    return True


def put_under(work: Working, cards: Iterable[str]) -> None:
    """Put cards under their decks."""
    decks = list(work.state.decks)
    for card in cards:
        place = DECKS.index(work.state.box.cards[card].deck)
        decks[place] = (*decks[place], card)
    _lay(work, decks)


def discard_maladies(work: Working, maladies: Iterable[Malady]) -> None:
    """Put the cards that leave a man under their decks; a copy vanishes (UBT-7.8c)."""
    put_under(work, (malady.card for malady in maladies if not malady.copy))


def _lay(work: Working, decks: list[tuple[str, ...]]) -> None:
    work.state.decks = tuple(decks)
    work.board.stores = work.board.stores._replace(decks=tuple(map(len, decks)))
