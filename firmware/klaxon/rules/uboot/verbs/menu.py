"""Menus: the verbs of each role of U-BOOT, open or barred with the first reason of UBT-12.15b, from its view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from klaxon.rules.contract import Offer, Refusal, Verb
from klaxon.rules.uboot.crew.manning import bar_man
from klaxon.rules.uboot.crew.men import figures_of
from klaxon.rules.uboot.crew.tasks import bar_join, lookouts
from klaxon.rules.uboot.handbook import PLAYED
from klaxon.rules.uboot.orders.conditions import bar_busy, bar_course, bar_order
from klaxon.rules.uboot.orders.giving import is_enough, row_of
from klaxon.rules.uboot.orders.naming import men_who_fit
from klaxon.rules.uboot.orders.positions import left_to_move
from klaxon.rules.uboot.state import AT_SEA, OVER, SETUP, OpenBoard
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
_BEGUN = {verb: Refusal("begun", {"verb": verb}) for verb in ("stow", "pack", "begin")}
_NOTHING_PENDING = {verb: Refusal("nothing-pending", {"verb": verb}) for verb in ("belay", "assign", "done")}
_NOT_NOW = {verb: Refusal("not-now", {"verb": verb}) for verb in ("move", "ready")}
_NO_WATCH = Refusal("no-watch")
_NO_TASK = Refusal("no-task", {"verb": "break_off"})
_NOT_DUE = Refusal("not-due", {"verb": "post"})


class Group(NamedTuple):
    """Verbs that are open or barred by the same records: while these are the same objects, so is the menu of them."""

    name: str
    verbs: tuple[str, ...]
    decided_by: Callable[[OpenBoard], tuple[object, ...]]


def _by_order_records(board: OpenBoard) -> tuple[object, ...]:
    course = (board.phase, board.pending, board.positions, board.order > 0, board.morale > 0)
    return (*course, board.crew, board.at, board.shift, board.rooms, board.faults, board.boat.surfaced)


GROUPS = (
    Group("set-up", ("stow", "pack", "begin"), lambda board: (board.phase, board.stores, board.rooms)),
    Group("orders", PLAYED, _by_order_records),
    Group(
        "manning",
        ("belay", "assign", "done"),
        lambda board: (board.phase, board.pending, board.crew, board.at, board.shift),
    ),
    Group("time", ("time",), lambda board: (board.phase,)),
    Group("positions", ("move", "ready"), lambda board: (board.phase, board.positions, board.crew, board.shift)),
    Group(
        "tasks",
        ("join", "break_off"),
        lambda board: (board.phase, board.positions is None, board.crew, board.at, board.shift),
    ),
    Group("posts", ("post",), lambda board: (board.phase, board.posts)),
)
_HAS = {role: frozenset(verb.name for verb in VERBS if role in verb.roles) for role in ROLES}
_MENUS: Mapping[
    str, tuple[tuple[str, Callable[[OpenBoard], tuple[object, ...]], Callable[[OpenBoard], list[Offer]]], ...]
]


def _offer_group(board: OpenBoard, role: str, verbs: tuple[str, ...]) -> list[Offer]:
    grave = board.handbook.grave
    held = bar_busy(board) if verbs is PLAYED and board.phase == AT_SEA else None
    return [Offer(verb, held or bar_verb(board, role, verb), verb in grave) for verb in verbs]


def _own(group: Group, role: str) -> tuple[str, ...]:
    own = tuple(verb for verb in group.verbs if verb in _HAS[role])
    return group.verbs if own == group.verbs else own


_MENUS = {
    role: tuple(
        (f"{role} {group.name}", group.decided_by, partial(_offer_group, role=role, verbs=own))
        for group in GROUPS
        if (own := _own(group, role))
    )
    for role in ROLES
}
"""Role -> the groups it has verbs of: a name for what is kept, what decides, and how the offers are made."""


def offers(view: View) -> tuple[Offer, ...]:
    """Return the verbs of the seat; umpire and spectator have none."""
    if view.offers is None:
        board, found = view.board, list[Offer]()
        for name, decided_by, make in _MENUS.get(view.role, ()):
            found += board.keep(name, decided_by(board), make)
        view.offers = tuple(found)
    return view.offers


def bar_verb(board: OpenBoard, role: str, verb: str) -> Refusal | None:
    """Return why a role cannot use a verb now, None where it can."""
    if verb in board.handbook.orders:
        return bar_order(board, verb)
    if verb in _AT_SET_UP:
        if board.phase == OVER:
            return Refusal("game-over", {"verb": verb})
        return _AT_SET_UP[verb](board) if board.phase == SETUP else _BEGUN[verb]
    if board.phase != AT_SEA:
        return bar_course(board, verb)
    return _AT_SEA[verb](board, role)


def _bar_stow(board: OpenBoard) -> Refusal | None:
    return None if any(room.devices for room in board.rooms) else Refusal("not-now", {"verb": "stow"})


def _bar_pack(board: OpenBoard) -> Refusal | None:
    stores = board.stores
    return None if stores.box_a or stores.box_b else Refusal("no-card", {"card": ""})


def _bar_begin(board: OpenBoard) -> Refusal | None:
    """Refuse to begin while the engineer's cards are split unevenly (UBT-3.20c)."""
    a, b = len(board.stores.box_a), len(board.stores.box_b)
    return Refusal("uneven", {"a": a, "b": b}) if abs(a - b) > (a + b) % 2 else None


_AT_SET_UP: Mapping[str, Callable[[OpenBoard], Refusal | None]] = {
    "stow": _bar_stow,
    "pack": _bar_pack,
    "begin": _bar_begin,
}


def _bar_belay(board: OpenBoard, _role: str) -> Refusal | None:
    return None if board.pending else _NOTHING_PENDING["belay"]


def _bar_time(_board: OpenBoard, _role: str) -> Refusal | None:
    return None


def _bar_assign(board: OpenBoard, role: str) -> Refusal | None:
    """Owners may always say whom they name, even nobody; helpers while a place is free for a man of theirs."""
    pending = board.pending
    if pending is None:
        return _NOTHING_PENDING["assign"]
    row = row_of(board, pending)
    own = figures_of(role)
    if role in row.owners or any(figure in own for figure in pending.named) or men_who_fit(board, pending, role, ()):
        return None
    refusals = [bar_man(board, row, figure, pending.places) for figure in own]
    return next((each for each in refusals if each), None) or Refusal("enough-men", {"order": row.id})


def _bar_done(board: OpenBoard, role: str) -> Refusal | None:
    pending = board.pending
    row = row_of(board, pending) if pending else None
    if pending is None or row is None or row.ends != "done" or role not in row.owners:
        return _NOTHING_PENDING["done"]
    if not is_enough(board, pending):
        return Refusal("too-few-men", {"need": pending.least, "have": len(pending.named)})
    return None


def _bar_move(board: OpenBoard, role: str) -> Refusal | None:
    if board.positions is None or not left_to_move(board, board.positions, role):
        return _NOT_NOW["move"]
    return None


def _bar_ready(board: OpenBoard, role: str) -> Refusal | None:
    if board.positions is None or not board.positions.numbers[ROLES.index(role)]:
        return _NOT_NOW["ready"]
    return None


def _bar_join(board: OpenBoard, role: str) -> Refusal | None:
    """Joining is no order: only a change of positions holds it up, for nobody has arrived yet (UBT-3.3p)."""
    if not lookouts(board):
        return _NO_WATCH
    if board.positions is not None:
        return bar_busy(board)
    refusals = [bar_join(board, figure, 0) for figure in figures_of(role)]
    return refusals[0] if all(refusals) else None


def _bar_break_off(board: OpenBoard, role: str) -> Refusal | None:
    if any(board.man(figure).task for figure in figures_of(role)):
        return None
    return _NO_TASK


def _bar_post(board: OpenBoard, role: str) -> Refusal | None:
    asked = any(post.figure in figures_of(role) for post in board.posts)
    return None if asked else _NOT_DUE


_AT_SEA: Mapping[str, Callable[[OpenBoard, str], Refusal | None]] = {
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
