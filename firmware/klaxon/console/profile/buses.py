"""Checks of buses, of the panels and expanders on them, and of their addresses."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.console.profile import board
from klaxon.console.profile.flaws import Flaw, show_value
from klaxon.console.profile.parsed import ParsedBus, ParsedProfile, ParsedSection
from klaxon.rules.content.faults import nearest


def check_buses(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield what is wrong with buses and with what is connected to them."""
    yield from _adapters(draft)
    for bus in draft.buses:
        yield from _bus(bus)
        yield from _too_fast(draft, bus)
    buses = {bus.own.get("name"): bus for bus in draft.buses}
    for part in draft.expanders:
        yield from _on_a_bus(part, draft)
        if (found := buses.get(part.get("bus"))) and found.own.get("kind") == "spi":
            yield part.flaw("PRF-058", "bus", kind="spi", name=part.get("bus"))
        elif found and found.own.get("lines") and found.own.get("number") not in (None, *board.OVERLAY_BUSES):
            yield part.flaw("PRF-062", "bus", value=found.own.get("number"), known=list(board.OVERLAY_BUSES))
    for station in draft.stations:
        if station.panel:
            yield from _on_a_bus(station.panel, draft)
            yield from _panel(station.panel, buses.get(station.panel.get("bus")))
    yield from _clashes(draft)


def _adapters(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield two sections for one adapter."""
    first: dict[tuple[str, int], str] = {}
    for bus in draft.buses:
        kind, number = bus.own.get("kind"), bus.own.get("number")
        if kind is None or number is None:
            continue
        if first.setdefault((kind, number), bus.own.section) != bus.own.section:
            yield bus.own.flaw("PRF-060", "number", kind=kind, value=number, first=first[kind, number])


def _bus(bus: ParsedBus) -> Iterator[Flaw]:
    own, kind = bus.own, bus.own.get("kind")
    speeds = {"i2c": board.I2C_SPEEDS, "spi": board.SPI_SPEEDS}.get(kind, ())
    speed = own.get("speed_hz")
    if kind and speed is not None and speed not in speeds:
        yield own.flaw("PRF-055", "speed_hz", value=show_value(speed), kind=kind, known=list(speeds))
    if kind == "spi" and bus.mux:
        yield own.flaw("PRF-058", "mux", kind=kind, name=own.get("name"))
    if kind == "spi" and "lines" in own.given:
        yield own.flaw("PRF-058", "lines", kind=kind, name=own.get("name"))
    if kind and "number" in own.values and "lines" in own.values and own.get("lines") is None:
        yield own.flaw("PRF-059", "lines", kind=kind, case="lines", value=own.get("number"))
    if kind == "i2c" and "lines" in own.given and len(own.get("lines") or ()) not in (0, 2):
        yield own.flaw("PRF-059", "lines", kind=kind, case="lines", value=own.get("number"))


def _too_fast(draft: ParsedProfile, bus: ParsedBus) -> Iterator[Flaw]:
    """Yield a speed that a chip or a panel of the bus is not made for."""
    name, speed = bus.own.get("name"), bus.own.get("speed_hz")
    if bus.own.get("kind") != "i2c" or speed not in board.I2C_SPEEDS or speed <= board.FAST_MODE:
        return
    slow = ["mux"] if bus.mux else []
    slow += [part.get("chip") for part in draft.expanders if part.get("bus") == name]
    slow += ["panel" for station in draft.stations if station.panel and station.panel.get("bus") == name]
    if found := [chip for chip in slow if chip in (*board.SLOW_CHIPS, "panel")]:
        yield bus.own.flaw("PRF-061", "speed_hz", value=speed, chip=found[0], most=board.FAST_MODE)


def _on_a_bus(part: ParsedSection, draft: ParsedProfile) -> Iterator[Flaw]:
    name, known = part.get("bus"), [bus.own.get("name") for bus in draft.buses]
    if None in known or "bus" not in draft.top.values:
        return  # it may be one that could not be read
    if name is not None and name not in known:
        yield part.flaw("PRF-050", "bus", value=name, nearest=nearest(name, known), known=known or "-")


def _panel(panel: ParsedSection, bus: ParsedBus | None) -> Iterator[Flaw]:
    controller = board.CONTROLLERS.get(panel.get("controller"))
    kind = bus.own.get("kind") if bus else None
    if controller and kind and kind not in controller.buses:
        fitting = [name for name, each in board.CONTROLLERS.items() if kind in each.buses]
        yield panel.flaw(
            "PRF-056", "controller", value=panel.get("controller"), kind=kind, known=list(controller.buses), fit=fitting
        )
    size = panel.get("width"), panel.get("height")
    if controller and None not in size and size not in controller.sizes:
        sizes = [f"{width}x{height}" for width, height in controller.sizes]
        value = f"{size[0]}x{size[1]}"
        yield panel.flaw("PRF-057", "width", controller=panel.get("controller"), value=value, known=sizes)
    if not bus or not kind:
        return
    foreign = ("dc", "select") if kind == "i2c" else ("channel", "address")
    for key in foreign:
        if key in panel.given:
            yield panel.flaw("PRF-058", key, kind=kind, name=bus.own.get("name"))
    if kind == "spi" and "dc" not in panel.given:
        yield panel.flaw("PRF-059", "dc", kind=kind, case="dc")
    if kind == "i2c":
        yield from _channel(panel, bus)


def _channel(panel: ParsedSection, bus: ParsedBus) -> Iterator[Flaw]:
    channel = panel.get("channel")
    if channel is None:
        return
    if bus.mux is None and "mux" not in bus.own.given:
        yield panel.flaw("PRF-051", "channel", name=bus.own.get("name"))
    channels = bus.mux.get("channels") if bus.mux else None
    if channels is not None and channel >= channels:
        yield panel.flaw("PRF-052", "channel", value=channel, name=bus.own.get("name"), last=channels - 1)


def _clashes(draft: ParsedProfile) -> Iterator[Flaw]:
    """Yield two devices with one address. Devices on a bus itself are also visible behind its mux."""
    placed: list[tuple[str, int | None, int, ParsedSection]] = []
    for part, key, place in _device_places(draft):
        bus, channel, address = place
        for other_bus, other_channel, other_address, other in placed:
            near = channel == other_channel or None in (channel, other_channel)
            if (bus, address) == (other_bus, other_address) and near:
                value = f"0x{address:02X}" if key == "address" else str(address)
                yield part.flaw("PRF-053", key, value=value, name=bus, first=other.section)
                break
        placed.append((bus, channel, address, part))


def _device_places(draft: ParsedProfile) -> Iterator[tuple[ParsedSection, str, tuple[str, int | None, int]]]:
    """Yield every device with its bus, channel and address; on SPI the chip select is the address."""
    kinds = {bus.own.get("name"): bus.own.get("kind") for bus in draft.buses}
    for bus in draft.buses:
        if bus.mux and bus.own.get("name") and bus.mux.get("address") is not None:
            yield bus.mux, "address", (bus.own.get("name"), None, bus.mux.get("address"))
    devices = [*draft.expanders, *(station.panel for station in draft.stations if station.panel)]
    for part in devices:
        name = part.get("bus")
        key = "select" if kinds.get(name) == "spi" else "address"
        channel_known = "channel" in part.values or "channel" not in part.given
        if name is not None and part.get(key) is not None and channel_known:
            yield part, key, (name, None if key == "select" else part.get("channel"), part.get(key))
