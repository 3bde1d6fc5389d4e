"""The first mission: one boat is there to be found and sunk, the crew of the other does what its guide teaches.

It is played on a chart of its own (`data/charts/first-mission`), by which everybody knows it. What the exercise does
not need is left to the ordinary understudy.
"""

from __future__ import annotations

from collections.abc import Callable

from klaxon.crew.sonar.engine import price
from klaxon.rules.contract import Order
from klaxon.rules.sonar import circuits
from klaxon.rules.sonar.setting import BOATS, BOXES, LOST_AT, SYSTEMS
from klaxon.rules.sonar.state import NOWHERE
from klaxon.rules.sonar.view import View

CHART = "First-mission"
"""The name of the chart."""
TARGET = BOATS[1]
"""The boat that does no harm."""
STARTS = ("A1", "E4")
"""Where the boats begin."""
GOAL = "D4"
"""Where the target comes up and stays."""
_COURSES = (("south", "east", "north", "west"), ("west", "north", "south", "east"))
"""The courses of both boats, the first that is open."""
_LOADED = 3
"""Courses that load a torpedo."""


def is_first_mission(view: View) -> bool:
    """Return whether a view is of the first mission."""
    return view.sea.chart.name == CHART


def order(view: View, verbs: tuple[str, ...]) -> Order | None:
    """Return what the exercise wants of a seat; None if it wants nothing."""
    return next((wish for verb, make in _WISHES.items() if verb in verbs and (wish := make(view)) is not None), None)


def _start(view: View) -> Order | None:
    return Order(view.seat, "start", (STARTS[view.me],)) if view.boat.at == NOWHERE else None


def _dive(view: View) -> Order:
    return Order(view.seat, "dive")


def _fire(view: View) -> Order | None:
    """Fire at the target while it is up, from where that does us no harm."""
    sea, at, goal = view.sea, view.boat.at, view.sea.index[GOAL]
    in_reach = sea.reach(at, sea.water, over_land=False) >> goal & 1
    is_near = at == goal or sea.around[at] >> goal & 1
    ours = BOATS[view.me] != TARGET
    return Order(view.seat, "torpedo", (GOAL,)) if ours and view.enemy_surfaced and in_reach and not is_near else None


def _surface(view: View) -> Order | None:
    """Come up: the target as soon as it has sailed, the other boat once it has hit."""
    sailed = view.boat.route.bit_count()
    is_half_done = 0 < view.enemy_damage < LOST_AT and sailed > _LOADED
    return Order(view.seat, "surface") if view.blackout or _is_there(view) or is_half_done else None


def _is_there(view: View) -> bool:
    return BOATS[view.me] == TARGET and (view.boat.at == view.sea.index[GOAL] or view.boat.route.bit_count() > 1)


def _sail(view: View) -> Order | None:
    sea, boat = view.sea, view.boat
    clear = sea.water & ~(boat.route | boat.mines)
    ways = [direction for direction, bit in sea.ways[boat.at] if bit & clear]
    return next((Order(view.seat, "course", (way,)) for way in _COURSES[view.me] if way in ways), None)


def _charge(view: View) -> Order | None:
    """Charge the torpedo until it is full, then what comes first."""
    boxes = dict(zip(SYSTEMS, view.boat.gauges, strict=True))
    left = [system for system in ("torpedo", *SYSTEMS) if boxes[system] < BOXES[system]]
    return Order(view.seat, "charge", (left[0],)) if left else None


def _break(view: View) -> Order | None:
    """Cross the symbol that costs least and leaves the weapons whole."""
    boat = view.boat
    if boat.penalty_due:
        return None
    symbols = circuits.symbol_names(circuits.SECTION_BITS[boat.section] & ~boat.panel)
    spared = [name for name in symbols if circuits.SYMBOL[name].kind != circuits.WEAPONS] or list(symbols)
    return Order(view.seat, "break", (min(spared, key=lambda name: (price(boat.panel, name), name)),))


def _end(view: View) -> Order:
    return Order(view.seat, "end")


_WISHES: dict[str, Callable[[View], Order | None]] = {
    "break": _break,
    "charge": _charge,
    "start": _start,
    "dive": _dive,
    "torpedo": _fire,
    "surface": _surface,
    "course": _sail,
    "end": _end,
}
"""Verb -> the order that the exercise wants with it, None if it does not; most important verb first."""
