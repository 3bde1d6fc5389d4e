"""May tubes be flooded, loaded and launched: tube by tube, by what the view shows (UBT-4, UBT-8.5, UBT-12.15b)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import FLOOD_TUBES, LAUNCH, RELOAD, bar_places, places_of
from klaxon.rules.uboot.crew.seating import seated_by
from klaxon.rules.uboot.orders.guns import GUN_ORDERS, SINGLE_SHIPS
from klaxon.rules.uboot.records import PendingOrder
from klaxon.rules.uboot.sea.attack.aiming import speeds_of
from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED, LOADED, LOADING
from klaxon.rules.uboot.sea.attack.targets import SHIPS, bar_contact, bar_view
from klaxon.rules.uboot.sea.attack.torpedo_types import TORPEDO_TYPES
from klaxon.rules.uboot.sea.attack.tubes import DECK, DECK_SEA, end_of, room_of
from klaxon.rules.uboot.sea.glass.open_views import TDC, can_lay
from klaxon.rules.uboot.sea.motion import SHALLOW, deepest
from klaxon.rules.uboot.sea.numbers import METRE
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.effects import is_dead
from klaxon.rules.uboot.words import TUBES

_LATER = (
    *("device-dead", "tube-loaded", "tube-flooded", "tube-empty", "tube-loading", "tube-dry"),
    *("no-torpedo", "submerged", "sea-too-high", "wrong-torpedo", "no-solution"),
)
"""Reasons against a tube, the one that is nearest to an open tube last."""


def bar_attack_depth(board: OpenBoard, _row: OrderRow) -> Refusal | None:
    """Return that the boat is too deep for an attack: on the whole way that it is on (UBT-8.2e)."""
    depth = deepest(board.boat)
    if depth <= SHALLOW:
        return None
    return Refusal("too-deep", {"depth": -(-depth // METRE), "most": SHALLOW // METRE})


def _view(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return bar_view(board, row.id)


def _in_sight(board: OpenBoard, row: OrderRow) -> Refusal | None:
    return bar_contact(board, "", SINGLE_SHIPS if row.id in GUN_ORDERS else SHIPS)


def bar_tubes(board: OpenBoard, row: OrderRow) -> Refusal | None:
    """Return why an order can be given for no tube at all; of several reasons the one nearest to a tube that can."""
    found = _bars_of_tubes(board, row.id)
    refusals = [refusal for refusal in found if refusal is not None]
    nearest = max(refusals, key=lambda refusal: _LATER.index(refusal.code), default=None)
    if row.id == LAUNCH and (nearest is None or nearest.code != "device-dead"):
        shut = bar_view(board, row.id)
        if shut is not None:
            return shut
    return nearest if len(refusals) == len(found) else None


def open_tubes(board: OpenBoard, order: str) -> list[int]:
    """Return the tubes for which an order may be given, men apart."""
    return [tube for tube, refusal in zip(TUBES, _bars_of_tubes(board, order), strict=True) if refusal is None]


def bar_tube(board: OpenBoard, order: str, tube: int) -> Refusal | None:
    """Return why an order cannot be given for a tube, men apart."""
    return _bars_of_tubes(board, order)[tube - 1]


def _bars_of_tubes(board: OpenBoard, order: str) -> list[Refusal | None]:
    """Return for each tube why an order cannot be given for it, men apart."""
    made_of = (board.faults, board.rooms, board.arms, board.boat.surfaced, board.waters.sea)
    return board.keep(f"tubes to {order}", made_of, lambda _: [_find_bar(board, order, tube) for tube in TUBES])


def _find_bar(board: OpenBoard, order: str, tube: int) -> Refusal | None:
    for device, room in board.handbook.dead.get(order, ()):
        if room == room_of(tube) and is_dead(board, device):
            return Refusal("device-dead", {"device": device})
    return _BARS[order](board, tube)


def _bar_flood(board: OpenBoard, tube: int) -> Refusal | None:
    held = board.arms.tube(tube)
    code = {EMPTY: "tube-empty", LOADING: "tube-loading", FLOODED: "tube-flooded"}.get(held.state, "")
    if held.state == LOADED and held.due:
        code = "tube-flooded"
    return Refusal(code, {"tube": tube}) if code else None


def _bar_reload(board: OpenBoard, tube: int) -> Refusal | None:
    """Return why a tube cannot be loaded: it is not empty, its room loads another, or there is nothing to load."""
    state = board.arms.tube(tube).state
    if state != EMPTY:
        return Refusal(f"tube-{state}", {"tube": tube})
    others = (each for each in TUBES if room_of(each) == room_of(tube))
    loading = next((each for each in others if board.arms.tube(each).state == LOADING), 0)
    if loading:
        return Refusal("tube-loading", {"tube": loading})
    if any(board.arms.count_in(end_of(tube), kind) for kind in TORPEDO_TYPES):
        return None
    return _bar_deck(board) if any(board.arms.reserve[-1]) else Refusal("no-torpedo", {"tube": tube})


def _bar_deck(board: OpenBoard) -> Refusal | None:
    """Return why nothing can be brought in from under the deck (UBT-8.5a)."""
    if not board.boat.surfaced:
        return Refusal("submerged", {"order": RELOAD})
    sea = board.waters.sea
    return Refusal("sea-too-high", {"sea": sea, "most": DECK_SEA}) if sea > DECK_SEA else None


def store_of(board: OpenBoard, tube: int, kind: str) -> str:
    """Return where a torpedo of a type comes from for a tube, '' if there is none to be had."""
    if board.arms.count_in(end_of(tube), kind):
        return end_of(tube)
    return DECK if board.arms.count_in(DECK, kind) and _bar_deck(board) is None else ""


def types_for(board: OpenBoard, tube: int) -> list[str]:
    """Return the types of torpedo that can be loaded into a tube."""
    return [kind for kind in TORPEDO_TYPES if store_of(board, tube, kind)]


def bar_type(board: OpenBoard, tube: int, kind: str) -> Refusal | None:
    """Return why a torpedo of a type cannot be loaded into a tube."""
    if store_of(board, tube, kind):
        return None
    return (_bar_deck(board) if board.arms.count_in(DECK, kind) else None) or Refusal("no-torpedo", {"tube": tube})


def usual_type(board: OpenBoard, tube: int) -> str:
    """Return what is loaded where no type is named: what there is most of where torpedoes come from (UBT-12.14)."""
    stores = {kind: store_of(board, tube, kind) for kind in types_for(board, tube)}
    near = [kind for kind, store in stores.items() if store != DECK] or list(stores)
    return max(near, key=lambda kind: board.arms.count_in(stores[kind], kind))


def _bar_launch(board: OpenBoard, tube: int) -> Refusal | None:
    """Return why a tube cannot be launched: no solution, nothing in it, dry, or a torpedo that cannot do it."""
    solution, held = board.arms.solution, board.arms.tube(tube)
    if solution is None:
        return Refusal("no-solution", {"why": "none"})
    code = {EMPTY: "tube-empty", LOADING: "tube-loading", LOADED: "tube-dry"}.get(held.state, "")
    if held.state == FLOODED and held.due:  # its torpedo is about to leave
        code = "tube-empty"
    if code:
        return Refusal(code, {"tube": tube})
    reach = speeds_of(board, held.torpedo).get(solution.aim.torpedo)
    if reach is None:
        return Refusal("wrong-torpedo", {"tube": tube, "speed": solution.aim.torpedo})
    why = solution.bow if end_of(tube) == "bow" else solution.stern
    why = why or ("range" if solution.run_m > reach else "")
    return Refusal("no-solution", {"why": why}) if why else None


def bar_salvo(board: OpenBoard, order: str, tubes: tuple[str, ...]) -> Refusal | None:
    """Return why an order cannot be given for some tubes together: one of them is barred, or men are missing."""
    refusals = (bar_tube(board, order, int(tube)) for tube in tubes)
    first = next((refusal for refusal in refusals if refusal is not None), None)
    return first or bar_hands(board, order, tubes)


def bar_hands(board: OpenBoard, order: str, tubes: tuple[str, ...]) -> Refusal | None:
    """Return that men are missing for an order for some tubes together; it only counts at which end they are."""
    row, ends = board.handbook.orders[order], " ".join([end_of(int(tube)) for tube in tubes])
    made_of = (*seated_by(board), board.rooms)
    return board.keep(
        f"hands to {order} {ends}", made_of, lambda _: bar_places(board, row, *places_of(board, row, tubes))
    )


def is_void(work: Working, pending: PendingOrder) -> bool:
    """Return whether an order for arms can no longer be carried out: its target is gone, or the boat is too deep."""
    board = work.board
    if pending.order == LAUNCH:
        row = board.handbook.orders[LAUNCH]
        return work.state.sea.attack.tdc is None or bar_attack_depth(board, row) is not None
    return pending.order == TDC and not can_lay(work, pending.args[0])


_BARS: Mapping[str, Callable[[OpenBoard, int], Refusal | None]] = {
    FLOOD_TUBES: _bar_flood,
    RELOAD: _bar_reload,
    LAUNCH: _bar_launch,
}
ARMS_STATES: Mapping[str, Callable[[OpenBoard, OrderRow], Refusal | None]] = {"attack-depth": bar_attack_depth}
"""What is judged before the devices (UBT-12.15b)."""
ARMS_NEEDS: Mapping[str, Callable[[OpenBoard, OrderRow], Refusal | None]] = {
    "view": _view,
    "in-sight": _in_sight,
    **dict.fromkeys(("tube-loaded", "tube-dry", "tube-flooded", "tube-empty", "reserve", "solution"), bar_tubes),
    **dict.fromkeys(("works:tube", "works:hoist"), bar_tubes),
}
