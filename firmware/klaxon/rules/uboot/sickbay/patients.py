"""Who can be treated, for what, and with which medicines (UBT-3.11b, UBT-3.11c)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.men import CREW, Malady
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import FIGURES


class TreatedCard(NamedTuple):
    """A card that is to be treated, and the figure of the man who holds it."""

    figure: int
    malady: Malady


def untreated_cards(board: OpenBoard, figure: int) -> list[Malady]:
    """Return the cards of the man on duty that wait for treatment; none of one who is not aboard."""
    man = board.man(figure)
    if not man.maladies or not board.at[figure]:
        return []
    return [malady for malady in man.maladies if not malady.treated and not malady.is_empty]


def all_sick(board: OpenBoard) -> list[int]:
    """Return the figures of the men on duty with a card that waits for treatment, in seat and shape order."""
    return [figure for figure in range(CREW) if untreated_cards(board, figure)]


def sick_in(board: OpenBoard, room: int) -> list[int]:
    """Return the figures in a room with a card that waits for treatment."""
    return [figure for figure in board.men_in(room) if untreated_cards(board, figure)]


def sick_rooms(board: OpenBoard) -> list[int]:
    """Return the rooms with somebody who can be treated."""
    return board.keep("sick rooms", (board.crew, board.at, board.shift, board.stores), _sick_rooms)


def _sick_rooms(board: OpenBoard) -> list[int]:
    return sorted({board.at[figure] for figure in range(CREW) if _can_treat_any(board, figure)})


def _can_treat_any(board: OpenBoard, figure: int) -> bool:
    return any(not lacking(board, malady, ()) for malady in untreated_cards(board, figure))


def lacking(board: OpenBoard, malady: Malady, chosen: Iterable[TreatedCard]) -> list[str]:
    """Return the medicines that a card lacks, when those of the chosen cards are laid out (UBT-3.11c)."""
    left = Counter(dict(board.stores.medicine))
    for card in chosen:
        left.subtract(card.malady.treat)
    need = Counter(malady.treat)
    return [kind for kind in dict.fromkeys(malady.treat) if need[kind] > left[kind]]


def bar_room(board: OpenBoard, room: int) -> Refusal | None:
    """Return why nobody in a room can be treated, None if somebody can."""
    sick = sick_in(board, room)
    if not sick:
        return Refusal("nobody-sick", {"room": room})
    if any(_can_treat_any(board, figure) for figure in sick):
        return None
    return bar_card(board, TreatedCard(sick[0], untreated_cards(board, sick[0])[0]), ())


def bar_card(board: OpenBoard, card: TreatedCard, chosen: Iterable[TreatedCard]) -> Refusal | None:
    """Return why a card cannot be treated beside the chosen ones: the box has not all its medicines."""
    lacks = lacking(board, card.malady, chosen)
    if not lacks:
        return None
    return Refusal("no-medicine", {"man": FIGURES[card.figure], "card": card.malady.card, "lacks": lacks})


def bar_sick(board: OpenBoard) -> Refusal | None:
    """Return why there is nobody aboard to treat, or nothing to treat him with."""
    if sick_rooms(board):
        return None
    sick = all_sick(board)
    return bar_room(board, board.at[sick[0]]) if sick else Refusal("nobody-sick", {"order": "first_aid"})


def add_patient(board: OpenBoard, chosen: tuple[TreatedCard, ...], word: str) -> tuple[TreatedCard, ...]:
    """Return the chosen cards with those of a PATIENT: all of a MAN that can be treated, or one of MAN:CARD."""
    name, _, card = word.partition(":")
    figure = FIGURES.index(name)
    for malady in untreated_cards(board, figure):
        if card in ("", malady.card) and not lacking(board, malady, chosen):
            chosen = (*chosen, TreatedCard(figure, malady))
    return chosen


def patients_of(chosen: Iterable[TreatedCard]) -> list[int]:
    """Return the figures that the chosen cards belong to: one activation each."""
    return list(dict.fromkeys(card.figure for card in chosen))
