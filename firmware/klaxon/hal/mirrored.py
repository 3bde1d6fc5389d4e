"""A real console that is also a page: each station works at its own panel, or on a phone if the panel has died.

The stations see only the virtual console. Real keys and dials are one more grip on it, besides those of the pages;
whatever it shows, lights and rings also goes to the real devices.
"""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.devices import Bell, Call, Devices, Lamps, Panels, Picture
from klaxon.hal.virtual import VirtualConsole


def mirror(real: Devices, page: VirtualConsole) -> Devices:
    """Return both sets of devices as one."""
    front = page.devices()
    grip = page.grip()
    real.keys.attach(grip)
    real.dials.attach(grip)
    bells: dict[tuple[str, ...], Bell] = {
        boats: _Bells([side.bells[boats] for side in (real, front) if boats in side.bells])
        for boats in dict.fromkeys((*real.bells, *front.bells))
    }
    panels, lamps = _Panels([real.panels, front.panels]), _Lamps([real.lamps, front.lamps])
    return Devices(front.keys, front.dials, panels, bells, lamps, real.device_health, front.touch, front.voice)


class _Panels:
    def __init__(self, both: Sequence[Panels]) -> None:
        self._both = both

    def show(self, station: str, picture: Picture) -> None:
        for panels in self._both:
            panels.show(station, picture)

    def light(self, station: str, level: int) -> None:
        for panels in self._both:
            panels.light(station, level)

    def prioritise(self, station: str) -> None:
        for panels in self._both:
            panels.prioritise(station)


class _Bells:
    def __init__(self, bells: Sequence[Bell]) -> None:
        self._bells = bells

    @property
    def has_volume(self) -> bool:
        return any(bell.has_volume for bell in self._bells)

    def ring(self, call: Call) -> None:
        for bell in self._bells:
            bell.ring(call)

    def hush(self) -> None:
        for bell in self._bells:
            bell.hush()


class _Lamps:
    def __init__(self, both: Sequence[Lamps]) -> None:
        self._both = both

    def set(self, lamp: str, *, lit: bool) -> None:
        for lamps in self._both:
            lamps.set(lamp, lit=lit)
