"""How the defender handles a blow: take it where it costs least, or on the Central Post."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.crew.steam.fire import POST_LOSS, stand_of
from klaxon.crew.steam.model import after
from klaxon.crew.steam.worth import MAN, OXYGEN, POINT, oxygen_cost, shells, uses
from klaxon.rules.contract import Order
from klaxon.rules.steam import attack
from klaxon.rules.steam.grid import NAMES, POST
from klaxon.rules.steam.state import NONE, Board
from klaxon.rules.steam.step import SEATS

Marker = tuple[int, str]
"""The cell and the slot of one marker of damage."""


class DamageCosts:
    """The costs of one boat's damage on one board."""

    def __init__(self, board: Board, me: int) -> None:
        """Take the boat, and the values of its compartments."""
        self._hull, self._shells = board.boats[me], shells(board.deck)
        self._uses = uses(board, stand_of(board, me))
        self.post = POST_LOSS[min(3, self._hull.points(POST))]

    def least(self, cells: Sequence[int], left: int) -> tuple[int, list[Marker]]:
        """Return the least cost of so many markers in these cells, and where they go."""
        best, found = self.post, list[Marker]()
        for number, cell in enumerate(cells):
            cost, markers = self._on(cell, left)
            if len(markers) < left:
                more, rest = self.least([*cells[:number], *cells[number + 1 :]], left - len(markers))
                cost, markers = cost + more, markers + rest
            if number == 0 or cost < best:
                best, found = cost, markers
        return best, found

    def _on(self, cell: int, left: int) -> tuple[int, list[Marker]]:
        """Return the costs of markers on one cell, as many as it can take: plain points first, oxygen last."""
        hull = self._hull
        plain, empty, oxygen = hull.plain[cell], hull.empty[cell], hull.oxygen[cell]
        slots = ["plain"] * plain + ["oxygen"] * (empty + oxygen)
        used = slots[:left]
        lost = max(0, len(used) - plain - empty)
        cost = POINT * len(used) + OXYGEN * lost + oxygen_cost(hull, lost)
        if len(used) == len(slots):
            cost += self._shells[hull.cards[cell]] + self._uses[cell] // 2 + MAN * hull.place.count(cell)
        return cost, [(cell, slot) for slot in used]


def choices(board: Board, me: int) -> list[tuple[int, Order]]:
    """Return the answers to the current blow that are worth considering, each with its cost."""
    blow, damage = board.blows[0], DamageCosts(board, me)
    cost, markers = damage.least(attack.receivers(board, blow), blow.left)
    cell, slot = markers[0]
    found = [(cost, Order(SEATS[me], "damage", (NAMES[cell], slot)))]
    if blow.attack and blow.fresh and blow.cell == NONE:
        found.append((damage.post, Order(SEATS[me], "redirect")))
    return found


def place_all_damage(board: Board) -> Board:
    """Return the board when all pending damage has been placed in the best way."""
    while board.blows:
        _, order = min(choices(board, board.blows[0].boat), key=lambda choice: choice[0])
        board = after(board, order)
    return board
