"""The understudy's model of the board: a view holds all of it but the picks of a draft, so orders can be tried out."""

from __future__ import annotations

from klaxon.crew.understudy import Shown
from klaxon.rules.contract import Order
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.orders import carry_out
from klaxon.rules.steam.state import Board, State
from klaxon.rules.steam.views import View, read_view


def model(shown: Shown, known: Deck | None = None) -> View:
    """Return the view that a captain was shown, with the open board to think on. Nothing else goes into it."""
    return read_view(shown, known)


def after(board: Board, order: Order) -> Board:
    """Return the board after a legal order that draws nothing; the rules themselves carry it out."""
    return carry_out(State("", board), order).board
