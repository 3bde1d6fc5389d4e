"""Wiring: the use of each line, as data that can be drawn, printed or compared with a real console."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from klaxon.console.language.catalogue import say
from klaxon.console.profile.model import Bus, Line, Profile, StationSpec


@dataclass(frozen=True, slots=True)
class LineUse:
    """One use of a line."""

    line: Line
    what: str
    """dial, key, power, bell, lamp, interrupt, reset, dc, bus or link."""
    facts: tuple[tuple[str, object], ...]
    pull: str = ""
    """The chip's resistor that is switched on: `up` or `down`."""

    def text(self, language: str = "en") -> str:
        """Return the use in words."""
        return say(f"wire.{self.what}", dict(self.facts), language)


def wiring(profile: Profile) -> tuple[LineUse, ...]:
    """Return every use of a line, the Pi's own first, by number."""
    return tuple(sorted(_uses(profile), key=lambda use: (use.line.chip, use.line.number)))


def on(profile: Profile, line: Line) -> tuple[LineUse, ...]:
    """Return the uses of a line: none, one, or several that may share it."""
    return tuple(use for use in wiring(profile) if use.line == line)


def _use(line: Line | None, what: str, pull: str = "", **facts: object) -> Iterator[LineUse]:
    if line is not None:
        yield LineUse(line, what, tuple(facts.items()), "" if pull == "none" else pull)


def _uses(profile: Profile) -> Iterator[LineUse]:
    for bus in profile.buses:
        yield from _bus(bus)
    for station in profile.stations:
        yield from _station(station)
    for expander in profile.expanders:
        yield from _use(expander.interrupt, "interrupt", "up", of=expander.name)
        yield from _use(expander.reset, "reset", of=expander.name)
    for bell in profile.bells:
        yield from _use(bell.line, "bell", kind=bell.kind)
    for lamp in profile.lamps:
        yield from _use(lamp.line, "lamp", lamp=lamp.name)
    for line, role in zip(profile.link.lines, ("TXD", "RXD"), strict=False):
        yield from _use(line, "link", role=role)
    if profile.power:
        yield from _use(profile.power.key.line, "power", profile.power.key.pull)


def _bus(bus: Bus) -> Iterator[LineUse]:
    roles = ("SDA", "SCL") if bus.kind == "i2c" else _SPI_ROLES[bus.number]
    for line, role in zip(bus.lines, roles, strict=False):
        yield from _use(line, "bus", bus=bus.name, role=role)
    if bus.mux:
        yield from _use(bus.mux.reset, "reset", of=f"{bus.name}.mux")


_SPI_ROLES = {0: ("CE1", "CE0", "MISO", "MOSI", "SCLK"), 1: ("CE2", "CE1", "CE0", "MISO", "MOSI", "SCLK")}
"""Number of an SPI adapter -> the roles of its lines, in the order of `board.SPI_LINES`."""


def _station(station: StationSpec) -> Iterator[LineUse]:
    for number, dial in enumerate(station.dials, start=1):
        yield from _use(dial.a, "dial", "up", station=station.name, dial=number, phase="A")
        yield from _use(dial.b, "dial", "up", station=station.name, dial=number, phase="B")
    for key in station.keys:
        yield from _use(key.line, "key", key.pull, station=station.name, name=key.name)
    if station.panel:
        yield from _use(station.panel.dc, "dc", station=station.name)
        yield from _use(station.panel.reset, "reset", of=station.name)
