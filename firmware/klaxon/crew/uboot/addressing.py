"""The captain's cards: what each would do for the boat now, and which one is worth an address to the crew.

A card is worth the steps of morale, orders and tokens that it gives; steps count more the lower morale is. What is
printed on a card is known by its name; cards of a box of one's own that have other names are left in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.crew.uboot.notes import WatchNotes
from klaxon.rules.uboot.cards.effects import find_effect
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import INSIDE

ADDRESS = "address"
LOW, FAIR = 4, 8
"""Morale from which downwards a step counts three times, and twice."""
FEW_ORDERS = 2
SILENCE = 4
"""What a quiet boat is worth while it is hunted."""
CALM = 3
"""What it is worth that the next card of low morale is not read."""


def best_card(board: OpenBoard, notes: WatchNotes) -> str:
    """Return the card of the hand that is worth most, '' if none is worth an order."""
    if not board.order:
        return ""
    worth = {card: WORTH[card](board) for card in board.stores.hand if card in WORTH}
    best = max(worth, key=lambda card: worth[card], default="")
    return best if best and worth[best] >= notes.skill.address else ""


def _step_worth(board: OpenBoard) -> int:
    return 3 if board.morale <= LOW else 2 if board.morale <= FAIR else 1


def _morale(steps: int) -> Callable[[OpenBoard], int]:
    return lambda board: min(steps, MOST_MORALE - board.morale) * _step_worth(board)


def _cheer_unless_hunted(board: OpenBoard) -> int:
    return 0 if board.waters.hunted else _morale(2)(board)


def _wake(board: OpenBoard) -> int:
    """Four steps of morale for one token on every man."""
    tired = sum(board.man(figure).free <= 1 for figure in _living(board))
    return _morale(4)(board) - max(3, tired)


def _sharpen(board: OpenBoard) -> int:
    """Three orders for a step of morale, while few are left."""
    orders = min(3, MOST_ORDERS - (board.order - 1))
    return 2 * orders - _step_worth(board) if board.order <= FEW_ORDERS else 0


def _weariness(board: OpenBoard, figure: int) -> int:
    """Return how much it helps a man to lose an ACT: most where he has no slot left."""
    man = board.man(figure)
    return 0 if not man.act else 2 if not man.free else man.free == 1


def _rest(men: int) -> Callable[[OpenBoard], int]:
    return lambda board: sum(sorted((_weariness(board, figure) for figure in _living(board)), reverse=True)[:men])


def _rest_in_room(board: OpenBoard) -> int:
    return max(sum(_weariness(board, figure) for figure in board.men_in(room)) for room in INSIDE)


def _share(board: OpenBoard) -> int:
    return max((_weariness(board, figure) for figure in _living(board)), default=0)


def _comfort(board: OpenBoard) -> int:
    return 2 * any(malady.fatigue for figure in _living(board) for malady in board.man(figure).maladies)


def _trust(board: OpenBoard) -> int:
    is_due = board.morale <= FAIR and board.morale % 2 == 1  # the next step down draws a card (UBT-3.9a)
    return CALM if is_due and find_effect(board, "ignore_morale_card") is None else 0


def _silence(board: OpenBoard) -> int:
    return SILENCE if board.waters.hunted and not board.boat.surfaced else 0


def _tool_back(board: OpenBoard) -> int:
    return 2 if board.trouble.discard else 0


def _living(board: OpenBoard) -> list[int]:
    return [figure for figure in range(CREW) if not board.man(figure).dead]


WORTH: Mapping[str, Callable[[OpenBoard], int]] = {
    "gramophone": _cheer_unless_hunted,
    "sharp-words": _sharpen,
    "extra-ration": _rest(6),
    "trust-in-the-crew": _trust,
    "letter-home": _comfort,
    "rig-for-silence": _silence,
    "all-hands-one-room": _rest_in_room,
    "share-the-load": _share,
    "wake-the-watch": _wake,
    "dolphins-at-the-bow": _morale(1),
    "birthday-aboard": _rest(4),
    "news-from-home": _morale(2),
    "old-hands-trick": _tool_back,
}
"""Card -> what it is worth now. Cards for one order alone cost as much as they give: nobody plays them."""
