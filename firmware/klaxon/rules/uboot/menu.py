"""Menus: the verbs of each role of U-BOOT, open or barred with the first reason of UBT-12.15b, from its view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Offer, Refusal, Verb
from klaxon.rules.uboot.conditions import bar_busy, bar_course, bar_order
from klaxon.rules.uboot.crew import figures_of
from klaxon.rules.uboot.giving import is_enough, row_of
from klaxon.rules.uboot.handbook import PLAYED
from klaxon.rules.uboot.manning import bar_man
from klaxon.rules.uboot.naming import fitting
from klaxon.rules.uboot.positions import left_to_move
from klaxon.rules.uboot.state import OVER, SETUP, Board
from klaxon.rules.uboot.tasks import bar_join, lookouts
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import ROLES

_CAPTAIN, _FIRST, _ENGINEER = ("captain",), ("first_officer",), ("engineer",)
_ARGS = {
    "new_speed": "full_astern|stop|slow|half|full",
    "new_course": "DEGREES",
    "new_depth": "METRES",
    "dive": "METRES",
    "change_positions": "[for=ORDER]",
}
VERBS = (
    Verb("stow", _ENGINEER, "TOKEN ROOM"),
    Verb("pack", _ENGINEER, "CARD a|b"),
    Verb("begin", _FIRST),
    *(Verb(order, _CAPTAIN, _ARGS.get(order, "")) for order in PLAYED),
    Verb("belay", _CAPTAIN),
    Verb("time", ("captain", "first_officer"), "real|dynamic|accelerated|transit"),
    Verb("assign", ROLES, "[SHAPE...] | none"),
    Verb("done", ("navigator",)),
    Verb("move", ROLES, "SHAPE TO [SHAPE TO]..."),
    Verb("ready", ROLES),
    Verb("join", ROLES, "watch SHAPE..."),
    Verb("break_off", ROLES, "SHAPE..."),
    Verb("post", ROLES, "SHAPE ROOM"),
)
_OF_ROLE = {role: tuple(verb.name for verb in VERBS if role in verb.roles) for role in ROLES}


def offers(view: View) -> tuple[Offer, ...]:
    """Return the verbs of the seat; umpire and spectator have none."""
    if view.offers is None:
        board = view.board
        view.offers = tuple(
            Offer(verb, bar_verb(board, view.role, verb), _is_grave(board, verb))
            for verb in _OF_ROLE.get(view.role, ())
        )
    return view.offers


def _is_grave(board: Board, verb: str) -> bool:
    """Tell whether a verb is held, not tapped: the order table says it of orders."""
    row = board.handbook.orders.get(verb)
    return row.grave if row else False


def bar_verb(board: Board, role: str, verb: str) -> Refusal | None:
    """Return why a role cannot use a verb now, None where it can."""
    if verb in board.handbook.orders:
        return bar_order(board, verb)
    if verb in _AT_SET_UP:
        if board.phase == OVER:
            return Refusal("game-over", {"verb": verb})
        return _AT_SET_UP[verb](board) if board.phase == SETUP else Refusal("begun", {"verb": verb})
    return bar_course(board, verb) or _AT_SEA[verb](board, role)


def _bar_nothing(_board: Board) -> Refusal | None:
    return None


def _bar_pack(board: Board) -> Refusal | None:
    stores = board.stores
    return None if stores.box_a or stores.box_b else Refusal("no-card", {"card": ""})


def _bar_begin(board: Board) -> Refusal | None:
    """Refuse to begin while the engineer's cards are split unevenly (UBT-3.20c)."""
    a, b = len(board.stores.box_a), len(board.stores.box_b)
    return Refusal("uneven", {"a": a, "b": b}) if abs(a - b) > (a + b) % 2 else None


_AT_SET_UP: Mapping[str, Callable[[Board], Refusal | None]] = {
    "stow": _bar_nothing,
    "pack": _bar_pack,
    "begin": _bar_begin,
}


def _bar_belay(board: Board, _role: str) -> Refusal | None:
    return None if board.pending else Refusal("nothing-pending", {"verb": "belay"})


def _bar_time(_board: Board, _role: str) -> Refusal | None:
    return None


def _bar_assign(board: Board, role: str) -> Refusal | None:
    """Owners may always say whom they name, even nobody; helpers while a place is free for a man of theirs."""
    pending = board.pending
    if pending is None:
        return Refusal("nothing-pending", {"verb": "assign"})
    row = row_of(board, pending)
    own = figures_of(role)
    if role in row.owners or any(figure in own for figure in pending.named) or fitting(board, pending, role, ()):
        return None
    refusals = [bar_man(board, row, figure, pending.places) for figure in own]
    return next((each for each in refusals if each), None) or Refusal("enough-men", {"order": row.id})


def _bar_done(board: Board, role: str) -> Refusal | None:
    pending = board.pending
    row = row_of(board, pending) if pending else None
    if pending is None or row is None or row.ends != "done" or role not in row.owners:
        return Refusal("nothing-pending", {"verb": "done"})
    if not is_enough(board, pending):
        return Refusal("too-few-men", {"need": pending.least, "have": len(pending.named)})
    return None


def _bar_move(board: Board, role: str) -> Refusal | None:
    if board.positions is None or not left_to_move(board, board.positions, role):
        return Refusal("not-now", {"verb": "move"})
    return None


def _bar_ready(board: Board, role: str) -> Refusal | None:
    if board.positions is None or not board.positions.numbers[ROLES.index(role)]:
        return Refusal("not-now", {"verb": "ready"})
    return None


def _bar_join(board: Board, role: str) -> Refusal | None:
    """Joining is no order: only a change of positions holds it up, for nobody has arrived yet (UBT-3.3p)."""
    if not lookouts(board):
        return Refusal("no-watch")
    if board.positions is not None:
        return bar_busy(board)
    refusals = [bar_join(board, figure, 0) for figure in figures_of(role)]
    return refusals[0] if all(refusals) else None


def _bar_break_off(board: Board, role: str) -> Refusal | None:
    if any(board.man(figure).task for figure in figures_of(role)):
        return None
    return Refusal("no-task", {"verb": "break_off"})


def _bar_post(board: Board, role: str) -> Refusal | None:
    asked = any(post.figure in figures_of(role) for post in board.posts)
    return None if asked else Refusal("not-due", {"verb": "post"})


_AT_SEA: Mapping[str, Callable[[Board, str], Refusal | None]] = {
    "belay": _bar_belay,
    "time": _bar_time,
    "assign": _bar_assign,
    "done": _bar_done,
    "move": _bar_move,
    "ready": _bar_ready,
    "join": _bar_join,
    "break_off": _bar_break_off,
    "post": _bar_post,
}
