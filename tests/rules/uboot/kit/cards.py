"""Cards in tests: a boat on which a card was played, drawn or brought by a script."""

from __future__ import annotations

from typing import Any

from klaxon.rules.contract import Event
from klaxon.rules.uboot.cards.operations import run_operations
from klaxon.rules.uboot.orders.giving import settle
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import Working
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat

SPEAKER = {"captain.circle": 3}
"""Where the commander stands to address the crew."""


def addressed(card: str, *, rules: str = "", **setup: Any) -> Boat:
    """Return a boat whose captain has addressed the crew with a card; the events are those of the order."""
    figures = {**SPEAKER, **setup.pop("figures", {})}
    boat = Boat(hand=[card], figures=figures, rules=rules, **setup)
    boat.events = boat.play(f"captain address {card}", "captain assign circle")
    return boat


def event(card: str, at: str = "0:10:00") -> dict[str, Any]:
    """Return a line of a script that draws an event card."""
    return {"at": at, "do": "event", "card": card}


def met(card: str, *, rules: str = "", **setup: Any) -> Boat:
    """Return a boat to which an event card came; the events are those of that hour."""
    boat = Boat([event(card)], rules=rules, **setup)
    boat.wait(10 * MINUTE)
    return boat


def fallen(deck: int, card: str, *, rules: str = "", **setup: Any) -> Boat:
    """Return a boat whose morale fell by a step onto a cell that draws a card of a deck, that card on top."""
    script = [{"at": "0:10:00", "do": "morale", "n": -1}]
    morale = {1: 11, 2: 7, 3: 3}[deck]
    boat = Boat(script, rules=rules, morale=morale, **{"decks": {f"morale{deck}": [card]}, **setup})
    boat.wait(10 * MINUTE)
    return boat


def run(boat: Boat, *operations: dict[str, Any], card: str = "grumbling") -> list[Event]:
    """Let operations happen as if they stood on a card; return what they brought."""
    work = Working(boat.state, boat.state.now)
    run_operations(work, operations, card)
    settle(work)
    step = work.finish()
    assert isinstance(step.state, State)
    boat.state, boat.events = step.state, list(step.events)
    return boat.events


def wait_hours(boat: Boat, hours: int) -> list[Event]:
    """Let hours pass."""
    return boat.wait(hours * HOUR)
