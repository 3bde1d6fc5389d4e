"""Torpedoes in the water as a part of the sea: each knows its next instant, and what comes then (UBT-8.0b, UBT-8.5).

That is the least of: a hull crossed, a ship near enough to see the track, the end of the run, and the silence after
the computed time.
"""

from __future__ import annotations

from klaxon.rules.uboot.sea.attack.ballistics import HullPlan, hull_crossing
from klaxon.rules.uboot.sea.attack.launching import leave_tubes
from klaxon.rules.uboot.sea.attack.records import RunningTorpedo
from klaxon.rules.uboot.sea.attack.striking import strike
from klaxon.rules.uboot.sea.attack.torpedo_types import TABLE
from klaxon.rules.uboot.sea.attack.tracks import see_track
from klaxon.rules.uboot.sea.engine import OWN, SeaWork
from klaxon.rules.uboot.sea.legs import SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import METRE, bearing
from klaxon.rules.uboot.sea.ships.casualties import leg_of_number
from klaxon.rules.uboot.sea.ships.classes import ship_classes
from klaxon.rules.uboot.sea.ships.records import SUNK, ShipGroup
from klaxon.rules.uboot.sea.ships.sailing import place_of_group
from klaxon.rules.uboot.sea.watching.pairs import entry

TRACK_SEEN = 800 * METRE


def torpedoes_due(work: SeaWork) -> int | None:
    """Return when a torpedo leaves its tube, or something happens to one in the water."""
    attack = work.attack
    if not attack.salvo and not attack.running:
        return None
    return min([each.due for each in attack.salvo] + [each.due for each in attack.running])


def let_torpedoes_happen(work: SeaWork, game: int) -> None:
    """Let happen what is due: of one instant, those in the water first, in the order in which they left."""
    for torpedo in work.attack.running:
        if torpedo.due <= game:
            _happen(work, torpedo, game)
    leave_tubes(work, game)
    _plan(work, game)


def _happen(work: SeaWork, torpedo: RunningTorpedo, game: int) -> None:
    if torpedo.body >= 0:
        torpedo = strike(work, torpedo, torpedo.body, game)
    elif torpedo.look >= 0:
        torpedo = see_track(work, torpedo, torpedo.look, game)
    elif torpedo.ends <= game and not torpedo.is_over:
        torpedo = torpedo._replace(is_over=True, fate=torpedo.fate or "short")
    elif torpedo.silence <= game and not torpedo.is_told:
        work.bring(game, "torpedo", tube=torpedo.tube, result="miss", contact="")
        torpedo = torpedo._replace(is_told=True)
    _put(work, torpedo._replace(due=0))


def _put(work: SeaWork, torpedo: RunningTorpedo) -> None:
    """Put a torpedo into another condition; one that is spent and told is no more."""
    attack = work.attack
    if torpedo.is_over and torpedo.is_told:
        left = tuple(each for each in attack.running if each.number != torpedo.number)
        fates = (*attack.fates, (torpedo.number, torpedo.tube, torpedo.fate))
        work.attack = attack._replace(running=left, fates=fates)
    else:
        running = tuple(torpedo if each.number == torpedo.number else each for each in attack.running)
        work.attack = attack._replace(running=running)


def review_torpedoes(work: SeaWork, game: int) -> None:
    """Find the next instants anew where a ship steers otherwise."""
    if work.attack.running and not work.moved <= {OWN}:
        running = tuple(each._replace(due=0) for each in work.attack.running)
        work.attack = work.attack._replace(running=running)
        _plan(work, game)


def _plan(work: SeaWork, game: int) -> None:
    if any(not each.due for each in work.attack.running):
        running = tuple(each if each.due else _planned(work, each, game) for each in work.attack.running)
        work.attack = work.attack._replace(running=running)


def _planned(work: SeaWork, torpedo: RunningTorpedo, game: int) -> RunningTorpedo:
    """Return a torpedo with its next instant after a game time."""
    times = [] if torpedo.is_told else [torpedo.silence]
    if torpedo.is_over:
        return torpedo._replace(due=max(times), body=-1, look=-1)
    due, body, look = min([*times, torpedo.ends]), -1, -1
    has_wake = TABLE[torpedo.kind].wake and work.sky.light == "day"
    for number, ship in enumerate(work.traffic.ships):
        if ship.motion == SUNK or number in torpedo.past:
            continue
        leg = leg_of_number(work, number, game)
        met = _meets(work, torpedo, number, leg, game)
        if met is not None and met <= due:
            due, body, look = met, number, -1
        if has_wake and number not in torpedo.near:
            seen = _nears(torpedo, leg, game)
            if seen is not None and (seen, 0) < (due, body >= 0):
                due, body, look = seen, -1, number
    return torpedo._replace(due=max(due, game), body=body, look=look)


def _meets(work: SeaWork, torpedo: RunningTorpedo, number: int, leg: SeaLeg, game: int) -> int | None:
    """Return when a torpedo is within the hull of a ship, its pistol armed; None: on these legs never."""
    begin = max(game, torpedo.armed)
    if begin > torpedo.ends:
        return None
    ship = work.traffic.ships[number]
    kind = ship_classes(work.box)[ship.type]
    heading = bearing(leg.vx, leg.vy) if leg.vx or leg.vy else _group_of(work, number).axis
    return hull_crossing(torpedo.leg, leg, HullPlan(kind.length, kind.beam, heading), begin, torpedo.ends)


def _group_of(work: SeaWork, number: int) -> ShipGroup:
    return work.traffic.groups[place_of_group(work.traffic, number)]


def _nears(torpedo: RunningTorpedo, leg: SeaLeg, game: int) -> int | None:
    """Return when a torpedo comes near enough to a ship for its track to be seen; None: on these legs never."""
    begin = max(game, torpedo.leg.start)
    seen = relative(leg, torpedo.leg, begin)
    if seen.square <= TRACK_SEEN**2:
        return begin
    after = entry(*seen, TRACK_SEEN)
    return begin + after if begin + after <= torpedo.ends else None
