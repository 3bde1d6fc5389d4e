"""Screens of seats: how a role of a game is shown, and what its controls do besides the menu.

A scene is all that a screen knows: a view, events, and the draft; nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.choices import Choice
from klaxon.console.play.draft import Draft
from klaxon.console.play.drill import Drill
from klaxon.console.play.seat_client import Heard
from klaxon.console.sound.beats import Beat
from klaxon.rules.contract import Game, Order, Seat

ViewT = TypeVar("ViewT")
"""How the screens of a game hold a view."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[ViewT]):
    """One seat at one moment."""

    seat: str
    view: ViewT
    """The view, in the form of the game's screens; empty data before there is one."""
    heard: Sequence[Heard]
    """Events, oldest first."""
    draft: Draft
    phrases: Phrases
    lens: Mapping[str, str] = field(default_factory=dict)
    outcome: Mapping[str, Any] | None = None
    """Winner, reason and facts, once the game is over: by its rules, or by declaration."""
    width: int = 128
    height: int = 64
    plot: Mapping[str, Any] | None = None
    """What was computed for the seat, if the table allows such help and it is ready."""
    now: int = 0
    """The moment of play, in milliseconds."""
    dials: int = 1
    """How many dials the station has."""
    large: bool = False
    """Whether the station asks for large letters."""
    panes: frozenset[str] = frozenset()
    """The pages of the seat that are shown at other stations."""
    turn: str = ""
    """The boat whose turn it is, if boats take turns."""
    coached: bool = False
    """Whether the station has the coach."""
    seats: tuple[str, ...] = ()
    """All seats that the station works."""

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
        """Return the last event in words; '' if there is none."""
        if not self.heard:
            return ""
        last = self.heard[-1]
        return self.phrases.event_text(last.type, last.facts, self.boat)


class StationAid(NamedTuple):
    """What a station does for a seat by itself, without telling any other station or the table."""

    pretended: Mapping[str, Any] | None = None
    """The view with a pretended mark, None if there is none."""
    is_solved: bool = False
    """Whether the table chose that something is computed for this seat."""
    lens_keys: tuple[str, ...] = ()
    """The part of the lens that the rules know; the rest never leaves the station."""


NO_AID = StationAid()


class SeatScreen(Generic[ViewT]):
    """The base of screens: it draws nothing and does nothing."""

    jump_to_prompt: ClassVar[bool] = False
    """Whether an open prompt comes before everything else."""
    drill: ClassVar[type[Drill[Any]] | None] = None
    """The seat's drill class."""
    rank: ClassVar[Mapping[str, int]] = MappingProxyType({})
    """Verb -> its rank among barred ones, the lowest first."""
    standing: ClassVar[tuple[str, ...]] = ()
    """Verbs that are nearly always open: they are never selected while there are others, and the last one last."""
    menu_order: ClassVar[tuple[str, ...]] = ()
    """The verbs that come first in the menu, in this order; the others follow in the game's."""
    past: ClassVar[frozenset[str]] = frozenset()
    """Codes of refusals that say a part of the game is past: verbs barred by one are left out of the menu."""
    panes: ClassVar[tuple[str, ...]] = ()
    """Pages of the seat that may be shown at stations of their own, the most useful first."""
    leaf_before_seat: ClassVar[bool] = False
    """Whether BACK, at a station of several seats, turns the pages of this one before it goes to the next."""

    notes: ClassVar[tuple[str, ...]] = ()
    """Beginnings of the keys of a lens that are notes: what one seat notes, all seats of its boat here read."""

    def new_draft(self, game: Game[Any, Any], seat: Seat) -> Draft:
        """Return a new draft for a seat, with this screen's settings."""
        draft = Draft(
            game,
            seat,
            jump_to_prompt=self.jump_to_prompt,
            rank=self.rank,
            standing=self.standing,
            menu_order=self.menu_order,
            first_value=self.first_value,
        )
        draft.past = self.past
        return draft

    def read(self, data: Mapping[str, Any], view: Any) -> ViewT:
        """Return a view in the form of this screen, from its data and the rules' form; called once for each view."""
        raise NotImplementedError

    def first_value(self, view: Any, draft: Order) -> str:
        """Return where the dial begins: at which value of the next argument, or at which verb; '': the default.

        The view is in the rules' form.
        """
        return ""

    def aid(self, data: Mapping[str, Any]) -> StationAid:
        """Return what the station does for the seat of a view by itself."""
        return NO_AID

    def draw(self, scene: Scene[ViewT]) -> tuple[Place, ...]:
        """Return what is above the bottom line."""
        return ()

    def draw_pane(self, name: str, scene: Scene[ViewT]) -> tuple[Place, ...]:
        """Return one of the panes."""
        return ()

    def chart(self, scene: Scene[ViewT]) -> Mapping[str, Any] | None:
        """Return the labelled chart beside the panel, as data of this scene alone; None if there is none."""
        return None

    def chart_words(self, scene: Scene[ViewT]) -> tuple[str, ...]:
        """Return the whole chart in sentences, for whoever asks for it in the menu; () if the panel's words say it."""
        return ()

    def aim(self, scene: Scene[ViewT], words: tuple[str, ...]) -> Mapping[str, str] | None:
        """Return the new lens if pointing at a place on that chart changes it; None: it moves the cursor."""
        return None

    def look(self, scene: Scene[ViewT], dial: int, steps: int) -> Mapping[str, str] | None:
        """Return the new lens if this dial changes it, else None."""
        return None

    def is_looking(self, scene: Scene[ViewT]) -> bool:
        """Return whether a view-only page is shown: then its keys belong to the screen, whatever could be ordered."""
        return False

    def press(self, scene: Scene[ViewT], key: str) -> Mapping[str, str] | None:
        """Return the new lens if a key (push, ok, back, home; on a view-only page a course key) changes it, else None.

        Called if there is no order to give, or the page is view-only.
        """
        return None

    def line(self, scene: Scene[ViewT]) -> str | None:
        """Return what OK does to the lens, in words; None if nothing."""
        return None

    def order(self, scene: Scene[ViewT]) -> Order | None:
        """Return the order that OK gives on a view-only page, None if it gives none there."""
        return None

    def after_order(self, scene: Scene[ViewT]) -> Mapping[str, str] | None:
        """Return the new lens if giving the order of a view-only page changes it, else None."""
        return None

    def follow_up(self, scene: Scene[ViewT], given: Order) -> Order | None:
        """Return the order that follows by itself from one that took effect, None if the hand decides."""
        return None

    def promised_order(self, scene: Scene[ViewT], memory: MutableMapping[str, str]) -> Order | None:
        """Return the order that an OK in a drill has promised for now, and forget it; None if it has promised none."""
        return None

    def order_text(self, scene: Scene[ViewT], order: Order) -> str:
        """Return in words what OK does by giving an order, with what follows from it by itself."""
        return scene.phrases.order(order)

    def instead(self, scene: Scene[ViewT], barred: Choice) -> Order | None:
        """Return the order that OK gives for a barred verb: what opens it; None if nothing does."""
        return None

    def usual_order(self, scene: Scene[ViewT], verb: str) -> Order | None:
        """Return the order that OK gives at once for an open verb, with its usual arguments; None: they are chosen."""
        return None

    def key_word(self, scene: Scene[ViewT], direction: str) -> str:
        """Return the choice to which a course key takes the cursor; '': as in any list."""
        return ""

    def under_finger(self, scene: Scene[ViewT]) -> str:
        """Return what OK acts on at a view-only page, for one whose bottom line follows what moves by itself.

        The station settles when this changes; '': when the bottom line does.
        """
        return ""

    def beats(self, scene: Scene[ViewT]) -> tuple[Beat, ...]:
        """Return what the bell of this station repeats by itself as long as this is shown."""
        return ()

    def recall(self, before: ViewT | None, view: ViewT, now: int) -> ViewT:
        """Return a new view with what the station remembers of the one before; `now` is the moment of play."""
        return view

    def needs_hold(self, scene: Scene[ViewT]) -> bool:
        """Return whether that needs OK held."""
        return False

    def tick(self, scene: Scene[ViewT]) -> int | None:
        """Return the moment of play at which the screen changes by time alone."""
        return None

    def words(self, scene: Scene[ViewT], heard: Heard) -> str:
        """Return an event in the words of this screen."""
        return scene.phrases.event_text(heard.type, heard.facts, scene.boat)

    def remark(self, scene: Scene[ViewT]) -> Order | None:
        """Return the remark that OK gives to the own crew if the seat has nothing to do: about what the dials show."""
        return None

    def coach(self, scene: Scene[ViewT]) -> str:
        """Return the next step in plain words, one line of labels; '' if only the general ones apply."""
        return ""

    def page_name(self, scene: Scene[ViewT]) -> str:
        """Return the name of the page that is shown; '' for a screen without pages."""
        return ""

    def leaf(self, scene: Scene[ViewT]) -> Mapping[str, str] | None:
        """Return the new lens if BACK at the beginning of an order turns a page, else None.

        A lens without `page` shows the first one.
        """
        return None
