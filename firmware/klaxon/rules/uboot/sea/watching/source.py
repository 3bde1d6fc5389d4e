"""Watching as a part of the sea: when a pair is decided, and what is planned anew where something has changed."""

from __future__ import annotations

from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.hunt.signs import note_sign
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.ships.records import CLOSING, STATION, SUNK, Ship, ShipGroup
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.watching.alerts import HOW, report_boat
from klaxon.rules.uboot.sea.watching.book import WatchBook, book_of
from klaxon.rules.uboot.sea.watching.conditions import conditions_of
from klaxon.rules.uboot.sea.watching.ours import (
    OURS,
    leave_alone,
    open_sensors,
    watch_group,
    watch_ship,
    watch_ship_of_group,
)
from klaxon.rules.uboot.sea.watching.pairs import is_used_up
from klaxon.rules.uboot.sea.watching.reach import AWASH
from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, Watch
from klaxon.rules.uboot.sea.watching.sightings import find, lose_contacts, settle, take_hold
from klaxon.rules.uboot.sea.watching.theirs import (
    PING,
    SIGHT,
    look_away,
    watch_boat_from,
    watch_boat_from_column,
    watch_boat_from_columns,
)

STRENGTHS = ("none", "faint", "medium", "strong")


def watches_due(work: SeaWork) -> int | None:
    """Return when a pair is decided next, or a contact lost."""
    due = work.watches.due
    return None if due >= NEVER else due


def decide_pairs(work: SeaWork, game: int) -> None:
    """Decide the pairs whose instant it is."""
    book = book_of(work)
    book.look_out(game)
    lose_contacts(book, game)
    due = sorted((watch.body, watch.sensor) for watch in book.pairs.values() if watch.due <= game)
    for body, sensor in due:
        watch = book.pairs.get((sensor, body))
        if watch is not None and watch.due <= game:
            _decide(book, watch, game)
    _finish(book, game)
    book.close()


def _decide(book: WatchBook, watch: Watch, game: int) -> None:
    """Decide a pair: its budget is used up, or it is planned anew."""
    traffic = book.work.traffic
    if watch.body < 0:
        if is_used_up(watch, game):
            _find(book, watch, game)
        plan_group(book, -1 - watch.body, game)
        return
    place = place_of_group(traffic, watch.body)
    if is_used_up(watch, game) and watch.sensor in OURS:
        _find(book, watch, game)
    elif is_used_up(watch, game):
        del book.pairs[watch.sensor, watch.body]
        report_boat(book, game, watch.body, HOW[watch.sensor])
        plan_group(book, place, game)  # the others know it too
        return
    plan_ship(book, place, watch.body, game)


def _find(book: WatchBook, watch: Watch, game: int) -> None:
    book.pairs[watch.sensor, watch.body] = watch._replace(need=HELD)
    find(book, watch.body, watch.sensor, game)


# -- planning ----------------------------------------------------------------------------------------------------------


def plan_group(book: WatchBook, place: int, game: int) -> None:
    """Plan everything between the boat and a group; of one that sleeps nothing."""
    traffic = book.work.traffic
    group, body = traffic.groups[place], -1 - place
    numbers = range(group.first, group.first + group.size)
    if not group.is_awake:
        for each in (body, *numbers):
            leave_alone(book, each)
            look_away(book, each)
        return
    centre = book.leg_of(body, game)
    legs = [(number, book.leg_of(number, game)) for number in numbers]
    columns = [(number, leg) for number, leg in legs if _is_in_columns(book, group, traffic.ships[number])]
    if columns:
        watch_group(book, place, group, centre, game)
    else:
        leave_alone(book, body)
    for number, leg in legs:
        _plan_ship(book, place, number, leg, game)
    watch_boat_from_columns(book, place, centre, columns, game)


def plan_ship(book: WatchBook, place: int, number: int, game: int) -> None:
    """Plan everything between the boat and one ship."""
    traffic = book.work.traffic
    group = traffic.groups[place]
    if group.is_awake:
        leg = book.leg_of(number, game)
        _plan_ship(book, place, number, leg, game)
        sight = book.pairs.get((SIGHT, number))
        if sight is not None and _is_in_columns(book, group, traffic.ships[number]):
            watch_boat_from_column(book, number, leg, game)


def _plan_ship(book: WatchBook, place: int, number: int, leg: SeaLeg, game: int) -> None:
    group, ship = book.work.traffic.groups[place], book.work.traffic.ships[number]
    if ship.motion == SUNK:
        leave_alone(book, number)
        look_away(book, number)
    elif _is_in_columns(book, group, ship):
        watch_ship_of_group(book, number, -1 - place, leg, game)
    else:
        watch_ship(book, number, leg, game)
        if ship.sinks < 0:
            watch_boat_from(book, group, number, leg, game)
        else:
            look_away(book, number)


def _is_in_columns(book: WatchBook, group: ShipGroup, ship: Ship) -> bool:
    """Return whether a ship is perceived through its group: a merchant that keeps its place (UBT-8.4a)."""
    if group.size == 1 or ship.is_straggler or ship.motion not in (STATION, CLOSING):
        return False
    return not book.classes[ship.type].is_escort


# -- what has changed --------------------------------------------------------------------------------------------------


def review_watches(work: SeaWork, game: int) -> None:
    """Plan anew whatever depends on a body that has moved, or on the conditions."""
    moved = work.moved
    if not moved or not work.traffic.groups:
        return
    book = book_of(work)
    if OWN in moved:
        is_changed = book.take_conditions(conditions_of(work, game), game)
        book.look_out(game)
        if is_changed or book.own.start == game:
            _review_all(book, game)
            return
    book.look_out(game)
    turned: list[int] = []
    for place, group in enumerate(work.traffic.groups):
        if group.name in moved:
            plan_group(book, place, game)
            turned += (-1 - place, *range(group.first, group.first + group.size))
    for number in sorted(book.numbers[name] for name in moved if name in book.numbers):
        if number not in turned:
            plan_ship(book, place_of_group(work.traffic, number), number, game)
            turned.append(number)
    _finish(book, game)
    _settle(book, turned, game, by_itself=True)
    book.close()


def _review_all(book: WatchBook, game: int) -> None:
    sensors = open_sensors(book.now)
    for sensor, body in list(book.pairs):
        if sensor in OURS and sensor not in sensors:
            book.drop((sensor, body))
    for place in range(len(book.work.traffic.groups)):
        plan_group(book, place, game)
    _finish(book, game)
    _settle(book, list(book.sightings), game)
    book.close()


def _settle(book: WatchBook, bodies: list[int], game: int, *, by_itself: bool = False) -> None:
    for body in bodies:
        sighting = book.sightings.get(body)
        if sighting is not None and sighting.lost < 0 and sighting.leg.start < game:
            settle(book, sighting, game, by_itself=by_itself)


def _finish(book: WatchBook, game: int) -> None:
    """Deal with what has come into contact or gone out of it, and with the pings."""
    take_hold(book, game)
    if book.ping or book.now.depth >= AWASH:
        ping = max(
            (watch.rate for watch in book.pairs.values() if watch.sensor == PING and watch.need == HELD), default=0
        )
        if ping != book.ping:
            book.ping = ping
            book.work.bring(game, "ping", strength=STRENGTHS[ping])
            if ping:
                note_sign(book.work, game)
