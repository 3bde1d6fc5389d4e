"""Laying the TDC: what the crew enters becomes a target that runs on, and the answer follows the boat (UBT-8.5b, c).

The target runs on a leg over the sea from where it was entered, so nothing has to be settled when the boat turns. All
angles are taken off the bow; a compass that errs turns the crew's figures and the sea alike.
"""

from __future__ import annotations

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.records import OwnBoat
from klaxon.rules.uboot.sea.attack.records import LOADING, AimedSolution, Armament, TdcTarget
from klaxon.rules.uboot.sea.attack.solution import LaidTdc, solution_at
from klaxon.rules.uboot.sea.attack.tdc import AimData, TargetTrack, track_of
from klaxon.rules.uboot.sea.attack.torpedo_types import COLD, SPEEDS, TORPEDO_TYPES, reach_of, settings_of
from klaxon.rules.uboot.sea.glass.open_views import TDC, find_view
from klaxon.rules.uboot.sea.legs import SeaLeg, relative
from klaxon.rules.uboot.sea.numbers import CIRCLE, DEGREE, METRE
from klaxon.rules.uboot.sea.own_boat.way import heading_at, leg_at
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.state import OpenBoard
from klaxon.rules.uboot.step import Working

AIM = "aim"


def bar_aim(board: OpenBoard, _role: str) -> Refusal | None:
    """Return that the TDC is shut."""
    return None if find_view(board, TDC) else Refusal("not-open", {"view": TDC})


def loaded_types(arms: Armament) -> list[str]:
    """Return the types of the torpedoes in the tubes, without those that are still on their way in."""
    return [kind for kind in TORPEDO_TYPES if any(t.torpedo == kind and t.state != LOADING for t in arms.tubes)]


def speeds(board: OpenBoard) -> tuple[int, ...]:
    """Return the speeds (knots) to which the TDC can be set, the fastest first."""
    return SPEEDS if board.setting.preheat else (*SPEEDS, COLD)


def usual_speed(board: OpenBoard) -> int:
    """Return the speed of an aim that names none: the fastest of the loaded torpedoes, of all types if none is."""
    kinds = loaded_types(board.arms) or TORPEDO_TYPES
    return max(max(speeds_of(board, kind)) for kind in kinds)


def speeds_of(board: OpenBoard, kind: str) -> dict[int, int]:
    """Return the speeds (knots) of a type of torpedo by the date of the mission, each with how far (m) it runs."""
    return settings_of(kind, board.briefing.date, preheat=board.setting.preheat)


def reach_at(board: OpenBoard, knots: int) -> int:
    """Return how far (m) a torpedo runs at a speed, of those that are loaded."""
    return reach_of(knots, loaded_types(board.arms), board.briefing.date, preheat=board.setting.preheat)


def lay(work: Working, aim: AimData) -> None:
    """Let the TDC take what was entered for its contact, and tell its answer."""
    view, sea, game = find_view(work.board, TDC), work.state.sea, work.game
    if view is None:
        return
    own = leg_at(sea.way, game)
    track = track_of(aim, game, _heading(sea, work.board.boat, game), own.vx, own.vy)
    x, y = own.place(game)
    leg = SeaLeg(game, x + track.x, y + track.y, track.vx, track.vy)
    work.state.sea = sea._replace(attack=sea.attack._replace(tdc=TdcTarget(view.contact, aim, leg)))
    found = solution_of(work.state.sea, work.board, game)
    if found is not None:
        work.tell("solution", **facts_of(found))


def review_tdc(work: Working) -> None:
    """Forget what was entered once the TDC is shut, or laid on another contact."""
    tdc, view = work.state.sea.attack.tdc, find_view(work.board, TDC)
    if tdc is not None and (view is None or view.contact != tdc.contact):
        sea = work.state.sea
        work.state.sea = sea._replace(attack=sea.attack._replace(tdc=None))


def facts_of(solution: AimedSolution) -> dict[str, object]:
    """Return the facts of the event `solution`."""
    names = ("contact", "valid", "lead", "course", "gyro", "run_s", "run_m", "tube")
    return {name: getattr(solution, name) for name in names}


def solution_of(sea: SeaTruth, board: OpenBoard, game: int) -> AimedSolution | None:
    """Return what the TDC shows at a game time, None while nothing is entered. The boat must be that of the sea."""
    tdc = sea.attack.tdc
    if tdc is None:
        return None
    reach = METRE * reach_at(board, tdc.aim.torpedo)
    track = track_at(sea, board.boat, tdc.leg, game)
    found = solution_at(LaidTdc(tdc.contact, tdc.aim, track, reach, board.setting.tube == "real"), game)
    return found._replace(course=(found.course - 10 * sea.aboard.steer) % (CIRCLE // 10)) if found.run_s else found


def track_at(sea: SeaTruth, boat: OwnBoat, target: SeaLeg, game: int) -> TargetTrack:
    """Return where the TDC has its target, as it is seen from the boat at a game time."""
    return track_of_target(leg_at(sea.way, game), boat, sea.aboard.steer, target, game)


def track_of_target(own: SeaLeg, boat: OwnBoat, steer: int, target: SeaLeg, game: int) -> TargetTrack:
    """Return a target as the boat on a leg sees it; `steer` is by how many degrees its compass is off."""
    seen = relative(own, target, game)
    heading = (heading_at(boat, game).heading + steer * DEGREE) % CIRCLE
    return TargetTrack(game, seen.x, seen.y, target.vx, target.vy, heading, own.vx, own.vy)


def _heading(sea: SeaTruth, boat: OwnBoat, game: int) -> int:
    """Return where the bow really points."""
    return heading_at(boat, game).heading + sea.aboard.steer * DEGREE
