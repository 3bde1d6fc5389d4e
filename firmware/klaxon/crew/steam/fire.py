"""What guns can do from where the men stand: hits, broadsides, and the positions a boat can take.

A lie is where the enemy lies as seen from a boat, one of six. Everything is computed from the open board, in the same
whole numbers as `worth`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from klaxon.rules.steam import look
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.grid import NEIGHBOURS, POST, SECTION_CELLS, SECTIONS, SECTORS, SIZE, cells_in
from klaxon.rules.steam.setting import CAPTAIN
from klaxon.rules.steam.state import ABOARD, Board, Hull

LIES = (
    ("ahead", "close"),
    ("ahead", "distant"),
    ("astern", "close"),
    ("astern", "distant"),
    ("port", "close"),
    ("starboard", "close"),
)
PORT, STARBOARD = 4, 5
MIRRORED = (2, 3, 0, 1, STARBOARD, PORT)
"""Lie of the enemy -> lie of the own boat as he sees it."""
Shots = tuple[int, ...]
"""Lie -> what a shot is worth there."""
NO_SHOT: Shots = (0,) * len(LIES)
LOST = 600
"""The value of a hit that ends the game."""
POST_LOSS = (LOST, LOST, 44, 34)
"""Points left in the Central Post -> the value of one of them."""
MARKER, HIT = 9, 2


class Gun(NamedTuple):
    """A combat compartment: lie -> its power and the section it aims at, power 0 if it does not bear."""

    bears: tuple[tuple[int, int], ...]
    once: bool
    x2: bool


class Foe(NamedTuple):
    """What hits depend on: the armour of each section, the markers it can still take, the points of the post."""

    armour: tuple[int, ...]
    room: tuple[int, ...]
    post: int


_SECTION_LISTS = {
    heading: tuple([cell for cell in cells_in(sections[name]) if cell != POST] for name in SECTIONS)
    for heading, sections in SECTION_CELLS.items()
}
_SECTIONS_OF = {
    heading: tuple(
        tuple(place for place, name in enumerate(SECTIONS) if sections[name] >> cell & 1) for cell in range(SIZE)
    )
    for heading, sections in SECTION_CELLS.items()
}


@lru_cache(maxsize=32)
def guns_of(deck: Deck) -> tuple[Gun | None, ...]:
    """Return card -> its properties as a gun."""
    return tuple(_gun(deck, card) for card in range(len(deck.cards)))


def _gun(deck: Deck, place: int) -> Gun | None:
    card = deck.cards[place]
    power = sum(op.n for op in card.ops if op.op == "attack")
    if not power or card.trigger == "presence":
        return None
    aims = [deck.aims[place].get(lie, ()) for lie in LIES]
    bears = tuple((power, SECTIONS.index(sections[0])) if sections else (0, 0) for sections in aims)
    return Gun(bears, card.once_per_turn, card.x2)


@lru_cache(maxsize=32)
def _lends_armour(deck: Deck) -> bool:
    return any(op.op == "armour_bonus" for ops in deck.passive for op in ops)


def armour_of(board: Board, me: int) -> tuple[int, ...]:
    """Return the armour of all sections of a boat."""
    if _lends_armour(board.deck):
        return tuple(look.armour(board, me, name) for name in SECTIONS)
    hull, armoured = board.boats[me], board.deck.armoured
    found, of = list(hull.plate), _SECTIONS_OF[hull.heading]
    for cell in {cell for cell in hull.place if 0 <= cell < SIZE}:
        if armoured[hull.cards[cell]]:
            for section in of[cell]:
                found[section] += 1
    return tuple(found)


def foe_of(board: Board, me: int) -> Foe:
    """Return a boat as a target."""
    hull = board.boats[me]
    plain, oxygen, empty = hull.plain, hull.oxygen, hull.empty
    points = [a + b + c for a, b, c in zip(plain, oxygen, empty, strict=True)]
    room = tuple(sum([points[cell] for cell in cells]) for cells in _SECTION_LISTS[hull.heading])
    return Foe(armour_of(board, me), room, points[POST])


def hit(damage: int, room: int, post: int) -> int:
    """Return the value of an attack that gets so much past the armour: the defender takes the lesser evil."""
    if damage <= 0:
        return 0
    redirected = POST_LOSS[min(post, 3)]
    if damage > room:  # it ends at the Central Post, whatever he does
        return redirected
    placed = MARKER * damage + HIT
    return min(placed, redirected)


@lru_cache(maxsize=16384)
def shots(gun: Gun, foe: Foe) -> Shots:
    """Return the value of one shot of a gun in each lie."""
    return tuple(
        [hit(power - foe.armour[section], foe.room[section], foe.post) if power else 0 for power, section in gun.bears]
    )


class Shooter(NamedTuple):
    """A man who can fire: for each lie the value, and the cell he fires from."""

    man: int
    shots: Shots
    cells: tuple[int, ...]


def volley(board: Board, me: int, foe: Foe, *, now: bool) -> list[Shooter]:
    """Return the men who can fire: those who may do so now, or all who could in a turn that begins like this."""
    hull, guns = board.boats[me], guns_of(board.deck)
    enemies = [place - ABOARD for place in board.boats[1 - me].place if place >= ABOARD]
    taken = 0
    found: list[Shooter] = []
    place_of = hull.place
    for man in (1, 2, 3, 4):
        cell = place_of[man]
        if not 0 <= cell < SIZE or (now and not _may(hull, man)) or (now and hull.start[man] != cell):
            continue
        gun = guns[hull.cards[cell]]
        if gun is None or (gun.once and (taken >> cell & 1 or (now and hull.uses[cell]))) or cell in enemies:
            continue
        taken |= 1 << cell
        found.append(Shooter(man, shots(gun, foe), (cell,) * len(LIES)))
    cell = place_of[CAPTAIN]
    if 0 <= cell < SIZE and not (now and not _may(hull, CAPTAIN)):
        best, cells = list(NO_SHOT), [cell] * len(LIES)
        for near in (cell, *NEIGHBOURS[cell]):
            gun = guns[hull.cards[near]]
            if gun is None or hull.gone >> near & 1 or near in enemies:
                continue
            if gun.once and (taken >> near & 1 or (now and hull.uses[near])):
                continue
            for lie, value in enumerate(shots(gun, foe)):
                if value > best[lie]:
                    best[lie], cells[lie] = value, near
        if any(best):
            found.append(Shooter(CAPTAIN, tuple(best), tuple(cells)))
    return found


def _may(hull: Hull, man: int) -> bool:
    return bool(hull.ready >> man & 1) and not hull.acted >> man & 1


def lie_of(board: Board, me: int) -> int:
    """Return the lie of the enemy."""
    return LIES.index(look.relation(board, me))


def lies_at(gap: int) -> tuple[int, ...]:
    """Return the lies at a distance ahead; alongside there are two."""
    if gap == 0:
        return (PORT, STARBOARD)
    return ((0 if gap == 1 else 1) if gap > 0 else (2 if gap == -1 else 3),)


@lru_cache(maxsize=4096)
def reach(mine: int, his: int, lie: int, speed: int, *, movable: bool) -> tuple[int, ...]:
    """Return the lies that a boat can reach by a manoeuvre, the present one first; sectors count along the heading."""
    found = dict.fromkeys((lie,))
    for a in range(max(1, mine - speed), min(SECTORS, mine + speed) + 1):
        left = speed - abs(a - mine)
        for b in range(max(1, his - left), min(SECTORS, his + left) + 1) if movable else (his,):
            if (a, b) != (mine, his) or (a == b and speed > 1):
                found.update(dict.fromkeys(lies_at(b - a)))
    return tuple(found)


def along(board: Board, me: int) -> tuple[int, int]:
    """Return the sectors of a boat and of its enemy, counted along the heading."""
    mine, his = board.sector[me], board.sector[1 - me]
    return (mine, his) if look.along(board) > 0 else (SECTORS + 1 - mine, SECTORS + 1 - his)


class FirePosition(NamedTuple):
    """The position of a boat relative to its enemy: him as a target, his lie, and the lies a manoeuvre can reach."""

    me: int
    foe: Foe
    lie: int
    speed: int
    lies: tuple[int, ...]


def stand_of(board: Board, me: int) -> FirePosition:
    """Return the position of a boat relative to its enemy."""
    mine, his = along(board, me)
    lie, speed = lie_of(board, me), look.speed(board, me)
    lies = reach(mine, his, lie, min(speed, SECTORS), movable=look.movable(board, 1 - me))
    return FirePosition(me, foe_of(board, 1 - me), lie, speed, lies)


def broadside(men: list[Shooter], lie: int, lies: tuple[int, ...]) -> int:
    """Return the best total value of the shots of a turn: each man fires before the manoeuvre or after it."""
    if not men:
        return 0
    return max(sum([max(man.shots[lie], man.shots[other]) for man in men]) for other in lies)


@lru_cache(maxsize=32)
def _lends_power(deck: Deck) -> tuple[int, ...]:
    """Return card -> what it adds to an attack of every turn while it is manned."""
    return tuple(sum(op.n for op in ops if op.op == "attack_bonus") for ops in deck.passive)


def pressure(board: Board, stand: FirePosition, *, now: bool) -> int:
    """Return the value of a boat's shots in the rest of its turn, or in a new turn from this board."""
    men = volley(board, stand.me, stand.foe, now=now)
    hull = board.boats[stand.me]
    value = broadside(men, stand.lie, (stand.lie,) if now and hull.manoeuvred else stand.lies)
    if value:
        lends = _lends_power(board.deck)
        for cell in {cell for cell in hull.place if 0 <= cell < SIZE}:
            if lends[hull.cards[cell]] and not (now and hull.uses[cell]):
                value += MARKER * lends[hull.cards[cell]]
    return value
