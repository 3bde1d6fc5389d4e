"""The words of U-BOOT that files, orders, events and views share: roles, men, rooms, tokens (UBT-2, UBT-12.14)."""

from __future__ import annotations

BOAT = "uboot"
ROLES = ("captain", "first_officer", "navigator", "engineer")
SHAPES = ("circle", "square", "triangle", "hexagon")
LEVELS = ("low", "medium", "high")
ROOMS = (1, 2, 3, 4, 5, 6, 7, 8)
INSIDE = (1, 2, 3, 4, 5, 6)
OUTSIDE = (7, 8)
SYMBOLS = (
    "periscope",
    "address",
    "tdc",
    "reload",
    "watch",
    "sextant",
    "aa20",
    "gun88",
    "launch",
    "cook",
    "hydrophone",
    "enigma",
    "medic",
    "repair",
    "ballast",
    "helm",
    "engines",
)
FIGURES = tuple(f"{role}.{shape}" for role in ROLES for shape in SHAPES)
"""The 16 figures in seat and shape order. A figure is a place in this list; both men of it share the piece."""
KINDS = ("fire", "electricity", "gas", "darkness", "leak")
HAZARDS = ("fire", "electricity", "gas")
DEVICES = ("bulbs", "wires", "pump", "masks", "extinguisher")
TOOLBOXES = ("toolbox-a", "toolbox-b")
DECKS = ("morale1", "morale2", "morale3", "events", "burn", "shock", "poison", "gunshot")
FAULT_LEVELS = ("green", "yellow", "red")
SETTINGS = ("full_astern", "stop", "slow", "half", "full")
"""The telegraph (UBT-2)."""
MODES = ("real", "dynamic", "accelerated", "transit")
TUBES = (1, 2, 3, 4, 5)


def man_of(figure: int, shift: int) -> str:
    """Return a man of one shift by name: `engineer.circle.2`."""
    return f"{FIGURES[figure]}.{shift}"
