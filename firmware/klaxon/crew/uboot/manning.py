"""Manning the pending order: which men a role names, so that all roles together name the cheapest men.

Every role asks the rules for the cheapest seating of all men given those already named, and names its
own men in it. So owners leave places to others who do them better, and a helper fills what the owners cannot.
"""

from __future__ import annotations

from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.crew.men import CREW, figures_of, role_of_figure
from klaxon.rules.uboot.crew.seating import cheapest
from klaxon.rules.uboot.orders.giving import is_enough, row_of
from klaxon.rules.uboot.verbs.arguments import shapes_of
from klaxon.rules.uboot.views import View


def name_men(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Name the own men whom the pending order still needs; None if it needs none, or others come first.

    Named men can always be completed to a full crew, so nobody has to take a name back.
    """
    board, role = view.board, view.role
    pending = board.pending
    if pending is None:
        return None
    row, own = row_of(board, pending), figures_of(role)
    mine = [figure for figure in pending.named if figure in own]
    if row.ends == "done" and is_enough(board, pending):
        return None
    others = [figure for figure in range(CREW) if figure not in pending.named]
    hands = cheapest(board, row, pending.places, pending.least, pending.named, others)
    wanted = [figure for figure in hands if figure in own]
    if wanted and (role in row.owners or not any(role_of_figure(figure) in row.owners for figure in hands)):
        return Order(view.seat, "assign", shapes_of(sorted([*mine, *wanted])))
    return None


def report_done(view: View, _notes: WatchNotes, _pick: Pick) -> Order:
    """Report that enough men are at their places."""
    return Order(view.seat, "done")
