"""Which seats of a game the other console works: a whole boat; of a game with one boat, its last seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from klaxon.console.linked.other_console import LentSeats
from klaxon.console.lobby.manning import boats_of, wanted_crews
from klaxon.rules.contract import Game

NOTHING = "none"


def lending_choices(game: Game[Any, Any]) -> tuple[str, ...]:
    """Return what can be lent: nothing, or a boat; with one boat the number of seats that leave it."""
    if len(game.boats) > 1:
        return (NOTHING, *game.boats)
    return (NOTHING, *(str(count) for count in range(1, len(game.seats))))


def usual_choice(game: Game[Any, Any]) -> str:
    """Return what is lent unless people say otherwise: the last boat, or half of the only one."""
    return game.boats[-1] if len(game.boats) > 1 else str(len(game.seats) // 2)


def lent_seats(game: Game[Any, Any], choice: str, chosen_crews: Mapping[str, str]) -> LentSeats | None:
    """Return the seats that go to the other console; None for nothing."""
    if choice not in lending_choices(game) or choice == NOTHING:
        return None
    boat = choice if choice in game.boats else game.boats[0]
    crew = wanted_crews(game.boats, chosen_crews)[boat]
    crew = "all" if crew == NOTHING else crew
    seats = boats_of(game.seats)[boat]
    if choice not in game.boats:
        return LentSeats(game.name, boat, tuple(seats[-int(choice) :]), "all")
    return LentSeats(game.name, boat, (game.captain(boat),) if crew == "captain" else tuple(seats), crew)
