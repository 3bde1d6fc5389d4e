"""The power key: held, it shuts the console down."""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Sequence

from klaxon.console.station.gestures import Later, Timer
from klaxon.hal.hands_fanout import HandsFanout

STATION = ""
"""The station of the power key: none."""
WARY = 3.0
"""Seconds after the start in which a press is ignored: a stuck key must not end every start."""
POWEROFF = ("systemctl", "--no-ask-password", "poweroff")

_log = logging.getLogger(__name__)


class PowerKey(HandsFanout):
    """Handles the power key, and passes all other events on to the attached hands."""

    def __init__(self, hold_ms: int, later: Later, act: Callable[[], None]) -> None:
        """Call `act` once when the key has been held for `hold_ms`."""
        super().__init__()
        self._seconds, self._later, self._act = hold_ms / 1000, later, act
        self._wary = True
        self._timer: Timer | None = later(WARY, self._trust)

    def on_press(self, station: str, key: str) -> None:
        """A key went down."""
        if station != STATION:
            super().on_press(station, key)
        elif self._timer is None and not self._wary:
            self._timer = self._later(self._seconds, self._on_hold)

    def on_release(self, station: str, key: str) -> None:
        """A key came up."""
        if station != STATION:
            super().on_release(station, key)
        elif not self._wary:
            self._call_off()

    def close(self) -> None:
        """Cancel the timer."""
        self._wary = True
        self._call_off()

    def _trust(self) -> None:
        self._wary, self._timer = False, None

    def _on_hold(self) -> None:
        self._timer = None
        self._act()

    def _call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


async def poweroff(command: Sequence[str] = POWEROFF) -> bool:
    """Ask systemd to shut the system down; return whether it agreed. Errors are logged."""
    try:
        asked = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
        _, words = await asked.communicate()
    except OSError as error:
        _log.error("the console cannot be shut down: %s: %s", command[0], error.strerror)
        return False
    if asked.returncode:
        reason = words.decode("utf-8", "replace").strip() or f"status {asked.returncode}"
        _log.error("the console cannot be shut down: %s: %s", command[0], reason)
    return not asked.returncode
