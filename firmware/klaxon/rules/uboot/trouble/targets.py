"""What a repair order may be for: a fault, an emergency, a breach; and how many men a fault takes (UBT-3.12d, e)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.trouble.effects import level_of
from klaxon.rules.uboot.trouble.records import HullBreach
from klaxon.rules.uboot.words import FAULT_LEVELS, KINDS

REPAIR_FAULT, REPAIR_EMERGENCY, REPAIR_BREACH = "repair_fault", "repair_emergency", "repair_breach"
REPAIRS = (REPAIR_FAULT, REPAIR_EMERGENCY, REPAIR_BREACH)
MOST_MORE = 2
"""So many men more than required may be at the repair of a fault (UBT-3.12e)."""
DEVICE_AGAINST = {"electricity": "wires", "fire": "extinguisher", "darkness": "bulbs", "leak": "pump"}
NO_DEVICE = "no-device"
Args = tuple[str, ...]


def job_of(board: OpenBoard, device: str) -> RepairJob | None:
    """Return the repair of a device, running or paused."""
    return next((repair for repair in board.repairs if repair.device == device), None)


def breach_in(board: OpenBoard, room: int) -> HullBreach | None:
    """Return the breach in a room."""
    return next((breach for breach in board.trouble.breaches if breach.room == room), None)


def men_for(board: OpenBoard, device: str) -> int:
    """Return the men that the fault of a device takes, by its level (UBT-7.9)."""
    return board.handbook.devices[device].required[FAULT_LEVELS.index(level_of(board, device))]


def team_size(board: OpenBoard, device: str) -> tuple[int, int]:
    """Return the least and the most men of a team; a card that a paused repair holds counts (UBT-3.12l)."""
    job, required = job_of(board, device), men_for(board, device)
    return max(1, required - (job.helped if job else 0)), required + MOST_MORE


def target_room(board: OpenBoard, order: str, args: Args) -> int:
    """Return the room that an order with these arguments is about."""
    return board.handbook.rooms[args[0]] if order == REPAIR_FAULT else int(args[-1])


def candidates(board: OpenBoard, order: str) -> list[Args]:
    """Return the arguments that name something aboard, the most urgent first."""
    if order == REPAIR_FAULT:
        return [(fault.device,) for fault in sorted(board.faults, key=lambda each: -FAULT_LEVELS.index(each.level))]
    if order == REPAIR_EMERGENCY:
        rooms = list(enumerate(board.rooms, start=1))
        return [(kind, str(number)) for kind in KINDS for number, room in rooms if kind in room.emergencies]
    return [(str(breach.room),) for breach in sorted(board.trouble.breaches, key=lambda each: each.due)]


def usual_target(board: OpenBoard, order: str) -> Args:
    """Return what a repair is about that names nothing: the most urgent that men could mend; () if there is none.

    A device that lies elsewhere can be carried there, so an emergency that lacks only that counts.
    """
    for args in candidates(board, order):
        bar = bar_target(board, order, args)
        if bar is None or (bar.code == NO_DEVICE and _room_with(board, DEVICE_AGAINST[args[0]])):
            return args
    return ()


def _room_with(board: OpenBoard, device: str) -> int:
    """Return the room where a device lies; 0 if it is lost."""
    return next((number for number, room in enumerate(board.rooms, start=1) if device in room.devices), 0)


def device_to_carry(board: OpenBoard, order: str) -> tuple[str, int, int] | None:
    """Return the device that a repair order lacks, the room where it lies and the room where it is needed."""
    args = usual_target(board, order) if order == REPAIR_EMERGENCY else ()
    if not args or bar_target(board, order, args) is None:
        return None
    device = DEVICE_AGAINST[args[0]]
    return device, _room_with(board, device), int(args[1])


def bar_target(board: OpenBoard, order: str, args: Args) -> Refusal | None:
    """Return why what is named cannot be repaired, whoever were there."""
    return _BARS[order](board, args)


def _bar_fault(board: OpenBoard, args: Args) -> Refusal | None:
    (device,) = args
    if all(fault.device != device for fault in board.faults):
        return Refusal("no-fault", {"device": device})
    job = job_of(board, device)
    return Refusal("repairing", {"device": device}) if job and job.running else None


def _bar_emergency(board: OpenBoard, args: Args) -> Refusal | None:
    kind, word = args
    room = board.room(int(word))
    facts = {"kind": kind, "room": int(word)}
    if kind == "gas":
        return Refusal("by-surfacing")
    if kind not in room.emergencies:
        return Refusal("no-emergency", facts)
    device = DEVICE_AGAINST[kind]
    return None if device in room.devices else Refusal(NO_DEVICE, {**facts, "device": device})


def _bar_breach(board: OpenBoard, args: Args) -> Refusal | None:
    room = int(args[0])
    breach = breach_in(board, room)
    if breach is None:
        return Refusal("no-breach", {"room": room})
    if breach.tried:
        return Refusal("tried", {"room": room})
    return Refusal("repairing", {"device": "breach"}) if breach.number else None


_BARS: Mapping[str, Callable[[OpenBoard, Args], Refusal | None]] = {
    REPAIR_FAULT: _bar_fault,
    REPAIR_EMERGENCY: _bar_emergency,
    REPAIR_BREACH: _bar_breach,
}
NOTHING = {REPAIR_FAULT: "no-fault", REPAIR_EMERGENCY: "no-emergency", REPAIR_BREACH: "no-breach"}
"""Order -> why it is barred as a whole where there is nothing that it could be for."""
