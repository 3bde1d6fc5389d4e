"""Scenes: all that a screen of a seat knows. A view, what was heard, and the order that is being made; nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from klaxon.console.draft import Draft
from klaxon.console.phrases import Phrases
from klaxon.console.screen import Area, Place
from klaxon.console.wire import Heard

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
    outcome: Mapping[str, str] | None = None
    """Winner and reason, once the game is over."""
    width: int = 128
    height: int = 64
    plot: Mapping[str, Any] | None = None
    """What was worked out for the seat, where the table helps that much and it is there."""

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


class SeatScreen(NamedTuple):
    """How one role of a game is shown, and what its dials look at beside the menu."""

    draw: Callable[[Scene], tuple[Place, ...]]
    look: Look = no_look
    plots: Callable[[Mapping[str, Any]], bool] = no_plot
    """View -> whether the table chose that something is worked out for this seat."""
