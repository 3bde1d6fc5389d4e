"""Faults: how they come, and how they worsen (UBT-3.12a to c, UBT-7.8d)."""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.uboot.records import OpenFault
from klaxon.rules.uboot.state import State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.effects import RED
from klaxon.rules.uboot.words import FAULT_LEVELS, INSIDE

MINUTE = 60_000


def add_fault(work: Working, device: str, level: str) -> None:
    """Bring a fault; on a device that has one it rises by a level instead (UBT-3.12c). A drowned device has none."""
    board = work.board
    room = board.handbook.rooms[device]
    if board.room(room).flooded:
        return
    if any(fault.device == device for fault in board.faults):
        worsen(work, device, work.game)
        return
    board.faults = (*board.faults, OpenFault(device, level, work.game))
    work.tell("fault", device=device, room=room, level=level)


def add_random_faults(work: Working, level: str, count: int, room: int | str) -> None:
    """Bring faults to random sound devices of a room, `random` for any one of 1 to 6, or of the boat (`any`)."""
    place = draw_room(work) if room == "random" else 0 if room == "any" else int(room)
    for _ in range(count):
        devices = standing_devices(work, place)
        sound = [device for device in devices if all(fault.device != device for fault in work.board.faults)]
        if sound:
            add_fault(work, sound[draw_fault(work, len(sound))], level)
        elif devices:
            worsen(work, devices[0], work.game)


def standing_devices(work: Working, room: int = 0) -> list[str]:
    """Return the devices of a room, 0 for the whole boat, that are not drowned."""
    board = work.board
    rooms = board.handbook.rooms
    return [name for name, at in rooms.items() if room in (0, at) and not board.room(at).flooded]


def draw_fault(work: Working, count: int) -> int:
    """Draw one of so many devices."""
    chance = work.state.chance
    work.state.chance = chance._replace(faults=chance.faults + 1)
    return draw(work.state.key, "fault", chance.faults, count)


def draw_room(work: Working) -> int:
    """Draw one of the rooms 1 to 6 that are not flooded (UBT-7.8b)."""
    chance = work.state.chance
    dry = [room for room in INSIDE if not work.board.room(room).flooded]
    work.state.chance = chance._replace(rooms=chance.rooms + 1)
    return dry[draw(work.state.key, "room", chance.rooms, len(dry))]


def worsen(work: Working, device: str, game: int) -> None:
    """Let the fault of a device rise by a level, counted from a game time; red stays red (UBT-3.12b)."""
    board = work.board
    fault = next(fault for fault in board.faults if fault.device == device)
    if fault.level == RED:
        return
    level = FAULT_LEVELS[FAULT_LEVELS.index(fault.level) + 1]
    worse = fault._replace(level=level, since=game)
    board.faults = tuple(worse if each is fault else each for each in board.faults)
    work.tell("worsened", device=device, room=board.handbook.rooms[device], level=level)


def _next_worse(state: State) -> tuple[int, str] | None:
    """Return when which fault worsens next; one whose repair runs does not (UBT-3.12b)."""
    board = state.board
    return board.keep("worsening", (board.faults, board.repairs), lambda _: _find_next_worse(state))


def _find_next_worse(state: State) -> tuple[int, str] | None:
    """Return it by how long a fault stays at its level, which the engineer's level says (UBT-7.2)."""
    board = state.board
    minutes = state.box.difficulty["engineer"][board.setting.engineer]["worsen_min"]
    spans = {level: int(lasts) * MINUTE for level, lasts in zip(FAULT_LEVELS, minutes, strict=False)}
    resting = {job.device for job in board.repairs if job.running}
    first: tuple[int, str] | None = None
    for device, level, since in board.faults:
        if level != RED and device not in resting and (first is None or since + spans[level] < first[0]):
            first = since + spans[level], device
    return first


def due(state: State) -> int | None:
    """Return the game time at which the next fault worsens."""
    found = _next_worse(state) if state.board.faults else None
    return found[0] if found else None


def worsen_next(work: Working, game: int) -> None:
    """Let the fault whose time is up rise by a level."""
    found = _next_worse(work.state)
    if found:
        worsen(work, found[1], game)
