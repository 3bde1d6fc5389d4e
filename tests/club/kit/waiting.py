"""Waiting for what other programs do: by looking, never by a time that has to be met."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

PAUSE = 0.02
LONG = 60.0
"""Seconds after which something that should come does not."""


async def until(check: Callable[[], bool]) -> None:
    for _ in range(round(LONG / PAUSE)):
        if check():
            return
        await asyncio.sleep(PAUSE)
    raise AssertionError("it does not come")
