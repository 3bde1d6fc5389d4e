"""May the captain give an order now? The conditions of the order table, in the order of UBT-12.15b."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.cards.effects import is_free
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import bar_places, places_of
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.galley.dishes import ingredient_cells, ingredients
from klaxon.rules.uboot.sickbay.patients import bar_sick, sick_rooms
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
    return bar_men(board, row) if row.places else None


def bar_men(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Return why the men of now cannot carry an order out, wherever it may be about (UBT-12.15c)."""
    rooms = _TARGETS[row.id](board) if row.id in _TARGETS else [0]
    refusals = [bar_places(board, row, *places_of(board, row, (str(room),))) for room in rooms]
    return refusals[0] if refusals and all(refusals) else None


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


def _no_ration(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    """One ration a day, unless the second takes the place of the first (UBT-3.17f)."""
    may_replace = board.setting.second_ration == "replace"
    return Refusal("cooked") if ingredients(board) and not may_replace else None


def _food(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    return None if ingredient_cells(board) else Refusal("no-food", {"cells": []})


def _patient(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    return bar_sick(board)


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
    "no-ration": _no_ration,
    "food": _food,
    "patient": _patient,
    "medicine": _patient,
    "works:ballast": _device_works,
}
_TARGETS: Mapping[str, Callable[[OpenBoard], list[int]]] = {"first_aid": sick_rooms}
"""Order -> the rooms it may be about, where it names one."""
