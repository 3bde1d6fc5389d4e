"""Queries on the board: what follows from its current position. Nothing here changes anything."""

from __future__ import annotations

from klaxon.rules.steam.cards.cards import Op
from klaxon.rules.steam.grid import NEARER, POST, SECTION_CELLS, SECTIONS, SIZE
from klaxon.rules.steam.setting import CREW
from klaxon.rules.steam.state import ABOARD, DEAD, Board, Hull

OPPOSITE = {"port": "starboard", "starboard": "port"}
OPENING = ("speed", "enemy_speed", "armour_bonus")
"""What presence may already do at the opening: change speed and armour, nothing else."""


def along(board: Board) -> int:
    """Return the step, in sector numbers, in which both boats head; sectors count from red's left (STM-3.5a)."""
    return 1 if board.boats[0].heading == "right" else -1


def relation(board: Board, me: int) -> tuple[str, str]:
    """Return where the enemy lies seen from a boat, and how far: close or distant (STM-3.5)."""
    ahead = (board.sector[1 - me] - board.sector[me]) * along(board)
    if ahead == 0:
        return ("port" if board.lateral == me else "starboard"), "close"
    return ("ahead" if ahead > 0 else "astern"), ("close" if abs(ahead) == 1 else "distant")


def lateral_of(me: int, side: str) -> int:
    """Return how the boats lie when the enemy is on that side of a boat."""
    return me if side == "port" else 1 - me


def fixed_lateral(board: Board) -> int:
    """Return how the boats lie alongside at the start: each figure on its owner's side (STM-3.2f)."""
    return 0 if board.boats[0].heading == "right" else 1


def section(hull: Hull, name: str) -> int:
    """Return the cells of a section."""
    return SECTION_CELLS[hull.heading][name]


def enemy_in(board: Board, me: int, cell: int) -> bool:
    """Return whether a man of the enemy stands in a cell of the boat."""
    return cell + ABOARD in board.boats[1 - me].place


def manned_cells(hull: Hull) -> list[int]:
    """Return the cells of a boat in which its own men stand, ready or exhausted."""
    return sorted({cell for cell in hull.place if 0 <= cell < SIZE})


def opening(board: Board) -> bool:
    """Return whether nobody may activate yet: in both boats' first turns, or in the first of all (STM-3.6f)."""
    return board.round == 1 and (board.setting.opening == "round" or board.active == board.first)


def passives(board: Board, me: int, op: str) -> list[tuple[int, Op]]:
    """Return the presence compartments of a boat that do an operation automatically now.

    At the opening only those that change speed or armour count, unless an option says otherwise (STM-3.14b).
    """
    if opening(board):
        counted = board.setting.first_presence
        if counted == "none" or (counted == "passive" and op not in OPENING):
            return []
    cards, passive, enemies = board.boats[me].cards, board.deck.passive, board.boats[1 - me].place
    return [
        (cell, found)
        for cell in manned_cells(board.boats[me])
        for found in passive[cards[cell]]
        if found.op == op and cell + ABOARD not in enemies
    ]


def speed(board: Board, me: int) -> int:
    """Return the movement points of a manoeuvre now (STM-3.7a)."""
    return max(0, _points(board, me) + board.boats[me].drag)


def is_held(board: Board, me: int) -> bool:
    """Return whether a boat could manoeuvre but for the points that the enemy takes from its next manoeuvre."""
    return 0 < _points(board, me) <= -board.boats[me].drag


def _points(board: Board, me: int) -> int:
    hull, propulsion = board.boats[me], board.deck.propulsion
    points = sum(propulsion[hull.cards[cell]] for cell in manned_cells(hull))
    points += sum(op.n for _, op in passives(board, me, "speed"))
    points += sum(op.n for _, op in passives(board, 1 - me, "enemy_speed"))
    return points + hull.haste


def armour(board: Board, me: int, name: str) -> int:
    """Return the armour of a section now (STM-3.11b)."""
    hull, armoured = board.boats[me], board.deck.armoured
    cells = section(hull, name)
    points = sum(armoured[hull.cards[cell]] for cell in manned_cells(hull) if cells >> cell & 1)
    for cell, op in passives(board, me, "armour_bonus"):
        points += op.n if op.where == "any" or cells >> cell & 1 else 0
    return points + hull.plate[SECTIONS.index(name)]


def movable(board: Board, boat: int) -> bool:
    """Return whether the enemy of a boat may move it (op immovable)."""
    return not board.boats[boat].anchored and not passives(board, boat, "immovable")


def aims(board: Board, me: int, card: int) -> tuple[str, ...]:
    """Return the sections that a card of the deck can aim at now: relation and range match (STM-3.10a)."""
    return board.deck.aims[card].get(relation(board, me), ())


def meets(board: Board, me: int, need: str) -> bool:
    """Return whether an extra condition of a card holds."""
    lies, far = relation(board, me)
    return {
        "enemy_close": far == "close",
        "enemy_distant": far == "distant",
        "enemy_alongside": lies in OPPOSITE,
        "own_moved_this_turn": board.boats[me].moved,
        "own_still_this_turn": not board.boats[me].moved,
        "enemy_moved_this_turn": board.boats[1 - me].moved,
    }[need]


def enterable(board: Board, me: int, cell: int) -> bool:
    """Return whether a man of the boat may step into one of its own cells (STM-3.8b)."""
    if board.boats[me].gone >> cell & 1:
        return False
    return board.setting.enter_occupied or not enemy_in(board, me, cell)


def retreats(board: Board, me: int, cell: int) -> list[int]:
    """Return the cells to which the operator of a cell may step: nearer to the Central Post (STM-3.8d)."""
    ways = [near for near in NEARER[cell] if enterable(board, me, near)]
    if board.setting.retreat == "row":
        ways = [near for near in ways if near // 5 == cell // 5] or ways
    return ways


def oxygen(hull: Hull) -> int:
    """Return the oxygen markers of a boat."""
    return sum(hull.oxygen)


def damage(board: Board, me: int, cell: int) -> tuple[int, int]:
    """Return the damage markers of a cell: on plain points, and on oxygen slots."""
    hull = board.boats[me]
    card = board.deck.cards[hull.cards[cell]]
    return card.hp_plain - hull.plain[cell], card.hp_oxygen - hull.oxygen[cell] - hull.empty[cell]


def markers(board: Board) -> int:
    """Return how many markers lie on both boats, oxygen and damage."""
    laid = sum(oxygen(hull) for hull in board.boats)
    return laid + sum(sum(damage(board, me, cell)) for me in (0, 1) for cell in range(SIZE))


def alive(hull: Hull) -> list[int]:
    """Return the living men."""
    return [man for man in range(len(CREW)) if hull.place[man] != DEAD]


def loss(board: Board, me: int) -> str:
    """Return why a boat is lost, '' if it is not (STM-3.12)."""
    hull = board.boats[me]
    if hull.gone >> POST & 1:
        return "central-post"
    if not alive(hull):
        return "crew"
    if board.setting.oxygen_loss == "immediate" and not oxygen(hull):
        return "oxygen"
    return ""
