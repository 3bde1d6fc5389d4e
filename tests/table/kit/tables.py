"""A table in made-up time, with its crew."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from tests.table.kit.travel import Client, pass_seconds, travel

CREW = ("captain", "xo", "engineer", "radio")


def crew(boat: str) -> list[str]:
    return [f"{boat}.{role}" for role in CREW]


def story(tell: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def test() -> None:
        travel(tell)

    test.__name__ = tell.__name__
    test.__doc__ = tell.__doc__
    return test


async def start(red: Client, blue: Client) -> None:
    red.give("red.captain start A1")
    blue.give("blue.captain start J10")
    red.give("red.captain dive")
    blue.give("blue.captain dive")
    await pass_seconds()
    red.read()
    blue.read()
