"""Why a use of a compartment is refused: the men, their steps, the targets (STM-3.8 to STM-3.10)."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.domains import Token
from klaxon.rules.steam import look
from klaxon.rules.steam.grid import INDEX, NEIGHBOURS, POST, SECTIONS, SECTORS
from klaxon.rules.steam.may import bar, bar_mate, is_tired
from klaxon.rules.steam.ops import is_meant
from klaxon.rules.steam.setting import CAPTAIN, CREW
from klaxon.rules.steam.shift import SIDES
from klaxon.rules.steam.state import ABOARD, DEAD, NONE, Board
from klaxon.rules.steam.step import Working, cell_of, where
from klaxon.rules.steam.use import Use


def why_use(board: Board, me: int, said: tuple[Token, ...], token: Token, *, reacting: bool) -> str:
    """Return the code of the reason why a token does not fit after the ones so far, '' if none is known."""
    men = [CREW.index(arg) for arg in said if isinstance(arg, str)]
    if isinstance(token, str):
        if token not in CREW:
            return ""
        man = CREW.index(token)
        if not men:
            return bar(board, me, man, reacting=reacting)
        return _why_mate(board, me, men[0], man, reacting=reacting) if len(men) == 1 else "pair-only"
    if not men:
        return ""
    if is_step(token):
        return "not-in-reaction" if reacting else _why_step(board, me, men, said, token)
    if token[0] == "dir":
        return _off_sea(board, token[1])
    use = after(board, me, said, reacting=reacting)
    if token[0] in ("to", "to2") and token[1] in INDEX:
        return _why_way(use, said, token[0])
    if token[0] in _UNITS and not _is_asked(use, token[0]):
        return ""  # no target of that kind is wanted here
    reason = _REASONS.get(token[0])
    return reason(use, token[1]) if reason else ""


def after(board: Board, me: int, said: tuple[Token, ...], *, reacting: bool) -> Use:
    """Return a use as far as it goes: to the next required token, or to its end."""
    use = Use(Working(board), me, reacting=reacting)
    for token in said:
        use.feed(token)
    use.choices()
    return use


def is_step(token: Token) -> bool:
    """Return whether a token is the captain's extra step besides his action."""
    if isinstance(token, str) or token[0] != "step":
        return False
    kind, _, name = token[1].partition(":")
    return kind in ("before", "after") and name in INDEX


def no_entry(board: Board, me: int, man: int, cell: int) -> str:
    """Return why a man cannot step into a cell of the boat he is on."""
    on, here = where(me, board.boats[me].place[man])
    if cell not in NEIGHBOURS[here]:
        return "not-adjacent"
    if board.boats[on].gone >> cell & 1:
        return "destroyed"
    return "occupied" if on == me and not look.enterable(board, me, cell) else ""


def _why_step(board: Board, me: int, men: list[int], said: tuple[Token, ...], token: tuple[str, str]) -> str:
    """Return what is wrong with the step of a use: only the captain has one, only once, and only besides an action."""
    if CAPTAIN not in men:
        return "captain-only"
    if any(is_step(arg) for arg in said):
        return "one-step"
    cell = INDEX[cell_of(token)]
    if token[1].startswith("before"):
        return no_entry(board, me, CAPTAIN, cell) or bar(board, me, CAPTAIN, cell=cell)
    use = after(board, me, said, reacting=False)
    return no_entry(use.work.board, me, CAPTAIN, cell) if use.acts else "no-action"


def _why_way(use: Use, said: tuple[Token, ...], key: str) -> str:
    """Return why a way cannot be chosen: there is no choice, or it does not lead to the Central Post."""
    if any(arg[0] == key for arg in said) or (key == "to2" and use.mate == NONE):
        return ""  # one way a man
    return "not-nearer" if use.acts and use.cell != POST else "no-choice"


def _why_mate(board: Board, me: int, first: int, man: int, *, reacting: bool) -> str:
    """Return why two men cannot use a compartment together."""
    hull = board.boats[me]
    cell = hull.place[first]
    if man == first:
        return "same-man"
    if not board.deck.cards[hull.cards[cell]].x2:
        return "not-x2"
    if reacting and is_tired(board, me, first):
        return "tired-pair"
    beside = not reacting and man == CAPTAIN and hull.place[man] in NEIGHBOURS[cell]
    if beside and not bar(board, me, man, cell=cell):
        return "captain-first"
    return bar_mate(board, me, man, cell, reacting=reacting) or "nothing-to-do"


# -- targets -------------------------------------------------------------------------------------------------


def _is_asked(use: Use, key: str) -> bool:
    """Return whether a target of a kind is required next."""
    return any(token[0] == key for token in use.here()[0])


def _why_section(use: Use, name: str) -> str:
    if name not in SECTIONS or not use.sections:
        return ""
    if name not in use.sections:
        return "not-aimed"
    return "" if use.section else "section-gone"  # one section a use


def _why_hit(use: Use, name: str) -> str:
    if name not in INDEX:
        return ""
    if use.work.board.boats[1 - use.me].gone >> INDEX[name] & 1:
        return "destroyed"
    return "post" if INDEX[name] == POST and not use.work.board.setting.hit_post else "not-hittable"


def _why_repair(use: Use, value: str) -> str:
    board, (name, _, slot) = use.work.board, value.partition(":")
    if name not in INDEX or slot not in ("plain", "oxygen"):
        return ""
    if INDEX[name] == POST:
        return "post"
    gone = board.boats[use.me].gone >> INDEX[name] & 1
    return "destroyed" if gone and not board.setting.mend_destroyed else "not-damaged"


def _why_oxygen(use: Use, name: str) -> str:
    if name not in INDEX:
        return ""
    if INDEX[name] == POST:
        return "post"
    return "destroyed" if use.work.board.boats[use.me].gone >> INDEX[name] & 1 else "no-empty-slot"


def _why_ready(use: Use, name: str) -> str:
    if name not in CREW:
        return ""
    if use.men >> CREW.index(name) & 1:
        return "serves-others"
    return _why_man(use, use.me, name) or "awake"


def _why_exhaust(use: Use, name: str) -> str:
    return (_why_man(use, 1 - use.me, name) or "not-ready") if name in CREW else ""


def _why_crew(use: Use, value: str) -> str:
    name, _, cell = value.partition(":")
    if name not in CREW or cell not in INDEX:
        return ""
    boat = 1 - use.me if use.ops[0].who == "enemy" else use.me
    return _why_man(use, boat, name) or no_entry(use.work.board, boat, CREW.index(name), INDEX[cell])


def _why_board(use: Use, value: str) -> str:
    name, _, cell = value.partition(":")
    if name not in CREW or cell not in INDEX:
        return ""
    if reason := _why_man(use, use.me, name):
        return reason
    if use.work.board.boats[use.me].place[CREW.index(name)] >= ABOARD:
        return "aboard-already"
    return "post" if INDEX[cell] == POST else "destroyed"


def _why_man(use: Use, boat: int, name: str) -> str:
    """Return why a card cannot target a man: he is dead, or it says sailor or captain (STM-3.8k)."""
    man = CREW.index(name)
    if use.work.board.boats[boat].place[man] == DEAD:
        return "dead"
    return "" if is_meant(use.ops[0].what, man) else "wrong-man"


def _why_side(use: Use, side: str) -> str:
    """Return why no side can be named, if that is because the figures do not meet."""
    if side not in SIDES or _is_asked(use, "dir"):
        return ""
    red, blue = use.work.board.sector
    return "" if red == blue else "not-alongside"


def _off_sea(board: Board, way: str) -> str:
    """Return why a shift cannot go that way, if that is because the sea ends there."""
    step = {"ahead": look.along(board), "astern": -look.along(board)}.get(way, 0)
    return "" if all(1 <= at + step <= SECTORS for at in board.sector) else "off-sea"


_UNITS: dict[str, Callable[[Use, str], str]] = {  # asked only of an operation that wants such a target
    "hit": _why_hit,
    "repair": _why_repair,
    "oxygen": _why_oxygen,
    "ready": _why_ready,
    "exhaust": _why_exhaust,
    "crew": _why_crew,
    "board": _why_board,
}
_REASONS: dict[str, Callable[[Use, str], str]] = {
    **_UNITS,
    "section": _why_section,
    "bonus": lambda _use, _value: "no-bonus",
    "side": _why_side,
}
"""The key of a target -> why one that is not offered does not fit."""
TARGETS = (*_REASONS, "dir")
