"""The orders of Steam Torpedo that are worth considering, built from the open board with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from klaxon.crew.steam.fire import LIES, lies_at
from klaxon.rules.contract import Order
from klaxon.rules.domains import Token
from klaxon.rules.steam import look
from klaxon.rules.steam.grid import INDEX, NAMES, NEIGHBOURS, SECTORS, SIZE
from klaxon.rules.steam.setting import BOATS, CAPTAIN, CREW
from klaxon.rules.steam.state import Board
from klaxon.rules.steam.step import SEATS, Working
from klaxon.rules.steam.use import Use

MOST = 40
"""Most ways of one use that are considered: cards of other boxes may offer thousands."""


class Course(NamedTuple):
    """A manoeuvre: its order, the sectors after it, and the lie of the enemy there."""

    order: Order
    sector: tuple[int, int]
    lie: int


def courses(board: Board, me: int) -> Iterator[Course]:
    """Yield one manoeuvre for every reachable position, including the other side of the enemy.

    They come in the same order for both boats, seen along their heading.
    """
    speed, way = look.speed(board, me), look.along(board)
    mine, his = board.sector[me], board.sector[1 - me]
    sea = range(1, SECTORS + 1)[::way]
    for a in sea:
        for b in sea if look.movable(board, 1 - me) else (his,):
            cost = abs(a - mine) + abs(b - his)
            if cost > speed or (not cost and (a != b or speed < 2 or board.setting.side != "mover")):
                continue
            words = (*_points(me, a - mine), *_points(1 - me, b - his))
            if not cost:  # out of the sector, and back on the other side
                out = 1 if a < SECTORS else -1
                words = (*_points(me, out), *_points(me, -out))
            order = Order(SEATS[me], "manoeuvre", words)
            sector = (a, b) if me == 0 else (b, a)
            gap = (b - a) * way
            if gap:
                (lie,) = lies_at(gap)
                yield Course(order, sector, lie)
                continue
            for side in _sides(board, me):
                if cost or look.lateral_of(me, side) != board.lateral:
                    named = order.plus(("side", side)) if board.setting.side == "mover" else order
                    yield Course(named, sector, LIES.index((side, "close")))


def _sides(board: Board, me: int) -> tuple[str, ...]:
    """Return the sides on which the enemy may end up, his present one first."""
    first = "port" if look.fixed_lateral(board) == me else "starboard"
    return (first, look.OPPOSITE[first]) if board.setting.side == "mover" else (first,)


def _points(boat: int, steps: int) -> tuple[Token, ...]:
    return (f"{BOATS[boat]}{'+' if steps > 0 else '-'}1",) * abs(steps)


def uses(board: Board, me: int, man: int, wish: Sequence[int], *, reacting: bool = False) -> Iterator[Order]:
    """Yield the ways in which a man may use a compartment. If he steps, he steps to where he is needed.

    Two men use it together if two may, both ways; a bonus is always taken; a helper who is not needed is left out.
    """
    bare = Order(SEATS[me], "react" if reacting else "activate")
    drafts: list[tuple[Token, ...]] = [(CREW[man],)]
    for args in drafts:
        use = Use(Working(board), me, reacting=reacting)
        for token in args:
            use.feed(token)
        tokens, must = use.choices()
        more, settled = _narrowed(tokens, wish)
        if not must and not settled:
            yield bare.plus(*args)
        if len(drafts) < MOST:
            drafts += [(*args, token) for token in more]


def _narrowed(tokens: Sequence[Token], wish: Sequence[int]) -> tuple[list[Token], bool]:
    """Return the tokens that are worth considering, and whether any of them is always better than none."""
    kept: list[Token] = []
    best: dict[str, tuple[int, Token]] = {}
    bonus = False
    for token in tokens:
        if isinstance(token, str):  # a mate: of men who stand together one is as good as the other, sailors first
            if token != CREW[CAPTAIN]:
                best.setdefault("mate", (0, token))
            continue
        key, value = token
        if key in ("to", "step"):
            kind, _, name = value.rpartition(":")
            if kind == "before":
                kept.append(token)
                continue
            found = best.get(kind or key)
            if found is None or wish[INDEX[name]] > found[0]:
                best[kind or key] = (wish[INDEX[name]], token)
        elif key == "bonus":
            bonus = True
            best.setdefault(key, (0, token))
        elif key not in ("to2", "effect"):
            kept.append(token)
    if bonus:
        return [best["bonus"][1]], True
    return [*(token for _, token in best.values()), *kept], False


def moves(board: Board, me: int, man: int) -> Iterator[tuple[Order, int]]:
    """Yield the steps of a man on his own boat and where they end, including the captain's second step."""
    start = board.boats[me].place[man]
    order = Order(SEATS[me], "move", (CREW[man],))
    if start >= SIZE:
        return
    seen = {start}
    near = [cell for cell in NEIGHBOURS[start] if look.enterable(board, me, cell)]
    for cell in near:
        seen.add(cell)
        yield order.plus(NAMES[cell]), cell
    if man == CAPTAIN:
        for cell in near:
            for far in NEIGHBOURS[cell]:
                if far not in seen and look.enterable(board, me, far):
                    seen.add(far)
                    yield order.plus(NAMES[cell], ("step", f"after:{NAMES[far]}")), far


def idle(board: Board, me: int) -> list[int]:
    """Return the men who may still act, one of each group that is in the same situation."""
    hull = board.boats[me]
    found: dict[tuple[bool, int, int], int] = {}
    for man, place in enumerate(hull.place):
        if place >= 0 and hull.ready >> man & 1 and not hull.acted >> man & 1:
            found.setdefault((man == CAPTAIN, place, hull.start[man]), man)
    return list(found.values())
