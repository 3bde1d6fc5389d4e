"""Why a token is not the next argument of a verb of repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.domains import Token
from klaxon.rules.uboot.orders.conditions import bar_repair
from klaxon.rules.uboot.trouble.targets import REPAIR_BREACH, REPAIR_EMERGENCY, REPAIR_FAULT, candidates
from klaxon.rules.uboot.trouble.tools import bar_card
from klaxon.rules.uboot.views import View
from klaxon.rules.uboot.words import INSIDE, KINDS

Args = tuple[Token, ...]
_ROOM_WORDS = tuple(map(str, INSIDE))


def _fault(view: View, args: Args, token: Token) -> Refusal | None:
    if args or token not in view.board.handbook.devices:
        return None
    return _bar(view, REPAIR_FAULT, (str(token),))


def _emergency(view: View, args: Args, token: Token) -> Refusal | None:
    """Return what speaks against a kind where there is some, then against the room."""
    if len(args) == 1 and token in _ROOM_WORDS:
        return _bar(view, REPAIR_EMERGENCY, (str(args[0]), str(token)))
    if args or token not in KINDS:
        return None
    found = [target for target in candidates(view.board, REPAIR_EMERGENCY) if target[0] == token]
    return _bar(view, REPAIR_EMERGENCY, found[0] if found else (str(token), _ROOM_WORDS[0]))


def _breach(view: View, args: Args, token: Token) -> Refusal | None:
    return None if args or token not in _ROOM_WORDS else _bar(view, REPAIR_BREACH, (str(token),))


def _bar(view: View, order: str, target: tuple[str, ...]) -> Refusal | None:
    return bar_repair(view.board, view.board.handbook.orders[order], target)


def _card(view: View, args: Args, token: Token) -> Refusal | None:
    pending = view.board.pending
    if args or pending is None or token not in view.board.handbook.tools:
        return None
    return bar_card(view.board, pending, str(token))


TROUBLE_REASONS: Mapping[str, Callable[[View, Args, Token], Refusal | None]] = {
    REPAIR_FAULT: _fault,
    REPAIR_EMERGENCY: _emergency,
    REPAIR_BREACH: _breach,
    "card": _card,
}
