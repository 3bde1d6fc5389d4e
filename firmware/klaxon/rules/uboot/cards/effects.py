"""Effects that last: what they change while they hold, and how they end (UBT-7.8g to j)."""

from __future__ import annotations

from klaxon.rules.uboot.cards.records import LastingEffect
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working


def find_effect(board: OpenBoard, op: str, what: str = "") -> LastingEffect | None:
    """Return the first effect of an operation, about a thing where one is named; None if there is none."""
    for effect in board.cards.effects:
        if effect.op == op and (not what or effect.what == what):
            return effect
    return None


def is_free(board: OpenBoard, order: str) -> bool:
    """Return whether the next order of a kind costs nothing (UBT-7.8i)."""
    return bool(board.cards.effects) and find_effect(board, "free_order", order) is not None


def is_waived(board: OpenBoard, order: str) -> bool:
    """Return whether nobody pays the surcharge of the unskilled for a kind of order (UBT-7.8i)."""
    return bool(board.cards.effects) and find_effect(board, "waive_unskilled", order) is not None


def is_shut(board: OpenBoard) -> bool:
    """Return whether the way from the control room to the bridge is shut, the only one that a card can (UBT-7.8g)."""
    return find_effect(board, "block") is not None


def is_relieved(board: OpenBoard) -> bool:
    """Return whether the first officer gives the captain's orders (UBT-5#40)."""
    return bool(board.cards.effects) and find_effect(board, "relieve_captain") is not None


def commander(board: OpenBoard) -> str:
    """Return the role that gives the captain's orders."""
    return "first_officer" if is_relieved(board) else "captain"


def add_effect(work: Working, effect: LastingEffect) -> None:
    """Let an effect hold from now on."""
    cards = work.board.cards
    work.board.cards = cards._replace(effects=(*cards.effects, effect))


def drop_effect(work: Working, effect: LastingEffect) -> None:
    """Take an effect away; nothing is told of it."""
    cards = work.board.cards
    left = list(cards.effects)
    left.remove(effect)
    work.board.cards = cards._replace(effects=tuple(left))


def end_effect(work: Working, effect: LastingEffect) -> None:
    """End an effect, and tell it."""
    drop_effect(work, effect)
    work.tell("card-over", card=effect.card)


def end_at_bell(work: Working) -> None:
    """End what lasts until the bell (UBT-3.6m)."""
    for effect in work.board.cards.effects:
        if effect.bell:
            end_effect(work, effect)


def next_end(board: OpenBoard) -> int | None:
    """Return the game time at which the next effect ends by itself."""
    if not board.cards.effects:
        return None
    return min((effect.until for effect in board.cards.effects if effect.until), default=None)
