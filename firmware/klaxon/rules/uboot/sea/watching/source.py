"""Watching as a part of the sea: when a pair is decided, and what is planned anew where something has changed."""

from __future__ import annotations

from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.hunt.signs import note_sign
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.ships.records import CLOSING, STATION, SUNK, Ship
from klaxon.rules.uboot.sea.watching.alerts import HOW, report_boat
from klaxon.rules.uboot.sea.watching.book import WatchBook, book_of
from klaxon.rules.uboot.sea.watching.conditions import conditions_of
from klaxon.rules.uboot.sea.watching.ours import (
    OURS,
    leave_alone,
    open_sensors,
    sensors_on,
    watch_group,
    watch_ship,
    watch_ship_of_group,
)
from klaxon.rules.uboot.sea.watching.pairs import is_used_up
from klaxon.rules.uboot.sea.watching.reach import AWASH
from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, Watch
from klaxon.rules.uboot.sea.watching.sightings import find, lose_contacts, settle, take_hold
from klaxon.rules.uboot.sea.watching.theirs import (
    ASDIC,
    NEAR,
    PING,
    SIGHT,
    look_away,
    watch_boat_from,
    watch_boat_from_columns,
    watch_boat_with,
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
    """Decide a pair: its budget is used up, or it is planned anew. All others keep what was planned for them."""
    if watch.sensor in OURS:
        _decide_ours(book, watch, game)
    elif watch.sensor != NEAR:
        _decide_theirs(book, watch, game)
    elif watch.body < 0:
        watch_boat_from_columns(book, -1 - watch.body, _columns(book, -1 - watch.body), game)
    else:
        watch_boat_from(book, watch.body, book.leg_of(watch.body, game), game)


def _decide_ours(book: WatchBook, watch: Watch, game: int) -> None:
    """Find a target with a sensor of ours, or plan that sensor on it."""
    body, before = watch.body, sensors_on(book, watch.body)
    sensors: tuple[str, ...] = (watch.sensor,)
    if is_used_up(watch, game):
        book.pairs[watch.sensor, body] = watch._replace(need=HELD)
        find(book, body, watch.sensor, game)
        sensors = open_sensors(book.now)  # all have without chance what one of them has found
    leg = book.leg_of(body, game)
    if body >= 0:
        _watch_ship(book, body, leg, game, sensors)
        return
    watch_group(book, -1 - body, leg, game, sensors)
    if sensors_on(book, body) != before:
        for number in _columns(book, -1 - body):
            watch_ship_of_group(book, number, body, book.leg_of(number, game), game)


def _decide_theirs(book: WatchBook, watch: Watch, game: int) -> None:
    """Let a ship report the boat, or plan the sensor of it that is due."""
    number, place = watch.body, book.place_of(watch.body)
    if is_used_up(watch, game):
        del book.pairs[watch.sensor, number]
        report_boat(book, game, number, HOW[watch.sensor])
        group = book.work.traffic.groups[place]
        for other in range(group.first, group.first + group.size):
            if (ASDIC, other) in book.pairs:  # who knows of the boat looks harder for it
                watch_boat_with(book, (ASDIC,), other, book.leg_of(other, game), game)
    watch_boat_with(book, (watch.sensor,), number, book.leg_of(number, game), game)


# -- planning ----------------------------------------------------------------------------------------------------------


def plan_group(book: WatchBook, place: int, game: int) -> None:
    """Plan everything between the boat and a group; of one that sleeps nothing."""
    group, body = book.work.traffic.groups[place], -1 - place
    numbers = range(group.first, group.first + group.size)
    if not group.is_awake:
        for each in (body, *numbers):
            leave_alone(book, each)
            look_away(book, each)
        return
    columns = _columns(book, place)
    if columns:
        watch_group(book, place, book.leg_of(body, game), game, open_sensors(book.now))
    else:
        leave_alone(book, body)
    for number in numbers:
        _plan_ship(book, number, game)
    watch_boat_from_columns(book, place, columns, game)


def plan_ship(book: WatchBook, number: int, game: int) -> None:
    """Plan everything between the boat and one ship."""
    if book.work.traffic.groups[book.place_of(number)].is_awake:
        _plan_ship(book, number, game)
        if (SIGHT, number) in book.pairs and _is_in_columns(book, number):
            watch_boat_with(book, (SIGHT,), number, book.leg_of(number, game), game)


def _plan_ship(book: WatchBook, number: int, game: int) -> None:
    if book.work.traffic.ships[number].motion == SUNK:
        leave_alone(book, number)
        look_away(book, number)
        return
    leg = book.leg_of(number, game)
    _watch_ship(book, number, leg, game, OURS)
    if _is_in_columns(book, number):
        book.drop((NEAR, number))  # the columns are near as a whole
    elif book.work.traffic.ships[number].sinks < 0:
        watch_boat_from(book, number, leg, game)
    else:
        look_away(book, number)


def _watch_ship(book: WatchBook, number: int, leg: SeaLeg, game: int, sensors: tuple[str, ...]) -> None:
    """Plan sensors of ours on a ship: through its group, or for itself."""
    if _is_in_columns(book, number):
        watch_ship_of_group(book, number, -1 - book.place_of(number), leg, game)
    else:
        watch_ship(book, number, leg, game, [each for each in open_sensors(book.now) if each in sensors])


def _columns(book: WatchBook, place: int) -> list[int]:
    """Return the ships of a group that are perceived through it."""
    group, ships = book.work.traffic.groups[place], book.work.traffic.ships
    if group.size == 1:
        return []
    return [number for number in range(group.first, group.first + group.size) if _keeps_place(book, ships[number])]


def _is_in_columns(book: WatchBook, number: int) -> bool:
    """Return whether a ship is perceived through its group (UBT-8.4a)."""
    traffic = book.work.traffic
    return traffic.groups[book.place_of(number)].size > 1 and _keeps_place(book, traffic.ships[number])


def _keeps_place(book: WatchBook, ship: Ship) -> bool:
    """Return whether a ship of a group is a merchant that keeps its place."""
    return ship.motion in (STATION, CLOSING) and not ship.is_straggler and not book.classes[ship.type].is_escort


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
            plan_ship(book, number, game)
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
        heard = [book.pairs.get((PING, number)) for number in book.near]
        ping = max((watch.rate for watch in heard if watch is not None and watch.need == HELD), default=0)
        if ping != book.ping:
            book.ping = ping
            book.work.bring(game, "ping", strength=STRENGTHS[ping])
            if ping:
                note_sign(book.work, game)
