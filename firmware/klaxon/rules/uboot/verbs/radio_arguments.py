"""The arguments of `enigma` and `key`, and why something else does not fit, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Field, Refusal
from klaxon.rules.domains import FreeText, OneOf, Token
from klaxon.rules.uboot.radio.cipher import LETTERS, ROTORS
from klaxon.rules.uboot.radio.waiting import ENIGMA, MOST_MESSAGES, bar_naming, open_messages
from klaxon.rules.uboot.views import View

Args = tuple[Token, ...]
_KEY = Field("key", FreeText(LETTERS, len(ROTORS), len(ROTORS)))


def _enigma(view: View, args: Args) -> Field | None:
    """Return the next message: one that waits, and for which the man has slots beside the others."""
    board, named = view.board, tuple(map(str, args))
    if len(named) == MOST_MESSAGES:
        return None
    left = [name for name in open_messages(board) if name not in named]
    values = tuple(name for name in left if bar_naming(board, (*named, name)) is None)
    return Field("message", OneOf(values), optional=bool(named)) if values or not named else None


def _key(view: View, args: Args) -> Field | None:
    if not args:
        return Field("message", OneOf(tuple(asked.message for asked in view.board.radio.asked)))
    return _KEY if len(args) == 1 else None


def _bar_enigma(view: View, args: Args, token: Token) -> Refusal | None:
    if not isinstance(token, str) or token in args or len(args) == MOST_MESSAGES:
        return None
    return bar_naming(view.board, (*map(str, args), token))


def _bar_key(_view: View, args: Args, token: Token) -> Refusal | None:
    return None if args else Refusal("no-message", {"message": str(token)})


RADIO_FIELDS: Mapping[str, Callable[[View, Args], Field | None]] = {ENIGMA: _enigma, "key": _key}
RADIO_REASONS: Mapping[str, Callable[[View, Args, Token], Refusal | None]] = {ENIGMA: _bar_enigma, "key": _bar_key}
