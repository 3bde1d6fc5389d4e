"""What the OK promises that sends men for an order: that they man it when the captain gives it.

One OK of a role says both of its own men. The station remembers it, and names them when the order comes; not in another
watch, nor after another order or change of positions, nor where it would cost a man more than his training: then the
role is asked.
"""

from __future__ import annotations

from collections.abc import MutableMapping

from klaxon.rules.uboot.crew.manning import places_of
from klaxon.rules.uboot.crew.men import CREW, role_of_figure
from klaxon.rules.uboot.crew.seating import cheapest, seat
from klaxon.rules.uboot.orders.giving import row_of
from klaxon.rules.uboot.records import PendingOrder
from klaxon.rules.uboot.state import OpenBoard


def mans(board: OpenBoard, role: str, order: str) -> bool:
    """Return whether trained men of a role would be named for an order if all stood as on this board."""
    places, least = places_of(board, board.handbook.orders[order])
    return bool(places) and _are_trained(board, role, PendingOrder(order, (), places, least, 0))


def promise(board: OpenBoard, role: str, order: str, memory: MutableMapping[str, str]) -> None:
    """Remember that the men of a role are to man an order in this watch."""
    memory[_key(role)] = f"{order} {board.shift}"


def forget(role: str, memory: MutableMapping[str, str]) -> None:
    """Remember no order any more."""
    memory.pop(_key(role), None)


def is_promised(board: OpenBoard, role: str, memory: MutableMapping[str, str]) -> bool:
    """Return whether the men of a role are to be named now; whatever order is pending, it is asked but once."""
    pending = board.pending
    if pending is None or _key(role) not in memory:
        return False
    is_meant = memory.pop(_key(role)) == f"{pending.order} {board.shift}"
    return is_meant and _are_trained(board, role, pending)


def _are_trained(board: OpenBoard, role: str, pending: PendingOrder) -> bool:
    """Return whether the cheapest crew for an order has men of a role in it, each of whom pays one token."""
    row, places, named = row_of(board, pending), pending.places, pending.named
    if any(role_of_figure(figure) == role for figure in named):
        return False
    crew = cheapest(board, row, places, pending.least, named, range(CREW))
    own = [figure for figure in crew if role_of_figure(figure) == role]
    seated = seat(board, row, places, (*named, *own)) or ()
    return bool(own) and all(each.tokens == 1 for each in seated if each.figure in own)


def _key(role: str) -> str:
    return f"promise.{role}"
