"""U-BOOT for tests of its understudies: what a role says of a boat, and a person who works through a list of orders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from klaxon.crew import SKILL, understudy_of
from klaxon.crew.understudy import Heard, Pick, Shown
from klaxon.rules.contract import Event, Order, Seat
from tests.crew.kit.match import chance
from tests.rules.uboot.kit.boat import ROLES, Boat


def said(boat: Boat, role: str, events: Sequence[Event] = (), skill: str = SKILL) -> str:
    """Return what a role that has heard these events says now, '' for nothing."""
    crew = understudy_of("uboot", skill)
    view: dict[str, Any] = json.loads(json.dumps(boat.view(role)))
    notes = crew.begin(view)
    for event in events:
        notes = crew.hear(notes, {"type": event.type, **event.facts})
    order = crew.order(view, notes, chance("1"))
    return "" if order is None else str(order._replace(answers=None)).removeprefix(f"uboot.{role} ")


def work(boat: Boat, *roles: str, skill: str = SKILL) -> list[str]:
    """Let roles speak until the order or the change of positions is over, or nobody says anything; return it."""
    lines: list[str] = []
    while boat.state.board.pending or boat.state.board.positions:
        spoken = [f"{role} {line}" for role in roles or ROLES if (line := said(boat, role, skill=skill))]
        if not spoken:
            break
        boat.give(spoken[0])
        lines.append(spoken[0])
        assert len(lines) < 50, lines
    return lines


class Person:
    """A captain who gives one order after the other, each when the one before is carried out and its depth reached."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def begin(self, _shown: Shown) -> None:
        """Remember nothing."""

    def hear(self, _notes: None, heard: Heard) -> None:
        """Cross off what was ordered."""
        if heard["type"] == "ordered" and self.lines and heard["order"] == self.lines[0].split()[0]:
            self.lines.pop(0)

    def order(self, shown: Shown, _notes: None, _pick: Pick) -> Order | None:
        """Say the next line, or ready."""
        boat = shown["boat"]
        if shown["prompts"]:
            return Order(Seat(shown["seat"]), "ready")
        busy = shown["phase"] != "sea" or shown["pending"] or shown["positions"]
        if busy or not self.lines or boat["depth"] != boat["target_depth"]:
            return None
        return Order.read(f"{shown['seat']} {self.lines[0]}")

    def can_wait(self, _order: Order) -> bool:
        """Wait for nobody."""
        return False
