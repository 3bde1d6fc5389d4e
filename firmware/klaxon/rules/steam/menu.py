"""Menus: which orders a seat of Steam Torpedo may give now, computed from its view alone.

The course of play is one word, the stage: it opens some verbs and is the reason why the others are closed. Then
come the things that single verbs lack; then the arguments, one function each. Why a token is refused: see reasons.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from klaxon.rules.contract import Field, Offer, Order, Refusal
from klaxon.rules.domains import OneOf, Token
from klaxon.rules.steam import attack, look, shift
from klaxon.rules.steam.grid import INDEX, NAMES, POST, SIZE
from klaxon.rules.steam.may import bar_man
from klaxon.rules.steam.setting import CAPTAIN, CREW
from klaxon.rules.steam.state import Board
from klaxon.rules.steam.step import Working, board_after_steps, may_step, steps_from, where
from klaxon.rules.steam.use import Use, anybody, users
from klaxon.rules.steam.views import View, prompt_of

GRAVE = ("activate", "redirect")

_OPEN = {
    "pick": ("pick",),
    "swap": ("swap",),
    "keep": ("swap",),
    "oxygen": ("oxygen",),
    "ready": ("ready",),
    "rest": ("ready",),
    "manoeuvre": ("action",),
    "move": ("action",),
    "activate": ("action",),
    "end": ("action",),
    "redirect": ("hit",),
    "damage": ("hit", "placing"),
    "react": ("window",),
    "pass": ("window",),
}
"""Verb -> the stages in which it is open, as far as the course of play goes."""

_CLOSED = {
    "over": "game-over",
    "pick": "setting-up",
    "picked": "setting-up",
    "swap": "setting-up",
    "swapped": "setting-up",
    "off-turn": "not-your-turn",
    "oxygen": "needs-oxygen",
    "ready": "needs-ready",
    "hit": "answer-first",
    "placing": "answer-first",
    "window": "answer-first",
    "enemy-hit": "waiting-for-defender",
    "enemy-window": "waiting-for-reaction",
    "action": "not-due",
}
"""Stage -> why a verb that is not open in it is closed, if there is no more specific reason."""

_OTHERWISE = {
    ("pick", "picked"): "already-picked",
    ("swap", "swapped"): "already-swapped",
    ("keep", "swapped"): "already-swapped",
    ("swap", "pick"): "needs-pick",
    ("keep", "pick"): "needs-pick",
    ("swap", "picked"): "needs-pick",
    ("keep", "picked"): "needs-pick",
    ("oxygen", "ready"): "recovered",
    ("oxygen", "action"): "recovered",
    ("ready", "action"): "recovered",
    ("rest", "action"): "recovered",
    ("redirect", "placing"): "marker-placed",
}
_BEFORE = ("over", "pick", "picked", "swap", "swapped")
_AT_SET_UP = ("pick", "swap", "keep")
_ANSWERS = ("redirect", "damage", "react", "pass")


def stage(view: View) -> str:
    """Return the stage of the boat of a view in the course of play."""
    board, me = view.board, view.me
    if board.phase in _BEFORE:
        if board.phase == "over":
            return "over"
        waits = prompt_of(board, me, view.picks[me])
        return board.phase if waits else "picked" if board.phase == "pick" else "swapped"
    if board.blows:
        blow = board.blows[0]
        if blow.boat != me:
            return "enemy-hit"
        return "hit" if blow.attack and blow.fresh else "placing"
    if board.window is not None:
        return "window" if board.window.boat == me else "enemy-window"
    return board.phase if board.active == me else "off-turn"


def why_closed(verb: str, now: str) -> str:
    """Return why a verb is closed in a stage, '' if it is open."""
    if now in _OPEN[verb]:
        return ""
    reason = _OTHERWISE.get((verb, now), "")
    if not reason and now not in _BEFORE:
        if verb in _AT_SET_UP:
            reason = "play-begun"
        elif verb in _ANSWERS:
            reason = "not-due"
    return reason or _CLOSED[now]


def offers(view: View) -> tuple[Offer, ...]:
    """Return the verbs of the seat, open or barred."""
    if view.offers is None:
        now = stage(view)
        view.offers = _offers(now, _lacks(view.board, view.me) if now == "action" else ())
    return view.offers


@lru_cache(maxsize=1024)
def _offers(now: str, lacks: tuple[tuple[str, str], ...]) -> tuple[Offer, ...]:
    bars = {verb: why_closed(verb, now) for verb in _OPEN} | dict(lacks)
    return tuple(Offer(v, Refusal(code, {"verb": v}) if code else None, v in GRAVE) for v, code in bars.items())


def _lacks(board: Board, me: int) -> tuple[tuple[str, str], ...]:
    """Return what the verbs of the action phase lack, '' for nothing."""
    hull = board.boats[me]
    manoeuvre = "manoeuvred" if hull.manoeuvred else "" if look.speed(board, me) else "no-speed"
    move = "" if any(may_move(board, me, man) for man in range(len(CREW))) else "nobody-moves"
    nobody = "first-round" if look.opening(board) else "nobody-acts"
    activate = "" if anybody(board, me, reacting=False) else nobody
    return (("manoeuvre", manoeuvre), ("move", move), ("activate", activate))


def may_move(board: Board, me: int, man: int) -> bool:
    """Return whether a man may move now."""
    return not bar_man(board, me, man) and may_step(board, me, man)


def field(view: View, draft: Order) -> Field | None:
    """Return the next argument of a draft. A view caches these, since most orders are built from its menu."""
    asked = _FIELDS.get(draft.verb)
    if asked is None:
        return None
    key = (draft.verb, draft.args)
    if key not in view.fields:
        view.fields[key] = asked(view, draft.args)
    return view.fields[key]


Args = tuple[Token, ...]


def _one_of(name: str, values: list[Token], *, optional: bool = False, also: Args = ()) -> Field:
    return Field(name, OneOf(tuple(values)), optional, also)


def _pick(view: View, args: Args) -> Field | None:
    return None if args else _one_of("card", list(view.board.deck.card_ids(view.board.hands[view.me])))


def _swap(_view: View, args: Args) -> Field | None:
    if len(args) == 2:
        return None
    return _one_of("cell", [NAMES[cell] for cell in range(SIZE) if cell != POST and NAMES[cell] not in args])


def _oxygen(view: View, args: Args) -> Field | None:
    hull = view.board.boats[view.me]
    return None if args else _one_of("cell", [NAMES[cell] for cell in range(SIZE) if hull.oxygen[cell]])


def _manoeuvre(view: View, args: Args) -> Field | None:
    """Return the next point; if the figures are in one sector, the side instead, which ends the manoeuvre."""
    board, me = view.board, view.me
    sector = board.sector
    for word in args:
        if isinstance(word, tuple):
            return None
        sector = shift.sectors_after(sector, word)
    asks = bool(args) and shift.asks_side(board, sector)
    found: list[Token] = []
    if len(args) < look.speed(board, me):
        found += shift.steps(board, me, sector)
    if asks:
        found += [("side", side) for side in shift.SIDES]
    return _one_of("point", found, optional=bool(args) and not asks) if found else None


def _move(view: View, args: Args) -> Field | None:
    """Return the man, then his cell, then the captain's extra step, which may also be given first."""
    board, me = view.board, view.me
    if not args:
        return _one_of("crew", [name for man, name in enumerate(CREW) if may_move(board, me, man)])
    man, *steps = args
    mover = CREW.index(str(man))
    if len(steps) == 2 or (steps and mover != CAPTAIN):
        return None
    there = board_after_steps(board, me, mover, steps)
    cells = [NAMES[where(me, place)[1]] for place in steps_from(there, me, mover)]
    if steps and isinstance(steps[0], str):
        return _one_of("step", [("step", f"after:{cell}") for cell in cells], optional=True)
    first: Args = tuple(("step", f"before:{cell}") for cell in cells) if mover == CAPTAIN and not steps else ()
    return _one_of("cell", [*cells], also=first)


def _activate(view: View, args: Args) -> Field | None:
    return _use(view, args, reacting=False)


def _react(view: View, args: Args) -> Field | None:
    return _use(view, args, reacting=True)


def _use(view: View, args: Args, *, reacting: bool) -> Field | None:
    if not args:
        return _one_of("crew", [CREW[man] for man in users(view.board, view.me, reacting=reacting)])
    use = Use(Working(view.board), view.me, reacting=reacting)
    for token in args:
        use.feed(token)
    tokens, must = use.choices()
    return _one_of("target", tokens, optional=not must) if tokens else None


def _damage(view: View, args: Args) -> Field | None:
    board = view.board
    blow = board.blows[0]
    if not args:
        return _one_of("cell", [NAMES[cell] for cell in attack.receivers(board, blow)])
    if len(args) == 1:
        return _one_of("slot", list(attack.slots(board, blow, INDEX[str(args[0])])))
    return None


_FIELDS: dict[str, Callable[[View, Args], Field | None]] = {
    "pick": _pick,
    "swap": _swap,
    "oxygen": _oxygen,
    "manoeuvre": _manoeuvre,
    "move": _move,
    "activate": _activate,
    "react": _react,
    "damage": _damage,
}
