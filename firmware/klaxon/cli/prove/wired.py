"""The console that is proved: real hardware, with a meter in it, and robots that work it behind its contacts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from klaxon.cli.prove.meter import Meter, PanelEcho, TimedPlace, TimedTaker
from klaxon.cli.soak.played import PlayedConsole
from klaxon.console.devices.health import DeviceReport
from klaxon.console.profile import BellSpec, Profile
from klaxon.hal.input_lines import Taker
from klaxon.hal.pi.bell.bell import Outlets, PiBell, hang
from klaxon.hal.pi.console import Parts, PiConsole
from klaxon.hal.pi.lines import Lines
from klaxon.hal.pi.panels.mounting import Mounting, card, mountings
from klaxon.hal.pi.panels.panels import PiPanels

SEED = "1"
Open = Callable[[Path, Meter, bool], PlayedConsole]
"""Builds a console in the loop: its folder, its meter, and whether its bells are to be heard."""


class WiredConsole(PlayedConsole):
    """A real console. Robots press where debounced keys arrive: no program can close a contact."""

    def __init__(self, profile: Profile, folder: Path, meter: Meter, *, is_heard: bool, way: str) -> None:
        """Put it together; nothing is opened yet."""
        super().__init__(profile, folder, SEED)
        panes: dict[str, PanelEcho] = {}

        def lines(of: Profile, taker: Taker, loop: Any, on_report: Callable[[DeviceReport], None], _: str) -> Lines:
            return Lines(of, TimedTaker(taker, meter), loop, on_report, way)

        def bells(fitted: Iterable[BellSpec], outlet: Outlets, *rest: Any) -> dict[tuple[str, ...], PiBell]:
            return hang(fitted if is_heard else (), outlet, *rest)

        made = Parts(lines, PiPanels, bells, lambda of: time_places(mountings(of), meter, panes))
        self.hardware = PiConsole(profile, self.loop, hello=lambda fitting: card(fitting, fitting.name), parts=made)
        self.panes, self.fingers = panes, self.hardware.hands


def time_places(mounted: Iterable[Mounting], meter: Meter, panes: dict[str, PanelEcho]) -> list[Mounting]:
    """Return mountings whose transactions are timed; `panes` gets what waits for their echoes."""
    found = []
    for mounting in mounted:
        panes[mounting.station] = PanelEcho(meter)
        found.append(replace(mounting, place=TimedPlace(mounting.place, meter, panes[mounting.station])))
    return found


def open_wired(profile: Profile, way: str) -> Open:
    """Return what opens the console of a profile on this machine."""

    def open_console(folder: Path, meter: Meter, is_heard: bool) -> PlayedConsole:  # noqa: FBT001 - see Open
        return WiredConsole(profile, folder, meter, is_heard=is_heard, way=way)

    return open_console


async def settle(console: PlayedConsole, seconds: float) -> None:
    """Wait until no device is being searched for any more."""
    until = console.loop.time() + seconds
    while console.loop.time() < until and not console.calm:  # noqa: ASYNC110 - a device that is dead tells nobody
        await asyncio.sleep(0.1)
