"""The attack and its results: armour, the defender's redirect, damage placed marker by marker (STM-3.11)."""

from __future__ import annotations

from klaxon.rules.steam import look
from klaxon.rules.steam.grid import NAMES, POST, SIZE, cells_in
from klaxon.rules.steam.setting import BOATS
from klaxon.rules.steam.state import NONE, Blow, Board
from klaxon.rules.steam.step import Working


def strike(work: Working, me: int, power: int, section: str) -> None:
    """Attack a section of the enemy; what armour does not stop waits for the defender to place."""
    board, enemy = work.board, 1 - me
    armour = look.armour(board, enemy, section)
    damage = max(0, power - armour)
    facts = {"section": section, "power": power, "armour": armour, "damage": damage}
    work.tell("attack", boat=BOATS[me], **facts)
    if damage:
        cells = look.section(board.boats[enemy], section) & ~(1 << POST)
        board.blows = (*board.blows, Blow(enemy, damage, cells))


def hit(work: Working, me: int, markers: int, cell: int) -> None:
    """Damage one compartment of the enemy, ignoring armour; this is not an attack, so nothing is redirected."""
    board = work.board
    work.tell("hit", boat=BOATS[me], cell=NAMES[cell], damage=markers)
    board.blows = (*board.blows, Blow(1 - me, markers, 1 << cell, cell, attack=False))


def receivers(board: Board, blow: Blow) -> list[int]:
    """Return the compartments that can take the next marker of a blow."""
    hull = board.boats[blow.boat]
    if blow.cell != NONE:
        return [] if hull.gone >> blow.cell & 1 else [blow.cell]
    return cells_in(blow.cells & ~hull.gone)


def slots(board: Board, blow: Blow, cell: int) -> tuple[str, ...]:
    """Return the kinds of hit points left in a compartment."""
    hull = board.boats[blow.boat]
    return ("plain",) * (hull.plain[cell] > 0) + ("oxygen",) * (hull.oxygen[cell] + hull.empty[cell] > 0)


def place(work: Working, cell: int, slot: str) -> None:
    """Place one marker of the current blow; a compartment that it destroys passes the rest on."""
    board = work.board
    blow, *later = board.blows
    work.hurt(blow.boat, cell, slot)
    if work.test_outcome():
        return
    destroyed = board.boats[blow.boat].gone >> cell & 1
    rest = blow._replace(left=blow.left - 1, cell=NONE if destroyed and blow.attack else cell, fresh=False)
    board.blows = (rest, *later) if rest.left else tuple(later)


def redirect(work: Working, *, forced: bool) -> None:
    """Cancel the rest of the current blow for one marker on the Central Post."""
    board = work.board
    blow, *later = board.blows
    board.blows = tuple(later)
    work.tell("redirected", boat=BOATS[blow.boat], forced=forced, damage=blow.left)
    work.hurt_post(blow.boat)
    work.test_outcome()


def clear(work: Working) -> None:
    """Finish blows that leave the defender nothing to decide: no compartment can take them."""
    board = work.board
    while board.blows and not receivers(board, board.blows[0]):
        if board.blows[0].attack:
            redirect(work, forced=True)
        else:
            board.blows = board.blows[1:]


def default(board: Board) -> tuple[str, str]:
    """Return where the rules put a marker for an absent defender (STM-3.11j).

    It spares men, then oxygen: unmanned compartments before manned ones, those with most points first.
    """
    blow = board.blows[0]
    hull, enemy = board.boats[blow.boat], board.boats[1 - blow.boat]
    manned = {*hull.place, *(place - SIZE for place in enemy.place if place >= SIZE)}
    cell = min(receivers(board, blow), key=lambda cell: (cell in manned, -hull.points(cell), cell))
    return NAMES[cell], slots(board, blow, cell)[0]
