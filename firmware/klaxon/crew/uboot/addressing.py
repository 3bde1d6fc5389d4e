"""The captain's cards: what each would do for the boat now, and which one is worth an address to the crew.

A card is worth the steps of morale, orders and tokens that it gives; steps count more the lower morale is. Small cards,
which give less than an order is worth, are for orders that the next bell would give back anyway. What is printed on a
card is known by its name; cards of a box of one's own that have other names are left in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.crew.uboot.notes import WatchNotes, has_spare_order, hours_to_bell
from klaxon.rules.uboot.cards.effects import find_effect
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.sea.contacts import NEUTRAL
from klaxon.rules.uboot.setting import MOST_MORALE, MOST_ORDERS
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import INSIDE

ADDRESS = "address"
LOW, FAIR = 4, 8
"""Morale from which downwards a step counts three times, and twice."""
FEW_ORDERS = 2
SILENCE = 4
"""What a quiet boat is worth while it is hunted."""
CALM, PROMISE, LATER = 3, 2, 1
"""What it is worth that the next card of low morale is not read, to promise a ship, to have a later order free."""
LONG = 4
"""Hours of a watch for which it is worth while to let one kind of order cost less."""


def best_card(board: OpenBoard, notes: WatchNotes) -> str:
    """Return the card of the hand that is worth most, '' if none is worth an order.

    A card that is worth little is played with an order that is left over.
    """
    if not board.order:
        return ""
    worth = {card: WORTH[card](board) for card in board.stores.hand if card in WORTH}
    best = max(worth, key=lambda card: worth[card], default="")
    if best and worth[best] >= notes.skill.address:
        return best
    return _best_small_card(board, notes) if has_spare_order(board, notes) else ""


def _best_small_card(board: OpenBoard, notes: WatchNotes) -> str:
    worth = {card: SMALL_WORTH[card](board, notes) for card in board.stores.hand if card in SMALL_WORTH}
    best = max(worth, key=lambda card: worth[card], default="")
    return best if best and worth[best] else ""


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


def _share(board: OpenBoard, _notes: WatchNotes) -> int:
    return max((_weariness(board, figure) for figure in _living(board)), default=0)


def _comfort(board: OpenBoard, _notes: WatchNotes) -> int:
    return 2 * any(malady.fatigue for figure in _living(board) for malady in board.man(figure).maladies)


def _trust(board: OpenBoard, _notes: WatchNotes) -> int:
    is_due = board.morale <= FAIR and board.morale % 2 == 1  # the next step down draws a card (UBT-3.9a)
    return CALM if is_due and find_effect(board, "ignore_morale_card") is None else 0


def _silence(board: OpenBoard) -> int:
    return SILENCE if board.waters.hunted and not board.boat.surfaced else 0


def _tool_back(board: OpenBoard, _notes: WatchNotes) -> int:
    return 2 if board.trouble.discard else 0


def _cheer_up(board: OpenBoard, _notes: WatchNotes) -> int:
    return _step_worth(board) if board.morale <= FAIR else 0


def _promise(board: OpenBoard, _notes: WatchNotes) -> int:
    """A ship that is sunk before the bell cheers more: worth a word while one is in contact."""
    prey = (contact for contact in board.waters.contacts if contact.klass != NEUTRAL and contact.kind != "aircraft")
    return PROMISE if any(prey) and find_effect(board, "sinking_morale") is None else 0


def _advise(board: OpenBoard, notes: WatchNotes) -> int:
    return LATER if hours_to_bell(board, notes) >= LONG and find_effect(board, "waive_unskilled") is None else 0


def _clear_passage(board: OpenBoard, _notes: WatchNotes) -> int:
    return LATER if find_effect(board, "free_order", "change_positions") is None else 0


def _trim(board: OpenBoard, _notes: WatchNotes) -> int:
    return LATER if not board.boat.surfaced and find_effect(board, "free_order", "new_depth") is None else 0


def _living(board: OpenBoard) -> list[int]:
    return [figure for figure in range(CREW) if not board.man(figure).dead]


WORTH: Mapping[str, Callable[[OpenBoard], int]] = {
    "gramophone": _cheer_unless_hunted,
    "sharp-words": _sharpen,
    "extra-ration": _rest(6),
    "rig-for-silence": _silence,
    "all-hands-one-room": _rest_in_room,
    "wake-the-watch": _wake,
    "birthday-aboard": _rest(4),
    "news-from-home": _morale(2),
}
"""Card -> what it is worth now."""
SMALL_WORTH: Mapping[str, Callable[[OpenBoard, WatchNotes], int]] = {
    "trust-in-the-crew": _trust,
    "letter-home": _comfort,
    "share-the-load": _share,
    "dolphins-at-the-bow": _cheer_up,
    "old-hands-trick": _tool_back,
    "hunters-promise": _promise,
    "old-salts-advice": _advise,
    "clear-the-passage": _clear_passage,
    "perfect-trim": _trim,
}
"""Small card -> what it is worth now, 0 where it would be wasted."""
