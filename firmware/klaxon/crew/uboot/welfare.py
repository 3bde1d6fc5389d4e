"""What keeps the men going: dinner before noon, medicines for the sick, and a cigarette for who has no slot left."""

from __future__ import annotations

from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.clock import HOUR, WATCH_HOURS, first_bell
from klaxon.rules.uboot.galley.dishes import dish_offers, ingredients
from klaxon.rules.uboot.galley.meal import is_meal_time
from klaxon.rules.uboot.sickbay.patients import all_sick, lacking, untreated_cards
from klaxon.rules.uboot.sickbay.treating import patient_words
from klaxon.rules.uboot.smoking import MOST_SMOKERS, smokers
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import FIGURES

WORTH_A_CIGARETTE = 3
"""So many men who lose a token by it, where none of them is worn out."""


def wants_dinner(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether this watch ends with a meal and nothing is on the stove."""
    bell = first_bell(board.briefing.date) + notes.bells * WATCH_HOURS * HOUR
    return not ingredients(board) and is_meal_time(board.briefing.date, bell)


def choose_dish(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Cook the largest dish that the pyramid allows."""
    dish = next((offer.dish for offer in dish_offers(view.board) if offer.barred is None), "")
    return Order(view.seat, "dish", (dish,)) if dish else None


def treat_patients(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Treat as many patients as the medic has slots for and the box has medicines, each for all his cards."""
    board, words = view.board, tuple[str, ...]()
    while board.pending is not None and (found := patient_words(board, board.pending, words)):
        words = (*words, next((word for word in found if ":" not in word), found[0]))
    return Order(view.seat, "treat", words) if words else None


def open_kit(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Open a kit once somebody lacks a medicine."""
    board = view.board
    lacks = any(lacking(board, card, ()) for figure in all_sick(board) for card in untreated_cards(board, figure))
    return Order(view.seat, "kit") if lacks else None


def smoke(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Light a cigarette for the most tired, if one of them is worn out or it helps several."""
    board = view.board
    tired = sorted(smokers(board), key=lambda figure: (board.man(figure).free, figure))
    is_worth_it = len(tired) >= WORTH_A_CIGARETTE or any(not board.man(figure).free for figure in tired)
    words = tuple(FIGURES[figure] for figure in tired[:MOST_SMOKERS])
    return Order(view.seat, "smoke", words) if is_worth_it else None
