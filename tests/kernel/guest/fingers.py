"""Fingers on every key and dial of the console, wherever its line is. Runs inside the guest."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from klaxon.console.profile import KeySpec, Profile
from tests.kernel.guest import sim
from tests.kernel.guest.sim import Expander

PRESS = 0.12
"""Seconds that a finger stays on a key, and off it: longer than any debounce, shorter than any hold."""


class Fingers:
    """Fingers on every key and dial of the console."""

    def __init__(self, profile: Profile, expander: Expander) -> None:
        self._expander = expander
        self._keys = {(station, key.name): key for station, key in profile.all_keys()}
        self._dials = {(station, number): dial for station, number, dial in profile.all_dials()}

    def press(self, station: str, key: str) -> None:
        """Press a key and let it go."""
        with self.holding(station, key):
            time.sleep(PRESS)
        time.sleep(PRESS)

    @contextmanager
    def holding(self, station: str, key: str) -> Iterator[None]:
        """Keep a key down for as long as something takes."""
        fitted = self._keys[station, key]
        self.move(fitted, down=True)
        try:
            yield
        finally:
            self.move(fitted, down=False)

    def turn(self, station: str, steps: int, dial: int = 0) -> None:
        """Turn a dial."""
        fitted = self._dials[station, dial]
        sim.turn(fitted.a.number, fitted.b.number, -steps if fitted.reversed else steps)

    def move(self, key: KeySpec, *, down: bool) -> None:
        """Bring a key down or up."""
        pull = self._expander.pull if key.line.chip else sim.pull
        pull(key.line.number, int(down != key.active_low))
