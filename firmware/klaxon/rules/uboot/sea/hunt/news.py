"""What the hunt brings aboard: attacks, and what charges do to rooms and devices (UBT-8.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.rules.chance import draw
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.breach import open_breach
from klaxon.rules.uboot.trouble.emergencies import raise_emergency
from klaxon.rules.uboot.trouble.faults import add_fault


def _attack(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("attack", kind=facts["kind"], count=facts["count"])


def _hunted(work: Working, facts: Mapping[str, Any]) -> None:
    work.tell("hunted", on=bool(facts["on"]))


def _emergency(work: Working, facts: Mapping[str, Any]) -> None:
    raise_emergency(work, facts["what"], facts["room"])


def _fault(work: Working, facts: Mapping[str, Any]) -> None:
    """Bring a fault of a device of the room, evenly among them (UBT-8.9b)."""
    devices = [device for device, room in work.board.handbook.rooms.items() if room == facts["room"]]
    if devices and not work.board.room(facts["room"]).flooded:
        chosen = draw(work.state.key, facts["stream"], 0, len(devices))
        add_fault(work, devices[chosen], facts["what"])


def _breach(work: Working, facts: Mapping[str, Any]) -> None:
    open_breach(work, facts["room"])


HAPPENINGS: Mapping[str, Callable[[Working, Mapping[str, Any]], None]] = {
    "attack": _attack,
    "hunted": _hunted,
    "shaken-emergency": _emergency,
    "shaken-fault": _fault,
    "shaken-breach": _breach,
}
"""What can happen by the hunt."""
