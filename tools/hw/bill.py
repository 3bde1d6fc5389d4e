"""The bill of materials: classes of parts with the figures that matter, taken from the profile where it has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from klaxon.console.profile import PanelSpec
from tools.hw import budget, geometry, lengths
from tools.hw.circuit import DRIVEN_LED, LED, LINK_OHMS, is_driven
from tools.hw.nets import RAILS
from tools.hw.parts import PANELS, Circuit
from tools.hw.svg import number
from tools.hw.words import Words

Item = tuple[str, int, str]
"""A class of parts, how many, and their figures."""


@dataclass(frozen=True, slots=True)
class BillEntry:
    """A class of parts, how many there are, and what is said of them."""

    name: str
    """As the files of prices and of shopping call it."""
    count: int
    facts: Mapping[str, object]


DIAGONAL = {"ssd1309": '2.42"', "ssd1306": '0.96"', "sh1106": '1.3"', "ssd1322": '3.12"', "ssd1362": '2.8"'}
"""Controller -> the usual size of a panel with it."""
SCREWS_OF_BAY = 11
"""Three through the ribs, four in the floor, four behind the panel."""
DROPS = {"red": (2_200, 1_800), "blue": (3_600, 2_800)}
"""Boat -> the most and the least that LEDs of its colour drop, in millivolts: what makers' sheets allow."""
POLES = 12
"""Of a terminal strip as it is sold."""
CLICKS = 20
"""Of an EC11 in a turn; makers sell 15, 20, 24 and 30."""


def items(made: Circuit, words: Words) -> Iterator[Item]:
    """Yield what a console is made of, in words."""
    for each in entries(made):
        yield words(f"bill.{each.name}", **each.facts), each.count, words(f"bill.{each.name}.figures", **each.facts)


def entries(made: Circuit) -> Iterator[BillEntry]:
    """Yield every class of parts that a console is made of."""
    yield from _board(made)
    yield from _panels(made)
    yield from _chips(made)
    yield from _controls(made)
    yield from _rest(made)
    yield from _case(made)


def _entry(name: str, count: int, **facts: object) -> BillEntry:
    return BillEntry(name, count, facts)


def _board(made: Circuit) -> Iterator[BillEntry]:
    yield _entry("pi", 1)
    yield _entry("card", 1)
    yield _entry("supply", 1)
    yield _entry("mains-switch", 1)
    found = budget.loads(made)
    held = budget.fuse(found)
    yield _entry("fuse", 1, amperes=number(held / 1_000_000), centi=f"{held // 10_000:03}")
    yield _entry("regulator", 1, amperes=f"{budget.regulator(found) / 1_000_000:.1f}")


def _panels(made: Circuit) -> Iterator[BillEntry]:
    kinds: Counter[tuple[str, int, int, str]] = Counter()
    panels: dict[tuple[str, int, int, str], PanelSpec] = {}
    for station in made.profile.stations:
        if station.panel:
            bus = made.profile.bus(station.panel.bus)
            kind = (station.panel.controller, station.panel.width, station.panel.height, bus.kind)
            kinds[kind] += 1
            panels[kind] = station.panel
    for kind, count in kinds.items():
        controller, width, height, bus_kind = kind
        bus = made.profile.bus(panels[kind].bus)
        window = geometry.WINDOWS[width, height]
        wide, high = (number(side) for side in window)
        yield _entry(
            "panel",
            count,
            diagonal=DIAGONAL.get(controller, ""),
            controller=controller.upper(),
            pixels=f"{width}x{height}",
            bus=bus_kind.upper(),
            khz=bus.speed_hz // 1000,
            address=f"0x{panels[kind].address:02X}",
            window=f"{wide} x {high}",
            most=budget.PANEL[controller][1] // 1000,
        )
    for (ohms, rail, nano), count in Counter((pull.ohms, pull.rail, pull.nano) for pull in made.pulls).items():
        name = "panel-reset" if nano else "channel-pull-up" if rail == PANELS else "interrupt-pull-up"
        yield _entry(name, count, kilo=number(ohms / 1000), nano=nano)


def _chips(made: Circuit) -> Iterator[BillEntry]:
    for bus in made.profile.buses:
        if bus.mux:
            yield _entry("mux", 1, channels=bus.mux.channels, address=f"0x{bus.mux.address:02X}")
    for chip, count in Counter(expander.chip for expander in made.profile.expanders).items():
        addresses = ", ".join(f"0x{each.address:02X}" for each in made.profile.expanders if each.chip == chip)
        yield _entry("expander", count, chip=chip.upper(), addresses=addresses)


def _controls(made: Circuit) -> Iterator[BillEntry]:
    dials = Counter((dial.steps_per_detent, dial.debounce_ms) for _, _, dial in made.profile.all_dials())
    for (steps, debounce), count in dials.items():
        yield _entry("dial", count, steps=steps, clicks=CLICKS, debounce=debounce)
    sizes: Counter[tuple[str, int]] = Counter()
    for station, key in made.profile.all_keys():
        if key.name != "push":
            what = "course" if key.name in geometry.TOWARDS else key.name if station else "power"
            sizes[what, key.debounce_ms] += 1
    for (what, debounce), count in sizes.items():
        yield _entry(f"key.{what}", count, drill=number(geometry.DRILL[what]), debounce=debounce)


def _rest(made: Circuit) -> Iterator[BillEntry]:
    kinds = Counter(part.kind for part in made.parts.values())
    bells = [bell.kind for bell in made.profile.bells if bell.line]
    for kind, count in Counter(bells).items():
        yield _entry("bell.active" if kind == "active" else "bell.passive", count)
    if bells:
        yield _entry("driver", len(bells))
    yield from _lamps(made)
    if kinds["link"]:
        yield _entry("link", 1, baud=made.profile.link.baud, kilo=number(LINK_OHMS / 1000))
    elif made.profile.link.port:
        yield _entry("link-usb", 1, baud=made.profile.link.baud)
    yield from _wiring(made)


def _wiring(made: Circuit) -> Iterator[BillEntry]:
    rails = [part for part in made.parts.values() if part.kind == "rail"]
    poles = ", ".join(f"{RAILS.get(rail.ref, rail.name.upper())} {len(rail.pins)}" for rail in rails)
    yield _entry("rails", _strips([len(rail.pins) for rail in rails]), poles=poles)
    cuts = list(lengths.cut_list(made))
    wires, metres = sum(cut.wires for cut in cuts), number(round(sum(cut.metres for cut in cuts), 1))
    line = max(lengths.of_line(made, wire) for wire in made.lines())
    yield _entry("wire", 1, metres=metres, wires=wires, ends=2 * wires, line=line, longest=lengths.LONGEST)
    yield _entry("header-plug", 1)
    plugs = Counter(len(part.pins) for part in made.parts.values() if part.kind == "plug")
    counts = ", ".join(f"{count} x {size}" for size, count in sorted(plugs.items()))
    yield _entry("connector", plugs.total(), poles=counts)


def _strips(rails: Sequence[int]) -> int:
    """Return how many strips the poles of rails take; one pole stays free between two rails."""
    return -(-(sum(rails) + len(rails) - 1) // POLES)


def _lamps(made: Circuit) -> Iterator[BillEntry]:
    kinds = Counter((lamp.name, is_driven(lamp)) for lamp in made.profile.lamps)
    for (boat, driven), count in kinds.items():
        millivolts, ohms = (DRIVEN_LED if driven else LED)[boat]
        least, most = (number(round(budget.lamp_current(boat, driven, drop) / 1000)) for drop in DROPS[boat])
        facts = {"ohms": ohms, "volts": number(millivolts / 1000), "least": least, "most": most}
        name = "lamp-driven" if driven else "lamp"
        yield _entry(name, count, boat=boat, **facts, drill=number(geometry.DRILL["lamp"]))


def _case(made: Circuit) -> Iterator[BillEntry]:
    found = geometry.bays(made.profile)
    dials = [len(station.dials) for station in made.profile.stations]
    yield _entry("bay", len(found), width=geometry.BAY_WIDTH, length=geometry.BAY_LENGTH)
    yield _entry("spacer", 4)
    yield _entry("screw", SCREWS_OF_BAY * len(found) + 8)
    yield _entry("cheek", 2 * len(geometry.rows(found)))
    yield _entry("cap", len(dials), width=geometry.RIM["dial"])
    if second := sum(dials) - len(dials):
        yield _entry("second-cap", second, width=geometry.RIM["dial-2"])
