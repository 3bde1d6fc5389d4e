"""Cards are drawn and resolved one after another, when what brought them is finished (UBT-3.9b, UBT-3.19a)."""

from __future__ import annotations

from klaxon.rules.uboot.cards.choices import drop_idle_choices
from klaxon.rules.uboot.cards.decks import put_under, take_out, top_of
from klaxon.rules.uboot.cards.effects import end_effect, find_effect
from klaxon.rules.uboot.cards.operations import run_card
from klaxon.rules.uboot.cards.records import DueCard
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import DECKS

HAND = "hand"


def resolve_cards(work: Working) -> None:
    """Draw and resolve the cards that wait, unless they wait for an order; a card may bring more."""
    while work.board.cards.waiting and not _is_held(work.board):
        first, *rest = work.board.cards.waiting
        work.board.cards = work.board.cards._replace(waiting=tuple(rest))
        _draw(work, first)
    if work.board.cards.choices:
        drop_idle_choices(work)


def _is_held(board: OpenBoard) -> bool:
    """Return whether cards wait until the captain's order is finished (UBT-3.19a)."""
    return board.setting.cards == "after-order" and (board.pending is not None or board.positions is not None)


def _draw(work: Working, due: DueCard) -> None:
    """Draw a card; an event may go into the hand, a morale card unread under its deck. An empty deck gives none."""
    card = due.card or top_of(work, due.deck)
    if not card or not take_out(work, card):
        return
    trusted = find_effect(work.board, "ignore_morale_card") if due.deck.startswith("morale") else None
    if trusted is not None:
        put_under(work, [card])
        end_effect(work, trusted)
        return
    held = work.state.box.cards[card]
    kept = held.timing == HAND
    work.tell("card", deck=due.deck, card=card, hand=kept)
    if kept:
        stores = work.board.stores
        work.board.stores = stores._replace(hand=(*stores.hand, card))
        return
    run_card(work, held)
    if not _is_assigned(work, card):
        put_under(work, [card])


def _is_assigned(work: Working, card: str) -> bool:
    """Return whether a card is a man's now, or was one's and lies under its deck already (UBT-3.9c)."""
    if card in work.state.decks[DECKS.index(work.state.box.cards[card].deck)]:
        return True
    return any(malady.card == card and not malady.copy for man in work.board.crew for malady in man.maladies)


def play_card(work: Working, card: str) -> None:
    """Play a card of the hand: it takes effect and leaves the game, also a hand event (UBT-3.10a, b)."""
    stores = work.board.stores
    work.board.stores = stores._replace(hand=tuple(each for each in stores.hand if each != card))
    held = work.state.box.cards[card]
    work.tell("card", deck=held.deck, card=card, hand=False, played=True)
    run_card(work, held)


def note_carried_out(work: Working, order: str) -> None:
    """End what an order evades once it is carried out (UBT-7.8j)."""
    while (effect := find_effect(work.board, "evade", order)) is not None:
        end_effect(work, effect)
