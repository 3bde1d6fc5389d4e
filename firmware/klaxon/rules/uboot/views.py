"""Views: what the seats of U-BOOT may know. All four roles and the spectator see the same board (UBT-12.17a).

`show` turns a view into the data that leaves the rules. Each part of it is kept with the board while the records it
was made of are the same objects, so a step pays for what it changed. `from_data.py` makes a view of the data again.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Any, NamedTuple

from klaxon.rules.contract import SPECTATOR, UMPIRE, Field, Ms, Offer, Seat, SharedSight
from klaxon.rules.deltas import SharedView
from klaxon.rules.domains import Token
from klaxon.rules.uboot.clock import instant, reading
from klaxon.rules.uboot.patrol.present import next_look_due, patrol_at
from klaxon.rules.uboot.sea import motion
from klaxon.rules.uboot.sea.attack.aiming import solution_of
from klaxon.rules.uboot.sea.attack.records import Armament
from klaxon.rules.uboot.sea.attack.shown import torpedoes_of
from klaxon.rules.uboot.sea.chart import cell_at
from klaxon.rules.uboot.sea.hunt.shown import hunts_at
from klaxon.rules.uboot.sea.own_boat.power import next_power_percent
from klaxon.rules.uboot.sea.own_boat.reckoning import next_cell
from klaxon.rules.uboot.sea.own_boat.way import leg_at, next_leg
from klaxon.rules.uboot.sea.passing import next_instant, reach
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.sea.watching.shown import enemies_at, next_report_of, waters_at
from klaxon.rules.uboot.sea.weather import sky_due
from klaxon.rules.uboot.shown_board import show_board
from klaxon.rules.uboot.state import AT_SEA, SETUP, OpenBoard, State
from klaxon.rules.uboot.step import ROLE
from klaxon.rules.uboot.trouble.puzzle import answer_to
from klaxon.rules.uboot.trouble.repairs import next_percent
from klaxon.rules.uboot.verbs.prompts import asked_of
from klaxon.rules.uboot.words import DECKS

METRE = 1000
TRUTH_SAMPLE = 1000
"""The umpire's truth, and what the TDC shows, are those of the last whole second."""
SAMPLE = 250
"""What moves by itself is shown as it was at the last whole quarter of a second of table time."""
_NOTHING: Mapping[str, Any] = {}


class Present:
    """What all views of one state have in common: the board with the boat as it is at a game time, and its data."""

    __slots__ = ("board", "data", "depth", "game", "told")

    def __init__(self, board: OpenBoard, depth: int, game: int = 0) -> None:
        """Hold the board, the depth (mm) and the game time shown."""
        self.board = board
        self.depth = depth
        self.game = game
        self.data: dict[str, Any] | None = None
        """What every seat sees, once somebody was shown it."""
        self.told: Mapping[str, Any] = _NOTHING
        """The view that it was read from, where it was."""


class View:
    """What one seat may know. `role` is '' for umpire and spectator."""

    __slots__ = ("beside", "board", "fields", "offers", "present", "role", "seat")

    def __init__(self, seat: Seat, present: Present, beside: Mapping[str, Any] = _NOTHING) -> None:
        """Hold what all see, and what is shown beside it: through a lens, or to the umpire alone."""
        self.seat = seat
        self.role = ROLE.get(seat, "")
        self.board = present.board
        self.present = present
        self.beside = beside
        self.offers: tuple[Offer, ...] | None = None
        """The menu, once somebody has asked for it."""
        self.fields: dict[tuple[str, tuple[Token, ...]], Field | None] = {}
        """The arguments asked for so far, by verb and what was chosen before."""

    @property
    def depth(self) -> int:
        """The depth of the boat (mm) as it is shown."""
        return self.present.depth

    @property
    def game(self) -> int:
        """The game time that is shown."""
        return self.present.game

    def through(self, shown: Mapping[str, Any]) -> View:
        """Return the view through a lens that shows this too. Its menus are those of the view itself."""
        view = View(self.seat, self.present, {**shown, **self.beside})
        view.offers, view.fields = self.offers, self.fields
        return view


def view_of(state: State, seat: Seat) -> View:
    """Return the view of a seat; it is kept with the state."""
    kept: View | None = state.views.get(seat)
    if kept is None:
        beside = {"truth": _truth(state)} if seat == UMPIRE else _NOTHING
        kept = state.views[seat] = View(seat, present_of(state), beside)
    return kept


def present_of(state: State) -> Present:
    """Return the state as it is shown now; it is worked out for all views of the state at once."""
    kept: Present | None = state.views.get("present")
    if kept is None:
        clock = state.board.clock
        game = reading(clock, max(clock.at, state.now - state.now % SAMPLE))
        board = _present_board(state, game)
        kept = state.views["present"] = Present(board, motion.depth_at(board.boat, game), game)
    return kept


def _present_board(state: State, game: int) -> OpenBoard:
    """Return the board with boat and contacts as they are at a game time: both change by themselves."""
    if state.board.phase == SETUP:
        return state.board
    board, boat = state.board, state.board.boat
    if board.phase == AT_SEA:
        state.present = reach(state, game)
        boat = state.present.boat
    waters = waters_at(_present_sea(state), state.key, state.box, board.setting.navigator, game)
    sea = _present_sea(state)
    patrol = patrol_at(board.patrol, sea) if sea.patrol.stretches else board.patrol
    if boat is board.boat and waters == board.waters and patrol is board.patrol and sea.attack.tdc is None:
        return board
    board = board.copy()
    board.known = state.board.known  # the next state goes on with what is kept now
    board.boat = boat
    if patrol is not board.patrol:
        board.patrol = board.keep("patrol", (patrol,), lambda _: patrol)
    if waters != board.waters:
        board.waters = waters
    if sea.attack.tdc is not None:
        board.arms = _present_arms(state, board, sea)
    return board


def _present_arms(state: State, board: OpenBoard, sea: SeaTruth) -> Armament:
    """Return the arms with what the TDC showed at the last whole second, or when it was laid."""
    solution = solution_of(sea, board, _second(state))
    return board.keep("arms", (board.arms, solution), lambda each: each.arms._replace(solution=solution))


def _second(state: State) -> int:
    """Return the game time of the last whole second of table time, not before the TDC was laid."""
    clock, tdc = state.board.clock, _present_sea(state).attack.tdc
    game = reading(clock, max(clock.at, state.now - state.now % TRUTH_SAMPLE))
    return max(game, tdc.leg.start) if tdc is not None else game


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
    board, game = present.board, present.game
    sample = state.now - state.now % SAMPLE + SAMPLE
    arrival = motion.arrival(board.boat)
    if arrival is not None and game < arrival:
        return Ms(sample)
    change = _next_silent_change(board, _present_sea(state), game)
    comes = instant(clock, change) if change is not None else None
    ends = None if comes is None else Ms(max(sample, -(-comes // SAMPLE) * SAMPLE))
    if board.arms.solution is None:
        return ends
    aimed = Ms(state.now - state.now % TRUTH_SAMPLE + TRUTH_SAMPLE)
    return aimed if ends is None else min(ends, aimed)


class SilentChange(NamedTuple):
    """The first game time after another one at which something is shown otherwise, None if nothing ever is."""

    since: int
    game: int | None


def _next_silent_change(board: OpenBoard, sea: SeaTruth, game: int) -> int | None:
    """Return when gauges, repairs or what is perceived next change by themselves; until then it is not asked again."""
    made_of, kept = (board.boat, board.repairs, sea), board.known.get("silent change")
    if kept is not None and all(map(is_, kept[0], made_of)):
        known: SilentChange = kept[1]
        if known.since <= game and (known.game is None or game < known.game):
            return known.game
    boat = board.boat
    of_boat = (next_leg(boat, game), next_power_percent(boat, game), _next_reckoned_cell(sea))
    of_sea = (next_report_of(sea, game), sky_due(sea.sky), next_look_due(sea))
    changes = (next_percent(board, game), *of_boat, *of_sea)
    comes = min((change for change in changes if change is not None), default=None)
    board.known["silent change"] = (made_of, SilentChange(game, comes))
    return comes


def _present_sea(state: State) -> SeaTruth:
    """Return the sea as it is now, once the board of now was asked for."""
    return state.present.sea if state.present is not None and state.present.since is state.sea else state.sea


def _next_reckoned_cell(sea: SeaTruth) -> int | None:
    """Return when the boat enters another cell by reckoning."""
    change = next_cell(sea.reckoning)
    return change.game if change else None


def truth_stale(state: State) -> Ms | None:
    """Return when the umpire's truth changes by itself: ships are shown where they were at the last whole second."""
    sea, clock = _present_sea(state), state.board.clock
    if not clock.factor or not (sea.traffic.groups or sea.air.craft):
        return None
    comes = next_instant(state, present_of(state).game)
    moment = instant(clock, comes) if comes is not None else None
    ends = state.now - state.now % TRUTH_SAMPLE + TRUTH_SAMPLE
    return Ms(ends if moment is None else max(state.now + 1, min(ends, -(-moment // SAMPLE) * SAMPLE)))


def _truth(state: State) -> dict[str, Any]:
    clock = state.board.clock
    game = reading(clock, max(clock.at, state.now - state.now % TRUTH_SAMPLE))
    return {
        "enemies": enemies_at(_present_sea(state), state.box, game),
        "hunts": hunts_at(_present_sea(state), game),
        "torpedoes": torpedoes_of(_present_sea(state).attack),
        "cell": _true_cell(state),
        "decks": {name: list(deck) for name, deck in zip(DECKS, state.decks, strict=True)},
        "bag": list(state.bag),
        "puzzle": {
            str(breach.room): list(answer_to(state.board.setting.puzzle, breach))
            for breach in state.board.trouble.breaches
            if breach.number
        },
    }


def _true_cell(state: State) -> str:
    sea = _present_sea(state)
    if not sea.way:
        return state.board.boat.cell
    game = reading(state.board.clock, state.now)
    chart = state.box.charts[state.mission.map]
    return cell_at(chart, *leg_at(sea.way, game).place(game)) or state.board.boat.cell


def show(view: View) -> SharedView:
    """Return a view as data, JSON without floats (UBT-12.17b)."""
    own = _show_own(view.present.board).get(view.seat, _OF_UMPIRE)
    return SharedView(_show_present(view.present), {**own, **view.beside} if view.beside else own)


def shared_sight(state: State) -> SharedSight:
    """Return what all roles and the spectator are shown."""
    present = present_of(state)
    return SharedSight(_show_present(present), _show_own(present.board), stale(state))


def _show_present(present: Present) -> dict[str, Any]:
    """Return what every seat sees."""
    data = present.data
    if data is None:
        data = present.data = show_board(present.board, present.depth // METRE, present.game)
    return data


def _show_own(board: OpenBoard) -> Mapping[Seat, dict[str, Any]]:
    """Return what each seat sees beside that: its name, and what it is asked."""
    asking = (
        board.pending,
        board.positions,
        board.posts,
        board.trouble.breaches,
        board.cards.choices,
        board.radio.asked,
    )
    return board.keep("own", asking, _show_asked) if any(asking) else _UNASKED


def _show_asked(board: OpenBoard) -> dict[Seat, dict[str, Any]]:
    asked = {seat: {"seat": seat, "prompts": _show_prompts(board, role)} for seat, role in ROLE.items()}
    return {**_UNASKED, **asked}


def _show_prompts(board: OpenBoard, role: str) -> list[dict[str, Any]]:
    return [{"key": asked.key, "verbs": list(asked.verbs), "due": asked.due} for asked in asked_of(board, role)]


_UNASKED: Mapping[Seat, dict[str, Any]] = {seat: {"seat": seat, "prompts": []} for seat in (*ROLE, SPECTATOR)}
_OF_UMPIRE = {"seat": UMPIRE, "prompts": list[Any]()}
