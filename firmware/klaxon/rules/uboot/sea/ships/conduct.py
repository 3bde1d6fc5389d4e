"""What a group does as a whole: its base course and speed, zigzag, emergency turns, flight, a patrol's way (UBT-8.7).

A change begins a new `Sailing` where the group is; ships on their stations go along without being touched.
"""

from __future__ import annotations

from klaxon.rules.uboot.clock import HOUR
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.numbers import CIRCLE, DEGREE, HALF, bearing, even
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.placement import SPEED_MS, TRACK, speed_in
from klaxon.rules.uboot.sea.ships.records import SUNK, Sailing, ShipGroup
from klaxon.rules.uboot.sea.ships.sailing import group_leg, sailing_leg
from klaxon.rules.uboot.sea.weather import FAIR

MINUTE = 60_000
TURN, TURN_MIN = 45 * DEGREE, (20, 40)
ALARM = 6 * HOUR
FLIGHT = HOUR
"""A ship that has fled takes up its base course so long after it last saw the boat."""


def put_group(work: SeaWork, place: int, group: ShipGroup) -> None:
    """Put a group into another condition; its instants are found again (`refresh_ships`)."""
    groups = work.traffic.groups
    work.traffic = work.traffic._replace(groups=(*groups[:place], group._replace(due=0), *groups[place + 1 :]), due=0)


def fastest_of(work: SeaWork, group: ShipGroup) -> int:
    """Return how fast the slowest ship of a group can go."""
    classes = ship_classes(work.box)
    ships = work.traffic.ships[group.first : group.first + group.size]
    return min((classes[ship.type].fastest for ship in ships if ship.motion != SUNK), default=0)


def is_zigzag_time(work: SeaWork, group: ShipGroup, game: int) -> bool:
    """Return whether a group zigzags now: by its kind, light, weather and alarm (UBT-8.7e)."""
    if group.zigzags == "never":
        return False
    if group.alarm > game:
        return True
    return group.zigzags == "day" and work.sky.light == "day" and work.sky.weather in FAIR


def sail_on(work: SeaWork, place: int, group: ShipGroup, game: int) -> None:
    """Let a group go on from where it is, on its base course and at its speed."""
    x, y = sailing_leg(group.sailing, work.traffic.past, game).place(game)
    zigzag = is_zigzag_time(work, group, game)
    course = group.sailing.course if group.track_due >= 0 else group.axis
    sailing = Sailing(game, x, y, course, group.speed, zigzag)
    put_group(work, place, group._replace(sailing=sailing, evading=-1, is_fleeing=False))
    work.mark(group.name)


def review_ships(work: SeaWork, game: int) -> None:
    """Begin or end the zigzag of groups where light or weather have changed."""
    if OWN not in work.moved:
        return
    for place, group in enumerate(work.traffic.groups):
        if group.evading < 0 and group.sailing.zigzag != is_zigzag_time(work, group, game):
            sail_on(work, place, group, game)


def change_speed(work: SeaWork, place: int, game: int) -> None:
    """Let a group draw its speed for the next six hours (UBT-8.7b)."""
    group = work.traffic.groups[place]
    speed = speed_in(work.key, group, fastest_of(work, group), game)
    if group.track_due >= 0:
        group = group._replace(track_due=game + (group.track_due - game) * group.speed // speed)
    group = group._replace(speed=speed, speed_due=game + SPEED_MS)
    if group.evading < 0:
        sail_on(work, place, group, game)
        return
    if not group.is_fleeing:
        x, y = sailing_leg(group.sailing, work.traffic.past, game).place(game)
        group = group._replace(sailing=Sailing(game, x, y, group.sailing.course, speed))
        work.mark(group.name)
    put_group(work, place, group)


def turn_about(work: SeaWork, place: int, game: int) -> None:
    """Let a patrol turn at the end of its ten miles."""
    group = work.traffic.groups[place]
    course = (group.sailing.course + HALF) % CIRCLE
    x, y = group_leg(work.traffic, group, game).place(game)
    sailing, track_due = Sailing(game, x, y, course, group.speed), game + TRACK * 1000 // max(1, group.speed)
    put_group(work, place, group._replace(sailing=sailing, track_due=track_due))
    work.mark(group.name)


def alarm_group(work: SeaWork, place: int, game: int, x: int, y: int) -> None:
    """Let a group that was attacked from a place turn 45 degrees away from it, and zigzag for 6 h (UBT-8.7e)."""
    group = work.traffic.groups[place]
    cx, cy = group_leg(work.traffic, group, game).place(game)
    is_to_starboard = (bearing(x - cx, y - cy) - group.axis) % CIRCLE < HALF
    side = -1 if is_to_starboard else 1
    minutes = even(work.key, f"group.{group.name}.turn", group.attacks, *TURN_MIN)
    sailing = Sailing(game, cx, cy, (group.axis + side * TURN) % CIRCLE, group.speed)
    put_group(
        work,
        place,
        group._replace(
            sailing=sailing,
            evading=game + minutes * MINUTE,
            is_fleeing=False,
            alarm=game + ALARM,
            attacks=group.attacks + 1,
        ),
    )
    work.mark(group.name)


def flee(work: SeaWork, place: int, game: int) -> None:
    """Let a ship that sails alone and sees the boat turn away at full speed (UBT-8.7f)."""
    group = work.traffic.groups[place]
    x, y = group_leg(work.traffic, group, game).place(game)
    own_x, own_y = work.leg(game).place(game)
    course = bearing(x - own_x, y - own_y)
    sailing = Sailing(game, x, y, course, fastest_of(work, group))
    put_group(work, place, group._replace(sailing=sailing, evading=game + FLIGHT, is_fleeing=True))
    work.mark(group.name)
