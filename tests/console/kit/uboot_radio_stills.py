"""Stills of the radio room: the list of messages, and the Enigma while its key is set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.console.kit.uboot_scenes import CAPTAIN, FIRST, Room
from tests.rules.uboot.kit.boat import MINUTE, Boat

TEXT = "Convoy of thirty ships in AM 23, all boats to the attack"
SCRIPT: list[dict[str, Any]] = [{"at": "0:01:00", "do": "message", "id": "in1", "text": TEXT}]
ORDER = ("captain enigma in1", "first_officer assign square")
WEATHER = ("captain enigma out-weather", "first_officer assign square")


def received(level: str = "medium", *lines: str) -> Room:
    """Return a boat that has received a message, after some orders; all that was told is read."""
    boat = Boat(SCRIPT, rules=f"first_officer={level}")
    boat.wait(MINUTE)
    return Room.at(*lines, boat=boat)


def listed(level: str = "medium", *lines: str) -> Room:
    """Return the first officer with the list of messages."""
    return received(level, *lines).press(FIRST, "ok").page(FIRST, "messages")


def at_the_enigma(level: str = "medium", *letters: str) -> Room:
    """Return the first officer at the Enigma, some rotors set."""
    return received(level, *ORDER).choose(FIRST, "in1", *letters)


RADIO_STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "first-messages": (FIRST, listed),
    "first-messages-read": (FIRST, lambda: listed("low", *ORDER, *WEATHER)),
    "first-messages-key": (FIRST, lambda: listed("low").turn(FIRST, 1)),
    "first-messages-garbled": (FIRST, lambda: listed("medium", *ORDER, "first_officer key in1 ABC")),
    "first-messages-whole": (FIRST, lambda: listed("low", *ORDER).turn(FIRST, 9).press(FIRST, "push")),
    "first-enigma": (FIRST, lambda: at_the_enigma("medium", "A")),
    "first-enigma-second": (FIRST, lambda: at_the_enigma("medium", "B", "Z")),
    "first-enigma-third": (FIRST, lambda: at_the_enigma("medium", "B", "B", "S")),
    "first-enigma-high": (FIRST, lambda: at_the_enigma("high", "L", "L", "C")),
    "first-enigma-message": (FIRST, at_the_enigma),
    "captain-messages": (CAPTAIN, lambda: received("low").page(CAPTAIN, "messages")),
}
