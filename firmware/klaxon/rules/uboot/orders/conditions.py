"""May the captain give an order now? The conditions of the order table, in the order of UBT-12.15b."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.cards.effects import is_free
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import bar_places, places_of
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.state import OVER, SETUP, OpenBoard
from klaxon.rules.uboot.words import ROLES


def bar_course(board: OpenBoard, verb: str) -> Refusal | None:
    """Return why nothing can be done aboard: the mission is over, or has not begun."""
    if board.phase == OVER:
        return Refusal("game-over", {"verb": verb})
    return Refusal("setting-up", {"verb": verb}) if board.phase == SETUP else None


def bar_busy(board: OpenBoard) -> Refusal | None:
    """Return what holds up every order: another one, or a change of positions (UBT-3.3a)."""
    if board.pending is not None:
        return Refusal("order-pending", {"order": board.pending.order})
    if board.positions is not None:
        waiting = [role for role, number in zip(ROLES, board.positions.numbers, strict=True) if number]
        return Refusal("positions-open", {"waiting": waiting})
    return None


def bar_order(board: OpenBoard, order: str) -> Refusal | None:
    """Return why an order cannot be given, None if it can: then it is paid (UBT-3.3b)."""
    refusal = bar_course(board, order) or bar_busy(board)
    if refusal is not None:
        return refusal
    if not board.order and not board.morale and not is_free(board, order):
        return Refusal("no-orders-left")
    row = board.handbook.orders[order]
    for need in row.needs:
        refusal = _NEEDS[need](board, row)
        if refusal is not None:
            return refusal
    return bar_places(board, row, *places_of(board, row)) if row.places else None


def _surfaced(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return None if board.boat.surfaced else Refusal("submerged", {"order": row.id})


def _submerged(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return Refusal("surfaced", {"order": row.id}) if board.boat.surfaced else None


def _nobody_watches(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    return Refusal("watching") if lookouts(board) else None


def _engines_work(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    """Both engines of the drive must be dead before the telegraph is (UBT-4)."""
    drive = "engines:surfaced" if board.boat.surfaced else "engines:submerged"
    devices = board.handbook.dead.get(drive, ())
    dead = [device for device in devices if _is_dead(board, *device)]
    return Refusal("device-dead", {"device": dead[0][0]}) if dead and len(dead) == len(devices) else None


def _device_works(board: OpenBoard, row: OrderRow) -> Refusal | None:
    for device, room in board.handbook.dead.get(row.id, ()):
        if _is_dead(board, device, room):
            return Refusal("device-dead", {"device": device})
    return None


def _card_in_hand(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    return None if board.stores.hand else Refusal("no-card", {"card": ""})


def _is_dead(board: OpenBoard, device: str, room: int) -> bool:
    """Return whether a device is out of work: a red fault, or its room is flooded (UBT-3.12a, UBT-3.15e)."""
    if board.room(room).flooded:
        return True
    return any(fault.device == device and fault.level == "red" for fault in board.faults)


_NEEDS: Mapping[str, Callable[[OpenBoard, OrderRow], Refusal | None]] = {
    "surfaced": _surfaced,
    "submerged": _submerged,
    "no-watch": _nobody_watches,
    "card": _card_in_hand,
    "works:engines": _engines_work,
    "works:helm": _device_works,
    "works:ballast": _device_works,
}
