"""Flooding: a room that is lost, with all that is in it; the second one sinks the boat (UBT-3.15e to g)."""

from __future__ import annotations

from klaxon.rules.uboot.crew.losses import kill
from klaxon.rules.uboot.crew.men import CREW
from klaxon.rules.uboot.crew.tasks import end_task
from klaxon.rules.uboot.orders.positions import arrive, lay, turn_back
from klaxon.rules.uboot.records import NOWHERE, Positions, Room
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.trouble.tools import is_reusable
from klaxon.rules.uboot.words import FIGURES, TOOLBOXES

MOST_FLOODED = 1


def flood(work: Working, room: int) -> None:
    """Flood a room: men inside die, devices and toolboxes with their cards are lost, its troubles go with it."""
    board = work.board
    if board.room(room).flooded:
        return
    if board.positions is not None:
        _get_out(work, board.positions, room)
    here = board.room(room)
    men = [figure for figure in board.men_in(room) if not board.man(figure).dead]
    work.put_room(room, Room(flooded=True))
    _lose_cards(work, here.toolboxes)
    _forget_troubles(work, room)
    work.tell("flooded", room=room, dead=[FIGURES[figure] for figure in men], lost=list(here.tokens))
    kill(work, men, "flood")
    if sum(each.flooded for each in board.rooms) > MOST_FLOODED:
        work.end("flooded")
    if board.positions is not None:
        _turn_back(work, board.positions)


def _lose_cards(work: Working, toolboxes: tuple[str, ...]) -> None:
    stores = work.board.stores
    boxes = zip(TOOLBOXES, (stores.box_a, stores.box_b), strict=True)
    a, b = (() if name in toolboxes else cards for name, cards in boxes)
    work.board.stores = stores._replace(box_a=a, box_b=b)


def _forget_troubles(work: Working, room: int) -> None:
    """Let faults, repairs with their cards, and the breach of a room go."""
    board = work.board
    drowned = [device for device, at in board.handbook.rooms.items() if at == room]
    used = [job.card for job in board.repairs if job.device in drowned and job.card]
    board.faults = tuple(fault for fault in board.faults if fault.device not in drowned)
    board.repairs = tuple(job for job in board.repairs if job.device not in drowned)
    board.trouble = board.trouble._replace(
        breaches=tuple(breach for breach in board.trouble.breaches if breach.room != room),
        discard=(*board.trouble.discard, *(card for card in used if not is_reusable(board, card))),
    )


# -- in the middle of a change of positions --------------------------------------------------------------------------


def _get_out(work: Working, positions: Positions, room: int) -> None:
    """Let the men out who were told to leave the room, with what they carry (UBT-3.15d)."""
    board = work.board
    loads = dict(positions.carried)
    gone = [figure for figure in range(CREW) if positions.start[figure] == room != board.at[figure] != NOWHERE]
    for figure in gone:
        token = loads.get(figure, "")
        lay(work, token, board.at[figure])
        arrive(work, figure, room, token)
        if board.man(figure).task:
            end_task(work, figure, "moved")
    start = tuple(board.at[f] if f in gone else positions.start[f] for f in range(CREW))
    board.positions = positions._replace(start=start)


def _turn_back(work: Working, positions: Positions) -> None:
    """Let the men stay where they stood to whom the flooded room has cut the way; the dead go nowhere."""
    start = tuple(room if work.board.at[figure] else NOWHERE for figure, room in enumerate(positions.start))
    work.board.positions = positions._replace(start=start)
    turn_back(work)
