"""Why a token is not an argument of a draft: the most specific reason that is true, found from the view alone."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.content.faults import nearest
from klaxon.rules.contract import Field, Order, Refusal
from klaxon.rules.domains import OneOf, Token
from klaxon.rules.steam import look, shift
from klaxon.rules.steam.grid import INDEX, NAMES, POST, SECTORS
from klaxon.rules.steam.may import bar_man
from klaxon.rules.steam.menu import field
from klaxon.rules.steam.misuse import TARGETS, after, is_step, no_entry, why_use
from klaxon.rules.steam.setting import CAPTAIN, CREW
from klaxon.rules.steam.state import NONE
from klaxon.rules.steam.step import board_after_steps, cell_of
from klaxon.rules.steam.views import View
from klaxon.rules.walks import bad_argument, missing


def why(view: View, draft: Order, token: Token) -> Refusal | None:
    """Return why a token does not fit; None if it is redundant."""
    if draft.verb in _USES and draft.args and token in _implied_tokens(view, draft):
        return None
    asked, reason = field(view, draft), _REASONS.get(draft.verb)
    code = reason(view, draft, token) if reason and (asked is not None or draft.verb in _LONG) else ""
    if code:
        return Refusal(code, {"verb": draft.verb, "token": token, **_facts(view, draft, token, code)})
    if asked is not None and not asked.optional and draft.verb in _USES and draft.args and _is_later(asked, token):
        return missing(draft, asked)
    refusal = bad_argument(asked, draft, token)
    near = nearest(token, view.board.deck.index) if draft.verb == "pick" and isinstance(token, str) else ""
    return Refusal("no-such-card", {**refusal.facts, "nearest": near}) if near else refusal


def _is_later(asked: Field, token: Token) -> bool:
    """Return whether a token would fit only after something that must come before it and does not."""
    values = asked.domain.values if isinstance(asked.domain, OneOf) else ()
    return isinstance(token, tuple) and token[0] in _KEYS and all(token[0] != value[0] for value in values)


def _facts(view: View, draft: Order, token: Token, code: str) -> dict[str, object]:
    """Return the facts of a reason in addition to the token."""
    board, me = view.board, view.me
    if code == "not-aimed":
        return {"sections": after(board, me, draft.args, reacting=_USES[draft.verb]).sections}
    if code == "requires":
        man, cell = (draft.args or (token,))[0], INDEX.get(cell_of(token), NONE)
        place = cell if cell != NONE else board.boats[me].place[CREW.index(str(man))]
        card = board.deck.cards[board.boats[me].cards[place]]
        return {"need": next(need for need in card.requires if not look.meets(board, me, need))}
    return {}


_KEYS = (*TARGETS, "step")
_USES = {"activate": False, "react": True}
"""The verbs that use a compartment -> whether they react."""
_LONG = ("manoeuvre", "move", *_USES)
"""Verbs for which a surplus token has a more specific reason."""


def _implied_tokens(view: View, draft: Order) -> list[Token]:
    """Return the tokens about which a use leaves no choice, as they could be given."""
    return after(view.board, view.me, draft.args, reacting=_USES[draft.verb]).unsaid


def _why_pick(view: View, _draft: Order, token: Token) -> str:
    board = view.board
    card = board.deck.index.get(token, NONE) if isinstance(token, str) else NONE
    if card == NONE:
        return ""
    return "taken" if any(card in chosen for chosen in board.chosen) else "not-in-hand"


def _why_swap(_view: View, draft: Order, token: Token) -> str:
    if token == NAMES[POST]:
        return "post"
    return "same-cell" if token in draft.args else ""


def _why_oxygen(_view: View, _draft: Order, token: Token) -> str:
    return "no-oxygen-there" if token in INDEX else ""


def _why_manoeuvre(view: View, draft: Order, token: Token) -> str:
    board, me = view.board, view.me
    if any(isinstance(arg, tuple) for arg in draft.args):
        return ""
    sector = board.sector
    for word in draft.args:
        sector = shift.sectors_after(sector, str(word))
    if isinstance(token, tuple):
        apart = token[0] == "side" and token[1] in shift.SIDES and sector[0] != sector[1]
        return "not-alongside" if apart else ""
    if token not in shift.STEPS:
        return ""
    boat, step = shift.STEPS[token]
    if boat != me and not look.movable(board, boat):
        return "immovable"
    return "no-points" if 1 <= sector[boat] + step <= SECTORS else "off-sea"


def _why_move(view: View, draft: Order, token: Token) -> str:
    board, me = view.board, view.me
    if not draft.args:
        if token not in CREW:
            return ""
        return bar_man(board, me, CREW.index(str(token))) or "no-way"
    name, *steps = draft.args
    man = CREW.index(str(name))
    if isinstance(token, tuple):
        if not is_step(token):
            return ""
        if man != CAPTAIN:
            return "captain-only"
        if any(isinstance(step, tuple) for step in steps):
            return "one-step"
        steps = [] if token[1].startswith("before") else steps
    elif token not in INDEX or any(isinstance(step, str) for step in steps):
        return ""
    return no_entry(board_after_steps(board, me, man, steps), me, man, INDEX[cell_of(token)])


def _why_activate(view: View, draft: Order, token: Token) -> str:
    return why_use(view.board, view.me, draft.args, token, reacting=False)


def _why_react(view: View, draft: Order, token: Token) -> str:
    return why_use(view.board, view.me, draft.args, token, reacting=True)


def _why_damage(view: View, draft: Order, token: Token) -> str:
    board = view.board
    blow = board.blows[0]
    if not isinstance(token, str):
        return ""
    if draft.args:
        return "no-slot" if token in ("plain", "oxygen") else ""
    if token not in INDEX:
        return ""
    cell = INDEX[token]
    if board.boats[blow.boat].gone >> cell & 1:
        return "destroyed"
    if blow.cell != NONE:
        return "one-cell"
    return "post" if cell == POST else "other-section"


_REASONS: dict[str, Callable[[View, Order, Token], str]] = {
    "pick": _why_pick,
    "swap": _why_swap,
    "oxygen": _why_oxygen,
    "manoeuvre": _why_manoeuvre,
    "move": _why_move,
    "activate": _why_activate,
    "react": _why_react,
    "damage": _why_damage,
}
