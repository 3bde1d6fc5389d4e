"""Which prompts are open, at the seats of a boat: what their views say, and the truth says alike."""

from __future__ import annotations

from klaxon.rules.sonar.realtime import views as realtime_views
from klaxon.rules.sonar.setting import BOATS
from klaxon.rules.sonar.state import Boat, ScenarioState
from klaxon.rules.sonar.view import View


def prompts_of(me: int, boat: Boat, role: str, scene: ScenarioState) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the open prompts of a role: key and verbs. The key names the boat, since each boat counts its own."""
    if role == "captain" and boat.answer_due:
        verb = "volcano" if scene.due else "answer"
        return ((f"{BOATS[me]}-{verb}-{boat.answer_due}", (verb,)),)
    if role == "xo" and boat.charge_due:
        return ((f"{BOATS[me]}-charge-{boat.charge_due}", ("charge",)),)
    due = boat.penalty_due or boat.break_due
    return ((f"{BOATS[me]}-break-{due}", ("break",)),) if role == "engineer" and due else ()


def open_prompts(view: View) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the prompts that wait for the seat of a view; none when the game is over."""
    if view.outcome is not None:
        return ()
    found = prompts_of(view.me, view.boat, view.role, view.scene)
    if view.setting.realtime and view.floor is not None:
        found += realtime_views.prompts_of(view.me, view.boat, view.role, view.floor, view.setting, view.sea)
    return found


def number_of(key: str) -> int:
    """Return the number in a prompt's key."""
    return int(key.rpartition("-")[2])
