"""Mountings: how panels are built into a console, and the cards they show before and after it runs."""

from __future__ import annotations

from dataclasses import dataclass

from klaxon.console.devices import Fitting, Picture
from klaxon.console.drawing.parts import Text
from klaxon.console.drawing.screen import Area, Screen
from klaxon.console.drawing.screen import Place as Placed
from klaxon.console.profile import Bus, PanelSpec, Profile
from klaxon.hal.pi.panels.bus import DATA_LINE, I2C, SPI, BusPlace, Channel


@dataclass(frozen=True, slots=True)
class Mounting:
    """How the panel of a station is built in."""

    station: str
    place: BusPlace
    controller: str = "ssd1309"
    """luma's name of it. SSD1306, SSD1309 and SH1106 are sent only changes, all others whole frames."""
    turned: bool = False
    """Mounted upside down."""


def mountings(profile: Profile) -> tuple[Mounting, ...]:
    """Return how the panels of a profile are built in."""
    panels = ((station.name, station.panel) for station in profile.stations)
    return tuple(
        Mounting(name, _place(panel, profile.bus(panel.bus)), panel.controller, panel.rotation == 180)
        for name, panel in panels
        if panel and panel.bus
    )


def _place(panel: PanelSpec, bus: Bus) -> BusPlace:
    if bus.kind == "i2c":
        channel = Channel(panel.channel, bus.mux.address) if bus.mux and panel.channel is not None else None
        return I2C(bus.number, panel.address, channel, bus.timeout_ms)
    data = panel.dc.number if panel.dc else DATA_LINE
    return SPI(bus.number, panel.select, data, panel.reset.number if panel.reset else None, bus.speed_hz)


def card(fitting: Fitting, *lines: str) -> Picture:
    """Return a few words in the middle of a panel: a hello, or last words."""
    width, height = fitting.width, fitting.height
    words = Text(lines, align="centre", wrap=True, middle=True)
    return Screen((Placed(Area(0, 0, width, height), words),)).picture(width, height)
