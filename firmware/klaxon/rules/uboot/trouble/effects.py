"""What faults and flooded rooms do: devices that are dead, and percentages of what they serve (UBT-7.9b)."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.words import FAULT_LEVELS

_, YELLOW, RED = FAULT_LEVELS
_WHOLE_ENGINE = 50
"""What each engine that works gives, in percent of the speed."""

Effects = dict[tuple[str, str], tuple[int, ...]]
"""What a device does and to what, `("time", "depth")` -> the figures of all devices that do it now."""


def level_of(board: OpenBoard, device: str) -> str:
    """Return the level of a device's fault, '' for none; in a flooded room all count as red (UBT-3.15e)."""
    if board.room(board.handbook.rooms[device]).flooded:
        return RED
    return next((fault.level for fault in board.faults if fault.device == device), "")


def is_dead(board: OpenBoard, device: str) -> bool:
    """Return whether a device is out of work (UBT-3.12a)."""
    return level_of(board, device) == RED


def percent(board: OpenBoard, kind: str, what: str = "") -> int:
    """Return the percentage that faults leave of something; several of one kind multiply (UBT-7.9b)."""
    return percents(board).get((kind, what), 100)


def percents(board: OpenBoard) -> dict[tuple[str, str], int]:
    """Return what faults leave less or more of, by kind and what it is of: all others are at 100."""
    return board.keep("percents", (board.faults, board.rooms), _find_percents)


def _find_percents(board: OpenBoard) -> dict[tuple[str, str], int]:
    return {key: prod(found) // 100 ** (len(found) - 1) for key, found in _effects(board).items()}


def total(board: OpenBoard, kind: str, what: str = "") -> int:
    """Return the sum of what faults do: degrees that the boat steers off, steps of morale at a meal."""
    return sum(_effects(board).get((kind, what), ()))


def share(board: OpenBoard) -> int:
    """Return the percentage of the speed that the engines in use give together (UBT-7.9b)."""
    drive = "surfaced" if board.boat.surfaced else "submerged"
    engines = board.handbook.dead.get(f"engines:{drive}", ())
    weak = _effects(board).get(("share", drive), ())
    return sum(weak) + _WHOLE_ENGINE * (len(engines) - len(weak))


def depth_pace(board: OpenBoard, target: int) -> int:
    """Return the percentage of the usual time that a change to a depth takes."""
    slow = percent(board, "time", "depth")
    return slow * percent(board, "time", "surface") // 100 if target == 0 else slow


def _effects(board: OpenBoard) -> Effects:
    return board.keep("effects", (board.faults, board.rooms), _find_effects)


def _find_effects(board: OpenBoard) -> Effects:
    found: Effects = {}
    levels = {fault.device: fault.level for fault in board.faults}
    if any(room.flooded for room in board.rooms):
        levels |= {device: RED for device, room in board.handbook.rooms.items() if board.room(room).flooded}
    devices = board.handbook.devices
    for name, level in levels.items():
        device = devices[name]
        effect = _read_effect(device.red if level == RED else device.yellow if level == YELLOW else "none")
        if effect is not None:
            key, figure = effect
            found[key] = (*found[key], figure) if key in found else (figure,)
    return found


@lru_cache(maxsize=128)
def _read_effect(words: str) -> tuple[tuple[str, str], int] | None:
    """Return what a box says that a fault does, `time depth 200`: kind, what it is of, and the figure."""
    kind, *rest = words.split()
    if kind in ("none", "refuse"):
        return None
    *what, figure = rest
    return (kind, what[0] if what else ""), int(figure)
