"""Orders in which a man is activated more than once: a message, a patient, a torpedo each time (UBT-3.3j, UBT-3.3s).

Such an order has one place for each of them. Its row says of what (`per`), and whether one man does it all (`men`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import again, cost, why_not
from klaxon.rules.uboot.records import Activation, OrderPlace
from klaxon.rules.uboot.state import OpenBoard


def deal(
    board: OpenBoard, row: OrderRow, places: Sequence[OrderPlace], named: Iterable[int]
) -> tuple[Activation, ...] | None:
    """Return the activations of the named men, as many as they have slots for; None where one of them gets none.

    A man who holds the lamp in a dark room (UBT-3.3m) does nothing else: who that is leaves the most to the others.
    """
    return deal_with(board, row, places, frozenset(named), frozenset())


def deal_with(
    board: OpenBoard, row: OrderRow, places: Sequence[OrderPlace], named: frozenset[int], others: frozenset[int]
) -> tuple[Activation, ...] | None:
    """Return the activations of the named men and of others beside them; of the others not each has to get one."""
    men = named | others
    work, lamps = [place for place in places if place.symbol], [place for place in places if not place.symbol]
    found = []
    for count in range(len(lamps) + 1):
        for holders in permutations(sorted(men), count):
            held = [Activation(man, lamp, 1) for man, lamp in zip(holders, lamps[:count], strict=True)]
            if all(not why_not(board, row, each.figure, each.place) for each in held):
                found.append((*held, *_deal_work(board, row, work, men.difference(holders))))
    fair = [way for way in found if named <= {each.figure for each in way}]
    best = max(fair, key=lambda way: (len(way), -sum(each.tokens for each in way)), default=None)
    return None if best is None else tuple(sorted(best))


def _deal_work(board: OpenBoard, row: OrderRow, work: Sequence[OrderPlace], men: frozenset[int]) -> list[Activation]:
    """Deal the activations one at a time: each to the man who then pays least, of those to him with fewest tokens."""
    if row.men and len(men) > row.men:
        return []
    spent: Counter[int] = Counter()
    dealt = []
    for place in work:
        able = [
            man
            for man in sorted(men)
            if not why_not(board, row, man, place)
            and _price(board, man, place, spent, row.id) <= board.man(man).free - spent[man]
        ]
        if able:
            man = min(
                able, key=lambda each: (_price(board, each, place, spent, row.id), board.man(each).tokens + spent[each])
            )
            dealt.append(Activation(man, place, _price(board, man, place, spent, row.id)))
            spent[man] += dealt[-1].tokens
    return dealt


def _price(board: OpenBoard, man: int, place: OrderPlace, spent: Counter[int], order: str) -> int:
    """Return what one more activation costs a man who has spent so much in this order."""
    return again(board, man, place, order) if spent[man] else cost(board, man, place, order)
