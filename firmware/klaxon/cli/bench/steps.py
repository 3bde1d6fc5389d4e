"""Steps with everything they send: an order is judged, every seat's sight is computed, and the changes become bytes.

Part of `klaxon bench rules`. All games alternate in one run; Captain Sonar is the reference for the others. No single
thing bounds a step: some ten thousand operations of the interpreter do, spread over some hundred functions. The three
parts of a step say where they are: in the rules, in the events, in the views of all seats. Between two steps a client
makes its menus elsewhere, so each begins with cold caches, as on a small computer: it takes half as long again as one
of many in a row.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from statistics import median, quantiles
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from klaxon import data
from klaxon.cli.bench.rounds import Rounds
from klaxon.rules.contract import Game, Ms, Order, Refusal, Seat
from klaxon.rules.games import FIRST_GAME, GAMES, game_named
from klaxon.rules.walks import bare, finish_at_random
from klaxon.table.play import Entry, JournalRow
from klaxon.table.session import Session, WatchedSeat
from klaxon.table.setup import make_header
from klaxon.table.telling.telling import Telling

Pick = Callable[[int], int]
SLOWER = 10
"""How many times slower a core of a Pi Zero 2 W is than that of a PC."""
TIME_PASSES = 8
"""One step in so many is not an order: time passes to the next event."""


class SentStep(NamedTuple):
    """What one step took in seconds of CPU, part by part, and the bytes of changed views."""

    rules: float
    """An order is judged and carried out, or time passes; and when time brings something next."""
    events: float
    """They are numbered, written and queued for every seat that hears them."""
    views: float
    """They are computed, compared with what was shown before, written and queued for every seat."""
    bytes: int

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.rules + self.events + self.views


class StepFigures(NamedTuple):
    """Steps of a game: milliseconds and bytes, median and 99th percentile; the median relative to the first game's."""

    ms: float
    ms_p99: float
    ms_rules: float
    """The median of each part."""
    ms_events: float
    ms_views: float
    bytes: int
    bytes_p99: int
    times: float


def measure_steps(rounds: Rounds, pick: Pick) -> Mapping[str, StepFigures]:
    """Let all games make steps alternately; return the figures of each."""
    players = {name: _steps(game_named(name), pick) for name in GAMES}
    made: dict[str, list[SentStep]] = {name: [] for name in players}
    gc.collect()
    gc.freeze()  # as the daemon does
    try:
        for _ in range(rounds.count):
            for name, steps in players.items():
                begun = perf_counter()
                while perf_counter() - begun < rounds.seconds:
                    made[name].append(next(steps))
    finally:
        gc.unfreeze()
    first = median(step.seconds for step in made[FIRST_GAME])
    return {name: _figures(steps, first) for name, steps in made.items()}


def _figures(steps: list[SentStep], first: float) -> StepFigures:
    seconds, sizes = [step.seconds for step in steps], [step.bytes for step in steps]
    usual = median(seconds)
    return StepFigures(
        ms=_ms(usual),
        ms_p99=_ms(_p99(seconds)),
        ms_rules=_ms(median(step.rules for step in steps)),
        ms_events=_ms(median(step.events for step in steps)),
        ms_views=_ms(median(step.views for step in steps)),
        bytes=round(median(sizes)),
        bytes_p99=round(_p99(sizes)),
        times=round(usual / first, 2),
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 3)


def _p99(values: list[Any]) -> float:
    return float(quantiles(values, n=100)[98]) if len(values) > 1 else float(values[0])


def _steps(game: Game[Any, Any], pick: Pick) -> Iterator[SentStep]:
    """Play at random for ever, with a session at every seat."""
    header = make_header(game, {}, data.read, "1")
    if isinstance(header, list):
        raise TypeError(header)
    start = state = game.setup(header)
    sessions = sessions_at_seats(game)
    telling = Telling(game, start, sessions)
    telling.show_state(start)
    while True:
        carry(sessions)
        elsewhere = game.decode(game.encode(state))  # clients make their menus there: the judge is left none of them
        order, due = _choose(game, elsewhere, pick), game.due(state)
        if game.outcome(state) is not None or (order is None and due is None):
            state = start
            telling.show_state(start)
            continue
        state, sent = _send(game, state, telling, sessions, order if order is not None else due)
        yield sent


def _send(
    game: Game[Any, Any], state: Any, telling: Telling, sessions: list[Session], what: Order | Ms | None
) -> tuple[Any, SentStep]:
    """Make a step and send it, as a table does; return the state after it, and what it took."""
    begun = thread_time()  # what others do on a busy machine is not counted
    step = game.apply(state, what) if isinstance(what, Order) else game.advance(state, Ms(what or 0))
    if isinstance(step, Refusal):
        raise TypeError(step)
    game.due(step.state)  # for the timer of the table
    made = thread_time()
    if step.events:
        telling.tell(telling.number(Entry(JournalRow(game.now(step.state), "order", ""), step.events, step.state)))
    told = thread_time()
    telling.show_state(step.state)
    texts = carry(sessions)
    return step.state, SentStep(made - begun, told - made, thread_time() - told, bytes_of_changes(texts))


def _choose(game: Game[Any, Any], state: Any, pick: Pick) -> Order | None:
    """Return an order of a seat that can act, None if time passes instead."""
    actors = game.actors(state)
    if not actors or (game.due(state) is not None and not pick(TIME_PASSES)):
        return None
    seat = actors[pick(len(actors))]
    view = game.view(state, seat)
    verbs = [offer.verb for offer in game.offers(view) if offer.barred is None and not offer.ends]
    return finish_at_random(game, view, bare(seat, verbs[pick(len(verbs))]), pick) if verbs else None


def sessions_at_seats(game: Game[Any, Any]) -> list[Session]:
    """Return a session at every seat, of which nobody reads what is sent until it is carried."""
    sessions = []
    for seat in game.seats:
        session = Session(perf_counter, lambda: None)
        session.watches[Seat(seat)] = WatchedSeat()
        sessions.append(session)
    return sessions


def carry(sessions: list[Session]) -> list[str]:
    """Return everything that waits to be sent, as their doors would."""
    return [text for session in sessions for text in session.carry()]


def bytes_of_changes(texts: list[str]) -> int:
    """Return how many bytes of some messages are changed views."""
    return sum(len(text) for text in texts if text.startswith('{"delta"'))
