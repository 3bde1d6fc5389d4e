"""Sources: the real lines of a wiring or a profile, watched for a recording."""

from __future__ import annotations

import asyncio
import errno

from klaxon.console.devices.health import DEAD, DeviceReport
from klaxon.console.profile import Profile
from klaxon.hal.input_lines import Taker, Wiring
from klaxon.hal.pi.lines import Lines
from klaxon.hal.pi.lines.gpio_api import GpioApi
from klaxon.hal.pi.lines.plan import profile_of


def open_source(name: str | GpioApi, wiring: Wiring, taker: Taker, profile: Profile | None = None) -> Lines:
    """Watch lines with a library, in the running loop: see `Opener`. A profile says where lines of expanders are.

    The Pi's own chip has to be there from the start; an expander may come later, as in play.
    """
    try:
        console = profile or profile_of(wiring)
    except ValueError as error:
        raise OSError(errno.EINVAL, f"no lines of the Pi: {error}") from error
    lines = Lines(console, taker, asyncio.get_running_loop(), _nobody, name)
    lines.start()
    for report in lines.reports():
        if report.state in DEAD and not report.name:
            lines.close()
            raise OSError(errno.ENODEV, report.error)
    return lines


def _nobody(_: DeviceReport) -> None:
    """Ignore the states of chips: a recording has no place for them, and what they do to lines is in its rows."""
