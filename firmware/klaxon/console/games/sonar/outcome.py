"""The end of a game: who won, why, and the damage of both boats."""

from __future__ import annotations

from klaxon.console.drawing.fonts import BODY, LABEL, LARGE
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.parts.gauges import DamageGauge
from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.sonar.news import enemy_of, words_of
from klaxon.console.games.sonar.scene import Scene
from klaxon.console.play.outcome import CLEAR, reason_font, verdict_of
from klaxon.rules.sonar.setting import LOST_AT

CAUSES = ("blast", "damage")
WHY, CAUSE = 22, 30
"""The highest rows of the lines below the result: with a coach they move up to them."""


def draw(scene: Scene) -> tuple[Place, ...]:
    """Show the outcome."""
    how, reason = verdict_of(scene)
    say, find, width = scene.phrases.say, scene.phrases.find, scene.width
    why = find(f"reason.sonar.{reason}.{how}", find(f"reason.{reason}", say("reason.")))
    meter = 62
    left = width // 2 - meter - 2
    last = scene.room.height - BODY.height
    cause = _cause(scene) if reason == "sunk" else ""
    return (
        Place(Area(0, CLEAR, width, LARGE.height), Text((say(f"over.sonar.{how}"),), LARGE, "centre")),
        Place(Area(0, max(last - 20, WHY), width, BODY.height), Text((why,), reason_font(why, width), "centre")),
        Place(Area(0, max(last - 10, CAUSE), width, LABEL.height), Text((cause,), LABEL, "centre")),
        Place(Area(left, last, meter, BODY.height), _damage(scene, scene.boat, scene.view.damage)),
        Place(
            Area(left + meter + 4, last, meter, BODY.height),
            _damage(scene, enemy_of(scene), scene.view.enemy_damage),
        ),
    )


def _damage(scene: Scene, boat: str, damage: int) -> DamageGauge:
    """Return the damage of a boat, after its name."""
    phrases = scene.phrases
    said = phrases.say("over.sonar.damage", boat=phrases.boat(boat))
    return DamageGauge(phrases.brief_boat(boat), damage, LOST_AT, said)


def _cause(scene: Scene) -> str:
    """Return what sank the boat."""
    return next((words_of(scene, heard) for heard in reversed(scene.heard) if heard.type in CAUSES), "")
