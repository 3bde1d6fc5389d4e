"""Pages of a role that are only looked at: how each is drawn, what the dial and the keys do there, when it is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from klaxon.console.drawing.screen import Area, Place
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.sound.beats import Beat
from klaxon.rules.contract import Order

Draw: TypeAlias = Callable[[Scene, Area], tuple[Place, ...]]
Turn: TypeAlias = Callable[[Scene, int], Mapping[str, str]]
"""How a step of the dial changes the lens."""
Press: TypeAlias = Callable[[Scene, str], Mapping[str, str] | None]
"""How a key (push, ok, back, home, or a course key) changes the lens; None: as on other pages."""


def _always(_scene: Scene) -> bool:
    return True


def _nothing(_scene: Scene) -> None:
    return None


def _no_key(_scene: Scene, _key: str) -> None:
    return None


def _no_lens(_scene: Scene) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class RolePage:
    """One page."""

    draw: Draw
    turn: Turn | None = None
    """What the dial does."""
    press: Press = _no_key
    line: Callable[[Scene], str | None] = _nothing
    """What OK does to the lens, in words; None: it leads to the orders."""
    order: Callable[[Scene], Order | None] = _nothing
    """The order that OK gives."""
    after_order: Callable[[Scene], Mapping[str, str] | None] = _nothing
    """How giving that order changes the lens."""
    is_there: Callable[[Scene], bool] = _always
    """Whether the page can be turned to."""
    lens: Callable[[Scene], Mapping[str, str]] = _no_lens
    """What the rules have to know to show it: where the seat looks or listens (UBT-12.17c)."""
    tick: Callable[[Scene], int | None] = _nothing
    """The moment of play at which the page changes by time alone."""
    beat: Callable[[Scene], Beat | None] = _nothing
    """What the bell repeats while the page is shown."""
    finger: str = ""
    """What OK acts on, if the bottom line follows what moves by itself."""

    @property
    def needs_lens(self) -> bool:
        """Whether it shows something only while the rules know where the seat looks."""
        return self.lens is not _no_lens
