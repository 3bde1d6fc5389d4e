"""Views: what the seats of U-BOOT may know. All four roles and the spectator see the same board (UBT-12.17a).

`show` turns a view into the data that leaves the rules. Each part of it is kept with the board while the records it
was made of are the same objects, so a step pays for what it changed. `from_data.py` makes a view of the data again.
"""

from __future__ import annotations

from operator import is_
from typing import Any, NamedTuple

from klaxon.rules.contract import UMPIRE, Field, Ms, Offer, Seat
from klaxon.rules.deltas import SharedView
from klaxon.rules.domains import Token
from klaxon.rules.uboot.clock import instant, reading
from klaxon.rules.uboot.patrol.present import next_look_due, patrol_at
from klaxon.rules.uboot.sea import motion
from klaxon.rules.uboot.sea.attack.aiming import solution_of
from klaxon.rules.uboot.sea.attack.records import Armament
from klaxon.rules.uboot.sea.attack.shown import torpedoes_of
from klaxon.rules.uboot.sea.chart import cell_at
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
from klaxon.rules.uboot.words import DECKS, ROLES

METRE = 1000
TRUTH_SAMPLE = 1000
"""The umpire's truth, and what the TDC shows, are those of the last whole second."""
SAMPLE = 250
"""What moves by itself is shown as it was at the last whole quarter of a second of table time."""


class View:
    """What one seat may know. `role` is '' for umpire and spectator."""

    __slots__ = ("board", "common", "depth", "fields", "game", "lens", "offers", "role", "seat", "truth")

    def __init__(
        self, seat: Seat, board: OpenBoard, depth: int, common: dict[str, Any], truth: Any = None, game: int = 0
    ) -> None:
        """Hold the open board, the depth (mm) and the game time shown, and for the umpire what is hidden."""
        self.seat = seat
        self.role = ROLE.get(seat, "")
        self.board = board
        self.depth = depth
        self.game = game
        self.truth = truth
        self.common = common
        """What was made for all views of one state: under '' the data that every seat sees, and all prompts."""
        self.lens: dict[str, Any] = {}
        """What is seen through a lens, beside the rest."""
        self.offers: tuple[Offer, ...] | None = None
        """The menu, once somebody has asked for it."""
        self.fields: dict[tuple[str, tuple[Token, ...]], Field | None] = {}
        """The arguments asked for so far, by verb and what was chosen before."""

    def through(self, shown: dict[str, Any]) -> View:
        """Return the view through a lens that shows this too. Its menus are those of the view itself."""
        view = View(self.seat, self.board, self.depth, self.common, self.truth, self.game)
        view.lens, view.offers, view.fields = shown, self.offers, self.fields
        return view


class Present(NamedTuple):
    """What all views of one state show: a game time, and the board with the boat and its depth (mm) as it is then."""

    game: int
    board: OpenBoard
    depth: int


def view_of(state: State, seat: Seat) -> View:
    """Return the view of a seat."""
    game, board, depth = state.views.get("present") or _present(state)
    return View(seat, board, depth, state.views, _truth(state) if seat == UMPIRE else None, game)


def _present(state: State) -> Present:
    """Return the state as it is shown now; it is worked out for all views of the state at once."""
    kept: Present | None = state.views.get("present")
    if kept is None:
        clock = state.board.clock
        game = reading(clock, max(clock.at, state.now - state.now % SAMPLE))
        board = _present_board(state, game)
        kept = state.views["present"] = Present(game, board, motion.depth_at(board.boat, game))
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
    sampled = state.now - state.now % SAMPLE
    clock = state.board.clock
    if not clock.factor:
        return None
    game, board, _ = _present(state)
    boat = board.boat
    arrival = motion.arrival(boat)
    if arrival is not None and game < arrival:
        return Ms(sampled + SAMPLE)
    aimed = Ms(state.now - state.now % TRUTH_SAMPLE + TRUTH_SAMPLE) if board.arms.solution is not None else None
    change = _next_silent_change(board, _present_sea(state), game)
    comes = instant(clock, change) if change is not None else None
    ends = None if comes is None else Ms(max(sampled + SAMPLE, -(-comes // SAMPLE) * SAMPLE))
    return min((moment for moment in (ends, aimed) if moment is not None), default=None)


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
    comes = next_instant(state, _present(state).game)
    moment = instant(clock, comes) if comes is not None else None
    ends = state.now - state.now % TRUTH_SAMPLE + TRUTH_SAMPLE
    return Ms(ends if moment is None else max(state.now + 1, min(ends, -(-moment // SAMPLE) * SAMPLE)))


def _truth(state: State) -> dict[str, Any]:
    clock = state.board.clock
    game = reading(clock, max(clock.at, state.now - state.now % TRUTH_SAMPLE))
    return {
        "enemies": enemies_at(_present_sea(state), state.box, game),
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
    common = view.common
    if "" not in common:
        common[""] = show_board(view.board, view.depth // METRE, view.game)
        common["prompts"] = _show_prompts(view.board)
    own = {"seat": view.seat, "prompts": common["prompts"].get(view.role, _NO_PROMPTS)}
    if view.lens:
        own |= view.lens
    if view.truth is not None:
        own["truth"] = view.truth
    return SharedView(common[""], own)


_NO_PROMPTS: list[dict[str, Any]] = []


def _show_prompts(board: OpenBoard) -> dict[str, list[dict[str, Any]]]:
    """Return what each role is asked."""
    made_of = (board.pending, board.positions, board.posts, board.trouble.breaches, board.cards.choices)
    return board.keep("prompts", made_of, _show_prompts_of_all) if any(made_of) else {}


def _show_prompts_of_all(board: OpenBoard) -> dict[str, list[dict[str, Any]]]:
    return {
        role: [{"key": asked.key, "verbs": list(asked.verbs), "due": asked.due} for asked in asked_of(board, role)]
        for role in ROLES
    }
