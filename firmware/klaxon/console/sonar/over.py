"""The end of a game: who won, why, and what both boats have taken."""

from __future__ import annotations

from klaxon.console.fonts import BODY, LABEL, LARGE
from klaxon.console.parts import Meter, Text
from klaxon.console.scene import Scene
from klaxon.console.screen import Area, Place
from klaxon.console.sonar.news import enemy_of, words_of
from klaxon.rules.sonar.setting import LOST_AT

CAUSES = ("blast", "damage")
CLEAR, WHY, CAUSE = 5, 22, 30
"""Where the verdict begins (its letters, three rows further down, are clear of a banner), and the lines below it."""


def is_over(scene: Scene) -> bool:
    """Tell whether the game has ended, by its rules or by word of mouth."""
    return scene.outcome is not None or scene.view["outcome"] is not None


def draw(scene: Scene) -> tuple[Place, ...]:
    """Show the outcome."""
    outcome = scene.outcome or scene.view["outcome"]
    winner, reason = outcome["winner"], outcome["reason"]
    how = "won" if winner == scene.boat else "draw" if winner == "draw" else "lost" if winner else "ended"
    say, find, width = scene.phrases.say, scene.phrases.find, scene.width
    why = find(f"reason.sonar.{reason}.{how}", find(f"reason.{reason}", say("reason.")))
    ours, theirs = scene.phrases.brief_boat(scene.boat), scene.phrases.brief_boat(enemy_of(scene))
    meter = 60
    left = width // 2 - meter - 4
    last = scene.room.height - BODY.height
    cause = _cause(scene) if reason == "sunk" else ""
    return (
        Place(Area(0, CLEAR, width, LARGE.height), Text((say(f"over.sonar.{how}"),), LARGE, "centre")),
        Place(Area(0, max(last - 20, WHY), width, BODY.height), Text((why,), BODY, "centre")),
        Place(Area(0, max(last - 10, CAUSE), width, LABEL.height), Text((cause,), LABEL, "centre")),
        Place(Area(left, last, meter, BODY.height), Meter(ours, scene.view["damage"], LOST_AT)),
        Place(Area(left + meter + 8, last, meter, BODY.height), Meter(theirs, scene.view["enemy_damage"], LOST_AT)),
    )


def _cause(scene: Scene) -> str:
    """Return what sank the boat."""
    return next((words_of(scene, heard) for heard in reversed(scene.heard) if heard.type in CAUSES), "")
