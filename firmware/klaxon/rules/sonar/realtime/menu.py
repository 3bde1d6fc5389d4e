"""Menus in real time: which orders a seat may give now, computed from its view alone.

As in turns the course of play is one word, the stage, but each boat has its own, and a charged system may be used in
most of them. What a table of stages cannot express is in what single verbs lack.
"""

from __future__ import annotations

from klaxon.rules.contract import Offer, Refusal
from klaxon.rules.sonar import circuits, menu, scenarios
from klaxon.rules.sonar.realtime.state import MENDED, NOBODY, REPORTED, TRACED, TRACING, Floor, Repair
from klaxon.rules.sonar.realtime.views import CHOICES
from klaxon.rules.sonar.setting import ready
from klaxon.rules.sonar.view import View

_MARKS = ("marks", "xo-mark", "engineer-mark")
_FREE = ("sail", *_MARKS)
_HELD = ("asked", "asked-penalty", "volcano", "frozen", "frozen-penalty", "stopped", "again")
_UP = ("engineer-traces", "crew-traces", TRACED, MENDED, REPORTED)
_OUTSIDE = ("over", "start", "placed", "dived")

_OPEN: dict[str, tuple[str, ...]] = {
    "start": ("start", "placed"),
    "dive": ("placed", "reported"),
    "course": ("sail",),
    "surface": ("sail", "blackout"),
    **dict.fromkeys(CHOICES, (*_FREE, "stopped")),
    "detonate": (*_FREE, "stopped", "blackout"),
    "answer": ("asked", "asked-penalty"),
    "volcano": ("volcano",),
    "undo": ("marks", "engineer-mark"),
    "charge": ("marks", "xo-mark"),
    "break": ("marks", "engineer-mark", "penalty", "asked-penalty", "frozen-penalty"),
    "stop": (*_FREE, "again", "asked", "frozen"),
    "resume": ("stopped", "again"),
    "trace": ("engineer-traces", "crew-traces"),
    "ready": ("mended",),
    "confirm": (),
    "reject": (),
    "guess": ("penalty", "blackout", *_FREE, *_HELD),
}
"""Verb -> the stages in which it is open; an engineer's look at the enemy's hull is open in any."""

_CLOSED = {
    "over": "game-over",
    **dict.fromkeys(("start", "placed", "dived"), "not-started"),
    **dict.fromkeys(_HELD, "frozen"),
    **dict.fromkeys(_UP, "surfaced"),
    "penalty": "waiting-for-engineer",
    "blackout": "blackout",
    "marks": "waiting-for-xo",
    "xo-mark": "waiting-for-xo",
    "engineer-mark": "waiting-for-engineer",
    "sail": "not-due",
}
"""Stage -> why a verb that is not open in it is closed, if there is no more specific reason."""

_OTHERWISE = {
    ("start", "dived"): "already-dived",
    ("dive", "dived"): "already-dived",
    ("dive", "start"): "needs-start",
    ("trace", "traced"): "waiting-for-enemy",
    ("ready", "traced"): "waiting-for-enemy",
    ("trace", "mended"): "already-traced",
    ("trace", "reported"): "already-traced",
    ("ready", "engineer-traces"): "trace-first",
    ("ready", "crew-traces"): "trace-first",
    ("ready", "reported"): "already-reported",
    **{("dive", stage): "repair-first" for stage in _UP},
    **{("charge", stage): "not-due" for stage in ("engineer-mark", "blackout")},
    **{("break", stage): "not-due" for stage in ("xo-mark", "blackout")},
    **{("undo", stage): "too-late" for stage in ("sail", "xo-mark", "blackout")},
}
_IN_PLAY = {
    "start": "already-started",
    "dive": "already-started",
    "answer": "not-due",
    "volcano": "not-due",
    "confirm": "not-due",
    "reject": "not-due",
    "resume": "not-stopped",
}


def stage(view: View) -> str:
    """Return the stage of the boat in the course of play."""
    boat, floor = view.boat, view.floor
    if view.outcome is not None or floor is None:
        return menu.stage_outside(view)
    if floor.boat != NOBODY:
        return _stage_held(view, floor)
    if boat.penalty_due:
        return "penalty"
    if boat.watch.repair is not None:
        return _stage_up(boat.watch.repair)
    if boat.charge_due:
        return "marks" if boat.break_due else "xo-mark"
    if boat.break_due:
        return "engineer-mark"
    return "blackout" if view.blackout else "sail"


def _stage_held(view: View, floor: Floor) -> str:
    """Return the stage while the table is held: by the own boat before it chooses, or by anything else."""
    if floor.boat == view.me and view.asked < 0:
        return "again" if floor.again else "stopped"
    if view.asked == view.me and view.scene.due:
        return "volcano"
    held = "asked" if view.asked == view.me else "frozen"
    return f"{held}-penalty" if view.boat.penalty_due else held


def _stage_up(repair: Repair) -> str:
    if repair.phase == TRACING:
        return "crew-traces" if "engineer" in repair.signed else "engineer-traces"
    return repair.phase


def why_closed(verb: str, now: str) -> str:
    """Return why a verb is closed in a stage, '' if it is open."""
    if now in _OPEN[verb]:
        return ""
    reason = _OTHERWISE.get((verb, now))
    if not reason and now not in _OUTSIDE:
        reason = _IN_PLAY.get(verb)
        if verb in ("trace", "ready") and now not in (*_UP, *_HELD):
            reason = "not-surfaced"
    return reason or _CLOSED[now]


def offers(view: View) -> tuple[Offer, ...]:
    """Return the verbs of the seat, open or barred."""
    setting, now = view.setting, stage(view)
    verbs = menu.in_order(scenarios.verbs_of(view.sea, setting, view.role), now)
    bars = tuple((verb, _lack(view, verb, now)) for verb in verbs)
    found: tuple[Offer, ...] | None = setting.menus.get(bars)
    if found is None:
        found = setting.menus[bars] = tuple(_offer(verb, code, setting.stoppers) for verb, code in bars)
    return found


def _offer(verb: str, code: str, stoppers: tuple[str, ...]) -> Offer:
    facts = {"verb": verb, "roles": stoppers} if code == "not-your-role" else menu.facts_of(verb, code)
    return menu.offer_of(verb, Refusal(code, facts) if code else None)


def _lack(view: View, verb: str, now: str) -> str:
    """Return why a verb cannot be given: the stage, or what it lacks."""
    if verb in ("confirm", "reject") and view.boat.watch.inspect and now != "over":
        return "" if verb == "confirm" or (view.hull is not None and any(view.hull.slips)) else "no-slip"
    if verb == "stop" and now not in _OUTSIDE and view.role not in view.setting.stoppers:
        return "not-your-role"
    reason = why_closed(verb, now)
    if reason:
        return reason
    if verb == "detonate":
        return _lack_of_detonation(view, now)
    if verb in CHOICES:
        return _lack_of_system(view, verb, now)
    return _lack_of_order(view, verb, now)


def _lack_of_system(view: View, system: str, now: str) -> str:
    """Return what a system lacks: a course before it, repair, a full gauge, a STOP, working symbols, or a target."""
    boat, setting = view.boat, view.setting
    if boat.spent:
        return "needs-course"
    if system == "repair":
        return scenarios.lack_of_repair(view.sea, boat, setting)
    if system in boat.rig.wrecked:
        return "wrecked"
    if system not in ready(boat.gauges):
        return "not-charged"
    if setting.scouts_after_stop and circuits.KIND_OF_SYSTEM[system] == circuits.DETECTION and now != "stopped":
        return "needs-stop"
    return menu.lack_of_charged(view, system)


def _lack_of_detonation(view: View, now: str) -> str:
    """Return what a detonation lacks; if it is an activation, a boat shut in by own mines needs no course."""
    boat, setting = view.boat, view.setting
    if setting.detonate_is_activation and boat.spent and not (now == "blackout" and menu.mined_in(view)):
        return "needs-course"
    if not boat.mines:
        return "no-mine"
    barred = setting.detonate_needs_weapons and setting.failures_shown
    return "broken" if barred and not circuits.works(boat.panel, "mine") else ""


def _lack_of_order(view: View, verb: str, now: str) -> str:
    boat, setting = view.boat, view.setting
    match verb:
        case "course":
            return "too-soon" if boat.watch.rest else ""
        case "surface":
            return "needs-course" if setting.surface_is_stop and boat.spent and now == "sail" else ""
        case "undo":
            return "" if boat.retractable else "too-late"
        case "resume":
            return "binding" if setting.binding and now == "stopped" else ""
        case "stop":
            return _lack_of_stop(view, now)
        case "trace":
            return _lack_of_trace(view)
        case "guess":
            return "surfaced" if boat.surfaced else ""
    return ""


def _lack_of_stop(view: View, now: str) -> str:
    """Return why a STOP cannot be called; while the enemy holds the table it is queued and asked for again (SON-51)."""
    boat, floor = view.boat, view.floor
    if view.setting.binding and boat.spent:
        return "needs-course"
    if now in ("asked", "frozen") and floor is not None:
        if boat.surfaced:
            return "surfaced"
        if view.blackout:
            return "blackout"
        if floor.boat == view.me or floor.queued:
            return "frozen"
    freezes = view.setting.binding and not any(_usable(view, choice) for choice in CHOICES)
    return "nothing-to-use" if freezes else ""


def _usable(view: View, choice: str) -> bool:
    """Return whether the boat could use something, or set off a mine, once it holds the table."""
    if choice == "repair" and not view.sea.bases:
        return False
    lack = _lack_of_detonation(view, "stopped") if choice == "detonate" else _lack_of_system(view, choice, "stopped")
    return not lack


def _lack_of_trace(view: View) -> str:
    repair = view.boat.watch.repair
    if repair is None:
        return "not-surfaced"
    if view.role in repair.signed:
        return "already-traced"
    if view.role != "engineer" and "engineer" not in repair.signed:
        return "engineer-first"
    return "too-soon" if view.setting.trace == "recorded" and repair.pen(view.role) else ""
