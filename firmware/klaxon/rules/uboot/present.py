"""The board as it is shown at a moment: with the boat, the contacts and the patrol as they are by then.

Most of what moves by itself is shown in whole numbers and by reports, so it looks the same for a while. Until
something of it is shown otherwise it is not worked out again (`SteadyView`).
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms
from klaxon.rules.uboot.clock import instant, reading
from klaxon.rules.uboot.patrol.present import next_look_due, patrol_at
from klaxon.rules.uboot.patrol.records import Patrol
from klaxon.rules.uboot.records import OwnBoat, Waters
from klaxon.rules.uboot.sea import motion
from klaxon.rules.uboot.sea.attack.aiming import solution_of
from klaxon.rules.uboot.sea.attack.records import Armament
from klaxon.rules.uboot.sea.own_boat.power import next_power_percent
from klaxon.rules.uboot.sea.own_boat.reckoning import next_cell
from klaxon.rules.uboot.sea.own_boat.way import next_leg
from klaxon.rules.uboot.sea.passing import next_instant, reach
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.sea.watching.shown import next_report_of, waters_at
from klaxon.rules.uboot.sea.weather import sky_due
from klaxon.rules.uboot.shown import read_gauges
from klaxon.rules.uboot.shown_board import Readings, read_board
from klaxon.rules.uboot.state import AT_SEA, SETUP, OpenBoard, State
from klaxon.rules.uboot.trouble.repairs import next_percent

SECOND = 1000
"""The umpire's truth, and what the TDC shows, are those of the last whole second."""
SAMPLE = 250
"""What moves by itself is shown as it was at the last whole quarter of a second of table time."""
NOTHING: Mapping[str, Any] = {}


class Present:
    """What all views of one state have in common: the board with the boat as it is at a game time, and its data."""

    __slots__ = ("board", "data", "depth", "game", "readings", "told", "until")

    def __init__(
        self, board: OpenBoard, depth: int, game: int = 0, readings: Readings | None = None, until: int | None = None
    ) -> None:
        """Hold the board, the depth (mm) and the game time shown; on this side of a wire what gauges say too."""
        self.board = board
        self.depth = depth
        self.game = game
        self.readings = readings
        self.until = until
        """The game time at which something steady is shown otherwise; None: it never is, or nobody knows."""
        self.data: dict[str, Any] | None = None
        """What every seat sees, once somebody was shown it."""
        self.told: Mapping[str, Any] = NOTHING
        """The view that it was read from, where it was."""


class SteadyView(NamedTuple):
    """What is shown of boat, contacts, patrol and repairs, from a game time until some of it is shown otherwise."""

    since: int
    until: int | None
    """None if it never is."""
    waters: Waters
    patrol: Patrol
    readings: Readings


def present_of(state: State) -> Present:
    """Return the state as it is shown now; it is worked out for all views of the state at once."""
    kept: Present | None = state.views.get("present")
    if kept is None:
        clock = state.board.clock
        game = reading(clock, max(clock.at, state.now - state.now % SAMPLE))
        kept = state.views["present"] = _find_present(state, game)
    return kept


def _find_present(state: State, game: int) -> Present:
    """Return the board with boat, contacts and patrol as they are at a game time: they change by themselves."""
    board, boat = state.board, state.board.boat
    if board.phase == SETUP:
        depth = motion.depth_at(boat, game)
        return Present(board, depth, game, read_board(board, boat, depth, game))
    if board.phase == AT_SEA:
        state.present = reach(state, game)
        boat = state.present.boat
    sea = present_sea(state)
    steady = _steady_view(state, sea, boat, game)
    if boat is not board.boat or steady.patrol is not board.patrol or steady.waters != board.waters or sea.attack.tdc:
        board = board.copy()
        board.known = state.board.known  # the next state goes on with what is kept now
        board.boat, board.patrol = boat, steady.patrol
        if steady.waters != board.waters:
            board.waters = steady.waters
        if sea.attack.tdc is not None:
            board.arms = _present_arms(state, board, sea)
    depth, readings = motion.depth_at(boat, game), steady.readings
    if boat.legs:
        readings = readings._replace(gauges=read_gauges(boat, depth, game))
    return Present(board, depth, game, readings, steady.until)


def _steady_view(state: State, sea: SeaTruth, boat: OwnBoat, game: int) -> SteadyView:
    """Return what is shown at a game time of all that changes seldom by itself: as it was, until it does."""
    board = state.board
    made_of = (boat, sea, board.repairs, board.patrol, state.key)
    if "steady" in board.known:
        before, kept = board.known["steady"]
        is_good = kept.since <= game and (kept.until is None or game < kept.until)
        if is_good and all(map(is_, before, made_of)):
            found: SteadyView = kept
            return found
    waters = waters_at(sea, state.key, state.box, board.setting.navigator, game)
    patrol = patrol_at(board.patrol, sea) if sea.patrol.stretches else board.patrol
    readings = read_board(board, boat, motion.depth_at(boat, game), game)
    steady = SteadyView(game, _next_silent_change(board, boat, sea, game), waters, patrol, readings)
    board.known["steady"] = made_of, steady
    return steady


def _present_arms(state: State, board: OpenBoard, sea: SeaTruth) -> Armament:
    """Return the arms with what the TDC showed at the last whole second, or when it was laid."""
    solution = solution_of(sea, board, _second(state))
    return board.keep("arms", (board.arms, solution), lambda each: each.arms._replace(solution=solution))


def _second(state: State) -> int:
    """Return the game time of the last whole second of table time, not before the TDC was laid."""
    clock, tdc = state.board.clock, present_sea(state).attack.tdc
    game = reading(clock, max(clock.at, state.now - state.now % SECOND))
    return max(game, tdc.leg.start) if tdc is not None else game


def present_sea(state: State) -> SeaTruth:
    """Return the sea as it is now, once the board of now was asked for."""
    return state.present.sea if state.present is not None and state.present.since is state.sea else state.sea


# -- when it is shown otherwise ------------------------------------------------------------------------------------


def stale(state: State) -> Ms | None:
    """Return when a view changes by itself: at a sample, while the boat is on its way or a repair goes on."""
    if "stale" not in state.views:
        state.views["stale"] = _next_change(state)
    moment: Ms | None = state.views["stale"]
    return moment


def _next_change(state: State) -> Ms | None:
    clock = state.board.clock
    if not clock.factor:
        return None
    present = present_of(state)
    board, until = present.board, present.until
    sample = state.now - state.now % SAMPLE + SAMPLE
    arrival = motion.arrival(board.boat)
    if arrival is not None and present.game < arrival:
        return Ms(sample)
    comes = instant(clock, until) if until is not None else None
    ends = None if comes is None else Ms(max(sample, -(-comes // SAMPLE) * SAMPLE))
    if board.arms.solution is None:
        return ends
    aimed = Ms(state.now - state.now % SECOND + SECOND)
    return aimed if ends is None else min(ends, aimed)


def _next_silent_change(board: OpenBoard, boat: OwnBoat, sea: SeaTruth, game: int) -> int | None:
    """Return when gauges, repairs or what is perceived next change by themselves."""
    of_boat = (next_leg(boat, game), next_power_percent(boat, game), _next_reckoned_cell(sea))
    of_sea = (next_report_of(sea, game), sky_due(sea.sky), next_look_due(sea))
    changes = (next_percent(board, game), *of_boat, *of_sea)
    return min((change for change in changes if change is not None), default=None)


def _next_reckoned_cell(sea: SeaTruth) -> int | None:
    """Return when the boat enters another cell by reckoning."""
    change = next_cell(sea.reckoning)
    return change.game if change else None


def truth_stale(state: State) -> Ms | None:
    """Return when the umpire's truth changes by itself: ships are shown where they were at the last whole second."""
    sea, clock = present_sea(state), state.board.clock
    if not clock.factor or not (sea.traffic.groups or sea.air.craft):
        return None
    comes = next_instant(state, present_of(state).game)
    moment = instant(clock, comes) if comes is not None else None
    ends = state.now - state.now % SECOND + SECOND
    return Ms(ends if moment is None else max(state.now + 1, min(ends, -(-moment // SAMPLE) * SAMPLE)))
