"""Looking back: a finished game at any second, as a seat saw it then, and what the other side believed.

The dial turns one thing at a time; push takes the next: seconds, minutes, or what the game's own glass can be turned
to. OK changes between the pictures that the game has. A worker has the game at hand; the page shows the last answer
until the next has come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, Text
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.console.onlook.look_back_worker import LookBackWorker
from klaxon.console.onlook.past_moments import PastMoment
from klaxon.console.station.page import HEAD, Page

SECOND, MINUTE = 1000, 60_000
TURNED = {"seconds": SECOND, "minutes": MINUTE}
"""What the dial turns in every game -> milliseconds of a step."""


@dataclass(frozen=True, slots=True)
class PastLook:
    """Where and when somebody looks back."""

    at: int
    """Milliseconds of play."""
    bearing: int = 0
    """Where the glass points, in tenths of a degree."""
    picture: int = 0
    """Which of the pictures is shown."""


class PastPictures(Protocol):
    """How a game shows a moment that is looked back at."""

    @property
    def seat(self) -> str:
        """Whose view is asked for."""

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of its pictures, whose words are `past.GAME.NAME`."""

    @property
    def step(self) -> int:
        """By how many tenths of a degree the dial turns the glass."""

    def lens(self, look: PastLook) -> Mapping[str, str]:
        """Return the lens through which that seat looks."""

    def draw(self, look: PastLook, moment: PastMoment, phrases: Phrases, area: Area) -> tuple[Place, ...]:
        """Draw the chosen picture."""


class LookBackPage(Page):
    """A finished game at any second."""

    def __init__(
        self, worker: LookBackWorker, how: PastPictures, phrases: Phrases, at: int, redraw: Callable[[], None]
    ) -> None:
        """Begin at a moment of play; `redraw` shows the page when an answer has come."""
        self._worker, self._how, self._phrases, self._redraw = worker, how, phrases, redraw
        self.look = PastLook(at)
        self._turned = 0
        self._shown: tuple[PastLook, PastMoment] | None = None
        self._asked: asyncio.Future[PastMoment] | None = None
        self._failed = False
        self._ask()

    @property
    def _turns(self) -> str:
        """What the dial turns."""
        return (*TURNED, "bearing")[self._turned]

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the last answer."""
        if self._shown is None:
            wait = self._phrases.say("debrief.failed" if self._failed else "debrief.wait")
            return (Place(Area(0, HEAD, width, height - BOTTOM - HEAD), Text((wait,), LABEL, wrap=True)),)
        look, moment = self._shown
        return self._how.draw(look, moment, self._phrases, Area(0, 0, width, height - BOTTOM))

    def bottom(self) -> BottomLine:
        """Return what the dial turns, and which picture OK shows."""
        say, pictures = self._phrases.say, self._how.pictures
        other = pictures[(self.look.picture + 1) % len(pictures)]
        turns = say(f"past.{self._turns}")
        return BottomLine(say("past.bottom", turns=turns, picture=say(f"past.{self._phrases.game}.{other}")))

    def turn(self, dial: int, steps: int) -> None:
        """Go to another moment, or turn the glass; a second dial always turns the glass."""
        if dial or self._turns == "bearing":
            self.look = replace(self.look, bearing=(self.look.bearing + steps * self._how.step) % 3600)
        else:
            self.look = replace(self.look, at=max(0, self.look.at + steps * TURNED[self._turns]))
        self._ask()

    def push(self) -> None:
        """Let the dial turn the next thing."""
        self._turned = (self._turned + 1) % (len(TURNED) + 1)

    def ok(self) -> None:
        """Show the next picture."""
        self.look = replace(self.look, picture=(self.look.picture + 1) % len(self._how.pictures))
        self._ask()

    def back(self) -> bool:
        """Leave the page; the worker is no longer needed."""
        asyncio.get_running_loop().run_in_executor(None, self._worker.close)
        return True

    def home(self) -> None:
        """Point the glass ahead again."""
        self.look = replace(self.look, bearing=0)
        self._ask()

    def _ask(self) -> None:
        """Ask for the moment, unless an answer is on its way; then it is asked for afterwards."""
        if self._asked is not None:
            return
        look = self.look
        question = (look.at, self._how.seat, self._how.lens(look))
        self._asked = asyncio.get_running_loop().run_in_executor(None, self._worker.ask, *question)
        self._asked.add_done_callback(lambda answer: self._answer(look, answer))

    def _answer(self, look: PastLook, answer: asyncio.Future[PastMoment]) -> None:
        self._asked = None
        if answer.cancelled():
            return
        if answer.exception() is not None:
            self._failed = isinstance(answer.exception(), DebriefWorkerError)
            self._redraw()
            return
        moment = answer.result()
        if moment.at < look.at:  # the game was over by then
            self.look = replace(self.look, at=min(self.look.at, moment.at))
        self._shown = replace(look, at=min(look.at, moment.at)), moment
        if self.look != self._shown[0]:
            self._ask()
        self._redraw()
