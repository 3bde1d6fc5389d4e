"""Pictures of a finished game at any second, for pages: one worker answers all who look, and ends when nobody does."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from klaxon.console.devices import Picture
from klaxon.console.drawing.screen import Area, Screen
from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.look_back import PastLook, PastPictures
from klaxon.console.onlook.look_back_worker import LookBackWorker
from klaxon.table.debrief import FinishedGame

WIDTH, HEIGHT = 128, 64
"""Pixels of a picture: those of a panel, for that is what the seat looked at."""
IDLE = 300.0
"""Seconds without a question after which the worker gives its memory back."""


class PastStill(NamedTuple):
    """A picture of a moment that was looked back at."""

    at: int
    """Milliseconds of play: those asked for, or the last of the game."""
    picture: Picture


class PastStills:
    """The worker of one finished game, and the pictures that are drawn of its answers."""

    def __init__(self, finished: FinishedGame, how: PastPictures) -> None:
        """Nothing is started before the first question."""
        self._how = how
        self._worker = LookBackWorker(finished)
        self._bedtime: asyncio.TimerHandle | None = None

    async def draw(self, look: PastLook, phrases: Phrases) -> PastStill:
        """Return the picture of a moment; DebriefWorkerError if the worker cannot answer."""
        loop = asyncio.get_running_loop()
        if self._bedtime is not None:
            self._bedtime.cancel()
        self._bedtime = loop.call_later(IDLE, self.close)
        return await loop.run_in_executor(None, draw_still, self._worker, self._how, look, phrases)

    def close(self) -> None:
        """End the worker; the next question starts another."""
        if self._bedtime is not None:
            self._bedtime.cancel()
            self._bedtime = None
        asyncio.get_running_loop().run_in_executor(None, self._worker.close)


def draw_still(worker: LookBackWorker, how: PastPictures, look: PastLook, phrases: Phrases) -> PastStill:
    """Return the picture of a moment; it blocks until the worker has answered."""
    moment = worker.ask(look.at, how.seat, how.lens(look))
    places = how.draw(look, moment, phrases, Area(0, 0, WIDTH, HEIGHT))
    return PastStill(min(look.at, moment.at), Screen(places).picture(WIDTH, HEIGHT))
