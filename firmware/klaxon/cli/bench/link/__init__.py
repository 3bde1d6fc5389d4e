"""`klaxon bench link`: what a line adds between a key at the guest and its panel, and how much of the line that takes.

Whole games in real time are played in made-up time over three lines of 115,200 baud: clean; one bit in 10,000 altered;
that, and one byte in a hundred lost. Then orders of the same sizes go over the same lines by the clock, in a kernel of
its own (tools/kernel): by the link's own stream, and by TCP over Debian's PPP, in turn.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from klaxon.cli.bench.link.played import PlayedGame, play
from klaxon.cli.bench.link.ppp_guest import beside_ppp
from klaxon.cli.bench.minute import quantile
from klaxon.cli.bench.rounds import Rounds
from klaxon.link.modelled.noise import LINES

AIMS = {"clean": 15, "errors": 80, "lossy": 400}
"""Milliseconds that the 99th percentile is to stay below."""
SHARE = 0.2
"""The share of the line that a minute in real time may take."""
GAMES_A_ROUND, ORDERS_A_ROUND = 0.2, 5


def measure(rounds: Rounds, *, as_json: bool) -> None:
    """Play, measure, and print the figures."""
    found = figures(rounds)
    sys.stdout.write(json.dumps(found) + "\n" if as_json else table(found))


def figures(rounds: Rounds) -> dict[str, Any]:
    """Play games over each line, then measure both carriers by the clock."""
    games, made = max(1, round(rounds.count * GAMES_A_ROUND)), dict[str, list[PlayedGame]]()
    for number, (line, noise) in enumerate(LINES.items()):
        rounds.say(number)
        made[line] = [play(seed, noise) for seed in range(games)]
    rounds.say(None)
    clean = made["clean"][0]
    sizes = {"up": sizes_of(clean, "guest"), "down": sizes_of(clean, "host")}
    return {
        "games": games,
        "played": {line: _played_figures(line, played) for line, played in made.items()},
        "by the clock": beside_ppp(sizes, orders=rounds.count * ORDERS_A_ROUND),
    }


def sizes_of(played: PlayedGame, side: str, most: int = 200) -> list[int]:
    """Return the sizes of the messages that a console wrote while a game ran; whole views are left out."""
    return [size for _, who, size in played.said if who == side and size <= most] or [most]


def _played_figures(line: str, played: Sequence[PlayedGame]) -> dict[str, Any]:
    effects = sorted(delay for game in played for delay in game.effects)
    answers = sorted(delay for game in played for delay in game.answers)
    return {
        "orders": len(effects),
        "answer": _percentiles(answers),
        "effect": _percentiles(effects),
        "aim": AIMS[line],
        "share": {side: max(game.shares[side] for game in played) for side in ("host", "guest")},
        "busiest minute": max(game.busiest for game in played),
    }


def _percentiles(delays: Sequence[float]) -> dict[str, float]:
    return {name: round(quantile(delays, share) * 1000, 1) for name, share in (("p50", 50), ("p99", 99))}


def table(found: dict[str, Any]) -> str:
    """Return the figures as people read them."""
    rows = [f"{found['games']} games a line in made-up time, red at the host, blue at the guest; ms that the line adds"]
    rows.append("line     orders   answer p50   p99   effect p50   p99   aim   busiest minute of a way (at most 20 %)")
    for line, each in found["played"].items():
        answer, effect = each["answer"], each["effect"]
        rows.append(
            f"{line:8} {each['orders']:6} {answer['p50']:12} {answer['p99']:5} {effect['p50']:12} {effect['p99']:5} "
            f"{each['aim']:5} {each['busiest minute']:16.1%}"
        )
    rows.append("")
    clock = found["by the clock"]
    if "lacking" in clock:
        rows.append(f"By the clock, beside PPP: not measured. {clock['lacking']}")
        return "\n".join(rows) + "\n"
    rows.append("By the clock in a kernel of its own: order to effect in ms, as many orders as came within the time")
    rows.append("line     carrier          orders     p50     p99   longest   unanswered   bytes on the line")
    for line, carriers in clock["lines"].items():
        for carrier, each in carriers.items():
            shown = [f"{each[name]:7}" for name in ("p50", "p99", "longest")] if each["orders"] else ["      -"] * 3
            name = "ours" if carrier == "ours" else "TCP over PPP"
            rows.append(
                f"{line:8} {name:16} {each['orders']:6} {' '.join(shown)} {each['unanswered']:12} {each['bytes']:19}"
            )
    return "\n".join(rows) + "\n"
