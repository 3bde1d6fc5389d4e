"""Damage: crew tokens are drawn for the men whom a hazard concerns, and who is hit gets a wound card (UBT-3.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from klaxon.rules.uboot.cards.decks import take_out, top_of
from klaxon.rules.uboot.crew.bag import draw_tokens
from klaxon.rules.uboot.crew.maladies import fall_ill
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import DECKS, FIGURES, HAZARDS, INSIDE, OUTSIDE

DECK_OF = {"fire": "burn", "electricity": "shock", "gas": "poison", "gunfire": "gunshot"}
WOUND_DECKS = tuple(DECK_OF.values())


def has_hazards(board: OpenBoard) -> bool:
    """Return whether anything aboard can hurt somebody."""
    return any(room.emergencies for room in board.rooms)


def hurt_in_rooms(work: Working, concerned: Mapping[int, Iterable[int]]) -> None:
    """Determine damage room by room, 1 to 6, for the figures whom each room concerns (UBT-3.4h, UBT-3.6c)."""
    for number in INSIDE:
        room = work.board.room(number)
        for hazard in HAZARDS:
            tokens = room.emergencies.count(hazard)
            if tokens and not (hazard == "gas" and "masks" in room.devices):
                hurt(work, number, hazard, tokens, concerned.get(number, ()))


def fire_upon(work: Working) -> None:
    """Determine the damage of enemy fire for everybody outside, as one room (UBT-3.8e)."""
    outside = [figure for figure, room in enumerate(work.board.at) if room in OUTSIDE]
    hurt(work, OUTSIDE[0], "gunfire", 1, outside)


def hurt(work: Working, room: int, hazard: str, tokens: int, figures: Iterable[int]) -> None:
    """Make one draw: as many crew tokens as men concerned times hazard tokens; cards in the order of drawing."""
    men = [figure for figure in figures if not work.board.man(figure).dead]
    if not men:
        return
    drawn = draw_tokens(work, len(men) * tokens)
    hit = [figure for figure in drawn if figure in men]
    data = {"tokens": [FIGURES[figure] for figure in drawn], "hit": [FIGURES[figure] for figure in hit]}
    work.tell("draw", room=room, hazard=hazard, **data)
    for figure in hit:
        if not work.board.man(figure).dead:
            deal_wound(work, DECK_OF[hazard], figure)


def deal_wound(work: Working, deck: str, figure: int) -> None:
    """Deal a man the top card of a wound deck, of the fullest other one where it is empty (UBT-3.8g)."""
    counts = {name: len(work.state.decks[DECKS.index(name)]) for name in WOUND_DECKS}
    if not counts[deck]:
        deck = max(WOUND_DECKS, key=lambda name: counts[name])
    if counts[deck]:
        take(work, top_of(work, deck), figure)


def take(work: Working, card: str, figure: int) -> None:
    """Take a card out of its deck and give it to a man; the dead ignore cards (UBT-3.8m)."""
    held = work.state.box.cards[card]
    if work.board.man(figure).dead or not take_out(work, card):
        return
    work.tell("card", deck=held.deck, card=card, man=FIGURES[figure], hand=False)
    fall_ill(work, figure, held)
