"""Armed ships that answer: the one that is shot at, and a ship alone that sees the boat (UBT-8.5h, UBT-8.7f)."""

from __future__ import annotations

from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.guns.records import NEVER
from klaxon.rules.uboot.sea.hunt.gunfire import hit_boat
from klaxon.rules.uboot.sea.legs import relative
from klaxon.rules.uboot.sea.numbers import METRE, happens
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.damage import is_lost

REACH, PPM, EVERY = 2_500 * METRE, 300_000, 60_000
FORGETS = 6_000 * METRE
"""Farther off than this a ship no longer stands to its gun; who sees the boat again does."""


def stand_to(work: SeaWork, number: int, game: int) -> None:
    """Let a ship man its gun, if it has one: escorts fire by the rules of a hunt (UBT-8.8i)."""
    ship = work.traffic.ships[number]
    kind = ship_classes(work.box)[ship.type]
    guns = work.guns
    if not work.boat.surfaced or not kind.armed or kind.is_escort or number in guns.answering or is_lost(ship):
        return
    answers = guns.answers if guns.answering else game + EVERY
    work.guns = guns._replace(answering=(*guns.answering, number), answers=answers)


def answer_fire(work: SeaWork, game: int) -> None:
    """Let the nearest of the ships that stand to their guns fire, with one chance a minute for all of them."""
    standing = sorted(
        (far, number)
        for far, number in ((_square(work, number, game), number) for number in work.guns.answering)
        if far <= FORGETS * FORGETS and not is_lost(work.traffic.ships[number])
    )
    numbers = tuple(sorted(number for _, number in standing))
    work.guns = work.guns._replace(answering=numbers, answers=game + EVERY if numbers else NEVER)
    if standing and standing[0][0] <= REACH * REACH:
        stream = f"answer.{work.traffic.ships[standing[0][1]].name}"
        if happens(work.key, stream, game, PPM):
            hit_boat(work, game, stream)


def _square(work: SeaWork, number: int, game: int) -> int:
    return relative(work.leg(game), leg_of_number(work, number, game), game).square
