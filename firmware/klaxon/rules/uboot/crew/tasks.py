"""Long tasks: the token of a lookout or of a man at a repair, and how it ends (UBT-3.7)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import bar, cost
from klaxon.rules.uboot.crew.men import CREW, WATCH, figures_of
from klaxon.rules.uboot.records import OrderPlace
from klaxon.rules.uboot.setting import MOST_LOOKOUTS
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES

BRIDGE = OrderPlace(WATCH, 8)


def lookouts(board: OpenBoard) -> list[int]:
    """Return the figures whose men on duty watch: counted, never typed (UBT-3.7g)."""
    return board.keep("lookouts", (board.crew, board.shift), _lookouts)


def _lookouts(board: OpenBoard) -> list[int]:
    return [figure for figure in range(CREW) if board.man(figure).task == WATCH]


def watch_row(board: OpenBoard) -> OrderRow:
    """Return the row of the order `watch`, by which joining is judged too."""
    return board.handbook.orders[WATCH]


def bar_join(board: OpenBoard, figure: int, joining: int) -> Refusal | None:
    """Return why a man cannot join the watch beside so many who join with him (UBT-3.7c)."""
    if len(lookouts(board)) + joining >= MOST_LOOKOUTS:
        return Refusal("enough-men", {"order": WATCH})
    return bar(board, watch_row(board), figure, BRIDGE)


def can_join_watch(board: OpenBoard, role: str) -> bool:
    """Return whether a man of a role could join the watch."""
    return bool(lookouts(board)) and any(bar_join(board, figure, 0) is None for figure in figures_of(role))


def activate(work: Working, figure: int, tokens: int, place: OrderPlace, task: str = "") -> None:
    """Place the tokens of an activation: all ACT, or one task token and ACT beside it (UBT-3.5a, UBT-3.7a)."""
    man = work.board.man(figure)
    if task:
        work.put_man(figure, man._replace(task=task, act=man.act + tokens - 1))
    else:
        work.put_man(figure, man._replace(act=man.act + tokens))
    kind = "act" if not task else "watch" if task == WATCH else "fault"
    data = {"symbol": place.symbol, "room": place.room}
    work.tell("activated", man=FIGURES[figure], tokens=tokens, **{"as": kind}, place=data)


def join_watch(work: Working, figures: list[int]) -> None:
    """Let men join a running watch; it is no order, and darkness asks for nobody more (UBT-3.3m)."""
    before = len(lookouts(work.board))
    for figure in figures:
        activate(work, figure, cost(work.board, figure, BRIDGE, WATCH), BRIDGE, WATCH)
    note_lookouts(work, before)


def end_task(work: Working, figure: int, why: str) -> None:
    """Turn a task token to ACT; the task stops (UBT-3.7b)."""
    man = work.board.man(figure)
    work.put_man(figure, man._replace(task="", act=man.act + 1))
    tell_task_ended(work, figure, man.task, why)


def drop_task(work: Working, figure: int, why: str) -> None:
    """Take a task token away, with nothing in its place."""
    man = work.board.man(figure)
    work.put_man(figure, man._replace(task=""))
    tell_task_ended(work, figure, man.task, why)


def tell_task_ended(work: Working, figure: int, task: str, why: str) -> None:
    """Tell that a man's task is over, and take him out of the team of a repair."""
    board = work.board
    if task != WATCH:
        board.repairs = tuple(
            repair._replace(men=tuple(man for man in repair.men if man != figure)) if repair.device == task else repair
            for repair in board.repairs
        )
    work.tell("task-ended", man=FIGURES[figure], task="watch" if task == WATCH else "fault", why=why)


def note_lookouts(work: Working, before: int) -> None:
    """Tell how many watch now, where that has changed, and whether the bridge view opened or closed."""
    count = len(lookouts(work.board))
    if count != before:
        work.tell("watching", count=count)
        if not count or not before:
            work.tell("view", view="bridge", open=bool(count))
