"""Who sees whom: our lookouts and periscope on an aircraft, its eyes on the boat (UBT-8.4a, UBT-8.4i).

The law is that of every sensor (UBT-8.4k, l): outside the range a pair waits for the instant of entering, inside it
uses up a budget. What is in contact is held without chance.
"""

from __future__ import annotations

from klaxon.rules.uboot.sea.air.records import PASSING, Aircraft
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import relative
from klaxon.rules.uboot.sea.numbers import METRE, NM, per_second
from klaxon.rules.uboot.sea.watching.ours import LOOKOUT, PERISCOPE, open_sensors
from klaxon.rules.uboot.sea.watching.pairs import Seen, budget_used, entry, is_used_up, plan_look, plan_pair
from klaxon.rules.uboot.sea.watching.reach import (
    AWASH,
    PERISCOPE_LOOKOUTS,
    lookout_rate,
    rate_near_signal,
    sight_reach,
)
from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, OUTSIDE, Conditions, Watch
from klaxon.rules.uboot.sea.weather import VISIBILITY
from klaxon.rules.uboot.trouble.budget import draw_budget

EYE = "eye"
"""The sensor of an aircraft."""
BOAT_SEEN, PERISCOPE_SEEN, EYE_RATE = 6 * NM, NM, per_second(100)
HEIGHT = 300 * METRE
"""How high it flies: no horizon hides it."""
SENSORS = (LOOKOUT, PERISCOPE, EYE)


def seen_of(work: SeaWork, craft: Aircraft, game: int) -> Seen:
    """Return where an aircraft is as the boat sees it, and how it moves there."""
    seen = relative(work.leg(game), craft.leg, game)
    return seen.x, seen.y, seen.vx, seen.vy


def boat_seen_from_air(now: Conditions) -> int:
    """Return from how far an aircraft sees the boat, or its periscope."""
    if now.depth < AWASH:
        return BOAT_SEEN * VISIBILITY[now.weather] // VISIBILITY["clear"]
    return PERISCOPE_SEEN if now.periscope else 0


def is_boat_in_sight(work: SeaWork, craft: Aircraft, now: Conditions, game: int) -> bool:
    """Return whether an aircraft that knows of the boat sees it: from the order to dive on no more (UBT-3.13f)."""
    reach = boat_seen_from_air(now) if work.boat.surfaced or now.depth >= AWASH else 0
    x, y, _, _ = seen_of(work, craft, game)
    return x * x + y * y <= reach * reach


def with_watches(work: SeaWork, craft: Aircraft, now: Conditions, game: int) -> Aircraft:
    """Return an aircraft with everything between it and the boat planned as things are now."""
    found = [_planned(work, craft, sensor, now, game) for sensor in SENSORS]
    return craft._replace(watches=tuple(watch for watch in found if watch is not None))


def watch_of(craft: Aircraft, sensor: str) -> Watch | None:
    """Return how a sensor stands to an aircraft."""
    return next((watch for watch in craft.watches if watch.sensor == sensor), None)


def sensors_on(craft: Aircraft) -> list[str]:
    """Return our sensors that hold an aircraft, the best first."""
    return [watch.sensor for watch in craft.watches if watch.need == HELD]


def is_found(craft: Aircraft, sensor: str, game: int) -> bool:
    """Return whether the budget of a sensor is used up by a game time."""
    watch = watch_of(craft, sensor)
    return watch is not None and is_used_up(watch, game)


def _gauge(craft: Aircraft, sensor: str, now: Conditions) -> tuple[int, int]:
    """Return how far a sensor reaches now, and how fast it finds; 0 where it cannot be used."""
    if sensor == EYE:
        return (boat_seen_from_air(now) if craft.state == PASSING else 0), EYE_RATE
    if sensor not in open_sensors(now):
        return 0, 0
    is_scope = sensor == PERISCOPE
    rate = lookout_rate(PERISCOPE_LOOKOUTS if is_scope else now.lookouts)
    return sight_reach(now, "aircraft", HEIGHT, scope=is_scope), rate


def _planned(work: SeaWork, craft: Aircraft, sensor: str, now: Conditions, game: int) -> Watch | None:
    reach, rate = _gauge(craft, sensor, now)
    old, pair, seen = watch_of(craft, sensor), (sensor, craft.number), seen_of(work, craft, game)
    if not reach:
        return None
    if not _is_inside(old, seen, reach, game):
        due = entry(*seen, reach)
        return plan_look(pair, game + due) if due < NEVER else None
    if sensor == EYE:
        rate = rate_near_signal(now, craft.leg, game, rate)
    return plan_pair(pair, _need(work, craft, sensor, old, game), game, seen, reach, rate)


def _is_inside(old: Watch | None, seen: Seen, reach: int, game: int) -> bool:
    """Return whether it is inside a range, or was to come inside right now and is a hair's breadth away."""
    x, y, vx, vy = seen
    square = x * x + y * y
    is_due = old is not None and old.need == OUTSIDE and old.due <= game and x * vx + y * vy < 0
    return square <= (reach + METRE * is_due) ** 2


def _need(work: SeaWork, craft: Aircraft, sensor: str, old: Watch | None, game: int) -> int:
    """Return what is left of the budget of a sensor, a new one for a new approach; what is in contact needs none."""
    if sensor != EYE and craft.sighting is not None:
        return HELD
    if old is None or old.need == OUTSIDE:
        return max(1, draw_budget(work.key, f"aircraft.{craft.number}.{sensor}", game))
    return max(1, old.need - max(0, budget_used(old, game))) if old.need else HELD
