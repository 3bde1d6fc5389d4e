"""A stormy night beside a convoy, in which time is cut anywhere (UBT-8.0d).

`python -m tests.rules.uboot.sea.kit.convoy_night 100000` cuts it at so many moments and prints how long that took, what
came, and the digest of the boat: with every number of cuts, and with every Python, the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from random import Random
from time import process_time
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms, Order, Step
from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.state import State
from tests.rules.uboot.kit.boat import GAME, header_of, mission
from tests.rules.uboot.kit.ships import ship_row

SPAN = 1_600_000
"""So much table time a night takes."""
HASTEN = 5_000
"""So often somebody sets time going again, wherever a feed line has stopped it."""
LOOKOUTS: dict[str, Any] = {
    "figures": dict.fromkeys(("navigator.circle", "navigator.square"), 8),
    "men": {f"navigator.{shape}.1": {"watch": True} for shape in ("circle", "square")},
}


class NightPlan(NamedTuple):
    """How a night begins, and what is ordered at which moment."""

    boat: Mapping[str, Any]
    escorts: str
    """What they do at the beginning."""
    orders: Mapping[int, str]
    sky: Mapping[str, Any] = {"DATE": "1941-11-02T17:30", "WEATHER": "rain", "SEA": 8}
    """When, and in what weather it begins."""
    off: int = 0
    """So many m farther off than between its columns the boat is."""


NIGHTS = {
    "surfaced": NightPlan({"surfaced": True, **LOOKOUTS}, "STATION", {700_000: "captain new_course 330"}),
    "submerged": NightPlan(
        {"surfaced": False, "depth": 100},
        "SEARCH",
        {3_000: "captain hydrophone", 40_000: "captain new_course 70", 700_000: "captain new_course 330"},
    ),
}
"""A boat with two lookouts, that is seen sooner or later; one that listens, while escorts look for it."""
_BY_DAY = {"DATE": "1941-06-02T08:10", "WEATHER": "cloudy", "SEA": 4}
DAYS = {
    "shadowing": NightPlan(
        {"surfaced": True, **LOOKOUTS}, "STATION", {900_000: "captain new_course 330"}, _BY_DAY, 15_000
    ),
    "periscope": NightPlan({"surfaced": False, "depth": 10}, "STATION", {3_000: "captain periscope"}, _BY_DAY, 3_000),
}
"""A boat that follows a convoy at the edge of sight; one that looks at it through the periscope."""


class Night(NamedTuple):
    """How a night ended: its last state, and a line for all that was told."""

    state: State
    told: list[str]

    @property
    def digest(self) -> str:
        """What is true at its end, in few letters."""
        return blake2b(GAME.encode(self.state), digest_size=8).hexdigest()

    @property
    def hours(self) -> int:
        """How many hours have passed aboard."""
        return reading(self.state.board.clock, self.state.now) // 3_600_000


def begin_night(plan: NightPlan, seed: str = "night") -> State:
    """Return a boat in a gale, between the columns of a convoy with escorts; more sail about."""
    places = [(80, 700), (100, 1100), (280, 900), (260, 1400), (45, 1500), (300, 1800)]
    columns = [
        ship_row(
            f"m{number}",
            bearing=bearing,
            range_m=far + plan.off,
            course=10,
            kn=9,
            group="hx",
            zigzag=True,
            known=not number,
        )
        for number, (bearing, far) in enumerate(places)
    ]
    escorts = [
        ship_row(
            f"e{number}",
            type="corvette",
            bearing=bearing,
            range_m=4_500 + plan.off,
            course=10,
            kn=9,
            group="hx",
            state=plan.escorts,
        )
        for number, bearing in enumerate((10, 75, 300))
    ]
    traffic = [["fast_convoy", 1], ["slow_convoy", 1], ["single", 3], ["patrol", 1]]
    text = mission(SHIPS=columns + escorts, TRAFFIC=traffic, **plan.sky, **plan.boat)
    night = json.loads(text)
    set_up = {key: value for key, value in night["setup"].items() if key not in ("weather", "sea")}
    night["setup"] = {**set_up, "course": 10, "speed": "half"}  # the sky changes
    begun = GAME.setup(header_of(json.dumps(night), seed, manning="auto", events="off", wear="on"))
    assert isinstance(begun, State), begun
    return _give(begun, "first_officer begin", [])


def sail_through(
    name: str,
    moments: Iterable[int] = (),
    at_cut: Callable[[State], State] | None = None,
    seed: str = "night",
) -> Night:
    """Let a night pass with cuts at such moments; `at_cut` is done with the state at each of them."""
    plan = {**NIGHTS, **DAYS}[name]
    state, told = begin_night(plan, seed), list[str]()
    for moment in sorted({*moments, *plan.orders, *range(HASTEN, SPAN + 1, HASTEN)}):
        while state.now < moment:
            step = GAME.advance(state, Ms(moment))
            state = step.state
            told += _lines(step)
        if at_cut is not None:
            state = at_cut(state)
        if moment in plan.orders:
            state = _give(state, plan.orders[moment], told)
        elif not moment % HASTEN:
            state = _give(state, "captain time accelerated", told)
    return Night(state, told)


def cuts_of(count: int, seed: Any) -> list[int]:
    """Return so many random moments of the night, none twice."""
    return Random(seed).sample(range(1, SPAN), count)


def _lines(step: Step) -> list[str]:
    """Return what a step told, in a line each."""
    return [f"{GAME.now(step.state)} {event.type} {dict(event.facts)} {sorted(event.to)}" for event in step.events]


def _give(state: State, line: str, told: list[str]) -> State:
    """Return the state after an order; one that is refused changes nothing."""
    step = GAME.apply(state, Order.read(f"uboot.{line}"))
    if not isinstance(step, Step):
        told.append(f"{state.now} refused {line}: {step.code}")
        return state
    told += _lines(step)
    state = step.state
    assert isinstance(state, State)
    return state


def main() -> None:
    """Cut two nights and say how they ended."""
    for name in NIGHTS:
        for cuts in (0, int(sys.argv[1])):
            begun = process_time()
            night = sail_through(name, cuts_of(cuts, "cuts"))
            sys.stdout.write(
                f"Python {sys.version.split()[0]}, {name}, {cuts} cuts: {process_time() - begun:.1f} s,"
                f" {night.hours} h, {len(night.told)} lines, {night.digest}\n"
            )


if __name__ == "__main__":
    main()
