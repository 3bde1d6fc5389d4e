"""The captain on the hunt: damage first, then his own safety, then the prey; with neither he leads the boat as ever."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from klaxon.crew.uboot import captain, watch
from klaxon.crew.uboot.addressing import ADDRESS, best_card
from klaxon.crew.uboot.hunting.approaching import attack
from klaxon.crew.uboot.hunting.evading import evade, is_threatened, nearest_hunter
from klaxon.crew.uboot.hunting.flanking import has_radar, is_night
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import RANGE_WORDS
from klaxon.crew.uboot.hunting.seeing import hours_to_night
from klaxon.crew.uboot.hunting.shooting import Wanted, has_torpedo, is_good_shot, nearest_ship, reload_wanted, shot
from klaxon.crew.uboot.notes import REAL, WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM
from klaxon.crew.uboot.patrolling.errands import DRILL, errands, hours_left, is_done, is_pressing
from klaxon.crew.uboot.patrolling.shadowing import convoy_of, shadow, shadowing
from klaxon.crew.uboot.patrolling.shoals import leave_shoals, safe_depth
from klaxon.crew.uboot.radio import CONVOY, messages_wanted
from klaxon.crew.uboot.repairing import DANGERS, order_repair
from klaxon.crew.uboot.stations import plan_stations
from klaxon.crew.understudy import Pick
from klaxon.rules.contract import Order
from klaxon.rules.domains import Token
from klaxon.rules.uboot.orders.arms import bar_salvo
from klaxon.rules.uboot.orders.conditions import bar_order, bar_time
from klaxon.rules.uboot.orders.deeds import men_outside
from klaxon.rules.uboot.patrol.records import PRIMARY
from klaxon.rules.uboot.patrol.returning import RETURN
from klaxon.rules.uboot.radio.waiting import ENIGMA
from klaxon.rules.uboot.records import Contact
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.views import View

POSITIONS = captain.POSITIONS
FREE = ("aim",)
"""Verbs of the captain that cost nothing and need no men."""
SALVOS = ("flood_tubes", "launch", "reload")
"""Orders whose arguments are tubes."""
CLOSE = 9000
"""Metres from a target within which time is not sped up, and nothing is done but hunting."""
AT_ONCE = 4500
"""Metres from the nearest ship of a convoy within which it is attacked by night, whatever else was asked for."""
WATCHED, NIGHT_WORK = 15 * NM, 3
"""Metres from the middle of a convoy at which it is followed by day, and hours that an attack by night takes."""
NERVES = 3
"""Morale that a captain who is hunted keeps for what the hunters will do."""
SPENDS = 6
"""Morale down to which a captain pays for the way to a convoy that is expected."""
KEPT, KEPT_FOR_PREY = 2, 5
"""Orders that are not spent on errands, and how many where ships are to be sunk: an attack takes ten."""
SEXTANT, PLENTY = "sextant", 6
"""The order that tells where the boat is, and the orders from which on one is spent on it."""
SHOOTING, FLEET = 1800, 3200
"""Metres from a target within which time is real, and from a ship of a convoy."""
AT_HAND, UPON_US = 12_000, 4000
"""Metres from an escort within which time is not sped up on the surface, and within which it is real."""
SPARING = ("new_course", "new_speed", "reload", "watch")
"""Orders that are paid with morale only while there is enough of it."""
PACES = ("real", "dynamic", "accelerated", "transit")


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
    report = _report_convoy(view, notes)
    if report is not None:
        return report
    repair = order_repair(view, notes)
    if repair is not None:
        return repair
    target = hunt.target
    wanted: Iterable[Wanted] = ()
    if is_threatened(board, hunt) and target is not None and is_good_shot(board, hunt, target):
        wanted = shot(board, hunt, target)
    elif is_threatened(board, hunt):
        wanted = _within_depth(board, notes, evade(board, hunt))
    elif target is not None and board.boat.depth == board.boat.target:
        wanted = (*_address(board, notes, target), *_close_in(board, notes, target), *_reload(board, target))
    floor = max(hunt.skill.floor, NERVES) if is_threatened(board, hunt) else hunt.skill.floor
    for order, args in wanted:
        if not board.order and order in SPARING and board.morale <= floor:
            continue
        found = _towards(view, notes, order, args)
        if found is not None:
            return found
    return None


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
    if _awaits_night(board, notes):
        return shadow(board, hunt, convoy, WATCHED)
    return attack(board, hunt, target)


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
    hunts = any(each.name == PRIMARY and each.kind.startswith("sink") for each in board.patrol.objectives)
    kept = KEPT_FOR_PREY if hunts else KEPT
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
    if order not in notes.hunt.moved and board.order + board.morale > 1:
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


def identify(view: View, notes: WatchNotes, _pick: Pick) -> Order | None:
    """Let the first officer identify who is in sight and not known yet: the nearest first, of a fleet only those."""
    waters = view.board.waters
    seen = set(in_sight(view.board))
    unknown = [(_reported_range(each), each) for each in waters.contacts if not each.klass and each.name in seen]
    groups = {contact.name for contact in waters.contacts if contact.kind == "group" and contact.klass}
    wanted = [
        (metres, each.name)
        for metres, each in unknown
        if each.group not in groups or metres < notes.hunt.skill.looks_at
    ]
    return Order(view.seat, "identify", (min(wanted)[1],)) if wanted else None


def _reported_range(contact: Contact) -> int:
    fields = dict(contact.fields)
    return int(fields.get("range", RANGE_WORDS.get(str(fields.get("range_word", "")), 0)))


def set_time(view: View, notes: WatchNotes, pick: Pick) -> Order | None:
    """Let time pass: slowly near the enemy, as the captain says; else as ever."""
    board, hunt = view.board, notes.hunt
    if view.role != "captain":
        return None if board.waters.contacts or board.waters.hunted else watch.set_time(view, notes, pick)
    if not is_hunting(board, hunt):
        return watch.set_time(view, notes, pick)
    mode = _pace(board, hunt)
    now = PACES.index(board.clock.mode)
    is_idle = board.pending is None and board.positions is None
    if now > PACES.index(mode) or (now < PACES.index(mode) and is_idle and not bar_time(board, mode)):
        return Order(view.seat, "time", (mode,))
    return None


def _pace(board: OpenBoard, hunt: HuntNotes) -> str:
    target, hunter = hunt.target, nearest_hunter(hunt)
    if board.boat.surfaced and hunter is not None and hunter.metres < AT_HAND:
        return REAL if hunter.metres < UPON_US else "dynamic"
    if is_threatened(board, hunt):
        return "dynamic"
    if target is None or target.lost:
        return "transit"
    near = nearest_ship(hunt, target)
    if near > CLOSE:
        return "accelerated"
    return "dynamic" if near > (FLEET if target.fleet else SHOOTING) else REAL
