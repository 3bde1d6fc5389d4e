"""The shot: tubes flooded in time, the TDC laid by the own plot, a salvo that sinks most by it, and reloading."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, degrees, floor, radians, sin
from typing import NamedTuple

from klaxon.crew.uboot.hunting.fleet import as_reported, means_in_fleet
from klaxon.crew.uboot.hunting.geometry import lead_course, seen_later
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.plot import KNOT, signed_degrees
from klaxon.crew.uboot.hunting.salvo import DELAY, HULL, TORPEDO, AimedShip, Salvo, best_salvo
from klaxon.rules.domains import Token
from klaxon.rules.uboot.orders.arms import bar_salvo, open_tubes
from klaxon.rules.uboot.sea.attack.records import FLOODED, LOADED
from klaxon.rules.uboot.sea.attack.targets import in_sight
from klaxon.rules.uboot.sea.glass.open_views import TDC, find_view
from klaxon.rules.uboot.state import OpenBoard

BOW_TUBES = (1, 2, 3, 4)
READY_AT, LAID_AT, IN_FLEET_AT = 5500, 4500, 7500
"""Metres from a ship at which the tubes are flooded, and the TDC is laid; both from one of a fleet."""
TRACKLESS, TRACK_SEEN = "g7e", 1100
"""The torpedo without a track, and metres from which on a track is seen early enough to turn away from it."""
DEPTH = "2"
"""Metres at which torpedoes are set to run: they go deeper than they should."""
FRESH = 15
"""Seconds for which a solution is as good as new."""
LATER = (90, 240, 500, 800)
"""Seconds for which a captain waits for a better shot."""
BETTER = 0.97
"""Of what a salvo will be worth soon, this is enough now."""
LATE = 85
"""Degrees on the bow of a ship alone from which on a captain waits for nothing."""
LAST = 0.6
"""Share of what a captain asks of a salvo that will do where none will be better."""
ROUNDING = 12
"""Degrees by which the angle on the bow may be entered otherwise to make good what the other figures are rounded."""
LOOKS = 6
"""Seconds for which a captain thinks the same of a salvo."""

Wanted = tuple[str, tuple[Token, ...]]
"""An order and its arguments."""


class Chance(NamedTuple):
    """The best salvo now, and what the best one will be worth soon."""

    salvo: Salvo | None
    later: float


def ships_about(notes: HuntNotes, target: Mean) -> list[AimedShip]:
    """Return the target, or the ships of its fleet, each where the plot has it now."""
    plot, lengths = notes.plot, dict(notes.lengths)
    contact = next((each for each in plot.contacts if each.name == target.name), None)
    near = (mean_of(plot, contact, notes.skill.reports) if contact is not None else None) or target
    is_fleet = target.name == target.fleet
    means = means_in_fleet(plot, as_reported(plot, near), notes.skill.reports) if is_fleet else []
    return [AimedShip(mean, lengths.get(mean.name, HULL)) for mean in means or [near] if mean.name not in notes.sunk]


def nearest_ship(notes: HuntNotes, target: Mean) -> float:
    """Return how far off the target is, or the nearest ship of its fleet that is on the plot."""
    if target.name != target.fleet:
        return target.metres
    return min((each.metres for each in means_in_fleet(notes.plot, target, 1)), default=target.metres)


def chance_of(board: OpenBoard, notes: HuntNotes, target: Mean) -> Chance:
    """Return what a salvo at a target is worth now, and soon."""
    plot = notes.plot
    made_of = (plot.contacts, target.name, plot.at // LOOKS, plot.heading, plot.ordered, board.arms, board.waters.light)
    return board.keep("chance of a salvo", made_of, lambda board: _chance_of(board, notes, target))


def _chance_of(board: OpenBoard, notes: HuntNotes, target: Mean) -> Chance:
    plot, skill, ships = notes.plot, notes.skill, ships_about(notes, target)
    kinds = [board.arms.tube(tube).torpedo for tube in tubes_for(board, notes, target)]
    if not kinds or not ships:
        return Chance(None, 0.0)
    now = best_salvo(ships, plot.heading, kinds, skill.salvo)
    later = 0.0
    for seconds in LATER if skill.patient else ():
        then = [each._replace(mean=seen_later(each.mean, plot.ordered, plot.speed, seconds)) for each in ships]
        salvo = best_salvo(then, plot.ordered, kinds, skill.salvo)
        later = max(later, salvo.worth if salvo is not None else 0.0)
    return Chance(now, later)


def is_time_to_shoot(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether the captain shoots now: it is good enough, and will not be better in a moment."""
    skill, (salvo, later) = notes.skill, chance_of(board, notes, target)
    if salvo is None or target.reports < skill.least or (not target.fleet and target.metres > skill.shoots_at):
        return False
    if not skill.patient:
        return salvo.worth >= skill.good
    if salvo.worth < max(BETTER * later, LAST * skill.good):
        return False
    run = salvo.target.metres / (TORPEDO * 10 * KNOT)
    return salvo.target.steady > run + DELAY or (not target.fleet and abs(salvo.target.angle) > LATE)


def is_good_shot(board: OpenBoard, notes: HuntNotes, target: Mean) -> bool:
    """Return whether a captain in danger shoots first: the salvo is fair and all is ready for it."""
    view = find_view(board, TDC)
    if view is None or not ready(board) or target.lost or nearest_ship(notes, target) > LAID_AT:
        return False
    salvo = chance_of(board, notes, target).salvo
    return salvo is not None and salvo.worth >= LAST * notes.skill.good


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


def shot(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what is wanted for a shot that is near."""
    if target.lost or (target.name in notes.shot_at and target.name != target.fleet):
        return
    yield from prepare(board, notes, target)
    yield from shoot(board, notes, target)


def prepare(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield what has to be ordered before a shot: tubes flooded, the TDC on the target."""
    is_flooding = any(tube.due and tube.state == LOADED for tube in board.arms.tubes)
    dry, near = to_flood(board), nearest_ship(notes, target)
    if dry and not ready(board) and not is_flooding and near < (IN_FLEET_AT if target.fleet else READY_AT):
        yield "flood_tubes", tuple(map(str, dry))
    view, name = find_view(board, TDC), _laid_on(board, notes, target)
    is_laid = view is not None and view.contact in (name, target.name)
    if near < (IN_FLEET_AT if target.fleet else LAID_AT) and ready(board) and not is_laid and name:
        yield TDC, (name,)


def _laid_on(board: OpenBoard, notes: HuntNotes, target: Mean) -> str:
    """Return on what the TDC is laid: on the target or on any ship of its fleet in sight, '' if there is none."""
    seen = in_sight(board)
    if target.name in seen:
        return target.name
    means = [each for each in means_in_fleet(notes.plot, target, 1) if each.name in seen] if target.fleet else []
    return min(means, key=lambda each: each.metres).name if means else ""


def shoot(board: OpenBoard, notes: HuntNotes, target: Mean) -> Iterator[Wanted]:
    """Yield aim and launch: the TDC is laid early, and anew for the shot."""
    if find_view(board, TDC) is None or not ready(board) or not is_time_to_shoot(board, notes, target):
        return
    salvo = chance_of(board, notes, target).salvo
    if salvo is None:
        return
    able = open_tubes(board, "launch")
    tubes = tuple(str(tube) for tube in tubes_for(board, notes, target) if tube in able)[: salvo.torpedoes]
    has_men = any(bar_salvo(board, "launch", (tube,)) is None for tube in tubes)
    since, delay = notes.plot.at - notes.aimed, notes.skill.delay
    if board.arms.solution is None or (has_men and since > FRESH + delay):
        yield "aim", aim_of(notes, salvo)
    elif tubes and since >= delay:
        yield "launch", tubes


def tubes_for(board: OpenBoard, notes: HuntNotes, target: Mean) -> list[int]:
    """Return the tubes to launch, the best first: by day from afar those whose torpedoes leave no track.

    Before they are flooded all that hold a torpedo count.
    """
    tubes = ready(board) or [tube for tube in BOW_TUBES if board.arms.tube(tube).state in (LOADED, FLOODED)]
    silent = [tube for tube in tubes if board.arms.tube(tube).torpedo == TRACKLESS]
    is_seen = board.waters.light == "day" and target.metres > TRACK_SEEN and not target.fleet
    best = silent if is_seen and notes.skill.trackless and len(silent) > 1 else [*silent, *tubes]
    return list(dict.fromkeys(best))


def aim_of(notes: HuntNotes, salvo: Salvo) -> tuple[Token, ...]:
    """Return what the captain enters into the TDC for a salvo."""
    target = salvo.target
    bearing, angle, knots = _in_whole_numbers(target)
    metres = max(100, min(20_000, round(target.metres / 50) * 50))
    return (
        ("bearing", str((bearing - notes.plot.heading) % 360)),
        ("aob", str(abs(angle))),
        ("side", "starboard" if angle > 0 else "port"),
        ("speed", str(knots)),
        ("range", str(metres)),
        ("torpedo", str(TORPEDO)),
        ("spread", str(salvo.spread)),
        ("depth", DEPTH),
    )


def _in_whole_numbers(target: Mean) -> tuple[int, int, int]:
    """Return bearing, angle on the bow and knots, in whole numbers, that lead the torpedo where the exact ones would.

    The TDC takes whole numbers; what one of them is off another makes good.
    """
    course, knots = lead_course(target, TORPEDO), max(0, min(40, round(target.speed / 10)))
    side = 1 if target.angle > 0 else -1
    usual = min(178, max(2, round(abs(target.angle))))
    angles = [side * angle for angle in range(max(2, usual - ROUNDING), min(178, usual + ROUNDING) + 1)]
    bearings = (floor(target.bearing), floor(target.bearing) + 1)

    def off(bearing: int, angle: int) -> tuple[int, int]:
        lead = degrees(asin(max(-1.0, min(1.0, knots / TORPEDO * sin(radians(angle))))))
        return round(20 * abs(signed_degrees(bearing + lead - course))), abs(angle - side * usual)

    bearing, angle = min(((b, a) for b in bearings for a in angles), key=lambda each: off(*each))
    return bearing, angle, knots


def reload_wanted(board: OpenBoard) -> Iterator[Wanted]:
    """Yield the reloading of an empty tube, where there is a torpedo for one."""
    empty = [tube for tube in open_tubes(board, "reload") if tube in BOW_TUBES]
    if empty:
        yield "reload", (str(empty[0]),)
