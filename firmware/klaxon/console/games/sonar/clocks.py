"""Time at the stations of Captain Sonar: who holds the table, how long it waits, and what the rules then do.

All of it is computed from moments in the view; the screen is redrawn whenever a whole second has passed.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.console.drawing.parts import Title
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.play import countdown


class Pending(NamedTuple):
    """Something that time will bring: what, and when."""

    kind: str
    due: int


def pending(scene: Scene) -> Pending | None:
    """Return what time brings next for this seat: to its own answer, to a hold, to its rest."""
    view = scene.view
    for prompt in view.prompts:
        if prompt.due:
            return Pending(_kind(scene, prompt.verbs), prompt.due)
    if view.held and view.held_until:
        return Pending(_hold_reason(scene), view.held_until)
    return Pending("rest", view.resting) if view.resting else None


def _kind(scene: Scene, verbs: tuple[str, ...]) -> str:
    named = {"answer": "answer", "volcano": "volcano", "confirm": "inspect", "break": "penalty"}
    return next((kind for verb, kind in named.items() if verb in verbs), "") or _hold_reason(scene)


def _hold_reason(scene: Scene) -> str:
    """Return why the table is held: for an answer, or by a STOP."""
    view = scene.view
    if view.asked:
        return "waited"
    if view.held != scene.boat:
        return "held"
    return "again" if view.again else "binding" if view.rules.binding else "stop"


def rule(scene: Scene) -> str:
    """Return what the rules will do, and in how long; '' if nothing is pending."""
    found = pending(scene)
    return scene.phrases.say(f"rule.sonar.{found.kind}", time=_time_left(scene, found)) if found else ""


def time_left(scene: Scene) -> str:
    """Return how much time is left, '' if nothing is pending."""
    found = pending(scene)
    return _time_left(scene, found) if found else ""


def _time_left(scene: Scene, found: Pending) -> str:
    return countdown.countdown_text(scene.phrases, found.due, scene.now)


def tick(scene: Scene) -> int | None:
    """Return the moment at which this text changes."""
    found = pending(scene)
    return countdown.tick(found.due, scene.now) if found else None


def whose(scene: Scene) -> str:
    """Return whose turn it is, if boats take turns; '' if they do not, or not yet."""
    turn = scene.view.turn
    if not turn or scene.view.is_over:
        return ""
    return scene.phrases.say("heard.sonar.turn.own" if turn == scene.boat else "stage.sonar.off-turn")


def holder(scene: Scene, *, brief: bool = False) -> str:
    """Return who holds the table, in two words; '' if nobody does."""
    view, phrases = scene.view, scene.phrases
    if not view.held:
        return ""
    name = phrases.brief_boat if brief else phrases.boat
    if view.asked:
        return phrases.say("hold.sonar.asked", boat=name(view.asked))
    return phrases.say("hold.sonar.stop", boat=name(view.held))


def hold_title(scene: Scene) -> Title | None:
    """Return a bar that says who holds the table and for how long; None if nobody does."""
    whole = holder(scene)
    return Title(whole, time_left(scene), holder(scene, brief=True)) if whole else None
