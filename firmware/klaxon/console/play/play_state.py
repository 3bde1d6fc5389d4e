"""The state of a page of play: one value that its bottom line, its coach and its rule page are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from klaxon.console.language.game_words import Phrases
from klaxon.console.play.draft import Draft
from klaxon.console.play.drill import Drill
from klaxon.console.play.seat_client import RUNNING
from klaxon.console.play.seat_screen import Scene, SeatScreen
from klaxon.rules.contract import Order, Seat


@dataclass(frozen=True, slots=True)
class PlayState:
    """What a station in play knows at one moment, of the seat that it shows."""

    scene: Scene[Any]
    screen: SeatScreen[Any]
    table: str
    """The state of the table."""
    drill: Drill[Any] | None
    """What the seat has to do by skill, where nothing else comes first."""
    under_way: bool
    """Whether an order is under way."""
    elsewhere: Seat | None
    """Another seat of the station that has something to do, where this one has nothing."""
    is_captain: bool
    """Whether the seat is a captain's."""
    after: int
    """Which of the things to do after the end the dial points at."""

    @property
    def ways_on(self) -> tuple[str, ...]:
        """What can be done after the end: all may want to see the truth first; a captain may play again."""
        return ("debrief", "rematch", "leave") if self.is_captain else ("debrief", "leave")

    @property
    def afterwards(self) -> str:
        """What OK does after the end."""
        return self.ways_on[min(self.after, len(self.ways_on) - 1)]

    @property
    def draft(self) -> Draft:
        """The order that is being made."""
        return self.scene.draft

    @property
    def phrases(self) -> Phrases:
        """The words of the game in the language that the station speaks now."""
        return self.scene.phrases

    @property
    def is_running(self) -> bool:
        """Whether orders may be given."""
        return self.table in RUNNING

    @property
    def is_looking(self) -> bool:
        """Whether the page shown is only looked at."""
        return bool(self.scene.view) and self.screen.is_looking(self.scene)

    @property
    def order(self) -> Order | None:
        """The order that OK gives now."""
        return None if self.is_looking else self.draft.order

    def is_free(self) -> bool:
        """Return whether the keys belong to the screen: there is a view, and nothing to say or only to look at."""
        return bool(self.scene.view) and (not self.draft.open or self.is_looking)

    def line(self) -> str | None:
        """Return what OK does to the lens, where there is nothing to say."""
        return self.screen.line(self.scene) if self.is_free() else None

    def remark(self) -> Order | None:
        """Return what OK tells the own crew, where this seat has nothing to do."""
        return self.screen.remark(self.scene) if self.is_free() else None

    def line_needs_hold(self) -> bool:
        """Return whether what OK does to the lens has to be held."""
        return self.line() is not None and self.screen.needs_hold(self.scene)

    def needs_hold(self) -> bool:
        """Return whether OK has to be held."""
        if self.table == "over":
            return self.afterwards != "debrief"
        if not self.is_running or self.drill is not None:
            return False
        return self.draft.needs_hold if self.order is not None else self.line_needs_hold()
