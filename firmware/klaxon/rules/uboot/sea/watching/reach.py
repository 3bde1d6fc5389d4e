"""How far each sensor reaches, and how fast it finds (UBT-8.4a to j).

Ranges are mm, rates 65,536ths of a budget a second, angles hundredths of a degree.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import isqrt

from klaxon.rules.uboot.sea.legs import SeaLeg, is_between
from klaxon.rules.uboot.sea.light import AGAINST_MOON_PERCENT
from klaxon.rules.uboot.sea.numbers import DEGREE, HALF, METRE, NM, ONE, mm_s, per_second, vector
from klaxon.rules.uboot.sea.watching.records import Conditions
from klaxon.rules.uboot.sea.weather import Sky, hydrophone_share, lookout_reach, seen_from, view_permille

SIGHT_NM_X10 = {"convoy": 140, "large": 120, "freighter": 100, "escort": 80, "small": 50, "aircraft": 70}
"""What is seen by day in clear weather -> from how far."""
BRIDGE_EYE, PERISCOPE_EYE = 5_000, 750
"""mm above the water."""
HYDROPHONE_NM = {"merchant": 10, "small": 10, "escort": 12, "convoy": 25, "torpedo": 4}
HEARD_ALONE = 3 * NM
"""Nearer than this a ship of a group is heard for itself."""
BLIND_ARC = 20 * DEGREE
MOST_LOOKOUTS, PERISCOPE_LOOKOUTS = 6, 3
LOOKOUT_RATE, HYDROPHONE_RATE = 25, per_second(100)
ESCORT_RATE, MERCHANT_RATE = per_second(25), per_second(5)
END_ON, BEAM_ON = 350, 550
"""From how far (hundredths of nm) a surfaced boat is seen."""
SCOPE_SEEN = (40, 33, 25, 18, 10)
"""From how far (hundredths of nm) a periscope is seen at sea 1, 2, ..., 5 and more."""
FEATHER_KNOTS, FEATHER = 40, 3
AWASH = 5 * METRE
"""Above this depth the boat is seen and not found by ASDIC."""
ASDIC_M, GOOD_ASDIC_M, GOOD_SEA = 1_500, 2_300, 2
ASDIC_ARC, ASDIC_FASTEST, BLIND_DEPTHS = 80 * DEGREE, mm_s(180) + 1, 3
ASDIC_HOLD, ASDIC_SWEEP = 600, 100
"""Hundredths a minute."""
LAYERS = ((60, 100), (120, 60), (180, 40))
"""Depth in m and percent of the rate, linear between."""
BOTTOM = 30
LISTEN_M = ((0, 0), (5, 300), (15, 800), (35, 2_000), (100, 4_000))
"""Own noise in percent and range in m, linear between."""
LISTEN_FASTEST, LISTEN_RATE = mm_s(120) + 1, per_second(50)
"""Like `ASDIC_FASTEST` a mm more: both parts of a velocity are rounded, and 12 kn are 12 kn on every course."""
RADAR, RADAR_RATE = 3 * NM, per_second(100)
RADAR_FROM = "1942"
HEARD_WITHIN, HEARD_PERCENT = 30 * NM, 115
"""So near to where they have heard a message escorts and aircraft look harder, and how hard (UBT-7.10f)."""


@lru_cache(maxsize=64)
def _sky(weather: str, sea: int, light: str) -> Sky:
    return Sky(weather, sea, light)


def sky_of(now: Conditions) -> Sky:
    """Return weather, sea and light as a sky."""
    return _sky(now.weather, now.sea, now.light)


# -- ours ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def horizon(eye: int, mast: int) -> int:
    """Return from how far a mast is seen over the horizon; heights in mm."""
    return isqrt(3852 * 3852 * 1000 * eye) + isqrt(3852 * 3852 * 1000 * mast)


def sight_reach(now: Conditions, sight: str, mast: int, *, against_moon: bool = False, scope: bool = False) -> int:
    """Return from how far our lookouts, or the periscope, see what has such a size and mast (UBT-8.4a)."""
    plain = SIGHT_NM_X10[sight] * NM // (20 if scope else 10)
    reach = lookout_reach(plain, sky_of(now))
    if against_moon:
        reach = reach * AGAINST_MOON_PERCENT // 100
    return min(reach, horizon(PERISCOPE_EYE if scope else BRIDGE_EYE, mast))


@lru_cache(maxsize=16)
def lookout_rate(lookouts: int) -> int:
    """Return how fast so many lookouts find something; without any, never."""
    if not lookouts:
        return 0
    return LOOKOUT_RATE * (18 + 7 * min(lookouts, MOST_LOOKOUTS)) * ONE // (100 * 60 * 60)


def hydrophone_reach(now: Conditions, kind: str, speed: int, fastest: int) -> int:
    """Return from how far our hydrophone hears something that goes at a speed, by what it is at its fastest."""
    share = hydrophone_share(sky_of(now)) * now.hydrophone * (100 - now.noise)
    if share <= 0 or fastest <= 0:
        return 0
    return HYDROPHONE_NM[kind] * NM * share * (fastest + min(speed, fastest)) // (100_000_000 * 2 * fastest)


@lru_cache(maxsize=256)
def blind_edges(heading: int) -> tuple[tuple[int, int], ...]:
    """Return the edges of the arcs in which our hydrophone is deaf, as rays: of the bow, then of the stern."""
    return tuple(vector(heading + half + side, ONE) for half in (0, HALF) for side in (-BLIND_ARC, BLIND_ARC))


def is_in_blind_arc(x: int, y: int, heading: int) -> bool:
    """Return whether our hydrophone is deaf there: within 20 degrees of bow or stern (UBT-8.4d)."""
    edges = blind_edges(heading)
    return is_between(x, y, *edges[0], *edges[1]) or is_between(x, y, *edges[2], *edges[3])


# -- theirs --------------------------------------------------------------------------------------------------------


def boat_seen_from(now: Conditions, aspect: int, *, against_moon: bool = False) -> int:
    """Return from how far they see the boat, or its periscope.

    `aspect` is the sine of the angle between its bow and the watcher, without its sign: 0 end-on, ONE beam-on.
    """
    if now.depth < AWASH:
        plain = (END_ON * ONE + (BEAM_ON - END_ON) * aspect) * NM // (100 * ONE)
        reach = seen_from(plain, sky_of(now))
    elif now.periscope:
        reach = SCOPE_SEEN[min(now.sea, len(SCOPE_SEEN)) - 1] * NM * view_permille(now.light) // 100_000
        if abs(now.knots) >= FEATHER_KNOTS:
            reach *= FEATHER
    else:
        return 0
    return reach * AGAINST_MOON_PERCENT // 100 if against_moon else reach


@lru_cache(maxsize=32)
def most_seen_from(now: Conditions) -> int:
    """Return from how far they see the boat at most, whatever it shows them."""
    return boat_seen_from(now, ONE, against_moon=now.light == "moon")


def asdic_reach(now: Conditions) -> int:
    """Return how far ASDIC reaches; 0 while the boat is surfaced or awash."""
    if now.depth < AWASH:
        return 0
    return (GOOD_ASDIC_M if now.sea <= GOOD_SEA else ASDIC_M) * METRE


def asdic_rate(now: Conditions, aspect: int, *, hold: bool) -> int:
    """Return how fast ASDIC finds the boat; `aspect` as for the eye (UBT-8.4f)."""
    layer = BOTTOM if now.grounded else linear(LAYERS, now.depth // METRE)
    return (ASDIC_HOLD if hold else ASDIC_SWEEP) * 50 * (ONE + aspect) * layer // (100 * 60 * 100 * 100)


def listening_reach(noise: int) -> int:
    """Return from how far an escort hears a boat that makes so much noise (UBT-8.4h)."""
    return linear(LISTEN_M, noise, METRE)


def rate_near_signal(now: Conditions, leg: SeaLeg, game: int, rate: int) -> int:
    """Return how fast an escort or aircraft on a leg finds the boat: faster near where it has heard a message."""
    if not now.heard:
        return rate
    x, y = leg.place(game)
    is_near = (x - now.heard[0]) ** 2 + (y - now.heard[1]) ** 2 <= HEARD_WITHIN**2
    return rate * HEARD_PERCENT // 100 if is_near else rate


def linear(points: tuple[tuple[int, int], ...], at: int, unit: int = 1) -> int:
    """Return the value at a place, straight between points, even beyond the first and the last."""
    if at <= points[0][0]:
        return points[0][1] * unit
    for (low, before), (high, after) in pairwise(points):
        if at <= high:
            return before * unit + (after - before) * unit * (at - low) // (high - low)
    return points[-1][1] * unit
