"""Water under the boat: cells, the edge of the chart, land, the bottom, and what lies in the way (UBT-8.11)."""

from __future__ import annotations

from klaxon.rules.uboot.records import WayLeg
from klaxon.rules.uboot.sea.chart import DEPTHS, CellChange, cell_at, leave_cell, water_at
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg
from klaxon.rules.uboot.sea.motion import crossing_of, depth_at
from klaxon.rules.uboot.sea.numbers import METRE, ONE, happens
from klaxon.rules.uboot.sea.own_boat.reckoning import reckon_on
from klaxon.rules.uboot.sea.own_boat.way import heading_at, leg_at, legs_of
from klaxon.rules.uboot.sea.truth import Budget, Ground
from klaxon.rules.uboot.trouble.budget import draw_budget

MOST_KNOTS = 20
"""Tenths: slower than this, or so fast, the boat lies down on the bottom; faster it runs aground."""
WARN = 30 * 60_000
CLEAR = 10 * METRE
"""Water that leaves less than this below the boat is a shoal to be warned of."""
CELLS_AHEAD = 6
OBJECTS_FROM, OBJECT_PPM, OBJECT_TOLD_PPM, EVADE = "1940-09", 500, 900_000, 3 * 60_000
"""Wrecks and mines in coastal water: since when, chance an hour, chance to be told of before, time to evade."""
HOUR = 3_600_000


def depth_of_water(work: SeaWork, game: int) -> int:
    """Return how deep the water is under the boat (mm)."""
    return _depth(work, work.leg(game).place(game))


def _depth(work: SeaWork, place: tuple[int, int]) -> int:
    water = water_at(work.chart, *place)
    return DEPTHS[water or "deep"] * METRE


# -- cells -------------------------------------------------------------------------------------------------------------


def cell_change(work: SeaWork) -> CellChange | None:
    """Return when the boat really leaves its cell, on its present leg."""
    return leave_cell(work.way[0], max(work.way[0].start, work.ground.since)) if work.way else None


def ground_due(work: SeaWork) -> int | None:
    """Return when the boat enters another cell, or meets the bottom."""
    change = cell_change(work)
    times = [time for time in (change and change.game, _bottom_due(work)) if time is not None]
    return min(times, default=None)


def _bottom_due(work: SeaWork) -> int | None:
    boat = work.boat
    if not boat.legs:
        return None
    water = _depth(work, work.way[0].place(max(work.way[0].start, work.ground.since)))
    if boat.target < water:
        return None
    start = boat.legs[0].start
    return start if depth_at(boat, start) >= water else crossing_of(boat, water - 1, start)


def meet_ground(work: SeaWork, game: int) -> None:
    """The boat is in another cell, or at the bottom."""
    change = cell_change(work)
    if change is not None and change.game == game:
        _enter_cell(work, game)
    elif depth_at(work.boat, game) >= depth_of_water(work, game):
        _touch_bottom(work, game)


def _enter_cell(work: SeaWork, game: int) -> None:
    place = work.leg(game).place(game)
    water = water_at(work.chart, *place)
    if water is None:
        _stop_at_edge(work, game)
        return
    work.ground = work.ground._replace(since=game)
    if water == "land":
        work.bring(game, "lost", reason="aground")
    elif not work.boat.surfaced and depth_at(work.boat, game) >= DEPTHS[water] * METRE:
        _touch_bottom(work, game)
    work.mark(OWN)


def _stop_at_edge(work: SeaWork, game: int) -> None:
    """Stop the boat where the chart ends (UBT-8.11c)."""
    x, y = work.leg(game).place(game - 1)
    here = heading_at(work.boat, game)
    way = (WayLeg(game, here.heading, 0),)
    drive = work.boat.drive and work.boat.drive._replace(knots=0)
    work.boat = work.boat._replace(setting="stop", way=way, steps=(), drive=drive)
    work.way = legs_of(way, x, y)
    reckon_on(work, game)
    work.bring(game, "edge", cell=work.boat.cell)
    work.mark(OWN)


def _touch_bottom(work: SeaWork, game: int) -> None:
    """Slow enough, the boat lies down on the bottom; else it is lost (UBT-8.11a, f)."""
    if abs(heading_at(work.boat, game).knots) > MOST_KNOTS:
        work.bring(game, "lost", reason="aground")
        return
    depth = depth_of_water(work, game)
    work.boat = work.boat._replace(depth=depth, target=depth, legs=(), dived=True, grounded=True)
    work.bring(game, "bottom", metres=depth // METRE)
    work.mark(OWN)


# -- what lies ahead ---------------------------------------------------------------------------------------------------


def review_ground(work: SeaWork, game: int) -> None:
    """Look ahead where the boat steers or lies otherwise: shoals to be warned of, objects in coastal water."""
    if OWN not in work.moved or not work.way:
        return
    if work.ground.struck >= 0 and work.boat.course != work.ground.course:
        work.ground = work.ground._replace(struck=-1)  # a new course evades, whatever is steered later
    shoal = _next_shoal(work, game)
    if shoal is None:
        work.ground = work.ground._replace(warn=-1, shoal=(), warned=())
    else:
        told = (shoal.column, shoal.row) == work.ground.warned
        warn = -1 if told else max(game, shoal.game - WARN)
        work.ground = work.ground._replace(warn=warn, shoal=(shoal.column, shoal.row))
    _settle_objects(work, game)


def _next_shoal(work: SeaWork, game: int) -> CellChange | None:
    """Return when the boat comes into water that is too shallow for it, as it is steered."""
    leg: SeaLeg = work.way[-1]
    at = max(game, leg.start)
    draught = max(depth_at(work.boat, game), work.boat.target) + CLEAR
    for _ in range(CELLS_AHEAD):
        change = leave_cell(leg, at)
        if change is None:
            return None
        water = water_at(work.chart, *leg.place(change.game))
        if water is None:
            return None
        if DEPTHS[water] * METRE <= (0 if work.boat.surfaced else draught):
            return change
        at = change.game
    return None


def warning_due(work: SeaWork) -> int | None:
    """Return when the boat is to be warned, meets an object, or has not evaded one."""
    ground = work.ground
    times = [time for time in (ground.warn, ground.struck) if time >= 0]
    if ground.object.rate:
        times.append(_object_at(ground))
    return min(times, default=None)


def _object_at(ground: Ground) -> int:
    return ground.object.since - (ground.object.used - ground.object.need) // ground.object.rate


def warn(work: SeaWork, game: int) -> None:
    """Tell of shoals or an object ahead, or let the boat strike what it has not evaded."""
    ground = work.ground
    if ground.warn == game:
        x, y = leg_at(work.reckoning.legs, game).place(game + WARN)
        work.ground = ground._replace(warn=-1, warned=ground.shoal)
        work.bring(game, "shoals", cell=cell_at(work.chart, x, y) or work.boat.cell)
    elif ground.struck == game:
        work.ground = ground._replace(struck=-1)
        work.bring(game, "lost", reason="struck")
    else:
        _meet_object(work, game)


def _meet_object(work: SeaWork, game: int) -> None:
    ground = work.ground
    work.ground = ground._replace(object=Budget(), objects=ground.objects + 1)
    if happens(work.key, "object.told", ground.objects, OBJECT_TOLD_PPM):
        work.ground = work.ground._replace(struck=game + EVADE, course=work.boat.course)
        work.bring(game, "object", cell=work.boat.cell)
        _settle_objects(work, game)
    else:
        work.bring(game, "lost", reason="struck")


def _settle_objects(work: SeaWork, game: int) -> None:
    """Let the chance of an object run in coastal water while the boat is submerged (UBT-8.11b)."""
    ground = work.ground
    coastal = water_at(work.chart, *work.leg(game).place(game)) == "coast"
    rate = OBJECT_PPM if coastal and not work.boat.surfaced and work.mission.date >= OBJECTS_FROM else 0
    budget = ground.object
    if rate == budget.rate:
        return
    if not budget.need:
        need = draw_budget(work.key, "object", ground.objects) * HOUR * 1_000_000 // ONE
        budget = Budget(need, 0, game)
    used = budget.used + budget.rate * (game - budget.since)
    work.ground = ground._replace(object=budget._replace(used=used, since=game, rate=rate))
