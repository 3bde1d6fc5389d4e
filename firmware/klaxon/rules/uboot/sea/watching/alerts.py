"""What they do with a boat they have perceived: a datum for the group; ships alone flee (UBT-8.7f, UBT-8.8d)."""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.guns.answering import stand_to
from klaxon.rules.uboot.sea.hunt.source import call_hunters
from klaxon.rules.uboot.sea.numbers import METRE, bearing, normal
from klaxon.rules.uboot.sea.ships.conduct import flee, put_group
from klaxon.rules.uboot.sea.ships.records import Datum
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.watching.book import WatchBook

SIGMA_M = {"asdic": 20, "radar": 100, "hydrophone": 150, "sight": 400, "launch": 500, "track": 800, "hit": 1_500}
"""How a datum errs along each axis, in metres."""
HOW = {"sight": "sight", "asdic": "asdic", "listen": "hydrophone", "radar": "radar"}
"""Sensor of theirs -> what the datum is by."""


def report_boat(book: WatchBook, game: int, number: int, how: str) -> None:
    """Let a ship report the boat to its group; `how` is a key of SIGMA_M. Only an echo has course and speed."""
    work = book.work
    place = place_of_group(work.traffic, number)
    group, ship = work.traffic.groups[place], work.traffic.ships[number]
    own = work.leg(game)
    x, y = own.place(game)
    stream, sigma = f"datum.{ship.name}.{how}", SIGMA_M[how] * METRE
    off_x, off_y = (normal(work.key, f"{stream}.{axis}", game, sigma) for axis in "xy")
    datum = Datum(game, how, ship.name, x + off_x, y + off_y)
    if how == "asdic":
        datum = datum._replace(course=bearing(own.vx, own.vy), speed=isqrt(own.vx * own.vx + own.vy * own.vy))
    put_group(work, place, group._replace(datum=datum))
    call_hunters(work, place, datum, game)
    if group.size == 1 and not book.classes[ship.type].is_escort:
        flee(work, place, game)
        stand_to(work, number, game)
