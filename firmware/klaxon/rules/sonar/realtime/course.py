"""The course of play in mode `realtime`: both boats at once, and STOP (SON-14, SON-51). What time brings is in due.py.

The table runs, or a boat holds it: by a STOP of its own, with a sonar that waits for its answer, or while it chooses a
volcano. The orders do the same as in turns; this module adds what real time needs around them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaxon.rules.contract import Order, Seat
from klaxon.rules.sonar.chart import DIRECTIONS
from klaxon.rules.sonar.orders import CARRY_OUT, owe_charge
from klaxon.rules.sonar.realtime import repair
from klaxon.rules.sonar.realtime import views as realtime_views
from klaxon.rules.sonar.realtime.state import NOBODY, RUNNING, Floor
from klaxon.rules.sonar.setting import BOATS
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.step import PLACE, SEAT, Working

_HEARD = (
    *("course", "withdrawn", "silence", "surfaced", "dived", "torpedo", "mine-laid", "detonated", "blast"),
    *("drone", "ping", "sonar", "failed", "repair", "damage"),
)
"""What a radio operator hears of the enemy, unless his own boat is surfaced (SON-83, SON-85)."""


def carry_out(work: Working, order: Order) -> None:
    """Carry out a legal order, with the STOP that it implies."""
    state, me, verb = work.state, work.me, order.verb
    deaf, calls, cornered = work.enemy.surfaced, work.boat.calls, _cornered_boats(state)
    chosen = verb in realtime_views.CHOICES
    if chosen and state.floor is not None and state.floor.boat == NOBODY:
        work.tell_simply("stopped", me)
    if verb in _BY_ROLE:
        _BY_ROLE[verb](work, PLACE[order.seat][1], *order.args)
    else:
        _ORDERS[verb](work, *order.args)
    if deaf:
        work.boat.calls = calls
        _keep_from(SEAT[1 - me, "radio"], work)
    if chosen and (verb != "detonate" or state.setting.detonate_is_activation):
        work.boat.retractable = False
    if state.outcome is None and state.floor is not None:
        _set_times(work)
        if chosen:
            _settle(work)
        elif verb in realtime_views.ANSWERS:
            _release(work)
        for boat in _cornered_boats(state):
            if boat not in cornered:
                work.tell_own("blackout", boat)


def _keep_from(radio: Seat, work: Working) -> None:
    """Hide the announcements of this boat from the radio operator of a surfaced one."""
    name = BOATS[work.me]
    for place, event in enumerate(work.events):
        if event.type in _HEARD and event.facts.get("boat", event.facts.get("by")) == name:
            work.events[place] = event._replace(to=event.to - {radio})


def _begin(work: Working) -> None:
    """Begin the game. If orders are binding, a course comes before the first STOP (SON-111)."""
    state, setting = work.state, work.state.setting
    state.floor = RUNNING
    state.deadline = state.now + 60_000 * setting.limit if setting.limit else 0
    for boat in (0, 1):
        work.hull(boat).spent = setting.binding
    work.tell_all("begun")


# -- STOP ----------------------------------------------------------------------------------------------------


def _stop(work: Working, role: str) -> None:
    """Hold the table, or queue the STOP if it is held already."""
    floor = _floor(work)
    if floor.boat == 1 - work.me:
        work.state.floor = floor._replace(queued=role)
        work.tell_own("stop-noted", work.me)
    else:
        _hold(work, work.me, role, again=False)
        work.tell_simply("stopped", work.me)


def _hold(work: Working, boat: int, role: str, *, again: bool) -> None:
    state = work.state
    due = state.now + 1000 * state.setting.stop_time
    state.floor = Floor(boat, role, work.hull(boat).ask(), due, again)


def _settle(work: Working) -> None:
    """Release the table after a choice, unless it waits for an answer."""
    state, floor = work.state, _floor(work)
    if state.asked >= 0:
        state.floor = Floor(work.me, due=state.boats[state.asked].watch.answer_by, queued=floor.queued)
    elif floor.boat != NOBODY:
        _release(work)


def _release(work: Working) -> None:
    """Release the table, or ask the boat that called STOP meanwhile."""
    state, floor = work.state, _floor(work)
    other = 1 - floor.boat
    if floor.queued and not realtime_views.must_surface(state, other):
        _hold(work, other, floor.queued, again=True)
        work.tell_simply("asked-again", other)
    else:
        state.floor = RUNNING
        work.tell_simply("released", floor.boat)


def lapse_stop(work: Working) -> None:
    """Let an unused STOP lapse. A binding one is used up, unless it was only asked for again."""
    floor = _floor(work)
    if work.state.setting.binding and not floor.again:
        work.boat.spent = True
    _release(work)


def _floor(work: Working) -> Floor:
    return work.state.floor or RUNNING


# -- orders, as real time has them ---------------------------------------------------------------------------


def _dive(work: Working) -> None:
    if work.boat.surfaced:
        repair.dive(work)
        return
    work.boat.dived = True
    work.tell_simply("dived", work.me)
    if work.enemy.dived:
        _begin(work)


def _course(work: Working, direction: str) -> None:
    CARRY_OUT["course"](work, direction)
    interval = work.state.setting.interval
    note(work, decoy=(), rest=work.state.now + 1000 * interval if interval else 0)


def _undo(work: Working) -> None:
    """Take a course back; a radio operator who did not hear it has nothing to strike out."""
    calls, letter = work.boat.calls, DIRECTIONS[work.boat.path & 3][0].upper()
    CARRY_OUT["undo"](work)
    work.boat.calls = calls.removesuffix(letter)
    note(work, rest=0)


def _silence(work: Working, *args: str) -> None:
    """Go silent; marks owed from before are made first, those of the silence after them (SON-51)."""
    boat, setting = work.boat, work.state.setting
    charge_due, break_due, section = boat.charge_due, boat.break_due, boat.section
    boat.charge_due = boat.break_due = 0
    CARRY_OUT["silence"](work, *args)
    still = any(event.facts.get("length") == 0 for event in work.events)
    pretends = ("xo", "engineer") if setting.silence_zero == "nobody" else ("engineer",)
    note(work, decoy=pretends if still else ())
    if charge_due:
        note(work, charges=boat.watch.charges + bool(boat.charge_due))
        boat.charge_due = charge_due
    if break_due:
        note(work, sections=(*boat.watch.sections, boat.section) if boat.break_due else boat.watch.sections)
        boat.break_due, boat.section = break_due, section


def _mine(work: Working, point: str) -> None:
    """Lay a mine; in real time it can be set off at once."""
    CARRY_OUT["mine"](work, point)
    work.boat.fresh = 0


def _charge(work: Working, system: str) -> None:
    CARRY_OUT["charge"](work, system)
    boat = work.boat
    if boat.watch.charges:
        note(work, charges=boat.watch.charges - 1)
        owe_charge(work)


def _break(work: Working, symbol: str) -> None:
    CARRY_OUT["break"](work, symbol)
    boat = work.boat
    if boat.watch.sections and not boat.break_due:
        boat.section, *rest = boat.watch.sections
        boat.break_due = boat.ask()
        note(work, sections=tuple(rest))


def _surface(work: Working) -> None:
    """Surface; the panel is erased only when the hull is repaired."""
    crossed = work.boat.panel
    CARRY_OUT["surface"](work)
    work.boat.panel = crossed
    if work.state.outcome is None:
        repair.begin(work)


def note(work: Working, **changes: Any) -> None:
    """Change fields of a boat's real-time state."""
    work.boat.watch = work.boat.watch._replace(**changes)


_ORDERS: dict[str, Callable[..., None]] = {
    **CARRY_OUT,
    "dive": _dive,
    "course": _course,
    "undo": _undo,
    "silence": _silence,
    "mine": _mine,
    "charge": _charge,
    "break": _break,
    "surface": _surface,
    "confirm": repair.confirm,
    "reject": repair.reject,
    "ready": repair.report,
}
_BY_ROLE: dict[str, Callable[..., None]] = {
    "stop": _stop,
    "resume": lambda work, _role: _release(work),
    "trace": repair.sign,
}
"""Verb -> what it does, given the role that gives it and its arguments."""


# -- what follows an order -----------------------------------------------------------------------------------


def _set_times(work: Working) -> None:
    """Set the deadlines of answers that are owed now, and clear those of all others."""
    state = work.state
    by = state.now + 1000 * state.setting.patience if state.setting.patience else 0
    for boat in (0, 1):
        hull = state.boats[boat]
        watch = hull.watch._replace(
            answer_by=(hull.watch.answer_by or by) if hull.answer_due else 0,
            penalty_by=(hull.watch.penalty_by or by) if hull.penalty_due else 0,
        )
        if watch != hull.watch:
            work.hull(boat).watch = watch


def _cornered_boats(state: State) -> list[int]:
    return [boat for boat in (0, 1) if realtime_views.must_surface(state, boat)]
