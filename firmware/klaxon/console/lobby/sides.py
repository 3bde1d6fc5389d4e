"""Sides: a console is painted red and blue; the boats of a game are assigned to its sides when a game begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from klaxon.console.devices import Fitting


@dataclass(frozen=True, slots=True)
class Sides:
    """The stations of a console, and the boat of the game on each side."""

    fittings: tuple[Fitting, ...]
    boats: Mapping[str, str]
    """Side -> boat."""

    def stations_of(self, boat: str) -> list[str]:
        """Return the stations of a boat; a boat without a side has none."""
        return [fitting.name for fitting in self.fittings if self.boats.get(fitting.side) == boat]

    def open_to(self, boat: str) -> list[str]:
        """Return the stations at which a boat may sit: its own; if it has none, all, as a guest."""
        return self.stations_of(boat) or [fitting.name for fitting in self.fittings]

    def sides_of(self, boats: Sequence[str]) -> list[str]:
        """Return the sides on which these boats are laid."""
        return [side for side, boat in self.boats.items() if boat in boats]


def assign_sides(fittings: Sequence[Fitting], boats: Sequence[str] = ()) -> Sides:
    """Assign the boats of a game to the sides of a console; without a game every side is its own boat.

    A boat with the name of a side gets it, a single boat gets all; the others get what is left, in order.
    """
    sides = list(dict.fromkeys(fitting.side for fitting in fittings))
    if len(boats) == 1:
        return Sides(tuple(fittings), dict.fromkeys(sides, boats[0]))
    boats = boats or sides
    laid = {side: side for side in sides if side in boats}
    others = (boat for boat in boats if boat not in laid)
    laid |= dict(zip((side for side in sides if side not in laid), others, strict=False))
    return Sides(tuple(fittings), laid)
