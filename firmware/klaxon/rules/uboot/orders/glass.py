"""May periscope and hydrophone be manned: depth and speed of the boat (UBT-4, UBT-8.6e)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, PERISCOPE, SCOPE_DEPTH, SCOPE_KNOTS, knots_now
from klaxon.rules.uboot.sea.motion import deepest
from klaxon.rules.uboot.sea.numbers import METRE
from klaxon.rules.uboot.state import OpenBoard

GLASS_ORDERS = (PERISCOPE, HYDROPHONE)


def _periscope_depth(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    """The whole way that the boat is on must not be deeper than 10 m."""
    depth = deepest(board.boat)
    if depth <= SCOPE_DEPTH:
        return None
    return Refusal("too-deep", {"depth": -(-depth // METRE), "most": SCOPE_DEPTH // METRE})


def _periscope_speed(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    knots = knots_now(board.boat)
    return Refusal("too-fast", {"speed": knots, "most": SCOPE_KNOTS}) if knots > SCOPE_KNOTS else None


GLASS_STATES: Mapping[str, Callable[[OpenBoard, OrderRow], Refusal | None]] = {
    "periscope-depth": _periscope_depth,
    "periscope-speed": _periscope_speed,
}
"""What is judged before the devices (UBT-12.15b)."""


def bar_glass(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Return why a pending order for a view can no longer be carried out (UBT-3.3n)."""
    if board.boat.surfaced:
        return Refusal("surfaced", {"order": row.id})
    refusals = (GLASS_STATES[need](board, row) for need in row.needs if need in GLASS_STATES)
    return next((refusal for refusal in refusals if refusal is not None), None)
