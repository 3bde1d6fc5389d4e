"""Beats: calls that a bell repeats by itself as long as a station asks for them, such as the screws under a wheel.

A beat is the softest thing a bell does: it never waits, never interrupts a call, and stops at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from klaxon.console.devices import Call
from klaxon.console.station.gestures import Later, Timer


class Beat(NamedTuple):
    """A call, and how many milliseconds pass from one to the next."""

    call: Call
    period: int


class Beats:
    """The beats of one bell, each kept in time by itself."""

    def __init__(
        self, click: Callable[[Call], None], end_click: Callable[[], None], time: Callable[[], float], later: Later
    ) -> None:
        """Begin silent. `click` plays a call if nothing else sounds; `time` and `later` are the loop's."""
        self._click, self._end_click, self._time, self._later = click, end_click, time, later
        self._asked: dict[str, tuple[Beat, ...]] = {}
        """Station -> what it asks for."""
        self._running: dict[Beat, Timer] = {}

    def ask(self, station: str, beats: tuple[Beat, ...]) -> None:
        """Set what a station asks for: a beat that nobody wants any more ends before another begins."""
        self._asked[station] = beats
        wanted = dict.fromkeys(beat for asked in self._asked.values() for beat in asked)
        ended = [beat for beat in self._running if beat not in wanted]
        for beat in ended:
            self._running.pop(beat).cancel()
        if ended:
            self._end_click()
        for beat in wanted:
            if beat not in self._running:
                self._play(beat, self._time())

    def clear(self) -> None:
        """Stop all beats."""
        for timer in self._running.values():
            timer.cancel()
        self._running.clear()
        self._asked.clear()

    def _play(self, beat: Beat, moment: float) -> None:
        """Play a beat at its moment, and plan the next one: late timers never shift the rhythm."""
        self._click(beat.call)
        following = moment + beat.period / 1000
        self._running[beat] = self._later(max(0.0, following - self._time()), lambda: self._play(beat, following))
