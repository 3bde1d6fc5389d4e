"""A million bounce trains within the limits, and what happens outside.

    .venv/bin/python -m tests.hal.kit.soak [TRAINS]

A train is one switching of a contact with its bounce. So many are played on keys, and as many on dials. Exit status 1
where a press or a step was wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from random import Random
from time import perf_counter

from klaxon.hal.input_lines import Edge
from tests.hal.kit.faults import (
    BOUNCE,
    CHATTER,
    KEY,
    MS,
    PHASE,
    SLIDE,
    SLIDE_FROM,
    Fault,
    Hand,
    Rig,
    Told,
    missed,
    one_dial,
    one_key,
    overflow,
    press,
    telegraph,
)

BLOCK = 10_000
OUTSIDE = 20_000
DOWN, UP = ("pressed", "red-1", "ok", 0), ("released", "red-1", "ok", 0)
SECOND = 1000 * MS


@dataclass
class Tally:
    """What came of some trains."""

    trains: int = 0
    edges: int = 0
    done: int = 0
    """Presses or steps that were really made."""
    false: int = 0
    """Told and not made."""
    lost: int = 0
    """Made and not told."""
    counted: int = 0
    """Errors that the inputs counted by themselves."""

    def add(self, other: Tally) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def row(self, name: str) -> str:
        rates = " ".join(f"{wrong:8} {100 * wrong / max(1, self.done):8.3f} %" for wrong in (self.false, self.lost))
        return f"{name:<34} {self.done:9} {rates} {self.counted:9}\n"


def _deliver(rig: Rig, rng: Random, edges: list[Edge]) -> None:
    """Deliver edges as they happen; now and then the loop was busy, and they come at once."""
    if rng.random() < 0.1:
        rig.bundle(edges)
    else:
        rig.play(edges)


def keys(seed: int, trains: int = BLOCK, bounce: int = BOUNCE, noise: int = 12 * MS) -> Tally:
    """Press a key so often, with noise between the presses."""
    rng, tally, rig, at = Random(seed), Tally(trains), Rig(one_key()), 0
    for _ in range(trains // 2):
        edges, after = press(rng, KEY, at, bounce)
        _deliver(rig, rng, edges)
        rig.rest()
        at = max(after, rig.now)
        if rng.random() < 0.2:
            noisy = telegraph(rng, KEY, at, 1, noise, 3)
            _deliver(rig, rng, noisy)
            rig.rest()
            at = rig.now
            tally.edges += len(noisy)
        tally.edges += len(edges)
        told = rig.heard()
        tally.done += 1
        if told != [DOWN, UP]:
            tally.false += max(0, told.count(DOWN) - 1)
            tally.lost += max(0, 1 - told.count(DOWN))
            tally.false += told.count(DOWN) == 1  # one press, but not down and up
    tally.counted = rig.inputs.health().errors
    return tally


def dials(
    seed: int,
    trains: int = BLOCK,
    chatter: int = CHATTER,
    phase: int = PHASE,
    slide: int = SLIDE,
    *,
    slide_from: int = SLIDE_FROM,
    each: bool = False,
) -> Tally:
    """Turn a dial to and fro, whole detents and parts of them.

    All steps are compared in their order. With `each` that is done after every turn, so that no step one way can make
    up for one the other way: that is how a rate is measured.
    """
    rng, tally = Random(seed), Tally(trains)
    need = (4, 2, 1)[seed % 3]
    rig, hand = Rig(one_dial(need)), Hand(rng, need, slide_from=slide_from)
    while trains > 0:
        way, quarters = rng.choice((1, -1)), min(trains, 1 + rng.randrange(3 * need))
        trains -= quarters
        edges = hand.turn(way, quarters, chatter=chatter, phase=phase, slide=slide)
        tally.edges += len(edges)
        _deliver(rig, rng, edges)
        if rng.random() < 0.3:
            hand.lift()
            rig.run(hand.at)
        if each or len(hand.steps) > 500 or trains <= 0:
            rig.rest()
            hand.at = rig.now
            _compare(tally, hand.steps, rig.steps())
            hand.steps = []
    tally.counted = rig.inputs.health().errors
    return tally


def _compare(tally: Tally, made: list[int], told: list[int]) -> None:
    """Count wrong steps, by both ways of turning: steps told that were not made, and made that were not told."""
    tally.done += len(made)
    if made == told:
        return
    for way in (1, -1):
        more = told.count(way) - made.count(way)
        tally.false += max(0, more)
        tally.lost += max(0, -more)
    if sorted(made) == sorted(told):
        tally.false += 1  # the same steps in another order


def faulty_keys(seed: int, fault: Fault, trains: int = BLOCK, *, told_by_queue: bool = False) -> Tally:
    """Press a key while edges get lost; levels are re-read every second."""
    rng, tally, rig, at = Random(seed), Tally(trains), Rig(one_key()), 0
    rig.sync({KEY: 1})
    for _ in range(trains // 20):
        presses = []
        for _ in range(10):
            edges, at = press(rng, KEY, at, least=40 * MS)
            presses.append(edges)
        every = [edge for edges in presses for edge in edges]
        kept = fault(rng, every)
        tally.edges += len(every)
        told: list[Told] = []
        for edges, following in zip(presses, [*presses[1:], [Edge(KEY, at, 0)]], strict=True):
            rig.play(edge for edge in kept if edges[0].at <= edge.at < following[0].at)
            rig.run(following[0].at - 1)
            told = rig.heard()
            tally.done += 1
            tally.false += max(0, told.count(DOWN) - 1)
            tally.lost += DOWN not in told
        if told_by_queue:
            rig.inputs.drop(len(every) - len(kept), rig.now)
        rig.sync({KEY: 1})
        rig.rest()
        at = rig.now
        told += rig.heard()
        if told and told[-1] != UP:
            raise AssertionError(f"seed {seed}: after a re-read the key is still down")
    tally.counted = rig.inputs.health().errors
    return tally


def faulty_dials(seed: int, fault: Fault, trains: int = BLOCK, *, told_by_queue: bool = False) -> Tally:
    """Turn a dial while edges get lost; levels are re-read after every turn."""
    rng, tally = Random(seed), Tally(trains)
    rig, hand = Rig(one_dial()), Hand(rng)
    rig.sync({17: 1, 27: 1})
    for _ in range(trains // 40):
        made_before = len(hand.steps)
        edges = hand.turn(rng.choice((1, -1)), 40)
        tally.edges += len(edges)
        kept = fault(rng, edges)
        rig.play(kept)
        if told_by_queue:
            rig.inputs.drop(len(edges) - len(kept), rig.now)
        hand.lift()
        rig.run(hand.at)
        rig.sync({17: 1, 27: 1})
        rig.rest()
        hand.at = rig.now
        _compare(tally, hand.steps[made_before:], rig.steps())
    tally.counted = rig.inputs.health().errors
    return tally


Block = Callable[[int], Tally]
"""A seed -> what came of one block."""

OUTSIDE_THE_LIMITS: dict[str, Block] = {
    **{f"key bounce {ms} ms": partial(keys, bounce=ms * MS) for ms in (11, 12, 15, 20, 30)},
    **{f"key noise up to {ms} ms": partial(keys, noise=ms * MS) for ms in (13, 15, 20)},
    **{f"dial chatter {us / 1000} ms": partial(dials, chatter=us * 1000, each=True) for us in (3500, 4000, 5000, 8000)},
    **{f"dial phases {us / 1000} ms": partial(dials, phase=us * 1000, each=True) for us in (3000, 2500, 2000, 1000)},
    **{f"dial slide noise {us / 1000} ms": partial(dials, slide=us * 1000, each=True) for us in (3000, 4000, 6000)},
    **{f"keys, edges missed {rate} %": partial(faulty_keys, fault=missed(rate / 100)) for rate in (0.1, 1, 10)},
    **{
        f"keys, {count} edges dropped": partial(faulty_keys, fault=overflow(count), told_by_queue=True)
        for count in (4, 16)
    },
    **{f"dials, edges missed {rate} %": partial(faulty_dials, fault=missed(rate / 100)) for rate in (0.1, 1, 10)},
    **{
        f"dials, {count} edges dropped": partial(faulty_dials, fault=overflow(count), told_by_queue=True)
        for count in (4, 16)
    },
}


def within(kind: str, seed: int) -> Tally:
    """Play one block within the limits."""
    return keys(seed) if kind == "keys" else dials(seed)


def outside(name: str) -> Tally:
    """Play some trains outside the limits."""
    tally = Tally()
    for seed in range(OUTSIDE // BLOCK):
        tally.add(OUTSIDE_THE_LIMITS[name](seed))
    return tally


def _gather(name: str, tallies: Iterable[Tally]) -> Tally:
    began, total = perf_counter(), Tally()
    for tally in tallies:
        total.add(tally)
        if sys.stdout.isatty():
            sys.stdout.write(f"\r{name}: {total.trains} trains, {int(perf_counter() - began)} s")
            sys.stdout.flush()
    sys.stdout.write(f"\r{name}: {total.trains} trains, {total.edges} edges, {perf_counter() - began:.0f} s: ")
    sys.stdout.write(f"{total.done} made, {total.false} false, {total.lost} lost, {total.counted} errors counted\n")
    return total


def main(trains: int) -> int:
    """Play and tell."""
    wrong = 0
    with ProcessPoolExecutor() as pool:
        for kind in ("keys", "dials"):
            seeds = range(-(-trains // BLOCK))
            total = _gather(kind, pool.map(partial(within, kind), seeds))
            wrong += total.false + total.lost + total.counted
        sys.stdout.write(f"within the limits: {wrong} wrong\n\n")
        sys.stdout.write(f"{'outside the limits':<34} {'made':>9} {'false':>19} {'lost':>19} {'counted':>9}\n")
        for name, tally in zip(OUTSIDE_THE_LIMITS, pool.map(outside, OUTSIDE_THE_LIMITS), strict=True):
            sys.stdout.write(tally.row(name))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
