"""What time brings in mode `realtime`: the end of the game, of a STOP, of a rest; and answers that nobody gave.

Each prompt names the moment, and what the rules then do in place of its seat.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from klaxon.rules.contract import Event, Ms, Order, Prompt, Seat, Step
from klaxon.rules.sonar import defaults, turns
from klaxon.rules.sonar.prompts import prompts_of
from klaxon.rules.sonar.realtime import repair
from klaxon.rules.sonar.realtime import views as realtime_views
from klaxon.rules.sonar.realtime.course import carry_out, lapse_stop, note
from klaxon.rules.sonar.realtime.state import Floor
from klaxon.rules.sonar.setting import BOATS, ROLES
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.step import CREW, SEAT, Working


def due(state: State) -> Ms | None:
    """Return the next moment at which time alone brings something."""
    moments = [moment for moment in (state.deadline, *_times(state)) if moment]
    return Ms(min(moments)) if moments else None


def _times(state: State) -> list[int]:
    floor = state.floor
    if floor is None:
        return []
    found = [floor.due]
    for boat in state.boats:
        watch = boat.watch
        found += [watch.answer_by, watch.penalty_by, watch.inspect_by, watch.rest]
        found += watch.repair.pens if watch.repair else ()
    return found


def pass_time(state: State, now: Ms) -> Step:
    """Return the state at a moment that is due, after everything that happens then."""
    state = state.copy()
    state.now = now
    events: list[Event] = []
    while state.outcome is None and (matter := _overdue(state)) is not None:
        boat, happens = matter
        work = Working(state, boat)
        happens(work)
        state = work.state
        events += work.events
    return Step(state, tuple(events))


def _overdue(state: State) -> tuple[int, Callable[[Working], None]] | None:
    """Return the next thing that is due: the boat, and what happens to it."""
    now, floor = state.now, state.floor
    if floor is None:
        return None
    if _has_come(state.deadline, now):
        return 0, turns.end_at_limit
    if floor.number and floor.due <= now:
        return floor.boat, lapse_stop
    for me, boat in enumerate(state.boats):
        watch = boat.watch
        if _has_come(watch.answer_by, now):
            return me, _answer_by_lot
        if _has_come(watch.penalty_by, now):
            return me, _cross_by_lot
        if _has_come(watch.inspect_by, now):
            return me, _confirm_by_rule
        if _has_come(watch.rest, now):
            return me, _end_rest
        for role in ROLES:
            if watch.repair and _has_come(watch.repair.pen(role), now):
                return me, partial(repair.run_through, role=role)
    return None


def _has_come(moment: int, now: Ms) -> bool:
    """Return whether a moment is set and has been reached."""
    return moment != 0 and moment <= now


def _answer_by_lot(work: Working) -> None:
    order = defaults.owed_answer(work.state)
    work.tell_all("overdue", boat=BOATS[work.me], verb=order.verb)
    carry_out(work, order)


def _cross_by_lot(work: Working) -> None:
    work.tell_own("overdue", work.me, verb="break")
    carry_out(work, _penalty(work.state, work.me))


def _confirm_by_rule(work: Working) -> None:
    work.tell_all("overdue", boat=BOATS[work.me], verb="confirm")
    carry_out(work, Order(SEAT[work.me, "engineer"], "confirm"))


def _end_rest(work: Working) -> None:
    note(work, rest=0)
    work.tell_own("rested", work.me)


def _penalty(state: State, me: int) -> Order:
    return defaults.random_order(state, me, "engineer", "break", state.boats[me].penalty_due)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return the marks, answers and STOPs that the game waits for, each with its deadline and default."""
    floor = state.floor
    if floor is None:
        return ()
    return tuple(
        _prompt(state, floor, me, seat, key, verbs)
        for (me, role), seat in SEAT.items()
        for key, verbs in (
            *prompts_of(me, state.boats[me], role, state.scene),
            *realtime_views.prompts_of(me, state.boats[me], role, floor, state.setting, state.sea),
        )
    )


def _prompt(state: State, floor: Floor, me: int, seat: Seat, key: str, verbs: tuple[str, ...]) -> Prompt:
    boat = state.boats[me]
    at = realtime_views.due_of(boat, floor, verbs)
    if "resume" in verbs:
        default = None if state.setting.binding and not floor.again else Order(seat, "resume")
        return Prompt(key, seat, verbs, CREW[0] | CREW[1], Ms(at), default)
    if "confirm" in verbs:
        return Prompt(key, seat, verbs, frozenset(), Ms(at) if at else None, Order(seat, "confirm") if at else None)
    if verbs[0] in realtime_views.ANSWERS:
        default = defaults.owed_answer(state) if at else None
        return Prompt(key, seat, verbs, (CREW[0] | CREW[1]) - {seat}, Ms(at) if at else None, default)
    if boat.penalty_due and "break" in verbs:
        default = _penalty(state, me) if at else None
        return Prompt(key, seat, verbs, CREW[me] - {seat}, Ms(at) if at else None, default)
    return Prompt(key, seat, verbs, frozenset({SEAT[me, "captain"]}))
