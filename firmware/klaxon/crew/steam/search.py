"""Looking ahead: the orders of a whole turn tried in many sequences, the enemy answering each blow in the best way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from klaxon.crew.steam import thumb, ways
from klaxon.crew.steam.defence import place_all_damage
from klaxon.crew.steam.fire import lie_of, stand_of
from klaxon.crew.steam.model import after
from klaxon.crew.steam.skills import SKILLS
from klaxon.crew.steam.thumb import oxygen_cell
from klaxon.crew.steam.worth import WON, prospects, uses
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.steam import look
from klaxon.rules.steam.grid import NAMES, SIZE
from klaxon.rules.steam.state import Board, Hull
from klaxon.rules.steam.step import SEATS
from klaxon.rules.steam.use import users

LONGEST = 8
"""Most orders of a turn that are looked ahead."""
REPLY = 16
"""Most orders of the enemy's turn that are looked at."""
STEPS = 2
"""Most steps of one man that are tried: those to where he is needed most."""


class LineOfPlay(NamedTuple):
    """A sequence of orders: its value so far, its first order, and the board after it."""

    worth: int
    first: Order
    board: Board


def best_order(board: Board, me: int, beam: int, replies: int, pick: Pick) -> Order:
    """Return the first order of the best turn that was found; `end` if nothing gains."""
    end = Order(SEATS[me], "end")
    leaves = [LineOfPlay(prospects(board, me)[1], end, board)]
    lines = [LineOfPlay(0, end, board)]
    for depth in range(LONGEST):
        fresh: dict[object, LineOfPlay] = {}
        for line in lines:
            for order in _orders(line.board, me):
                there = _settle(after(line.board, order))
                key = _key(there)
                if key not in fresh:
                    first = order if depth == 0 else line.first
                    going, ended = prospects(there, me)
                    leaves.append(LineOfPlay(ended + pick(2), first, there))
                    fresh[key] = LineOfPlay(going, first, there)
        going_on = [line for line in fresh.values() if line.board.outcome is None]
        lines = sorted(going_on, key=lambda line: -line.worth)[:beam]
        if not lines:
            break
    leaves.sort(key=lambda line: -line.worth)
    likely = leaves[:replies]
    if leaves[0].worth >= WON or len({line.first for line in likely}) == 1:
        return leaves[0].first
    return max(likely, key=lambda line: reply(line.board, me)).first


def reply(board: Board, me: int) -> int:
    """Return the value of a turn's final board after the enemy's next turn, which he plays by rules of thumb."""
    if board.outcome is None:
        board = after(board, Order(SEATS[me], "end"))
    for _ in range(REPLY):
        if board.outcome is not None or board.active == me:
            break
        board = _settle(after(board, _answer(board, 1 - me)))
    return prospects(board, me)[0]


def _answer(board: Board, me: int) -> Order:
    if board.phase == "oxygen":
        return Order(SEATS[me], "oxygen", (NAMES[oxygen_cell(board.boats[me])],))
    if board.phase == "ready":
        return Order(SEATS[me], "ready")
    return thumb.act(board, me, SKILLS["able"], lambda _n: 0)


def _settle(board: Board) -> Board:
    """Return the board when the enemy has placed the damage and let a window pass."""
    board = place_all_damage(board)
    if board.window is not None and board.outcome is None:
        board = after(board, Order(SEATS[board.window.boat], "pass"))
    return board


def _orders(board: Board, me: int) -> Iterator[Order]:
    """Yield the orders that are worth considering."""
    wish = uses(board, stand_of(board, me))
    if not board.boats[me].manoeuvred:
        seen = {lie_of(board, me)}
        for course in ways.courses(board, me):
            if course.lie not in seen:
                seen.add(course.lie)
                yield course.order
    if not look.opening(board):
        idle = set(ways.idle(board, me))
        for man in users(board, me, reacting=False):
            if man in idle:
                yield from ways.uses(board, me, man, wish)
    for man in ways.idle(board, me):
        if board.boats[me].place[man] < SIZE:
            steps = sorted(ways.moves(board, me, man), key=lambda step: -wish[step[1]])
            yield from (order for order, _ in steps[:STEPS])


def _key(board: Board) -> object:
    return (board.sector, board.lateral, *map(_hull_key, board.boats))


def _hull_key(hull: Hull) -> object:
    men = sorted(zip(hull.place[1:], hull.start[1:], _bits(hull.ready), _bits(hull.acted), strict=True))
    return (
        hull.place[0], hull.ready & 1, hull.acted & 1, tuple(men), hull.plain, hull.oxygen, hull.empty, hull.uses,
        hull.manoeuvred, hull.drag, hull.haste, hull.edge, hull.plate, hull.anchored,
    )  # fmt: skip


def _bits(men: int) -> list[int]:
    return [men >> man & 1 for man in (1, 2, 3, 4)]
