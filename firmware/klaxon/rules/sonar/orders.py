"""What each order of Captain Sonar does. Every order that gets here is legal: `walks.settle` has judged it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from klaxon.rules.contract import Event
from klaxon.rules.sonar import blast, circuits, scenarios, turns
from klaxon.rules.sonar.arguments import NO_GUESS
from klaxon.rules.sonar.setting import BOATS, BOXES, SCENARIO, SYSTEMS
from klaxon.rules.sonar.state import NOWHERE
from klaxon.rules.sonar.step import OWN, Working

_ALL_FULL = tuple(BOXES[system] for system in SYSTEMS)


def _start(work: Working, point: str) -> None:
    boat = work.boat
    boat.at = work.state.sea.index[point]
    boat.route, boat.path = 1 << boat.at, 1
    work.tell_own("started", work.me, at=point)
    work.tell_others("started", work.me)


def _dive(work: Working) -> None:
    work.boat.dived = True
    work.tell_simply("dived", work.me)
    if work.enemy.dived:
        turns.begin_game(work)


def _course(work: Working, direction: str) -> None:
    boat = work.boat
    boat.step(work.state.sea, direction)
    boat.calls += direction[0].upper()
    boat.moved = True
    boat.spent_before, boat.spent = boat.spent, False
    boat.retractable = True
    work.tell_simply("course", work.me, direction)
    if work.state.sea.bases:
        scenarios.sail(work)
    _owe_marks(work, direction)


def _undo(work: Working) -> None:
    boat = work.boat
    direction = boat.step_back(work.state.sea)
    boat.calls = boat.calls[:-1]
    boat.spent = boat.spent_before
    boat.moved = boat.retractable = False
    boat.charge_due = boat.break_due = 0
    boat.section = ""
    scenarios.sail_back(work)
    work.tell_simply("withdrawn", work.me, direction)


def _owe_marks(work: Working, direction: str) -> None:
    """Ask both officers for their marks."""
    boat = work.boat
    owe_charge(work)
    boat.break_due = boat.ask()
    boat.section = direction


def owe_charge(work: Working) -> None:
    """Ask the first officer for a mark, unless every usable gauge is full (SON-20)."""
    boat, state = work.boat, work.state
    if scenarios.chargeable(boat, state.setting) if state.sea.bases else boat.gauges != _ALL_FULL:
        boat.charge_due = boat.ask()


def _charge(work: Working, system: str) -> None:
    boat = work.boat
    boat.charge_due = 0
    boat.retractable = False
    if system == SCENARIO:
        scenarios.charge(work)
        return
    place = SYSTEMS.index(system)
    filled = boat.gauges[place] + 1
    boat.gauges = _with(boat.gauges, place, filled)
    work.events.append(_charge_event(work.me, system, filled))


def _break(work: Working, symbol: str) -> None:
    boat = work.boat
    if boat.penalty_due:
        boat.penalty_due = 0
        if boat.break_due:  # its prompt was closed meanwhile: asked again, it is another one
            boat.break_due = boat.ask()
    else:
        boat.break_due, boat.section = 0, ""
        boat.retractable = False
    crossing = circuits.cross(boat.panel, symbol)
    boat.panel = crossing.panel
    work.events.append(_break_event(work.me, symbol))
    if crossing.circuit:
        work.tell_own("repaired", work.me, circuit=crossing.circuit)
    if crossing.failure:
        shown = work.state.setting.announce_breakdown
        work.hurt(work.me, 1, crossing.failure, announced=shown in ("all", crossing.failure))
        work.test_outcome()


@lru_cache(maxsize=64)
def _charge_event(me: int, system: str, filled: int) -> Event:
    boxes = BOXES[system]
    facts = {"boat": BOATS[me], "system": system, "filled": filled, "boxes": boxes, "full": filled == boxes}
    return Event("charged", facts, OWN[me])


@lru_cache(maxsize=64)
def _break_event(me: int, symbol: str) -> Event:
    return Event("broke", {"boat": BOATS[me], "symbol": symbol}, OWN[me])


def _activate(work: Working, system: str) -> bool:
    """Use up the activation and the gauge; return whether the system works. A broken one fails at a price (SON-40)."""
    boat, setting = work.boat, work.state.setting
    boat.spent = True
    if circuits.works(boat.panel, system):
        _empty(work, system)
        return True
    _fail(work, system)
    if setting.broken_order == "nothing":  # only with `blunder`: otherwise the order was refused
        _empty(work, system)
    return False


def _empty(work: Working, system: str) -> None:
    if system == SCENARIO:
        work.boat.rig = work.boat.rig._replace(filled=0)
    else:
        work.boat.gauges = _with(work.boat.gauges, SYSTEMS.index(system), 0)


def _fail(work: Working, system: str) -> None:
    work.tell_own("failed", work.me, system=system)
    work.tell_others("failed", work.me)
    if work.state.setting.broken_order == "radiation":
        work.boat.penalty_due = work.boat.ask()


def _torpedo(work: Working, point: str) -> None:
    if _activate(work, "torpedo"):
        work.tell_all("torpedo", boat=BOATS[work.me], at=point)
        blast.explode(work, 1 << work.state.sea.index[point], "torpedo")
        if work.state.sea.volcanoes:
            scenarios.shake(work)


def _mine(work: Working, point: str) -> None:
    if _activate(work, "mine"):
        bit = 1 << work.state.sea.index[point]
        work.boat.mines |= bit
        work.boat.fresh |= bit
        work.tell_own("mine-laid", work.me, at=point)
        work.tell_others("mine-laid", work.me)
        if work.state.sea.volcanoes:
            scenarios.shake(work)


def _detonate(work: Working, point: str) -> None:
    setting = work.state.setting
    if setting.detonate_is_activation:
        work.boat.spent = True
    if setting.detonate_needs_weapons and not circuits.works(work.boat.panel, "mine"):
        _fail(work, "mine")
        if setting.broken_order == "nothing" and setting.blunder == "all":
            _empty(work, "mine")
        return
    work.tell_all("detonated", boat=BOATS[work.me], at=point)
    blast.detonation(work, work.state.sea.index[point])
    if work.state.blackout:
        turns.test_blackout(work)


def _silence(work: Working, direction: str, length: str = "0") -> None:
    if not _activate(work, "silence"):
        return
    boat = work.boat
    for _ in range(int(length)):
        boat.step(work.state.sea, direction)
    boat.calls += "~"
    work.tell_own("silence", work.me, dir="stay" if length == "0" else direction, length=int(length))
    work.tell_others("silence", work.me)
    boat.retractable = False
    if length != "0":
        _owe_marks(work, circuits.ANY if work.state.setting.silence_break == "panel" else direction)
    elif work.state.setting.silence_zero == "xo":
        boat.charge_due = boat.ask()


def _drone(work: Working, sector: str) -> None:
    if _activate(work, "drone"):
        answer = "yes" if work.state.sea.sector[work.enemy.at] == int(sector) else "no"
        if scenarios.smoky_sector(work.state) == int(sector):
            answer = scenarios.SMOKE
        work.tell_all("drone", boat=BOATS[work.me], sector=int(sector), answer=answer)


def _sonar(work: Working) -> None:
    if _activate(work, "sonar"):
        enemy = work.hull(1 - work.me)
        enemy.answer_due = enemy.ask()
        work.state.asked = 1 - work.me
        work.tell_simply("ping", work.me)


def _answer(work: Working, first: tuple[str, str], second: tuple[str, str]) -> None:
    work.boat.answer_due = 0
    work.state.asked = -1
    said = {kind: value if kind == "column" else int(value) for kind, value in (first, second)}
    work.tell_all("sonar", boat=BOATS[1 - work.me], statements=said)


def _surface(work: Working) -> None:
    """Surface in `turns`: it replaces the course and erases panel and route (SON-80, SON-81)."""
    boat = work.boat
    sector = work.state.sea.sector[boat.at]
    boat.route, boat.path, boat.panel = 1 << boat.at, 1, 0
    boat.surfaced = boat.moved = True
    boat.spent = boat.spent or work.state.setting.surface_is_stop
    boat.calls += str(sector) if sector <= 9 else f"({sector})"
    work.state.blackout = False
    work.tell_all("surfaced", boat=BOATS[work.me], sector=sector)
    if work.state.sea.ice >> boat.at & 1:
        scenarios.break_ice(work)


def _repair(work: Working, system: str) -> None:
    if _activate(work, SCENARIO):
        scenarios.repair(work, system)


def _guess(work: Working, point: str) -> None:
    """Report to the own crew where the enemy is believed to be; nothing else changes (SON-85)."""
    work.boat.guess = NOWHERE if point == NO_GUESS else work.state.sea.index[point]
    work.tell_own("guessed", work.me, at=point)


def _with(gauges: tuple[int, ...], place: int, filled: int) -> tuple[int, ...]:
    return (*gauges[:place], filled, *gauges[place + 1 :])


CARRY_OUT: dict[str, Callable[..., None]] = {
    "start": _start,
    "dive": _dive,
    "course": _course,
    "undo": _undo,
    "charge": _charge,
    "break": _break,
    "torpedo": _torpedo,
    "mine": _mine,
    "detonate": _detonate,
    "silence": _silence,
    "drone": _drone,
    "sonar": _sonar,
    "answer": _answer,
    "surface": _surface,
    "repair": _repair,
    "guess": _guess,
    "volcano": scenarios.choose,
    "end": turns.end_turn,
}
"""Verb -> what it does, given the arguments of the order."""
