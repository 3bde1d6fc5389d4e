"""Resuming a paused repair: roles name men until there are enough; it is no order (UBT-3.12g)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.manning import bar
from klaxon.rules.uboot.crew.men import figures_of, role_of_figure
from klaxon.rules.uboot.records import OrderPlace
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.repairs import resume
from klaxon.rules.uboot.trouble.targets import REPAIR_FAULT, job_of, team_size
from klaxon.rules.uboot.trouble.tools import REPAIR
from klaxon.rules.uboot.words import FIGURES

NOBODY: tuple[str, tuple[int, ...]] = ("", ())


def bar_repair(board: OpenBoard, device: str) -> Refusal | None:
    """Return why nobody can join the repair of a device: it runs, or there is none (UBT-3.12g)."""
    job = job_of(board, device)
    if job is None:
        return Refusal("no-fault", {"device": device})
    return Refusal("repairing", {"device": device}) if job.running else None


def bar_helper(board: OpenBoard, device: str, figure: int, beside: int) -> Refusal | None:
    """Return why a man cannot join a paused repair beside so many others of his role."""
    others = [man for man in named_for(board, device) if role_of_figure(man) != role_of_figure(figure)]
    if len(others) + beside >= team_size(board, device)[1]:
        return Refusal("enough-men", {"order": REPAIR_FAULT})
    place = OrderPlace(REPAIR, board.handbook.rooms[device])
    return bar(board, board.handbook.orders[REPAIR_FAULT], figure, place)


def named_for(board: OpenBoard, device: str) -> tuple[int, ...]:
    """Return who is named so far to resume the repair of a device."""
    which, men = board.trouble.joining
    return men if which == device else ()


def open_repairs(board: OpenBoard, role: str) -> list[str]:
    """Return the paused repairs that a role has a man for."""
    return [
        job.device
        for job in board.repairs
        if not job.running and any(bar_helper(board, job.device, figure, 0) is None for figure in figures_of(role))
    ]


def join_repair(work: Working, role: str, device: str, figures: list[int]) -> None:
    """Name men of a role for a paused repair; it goes on as soon as all roles together have named enough."""
    board = work.board
    row, place = board.handbook.orders[REPAIR_FAULT], OrderPlace(REPAIR, board.handbook.rooms[device])
    others = [figure for figure in named_for(board, device) if role_of_figure(figure) != role]
    fit = tuple(sorted(man for man in (*others, *figures) if bar(board, row, man, place) is None))
    work.tell("assigned", role=role, men=[FIGURES[figure] for figure in figures])
    if len(fit) < team_size(board, device)[0]:
        board.trouble = board.trouble._replace(joining=(device, fit))
        return
    forget_joining(work)
    resume(work, device, fit)


def forget_joining(work: Working) -> None:
    """Let the names lapse, with the next order, change of positions or bell (UBT-12.14)."""
    if work.board.trouble.joining != NOBODY:
        work.board.trouble = work.board.trouble._replace(joining=NOBODY)
