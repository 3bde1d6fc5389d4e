"""`klaxon bench past`: how long the debrief of a patrol takes to open, and then to show any second of it.

The patrol: a day that begins amid a convoy of 14 ships, at periscope depth and hunted, at real time and then at each
of the quicker modes, so that there is much to reckon between two rows of the journal. Every moment is asked of the
worker that a page asks, and drawn as for a page; and once more in this process, to tell what it takes of a core when
others keep the machine busy.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from klaxon.cli.bench.rounds import Rounds
from klaxon.cli.uboot.sea_trials import GAME, set_up, ships_beside, trial_header
from klaxon.console.games.uboot.glass.past import PAST
from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.look_back import PastLook
from klaxon.console.onlook.look_back_worker import LookBackWorker
from klaxon.console.onlook.past_moments import PastMoment, ReplayedGame
from klaxon.console.onlook.past_stills import draw_still
from klaxon.rules.contract import Ms, Order
from klaxon.table.debrief import FinishedGame, finished_game
from klaxon.table.play import Play

HOURS = 24
MERCHANTS, NEAR = 12, 4_000
"""Ships of the convoy, and how many m off the nearest is."""
ESCORTS = tuple(
    {"id": f"e{number}", "type": "corvette", "bearing": 40 + 90 * number, "range_m": 2500}
    | {"course": 180, "kn": 10, "state": "SEARCH"}
    for number in range(2)
)
SUBMERGED = {"surfaced": False, "depth": 10, "speed": "slow", "figures": {"captain.circle": 3, "captain.square": 3}}
MODES = ("real", "dynamic", "accelerated", "transit")
A_MODE = 600_000
"""Milliseconds of table time at each mode, the first ones."""
A_ROUND = 20
"""Moments of each picture in a round."""


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Open the debrief once, then look at moments drawn by lot, so many a round."""
    finished, length = play_patrol()
    worker, lot = LookBackWorker(finished), Random(1)  # noqa: S311 - no secret
    phrases = Phrases("uboot")
    try:
        opened = _time_look(perf_counter, worker, PastLook(0), phrases)
        found = {name: list[tuple[float, float]]() for name in PAST.pictures}
        here = _Here(finished)
        for _ in range(rounds.count * A_ROUND):
            for number, name in enumerate(PAST.pictures):
                look = PastLook(lot.randrange(length), lot.randrange(3600), number)
                waited = _time_look(perf_counter, worker, look, phrases)
                found[name].append((waited, _time_look(process_time, here, look, phrases)))
    finally:
        worker.close()
    figures: dict[str, Any] = {"rows": len(finished.line), "minutes": length // 60_000, "open": opened}
    figures["pictures"] = {name: _figures(*zip(*times, strict=True)) for name, times in found.items()}
    sys.stdout.write(json.dumps(figures) + "\n" if as_json else table(figures))


def table(figures: Mapping[str, Any]) -> str:
    """Return the figures for people."""
    took = f"{figures['minutes']} minutes at the table, {figures['rows']} rows"
    lines = [f"a patrol of {HOURS} h and {took}: opened in {figures['open']:.0f} ms"]
    lines += [
        f"{name:<12}{each['median']:>7.1f} ms median, {each['p99']:>6.1f} ms p99, {each['most']:>6.1f} ms at most,"
        f" of {each['moments']} moments;"
        f" of a core {each['core']:.1f} ms median, {each['core_most']:.1f} at most"
        for name, each in figures["pictures"].items()
    ]
    return "\n".join(lines) + "\n"


def play_patrol() -> tuple[FinishedGame, int]:
    """Return a finished patrol, and how many milliseconds it took at the table."""
    header = trial_header([*ships_beside(MERCHANTS, NEAR), *ESCORTS], HOURS, **SUBMERGED)
    play = Play(GAME, header, set_up(header))
    _order(play, "first_officer begin")
    _order(play, "captain periscope")
    while play.outcome is None:
        mode = MODES[min(len(MODES) - 1, play.now // A_MODE)]
        if play.state.board.clock.mode != mode:
            _order(play, f"captain time {mode}")
        play.pass_time(Ms(play.now + 5000))
    return finished_game(play), play.now


def _order(play: Play, line: str) -> None:
    """Give an order; where the game refuses it the patrol goes on without."""
    play.order(Order.read(f"uboot.{line}"))


class _Here(LookBackWorker):
    """The same game, played again in this process."""

    def __init__(self, finished: FinishedGame) -> None:
        self._game = ReplayedGame(finished)

    def ask(self, at: int, seat: str, lens: Mapping[str, str]) -> PastMoment:
        """Return what a seat saw at a moment."""
        return self._game.look(at, seat, lens)


def _time_look(clock: Callable[[], float], worker: LookBackWorker, look: PastLook, phrases: Phrases) -> float:
    began = clock()
    draw_still(worker, PAST, look, phrases)
    return (clock() - began) * 1000


def _figures(waited: tuple[float, ...], core: tuple[float, ...]) -> dict[str, float]:
    figures = {"median": median(waited), "p99": quantiles(waited, n=100)[-1], "most": max(waited)}
    return figures | {"moments": len(waited), "core": median(core), "core_most": max(core)}
