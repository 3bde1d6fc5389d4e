"""The men for one order: who goes where so that as many of its places as possible are filled, at the least cost.

Hazards on the way count first, then tokens, lent men, tasks that end, men whom other places would miss, tokens that a
man holds already, and the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from klaxon.rules.uboot.content.box import OrderRow
from klaxon.rules.uboot.crew.manning import TASKS, cost, places_of
from klaxon.rules.uboot.crew.men import CREW, CrewMan, role_of_figure
from klaxon.rules.uboot.orders.positions import price
from klaxon.rules.uboot.orders.ways import Way
from klaxon.rules.uboot.records import OrderPlace
from klaxon.rules.uboot.state import OpenBoard

WaysOf = Sequence[Mapping[int, Way]]
"""Figure -> the rooms that he can reach, each with its way."""
_Filled = dict[tuple[int, ...], tuple[int, tuple[tuple[int, int], ...]]]
"""Places filled of each kind -> the least weight it takes, and which figures go to which rooms for it."""
_DIGIT = 10
"""Bits of a part of a weight: the sum over all men has room in them, so that weights can be added as numbers."""


class PostsWanted(NamedTuple):
    """What an order's posts are chosen by, besides the boat itself."""

    ways: WaysOf
    others: Sequence[OrderPlace]
    """The places that other orders may need."""
    most: int
    """How many men with the symbol at most, where more places may be filled than must be."""
    spares: bool
    """Whether it matters how many tokens a man holds already."""


def posts_for_order(
    board: OpenBoard, row: OrderRow, wanted: PostsWanted, tubes: tuple[str, ...] = ()
) -> dict[int, int]:
    """Return which figures go to which rooms for an order."""
    places, least = places_of(board, row, tubes)
    able = _Judge(board, row, wanted)
    if row.ends != "filled":  # a place beyond those that must be filled is for men with the symbol (UBT-3.3i)
        skilled = [f for f in range(CREW) if any(able(f, place, skilled=True) for place in places if place.symbol)]
        dark = tuple(place for place in places if not place.symbol)
        count = max(least - len(dark), min(wanted.most, len(skilled)))
        places = (*places[: min(count, len(places) - len(dark))], *dark)
    kinds = list(dict.fromkeys(places))
    needs = tuple(places.count(kind) for kind in kinds)
    found: _Filled = {(0,) * len(kinds): (0, ())}
    for figure in range(CREW):
        found = _with_man(found, figure, kinds, needs, able)
    _, (_, chosen) = max(found.items(), key=lambda way: (sum(way[0]), -way[1][0]))
    return dict(chosen)


class _Judge:
    """Judges who could fill which place of an order after a change of positions, and at what weight."""

    def __init__(self, board: OpenBoard, row: OrderRow, wanted: PostsWanted) -> None:
        self._board, self._row, self._wanted = board, row, wanted

    def __call__(self, figure: int, place: OrderPlace, *, skilled: bool = False) -> int | None:
        """Return the weight of a man in a place, None if he cannot fill it: the least is the best."""
        board, way = self._board, self._wanted.ways[figure].get(place.room)
        man, tokens = board.man(figure), cost(board, figure, place)
        if way is None or man.barred_by(place.symbol) or (skilled and tokens > 1):
            return None
        stays = not way.rooms
        if stays and man.task and place.symbol and self._row.id in TASKS:
            return None
        if tokens + price(board, figure, way) > man.free:
            return None
        lent = role_of_figure(figure) not in self._row.owners
        held = man.tokens if self._wanted.spares else 0
        weight = 0
        for part in (way.hazards, tokens, lent, _ends_task(man, way), self._missed(figure, place), held, way.length):
            weight = (weight << _DIGIT) + part
        return weight

    def _missed(self, figure: int, place: OrderPlace) -> int:
        """Return how many places of other orders have a symbol of a man, besides that of this place."""
        symbols = self._board.symbols(figure)
        return sum(other.symbol in symbols for other in self._wanted.others if other.symbol != place.symbol)


def _ends_task(man: CrewMan, way: Way) -> bool:
    return man.task != "" and way.rooms != ()


def _with_man(
    found: _Filled, figure: int, kinds: Sequence[OrderPlace], needs: tuple[int, ...], able: _Judge
) -> _Filled:
    """Return the best way to each number of filled places, when one more man may take one."""
    after = dict(found)
    for which, weight in _weights(figure, kinds, able):
        for filled, (so_far, men) in found.items():
            if filled[which] == needs[which]:
                continue
            more = (*filled[:which], filled[which] + 1, *filled[which + 1 :])
            if more not in after or so_far + weight < after[more][0]:
                after[more] = (so_far + weight, (*men, (figure, kinds[which].room)))
    return after


def _weights(figure: int, kinds: Sequence[OrderPlace], able: _Judge) -> Iterator[tuple[int, int]]:
    for which, kind in enumerate(kinds):
        weight = able(figure, kind)
        if weight is not None:
            yield which, weight
