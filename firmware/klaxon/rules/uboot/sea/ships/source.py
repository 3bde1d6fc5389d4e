"""Ships as a part of the sea: when something happens to a group, and what (UBT-8.0b, UBT-8.0g).

Groups far from the boat sleep: turns of their zigzag and weave are no instants then. Nothing else depends on it, so a
group that sleeps ends up where one that is watched would.
"""

from __future__ import annotations

from functools import partial
from math import isqrt

from klaxon.rules.uboot.sea.chart import is_water, place_of
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.numbers import NM, mm_s
from klaxon.rules.uboot.sea.ships import casualties, conduct
from klaxon.rules.uboot.sea.ships.damage import go_down
from klaxon.rules.uboot.sea.ships.formation import WEAVE_LEG
from klaxon.rules.uboot.sea.ships.records import CLOSING, STATION, SUNK, ShipGroup
from klaxon.rules.uboot.sea.ships.sailing import group_leg, next_turn
from klaxon.rules.uboot.sea.ships.staged import traffic_of
from klaxon.rules.uboot.sea.ships.zigzag import turn_before

LONGEST = 25 * NM
"""No sensor reaches farther (UBT-8.4)."""
AWAKE_WITHIN = LONGEST + 15 * NM
FASTEST = mm_s(550)
"""Boat and ship never come nearer to each other faster than this."""
LOOK_AWAKE = 1_800_000
GONE = 1 << 62
"""A group of which nothing is left is not looked at any more."""


def put_traffic_to_sea(work: SeaWork) -> None:
    """Place the ships of a mission at `begin`, and judge how far off they are."""
    chart, mission = work.chart, work.mission
    centre = place_of(chart, mission.area)
    in_water = partial(is_water, chart)
    work.traffic = traffic_of(work.key, mission, work.box, work.leg(0).place(0), centre, in_water)
    let_ships_happen(work, 0)


def ships_due(work: SeaWork) -> int | None:
    """Return when something happens to a group next."""
    due = work.traffic.due
    return None if due < 0 else due


def let_ships_happen(work: SeaWork, game: int) -> None:
    """Let everything happen to groups that is due at a game time."""
    for place, group in enumerate(work.traffic.groups):
        if group.due <= game:
            _step(work, place, group, game)
            conduct.put_group(work, place, work.traffic.groups[place])


def refresh_ships(work: SeaWork, game: int) -> None:
    """Find the next instants of the groups that have changed."""
    traffic = work.traffic
    if traffic.due:
        return
    groups = tuple([group if group.due else group._replace(due=_due_of(work, group, game)) for group in traffic.groups])
    work.traffic = traffic._replace(groups=groups, due=min((group.due for group in groups), default=-1))


def _due_of(work: SeaWork, group: ShipGroup, game: int) -> int:
    """Return the next instant of a group after a game time."""
    times = [group.look, group.speed_due, group.track_due, group.evading, group.alarm, group.timers]
    times += [gap.at for gap in group.gaps]
    if group.is_awake:
        times.append(next_turn(work.traffic, group, game))
    return min(time for time in times if time >= 0)


def _step(work: SeaWork, place: int, group: ShipGroup, game: int) -> None:
    """Let one group do what is due; what one of these does the next one finds done."""
    if group.look <= game:
        _look(work, place, game)
    if 0 <= group.alarm <= game:
        group = work.traffic.groups[place]
        conduct.put_group(work, place, group._replace(alarm=-1))
        if group.evading < 0 and group.sailing.zigzag:
            conduct.sail_on(work, place, work.traffic.groups[place], game)
    if 0 <= group.evading <= game:
        conduct.sail_on(work, place, work.traffic.groups[place], game)
    if 0 <= group.track_due <= game:
        conduct.turn_about(work, place, game)
    if 0 <= group.speed_due <= game:
        conduct.change_speed(work, place, game)
    if any(gap.at <= game for gap in group.gaps):
        casualties.close_gaps(work, place, game)
    if 0 <= group.timers <= game:
        _step_ships(work, group, game)
    if work.traffic.groups[place].is_awake:
        _mark_turns(work, work.traffic.groups[place], game)


def _step_ships(work: SeaWork, group: ShipGroup, game: int) -> None:
    for number in range(group.first, group.first + group.size):
        ship = work.traffic.ships[number]
        if 0 <= ship.sinks <= game:
            go_down(work, game, number)
        elif 0 <= ship.straggles <= game and ship.motion in (STATION, CLOSING):
            casualties.straggle(work, game, number)
        elif 0 <= ship.straggles <= game:
            casualties.put_ship(work, number, ship._replace(straggles=-1))
        elif 0 <= ship.until <= game:
            casualties.end_motion(work, game, number)


def _mark_turns(work: SeaWork, group: ShipGroup, game: int) -> None:
    """Say which of zigzag and weaves begin a new leg now."""
    past = work.traffic.past
    if group.sailing.zigzag and turn_before(game + past) == game + past:
        work.mark(group.name)
    for number in group.weaving:
        ship = work.traffic.ships[number]
        if not (game + ship.weave) % WEAVE_LEG:
            work.mark(ship.name)


# -- sleep -----------------------------------------------------------------------------------------------------------


def _look(work: SeaWork, place: int, game: int) -> None:
    """Judge how far off a group is: it wakes or falls asleep, and is looked at again before anybody can find it."""
    group = work.traffic.groups[place]
    off = _distance(work, group, game)
    is_awake = off <= AWAKE_WITHIN
    pause = LOOK_AWAKE if is_awake else (off - LONGEST) * 1000 // FASTEST
    look = GONE if off == GONE else game + pause
    if is_awake != group.is_awake:
        work.mark(group.name)
    conduct.put_group(work, place, group._replace(is_awake=is_awake, look=look))


def _distance(work: SeaWork, group: ShipGroup, game: int) -> int:
    """Return how far the nearest ship of a group is at least."""
    own_x, own_y = work.leg(game).place(game)
    centre_x, centre_y = group_leg(work.traffic, group, game).place(game)
    found, frame = [GONE], -1
    for ship in work.traffic.ships[group.first : group.first + group.size]:
        if ship.motion in (STATION, CLOSING):
            frame = max(frame, isqrt(ship.x**2 + ship.y**2) + (NM if ship.motion == STATION else 10 * NM))
        elif ship.motion != SUNK and ship.leg is not None:
            x, y = ship.leg.place(game)
            found.append(isqrt((x - own_x) ** 2 + (y - own_y) ** 2))
    if frame >= 0:
        found.append(isqrt((centre_x - own_x) ** 2 + (centre_y - own_y) ** 2) - frame)
    return min(found)
