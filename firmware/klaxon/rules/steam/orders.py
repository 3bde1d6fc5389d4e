"""What each order of Steam Torpedo does. Every order that gets here is legal: `walks.settle` has judged it."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.contract import Order
from klaxon.rules.domains import Token
from klaxon.rules.steam import attack, look, shift, start, turns
from klaxon.rules.steam.grid import INDEX, NAMES
from klaxon.rules.steam.setting import BOATS, CREW
from klaxon.rules.steam.state import State, Window
from klaxon.rules.steam.step import SEATS, Working, cell_of, place_on, replace_at, where
from klaxon.rules.steam.use import Use


def carry_out(state: State, order: Order) -> Working:
    """Carry out a legal order on a copy of the board. `state` is the resulting one: its picks may change."""
    work = Working(state.board, state.now)
    me = SEATS.index(order.seat)
    if order.verb == "pick":
        start.pick(work, state, me, str(order.args[0]))
        return work
    _ORDERS[order.verb](work, me, order.args)
    if work.board.active >= 0:
        turns.go_on(work)
    return work


def _swap(work: Working, me: int, args: tuple[Token, ...]) -> None:
    a, b = (INDEX[str(arg)] for arg in args)
    start.swap(work, me, (a, b))


def _keep(work: Working, me: int, _args: tuple[Token, ...]) -> None:
    start.swap(work, me, None)


def _oxygen(work: Working, me: int, args: tuple[Token, ...]) -> None:
    """Take one oxygen marker off; the slot stays a hit point (STM-3.6a)."""
    hull, cell = work.board.boats[me], INDEX[str(args[0])]
    hull.oxygen = replace_at(hull.oxygen, cell, hull.oxygen[cell] - 1)
    hull.empty = replace_at(hull.empty, cell, hull.empty[cell] + 1)
    work.tell("oxygen", boat=BOATS[me], cell=NAMES[cell], left=look.oxygen(hull), returned=False)
    if not work.test_outcome():
        turns.after_oxygen(work)


def _ready(work: Working, _me: int, _args: tuple[Token, ...]) -> None:
    turns.ready_all(work)


def _rest(work: Working, me: int, _args: tuple[Token, ...]) -> None:
    work.board.phase = "action"
    work.tell("rested", boat=BOATS[me])


def _manoeuvre(work: Working, me: int, args: tuple[Token, ...]) -> None:
    """Spend the points of the one manoeuvre; the boat then counts as moving, whichever figure moved (STM-3.7c)."""
    board = work.board
    hull = board.boats[me]
    words = [arg for arg in args if isinstance(arg, str)]
    side = next((arg[1] for arg in args if isinstance(arg, tuple)), "")
    work.tell("manoeuvre", boat=BOATS[me], points=look.speed(board, me), steps=words)
    sector = board.sector
    for word in words:
        sector = shift.sectors_after(sector, word)
    shift.lay(work, me, sector, side)
    hull.manoeuvred = hull.moved = True
    hull.drag = hull.haste = 0
    board.event = Window(1 - me, "manoeuvre")


def _move(work: Working, me: int, args: tuple[Token, ...]) -> None:
    """Move a man one step, the captain one more before or after it; then he is exhausted (STM-3.8a, STM-3.8i)."""
    name, *steps = args
    man, hull = CREW.index(str(name)), work.board.boats[me]
    for step in steps:
        cell = INDEX[cell_of(step)]
        on, _ = where(me, hull.place[man])
        work.walk(me, man, place_on(me, on, cell))
    hull.acted |= 1 << man
    work.exhaust(me, man)


def _activate(work: Working, me: int, args: tuple[Token, ...]) -> None:
    _use(work, me, args, reacting=False)


def _react(work: Working, me: int, args: tuple[Token, ...]) -> None:
    _use(work, me, args, reacting=True)


def _use(work: Working, me: int, args: tuple[Token, ...], *, reacting: bool) -> None:
    use = Use(work, me, reacting=reacting)
    for token in args:
        use.feed(token)
    use.finish()
    work.test_outcome()


def _pass(work: Working, me: int, _args: tuple[Token, ...]) -> None:
    work.board.window = None
    work.tell("passed", boat=BOATS[me])


def _redirect(work: Working, _me: int, _args: tuple[Token, ...]) -> None:
    attack.redirect(work, forced=False)


def _damage(work: Working, _me: int, args: tuple[Token, ...]) -> None:
    attack.place(work, INDEX[str(args[0])], str(args[1]))


def _end(work: Working, _me: int, _args: tuple[Token, ...]) -> None:
    turns.end_turn(work)


_ORDERS: dict[str, Callable[[Working, int, tuple[Token, ...]], None]] = {
    "swap": _swap,
    "keep": _keep,
    "oxygen": _oxygen,
    "ready": _ready,
    "rest": _rest,
    "manoeuvre": _manoeuvre,
    "move": _move,
    "activate": _activate,
    "end": _end,
    "redirect": _redirect,
    "damage": _damage,
    "react": _react,
    "pass": _pass,
}
