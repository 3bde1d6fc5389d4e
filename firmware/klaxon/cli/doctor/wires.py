"""Checks of what the kernel shows of the wiring: GPIO chips, buses, muxes, expanders, PWM, and the serial port."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import ClassVar

from klaxon.cli.doctor.board import MODEL
from klaxon.cli.doctor.check import Finding, PiCheck
from klaxon.cli.doctor.world import World, is_there
from klaxon.console.profile import Expander, Profile
from klaxon.console.profile.board import SERIAL_PORTS
from klaxon.console.profile.boot import overlay
from klaxon.link.ports import find_port

I2C_DEVICES = "/sys/bus/i2c/devices"
DEBUG_MODELS = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5")
"""Models whose serial0 is a socket of its own. The port on the header is another: see HEADER_PORT."""
HEADER_PORT = "serial@30000"
CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")


class _Nodes(PiCheck):
    """Devices that must exist and be accessible."""

    cases: ClassVar = {"ok": "ok", "missing": "fail", "closed": "fail"}

    def judge(self, world: World, device: str, **facts: object) -> Finding:
        """Return the finding for one device."""
        case = world.node(device)
        return self.finding(case, device=device, group=world.group(device) if case == "closed" else "", **facts)


class GpioChips(_Nodes):
    """The Pi's own GPIO lines."""

    code = "DOC-410"

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:  # noqa: ARG002 - of every console
        """Check every GPIO chip."""
        chips = [f"/dev/{path.name}" for path in world.glob("/dev/gpiochip*")]
        for device in chips or ["/dev/gpiochip0"]:
            yield self.judge(world, device)


class I2cBuses(_Nodes):
    """The I2C adapters of the profile."""

    code = "DOC-411"

    def concerns(self, profile: Profile) -> bool:
        """Return whether there are any."""
        return any(bus.kind == "i2c" for bus in profile.buses)

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Check each."""
        for bus in profile.buses:
            if bus.kind == "i2c":
                yield self.judge(world, f"/dev/i2c-{bus.number}", bus=bus.name)


class MuxChannels(_Nodes):
    """The mux channels that panels are connected to: the kernel makes each an adapter of its own."""

    code = "DOC-412"
    cases: ClassVar = {**_Nodes.cases, "no-mux": "fail", "no-channel": "fail"}

    def concerns(self, profile: Profile) -> bool:
        """Return whether there is a mux."""
        return any(bus.mux for bus in profile.buses)

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Check the mux, its channels and their devices."""
        for bus in profile.buses:
            if bus.mux is None:
                continue
            address = f"0x{bus.mux.address:02x}"
            place = f"{I2C_DEVICES}/{bus.number}-{bus.mux.address:04x}"
            channels = world.glob(f"{place}/channel-*")
            if not channels:
                yield self.finding("no-mux", address=address, bus=bus.number)
                continue
            panels = [station.panel for station in profile.stations if station.panel]
            used = sorted({panel.channel for panel in panels if panel.bus == bus.name and panel.channel is not None})
            for channel in used:
                link = world.path(f"{place}/channel-{channel}")
                if link not in channels:
                    yield self.finding("no-channel", address=address, channel=channel)
                else:
                    yield self.judge(world, f"/dev/{link.readlink().name}", address=address, channel=channel)


class SpiDevices(_Nodes):
    """The SPI devices of panels."""

    code = "DOC-413"

    def concerns(self, profile: Profile) -> bool:
        """Return whether there are any."""
        return any(bus.kind == "spi" for bus in profile.buses)

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Check each."""
        buses = {bus.name: bus.number for bus in profile.buses if bus.kind == "spi"}
        panels = [station.panel for station in profile.stations if station.panel]
        for number, select in sorted({(buses[panel.bus], panel.select) for panel in panels if panel.bus in buses}):
            yield self.judge(world, f"/dev/spidev{number}.{select}")


class Expanders(PiCheck):
    """The expanders, driven by the kernel as GPIO chips."""

    code = "DOC-414"
    cases: ClassVar = {"ok": "ok", "missing": "fail", "no-driver": "fail"}

    def concerns(self, profile: Profile) -> bool:
        """Return whether there are any."""
        return bool(profile.expanders)

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Check the lines of each."""
        for expander in profile.expanders:
            place = f"{I2C_DEVICES}/{profile.bus(expander.bus).number}-{expander.address:04x}"
            facts = {"name": expander.name, "chip": expander.chip, "address": f"0x{expander.address:02x}"}
            facts["overlay"] = overlay(expander, profile.bus(expander.bus))
            if world.glob(f"{place}/gpiochip*") or _has_label(world, expander):
                yield self.finding("ok", **facts)
            else:
                yield self.finding("no-driver" if is_there(world.path(place)) else "missing", **facts)


def _has_label(world: World, expander: Expander) -> bool:
    labels = [path.read_text("utf-8").strip() for path in world.glob("/sys/class/gpio/gpiochip*/label")]
    return bool(expander.label) and expander.label in labels


class _OfBell(PiCheck):
    """A check for a bell that the PWM rings."""

    def concerns(self, profile: Profile) -> bool:
        """Return whether there is one."""
        return any(bell.kind == "pwm" for bell in profile.bells)


class PwmCheck(_OfBell):
    """The kernel's PWM."""

    code = "DOC-415"
    cases: ClassVar = {"ok": "ok", "none": "warn", "closed": "warn"}

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Check for a chip that we may use."""
        chips = world.glob("/sys/class/pwm/pwmchip*")
        usable = [chip.name for chip in chips if world.may(chip / "export", os.W_OK)]
        lines = [str(bell.line) for bell in profile.bells if bell.kind == "pwm"]
        yield self.finding("ok" if usable else "closed" if chips else "none", chips=usable, line=lines)


class Audio(_OfBell):
    """Analogue audio, which occupies the PWM."""

    code = "DOC-416"
    cases: ClassVar = {"ok": "ok", "unreadable": "info", "on": "warn"}

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:  # noqa: ARG002 - of every bell
        """Read the firmware's settings."""
        config = next(((path, text) for path in CONFIGS if (text := world.read(path)) is not None), None)
        if config is None:
            yield self.finding("unreadable")
            return
        path, text = config
        settings = [line for line in text.splitlines() if re.match(r"\s*dtparam=", line)]
        switches = re.findall(r"[=,]\s*audio(?:=(\w+))?(?=[,\s]|$)", "\n".join(settings))
        is_on = bool(switches) and switches[-1] in ("", "on", "true", "yes", "1")
        yield self.finding("on" if is_on else "ok", file=path)


class LinkPort(_Nodes):
    """The serial port to the second console."""

    code = "DOC-417"
    cases: ClassVar = {**_Nodes.cases, "login": "fail", "debug": "fail"}

    def concerns(self, profile: Profile) -> bool:
        """Return whether there is a link."""
        return bool(profile.link.port)

    def inspect(self, world: World, profile: Profile) -> Iterator[Finding]:
        """Check the device, and whether the system uses it as its console."""
        device = find_port(profile.link.port, world.path("/"))
        names = re.findall(r"\bconsole=(\w+)", world.read("/proc/cmdline") or "")
        consoles = {world.path(f"/dev/{name}").resolve() for name in names}
        if world.path(device).resolve() in consoles:
            yield self.finding("login", device=device)
        elif device in SERIAL_PORTS and (world.read(MODEL) or "").startswith(DEBUG_MODELS):
            yield self._on_a_pi_5(world, device)
        else:
            yield self.judge(world, device)

    def _on_a_pi_5(self, world: World, device: str) -> Finding:
        """Return the finding where serial0 may be the socket for debugging: the tree says whose port it is."""
        name = world.path(device).resolve().name
        node = world.path(f"/sys/class/tty/{name}/device/of_node").resolve().name
        if node.startswith("serial@") and node != HEADER_PORT:
            return self.finding("debug", device=device)
        return self.judge(world, device)
