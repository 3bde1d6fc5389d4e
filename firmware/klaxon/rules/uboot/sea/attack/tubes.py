"""Tubes: what floods and loads them takes its time, and stands still when it cannot go on (UBT-8.5a, UBT-7.9)."""

from __future__ import annotations

from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED, LOADED, LOADING, TubeState
from klaxon.rules.uboot.state import OpenBoard, State
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.effects import level_of
from klaxon.rules.uboot.words import TUBES

BOW_ROOM, STERN_ROOM = 1, 6
STERN_TUBE = 5
MINUTE = 60_000
FLOOD_MS = 10_000
"""The page of rules says that a damaged door doubles the time, and not of what: ours."""
LOAD_MS = {"bow": 20 * MINUTE, "stern": 25 * MINUTE, "deck": 180 * MINUTE}
DECK = "deck"
DECK_SEA = 3
"""Up to this sea a torpedo can be brought in from under the deck."""


def room_of(tube: int) -> int:
    """Return the room of a tube."""
    return STERN_ROOM if tube == STERN_TUBE else BOW_ROOM


def end_of(tube: int) -> str:
    """Return at which end of the boat a tube is: `bow` or `stern`, where its reserve lies too."""
    return "stern" if tube == STERN_TUBE else "bow"


def put_tube(work: Working, number: int, tube: TubeState) -> None:
    """Put a tube into another condition, and tell that; only a tube that got loaded is a feed line."""
    before = work.board.arms.tube(number)
    work.board.arms = work.board.arms.with_tube(number, tube)
    if tube.state != before.state:
        loaded = {"mark": True} if (before.state, tube.state) == (LOADING, LOADED) else {}
        work.tell("tubes", tube=number, state=tube.state, **loaded)


def flood(work: Working, tubes: tuple[int, ...]) -> None:
    """Begin to flood tubes."""
    for number in tubes:
        tube = work.board.arms.tube(number)
        due = work.game + FLOOD_MS * pace_of(work.board, "flood_tubes", room_of(number)) // 100
        put_tube(work, number, tube._replace(due=due))


def load(work: Working, number: int, kind: str, store: str) -> None:
    """Begin to load a tube with a torpedo of a type out of a place of reserve."""
    work.board.arms = work.board.arms.with_stored(store, kind, -1)
    due = work.game + LOAD_MS[store] * pace_of(work.board, "reload", room_of(number)) // 100
    put_tube(work, number, TubeState(LOADING, kind, due, store))


def pace_of(board: OpenBoard, what: str, room: int) -> int:
    """Return the percentage of the usual time that something takes with the devices of a room as they are."""
    slow = 100
    for device in board.handbook.devices.values():
        words = device.yellow.split()
        if device.room == room and words[:2] == ["time", what] and level_of(board, device.id) == "yellow":
            slow = slow * int(words[2]) // 100
    return slow


# -- in time ---------------------------------------------------------------------------------------------------------


def tubes_due(state: State) -> int | None:
    """Return when a tube is flooded or loaded next."""
    return min((tube.due for tube in state.board.arms.tubes if tube.due and tube.state != FLOODED), default=None)


def finish_tubes(work: Working, game: int) -> None:
    """Let the tubes be flooded or loaded whose time has come."""
    for number in TUBES:
        tube = work.board.arms.tube(number)
        if 0 < tube.due <= game and tube.state != FLOODED:
            state = LOADED if tube.state == LOADING else FLOODED
            put_tube(work, number, TubeState(state, tube.torpedo))


def review_tubes(work: Working) -> None:
    """Break off what cannot go on: in a flooded room, or on a deck that is under water or washed over."""
    board = work.board
    for number, tube in zip(TUBES, board.arms.tubes, strict=True):
        if not tube.due or tube.state == FLOODED:
            continue
        if board.room(room_of(number)).flooded:
            lost = tube.state == LOADING
            put_tube(work, number, TubeState() if lost else tube._replace(due=0))
        elif tube.store == DECK and (not board.boat.surfaced or board.waters.sea > DECK_SEA):
            board.arms = board.arms.with_stored(DECK, tube.torpedo, 1)
            put_tube(work, number, TubeState(EMPTY))
