"""News: what happened, in few words, for a small part of a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.play.seat_client import Heard
from klaxon.rules.sonar.setting import BOATS

ROUTINE = ("turn", "broke", "paused", "resumed")
"""Events that the screen shows anyway."""


def news(scene: Scene, most: int = 1, but: Sequence[str] = ()) -> list[str]:
    """Return the last events worth reporting, the newest first; those shown elsewhere may be left out."""
    texts: list[str] = []
    for heard in reversed(scene.heard):
        if len(texts) == most:
            break
        if not _routine(scene, heard) and heard.type not in but:
            texts.append(words_of(scene, heard))
    return texts


def enemy_news(scene: Scene) -> str:
    """Return the newest event worth reporting, if the enemy is who did it; else ''."""
    last = next((heard for heard in reversed(scene.heard) if not _routine(scene, heard)), None)
    return words_of(scene, last) if last is not None and last.facts.get("boat") == enemy_of(scene) else ""


def label_lines(messages: Iterable[str], width: int, most: int) -> tuple[str, ...]:
    """Return messages as lines of labels: as many complete ones as fit."""
    return tuple(LABEL.whole(tuple(messages), width, most))


def _routine(scene: Scene, heard: Heard) -> bool:
    """Return whether a crew knows it anyway: half-filled gauges are no news, and its own course only to the captain.

    To the captain it is the answer to the order: else the newest line would still be the enemy's.
    """
    own_course = heard.type == "course" and heard.facts["boat"] == scene.boat and scene.role != "captain"
    return own_course or heard.type in ROUTINE or (heard.type == "charged" and not heard.facts["full"])


def words_of(scene: Scene, heard: Heard) -> str:
    """Return an event in words."""
    facts, phrases = heard.facts, scene.phrases
    if heard.type == "silence" and scene.role != "captain" and facts["boat"] == scene.boat:
        return phrases.say("heard.sonar.silence.crew")  # whether it was one of length 0 is not for the crew to see
    if heard.type == "charged" and facts["full"]:
        return phrases.say("heard.sonar.ready", **phrases.facts(facts))
    if heard.type == "blast":
        by = "own" if facts["by"] == scene.boat else "enemy"
        result = next(result for boat, result in facts["results"].items() if (boat == scene.boat) == (by == "enemy"))
        return phrases.say(f"heard.sonar.blast.{by}.{result}", **phrases.facts(facts))
    return phrases.event_text(heard.type, facts, scene.boat)


def stage_of(scene: Scene) -> str:
    """Return the stage of the boat in the course of play.

    `trembling`: the enemy chooses a volcano; `held`: the enemy has called STOP; `resting`: the helm rests.
    """
    view = scene.view
    if view.stage == "frozen" and view.tremor:
        return "trembling"
    if view.stage == "frozen" and view.held == enemy_of(scene) and not view.asked:
        return "held"
    return "resting" if view.stage == "sail" and view.resting else view.stage


def enemy_of(scene: Scene) -> str:
    """Return the other boat."""
    return next(boat for boat in BOATS if boat != scene.boat)
