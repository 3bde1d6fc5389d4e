"""What a board of Steam Torpedo is worth to a boat: points, oxygen, men, and what the men can do from where they stand.

All weights are whole numbers; only their proportion means anything.
"""

from __future__ import annotations

from functools import lru_cache

from klaxon.rules.steam import look
from klaxon.rules.steam.cards import Card, Deck
from klaxon.rules.steam.grid import POST, SECTIONS, SIZE, distance
from klaxon.rules.steam.setting import BOATS
from klaxon.rules.steam.state import ABOARD, DEAD, Board

WON = 10_000
_POST = (0, 40, 85, 120)
"""Points left in the Central Post -> their worth."""
POINT, OXYGEN, MAN, ON_THE_ENEMY = 4, 5, 16, 4
SHORT_OF_BREATH = 4
"""Oxygen markers below which each one counts triple."""
BLOW, REDIRECTED = 10, 38
"""A marker that waits for the defender; and what all of them together are worth at most, for he may redirect them."""

_STEPS = tuple(tuple(1 + distance(cell, other) for other in range(SIZE)) for cell in range(SIZE))


def worth(board: Board, me: int) -> int:
    """Return what a board is worth to a boat."""
    if board.outcome is not None:
        return WON if board.outcome.winner == BOATS[me] else -WON
    return _boat(board, me) - _boat(board, 1 - me)


def worth_of(card: Card) -> int:
    """Return what a compartment is worth before anything has happened."""
    value = POINT * (card.hp_plain + card.hp_oxygen) + OXYGEN * card.hp_oxygen + 4 * card.power
    return value + len(card.targets) + 4 * card.x2 + 5 * ("propulsion" in card.types) + 3 * ("armoured" in card.types)


def layout(board: Board, cards: tuple[int, ...]) -> int:
    """Return what a layout is worth: what men are to use should lie near the Central Post, where they begin."""
    values, _ = _uses(board.deck, ("", ""), (0, 0, 0, 0))
    return sum((2 - distance(cell, POST)) * values[card] for cell, card in enumerate(cards))


def _boat(board: Board, me: int) -> int:
    hull, deck = board.boats[me], board.deck
    total = _POST[min(3, hull.points(POST))]
    for cell, card in enumerate(hull.cards):
        if cell != POST and not hull.gone >> cell & 1:
            total += POINT * hull.points(cell) + 2 * deck.cards[card].power + 4
    left = look.oxygen(hull)
    total += OXYGEN * left + 2 * OXYGEN * min(left, SHORT_OF_BREATH)
    total += MAN * len(look.alive(hull)) + _men(board, me)
    waiting = sum(min(REDIRECTED, BLOW * blow.left) for blow in board.blows if blow.boat == me)
    return total - waiting


def _men(board: Board, me: int) -> int:
    """Return what the men can do: each takes the best compartment that is left, the less the further off."""
    hull = board.boats[me]
    armour = tuple(look.armour(board, 1 - me, section) for section in SECTIONS)
    values, more = _uses(board.deck, look.relation(board, me), armour)
    uses = [0 if hull.gone >> cell & 1 else values[card] for cell, card in enumerate(hull.cards)]
    acting = board.active == me and board.phase == "action"
    total = 0
    for man, place in enumerate(hull.place):
        if place >= ABOARD:
            total += ON_THE_ENEMY
        elif place != DEAD:
            spent = acting and (not hull.ready >> man & 1 or hull.acted >> man & 1)
            near = [use // steps for use, steps in zip(uses, _STEPS[place], strict=True)]
            best = max(near)
            total += best * 3 // 4 if spent else best
            taken = near.index(best)
            uses[taken] //= more[hull.cards[taken]]
    return total


@lru_cache(maxsize=1024)
def _uses(deck: Deck, lies: tuple[str, str], armour: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Return card -> what it is worth manned while the enemy lies there, and by what one more man in it is worth less.

    A gun that bears on him counts for what his armour lets through.
    """
    values, more = [], []
    for card in deck.cards:
        value = 6 * ("propulsion" in card.types) + 4 * ("armoured" in card.types)
        if card.combat:
            aims = [armour[SECTIONS.index(t.section)] for t in card.targets if (t.relation, t.range) == lies]
            value += 3 * card.power + max((5 * max(0, card.power - stops) for stops in aims), default=0)
        else:
            value += 8 if card.trigger == "reaction" else 6
        values.append(value)
        more.append(1 if card.combat and not card.once_per_turn else 4)
    return values, more
