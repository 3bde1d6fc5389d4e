"""Why a token is no argument of a draft: the sharpest reason that is true, found from the view alone."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.contract import Order, Refusal
from klaxon.rules.domains import Token
from klaxon.rules.faults import nearest
from klaxon.rules.steam import look, shift
from klaxon.rules.steam.grid import INDEX, NAMES, NEIGHBOURS, POST, SECTORS
from klaxon.rules.steam.may import bar, bar_man, bar_mate, tired
from klaxon.rules.steam.menu import field
from klaxon.rules.steam.setting import CAPTAIN, CREW
from klaxon.rules.steam.state import NONE, Board
from klaxon.rules.steam.step import Working, cell_of, stepped, where
from klaxon.rules.steam.use import Use
from klaxon.rules.steam.views import View
from klaxon.rules.walks import bad_argument


def why(view: View, draft: Order, token: Token) -> Refusal | None:
    """Return why a token does not fit; None where it says what follows by itself."""
    if draft.verb in _USES and draft.args and token in _unsaid(view, draft):
        return None
    asked, reason = field(view, draft), _REASONS.get(draft.verb)
    code = reason(view, draft, token) if reason and (asked is not None or draft.verb in _LONG) else ""
    if code:
        return Refusal(code, {"verb": draft.verb, "token": token})
    refusal = bad_argument(asked, draft, token)
    near = nearest(token, view.board.deck.index) if draft.verb == "pick" and isinstance(token, str) else ""
    return Refusal("no-such-card", {**refusal.facts, "nearest": near}) if near else refusal


_USES = {"activate": False, "react": True}
"""The verbs that use a compartment -> whether they react."""
_LONG = ("manoeuvre", "move", *_USES)
"""Verbs of which a token too many has a better reason than that."""


def _unsaid(view: View, draft: Order) -> list[Token]:
    """Return what a use leaves no choice about, in the words in which it could be said."""
    use = Use(Working(view.board), view.me, reacting=_USES[draft.verb])
    for token in draft.args:
        use.feed(token)
    use.choices()
    return use.unsaid


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
        sector = shift.stepped(sector, str(word))
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
        if not _is_step(token) or len(steps) > 1:
            return ""
        if man != CAPTAIN:
            return "captain-only"
        steps = [] if token[1].startswith("before") else steps
    elif token not in INDEX or any(isinstance(step, str) for step in steps):
        return ""
    return _no_entry(stepped(board, me, man, steps), me, man, INDEX[cell_of(token)])


def _is_step(token: tuple[str, str]) -> bool:
    kind, _, name = token[1].partition(":")
    return token[0] == "step" and kind in ("before", "after") and name in INDEX


def _no_entry(board: Board, me: int, man: int, cell: int) -> str:
    """Say why a man cannot step into a cell of the boat he is on."""
    on, here = where(me, board.boats[me].place[man])
    if cell not in NEIGHBOURS[here]:
        return "not-adjacent"
    if board.boats[on].gone >> cell & 1:
        return "destroyed"
    return "enemy-inside" if on == me and not look.enterable(board, me, cell) else ""


def _why_step(board: Board, me: int, man: int, token: tuple[str, str]) -> str:
    """Say what is wrong with the step of a use: only the captain has one, and where he goes before it he must act."""
    if not _is_step(token):
        return ""
    if man != CAPTAIN:
        return "captain-only"
    if token[1].startswith("after"):
        return "not-adjacent"
    cell = INDEX[cell_of(token)]
    return _no_entry(board, me, man, cell) or bar(board, me, man, cell=cell)


def _why_activate(view: View, draft: Order, token: Token) -> str:
    return _why_use(view, draft, token, reacting=False)


def _why_react(view: View, draft: Order, token: Token) -> str:
    return _why_use(view, draft, token, reacting=True)


def _why_use(view: View, draft: Order, token: Token, *, reacting: bool) -> str:
    board, me = view.board, view.me
    words = [arg for arg in draft.args if isinstance(arg, str)]
    if isinstance(token, str):
        if token not in CREW:
            return ""
        man = CREW.index(token)
        if not words:
            return bar(board, me, man, reacting=reacting)
        return _why_mate(board, me, CREW.index(words[0]), man, reacting=reacting) if len(words) == 1 else "pair-only"
    if not words:
        return ""
    if token[0] == "step":
        return "not-in-reaction" if reacting else _why_step(board, me, CREW.index(words[0]), token)
    if token[0] in ("to", "to2") and token[1] in INDEX:
        return "not-nearer"
    return _off_sea(board, token) if token[0] == "dir" else _TARGETS.get(token[0], "")


def _off_sea(board: Board, token: tuple[str, str]) -> str:
    """Say why a shift cannot go that way, where that is because the sea ends there."""
    step = {"ahead": look.along(board), "astern": -look.along(board)}.get(token[1], 0)
    return "" if all(1 <= at + step <= SECTORS for at in board.sector) else "off-sea"


_TARGETS = {
    "bonus": "no-bonus",
    "section": "no-legal-target",
    "repair": "not-damaged",
    "oxygen": "no-empty-slot",
    "exhaust": "not-ready",
    "side": "not-alongside",
}
"""The key of a target -> why one that is not offered does not fit."""


def _why_mate(board: Board, me: int, first: int, man: int, *, reacting: bool) -> str:
    """Say why two men cannot use a compartment together."""
    hull = board.boats[me]
    cell = hull.place[first]
    if man == first:
        return "same-man"
    if not board.deck.cards[hull.cards[cell]].x2:
        return "not-x2"
    if reacting and tired(board, me, first):
        return "tired-pair"
    return bar_mate(board, me, man, cell, reacting=reacting)


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
