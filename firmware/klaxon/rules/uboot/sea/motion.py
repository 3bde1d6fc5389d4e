"""How the own boat moves: its speed by telegraph, and its depth in even legs (UBT-3.13, UBT-8.2b).

A depth is computed from the leg it lies on, never from the last look, so time may be cut anywhere.
"""

from __future__ import annotations

from itertools import pairwise

from klaxon.rules.uboot.records import DepthLeg, OwnBoat

KNOTS = {
    "full_astern": (-50, -20),
    "stop": (0, 0),
    "slow": (60, 20),
    "half": (100, 40),
    "full": (170, 76),
}
"""Telegraph -> speed surfaced and submerged, in tenths of knots (UBT-8.2)."""
SHALLOW = 10_000
"""Above this depth (mm) a boat from or to the surface has rates of its own."""
_DIVE_MS = {"full": 30_000}
_SLOW_DIVE_MS, _SURFACE_MS = 60_000, 60_000
_RATE = {"stop": 300, "slow": 500, "full_astern": 500, "half": 1000, "full": 1600}
"""Telegraph -> mm a second below 10 m."""


def speed(boat: OwnBoat, share: int = 100) -> int:
    """Return the speed in tenths of knots: diesels drive it surfaced, motors submerged (UBT-3.13a).

    `share` is the percentage that the engines give (UBT-7.9b).
    """
    knots = KNOTS[boat.setting][0 if boat.surfaced else 1]
    return knots * share // 100 if knots >= 0 else -(-knots * share // 100)


def depth_at(boat: OwnBoat, game: int) -> int:
    """Return the depth (mm) at a game time."""
    for leg in boat.legs:
        if game < leg.end:
            return leg.depth + (leg.to - leg.depth) * max(0, game - leg.start) // (leg.end - leg.start)
    return boat.legs[-1].to if boat.legs else boat.depth


def deepest(boat: OwnBoat) -> int:
    """Return how deep (mm) it lies; on its way to another depth, the greatest of that way until it arrives."""
    return max((max(leg.depth, leg.to) for leg in boat.legs), default=boat.depth)


def arrival(boat: OwnBoat) -> int | None:
    """Return the game time at which it reaches its depth, None if it lies there."""
    return boat.legs[-1].end if boat.legs else None


def crossing_of(boat: OwnBoat, depth: int, game: int) -> int | None:
    """Return the next game time at which it gets below a depth (mm), or is no longer below it."""
    below = depth_at(boat, game) > depth
    for leg in boat.legs:
        if leg.end > game and (leg.to > depth) != below:
            early, late = max(game, leg.start), leg.end
            while late - early > 1:
                middle = (early + late) // 2
                early, late = (early, middle) if (depth_at(boat, middle) > depth) != below else (middle, late)
            return late
    return None


def bound_for(boat: OwnBoat, target: int, game: int, pace: int = 100) -> OwnBoat:
    """Return the boat on its way to a depth (mm) from where it is; at another setting the way is planned anew.

    It takes `pace` percent of the usual time.
    """
    depth = depth_at(boat, game)
    dived = boat.dived or depth >= SHALLOW or target <= depth
    lying = boat._replace(depth=depth, target=target, legs=(), dived=dived, pace=pace)
    return lying._replace(legs=_legs(lying, game)) if depth != target else lying


def boat_at_target(boat: OwnBoat) -> OwnBoat:
    """Return the boat at the end of its way; at depth 0 it has surfaced (UBT-3.13f)."""
    return boat._replace(depth=boat.target, legs=(), dived=True, surfaced=boat.target == 0)


def _legs(boat: OwnBoat, game: int) -> tuple[DepthLeg, ...]:
    """Return the way from the present depth to the target: one leg, or two that meet at 10 m."""
    depth, target, rate = boat.depth, boat.target, _RATE[boat.setting]
    if target == 0:
        shallow_ms = _SURFACE_MS
    elif not boat.dived:
        shallow_ms = _DIVE_MS.get(boat.setting, _SLOW_DIVE_MS)
    else:
        return (_leg(depth, target, game, 10 * boat.pace, rate),)
    stops = [depth, SHALLOW, target] if min(depth, target) < SHALLOW < max(depth, target) else [depth, target]
    legs: list[DepthLeg] = []
    for here, there in pairwise(stops):
        ms, mm = (shallow_ms, SHALLOW) if max(here, there) <= SHALLOW else (1000, rate)
        legs.append(_leg(here, there, legs[-1].end if legs else game, ms * boat.pace // 100, mm))
    return tuple(legs)


def _leg(depth: int, to: int, start: int, ms: int, mm: int) -> DepthLeg:
    """Return a leg of so many milliseconds for so many millimetres."""
    return DepthLeg(start, depth, start - (-abs(to - depth) * ms // mm), to)
