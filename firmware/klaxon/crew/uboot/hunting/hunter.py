"""The captain on the hunt: damage first, then his own safety, then the prey; with neither he leads the boat as ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from klaxon.crew.uboot import captain
from klaxon.crew.uboot.addressing import ADDRESS, best_card
from klaxon.crew.uboot.hunting.courses import has_radar, is_in_its_way, is_night
from klaxon.crew.uboot.hunting.evading import evade, is_threatened, nearest_hunter
from klaxon.crew.uboot.hunting.gunnery import fend_off, is_firing
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.seeing import hours_to_night
from klaxon.crew.uboot.hunting.shooting import Wanted, has_torpedo, is_good_shot, nearest_ship, reload_wanted, shot
from klaxon.crew.uboot.hunting.submerged import attack_submerged
from klaxon.crew.uboot.hunting.surfaced import attack_surfaced
from klaxon.crew.uboot.hunting.way_down import keeps_way_down
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM
from klaxon.crew.uboot.patrolling.errands import (
    DRILL,
    KEPT_FOR_PREY,
    errands,
    has_to_sink,
    hours_left,
    is_done,
    is_pressing,
)
from klaxon.crew.uboot.patrolling.shadowing import convoy_of, follow, shadow, shadowing
from klaxon.crew.uboot.patrolling.shoals import leave_shoals, safe_depth
from klaxon.crew.uboot.radio import CONVOY, messages_wanted
from klaxon.crew.uboot.repairing import DANGERS, order_repair
from klaxon.crew.uboot.stations import plan_stations
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.domains import Token
from klaxon.rules.uboot.orders.arms import bar_salvo
from klaxon.rules.uboot.orders.conditions import bar_order
from klaxon.rules.uboot.orders.deeds import men_outside
from klaxon.rules.uboot.patrol.returning import RETURN
from klaxon.rules.uboot.radio.waiting import ENIGMA
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View

POSITIONS = captain.POSITIONS
FREE = ("aim",)
"""Verbs of the captain that cost nothing and need no men."""
SHOTS = ("flood_tubes", "tdc", "launch", "gun88")
"""Orders for which a captain pays with morale if need be: without them all others were for nothing."""
SALVOS = ("flood_tubes", "launch", "reload")
"""Orders whose arguments are tubes."""
CLOSE = 9000
"""Metres from a target within which time is not sped up, and nothing is done but hunting."""
AT_ONCE = 4500
"""Metres from the nearest ship of a convoy within which it is attacked by night, whatever else was asked for."""
NIGHT_WORK = 3
"""Hours that an attack by night takes."""
NERVES, LAST_NERVE = 3, 1
"""Morale that a captain keeps for what hunters will do, and one who shoots at a ship alone with none in sight."""
UP_AND_DOWN = ("dive", "surface", "new_depth")
"""Orders for which no men are kept that could take the boat down."""
SPENDS = 6
"""Morale down to which a captain pays for the way to a convoy that is expected."""
KEPT = 2
"""Orders that are not spent on errands where no ships are to be sunk."""
SEXTANT, PLENTY = "sextant", 6
"""The order that tells where the boat is, and the orders from which on one is spent on it."""
SHOOTING = 1800
"""Metres from a target within which time is real."""
SPARING = ("new_course", "new_speed", "reload", "watch")
"""Orders that are paid with morale only while there is enough of it."""


def is_hunting(board: OpenBoard, notes: HuntNotes) -> bool:
    """Return whether there is a target, or somebody who hunts the boat."""
    return is_threatened(board, notes) or notes.target is not None


def command(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Give the captain's next order."""
    board, hunt = view.board, notes.hunt
    off = _first_of(view, notes, leave_shoals(board, notes))
    if off is not None:
        return off
    if not is_hunting(board, hunt):
        pressing = _press_on(view, notes) if is_pressing(board, notes) else None
        led = pressing or captain.command(view, notes, pick) or _run_errands(view, notes)
        return led or _take_fix(view, notes)
    first = _report_convoy(view, notes) or order_repair(view, notes) or _care(view, notes, pick)
    if first is not None:
        return first
    for order, args in _wanted(board, notes):
        if order not in FREE and not board.order and board.morale <= _floor(board, hunt, order):
            continue
        if order not in FREE and not _dares(board, notes, order, args):
            continue
        found = _towards(view, notes, order, args)
        if found is not None:
            return found
    return None


def _dares(board: OpenBoard, notes: WatchNotes, order: str, args: tuple[Token, ...]) -> bool:
    """Return whether the boat can still go down after an order, where one who hunts may be about."""
    hunt = notes.hunt
    if order in UP_AND_DOWN or is_threatened(board, hunt) or _is_alone(hunt):
        return True
    return keeps_way_down(board, notes.skill, order, args)


def _is_alone(hunt: HuntNotes) -> bool:
    """Return whether the target sails alone, as far as anybody sees."""
    return (hunt.target is None or not hunt.target.fleet) and nearest_hunter(hunt) is None


def _care(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Return what the crew needs while the target is far."""
    target = notes.hunt.target
    is_far = target is not None and (target.lost or target.metres > CLOSE)
    return captain.care(view, notes, pick) if is_far and not is_threatened(view.board, notes.hunt) else None


def _wanted(board: OpenBoard, notes: WatchNotes) -> Iterable[Wanted]:
    """Return what the hunt asks for, the most urgent first: a captain in danger shoots first if he can."""
    hunt, target = notes.hunt, notes.hunt.target
    if is_threatened(board, hunt):
        if target is not None and is_good_shot(board, hunt, target):
            return shot(board, hunt, target)
        return (*fend_off(board, hunt), *_within_depth(board, notes, evade(board, hunt)), *_hearten(board, notes))
    if target is None or board.boat.depth != board.boat.target:
        return ()
    return (*_address(board, notes, target), *_close_in(board, notes, target), *_reload(board, target))


def _floor(board: OpenBoard, hunt: HuntNotes, order: str) -> int:
    """Return down to which morale the captain pays for an order with it: for a chase he rather waits for the bell."""
    if is_threatened(board, hunt):
        return max(hunt.skill.floor, NERVES) if order in SPARING else 0
    if order in SHOTS:
        return LAST_NERVE if _is_alone(hunt) else NERVES
    is_near = hunt.target is not None and nearest_ship(hunt, hunt.target) < CLOSE
    return hunt.skill.floor if is_near else max(hunt.skill.floor, hunt.skill.restraint)


def _first_of(view: View, notes: WatchNotes, wanted: Iterable[Wanted]) -> Order | None:
    """Return the first order that can be given."""
    found = (_towards(view, notes, order, args) for order, args in wanted)
    return next((order for order in found if order is not None), None)


def _close_in(board: OpenBoard, notes: WatchNotes, target: Mean) -> Iterable[Wanted]:
    """Yield what an objective to shadow a convoy asks for, or the night that is awaited, else the attack."""
    hunt, objective, convoy = notes.hunt, shadowing(board), convoy_of(notes.hunt)
    if convoy is None or not target.fleet:
        return attack(board, hunt, target)
    is_night_prey = is_night(board) and nearest_ship(hunt, target) < AT_ONCE and has_torpedo(board)
    if objective is not None and not is_night_prey:
        return shadow(board, hunt, convoy, objective.number("max_nm") * NM)
    is_ambush = not board.boat.surfaced and is_in_its_way(hunt, target) and has_torpedo(board)
    if _awaits_night(board, notes) and not is_ambush:
        return follow(board, hunt, convoy)
    return attack(board, hunt, target)


def attack(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings the boat to its shot, the most urgent first."""
    if not has_torpedo(board):
        yield from reload_wanted(board)
    if board.boat.surfaced:
        yield from attack_surfaced(board, notes, target)
    elif has_torpedo(board):
        yield from attack_submerged(board, notes, target)


def _awaits_night(board: OpenBoard, notes: WatchNotes) -> bool:
    """Return whether a convoy is followed until the boat can attack it on the surface."""
    dusk = hours_to_night(board, notes.hunt.plot.at)
    is_able = notes.hunt.skill.flanks and not has_radar(board)
    return is_able and not is_night(board) and hours_left(board, notes) > dusk + NIGHT_WORK


def _within_depth(board: OpenBoard, notes: WatchNotes, wanted: Iterable[Wanted]) -> Iterator[Wanted]:
    """Yield what is wanted, no deeper than the water allows."""
    for order, args in wanted:
        if order not in ("dive", "new_depth"):
            yield order, args
            continue
        depth = safe_depth(board, notes, int(str(args[0])))
        if board.boat.surfaced or board.boat.target != 1000 * depth:
            yield order, (str(depth),)


def go_home(view: View, _notes: WatchNotes, _pick: Pick) -> Order | None:
    """Let the captain return to base when the primary is met: a boat that is lost has won nothing."""
    return Order(view.seat, RETURN) if is_done(view.board) else None


def _report_convoy(view: View, notes: WatchNotes) -> Order | None:
    """Return the order to report a convoy, where an objective asks for it and nobody comes for the boat."""
    if CONVOY not in messages_wanted(view.board) or is_threatened(view.board, notes.hunt):
        return None
    return _towards(view, notes, ENIGMA, (CONVOY,))


def _press_on(view: View, notes: WatchNotes) -> Order | None:
    """Return what cannot wait: danger first, then the way to a convoy, if need be paid with morale."""
    board = view.board
    danger = order_repair(view, notes, DANGERS)
    if danger is not None or board.boat.depth != board.boat.target:
        return danger
    if not board.order and board.morale <= SPENDS:
        return None
    return _first_of(view, notes, errands(board, notes))


def _run_errands(view: View, notes: WatchNotes) -> Order | None:
    """Return what the objectives of the mission ask for; an attack may still come, so most orders are kept for it."""
    board = view.board
    kept = KEPT_FOR_PREY if has_to_sink(board) else KEPT
    if board.briefing.id == DRILL or board.boat.depth != board.boat.target or board.order <= kept:
        return None
    return _first_of(view, notes, errands(board, notes))


def _take_fix(view: View, notes: WatchNotes) -> Order | None:
    """Return the order to take the place of the boat: once a watch, under a clear sky, while orders are plenty."""
    board = view.board
    if board.briefing.id == DRILL or board.order < PLENTY or SEXTANT in notes.given:
        return None
    return _first_of(view, notes, [(SEXTANT, ())])


def _address(board: OpenBoard, notes: WatchNotes, target: Mean) -> Iterable[Wanted]:
    """Yield an address to the crew that is worth an order, while there is time for it."""
    card = best_card(board, notes)
    if card and target.metres > SHOOTING and ADDRESS not in notes.given:
        yield ADDRESS, (card,)


def _hearten(board: OpenBoard, notes: WatchNotes) -> Iterable[Wanted]:
    """Yield an address to men who are about to give up: without any morale the next leak is the end."""
    card = best_card(board, notes) if board.morale <= NERVES else ""
    if card:
        yield ADDRESS, (card,)


def _reload(board: OpenBoard, target: Mean) -> Iterable[Wanted]:
    """Yield a reload while no enemy is near enough to be shot at."""
    if target.metres > CLOSE:
        yield from reload_wanted(board)


def _towards(view: View, notes: WatchNotes, order: str, args: tuple[Token, ...]) -> Order | None:
    """Return an order, or the change of positions that it needs first; None if neither will do."""
    board = view.board
    if order in FREE:
        return Order(view.seat, order, args)
    able = _able(board, order, args)
    is_full = able is not None and 2 * len(able) >= len(args)
    if is_full or (able is not None and order in notes.hunt.moved):
        return Order(view.seat, order, able or ())
    if order not in notes.hunt.moved and board.order + board.morale > 1 and not is_firing(board, notes.hunt):
        after = _able(plan_stations(board, order, notes.skill).board_after(board), order, args)
        if after is not None and (able is None or len(after) > len(able)):
            return Order(view.seat, POSITIONS, (("for", order),))
    return Order(view.seat, order, able) if able else None


def _able(board: OpenBoard, order: str, args: tuple[Token, ...]) -> tuple[Token, ...] | None:
    """Return the arguments with which an order can be given: of several tubes as many as there are men for."""
    if bar_order(board, order) is not None or (order == "dive" and men_outside(board)):
        return None
    if order not in SALVOS:
        return args
    tubes = tuple(map(str, args))
    parts = (tubes[:count] for count in range(len(tubes), 0, -1))
    return next((part for part in parts if bar_salvo(board, order, part) is None), None)
