"""What people do at stations in real time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from klaxon.rules.contract import Seat
from tests.console.kit.playing import Playing, at_the_console

START = ("red.captain start A1", "blue.captain start O15", "red.captain dive", "blue.captain dive")


@asynccontextmanager
async def off(crews: str = "all all", **options: Any) -> AsyncIterator[Playing]:
    """Sit at a console in real time, both boats dived."""
    async with at_the_console(crews=crews, mode="realtime", chart="bravo-2", **options) as play:
        await play.play_orders(*(line for line in START if crews.split()[line.startswith("blue")] != "none"))
        await play.run(5)
        yield play


HARMLESS = {"north": "n5 n6", "east": "e4 e6", "south": "s5", "west": "w5 w6"}
"""Symbols of radiation, which stop nothing."""


async def sail(play: Playing, boat: str, direction: str, system: str = "mine") -> None:
    """Sail by a course key, and let both officers mark."""
    await play.press(f"{boat}.captain", direction)
    await play.give(f"{boat}.xo charge {system}")
    crossed = play.page(f"{boat}.engineer").client.seen[Seat(f"{boat}.engineer")].view["panel"]
    symbol = next(name for name in HARMLESS[direction].split() if name not in crossed)
    await play.give(f"{boat}.engineer break {symbol}")


def line(play: Playing, seat: str) -> str:
    return play.panel(seat).bottom
