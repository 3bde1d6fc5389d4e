"""The course of play in mode `turns`: who begins, and how a turn begins and ends (SON-81, SON-90)."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.rules.chance import draw
from klaxon.rules.contract import Seat
from klaxon.rules.sonar.arguments import may_sail
from klaxon.rules.sonar.realtime import views as realtime_views
from klaxon.rules.sonar.setting import BOATS, Setting, ready
from klaxon.rules.sonar.state import Boat, State
from klaxon.rules.sonar.step import SEAT, Working

AFTER_SURFACING = 3


def begin_game(work: Working) -> None:
    """Draw which boat begins, and give it its turn (SON-06)."""
    first = work.state.setting.first
    _begin_turn(work, draw(work.state.key, "first", 0, 2) if first == "random" else BOATS.index(first), 1)


def end_turn(work: Working) -> None:
    """End the turn of the boat that acts and begin the next one."""
    state, me = work.state, work.me
    work.boat.moved = work.boat.retractable = False
    state.ended += 1
    if state.setting.limit and state.ended >= state.setting.limit:
        end_at_limit(work)
    elif work.boat.surfaced:
        _begin_turn(work, 1 - me, AFTER_SURFACING)
    elif state.left > 1:
        _begin_turn(work, me, state.left - 1)
    else:
        _begin_turn(work, 1 - me, 1)


def _begin_turn(work: Working, boat: int, left: int) -> None:
    """Give a boat its turn: it dives if surfaced, its mines are armed, a blackout is detected."""
    state = work.state
    hull = work.hull(boat)
    state.turn, state.left = boat, left
    if state.setting.clock:
        state.deadline = state.now + 1000 * state.setting.clock
    hull.fresh = 0
    if hull.surfaced:
        hull.surfaced = False
        work.tell_simply("dived", boat)
    work.tell_simply("turn", boat)
    test_blackout(work)
    if state.blackout:
        work.tell_own("blackout", boat)


def test_blackout(work: Working) -> None:
    """Detect whether the active boat has no course: when its turn begins, and again when a mine is gone (SON-15)."""
    state = work.state
    boat = state.boats[state.turn]
    state.blackout = not may_sail(state.sea, boat.at, boat.route | boat.mines)


def end_at_limit(work: Working) -> None:
    """End a game at its limit: the boat with more damage loses."""
    red, blue = (boat.damage for boat in work.state.boats)
    work.end("draw" if red == blue else BOATS[0 if red < blue else 1], "limit")


def actors(state: State) -> tuple[Seat, ...]:
    """Return the seats that may have an open offer; all others certainly have none."""
    turn, (red, blue) = state.turn, state.boats
    if state.outcome is not None:
        return ()
    if turn < 0 or state.asked >= 0 or red.penalty_due or blue.penalty_due:
        return _held_actors(state)
    boat, setting, crew = state.boats[turn], state.setting, _CREWS[turn]
    if boat.charge_due:
        seats = crew.marks if boat.break_due else crew.xo
    elif boat.break_due:
        seats = crew.engineer
    else:
        seats = crew.officers if _xo_may_act(boat, setting) else crew.captain
    if setting.undo and boat.moved:
        seats = crew.all
    elif boat.mines and (boat.charge_due or boat.break_due):
        seats = crew.all if setting.xo_commands else (*crew.captain, *seats)
    if setting.detonate_window == "any" and state.boats[1 - turn].mines:
        return (*seats, SEAT[1 - turn, "xo" if setting.xo_commands else "captain"])
    return seats


class _Crew(NamedTuple):
    """The seats of a boat, grouped by when they act."""

    captain: tuple[Seat, ...]
    xo: tuple[Seat, ...]
    engineer: tuple[Seat, ...]
    officers: tuple[Seat, ...]
    marks: tuple[Seat, ...]
    all: tuple[Seat, ...]


_GROUPS = ("captain", "xo", "engineer", "captain xo", "xo engineer", "captain xo engineer")
_CREWS = [_Crew(*(tuple(SEAT[me, role] for role in group.split()) for group in _GROUPS)) for me in (0, 1)]


def _xo_may_act(boat: Boat, setting: Setting) -> bool:
    """Return whether the first officer has a system to use, or, if he commands them, a mine or a repair."""
    if setting.xo_commands and (boat.mines or boat.rig.filled):
        return True
    if boat.moved:
        for system in ready(boat.gauges):
            if system in setting.verbs["xo"]:
                return True
    return False


def _held_actors(state: State) -> tuple[Seat, ...]:
    """Return who may act before the game has begun, or while an answer or a penalty is owed."""
    if state.floor is not None:
        return realtime_views.actors(state)
    if state.turn < 0:
        return tuple(SEAT[me, "captain"] for me in (0, 1) if not state.boats[me].dived)
    seats = [SEAT[me, "engineer"] for me in (0, 1) if state.boats[me].penalty_due]
    if state.asked >= 0:
        seats.append(SEAT[state.asked, "captain"])
    else:
        seats.extend(SEAT[state.turn, role] for role in ("captain", "xo", "engineer"))
        bomber = "xo" if state.setting.xo_commands else "captain"
        if state.setting.detonate_window == "any" and state.boats[1 - state.turn].mines:
            seats.append(SEAT[1 - state.turn, bomber])
    return tuple(dict.fromkeys(seats))
