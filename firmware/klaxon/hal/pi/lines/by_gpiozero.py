"""The Pi's own lines with gpiozero's pin layer, over lgpio or RPi.GPIO. Its threads only time-stamp and enqueue."""

from __future__ import annotations

import atexit
import errno
import os
import tempfile
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from time import monotonic_ns
from typing import Any

from klaxon.hal.pi.lines.by_gpiod import Gpiod
from klaxon.hal.pi.lines.gpio_api import Change, Chip, GpioApi, LineLevels, as_os_errors
from klaxon.hal.pi.lines.plan import LinePlan

FACTORIES = {"lgpio": "LGPIOFactory", "rpigpio": "RPiGPIOFactory"}
"""The module of gpiozero.pins -> its factory. GPIOZERO_PIN_FACTORY chooses, as in gpiozero; the default is lgpio."""
FACTORY, FOLDER = "GPIOZERO_PIN_FACTORY", "LG_WD"
QUEUE = 4096
"""Changes that are queued for a busy loop; more are dropped and counted."""
FOREIGN = 10_000_000_000
"""Nanoseconds: ticks further off than this belong to another clock, and the time of the call is used instead."""
PULLS = {"up": "up", "down": "down", "none": "floating"}


class Gpiozero:
    """Opens the Pi's own chip with gpiozero. Expanders need gpiod: all factories of gpiozero share their pins.

    (`LocalPiFactory.pins` belongs to the class, so a second factory for another chip is given the pins of the first.)
    """

    def __init__(
        self,
        make: Callable[[], Any] | None = None,
        clock: Callable[[], int] = monotonic_ns,
        expanders: GpioApi | None = None,
    ) -> None:
        """Use this pin factory, or choose one by the environment when the chip is opened."""
        self._make, self._clock, self._expanders = make or factory, clock, expanders or Gpiod()

    def open(self, plan: LinePlan, outputs: Mapping[int, int], wake: Callable[[], object]) -> Chip:
        """Open the lines of a chip."""
        if plan.expander:
            return self._expanders.open(plan, outputs, wake)
        return _Pins(self._make, plan, outputs, wake, self._clock)


def factory() -> Any:
    """Return a new pin factory."""
    name = os.environ.get(FACTORY, "lgpio")
    if name not in FACTORIES:
        raise OSError(errno.EINVAL, f"{FACTORY} is {' or '.join(FACTORIES)}, not {name}")
    # lgpio makes a FIFO where it is imported, and moves the whole process into that folder.
    before = Path.cwd()
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="klaxon-lgpio-")
        atexit.register(rmtree, os.environ[FOLDER], ignore_errors=True)
    try:
        module = import_module(f"gpiozero.pins.{name}")
    finally:
        os.chdir(before)
    return getattr(module, FACTORIES[name])()


class _Pins:
    """The pins of the Pi."""

    def __init__(
        self,
        make: Callable[[], Any],
        plan: LinePlan,
        outputs: Mapping[int, int],
        wake: Callable[[], object],
        clock: Callable[[], int],
    ) -> None:
        self._wake, self._clock = wake, clock
        self._queue: deque[Change] = deque()
        self._dropped = self._reported = 0
        """How many changes found the queue full; how many of those were reported."""
        self._woken = False
        self._inputs: dict[int, _Watched] = {}
        with as_os_errors():
            self._factory = make()
            try:
                self._outputs = {offset: self._output(offset, level) for offset, level in outputs.items()}
                for offset, each in plan.inputs.items():
                    self._inputs[offset] = self._input(offset, each.pull)
            except BaseException:
                self.close()
                raise

    def _output(self, offset: int, level: int) -> Any:
        pin = self._factory.pin(offset)
        pin.output_with_state(bool(level))
        return pin

    def _input(self, offset: int, pull: str) -> _Watched:
        pin = self._factory.pin(offset)
        pin.input_with_pull(PULLS[pull])
        pin.bounce = None
        pin.edges = "both"
        watched = _Watched(pin, offset, self._on_change)
        pin.when_changed = watched.on_change
        return watched

    def _on_change(self, offset: int, ticks: float, level: int) -> None:
        """Queue a change. Called by threads of the library."""
        if level not in {0, 1}:
            return  # a watchdog of lgpio, which nobody set
        now, at = self._clock(), round(ticks * 1_000_000_000)
        if len(self._queue) >= QUEUE:
            self._dropped += 1
        else:
            self._queue.append(Change(at if abs(now - at) < FOREIGN else now, offset, int(level)))
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the loop has ended, and needs no news
                self._wake()

    def fileno(self) -> int | None:
        """Return None: the library's thread wakes the loop."""
        return None

    def take(self) -> tuple[list[Change], int]:
        """Empty the queue."""
        self._woken = False  # first: what comes from here on wakes the loop again
        changes = [self._queue.popleft() for _ in range(len(self._queue))]
        dropped = self._dropped
        lost, self._reported = dropped - self._reported, dropped
        return changes, lost

    def look(self) -> LineLevels:
        """Read all levels."""
        with as_os_errors():
            return LineLevels({offset: int(watched.pin.state) for offset, watched in self._inputs.items()})

    def set(self, levels: Mapping[int, int]) -> None:
        """Set outputs."""
        with as_os_errors():
            for offset, level in levels.items():
                self._outputs[offset].state = bool(level)

    def close(self) -> None:
        """Close the factory and all its pins."""
        # A handler that is only let go kills lgpio's thread with the next edge, and with it all edges to come.
        for watched in self._inputs.values():
            with suppress(OSError), as_os_errors():
                watched.pin.when_changed = None
        with suppress(OSError), as_os_errors():
            self._factory.close()


class _Watched:
    """A watched pin. The pin holds its handler weakly, so keep a reference to this."""

    def __init__(self, pin: Any, offset: int, changed: Callable[[int, float, int], None]) -> None:
        self.pin, self._offset, self._on_change = pin, offset, changed

    def on_change(self, ticks: float, state: int) -> None:
        """Queue a change with its offset."""
        self._on_change(self._offset, ticks, state)
