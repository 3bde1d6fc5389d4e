"""Boats with staged ships about them, at a virtual console: what measuring programs sit down at."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from klaxon.cli.season.shares import wilson
from klaxon.console.profile import virtual
from klaxon.rules.contract import UMPIRE
from tests.console.kit.playing import Playing, at_the_console
from tests.rules.uboot.kit.boat import GAME, mission

CAPTAIN, FIRST = "uboot.captain", "uboot.first_officer"
AT_HANDS = {"captain.circle": 3, "first_officer.square": 2}
"""A man at the periscope, and one at the hydrophone."""


@contextmanager
def staged_file(*ships: dict[str, Any], **setup: Any) -> Iterator[str]:
    """Write a drill with these ships, by day in a calm sea unless told otherwise; yield the path of its file."""
    calm = {"weather": "clear", "sea": 3, "light": "day", "figures": AT_HANDS}
    with TemporaryDirectory() as folder:
        path = Path(folder, "staged.json")
        path.write_text(mission(SHIPS=list(ships), **{**calm, **setup}), "utf-8")
        yield str(path)


@asynccontextmanager
async def at_sea(*ships: dict[str, Any], seed: str = "7", rules: str = "", **setup: Any) -> AsyncIterator[Playing]:
    """Sit at the stations of a boat with these ships about it, wear and events off; `rules` are options, `duds=off`."""
    options: dict[str, Any] = {"wear": "off", "events": "off", **dict(pair.split("=") for pair in rules.split())}
    with staged_file(*ships, **setup) as path:
        stations = virtual()[:4]  # one a role: others would only draw what nobody looks at
        async with at_the_console(
            game="uboot", crews="all", seed=seed, fittings=stations, mission=path, **options
        ) as play:
            await play.run(5)
            await play.give(f"{FIRST} begin")
            await play.run(1)
            yield play


def truth(play: Playing) -> dict[str, dict[str, Any]]:
    """Return what really is at sea, as the umpire sees it: bearing and kn in tenths. It judges, and never measures."""
    play.table.catch_up()
    return dict(GAME.show(GAME.sight(play.table.play.state, UMPIRE, {}).view)["truth"]["enemies"])


def share_line(name: str, hits: int, of: int) -> str:
    """Return a share as a line: hits, cases, percent and its interval."""
    low, high = wilson(hits, of)
    return f"{name}: {hits} of {of} = {100 * hits / of:.1f} % (95 % interval {low:.1f} to {high:.1f})"


def say(line: str) -> None:
    """Print a line of figures."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
