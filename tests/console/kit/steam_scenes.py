"""Scenes of Steam Torpedo: a table in play, and what each captain's panel shows of it."""

from __future__ import annotations

from klaxon.console.games import screens_of
from klaxon.console.language.game_words import Phrases
from tests.console.kit import scenes
from tests.rules.steam.kit.boats import GAME, set_up

PHRASES = Phrases("steam")
SCREEN = screens_of("steam")("captain")


class Room(scenes.Room):
    """Two captains."""

    game, after = GAME, "bottom.debrief"

    @classmethod
    def before(cls, **options: str) -> Room:
        """Return a room before the first order."""
        return cls(set_up(**options))


def shared(room: Room) -> Room:
    """Return the room as at a console with four stations: the pages stand elsewhere."""
    room.panes = frozenset(SCREEN.panes[:2])
    return room
