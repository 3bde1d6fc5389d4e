"""The own boat in the plane: a turn is a row of legs, a change of speed three steps (UBT-8.2a).

The whole way until course and speed are steady is planned when something aboard changes what it is planned for
(`Drive`). Headings and speeds lie open; where the boat really is only the sea knows.
"""

from __future__ import annotations

from klaxon.rules.uboot.records import Drive, OwnBoat, WayLeg
from klaxon.rules.uboot.sea import motion
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.motion import KNOTS
from klaxon.rules.uboot.sea.numbers import CIRCLE, DEGREE, divide, mm_s, signed_angle, vector

STRETCH = 500
"""A turn goes by so many hundredths of a degree at a time."""
FASTEST_TURN, SLOWEST_TURN = 200, 30
"""Hundredths of a degree a second: at full speed, and at least while the boat moves."""
STEPS_S = {True: (20, 60, 120), False: (15, 40, 80)}
"""Surfaced or not -> when the three steps of a change of speed come."""


def heading_at(boat: OwnBoat, game: int) -> WayLeg:
    """Return the leg of the way that holds at a game time: heading and speed."""
    if not boat.way:
        return WayLeg(0, boat.course * DEGREE, motion.speed(boat))
    held = boat.way[0]
    for leg in boat.way[1:]:
        if leg.start > game:
            break
        held = leg
    return held


def next_leg(boat: OwnBoat, game: int) -> int | None:
    """Return when heading or speed change next."""
    return next((leg.start for leg in boat.way[1:] if leg.start > game), None)


def without_past(boat: OwnBoat, game: int) -> OwnBoat:
    """Return the boat without the legs and steps that are over."""
    way = tuple(leg for place, leg in enumerate(boat.way, 1) if place == len(boat.way) or boat.way[place].start > game)
    return boat._replace(way=way, steps=tuple(step for step in boat.steps if step[0] > game))


def at_start(boat: OwnBoat, drive: Drive) -> OwnBoat:
    """Return the boat at `begin`: on its course, at the speed of its telegraph."""
    return boat._replace(way=(WayLeg(0, drive.course * DEGREE, drive.knots),), drive=drive)


def steered_for(boat: OwnBoat, drive: Drive, game: int) -> OwnBoat:
    """Return the boat with its way planned anew for what holds aboard from a game time on."""
    before, here = boat.drive, heading_at(boat, game)
    steps = tuple(step for step in boat.steps if step[0] > game)
    if before is None or (drive.knots, drive.surfaced) != (before.knots, before.surfaced):
        steps = _steps(here.knots, drive, game)
    stretch = next((leg for leg in boat.way if leg.start > game and leg.heading != here.heading), None)
    if stretch is not None and before is not None and drive.course == before.course and drive.turn == before.turn:
        # A change of speed takes effect at the end of the stretch that is being turned (UBT-5#58).
        way = [WayLeg(game, here.heading, here.knots), stretch._replace(knots=_knots(here.knots, steps, stretch.start))]
    else:
        way = [WayLeg(game, here.heading, here.knots)]
    return boat._replace(way=_planned(way, steps, drive), steps=steps, drive=drive)


def _steps(knots: int, drive: Drive, game: int) -> tuple[tuple[int, int], ...]:
    """Return the three steps from a speed to the one that is wanted, a third of the difference each."""
    change = drive.knots - knots
    if not change:
        return ()
    seconds = STEPS_S[drive.surfaced]
    return tuple((game + s * 1000, knots + divide(change * n, 3)) for n, s in enumerate(seconds, 1))


def _knots(knots: int, steps: tuple[tuple[int, int], ...], game: int) -> int:
    """Return the speed at a game time, of the steps that are over by then."""
    return next((step[1] for step in reversed(steps) if step[0] <= game), knots)


def _planned(way: list[WayLeg], steps: tuple[tuple[int, int], ...], drive: Drive) -> tuple[WayLeg, ...]:
    """Return the way with all legs that follow until nothing changes any more."""
    target, full = drive.course * DEGREE, KNOTS["full"][0 if drive.surfaced else 1]
    while True:
        start, heading, knots = way[-1]
        left = signed_angle(target - heading)
        rate = max(SLOWEST_TURN, FASTEST_TURN * abs(knots) // full) * drive.turn // 100
        later = [step for step in steps if step[0] > start]
        if left and knots and rate:
            angle = min(STRETCH, abs(left))
            end = start + angle * 1000 // rate
            side = 1 if left > 0 else -1
            way.append(WayLeg(end, (heading + side * angle) % CIRCLE, _knots(knots, steps, end)))
        elif later:
            way.append(WayLeg(later[0][0], heading, later[0][1]))
        else:
            return tuple(way)


def legs_of(way: tuple[WayLeg, ...], x: int, y: int, off: int = 0) -> tuple[SeaLeg, ...]:
    """Return a way as legs in the plane, from a place at its beginning, steered so many degrees off (UBT-7.9b)."""
    legs: list[SeaLeg] = []
    for start, heading, knots in way:
        if legs:
            x, y = legs[-1].place(start)
        legs.append(SeaLeg(start, x, y, *vector(heading + off * DEGREE, mm_s(knots))))
    return tuple(legs)


def leg_at(legs: tuple[SeaLeg, ...], game: int) -> SeaLeg:
    """Return the leg on which something is at a game time."""
    held = legs[0]
    for leg in legs[1:]:
        if leg.start > game:
            break
        held = leg
    return held
