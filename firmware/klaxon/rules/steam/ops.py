"""The operations that effects consist of: a table from the name on a card to what it asks and what it does.

An operation is asked in an effect (see effect.py). `choose` returns the tokens it takes next and whether one is
required; `take` carries a token out; `close` does what is left when no more tokens come. `able` tells beforehand
whether it would do anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaxon.rules.steam import attack, look
from klaxon.rules.steam.cards.cards import Op
from klaxon.rules.steam.effect import Effect
from klaxon.rules.steam.grid import INDEX, NAMES, POST, SECTIONS, SIZE, cells_in
from klaxon.rules.steam.setting import BOATS, BOX_MARKERS, CAPTAIN, CREW
from klaxon.rules.steam.shift import choose_shift, close_shift, headings, take_shift
from klaxon.rules.steam.state import ABOARD, DEAD, Board
from klaxon.rules.steam.step import place_on, replace_at, steps_from, where

Pair = tuple[str, str]
Choice = tuple[list[Pair], bool]
"""Tokens, and whether one of them must be taken."""
NOTHING: Choice = ([], False)


Sections = tuple[str, ...]
Able = Callable[[Board, int, Op, int, Sections], bool]
"""Board, boat, operation, the men who use the compartment, a bit each, and the sections it may aim at."""


class Operation(NamedTuple):
    """How one operation is asked and carried out."""

    able: Able
    """Whether it would do anything."""
    choose: Callable[[Effect, Op], Choice]
    take: Callable[[Effect, Op, Pair], None]
    close: Callable[[Effect, Op], None]


def _always(_board: Board, _me: int, _op: Op, _men: int, _sections: Sections) -> bool:
    return True


def _no_choice(_effect: Effect, _op: Op) -> Choice:
    return NOTHING


def _no_take(_effect: Effect, _op: Op, _token: Pair) -> None:
    raise NotImplementedError


def _no_close(_effect: Effect, _op: Op) -> None:
    return


def _instant(close: Callable[[Effect, Op], None], able: Able = _always) -> Operation:
    return Operation(able, _no_choice, _no_take, close)


def _unit(
    key: str, values: Callable[[Board, int, Op, int], list[str]], take: Callable[[Effect, Op, str], None]
) -> Operation:
    """Return an operation that is chosen unit by unit: one marker, one man.

    `values` gets the board, the boat, the operation and the men who use the compartment.
    """

    def able(board: Board, me: int, op: Op, men: int, _sections: Sections) -> bool:
        return bool(values(board, me, op, men))

    def choose(effect: Effect, op: Op) -> Choice:
        if effect.units >= op.n * effect.factor:
            return NOTHING
        found = [(key, value) for value in values(effect.work.board, effect.me, op, effect.men)]
        return found, bool(found)

    def take_one(effect: Effect, op: Op, token: Pair) -> None:
        effect.units += 1
        take(effect, op, token[1])

    return Operation(able, choose, take_one, _no_close)


def _bonuses(effect: Effect) -> list[Pair]:
    """Return the presence compartments whose bonus an attack may still take (op attack_bonus)."""
    board, me = effect.work.board, effect.me
    uses = board.boats[me].uses
    found = [cell for cell, op in look.passives(board, me, "attack_bonus") if uses[cell] < op.uses]
    return [("bonus", NAMES[cell]) for cell in found if not effect.bonus_cells >> cell & 1]


def _choose_attack(effect: Effect, _op: Op) -> Choice:
    if not effect.section:
        return [("section", name) for name in effect.sections], True
    return _bonuses(effect), False


def _take_attack(effect: Effect, _op: Op, token: Pair) -> None:
    if token[0] == "section":
        effect.section = token[1]
        return
    cell = INDEX[token[1]]
    effect.bonus_cells |= 1 << cell
    effect.bonus += sum(
        op.n for found, op in look.passives(effect.work.board, effect.me, "attack_bonus") if found == cell
    )
    effect.work.count_use(effect.me, cell)


def _close_attack(effect: Effect, op: Op) -> None:
    hull = effect.work.board.boats[effect.me]
    bonus = effect.bonus + sum(n for n, _ in hull.edge)
    hull.edge = tuple((n, left - 1) for n, left in hull.edge if left > 1)
    attack.strike(effect.work, effect.me, op.n * effect.factor + bonus, effect.section)
    effect.bonus = 0


def _attack_bonus(effect: Effect, op: Op) -> None:
    hull = effect.work.board.boats[effect.me]
    hull.edge = (*hull.edge, (op.n * effect.factor, op.uses))
    effect.work.tell("attack-bonus", boat=BOATS[effect.me], n=op.n * effect.factor, attacks=op.uses)


def _armour_bonus(effect: Effect, op: Op) -> None:
    hull = effect.work.board.boats[effect.me]
    n = op.n * effect.factor
    held = [op.where == "any" or bool(look.section(hull, name) >> effect.cell & 1) for name in SECTIONS]
    hull.plate = tuple(plate + n * here for plate, here in zip(hull.plate, held, strict=True))
    sections = [name for name, here in zip(SECTIONS, held, strict=True) if here]
    effect.work.tell("armour-bonus", boat=BOATS[effect.me], n=n, sections=sections)


def _speed(effect: Effect, op: Op) -> None:
    effect.work.board.boats[effect.me].haste += op.n * effect.factor
    effect.work.tell("speed", boat=BOATS[effect.me], n=op.n * effect.factor)


def _may_speed(board: Board, me: int, _op: Op, _men: int, _sections: Sections) -> bool:
    """Return whether a manoeuvre is still to come; without one extra points are useless."""
    return board.active != me or not board.boats[me].manoeuvred


def _enemy_speed(effect: Effect, op: Op) -> None:
    effect.work.board.boats[1 - effect.me].drag += op.n * effect.factor
    effect.work.tell("speed", boat=BOATS[1 - effect.me], n=op.n * effect.factor)


def _may_anchor(board: Board, me: int, _op: Op, _men: int, _sections: Sections) -> bool:
    """Return whether the boat is not anchored yet; anchoring it twice gains nothing."""
    return not board.boats[me].anchored


def _immovable(effect: Effect, _op: Op) -> None:
    effect.work.board.boats[effect.me].anchored = True
    effect.work.tell("anchored", boat=BOATS[effect.me])


def _may_shift(board: Board, me: int, op: Op, _men: int, _sections: Sections) -> bool:
    return bool(headings(board, me, op))


def _damaged_cells(board: Board, me: int, _op: Op, _men: int) -> list[str]:
    gone = 0 if board.setting.mend_destroyed else board.boats[me].gone
    found = ((cell, look.damage(board, me, cell)) for cell in cells_in(~gone) if cell != POST)
    return [
        f"{NAMES[cell]}:{slot}" for cell, both in found for slot, n in zip(("plain", "oxygen"), both, strict=True) if n
    ]


def _repair(effect: Effect, _op: Op, value: str) -> None:
    name, slot = value.split(":")
    cell, hull = INDEX[name], effect.work.board.boats[effect.me]
    if slot == "plain":
        hull.plain = replace_at(hull.plain, cell, hull.plain[cell] + 1)
    else:
        hull.empty = replace_at(hull.empty, cell, hull.empty[cell] + 1)
    hull.gone &= ~(1 << cell)
    effect.work.tell("repaired", boat=BOATS[effect.me], cell=name, slot=slot)


def _breathless(board: Board, me: int, _op: Op, _men: int) -> list[str]:
    if board.setting.markers == "box" and look.markers(board) >= BOX_MARKERS:
        return []
    hull = board.boats[me]
    return [NAMES[cell] for cell in range(SIZE) if hull.empty[cell] and cell != POST]


def _oxygen(effect: Effect, _op: Op, name: str) -> None:
    cell, hull = INDEX[name], effect.work.board.boats[effect.me]
    hull.empty = replace_at(hull.empty, cell, hull.empty[cell] - 1)
    hull.oxygen = replace_at(hull.oxygen, cell, hull.oxygen[cell] + 1)
    effect.work.tell("oxygen", boat=BOATS[effect.me], cell=name, left=look.oxygen(hull), returned=True)


def is_meant(what: str, man: int) -> bool:
    """Return whether a card that says crew, sailor or captain may target a man (STM-3.8k)."""
    return what == "crew" or (what == "captain") == (man == CAPTAIN)


def _men(board: Board, boat: int, what: str, *, ready: bool) -> list[str]:
    hull = board.boats[boat]
    return [CREW[man] for man in look.alive(hull) if is_meant(what, man) and bool(hull.ready >> man & 1) == ready]


def _tired_men(board: Board, me: int, op: Op, men: int) -> list[str]:
    return [name for name in _men(board, me, op.what, ready=False) if not men >> CREW.index(name) & 1]


def _ready(effect: Effect, _op: Op, name: str) -> None:
    hull, bit = effect.work.board.boats[effect.me], 1 << CREW.index(name)
    hull.ready |= bit
    if effect.work.board.setting.act_again:
        hull.acted &= ~bit
    effect.work.tell("readied", boat=BOATS[effect.me], crew=[name])


def _fresh_enemies(board: Board, me: int, op: Op, _men_used: int) -> list[str]:
    return _men(board, 1 - me, op.what, ready=True)


def _exhaust_enemy(effect: Effect, _op: Op, name: str) -> None:
    effect.work.exhaust(1 - effect.me, CREW.index(name))


def _crew_steps(board: Board, me: int, op: Op, _men_used: int) -> list[str]:
    boat = 1 - me if op.who == "enemy" else me
    return [
        f"{CREW[man]}:{NAMES[where(boat, place)[1]]}"
        for man in look.alive(board.boats[boat])
        if is_meant(op.what, man)
        for place in steps_from(board, boat, man)
    ]


def _move_crew(effect: Effect, op: Op, value: str) -> None:
    boat = 1 - effect.me if op.who == "enemy" else effect.me
    name, cell = value.split(":")
    man = CREW.index(name)
    on, _ = where(boat, effect.work.board.boats[boat].place[man])
    effect.work.walk(boat, man, place_on(boat, on, INDEX[cell]))


def _boardings(board: Board, me: int, op: Op, _men_used: int) -> list[str]:
    hull, enemy = board.boats[me], board.boats[1 - me]
    cells = [NAMES[cell] for cell in cells_in(~enemy.gone) if cell != POST]
    men = [CREW[man] for man in range(len(CREW)) if DEAD < hull.place[man] < ABOARD and is_meant(op.what, man)]
    return [f"{man}:{cell}" for man in men for cell in cells]


def _board(effect: Effect, _op: Op, value: str) -> None:
    name, cell = value.split(":")
    effect.work.walk(effect.me, CREW.index(name), INDEX[cell] + ABOARD)


def _hittable(board: Board, me: int, op: Op, section: str) -> list[str]:
    enemy = board.boats[1 - me]
    cells = ~enemy.gone
    if op.cells != "any":
        cells &= look.section(enemy, section if op.cells == "section" else op.cells)
    return [NAMES[cell] for cell in cells_in(cells) if cell != POST or board.setting.hit_post]


def _may_hit(board: Board, me: int, op: Op, _men: int, sections: Sections) -> bool:
    return any(_hittable(board, me, op, section) for section in (sections if op.cells == "section" else ("",)))


def _choose_hit(effect: Effect, op: Op) -> Choice:
    if op.cells == "section" and not effect.section:
        return [("section", s) for s in effect.sections if _hittable(effect.work.board, effect.me, op, s)], True
    if effect.units:
        return NOTHING
    found = [("hit", name) for name in _hittable(effect.work.board, effect.me, op, effect.section)]
    return found, bool(found)


def _take_hit(effect: Effect, op: Op, token: Pair) -> None:
    if token[0] == "section":
        effect.section = token[1]
        return
    effect.units += 1
    attack.hit(effect.work, effect.me, op.n * effect.factor, INDEX[token[1]])


OPERATIONS = {
    "attack": Operation(_always, _choose_attack, _take_attack, _close_attack),
    "attack_bonus": _instant(_attack_bonus),
    "armour_bonus": _instant(_armour_bonus),
    "speed": _instant(_speed, _may_speed),
    "enemy_speed": _instant(_enemy_speed),
    "shift": Operation(_may_shift, choose_shift, take_shift, close_shift),
    "immovable": _instant(_immovable, _may_anchor),
    "repair": _unit("repair", _damaged_cells, _repair),
    "oxygen": _unit("oxygen", _breathless, _oxygen),
    "ready": _unit("ready", _tired_men, _ready),
    "exhaust_enemy": _unit("exhaust", _fresh_enemies, _exhaust_enemy),
    "move_crew": _unit("crew", _crew_steps, _move_crew),
    "board": _unit("board", _boardings, _board),
    "damage_direct": Operation(_may_hit, _choose_hit, _take_hit, _no_close),
}
