"""Time passes at sea: from instant to instant, through those that nobody aboard notices (UBT-8.0b).

A sea is brought up to date only where something happens aboard. In between its silent instants are worked out for
whoever looks (`reach`), and kept with the state: they are no part of it, so cutting time anywhere leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.uboot.patrol.stretches import look_at_stretches, review_stretches, stretches_due
from klaxon.rules.uboot.records import OwnBoat
from klaxon.rules.uboot.sea import script, signals, sky
from klaxon.rules.uboot.sea.air import source as air
from klaxon.rules.uboot.sea.attack.running import let_torpedoes_happen, review_torpedoes, torpedoes_due
from klaxon.rules.uboot.sea.engine import GivenSea, SeaSource, SeaWork
from klaxon.rules.uboot.sea.guns import source as guns
from klaxon.rules.uboot.sea.hunt import approach
from klaxon.rules.uboot.sea.hunt import source as hunt
from klaxon.rules.uboot.sea.own_boat import ground, noise, power, pressure, reckoning, steering
from klaxon.rules.uboot.sea.ships import source as ships
from klaxon.rules.uboot.sea.ships.conduct import review_ships
from klaxon.rules.uboot.sea.truth import NEVER, Passage, SeaTruth
from klaxon.rules.uboot.sea.watching import source as watching
from klaxon.rules.uboot.state import State

SOURCES = (
    SeaSource("script", script.script_due, script.bring_line),
    SeaSource("sky", sky.sky_due, sky.change_sky),
    SeaSource("way", steering.way_due, steering.begin_leg),
    SeaSource("ground", ground.ground_due, ground.meet_ground),
    SeaSource("warning", ground.warning_due, ground.warn),
    SeaSource("reckoning", reckoning.cell_due, reckoning.enter_reckoned_cell),
    SeaSource("depth", pressure.depth_due, pressure.pass_mark),
    SeaSource("pressure", pressure.pressure_due, pressure.give_way),
    SeaSource("power", power.power_due, power.reach_mark),
    SeaSource("noise", noise.noise_due, noise.fall_silent),
    SeaSource("signal", signals.signal_due, signals.forget_signal),
    SeaSource("ships", ships.ships_due, ships.let_ships_happen),
    SeaSource("torpedoes", torpedoes_due, let_torpedoes_happen),
    SeaSource("watching", watching.watches_due, watching.decide_pairs),
    SeaSource("air", air.air_due, air.let_aircraft_happen),
    SeaSource("guns", guns.guns_due, guns.let_guns_fire),
    SeaSource("approach", approach.approach_due, approach.judge_approach),
    SeaSource("hunt", hunt.hunt_due, hunt.hunt_on),
    SeaSource("stretches", stretches_due, look_at_stretches),
)
"""The parts of the sea; at one instant they come in this order."""
REVIEWS: tuple[Callable[[SeaWork, int], None], ...] = (
    steering.review_way,
    ground.review_ground,
    pressure.review_pressure,
    review_ships,
    hunt.review_hunt,
    review_torpedoes,
    watching.review_watches,
    air.review_air,
    guns.review_guns,
    review_stretches,
    ships.refresh_ships,
)
"""What looks after every instant at what it has changed; `SeaWork.moved` names the bodies."""


def sea_work(state: State) -> SeaWork:
    """Return the sea of a state to work on."""
    return _opened(state, state.sea, state.board.boat)


def _opened(state: State, sea: SeaTruth, boat: OwnBoat) -> SeaWork:
    return SeaWork(sea, boat, GivenSea(state.key, state.box, state.mission, state.board.setting))


def run(work: SeaWork, limit: int) -> int | None:
    """Go on to the first instant up to a limit that brings something; return it, None if there is none."""
    while True:
        first, source = _next(work)
        if source is None or first > limit:
            work.next = first
            return None
        work.keep_instant(first)
        source.happen(work, first)
        review(work, first)
        if work.news:
            return first


def _next(work: SeaWork) -> tuple[int, SeaSource | None]:
    first, found = NEVER, None
    for source in SOURCES:
        due = source.due(work)
        if due is not None and due < first:
            first, found = due, source
    return first, found


def review(work: SeaWork, game: int) -> None:
    """Let every part look at what has changed."""
    for look in REVIEWS:
        look(work, game)
    work.moved.clear()


# -- up to date ------------------------------------------------------------------------------------------------------


def reach(state: State, game: int) -> Passage:
    """Return the sea of a state at a game time, or just before the first instant that brings something."""
    start = _nearest(state, game)
    if game < start.next or start.news is not None:
        return start
    work = _opened(state, start.sea, start.boat)
    news = run(work, game)
    if news is not None:
        since, sea, boat = work.kept
        return start._replace(sea=sea, boat=boat, game=max(start.game, since), news=news, next=news)
    if not work.instants:
        return start._replace(next=work.next)
    return start._replace(sea=work.sea(), boat=work.boat, game=work.instant, next=work.next)


def next_instant(state: State, game: int) -> int | None:
    """Return the first instant of the sea after a game time, None if nothing moves any more."""
    first = reach(state, game).next
    return None if first == NEVER else first


def _nearest(state: State, game: int) -> Passage:
    """Return the latest sea that was worked out for a state and is not past a game time."""
    for kept in (state.ahead, state.present):
        if kept is not None and kept.since is state.sea and kept.since_boat is state.board.boat and kept.game <= game:
            return kept
    return Passage(state.sea, state.board.boat, state.sea, state.board.boat)
