"""The operations that effects consist of: a table from the name on a card to what it asks and what it does.

An operation is asked in a use (see use.py). `choose` returns the tokens it takes next and whether one is required;
`take` carries a token out; `close` does what is left when no more tokens come. `able` tells beforehand whether it
would do anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from klaxon.rules.steam import attack, look
from klaxon.rules.steam.cards.cards import Op
from klaxon.rules.steam.grid import INDEX, NAMES, POST, SECTIONS, SIZE, cells_in
from klaxon.rules.steam.setting import BOATS, BOX_MARKERS, CAPTAIN, CREW
from klaxon.rules.steam.shift import choose_shift, close_shift, headings, take_shift
from klaxon.rules.steam.state import ABOARD, DEAD, Board
from klaxon.rules.steam.step import place_on, replace_at, steps_from, where

if TYPE_CHECKING:
    from klaxon.rules.steam.use import Use

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
    choose: Callable[[Use, Op], Choice]
    take: Callable[[Use, Op, Pair], None]
    close: Callable[[Use, Op], None]


def _always(_board: Board, _me: int, _op: Op, _men: int, _sections: Sections) -> bool:
    return True


def _no_choice(_use: Use, _op: Op) -> Choice:
    return NOTHING


def _no_take(_use: Use, _op: Op, _token: Pair) -> None:
    raise NotImplementedError


def _no_close(_use: Use, _op: Op) -> None:
    return


def _instant(close: Callable[[Use, Op], None], able: Able = _always) -> Operation:
    return Operation(able, _no_choice, _no_take, close)


def _unit(
    key: str, values: Callable[[Board, int, Op, int], list[str]], take: Callable[[Use, Op, str], None]
) -> Operation:
    """Return an operation that is chosen unit by unit: one marker, one man.

    `values` gets the board, the boat, the operation and the men who use the compartment.
    """

    def able(board: Board, me: int, op: Op, men: int, _sections: Sections) -> bool:
        return bool(values(board, me, op, men))

    def choose(use: Use, op: Op) -> Choice:
        if use.units >= op.n * use.factor:
            return NOTHING
        found = [(key, value) for value in values(use.work.board, use.me, op, use.men)]
        return found, bool(found)

    def take_one(use: Use, op: Op, token: Pair) -> None:
        use.units += 1
        take(use, op, token[1])

    return Operation(able, choose, take_one, _no_close)


def _bonuses(use: Use) -> list[Pair]:
    """Return the presence compartments whose bonus an attack may still take (op attack_bonus)."""
    board, me = use.work.board, use.me
    uses = board.boats[me].uses
    found = [cell for cell, op in look.passives(board, me, "attack_bonus") if uses[cell] < op.uses]
    return [("bonus", NAMES[cell]) for cell in found if not use.bonus_cells >> cell & 1]


def _choose_attack(use: Use, _op: Op) -> Choice:
    if not use.section:
        return [("section", name) for name in use.sections], True
    return _bonuses(use), False


def _take_attack(use: Use, _op: Op, token: Pair) -> None:
    if token[0] == "section":
        use.section = token[1]
        return
    cell = INDEX[token[1]]
    use.bonus_cells |= 1 << cell
    use.bonus += sum(op.n for found, op in look.passives(use.work.board, use.me, "attack_bonus") if found == cell)
    use.work.count_use(use.me, cell)


def _close_attack(use: Use, op: Op) -> None:
    hull = use.work.board.boats[use.me]
    bonus = use.bonus + sum(n for n, _ in hull.edge)
    hull.edge = tuple((n, left - 1) for n, left in hull.edge if left > 1)
    attack.strike(use.work, use.me, op.n * use.factor + bonus, use.section)
    use.bonus = 0


def _attack_bonus(use: Use, op: Op) -> None:
    hull = use.work.board.boats[use.me]
    hull.edge = (*hull.edge, (op.n * use.factor, op.uses))
    use.work.tell("attack-bonus", boat=BOATS[use.me], n=op.n * use.factor, attacks=op.uses)


def _armour_bonus(use: Use, op: Op) -> None:
    hull = use.work.board.boats[use.me]
    n = op.n * use.factor
    held = [op.where == "any" or bool(look.section(hull, name) >> use.cell & 1) for name in SECTIONS]
    hull.plate = tuple(plate + n * here for plate, here in zip(hull.plate, held, strict=True))
    sections = [name for name, here in zip(SECTIONS, held, strict=True) if here]
    use.work.tell("armour-bonus", boat=BOATS[use.me], n=n, sections=sections)


def _speed(use: Use, op: Op) -> None:
    use.work.board.boats[use.me].haste += op.n * use.factor
    use.work.tell("speed", boat=BOATS[use.me], n=op.n * use.factor)


def _may_speed(board: Board, me: int, _op: Op, _men: int, _sections: Sections) -> bool:
    """Return whether a manoeuvre is still to come; without one extra points are useless."""
    return board.active != me or not board.boats[me].manoeuvred


def _enemy_speed(use: Use, op: Op) -> None:
    use.work.board.boats[1 - use.me].drag += op.n * use.factor
    use.work.tell("speed", boat=BOATS[1 - use.me], n=op.n * use.factor)


def _may_anchor(board: Board, me: int, _op: Op, _men: int, _sections: Sections) -> bool:
    """Return whether the boat is not anchored yet; anchoring it twice gains nothing."""
    return not board.boats[me].anchored


def _immovable(use: Use, _op: Op) -> None:
    use.work.board.boats[use.me].anchored = True
    use.work.tell("anchored", boat=BOATS[use.me])


def _may_shift(board: Board, me: int, op: Op, _men: int, _sections: Sections) -> bool:
    return bool(headings(board, me, op))


def _damaged_cells(board: Board, me: int, _op: Op, _men: int) -> list[str]:
    gone = 0 if board.setting.mend_destroyed else board.boats[me].gone
    found = ((cell, look.damage(board, me, cell)) for cell in cells_in(~gone) if cell != POST)
    return [
        f"{NAMES[cell]}:{slot}" for cell, both in found for slot, n in zip(("plain", "oxygen"), both, strict=True) if n
    ]


def _repair(use: Use, _op: Op, value: str) -> None:
    name, slot = value.split(":")
    cell, hull = INDEX[name], use.work.board.boats[use.me]
    if slot == "plain":
        hull.plain = replace_at(hull.plain, cell, hull.plain[cell] + 1)
    else:
        hull.empty = replace_at(hull.empty, cell, hull.empty[cell] + 1)
    hull.gone &= ~(1 << cell)
    use.work.tell("repaired", boat=BOATS[use.me], cell=name, slot=slot)


def _breathless(board: Board, me: int, _op: Op, _men: int) -> list[str]:
    if board.setting.markers == "box" and look.markers(board) >= BOX_MARKERS:
        return []
    hull = board.boats[me]
    return [NAMES[cell] for cell in range(SIZE) if hull.empty[cell] and cell != POST]


def _oxygen(use: Use, _op: Op, name: str) -> None:
    cell, hull = INDEX[name], use.work.board.boats[use.me]
    hull.empty = replace_at(hull.empty, cell, hull.empty[cell] - 1)
    hull.oxygen = replace_at(hull.oxygen, cell, hull.oxygen[cell] + 1)
    use.work.tell("oxygen", boat=BOATS[use.me], cell=name, left=look.oxygen(hull), returned=True)


def is_meant(what: str, man: int) -> bool:
    """Return whether a card that says crew, sailor or captain may target a man (STM-3.8k)."""
    return what == "crew" or (what == "captain") == (man == CAPTAIN)


def _men(board: Board, boat: int, what: str, *, ready: bool) -> list[str]:
    hull = board.boats[boat]
    return [CREW[man] for man in look.alive(hull) if is_meant(what, man) and bool(hull.ready >> man & 1) == ready]


def _tired_men(board: Board, me: int, op: Op, men: int) -> list[str]:
    return [name for name in _men(board, me, op.what, ready=False) if not men >> CREW.index(name) & 1]


def _ready(use: Use, _op: Op, name: str) -> None:
    hull, bit = use.work.board.boats[use.me], 1 << CREW.index(name)
    hull.ready |= bit
    if use.work.board.setting.act_again:
        hull.acted &= ~bit
    use.work.tell("readied", boat=BOATS[use.me], crew=[name])


def _fresh_enemies(board: Board, me: int, op: Op, _men_used: int) -> list[str]:
    return _men(board, 1 - me, op.what, ready=True)


def _exhaust_enemy(use: Use, _op: Op, name: str) -> None:
    use.work.exhaust(1 - use.me, CREW.index(name))


def _crew_steps(board: Board, me: int, op: Op, _men_used: int) -> list[str]:
    boat = 1 - me if op.who == "enemy" else me
    return [
        f"{CREW[man]}:{NAMES[where(boat, place)[1]]}"
        for man in look.alive(board.boats[boat])
        if is_meant(op.what, man)
        for place in steps_from(board, boat, man)
    ]


def _move_crew(use: Use, op: Op, value: str) -> None:
    boat = 1 - use.me if op.who == "enemy" else use.me
    name, cell = value.split(":")
    man = CREW.index(name)
    on, _ = where(boat, use.work.board.boats[boat].place[man])
    use.work.walk(boat, man, place_on(boat, on, INDEX[cell]))


def _boardings(board: Board, me: int, op: Op, _men_used: int) -> list[str]:
    hull, enemy = board.boats[me], board.boats[1 - me]
    cells = [NAMES[cell] for cell in cells_in(~enemy.gone) if cell != POST]
    men = [CREW[man] for man in range(len(CREW)) if DEAD < hull.place[man] < ABOARD and is_meant(op.what, man)]
    return [f"{man}:{cell}" for man in men for cell in cells]


def _board(use: Use, _op: Op, value: str) -> None:
    name, cell = value.split(":")
    use.work.walk(use.me, CREW.index(name), INDEX[cell] + ABOARD)


def _hittable(board: Board, me: int, op: Op, section: str) -> list[str]:
    enemy = board.boats[1 - me]
    cells = ~enemy.gone
    if op.cells != "any":
        cells &= look.section(enemy, section if op.cells == "section" else op.cells)
    return [NAMES[cell] for cell in cells_in(cells) if cell != POST or board.setting.hit_post]


def _may_hit(board: Board, me: int, op: Op, _men: int, sections: Sections) -> bool:
    return any(_hittable(board, me, op, section) for section in (sections if op.cells == "section" else ("",)))


def _choose_hit(use: Use, op: Op) -> Choice:
    if op.cells == "section" and not use.section:
        return [("section", s) for s in use.sections if _hittable(use.work.board, use.me, op, s)], True
    if use.units:
        return NOTHING
    found = [("hit", name) for name in _hittable(use.work.board, use.me, op, use.section)]
    return found, bool(found)


def _take_hit(use: Use, op: Op, token: Pair) -> None:
    if token[0] == "section":
        use.section = token[1]
        return
    use.units += 1
    attack.hit(use.work, use.me, op.n * use.factor, INDEX[token[1]])


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
