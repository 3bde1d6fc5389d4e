"""Every refusal of galley, sickbay and smoking: the line that is refused, and the boat on which it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.rules.uboot.kit.boat import Boat

PYRAMID = ["eggs", "meat", "bread", "potato", "onion", "lemon"]
SICK = {"captain.circle.1": {"cards": ["graze"]}}
OUTSIDE: dict[str, Any] = {"figures": {"navigator.circle": 8}, "men": {"navigator.circle.1": {"act": 2}}}


def _cooking(**setup: Any) -> Boat:
    boat = Boat(pyramid=PYRAMID, **setup)
    boat.play("captain cook", "navigator assign square")
    return boat


def _swapped() -> Boat:
    boat = _cooking()
    boat.give("navigator swap 1 2")
    return boat


def _treating() -> Boat:
    boat = Boat(men=SICK)
    boat.play("captain first_aid 2", "first_officer assign circle")
    return boat


def _smoked() -> Boat:
    boat = Boat(**OUTSIDE)
    boat.give("navigator smoke navigator.circle")
    boat.wait(60_000)
    return boat


GALLEY: dict[str, tuple[str, str, Callable[[], Boat]]] = {
    "cooked": ("the dinner is on the stove", "captain cook", lambda: Boat(ration=["bread"])),
    "no-food": (
        "the pyramid is empty",
        "captain cook",
        lambda: Boat(pyramid=[""] * 6, supply=[]),
    ),
    "one-man": ("the navigator's square is named to cook", "engineer assign triangle", _cooking),
    "not-neighbours": ("the cook is named", "navigator dish 1 5", _cooking),
    "lacks-food": ("the cook is named, no fish lies there", "navigator dish fish-sandwiches", _cooking),
    "no-recipe": ("the cook is named", "navigator dish 1 3", _cooking),
    "needs-lemon": ("the cook is named", "navigator dish 1 lemon=2", _cooking),
    "changed": ("the cook has swapped two tokens", "navigator replace 3", _swapped),
    "nobody-sick": ("under way, nobody is sick", "captain first_aid 2", Boat),
    "not-sick": ("first aid in room 2, the medic is healthy", "first_officer treat first_officer.circle", _treating),
    "no-medicine": (
        "the captain's circle has a graze, there are no bandages",
        "captain first_aid 2",
        lambda: Boat(men=SICK, medicine={"tablets": 1}),
    ),
    "no-message": ("under way, nothing has come by radio", "captain enigma in1", Boat),
    "no-kit": ("under way, no kit was taken along", "first_officer kit", Boat),
    "nobody-outside": ("under way, all men are inside", "captain smoke captain.circle", Boat),
    "no-cigarette": (
        "the navigator's circle is on the bridge",
        "navigator smoke navigator.circle",
        lambda: Boat(**OUTSIDE, cigarettes={"navigator": 0}),
    ),
    "smoked": ("a minute ago the navigator lit a cigarette", "navigator smoke navigator.circle", _smoked),
    "no-act": (
        "the navigator's circle is on the bridge, rested",
        "navigator smoke navigator.circle",
        lambda: Boat(figures={"navigator.circle": 8}),
    ),
}
"""Code -> what is so aboard, the line, and the boat."""
