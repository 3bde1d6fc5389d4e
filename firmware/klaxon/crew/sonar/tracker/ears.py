"""Ears: what an event says about one boat, to a listener on the other one.

This is the one place where the facts of events are read. Unknown events say nothing, and events that may have been
missed make everything possible again: a report never excludes the truth.

The own boat is tracked with the same reports, as the enemy hears it, without what only the own crew knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaxon.crew.sonar.tracker.reports import (
    Among,
    Armed,
    CourseReport,
    Exploded,
    Hurt,
    Laid,
    Lost,
    Report,
    Settled,
    Shot,
    Silence,
    Silted,
    Surfaced,
    Swept,
    Withdrawn,
)
from klaxon.crew.sonar.tracker.waters import one_true, points_of_blast, sectors
from klaxon.crew.understudy import Heard
from klaxon.rules.sonar.chart import ICE, Sea, points_in
from klaxon.rules.sonar.setting import BOATS, Setting


class Ears(NamedTuple):
    """Who tracks which boat, and what must be remembered between two events: how a chain of blasts goes on."""

    sea: Sea
    setting: Setting
    aboard: int
    """The boat whose crew hears."""
    tracked: int
    """The boat that is tracked: the other one; or the own one, as the other hears it."""
    water: int
    operator: bool = False
    """The listener is the radio operator: he hears nothing of the enemy while the own boat is surfaced in real time."""
    begun: bool = False
    """Whether both boats have dived in real time."""
    turns: bool = False
    """Whether boats take turns: one was announced."""
    iced: int = 0
    """The ice through which the tracked boat may have surfaced: if it did, damage is the next event."""
    swept: int = 0
    """Where the running chain began: mines there are destroyed."""
    marked: int = 0
    """Mines of the own boat that are about to explode: its crew knows that before."""
    by_hand: int = -1
    """The mine that the tracked boat has just set off."""
    by: str = ""
    """The boat that made the last blast."""

    def read(self, heard: Heard) -> tuple[Ears, tuple[Report, ...]]:
        """Return the ears after an event, and its reports."""
        if self.iced and not (heard["type"] == "damage" and heard["cause"] == "ice"):
            ears, said = self._replace(iced=0).read(heard)
            return ears, (Among(self.water & ~self.iced), *said)
        read = _READERS.get(heard["type"])
        return read(self, heard) if read else (self, ())

    @property
    def name(self) -> str:
        """The name of the tracked boat."""
        return BOATS[self.tracked]

    def is_tracked(self, heard: Heard) -> bool:
        """Return whether an event is about something that the tracked boat did."""
        return bool(heard.get("boat") == self.name)


Read = tuple[Ears, tuple[Report, ...]]


def _simply(make: Callable[[Ears, Heard], Report]) -> Callable[[Ears, Heard], Read]:
    """Return a reader for an act of the tracked boat; the same act of the other boat says nothing."""

    def read(ears: Ears, heard: Heard) -> Read:
        return ears, (make(ears, heard),) if ears.is_tracked(heard) else ()

    return read


def _surfaced(ears: Ears, heard: Heard) -> Read:
    """Read that a boat surfaced: the tracked one in a sector; or the own one, whose radio is then deaf (SON-83)."""
    if ears.is_tracked(heard):
        return ears._replace(iced=_marked(ears.sea, ICE)), (Surfaced(sectors(ears.sea)[heard["sector"]]),)
    return ears, _deafened(ears)


def _dived(ears: Ears, heard: Heard) -> Read:
    return ears, () if ears.is_tracked(heard) else _deafened(ears)


def _deafened(ears: Ears) -> tuple[Report, ...]:
    """Return what it means to a radio operator that his boat surfaced or dived: in real time he misses events."""
    return (Lost(),) if ears.operator and ears.begun else ()


def _marked(sea: Sea, mark: str) -> int:
    """Return the points of a chart that bear a mark."""
    return sum(1 << point for point, cell in enumerate("".join(sea.chart.rows)) if cell == mark)


def _turn(ears: Ears, heard: Heard) -> Read:
    return ears._replace(turns=True), (Armed(),) if ears.is_tracked(heard) else ()


def _drone(ears: Ears, heard: Heard) -> Read:
    if ears.is_tracked(heard) or heard["answer"] not in ("yes", "no"):
        return ears, ()
    sector = sectors(ears.sea)[heard["sector"]]
    return ears, (Among(sector if heard["answer"] == "yes" else ears.sea.water & ~sector),)


def _sonar(ears: Ears, heard: Heard) -> Read:
    return ears, () if ears.is_tracked(heard) else (Among(one_true(ears.sea, heard["statements"])),)


def _torpedo(ears: Ears, heard: Heard) -> Read:
    at = ears.sea.index[heard["at"]]
    ears = ears._replace(swept=0, marked=0, by_hand=-1)
    if not ears.is_tracked(heard):
        return ears, ()
    return ears, (Among(ears.sea.reach(at, ears.water, over_land=ears.setting.torpedo_path == "plain")),)


def _detonated(ears: Ears, heard: Heard) -> Read:
    at = ears.sea.index[heard["at"]]
    aboard = heard["boat"] == BOATS[ears.aboard]
    by_hand = at if ears.is_tracked(heard) else -1
    return ears._replace(swept=0, marked=1 << at if aboard else 0, by_hand=by_hand), ()


def _mine_lost(ears: Ears, heard: Heard) -> Read:
    """Mark a mine of the own boat that explodes next. One that a torpedo destroyed does not explode."""
    at = ears.sea.index[heard["at"]]
    return (ears, ()) if ears.swept >> at & 1 else (ears._replace(marked=ears.marked | 1 << at), ())


def _blast(ears: Ears, heard: Heard) -> Read:
    """Read a blast: what it did to the tracked boat, and to mines near it."""
    sea, at, chain, setting = ears.sea, ears.sea.index[heard["at"]], ears.setting.mine_chain, ears.setting
    ears = ears._replace(by=heard["by"])
    said: list[Report] = []
    result, told = heard["results"].get(ears.name), heard["by"] != ears.name or setting.own_hit_announced
    if result is not None and (told or ears.aboard != ears.tracked):
        said.append(Among(points_of_blast(sea, at, result)))
    elif not told:
        said.append(Shot(at))
    if heard["weapon"] != "mine":
        said.append(Swept(1 << at, sea.around[at] if chain != "off" else 0))
        return ears._replace(swept=ears.swept | 1 << at), tuple(said)
    own = ears.marked >> at & 1
    if own == (ears.aboard == ears.tracked):  # each crew is told of its own mines: any other is the enemy's
        said.append(Exploded(at, ears.by_hand == at))
    if chain == "full":
        said.append(Swept(0, sea.around[at] | 1 << at))
    return ears._replace(marked=ears.marked & ~(1 << at), by_hand=-1), tuple(said)


def _damage(ears: Ears, heard: Heard) -> Read:
    """Read damage of the tracked boat that both boats know of."""
    cause, setting = heard["cause"], ears.setting
    if cause == "ice" and ears.is_tracked(heard):
        return ears._replace(iced=0), (Among(_marked(ears.sea, ICE)), Hurt(heard["amount"]))
    if not ears.is_tracked(heard):
        return ears, ()
    if ears.aboard == ears.tracked:
        blast = cause in ("torpedo", "mine") and (ears.by != ears.name or setting.own_hit_announced)
        if not blast and (cause not in ("section", "radiation") or setting.announce_breakdown not in ("all", cause)):
            return ears, ()
    return ears, (Hurt(heard["amount"]),)


def _volcano(ears: Ears, heard: Heard) -> Read:
    """Read lava: it is land from now on (SON-105). Smoke says nothing."""
    points = ears.sea.gather(heard.get("points", ()))
    return ears._replace(water=ears.water & ~points), (Silted(points),) if points else ()


def _repair(ears: Ears, heard: Heard) -> Report:
    """Read that the tracked boat was next to an island that bears the symbol of a system (SON-106)."""
    near = 0
    for island in points_in(_marked(ears.sea, _SYMBOLS[heard["system"]])):
        near |= ears.sea.around[island]
    return Among(near)


_SYMBOLS = {"mine": "M", "torpedo": "T", "drone": "D", "sonar": "S", "silence": "Z"}


def _anything(ears: Ears, _heard: Heard) -> Read:
    return ears, (Lost(),)


_READERS: dict[str, Callable[[Ears, Heard], Read]] = {
    "course": _simply(lambda _ears, heard: CourseReport(heard["dir"])),
    "withdrawn": _simply(lambda _ears, heard: Withdrawn(heard["dir"])),
    "silence": _simply(lambda _ears, _heard: Silence()),
    "surfaced": _surfaced,
    "dived": _dived,
    "mine-laid": _simply(lambda ears, _heard: Laid(ears.turns)),
    "begun": lambda ears, _heard: (ears._replace(begun=True), ()),
    "turn": _turn,
    "drone": _drone,
    "sonar": _sonar,
    "torpedo": _torpedo,
    "detonated": _detonated,
    "mine-lost": _mine_lost,
    "blast": _blast,
    "damage": _damage,
    "scenario": lambda ears, _heard: (ears._replace(swept=0, marked=0), (Settled(),)),
    "volcano": _volcano,
    "repair": _simply(_repair),
    "undone": _anything,
}
"""Type of an event -> how it is read. Any other type says nothing about where a boat is."""
