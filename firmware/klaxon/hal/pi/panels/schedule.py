"""The schedule of a bus: which panel is sent what next. Pure: time is passed in, and nothing is sent from here.

- Only the newest picture of a panel counts. Frames are dropped, never queued.
- A step is at most a page, so anybody else who needs the bus waits for one page at most.
- The panel of the station in use goes first. If others wait longer than PATIENCE it gets only every second step.
- Of the others, the one goes first whose oldest change has waited longest. A change is shown when a pass that began
  after it has ended, so a panel that changes all the time cannot keep the others waiting.
- The bus rests a while after every step, so that panels never take more than their share of it.
- A panel that fails is set up again: initialised, drawn in full, and only then switched on.
- Every CARE seconds the picture moves by a pixel and all registers are written again: so no edge burns in, and a panel
  that lost its settings unnoticed is repaired. Every WATCH seconds a panel is asked whether it is still there and lit;
  one that cannot answer is repaired every BLIND seconds, and one that can after the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from klaxon.console.devices.health import DeviceState
from klaxon.hal.pi.health import Health
from klaxon.hal.pi.panels.panel import ORBIT, Writer, shift

ECHO = 0.5
"""Seconds for which a panel has priority after its station was used."""
PATIENCE = 0.05
"""Seconds that the others wait for it before they get a share."""
SHARE = 0.9
"""Share of the time that panels may take of a bus; the rest is for the expander and other devices."""
WATCH, BLIND, CARE = 2.0, 20.0, 180.0
QUIET = 10.0
"""Seconds without use after which a panel may be refreshed; eventually it is refreshed in any case."""
OVERDUE = 4 * CARE
BRIGHTEST = 255
IS_OFF = 0x40
"""The bit of a status byte that says that the display is off."""


class WriteStep(NamedTuple):
    """What to do on the bus next."""

    station: str
    what: str
    """setup, light, draw, touch-up or watch."""
    sends: tuple[bytes, ...]
    began: float
    asks: bool = False
    """Read the status afterwards."""
    level: int = 0
    """The brightness that it sets."""


class WriteQueue:
    """Everything the schedule knows of one panel."""

    def __init__(self, station: str, writer: Writer, width: int, bits: bytes) -> None:
        """Begin with a panel that has not been found yet."""
        self.station, self.writer, self.width = station, writer, width
        self.health = Health()
        self.worst_age = 0.0
        """The longest time that a change had to wait while the panel worked, in seconds."""
        self.touched = float("-inf")
        self.level = BRIGHTEST
        self._level_since = 0.0
        self._bits = self.wanted = bits
        """The picture to show, and the same shifted as on the panel."""
        self._orbit, self._moved = 0, float("-inf")
        self._since: float | None = None
        """When the oldest change was made that is not shown yet; None if all is shown."""
        self._newer: float | None = None
        """When the first change was made after this pass began."""
        self._in_pass = False
        self._built = self._drawn = self._stale = False
        self._lit: int | None = None
        """The brightness of the panel, None if unknown."""
        self._watch = self._care = 0.0
        self._off_seen: bool | None = None
        """What its status said when it was off; None if it cannot be asked."""
        self._trusted = False
        """Whether its status is right both on and off. Some modules answer anything."""

    def show(self, bits: bytes, now: float) -> None:
        """Set a new picture."""
        if bits != self._bits:
            self._bits = bits
            self._change(now)

    def light(self, level: int, now: float) -> None:
        """Set a new brightness. A panel that wakes up may have been swapped while it was dark."""
        if level != self.level:
            wakes, self.level, self._level_since = not self.level, level, now
            if wakes and self._whole_but_light:
                self._care = now + BLIND
                self._mend(now)

    def _change(self, now: float) -> None:
        self.wanted = shift(self._bits, self.width, *ORBIT[self._orbit % len(ORBIT)])
        if self._since is None:
            self._since = now
        elif self._in_pass and self._newer is None:
            self._newer = now

    def _mend(self, now: float) -> None:
        """Schedule all registers and the whole picture to be written again."""
        self._stale = True
        self._change(now)

    @property
    def last_picture(self) -> bytes:
        """The last picture it was given."""
        return self._bits

    @property
    def busy(self) -> bool:
        """Whether the panel answers, but does not show its picture yet."""
        return self._built and (self._since is not None or self._lit != self.level)

    # What it needs

    def needs(self, now: float) -> tuple[float, str] | None:
        """Return since when the panel needs a step on the bus, and which; None if it needs none now."""
        if not self._built:
            return (self.health.due, "setup") if self.health.due <= now else None
        if self._drawn and self._lit != self.level:
            return self._level_since, "light"
        if self._watch <= now and (self._since is None or self._watch < self._since):
            return self._watch, "watch"
        if self._since is not None:
            return self._since, "touch-up" if self._stale else "draw"
        return None

    def due(self) -> float:
        """Return when it will need something even if nothing new is shown."""
        if not self._built:
            return self.health.due
        return min(self._watch, self._next_care(), self.health.calm_at() or self._watch)

    def _next_care(self) -> float:
        """Return when its registers are rewritten next: not while its station is used, but not much later either."""
        if not self.level:
            return float("inf")
        return max(self._care, min(self.touched + QUIET, self._care + OVERDUE))

    def plan_care(self, now: float) -> None:
        """Schedule the maintenance that is due."""
        if not self._whole_but_light or self._lit != self.level:
            return
        peace = self.health.calm_at()
        if peace is not None and peace <= now:
            self.health.whole(now)
        if self._next_care() <= now:
            if now - self._moved > CARE - BLIND:
                self._orbit, self._moved = self._orbit + 1, now
            self._care = min(now + (CARE if self._trusted else BLIND), self._moved + CARE)
            self._mend(now)

    @property
    def _whole_but_light(self) -> bool:
        return self._built and self._drawn

    def step(self, what: str, now: float) -> WriteStep | None:
        """Return a step; None if a pass has just ended."""
        asks = self._off_seen is not None
        if what == "setup":
            return WriteStep(self.station, what, self.writer.setup, now, asks=True)
        if what == "light":
            return WriteStep(
                self.station, what, self.writer.light(self.level, lit=bool(self._lit)), now, asks, self.level
            )
        if what == "watch":
            return WriteStep(self.station, what, self.writer.nothing, now, asks)
        if what == "touch-up":
            self.writer.forget()
            self._stale = self._in_pass = False
            return WriteStep(self.station, what, self.writer.touch_up, now)
        self._in_pass = True
        if sends := self.writer.chunk(self.wanted):
            return WriteStep(self.station, "draw", sends, now)
        self._end_pass(now)
        return None

    def _end_pass(self, now: float) -> None:
        """Handle the end of a pass: all that was wanted when it began is shown."""
        if self._drawn and self._since is not None:
            self.worst_age = max(self.worst_age, now - self._since)
        self._in_pass = False
        self._drawn = True
        self._since = None if self.writer.shows(self.wanted) else self._newer or now
        self._newer = None

    # What became of it

    def on_done(self, step: WriteStep, now: float, status: int | None) -> None:
        """Handle that a step was sent."""
        if self._trusted and self._lit and _is_off(status) and (step.what != "light" or step.level):
            self.on_failure(now, "it was reset, or swapped")
            return
        if step.what == "setup":
            self.health.on_answer()
            self.writer.forget()
            self._built, self._off_seen = True, _is_off(status)
            self._since, self._moved = now, max(self._moved, now)
        elif step.what == "light":
            self._light_up(step.level, now, status)
        elif step.what == "touch-up":
            self._lit = None
        elif step.what == "draw":
            self.writer.on_written()
        if step.what in {"setup", "light", "watch"}:
            self._watch = now + WATCH

    def _light_up(self, level: int, now: float, status: int | None) -> None:
        self._lit = level
        if level:
            self._trusted = self._off_seen is True and _is_off(status) is False
        if self.health.state is not DeviceState.READY:
            self._care = now + BLIND  # it may have been reset while it was built: lighting up takes power
        self.health.whole(now)

    def on_failure(self, now: float, error: object) -> None:
        """A step failed: the content of the panel is unknown, and it is set up again at its next retry."""
        self.health.on_failure(now, error)
        self._built = self._drawn = self._stale = self._in_pass = self._trusted = False
        self._lit = self._newer = self._off_seen = None


def _is_off(status: int | None) -> bool | None:
    return None if status is None else bool(status & IS_OFF)


class Schedule:
    """All panels of one bus."""

    def __init__(self, news: Callable[[str, DeviceState], None]) -> None:
        """Begin empty; `news` is called whenever the state of a panel changes."""
        self.desks: dict[str, WriteQueue] = {}
        self._news = news
        self._reported: dict[str, DeviceState] = {}
        self._rest = 0.0
        """Until when the bus rests."""
        self._echoed = False
        """Whether the last step was one of a panel with priority."""

    def add(self, desk: WriteQueue) -> None:
        """Add a panel."""
        self.desks[desk.station] = desk

    def next(self, now: float) -> WriteStep | float:
        """Return the next step, or when to ask again if nothing new arrives before."""
        if now < self._rest:
            return self._rest
        for desk in self.desks.values():
            desk.plan_care(now)
        self._tell(self.desks.values())
        while wants := [(desk, *need) for desk in self.desks.values() if (need := desk.needs(now))]:
            desk, what, echoes = self._choose(wants, now)
            if step := desk.step(what, now):
                self._echoed = echoes
                return step
        return min((desk.due() for desk in self.desks.values()), default=float("inf"))

    def _choose(self, wants: list[tuple[WriteQueue, float, str]], now: float) -> tuple[WriteQueue, str, bool]:
        """Return whose step is next, which, and whether that panel has priority."""
        echoes = [want for want in wants if now - want[0].touched < ECHO and want[2] != "setup"]
        echo = max(echoes, key=lambda want: want[0].touched, default=None)
        oldest = min((want for want in wants if want is not echo), key=lambda want: want[1], default=None)
        if echo and not (self._echoed and oldest and now - oldest[1] > PATIENCE):
            return echo[0], echo[2], True
        desk, _, what = oldest or wants[0]
        return desk, what, False

    def on_done(self, step: WriteStep, now: float, status: int | None = None) -> None:
        """Handle that a step was sent; `status` is what was read if it asked."""
        desk = self.desks[step.station]
        desk.on_done(step, now, status)
        self._end(step, now, desk)

    def on_failure(self, step: WriteStep, now: float, error: object) -> None:
        """Handle that a step failed."""
        desk = self.desks[step.station]
        desk.on_failure(now, error)
        self._end(step, now, desk)

    def _end(self, step: WriteStep, now: float, desk: WriteQueue) -> None:
        self._rest = now + (now - step.began) * (1 - SHARE) / SHARE
        self._tell([desk])

    def _tell(self, desks: Iterable[WriteQueue]) -> None:
        for desk in desks:
            state = desk.health.state
            if self._reported.get(desk.station) != state:
                self._reported[desk.station] = state
                self._news(desk.station, state)
