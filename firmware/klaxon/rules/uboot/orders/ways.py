"""Ways through the boat: from room to room, over the deck where the boat is split, and what they cost (UBT-3.4b to e).

A station asks here too, before a change is confirmed: `way` names the rooms crossed and the hazards in them (UBT-3.2f).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from klaxon.rules.uboot.cards.effects import is_shut
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import HAZARDS, INSIDE, ROOMS

_LINE = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (7, 8))
_TOWER = (3, 8)
_HATCHES = ((1, 7), (6, 7))
SPLITTING = (2, 3, 4, 5)
"""A flooded room of these splits the boat, so that the loading hatches are opened (UBT-3.16a, b)."""


class Way(NamedTuple):
    """A way: what it costs in ACT, the hazards met, and the rooms after the first in their order."""

    act: int
    hazards: int
    length: int
    rooms: tuple[int, ...]


class Passages(NamedTuple):
    """What decides which ways there are."""

    surfaced: bool
    flooded: tuple[bool, ...]
    """Room 1 comes first."""
    hazards: tuple[int, ...]
    """Hazard tokens in each room."""
    shut: bool = False
    """Whether a card shuts the way through the tower (UBT-7.8g)."""


def passages(board: OpenBoard) -> Passages:
    """Return what decides the ways of a boat."""
    return board.keep("passages", (board.rooms, board.boat.surfaced, board.cards.effects), _passages)


def _passages(board: OpenBoard) -> Passages:
    return Passages(
        board.boat.surfaced,
        tuple(room.flooded for room in board.rooms),
        tuple(sum(kind in HAZARDS for kind in room.emergencies) if room.emergencies else 0 for room in board.rooms),
        is_shut(board),
    )


def ways_from(board: OpenBoard, start: int) -> dict[int, Way]:
    """Return the rooms that can be reached from one, itself among them, each with the way."""
    return by_start(passages(board))[start]


def way(board: OpenBoard, start: int, end: int) -> Way | None:
    """Return the way between two rooms: fewest ACT, hazards, rooms, then the lower numbers (UBT-3.4e)."""
    return ways(passages(board)).get((start, end))


def why_no_way(board: OpenBoard, start: int, end: int) -> str:
    """Return why there is no way: flooded, submerged, shut, or cut-off."""
    found = passages(board)
    if found.flooded[end - 1]:
        return "flooded"
    if not found.surfaced and (start, end) in ways(found._replace(surfaced=True)):
        return "submerged"
    if found.shut and (start, end) in ways(found._replace(shut=False)):
        return "shut"
    return "cut-off"


@lru_cache(maxsize=256)
def by_start(found: Passages) -> dict[int, dict[int, Way]]:
    """Return the same table, from room to room."""
    table = ways(found)
    return {start: {end: table[start, end] for end in ROOMS if (start, end) in table} for start in ROOMS}


@lru_cache(maxsize=256)
def ways(found: Passages) -> dict[tuple[int, int], Way]:
    """Return the best way between every two rooms that have one; to stay is a way without rooms."""
    near = _neighbours(found)
    table: dict[tuple[int, int], Way] = {}
    for start in ROOMS:
        table[start, start] = Way(0, 0, 0, ())
        for rooms in _paths(near, (start,)):
            hatch = any(pair in _HATCHES or pair[::-1] in _HATCHES for pair in pairwise(rooms))
            hazards = sum(found.hazards[room - 1] for room in rooms[1:])
            candidate = Way(int(hatch), hazards, len(rooms) - 1, rooms[1:])
            ends = (start, rooms[-1])
            if ends not in table or candidate < table[ends]:
                table[ends] = candidate
    return table


def _neighbours(found: Passages) -> dict[int, list[int]]:
    pairs = list(_LINE)
    if found.surfaced:
        if not found.shut:
            pairs.append(_TOWER)
        if any(found.flooded[room - 1] for room in SPLITTING):
            pairs += _HATCHES
    near: dict[int, list[int]] = {room: [] for room in ROOMS}
    for a, b in pairs:
        if not found.flooded[a - 1] and not found.flooded[b - 1]:
            near[a].append(b)
            near[b].append(a)
    return near


def _paths(near: dict[int, list[int]], so_far: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every way that crosses no room twice."""
    for room in near[so_far[-1]]:
        if room not in so_far:
            path = (*so_far, room)
            yield path
            yield from _paths(near, path)


def standing_rooms(board: OpenBoard) -> list[int]:
    """Return the rooms a figure may be put into: none that is flooded, 7 and 8 only while they are open (UBT-3.6l)."""
    rooms = ROOMS if board.boat.surfaced and not is_shut(board) else INSIDE
    return [room for room in rooms if not board.room(room).flooded]
