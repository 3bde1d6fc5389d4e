"""Reports: what an event says about one boat, to somebody with the ears of the other one.

This is the one place where the facts of events are read. What is not known here says nothing, and what may have been
missed makes everything possible again: a report never excludes the truth.

The own boat is followed with the same reports, as the enemy hears it: what only the own crew was told is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from klaxon.crew.sonar.tracker.waters import blasted, one_true, sectors
from klaxon.crew.understudy import Heard
from klaxon.rules.sonar.chart import Sea
from klaxon.rules.sonar.setting import BOATS, Setting


@dataclass(frozen=True, slots=True)
class Course:
    """It sailed one point."""

    direction: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """It took that course back."""

    direction: str


@dataclass(frozen=True, slots=True)
class Silence:
    """It went 0 to 4 points in a line."""


@dataclass(frozen=True, slots=True)
class Surfaced:
    """It surfaced in a sector; its route is erased."""

    points: int


@dataclass(frozen=True, slots=True)
class Among:
    """It is on one of these points."""

    points: int


@dataclass(frozen=True, slots=True)
class Laid:
    """It laid a mine on a neighbour of its point."""

    fresh: bool
    """It cannot set that one off before its next turn."""


@dataclass(frozen=True, slots=True)
class Armed:
    """It can set off the mines laid so far from now on."""


@dataclass(frozen=True, slots=True)
class Swept:
    """A blast: a mine on `gone` is destroyed and nobody is told; those on `near` went off, or there were none."""

    gone: int
    near: int


@dataclass(frozen=True, slots=True)
class Exploded:
    """One of its mines exploded on a point, set off by its crew or by another blast."""

    at: int
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Shot:
    """It made a blast on a point and did not say what that did to itself."""

    at: int


@dataclass(frozen=True, slots=True)
class Hurt:
    """It took damage that everybody heard of."""

    amount: int


@dataclass(frozen=True, slots=True)
class Silted:
    """These points are sea no more, and the mines on them are gone."""

    points: int


@dataclass(frozen=True, slots=True)
class Lost:
    """Everything may have happened meanwhile."""


Report = Course | Withdrawn | Silence | Surfaced | Among | Laid | Armed | Swept | Exploded | Shot | Hurt | Silted | Lost


class Ears(NamedTuple):
    """Who follows whom, and what has to be kept in mind between two events: how a chain of blasts goes on."""

    sea: Sea
    setting: Setting
    aboard: int
    """The boat whose crew hears."""
    quarry: int
    """The boat that is followed: the other one; or the own one, as the other hears it."""
    water: int
    turns: bool = False
    """Boats take turns: one was announced."""
    torpedo: int = -1
    """Where the torpedo of the running chain exploded."""
    marked: int = 0
    """Mines of the own boat that are about to explode: its crew is told so before."""
    by_hand: int = -1
    """The mine that the quarry has just set off."""
    by: str = ""
    """The boat that made the last blast."""

    def read(self, heard: Heard) -> tuple[Ears, tuple[Report, ...]]:
        """Return the ears after an event, and what it says."""
        read = _READERS.get(heard["type"])
        return read(self, heard) if read else (self, ())

    @property
    def name(self) -> str:
        """The name of the quarry."""
        return BOATS[self.quarry]

    def is_quarry(self, heard: Heard) -> bool:
        """Tell whether an event is about something that the quarry did."""
        return bool(heard.get("boat") == self.name)


Read = tuple[Ears, tuple[Report, ...]]


def _simply(make: Callable[[Ears, Heard], Report]) -> Callable[[Ears, Heard], Read]:
    """Return a reader for what the quarry itself does; the other boat doing the same says nothing."""

    def read(ears: Ears, heard: Heard) -> Read:
        return ears, (make(ears, heard),) if ears.is_quarry(heard) else ()

    return read


def _turn(ears: Ears, heard: Heard) -> Read:
    return ears._replace(turns=True), (Armed(),) if ears.is_quarry(heard) else ()


def _drone(ears: Ears, heard: Heard) -> Read:
    if ears.is_quarry(heard) or heard["answer"] not in ("yes", "no"):
        return ears, ()
    sector = sectors(ears.sea)[heard["sector"]]
    return ears, (Among(sector if heard["answer"] == "yes" else ears.sea.water & ~sector),)


def _sonar(ears: Ears, heard: Heard) -> Read:
    return ears, () if ears.is_quarry(heard) else (Among(one_true(ears.sea, heard["statements"])),)


def _torpedo(ears: Ears, heard: Heard) -> Read:
    at = ears.sea.index[heard["at"]]
    ears = ears._replace(torpedo=at, marked=0, by_hand=-1)
    if not ears.is_quarry(heard):
        return ears, ()
    return ears, (Among(ears.sea.reach(at, ears.water, over_land=ears.setting.torpedo_path == "plain")),)


def _detonated(ears: Ears, heard: Heard) -> Read:
    at = ears.sea.index[heard["at"]]
    aboard = heard["boat"] == BOATS[ears.aboard]
    by_hand = at if ears.is_quarry(heard) else -1
    return ears._replace(torpedo=-1, marked=1 << at if aboard else 0, by_hand=by_hand), ()


def _mine_lost(ears: Ears, heard: Heard) -> Read:
    """Mark a mine of the own boat that explodes next. One that a torpedo destroyed explodes not at all."""
    at = ears.sea.index[heard["at"]]
    return (ears, ()) if at == ears.torpedo else (ears._replace(marked=ears.marked | 1 << at), ())


def _blast(ears: Ears, heard: Heard) -> Read:
    """Read a blast: what it did to the quarry, and to mines near it."""
    sea, at, chain, setting = ears.sea, ears.sea.index[heard["at"]], ears.setting.mine_chain, ears.setting
    ears = ears._replace(by=heard["by"])
    said: list[Report] = []
    result, told = heard["results"].get(ears.name), heard["by"] != ears.name or setting.own_hit_announced
    if result is not None and (told or ears.aboard != ears.quarry):
        said.append(Among(blasted(sea, at, result)))
    elif not told:
        said.append(Shot(at))
    if heard["weapon"] != "mine":
        said.append(Swept(1 << at, sea.around[at] if chain != "off" else 0))
        return ears, tuple(said)
    own = ears.marked >> at & 1
    if own == (ears.aboard == ears.quarry):  # each crew is told of its own mines: any other is the enemy's
        said.append(Exploded(at, ears.by_hand == at))
    if chain == "full":
        said.append(Swept(0, sea.around[at] | 1 << at))
    return ears._replace(marked=ears.marked & ~(1 << at), by_hand=-1), tuple(said)


def _damage(ears: Ears, heard: Heard) -> Read:
    """Read damage of the quarry that both boats know of."""
    cause, setting = heard["cause"], ears.setting
    if not ears.is_quarry(heard):
        return ears, ()
    if ears.aboard == ears.quarry:
        blast = cause in ("torpedo", "mine") and (ears.by != ears.name or setting.own_hit_announced)
        if not blast and (cause not in ("section", "radiation") or setting.announce_breakdown not in ("all", cause)):
            return ears, ()
    return ears, (Hurt(heard["amount"]),)


def _lava(ears: Ears, heard: Heard) -> Read:
    points = ears.sea.gather(heard.get("points", ()))
    return ears._replace(water=ears.water & ~points), (Silted(points),) if points else ()


def _anything(ears: Ears, _heard: Heard) -> Read:
    return ears, (Lost(),)


_READERS: dict[str, Callable[[Ears, Heard], Read]] = {
    "course": _simply(lambda _ears, heard: Course(heard["dir"])),
    "withdrawn": _simply(lambda _ears, heard: Withdrawn(heard["dir"])),
    "silence": _simply(lambda _ears, _heard: Silence()),
    "surfaced": _simply(lambda ears, heard: Surfaced(sectors(ears.sea)[heard["sector"]])),
    "mine-laid": _simply(lambda ears, _heard: Laid(ears.turns)),
    "turn": _turn,
    "drone": _drone,
    "sonar": _sonar,
    "torpedo": _torpedo,
    "detonated": _detonated,
    "mine-lost": _mine_lost,
    "blast": _blast,
    "damage": _damage,
    "lava": _lava,
    "undone": _anything,
}
"""Type of an event -> how it is read. Any other type says nothing about where a boat is."""
