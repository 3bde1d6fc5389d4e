"""The lines of a console: inputs for keys and dials, outputs for lamps and resets, on chips that may disappear.

    lines = Lines(profile, inputs, loop, told)
    inputs.drain = lines.drain          # every pending edge is judged before a timer goes off
    lamp = lines.outlet(profile.lamps[0].line, active_low=False)
    lines.start()

There are two ways to open the Pi's own lines. **gpiod** is preferred:

- One request and one file for all lines of a chip; the loop waits for it, and no thread runs. lgpio takes line by line,
  and every edge goes through a FIFO and a thread of Python.
- The kernel numbers the edges of a line, including those that it drops, and keeps 1,024 of them: losses are known, and
  the levels are read again at once. lgpio's events have no numbers.
- A line that somebody else holds is an error with a name, and a chip that disappears wakes whoever waits for it.
- Expanders are chips like any other. gpiozero's factories share one set of pins, so it can only ever have one chip.
- lgpio moves the whole process into another folder when it is imported, and fails where it cannot make its FIFO.

**gpiozero** (over lgpio) is the other way, for a board on which gpiod fails. RPi.GPIO below it
(GPIOZERO_PIN_FACTORY=rpigpio) sees no edges since the kernel 6.6; rpi-lgpio stands in for it. Expanders are still
opened with gpiod.
"""

from __future__ import annotations

from klaxon.hal.pi.lines.lines import Lines, Outlet
from klaxon.hal.pi.lines.plan import wiring

__all__ = ["Lines", "Outlet", "wiring"]
