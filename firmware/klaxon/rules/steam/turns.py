"""The course of play: turns, the recovery phase, reaction windows (STM-3.6, STM-3.13)."""

from __future__ import annotations

from klaxon.rules.steam import attack, look
from klaxon.rules.steam.grid import SIZE
from klaxon.rules.steam.setting import BOATS, CREW
from klaxon.rules.steam.step import Working
from klaxon.rules.steam.use import anybody


def begin_game(work: Working) -> None:
    """Give the boat that begins its first turn; a boat without any oxygen is lost before it."""
    work.board.active = work.board.first
    if not work.test_outcome():
        begin_turn(work, work.board.first)


def begin_turn(work: Working, me: int) -> None:
    """Begin a turn: clear what was used, moved or lent for a turn."""
    board = work.board
    hull = board.boats[me]
    board.active, board.phase = me, "oxygen"
    board.round += me == board.first
    for boat in board.boats:
        boat.uses = (0,) * SIZE
        boat.moved = False
    hull.acted, hull.manoeuvred, hull.start = 0, False, hull.place
    hull.plate, hull.anchored = (0, 0, 0, 0), False
    work.tell("turn", boat=BOATS[me], round=board.round)
    if not look.oxygen(hull):
        work.end(me, ["oxygen" if boat == me else "" for boat in (0, 1)])


def end_turn(work: Working) -> None:
    """End a turn. A drag waits for the next manoeuvre, unless it took all points of one in this turn (STM-5.5)."""
    hull = work.board.boats[work.board.active]
    if not hull.manoeuvred and look.is_held(work.board, work.board.active):
        hull.drag = 0
    hull.haste, hull.edge = 0, ()
    begin_turn(work, 1 - work.board.active)


def after_oxygen(work: Working) -> None:
    """Continue after the oxygen: ask whether to ready the men, if there is a choice."""
    board = work.board
    hull = board.boats[board.active]
    rested = all(hull.ready >> man & 1 for man in look.alive(hull))
    board.phase = "action" if rested else "ready"
    if not rested and not board.setting.skip_ready:
        ready_all(work)


def ready_all(work: Working) -> None:
    """Turn all exhausted men ready."""
    board = work.board
    hull = board.boats[board.active]
    tired = [man for man in look.alive(hull) if not hull.ready >> man & 1]
    hull.ready |= sum(1 << man for man in tired)
    work.tell("readied", boat=BOATS[board.active], crew=[CREW[man] for man in tired])
    board.phase = "action"


def go_on(work: Working) -> None:
    """Continue after an order in play: ask the defender, else open or keep a reaction window, else resume the turn."""
    board = work.board
    board.due = 0
    if not board.outcome:
        attack.clear(work)
    if board.outcome:
        return
    if board.blows:
        work.ask(board.setting.patience)
        return
    if board.event is not None:
        board.window, board.event = board.event, None
    if board.window is not None:
        if anybody(board, board.window.boat, reacting=True):
            work.ask(board.setting.window)
            work.tell("window", boat=BOATS[board.window.boat], answers=board.window.kind, due=board.due)
        else:
            board.window = None
