"""What a seat of Captain Sonar deduces from what it hears: where the boats may be, and the state of the own one.

Each boat is tracked in the same way, the own one as the enemy hears it: how much does he know of us? Sets of
points are integers, as in the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaxon.crew.sonar.skills import Skill
from klaxon.crew.sonar.tracker import Follower
from klaxon.crew.understudy import Heard, Pick
from klaxon.rules.sonar import circuits
from klaxon.rules.sonar.chart import Sea
from klaxon.rules.sonar.setting import BOATS, BOXES
from klaxon.rules.sonar.view import View

_LOST = {"type": "undone"}


class Notes(NamedTuple):
    """The notes of one seat."""

    skill: Skill
    sea: Sea
    me: int
    enemy: Follower
    own: Follower
    """The own boat, as the enemy hears it."""
    over_land: bool
    """Whether torpedoes run over land too."""
    panel: int = 0
    failed: int = 0
    """Symbols that must be crossed, because an order has failed."""
    loaded: int = 0
    """Courses of the enemy since his last torpedo: after three he may have another."""

    @property
    def enemy_points(self) -> int:
        """The points where the enemy may be."""
        return self.enemy.where

    @property
    def shadow(self) -> int:
        """The points where we may be, as far as the enemy knows."""
        return self.own.where

    @property
    def is_threatened(self) -> bool:
        """Whether the enemy may have a torpedo."""
        return self.loaded >= BOXES["torpedo"]

    def acts_on_whim(self, pick: Pick) -> bool:
        """Return whether to do something at random."""
        return self.skill.whim > 0 and pick(self.skill.whim) == 0

    def works(self, system: str) -> bool:
        """Return whether a system should work, as far as was heard."""
        return circuits.works(self.panel | self.failed, system)


def begin(view: View, skill: Skill, *, begun: bool) -> Notes:
    """Return the notes of a seat that has heard nothing yet."""
    enemy, own = (Follower.of(view, boat, begun=begun) for boat in (1 - view.me, view.me))
    return Notes(skill, view.sea, view.me, enemy, own, view.setting.torpedo_path == "plain")


def listen(notes: Notes, heard: Heard) -> Notes:
    """Return the notes after one more event."""
    kind, ours = heard["type"], heard.get("boat") == BOATS[notes.me]
    if kind not in notes.skill.ignores:
        lost = notes.skill.loses_track and kind == "silence" and not ours
        notes = notes._replace(enemy=notes.enemy.hear(_LOST if lost else heard), own=notes.own.hear(heard))
    if ours:
        aboard = _ABOARD.get(kind)
        return aboard(notes, heard) if aboard else notes
    if kind == "course":
        return notes._replace(loaded=notes.loaded + 1)
    return notes._replace(loaded=0) if kind == "torpedo" else notes


def _broke(notes: Notes, heard: Heard) -> Notes:
    return notes._replace(panel=notes.panel | circuits.BIT[heard["symbol"]])


def _repaired(notes: Notes, heard: Heard) -> Notes:
    return notes._replace(panel=notes.panel & ~circuits.CIRCUIT_BITS[heard["circuit"]], failed=0)


def _failed(notes: Notes, heard: Heard) -> Notes:
    known = notes.works(heard["system"])
    return notes._replace(failed=circuits.KIND_BITS[circuits.KIND_OF_SYSTEM[heard["system"]]]) if known else notes


def _damage(notes: Notes, heard: Heard) -> Notes:
    return _erased(notes, heard) if heard["cause"] in ("section", circuits.RADIATION) else notes


def _erased(notes: Notes, _heard: Heard) -> Notes:
    return notes._replace(panel=0, failed=0)


_ABOARD: dict[str, Callable[[Notes, Heard], Notes]] = {
    "broke": _broke,
    "repaired": _repaired,
    "failed": _failed,
    "damage": _damage,
    "surfaced": _erased,
}
