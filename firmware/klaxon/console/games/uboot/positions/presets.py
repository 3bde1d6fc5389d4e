"""Presets: where the men of a role would go in a change of positions. Each becomes one `move`; the rules know none.

All stations and understudies make the same plan "for this order" from where everybody was when the change began, so
the roles agree without talking: each sends its own men of one common plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from klaxon.crew.uboot.skills import SKILLS
from klaxon.crew.uboot.stations import Stations, plan_stations
from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.manning import bar_places, places_of
from klaxon.rules.uboot.crew.men import CREW, figures_of
from klaxon.rules.uboot.orders.positions import left_to_move, price
from klaxon.rules.uboot.orders.ways import Way, ways_from
from klaxon.rules.uboot.records import Positions
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import ROOMS

ALL_HANDS = SKILLS["able"]._replace(lookouts=CREW, improvises=False)
"""How the plan for an order is made: with every man who is trained for it, if it takes any number."""
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


def for_order(board: OpenBoard, positions: Positions, order: str) -> Stations:
    """Return where all men go for an order, by the plan that understudies follow too.

    Its places are filled at the least cost, and a device that it lacks is carried along; the others go where the next
    orders may need them. Before a dive nobody stays outside (UBT-3.7f).
    """
    moving = (positions.start, positions.numbers, positions.carried, board.at)
    made_of = (*moving, board.crew, board.rooms, board.boat, board.faults, board.trouble)
    return board.keep(f"for.{order}", made_of, lambda board: plan_stations(board, order, ALL_HANDS))


def lack_for(board: OpenBoard, positions: Positions, order: str) -> Refusal | None:
    """Return what an order would still lack with all men where it needs them; None if its places can be filled."""
    told = for_order(board, positions, order).board_after(board)
    row = told.handbook.orders[order]
    return bar_places(told, row, *places_of(told, row))
