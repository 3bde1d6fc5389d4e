"""`klaxon bench sea`: 96 hours of U-BOOT's sea beside a plain loop of one-second steps over the same ships.

The loop moves every ship and compares its distance with a range, and nothing else; it runs for one of the 96 hours, and
is counted 96 times. The game pays for everything that the contract asks for: looks, events, states, watch changes.
"""

from __future__ import annotations

import json
import sys
from statistics import median
from time import process_time
from typing import Any

from klaxon import data
from klaxon.cli.bench.rounds import Rounds
from klaxon.rules.contract import Header, Ms, Order, Refusal, Step
from klaxon.rules.games import game_named
from klaxon.table.setup import make_header

HOURS = 96
SECONDS_AN_HOUR = 3600
FAR = 10**10
SEAS = ("quiet", "40 ships in contact", "80 ships in contact", "200 ships in contact", "40 ships asleep")


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Let each sea pass once a round, beside its loop, and print how many times quicker it is."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in SEAS}
    for _ in range(rounds.count):
        for name in SEAS:
            ships = _ships(name)
            found[name].append((_sail(ships), _step_plainly(max(40, len(ships)))))
    figures = {name: _figures(pairs) for name, pairs in found.items()}
    quiet = figures["quiet"]["seconds"]
    figures["40 ships asleep"]["share_of_quiet"] = figures["40 ships asleep"]["seconds"] / quiet
    if as_json:
        sys.stdout.write(json.dumps(figures) + "\n")
        return
    for name, each in figures.items():
        sys.stdout.write(
            f"{name:<24}{each['seconds']:>8.3f} s for {HOURS} h; a loop of 1 s steps {each['loop']:>7.2f} s,"
            f" {each['times']:>6.1f} times as long\n"
        )


def _figures(pairs: list[tuple[float, float]]) -> dict[str, float]:
    return {
        "seconds": round(median(sea for sea, _ in pairs), 4),
        "loop": round(median(loop for _, loop in pairs), 3),
        "times": round(median(loop / sea for sea, loop in pairs), 1),
    }


def _ships(name: str) -> list[dict[str, Any]]:
    """Return the ships of a sea: in columns beside the boat, as fast as it, or far away."""
    if name == "quiet":
        return []
    count, far = int(name.split(maxsplit=1)[0]), 95_000 if name.endswith("asleep") else 9_000
    return [
        {
            "id": f"s{number}",
            "type": "tramp-freighter",
            "bearing": 90,
            "range_m": far + number * 50,
            "course": 0,
            "kn": 10,
            "group": "g",
            "known": True,
        }
        for number in range(count)
    ]


def _sail(ships: list[dict[str, Any]]) -> float:
    """Return the seconds of CPU that a mission with these ships takes, with somebody on watch all the time."""
    game = game_named("uboot")
    mission = json.loads(data.read("missions", "drill"))
    posts = {"navigator.circle": 8, "navigator.square": 8}
    setup = {**mission["setup"], "speed": "half", "cell": "BD95", "light": "day", "figures": posts}
    mission |= {"hours": HOURS, "ships": ships, "setup": setup}
    contents = {"boxes": data.read("boxes", "uboot"), "missions": json.dumps(mission)}
    options = {"mission": "drill", "wear": "off", "events": "off", "manning": "auto"}
    header = make_header(game, options, lambda kind, _name, _variant: contents[kind], "1")
    if not isinstance(header, Header):
        raise TypeError(header)
    state = game.setup(header)
    if isinstance(state, Refusal):
        raise TypeError(state)
    for line in ("uboot.first_officer begin", "uboot.captain watch"):
        state = _given(game, state, line)
    begun = process_time()
    while game.outcome(state) is None:
        state = _given(game, state, "uboot.captain time accelerated")
        state = game.advance(state, Ms(FAR)).state
    return process_time() - begun


def _given(game: Any, state: Any, line: str) -> Any:
    """Return the state after an order, the same one where it is refused."""
    step = game.apply(state, Order.read(line))
    return step.state if isinstance(step, Step) else state


def _step_plainly(ships: int) -> float:
    """Return the seconds of CPU that a loop of one-second steps takes for 96 hours, from one of them."""
    places = [[number * 50.0, 0.0, 0.0, 5.14] for number in range(ships)]
    own_x, own_y, reach, seen = -9_000.0, 0.0, 18_000.0**2, 0
    begun = process_time()
    for _ in range(SECONDS_AN_HOUR):
        own_y += 5.14
        for place in places:
            place[0] += place[2]
            place[1] += place[3]
            if (place[0] - own_x) ** 2 + (place[1] - own_y) ** 2 < reach:
                seen += 1
    return (process_time() - begun) * HOURS
