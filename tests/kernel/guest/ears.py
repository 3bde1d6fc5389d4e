"""Ears: hands that only remember what they were told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tests.kernel.guest.sim import PATIENCE


class Ears:
    """What hands were told, as `red-1 ok down` and `red-1 0 +1`."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def on_press(self, station: str, key: str) -> None:
        self.told.append(f"{station} {key} down")

    def on_release(self, station: str, key: str) -> None:
        self.told.append(f"{station} {key} up")

    def on_turn(self, station: str, dial: int, steps: int) -> None:
        self.told.append(f"{station} {dial} {steps:+d}")

    async def heard(self, *wanted: str) -> None:
        """Wait until exactly this was told since the last time."""
        await happens(lambda: len(self.told) >= len(wanted), f"hands are told {wanted}, not only {self.told}")
        assert tuple(self.told) == wanted
        self.told.clear()


async def happens(true: Callable[[], bool], what: str) -> None:
    """Wait in the loop until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"it never happened: {what}"
        await asyncio.sleep(0.005)
