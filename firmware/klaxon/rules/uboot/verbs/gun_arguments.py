"""The targets of the guns, and why something else does not fit, from the view alone (UBT-12.14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Field, Refusal
from klaxon.rules.domains import OneOf, Token
from klaxon.rules.uboot.orders.guns import SINGLE_SHIPS, flak_targets
from klaxon.rules.uboot.sea.attack.targets import AIRCRAFT, bar_contact, in_sight
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88
from klaxon.rules.uboot.views import View

Args = tuple[Token, ...]


def _gun88(view: View, args: Args) -> Field | None:
    return None if args else Field("contact", OneOf(tuple(in_sight(view.board, SINGLE_SHIPS))))


def _aa20(view: View, args: Args) -> Field | None:
    return None if args else Field("contact", OneOf(tuple(flak_targets(view.board))), optional=True)


def _is_name(token: Token) -> bool:
    return isinstance(token, str) and token[:1] == "c" and token[1:].isdecimal()


def _why_not_gun88(view: View, args: Args, token: Token) -> Refusal | None:
    return bar_contact(view.board, str(token), SINGLE_SHIPS) if _is_name(token) and not args else None


def _why_not_aa20(view: View, args: Args, token: Token) -> Refusal | None:
    if not _is_name(token) or args or token in flak_targets(view.board):
        return None
    return bar_contact(view.board, str(token), (*SINGLE_SHIPS, AIRCRAFT)) or Refusal("no-target", {"gun": AA20})


GUN_FIELDS: Mapping[str, Callable[[View, Args], Field | None]] = {GUN88: _gun88, AA20: _aa20}
GUN_REASONS: Mapping[str, Callable[[View, Args, Token], Refusal | None]] = {
    GUN88: _why_not_gun88,
    AA20: _why_not_aa20,
}
