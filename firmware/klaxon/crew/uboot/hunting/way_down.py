"""The way down: men, orders and nerve that a captain keeps for going deep while somebody may come for the boat.

Every order tires those who carry it out, and positions have to be changed before most dives. A boat whose men are spent
cannot go under, whoever runs in, nor below periscope depth.
"""

from __future__ import annotations

from klaxon.crew.uboot.skills import Skill
from klaxon.crew.uboot.stations import plan_stations
from klaxon.rules.domains import Token
from klaxon.rules.uboot.crew.manning import places_of
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.crew.seating import cheapest, seat
from klaxon.rules.uboot.orders.conditions import bar_order
from klaxon.rules.uboot.orders.deeds import men_outside
from klaxon.rules.uboot.state import OpenBoard

DIVE, DEEPER = "dive", "new_depth"
"""The orders that take a boat down, from the surface and from periscope depth."""
PRICE = 2
"""Orders, or morale, that it costs: positions are changed first."""
LEFT = 2
"""Morale with which a boat should come to its depth: what falls on it there costs some."""


def keeps_way_down(board: OpenBoard, skill: Skill, order: str, args: tuple[Token, ...]) -> bool:
    """Return whether the boat can still be taken down after an order; no if it could not before either."""
    if board.order + board.morale - 1 < PRICE + LEFT:
        return False
    made_of = (
        args,
        skill,
        board.boat.surfaced,
        board.at,
        board.crew,
        board.shift,
        board.rooms,
        board.cards.effects,
        board.faults,
    )
    return board.keep(f"way down after {order}", made_of, lambda board: _keeps_men(board, skill, order, args))


def _keeps_men(board: OpenBoard, skill: Skill, order: str, args: tuple[Token, ...]) -> bool:
    if bar_order(board, order) is not None:  # the men come from elsewhere
        board = plan_stations(board, order, skill).board_after(board)
    tired = _after(board, order, args)
    down = DIVE if board.boat.surfaced else DEEPER
    ready = plan_stations(tired, down, skill).board_after(tired)
    return bar_order(ready, down) is None and not men_outside(ready)


def _after(board: OpenBoard, order: str, args: tuple[Token, ...]) -> OpenBoard:
    """Return the board with the tokens on it of those who carry out an order."""
    row = board.handbook.orders[order]
    places, least = places_of(board, row, tuple(map(str, args)))
    seats = seat(board, row, places, cheapest(board, row, places, least, (), range(CREW))) or ()
    crew, first = list(board.crew), (board.shift - 1) * CREW
    for each in seats:
        man = crew[first + each.figure]
        crew[first + each.figure] = man._replace(act=man.act + each.tokens)
    tired = board.copy()
    tired.crew = tuple(crew)
    return tired
