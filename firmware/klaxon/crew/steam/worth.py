"""The value of a board of Steam Torpedo to a boat: points, oxygen, men, and what the men can do from where they stand.

All weights are whole numbers; only their ratios matter.
"""

from __future__ import annotations

from functools import lru_cache

from klaxon.crew.steam.fire import FirePosition, Foe, guns_of, pressure, shots, stand_of
from klaxon.rules.steam.cards.cards import Card, Deck
from klaxon.rules.steam.grid import POST, SIZE, distance
from klaxon.rules.steam.setting import BOATS
from klaxon.rules.steam.state import ABOARD, DEAD, Board, Hull

WON = 10_000
_POST = (0, 60, 104, 138)
"""Points left in the Central Post -> their value."""
POINT, OXYGEN, MAN, ON_THE_ENEMY = 7, 3, 22, 4
SHORT_OF_BREATH = 5
"""Oxygen markers below which each one counts more, the last ones most."""
_BREATH = (0, 60, 90, 110, 124, 134)
BLOW, REDIRECTED = 9, 34
"""The value of a marker that waits for the defender; and the most that all of them count: he may redirect them."""
THREAT, HOPE, LEFT, LOADED = 6, 4, 1, 3
"""The weights of the broadside of the boat that fires next, and of the one after it, in eighths.

When whole turns are compared, loaded guns count little: what can be fired should not be kept.
"""
NEAR = (8, 4, 2, 1, 1)
"""Steps to a compartment -> how much of its use a man has, in eighths."""

STEPS = tuple(tuple(distance(cell, other) for other in range(SIZE)) for cell in range(SIZE))
_SHARES = tuple(tuple(NEAR[steps] for steps in row) for row in STEPS)
_SERVICE = {
    "attack_bonus": 14,
    "armour_bonus": 8,
    "speed": 8,
    "enemy_speed": 8,
    "shift": 7,
    "immovable": 5,
    "repair": 5,
    "oxygen": 3,
    "ready": 8,
    "exhaust_enemy": 12,
    "move_crew": 5,
    "board": 8,
    "damage_direct": 14,
}
"""Operation -> the value of a man ready to do it, in any position."""
PROPULSION = (9, 7, 4, 2, 1)
"""Speed without a compartment -> what it adds as propulsion."""
ARMOUR = 7


def worth(board: Board, me: int) -> int:
    """Return the value of a board to a boat, including the rest of the current turn."""
    return prospects(board, me)[0]


def prospects(board: Board, me: int) -> tuple[int, int]:
    """Return the value of a board to a boat: with the rest of its turn, and as if its turn were over."""
    if board.outcome is not None:
        value = WON if board.outcome.winner == BOATS[me] else -WON
        return value, value
    mine, his = stand_of(board, me), stand_of(board, 1 - me)
    even = _boat(board, mine) - _boat(board, his)
    later, threat = pressure(board, mine, now=False), pressure(board, his, now=False)
    ended = even + (later * LEFT - threat * THREAT) // 8
    begun = even + (later * THREAT - threat * HOPE) // 8
    if board.active != me:
        if board.phase == "action":
            begun -= pressure(board, his, now=True) * THREAT // 8
        return begun, ended
    if board.phase == "action":
        going = even + (later * HOPE - threat * THREAT) // 8
        return going + pressure(board, mine, now=True) * THREAT // 8, ended
    return even + (later - threat) * LOADED // 8, ended


def worth_of(card: Card) -> int:
    """Return the value of a compartment at the start."""
    value = POINT * (card.hp_plain + card.hp_oxygen) + 2 * OXYGEN * card.hp_oxygen
    attack = sum(op.n for op in card.ops if op.op == "attack")
    if attack:
        value += 8 * attack + 3 * len(card.targets) + 6 * card.x2 - 3 * card.once_per_turn
    else:
        value += sum(_SERVICE[op.op] for op in card.ops)
    return value + PROPULSION[1] * ("propulsion" in card.types) + ARMOUR * ("armoured" in card.types)


def layout(deck: Deck, cards: tuple[int, ...]) -> int:
    """Return the value of a layout: compartments to use should be near the Central Post, where the men begin."""
    return sum((2 - STEPS[cell][POST]) * _lying(deck)[card] for cell, card in enumerate(cards))


@lru_cache(maxsize=32)
def _lying(deck: Deck) -> tuple[int, ...]:
    foe = Foe((0, 0, 0, 0), (9, 9, 9, 9), 3)
    return tuple(
        value + max(shots(gun, foe), default=0) if gun else value
        for value, gun in zip(_services(deck), guns_of(deck), strict=True)
    )


@lru_cache(maxsize=32)
def _services(deck: Deck) -> tuple[int, ...]:
    return tuple(sum(_SERVICE.get(op.op, 0) for op in card.ops) for card in deck.cards)


@lru_cache(maxsize=32)
def shells(deck: Deck) -> tuple[int, ...]:
    """Return card -> the value of keeping it undestroyed, besides its points."""
    return tuple(4 + 3 * card.power + _services(deck)[place] // 2 for place, card in enumerate(deck.cards))


def _boat(board: Board, stand: FirePosition) -> int:
    total = material(board.deck, board.boats[stand.me]) + _men(board, stand)
    if board.blows:
        total -= sum(min(REDIRECTED, BLOW * blow.left) for blow in board.blows if blow.boat == stand.me)
    return total


def material(deck: Deck, hull: Hull) -> int:
    """Return the value of what is left of a boat."""
    kept, gone = shells(deck), hull.gone
    total = _POST[min(3, hull.points(POST))]
    total += POINT * (sum(hull.plain) + sum(hull.oxygen) + sum(hull.empty))
    for cell, card in enumerate(hull.cards):
        if not gone >> cell & 1:
            total += kept[card]
    left = sum(hull.oxygen)
    total += OXYGEN * left + _BREATH[min(left, SHORT_OF_BREATH)]
    return total + MAN * (len(hull.place) - hull.place.count(DEAD))


def oxygen_cost(hull: Hull, lost: int) -> int:
    """Return the cost of being nearer to the last oxygen marker."""
    left = sum(hull.oxygen)
    return _BREATH[min(left, SHORT_OF_BREATH)] - _BREATH[max(0, min(left - lost, SHORT_OF_BREATH))]


def uses(board: Board, stand: FirePosition) -> list[int]:
    """Return cell -> the value of a man who stands there when a turn begins."""
    hull, deck = board.boats[stand.me], board.deck
    guns, foe, speed, lies = guns_of(deck), stand.foe, stand.speed, stand.lies
    services, gone = _services(deck), hull.gone
    found = []
    for cell, card in enumerate(hull.cards):
        if gone >> cell & 1:
            found.append(0)
            continue
        value = services[card]
        gun = guns[card]
        if gun:
            at = shots(gun, foe)
            value += (max(at) + 2 * max([at[lie] for lie in lies])) // 3
        if deck.propulsion[card]:
            value += PROPULSION[max(0, min(4, speed - (cell in hull.place)))]
        if deck.armoured[card]:
            value += ARMOUR
        if value and services[card]:
            value = _in_need(deck, hull, card, value)
        found.append(value)
    return found


def _in_need(deck: Deck, hull: Hull, card: int, value: int) -> int:
    """Return the value of a service that depends on what is damaged."""
    for op in deck.active[card]:
        if op.op == "repair" and hull.cards:
            lost = sum(deck.cards[c].hp_plain + deck.cards[c].hp_oxygen for c in hull.cards)
            value += 6 * (lost > sum(hull.plain) + sum(hull.oxygen) + sum(hull.empty))
        elif op.op == "oxygen":
            value += 6 * (sum(hull.empty) > 0) + 10 * (sum(hull.oxygen) <= SHORT_OF_BREATH)
    return value


@lru_cache(maxsize=32)
def crowds(deck: Deck) -> tuple[int, ...]:
    """Return card -> by how much one more man in it is worth less."""
    guns = guns_of(deck)
    return tuple(1 if gun and not gun.once else 8 for gun in guns)


def _men(board: Board, stand: FirePosition) -> int:
    """Return the value of what the men can do: each takes the best compartment that is left, less the farther it is."""
    hull = board.boats[stand.me]
    left, crowd = uses(board, stand), crowds(board.deck)
    total = 0
    for place in hull.place:
        if place >= ABOARD:
            total += ON_THE_ENEMY
        elif place != DEAD:
            near = [use * share for use, share in zip(left, _SHARES[place], strict=True)]
            best = max(near)
            total += best
            taken = near.index(best)
            left[taken] //= crowd[hull.cards[taken]]
    return total // 16
