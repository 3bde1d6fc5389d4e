"""The first mission: one boat fires once, weakly, and redirects all hits, so that three shots sink it.

It is played with a box of cards of its own (`data/cards/first-mission`), by whose ready boats everybody knows it. The
crew of the other boat plays as it always does.
"""

from __future__ import annotations

from klaxon.crew.steam import ways
from klaxon.crew.understudy import Shown
from klaxon.rules.contract import Order
from klaxon.rules.steam.grid import POST
from klaxon.rules.steam.setting import BOATS, CAPTAIN
from klaxon.rules.steam.use import users
from klaxon.rules.steam.views import View

TARGET_SET = "target"
"""The ready boat that is there to be sunk."""
TARGET = BOATS[1]


def is_target(shown: Shown) -> bool:
    """Return whether the boat of a view is the one that is there to be sunk."""
    return shown["boat"] == TARGET and TARGET_SET in shown["deck"]["sets"]


def act(view: View) -> Order:
    """Fire the central post once, as long as the other boat is whole; else end the turn."""
    board, me = view.board, view.me
    is_whole = board.boats[1 - me].points(POST) == board.deck.cards[board.deck.post].hp_plain
    if is_whole and CAPTAIN in users(board, me, reacting=False):
        shot = next(iter(ways.uses(board, me, CAPTAIN, [0] * len(board.boats[me].cards))), None)
        if shot is not None:
            return shot
    return Order(view.seat, "end")


def suffer(view: View) -> Order:
    """Redirect every hit."""
    return Order(view.seat, "redirect")
