"""The course of play in mode `turns`: who begins, what a turn starts and ends with (SON-81, SON-90)."""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.sonar.menu import may_sail
from klaxon.rules.sonar.setting import BOATS
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.step import Working

AFTER_SURFACING = 3


def begin_game(work: Working) -> None:
    """Draw the boat that begins and give it its turn (SON-06)."""
    first = work.state.setting.first
    _begin_turn(work, draw(work.state.key, "first", 0, 2) if first == "random" else BOATS.index(first), 1)


def end_turn(work: Working) -> None:
    """End the turn of the boat that acts and begin the next one."""
    state, me = work.state, work.me
    work.boat.moved = work.boat.retractable = False
    state.ended += 1
    if state.setting.limit and state.ended >= state.setting.limit:
        _end_at_limit(work)
    elif work.boat.surfaced:
        _begin_turn(work, 1 - me, AFTER_SURFACING)
    elif state.left > 1:
        _begin_turn(work, me, state.left - 1)
    else:
        _begin_turn(work, 1 - me, 1)


def _begin_turn(work: Working, boat: int, left: int) -> None:
    """Give a boat its turn: a surfaced one dives, its mines are armed, a blackout is found."""
    state = work.state
    hull = state.boats[boat]
    state.turn, state.left = boat, left
    hull.fresh = 0
    if hull.surfaced:
        hull.surfaced = False
        work.tell_all("dived", boat=BOATS[boat])
    work.tell_all("turn", boat=BOATS[boat])
    state.blackout = not may_sail(state.sea, hull.at, hull.route | hull.mines)
    if state.blackout:
        work.tell_own("blackout", boat)


def _end_at_limit(work: Working) -> None:
    """End a game at its limit: most damage loses."""
    red, blue = (boat.damage for boat in work.state.boats)
    work.end("draw" if red == blue else BOATS[0 if red < blue else 1], "limit")


def actors(state: State, me: int) -> tuple[str, ...]:
    """Return the roles of a boat that may have an open offer; the others have none for certain."""
    boat, setting = state.boats[me], state.setting
    if state.turn < 0:
        return () if boat.dived else ("captain",)
    if state.asked >= 0 or boat.penalty_due:
        return ("captain",) * (state.asked == me) + ("engineer",) * (boat.penalty_due > 0)
    bomber = "xo" if setting.xo_commands else "captain"
    if state.turn != me:
        return (bomber,) if boat.mines and setting.detonate_window == "any" else ()
    if not (boat.charge_due or boat.break_due):
        return ("captain", "xo") if boat.moved or bomber == "xo" else ("captain",)
    roles = ("xo",) * (boat.charge_due > 0) + ("engineer",) * (boat.break_due > 0)
    if setting.undo:
        return ("captain", "xo", "engineer")
    return roles if not boat.mines or bomber in roles else (bomber, *roles)
