"""Menus: the verbs of each role of U-BOOT, open or barred with the first reason of UBT-12.15b, from its view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, TypeAlias

from klaxon.rules.contract import Offer, Refusal, Verb
from klaxon.rules.uboot.cards.effects import is_relieved
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.handbook import PLAYED
from klaxon.rules.uboot.orders.conditions import bar_busy
from klaxon.rules.uboot.orders.guns import flak_targets
from klaxon.rules.uboot.patrol.returning import RETURN
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.sea.glass.open_views import knots_now
from klaxon.rules.uboot.sea.motion import deepest
from klaxon.rules.uboot.state import AT_SEA, OpenBoard
from klaxon.rules.uboot.verbs.bars import bar_relieved, bar_verb
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import OUTSIDE, ROLES

_CAPTAIN, _FIRST, _ENGINEER = ("captain",), ("first_officer",), ("engineer",)
_ARGS = {
    "new_speed": "full_astern|stop|slow|half|full",
    "new_course": "DEGREES",
    "new_depth": "METRES",
    "dive": "METRES",
    "change_positions": "[for=ORDER]",
    "enigma": "MESSAGE...",
    "tdc": "CONTACT",
    **dict.fromkeys(("flood_tubes", "launch"), "TUBE..."),
    "reload": "TUBE [type=g7a|g7e]",
    "gun88": "CONTACT",
    "aa20": "[CONTACT]",
    "address": "CARD",
    "first_aid": "ROOM",
    "repair_fault": "DEVICE",
    "repair_emergency": "KIND ROOM",
    "repair_breach": "ROOM",
}
VERBS = (
    Verb("stow", _ENGINEER, "TOKEN ROOM"),
    Verb("pack", _ENGINEER, "CARD a|b"),
    Verb("begin", _FIRST),
    *(Verb(order, _CAPTAIN, _ARGS.get(order, "")) for order in PLAYED),
    Verb("belay", _CAPTAIN),
    Verb("close", ("captain", "first_officer"), "periscope|hydrophone|tdc"),
    Verb("identify", _FIRST, "CONTACT"),
    Verb("aim", _CAPTAIN, "bearing=N aob=N side=port|starboard speed=N range=N [torpedo=N] [spread=N] [depth=N]"),
    Verb("time", ("captain", "first_officer"), "real|dynamic|accelerated|transit"),
    Verb("assign", ROLES, "[SHAPE...] | none"),
    Verb("done", ("navigator", "engineer")),
    Verb("move", ROLES, "SHAPE TO [SHAPE TO]..."),
    Verb("ready", ROLES),
    Verb("join", ROLES, "watch|DEVICE SHAPE..."),
    Verb("break_off", ROLES, "SHAPE..."),
    Verb("post", ROLES, "SHAPE ROOM"),
    Verb("choose", ("captain", "first_officer", "engineer"), "MAN... | ROOM | ORDER | MAN MAN N | CARD | CARD a|b"),
    Verb("card", _ENGINEER, "CARD"),
    Verb("puzzle", _ENGINEER, "TURNS... | PIECE:TURNS... | solved|failed"),
    Verb("swap", ("navigator",), "CELL CELL"),
    Verb("replace", ("navigator",), "CELL"),
    Verb("dish", ("navigator",), "DISH | CELL [CELL [CELL]] [lemon=CELL]"),
    Verb("treat", _FIRST, "PATIENT..."),
    Verb("kit", _FIRST),
    Verb("key", _FIRST, "MESSAGE ABC"),
    Verb("smoke", ROLES, "MAN..."),
    Verb(RETURN, _CAPTAIN),
)


Records: TypeAlias = tuple[object, ...]
_Menu: TypeAlias = tuple[tuple[str, Callable[[OpenBoard], Records], Callable[[OpenBoard], list[Offer]]], ...]


class VerbGroup(NamedTuple):
    """Verbs that are open or barred by the same records: while these are the same objects, so is the menu of them."""

    name: str
    verbs: tuple[str, ...]
    decided_by: Callable[[OpenBoard], Records]


def _by_order_records(board: OpenBoard) -> Records:
    course = (board.phase, board.pending, board.positions, board.order > 0, board.morale > 0)
    crew = (board.crew, board.at, board.shift, board.rooms)
    repairs = (board.repairs, board.trouble)
    return (
        *course,
        *crew,
        board.faults,
        board.boat.surfaced,
        deepest(board.boat),
        knots_now(board.boat),
        board.waters.weather,
        board.stores,
        board.cards.effects,
        *repairs,
        board.radio,
        *_by_arms(board),
    )


def _by_arms(board: OpenBoard) -> Records:
    """Return what decides TDC, tubes and guns: of a solution only what can and cannot be launched with it."""
    arms, sights = board.arms, tuple(in_sight(board))
    solution = arms.solution
    aimed = (solution.bow, solution.stern, solution.aim.torpedo, solution.run_m) if solution else ()
    guns = (arms.shells > 0, tuple(flak_targets(board)))
    return (arms.tubes, arms.reserve, aimed, sights, board.glass, board.waters.sea, *guns)


def _by_view_records(board: OpenBoard) -> Records:
    return (board.phase, board.glass, board.waters, board.crew, board.shift)


def _by_pending_records(board: OpenBoard) -> Records:
    men = (board.crew, board.at, board.shift) if board.pending is not None else ()
    return (board.phase, board.pending, board.cards.effects, board.stores, board.trouble, *men)


def _by_task_records(board: OpenBoard) -> Records:
    men = (board.at, board.positions) if lookouts(board) or board.repairs else ()
    return (board.phase, board.crew, board.shift, board.repairs, board.trouble, *men)


def _by_smoking_records(board: OpenBoard) -> Records:
    men = (board.crew, board.shift) if any(room in OUTSIDE for room in board.at) else ()
    return (board.phase, board.positions, board.at, board.stores.cigarettes, board.provisions, *men)


def _by_return_records(board: OpenBoard) -> Records:
    return (board.phase, board.pending, board.positions, board.cards.effects, board.waters, board.patrol.objectives)


GROUPS = (
    VerbGroup("set-up", ("stow", "pack", "begin"), lambda board: (board.phase, board.stores, board.rooms)),
    VerbGroup("orders", PLAYED, _by_order_records),
    VerbGroup("manning", ("belay", "assign", "done"), _by_pending_records),
    VerbGroup("glass", ("close", "identify"), _by_view_records),
    VerbGroup("aiming", ("aim",), lambda board: (board.phase, board.glass, board.cards.effects)),
    VerbGroup("time", ("time",), lambda board: (board.phase,)),
    VerbGroup("positions", ("move", "ready"), lambda board: (board.phase, board.positions, board.crew, board.shift)),
    VerbGroup("tasks", ("join", "break_off"), _by_task_records),
    VerbGroup("posts", ("post",), lambda board: (board.phase, board.posts)),
    VerbGroup("choices", ("choose",), lambda board: (board.phase, board.cards.choices)),
    VerbGroup("cards", ("card",), _by_pending_records),
    VerbGroup("puzzle", ("puzzle",), lambda board: (board.phase, board.trouble)),
    VerbGroup("galley", ("swap", "replace", "dish"), _by_pending_records),
    VerbGroup("sickbay", ("treat",), _by_pending_records),
    VerbGroup("kits", ("kit",), lambda board: (board.phase, board.provisions.kits)),
    VerbGroup("keys", ("key",), lambda board: (board.phase, board.radio.asked)),
    VerbGroup("smoking", ("smoke",), _by_smoking_records),
    VerbGroup("return", (RETURN,), _by_return_records),
)
IN_COMMAND = "first officer in command"
"""The first officer while the captain is relieved: the captain's verbs are his too (UBT-12.14a)."""
_HAS = {role: frozenset(verb.name for verb in VERBS if role in verb.roles) for role in ROLES}
_HAS[IN_COMMAND] = _HAS["first_officer"] | {verb.name for verb in VERBS if verb.roles == _CAPTAIN}


def _offer_group(board: OpenBoard, role: str, verbs: tuple[str, ...]) -> list[Offer]:
    orders, held_orders, held = board.handbook.orders, board.handbook.orders_to_hold, None
    if verbs is PLAYED:
        verbs = tuple(orders)
    if verbs[0] in orders and board.phase == AT_SEA:
        held = bar_relieved(board, role) or bar_busy(board)
    return [_offer(verb, held or bar_verb(board, role, verb), held_orders) for verb in verbs]


def _offer(verb: str, barred: Refusal | None, held_orders: frozenset[str]) -> Offer:
    return Offer(verb, barred, verb in held_orders or verb == RETURN, ends=verb == RETURN)


def _own(group: VerbGroup, role: str) -> tuple[str, ...]:
    own = tuple(verb for verb in group.verbs if verb in _HAS[role])
    return group.verbs if own == group.verbs else own


def _menu(name: str, role: str) -> _Menu:
    return tuple(
        (f"{name} {group.name}", group.decided_by, partial(_offer_group, role=role, verbs=own))
        for group in GROUPS
        if (own := _own(group, name))
    )


_MENUS: Mapping[str, _Menu] = {
    **{role: _menu(role, role) for role in ROLES},
    IN_COMMAND: _menu(IN_COMMAND, "first_officer"),
}
"""Role -> the groups it has verbs of: a name for what is kept, what decides, and how the offers are made."""


def _name_of_menu(view: View) -> str:
    return IN_COMMAND if view.role == "first_officer" and is_relieved(view.board) else view.role


def offers(view: View) -> tuple[Offer, ...]:
    """Return the verbs of the seat; umpire and spectator have none."""
    if view.offers is None:
        board, found = view.board, list[Offer]()
        for name, decided_by, make in _MENUS.get(_name_of_menu(view), ()):
            found += board.keep(name, decided_by(board), make)
        view.offers = tuple(found)
    return view.offers


def find_offer(view: View, verb: str) -> Offer | None:
    """Return the offer of one verb as the whole menu has it, None if the seat has no such verb."""
    board = view.board
    if verb not in _HAS.get(_name_of_menu(view), ()) or (verb in PLAYED and verb not in board.handbook.orders):
        return None
    return _offer_group(board, view.role, (verb,))[0]
