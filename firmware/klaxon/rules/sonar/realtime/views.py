"""What a seat may know in real time in addition to turns; who may act, and which prompts are open.

Built by adding, like all views: everybody knows who holds the table; the repair, marks and rests of a boat are for its
own crew; an engineer who has to inspect the enemy's hull sees that hull.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.contract import Seat
from klaxon.rules.sonar import scenarios
from klaxon.rules.sonar.chart import Sea
from klaxon.rules.sonar.realtime.state import NOBODY, TRACED, Floor, RealtimeState, Repair
from klaxon.rules.sonar.setting import BOATS, ROLES, Setting
from klaxon.rules.sonar.state import Boat, State
from klaxon.rules.sonar.step import SEAT
from klaxon.rules.sonar.view import View

Prompts = tuple[tuple[str, tuple[str, ...]], ...]
CHOICES = ("torpedo", "mine", "detonate", "silence", "repair", "drone", "sonar")
"""What a STOP is called for: each of these verbs implies one (SON-51)."""
ANSWERS = ("answer", "volcano")
"""What the whole table waits for: the statements for a sonar, the choice of a volcano (SON-71, SON-104)."""
_SOMEBODY = "somebody"
"""The officer whose STOP was queued, if only that is known."""


def actors(state: State) -> tuple[Seat, ...]:
    """Return the seats that may have an open offer; all others certainly have none."""
    floor = state.floor
    seats: list[Seat] = []
    for me, boat in enumerate(state.boats):
        if boat.penalty_due or boat.watch.inspect:
            seats.append(SEAT[me, "engineer"])
        held = floor is not None and floor.boat != NOBODY
        count = 2 if held else len(ROLES) if boat.surfaced else 3
        seats += [SEAT[me, role] for role in ROLES[:count]]
    return tuple(dict.fromkeys(seats))


def prompts_of(me: int, boat: Boat, role: str, floor: Floor, setting: Setting, sea: Sea) -> Prompts:
    """Return the prompts of a role that exist only in real time: to inspect the enemy's hull, and to use a STOP."""
    name = BOATS[me]
    if role == "engineer" and boat.watch.inspect:
        return ((f"{name}-inspect-{boat.watch.inspect}", ("confirm", "reject")),)
    if floor.boat != me or not floor.number or role != floor.role:
        return ()
    verbs = ("stop", "resume") if floor.again else (*CHOICES, "resume")
    known = scenarios.verbs_of(sea, setting, role)
    return ((f"{name}-stop-{floor.number}", tuple(verb for verb in verbs if verb in known)),)


def due_of(boat: Boat, floor: Floor, verbs: tuple[str, ...]) -> int:
    """Return when a prompt of a boat is answered by rule, 0 if it is not."""
    watch = boat.watch
    if verbs[0] in ANSWERS:
        return watch.answer_by
    if "confirm" in verbs:
        return watch.inspect_by
    if "resume" in verbs:
        return floor.due
    return watch.penalty_by if "break" in verbs else 0


def add(view: View, state: State) -> None:
    """Add to a view what its seat may know in real time."""
    me, role, floor = view.me, view.role, state.floor
    boat, enemy = state.boats[me], state.boats[1 - me]
    if floor is not None:
        own = floor.boat == me
        floor = floor._replace(queued="") if own else floor._replace(role="", number=0)
    view.floor = floor
    view.blackout = must_surface(state, me)
    view.hull = enemy.watch.repair if role == "engineer" and boat.watch.inspect else None
    if role == "radio" and boat.watch.repair is not None:
        view.enemy_surfaced, view.enemy_damage = boat.watch.repair.heard


def must_surface(state: State, me: int) -> bool:
    """Return whether a boat must surface: both acknowledgements are in, and no course is legal (SON-15)."""
    boat, sea = state.boats[me], state.sea
    if state.floor is None or boat.surfaced or boat.charge_due or boat.break_due:
        return False
    return not sea.cross[boat.at] & sea.water & ~(boat.route | boat.mines)


def show(view: View) -> dict[str, Any]:
    """Return what real time adds to the data of a view."""
    boat, role, floor = view.boat, view.role, view.floor
    data: dict[str, Any] = {**public_facts(floor, over=view.outcome is not None), "pen": 0}
    if floor is None:
        return data
    watch = boat.watch
    data["queued"] = floor.boat == 1 - view.me and bool(floor.queued)
    if role in watch.decoy:
        data["decoy"] = True
    if role == "captain":
        data["resting"] = watch.rest
    if watch.repair is not None:
        data["repair"] = _show_hull(watch.repair) | {"phase": watch.repair.phase}
        data["pen"] = watch.repair.pen(role)
    if view.hull is not None:
        data["inspect"] = _show_hull(view.hull)
    return data


def public_facts(floor: Floor | None, *, over: bool) -> dict[str, Any]:
    """Return what everybody knows of the course of play: who holds the table, and whether STOP was called again."""
    held = floor is not None and floor.boat != NOBODY
    return {
        "phase": "over" if over else "start" if floor is None else "play",
        "held": BOATS[floor.boat] if floor is not None and held else "",
        "again": floor is not None and floor.again,
        "held_until": floor.due if floor is not None else 0,
    }


def _show_hull(repair: Repair) -> dict[str, Any]:
    return {"signed": list(repair.signed), "initials": list(repair.initials), "slips": list(repair.slips)}


def read(view: View, data: Mapping[str, Any]) -> None:
    """Put into a view what real time added to its data."""
    role, boat = view.role, view.boat
    view.hull = _read_hull(data["inspect"], TRACED) if "inspect" in data else None
    view.floor = None
    if "queued" not in data:
        return
    keys = {prompt["verbs"][-1]: int(prompt["key"].rpartition("-")[2]) for prompt in data["prompts"]}
    held = BOATS.index(data["held"]) if data["held"] else NOBODY
    number, stopper = keys.get("resume", 0), role if "resume" in keys else ""
    view.floor = Floor(held, stopper, number, data["held_until"], data["again"], _SOMEBODY if data["queued"] else "")
    repair = data.get("repair")
    hull = _read_hull(repair, repair["phase"]) if repair else None
    if hull is not None:
        hull = hull._replace(pens=tuple(data["pen"] if each == role else 0 for each in ROLES))
    decoy = (role,) if data.get("decoy") else ()
    boat.watch = RealtimeState(decoy=decoy, rest=data.get("resting", 0), inspect=keys.get("reject", 0), repair=hull)
    for prompt in data["prompts"]:
        _read_due(view, prompt)


def _read_due(view: View, prompt: dict[str, Any]) -> None:
    watch, due = view.boat.watch, prompt.get("due", 0)
    if prompt["verbs"][0] in ANSWERS:
        watch = watch._replace(answer_by=due)
    elif "confirm" in prompt["verbs"]:
        watch = watch._replace(inspect_by=due)
    elif "break" in prompt["verbs"]:
        watch = watch._replace(penalty_by=due)
    view.boat.watch = watch


def _read_hull(data: dict[str, Any], phase: str) -> Repair:
    return Repair(phase, tuple(data["signed"]), tuple(data["initials"]), tuple(data["slips"]))
