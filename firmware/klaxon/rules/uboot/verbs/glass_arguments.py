"""The arguments of `close` and `identify`, and why something else does not fit, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Field, Refusal
from klaxon.rules.domains import OneOf, Token
from klaxon.rules.uboot.sea.attack.targets import bar_contact, in_sight
from klaxon.rules.uboot.sea.glass.identifying import IDENTIFY
from klaxon.rules.uboot.sea.glass.open_views import CLOSE, TO_CLOSE, find_view
from klaxon.rules.uboot.views import View

Args = tuple[Token, ...]


def _close(view: View, args: Args) -> Field | None:
    open_ones = tuple(name for name in TO_CLOSE if find_view(view.board, name))
    return None if args else Field("view", OneOf(open_ones))


def _identify(view: View, args: Args) -> Field | None:
    return None if args else Field("contact", OneOf(tuple(in_sight(view.board))))


def _why_not_close(_view: View, args: Args, token: Token) -> Refusal | None:
    return Refusal("not-open", {"view": str(token)}) if not args and token in TO_CLOSE else None


def _why_not_identify(view: View, args: Args, token: Token) -> Refusal | None:
    is_name = isinstance(token, str) and token[:1] == "c" and token[1:].isdecimal()
    return bar_contact(view.board, str(token)) if is_name and not args else None


GLASS_FIELDS: Mapping[str, Callable[[View, Args], Field | None]] = {CLOSE: _close, IDENTIFY: _identify}
GLASS_REASONS: Mapping[str, Callable[[View, Args, Token], Refusal | None]] = {
    CLOSE: _why_not_close,
    IDENTIFY: _why_not_identify,
}
