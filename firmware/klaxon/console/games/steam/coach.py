"""The coach of Steam Torpedo: the next step of a captain at each stage, in one line."""

from __future__ import annotations

from klaxon.console.games.steam.scene import Scene
from klaxon.console.games.steam.stage import stage_of


def captain(scene: Scene) -> str:
    """Return the captain's next step; '' while an order is being made, because that is the same in every game."""
    choosing = scene.draft.verb and scene.draft.verb != "pick"
    return "" if choosing else scene.phrases.find(f"coach.steam.{stage_of(scene)}", "")
