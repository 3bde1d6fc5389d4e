"""Views are built by adding: the seat's own boat, and what was announced of the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.rules.contract import UMPIRE, Seat
from klaxon.rules.sonar.realtime import views as realtime_views
from klaxon.rules.sonar.setting import BOATS
from klaxon.rules.sonar.shown import public_facts, show_scene, show_truth
from klaxon.rules.sonar.state import State
from klaxon.rules.sonar.step import PLACE
from klaxon.rules.sonar.view import Bystander, View


def view_of(state: State, seat: Seat, lens: Mapping[str, str]) -> View | Bystander:
    """Return the view of a seat."""
    if seat not in PLACE:
        return Bystander(_bystander(state, seat))
    me, role = PLACE[seat]
    enemy = state.boats[1 - me]
    view = View()
    view.seat = seat
    view.me = me
    view.role = role
    view.setting = state.setting
    view.sea = state.sea
    view.boat = state.boats[me]
    view.common = state.views
    view.turn = state.turn
    view.left = state.left
    view.asked = state.asked
    view.blackout = state.blackout and state.turn == me
    view.outcome = state.outcome
    view.scene = state.scene
    view.enemy_damage = enemy.shown_damage
    view.enemy_surfaced = enemy.surfaced
    view.enemy_calls = enemy.calls if role == "radio" else ""
    view.lens = lens
    view.offers = None
    view.fields = None
    if state.setting.realtime:
        realtime_views.add(view, state)
    return view


def _bystander(state: State, seat: Seat) -> dict[str, Any]:
    """Return the view of the spectator: what was announced; or of the umpire: the same and the whole state."""
    boats = dict(zip(BOATS, state.boats, strict=True))
    floor = realtime_views.public_facts(state.floor, over=state.outcome is not None) if state.setting.realtime else {}
    spectated = {n: {"damage": b.shown_damage, "surfaced": b.surfaced, "calls": b.calls} for n, b in boats.items()}
    return {
        "game": "sonar",
        "seat": seat,
        **public_facts(state.turn, state.left, state.asked, state.outcome),
        **floor,
        "chart": state.sea.data,
        "rules": state.setting.data,
        "prompts": [],
        "boats": {name: show_truth(state.sea, boat, state.setting) for name, boat in boats.items()}
        if seat == UMPIRE
        else spectated,
        **({"scenario": show_scene(state.scene)} if state.sea.volcanoes else {}),
    }
