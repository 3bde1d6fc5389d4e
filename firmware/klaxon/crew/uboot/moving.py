"""A change of positions, and reliefs who come aboard: a role sends its own four men to their stations."""

from __future__ import annotations

from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.stations import home_of, plan_stations
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.domains import Token
from klaxon.rules.uboot.crew.men import figures_of
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import ROLES, SHAPES


def move_men(view: View, notes: WatchNotes, _pick: Pick) -> Order | None:
    """Move the own men who are not at their stations yet; None once the role is ready, or all are there."""
    board = view.board
    change = board.positions
    if change is None or not change.numbers[ROLES.index(view.role)]:
        return None
    plan, carried = plan_stations(board, change.purpose, notes.skill), dict(change.carried)
    words: list[Token] = []
    for figure in figures_of(view.role):
        room, load = plan.rooms[figure], plan.loads.get(figure, "")
        if (room, load) != (board.at[figure], carried.get(figure, "")):
            words += [SHAPES[figure % 4], f"{room}+{load}" if load else str(room)]
    return Order(view.seat, "move", tuple(words)) if words else None


def report_ready(view: View, _notes: WatchNotes, _pick: Pick) -> Order:
    """Report the own men ready, when nobody is left to move."""
    return Order(view.seat, "ready")


def post_relief(view: View, notes: WatchNotes, _pick: Pick) -> Order:
    """Name the room of the first relief who waits for one."""
    own = figures_of(view.role)
    figure = next(post.figure for post in view.board.posts if post.figure in own)
    return Order(view.seat, "post", (SHAPES[figure % 4], str(home_of(view.board, figure, notes.skill))))
