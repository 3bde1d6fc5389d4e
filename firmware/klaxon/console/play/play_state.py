"""The state of a page of play: one value for its bottom line, its coach and its rule page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from klaxon.console.language.game_words import Phrases
from klaxon.console.play.draft import Draft
from klaxon.console.play.drill import Drill
from klaxon.console.play.seat_client import RUNNING
from klaxon.console.play.seat_screen import Scene, SeatScreen
from klaxon.rules.contract import Order, Seat


@dataclass(frozen=True, slots=True)
class PlayState:
    """What a station in play knows at one moment of the seat that it shows."""

    scene: Scene[Any]
    screen: SeatScreen[Any]
    table: str
    """The state of the table."""
    drill: Drill[Any] | None
    """The drill of the seat, if nothing else comes first."""
    under_way: bool
    """Whether an order was sent and not answered yet."""
    elsewhere: Seat | None
    """Another seat of the station that has something to do, if this one has not."""
    is_captain: bool
    """Whether the seat is a captain's."""
    after: int
    """The index of the selected action after the end."""
    has_sequel: bool
    """Whether another game follows this one that is over."""
    draft: Draft = field(init=False)
    """The order that is being made."""
    is_looking: bool = field(init=False)
    """Whether a view-only page is shown."""

    def __post_init__(self) -> None:
        """Work out once what is asked for all the time."""
        object.__setattr__(self, "draft", self.scene.draft)
        object.__setattr__(self, "is_looking", bool(self.scene.view) and self.screen.is_looking(self.scene))

    @property
    def ways_on(self) -> tuple[str, ...]:
        """The actions after the end: what follows comes first, then the debrief; a captain may play again."""
        if not self.is_captain:
            return ("debrief", "leave")
        return (*(("sequel",) if self.has_sequel else ()), "debrief", "rematch", "leave")

    @property
    def afterwards(self) -> str:
        """What OK does after the end."""
        return self.ways_on[min(self.after, len(self.ways_on) - 1)]

    @property
    def phrases(self) -> Phrases:
        """The words of the game in the station's current language."""
        return self.scene.phrases

    @property
    def is_running(self) -> bool:
        """Whether orders may be given."""
        return self.table in RUNNING

    @property
    def order(self) -> Order | None:
        """The order that OK gives now."""
        if self.is_looking:
            return self.screen.order(self.scene)
        choice = None if self.draft.verb else self.draft.choice_at_cursor
        if choice is None or not self.draft.open:
            return self.draft.order
        if choice.barred is not None:
            return self.opens(choice.word)
        return self.draft.order or self.screen.usual_order(self.scene, choice.word)

    def instead(self) -> Order | None:
        """Return the order that opens the barred verb under the cursor, if there is one and it may be given."""
        choice = None if self.is_looking or self.draft.verb else self.draft.choice_at_cursor
        return self.opens(choice.word) if choice is not None else None

    def opens(self, verb: str) -> Order | None:
        """Return the order that opens a barred verb, None if it is open or nothing does."""
        choice = next((choice for choice in self.draft.choices if choice.word == verb), None)
        return self.screen.instead(self.scene, choice) if choice is not None and choice.barred is not None else None

    def is_free(self) -> bool:
        """Return whether the keys belong to the screen: there is a view, and no order to give or only to look."""
        return bool(self.scene.view) and (not self.draft.open or self.is_looking)

    def line(self) -> str | None:
        """Return what OK does to the lens, if there is no order to give."""
        return self.screen.line(self.scene) if self.is_free() else None

    def remark(self) -> Order | None:
        """Return the remark that OK gives to the own crew, if this seat has nothing to do."""
        return self.screen.remark(self.scene) if self.is_free() else None

    def line_needs_hold(self) -> bool:
        """Return whether OK has to be held for what it does to the lens."""
        return self.line() is not None and self.screen.needs_hold(self.scene)

    def needs_hold(self) -> bool:
        """Return whether OK has to be held."""
        if self.table == "over":
            return self.afterwards != "debrief"
        if not self.is_running or self.drill is not None:
            return False
        order = self.order
        if order is None:
            return self.line_needs_hold()
        return order.verb in self.draft.verbs_to_hold
