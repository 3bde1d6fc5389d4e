"""Ships that leave their places: stragglers, wrecks, gaps that are filled, and rescue ships (UBT-8.7e, g, h)."""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.numbers import bearing, mm_s, vector
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.conduct import MINUTE, put_group
from klaxon.rules.uboot.sea.ships.formation import SPACING
from klaxon.rules.uboot.sea.ships.records import CLOSING, FREE, STATION, STOPPED, SUNK, ColumnGap, Ship, ShipGroup
from klaxon.rules.uboot.sea.ships.sailing import group_leg, place_of_group, ship_leg, with_times

GAP, RESCUE = 20 * MINUTE, 15 * MINUTE
CLOSING_SPEED, LEAST_CLOSING = mm_s(20), mm_s(5)
"""How much faster than its group a ship goes to fill a gap: at most, and at least where it hardly can."""
STRAGGLER_PCT = 75


def put_ship(work: SeaWork, number: int, ship: Ship) -> None:
    """Put a ship into another condition, and say so."""
    ships = work.traffic.ships
    work.traffic = work.traffic._replace(ships=(*ships[:number], ship, *ships[number + 1 :]))
    place = place_of_group(work.traffic, number)
    put_group(work, place, with_times(work.traffic.groups[place], work.traffic.ships))
    work.mark(ship.name)


def leg_of_number(work: SeaWork, number: int, game: int) -> SeaLeg:
    """Return the leg of a ship by its place in the traffic."""
    group = work.traffic.groups[place_of_group(work.traffic, number)]
    return ship_leg(group_leg(work.traffic, group, game), group.axis, work.traffic.ships[number], game)


# -- leaving a place -----------------------------------------------------------------------------------------------


def fall_behind(work: SeaWork, game: int, number: int, speed: int) -> None:
    """Let a ship go on alone at a speed of its own, on the base course: a straggler, or one that was hit."""
    group = work.traffic.groups[place_of_group(work.traffic, number)]
    leg = SeaLeg(game, *leg_of_number(work, number, game).place(game), *vector(group.axis, speed))
    _leave_column(work, game, number, leg, FREE)
    put_ship(work, number, work.traffic.ships[number]._replace(is_straggler=True))


def stop_ship(work: SeaWork, game: int, number: int) -> None:
    """Let a ship lie where it is: a wreck, to which the rescue ship of its column comes."""
    leg = SeaLeg(game, *leg_of_number(work, number, game).place(game))
    column, row = work.traffic.ships[number].column, work.traffic.ships[number].row
    _leave_column(work, game, number, leg, STOPPED)
    if column >= 0:
        _send_rescue(work, game, number, column, row, (leg.x, leg.y))


def take_away(work: SeaWork, game: int, number: int) -> None:
    """Let a ship be no more; its leg says where it went down."""
    leg = SeaLeg(game, *leg_of_number(work, number, game).place(game))
    _leave_column(work, game, number, leg, SUNK)


def _leave_column(work: SeaWork, game: int, number: int, leg: SeaLeg, motion: str) -> None:
    ship = work.traffic.ships[number]
    put_ship(work, number, ship._replace(motion=motion, leg=leg, until=-1, column=-1, row=-1, weave=-1, straggles=-1))
    if ship.column >= 0:
        place = place_of_group(work.traffic, number)
        group = work.traffic.groups[place]
        put_group(work, place, group._replace(gaps=(*group.gaps, ColumnGap(game + GAP, ship.column))))
    work.mark(work.traffic.groups[place_of_group(work.traffic, number)].name)  # who watches with the others, and whom


# -- gaps ----------------------------------------------------------------------------------------------------------


def close_gaps(work: SeaWork, place: int, game: int) -> None:
    """Let ships fill the gaps ahead of them whose time has come (UBT-8.7g)."""
    group = work.traffic.groups[place]
    columns = {gap.column for gap in group.gaps if gap.at <= game}
    put_group(work, place, group._replace(gaps=tuple(gap for gap in group.gaps if gap.at > game)))
    for column in sorted(columns):
        members = [
            (work.traffic.ships[number].row, number)
            for number in range(group.first, group.first + group.size)
            if work.traffic.ships[number].column == column
        ]
        for row, (before, number) in enumerate(sorted(members)):
            if row != before:
                _move_up(work, group, game, number, row)


def _move_up(work: SeaWork, group: ShipGroup, game: int, number: int, row: int) -> None:
    """Give a ship a place farther ahead in its column; it closes up unless it is busy elsewhere."""
    ship = work.traffic.ships[number]
    east, north = vector(group.axis, SPACING * (ship.row - row))
    moved = ship._replace(row=row, x=ship.x + east, y=ship.y + north)
    if ship.motion not in (STATION, CLOSING):
        put_ship(work, number, moved)
        return
    spare = ship_classes(work.box)[ship.type].fastest - group.speed
    close_up(work, game, number, moved, max(LEAST_CLOSING, min(CLOSING_SPEED, spare)))


def close_up(work: SeaWork, game: int, number: int, ship: Ship, speed: int) -> None:
    """Let a ship go to its station in the frame of its group, at a speed in that frame."""
    group = work.traffic.groups[place_of_group(work.traffic, number)]
    (x, y), (cx, cy) = leg_of_number(work, number, game).place(game), group_leg(work.traffic, group, game).place(game)
    leg, until = _towards(game, x - cx, y - cy, ship.x, ship.y, speed)
    put_ship(work, number, ship._replace(motion=CLOSING, leg=leg, until=until))


def _towards(game: int, x: int, y: int, to_x: int, to_y: int, speed: int) -> tuple[SeaLeg, int]:
    """Return the leg from one place to another at a speed, and when it is over."""
    way = isqrt((to_x - x) ** 2 + (to_y - y) ** 2)
    return SeaLeg(game, x, y, *vector(bearing(to_x - x, to_y - y), speed)), game + max(1, way * 1000 // max(1, speed))


# -- rescue --------------------------------------------------------------------------------------------------------


def _send_rescue(work: SeaWork, game: int, wreck: int, column: int, row: int, place: tuple[int, int]) -> None:
    """Send the last ship of a column to a wreck ahead of it (UBT-8.7h)."""
    group = work.traffic.groups[place_of_group(work.traffic, wreck)]
    last = max(
        ((ship.row, number) for number, ship in _of_group(work, group) if ship.column == column), default=(-1, -1)
    )[1]
    if last < 0:
        return
    ship = work.traffic.ships[last]
    if ship.row < row or ship.wreck is not None or ship.motion not in (STATION, CLOSING):
        return
    x, y = leg_of_number(work, last, game).place(game)
    leg, until = _towards(game, x, y, *place, min(group.speed, ship_classes(work.box)[ship.type].fastest))
    put_ship(work, last, ship._replace(motion=FREE, leg=leg, until=until, wreck=place))


def _of_group(work: SeaWork, group: ShipGroup) -> list[tuple[int, Ship]]:
    return [(number, work.traffic.ships[number]) for number in range(group.first, group.first + group.size)]


def end_motion(work: SeaWork, game: int, number: int) -> None:
    """Let a ship whose present motion is over do what comes then."""
    ship = work.traffic.ships[number]
    group = work.traffic.groups[place_of_group(work.traffic, number)]
    if ship.motion == CLOSING:
        put_ship(work, number, ship._replace(motion=STATION, leg=None, until=-1))
    elif ship.wreck is not None and ship.motion == FREE:
        leg = SeaLeg(game, *leg_of_number(work, number, game).place(game))
        put_ship(work, number, ship._replace(motion=STOPPED, leg=leg, until=game + RESCUE))
    elif ship.wreck is not None:
        spare = ship_classes(work.box)[ship.type].fastest - group.speed
        close_up(work, game, number, ship._replace(wreck=None), max(LEAST_CLOSING, spare))
    elif ship.motion == FREE and not ship.is_straggler:  # it has combed a track, and goes back to its place
        spare = ship_classes(work.box)[ship.type].fastest - group.speed
        close_up(work, game, number, ship, max(LEAST_CLOSING, spare))
    else:
        put_ship(work, number, ship._replace(until=-1))


def straggle(work: SeaWork, game: int, number: int) -> None:
    """Let a ship that cannot keep up any more fall behind."""
    group = work.traffic.groups[place_of_group(work.traffic, number)]
    fall_behind(work, game, number, group.speed * STRAGGLER_PCT // 100)
