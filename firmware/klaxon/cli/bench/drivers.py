"""Drivers: the two ways in which a bench writes panels. Ours, as on a console on a Pi, and luma.oled's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from klaxon.cli.bench.buses import ROOT, Adapter, Glass, LumaTap, Tap
from klaxon.console.devices import Fitting, Picture
from klaxon.console.devices.health import DeviceState
from klaxon.hal.pi.panels.mounting import Mounting
from klaxon.hal.pi.panels.panels import PiPanels
from klaxon.hal.pi.panels.recipe import image
from klaxon.hal.pi.panels.worker import REAL, Time

CONTROLLER = "ssd1309"
OURS, PEER = "klaxon", f"luma.oled {CONTROLLER}"
_STILL = Time(lambda: 0.0, lambda _: None)

Glasses = Mapping[str, Glass]
"""Station -> the glass of its panel."""


class Waiting:
    """Pictures for panels that luma writes: the panel that has waited longest comes next, with its newest picture.

    That is the best that can be done with it. Pictures in between are dropped.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._pictures: dict[str, Picture] = {}

    def show(self, station: str, picture: Picture) -> None:
        """Set a picture; a waiting panel keeps its place in the queue."""
        self._pictures[station] = picture

    def prioritise(self, station: str) -> None:
        """Do nothing: priority would only make the others wait for one more whole picture."""

    def __bool__(self) -> bool:
        """Return whether a panel waits."""
        return bool(self._pictures)

    def next(self) -> tuple[str, Picture]:
        """Return which panel is next, and its picture."""
        station = next(iter(self._pictures))
        return station, self._pictures.pop(station)


class Driver(Protocol):
    """Panels that are written synchronously, one picture after another."""

    def prepare(self, station: str, picture: Picture) -> Any:
        """Return a picture as the driver takes it."""

    def show(self, station: str, prepared: Any) -> None:
        """Send what has to be sent."""


def pi_panels(
    sizes: Mapping[str, Picture],
    adapter: Adapter,
    glasses: Glasses | None = None,
    timing: Time = REAL,
    news: Callable[[str, DeviceState], None] = lambda *_: None,
) -> PiPanels:
    """Return the panels of a console on one adapter, sized like these pictures."""
    taps = {name: Tap(adapter, (glasses or {}).get(name), size.width) for name, size in sizes.items()}
    return PiPanels(
        [Fitting(name, "", size.width, size.height) for name, size in sizes.items()],
        [Mounting(name, tap, CONTROLLER) for name, tap in taps.items()],
        in_loop=lambda act, *arguments: act(*arguments),
        on_report=news,
        hello=sizes,
        timing=timing,
    )


class Ours:
    """Our own driver: schedule, worker and writers, while time stands still."""

    def __init__(self, sizes: Mapping[str, Picture], adapter: Adapter) -> None:
        """Set all panels up."""
        self._panels = pi_panels(sizes, adapter, timing=_STILL)
        self._worker = self._panels.workers[ROOT]
        self._settle()

    def prepare(self, station: str, picture: Picture) -> Picture:  # noqa: ARG002 - the peer needs it
        """Return it as it is."""
        return picture

    def show(self, station: str, prepared: Picture) -> None:
        """Send what changed."""
        self._panels.show(station, prepared)
        self._settle()

    def _settle(self) -> None:
        while not self._worker.turn():
            pass


class Luma:
    """luma.oled's own driver: every picture whole."""

    def __init__(self, sizes: Mapping[str, Picture], adapter: Adapter, glasses: Glasses | None = None) -> None:
        """Set all panels up."""
        import luma.oled.device as devices

        make = getattr(devices, CONTROLLER)
        self._taps = {name: LumaTap(adapter, (glasses or {}).get(name)) for name in sizes}
        self._devices = {
            name: make(self._taps[name], width=size.width, height=size.height) for name, size in sizes.items()
        }
        for device in self._devices.values():
            device.persist = True  # it would be cleared when the program ends

    def prepare(self, station: str, picture: Picture) -> Any:  # noqa: ARG002 - as above
        """Return it as a Pillow image."""
        return image(picture.bits, picture.width, picture.height)

    def show(self, station: str, prepared: Any) -> None:
        """Send it as luma does."""
        self._devices[station].display(prepared)

    def last_sent(self, station: str) -> bytes:
        """Return the last picture that was completely sent to a panel."""
        return bytes(self._taps[station].last)
