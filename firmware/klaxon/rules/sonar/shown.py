"""Views as data, the only form in which they leave the rules, and back again.

It is what that role's printed sheet shows, and facts that its own refusals would reveal anyway. `read_view` makes the
same view of it somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from klaxon.rules.contract import Outcome, Seat, SharedSight
from klaxon.rules.deltas import SharedView
from klaxon.rules.sonar import circuits
from klaxon.rules.sonar.chart import DIRECTIONS, STEPS, Sea, sea_of
from klaxon.rules.sonar.prompts import number_of, open_prompts
from klaxon.rules.sonar.realtime import views as realtime_views
from klaxon.rules.sonar.setting import BOATS, BOXES, SCENARIO, SYSTEMS, Setting, ready
from klaxon.rules.sonar.state import CALM, NOWHERE, Boat, Rig, ScenarioState, route_points
from klaxon.rules.sonar.view import Bystander, View


def show(view: View) -> SharedView:
    """Return a view as data, JSON without floats. What did not change is the same object as in the last view."""
    return SharedView(_show_crew(view), _show_own(view))


def crew_sight(views: Iterable[View | Bystander]) -> SharedSight:
    """Return what the crew of a boat is shown, of the views of its seats without a lens."""
    of_crew = [view for view in views if isinstance(view, View)]
    return SharedSight(_show_crew(of_crew[0]), {view.seat: _show_own(view) for view in of_crew})


def _show_own(view: View) -> dict[str, Any]:
    """Return what a seat is shown beside what its whole crew is."""
    boat, role, sea = view.boat, view.role, view.sea
    own: dict[str, Any] = {"seat": view.seat, "role": role, "prompts": _show_prompts(open_prompts(view))}
    if role == "captain":
        own |= _show_chart(view)
        own["retractable"] = boat.retractable
    elif role == "xo":
        own["gauges"] = _show_gauges(sea, boat, view.setting)
        own |= _show_chart(view) if view.setting.xo_commands else _show_ready(view)
    elif role == "engineer":
        own["panel"] = _show_panel(boat.panel)
        own["section"] = boat.section
    else:
        own |= _show_calls(view)
        own |= _show_guess(sea, boat)
    if sea.volcanoes:
        own["scenario"] = show_scene(view.scene)
    if sea.bases and role in ("captain", "xo"):
        own["wrecked"] = list(boat.rig.wrecked)
    if view.setting.realtime:
        own |= _show_realtime(view)
    return own


def _show_crew(view: View) -> dict[str, Any]:
    """Return what all seats of a boat are shown of one state; the keys of a single seat have their places in it."""
    name, boat = BOATS[view.me], view.boat
    if name not in view.common:
        view.common[name] = {
            "game": "sonar",
            "seat": "",
            "boat": name,
            "role": "",
            **public_facts(view.turn, view.left, view.asked, view.outcome),
            "chart": view.sea.data,
            "rules": view.setting.data,
            "prompts": (),
            "damage": boat.damage,
            "enemy_damage": view.enemy_damage,
            "surfaced": boat.surfaced,
            "enemy_surfaced": view.enemy_surfaced,
            "dived": boat.dived,
            "moved": boat.moved,
            "spent": boat.spent,
            "blackout": view.blackout,
            "waiting": _show_marks(boat.charge_due, boat.break_due, boat.penalty_due),
        }
    shared: dict[str, Any] = view.common[name]
    return shared


def _show_realtime(view: View) -> dict[str, Any]:
    """Return what real time adds to the seat's own data; its radio operator may know less of the enemy (SON-83)."""
    prompts = [{"key": key, "verbs": list(verbs), **_show_due(view, verbs)} for key, verbs in open_prompts(view)]
    enemy = {"enemy_damage": view.enemy_damage, "enemy_surfaced": view.enemy_surfaced}
    return {**enemy, **realtime_views.show(view), "prompts": prompts}


@lru_cache(maxsize=64)
def _show_prompts(prompts: tuple[tuple[str, tuple[str, ...]], ...]) -> list[dict[str, Any]]:
    return [{"key": key, "verbs": list(verbs)} for key, verbs in prompts]


@lru_cache(maxsize=64)
def _show_marks(charge: int, mark: int, penalty: int) -> dict[str, int]:
    return {"charge": charge, "break": mark, "penalty": penalty}


@lru_cache(maxsize=64)
def show_scene(scene: ScenarioState) -> dict[str, Any]:
    """Return what everybody knows of the volcanoes."""
    return scene._asdict()


@lru_cache(maxsize=512)
def _show_panel(bits: int) -> list[str]:
    return list(circuits.symbol_names(bits))


def _show_due(view: View, verbs: tuple[str, ...]) -> dict[str, int]:
    due = realtime_views.due_of(view.boat, view.floor, verbs) if view.floor else 0
    return {"due": due} if due else {}


def read_view(data: Mapping[str, Any]) -> View:
    """Return the view that was shown as this data."""
    chart = data["chart"]
    view, boat = View(), Boat()
    view.seat, view.role, view.me = Seat(data["seat"]), data["role"], BOATS.index(data["boat"])
    view.setting = Setting.read(data["rules"])
    view.sea = sea_of(chart["name"], chart["edge"], chart["grid"])
    view.turn, view.asked = (BOATS.index(data[key]) if data[key] else -1 for key in ("turn", "asked"))
    view.left, view.blackout = data["left"], data["blackout"]
    view.outcome = Outcome(**data["outcome"]) if data["outcome"] else None
    view.enemy_damage, view.enemy_surfaced = data["enemy_damage"], data["enemy_surfaced"]
    view.enemy_calls, view.lens, view.boat = data.get("calls", ""), {}, boat
    view.offers, view.fields, view.common = None, None, {}
    boat.damage, boat.surfaced, boat.dived = data["damage"], data["surfaced"], data["dived"]
    boat.moved, boat.spent, boat.retractable = data["moved"], data["spent"], data.get("retractable", False)
    waiting = data["waiting"]
    boat.charge_due, boat.break_due, boat.penalty_due = waiting["charge"], waiting["break"], waiting["penalty"]
    if data.get("at"):
        boat.at = view.sea.index[data["at"]]
    if data.get("guess"):
        boat.guess = view.sea.index[data["guess"]]
    boat.route, boat.mines, boat.fresh = (view.sea.gather(data.get(key, ())) for key in ("route", "mines", "fresh"))
    boxes = {**BOXES, SCENARIO: view.setting.scenario_boxes}
    gauges = data.get("gauges", {system: [boxes[system]] for system in data.get("ready", ())})
    boat.gauges = tuple(gauges.get(system, [0])[0] for system in SYSTEMS)
    boat.rig = Rig(gauges.get(SCENARIO, [0])[0], tuple(data.get("wrecked", ())))
    view.scene = ScenarioState(**data["scenario"]) if "scenario" in data else CALM
    boat.panel = sum(circuits.BIT[name] for name in data.get("panel", ()))
    for system in data.get("breakdowns", ()):
        boat.panel |= circuits.KIND_BITS[circuits.KIND_OF_SYSTEM[system]]
    boat.section = data.get("section", "")
    answers = [prompt["key"] for prompt in data["prompts"] if prompt["verbs"][0] in realtime_views.ANSWERS]
    boat.answer_due = number_of(answers[0]) if answers else 0
    if view.setting.realtime:
        realtime_views.read(view, data)
    return view


def drawn_track(calls: str) -> list[tuple[int, int]]:
    """Return the enemy's track since the last silence or surfacing: (east, south) of its last point, oldest first."""
    east = south = 0
    points = [(0, 0)]
    for call in reversed(calls[len(calls.rstrip("NESW")) :]):
        down, right = STEPS[DIRECTIONS["NESW".index(call)]]
        east, south = east - right, south - down
        points.append((east, south))
    points.reverse()
    return points


def public_facts(turn: int, left: int, asked: int, outcome: Outcome | None) -> dict[str, Any]:
    """Return what everybody knows of the course of play."""
    return {
        "phase": "over" if outcome else "play" if turn >= 0 else "start",
        "turn": BOATS[turn] if turn >= 0 else "",
        "left": left,
        "asked": BOATS[asked] if asked >= 0 else "",
        "outcome": {"winner": outcome.winner, "reason": outcome.reason} if outcome else None,
    }


def _show_chart(view: View) -> dict[str, Any]:
    """Show the captain's chart."""
    sea, boat = view.sea, view.boat
    return {
        "at": "" if boat.at == NOWHERE else sea.names[boat.at],
        "route": _show_route(sea, boat.at, boat.path),
        "mines": sea.name_all(boat.mines),
        "fresh": sea.name_all(boat.fresh),
        **_show_guess(sea, boat),
        **_show_ready(view),
    }


_show_route = lru_cache(maxsize=64)(route_points)


def _show_guess(sea: Sea, boat: Boat) -> dict[str, str]:
    """Show where the radio operator believes the enemy to be (SON-85)."""
    return {"guess": "" if boat.guess == NOWHERE else sea.names[boat.guess]}


def _show_ready(view: View) -> dict[str, Any]:
    """Show which systems were reported ready, and which are broken: the crew heard each cross of the engineer.

    `broken` is there only if a refusal would reveal it anyway: screens of captains who have to listen show no other.
    """
    boat = view.boat
    has_scenario = view.sea.bases and boat.rig.filled == view.setting.scenario_boxes
    broken = _show_broken(boat.panel)
    shown: dict[str, Any] = {
        "ready": _show_full(boat.gauges, (SCENARIO,) if has_scenario else ()),
        "breakdowns": broken,
    }
    if view.setting.failures_shown:
        shown["broken"] = broken
    return shown


@lru_cache(maxsize=512)
def _show_full(gauges: tuple[int, ...], more: tuple[str, ...]) -> list[str]:
    return [*ready(gauges), *more]


@lru_cache(maxsize=512)
def _show_broken(panel: int) -> list[str]:
    return [system for system in SYSTEMS if not circuits.works(panel, system)]


def _show_gauges(sea: Sea, boat: Boat, setting: Setting) -> dict[str, list[int]]:
    """Show the gauges, including the scenario's if it has one (SON-21)."""
    scenario = (boat.rig.filled, setting.scenario_boxes) if sea.volcanoes or sea.bases else ()
    return _show_boxes(boat.gauges, scenario)


@lru_cache(maxsize=512)
def _show_boxes(gauges: tuple[int, ...], scenario: tuple[int, ...]) -> dict[str, list[int]]:
    shown = {system: [filled, BOXES[system]] for system, filled in zip(SYSTEMS, gauges, strict=True)}
    return shown | {SCENARIO: list(scenario)} if scenario else shown


def _show_calls(view: View) -> dict[str, Any]:
    """Show what the radio operator has heard of the enemy, as much as the table's help allows (SON-86)."""
    calls, level, sea = view.enemy_calls, view.setting.help, view.sea
    if level == "off":
        return {"calls": calls[calls.rfind("(") :] if calls.endswith(")") else calls[-1:]}
    if level == "log":
        return {"calls": calls}
    shown: dict[str, Any] = {"calls": calls, "track": _show_track(calls)}
    if level != "track" and view.lens.get("at") in sea.index:
        shown["clash"] = _clashes(sea, drawn_track(calls), sea.index[view.lens["at"]])
    return shown


@lru_cache(maxsize=64)
def _show_track(calls: str) -> list[list[int]]:
    return [list(point) for point in drawn_track(calls)]


def _clashes(sea: Sea, track: list[tuple[int, int]], at: int) -> list[str]:
    """Return which points of a track that ends at a point are not sea; `off` for those off the chart."""
    row, column = divmod(at, sea.width)
    clashes = []
    for east, south in track:
        r, c = row + south, column + east
        if not (0 <= r < sea.height and 0 <= c < sea.width):
            clashes.append("off")
        elif not sea.water >> (r * sea.width + c) & 1:
            clashes.append(sea.names[r * sea.width + c])
    return clashes


def show_truth(sea: Sea, boat: Boat, setting: Setting) -> dict[str, Any]:
    """Return all of one boat, for the umpire."""
    return {
        "at": "" if boat.at == NOWHERE else sea.names[boat.at],
        "sector": 0 if boat.at == NOWHERE else sea.sector[boat.at],
        "route": _show_route(sea, boat.at, boat.path),
        "mines": sea.name_all(boat.mines),
        "gauges": _show_gauges(sea, boat, setting),
        "panel": _show_panel(boat.panel),
        "damage": boat.damage,
        "dived": boat.dived,
        "surfaced": boat.surfaced,
        "waiting": _show_marks(boat.charge_due, boat.break_due, boat.penalty_due),
        "calls": boat.calls,
        **_show_guess(sea, boat),
        **({"wrecked": list(boat.rig.wrecked)} if sea.bases else {}),
    }
