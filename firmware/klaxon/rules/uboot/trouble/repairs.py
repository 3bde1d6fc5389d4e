"""Repairs of faults: teams that start, pause and resume, and how far they have come (UBT-3.12e to h, UBT-7.9a).

A repair keeps its progress at a game time and how long the whole takes its team. It is settled only where that
changes: `review` compares the team with the tokens that lie on men.
"""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.rules.uboot.crew.manning import cost
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.crew.tasks import activate, drop_task, end_task
from klaxon.rules.uboot.records import OrderPlace, RepairJob
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble import tools
from klaxon.rules.uboot.trouble.effects import level_of
from klaxon.rules.uboot.trouble.targets import MOST_MORE, job_of, men_for
from klaxon.rules.uboot.words import FAULT_LEVELS, FIGURES

WHOLE = 1_000_000
PERCENT = 10_000
MINUTE = 60_000


def team_of(board: OpenBoard, device: str) -> tuple[int, ...]:
    """Return the figures whose men on duty have the FAULT token of a device."""
    return tuple(figure for figure in range(CREW) if board.man(figure).task == device)


def span_of(board: OpenBoard, job: RepairJob, men: int) -> int:
    """Return the game milliseconds that a whole repair takes so many men (UBT-7.9a)."""
    minutes = board.handbook.workshop.minutes[FAULT_LEVELS.index(level_of(board, job.device))]
    counted = min(men + job.helped, job.required + MOST_MORE)
    return minutes * MINUTE * job.required * job.percent // (counted * 100)


def done_at(job: RepairJob, game: int) -> int:
    """Return how much of a repair is done at a game time, in parts of a million."""
    return min(WHOLE, job.done + (game - job.since) * WHOLE // job.span) if job.running and job.span else job.done


def ends_at(job: RepairJob) -> int:
    """Return the game time at which a running repair is finished."""
    return job.since - ((job.done - WHOLE) * job.span // WHOLE)


def percent_at(job: RepairJob, game: int) -> int:
    """Return how much of a repair is done at a game time, in whole percent."""
    return done_at(job, game) // PERCENT


def next_percent(board: OpenBoard, game: int) -> int | None:
    """Return the next game time at which a repair is one percent further."""
    further = [
        job.since - ((job.done - (percent_at(job, game) + 1) * PERCENT) * job.span // WHOLE)
        for job in board.repairs
        if job.running
    ]
    return min(further, default=None)


# -- starting and stopping -------------------------------------------------------------------------------------------


def start(work: Working, device: str, team: Iterable[int]) -> None:
    """Start the repair of a fault, or go on with a paused one, with men who have their tokens already."""
    board, men = work.board, tuple(team)
    effect = tools.played_effect(board, men)
    card = tools.take_card(work)
    job = job_of(board, device) or RepairJob(device)
    if effect is not None:
        job = job._replace(
            card=card,
            helped=effect["n"] if effect["op"] == tools.MEN else 0,
            percent=effect["percent"] if effect["op"] == tools.TIME else 100,
            spared=tools.men_of(effect, tools.SPARE),
            eased=tools.men_of(effect, tools.EASE),
        )
    _run(work, job, men, "started")


def resume(work: Working, device: str, team: tuple[int, ...]) -> None:
    """Resume a paused repair without an order; each man is activated anew with a FAULT token (UBT-3.12g)."""
    board = work.board
    job = job_of(board, device)
    if job is None:
        return
    place = OrderPlace(tools.REPAIR, board.handbook.rooms[device])
    for figure in team:
        activate(work, figure, cost(board, figure, place), place, device)
    _run(work, job, team, "resumed")


def _run(work: Working, job: RepairJob, men: tuple[int, ...], state: str) -> None:
    running = job._replace(men=men, running=True, since=work.game, required=men_for(work.board, job.device))
    running = running._replace(span=span_of(work.board, running, len(men)))
    _put(work, running)
    _tell(work, running, state, -((work.game - ends_at(running)) // MINUTE))


def pause(work: Working, job: RepairJob, game: int, *, drop: bool = False) -> None:
    """Stop a repair: its FAULT tokens turn to ACT, at a watch change they are dropped; progress is kept."""
    _settle(work, job, game)
    for figure in team_of(work.board, job.device):
        if drop:
            drop_task(work, figure, "paused")
        else:
            end_task(work, figure, "paused")
    settled = job_of(work.board, job.device) or job
    paused = _without_reusable(work.board, settled)._replace(men=(), running=False, since=0, span=0)
    _put(work, paused)
    _tell(work, paused, "paused")


def finish(work: Working, game: int) -> None:
    """Finish the repair that is due at a game time: the fault is gone, FAULT tokens turn to ACT (UBT-3.12h)."""
    board = work.board
    job = next(each for each in board.repairs if each.running and ends_at(each) <= game)
    board.faults = tuple(fault for fault in board.faults if fault.device != job.device)
    for figure in job.men:
        end_task(work, figure, "done")
    board.repairs = tuple(each for each in board.repairs if each.device != job.device)
    tools.ease(work, job.men, job.eased)
    if job.card and not tools.is_reusable(board, job.card):
        tools.discard_card(work, job.card)
    _tell(work, job, "finished")


def due(state: State) -> int | None:
    """Return the game time at which the next repair is finished."""
    return min([ends_at(job) for job in state.board.repairs if job.running], default=None)


# -- what happens to a team ------------------------------------------------------------------------------------------


def review(work: Working, game: int) -> None:
    """Look at every repair after something happened: a team too small stops, another one is slower (UBT-3.12f)."""
    board = work.board
    if board.repairs and (work.has_moved_men or board.faults is not work.before.faults):
        for job in board.repairs:
            _review(work, job, game)


def _review(work: Working, job: RepairJob, game: int) -> None:
    board = work.board
    now = job._replace(required=men_for(board, job.device))
    if not job.running:
        if now != job:
            _put(work, now)
        return
    if tools.is_reusable(board, job.card) and tools.room_with(board, job.card) != board.handbook.rooms[job.device]:
        now = _without_reusable(board, now)
    team = team_of(board, job.device)
    if len(team) < now.least:
        pause(work, now, game)
    elif (team, now) != (job.men, job) or span_of(board, now, len(team)) != job.span:
        _settle(work, now, game)
        settled = job_of(board, job.device) or now
        _put(work, settled._replace(men=team, span=span_of(board, settled, len(team))))


def _settle(work: Working, job: RepairJob, game: int) -> None:
    """Write down what is done at a game time; the fault was not counted on while it was repaired (UBT-3.12b).

    A bell that an order held back strikes for an earlier time than that at which the order began the repair.
    """
    board, game = work.board, max(game, job.since)
    board.faults = tuple(
        fault._replace(since=fault.since + game - max(job.since, fault.since)) if fault.device == job.device else fault
        for fault in board.faults
    )
    _put(work, job._replace(done=done_at(job, game), since=game))


def _without_reusable(board: OpenBoard, job: RepairJob) -> RepairJob:
    """Return a repair without its reusable card, which is free again (UBT-3.12m)."""
    return job._replace(card="", percent=100, spared=0, eased=0) if tools.is_reusable(board, job.card) else job


def _put(work: Working, job: RepairJob) -> None:
    board = work.board
    if job_of(board, job.device) is None:
        board.repairs = (*board.repairs, job)
    else:
        board.repairs = tuple(job if each.device == job.device else each for each in board.repairs)


def _tell(work: Working, job: RepairJob, state: str, minutes: int = 0) -> None:
    men = [FIGURES[figure] for figure in job.men]
    work.tell("repair", device=job.device, state=state, men=men, required=job.required, minutes=minutes)
