"""Two boats of Captain Sonar with understudies aboard."""

from __future__ import annotations

from typing import Any

from klaxon.crew import understudy_of
from klaxon.rules.contract import Order, Seat
from klaxon.rules.games import game_named
from tests.crew.kit.match import chance, set_up, shown

CREW = understudy_of("sonar")
GAME = game_named("sonar")
OPEN = "\n".join(["." * 10] * 10)


class Boats:
    """A game in which both boats have dived and red is to sail, and what was heard so far."""

    def __init__(self, red: str, blue: str, grid: str = OPEN, **options: str) -> None:
        chart = f"name: Test\nsectors: 5\ngrid:\n{grid}\n"
        _, self.state = set_up("sonar", "0", {"first": "red", **options}, lambda _kind, _name, _variant: chart)
        self.notes = {seat: CREW.begin(shown(GAME, self.state, seat)) for seat in GAME.seats}
        self.play(f"red.captain start {red}", "red.captain dive", f"blue.captain start {blue}", "blue.captain dive")

    def play(self, *lines: str) -> None:
        for line in lines:
            step: Any = GAME.apply(self.state, Order.read(line))
            self.state = step.state
            for event in step.events:
                for seat in event.to & set(GAME.seats):
                    self.notes[seat] = CREW.hear(self.notes[seat], {"type": event.type, **event.facts})

    def order(self, seat: str, seed: str = "1") -> str:
        given = CREW.order(shown(GAME, self.state, Seat(seat)), self.notes[Seat(seat)], chance(seed))
        return "" if given is None else str(given).removeprefix(f"{seat} ")

    def set(self, boat: int, **truth: Any) -> None:
        for name, value in truth.items():
            setattr(self.state.boats[boat], name, value)
        self.state.views.clear()

    def sail(self, boat: str, direction: str, symbol: str, system: str = "mine") -> None:
        self.play(f"{boat}.captain course {direction}", f"{boat}.engineer break {symbol}", f"{boat}.xo charge {system}")
