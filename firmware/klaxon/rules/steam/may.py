"""Who may use a compartment, and if not, why (STM-3.8, STM-3.9). Each reason is the code of a refusal."""

from __future__ import annotations

from klaxon.rules.steam import look
from klaxon.rules.steam.cards.cards import Op
from klaxon.rules.steam.grid import POST
from klaxon.rules.steam.ops import OPERATIONS
from klaxon.rules.steam.state import ABOARD, DEAD, NONE, Board

Known = dict[tuple[int, int], str]
"""(cell, who would not be served there) -> why not. Kept while one menu is built, since men often stand together."""


def bar(
    board: Board, me: int, man: int, *, cell: int = NONE, reacting: bool = False, known: Known | None = None
) -> str:
    """Return why a man cannot use a compartment now, '' if he can.

    The compartment is the one he stands in, or `cell`, into which the captain steps just before.
    """
    known = {} if known is None else known
    hull = board.boats[me]
    place = hull.place[man]
    if place == DEAD:
        return "dead"
    if place >= ABOARD:
        return "aboard"
    stepped = cell != NONE
    here = cell if stepped else place
    card = board.deck.cards[hull.cards[here]]
    if look.opening(board) and not (card.trigger == "presence" and board.setting.first_presence == "all"):
        return "first-round"
    if reacting:
        reason = _bar_again(board, man) or ("" if card.trigger == "reaction" else "not-reaction")
        return reason or _bar_cell(board, me, here, known, 1 << man)
    if card.trigger == "presence":
        return "no-action" if stepped else _bar_cell(board, me, here, known, 1 << man)
    if reason := bar_man(board, me, man):
        return reason
    if not stepped and hull.start[man] != here:
        return "not-at-start"
    if here != POST and not look.retreats(board, me, here):
        return "no-retreat"
    return _bar_cell(board, me, here, known)


def bar_man(board: Board, me: int, man: int) -> str:
    """Return why a man cannot act in his own turn (STM-3.6e)."""
    hull, bit = board.boats[me], 1 << man
    if hull.place[man] == DEAD:
        return "dead"
    if hull.acted & bit:
        return "acted"
    return "" if hull.ready & bit else "exhausted"


def bar_mate(board: Board, me: int, man: int, cell: int, *, reacting: bool) -> str:
    """Return why a man cannot help another to use a compartment together (STM-3.9i)."""
    hull = board.boats[me]
    if hull.place[man] != cell:
        return "not-together"
    if reacting:
        return _bar_again(board, man) or ("tired-pair" if is_tired(board, me, man) else "")
    return bar_man(board, me, man) or ("" if hull.start[man] == cell else "not-at-start")


def is_tired(board: Board, me: int, man: int) -> bool:
    """Return whether a man is too exhausted for a reaction in a pair (STM-3.14g)."""
    return not (board.boats[me].ready >> man & 1 or board.setting.tired_pair)


def _bar_again(board: Board, man: int) -> str:
    """Return why a man cannot answer an event that he has already answered (STM-3.9g)."""
    return "answered" if board.window is not None and board.window.used >> man & 1 else ""


def _bar_cell(board: Board, me: int, cell: int, known: Known, user: int = 0) -> str:
    """Return why a compartment cannot be used. Men there by presence or reaction may be exhausted: not served."""
    reason = known.get((cell, user))
    if reason is None:
        reason = known[cell, user] = _bar_card(board, me, cell, user)
    return reason


def _bar_card(board: Board, me: int, cell: int, men: int) -> str:
    hull, deck = board.boats[me], board.deck
    card, ops = deck.cards[hull.cards[cell]], deck.active[hull.cards[cell]]
    if not ops:
        return "no-action"
    if look.enemy_in(board, me, cell):
        return "enemy-inside"
    if hull.uses[cell] and (card.once_per_turn or card.trigger == "presence"):
        return "used-up"
    sections = look.aims(board, me, hull.cards[cell])
    if card.targets and not sections:
        return "no-legal-target"
    if not all(look.meets(board, me, need) for need in card.requires):
        return "requires"
    return "" if card.optional or does_something(board, me, ops, men, sections) else "nothing-to-do"


def does_something(board: Board, me: int, ops: tuple[Op, ...], men: int, sections: tuple[str, ...]) -> bool:
    """Return whether any operation of a use has something to do (STM-3.8l)."""
    return any(OPERATIONS[op.op].able(board, me, op, men, sections) for op in ops)
