"""Surfacing in real time: the crew traces the hull, the enemy's engineer inspects it, the boat dives (SON-82)."""

from __future__ import annotations

from typing import TypeVar

from klaxon.rules.domains import Token
from klaxon.rules.sonar.realtime import trace
from klaxon.rules.sonar.realtime.state import MENDED, REPORTED, TRACED, TRACING, Repair
from klaxon.rules.sonar.setting import BOATS, ROLES
from klaxon.rules.sonar.state import Boat
from klaxon.rules.sonar.step import Working

T = TypeVar("T")
MISSED = "_"
"""What a radio operator's log shows in place of all calls that a surfaced boat missed (SON-83)."""


def begin(work: Working) -> None:
    """Begin the repair of the boat that has surfaced; its radio operator hears nothing from now on."""
    enemy = work.enemy
    _set_repair(work.boat, _new_repair(work, (enemy.surfaced, enemy.shown_damage)))


def sign(work: Working, role: str, section: str, recording: str = trace.NONE, *signature: Token) -> None:
    """Judge a trace: a clean section is signed, a slip costs the section or the hull."""
    repair, speed = _repair(work.boat), work.state.setting.trace_speed
    if recording != trace.NONE and not trace.clean(section, speed, trace.read(recording)):
        _slip(work, role, section)
        return
    place, initials = int(section) - 1, signature[0][1] if signature else ""
    repair = repair._replace(signed=_with(repair.signed, place, role), initials=_with(repair.initials, place, initials))
    others = tuple(0 if each in repair.signed else _through(work) for each in ROLES)
    if role == "engineer":
        repair = repair._replace(pens=others)
    else:
        repair = repair._replace(pens=_with(repair.pens, ROLES.index(role), 0))
    _set_repair(work.boat, repair)
    work.tell_own("traced", work.me, role=role, section=int(section), initials=initials)
    if all(repair.signed):
        _ask_the_enemy(work)


def _slip(work: Working, role: str, section: str) -> None:
    """Restart the section, or everything (switch `trace_slip`)."""
    repair = _repair(work.boat)
    work.tell_own("slipped", work.me, role=role, section=int(section))
    if work.state.setting.trace_slip == "all":
        _set_repair(work.boat, _new_repair(work, repair.heard))
        return
    place = int(section) - 1
    slips = _with(repair.slips, place, repair.slips[place] + 1)
    _set_repair(work.boat, repair._replace(slips=slips, pens=_with(repair.pens, ROLES.index(role), _through(work))))


def _ask_the_enemy(work: Working) -> None:
    """Show the hull to the enemy's engineer."""
    repair = _repair(work.boat)._replace(phase=TRACED)
    _set_repair(work.boat, repair)
    enemy, setting = work.hull(1 - work.me), work.state.setting
    by = work.state.now + 1000 * setting.patience if setting.patience else 0
    enemy.watch = enemy.watch._replace(inspect=enemy.ask(), inspect_by=by)
    work.tell_all("hull", boat=BOATS[work.me], slips=sum(repair.slips))


def confirm(work: Working) -> None:
    """Confirm the enemy's repair: its panel is erased."""
    _looked(work)
    boat = work.hull(1 - work.me)
    boat.panel = 0
    _set_repair(boat, _repair(boat)._replace(phase=MENDED))
    work.tell_simply("confirmed", 1 - work.me)


def reject(work: Working) -> None:
    """Reject the enemy's repair for a slip: it begins again."""
    _looked(work)
    boat = work.hull(1 - work.me)
    _set_repair(boat, _new_repair(work, _repair(boat).heard))
    work.tell_simply("rejected", 1 - work.me)


def report(work: Working) -> None:
    """Report the boat ready to dive."""
    _set_repair(work.boat, _repair(work.boat)._replace(phase=REPORTED))
    work.tell_own("reported", work.me)


def dive(work: Working) -> None:
    """Dive again; the radio operator hears the enemy from now on."""
    work.boat.surfaced = False
    work.boat.watch = work.boat.watch._replace(repair=None)
    work.hull(1 - work.me).calls += MISSED
    work.tell_simply("dived", work.me)


def run_through(work: Working, role: str) -> None:
    """Mark the pen of a role as through: a recording of its section may be handed in."""
    repair = _repair(work.boat)
    _set_repair(work.boat, repair._replace(pens=_with(repair.pens, ROLES.index(role), 0)))
    work.tell_own("pen", work.me, role=role)


def _new_repair(work: Working, heard: tuple[bool, int]) -> Repair:
    """Return a repair with nothing traced: the engineer's pen may start."""
    pens = tuple(_through(work) if role == "engineer" else 0 for role in ROLES)
    return Repair(TRACING, pens=pens, heard=heard)


def _through(work: Working) -> int:
    """Return when a pen that starts now has run its section."""
    return work.state.now + trace.run_time(work.state.setting.trace_speed)


def _looked(work: Working) -> None:
    work.boat.watch = work.boat.watch._replace(inspect=0, inspect_by=0)


def _repair(boat: Boat) -> Repair:
    repair = boat.watch.repair
    if repair is None:
        raise ValueError("this boat is not surfaced")
    return repair


def _set_repair(boat: Boat, repair: Repair) -> None:
    boat.watch = boat.watch._replace(repair=repair)


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
