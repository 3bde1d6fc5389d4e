"""The understudies of Captain Sonar. The radio operator gives no orders, but traces the hull in real time."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.crew.sonar import arms, engine, first_mission, helm, hull, look, scenes
from klaxon.crew.sonar.notes import Notes, begin, listen
from klaxon.crew.sonar.skills import SKILLS
from klaxon.crew.understudy import Heard, Pick, Shown, open_verbs, with_prompt_key
from klaxon.rules.contract import Order
from klaxon.rules.games import game_named
from klaxon.rules.sonar.view import View

WISHES: dict[str, Callable[[View, Notes, Pick], Order | None]] = {
    "answer": look.answer,
    "volcano": scenes.choose,
    "break": engine.cross,
    "charge": engine.charge,
    "start": helm.begin,
    "dive": helm.dive,
    "confirm": hull.confirm,
    "trace": hull.trace_section,
    "ready": hull.report,
    "detonate": arms.detonate,
    "surface": helm.surface,
    "course": helm.sail,
    "repair": scenes.repair,
    "torpedo": arms.fire,
    "sonar": look.ping,
    "drone": look.send_drone,
    "silence": helm.slip_away,
    "mine": arms.lay,
    "end": helm.end,
}
"""Verb -> the order that a seat wants to give with it now, None if it does not; most important verb first.

The options of a game move verbs from one seat to another: whoever has a verb uses it in the same way.
"""


class SonarUnderstudy:
    """Plays any seat of Captain Sonar."""

    def __init__(self, skill: str) -> None:
        """Take the skill to play with."""
        self._game, self._skill = game_named("sonar"), SKILLS[skill]

    def begin(self, shown: Shown) -> Notes:
        """Return the notes of a seat: both boats may be anywhere."""
        return begin(self._game.read_view(shown), self._skill, begun=shown["phase"] != "start")

    def hear(self, notes: Notes, heard: Heard) -> Notes:
        """Return the notes after one more event."""
        return listen(notes, heard)

    def order(self, shown: Shown, notes: Notes, pick: Pick) -> Order | None:
        """Return the order of the seat now: the first of its wishes that is open."""
        view: View = self._game.read_view(shown)
        verbs = open_verbs(self._game, view)
        wishes = (WISHES[verb](view, notes, pick) for verb in WISHES if verb in verbs)
        taught = first_mission.order(view, verbs) if first_mission.is_first_mission(view) else None
        order = taught or next((wish for wish in wishes if wish is not None), None)
        return order and with_prompt_key(order, shown)

    def can_wait(self, order: Order) -> bool:
        """Return True for the end of a turn: the first officer gets time to use a system before."""
        return order.verb == "end"
