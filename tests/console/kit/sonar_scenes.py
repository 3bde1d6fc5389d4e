"""Scenes of Captain Sonar: a table in play, and what each seat's panel shows of it."""

from __future__ import annotations

from klaxon.console.language.game_words import Phrases
from tests.console.kit import scenes
from tests.rules.sonar.kit.boats import GAME, OPEN, set_up

PHRASES = Phrases("sonar")


class Room(scenes.Room):
    """The control rooms of both boats."""

    game, after = GAME, "bottom.debrief"
    dials = 2

    @classmethod
    def before(cls, chart: str = OPEN, **options: str) -> Room:
        """Return a room before the game has begun."""
        return cls(set_up(chart, **options))
