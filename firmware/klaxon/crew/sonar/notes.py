"""What a seat of Captain Sonar makes of what it hears: where the boats may be, and what is broken aboard.

Each boat is followed in the same way, the own one through the enemy's ears: how much does he know of us? Sets of
points are integers, as in the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from klaxon.crew.understudy import Heard
from klaxon.rules.sonar import panel
from klaxon.rules.sonar.chart import DIRECTIONS, Sea, points_in
from klaxon.rules.sonar.setting import BOATS

LONGEST_SILENCE = 4
_BACK = dict(zip(DIRECTIONS, (*DIRECTIONS[2:], *DIRECTIONS[:2]), strict=True))


class Notes(NamedTuple):
    """The notes of one seat. `haunts`: boat -> the points where it may be, as far as its enemy was told."""

    sea: Sea
    me: int
    haunts: tuple[int, int]
    over_land: bool
    """Torpedoes run over land too."""
    own_hits_told: bool
    """A boat that hits itself says so."""
    panel: int = 0
    failed: int = 0
    """Symbols that must be crossed, for an order has failed."""

    @property
    def prey(self) -> int:
        """The points where the enemy may be."""
        return self.haunts[1 - self.me]

    @property
    def shadow(self) -> int:
        """The points among which the enemy must look for us."""
        return self.haunts[self.me]

    def works(self, system: str) -> bool:
        """Tell whether a system should work, as far as was heard."""
        return panel.works(self.panel | self.failed, system)


def listen(notes: Notes, heard: Heard) -> Notes:
    """Return the notes after one more event. After an undo by the table both boats may be anywhere again."""
    if heard["type"] == "undone":
        return notes._replace(haunts=(notes.sea.water, notes.sea.water))
    red, blue = (_follow(notes, boat, heard) or notes.sea.water for boat in (0, 1))
    notes = notes._replace(haunts=(red, blue))
    aboard = _ABOARD.get(heard["type"])
    return aboard(notes, heard) if aboard and heard.get("boat") == BOATS[notes.me] else notes


def _broke(notes: Notes, heard: Heard) -> Notes:
    return notes._replace(panel=notes.panel | panel.BIT[heard["symbol"]])


def _repaired(notes: Notes, heard: Heard) -> Notes:
    return notes._replace(panel=notes.panel & ~panel.CIRCUIT_BITS[heard["circuit"]], failed=0)


def _failed(notes: Notes, heard: Heard) -> Notes:
    known = notes.works(heard["system"])
    return notes._replace(failed=panel.KIND_BITS[panel.KIND_OF_SYSTEM[heard["system"]]]) if known else notes


def _damage(notes: Notes, heard: Heard) -> Notes:
    return _erased(notes, heard) if heard["cause"] in ("section", panel.RADIATION) else notes


def _erased(notes: Notes, _heard: Heard) -> Notes:
    return notes._replace(panel=0, failed=0)


_ABOARD: dict[str, Callable[[Notes, Heard], Notes]] = {
    "broke": _broke,
    "repaired": _repaired,
    "failed": _failed,
    "damage": _damage,
    "surfaced": _erased,
}


def _follow(notes: Notes, boat: int, heard: Heard) -> int:
    """Return where a boat may be after one more event; 0 where that contradicts what was heard before."""
    kind, sea, where = heard["type"], notes.sea, notes.haunts[boat]
    if kind == "blast":
        result = heard["results"].get(BOATS[boat])
        told = heard["by"] != BOATS[boat] or notes.own_hits_told
        return where & _blasted(sea, sea.index[heard["at"]], result) if result and told else where
    if kind == "volcano" and "points" in heard:
        return where & ~sea.gather(heard["points"])
    own = heard.get("boat") == BOATS[boat]
    if kind == "drone":
        sector = sectors(sea)[heard["sector"]]
        yes, no = not own and heard["answer"] == "yes", not own and heard["answer"] == "no"
        return where & sector if yes else where & ~sector if no else where
    if kind == "sonar":
        return where if own else where & _one_true(sea, heard["statements"])
    return _moved(notes, where, heard) if own else where


def _moved(notes: Notes, where: int, heard: Heard) -> int:
    """Return where a boat may be after an event of its own."""
    sea = notes.sea
    match heard["type"]:
        case "course":
            return shifted(sea, where, heard["dir"])
        case "withdrawn":
            return shifted(sea, where, _BACK[heard["dir"]])
        case "silence":
            return where | _spread(sea, where)
        case "surfaced":
            return where & sectors(sea)[heard["sector"]]
        case "torpedo":
            return where & sea.reach(sea.index[heard["at"]], sea.water, over_land=notes.over_land)
        case "repair":
            return where & _beside(sea, sea.bases[heard["system"]])
        case "damage" if heard["cause"] == "ice":
            return where & sea.ice
        case _:
            return where


def _beside(sea: Sea, islands: int) -> int:
    """Return the points next to islands."""
    found = 0
    for island in points_in(islands):
        found |= sea.around[island]
    return found


def _blasted(sea: Sea, at: int, result: str) -> int:
    """Return the points of a boat that a blast missed, or hit directly or not."""
    if result == "direct":
        return 1 << at
    return sea.around[at] if result == "indirect" else ~(sea.around[at] | 1 << at)


def _spread(sea: Sea, where: int) -> int:
    """Return the points that silence may have led to."""
    found = 0
    for direction in DIRECTIONS:
        reached = where
        for _ in range(LONGEST_SILENCE):
            reached = shifted(sea, reached, direction)
            found |= reached
    return found


def _one_true(sea: Sea, statements: Heard) -> int:
    """Return the points for which exactly one of two statements is true."""
    first, second = (_stated(sea, kind, str(value)) for kind, value in statements.items())
    return first ^ second


def _stated(sea: Sea, kind: str, value: str) -> int:
    if kind == "sector":
        return sectors(sea)[int(value)]
    rows = kind == "row"
    return sum(1 << i for i in range(sea.size) if (str(sea.row(i)) if rows else sea.column(i)) == value)


def shifted(sea: Sea, where: int, direction: str) -> int:
    """Return a set of points one step further, as far as there is sea."""
    west, east = _edges(sea)
    match direction:
        case "north":
            moved = where >> sea.width
        case "south":
            moved = where << sea.width
        case "east":
            moved = (where & ~east) << 1
        case _:
            moved = (where & ~west) >> 1
    return moved & sea.water


@lru_cache(maxsize=32)
def _edges(sea: Sea) -> tuple[int, int]:
    """Return the westernmost and the easternmost column."""
    west = sum(1 << row * sea.width for row in range(sea.height))
    return west, west << sea.width - 1


@lru_cache(maxsize=32)
def sectors(sea: Sea) -> tuple[int, ...]:
    """Return number -> the points of that sector; there is no sector 0."""
    numbers = range(len(sea.sectors) + 1)
    return tuple(sum(1 << i for i in range(sea.size) if sea.sector[i] == number) for number in numbers)
