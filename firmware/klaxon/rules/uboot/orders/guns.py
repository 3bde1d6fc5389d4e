"""May the guns fire: sea, shells and targets, by what the view shows (UBT-4, UBT-8.2e, UBT-8.5i)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.sea.attack.targets import AIRCRAFT, find_contact, in_sight
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88, SEA_MOST
from klaxon.rules.uboot.sea.guns.source import SHIP_REACH
from klaxon.rules.uboot.sea.numbers import METRE
from klaxon.rules.uboot.state import OpenBoard

GUN_ORDERS = (GUN88, AA20)
SINGLE_SHIPS = ("ship",)


def bar_sea(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Return that the sea is too high for a gun."""
    sea, most = board.waters.sea, SEA_MOST[row.id]
    return Refusal("sea-too-high", {"sea": sea, "most": most}) if sea > most else None


def _shells(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return None if board.arms.shells else Refusal("no-shells", {"gun": row.id})


def _target(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return None if flak_targets(board) else Refusal("no-target", {"gun": row.id})


def flak_targets(board: OpenBoard) -> list[str]:
    """Return what the 20 mm may fire at: aircraft in sight, and ships in sight that are reported within 1,000 m."""
    near = [name for name in in_sight(board, SINGLE_SHIPS) if _is_reported_near(board, name)]
    return in_sight(board, (AIRCRAFT,)) + near


def _is_reported_near(board: OpenBoard, name: str) -> bool:
    contact = find_contact(board, name)
    fields = dict(contact.fields) if contact is not None else {}
    if "range" in fields:
        return int(fields["range"]) <= SHIP_REACH // METRE
    return fields.get("range_word") == "near"


def bar_gun(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Return why a pending order to fire can no longer be carried out (UBT-3.3n)."""
    if not board.boat.surfaced:
        return Refusal("submerged", {"order": row.id})
    return bar_sea(board, row)


GUN_STATES: Mapping[str, Callable[[OpenBoard, OrderRow], Refusal | None]] = {"sea-5": bar_sea, "sea-6": bar_sea}
"""What is judged before the devices (UBT-12.15b)."""
GUN_NEEDS: Mapping[str, Callable[[OpenBoard, OrderRow], Refusal | None]] = {"shells": _shells, "target": _target}
