"""The approach: on the surface round to ahead of the target, by day under water from there, at night straight in."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.evading import ENOUGH, is_escort
from klaxon.crew.uboot.hunting.geometry import intercept, lead_course, off_track, passes_in, to_track
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.plot import KNOT, Mean, PlottedContact, mean_of, signed
from klaxon.crew.uboot.hunting.shooting import READY_AT, TORPEDO, Wanted, is_ahead, is_in_reach, shoot
from klaxon.rules.uboot.crew.tasks import lookouts
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, PERISCOPE, find_view
from klaxon.rules.uboot.state import OpenBoard

SURFACED, SUBMERGED = {"full": 170, "half": 100, "slow": 60}, {"half": 40, "slow": 20}
AHEAD_OF = 70
"""Degrees on the bow up to which the boat is ahead of a target."""
AHEAD = 4500
"""Metres ahead of a target to which the boat goes on the surface by day."""
OFF = (600, 1300)
"""Metres from the track of a target between which the boat waits for it."""
SIGHTED = 8000
"""Metres from a target at which the periscope goes up."""
OLD = 600
"""Seconds after which a report is no target any more."""
GONE = 120
"""Degrees on the bow from which on a target gets away from a boat under water."""
PERISCOPE_DEPTH = 10_000
LATEST_DIVE = 0.55
"""Share of the range at which a captain likes to dive; nearer he dives in any case."""
HOLDS, TURNING = 420, 150
"""Seconds for which a course is held in the approach, and before the shot."""


def is_prey(contact: PlottedContact, notes: HuntNotes) -> bool:
    """Return whether a contact is a ship worth a torpedo, as far as the crew knows."""
    if contact.kind not in ("ship", "sound", "group") or contact.name in notes.sunk:
        return False
    return contact.klass in ("", "merchant", "group") and not is_escort(contact)


def choose_target(notes: HuntNotes) -> Mean | None:
    """Return the target: the nearest that comes nearer, a single ship before the group it belongs to."""
    means = []
    for contact in notes.plot.contacts:
        mean = mean_of(notes.plot, contact, notes.skill.reports) if is_prey(contact, notes) else None
        if mean is not None and mean.age < OLD:
            late = abs(mean.angle) > GONE and mean.metres > notes.skill.shoots_at
            means.append((late, contact.kind == "group", contact.name in notes.shot_at, mean.metres, mean))
    return min(means, key=lambda each: each[:4])[-1] if means else None


def is_dark(board: OpenBoard) -> bool:
    """Return whether a boat on the surface is hard to see."""
    return board.waters.light in ("moon", "dark")


def attack(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what brings the boat to its shot, the most urgent first."""
    if board.boat.surfaced:
        if not is_dark(board) and _is_time_to_dive(notes, target):
            yield "dive", ("10",)
            return
        if not lookouts(board):
            yield "watch", ()
    else:
        yield from _under_water(board, target)
    if target.metres < READY_AT and is_in_reach(target, notes) and target.name not in notes.shot_at:
        if is_ahead(target, notes):
            yield from shoot(board, notes, target)
            return
        if notes.plot.at - notes.steered > TURNING:
            yield "new_course", (str(round(lead_course(target, TORPEDO))),)
        return
    yield from _flood(board, notes, target)
    yield from _steer(board, notes, target)


def _is_time_to_dive(notes: HuntNotes, target: Mean) -> bool:
    """Return whether to dive by day: near enough, and to where the boat can still come to the track under water."""
    if target.metres > notes.skill.dives_at:
        return False
    can_run = SUBMERGED["half"] * KNOT * max(0.0, passes_in(target))
    return off_track(target) < OFF[1] + can_run or target.metres < notes.skill.dives_at * LATEST_DIVE


def _under_water(board: OpenBoard, target: Mean) -> Iterator[Wanted]:
    """Yield the orders to see or hear again: periscope depth and the periscope, the hydrophone before that."""
    if board.boat.target != PERISCOPE_DEPTH:
        yield "new_depth", ("10",)
    elif find_view(board, PERISCOPE) is None:
        if target.metres < SIGHTED:
            yield PERISCOPE, ()
        elif find_view(board, HYDROPHONE) is None:
            yield HYDROPHONE, ()


def _flood(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    if target.metres < READY_AT and passes_in(target) > 0:
        yield from (wanted for wanted in shoot(board, notes, target) if wanted[0] == "flood_tubes")


def _steer(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield course and speed for the approach; helmsmen are few, so a course has to last a while."""
    setting, course = _surfaced(board, target) if board.boat.surfaced else _submerged(board, target)
    if board.boat.setting != setting:
        yield "new_speed", (setting,)
    if abs(signed(course - notes.plot.ordered)) > ENOUGH and notes.plot.at - notes.steered > HOLDS:
        yield "new_course", (str(round(course) % 360),)


def _surfaced(board: OpenBoard, target: Mean) -> tuple[str, float]:
    """Return how to go on the surface: round to ahead of the target, from there straight to its track."""
    if abs(target.angle) > AHEAD_OF:
        return "full", intercept(target, AHEAD, SURFACED["full"])
    aside = off_track(target)
    if is_dark(board) and aside < OFF[1]:
        return "slow" if aside > OFF[0] else "full_astern", to_track(target)
    needed = (aside - OFF[1]) / max(passes_in(target), 1.0)
    return "full" if needed > SURFACED["half"] * KNOT else "half", to_track(target)


def _submerged(board: OpenBoard, target: Mean) -> tuple[str, float]:
    """Return how to go under water: the tubes towards the track; men are few, so the speed of the dive has to do."""
    is_short = off_track(target) > OFF[1] and passes_in(target) > TURNING
    return "half" if is_short else board.boat.setting, to_track(target)
