"""The circuit: every part of a console with its terminals, and what joins them. All drawings are made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from klaxon.console.profile import Bus, Expander, KeySpec, LampSpec, Line, PanelSpec, Profile, StationSpec
from klaxon.console.profile.board import HEADER
from klaxon.console.profile.wiring import LineUse, wiring
from tools.hw.laying import lay
from tools.hw.parts import (
    FUSE,
    GND,
    LINK,
    PANELS,
    PI,
    POWER,
    REGULATOR,
    UNFUSED,
    V3,
    V5,
    Circuit,
    Part,
    Pull,
    Terminal,
    Wire,
)

PORTS = {
    "mcp23017": tuple(f"GP{port}{number}" for port in "AB" for number in range(8)),
    "pca9555": tuple(f"P{port}{number}" for port in "01" for number in range(8)),
}
"""Chip -> its sixteen lines as the chip calls them."""
RESET_OHMS, RESET_NANO = 10_000, 100
"""Of what resets a panel at power-on where no line does: it holds RES low for about a millisecond."""
STRAPPED = ("ssd1309",)
"""Controllers whose boards often have seven pins: over I2C, CS is on ground, DC the lowest bit of the address."""
INTERRUPT = {"mcp23017": "INTA", "pca9555": "INT"}
LOWEST = {"mux": 0x70, "expander": 0x20}
"""The address of a chip whose address pins are all on ground."""
CHANNEL_OHMS, INTERRUPT_OHMS = 3_300, 10_000
"""Of the resistors on both wires of a channel, and on interrupts of expanders, which pull low and never high. An open
channel of the mux has the resistors of both its sides, and whoever pulls it low may take 3 mA by the rules of I2C: the
Pi has 1.8 kOhm, the board of a mux often 10 kOhm more."""
LINK_OHMS = 1_000
"""In TXD: where one console is off, the other must not feed it through its RXD."""
LED = {"red": (2_000, 330), "blue": (2_800, 100)}
"""Boat -> what its lamp drops on 3.3 V at a few milliamperes, in millivolts, and the resistor before it."""
DRIVEN_LED = {"blue": (3_200, 220)}
"""Boat -> the same of a lamp that a transistor feeds from 5 V: blue LEDs drop anything from 2.8 to 3.6 V."""
SATURATED, BASE_OHMS = 200, 1_000
"""Millivolts that a transistor keeps while it conducts, and the resistor to its base."""
PIN = {pin.line: str(pin.number) for pin in HEADER if pin.line is not None}
"""A line of the Pi -> its pin of the header."""
SUPPLY_PINS = {V3: ("1",), V5: ("2", "4"), GND: ("6", "9", "14", "20")}
"""Rail -> the pins of the header that feed it, several where a thin wire alone would be warm, or lift the ground of a
bus. 5 V goes through the fuse."""


def is_driven(lamp: LampSpec) -> bool:
    """Return whether a lamp has a transistor; one that is lit by a low line has none."""
    return lamp.name in DRIVEN_LED and not lamp.active_low


def circuit(profile: Profile) -> Circuit:
    """Return the circuit of a console."""
    found = Circuit(profile)
    for part in _parts(profile):
        found.parts[part.ref] = part
    for use in wiring(profile):
        target = _target(profile, use)
        if target is None:
            found.idle.append(use)
        else:
            found.joins.append(Wire(_source(profile, use.line), target, _carries(use), use))
    found.joins += _buses(profile)
    found.joins += _supplies(profile, found)
    found.pulls += _pulls(profile)
    lay(found)
    return found


# Parts


def _parts(profile: Profile) -> Iterator[Part]:
    yield Part(PI, "pi", tuple(str(pin.number) for pin in HEADER))
    for rail in (V5, V3, PANELS, GND):
        yield Part(rail, "rail", ("1",), name=rail)
    yield Part(FUSE, "fuse", ("IN", "OUT"))
    yield Part(REGULATOR, "regulator", ("IN", "GND", "OUT"))
    for bus in profile.buses:
        if bus.mux:
            ports = (f"S{role}{channel}" for channel in range(bus.mux.channels) for role in "DC")
            pins = ("VIN", "GND", "SDA", "SCL", "RST", "A0", "A1", "A2", *ports)
            yield Part(mux_ref(bus), "mux", pins, name=bus.name)
    for expander in profile.expanders:
        reset = ("RESET",) if expander.chip == "mcp23017" else ()
        pins = ("VDD", "VSS", "SDA", "SCL", *reset, INTERRUPT[expander.chip], "A0", "A1", "A2", *PORTS[expander.chip])
        yield Part(expander_ref(expander), "expander", pins, name=expander.name)
    for station in profile.stations:
        yield from _of_station(station)
    for number, bell in enumerate(profile.bells, start=1):
        if bell.line:
            yield Part(f"bell-{number}", "bell", ("IN", "5V", "GND"), name=str(number))
    for number, lamp in enumerate(profile.lamps, start=1):
        yield Part(f"lamp-{number}", "lamp", ("IN", "5V", "GND") if is_driven(lamp) else ("IN", "COM"), name=lamp.name)
    if profile.link.lines:
        yield Part(LINK, "link", ("TXD", "RXD", "GND"))
    if profile.power:
        yield Part(POWER, "power", ("1", "2"))


def _of_station(station: StationSpec) -> Iterator[Part]:
    if station.panel:
        yield Part(f"{station.name} panel", "panel", _panel_pins(station.panel), station.name)
    pushed = any(key.name == "push" for key in station.keys)
    for number in range(1, len(station.dials) + 1):
        pins = ("A", "C", "B", "S1", "S2") if number == 1 and pushed else ("A", "C", "B")
        yield Part(dial_ref(station.name, number), "dial", pins, station.name, str(number))
    for key in station.keys:
        if key.name != "push":
            yield Part(f"{station.name} {key.name}", "key", ("1", "2"), station.name, key.name)


def _panel_pins(panel: PanelSpec) -> tuple[str, ...]:
    """Return the pins of a panel's board, in the order that most boards have."""
    if panel.dc:
        return ("GND", "VCC", "SCLK", "MOSI", "CS", "DC", *(("RES",) if panel.reset else ()))
    if panel.controller in STRAPPED:
        return ("GND", "VCC", "SCL", "SDA", "RES", "DC", "CS")
    return ("GND", "VCC", "SCL", "SDA", *(("RES",) if panel.reset else ()))


def mux_ref(bus: Bus) -> str:
    """Return how the mux of a bus is called."""
    return f"mux {bus.name}"


def expander_ref(expander: Expander) -> str:
    """Return how an expander is called."""
    return f"expander {expander.name}"


def dial_ref(station: str, number: int) -> str:
    """Return how a dial is called."""
    return f"{station} dial {number}"


# Lines of the profile


def _source(profile: Profile, line: Line) -> Terminal:
    """Return the pin of the Pi or of the expander that a line comes out of."""
    if not line.chip:
        return Terminal(PI, PIN[line.number])
    expander = profile.expander(line.chip)
    return Terminal(expander_ref(expander), PORTS[expander.chip][line.number])


def _carries(use: LineUse) -> str:
    facts = dict(use.facts)
    if use.what == "dial":
        return f"dial-{facts['dial']}-{facts['phase']}"
    return str(facts["name"] if use.what == "key" else facts.get("role", use.what))


def _target(profile: Profile, use: LineUse) -> Terminal | None:
    """Return where the line of a use ends."""
    facts = dict(use.facts)
    match use.what:
        case "dial":
            return Terminal(dial_ref(str(facts["station"]), int(str(facts["dial"]))), str(facts["phase"]))
        case "key" if facts["name"] == "push":
            return Terminal(dial_ref(str(facts["station"]), 1), "S1")
        case "key":
            return Terminal(f"{facts['station']} {facts['name']}", "1")
        case "power":
            return Terminal(POWER, "1")
        case "bell":
            return Terminal(f"bell-{_place([bell.line for bell in profile.bells], use.line)}", "IN")
        case "lamp":
            return Terminal(f"lamp-{_place([lamp.line for lamp in profile.lamps], use.line)}", "IN")
        case "link":
            return Terminal(LINK, str(facts["role"]))
        case "dc":
            return Terminal(f"{facts['station']} panel", "DC")
        case "interrupt":
            expander = profile.expander(str(facts["of"]))
            return Terminal(expander_ref(expander), INTERRUPT[expander.chip])
        case "reset":
            return _reset(profile, str(facts["of"]))
    return next(iter(_takers(profile, profile.bus(str(facts["bus"])), str(facts["role"]))), None)


def _place(lines: list[Line | None], line: Line) -> int:
    return lines.index(line) + 1


def _reset(profile: Profile, of: str) -> Terminal | None:
    """Return the pin that a reset line ends at; None for a chip without one, as a PCA9555 is."""
    for bus in profile.buses:
        if of == f"{bus.name}.mux":
            return Terminal(mux_ref(bus), "RST")
    for expander in profile.expanders:
        if of == expander.name:
            return Terminal(expander_ref(expander), "RESET") if expander.chip == "mcp23017" else None
    return Terminal(f"{of} panel", "RES")


# Buses


def _takers(profile: Profile, bus: Bus, role: str) -> list[Terminal]:
    """Return every terminal that a line of a bus goes to, the nearest first; the wire goes on from one to the next."""
    if bus.kind == "i2c":
        chips = [mux_ref(bus)] if bus.mux else []
        chips += [expander_ref(expander) for expander in profile.expanders if expander.bus == bus.name]
        chips += [f"{name} panel" for name, panel in _panels(profile, bus) if panel.channel is None]
        return [Terminal(chip, role) for chip in chips]
    if role.startswith("CE"):
        return [Terminal(f"{name} panel", "CS") for name, panel in _panels(profile, bus) if role == f"CE{panel.select}"]
    return [Terminal(f"{name} panel", role) for name, _ in _panels(profile, bus) if role in ("SCLK", "MOSI")]


def _panels(profile: Profile, bus: Bus) -> Iterator[tuple[str, PanelSpec]]:
    for station in profile.stations:
        if station.panel and station.panel.bus == bus.name:
            yield station.name, station.panel


def _buses(profile: Profile) -> Iterator[Wire]:
    """Yield what goes on from chip to chip, and the channels of muxes."""
    for bus in profile.buses:
        for role in ("SDA", "SCL") if bus.kind == "i2c" else ("SCLK", "MOSI", "CE0", "CE1", "CE2"):
            takers = _takers(profile, bus, role)
            for near, far in pairwise(takers):
                yield Wire(near, far, role)
        for name, panel in _panels(profile, bus):
            if panel.channel is not None:
                for role in ("SDA", "SCL"):
                    port = Terminal(mux_ref(bus), f"S{role[1]}{panel.channel}")
                    yield Wire(port, Terminal(f"{name} panel", role), role)


def _pulls(profile: Profile) -> Iterator[Pull]:
    """Yield the resistors that neither the Pi nor a chip has: those of channels, and of interrupts."""
    for bus in profile.buses:
        for name, panel in _panels(profile, bus):
            if panel.channel is not None:
                for role in ("SDA", "SCL"):
                    yield Pull(Terminal(f"{name} panel", role), PANELS, CHANNEL_OHMS, name)
    for station in profile.stations:
        if station.panel and not station.panel.reset and "RES" in _panel_pins(station.panel):
            yield Pull(Terminal(f"{station.name} panel", "RES"), PANELS, RESET_OHMS, station.name, RESET_NANO)
    sharing: dict[Line, list[Expander]] = {}
    for expander in profile.expanders:
        if expander.interrupt:
            sharing.setdefault(expander.interrupt, []).append(expander)
    for joined in sharing.values():
        yield Pull(Terminal(expander_ref(joined[0]), INTERRUPT[joined[0].chip]), V3, INTERRUPT_OHMS)


# Supplies


def _supplies(profile: Profile, made: Circuit) -> Iterator[Wire]:
    for rail, pins in SUPPLY_PINS.items():
        for pin in pins:
            if rail == V5:
                yield Wire(Terminal(PI, pin), Terminal(FUSE, "IN"), UNFUSED)
            else:
                yield _from(rail, Terminal(PI, pin), reverse=True)
    yield _from(V5, Terminal(FUSE, "OUT"), reverse=True)
    yield _from(V5, Terminal(REGULATOR, "IN"))
    yield _from(GND, Terminal(REGULATOR, "GND"))
    yield _from(PANELS, Terminal(REGULATOR, "OUT"), reverse=True)
    for bus in profile.buses:
        if bus.mux:
            reset = ("RST",) if bus.mux.reset is None else ()
            yield from _chip(mux_ref(bus), ("VIN", *reset), "GND", bus.mux.address - LOWEST["mux"])
    for expander in profile.expanders:
        reset = ("RESET",) if expander.chip == "mcp23017" and expander.reset is None else ()
        yield from _chip(expander_ref(expander), ("VDD", *reset), "VSS", expander.address - LOWEST["expander"])
    for part in made.parts.values():
        for pin, rail in _fed(profile, part).items():
            yield _from(rail, Terminal(part.ref, pin))


def _fed(profile: Profile, part: Part) -> dict[str, str]:
    """Return the pins of a part that hang on a rail."""
    common = next((GND if key.active_low else V3 for ref, key in _keys(profile) if ref == part.ref), GND)
    match part.kind:
        case "panel":
            return {"GND": GND, "VCC": PANELS} | _straps(profile, part)
        case "dial":
            return {"C": GND} | ({"S2": common} if "S2" in part.pins else {})
        case "key" | "power":
            return {"2": common}
        case "bell":
            return {"5V": V5, "GND": GND}
        case "lamp":
            lamp = profile.lamps[int(part.ref.removeprefix("lamp-")) - 1]
            if is_driven(lamp):
                return {"5V": V5, "GND": GND}
            return {"COM": V3 if lamp.active_low else GND}
    return {"GND": GND} if part.kind == "link" else {}


def _straps(profile: Profile, part: Part) -> dict[str, str]:
    """Return the pins of a panel that say over which bus it is driven, and its address."""
    panel = next(station.panel for station in profile.stations if station.name == part.station)
    if panel is None or panel.dc or "CS" not in part.pins:
        return {}
    return {"DC": PANELS if panel.address & 1 else GND, "CS": GND}


def _keys(profile: Profile) -> Iterator[tuple[str, KeySpec]]:
    """Yield every key with the part that it is."""
    for station, key in profile.all_keys():
        push = dial_ref(station, 1)
        yield POWER if not station else push if key.name == "push" else f"{station} {key.name}", key


def _from(rail: str, end: Terminal, *, reverse: bool = False) -> Wire:
    here = Terminal(rail, "1")
    return Wire(end, here, rail) if reverse else Wire(here, end, rail)


def _chip(ref: str, high: Iterable[str], ground: str, address: int) -> Iterator[Wire]:
    """Yield the supply of a chip, and its address pins: a bit each."""
    for pin in high:
        yield _from(V3, Terminal(ref, pin))
    yield _from(GND, Terminal(ref, ground))
    for bit in range(3):
        yield _from(V3 if address >> bit & 1 else GND, Terminal(ref, f"A{bit}"))
