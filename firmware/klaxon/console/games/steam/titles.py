"""Titles that are never cut."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import Title
from klaxon.console.games.steam import stage
from klaxon.console.games.steam.scene import Scene

GAP = 2 * LABEL.width
"""Columns between the two texts: with fewer, they would be read together."""


def fitting_title(texts: Sequence[str], rights: Sequence[str], width: int) -> Title:
    """Return a title that fits: a shorter right text is preferred to a shorter left one."""
    for text in texts:
        for right in rights:
            if LABEL.measure(text) + (LABEL.measure(right) + GAP if right else 0) <= width - 2:
                return Title(text, right)
    return Title(texts[-1], rights[0])


def airs(scene: Scene, boat: str) -> tuple[str, ...]:
    """Return the oxygen of a boat in words: long, short, and empty."""
    air = scene.view.boats[boat].oxygen
    return (scene.phrases.say("air.steam", air=air), scene.phrases.say("air.steam.brief", air=air), "")


def boat_title(scene: Scene, boat: str, texts: Sequence[str], width: int) -> Title:
    """Return a title of a boat: beside it the clock if one runs, else the oxygen that is left."""
    clock = stage.time_left(scene)
    return fitting_title(texts, (clock,) if clock else airs(scene, boat), width)
