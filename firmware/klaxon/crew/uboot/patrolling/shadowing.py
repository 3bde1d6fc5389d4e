"""Shadowing a convoy: on the surface at its flank, near enough for the objective and too far to be seen.

A boat that hears the convoy come lets it pass under water, going along with it, and follows when it has passed.

By night the boat closes in, for lookouts see little then, theirs less. A station that drifts slowly costs no orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.geometry import intercept, slant, standing
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.plot import signed_degrees
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.crew.uboot.hunting.submerged import PERISCOPE_DEPTH, UNSEEN
from klaxon.crew.uboot.patrolling.chart_way import NM
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.patrol.records import KNOWN, Objective
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, find_view
from klaxon.rules.uboot.state import OpenBoard

BY_DAY, BY_NIGHT = 0.76, 0.40
"""Of the distance that an objective allows: how far off the boat keeps."""
IN_SIGHT, WIDE = 20_000, 2000
"""Metres from which a convoy is well in sight on a clear day, and what its breadth adds."""
SLACK = 2.2 * NM
"""Metres by which the distance may be off before the boat steers for its station."""
FULL = 170
"""Tenths of knots on the surface at full speed."""
SLOW_CONVOY = 80
"""Tenths of knots below which a convoy is kept up with at slow speed."""
ENOUGH = 15
"""Degrees by which the course may differ from the convoy's."""
SUBMERGED, ASIDE = 40, 8800
"""Tenths of knots under water, and metres from the track of a convoy that keep the boat clear of its escorts."""
HEARD_FULLY = 6
"""Reports by ear by which a captain knows where a convoy is."""
PASSED, FOLLOWS = 95, 15_000
"""Degrees on the bow from which on a convoy has passed, and metres from it at which the boat surfaces by day."""
FOLLOWS_UNSEEN, WORTH_SURFACING = 18_000, 4
"""Metres from a convoy on a clear day at which the boat surfaces to follow it, and orders that this takes."""
FAR_BEHIND = 14_000
"""Metres by which a boat that follows may fall behind before it catches up."""
HOLDS = 900
"""Seconds for which a course is held at least."""


def shadowing(board: OpenBoard) -> Objective | None:
    """Return the open objective to shadow a convoy, if there is one."""
    return next((each for each in board.patrol.objectives if each.kind == "shadow" and each.state == KNOWN), None)


def convoy_of(notes: HuntNotes) -> Mean | None:
    """Return the convoy on the plot, as its reports say."""
    groups = [each for each in notes.plot.contacts if each.kind == "group"]
    means = [mean_of(notes.plot, each, notes.skill.tracks, whole=True) for each in groups]
    return min((mean for mean in means if mean is not None), key=lambda mean: (mean.lost, mean.metres), default=None)


def shadow(board: OpenBoard, notes: HuntNotes, convoy: Mean, allowed: float) -> Iterator[Wanted]:
    """Yield what keeps the boat within so many metres of a convoy, the most urgent first."""
    if not board.boat.surfaced:
        yield from _shadow_submerged(board, notes, convoy, allowed)
        return
    if not lookouts(board):
        yield "watch", ()
    if notes.plot.at - notes.steered < HOLDS:
        return
    wanted = min(allowed * (BY_NIGHT if is_dark(board) else BY_DAY), IN_SIGHT * visibility(board) + WIDE)
    if abs(convoy.metres - wanted) < SLACK:
        setting, course = ("slow" if convoy.speed < SLOW_CONVOY else "half"), convoy.course
    else:
        side = 1.0 if convoy.angle > 0 else -1.0
        setting, course = "full", intercept(convoy, 0.0, side * wanted, FULL)
    if board.boat.setting != setting:
        yield "new_speed", (setting,)
    if abs(signed_degrees(course - notes.plot.ordered)) > ENOUGH:
        yield "new_course", (str(round(course) % 360),)


def follow(board: OpenBoard, notes: HuntNotes, convoy: Mean) -> Iterator[Wanted]:
    """Yield what keeps the boat near a convoy by day, unseen, for few orders, until it can attack by night."""
    if not board.boat.surfaced:
        has_passed = abs(convoy.angle) > PASSED and (convoy.lost or convoy.reports >= HEARD_FULLY)
        if has_passed and convoy.metres > FOLLOWS_UNSEEN * visibility(board) and board.order >= WORTH_SURFACING:
            yield "surface", ()
        return
    if not lookouts(board):
        yield "watch", ()
    if notes.plot.at - notes.steered < HOLDS:
        return
    wanted = IN_SIGHT * visibility(board) + WIDE
    is_near = convoy.metres < wanted - SLACK
    if not is_near and convoy.metres < wanted + FAR_BEHIND:
        setting, course = ("slow" if convoy.speed < SLOW_CONVOY else "half"), convoy.course
    else:
        side = 1.0 if convoy.angle > 0 else -1.0
        setting, course = "full", intercept(convoy, 0.0, side * (wanted + SLACK), FULL)
    if board.boat.setting != setting:
        yield "new_speed", (setting,)
    if abs(signed_degrees(course - notes.plot.ordered)) > ENOUGH:
        yield "new_course", (str(round(course) % 360),)


def _shadow_submerged(board: OpenBoard, notes: HuntNotes, convoy: Mean, allowed: float) -> Iterator[Wanted]:
    """Yield what lets a boat under water go along with a convoy that passes, and surface behind it."""
    if convoy.reports < HEARD_FULLY and not convoy.lost:
        return
    place = standing(convoy)
    has_passed = abs(convoy.angle) > PASSED and convoy.metres > max(FOLLOWS * visibility(board), UNSEEN)
    if has_passed or abs(place.aside) > BY_DAY * allowed:
        yield "surface", ()
        return
    if board.boat.target != PERISCOPE_DEPTH:
        yield "new_depth", ("10",)
    if find_view(board, HYDROPHONE) is None:
        yield HYDROPHONE, ()
    if notes.plot.at - notes.steered < HOLDS:
        return
    if board.boat.setting != "half":
        yield "new_speed", ("half",)
    is_clear = abs(place.aside) > ASIDE or place.ahead < 0
    course = convoy.course if is_clear else slant(convoy, SUBMERGED, ASIDE)
    if abs(signed_degrees(course - notes.plot.ordered)) > ENOUGH:
        yield "new_course", (str(round(course) % 360),)
