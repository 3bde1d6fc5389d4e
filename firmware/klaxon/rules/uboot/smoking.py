"""Smoking: one break a watch, on deck and bridge, that takes ACT off (UBT-3.18)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.men import CREW, figures_of
from klaxon.rules.uboot.galley.provisions import SmokeBreak
from klaxon.rules.uboot.orders.conditions import bar_busy
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import SECOND, Working
from klaxon.rules.uboot.words import FIGURES, OUTSIDE, ROLES

MOST_SMOKERS = 4
"""Men who share one cigarette."""
BREAK_MS = 60 * SECOND


def bar_smoking(board: OpenBoard, role: str) -> Refusal | None:
    """Return why a role cannot give out a cigarette now; a change of positions holds it up as it does joining."""
    if board.positions is not None:
        return bar_busy(board)
    if not any(board.at[figure] in OUTSIDE for figure in figures_of(role)):
        return Refusal("nobody-outside", {"role": role})
    if not board.stores.cigarettes[ROLES.index(role)]:
        return Refusal("no-cigarette", {"role": role})
    if board.provisions.smoking.is_over:
        return Refusal("smoked", {"role": role})
    if smokers(board):
        return None
    return bar_smoker(board, next(figure for figure in figures_of(role) if board.at[figure] in OUTSIDE))


def bar_smoker(board: OpenBoard, figure: int) -> Refusal | None:
    """Return why a man cannot smoke now, None if he can (UBT-3.18a, UBT-3.18c)."""
    name = FIGURES[figure]
    if not board.at[figure]:
        return Refusal("dead", {"man": name})
    if board.at[figure] not in OUTSIDE:
        return Refusal("not-in-room", {"man": name, "room": OUTSIDE[1]})
    if figure in board.provisions.smoking.men:
        return Refusal("smoked", {"man": name})
    return None if board.man(figure).act else Refusal("no-act", {"man": name})


def smokers(board: OpenBoard) -> list[int]:
    """Return the figures of any role that could smoke now."""
    return [figure for figure in range(CREW) if board.at[figure] in OUTSIDE and bar_smoker(board, figure) is None]


def smoke(work: Working, role: str, figures: list[int]) -> None:
    """Give out a cigarette: each man takes one ACT off. The first one begins the break (UBT-3.18b)."""
    board = work.board
    _give_out(work, ROLES.index(role), -1)
    for figure in figures:
        man = board.man(figure)
        work.put_man(figure, man._replace(act=man.act - 1))
    smoking = board.provisions.smoking
    began = smoking if smoking.ends else SmokeBreak(work.now + BREAK_MS)
    _put_break(work, began._replace(men=tuple(sorted((*began.men, *figures)))))
    work.tell("smoked", role=role, men=[FIGURES[figure] for figure in figures])


def end_break(work: Working) -> None:
    """End a break that has begun: its time is up, or an order is given (UBT-3.18b)."""
    smoking = work.board.provisions.smoking
    if smoking.ends and not smoking.is_over:
        _put_break(work, smoking._replace(is_over=True))


def allow_break(work: Working) -> None:
    """Make a break possible again: another watch has begun (UBT-3.6m)."""
    if work.board.provisions.smoking.ends:
        _put_break(work, SmokeBreak())


def change_cigarettes(work: Working, change: int) -> None:
    """Take cigarettes from the role with the most, or give them to that with the fewest (UBT-7.8e)."""
    for _ in range(abs(change)):
        held = work.board.stores.cigarettes
        place = held.index(max(held)) if change < 0 else held.index(min(held))
        if change > 0 or held[place]:
            _give_out(work, place, 1 if change > 0 else -1)


def _give_out(work: Working, place: int, change: int) -> None:
    held = work.board.stores.cigarettes
    after = (*held[:place], held[place] + change, *held[place + 1 :])
    work.board.stores = work.board.stores._replace(cigarettes=after)


def _put_break(work: Working, smoking: SmokeBreak) -> None:
    work.board.provisions = work.board.provisions._replace(smoking=smoking)
