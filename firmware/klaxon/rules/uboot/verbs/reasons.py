"""Why a token is not the next argument: a reason that names man, room or thing, else that it is no such value."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Order, Refusal
from klaxon.rules.domains import Token
from klaxon.rules.uboot.crew.men import WATCH
from klaxon.rules.uboot.crew.tasks import bar_join
from klaxon.rules.uboot.orders.conditions import bar_time
from klaxon.rules.uboot.orders.naming import bar_naming
from klaxon.rules.uboot.orders.positions import bar_load, bar_move
from klaxon.rules.uboot.trouble.joining import bar_helper
from klaxon.rules.uboot.verbs.arguments import Args, chosen_figures, field, figure_of, sent_so_far
from klaxon.rules.uboot.verbs.arms_arguments import ARMS_REASONS
from klaxon.rules.uboot.verbs.bars import bar_task
from klaxon.rules.uboot.verbs.galley_reasons import GALLEY_REASONS
from klaxon.rules.uboot.verbs.glass_arguments import GLASS_REASONS
from klaxon.rules.uboot.verbs.gun_arguments import GUN_REASONS
from klaxon.rules.uboot.verbs.radio_arguments import RADIO_REASONS
from klaxon.rules.uboot.verbs.trouble_reasons import TROUBLE_REASONS
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import DEVICES, FIGURES, MODES, ROOMS, SHAPES, TOOLBOXES
from klaxon.rules.walks import bad_argument

_ROOM_WORDS = tuple(map(str, ROOMS))


def why(view: View, draft: Order, token: Token) -> Refusal | None:
    """Return why a token is not the next argument."""
    refusal = None
    if draft.verb in _OF_PARTS:
        refusal = _OF_PARTS[draft.verb](view, draft.args, token)
    elif draft.verb in _REASONS and isinstance(token, str):
        refusal = _REASONS[draft.verb](view, draft.args, token)
    return refusal or bad_argument(field(view, draft), draft, token)


def _time(view: View, args: Args, token: str) -> Refusal | None:
    code = bar_time(view.board, token) if not args and token in MODES else ""
    return Refusal(code, {"mode": token}) if code else None


def _assign(view: View, args: Args, token: str) -> Refusal | None:
    pending = view.board.pending
    if pending is None or token not in SHAPES or token in args or "none" in args:
        return None
    return bar_naming(view.board, pending, figure_of(view.role, token))


def _move(view: View, args: Args, token: str) -> Refusal | None:
    positions = sent_so_far(view, args)
    if positions is None:
        return None
    if len(args) % 2 == 0:
        return Refusal("dead", {"man": _name(view, token)}) if token in SHAPES and token not in args[::2] else None
    figure = figure_of(view.role, str(args[-1]))
    room, plus, load = token.partition("+")
    if room not in _ROOM_WORDS:
        return None
    refusal = bar_move(view.board, positions, figure, int(room))
    if refusal is None and plus and load in (*DEVICES, *TOOLBOXES):
        refusal = bar_load(view.board, positions, figure, int(room), load)
    return refusal


def _join(view: View, args: Args, token: str) -> Refusal | None:
    if not args:
        return bar_task(view.board, view.role, token) if token in (WATCH, *view.board.handbook.devices) else None
    if token not in SHAPES or token in args:
        return None
    if args[0] != WATCH:
        beside = len(chosen_figures(view.role, args[1:]))
        return bar_helper(view.board, str(args[0]), figure_of(view.role, token), beside)
    return bar_join(view.board, figure_of(view.role, token), len(chosen_figures(view.role, args[1:])))


def _break_off(view: View, args: Args, token: str) -> Refusal | None:
    return Refusal("no-task", {"man": _name(view, token)}) if token in SHAPES and token not in args else None


def _post(_view: View, args: Args, token: str) -> Refusal | None:
    if not args:
        return Refusal("not-due", {"verb": "post"}) if token in SHAPES else None
    return Refusal("occupied", {"room": int(token)}) if len(args) == 1 and token in _ROOM_WORDS else None


def _address(view: View, args: Args, token: str) -> Refusal | None:
    return None if args or token in view.board.stores.hand else Refusal("no-card", {"card": token})


def _name(view: View, shape: str) -> str:
    return FIGURES[figure_of(view.role, shape)]


_OF_PARTS = {**GALLEY_REASONS, **TROUBLE_REASONS, **GLASS_REASONS, **ARMS_REASONS, **GUN_REASONS, **RADIO_REASONS}
"""The reasons of verbs that have modules of their own."""
_REASONS: Mapping[str, Callable[[View, Args, str], Refusal | None]] = {
    "address": _address,
    "time": _time,
    "assign": _assign,
    "move": _move,
    "join": _join,
    "break_off": _break_off,
    "post": _post,
}
