"""Guns as a part of the sea: shell by shell, a pass of the 20 mm, and fire from armed ships (UBT-8.5h, UBT-8.5i)."""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.air.records import Aircraft
from klaxon.rules.uboot.sea.air.source import aircraft_leaves, drop_aircraft
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.guns.answering import answer_fire, stand_to
from klaxon.rules.uboot.sea.guns.records import AA20, GUN88, NEVER, Burst, FlakWatch, Gunnery
from klaxon.rules.uboot.sea.legs import crossing, relative
from klaxon.rules.uboot.sea.numbers import METRE, happens
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.conduct import alarm_group
from klaxon.rules.uboot.sea.ships.damage import TENTHS, is_lost, take_hull_points
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.watching.alerts import report_boat
from klaxon.rules.uboot.sea.watching.book import book_of
from klaxon.rules.uboot.sea.watching.ours import LOOKOUT

SHELLS, BURST_MS = 30, 120_000
USEFUL, FAR, HIT_PPM, SEA_PCT = 3_000, 4_000, 350_000, 12
"""Metres up to which the 88 mm hits, and by which its chance falls; that chance close by, and what the sea takes."""
FLAK_REACH = 1_500 * METRE
DRIVE_OFF_PPM, DOWN_PPM = 350_000, 80_000
SHIP_REACH, SHIP_HITS = 1_000 * METRE, 5


# -- fire ------------------------------------------------------------------------------------------------------------


def fire_gun88(work: SeaWork, game: int, contact: str, shells: int) -> None:
    """Let the 88 mm fire so many shells in two minutes; on the same target they come after those of the last order."""
    burst, pace = work.guns.burst, BURST_MS // max(1, shells)
    if burst is not None and burst.contact == contact:
        work.guns = work.guns._replace(burst=burst._replace(left=burst.left + shells, pace=pace))
        return
    if burst is not None:
        _cease(work, burst, game)
    work.guns = work.guns._replace(burst=Burst(contact, game + pace, pace, shells))


def fire_aa20(work: SeaWork, game: int, contact: str, rate: int) -> None:
    """Let the 20 mm fire on a ship at once, or wait for an aircraft to come near."""
    if _craft_of(work, contact) is not None:
        work.guns = work.guns._replace(flak=FlakWatch(contact, rate))
        _lay_flak(work, game)
        return
    number, hits = _ship_of(work, contact), 0
    if number >= 0 and _range_to(work, number, game) <= SHIP_REACH:
        hits = SHIP_HITS * rate // 100
        _alert(work, number, game, is_hit=hits > 0)
        take_hull_points(work, game, number, hits)
    work.bring(game, "shells", gun=AA20, fired=SHIP_HITS, hits=hits, unfired=0)


def hit_ppm(metres: int, sea: int) -> int:
    """Return the chance of one shell of the 88 mm (UBT-8.5h)."""
    if metres > USEFUL:
        return 0
    return HIT_PPM * (FAR - metres) * (100 - SEA_PCT * (sea - 1)) // (FAR * 100)


def usual_flak_target(work: SeaWork, game: int) -> str:
    """Return what the 20 mm fires at where nothing is named: the nearest aircraft in contact, else the nearest ship."""
    own = work.leg(game)
    craft = [
        (relative(own, each.leg, game).square, each.sighting.name)
        for each in work.air.craft
        if each.sighting is not None and each.sighting.lost < 0
    ]
    ships = [(_range_to(work, each.body, game), each.name) for each in work.watches.sightings if each.body >= 0]
    return min(craft or ships, default=(0, ""))[1]


# -- what comes next -------------------------------------------------------------------------------------------------


def guns_due(work: SeaWork) -> int | None:
    """Return when a gun fires next."""
    guns = work.guns
    due = min(guns.flak_due, guns.answers, guns.burst.due if guns.burst is not None else NEVER)
    return None if due >= NEVER else due


def let_guns_fire(work: SeaWork, game: int) -> None:
    """Let every gun fire whose time has come."""
    burst = work.guns.burst
    if burst is not None and burst.due <= game:
        _fire_shell(work, burst, game)
    if work.guns.flak_due <= game:
        _fire_pass(work, game)
    if work.guns.answers <= game:
        answer_fire(work, game)


def review_guns(work: SeaWork, game: int) -> None:
    """Let guns fall silent that nobody serves any more, and plan the pass of the 20 mm anew."""
    guns = work.guns
    if not work.moved or guns == Gunnery():
        return
    if guns.answering and not work.boat.surfaced:
        work.guns = guns = guns._replace(answering=(), answers=NEVER)
    if guns.burst is not None and not work.aboard.gun88:
        _cease(work, guns.burst, game)
    if work.guns.flak is not None:
        _lay_flak(work, game)


# -- the 88 mm -------------------------------------------------------------------------------------------------------


def _fire_shell(work: SeaWork, burst: Burst, game: int) -> None:
    number = _ship_of(work, burst.contact)
    if not _is_in_sight(work, burst.contact) or (number >= 0 and is_lost(work.traffic.ships[number])):
        _cease(work, burst, game)
        return
    is_hit = number >= 0 and _strikes(work, number, game)
    fired = burst.fired + 1
    burst = burst._replace(fired=fired, hits=burst.hits + is_hit, left=burst.left - 1, due=game + burst.pace)
    work.guns = work.guns._replace(burst=burst)
    if number >= 0:
        if fired == 1 or (is_hit and burst.hits == 1):
            _alert(work, number, game, is_hit=is_hit)
        if is_hit:
            take_hull_points(work, game, number, TENTHS)
    if not burst.left:
        _cease(work, burst, game)


def _strikes(work: SeaWork, number: int, game: int) -> bool:
    chance = hit_ppm(_range_to(work, number, game) // METRE, work.sky.sea)
    return happens(work.key, f"gun88.{work.traffic.ships[number].name}", game, chance)


def _cease(work: SeaWork, burst: Burst, game: int) -> None:
    """End the fire of the 88 mm, and tell what came of it; shells that were not fired are still there."""
    work.guns = work.guns._replace(burst=None)
    work.bring(game, "shells", gun=GUN88, fired=burst.fired, hits=burst.hits, unfired=burst.left)


def _alert(work: SeaWork, number: int, game: int, *, is_hit: bool) -> None:
    """Let a ship that is shot at stand to its gun, and one that is hit call for help (UBT-8.7e, UBT-8.8d)."""
    stand_to(work, number, game)
    place = place_of_group(work.traffic, number)
    if not is_hit or ship_classes(work.box)[work.traffic.ships[number].type].is_neutral:
        return
    report_boat(book_of(work), game, number, "hit")
    if work.traffic.groups[place].size > 1:
        alarm_group(work, place, game, *work.leg(game).place(game))


def _ship_of(work: SeaWork, contact: str) -> int:
    """Return the ship that a contact is, -1 where it is none."""
    return next((each.body for each in work.watches.sightings if each.name == contact and each.body >= 0), -1)


def _is_in_sight(work: SeaWork, contact: str) -> bool:
    """Return whether lookouts see a contact: a ship, or one that a script tells of."""
    seen = [each.name for each in work.watches.sightings if each.lost < 0 and each.leg.by == LOOKOUT]
    return contact in seen or contact in [each.name for each in work.waters.contacts]


def _range_to(work: SeaWork, number: int, game: int) -> int:
    return isqrt(relative(work.leg(game), leg_of_number(work, number, game), game).square)


# -- the 20 mm -------------------------------------------------------------------------------------------------------


def _craft_of(work: SeaWork, contact: str) -> Aircraft | None:
    return next((each for each in work.air.craft if each.sighting is not None and each.sighting.name == contact), None)


def _lay_flak(work: SeaWork, game: int) -> None:
    """Find out when the aircraft of the 20 mm is near enough; it is given up with its contact or its men."""
    flak = work.guns.flak
    craft = _craft_of(work, flak.contact) if flak is not None and work.aboard.aa20 else None
    if craft is None:
        work.guns = work.guns._replace(flak=None, flak_due=NEVER)
        return
    seen = relative(work.leg(game), craft.leg, game)
    after = 1 if seen.square <= FLAK_REACH * FLAK_REACH else crossing(seen, FLAK_REACH)
    work.guns = work.guns._replace(flak_due=NEVER if after is None else game + after)


def _fire_pass(work: SeaWork, game: int) -> None:
    """Fire a pass at an aircraft: it is shot down, driven off, or comes on (UBT-8.5i)."""
    flak = work.guns.flak
    work.guns = work.guns._replace(flak=None, flak_due=NEVER)
    craft = _craft_of(work, flak.contact) if flak is not None else None
    if flak is None or craft is None:
        return
    stream, hits = f"aircraft.{craft.number}", 1
    if happens(work.key, f"{stream}.down", game, DOWN_PPM * flak.rate // 100):
        drop_aircraft(work, craft, game)
    elif happens(work.key, f"{stream}.off", game, DRIVE_OFF_PPM * flak.rate // 100):
        aircraft_leaves(work, craft, game)
    else:
        hits = 0
    work.bring(game, "shells", gun=AA20, fired=1, hits=hits, unfired=0)
