"""The games of a host that are over: a guest debriefs them, and keeps them on its own shelf once it plays none."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from klaxon.console.linked.guesting import Guesting
from klaxon.console.linked.other_console import FarGame
from klaxon.console.lobby.seating import Seating
from klaxon.console.match import Match
from klaxon.console.onlook.debrief import Debriefs
from klaxon.console.station.station import Station


class FarGames:
    """What a guest has of the last game of its host."""

    def __init__(self, match: Match, seating: Seating, debriefs: Debriefs, guesting: Guesting) -> None:
        """Begin with none."""
        self._match, self._seating, self._debriefs, self._guesting = match, seating, debriefs, guesting
        self._game: FarGame | None = None
        """A game of the host that is over, and not on the shelf here yet."""

    def take(self, game: FarGame | None, stations: Sequence[Station]) -> None:
        """Debrief a game that the host has handed over, at the stations that wait for it; None: it goes on there."""
        self._game = game
        if game is None:
            self._debriefs.forget_far_end()
        else:
            self._debriefs.note_far_end(game.name, game.play, game.names)
        for station in stations:
            self._debriefs.lay(station)
        if not self._match.playing:
            self.keep()
        self._seating.changed()

    def keep(self) -> None:
        """Put it on the shelf here: it may be told again, and verified."""
        game, self._game = self._game, None
        if game is not None and (kept := self._match.keep(game)) is not None:
            kept.add_done_callback(self._on_kept)

    def _on_kept(self, done: asyncio.Future[str]) -> None:
        if done.exception() is None:  # else its copy stays, and can be tried again
            self._guesting.drop_copy()
