"""Who fills what: the best way to seat men in the places of an order (UBT-3.3i).

The five counts of the rule make one number, so the best seating is the least sum; room by room it is found by adding
one man after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.dealing import deal, deal_with
from klaxon.rules.uboot.crew.manning import cost, why_not
from klaxon.rules.uboot.crew.men import CREW, role_of_figure
from klaxon.rules.uboot.records import Activation, OrderPlace
from klaxon.rules.uboot.state import OpenBoard

_Ways = dict[tuple[int, ...], tuple[int, tuple[Activation, ...]]]
"""Places filled of each kind -> the least weight it takes, and by whom."""
_TOKENS, _LENT, _BUSY, _USED = 44, 36, 28, 20
"""Places of the five counts of UBT-3.3i in one number, so that the least number is the best seating."""


def seated_by(board: OpenBoard) -> tuple[object, ...]:
    """Return the records that decide who can be seated where: while they are the same, so is every seating."""
    return (board.crew, board.shift, board.at, board.cards.effects)


def _weight(board: OpenBoard, row: OrderRow, figure: int, tokens: int) -> int:
    man = board.man(figure)
    lent, busy = role_of_figure(figure) not in row.owners, man.task != ""
    order = (1 << CREW) - (1 << (CREW - 1 - figure))
    return (tokens << _TOKENS) + (lent << _LENT) + (busy << _BUSY) + (man.tokens << _USED) + order


def seat(
    board: OpenBoard, row: OrderRow, places: Sequence[OrderPlace], named: Iterable[int]
) -> tuple[Activation, ...] | None:
    """Return the best way to seat all the named men, None if there is none (UBT-3.3i)."""
    if row.can_repeat:
        return deal(board, row, places, named)
    return _seat(board, row, places, frozenset(named), frozenset())


def cheapest(
    board: OpenBoard,
    row: OrderRow,
    places: Sequence[OrderPlace],
    least: int,
    named: Iterable[int],
    others: Iterable[int],
) -> tuple[int, ...]:
    """Return which of the others best fill the places that the named men leave.

    Where more places may be filled than must be (lookouts), only men with the symbol go beyond those that must.
    """
    if row.men:
        return cheapest_alone(board, row, places, named, others)
    fixed, free = frozenset(named), frozenset(others)
    if row.can_repeat:
        dealt = deal_with(board, row, places, fixed, free - fixed) or ()
        return tuple(sorted({each.figure for each in dealt} - fixed))
    if row.ends != "filled":
        skilled = frozenset(
            figure
            for figure in free
            if any(cost(board, figure, place, row.id) == 1 for place in places if place.symbol)
        )
        found = _seat(board, row, places, fixed, skilled)
        if found is not None and len(found) >= max(least, len(fixed) + 1):
            return tuple(each.figure for each in found if each.figure in free)
        dark = tuple(place for place in places if not place.symbol)
        wanted = max(least, len(fixed) + 1) - len(dark)
        places = (*places[:wanted], *dark)
    found = _seat(board, row, places, fixed, free)
    return tuple(each.figure for each in found if each.figure in free) if found else ()


def cheapest_alone(
    board: OpenBoard, row: OrderRow, places: Sequence[OrderPlace], named: Iterable[int], others: Iterable[int]
) -> tuple[int, ...]:
    """Return whom to name for an order of one man, and who holds a lamp beside him, at the least weight."""
    fixed, room = tuple(named), places[0].room
    able = [man for man in others if board.at[man] == room and man not in fixed]
    left = len(set(places)) - len(fixed)
    teams = [men for count in range(left + 1) for men in combinations(able, count)]

    def judge(men: tuple[int, ...]) -> tuple[int, int]:
        found = deal(board, row, places, (*fixed, *men)) or ()
        return len(found), -sum(_weight(board, row, each.figure, each.tokens) for each in found)

    return max(teams, key=judge)


def _seat(
    board: OpenBoard, row: OrderRow, places: Sequence[OrderPlace], fixed: frozenset[int], free: frozenset[int]
) -> tuple[Activation, ...] | None:
    """Seat all fixed men and as many free ones as there are places, at the least weight."""
    found: list[Activation] = []
    rooms = dict.fromkeys(place.room for place in places)
    if any(board.at[figure] not in rooms for figure in fixed):
        return None
    for room in rooms:
        kinds = list(dict.fromkeys(place for place in places if place.room == room))
        needs = tuple(places.count(kind) for kind in kinds)
        ways: _Ways = {(0,) * len(kinds): (0, ())}
        for figure in board.men_in(room):
            if figure in fixed or figure in free:
                ways = _with_man(board, row, figure, kinds, needs, ways, must=figure in fixed)
        if not ways:
            return None
        found += max(ways.items(), key=_goodness(kinds))[1][1]
    return tuple(sorted(found))


def _goodness(kinds: list[OrderPlace]) -> Callable[[tuple[tuple[int, ...], tuple[int, object]]], tuple[int, int, int]]:
    """Return how good a way is: the man that a dark room asks for first, then many places filled, then few tokens."""
    dark = [place for place, kind in enumerate(kinds) if not kind.symbol]

    def judge(way: tuple[tuple[int, ...], tuple[int, object]]) -> tuple[int, int, int]:
        filled, (weight, _) = way
        return sum(filled[place] for place in dark), sum(filled), -weight

    return judge


def _with_man(
    board: OpenBoard,
    row: OrderRow,
    figure: int,
    kinds: list[OrderPlace],
    needs: tuple[int, ...],
    ways: _Ways,
    *,
    must: bool,
) -> _Ways:
    """Return the best way to each number of places filled, when one more man may, or must, take one."""
    after: _Ways = {} if must else dict(ways)
    for which, kind in enumerate(kinds):
        if why_not(board, row, figure, kind):
            continue
        tokens = cost(board, figure, kind, row.id)
        weight = _weight(board, row, figure, tokens)
        taken = Activation(figure, kind, tokens)
        for filled, (so_far, men) in ways.items():
            if filled[which] == needs[which]:
                continue
            more = (*filled[:which], filled[which] + 1, *filled[which + 1 :])
            if more not in after or so_far + weight < after[more][0]:
                after[more] = (so_far + weight, (*men, taken))
    return after
