"""Flooding: a room that is lost, with all that is in it; the second one sinks the boat (UBT-3.15e to g)."""

from __future__ import annotations

from klaxon.rules.uboot.crew.losses import LOST, kill
from klaxon.rules.uboot.records import Room
from klaxon.rules.uboot.step import Working
from klaxon.rules.uboot.words import FIGURES

MOST_FLOODED = 1


def flood(work: Working, room: int) -> None:
    """Flood a room: men inside die, devices and toolboxes with their cards are lost, its troubles go with it."""
    board = work.board
    here = board.room(room)
    if here.flooded:
        return
    men = [figure for figure in board.men_in(room) if not board.man(figure).dead]
    work.put_room(room, Room(flooded=True))
    _lose_cards(work, here.toolboxes)
    drowned = [device for device, at in board.handbook.rooms.items() if at == room]
    board.faults = tuple(fault for fault in board.faults if fault.device not in drowned)
    board.repairs = tuple(repair for repair in board.repairs if repair.device not in drowned)
    breaches = tuple(breach for breach in board.trouble.breaches if breach.room != room)
    board.trouble = board.trouble._replace(breaches=breaches)
    work.tell("flooded", room=room, dead=[FIGURES[figure] for figure in men], lost=list(here.tokens))
    if sum(each.flooded for each in board.rooms) > MOST_FLOODED:
        work.end(LOST, "flooded", "F")
        return
    kill(work, men, "flood")


def _lose_cards(work: Working, toolboxes: tuple[str, ...]) -> None:
    stores = work.board.stores
    work.board.stores = stores._replace(
        box_a=() if "toolbox-a" in toolboxes else stores.box_a, box_b=() if "toolbox-b" in toolboxes else stores.box_b
    )
