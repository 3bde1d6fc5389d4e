"""Scenes: all that a screen of a seat knows. A view, what was heard, and the order that is being made; nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from klaxon.console.drawing.screen import Area, Place
from klaxon.console.language.game_words import Phrases
from klaxon.console.play.draft import Draft
from klaxon.console.play.seat_client import Heard
from klaxon.rules.contract import Order

if TYPE_CHECKING:
    from klaxon.console.play.drill import Drill

BOTTOM = 8
"""The rows of the bottom line, which the station draws: one page of the panel."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One seat at one moment."""

    seat: str
    view: Mapping[str, Any]
    """The view as data, the form in which it leaves the rules."""
    heard: Sequence[Heard]
    """Oldest first."""
    draft: Draft
    phrases: Phrases
    lens: Mapping[str, str] = field(default_factory=dict)
    outcome: Mapping[str, Any] | None = None
    """Winner, reason and facts, once the game is over."""
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
        return self.phrases.heard(last.type, last.facts, self.boat)


Look = Callable[[Scene, int, int], Mapping[str, str] | None]
"""Scene, dial, steps -> the new lens where this dial moves it, else None."""


def no_look(_scene: Scene, _dial: int, _steps: int) -> None:
    """A seat that looks nowhere in particular."""


def no_plot(_view: Mapping[str, Any]) -> bool:
    """A seat for which nothing is worked out."""
    return False


def no_press(_scene: Scene, _key: str) -> None:
    """A screen whose keys work the draft alone."""


def no_line(_scene: Scene) -> None:
    """A screen whose OK gives orders and nothing else."""


def no_hold(_scene: Scene) -> bool:
    """A screen of which OK does nothing that cannot be undone."""
    return False


def no_tick(_scene: Scene) -> None:
    """A screen that time alone does not change."""


def no_feint(_view: Mapping[str, Any]) -> None:
    """A seat that never pretends."""


def no_remark(_scene: Scene) -> None:
    """A seat that has nothing to say where nothing is to be done."""


def no_coach(_scene: Scene) -> str:
    """A screen that says nothing of the next step."""
    return ""


def plain_words(scene: Scene, heard: Heard) -> str:
    """Return something heard in the words of the game."""
    return scene.phrases.heard(heard.type, heard.facts, scene.boat)


def no_leaf(_scene: Scene) -> None:
    """A screen of one page."""


class SeatScreen(NamedTuple):
    """How one role of a game is shown, and what its controls do beside the menu."""

    draw: Callable[[Scene], tuple[Place, ...]]
    look: Look = no_look
    plots: Callable[[Mapping[str, Any]], bool] = no_plot
    """View -> whether the table chose that something is worked out for this seat."""
    press: Callable[[Scene, str], Mapping[str, str] | None] = no_press
    """Scene, key (push, ok, back) -> the new lens where that key moves it, else None. Asked where nothing is to say."""
    line: Callable[[Scene], str | None] = no_line
    """What OK does to the lens, in words; None where it does nothing."""
    needs_hold: Callable[[Scene], bool] = no_hold
    """Whether that has to be held."""
    told: tuple[str, ...] = ()
    """What of the lens the rules know of; the rest never leaves the station."""
    tick: Callable[[Scene], int | None] = no_tick
    """The moment of play at which the screen looks otherwise by time alone."""
    feign: Callable[[Mapping[str, Any]], Mapping[str, Any] | None] = no_feint
    """View -> the same with a mark that is only pretended, None where there is none."""
    words: Callable[[Scene, Heard], str] = plain_words
    """Something that the seat heard, as it is told at its station."""
    eager: bool = False
    """Whether a mark that is waited for comes before all else that could be said."""
    drill: type[Drill] | None = None
    """What the seat does by skill."""
    remark: Callable[[Scene], Order | None] = no_remark
    """What OK tells the own crew where the seat has nothing to do: what the dials look at."""
    coach: Callable[[Scene], str] = no_coach
    """The next step of the seat in plain words, one line of labels; '' where only the general ones are to be said."""
    leaf: Callable[[Scene], Mapping[str, str] | None] = no_leaf
    """BACK at the beginning of an order -> the new lens where it turns a page, else None."""
    rank: Mapping[str, int] = MappingProxyType({})
    """Verb -> where it stands among those that are barred, the lowest first."""
    panes: Mapping[str, Callable[[Scene], tuple[Place, ...]]] = MappingProxyType({})
    """Pages of the seat that may stand at stations of their own, the most useful first."""
