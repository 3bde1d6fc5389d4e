"""Damage control: the captain's orders against what is wrong, and the engineer at the breach.

A breach comes before an emergency, and that before a fault; for a fault the captain keeps his reserve of orders. Where
men are missing he changes positions for the repair, once a watch. Men leave a room that cannot be held. A repair that
stopped is taken up again by the men who stand there.
"""

from __future__ import annotations

from klaxon.crew.uboot.notes import WatchNotes, reserve
from klaxon.crew.uboot.patrolling.errands import KEPT_FOR_PREY, has_to_sink
from klaxon.crew.uboot.stations import plan_stations
from klaxon.crew.uboot.toolboxes import card_to_play
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.uboot.crew.men import CREW, figures_of
from klaxon.rules.uboot.orders.conditions import bar_order, bar_repair
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.joining import bar_helper, named_for, open_repairs
from klaxon.rules.uboot.trouble.puzzle import CELLS, answer_to
from klaxon.rules.uboot.trouble.targets import (
    REPAIR_BREACH,
    REPAIR_EMERGENCY,
    REPAIR_FAULT,
    candidates,
    job_of,
    team_size,
    usual_target,
)
from klaxon.rules.uboot.trouble.tools import REPAIR
from klaxon.rules.uboot.verbs.arguments import shapes_of
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import HAZARDS

POSITIONS = "change_positions"
URGENCY = (REPAIR_BREACH, REPAIR_EMERGENCY, REPAIR_FAULT)
DANGERS = (REPAIR_BREACH, REPAIR_EMERGENCY)
GREEN = "green"
"""The level of a fault that has no effect yet."""


def order_repair(view: View, notes: WatchNotes, kinds: tuple[str, ...] = URGENCY) -> Order | None:
    """Return the order against the most urgent trouble of these kinds that something can be done about."""
    board = view.board
    for order in kinds:
        named = [args for args in candidates(board, order) if _is_wanted(board, notes, order, args)]
        row = board.handbook.orders[order]
        able = [args for args in named if bar_repair(board, row, args) is None]
        if able:
            return Order(view.seat, order, able[0])
        if usual_target(board, order) in named and _may_move(notes, order) and _would_do(board, order, notes):
            return Order(view.seat, POSITIONS, (("for", order),))
        if order == REPAIR_BREACH and _is_doomed(board, notes):
            return Order(view.seat, POSITIONS)
    return None


def _is_wanted(board: OpenBoard, notes: WatchNotes, order: str, args: tuple[str, ...]) -> bool:
    """Return whether a repair should be ordered: not yet in this watch, and not if it goes on without an order."""
    if " ".join((order, *args)) in notes.given:  # what lapsed is not ordered again and again
        return False
    if order == REPAIR_FAULT:
        goes_on = notes.skill.resumes and _helpers(board, args[0])
        return board.order > _kept_from(board, notes, args[0]) and not goes_on
    if order == REPAIR_EMERGENCY and notes.skill.triage and args[0] not in HAZARDS:
        return board.order > notes.skill.reserve
    return _can_pay(board, notes, 1)


def _kept_from(board: OpenBoard, notes: WatchNotes, device: str) -> int:
    """Return how many orders are kept from a fault: a green one has no effect yet, and an attack takes many."""
    is_green = any(fault.device == device and fault.level == GREEN for fault in board.faults)
    kept = reserve(board, notes)
    return max(kept, KEPT_FOR_PREY) if is_green and has_to_sink(board) else kept


def _can_pay(board: OpenBoard, notes: WatchNotes, orders: int) -> bool:
    """Return whether so many orders can be paid, and morale that pays some of them stays fair."""
    by_morale = orders - min(orders, board.order)
    return not by_morale or board.morale - by_morale >= max(1, notes.skill.thrift)


def _may_move(notes: WatchNotes, order: str) -> bool:
    """Return whether positions were not changed for this order in this watch."""
    return f"{POSITIONS} {order}" not in notes.given


def _would_do(board: OpenBoard, order: str, notes: WatchNotes) -> bool:
    """Return whether a change of positions, and then the repair, can be paid and manned."""
    if not _can_pay(board, notes, 2):
        return False
    return bar_order(plan_stations(board, order, notes.skill).board_after(board), order) is None


def _is_doomed(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether men stand in a room that nobody will seal, and should be called out of it: once a watch."""
    if not notes.skill.abandons or POSITIONS in notes.given or not _can_pay(board, notes, 1):
        return False
    rooms = [breach.room for breach in board.trouble.breaches if not breach.number]
    leaving = plan_stations(board, "", notes.skill).rooms if any(board.men_in(room) for room in rooms) else board.at
    return any(before in rooms and before != after for before, after in zip(board.at, leaving, strict=True))


# -- without an order --------------------------------------------------------------------------------------------------


def resume_repair(view: View, notes: WatchNotes, _pick: Pick) -> Order | None:
    """Name the own men in the room of a repair that stopped, if all roles together have enough there."""
    if not notes.skill.resumes:
        return None
    board, own = view.board, figures_of(view.role)
    for device in open_repairs(board, view.role):
        team = _helpers(board, device)
        mine = [figure for figure in team if figure in own]
        if mine and any(figure not in named_for(board, device) for figure in mine):
            return Order(view.seat, "join", (device, *shapes_of(mine)))
    return None


def _helpers(board: OpenBoard, device: str) -> list[int]:
    """Return the men who could go on with a repair that stopped; nobody if they are not enough."""
    job = job_of(board, device)
    if job is None or job.running:
        return []
    able = [figure for figure in range(CREW) if bar_helper(board, device, figure, 0) is None]
    least, most = team_size(board, device)
    skilled = sorted(able, key=lambda figure: (REPAIR not in board.symbols(figure), figure))
    return sorted(skilled[:most]) if len(able) >= least else []


# -- the engineer ------------------------------------------------------------------------------------------------------


def play_card(view: View, notes: WatchNotes, _pick: Pick) -> Order | None:
    """Play a card for a repair that is being manned."""
    board = view.board
    found = card_to_play(board, board.pending, notes.skill) if board.pending else ""
    return Order(view.seat, "card", (found,)) if found else None


def seal_breach(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Answer the puzzle by the tiles that are shown; a clumsy hand turns one of them wrong now and then."""
    board = view.board
    breach = min((each for each in board.trouble.breaches if each.number), key=lambda each: each.due)
    words = list(answer_to(board.setting.puzzle, breach))
    if pick(100) < notes.skill.slips and len(words) == CELLS:
        first, _, turns = words[0].rpartition(":")
        words[0] = f"{first}:{(int(turns) + 1) % 4}" if first else str((int(turns) + 1) % 4)
    return Order(view.seat, "puzzle", tuple(words)) if words else None
