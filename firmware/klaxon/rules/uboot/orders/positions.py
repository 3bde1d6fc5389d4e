"""The change of positions: men are sent on their ways, carry things, and all arrive at once (UBT-3.4)."""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.crew.damage import has_hazards, hurt_in_rooms
from klaxon.rules.uboot.crew.men import CREW, figures_of
from klaxon.rules.uboot.crew.tasks import end_task, lookouts, note_lookouts
from klaxon.rules.uboot.orders.ways import Way, way, why_no_way
from klaxon.rules.uboot.records import NOWHERE, Positions
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES, ROLES


def begin_change(work: Working, purpose: str) -> None:
    """Begin a change of positions, for an order or for nothing in particular (UBT-3.4k)."""
    board = work.board
    first = work.numbers(len(ROLES))
    numbers = tuple(range(first, first + len(ROLES)))
    board.positions = Positions(purpose, board.at, numbers, (), work.patience_ends())
    work.tell("positions", **{"for": purpose})


def price(board: OpenBoard, figure: int, way: Way) -> int:
    """Return the ACT a way costs a man: one for hatches, one for a leg wound (UBT-3.16c, UBT-7.4)."""
    return way.act + (way.length > 0 and board.man(figure).is_lame)


def bar_move(board: OpenBoard, positions: Positions, figure: int, room: int) -> Refusal | None:
    """Return why a man cannot go to a room, None if he can."""
    name, start = FIGURES[figure], positions.start[figure]
    if start == NOWHERE:
        return Refusal("dead", {"man": name})
    found = way(board, start, room)
    if found is None:
        return Refusal("no-way", {"man": name, "to": room, "why": why_no_way(board, start, room)})
    return bar_way(board, figure, found)


def bar_way(board: OpenBoard, figure: int, way: Way) -> Refusal | None:
    """Return why a man cannot pay for a way: he has not the slots (UBT-3.16c)."""
    need, free = price(board, figure, way), board.man(figure).free
    return Refusal("no-slots", {"man": FIGURES[figure], "need": need, "free": free}) if need > free else None


def loads(board: OpenBoard, positions: Positions, figure: int, way: Way) -> list[str]:
    """Return what a man can carry along a way: what lies where he leaves or crosses, and no other takes (UBT-3.4f)."""
    if not way.rooms:
        return []
    taken = [token for carrier, token in positions.carried if carrier != figure]
    crossed = (positions.start[figure], *way.rooms[:-1])
    return [token for room in crossed for token in board.rooms[room - 1].tokens if token not in taken]


def bar_load(board: OpenBoard, positions: Positions, figure: int, room: int, token: str) -> Refusal | None:
    """Return why a man on his way to a room cannot carry a token there, None if he can."""
    facts = {"man": FIGURES[figure], "token": token}
    if any(token == taken and carrier != figure for carrier, taken in positions.carried):
        return Refusal("carried", facts)
    found = way(board, positions.start[figure], room)
    return None if found and token in loads(board, positions, figure, found) else Refusal("not-on-the-way", facts)


def with_load(positions: Positions, figure: int, token: str) -> Positions:
    """Return the change after a man was sent off with something, or with nothing; his earlier load is put back."""
    others = tuple(pair for pair in positions.carried if pair[0] != figure)
    return positions._replace(carried=tuple(sorted((*others, (figure, token)))) if token else others)


def move(work: Working, role: str, moves: list[tuple[int, int, str]]) -> None:
    """Send men of a role to rooms, each perhaps with a token; it takes back the role's `ready` (UBT-3.4d, e)."""
    positions = work.board.positions
    if positions is None:
        return
    for figure, room, token in moves:
        positions = with_load(positions, figure, token)
        work.put_figure(figure, room)
    place = ROLES.index(role)
    if not positions.numbers[place]:
        positions = _numbered(positions, place, work.numbers(1))
    work.board.positions = positions


def say_ready(work: Working, role: str) -> None:
    """Note that a role is ready; the change ends when all are (UBT-3.4d)."""
    positions = work.board.positions
    if positions is None:
        return
    positions = work.board.positions = _numbered(positions, ROLES.index(role), 0)
    if not any(positions.numbers):
        end_change(work)


def _numbered(positions: Positions, place: int, number: int) -> Positions:
    numbers = positions.numbers
    return positions._replace(numbers=(*numbers[:place], number, *numbers[place + 1 :]))


def end_change(work: Working) -> None:
    """End the change: men and tokens are placed, ACT paid, tasks turned, then damage room by room (UBT-3.4i)."""
    board = work.board
    positions, before = board.positions, len(lookouts(board))
    if positions is None:
        return
    board.positions = None
    loads = dict(positions.carried)
    moved = [figure for figure in range(CREW) if board.at[figure] != positions.start[figure]]
    for figure in moved:
        lay(work, loads.get(figure, ""), board.at[figure])
    for figure in moved:
        arrive(work, figure, positions.start[figure], loads.get(figure, ""))
    for figure in moved:
        if board.man(figure).task:
            end_task(work, figure, "moved")
    work.tell("positions-done")
    note_lookouts(work, before)
    if has_hazards(board):
        hurt_in_rooms(work, _concerned(board, positions))


def _concerned(board: OpenBoard, positions: Positions) -> dict[int, list[int]]:
    """Return whom each room concerns: who entered it, crossed it or remained in it, not who left it (UBT-3.4h)."""
    found: dict[int, list[int]] = {}
    for figure, start in enumerate(positions.start):
        trip = way(board, start, board.at[figure])  # none from or to nowhere, where the dead are
        for room in (trip.rooms or (start,)) if trip else ():
            found.setdefault(room, []).append(figure)
    return found


def arrive(work: Working, figure: int, start: int, token: str) -> None:
    """Let a man pay for his way from a room to where he stands now, and tell it."""
    board = work.board
    man, room = board.man(figure), board.at[figure]
    found = way(board, start, room)
    # A room that was flooded meanwhile may have made the way dearer than it was when he was told to go.
    paid = min(price(board, figure, found), man.free) if found else 0
    if paid:
        work.put_man(figure, man._replace(act=man.act + paid))
    work.tell("moved", man=FIGURES[figure], **{"from": start}, room=room, carried=token, paid=paid)


def lay(work: Working, token: str, end: int) -> None:
    """Take a token from the room where it lies and lay it into another; '' for none."""
    if not token:
        return
    for number, room in enumerate(work.board.rooms, start=1):
        if token in room.tokens:
            work.put_room(number, room.without(token))
    work.put_room(end, work.board.room(end).holding(token))


def turn_back(work: Working) -> None:
    """Let men whose way is shut now, or too dear, stay where they stood; what is not on a man's way is not carried."""
    board, positions = work.board, work.board.positions
    if positions is None:
        return
    for figure, start in enumerate(positions.start):
        if start and board.at[figure] and bar_move(board, positions, figure, board.at[figure]):
            work.put_figure(figure, start)
    kept = tuple(
        pair for pair in positions.carried if bar_load(board, positions, pair[0], board.at[pair[0]], pair[1]) is None
    )
    board.positions = positions._replace(carried=kept)


def left_to_move(board: OpenBoard, positions: Positions, role: str) -> list[int]:
    """Return the figures of a role that can be sent somewhere: the living ones aboard."""
    return [figure for figure in figures_of(role) if positions.start[figure] != NOWHERE and not board.man(figure).dead]
