"""Two ends of a serial line in made-up time, over a model of the line: its speed, its noise, its cuts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from klaxon.link.modelled.noise import BAUD, CLEAN, ERRORS, LOSSY, Noise
from klaxon.link.wire.line_end import BITS_A_BYTE, LineEnd
from klaxon.link.wire.round_trip import Micros

__all__ = ["BAUD", "CLEAN", "ERRORS", "LOSSY", "SECOND", "LineModel", "Noise", "two_ends"]

SECOND: Micros = 1_000_000


@dataclass
class LineModel:
    """Carries frames between two ends; time goes from event to event."""

    ends: tuple[LineEnd, LineEnd]
    noise: Noise = CLEAN
    seed: int = 0
    delay: Micros = 1_000
    """From the last byte on the line to the program at the other end."""
    cut: bool = False
    now: Micros = 0
    stalled: set[int] = field(default_factory=set)
    """Ends whose program reads nothing at the moment: what comes for them waits in their kernel."""

    carried: list[bytes] = field(default_factory=list)
    """Every frame that was put on the line."""

    def __post_init__(self) -> None:
        self._dice = Random(self.seed)
        self._under_way: list[tuple[Micros, int, bytes]] = []

    def replace(self, end: int, fresh: LineEnd) -> None:
        """Start the program at an end again."""
        first, second = self.ends
        self.ends = (fresh, second) if end == 0 else (first, fresh)

    def run(self, until: Micros, done: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass, at most until a moment; True as soon as it is done."""
        while not done():
            at = self._next()
            if at > until:
                self.now = until
                return done()
            self.now = max(self.now, at)
            self._deliver()
            for number, end in enumerate(self.ends):
                if number not in self.stalled and end.due() <= self.now and (frame := end.send(self.now)):
                    self._carry(number, frame)
        return True

    def _next(self) -> Micros:
        dues = [end.due() for number, end in enumerate(self.ends) if number not in self.stalled]
        arrivals = [at for at, number, _ in self._under_way if number not in self.stalled]
        return min(dues + arrivals, default=self.now + SECOND)

    def _carry(self, sender: int, frame: bytes) -> None:
        self.carried.append(frame)
        if not self.cut:
            arrives = self.now + len(frame) * BITS_A_BYTE * SECOND // BAUD + self.delay
            self._under_way.append((arrives, 1 - sender, self.noise.garble(frame, self._dice)))

    def _deliver(self) -> None:
        """Hand over what has arrived; frames of one way stay in order."""
        waiting = []
        for at, number, data in self._under_way:
            if at <= self.now and number not in self.stalled:
                self.ends[number].receive(data, self.now)
            else:
                waiting.append((at, number, data))
        self._under_way = waiting


def two_ends() -> tuple[LineEnd, LineEnd]:
    """Return the ends of a new line."""
    return LineEnd(1, baud=BAUD), LineEnd(2, baud=BAUD)
