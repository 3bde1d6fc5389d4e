"""One pair of watcher and target: when it is decided next, and what is left of its budget (UBT-8.4k, UBT-8.4l).

Every sensor obeys one law, rate = k (1 - (r/R)^2) inside R and nothing outside, because it can be integrated.

This is the innermost loop of the sea, so it works on plain numbers. Relative places and velocities are those of one of
the two as the other sees it; which of them moves makes no difference.
"""

from __future__ import annotations

from math import isqrt

from klaxon.rules.uboot.sea.watching.records import HELD, NEVER, OUTSIDE, Watch

Pair = tuple[str, int]
"""Sensor and body, as in `Watch`."""
Seen = tuple[int, int, int, int]
"""Relative place and velocity."""
AGAIN = 600_000
"""What was planned is planned anew after so many milliseconds."""
LEAST = 1_000
"""At least so long is it between two decisions of a pair."""


def entry(x: int, y: int, vx: int, vy: int, reach: int) -> int:
    """Return after how many milliseconds something outside a range is inside, NEVER if it will not be (UBT-8.0f)."""
    closing = x * vx + y * vy
    if closing >= 0:
        return NEVER
    a, b = vx * vx + vy * vy, 1000 * closing
    root = b * b - 1_000_000 * a * (x * x + y * y - reach * reach)
    return (-b - isqrt(root)) // a + 1 if root >= 0 else NEVER


def leaving(x: int, y: int, vx: int, vy: int, reach: int) -> int:
    """Return after how many milliseconds something inside a range is outside, NEVER if it does not move.

    What was to come inside and passes a hair's breadth away is outside once it is at its nearest.
    """
    a = vx * vx + vy * vy
    if not a:
        return NEVER
    b = 1000 * (x * vx + y * vy)
    return (-b + isqrt(max(0, b * b - 1_000_000 * a * (x * x + y * y - reach * reach)))) // a + 1


def budget_used(watch: Watch, game: int) -> int:
    """Return how much of its budget a pair has used up since it was planned."""
    passed = game - watch.since
    reach = watch.reach
    share = 3_000_000 * watch.inside - 3_000 * watch.closing * passed - watch.speed * passed * passed
    return watch.rate * passed * share // (3_000_000_000 * reach * reach)


def plan_pair(pair: Pair, need: int, game: int, seen: Seen, reach: int, rate: int, again: int = NEVER) -> Watch:
    """Return a pair that is inside the range at a game time, with a budget that is left, or HELD.

    It is decided when the budget is used up, the range is left, or it has to be planned anew: after `again`
    milliseconds, with a budget in any case after ten minutes.
    """
    x, y, vx, vy = seen
    within = min(leaving(x, y, vx, vy, reach), again)
    if need == HELD:
        return Watch(*pair, game + max(within, LEAST) if within < NEVER else NEVER, game, HELD, rate, reach)
    within = min(within, AGAIN)
    inside, closing, speed = reach * reach - x * x - y * y, x * vx + y * vy, vx * vx + vy * vy
    unit = 3_000_000_000 * reach * reach
    first, second = 3_000_000 * inside, 3_000 * closing
    # The hazard rises to the end of the stretch; where it does not suffice there is nothing to search.
    if rate * within * (first - (second + speed * within) * within) // unit >= need:
        early, late = 0, within
        while late - early > 1:
            middle = (early + late) // 2
            if rate * middle * (first - (second + speed * middle) * middle) // unit >= need:
                late = middle
            else:
                early = middle
        within = late
    return Watch(*pair, game + max(within, LEAST), game, need, rate, reach, inside, closing, speed)


def is_used_up(watch: Watch, game: int) -> bool:
    """Return whether the budget of a pair is used up by a game time."""
    return watch.need > HELD and budget_used(watch, game) >= watch.need


def plan_look(pair: Pair, due: int) -> Watch:
    """Return a pair whose target is out of range or cannot be perceived, and which is looked at again then."""
    return Watch(*pair, due, need=OUTSIDE)
