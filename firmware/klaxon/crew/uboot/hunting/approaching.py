"""The approach: on the surface round to ahead of the target, by day under water from there, at night straight in.

Orders are few, so a course is held while it still leads to a place from which the rest can be done.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.evading import is_escort
from klaxon.crew.uboot.hunting.flanking import FLANK, flank_of, is_from_flank, is_night
from klaxon.crew.uboot.hunting.geometry import (
    Standing,
    at_passing,
    intercept,
    lead_course,
    seen_later,
    slant,
    standing,
    standings,
)
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.plot import KNOT, PlottedContact, signed_degrees
from klaxon.crew.uboot.hunting.seeing import is_dark, visibility
from klaxon.crew.uboot.hunting.shooting import (
    GYRO,
    READY_AT,
    READY_FAR,
    TORPEDO,
    Wanted,
    has_torpedo,
    prepare,
    reload_wanted,
    salvo_of,
    shoot,
    skill_for,
)
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.sea.glass.open_views import PERISCOPE, find_view
from klaxon.rules.uboot.state import OpenBoard

FULL, HALF, SUBMERGED = 170, 100, 40
"""Tenths of knots: on the surface at full and half speed, and under water at half."""
ROUND, WELL_OFF = (6000, 10_500), (9000, 6000)
"""Metres ahead of a target and off its track to which a boat goes round it on a clear day: that fell behind, or not."""
ROUND_DARK = (12_000, 12_000)
"""The same on the surface; at night, when one sees a fifth of that."""
OUT_OF_SIGHT, WELL_AHEAD = 9000, 40
"""Metres from which on nobody sees the boat on a clear day, and degrees on the bow to stand well ahead of a target."""
SAFE_TO_SURFACE, HEARD_WELL = 16_000, 3
"""Metres from a target at which the boat surfaces on a clear day to get ahead of it, and reports that it waits for."""
UNSEEN, HEARD_FULLY = 9000, 6
"""Metres from a convoy at which the boat surfaces by night to attack it, and reports by ear that it waits for."""
LAME = 50
"""Tenths of knots below which a ship is damaged."""
BEHIND = 75
"""Degrees on the bow from which on the boat has fallen behind."""
SIGHTED = 9000
"""Metres from a target at which the periscope goes up."""
LEAST_DIVE, LEAST_DIVE_FLEET = 4000, 6000
"""Metres from a ship, and from the middle of a convoy, at which the captain dives in bad light."""
NEAREST_DIVE = 1800
"""Metres ahead of a target at which it is too late to dive for it."""
SHARE = 0.75
"""Of the way that a boat under water can make to the track this is what a captain counts on."""
GONE = 115
"""Degrees on the bow from which on a target gets away from a boat under water."""
DIVE, PERISCOPE_DEPTH = "dive", 10_000
RUNS, ASTERN = 1500, 45
"""Seconds for which a boat runs from a convoy that it has shot at, and degrees that its course may be off then."""
SOON = 150
"""Seconds before a target passes from which on no place is sought any more."""
NEAR = 1500
"""Metres within which a target that has passed may still be shot at."""
LOST, LOST_DARK = 6500, 3000
"""Metres from a target that got away at which the boat surfaces to get ahead of it again, by day and at night."""
HOLDS, HOLDS_SHORT = 600, 240
"""Seconds for which a course is held far from a target, and near it."""
ENOUGH = 12
"""Degrees by which a course may be off before it is ordered anew."""
NARROW, WIDE, WIDE_OFF = 350, 900, 1800
"""Metres by which the boat may pass nearer to the track than it wants to, farther from it, and from a convoy's."""
SETTLED = 7
"""Reports of a ship that has turned away without which nobody goes round it: it will turn back."""
FORGOTTEN, FORGOTTEN_NEAR = 60_000, 5000
"""Metres from a ship that was lost beyond which nobody looks for it, and within which it should have been found."""
COSTLY, CHEAP = 6, 3
"""Orders, with the morale that may pay for some, without which nobody begins to go round a target, or a lame one."""


def is_prey(contact: PlottedContact, notes: HuntNotes) -> bool:
    """Return whether a contact is a ship worth a torpedo, as far as the crew knows."""
    if contact.kind not in ("ship", "sound", "group") or contact.name in notes.sunk:
        return False
    return contact.klass in ("", "merchant", "group") and not is_escort(contact)


def choose_target(notes: HuntNotes) -> Mean | None:
    """Return the target: the nearest that comes nearer, a single ship before the group it belongs to."""
    found = []
    before = notes.target.name if notes.target is not None else ""
    for contact in notes.plot.contacts:
        is_wanted = is_prey(contact, notes) and not _is_in_columns(contact, notes)
        mean = mean_of(notes.plot, contact, notes.skill.tracks, whole=True) if is_wanted else None
        if mean is not None and not (mean.lost and not FORGOTTEN_NEAR < mean.metres < FORGOTTEN):
            late, is_shot_at = abs(mean.angle) > GONE, contact.name in notes.shot_at
            rank = (mean.lost, late, is_shot_at, contact.kind == "group", contact.name != before, mean.metres)
            found.append((rank, mean))
    return min(found)[1] if found else None


def _is_in_columns(contact: PlottedContact, notes: HuntNotes) -> bool:
    """Return whether a contact is a ship of a convoy that is attacked as a whole: one that lags is not."""
    is_known = any(each.name == contact.group for each in notes.plot.contacts)
    return notes.skill.flanks and is_known and not contact.hurt


def closer_look(notes: HuntNotes, target: Mean) -> Mean:
    """Return a target by the reports that the shot is laid by."""
    contact = next(each for each in notes.plot.contacts if each.name == target.name)
    return mean_of(notes.plot, contact, notes.skill.reports) or target


def attack(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings the boat to its shot, the most urgent first."""
    if not has_torpedo(board):
        yield from reload_wanted(board)
    if board.boat.surfaced:
        yield from _attack_surfaced(board, notes, target)
    elif has_torpedo(board):
        yield from _attack_submerged(board, notes, target)


def _attack_surfaced(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    if not _stays_up(board, target) and (DIVE in notes.moved or _is_time_to_dive(board, notes, target)):
        if board.boat.setting == "full" and DIVE not in notes.moved:
            yield "new_speed", ("half",)
        yield DIVE, ("10",)
        return
    if not lookouts(board):
        yield "watch", ()
        return
    if is_dark(board) and target.fleet and not _may_shoot(board, notes, target) and notes.plot.at - notes.fired < RUNS:
        yield from _run_off(board, notes, target)
        return
    if _stays_up(board, target):
        yield from _shot(board, notes, target)
    yield from _steer_surfaced(board, notes, target)


def _attack_submerged(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    if _is_gone(target):
        far: float = LOST_DARK if is_dark(board) else 0 if target.speed < LAME else LOST
        if target.fleet:
            far = max(far, SAFE_TO_SURFACE * visibility(board))
        if target.metres > far and _can_go_round(board, notes, target):
            yield "surface", ()
        return
    if target.fleet and notes.plot.at - notes.fired < RUNS and not _may_shoot(board, notes, target):
        yield from _slip_away(board, notes, target)
        return
    sighted = READY_FAR if is_from_flank(notes.skill, target) else SIGHTED
    if target.reports < HEARD_WELL and target.metres > sighted:
        return
    if is_night(board) and target.fleet and target.metres > UNSEEN and target.reports >= HEARD_FULLY:
        yield "surface", ()
        return
    if _is_far(board, target) and not _can_be_reached(board, notes, target, standing(target)):
        yield "surface", ()
        return
    if target.metres < sighted:
        if board.boat.target != PERISCOPE_DEPTH:
            yield "new_depth", ("10",)
        elif find_view(board, PERISCOPE) is None:
            yield PERISCOPE, ()
    yield from _shot(board, notes, target)
    yield from _steer_submerged(board, notes, target)


def _shot(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what is wanted for a shot that is near."""
    far = READY_FAR if is_from_flank(notes.skill, target) else READY_AT
    if target.metres > far or target.name in notes.shot_at or target.lost:
        return
    near = closer_look(notes, target)
    yield from prepare(board, notes, near)
    yield from shoot(board, notes, near)


def _stays_up(board: OpenBoard, target: Mean) -> bool:
    """Return whether the boat attacks on the surface: in the dark, and a ship that can neither run nor hide."""
    is_dim = is_night(board) if target.fleet else is_dark(board)
    return is_dim or target.speed < LAME


def _is_gone(target: Mean) -> bool:
    """Return whether a boat under water cannot come near a target any more."""
    if target.lost:
        return abs(target.angle) > BEHIND
    return abs(target.angle) > GONE and target.metres > NEAR


def _is_far(board: OpenBoard, target: Mean) -> bool:
    """Return whether a target that was heard is so far off that nobody sees the boat surface."""
    return target.metres > max(SAFE_TO_SURFACE * visibility(board), 3 * LEAST_DIVE / 2)


def _can_go_round(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    least = COSTLY if target.speed >= LAME else CHEAP
    return board.order + max(0, board.morale - notes.skill.floor) >= least


# -- on the surface ----------------------------------------------------------------------------------------------------


def _dive_range(board: OpenBoard, notes: HuntNotes) -> float:
    least = LEAST_DIVE_FLEET if notes.target is not None and notes.target.fleet else LEAST_DIVE
    near = max(notes.skill.dives_at * visibility(board), least)
    return near + FLANK if notes.target is not None and is_from_flank(notes.skill, notes.target) else near


def _can_be_reached(board: OpenBoard, notes: HuntNotes, target: Mean, place: Standing) -> bool:
    """Return whether a boat that stands there can come to its shot under water."""
    run = SHARE * SUBMERGED * KNOT * place.ahead / max(target.speed * KNOT, 1.0)
    return place.ahead > NEAREST_DIVE and abs(place.aside) < _waits(board, notes, target) + NARROW + run


def _is_time_to_dive(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether to dive by day: near enough, and where the boat can come to its shot under water."""
    near, place = _dive_range(board, notes), standing(target)
    if target.metres > near:
        return False
    return _can_be_reached(board, notes, target, place) or (target.metres < near / 2 and place.ahead > 0)


def _leads_there(board: OpenBoard, notes: HuntNotes, target: Mean, course: float, knots: float) -> bool:
    """Return whether a course leads to where the boat can dive for its shot, or on the surface to the shot itself."""
    if _stays_up(board, target):
        seconds, aside = at_passing(target, course, knots)
        return seconds > 0 and _is_right(board, notes, target, aside)
    near = _dive_range(board, notes)
    for _, place in standings(target, course, knots):
        if place.ahead < NEAREST_DIVE:
            return False
        if place.metres < near:
            return _can_be_reached(board, notes, target, place)
    return False


def _is_right(board: OpenBoard, notes: HuntNotes, target: Mean, aside: float) -> bool:
    """Return whether it will do to pass a target so many metres to starboard of its track."""
    off = aside if target.angle > 0 else -aside
    waits, wide = _waits(board, notes, target), WIDE_OFF if is_from_flank(notes.skill, target) else WIDE
    return waits - NARROW <= off <= waits + wide


def _waits(board: OpenBoard, notes: HuntNotes, target: Mean) -> int:
    """Return how many metres from the track of a target the boat wants to be when it passes."""
    return flank_of(board) if is_from_flank(notes.skill, target) else skill_for(notes, target).waits


def _steer_surfaced(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield speed and course towards a place ahead of the target."""
    plot, setting = notes.plot, board.boat.setting
    speed = FULL if setting == "full" else HALF
    if setting in ("half", "full") and _leads_there(board, notes, target, plot.ordered, speed):
        return
    if plot.at - notes.steered < (HOLDS_SHORT if target.metres < SIGHTED / 2 else HOLDS):
        return
    if abs(target.angle) > BEHIND or target.lost:
        is_fleeing = target.is_turned and target.reports < SETTLED and not target.lost
        if _can_go_round(board, notes, target) and target.speed < HALF * 1.5 and not is_fleeing:
            yield from _go_round(board, notes, target)
        return
    if _stands_off(board, notes, target):
        yield from _go_round(board, notes, target)
        return
    for name, knots in (("half", HALF), ("full", FULL)):
        course = _course_ahead(board, notes, target, knots)
        if name == "full" or _leads_there(board, notes, target, course, knots):
            if setting != name:
                yield "new_speed", (name,)
            yield from _new_course(notes, course)
            return


def _course_ahead(board: OpenBoard, notes: HuntNotes, target: Mean, knots: float) -> float:
    if _stays_up(board, target):
        return slant(target, knots, _waits(board, notes, target))
    side = 1.0 if target.angle > 0 else -1.0
    return intercept(target, _dive_range(board, notes) * 0.8, side * _waits(board, notes, target), knots)


def _stands_off(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether the boat stays out of sight until it stands well ahead of a target."""
    is_far = target.metres > OUT_OF_SIGHT * visibility(board) and target.speed < HALF * 1.2
    return notes.skill.stands_off and not _stays_up(board, target) and is_far and abs(target.angle) > WELL_AHEAD


def _run_off(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what takes the boat away from a convoy that it has shot at: into the dark, at full speed."""
    away = (target.course + (90 if target.angle > 0 else -90)) % 360
    if abs(signed_degrees(away - notes.plot.ordered)) > ASTERN:
        yield "new_course", (str(round(away) % 360),)
    if board.boat.setting != "full":
        yield "new_speed", ("full",)


def _may_shoot(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether a torpedo that reaches a target is ready."""
    return bool(salvo_of(board, notes, target))


def _slip_away(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what takes the boat away under water from a convoy that it has shot at: its escorts come to look."""
    away = (target.course + (90 if target.angle > 0 else -90)) % 360
    if board.boat.target < 1000 * notes.skill.deep:
        yield "new_depth", (str(notes.skill.deep),)
    if abs(signed_degrees(away - notes.plot.ordered)) > ASTERN:
        yield "new_course", (str(round(away) % 360),)


def _go_round(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield full speed and the course to ahead of a target, out of its sight."""
    side = 1.0 if target.angle > 0 else -1.0
    if board.boat.setting != "full":
        yield "new_speed", ("full",)
    ahead, aside = WELL_OFF if abs(target.angle) < BEHIND and not target.lost else ROUND
    if _stays_up(board, target):
        ahead, aside = ROUND_DARK
    yield from _new_course(notes, intercept(target, ahead * visibility(board), side * aside * visibility(board), FULL))


def _new_course(notes: HuntNotes, course: float) -> Iterator[Wanted]:
    """Yield a course that differs enough from the one that is steered."""
    if abs(signed_degrees(course - notes.plot.ordered)) > ENOUGH:
        yield "new_course", (str(round(course) % 360),)


# -- under water -------------------------------------------------------------------------------------------------------


def _steer_submerged(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield a course that brings the boat to its shot, or its bow to where the target will be."""
    plot = notes.plot
    if board.boat.setting not in ("half", "slow"):
        yield "new_speed", ("half",)
    if plot.at - notes.steered < HOLDS_SHORT:
        return
    knots = SUBMERGED if board.boat.setting == "half" else SUBMERGED / 2
    seconds, aside = at_passing(target, plot.ordered, knots)
    if seconds > SOON:
        if not _is_right(board, notes, target, aside):
            yield from _new_course(notes, slant(target, knots, _waits(board, notes, target)))
        return
    if target.name in notes.shot_at:
        return
    abeam = seen_later(target, plot.ordered, knots, seconds)
    lead = lead_course(abeam, TORPEDO)
    if abs(signed_degrees(lead - plot.ordered)) > GYRO:
        yield "new_course", (str(round(lead) % 360),)
