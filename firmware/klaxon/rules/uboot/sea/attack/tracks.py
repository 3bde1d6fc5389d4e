"""The track of a torpedo: by day a ship that it comes near may see it, and a merchant turn out of its way (UBT-8.5)."""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.attack.records import RunningTorpedo
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import CIRCLE, HALF, bearing, happens, signed_angle, vector
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number, put_ship
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.ships.records import CLOSING, FREE, STATION
from klaxon.rules.uboot.sea.watching.alerts import report_boat
from klaxon.rules.uboot.sea.watching.book import book_of

SEEN_PPM = 150_000
COMBING = 180_000
"""So long a ship steers along a track before it goes back to its place."""


def see_track(work: SeaWork, torpedo: RunningTorpedo, number: int, game: int) -> RunningTorpedo:
    """Let a ship look whether it sees the track of a torpedo, once: it reports it, and a merchant combs it."""
    torpedo = torpedo._replace(near=(*torpedo.near, number))
    ship = work.traffic.ships[number]
    kind = ship_classes(work.box)[ship.type]
    if is_lost(ship) or kind.is_neutral:
        return torpedo
    if not happens(work.key, f"torpedo.{torpedo.number}.track.{ship.name}", 0, SEEN_PPM):
        return torpedo
    report_boat(book_of(work), game, number, "track")
    if not kind.is_escort and ship.motion in (STATION, CLOSING):
        comb(work, torpedo, number, game)
        torpedo = torpedo._replace(fate=torpedo.fate or "combed")
    return torpedo


def comb(work: SeaWork, torpedo: RunningTorpedo, number: int, game: int) -> None:
    """Let a ship turn along the track, whichever way is nearer to its course, and go back to its place later."""
    leg, ship = leg_of_number(work, number, game), work.traffic.ships[number]
    course, speed = bearing(leg.vx, leg.vy), isqrt(leg.vx * leg.vx + leg.vy * leg.vy)
    along = torpedo.course if abs(signed_angle(torpedo.course - course)) <= HALF // 2 else torpedo.course + HALF
    turned = SeaLeg(game, *leg.place(game), *vector(along % CIRCLE, speed))
    put_ship(work, number, ship._replace(motion=FREE, leg=turned, until=game + COMBING))
