"""What cards leave to a seat: the rule chooses well but for ACT that may be passed on."""

from __future__ import annotations

from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.cards.choices import asked_choice, next_words, usual_words
from klaxon.rules.uboot.cards.records import OpenChoice
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import FIGURES

FAIR = 2
"""So many tokens more than another a man holds before he passes one on."""


def choose(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Answer the oldest choice; None where it is better left alone."""
    choice = asked_choice(view.board, view.role)
    if choice is None:
        return None
    words = _pass_on(view.board, choice) if choice.of == "pass" else usual_words(view.board, choice)
    return Order(view.seat, "choose", words) if words else None


def _pass_on(board: OpenBoard, choice: OpenChoice) -> tuple[str, ...]:
    """Return who should pass an ACT to whom: the busiest man to the freshest of his room."""
    pairs = [
        (_tokens(board, giver) - _tokens(board, taker), giver, taker)
        for giver in next_words(board, choice, ())
        for taker in next_words(board, choice, (giver,))
    ]
    gain, giver, taker = max(pairs, key=lambda pair: pair[0], default=(0, "", ""))
    return (giver, taker, "1") if gain >= FAIR else ()


def _tokens(board: OpenBoard, name: str) -> int:
    return board.man(FIGURES.index(name)).tokens
