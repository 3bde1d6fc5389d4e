"""Presets: where the men of a role would go in a change of positions. Each becomes one `move`; the rules know none.

All stations compute "for this order" from where everybody was when the change began, so the roles agree without
talking: each sends its own men of one common plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import TASKS, bar_places, cost, places_of
from klaxon.rules.uboot.crew.men import CREW, figures_of, role_of_figure
from klaxon.rules.uboot.orders.positions import left_to_move, price
from klaxon.rules.uboot.orders.ways import Way, ways_from
from klaxon.rules.uboot.records import OrderPlace, Positions
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import INSIDE, OUTSIDE, ROOMS

_Filled = dict[tuple[int, ...], tuple[int, tuple[tuple[int, int], ...]]]
_DIGIT = 10
"""Bits of a part of a weight: the sum over all men has room in them, so that weights can be added as numbers."""
"""Places filled of each kind -> the least weight it takes, and which figures go to which rooms for it."""

STATIONS: Sequence[tuple[str, tuple[int, ...], tuple[int, ...]]] = (
    ("helm", (3,), (3,)),
    ("ballast", (3,), (3,)),
    ("engines", (5, 6), (6,)),
    ("launch", (1,), (1,)),
    ("tdc", (3,), (3,)),
    ("periscope", (3,), (3,)),
    ("hydrophone", (2,), (2,)),
    ("medic", (2,), (2,)),
    ("reload", (1,), (1,)),
    ("aa20", (8,), ()),
    ("watch", (8,), ()),
)
"""Battle stations: a training, and the rooms of the first, second... man, surfaced and submerged.

More urgent ones come first. Surfaced the engines are manned so that the boat can dive at once.
"""


class TrainedPost(NamedTuple):
    """A post of the role: the training of its man, and its room."""

    symbols: tuple[str, ...]
    room: int


def reachable(board: OpenBoard, positions: Positions, figure: int) -> dict[int, Way]:
    """Return the rooms that a man can reach, with the ways, including his own."""
    found = ways_from(board, positions.start[figure])
    free = board.man(figure).free
    return {room: found[room] for room in ROOMS if room in found and price(board, figure, found[room]) <= free}


def stay(board: OpenBoard, positions: Positions, role: str) -> dict[int, int]:
    """Leave everybody where he was when the change began."""
    return {figure: positions.start[figure] for figure in left_to_move(board, positions, role)}


def all_to(board: OpenBoard, positions: Positions, role: str, room: int) -> dict[int, int]:
    """Send all men of a role who can get there to one room."""
    rooms = stay(board, positions, role)
    return {figure: room if room in reachable(board, positions, figure) else here for figure, here in rooms.items()}


def battle_stations(board: OpenBoard, positions: Positions, role: str) -> dict[int, int]:
    """Send every man of a role to the station of his training."""
    rooms, manned = stay(board, positions, role), dict[str, int]()
    for figure, here in rooms.items():
        symbols = board.symbols(figure)
        symbol, surfaced, submerged = next((row for row in STATIONS if row[0] in symbols), ("", (), ()))
        stations = surfaced if board.boat.surfaced else submerged
        if stations:
            room = stations[min(manned.get(symbol, 0), len(stations) - 1)]
            rooms[figure] = room if room in reachable(board, positions, figure) else here
        manned[symbol] = manned.get(symbol, 0) + 1
    return rooms


# -- the same posts again --------------------------------------------------------------------------------------------


def posts_of(board: OpenBoard, role: str) -> tuple[TrainedPost, ...]:
    """Return the posts of a role as its men have them now."""
    return tuple(TrainedPost(board.symbols(f), board.at[f]) for f in figures_of(role) if board.at[f])


def posts_found(board: OpenBoard, positions: Positions, role: str) -> tuple[TrainedPost, ...]:
    """Return the posts of a role if nobody remembers them: those of the watch that fits the present positions.

    Figures stay where they are at the bell, so these may be posts of the other watch.
    """
    on, off = (board.shift - 1) * CREW, (2 - board.shift) * CREW
    own, other = (_posts_of_men(board, positions, role, first) for first in (on, off))
    return max(own, other, key=lambda posts: sum(_is_station(board, post) for post in posts))


def _posts_of_men(board: OpenBoard, positions: Positions, role: str, first: int) -> tuple[TrainedPost, ...]:
    symbols, start = board.handbook.symbols, positions.start
    return tuple(TrainedPost(symbols[first + figure], start[figure]) for figure in figures_of(role) if start[figure])


def _is_station(board: OpenBoard, post: TrainedPost) -> bool:
    """Return whether a post is a battle station of one with its symbols."""
    rows = [
        surfaced if board.boat.surfaced else submerged for name, surfaced, submerged in STATIONS if name in post.symbols
    ]
    return any(post.room in rooms for rooms in rows)


def same_posts(board: OpenBoard, positions: Positions, role: str, posts: Sequence[TrainedPost]) -> dict[int, int]:
    """Send every man to the post of the man trained most like him, moving as few as possible."""
    rooms = stay(board, positions, role)
    men = list(rooms)

    def judge(order: Sequence[TrainedPost]) -> tuple[int, int]:
        pairs = list(zip(men, order, strict=False))
        alike = sum(len({*board.symbols(figure)} & {*post.symbols}) for figure, post in pairs)
        return alike, sum(post.room == rooms[figure] for figure, post in pairs)

    best = max(permutations(posts, min(len(men), len(posts))), key=judge, default=())
    for figure, post in zip(men, best, strict=False):
        if post.room in reachable(board, positions, figure):
            rooms[figure] = post.room
    return rooms


# -- for this order --------------------------------------------------------------------------------------------------


def for_order(board: OpenBoard, positions: Positions, order: str) -> dict[int, int]:
    """Return where all men go for an order: its places are filled at the least cost, the others stay.

    Before a dive nobody stays outside (UBT-3.7f).
    """
    made_of = (positions.start, board.crew, board.rooms, board.boat)
    return board.keep(f"for.{order}", made_of, lambda board: _for_order(board, positions, order))


def _for_order(board: OpenBoard, positions: Positions, order: str) -> dict[int, int]:
    row = board.handbook.orders[order]
    rooms = {figure: positions.start[figure] for figure in range(CREW) if positions.start[figure]}
    rooms.update(_fill(board, positions, row))
    if order == "dive":
        for figure, room in rooms.items():
            if room in OUTSIDE:
                ways = reachable(board, positions, figure)
                rooms[figure] = min((inside for inside in INSIDE if inside in ways), key=ways.__getitem__, default=room)
    return rooms


def lack_for(board: OpenBoard, positions: Positions, order: str) -> Refusal | None:
    """Return what an order would still lack with all men where it needs them; None if its places can be filled."""
    told = board.copy()
    rooms = for_order(board, positions, order)
    told.at = tuple(rooms.get(figure, 0) for figure in range(CREW))
    row = told.handbook.orders[order]
    return bar_places(told, row, *places_of(told, row))


def _fill(board: OpenBoard, positions: Positions, row: OrderRow) -> dict[int, int]:
    """Return which figures go where to fill as many places of an order as possible."""
    places, least = places_of(board, row)
    able = _Judge(board, positions, row)
    if row.ends != "filled":  # a place beyond those that must be filled is for men with the symbol (UBT-3.3i)
        skilled = [f for f in range(CREW) if any(able(f, place, skilled=True) for place in places if place.symbol)]
        dark = tuple(place for place in places if not place.symbol)
        wanted = max(least - len(dark), len(skilled))
        places = (*places[: min(wanted, len(places) - len(dark))], *dark)
    kinds = list(dict.fromkeys(places))
    needs = tuple(places.count(kind) for kind in kinds)
    ways: _Filled = {(0,) * len(kinds): (0, ())}
    for figure in range(CREW):
        ways = _with_man(ways, figure, kinds, needs, able)
    _, (_, chosen) = max(ways.items(), key=lambda way: (sum(way[0]), -way[1][0]))
    return dict(chosen)


class _Judge:
    """Judges who could fill which place of an order after a change of positions, and at what weight."""

    def __init__(self, board: OpenBoard, positions: Positions, row: OrderRow) -> None:
        self._board, self._row = board, row
        living = [figure for figure in range(CREW) if positions.start[figure] and not board.man(figure).dead]
        self._ways = {figure: reachable(board, positions, figure) for figure in living}

    def __call__(self, figure: int, place: OrderPlace, *, skilled: bool = False) -> int | None:
        """Return the weight of a man in a place, None if he cannot fill it: the least is the best."""
        board, way = self._board, self._ways.get(figure, {}).get(place.room)
        man, tokens = board.man(figure), cost(board, figure, place)
        if way is None or man.barred_by(place.symbol) or (skilled and tokens > 1):
            return None
        stays = not way.rooms
        if stays and man.task and place.symbol and self._row.id in TASKS:
            return None
        if tokens + price(board, figure, way) > man.free:
            return None
        lent = role_of_figure(figure) not in self._row.owners
        weight = 0
        for part in (way.hazards, tokens, lent, not stays and man.task != "", man.tokens, way.length):
            weight = (weight << _DIGIT) + part
        return weight


def _with_man(ways: _Filled, figure: int, kinds: Sequence[OrderPlace], needs: tuple[int, ...], able: _Judge) -> _Filled:
    """Return the best way to each number of filled places, when one more man may take one."""
    after = dict(ways)
    for which, weight in _weights(figure, kinds, able):
        for filled, (so_far, men) in ways.items():
            if filled[which] == needs[which]:
                continue
            more = (*filled[:which], filled[which] + 1, *filled[which + 1 :])
            if more not in after or so_far + weight < after[more][0]:
                after[more] = (so_far + weight, (*men, (figure, kinds[which].room)))
    return after


def _weights(figure: int, kinds: Sequence[OrderPlace], able: _Judge) -> Iterator[tuple[int, int]]:
    for which, kind in enumerate(kinds):
        weight = able(figure, kind)
        if weight is not None:
            yield which, weight
