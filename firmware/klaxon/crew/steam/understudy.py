"""The understudies of Steam Torpedo: they try orders on a model of the board and choose the best result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaxon.crew.steam import first_mission, search, thumb
from klaxon.crew.steam.model import model
from klaxon.crew.steam.skills import SKILLS, Skill
from klaxon.crew.steam.worth import layout, worth_of
from klaxon.crew.understudy import Heard, Pick, Shown, with_prompt_key
from klaxon.rules.contract import Order
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.grid import NAMES, POST, SIZE
from klaxon.rules.steam.menu import stage
from klaxon.rules.steam.step import replace_at
from klaxon.rules.steam.views import View

THRIFT = 2
"""The least gain of a swap."""


class SteamUnderstudy:
    """Plays either captain of Steam Torpedo. The board is open, so events add nothing."""

    def __init__(self, skill: str) -> None:
        """Take the skill to play with."""
        self._skill = SKILLS[skill]
        self._deck: tuple[Any, Deck | None] = (None, None)
        """The last deck, as shown and as read: it is the largest part of a view and stays the same."""

    def begin(self, shown: Shown) -> None:
        """Return no notes."""

    def hear(self, notes: None, heard: Heard) -> None:
        """Return no notes."""

    def order(self, shown: Shown, _notes: None, pick: Pick) -> Order | None:
        """Return the captain's order, by the stage of play."""
        told, deck = self._deck
        view = model(shown, deck if shown["deck"] == told else None)
        self._deck = (shown["deck"], view.board.deck)
        play = (_TARGET if first_mission.is_target(shown) else _STAGES).get(stage(view))
        return with_prompt_key(play(view, self._skill, pick), shown) if play else None

    def can_wait(self, _order: Order) -> bool:
        """Return False: there is nobody else aboard to wait for."""
        return False


def _pick(view: View, skill: Skill, pick: Pick) -> Order:
    """Pick the best card of the hand."""
    deck = view.board.deck
    best = max(view.board.hands[view.me], key=lambda card: worth_of(deck.cards[card]) + pick(skill.whim))
    return Order(view.seat, "pick", (deck.cards[best].id,))


def _swap(view: View, _skill: Skill, _pick: Pick) -> Order:
    """Swap the two compartments that gain most, if any."""
    cards = view.board.boats[view.me].cards
    best, order = layout(view.board.deck, cards) + THRIFT, Order(view.seat, "keep")
    cells = [cell for cell in range(len(cards)) if cell != POST]
    for a, b in ((a, b) for a in cells for b in cells if a < b):
        value = layout(view.board.deck, replace_at(replace_at(cards, a, cards[b]), b, cards[a]))
        if value > best:
            best, order = value, Order(view.seat, "swap", (NAMES[a], NAMES[b]))
    return order


def _oxygen(view: View, _skill: Skill, pick: Pick) -> Order:
    """Take oxygen where the next hits are likely to remove it anyway."""
    hull = view.board.boats[view.me]
    cells = [cell for cell in range(SIZE) if hull.oxygen[cell]]
    return Order(view.seat, "oxygen", (NAMES[min(cells, key=lambda cell: 4 * hull.points(cell) + pick(4))],))


def _ready(view: View, _skill: Skill, _pick: Pick) -> Order:
    """Ready everybody: a man who may act is worth more than one who may not."""
    return Order(view.seat, "ready")


def _act(view: View, skill: Skill, pick: Pick) -> Order:
    if skill.beam:
        return search.best_order(view.board, view.me, skill.beam, skill.replies, pick)
    return thumb.act(view.board, view.me, skill, pick)


def _suffer(view: View, skill: Skill, pick: Pick) -> Order:
    return thumb.suffer(view.board, view.me, skill, pick)


def _react(view: View, skill: Skill, pick: Pick) -> Order:
    return thumb.react(view.board, view.me, skill, pick)


_STAGES: dict[str, Callable[[View, Skill, Pick], Order]] = {
    "pick": _pick,
    "swap": _swap,
    "hit": _suffer,
    "placing": _suffer,
    "window": _react,
    "oxygen": _oxygen,
    "ready": _ready,
    "action": _act,
}
"""Stage of play -> what the captain does there."""
_TARGET = {
    **_STAGES,
    "hit": lambda view, _skill, _pick: first_mission.suffer(view),
    "action": lambda view, _skill, _pick: first_mission.act(view),
}
"""The same for the target of the first mission."""
