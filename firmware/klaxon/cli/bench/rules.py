"""`klaxon bench rules`: random legal orders a second, with the offers of all seats that can act, beside peers."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

from klaxon import data
from klaxon.cli.bench.interpreter import find_interpreter
from klaxon.cli.bench.rounds import Plays, Rounds
from klaxon.cli.bench.steps import SLOWER, measure_steps
from klaxon.rules.contract import Refusal
from klaxon.rules.games import FIRST_GAME, GAMES, game_named
from klaxon.rules.walks import bare, finish_at_random
from klaxon.table.setup import make_header

BATCH = 50


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Let all games and peers play, and print how fast they are."""
    players = {name: _klaxon(name) for name in GAMES} | _peers()
    rates = rounds.rates(players, BATCH)
    report = {name: round(median(found)) for name, found in rates.items()}
    ratios = {
        f"{game}/{peer}": round(median(a / b for a, b in zip(rates[game], rates[peer], strict=True)), 2)
        for game in GAMES
        for peer in rates
        if peer not in GAMES
    }
    steps, python = measure_steps(rounds, _pick()), find_interpreter()
    if as_json:
        shown = {name: figures._asdict() for name, figures in steps.items()}
        found = {"per_second": report, "ratios": ratios, "steps": shown, "python": python._asdict()}
        sys.stdout.write(json.dumps(found) + "\n")
        return
    sys.stdout.write(f"{python}\n")
    for name, rate in report.items():
        sys.stdout.write(f"{name:<32}{rate:>9,} a second (median of {rounds.count} rounds)\n")
    for name, ratio in ratios.items():
        sys.stdout.write(f"{name:<32}{ratio:>9.2f} times\n")
    for name, step in steps.items():
        sys.stdout.write(
            f"{name + ', a step with all it sends':<32}{step.ms:>9.3f} ms ({step.ms_p99:.3f} at the 99th percentile;"
            f" on a core {SLOWER} times slower {step.ms * SLOWER:.1f} and {step.ms_p99 * SLOWER:.1f}),"
            f" {step.times:.2f} times {FIRST_GAME}; changes of views {step.bytes:,} bytes ({step.bytes_p99:,})\n"
            f"{'  of these':<32}{step.ms_rules:>9.3f} ms in the rules, {step.ms_events:.3f} for events,"
            f" {step.ms_views:.3f} for the views of all seats\n"
        )
    if len(players) == len(GAMES):
        sys.stdout.write("No peer is installed beside Klaxon; `make bench` installs and runs them.\n")


def _pick() -> Callable[[int], int]:
    """Return the same fast source of randomness for all."""
    chance = random.Random(1).random  # noqa: S311 - random play needs no cryptography

    def pick(n: int) -> int:
        return int(chance() * n) if n > 1 else 0

    return pick


def _klaxon(name: str) -> Plays:
    """Play random legal orders, building the offers of all seats that can act at every step."""
    game, pick = game_named(name), _pick()
    header = make_header(game, {}, data.read, "1")
    if isinstance(header, list):
        raise TypeError(header)
    start = game.setup(header)
    state: Any = start
    actors, view_of, offers, apply = game.actors, game.view, game.offers, game.apply
    while True:
        choices = []
        for seat in actors(state):
            view = view_of(state, seat)
            for offer in offers(view):
                if offer.barred is None and not offer.ends:
                    choices.append((seat, view, offer.verb))  # noqa: PERF401 - a comprehension is a call a seat
        if not choices:
            due = game.due(state)
            state = start if due is None else game.advance(state, due).state
            continue
        seat, view, verb = choices[pick(len(choices))]
        step = apply(state, finish_at_random(game, view, bare(seat, verb), pick))
        if isinstance(step, Refusal):
            raise TypeError(step)
        state = step.state
        yield


def _peers() -> dict[str, Plays]:
    """Return the installed peers (extra `bench`)."""
    peers: dict[str, Plays] = {}
    if find_spec("chess"):
        peers["python-chess"] = _chess()
    if find_spec("pyspiel"):
        peers["OpenSpiel python_tic_tac_toe"] = _open_spiel()
    return peers


def _chess() -> Plays:
    import chess

    pick, board = _pick(), chess.Board()
    while True:
        moves = list(board.legal_moves)
        if not moves or board.fullmove_number > 200:
            board = chess.Board()
            continue
        board.push(moves[pick(len(moves))])
        yield


def _open_spiel() -> Plays:
    import pyspiel
    from open_spiel.python.games import tic_tac_toe

    if not tic_tac_toe:
        raise ImportError("python_tic_tac_toe")
    pick, game = _pick(), pyspiel.load_game("python_tic_tac_toe")
    state = game.new_initial_state()
    while True:
        if state.is_terminal():
            state = game.new_initial_state()
        actions = state.legal_actions()
        state.apply_action(actions[pick(len(actions))])
        yield
