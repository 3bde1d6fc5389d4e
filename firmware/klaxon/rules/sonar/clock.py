"""The clock of mode `turns`: when a turn runs out of time, it is finished with random orders (option `clock`)."""

from __future__ import annotations

from klaxon.rules.contract import Event, Ms, Order, Step
from klaxon.rules.sonar import defaults
from klaxon.rules.sonar.orders import CARRY_OUT
from klaxon.rules.sonar.setting import BOATS
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.step import ALL, PLACE, SEAT, Working


def play_out(state: State, now: Ms) -> Step:
    """Return the state at the end of a turn that ran out of time: whatever was still owed is drawn at random."""
    state = state.copy()
    state.now = now
    events = [Event("overdue", {"boat": BOATS[state.turn], "verb": "end"}, ALL)]
    turn = state.ended
    while state.outcome is None and state.ended == turn:
        order = _next(state)
        work = Working(state, PLACE[order.seat][0])
        CARRY_OUT[order.verb](work, *order.args)
        state = work.state
        events += work.events
    return Step(state, tuple(events))


def _next(state: State) -> Order:
    """Return the next order of the turn: an owed answer or mark, the course, or the end."""
    me, boat = state.turn, state.boats[state.turn]
    if state.asked >= 0:
        return defaults.owed_answer(state)
    if boat.penalty_due:
        return defaults.random_order(state, me, "engineer", "break", boat.penalty_due)
    if not boat.moved and not state.blackout:
        return defaults.random_order(state, me, "captain", "course", state.ended)
    if boat.charge_due:
        return defaults.random_order(state, me, "xo", "charge", boat.charge_due)
    if boat.break_due:
        return defaults.random_order(state, me, "engineer", "break", boat.break_due)
    return Order(SEAT[me, "captain"], "end" if boat.moved else "surface")
