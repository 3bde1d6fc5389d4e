"""`klaxon bench sea`: 96 hours of U-BOOT's sea beside a plain loop of one-second steps over the same ships.

The loop moves every ship and compares its distance with a range, no more; it runs for one of the 96 hours, and is
counted 96 times. The game pays for everything that the contract asks for: looks as a table takes them, events, states
and snapshots, watch changes. Besides: the whole campaign with idle hands, beside the loop for a day; what a table with
its sessions takes of a core at each time mode; and what a turning periscope costs on a bus.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from klaxon.cli.bench.rounds import Rounds
from klaxon.cli.plot import growth_drawing
from klaxon.cli.uboot.sea_modes import MODES, share_of_a_core
from klaxon.cli.uboot.sea_trials import begin_mission, begin_trial, campaign, pass_time, ships_beside

HOURS = 96
SECONDS_AN_HOUR = 3600
LOOP_HOURS, LOOP_SHIPS = 24, 40
"""The loop that the campaign is compared with."""
NEAR, FAR = 9_000, 95_000
"""How far off ships in contact and ships that sleep are, in m."""
SEAS = (
    *("quiet", "40 ships in contact", "80 ships in contact", "120 ships in contact", "200 ships in contact"),
    *("40 ships that zigzag", "40 ships asleep"),
)


def measure(rounds: Rounds, *, as_json: bool, plot: Path | None = None) -> None:
    """Let each sea pass once a round, beside its loop, and print how many times quicker it is."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in SEAS}
    for _ in range(rounds.count):
        for name in SEAS:
            ships = _ships(name)
            found[name].append((_sail(ships), _step_plainly(max(40, len(ships)))))
    figures: dict[str, Any] = {
        "seas": {name: _figures(pairs) for name, pairs in found.items()},
        "campaign": _campaign(),
        "modes": {mode: share_of_a_core(mode) for mode in MODES},
        "periscope": _periscope(),
    }
    if plot is not None:
        plot.write_text(growth_drawing(_growth(figures["seas"]), HOURS), "utf-8")
    sys.stdout.write(json.dumps(figures) + "\n" if as_json else table(figures))


def table(figures: Mapping[str, Any]) -> str:
    """Return the figures for people."""
    lines = [
        f"{name:<24}{each['seconds']:>8.3f} s for {HOURS} h; a loop of 1 s steps {each['loop']:>7.2f} s,"
        f" {each['times']:>6.1f} times as long; {each['share']:>6.2f} % of it"
        for name, each in figures["seas"].items()
    ]
    sailed = figures["campaign"]
    lines.append(
        f"campaign, idle hands{sailed['seconds']:>12.3f} s for {sailed['missions']} missions of {sailed['hours']} h; a"
        f" loop for {LOOP_HOURS} h of {LOOP_SHIPS} ships {sailed['loop']:.3f} s: {sailed['ratio']:.2f} times as long"
    )
    lines += [
        f"time {mode:<19}{each['percent']:>8.2f} % of a core, {each['ships']} ships in contact, four seats and a glass;"
        f" {each['looks']:.1f} looks and {each['bytes']:,} bytes a minute"
        for mode, each in figures["modes"].items()
    ]
    turning = figures["periscope"]
    if turning:
        lines.append(
            f"a turning periscope{turning['bytes']:>13,} bytes for {turning['frames']} pictures; luma.oled"
            f" {turning['peer']:,}, ratio {turning['ratio']:.3f}"
        )
    else:
        lines.append("a turning periscope is measured where luma.oled is; `make bench` installs it")
    return "\n".join(lines) + "\n"


def _campaign() -> dict[str, float]:
    """Return what all missions take with nobody who gives an order, beside the loop."""
    begun, hours = process_time(), 0
    for name in campaign():
        state = begin_mission(name)
        hours += state.mission.hours
        for _ in pass_time(state, "accelerated"):
            pass
    seconds = process_time() - begun
    loop = _step_plainly(LOOP_SHIPS) * LOOP_HOURS / HOURS
    return {
        "missions": len(campaign()),
        "hours": hours,
        "seconds": round(seconds, 4),
        "loop": round(loop, 4),
        "ratio": round(seconds / loop, 2),
    }


def _periscope() -> dict[str, Any] | None:
    """Return what a turning periscope costs on a bus; None where there is nothing to compare it with."""
    if not (find_spec("luma") and find_spec("luma.oled")):
        return None
    from klaxon.cli.uboot.sea_panels import turning_periscope  # it needs luma.oled

    return turning_periscope()


def _figures(pairs: list[tuple[float, float]]) -> dict[str, float]:
    return {
        "seconds": round(median(sea for sea, _ in pairs), 4),
        "loop": round(median(loop for _, loop in pairs), 3),
        "times": round(median(loop / sea for sea, loop in pairs), 1),
        "share": round(median(100 * sea / loop for sea, loop in pairs), 2),
    }


def _growth(seas: Mapping[str, Mapping[str, float]]) -> list[tuple[int, float, float]]:
    """Return ships in contact, seconds of the sea and of the loop, in rising order."""
    counted = {name: int(name.split(maxsplit=1)[0]) for name in seas if name.endswith("in contact")}
    return sorted((count, seas[name]["seconds"], seas[name]["loop"]) for name, count in counted.items())


def _ships(name: str) -> list[dict[str, Any]]:
    """Return the ships of a sea: in columns beside the boat, as fast as it, or far away."""
    if name == "quiet":
        return []
    count = int(name.split(maxsplit=1)[0])
    return ships_beside(count, FAR if name.endswith("asleep") else NEAR, zigzag=name.endswith("zigzag"))


def _sail(ships: list[dict[str, Any]]) -> float:
    """Return the seconds of CPU that a mission with these ships takes, with somebody on watch all the time."""
    state = begin_trial(ships, HOURS)
    begun = process_time()
    for _ in pass_time(state, "accelerated"):
        pass
    return process_time() - begun


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
