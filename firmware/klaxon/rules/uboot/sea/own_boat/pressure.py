"""Depth: what is judged anew at its marks, and what pressure does to the hull (UBT-8.2b, UBT-8.2d)."""

from __future__ import annotations

from klaxon.rules.chance import draw
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.motion import crossing_of, depth_at
from klaxon.rules.uboot.sea.numbers import METRE, ONE, even
from klaxon.rules.uboot.sea.truth import Budget
from klaxon.rules.uboot.trouble.budget import draw_budget
from klaxon.rules.uboot.words import INSIDE

MARKS = tuple(metres * METRE for metres in (5, 8, 10, *range(20, 310, 10)))
"""Depths at which whatever depends on depth is judged anew."""
TOLD = tuple(metres * METRE for metres in (150, 200, 230))
SAFE, TESTED = 150 * METRE, 230 * METRE
LEAK_PPM, MOST_LEAK_PPM, BREACH_PPM = 2_000, 20_000, 30_000
"""Chances a minute: of a leak at the safe depth and at the tested one, of a breach below it."""
CRUSH_M = (250, 295)
MINUTE = 60_000


def crush_depth(key: str) -> int:
    """Return the depth (mm) at which the hull of this mission gives way."""
    return even(key, "crush", 0, *CRUSH_M) * METRE


def depth_due(work: SeaWork) -> int | None:
    """Return when the boat passes its next mark of depth, or the depth at which it is crushed."""
    boat, hull = work.boat, work.hull
    if not boat.legs:
        return None
    start = boat.legs[0].start
    down = boat.target > boat.legs[0].depth
    place = hull.band if down else hull.band - 1
    marks = [MARKS[place]] if 0 <= place < len(MARKS) else []
    times = [crossing_of(boat, mark, start) for mark in (*marks, hull.crush)]
    return min((time for time in times if time is not None), default=None)


def pass_mark(work: SeaWork, game: int) -> None:
    """The boat is past a mark of depth."""
    depth, before = depth_at(work.boat, game), work.hull.band
    if depth > work.hull.crush:
        work.bring(game, "lost", reason="crushed")
        return
    work.hull = work.hull._replace(band=band_of(depth))
    for mark in TOLD if work.hull.band > before else ():
        if mark == MARKS[before]:
            work.bring(game, "depth-mark", metres=mark // METRE)
    work.mark(OWN)


def band_of(depth: int) -> int:
    """Return how many marks lie above a depth."""
    return sum(mark < depth for mark in MARKS)


# -- leaks and breaches ------------------------------------------------------------------------------------------------


def review_pressure(work: SeaWork, game: int) -> None:
    """Settle the budgets of leak and breach where their rates have become others."""
    hull = work.hull
    depth = depth_at(work.boat, game)
    resting = work.boat.grounded and depth <= SAFE
    leak = 0 if resting else _leak_ppm(depth) * work.aboard.leak // 100
    breach = BREACH_PPM if depth > TESTED else 0
    work.hull = hull._replace(
        leak=_at_rate(work, hull.leak, leak, game, "leak", hull.leaks),
        breach=_at_rate(work, hull.breach, breach, game, "pressure", hull.breaches),
    )


def _leak_ppm(depth: int) -> int:
    """Return the chance of a leak a minute at a depth."""
    if not SAFE < depth <= TESTED:
        return 0
    return LEAK_PPM + (MOST_LEAK_PPM - LEAK_PPM) * (depth - SAFE) // (TESTED - SAFE)


def _at_rate(work: SeaWork, budget: Budget, rate: int, game: int, stream: str, count: int) -> Budget:
    if rate == budget.rate:
        return budget
    if not budget.need:
        budget = Budget(_need(work, stream, count), 0, game)
    return budget._replace(used=budget.used + budget.rate * (game - budget.since), since=game, rate=rate)


def _need(work: SeaWork, stream: str, count: int) -> int:
    """Return a budget in parts of a million times milliseconds of a minute."""
    return draw_budget(work.key, f"hull.{stream}", count) * MINUTE * 1_000_000 // ONE


def pressure_due(work: SeaWork) -> int | None:
    """Return when the hull leaks or breaks next."""
    times = [_used_up(budget) for budget in (work.hull.leak, work.hull.breach) if budget.rate]
    return min(times, default=None)


def _used_up(budget: Budget) -> int:
    return budget.since - (budget.used - budget.need) // budget.rate


def give_way(work: SeaWork, game: int) -> None:
    """Something gives way: a leak, or a breach, in a room by chance."""
    hull = work.hull
    if hull.leak.rate and _used_up(hull.leak) <= game:
        room = INSIDE[draw(work.key, "hull.leak.room", hull.leaks, len(INSIDE))]
        work.hull = hull._replace(leak=Budget(), leaks=hull.leaks + 1)
        work.bring(game, "emergency", kind="leak", room=room)
    else:
        room = INSIDE[draw(work.key, "hull.pressure.room", hull.breaches, len(INSIDE))]
        work.hull = hull._replace(breach=Budget(), breaches=hull.breaches + 1)
        work.bring(game, "breach", room=room)
    review_pressure(work, game)
