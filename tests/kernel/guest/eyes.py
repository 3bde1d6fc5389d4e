"""Eyes: everything that can be seen and heard of a console, as the kernel tells it. Runs inside the guest."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from klaxon.console.profile import Profile
from tests.kernel.guest.glass import Glass
from tests.kernel.guest.sim import until
from tests.kernel.guest.trace import SENT, TONE, Happened, Trace

DEAD = 21
"""The bus where nothing answers."""


class Tone(NamedTuple):
    """What the PWM was told; pitch 0 is silence."""

    pitch: int
    duty: int
    """In hundredths of the period."""


class Eyes:
    """Watches the panels and the PWM of a console."""

    def __init__(self, profile: Profile) -> None:
        """Begin to watch; the panels have just got power."""
        self._trace, self.glass = Trace(SENT, TONE), Glass(profile)
        self._waiting: deque[Happened] = deque()
        self.tones: list[Tone] = []
        self.dead = 0
        """Messages to buses where nothing answers."""

    def look(self) -> Glass:
        """Take in what happened since the last look."""
        for _ in self._watch():
            pass
        return self.glass

    def _watch(self) -> Iterator[str]:
        """Take in what happened, one thing after the other; yield the stations whose panels it was at."""
        while events := self._trace.read():
            self._waiting.extend(events)
        while self._waiting:
            event = self._waiting.popleft()
            if event.event == TONE:
                self.tones.append(_tone(event))
            elif event.numbers["adapter_nr"] == DEAD:
                self.dead += 1
            elif station := self.glass.take(event):
                yield station

    def until_said(self, station: str, words: str) -> None:
        """Wait until something can be read on a panel, however shortly: every byte is looked at in its turn."""

        def said() -> bool:
            return any(each == station and self.glass.says(station, words) for each in self._watch())

        self._until(said, station, f"says {words!r}, for a moment")

    def until_says(self, station: str, words: str) -> None:
        """Wait until something can be read on a panel."""
        self._until(lambda: self.look().says(station, words), station, f"says {words!r}")

    def until_offers(self, station: str, words: str) -> None:
        """Wait until something can be read on the bottom line, which says what OK will do."""
        self._until(lambda: self.look().offers(station, words), station, f"offers {words!r}")

    def _until(self, true: Callable[[], bool], station: str, what: str) -> None:
        try:
            until(true, f"{station} {what}")
        except AssertionError as failure:
            failure.add_note(self.glass.drawn(station))
            raise

    def until_shows(self, station: str, bits: bytes) -> None:
        """Wait until a panel shows a picture."""
        until(lambda: self.look().picture(station) == bits, f"{station} shows its picture")

    def close(self) -> None:
        """Look away."""
        self._trace.close()


def _tone(event: Happened) -> Tone:
    period, duty = event.numbers["period"], event.numbers["duty_cycle"]
    if not event.numbers["enabled"] or not duty:
        return Tone(0, 0)
    return Tone(round(1e9 / period), round(100 * duty / period))
