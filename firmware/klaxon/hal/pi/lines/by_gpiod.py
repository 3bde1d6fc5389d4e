"""Lines with libgpiod: one request for each chip, one file, and the kernel's own times and edge numbers."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from klaxon.hal.pi.binding import bind_again
from klaxon.hal.pi.lines.gpio_api import Change, Chip, LineLevels, as_os_errors
from klaxon.hal.pi.lines.plan import LinePlan
from klaxon.hal.pi.lines.registers import Ask, I2CPlace, check

CONSUMER = "klaxon"
OWN_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the header's chip in the kernel, the Pi 5's first. Its number differs between kernels."""
QUEUE = 1024
"""Edges that the kernel keeps for a busy loop: the most it allows. It drops the oldest, and the numbers show it."""
BATCH = 64
DEV, SYS = Path("/dev"), Path("/sys")


class Gpiod:
    """Opens chips with libgpiod."""

    def __init__(
        self,
        library: Any = None,
        dev: Path = DEV,
        sys: Path = SYS,
        ask: Ask = check,
    ) -> None:
        """Use this library, or import it when the first chip is opened. `ask` queries an expander directly."""
        self._library, self._dev, self._sys, self._ask = library, dev, sys, ask

    def open(self, plan: LinePlan, outputs: Mapping[int, int], wake: Callable[[], object]) -> Chip:  # noqa: ARG002 - its file wakes
        """Open the lines of a chip; its file wakes the loop."""
        with as_os_errors():
            self._library = self._library or import_module("gpiod")
            path = self._find(plan)
            expander, place = plan.expander, self._place(path)
            asks = partial(self._ask, expander.chip, place, frozenset(plan.inputs)) if expander else _part_of_the_pi
            return _Lines(self._library, path, plan, outputs, asks)

    def _find(self, plan: LinePlan) -> Path:
        """Return the device of a chip, as the kernel numbers it now."""
        expander = plan.expander
        if expander and not expander.label:
            place = f"{plan.bus}-{expander.address:04x}"
            found = sorted((self._sys / "bus/i2c/devices" / place).glob("gpiochip*"))
            if not found:
                bind_again(expander.chip, plan.bus, expander.address, self._sys)
                raise OSError(errno.ENODEV, f"no driver has made lines of the chip at {place}")
            return self._dev / found[0].name
        labels = (expander.label,) if expander else OWN_LABELS
        chips = {self._label(path): path for path in sorted(self._dev.glob("gpiochip*")) if not path.is_symlink()}
        for label in labels:
            if label in chips:
                return chips[label]
        raise OSError(errno.ENODEV, f"there is no chip with the label {' or '.join(labels)}")

    def _place(self, path: Path) -> I2CPlace | None:
        """Return the bus and address of a chip; None if it is not on an I2C bus."""
        folder = os.path.realpath(self._sys / "bus/gpio/devices" / path.name)
        match = re.fullmatch(r"(\d+)-([0-9a-f]{4})", Path(folder).parent.name)
        return I2CPlace(int(match[1]), int(match[2], 16)) if match else None

    def _label(self, path: Path) -> str:
        with suppress(OSError), self._library.Chip(str(path)) as chip:
            return str(chip.get_info().label)
        return ""


class _Lines:
    """The lines of a chip, in one request."""

    def __init__(
        self, library: Any, path: Path, plan: LinePlan, outputs: Mapping[int, int], ask: Callable[[], bool]
    ) -> None:
        self._offsets, self._ask = list(plan.inputs), ask
        line = library.line
        self._levels = {0: line.Value.INACTIVE, 1: line.Value.ACTIVE}
        biases = {"up": line.Bias.PULL_UP, "down": line.Bias.PULL_DOWN, "none": line.Bias.DISABLED}
        read = {"direction": line.Direction.INPUT, "edge_detection": line.Edge.BOTH}
        config = {
            offset: library.LineSettings(**read, bias=biases[each.pull], event_clock=line.Clock.MONOTONIC)
            for offset, each in plan.inputs.items()
        } | {
            offset: library.LineSettings(direction=line.Direction.OUTPUT, output_value=self._levels[level])
            for offset, level in outputs.items()
        }
        with library.Chip(str(path)) as chip:
            try:
                self._request = chip.request_lines(config, consumer=CONSUMER, event_buffer_size=QUEUE)
            except OSError as error:
                raise _error_with_owner(error, chip, config) from error
        os.set_blocking(self._request.fd, False)
        self._rising = library.EdgeEvent.Type.RISING_EDGE
        self._last = dict.fromkeys(plan.inputs, 0)
        """Offset -> the number of its last edge. The kernel counts for each line from 1 on, including dropped edges."""

    def fileno(self) -> int | None:
        """Return the file of the request."""
        with as_os_errors():
            return int(self._request.fd)

    def take(self) -> tuple[list[Change], int]:
        """Read all pending edges."""
        changes: list[Change] = []
        lost = 0
        with suppress(BlockingIOError), as_os_errors():
            while True:
                for event in self._request.read_edge_events(BATCH):
                    offset, number = event.line_offset, event.line_seqno
                    # Not the number within the request: the kernel may queue two lines in another order than it counts.
                    lost += max(number - self._last[offset] - 1, 0)
                    self._last[offset] = number
                    changes.append(Change(event.timestamp_ns, offset, int(event.event_type is self._rising)))
        return changes, lost

    def look(self) -> LineLevels:
        """Read all levels, after querying the chip itself."""
        with as_os_errors():
            sure, offsets, active = self._ask(), self._offsets, self._levels[1]
            values = self._request.get_values(offsets) if offsets else []
            return LineLevels(
                {offset: int(value is active) for offset, value in zip(offsets, values, strict=True)}, sure
            )

    def set(self, levels: Mapping[int, int]) -> None:
        """Set outputs."""
        with as_os_errors():
            self._request.set_values({offset: self._levels[level] for offset, level in levels.items()})

    def close(self) -> None:
        """Release the request."""
        with suppress(OSError), as_os_errors():
            self._request.release()


def _part_of_the_pi() -> bool:
    """Return True: the Pi's own chip cannot lose its configuration."""
    return True


def _error_with_owner(error: OSError, chip: Any, offsets: Mapping[int, object]) -> OSError:
    """Return an error that names the owner of the busy lines: the kernel only says that they are busy."""
    if error.errno != errno.EBUSY:
        return error
    taken = [info for offset in offsets if (info := chip.get_line_info(offset)).used]
    return OSError(errno.EBUSY, ", ".join(f"line {info.offset} is taken by {info.consumer}" for info in taken))
