"""A clock that a test turns on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from klaxon.console.station.gestures import Timer


@dataclass
class Alarm:
    """Something that is to happen."""

    due: int
    then: Callable[[], None]
    off: bool = False

    def cancel(self) -> None:
        self.off = True


class Clock:
    """Time in whole milliseconds: nothing happens but when a test lets it pass."""

    def __init__(self) -> None:
        self.now = 0
        self._alarms: list[Alarm] = []

    def later(self, seconds: float, then: Callable[[], None]) -> Timer:
        alarm = Alarm(self.now + round(seconds * 1000), then)
        self._alarms.append(alarm)
        return alarm

    def run(self, ms: int) -> None:
        """Let time pass, through every alarm on the way."""
        until = self.now + ms
        while due := [alarm for alarm in self._alarms if not alarm.off and alarm.due <= until]:
            first = min(due, key=lambda alarm: alarm.due)
            self._alarms.remove(first)
            self.now = max(self.now, first.due)
            first.then()
        self.now = max(self.now, until)

    @property
    def waiting(self) -> int:
        return sum(not alarm.off for alarm in self._alarms)
