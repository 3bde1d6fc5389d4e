"""The shot: tubes flooded in time, the TDC laid by the own plot, a salvo that is spread by the range, and reloading."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, sin

from klaxon.crew.uboot.hunting.geometry import impact_angle, lead_course, off_track
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.plot import Mean, signed_degrees
from klaxon.rules.domains import Token
from klaxon.rules.uboot.orders.arms import open_tubes
from klaxon.rules.uboot.sea.attack.records import EMPTY, FLOODED, LOADED
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.sea.glass.open_views import TDC, find_view
from klaxon.rules.uboot.state import OpenBoard

BOW_TUBES = (1, 2, 3, 4)
TORPEDO = 30
"""Knots that every type of torpedo can run."""
READY_AT = 5000
"""Metres from a target at which the tubes are flooded."""
FARTHEST = 4000
"""Metres from which nobody shoots at all."""
GYRO = 85
"""Degrees from the bow to which a torpedo can turn."""
NEAREST = 350
"""Metres in which a torpedo arms itself."""
NEAREST_GOOD = 600
"""Metres: a target that will be nearer than this before its angle is good is shot at as it comes."""
LATE, TOO_LATE = 80, 115
"""Degrees on the bow from which on a target only gets farther away, and from which on no shot is worth it."""
DEPTH = "2"
"""Metres at which torpedoes are set to run: they go deeper than they should."""
DULL = 25
"""Degrees of impact below which a pistol fails."""
FAN = 120
"""Metres that a salvo covers."""

Wanted = tuple[str, tuple[Token, ...]]
"""An order and its arguments."""


def is_in_reach(target: Mean, notes: HuntNotes) -> bool:
    """Return whether the captain shoots now: near enough at a good angle, or because it will not get better."""
    skill, angle = notes.skill, abs(target.angle)
    if target.reports < skill.least or not NEAREST < target.metres < FARTHEST or impact_angle(target, TORPEDO) < DULL:
        return False
    if target.metres <= skill.shoots_at:
        return angle >= skill.sharpest or off_track(target) < sin(radians(skill.sharpest)) * NEAREST_GOOD
    return LATE <= angle <= TOO_LATE and target.metres <= skill.shoots_at * 4 / 3


def is_ahead(target: Mean, notes: HuntNotes) -> bool:
    """Return whether a bow tube reaches a target."""
    return abs(signed_degrees(lead_course(target, TORPEDO) - notes.plot.heading)) <= GYRO


def ready(board: OpenBoard) -> list[int]:
    """Return the bow tubes that can be launched at once, as far as torpedoes go."""
    return [tube for tube in BOW_TUBES if board.arms.tube(tube).state == FLOODED and not board.arms.tube(tube).due]


def to_flood(board: OpenBoard) -> list[int]:
    """Return the bow tubes that can be flooded."""
    tubes = (board.arms.tube(tube) for tube in BOW_TUBES)
    return [number for number, tube in zip(BOW_TUBES, tubes, strict=True) if tube.state == LOADED and not tube.due]


def prepare(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what has to be ordered before a shot: tubes flooded, the TDC on the target."""
    is_flooding = any(tube.due and tube.state == LOADED for tube in board.arms.tubes)
    dry = to_flood(board)
    if dry and not ready(board) and not is_flooding:
        yield "flood_tubes", tuple(map(str, dry[: notes.skill.salvo]))
    view = find_view(board, TDC)
    is_laid = view is not None and view.contact == target.name
    if ready(board) and not is_laid and target.name in in_sight(board):
        yield TDC, (target.name,)


def shoot(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield aim and launch. Only a report that has just come says where a target is now; from then on the TDC does."""
    view = find_view(board, TDC)
    if view is None or view.contact != target.name or not ready(board):
        return
    now = notes.plot.at
    if now > max(notes.aimed, notes.opened) and not target.age:
        yield "aim", aim_of(notes, target)
    elif notes.opened < notes.aimed and now == notes.aimed:
        tubes = [str(tube) for tube in ready(board) if tube in open_tubes(board, "launch")]
        if tubes:
            yield "launch", tuple(tubes[: notes.skill.salvo])


def aim_of(notes: HuntNotes, target: Mean) -> tuple[Token, ...]:
    """Return what the captain enters into the TDC."""
    bearing = round(target.bearing - notes.plot.heading) % 360
    metres = max(100, min(20_000, round(target.metres / 50) * 50))
    count = notes.skill.salvo
    spread = max(1, min(10, round(57.3 * FAN / metres / max(1, count - 1))))
    return (
        ("bearing", str(bearing)),
        ("aob", str(min(180, round(abs(target.angle))))),
        ("side", "starboard" if target.angle > 0 else "port"),
        ("speed", str(max(0, min(40, round(target.speed / 10))))),
        ("range", str(metres)),
        ("torpedo", str(TORPEDO)),
        ("spread", str(spread)),
        ("depth", DEPTH),
    )


def reload_wanted(board: OpenBoard) -> Iterator[Wanted]:
    """Yield the reloading of an empty tube, where there is a torpedo for one."""
    empty = [tube for tube in open_tubes(board, "reload") if board.arms.tube(tube).state == EMPTY]
    if empty:
        yield "reload", (str(empty[0]),)
