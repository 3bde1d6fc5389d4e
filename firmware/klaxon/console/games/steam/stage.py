"""Where a boat stands in the course of play, in words; and the clock that runs for it or for the enemy."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from klaxon.console.games.steam.scene import Scene
from klaxon.console.play import countdown
from klaxon.rules.steam import menu
from klaxon.rules.steam.setting import BOATS
from klaxon.rules.steam.views import View, read_view

_KEPT: deque[tuple[Mapping[str, Any], View]] = deque(maxlen=4)
"""What was read last: all parts of a picture ask for the same view, and one that was shown never changes."""


def view_of(scene: Scene) -> View:
    """Return the view of a scene as the rules know it."""
    for shown, view in _KEPT:
        if shown is scene.view:
            return view
    view = read_view(scene.view)
    _KEPT.append((scene.view, view))
    return view


def stage_of(scene: Scene) -> str:
    """Return where the boat stands in the course of play."""
    return menu.stage(view_of(scene))


def enemy_of(boat: str) -> str:
    """Return the other boat."""
    return next(other for other in BOATS if other != boat)


def headline(scene: Scene, now: str) -> str:
    """Say who is to do what."""
    phrases = scene.phrases
    return phrases.say(
        f"stage.steam.{now}",
        boat=phrases.boat(scene.boat),
        enemy=phrases.boat(enemy_of(scene.boat)),
        left=owed(scene),
    )


def owed(scene: Scene) -> int:
    """Return how much damage is still to be placed."""
    blows = scene.view["damage"]
    return int(blows[0]["left"]) if blows else 0


def due(scene: Scene) -> int:
    """Return when the rule answers by itself what is asked now; 0: never."""
    return int(scene.view["due"]) if scene.view["outcome"] is None else 0


def left(scene: Scene) -> str:
    """Return how long that is; '' where nothing is pressing."""
    return countdown.said(scene.phrases, due(scene), scene.now) if due(scene) else ""


def tick(scene: Scene) -> int | None:
    """Return the moment at which that is told otherwise."""
    return countdown.tick(due(scene), scene.now) if due(scene) else None


def drafting(view: Mapping[str, Any]) -> bool:
    """Tell whether cards are picked unseen: the only secret of the game (STM-2b)."""
    return bool(view["phase"] == "pick" and view["rules"]["setup"] == "draft")
