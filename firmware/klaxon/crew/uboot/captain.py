"""The captain, if nobody plays him, while no enemy is about: he keeps lookouts on the bridge and saves his orders.

He has the sick treated and dinner cooked before noon, and addresses the crew when a card of his is worth it. In the
drill he exercises the boat, one exercise a watch: he turns every other watch so that the boat goes in a square, and
dives once a day. An order is given when it can be manned at a fair cost; if it can be after a change of positions,
that comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from klaxon.crew.uboot.addressing import ADDRESS, best_card
from klaxon.crew.uboot.notes import WatchNotes, reserve
from klaxon.crew.uboot.patrolling.errands import DRILL, keeps_submerged
from klaxon.crew.uboot.radio import messages_due
from klaxon.crew.uboot.repairing import order_repair
from klaxon.crew.uboot.stations import plan_stations
from klaxon.crew.uboot.welfare import wants_dinner
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.domains import Token
from klaxon.rules.uboot.crew.manning import places_of
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.crew.seating import cheapest, seat
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.orders.conditions import bar_order
from klaxon.rules.uboot.orders.deeds import men_outside
from klaxon.rules.uboot.radio.waiting import ENIGMA
from klaxon.rules.uboot.sickbay.patients import sick_rooms
from klaxon.rules.uboot.sickbay.treating import FIRST_AID
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.verbs.galley_arguments import aid_rooms
from klaxon.rules.uboot.views import View

POSITIONS = "change_positions"
PROGRAMME = (("new_speed",), ("new_course",), ("dive", "new_depth"), ("new_course",))
"""The exercises of the watches of a day; a boat that has dived surfaces in the same watch."""
DIVES = ("20", "30", "40", "60")
PERISCOPE_DEPTH = "10"
"""Metres."""
TURN = 90
TOO_DEAR = 99
LIES_LOW = 7200
"""Seconds after the last sign of hunters for which the boat stays down."""
WORTH_THE_LAST = ("cook", "surface", ADDRESS)
"""Orders for which a steady captain also uses his reserve: no dinner costs more, gas stays, a card helps out."""


def command(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Give the next order of the watch; None if none is wanted, or all cost too much."""
    board = view.board
    repair = order_repair(view, notes)
    if repair is not None:
        return repair
    if board.boat.depth != board.boat.target:  # what comes next is decided at the depth that was ordered
        return None
    return _first_step(view, notes, pick, _wanted(board, notes))


def care(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Give an order that the crew needs whatever the boat does: the sick, messages, dinner, a word to the men."""
    return _first_step(view, notes, pick, (each for each in _cared_for(view.board, notes) if each not in notes.given))


def _first_step(view: View, notes: WatchNotes, pick: Pick, wanted: Iterable[str]) -> Order | None:
    """Return the first of some orders, or the change of positions that it needs."""
    board = view.board
    for order in wanted:
        verb = _step_towards(board, order, notes)
        if verb == POSITIONS:
            return Order(view.seat, POSITIONS, (("for", order),))
        args = _arguments(board, order, notes, pick)
        if verb and (args or order != FIRST_AID):
            return Order(view.seat, order, args)
    return None


def _wanted(board: OpenBoard, notes: WatchNotes) -> Iterator[str]:
    """Yield the orders that are wanted in this watch and were not given yet."""
    is_drill = board.briefing.id == DRILL and not (notes.skill.steady and _is_troubled(board))
    exercise = PROGRAMME[notes.bells % len(PROGRAMME)] if is_drill else ()
    if not board.boat.surfaced:
        up = [] if keeps_submerged(board, notes) or _lies_low(notes) else ["surface"]
        wanted = [*(order for order in exercise if order == "new_depth"), *up]
    else:
        wanted = [order for order in exercise if order != "new_depth"] if "surface" not in notes.given else []
        wanted += [] if lookouts(board) or keeps_submerged(board, notes) else ["watch"]
    yield from (order for order in (*_cared_for(board, notes), *wanted) if order not in notes.given)


def _lies_low(notes: WatchNotes) -> bool:
    """Return whether hunters were here a while ago: they still look, and ram whoever comes up among them."""
    return notes.hunt.plot.at - notes.hunt.alarm < LIES_LOW


def _cared_for(board: OpenBoard, notes: WatchNotes) -> list[str]:
    """Return the orders that the crew needs in this watch."""
    cared_for = [FIRST_AID] if _unhelped(sick_rooms(board), notes) else []
    cared_for += [ENIGMA] if messages_due(board, notes) else []
    cared_for += ["cook"] if wants_dinner(board, notes) else []
    return [*cared_for, *([ADDRESS] if best_card(board, notes) else [])]


def _is_troubled(board: OpenBoard) -> bool:
    """Return whether something is wrong aboard."""
    return bool(board.faults or board.trouble.breaches or any(room.emergencies for room in board.rooms))


def _unhelped(rooms: list[int], notes: WatchNotes) -> list[int]:
    """Return the rooms for which no first aid was ordered in this watch."""
    return [room for room in rooms if f"{FIRST_AID} {room}" not in notes.given]


def _step_towards(board: OpenBoard, order: str, notes: WatchNotes) -> str:
    """Return the order, or the change of positions that should come before it; '' if both cost too much."""
    skill = notes.skill
    kept = 0 if order in WORTH_THE_LAST and skill.steady else reserve(board, notes)
    now, later = _waste(board, order), TOO_DEAR
    if f"{POSITIONS} {order}" not in notes.given and board.order > kept + 1:
        later = _waste(plan_stations(board, order, skill).board_after(board), order)
    if min(now, later) > skill.waste or board.order <= kept:
        return ""
    return POSITIONS if later + 1 < now else order


def _waste(board: OpenBoard, order: str) -> int:
    """Return how many tokens more than one a place an order would cost now; TOO_DEAR if impossible or deadly."""
    if bar_order(board, order) is not None or (order == "dive" and men_outside(board)):
        return TOO_DEAR
    row = board.handbook.orders[order]
    places, least = places_of(board, row)
    seated = seat(board, row, places, cheapest(board, row, places, least, (), range(CREW))) or ()
    return sum(each.tokens - 1 for each in seated)


def _arguments(board: OpenBoard, order: str, notes: WatchNotes, pick: Pick) -> tuple[Token, ...]:
    boat = board.boat
    match order:
        case "new_speed":
            return ("half" if boat.setting == "slow" else "slow",)
        case "new_course":
            return (str((boat.course + TURN) % 360),)
        case "dive":
            return (DIVES[pick(len(DIVES))],)
        case "new_depth":
            return (PERISCOPE_DEPTH,)
        case "enigma":
            return messages_due(board, notes)
        case "address":
            return (best_card(board, notes),)
        case "first_aid":
            return tuple(map(str, _unhelped(aid_rooms(board), notes)[:1]))
    return ()
