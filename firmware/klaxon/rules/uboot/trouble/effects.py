"""What faults and flooded rooms do to the boat: devices that are dead, and percentages of what they serve (UBT-7.9b)."""

from __future__ import annotations

from klaxon.rules.uboot.state import OpenBoard

LEVELS = ("green", "yellow", "red")


def level_of(board: OpenBoard, device: str) -> str:
    """Return the level of a device's fault, '' for none; in a flooded room all count as red (UBT-3.15e)."""
    if board.room(board.handbook.rooms[device]).flooded:
        return "red"
    return next((fault.level for fault in board.faults if fault.device == device), "")


def is_dead(board: OpenBoard, device: str) -> bool:
    """Return whether a device is out of work (UBT-3.12a)."""
    return level_of(board, device) == "red"
