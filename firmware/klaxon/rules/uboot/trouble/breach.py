"""Breaches: how they come, their timer and its warnings, and what seals them (UBT-3.15, UBT-8.10)."""

from __future__ import annotations

from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.crew.losses import test_exhausted
from klaxon.rules.uboot.orders.tracks import change_morale
from klaxon.rules.uboot.sea.motion import depth_at
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import SECOND, Working
from klaxon.rules.uboot.trouble.flooding import flood
from klaxon.rules.uboot.trouble.puzzle import is_right, lay_out, layout_of, picks_of, sections_of
from klaxon.rules.uboot.trouble.records import HullBreach
from klaxon.rules.uboot.trouble.targets import breach_in

MORALE_OF_A_BREACH = -1
DEEP = 200_000
"""At this depth (mm) and below a quarter of the time is lost (UBT-8.10a)."""
WARNINGS = (60, 30, 10)
"""Seconds before the end at which the bell warns."""


def open_breach(work: Working, room: int) -> None:
    """Open a breach in a room that is neither flooded nor breached, and start its timer (UBT-3.15a)."""
    board = work.board
    if board.room(room).flooded or breach_in(board, room) is not None:
        return
    seconds = _seconds(work)
    over = sum(warning >= seconds for warning in WARNINGS)
    breaches = (*board.trouble.breaches, HullBreach(room, work.now + seconds * SECOND, over))
    board.trouble = board.trouble._replace(breaches=breaches)
    if board.clock.mode != "real":
        work.set_mode("real", "breach")
    work.tell("breach", room=room, seconds=seconds, sections=list(sections_of(room)))
    test_exhausted(work)
    if board.outcome is None:
        change_morale(work, MORALE_OF_A_BREACH, "breach")


def _seconds(work: Working) -> int:
    """Return how long a breach of now can be held: by the engineer's level, less the deeper the boat is."""
    board = work.board
    depth = min(DEEP, depth_at(board.boat, work.game))
    seconds: int = work.state.box.difficulty["engineer"][board.setting.engineer]["breach_seconds"]
    return seconds * (4 * DEEP - depth) // (4 * DEEP)


# -- the timer -------------------------------------------------------------------------------------------------------


def _next_moment(breach: HullBreach) -> int:
    """Return the table time of the next warning, or of the end."""
    left = WARNINGS[breach.warned :]
    return breach.due - left[0] * SECOND if left else breach.due


def due(state: State) -> int | None:
    """Return the game time at which a timer warns or ends; time is real while one runs (UBT-3.11i)."""
    board = state.board
    breaches = board.trouble.breaches
    return reading(board.clock, min(map(_next_moment, breaches))) if breaches else None


def run_timer(work: Working, _game: int) -> None:
    """Warn, or flood the room whose time is up (UBT-3.15e)."""
    breach = min(work.board.trouble.breaches, key=_next_moment)
    if breach.warned < len(WARNINGS):
        _put(work, breach._replace(warned=breach.warned + 1))
        work.tell("breach-warning", room=breach.room, seconds=WARNINGS[breach.warned])
    else:
        flood(work, breach.room)


# -- the puzzle ------------------------------------------------------------------------------------------------------


def ask_puzzle(work: Working, room: int) -> None:
    """Lay the puzzle out for the engineer, now that the team is at the breach (UBT-3.15c)."""
    board, state = work.board, work.state
    breach = breach_in(board, room)
    if breach is None:
        return
    number = state.chance.puzzles
    state.chance = state.chance._replace(puzzles=number + 1)
    layout = lay_out(board.setting.puzzle, state.key, number, room)
    _put(work, breach._replace(number=work.numbers(1), tiles=layout.tiles, ends=layout.ends))


def answer_puzzle(work: Working, words: tuple[str, ...], number: int) -> None:
    """Judge the one answer to a puzzle: it seals the breach, or fails for good (UBT-3.15d)."""
    board = work.board
    breach = next(each for each in board.trouble.breaches if each.number == number)
    if _is_solved(work, breach, words):
        board.trouble = board.trouble._replace(
            breaches=tuple(each for each in board.trouble.breaches if each is not breach)
        )
        work.tell("sealed", room=breach.room)
    else:
        _put(work, breach._replace(number=0, tried=True, tiles=(), ends=()))
        work.tell("puzzle-failed", room=breach.room)


def _is_solved(work: Working, breach: HullBreach, words: tuple[str, ...]) -> bool:
    kind = work.board.setting.puzzle
    return words == ("solved",) if kind == "table" else is_right(layout_of(breach), picks_of(kind, words))


def _put(work: Working, breach: HullBreach) -> None:
    trouble = work.board.trouble
    work.board.trouble = trouble._replace(
        breaches=tuple(breach if each.room == breach.room else each for each in trouble.breaches)
    )
