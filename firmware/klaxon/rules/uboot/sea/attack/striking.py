"""A torpedo at a hull: it runs under, fails, or explodes; what that does to ship and group (UBT-8.5f, g, j, k)."""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.attack.ballistics import impact_angle
from klaxon.rules.uboot.sea.attack.records import RunningTorpedo
from klaxon.rules.uboot.sea.attack.torpedo_types import angle_percent, dud_percent
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import METRE, NM, bearing, happens
from klaxon.rules.uboot.sea.ships.casualties import fall_behind, leg_of_number, put_ship
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.conduct import alarm_group
from klaxon.rules.uboot.sea.ships.damage import TENTHS, begin_to_sink, is_lost, take_hull_points
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.watching.alerts import report_boat
from klaxon.rules.uboot.sea.watching.book import book_of

EXPLOSION_HEARD, BLOW_HEARD = 10 * NM, 1_000 * METRE
ONE_HIT_PPM = 600_000
PERCENT = 10_000
KEPT_FLASHES = 4


def strike(work: SeaWork, torpedo: RunningTorpedo, number: int, game: int) -> RunningTorpedo:
    """Let a torpedo meet the hull of a ship; return what it is then."""
    ship = work.traffic.ships[number]
    if torpedo.depth > ship_classes(work.box)[ship.type].draught:
        return torpedo._replace(past=(*torpedo.past, number), fate=torpedo.fate or "deep")
    failure = _failure(work, torpedo, number, game)
    torpedo = torpedo._replace(is_over=True, fate=failure or "hit")
    if failure:
        if work.aboard.listening or _is_within(work, torpedo, game, BLOW_HEARD):
            _tell(work, torpedo, number, "dud", game)
            torpedo = torpedo._replace(is_told=True)
        return torpedo
    if _is_within(work, torpedo, game, EXPLOSION_HEARD):
        _tell(work, torpedo, number, "hit", game)
        torpedo = torpedo._replace(is_told=True)
    explode(work, torpedo.leg, number, game)
    return torpedo


def _failure(work: SeaWork, torpedo: RunningTorpedo, number: int, game: int) -> str:
    """Return why the pistol of a torpedo fails at a hull; '' where it does not (UBT-8.5j)."""
    leg, stream, setting = leg_of_number(work, number, game), f"torpedo.{torpedo.number}", work.setting
    date, more = work.mission.date, 0
    if setting.pistol_angle == "on" and (leg.vx or leg.vy):
        more = angle_percent(impact_angle(torpedo.course, bearing(leg.vx, leg.vy)), date)
    if more >= 100:
        return "angle"
    plain = dud_percent(torpedo.kind, date) if setting.duds == "on" else 0
    if happens(work.key, f"{stream}.pistol", 0, plain * PERCENT):
        return "pistol"
    return "angle" if happens(work.key, f"{stream}.angle", 0, _of_the_rest(more, plain) * PERCENT // 100) else ""


def _of_the_rest(more: int, plain: int) -> int:
    """Return the chance, in hundredths of a percent, that makes the whole so many percent points greater."""
    return min(10_000, 10_000 * more // max(1, 100 - plain))


def _is_within(work: SeaWork, torpedo: RunningTorpedo, game: int, reach: int) -> bool:
    return relative(work.leg(game), torpedo.leg, game).square <= reach * reach


def _tell(work: SeaWork, torpedo: RunningTorpedo, number: int, result: str, game: int) -> None:
    """Tell a result, with the contact that the ship is, where it is one."""
    name = next((each.name for each in work.watches.sightings if each.body == number), "")
    work.bring(game, "torpedo", tube=torpedo.tube, result=result, contact=name)


# -- an explosion ------------------------------------------------------------------------------------------------------


def explode(work: SeaWork, track: SeaLeg, number: int, game: int) -> None:
    """Let a torpedo that came along a track explode at a ship: one hit of those that it bears (UBT-8.5g)."""
    place = place_of_group(work.traffic, number)
    flashes = (*work.attack.flashes, (game, *leg_of_number(work, number, game).place(game)))
    work.attack = work.attack._replace(flashes=flashes[-KEPT_FLASHES:])
    ship = work.traffic.ships[number]
    kind = ship_classes(work.box)[ship.type]
    if not is_lost(ship):
        bears = _hits_to_sink(work, number)
        put_ship(work, number, ship._replace(hits=ship.hits + 1))
        share = -(-kind.points // bears) * TENTHS
        if ship.hits + 1 >= bears:
            begin_to_sink(work, game, number)
        elif not take_hull_points(work, game, number, share):
            fall_behind(work, game, number, _speed_of(work, number, game) // 2)
    if work.traffic.groups[place].size > 1:
        alarm_group(work, place, game, track.x, track.y)
    if not kind.is_neutral:
        report_boat(book_of(work), game, number, "hit")


def _hits_to_sink(work: SeaWork, number: int) -> int:
    ship = work.traffic.ships[number]
    least, most = ship_classes(work.box)[ship.type].hits
    return least if happens(work.key, f"ship.{ship.name}.hits", 0, ONE_HIT_PPM) else most


def _speed_of(work: SeaWork, number: int, game: int) -> int:
    """Return how fast a ship goes."""
    leg = leg_of_number(work, number, game)
    return isqrt(leg.vx * leg.vx + leg.vy * leg.vy)
