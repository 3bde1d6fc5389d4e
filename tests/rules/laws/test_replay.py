"""Law 1 in other processes: another hash seed, another Python."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from klaxon.rules.contract import Order
from klaxon.rules.laws import Entry, LawBroken, begin, digest, enter, replays
from klaxon.rules.sonar.state import State
from klaxon.rules.walks import random_walk
from tests.effort import effort
from tests.rules.laws.kit.elsewhere import UNDER_MUTATION, History, another_python, finish, start, write
from tests.rules.laws.kit.headers import SONAR, sonar_header
from tests.rules.probes.base import header_of
from tests.rules.probes.faults import IteratesASet
from tests.rules.probes.watch import MEN, Watch

ORDERS = effort(20_000, 100_000)
EVERY = 25
"""A digest of every so many states: encoding takes longer than playing."""
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"chart": "bravo-2", "rules": "second-ua", "detonate_window": "any"},
    {"chart": "classic-alpha", "rules": "wolfpack", "blunder": "yes", "xo_commands": "yes"},
    {"undo": "yes", "mine_chain": "full", "limit": "200"},
    {"mode": "realtime", "interval": "1", "limit": "30", "patience": "5"},
    {"mode": "realtime", "rules": "wolfpack", "chart": "bravo-2", "limit": "60"},
    {"clock": "3", "limit": "200"},
)

pytestmark = pytest.mark.skipif(UNDER_MUTATION, reason="a mutant lives in one process only")


def long_record() -> tuple[list[History], list[str]]:
    """Play one game after another at random, time included, until there are orders enough; return the digests too."""
    dice = Random(ORDERS)
    histories: list[History] = []
    found: list[str] = []
    missing = ORDERS
    while missing > 0:
        header = sonar_header(seed=str(missing), **OPTIONS[len(histories) % len(OPTIONS)])
        entries: list[Entry] = []
        state = begin(SONAR, header)
        found.append(digest(SONAR, state))
        while missing > 0 and SONAR.outcome(state) is None:
            entry = any_entry(state, dice)
            state = enter(SONAR, state, entry).state
            entries.append(entry)
            missing -= isinstance(entry, Order)
            if len(entries) % EVERY == 0:
                found.append(digest(SONAR, state))
        if len(entries) % EVERY:
            found.append(digest(SONAR, state))
        histories.append(History(SONAR, header, entries))
    return histories, found


def any_entry(state: State, dice: Random) -> Entry:
    """Return a legal order or, rarely, a moment."""
    actors = SONAR.actors(state)
    while dice.randrange(50):
        seat = actors[dice.randrange(len(actors))]
        order = random_walk(SONAR, seat, SONAR.sight(state, seat, {}).view, dice.randrange)
        if order is not None:
            return order
    return SONAR.now(state) + dice.randrange(1, 5_000)


def test_orders_of_all_games_replay_under_another_hash_seed_and_another_python(tmp_path: Path) -> None:
    histories, here = long_record()
    assert sum(isinstance(entry, Order) for each in histories for entry in each.entries) == ORDERS
    assert len(here) > ORDERS // EVERY
    file = tmp_path / "record"
    write(file, histories)
    python = another_python()
    others = [start(file, every=EVERY, hash_seed=2)]
    if python is not None:
        others.append(start(file, every=EVERY, hash_seed=3, python=python))
    for other in others:
        assert finish(other) == here
    if python is None:
        pytest.skip("replayed under another hash seed; there is no second Python on PATH or in ~/.pyenv")


def a_watch(game: Watch) -> History:
    entries = [
        Order(game.seats[0], "change", tuple((man, "bunks" if n % 5 < 3 else "engine") for n, man in enumerate(MEN)))
    ]
    return History(game, header_of(game), [*entries, 5_000])


def test_a_probe_replays_in_another_process(tmp_path: Path) -> None:
    history = a_watch(Watch())
    write(tmp_path / "record", [history])
    told = finish(start(tmp_path / "record", hash_seed=7))
    replays(history.game, history.header, history.entries, told)


def test_the_order_of_a_set_is_found_by_another_process(tmp_path: Path) -> None:
    history = a_watch(IteratesASet())
    write(tmp_path / "record", [history])
    replays(history.game, history.header, history.entries)  # here the set has one order
    processes = [start(tmp_path / "record", hash_seed=seed) for seed in (1, 2)]
    told = [finish(process) for process in processes]
    other = next(each for each in told if each != history.digests())
    with pytest.raises(LawBroken, match=r"law 1, .* after entry 1, uboot\.captain change") as found:
        replays(history.game, history.header, history.entries, other)
    assert found.value.law == 1
