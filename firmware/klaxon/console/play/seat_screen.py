"""Screens of seats: how a role of a game is shown, and what its controls do beside the menu.

A scene is all that a screen knows: a view, what was heard, and the order that is being made; nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.draft import Draft
from klaxon.console.play.drill import Drill
from klaxon.console.play.seat_client import Heard
from klaxon.rules.contract import Game, Order, Seat

ViewT = TypeVar("ViewT")
"""How the screens of a game hold a view."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[ViewT]):
    """One seat at one moment."""

    seat: str
    view: ViewT
    """The view, in the form that the screens of the game read it into; empty data before there is one."""
    heard: Sequence[Heard]
    """Oldest first."""
    draft: Draft
    phrases: Phrases
    lens: Mapping[str, str] = field(default_factory=dict)
    outcome: Mapping[str, Any] | None = None
    """Winner, reason and facts, once the game is over: by its rules, or by word of mouth."""
    width: int = 128
    height: int = 64
    plot: Mapping[str, Any] | None = None
    """What was worked out for the seat, where the table helps that much and it is there."""
    now: int = 0
    """The moment of play, in milliseconds."""
    dials: int = 1
    """How many dials the station has."""
    large: bool = False
    """Whether the station asks for large letters."""
    panes: frozenset[str] = frozenset()
    """The pages of the seat that stand at other stations."""
    turn: str = ""
    """The boat whose turn it is, where boats take turns."""

    @property
    def boat(self) -> str:
        """The boat of the seat."""
        return self.seat.partition(".")[0]

    @property
    def role(self) -> str:
        """The role of the seat."""
        return self.seat.rpartition(".")[2]

    @property
    def room(self) -> Area:
        """Where a screen may draw: everything above the bottom line."""
        return Area(0, 0, self.width, self.height - BOTTOM)

    def last_heard(self) -> str:
        """Return the last thing heard, in words; '' where there is none."""
        if not self.heard:
            return ""
        last = self.heard[-1]
        return self.phrases.event_text(last.type, last.facts, self.boat)


class StationAid(NamedTuple):
    """What a station does for a seat by itself: no other station and no table is told."""

    pretended: Mapping[str, Any] | None = None
    """The view with a mark that is only pretended, None if there is none."""
    is_solved: bool = False
    """Whether the table chose that something is worked out for this seat."""
    lens_keys: tuple[str, ...] = ()
    """What of the lens the rules know of; the rest never leaves the station."""


NO_AID = StationAid()


class SeatScreen(Generic[ViewT]):
    """A screen that draws nothing and does nothing: what a screen does not know it leaves as it is here."""

    jump_to_prompt: ClassVar[bool] = False
    """Whether a mark that is waited for comes before all else that could be said."""
    drill: ClassVar[type[Drill[Any]] | None] = None
    """What the seat does by skill."""
    rank: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """Verb -> where it stands among those that are barred, the lowest first."""
    standing: ClassVar[tuple[str, ...]] = ()
    """Verbs that can nearly always be said: nobody is led to them while there are others, and to the last one last."""
    panes: ClassVar[tuple[str, ...]] = ()
    """Pages of the seat that may stand at stations of their own, the most useful first."""
    leaf_before_seat: ClassVar[bool] = False
    """Whether BACK, at a station of several seats, turns the pages of this one before it goes to the next."""

    def new_draft(self, game: Game[Any, Any], seat: Seat) -> Draft:
        """Return the draft of a seat as this screen has it made."""
        jump, rank, standing = self.jump_to_prompt, self.rank, self.standing
        return Draft(game, seat, jump_to_prompt=jump, rank=rank, standing=standing, first_value=self.first_value)

    def read(self, data: Mapping[str, Any], view: Any) -> ViewT:
        """Return a view as this screen uses it, from its data and as the rules read it; asked once, when it comes."""
        raise NotImplementedError

    def first_value(self, view: Any, draft: Order) -> str:
        """Return where the dial begins: at which value of the next argument, or at which verb; '': as usual.

        The view is as the rules read it.
        """
        return ""

    def aid(self, data: Mapping[str, Any]) -> StationAid:
        """Return what the station does for the seat of a view by itself."""
        return NO_AID

    def draw(self, scene: Scene[ViewT]) -> tuple[Place, ...]:
        """Return what stands above the bottom line."""
        return ()

    def draw_pane(self, name: str, scene: Scene[ViewT]) -> tuple[Place, ...]:
        """Return one of the panes."""
        return ()

    def look(self, scene: Scene[ViewT], dial: int, steps: int) -> Mapping[str, str] | None:
        """Return the new lens where this dial moves it, else None."""
        return None

    def is_looking(self, scene: Scene[ViewT]) -> bool:
        """Return whether the page shown is only looked at: its keys are then the screen's, whatever could be said."""
        return False

    def press(self, scene: Scene[ViewT], key: str) -> Mapping[str, str] | None:
        """Return the new lens where a key (push, ok, back, home) moves it, else None.

        Asked where nothing is to be said, or the page is only looked at.
        """
        return None

    def line(self, scene: Scene[ViewT]) -> str | None:
        """Return what OK does to the lens, in words; None if it does nothing."""
        return None

    def needs_hold(self, scene: Scene[ViewT]) -> bool:
        """Return whether that has to be held."""
        return False

    def tick(self, scene: Scene[ViewT]) -> int | None:
        """Return the moment of play at which the screen looks otherwise by time alone."""
        return None

    def words(self, scene: Scene[ViewT], heard: Heard) -> str:
        """Return something that the seat heard, as it is told at its station."""
        return scene.phrases.event_text(heard.type, heard.facts, scene.boat)

    def remark(self, scene: Scene[ViewT]) -> Order | None:
        """Return what OK tells the own crew where the seat has nothing to do: what the dials look at."""
        return None

    def coach(self, scene: Scene[ViewT]) -> str:
        """Return the next step in plain words, one line of labels; '' where only the general ones are to be said."""
        return ""

    def leaf(self, scene: Scene[ViewT]) -> Mapping[str, str] | None:
        """Return the new lens where BACK at the beginning of an order turns a page, else None.

        A lens without `page` shows the first one.
        """
        return None
