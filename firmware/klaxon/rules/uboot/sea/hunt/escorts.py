"""How an escort steers while it hunts: each state as a leg, and when it is over (UBT-8.8).

An escort acts when it arrives, has a contact, loses it, or a timer is over; never on a grid of time.
"""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.hunt.charges import SINK_SPEED
from klaxon.rules.uboot.sea.hunt.records import (
    ATTACK,
    INVESTIGATE,
    LISTEN,
    OPEN,
    REJOIN,
    RUN,
    SEARCH,
    GroupHunt,
    Hunter,
)
from klaxon.rules.uboot.sea.legs import SeaLeg, meeting_point
from klaxon.rules.uboot.sea.motion import depth_at
from klaxon.rules.uboot.sea.numbers import METRE, NM, QUARTER, bearing, mm_s, vector
from klaxon.rules.uboot.sea.ships.casualties import close_up, leg_of_number, put_ship
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.records import FREE, Datum
from klaxon.rules.uboot.sea.weather import seen_from

MINUTE = 60_000
HOLD = 60_000
"""An attack without a contact for so long becomes a search."""
PATIENCE = 10 * MINUTE
"""So long an escort waits at a datum before it searches."""
SPEED = {INVESTIGATE: mm_s(150), ATTACK: mm_s(150), OPEN: mm_s(150), SEARCH: mm_s(120), LISTEN: mm_s(80)}
"""State -> mm a second; a run is at full speed."""
SPIRAL_LEG, OPEN_OUT, LISTEN_OFF, LEAST_BLIND = 800 * METRE, 600 * METRE, 800 * METRE, 100 * METRE
BLIND_DEPTHS = 3
END_ON = 35 * NM // 10
"""From so far an escort sees a surfaced boat at least, by a clear day."""


def place_of_hunter(work: SeaWork, hunter: Hunter, game: int) -> tuple[int, int]:
    """Return where a hunter is."""
    return leg_of_number(work, hunter.number, game).place(game)


def _speed(work: SeaWork, hunter: Hunter, state: str) -> int:
    fastest = ship_classes(work.box)[work.traffic.ships[hunter.number].type].fastest
    return min(fastest, SPEED.get(state, fastest))


def _steer(work: SeaWork, hunter: Hunter, state: str, x: int, y: int, game: int, speed: int = 0) -> int:
    """Send a hunter to a place, at the speed of its state if none is named; return when it is there."""
    here_x, here_y = place_of_hunter(work, hunter, game)
    way = isqrt((x - here_x) ** 2 + (y - here_y) ** 2)
    speed = speed or max(1, _speed(work, hunter, state))
    ship = work.traffic.ships[hunter.number]
    leg = SeaLeg(game, here_x, here_y, *vector(bearing(x - here_x, y - here_y), speed))
    put_ship(work, hunter.number, ship._replace(motion=FREE, leg=leg, until=-1, weave=-1, state=state))
    return game + max(1, way * 1000 // speed)


def _stop(work: SeaWork, hunter: Hunter, state: str, game: int) -> None:
    ship = work.traffic.ships[hunter.number]
    leg = SeaLeg(game, *place_of_hunter(work, hunter, game))
    put_ship(work, hunter.number, ship._replace(motion=FREE, leg=leg, until=-1, weave=-1, state=state))


# -- states ------------------------------------------------------------------------------------------------------------


def investigate(work: SeaWork, hunter: Hunter, datum: Datum, game: int) -> Hunter:
    """Go to the datum."""
    due = _steer(work, hunter, INVESTIGATE, datum.x, datum.y, game)
    return hunter._replace(state=INVESTIGATE, due=due, has_arrived=False)


def attack(work: SeaWork, hunter: Hunter, echo: Datum, game: int) -> Hunter:
    """Go for the aim point of the last echo; at the blind range the run begins, without contact the search."""
    x, y = aim_point(work, hunter, echo, game, SPEED[ATTACK])
    arrival = _steer(work, hunter, ATTACK, x, y, game)
    blind = max(LEAST_BLIND, BLIND_DEPTHS * depth_at(work.boat, game))
    run = max(game + 1, arrival - blind * 1000 // SPEED[ATTACK])
    return hunter._replace(state=ATTACK, due=min(run, max(game + 1, echo.at + HOLD)), has_arrived=run <= echo.at + HOLD)


def can_chase(work: SeaWork, hunter: Hunter, game: int, within: int = END_ON) -> bool:
    """Return whether a hunter sees the boat at the surface, not farther off than `within`."""
    if not work.boat.surfaced:
        return False
    (x, y), (own_x, own_y) = place_of_hunter(work, hunter, game), work.leg(game).place(game)
    return (x - own_x) ** 2 + (y - own_y) ** 2 <= min(within, seen_from(END_ON, work.sky)) ** 2


def chase(work: SeaWork, hunter: Hunter, game: int) -> Hunter:
    """Go for a surfaced boat at full speed, to where it will be, to ram it."""
    speed = max(1, _speed(work, hunter, RUN))
    (x, y), arrival = meeting_point(work.leg(game), place_of_hunter(work, hunter, game), speed, game)
    _steer(work, hunter, ATTACK, x, y, game, speed)
    return hunter._replace(state=ATTACK, due=min(arrival, game + HOLD), has_arrived=False)


def run_in(work: SeaWork, hunter: Hunter, echo: Datum, game: int) -> Hunter:
    """Run at full speed, deaf, to the aim point; it is not corrected any more."""
    x, y = aim_point(work, hunter, echo, game, _speed(work, hunter, RUN))
    return hunter._replace(state=RUN, due=_steer(work, hunter, RUN, x, y, game))


def open_out(work: SeaWork, hunter: Hunter, game: int) -> Hunter:
    """Go on for 600 m after the drop."""
    leg = leg_of_number(work, hunter.number, game)
    x, y = leg.place(game)
    east, north = vector(bearing(leg.vx, leg.vy), OPEN_OUT)
    return hunter._replace(state=OPEN, due=_steer(work, hunter, OPEN, x + east, y + north, game))


def search(work: SeaWork, hunter: Hunter, datum: Datum, game: int, leg: int = 0) -> Hunter:
    """Search in a square spiral round the datum: legs of 800, 800, 1600, 1600, ... metres."""
    x, y = _spiral(datum, leg)
    return hunter._replace(state=SEARCH, due=_steer(work, hunter, SEARCH, x, y, game), leg=leg)


def _spiral(datum: Datum, leg: int) -> tuple[int, int]:
    """Return the end of a leg of the spiral."""
    x, y = datum.x, datum.y
    for number in range(leg + 1):
        east, north = vector(number * QUARTER, SPIRAL_LEG * (number // 2 + 1))
        x, y = x + east, y + north
    return x, y


def listen(work: SeaWork, hunter: Hunter, datum: Datum, game: int) -> Hunter:
    """Go to a place 800 m off the datum and lie there."""
    x, y = place_of_hunter(work, hunter, game)
    east, north = vector(bearing(x - datum.x, y - datum.y), LISTEN_OFF)
    due = _steer(work, hunter, LISTEN, datum.x + east, datum.y + north, game)
    return hunter._replace(state=LISTEN, due=due, has_arrived=False)


def lie(work: SeaWork, hunter: Hunter, game: int, due: int) -> Hunter:
    """Lie where it is until a game time."""
    _stop(work, hunter, hunter.state, game)
    return hunter._replace(due=due, has_arrived=True)


def rejoin(work: SeaWork, hunter: Hunter, game: int) -> None:
    """Go back to the station, and hunt no more."""
    ship = work.traffic.ships[hunter.number]
    group = next(g for g in work.traffic.groups if g.first <= hunter.number < g.first + g.size)
    spare = max(mm_s(10), ship_classes(work.box)[ship.type].fastest - group.speed)
    close_up(work, game, hunter.number, ship._replace(state=REJOIN), spare)


def aim_point(work: SeaWork, hunter: Hunter, echo: Datum, game: int, speed: int) -> tuple[int, int]:
    """Return where the boat of the last echo is after the run-in and the sinking of the charges (UBT-8.8e)."""
    x, y = place_of_hunter(work, hunter, game)
    way = isqrt((echo.x - x) ** 2 + (echo.y - y) ** 2)
    lead = game - echo.at + way * 1000 // max(1, speed) + depth_at(work.boat, game) * 1000 // SINK_SPEED
    east, north = vector(max(0, echo.course), echo.speed) if echo.course >= 0 else (0, 0)
    return echo.x + east * lead // 1000, echo.y + north * lead // 1000


def with_hunter(hunt: GroupHunt, hunter: Hunter) -> GroupHunt:
    """Return a hunt with one of its hunters in another condition."""
    return hunt._replace(hunters=tuple(hunter if each.number == hunter.number else each for each in hunt.hunters))
