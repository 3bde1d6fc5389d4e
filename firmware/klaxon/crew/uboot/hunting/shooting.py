"""The shot: tubes flooded in time, the TDC laid by the own plot, a salvo spread by what may be wrong, and reloading."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, radians, sin

from klaxon.crew.uboot.hunting.flanking import is_abeam, is_from_flank, reaches
from klaxon.crew.uboot.hunting.geometry import impact_angle, lead_course, seen_later
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.hunt_skills import HuntSkill
from klaxon.crew.uboot.hunting.means import Mean
from klaxon.crew.uboot.hunting.plot import KNOT, signed_degrees
from klaxon.rules.domains import Token
from klaxon.rules.uboot.orders.arms import open_tubes
from klaxon.rules.uboot.sea.attack.records import FLOODED, LOADED
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.sea.glass.open_views import TDC, find_view
from klaxon.rules.uboot.state import OpenBoard

BOW_TUBES = (1, 2, 3, 4)
TORPEDO = 30
"""Knots that every type of torpedo can run."""
READY_AT, READY_FAR = 4500, 12_500
"""Metres from a target at which the tubes are flooded, and from a convoy that is attacked from its flank."""
LAID_AT, LAID_FAR = 3200, 12_500
"""Metres from a target at which the TDC is laid on it, and from a convoy that is attacked from its flank."""
GYRO = 85
"""Degrees from the bow to which a torpedo can turn."""
NEAREST = 380
"""Metres in which a torpedo arms itself."""
TRACKLESS, TRACK_SEEN = "g7e", 1100
"""The torpedo without a track, and metres from which on a track is seen early enough to turn away from it."""
DEPTH = "2"
"""Metres at which torpedoes are set to run: they go deeper than they should."""
DULL = 25
"""Degrees of impact below which a pistol fails."""
HULL = 120
"""Metres of a ship that nobody has measured."""
BLUR, BLUR_SHARE = 12, 0.03
"""Metres by which a torpedo misses its aim, on the average: always, and for each metre of its run."""
THROUGH = 2300
"""Metres from the track of the middle of a convoy for who goes in among its ships."""
SOON = 30
"""Seconds for which a captain waits for a better shot."""
FRESH = 15
"""Seconds for which a solution is as good as new."""
DELAY = 15
"""Seconds from the order to the torpedo in the water."""
LATE, PAST = 85, 100
"""Degrees on the bow from which on he waits for nothing, and at which a target gets away."""

Wanted = tuple[str, tuple[Token, ...]]
"""An order and its arguments."""


def skill_for(notes: HuntNotes, target: Mean) -> HuntSkill:
    """Return how the captain goes about a target."""
    if not target.fleet:
        return notes.skill
    skill = notes.skill.in_convoy
    return skill._replace(waits=THROUGH) if target.fleet == target.name and not skill.flanks else skill


def blur(target: Mean) -> float:
    """Return by how many metres a torpedo may miss where it is aimed at."""
    return BLUR + BLUR_SHARE * target.metres


def promise(target: Mean, heading: float) -> float:
    """Return how much of what may go wrong a hull covers, 1 is all of it; 0 if it cannot be shot at."""
    impact = impact_angle(target, TORPEDO)
    is_off = abs(signed_degrees(lead_course(target, TORPEDO) - heading)) > GYRO
    if target.metres < NEAREST or impact < DULL or is_off:
        return 0.0
    return HULL * sin(radians(impact)) / (2 * blur(target))


def is_time_to_shoot(target: Mean, notes: HuntNotes) -> bool:
    """Return whether the captain shoots now: it is good enough, and will not be better in a moment."""
    skill, plot = skill_for(notes, target), notes.plot
    if is_from_flank(skill, target):
        is_off = abs(signed_degrees(lead_course(target, TORPEDO) - plot.heading)) > GYRO
        return target.reports >= skill.least and is_abeam(target) and not is_off
    if target.reports < skill.least or target.metres > skill.shoots_at:
        return False
    now = promise(target, plot.heading)
    then = seen_later(target, plot.heading, plot.speed, SOON)
    is_last = abs(then.angle) > PAST or then.metres < NEAREST
    if now < (skill.good / 2 if is_last else skill.good):
        return False
    if not skill.patient or is_last:
        return True
    run = target.metres / (TORPEDO * 10 * KNOT)
    return promise(then, plot.heading) <= now and (target.steady > run + DELAY or abs(target.angle) > LATE)


def ready(board: OpenBoard) -> list[int]:
    """Return the bow tubes that can be launched at once, as far as torpedoes go."""
    return [tube for tube in BOW_TUBES if board.arms.tube(tube).state == FLOODED and not board.arms.tube(tube).due]


def to_flood(board: OpenBoard) -> list[int]:
    """Return the bow tubes that can be flooded."""
    tubes = (board.arms.tube(tube) for tube in BOW_TUBES)
    return [number for number, tube in zip(BOW_TUBES, tubes, strict=True) if tube.state == LOADED and not tube.due]


def has_torpedo(board: OpenBoard) -> bool:
    """Return whether there is a torpedo in a bow tube."""
    return any(board.arms.tube(tube).state in (LOADED, FLOODED) for tube in BOW_TUBES)


def prepare(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what has to be ordered before a shot: tubes flooded, the TDC on the target."""
    is_flooding = any(tube.due and tube.state == LOADED for tube in board.arms.tubes)
    dry = to_flood(board)
    if dry and not ready(board) and not is_flooding:
        yield "flood_tubes", tuple(map(str, dry))
    view = find_view(board, TDC)
    is_laid = view is not None and view.contact == target.name
    is_near = target.metres < (LAID_FAR if is_from_flank(notes.skill, target) else LAID_AT)
    if is_near and ready(board) and not is_laid and target.name in in_sight(board):
        yield TDC, (target.name,)


def shoot(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield aim and launch: the TDC is laid early, and anew for the shot."""
    view = find_view(board, TDC)
    if view is None or view.contact != target.name or not ready(board):
        return
    if board.arms.solution is None:
        yield "aim", aim_of(notes, target, len(salvo_of(board, notes, target)))
    if not is_time_to_shoot(target, notes):
        return
    if notes.plot.at - notes.aimed > FRESH:
        yield "aim", aim_of(notes, target, len(salvo_of(board, notes, target)))
    else:
        tubes = [tube for tube in salvo_of(board, notes, target) if tube in open_tubes(board, "launch")]
        if tubes:
            yield "launch", tuple(map(str, tubes))


def salvo_of(board: OpenBoard, notes: HuntNotes, target: Mean) -> list[int]:
    """Return the tubes to launch: by day from afar those alone whose torpedoes leave no track, if there are two."""
    tubes = ready(board)
    if is_from_flank(notes.skill, target):
        return [tube for tube in tubes if reaches(board, tube, target)][: notes.skill.salvo]
    silent = [tube for tube in tubes if board.arms.tube(tube).torpedo == TRACKLESS]
    is_seen = board.waters.light == "day" and target.metres > TRACK_SEEN
    best = silent if is_seen and notes.skill.trackless and len(silent) > 1 else [*silent, *tubes]
    return list(dict.fromkeys(best))[: notes.skill.salvo]


def aim_of(notes: HuntNotes, target: Mean, tubes: int) -> tuple[Token, ...]:
    """Return what the captain enters into the TDC for a salvo of so many tubes."""
    bearing = round(target.bearing - notes.plot.heading) % 360
    metres = max(100, min(20_000, round(target.metres / 50) * 50))
    fan = min(blur(target) * max(1, tubes - 1), HULL)
    spread = max(1, min(10, round(degrees(fan / max(1, tubes - 1) / max(NEAREST, target.metres)))))
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
    empty = [tube for tube in open_tubes(board, "reload") if tube in BOW_TUBES]
    if empty:
        yield "reload", (str(empty[0]),)
