"""Moving figures on the sea: the points of a manoeuvre (STM-3.7), and the operation `shift` of a card."""

from __future__ import annotations

from klaxon.rules.steam import look
from klaxon.rules.steam.cards.cards import Op
from klaxon.rules.steam.effect import Effect
from klaxon.rules.steam.grid import SECTORS
from klaxon.rules.steam.setting import BOATS
from klaxon.rules.steam.state import APART, Board
from klaxon.rules.steam.step import Working

SIDES = ("port", "starboard")
STEPS = {f"{boat}{step:+}": (me, step) for me, boat in enumerate(BOATS) for step in (1, -1)}
"""The points of a manoeuvre in words: which figure, which way in sector numbers."""


def steps(board: Board, me: int, sector: tuple[int, int]) -> list[str]:
    """Return the points that a boat may spend next when the figures lie in these sectors."""
    return [
        word
        for word, (boat, step) in STEPS.items()
        if 1 <= sector[boat] + step <= SECTORS and (boat == me or look.movable(board, boat))
    ]


def sectors_after(sector: tuple[int, int], word: str) -> tuple[int, int]:
    """Return the sectors after one point."""
    boat, step = STEPS[word]
    return (sector[0] + step, sector[1]) if boat == 0 else (sector[0], sector[1] + step)


def asks_side(board: Board, sector: tuple[int, int]) -> bool:
    """Return whether the mover has to name a side: the figures have come into one sector."""
    return sector[0] == sector[1] and board.setting.side == "mover"


def lay(work: Working, me: int, sector: tuple[int, int], side: str) -> None:
    """Lay the figures into their sectors; `side` is where the enemy then lies, seen from the mover."""
    board = work.board
    board.sector = sector
    if sector[0] != sector[1]:
        board.lateral = APART
    else:
        board.lateral = look.lateral_of(me, side) if side else look.fixed_lateral(board)
    facts: dict[str, object] = {"red": sector[0], "blue": sector[1]}
    work.tell("position", **facts, side=look.relation(board, 0)[0] if board.lateral != APART else "")


def headings(board: Board, me: int, op: Op) -> list[str]:
    """Return the ways in which a shift can go: ahead, astern."""
    boat = 1 - me if op.who == "enemy" else me
    if boat != me and not look.movable(board, boat):
        return []
    along = look.along(board)
    gap = (board.sector[1 - boat] - board.sector[boat]) * along
    ways = {"ahead": 1, "astern": -1}
    if op.dir in ways:
        ways = {op.dir: ways[op.dir]}
    elif op.dir == "toward":
        ways = {name: way for name, way in ways.items() if way * gap > 0}
    elif op.dir == "away":
        ways = {name: way for name, way in ways.items() if way * gap <= 0}
    return [name for name, way in ways.items() if 1 <= board.sector[boat] + way * along <= SECTORS]


def _after(effect: Effect, op: Op, way: str) -> tuple[int, int]:
    """Return the sectors after a shift: as far as it goes, but never past the edge, nor towards and past."""
    board = effect.work.board
    boat = 1 - effect.me if op.who == "enemy" else effect.me
    step = look.along(board) * (1 if way == "ahead" else -1)
    at, other = board.sector[boat], board.sector[1 - boat]
    for _ in range(op.n * effect.factor):
        if not 1 <= at + step <= SECTORS or (op.dir == "toward" and at == other):
            break
        at += step
    return (at, other) if boat == 0 else (other, at)


def choose_shift(effect: Effect, op: Op) -> tuple[list[tuple[str, str]], bool]:
    """Ask for the way if both are open, then for the side if the figures meet."""
    ways = headings(effect.work.board, effect.me, op)
    if not ways or effect.side:
        return [], False
    if not effect.way and len(ways) > 1:
        return [("dir", way) for way in ways], True
    if asks_side(effect.work.board, _after(effect, op, effect.way or ways[0])):
        return [("side", side) for side in SIDES], True
    return [], False


def take_shift(effect: Effect, _op: Op, token: tuple[str, str]) -> None:
    """Record the way or the side."""
    if token[0] == "dir":
        effect.way = token[1]
    else:
        effect.side = token[1]


def close_shift(effect: Effect, op: Op) -> None:
    """Move the figure. An own boat counts as moving (STM-6e)."""
    work, side = effect.work, effect.side
    ways = headings(work.board, effect.me, op)
    way = effect.way or next(iter(ways), "")
    if way and not effect.way:
        effect.unsaid.append(("dir", way))
    effect.way = effect.side = ""
    if not ways:
        return
    sector = _after(effect, op, way)
    moved = 1 - effect.me if op.who == "enemy" else effect.me
    if moved == effect.me:
        work.board.boats[effect.me].moved = True
    work.tell("shifted", boat=BOATS[effect.me], moved=BOATS[moved], way=way)
    lay(work, effect.me, sector, side)
