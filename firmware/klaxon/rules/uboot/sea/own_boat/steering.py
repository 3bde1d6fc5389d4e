"""The own boat steered: when its way is planned anew, and its legs as instants of the sea (UBT-8.2a)."""

from __future__ import annotations

from klaxon.rules.uboot.records import Drive
from klaxon.rules.uboot.sea import motion
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.own_boat.power import level_at, settle_power
from klaxon.rules.uboot.sea.own_boat.reckoning import reckon_on, take_fix
from klaxon.rules.uboot.sea.own_boat.way import at_start, legs_of, steered_for, without_past


def drive_of(work: SeaWork, game: int) -> Drive:
    """Return what the boat is steered for: the telegraph as far as engines and battery serve (UBT-8.2c)."""
    boat = work.boat
    stands = boat.grounded or (not boat.surfaced and not level_at(boat, game))
    knots = 0 if stands else motion.speed(boat, work.aboard.share)
    return Drive(boat.course, knots, boat.surfaced, work.aboard.turn, work.aboard.steer)


def put_to_sea(work: SeaWork, x: int, y: int) -> None:
    """Let the boat begin its way at a place, on its course and at its speed."""
    work.boat = at_start(work.boat, drive_of(work, 0))
    work.way = legs_of(work.boat.way, x, y, work.aboard.steer)
    take_fix(work, 0)
    settle_power(work, 0)


def review_way(work: SeaWork, game: int) -> None:
    """Plan the way anew where it is planned for something else than what holds now."""
    drive = drive_of(work, game)
    if drive != work.boat.drive:
        work.boat = steered_for(work.boat, drive, game)
        work.way = legs_of(work.boat.way, *work.leg(game).place(game), drive.steer)
        reckon_on(work, game)
        work.mark(OWN)
    settle_power(work, game)


def way_due(work: SeaWork) -> int | None:
    """Return when the next leg of the way begins."""
    return work.way[1].start if len(work.way) > 1 else None


def begin_leg(work: SeaWork, game: int) -> None:
    """Begin the next leg."""
    work.way = work.way[1:]
    work.reckoning = work.reckoning._replace(legs=work.reckoning.legs[1:])
    work.boat = without_past(work.boat, game)
    settle_power(work, game)
    work.mark(OWN)
