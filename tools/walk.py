"""The walk of one key press: how many functions of klaxon are called for one OK at eight virtual stations.

    .venv/bin/python -m tools.walk [--top N]

A captain gives a course. It counts from the edge of the key's line until every panel has shown what came of it, in
made-up time, so the same tree gives the same figure. `tests/test_walk.py` holds it; ARCHITECTURE names the steps.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

from klaxon.cli.robots import nobody
from klaxon.console.console import Console
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.console.profile import virtual
from klaxon.hal.input_lines import SECOND, KeyLine, Wiring
from klaxon.hal.inputs import Inputs
from klaxon.hal.virtual import VirtualConsole
from klaxon.rules.contract import Order
from klaxon.table.fake_time import travel

PACKAGE = Path(__file__).resolve().parents[1] / "firmware" / "klaxon"
START = ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive")
"""What comes before: both boats dive, far from each other."""
TAP = 0.1
"""Seconds a key is down."""
SETTLED = 3.0
"""Seconds after which no key is dead any more, and no banner stands."""


def calls_of_one_ok() -> Counter[str]:
    """Return how often each function of klaxon is called, `module:name`, for one OK."""
    return travel(_walk)


async def _walk() -> Counter[str]:
    hardware = VirtualConsole(virtual(), ("red", "blue"))
    console = Console(virtual(), hardware.devices(), None, nobody)
    running = asyncio.create_task(console.run())
    await asyncio.sleep(0)
    console.lobby.begin(GamePlan("sonar", "", dict.fromkeys(("red", "blue"), "all")), "7")
    await asyncio.sleep(SETTLED)
    try:
        for line in START:
            await _give(console, line)
        return await _press_ok(console, hardware)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def _give(console: Console, line: str) -> None:
    """Give an order without a hand: it is not what is counted."""
    order = Order.read(line)
    page = next(page for page in console.seating.pages.values() if order.seat in page.seats)
    page.client.order(order)
    await asyncio.sleep(SETTLED)


async def _press_ok(console: Console, hardware: VirtualConsole) -> Counter[str]:
    station = next(name for name, page in console.seating.pages.items() if "red.captain" in page.seats)
    hardware.press(station, "push")
    hardware.release(station, "push")
    await asyncio.sleep(SETTLED)
    page = console.seating.pages[station]
    if page.draft.order is None:
        raise RuntimeError(f"OK gives no order: {page.bottom()}")
    line = 1
    inputs = Inputs(Wiring((KeyLine(station, "ok", line),)), hardware.grip(), asyncio.get_running_loop().call_later)
    inputs.sync({line: 1}, 0)
    calls: Counter[str] = Counter()
    before = page.client.seen[page.seat].view

    def count(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and (where := frame.f_code.co_filename).startswith(str(PACKAGE)):
            calls[f"{Path(where).relative_to(PACKAGE)}:{frame.f_code.co_qualname}"] += 1

    sys.setprofile(count)
    try:
        inputs.edge(line, SECOND, 0)  # the line of the key is pulled down
        await asyncio.sleep(TAP)
        inputs.edge(line, 2 * SECOND, 1)
        await asyncio.sleep(SETTLED)
    finally:
        sys.setprofile(None)
    if page.client.seen[page.seat].view is before:
        raise RuntimeError("OK changed nothing")
    return calls


def main() -> int:
    """Print the figure, and where the calls go."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--top", type=int, default=10, help="how many functions to list")
    top = parser.parse_args().top
    calls = calls_of_one_ok()
    print(f"calls of functions of klaxon for one OK at eight stations: {calls.total():,}")
    for name, count in calls.most_common(top):
        print(f"{count:6,}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
