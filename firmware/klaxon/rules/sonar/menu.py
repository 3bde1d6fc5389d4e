"""Menus: which orders a seat of Captain Sonar may give now, computed from its view alone.

The course of play is one word, the stage: it opens some verbs and is the reason why the others are closed. Then
come the things that single verbs lack (a charge, a mine). The arguments of a verb are in arguments.py.
"""

from __future__ import annotations

from klaxon.rules.contract import Offer, Refusal
from klaxon.rules.sonar import circuits, scenarios
from klaxon.rules.sonar.arguments import may_sail, mine_sites, targets
from klaxon.rules.sonar.setting import BOXES, SCENARIO, ready
from klaxon.rules.sonar.state import NOWHERE
from klaxon.rules.sonar.view import Bystander, View

Lacks = tuple[tuple[str, str], ...]
"""Verbs, each with what it lacks apart from the stage ('': nothing)."""
GRAVE = ("dive", "torpedo", "detonate", "surface", "stop")
REMARK = ("guess",)

_CLOSED = {
    "over": "game-over",
    "start": "not-started",
    "placed": "not-started",
    "dived": "not-started",
    "asked": "frozen",
    "asked-penalty": "frozen",
    "volcano": "frozen",
    "frozen": "frozen",
    "frozen-penalty": "frozen",
    "penalty": "waiting-for-engineer",
    "off-turn": "not-your-turn",
    "surfaced": "surfaced",
    "blackout": "blackout",
    "sail": "needs-course",
    "marks": "waiting-for-xo",
    "xo-mark": "waiting-for-xo",
    "engineer-mark": "waiting-for-engineer",
    "act": "already-moved",
    "spent": "turn-done",
}
"""Stage -> why a verb that is not open in it is closed, if there is no more specific reason."""

_OUTSIDE = ("over", "start", "placed", "dived")
_OPEN = {
    "start": ("start", "placed"),
    "dive": ("placed",),
    "course": ("sail",),
    "surface": ("sail", "blackout"),
    "torpedo": ("act",),
    "mine": ("act",),
    "silence": ("act",),
    "drone": ("act",),
    "sonar": ("act",),
    "detonate": ("sail", "blackout", "marks", "xo-mark", "engineer-mark", "act", "spent"),
    "repair": ("act",),
    "answer": ("asked", "asked-penalty"),
    "volcano": ("volcano",),
    "undo": ("marks", "engineer-mark"),
    "end": ("act", "spent", "surfaced"),
    "charge": ("marks", "xo-mark"),
    "break": ("marks", "engineer-mark", "penalty", "asked-penalty", "frozen-penalty"),
    "guess": tuple(stage for stage in _CLOSED if stage not in _OUTSIDE),
}
"""Verb -> the stages in which it is open, as far as the course of play goes."""

_OTHERWISE = {
    ("start", "dived"): "already-dived",
    ("dive", "dived"): "already-dived",
    ("dive", "start"): "needs-start",
}
_IN_PLAY = {"start": "already-started", "dive": "already-started", "answer": "not-due", "volcano": "not-due"}
_IN_TURN = {"charge": "not-due", "break": "not-due", "undo": "too-late"}
_HELD = ("asked", "asked-penalty", "volcano", "frozen", "frozen-penalty", "penalty", "off-turn")


def stage(view: View) -> str:
    """Return the stage of the boat in the course of play."""
    boat = view.boat
    if view.turn < 0 or view.outcome is not None:
        return stage_outside(view)
    if view.asked >= 0:
        if view.scene.due and view.asked == view.me:
            return "volcano"
        who = "asked" if view.asked == view.me else "frozen"
        return f"{who}-penalty" if boat.penalty_due else who
    if boat.penalty_due:
        return "penalty"
    if view.turn != view.me:
        return "off-turn"
    if boat.surfaced:
        return "surfaced"
    if not boat.moved:
        return "blackout" if view.blackout else "sail"
    if boat.charge_due:
        return "marks" if boat.break_due else "xo-mark"
    if boat.break_due:
        return "engineer-mark"
    return "spent" if boat.spent else "act"


def stage_outside(view: View) -> str:
    """Return the stage before the game begins or after it has ended."""
    if view.outcome is not None:
        return "over"
    if view.boat.dived:
        return "dived"
    return "start" if view.boat.at == NOWHERE else "placed"


def why_closed(verb: str, now: str) -> str:
    """Return why a verb is closed in a stage, '' if it is open."""
    if now in _OPEN[verb]:
        return ""
    reason = _OTHERWISE.get((verb, now))
    if not reason and now not in _OUTSIDE:
        reason = _IN_PLAY.get(verb) or (None if now in _HELD else _IN_TURN.get(verb))
    return reason or _CLOSED[now]


def offers(view: View | Bystander) -> tuple[Offer, ...]:
    """Return the verbs of the seat, open or barred; umpire and spectator have none."""
    if view.offers is None:
        role, setting, now = view.role, view.setting, stage(view)
        full = ready(view.boat.gauges) if now == "act" else ()
        verbs = scenarios.verbs_of(view.sea, setting, role)
        key = (verbs, now, full, () if role == "engineer" else _lacks(view, now, full))
        found = setting.menus.get(key)
        if found is None:
            found = setting.menus[key] = _offers(*key)
        view.offers = found
    return view.offers


def _offers(verbs: tuple[str, ...], now: str, full: tuple[str, ...], lacks: Lacks) -> tuple[Offer, ...]:
    """Return the offers of a stage, given what single verbs lack."""
    bars = {verb: why_closed(verb, now) for verb in in_order(verbs, now)}
    if now == "act":
        bars |= {verb: "not-charged" for verb in verbs if verb in BOXES and verb not in full}
    bars |= dict(lacks)
    return tuple(offer_of(verb, Refusal(code, facts_of(verb, code)) if code else None) for verb, code in bars.items())


def in_order(verbs: tuple[str, ...], now: str) -> tuple[str, ...]:
    """Return verbs in menu order: in a blackout, what the boat must do comes first."""
    return tuple(sorted(verbs, key=lambda verb: verb != "surface")) if now == "blackout" else verbs


def facts_of(verb: str, code: str) -> dict[str, object]:
    """Return the facts of a barred verb; the gauge of a repair is the scenario's."""
    return {"verb": verb, "system": SCENARIO if verb == "repair" else verb} if code == "not-charged" else {"verb": verb}


def offer_of(verb: str, barred: Refusal | None) -> Offer:
    """Return the offer of a verb."""
    return Offer(verb, barred, verb in GRAVE, verb in REMARK, halts=verb == "stop")


def _lacks(view: View, now: str, full: tuple[str, ...]) -> Lacks:
    """Return the verbs that depend on more than the stage and a full gauge, each with what it lacks ('': nothing)."""
    boat, setting = view.boat, view.setting
    verbs = setting.verbs[view.role]
    lacks: Lacks = ()
    for system in full:
        if system in verbs:
            lacks += ((system, lack_of_charged(view, system)),)
    if now in _MAY_DETONATE and "detonate" in verbs:
        if boat.mines or now == "off-turn" or setting.detonate_is_activation:
            lacks += (("detonate", _lack_of_detonation(view, now)),)
        else:
            lacks += _NO_MINE
    if setting.undo and now in _OPEN["undo"] and view.role == "captain" and not boat.retractable:
        lacks += (("undo", "too-late"),)
    if setting.surface_is_stop and now == "sail" and view.role == "captain" and boat.spent:
        lacks += (("surface", "needs-course"),)
    if view.sea.bases and now == "act":
        lacks += scenarios.lacks(view.sea, boat, setting, scenarios.verbs_of(view.sea, setting, view.role))
    return lacks


_MAY_DETONATE = frozenset(("off-turn", *_OPEN["detonate"]))
_NO_MINE: Lacks = (("detonate", "no-mine"),)


def lack_of_charged(view: View, system: str) -> str:
    """Return what a charged system lacks: working symbols, or a target in range."""
    boat = view.boat
    if view.setting.failures_shown and not circuits.works(boat.panel, system):
        return "broken"
    if system == "mine" and not mine_sites(view):
        return "no-room"
    return "no-target" if system == "torpedo" and not targets(view) else ""


def mined_in(view: View) -> bool:
    """Return whether only own mines block the boat: then one may be set off without a course (SON-15)."""
    return may_sail(view.sea, view.boat.at, view.boat.route)


def _lack_of_detonation(view: View, now: str) -> str:
    """Return what a detonation lacks: a mine of an earlier turn, or weapons that work (SON-65, SON-66)."""
    boat, setting = view.boat, view.setting
    if now == "off-turn" and setting.detonate_window == "any":
        reason = "surfaced" if boat.surfaced else ""
        if setting.detonate_is_activation and boat.spent:
            reason = reason or "needs-course"
    elif now == "blackout" and mined_in(view):
        reason = ""
    else:
        reason = why_closed("torpedo" if setting.detonate_is_activation else "detonate", now)
    if reason:
        return reason
    if boat.mines == boat.fresh:
        return "too-fresh" if boat.mines else "no-mine"
    barred = setting.detonate_needs_weapons and setting.failures_shown
    return "broken" if barred and not circuits.works(boat.panel, "mine") else ""
