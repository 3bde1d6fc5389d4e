"""A keeper owns the lines of one chip: it opens the chip, re-reads it, and reopens it after a failure.

A chip that fails is reopened twice at once, so that a short glitch releases no key. If that fails too, its keys are
reported as released. A key that was down then, and still is when the chip comes back, was not pressed: it counts again
once it has come up. One that was up before the gap and is down after it was pressed in between.

An expander that was reset still answers, but reports no edges, and its pull-ups are gone. It is found in two ways:
the chip itself is queried (registers.py), or, if that is impossible, by a level that changed without an edge and
still differs when it is read again. Until that is clear no event is sent: without pull-ups a level is a guess,
and a guess could be OK pressed at every station. Then all lines are released and requested again. That writes
everything: requesting a line switches its interrupt on, and with it the driver (mcp23s08, `irq_bus_sync_unlock`)
writes its whole register cache to the chip, pull-ups too. Toggling the bias would write nothing: that driver has no
`set_config`, and its pull-ups come from the device tree.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from klaxon.console.devices.health import DeviceReport, DeviceState
from klaxon.hal.input_lines import SECOND, Edge, Taker
from klaxon.hal.pi.health import Health
from klaxon.hal.pi.lines.executor import LineExecutor
from klaxon.hal.pi.lines.gpio_api import Chip, Forgotten, GpioApi, LineLevels
from klaxon.hal.pi.lines.plan import LinePlan

KIND = "lines"
SECOND_LOOK = 0.05
"""Seconds until a level that changed without an edge is read again: a delayed edge has come by then."""


class ChipKeeper:
    """Manages one chip. Everything is called in the loop."""

    def __init__(
        self,
        plan: LinePlan,
        way: GpioApi,
        work: LineExecutor,
        taker: Taker,
        loop: asyncio.AbstractEventLoop,
        *,
        drain: Callable[[], None],
        on_report: Callable[[DeviceReport], None],
    ) -> None:
        """Begin closed. `drain` passes on the pending edges of all chips."""
        self.plan = plan
        self._way, self._work, self._taker, self._loop, self._drain, self._on_report = (
            way,
            work,
            taker,
            loop,
            drain,
            on_report,
        )
        self._health = Health()
        self._last_told = self._health.state
        self._chip: Chip | None = None
        self._outputs: dict[int, int] = {}
        """Offset -> the level that it should have."""
        self._out: dict[int, int] = {}
        """Offset -> the level at which it is off."""
        self._seen: dict[int, int] = {}
        """Offset -> its last level, by an edge or a read."""
        self._moved: dict[int, int] = {}
        """Offset -> the time of its last edge."""
        self._looking = self._closed = False
        self._doubt: int | None = None
        """When a level was found that changed without an edge; None if all is well."""
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Open the chip."""
        self._timer = None
        way, plan, outputs = self._way, self.plan, dict(self._outputs)

        def open_chip() -> tuple[Chip, int, LineLevels]:
            chip = way.open(plan, outputs, lambda: self._loop.call_soon_threadsafe(self._drain))
            try:
                return chip, self._now(), chip.look()
            except OSError:
                chip.close()
                raise

        self._work.do(open_chip, partial(self._on_opened, outputs))

    def report(self) -> DeviceReport:
        """Return the state of the chip."""
        health = self._health
        return DeviceReport(KIND, self.plan.name, health.state, health.errors, health.last_error)

    @property
    def is_used(self) -> bool:
        """Return whether anything is connected to the chip."""
        return bool(self.plan.inputs or self._out)

    def drive(self, offset: int, level: int) -> None:
        """Add an output that is off at a level; call it before `start`."""
        self._out[offset] = self._outputs[offset] = level

    def set_output(self, offset: int, level: int) -> None:
        """Set an output; if that is impossible now, it is set when the chip comes back."""
        self._outputs[offset] = level
        if chip := self._chip:
            self._work.do(partial(chip.set, {offset: level}), partial(self._on_done, chip))

    def take(self) -> list[Edge]:
        """Return the pending edges; if some were lost, the levels are read again."""
        if (chip := self._chip) is None:
            return []
        try:
            changes, lost = chip.take()
        except OSError as error:
            self._lose(chip, error)
            return []
        for at, offset, level in changes:
            self._seen[offset], self._moved[offset] = level, at
        if lost:
            self._taker.drop(lost, self._now())
            self._loop.call_soon(self.look)
        return [Edge(self.plan.inputs[offset].token, at, level) for at, offset, level in changes]

    def look(self) -> None:
        """Read all levels again."""
        if (chip := self._chip) and not self._looking:
            self._looking = True
            self._work.do(chip.look, partial(self._on_levels, chip, self._now()))

    def close(self) -> None:
        """Switch all outputs off and release all lines."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        if chip := self._chip:
            self._forget(chip)
            self._work.do(partial(chip.set, self._out), _nothing)
            self._work.do(chip.close, _nothing)
        self._work.close()

    # What came of it

    def _on_opened(self, outputs: dict[int, int], on_report: tuple[Chip, int, LineLevels] | OSError) -> None:
        if isinstance(on_report, OSError):
            self._on_failure(on_report)
            return
        chip, asked, look = on_report
        if self._closed:
            self._work.do(chip.close, _nothing)
            return
        self._chip, self._doubt, self._looking = chip, None, False
        if (file := chip.fileno()) is not None:
            self._loop.add_reader(file, self._drain)
        for offset, level in self._outputs.items() - outputs.items():  # set while the chip was being opened
            self.set_output(offset, level)
        self._health.on_answer()
        self._drain()
        self._accept(self._still(look, asked), asked)

    def _on_levels(self, chip: Chip, asked: int, on_report: LineLevels | OSError) -> None:
        if chip is not self._chip:
            return
        self._looking = False
        if isinstance(on_report, OSError):
            self._lose(chip, on_report)
            return
        self._drain()
        if chip is not self._chip:
            return
        levels = self._still(on_report, asked)
        silent = sorted(offset for offset, level in levels.items() if level != self._seen.get(offset))
        heard = self._doubt is not None and any(at > self._doubt for at in self._moved.values())
        if on_report.sure or heard or not silent:
            self._doubt = None
            self._accept(levels, asked)
        elif self._doubt is None:
            self._doubt = asked
            self._loop.call_later(SECOND_LOOK, self.look)
        else:
            lines = ", ".join(str(self.plan.inputs[offset].token) for offset in silent)
            self._lose(chip, Forgotten(f"changed without an edge: {lines}"))

    def _still(self, look: LineLevels, asked: int) -> dict[int, int]:
        """Return the levels of lines without an edge since they were asked for; newer edges override the others."""
        return {offset: level for offset, level in look.levels.items() if self._moved.get(offset, 0) <= asked}

    def _accept(self, levels: dict[int, int], asked: int) -> None:
        """Take levels as they were read, after every edge that came before."""
        self._seen.update(levels)
        self._taker.sync({self.plan.inputs[offset].token: level for offset, level in levels.items()}, asked)
        self._health.whole(self._loop.time())
        self._tell()

    def _on_done(self, chip: Chip, on_report: object) -> None:
        if isinstance(on_report, OSError):
            self._lose(chip, on_report)

    # What went wrong

    def _lose(self, chip: Chip, error: OSError) -> None:
        """Close a chip that failed. The rest is done later, since this may run inside an event handler."""
        if chip is self._chip:
            self._forget(chip)
            self._work.do(chip.close, _nothing)
            self._loop.call_soon(self._renew if isinstance(error, Forgotten) else self._on_failure, error)

    def _forget(self, chip: Chip) -> None:
        self._chip = None
        if (file := chip.fileno()) is not None:
            self._loop.remove_reader(file)

    def _renew(self, error: OSError) -> None:
        """Reopen a chip that answers but was reset, at once and as often as needed; its keys keep their levels."""
        if not self._closed:
            self._health.on_failure(self._loop.time(), error)
            self.start()

    def _on_failure(self, error: OSError) -> None:
        if self._closed:
            return
        now = self._loop.time()
        self._health.on_failure(now, error)
        if self._health.state is DeviceState.FAILED and self._seen:
            self._release()
        self._timer = self._loop.call_later(max(self._health.due - now, 0), self.start)
        self._tell()

    def _release(self) -> None:
        """Report all keys as released."""
        self._seen.clear()
        self._taker.lose([each.token for each in self.plan.inputs.values() if each.rest is not None], self._now())

    def _tell(self) -> None:
        if self._health.state is not self._last_told:
            self._last_told = self._health.state
            self._on_report(self.report())

    def _now(self) -> int:
        """Return the loop's time, which is CLOCK_MONOTONIC, like that of the edges."""
        return round(self._loop.time() * SECOND)


def _nothing(_: object) -> None:
    """Do nothing."""
