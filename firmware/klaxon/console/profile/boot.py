"""The lines of config.txt that make the kernel provide the devices of a profile."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.profile.board import SERIAL_LINES
from klaxon.console.profile.model import Bus, Expander, PanelSpec, Profile

OWN_BUS = 1
"""The I2C adapter that every Pi has on its header."""
MUXES = {2: "pca9542", 4: "pca9545", 8: "pca9548"}
"""Channels of a mux -> the overlay's name of such a chip."""
PWM_FUNCTIONS = {12: 4, 13: 4, 18: 2, 19: 2}
"""Line -> the number of its PWM function."""
SPI_LINES = range(7, 12)


def boot_lines(profile: Profile) -> tuple[str, ...]:
    """Return the lines of config.txt that a profile needs; none if nothing is connected to a Pi."""
    if profile.back_end != "pi":
        return ()
    return (*_buses(profile), *_bells(profile), *_muxes(profile), *_expanders(profile), *_link(profile))


def _buses(profile: Profile) -> Iterator[str]:
    for bus in profile.buses:
        if bus.kind == "spi":
            yield "dtparam=spi=on"
        elif bus.number == OWN_BUS:
            yield f"dtparam=i2c_arm=on,i2c_arm_baudrate={bus.speed_hz}"
        elif bus.lines:
            yield f"dtoverlay=i2c{bus.number},baudrate={bus.speed_hz}"
    if all(bus.kind != "spi" for bus in profile.buses) and set(SPI_LINES) & set(_own_lines(profile)):
        yield "dtparam=spi=off"


def _bells(profile: Profile) -> Iterator[str]:
    """Yield the lines for bells: analogue audio shares their PWM, and hums on their line unless it is switched off."""
    yield "dtparam=audio=off"
    lines = [bell.line.number for bell in profile.bells if bell.kind == "pwm" and bell.line]
    pins = [
        f"pin{number or ''}={line},func{number or ''}={PWM_FUNCTIONS[line]}" for number, line in _number_lines(lines)
    ]
    if pins:
        yield f"dtoverlay={'pwm' if len(pins) == 1 else 'pwm-2chan'},{','.join(pins)}"


def _number_lines(lines: list[int]) -> Iterator[tuple[int, int]]:
    """Yield lines with the number in their parameters: none, then 2."""
    for place, line in enumerate(sorted(lines)):
        yield (place + 1 if place else 0), line


def _muxes(profile: Profile) -> Iterator[str]:
    for bus in profile.buses:
        if bus.mux:
            channels = {panel.channel for panel in _panels(profile) if panel.bus == bus.name}
            idle = ",disconnect_on_idle" if len(channels - {None}) == 1 else ""
            yield f"dtoverlay=i2c-mux,{MUXES[bus.mux.channels]},addr={bus.mux.address:#04x}{idle}{_where(bus)}"


def _panels(profile: Profile) -> Iterator[PanelSpec]:
    yield from (station.panel for station in profile.stations if station.panel)


def _where(bus: Bus) -> str:
    """Return the parameter that names the adapter of a chip, if it is not that of the header."""
    return "" if bus.number == OWN_BUS else f",i2c{bus.number}"


def _expanders(profile: Profile) -> Iterator[str]:
    """Yield what sets expanders up. Their interrupt pulls low alone: the line is pulled up before any driver comes."""
    placed = [chip for chip in profile.expanders if profile.bus(chip.bus).lines]  # others have a tree of their own
    for line in sorted({chip.interrupt.number for chip in placed if chip.interrupt}):
        yield f"gpio={line}=ip,pu"
    for expander in placed:
        yield f"dtoverlay={overlay(expander, profile.bus(expander.bus))}"


def overlay(expander: Expander, bus: Bus) -> str:
    """Return the overlay of an expander. Ours has pull-ups and interrupts, which Raspberry's leave out."""
    chip = "" if expander.chip == "mcp23017" else f",{expander.chip}"
    line = f",interrupt={expander.interrupt.number}" if expander.interrupt else ""
    return f"klaxon-keys{chip},addr={expander.address:#04x}{line}{_where(bus)}"


def _link(profile: Profile) -> Iterator[str]:
    """Yield the lines for the serial port on the header, if the link uses it; else its lines are free.

    A Pi 5 has a port of its own for debugging, which `enable_uart` is about; that on the header it switches on by name.
    """
    if profile.link.lines:
        yield "enable_uart=1"
        yield "dtoverlay=disable-bt"
        yield from ("[pi5]", "dtparam=uart0=on", "[all]")
    elif set(SERIAL_LINES) & set(_own_lines(profile)):
        yield "enable_uart=0"


def _own_lines(profile: Profile) -> Iterator[int]:
    """Yield the lines of the Pi's header that keys, dials, bells, lamps and chips use."""
    lines = [key.line for _, key in profile.all_keys()]
    lines += [line for _, _, dial in profile.all_dials() for line in (dial.a, dial.b)]
    lines += [bell.line for bell in profile.bells if bell.line] + [lamp.line for lamp in profile.lamps]
    lines += [line for chip in profile.expanders for line in (chip.interrupt, chip.reset) if line]
    lines += [bus.mux.reset for bus in profile.buses if bus.mux and bus.mux.reset]
    yield from (line.number for line in lines if not line.chip)
