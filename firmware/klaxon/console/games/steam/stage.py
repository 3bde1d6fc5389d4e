"""The stage of a boat in words; and the clock that runs for it or for the enemy."""

from __future__ import annotations

from klaxon.console.games.steam.scene import Scene
from klaxon.console.play import countdown
from klaxon.rules.steam.setting import BOATS


def stage_of(scene: Scene) -> str:
    """Return the stage of the boat in the course of play."""
    return scene.view.stage


def enemy_of(boat: str) -> str:
    """Return the other boat."""
    return next(other for other in BOATS if other != boat)


def headline(scene: Scene, now: str) -> str:
    """Return who has to do what."""
    phrases = scene.phrases
    return phrases.say(
        f"stage.steam.{now}",
        boat=phrases.boat(scene.boat),
        enemy=phrases.boat(enemy_of(scene.boat)),
        left=scene.view.owed,
    )


def time_left(scene: Scene) -> str:
    """Return how much time is left for that; '' if there is no limit."""
    return countdown.countdown_text(scene.phrases, scene.view.due, scene.now) if scene.view.due else ""


def tick(scene: Scene) -> int | None:
    """Return the moment at which this text changes."""
    return countdown.tick(scene.view.due, scene.now) if scene.view.due else None
