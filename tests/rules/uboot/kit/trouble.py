"""Boats of U-BOOT in trouble: lines of a script, and teams at their repair."""

from __future__ import annotations

from typing import Any

from tests.rules.uboot.kit.boat import Boat

RUDDER = "rudder-control"
ENGINEERS = ("engineer.circle", "engineer.square", "engineer.triangle", "engineer.hexagon")


def fault_at(moment: str, device: str, level: str = "green") -> dict[str, Any]:
    """Return the line of a script that brings a fault."""
    return {"at": moment, "do": "fault", "device": device, "level": level}


def emergency_at(moment: str, kind: str, room: int) -> dict[str, Any]:
    """Return the line of a script that brings an emergency."""
    return {"at": moment, "do": "emergency", "kind": kind, "room": room}


def breach_at(moment: str, room: int) -> dict[str, Any]:
    """Return the line of a script that opens a breach."""
    return {"at": moment, "do": "breach", "room": room}


def flood_at(moment: str, room: int) -> dict[str, Any]:
    """Return the line of a script that floods a room."""
    return {"at": moment, "do": "flood", "room": room}


def at_repair(room: int) -> dict[str, int]:
    """Return where figures stand: all engineers in a room, and nobody in 2."""
    others = ("captain.circle", "first_officer.circle", "first_officer.square", "navigator.circle")
    return {**dict.fromkeys(ENGINEERS, room), **dict.fromkeys(others, 4)}


def in_three(*cards: str) -> dict[str, Any]:
    """Stage a boat whose toolboxes, with these cards, lie in the control room."""
    return {
        "rooms": {"3": {"toolboxes": ["toolbox-a", "toolbox-b"]}},
        "engineer": {"a": list(cards[::2]), "b": list(cards[1::2])},
    }


def working(faults: dict[str, str], *shapes: str, card: str = "", script: list[dict[str, Any]] | None = None) -> Boat:
    """Return a boat whose engineers stand in the control room, some of them at the first fault, perhaps with a card."""
    boat = Boat(
        script,
        faults=faults,
        figures=dict.fromkeys(ENGINEERS, 3),
        rooms={"3": {"toolboxes": ["toolbox-a"]}},
        engineer={"a": [card] if card else [], "b": []},
    )
    boat.play(f"captain repair_fault {next(iter(faults))}", f"engineer assign {' '.join(shapes)}")
    if card:
        boat.give(f"engineer card {card}")
    boat.give("engineer done")
    return boat
