"""A match without a table: who is refused because time changed the view thinks again; any other refusal is a fault."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.crew.selfplay import SelfplayMatch
from klaxon.rules.contract import Ms, Order, Outcome, Refusal, Seat, Step

CAPTAIN = Seat("boat.captain")


class FogGame:
    """A game whose fog lifts by itself at 1,000 ms: `home` is open before, `dive` behind it."""

    seats = (CAPTAIN,)

    def __init__(self, *, shows: bool) -> None:
        self._shows = shows

    def now(self, state: Any) -> Ms:
        """Return the time of play."""
        return Ms(state["now"])

    def view(self, state: Any, _seat: Seat) -> Any:
        """Return whether the fog is gone, if the view shows it at all."""
        return {"fog": not self._shows or state["now"] < 1000}

    def show(self, view: Any) -> Any:
        """Return the view."""
        return view

    def actors(self, _state: Any) -> tuple[Seat, ...]:
        """Return the captain."""
        return (CAPTAIN,)

    def due(self, _state: Any) -> None:
        """Say that nothing comes."""

    def outcome(self, state: Any) -> Outcome | None:
        """Return the end, once an order was carried out."""
        return Outcome("boat", state["done"]) if state["done"] else None

    def advance(self, state: Any, until: Ms) -> Step:
        """Let time pass."""
        return Step({**state, "now": int(until)}, ())

    def apply(self, state: Any, order: Order) -> Step | Refusal:
        """Carry out what is open now."""
        is_open = order.verb == ("home" if state["now"] < 1000 else "dive")
        return Step({**state, "done": order.verb}, ()) if is_open else Refusal("detected")


class Homesick:
    """Goes home in fog, dives without."""

    def begin(self, _shown: Any) -> None:
        """Remember nothing."""

    def hear(self, notes: None, _heard: Any) -> None:
        """Remember nothing."""

    def order(self, shown: Any, _notes: None, _pick: Any) -> Order:
        """Go by the view."""
        return Order(CAPTAIN, "home" if shown["fog"] else "dive")

    def can_wait(self, _order: Order) -> bool:
        """Wait for nobody."""
        return False


@pytest.mark.parametrize(("shows", "fault", "reason"), [(True, "", "dive"), (False, "refused", "")])
def test_a_refusal_is_a_fault_only_where_the_view_did_not_change(*, shows: bool, fault: str, reason: str) -> None:
    game: Any = FogGame(shows=shows)
    crew: Any = {CAPTAIN: Homesick()}
    ending = SelfplayMatch(game, {"now": 0, "done": ""}, crew, "1", pace=(1500, 1500)).play()
    assert ending.fault == fault
    assert (ending.outcome.reason if ending.outcome else "") == reason
