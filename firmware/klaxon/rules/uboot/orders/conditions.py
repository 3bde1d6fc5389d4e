"""May the captain give an order now? The conditions of the order table, in the order of UBT-12.15b."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.cards.effects import is_free
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import TUBE_ORDERS, bar_places, places_of
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.galley.dishes import ingredient_cells, ingredients
from klaxon.rules.uboot.orders.arms import ARMS_NEEDS, ARMS_STATES, bar_hands, open_tubes
from klaxon.rules.uboot.orders.glass import GLASS_STATES
from klaxon.rules.uboot.orders.guns import GUN_NEEDS, GUN_STATES
from klaxon.rules.uboot.radio.waiting import bar_no_message, bar_sending
from klaxon.rules.uboot.sea.contacts import bar_mode
from klaxon.rules.uboot.sickbay.patients import bar_sick, sick_rooms
from klaxon.rules.uboot.state import OVER, SETUP, OpenBoard
from klaxon.rules.uboot.trouble.effects import is_dead
from klaxon.rules.uboot.trouble.targets import NOTHING, REPAIRS, bar_target, candidates
from klaxon.rules.uboot.trouble.tools import least_with_card
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


def bar_time(board: OpenBoard, mode: str) -> str:
    """Return why a time mode is refused, '' where it is not: a breach, or what the crew knows (UBT-3.11i)."""
    return "breach-timer" if board.trouble.breaches and mode != "real" else bar_mode(board.waters, mode)


def bar_order(board: OpenBoard, order: str) -> Refusal | None:
    """Return why an order cannot be given, None if it can: then it is paid (UBT-3.3b)."""
    refusal = bar_course(board, order) or bar_busy(board)
    if refusal is not None:
        return refusal
    if not board.order and not board.morale and not is_free(board, order):
        return Refusal("no-orders-left")
    row = board.handbook.orders[order]
    checks = [_NEEDS[need] for need in row.needs]
    first = [check for check in checks if check in _STATES]
    for check in (*first, _devices_work, *(check for check in checks if check not in first)):
        refusal = check(board, row)
        if refusal is not None:
            return refusal
    return bar_men(board, row) if row.places else None


def bar_men(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Return why the men of now cannot carry an order out, wherever it may be about (UBT-12.15c)."""
    if row.id in REPAIRS:
        return _bar_all(bar_repair(board, row, args) for args in open_targets(board, row))
    if row.id in TUBE_ORDERS:
        return _bar_all(bar_hands(board, row.id, (str(tube),)) for tube in open_tubes(board, row.id))
    rooms = _TARGETS[row.id](board) if row.id in _TARGETS else [0]
    return _bar_all(bar_places(board, row, *places_of(board, row, (str(room),))) for room in rooms)


def _bar_all(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """Return the first of several refusals, None as soon as one of them is none."""
    first = None
    for refusal in refusals:
        if refusal is None:
            return None
        first = first or refusal
    return first


def open_targets(board: OpenBoard, row: OrderRow) -> list[tuple[str, ...]]:
    """Return the arguments of a repair order that name something that can be repaired, with men enough."""
    return [args for args in candidates(board, row.id) if bar_target(board, row.id, args) is None]


def bar_repair(board: OpenBoard, row: OrderRow, args: tuple[str, ...]) -> Refusal | None:
    """Return why a repair cannot be ordered: there is nothing to repair, or not the men, a card counted (UBT-3.12l)."""
    refusal = bar_target(board, row.id, args)
    if refusal is not None:
        return refusal
    places, least = places_of(board, row, args)
    return bar_places(board, row, places, least_with_card(board, row, args, places, least))


def _repairable(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Something must be there to be repaired; of several reasons the first is told (UBT-12.15c)."""
    found = candidates(board, row.id)
    if not found:
        return Refusal(NOTHING[row.id])
    return _bar_all(bar_target(board, row.id, args) for args in found)


def _surfaced(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return None if board.boat.surfaced else Refusal("submerged", {"order": row.id})


def _submerged(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return Refusal("surfaced", {"order": row.id}) if board.boat.surfaced else None


def _clear_sky(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    return None if board.waters.weather == "clear" else Refusal("not-clear", {"weather": board.waters.weather})


def _nobody_watches(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    return Refusal("watching") if lookouts(board) else None


def _engines_work(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    """Both engines of the drive must be dead before the telegraph is (UBT-4)."""
    drive = "engines:surfaced" if board.boat.surfaced else "engines:submerged"
    devices = board.handbook.dead.get(drive, ())
    dead = [device for device, _ in devices if is_dead(board, device)]
    return Refusal("device-dead", {"device": dead[0]}) if dead and len(dead) == len(devices) else None


def _devices_work(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """No device that the order needs may be dead; of tubes each has its own."""
    if row.id in TUBE_ORDERS:
        return None
    for device, _ in board.handbook.dead.get(row.id, ()):
        if is_dead(board, device):
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


_NEEDS: Mapping[str, Callable[[OpenBoard, OrderRow], Refusal | None]] = {
    "surfaced": _surfaced,
    "submerged": _submerged,
    "clear-sky": _clear_sky,
    "no-watch": _nobody_watches,
    "card": _card_in_hand,
    "works:engines": _engines_work,
    "works:helm": _devices_work,
    "no-ration": _no_ration,
    "food": _food,
    "patient": _patient,
    "medicine": _patient,
    **dict.fromkeys(("works:ballast", "works:periscope", "works:hydrophone", "works:tdc"), _devices_work),
    **GLASS_STATES,
    "message": bar_no_message,
    "works:radio": bar_sending,
    "works:gun": _devices_work,
    **ARMS_STATES,
    **GUN_STATES,
    **GUN_NEEDS,
    **ARMS_NEEDS,
    **dict.fromkeys(("fault", "no-repair", "emergency", "device", "breach", "no-attempt"), _repairable),
}
_STATES = (
    _surfaced,
    _submerged,
    _clear_sky,
    bar_sending,
    *GLASS_STATES.values(),
    *ARMS_STATES.values(),
    *GUN_STATES.values(),
)
"""What is judged before the devices (UBT-12.15b)."""
_TARGETS: Mapping[str, Callable[[OpenBoard], list[int]]] = {"first_aid": sick_rooms}
"""Order -> the rooms it may be about, where it names one."""
