"""Aircraft as a part of the sea: they come, find the boat or do not, attack it and fly off (UBT-8.4i)."""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.air.contacts import find_aircraft, lose_aircraft, settle_aircraft
from klaxon.rules.uboot.sea.air.eyes import EYE, is_boat_in_sight, is_found, with_watches
from klaxon.rules.uboot.sea.air.passes import RUN, SPEED, can_fly, leg_of_pass, next_pass
from klaxon.rules.uboot.sea.air.records import ATTACKING, LEAVING, PASSING, Aircraft
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.hunt.charges import SINK_SPEED
from klaxon.rules.uboot.sea.hunt.gunfire import hit_boat
from klaxon.rules.uboot.sea.hunt.records import ChargePattern
from klaxon.rules.uboot.sea.hunt.source import let_fall
from klaxon.rules.uboot.sea.legs import SeaLeg, meeting_point
from klaxon.rules.uboot.sea.numbers import METRE, bearing, normal, vector
from klaxon.rules.uboot.sea.watching.conditions import conditions_of
from klaxon.rules.uboot.sea.watching.ours import LOOKOUT, PERISCOPE
from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, Conditions

CHARGES, SETTING = 4, 15 * METRE
FRESH, FRESH_ERROR, LATE_ERROR = 30_000, 30 * METRE, 60 * METRE
"""So long after a dive an aircraft still sees where the boat is; how far off its charges fall then, and later."""
_LEAST_WAY = METRE


def begin_air(work: SeaWork) -> None:
    """Find out when the first aircraft comes."""
    work.air = work.air._replace(next=next_pass(work, 0))
    _plan(work)


def air_due(work: SeaWork) -> int | None:
    """Return when something happens to an aircraft next."""
    return None if work.air.due >= NEVER else work.air.due


def let_aircraft_happen(work: SeaWork, game: int) -> None:
    """Let everything happen in the air that is due at a game time."""
    if work.air.next <= game:
        if can_fly(work):
            add_aircraft(work, *leg_of_pass(work, work.air.flown, game))
        work.air = work.air._replace(next=next_pass(work, game))
    now = conditions_of(work, game)
    for craft in work.air.craft:
        if _due_of(craft) <= game:
            put_aircraft(work, _watched(work, _step(work, craft, now, game), now, game))
    _forget(work, game)
    _plan(work)


def add_aircraft(work: SeaWork, leg: SeaLeg, gone: int) -> None:
    """Let an aircraft come on a leg that begins now."""
    craft, now = Aircraft(work.air.flown, leg, gone), conditions_of(work, leg.start)
    craft = _watched(work, craft, now, leg.start)
    work.air = work.air._replace(craft=(*work.air.craft, craft), flown=work.air.flown + 1)
    _plan(work)


def review_air(work: SeaWork, game: int) -> None:
    """Plan anew what depends on the boat, where it has changed."""
    if OWN not in work.moved or not work.air.craft:
        return
    now = conditions_of(work, game)
    for craft in work.air.craft:
        put_aircraft(work, _watched(work, _follow(work, craft, now, game), now, game))
    _plan(work)


def put_aircraft(work: SeaWork, craft: Aircraft) -> None:
    """Put an aircraft into another condition, and say so."""
    others = tuple(craft if each.number == craft.number else each for each in work.air.craft)
    work.air = work.air._replace(craft=others)
    work.mark(craft.name)


def _watched(work: SeaWork, craft: Aircraft, now: Conditions, game: int) -> Aircraft:
    return settle_aircraft(work, with_watches(work, craft, now, game), now, game)


def _due_of(craft: Aircraft) -> int:
    times = [watch.due for watch in craft.watches]
    times.append(craft.over)
    times.append(craft.gone if craft.sighting is None else craft.sighting.lost if craft.sighting.lost >= 0 else NEVER)
    return min(times)


def _plan(work: SeaWork) -> None:
    due = min([work.air.next, *(_due_of(craft) for craft in work.air.craft)])
    work.air = work.air._replace(due=due)


def _forget(work: SeaWork, game: int) -> None:
    """Let aircraft be no more that are out of reach and out of mind."""
    left = tuple(craft for craft in work.air.craft if craft.gone > game or craft.sighting is not None)
    work.air = work.air._replace(craft=left)


# -- what one does ---------------------------------------------------------------------------------------------------


def _step(work: SeaWork, craft: Aircraft, now: Conditions, game: int) -> Aircraft:
    """Let an aircraft do what is due; what one of these does the next one finds done."""
    if craft.sighting is not None and 0 <= craft.sighting.lost <= game:
        craft = lose_aircraft(work, craft, game)
    for sensor in (LOOKOUT, PERISCOPE):
        if craft.sighting is None and is_found(craft, sensor, game):
            craft = find_aircraft(work, _held(craft, sensor), now, sensor, game)
    if craft.state == PASSING and is_found(craft, EYE, game):
        craft = _follow(work, craft._replace(state=ATTACKING), now, game)
    if craft.over <= game:
        craft = _attack(work, craft, game)
    return craft


def _held(craft: Aircraft, sensor: str) -> Aircraft:
    watches = tuple(each._replace(need=HELD) if each.sensor == sensor else each for each in craft.watches)
    return craft._replace(watches=watches)


def _follow(work: SeaWork, craft: Aircraft, now: Conditions, game: int) -> Aircraft:
    """Let an aircraft that comes for the boat fly to where it will be, or to where it dived."""
    if craft.state != ATTACKING:
        return craft
    own = work.leg(game)
    if is_boat_in_sight(work, craft, now, game):
        aim, _ = meeting_point(own, craft.leg.place(game), SPEED, game)
        return _fly_to(craft._replace(hidden=-1), aim, game)
    return craft if craft.hidden >= 0 else _fly_to(craft._replace(hidden=game), own.place(game), game)


def _fly_to(craft: Aircraft, aim: tuple[int, int], game: int) -> Aircraft:
    x, y = craft.leg.place(game)
    east, north = aim[0] - x, aim[1] - y
    way = isqrt(east * east + north * north)
    course = bearing(east, north) if way > _LEAST_WAY else bearing(craft.leg.vx, craft.leg.vy)
    over = game + max(1, way * 1000 // SPEED)
    return craft._replace(leg=SeaLeg(game, x, y, *vector(course, SPEED)), aim=aim, over=over)


def _attack(work: SeaWork, craft: Aircraft, game: int) -> Aircraft:
    """Let an aircraft overhead strafe a surfaced boat and drop its charges (UBT-8.4i, UBT-8.9e)."""
    stream = f"aircraft.{craft.number}"
    if work.boat.surfaced:
        hit_boat(work, game, stream)
    is_fresh = craft.hidden < 0 or game - craft.hidden < FRESH
    (x, y), sigma = (work.leg(game).place(game), FRESH_ERROR) if is_fresh else (craft.aim, LATE_ERROR)
    x, y = x + normal(work.key, f"{stream}.x", 0, sigma), y + normal(work.key, f"{stream}.y", 0, sigma)
    course, due = bearing(craft.leg.vx, craft.leg.vy), game + SETTING * 1000 // SINK_SPEED
    let_fall(work, ChargePattern(due, stream, x, y, course, SETTING, CHARGES, "bombs"))
    return leaving(craft, game)


def aircraft_leaves(work: SeaWork, craft: Aircraft, game: int) -> None:
    """Let an aircraft that was driven off fly on without an attack."""
    put_aircraft(work, _watched(work, leaving(craft, game), conditions_of(work, game), game))
    _plan(work)


def drop_aircraft(work: SeaWork, craft: Aircraft, game: int) -> None:
    """Let an aircraft that was shot down be no more."""
    lose_aircraft(work, craft, game)
    left = tuple(each for each in work.air.craft if each.number != craft.number)
    work.air = work.air._replace(craft=left)
    _plan(work)


def leaving(craft: Aircraft, game: int) -> Aircraft:
    """Return an aircraft that has done what it can, or was driven off: it flies on, and is no danger any more."""
    gone = game + RUN * 1000 // SPEED
    return craft._replace(
        state=LEAVING, leg=SeaLeg(game, *craft.leg.place(game), craft.leg.vx, craft.leg.vy), gone=gone, over=NEVER
    )
