"""The parts that play by themselves: an hour of games by robots on the real console, and what it says of latency."""

from __future__ import annotations

import asyncio
from statistics import median
from typing import Any

from klaxon.cli.prove.meter import Meter, quantiles
from klaxon.cli.prove.part import ProofPart, ProofState, judge_part
from klaxon.cli.soak import HOUR
from klaxon.cli.soak.hour import read_hour
from klaxon.cli.soak.played import PlayedConsole
from klaxon.cli.soak.run import Soak, SoakReport, Tell
from klaxon.cli.soak.sampling import PLAY, Others, Sample
from klaxon.cli.soak.verdict import judge

TIMERS, PAUSE = 100, 0.02
"""How many timers are waited for, and how long each is."""


async def try_soak(console: PlayedConsole, minutes: float, tell: Tell) -> tuple[ProofPart, SoakReport]:
    """Let robots play games back to back, and judge what was sampled."""
    others = None if console.fake else Others()
    found = await Soak(console, read_hour(HOUR), minutes * 60, tell, others).run()
    rules = judge(found)
    wrong = [f"{rule.name}: {rule.found} ({rule.limit})" for rule in rules if rule.kept is False]
    figures = {
        "minutes": minutes,
        "games": dict(found.games),
        "orders": found.orders,
        "rules": [rule._asdict() for rule in rules],
        "devices": [{**each._asdict(), "state": each.state.value} for each in console.hardware.reports()],
        "samples": [_sample(each) for each in found.samples if each.state == PLAY],
    }
    unjudged = [rule.name for rule in rules if rule.kept is None]
    facts = {"games": found.games.total(), "orders": found.orders, "minutes": f"{minutes:g}"}
    note = "soak.short" if unjudged else "soak"
    return judge_part("soak", wrong, note, figures, unjudged=", ".join(unjudged), **facts), found


def _sample(sample: Sample) -> dict[str, Any]:
    echoes = {name: each and each._asdict() for name, each in (("picture", sample.picture), ("bus", sample.bus))}
    kept = {name: getattr(sample, name) for name in ("at", "calm", "resident", "threads", "descriptors", "others")}
    return kept | {"reference_ms": round(sample.reference_seconds, 3)} | echoes


async def measure_latency(by_hand: Meter, played: Meter | None, found: SoakReport | None) -> ProofPart:
    """Put together how late things are: timers, edges, echoes on the bus. There is no limit: machines differ."""
    loop, late = asyncio.get_running_loop(), list[float]()
    for _ in range(TIMERS):
        begun = loop.time()
        await asyncio.sleep(PAUSE)
        late.append(max(0.0, loop.time() - begun - PAUSE))
    timers = quantiles(late) or {}
    minutes = [each.bus for each in found.samples if each.state == PLAY and each.bus] if found else []
    echo: dict[str, float] = {}
    if minutes:
        echo["number"] = sum(each.number for each in minutes)
        echo["p50"] = round(median(each.p50 for each in minutes), 2)
        echo["p99_worst_minute"] = round(max(each.p99 for each in minutes), 2)
    figures = {
        "timer_ms": timers,
        "edge_ms": quantiles(by_hand.edge_delays),
        "echo_ms": echo or None,
        "buses": {root: use.plain() for root, use in played.buses.items()} if played else {},
    }
    facts = {"timer": timers.get("p99"), **echo}
    return ProofPart("latency", ProofState.MEASURED, "latency" if echo else "latency.timers", facts, figures)
