"""Their lookouts, ASDIC, hydrophone and radar on us, and the pings we hear (UBT-8.4c, f, g, h, j)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import nsmallest
from math import isqrt

from klaxon.rules.uboot.sea.legs import Relative, SeaLeg, is_between, ray_crossing
from klaxon.rules.uboot.sea.numbers import METRE, ONE, bearing, vector
from klaxon.rules.uboot.sea.ships.records import STATION, Ship
from klaxon.rules.uboot.sea.watching.book import GaugeAt, SensorGauge, WatchBook
from klaxon.rules.uboot.sea.watching.pairs import AGAIN, Seen, entry, leaving
from klaxon.rules.uboot.sea.watching.reach import (
    ASDIC_ARC,
    ASDIC_FASTEST,
    AWASH,
    BLIND_DEPTHS,
    ESCORT_RATE,
    LISTEN_FASTEST,
    LISTEN_RATE,
    MERCHANT_RATE,
    RADAR,
    RADAR_RATE,
    asdic_rate,
    asdic_reach,
    boat_seen_from,
    listening_reach,
    most_seen_from,
    rate_near_signal,
)
from klaxon.rules.uboot.sea.watching.records import NEVER, Conditions

NEAR = "near"
"""No sensor: nearer than this something of theirs may perceive us, so there each is planned for itself."""
SIGHT, ASDIC, LISTEN, RADAR_SET, PING = "sight", "asdic", "listen", "radar", "ping"
THEIRS = (SIGHT, ASDIC, LISTEN, RADAR_SET, PING)
MARGIN = 1_000_000
"""A body is near so much before anything is perceived (mm)."""
NEAR_BY = MARGIN + METRE
"""Judged with a metre more: at the instant of coming near a place is rounded to mm, and must not be short of it."""
HOLD = 60_000
"""So long after a contact the hunters hold the boat."""
WATCHING_MERCHANTS = 6
_DEAF_STATES = ("RUN",)
"""An escort that runs in to drop its charges hears nothing (UBT-8.8)."""


def reach_of_all(now: Conditions) -> int:
    """Return from how far anything of an escort perceives us at most, or we its pings."""
    return max(most_seen_from(now), 2 * asdic_reach(now), listening_reach(now.noise), RADAR if now.radar else 0)


def watch_boat_from(book: WatchBook, number: int, leg: SeaLeg, game: int) -> None:
    """Plan the sensors of an escort, or of a ship that sails alone, on the boat."""
    kind = book.classes[book.work.traffic.ships[number].type]
    if kind.is_neutral:
        return
    far = reach_of_all(book.now) if kind.is_escort else most_seen_from(book.now)
    x, y, _, _ = book.relative_to(leg, game)
    if not far or x * x + y * y > (far + NEAR_BY) ** 2:
        look_away(book, number)
        if far:
            await_nearness(book, number, leg, game, far)
        return
    book.near.add(number)
    book.drop((NEAR, number))
    watch_boat_with(book, THEIRS if kind.is_escort else (SIGHT,), number, leg, game)


def watch_boat_with(book: WatchBook, sensors: Iterable[str], number: int, leg: SeaLeg, game: int) -> None:
    """Plan sensors of a ship on the boat."""
    ship = book.work.traffic.ships[number]
    for sensor in sensors:
        book.judge((sensor, number), ship.name, leg, game, _GAUGES[sensor](book, number, leg), is_known=sensor == PING)


def watch_boat_from_columns(book: WatchBook, place: int, columns: list[int], game: int) -> None:
    """Plan the lookouts of the merchants in columns on the boat: of the six nearest, until these are chosen again."""
    far, group = most_seen_from(book.now) if columns else 0, book.work.traffic.groups[place]
    centre, chosen = book.leg_of(-1 - place, game), []
    x, y, _, _ = book.relative_to(centre, game)
    if far and x * x + y * y <= (far + group.radius + NEAR_BY) ** 2:
        chosen = _nearest(book, columns, x, y, game)
        book.wait((NEAR, -1 - place), game + AGAIN)
    elif far:
        await_nearness(book, -1 - place, centre, game, far + group.radius)
    else:
        book.drop((NEAR, -1 - place))
    for number in chosen:
        book.near.add(number)
        watch_boat_with(book, (SIGHT,), number, book.leg_of(number, game), game)
    for number in columns:
        if number in book.near and number not in chosen:
            look_away(book, number)


def _nearest(book: WatchBook, columns: list[int], x: int, y: int, game: int) -> list[int]:
    """Return the nearest of ships in columns; (x, y) is where the boat sees their centre."""
    ships, far = book.work.traffic.ships, []
    for number in columns:
        ship = ships[number]
        if ship.motion == STATION:  # where it is follows from its station; no leg is needed
            there_x, there_y = x + ship.x, y + ship.y
        else:
            there_x, there_y, _, _ = book.relative_to(book.leg_of(number, game), game)
        far.append((there_x * there_x + there_y * there_y, number))
    return [number for _, number in nsmallest(WATCHING_MERCHANTS, far)]


def await_nearness(book: WatchBook, body: int, leg: SeaLeg, game: int, far: int) -> None:
    """Let a body be planned when it comes near enough for anything to be perceived."""
    gauge = SensorGauge(far + MARGIN)
    book.wait((NEAR, body), book.next_entry(leg, game, lambda _seen, _at: gauge))


def look_away(book: WatchBook, number: int) -> None:
    """Let a ship give up the boat."""
    book.drop((NEAR, number))
    if number in book.near:
        book.near.remove(number)
        for sensor in THEIRS:
            book.drop((sensor, number))


# -- what a sensor is worth ------------------------------------------------------------------------------------------


def _aspect(book: WatchBook, x: int, y: int) -> int:
    """Return what the boat shows to somebody there: 0 its bow or stern, ONE its side."""
    ahead_x, ahead_y = book.ahead
    return min(ONE, abs(x * ahead_y - y * ahead_x) // max(1, isqrt(x * x + y * y)))


def _eye(book: WatchBook, number: int, leg: SeaLeg) -> GaugeAt:
    now, most = book.now, most_seen_from(book.now)
    is_escort = book.classes[book.work.traffic.ships[number].type].is_escort
    columns = book.pairs.get((NEAR, -1 - book.place_of(number)))
    until = NEVER if columns is None else columns.due

    def by_aspect(seen: Seen, at: int) -> SensorGauge:
        x, y, _, _ = seen
        reach = boat_seen_from(now, _aspect(book, x, y), against_moon=book.is_against_moon(-x, -y, at))
        rate = rate_near_signal(now, leg, at, ESCORT_RATE) if is_escort else MERCHANT_RATE
        return SensorGauge(reach, rate, most, again=min(AGAIN, until - at))

    return by_aspect


def _ear(book: WatchBook, number: int, leg: SeaLeg) -> GaugeAt:
    is_slow = leg.vx * leg.vx + leg.vy * leg.vy <= LISTEN_FASTEST**2
    can_hear = is_slow and not book.now.disturbed and book.work.traffic.ships[number].state not in _DEAF_STATES
    reach = listening_reach(book.now.noise) if can_hear else 0
    return lambda _seen, at: SensorGauge(reach, rate_near_signal(book.now, leg, at, LISTEN_RATE))


def _radar(book: WatchBook, _number: int, leg: SeaLeg) -> GaugeAt:
    reach = RADAR if book.now.radar and book.now.depth < AWASH else 0
    return lambda _seen, at: SensorGauge(reach, rate_near_signal(book.now, leg, at, RADAR_RATE))


def _pings(ship: Ship, leg: SeaLeg) -> bool:
    """Return whether the ASDIC of a ship works: not at more than 18 kn, not while it runs in."""
    return leg.vx * leg.vx + leg.vy * leg.vy <= ASDIC_FASTEST**2 and ship.state not in _DEAF_STATES


def _cone(leg: SeaLeg, seen: Seen) -> tuple[bool, int]:
    """Return whether the boat is in the cone ahead of a ship, and after how many milliseconds that may change."""
    x, y, vx, vy = seen
    if not leg.vx and not leg.vy:
        return True, NEVER
    boat, course = Relative(-x, -y, -vx, -vy), bearing(leg.vx, leg.vy)
    left, right = (vector(course + side, ONE) for side in (-ASDIC_ARC, ASDIC_ARC))
    crossings = [ray_crossing(boat, *edge) for edge in (left, right)]
    return is_between(-x, -y, *left, *right), min((each for each in crossings if each is not None), default=NEVER)


def _echo(book: WatchBook, number: int, leg: SeaLeg) -> GaugeAt:
    now, ship, datum = book.now, book.work.traffic.ships[number], book.work.traffic.groups[book.place_of(number)].datum
    hold = datum.at + HOLD if datum is not None else 0
    reach = asdic_reach(now) if _pings(ship, leg) and not now.disturbed else 0
    blind = BLIND_DEPTHS * now.depth

    def by_direction(seen: Seen, at: int) -> SensorGauge:
        if not reach:
            return SensorGauge(0)
        x, y, _, _ = seen
        is_ahead, again = _cone(leg, seen)
        is_blind = x * x + y * y <= blind * blind
        again = min(again, (leaving if is_blind else entry)(*seen, blind))
        if hold > at:
            again = min(again, hold - at)
        rate = rate_near_signal(now, leg, at, asdic_rate(now, _aspect(book, x, y), hold=hold > at))
        return SensorGauge(reach, rate, is_deaf=is_blind or not is_ahead, again=again)

    return by_direction


def _ping(book: WatchBook, number: int, leg: SeaLeg) -> GaugeAt:
    """Return how strong the pings of a ship are, 1 to 3, in place of a rate."""
    reach = asdic_reach(book.now) if _pings(book.work.traffic.ships[number], leg) else 0

    def by_band(seen: Seen, _at: int) -> SensorGauge:
        if not reach:
            return SensorGauge(0)
        x, y, _, _ = seen
        is_ahead, again = _cone(leg, seen)
        bands = [x * x + y * y <= band * band for band in (reach, reach // 2)]
        for is_inside, band in zip(bands, (reach, reach // 2), strict=True):
            again = min(again, (leaving if is_inside else entry)(*seen, band))
        return SensorGauge(2 * reach, 1 + sum(bands), is_deaf=not is_ahead, again=again)

    return by_band


_GAUGES: Mapping[str, Callable[[WatchBook, int, SeaLeg], GaugeAt]] = {
    SIGHT: _eye,
    ASDIC: _echo,
    LISTEN: _ear,
    RADAR_SET: _radar,
    PING: _ping,
}
"""Sensor of theirs -> what it is worth, of a ship on a leg."""
