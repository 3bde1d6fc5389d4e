"""A million random orders under the invariants of STM-4: `.venv/bin/python -m tests.rules.steam.kit.soak [ORDERS]`."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter

from tests.rules.steam.kit.boats import SHIPPED
from tests.rules.steam.kit.every_op import EVERY_OP
from tests.rules.steam.kit.invariants import Played, play

BLOCK = 25_000
SETUPS = ("ready", "free", "draft", "random")


def block(number: int) -> Played:
    """Play one block: every setup in turn, our cards and a box with every operation, some with other rulings."""
    options = {"setup": SETUPS[number % 4], "heading": "left" if number % 3 == 0 else "right"}
    if number % 5 == 0:
        options |= {"mend_destroyed": "yes", "hit_post": "yes", "tired_pair": "yes", "first_presence": "all"}
    return play(BLOCK, number, EVERY_OP if number % 2 else SHIPPED, **options)


def main(orders: int) -> None:
    """Play and tell."""
    began, done, games = perf_counter(), 0, 0
    ends: dict[str, int] = {}
    with ProcessPoolExecutor() as pool:
        for played in pool.map(block, range(-(-orders // BLOCK))):
            done, games = done + played.orders, games + played.games
            for reason, count in played.ends.items():
                ends[reason] = ends.get(reason, 0) + count
            sys.stdout.write(f"\r{done} orders, {games} games, {int(perf_counter() - began)} s")
            sys.stdout.flush()
    sys.stdout.write(f"\nno invariant was broken; ends: {ends}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
