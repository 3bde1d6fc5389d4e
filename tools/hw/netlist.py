"""The netlist in KiCad's format, for a board of chips, drivers and resistors, with plugs for what is wired to it.

Each part has a footprint of KiCad's own libraries; a node has the number of its pad and, as `pinfunction`, the pin as
our drawings call it. What a drawing shows as one part with its driver is several here: transistor, diode, resistors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import NamedTuple

from klaxon.console.profile import Expander
from tools.hw.circuit import BASE_OHMS, DRIVEN_LED, LED, LINK_OHMS, PORTS, expander_ref, is_driven
from tools.hw.nets import RAILS, nets
from tools.hw.parts import GND, JOINTS, Circuit, Part, Terminal

VERSION = "E"
"""Of KiCad's format, as its versions 5 to 8 read it."""
RESISTOR = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal"
CAPACITOR = "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm"
TRANSISTOR = "Package_TO_SOT_THT:TO-92_Inline"
DIODE = "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal"
COLLECTOR, BASE, EMITTER = "1", "2", "3"
"""Pads of a BC337."""
CATHODE, ANODE = "1", "2"
"""Pads of a diode."""
MODULES = ("regulator", "mux")
"""Boards of their own: their pins in a row, as the drawings list them."""
DECOUPLING = 100
"""Nanofarads beside the supply of every chip."""
_MCP23017 = "VDD=9 VSS=10 SCL=12 SDA=13 A0=15 A1=16 A2=17 RESET=18 INTA=20"
_PCA9555 = "INT=1 A1=2 A2=3 VSS=12 A0=21 SCL=22 SDA=23 VDD=24"
PADS: Mapping[str, Mapping[str, str]] = {
    "mcp23017": dict(pair.split("=") for pair in _MCP23017.split())
    | {port: str((21 if port[2] == "A" else 1) + int(port[3])) for port in PORTS["mcp23017"]},
    "pca9555": dict(pair.split("=") for pair in _PCA9555.split())
    | {port: str((4 if port[1] == "0" else 13) + int(port[2])) for port in PORTS["pca9555"]},
}
"""Chip -> its pin -> the number of its pad, by the makers' sheets."""
CHIPS = {"mcp23017": "Package_DIP:DIP-28_W7.62mm_Socket", "pca9555": "Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm"}
FOOTPRINTS = {
    "pi": "Connector_PinSocket_2.54mm:PinSocket_2x20_P2.54mm_Vertical",
    "fuse": "Fuse:Fuse_Bourns_MF-RHT100",
}
"""Kind of a part -> its footprint; of the fuse that of another one with the same pitch of 5.1 mm."""


class Component(NamedTuple):
    """A part on the board."""

    ref: str
    value: str
    footprint: str


class Pad(NamedTuple):
    """A pad of a part."""

    ref: str
    number: str
    pin: str = ""
    """What our drawings call it; '' for parts that they do not show by themselves."""


class Board:
    """What is on the board, and what is joined there."""

    def __init__(self, made: Circuit) -> None:
        """Take everything from a circuit."""
        self.components: list[Component] = []
        self.nets: dict[str, set[Pad]] = {}
        self._made, self._names = made, nets(made)
        self._counts = {letter: count(1) for letter in "RCDQ"}
        for part in made.parts.values():
            if part.kind not in JOINTS:
                self._place(part)
        for pull in made.pulls:
            self._small("R", f"{pull.ohms}", RESISTOR, self._names[pull.at], RAILS[pull.rail])
            self._join(self._names[pull.at], self._pad(made.parts[pull.at.part], pull.at.pin))
            if pull.nano:
                self._small("C", f"{pull.nano}n", CAPACITOR, self._names[pull.at], RAILS[GND])

    def _place(self, part: Part) -> None:
        """Place a part: a bell or a lamp is a plug, and its driver is here."""
        match part.kind:
            case "bell":
                self._bell(part)
            case "lamp":
                self._lamp(part)
            case "link":
                self._link(part)
            case _:
                self._plain(part)

    def _plain(self, part: Part) -> None:
        self.components.append(Component(_ref(part.ref), self._value(part), self._footprint(part)))
        for pin in part.pins:
            if net := self._names.get(Terminal(part.ref, pin)):
                self._join(net, self._pad(part, pin))
        if part.kind == "expander":
            supply, ground = (self._names[Terminal(part.ref, pin)] for pin in ("VDD", "VSS"))
            self._small("C", f"{DECOUPLING}n", CAPACITOR, supply, ground)

    def _bell(self, part: Part) -> None:
        """Place the plug of a buzzer, plus first; its transistor, and the diode across it."""
        collector = self._transistor(part)
        self._plug(part, {"+": self._of(part, "5V"), "-": collector})
        self._small("D", "1N4148", DIODE, self._of(part, "5V"), collector)

    def _lamp(self, part: Part) -> None:
        """Place the plug of an LED, plus first, and its resistor; where it is driven, its transistor."""
        lamp = next(each for each in self._made.profile.lamps if each.name == part.name)
        after = f"{_ref(part.ref)} R"
        if is_driven(lamp):
            self._plug(part, {"+": after, "-": self._transistor(part)})
            self._small("R", f"{DRIVEN_LED[part.name][1]}", RESISTOR, self._of(part, "5V"), after)
        else:
            other = self._of(part, "COM")
            self._plug(part, {"+": other, "-": after} if lamp.active_low else {"+": after, "-": other})
            self._small("R", f"{LED[part.name][1]}", RESISTOR, self._of(part, "IN"), after)

    def _link(self, part: Part) -> None:
        """Place the plug of the link, with the resistor in TXD."""
        self._plug(part, {"TXD": f"{_ref(part.ref)} TXD"} | {pin: self._of(part, pin) for pin in ("RXD", "GND")})
        self._small("R", f"{LINK_OHMS}", RESISTOR, self._of(part, "TXD"), f"{_ref(part.ref)} TXD")

    def _transistor(self, part: Part) -> str:
        """Place a transistor with its resistor; return the net of its collector."""
        base, collector = f"{_ref(part.ref)} B", f"{_ref(part.ref)} C"
        self._small("R", f"{BASE_OHMS}", RESISTOR, self._of(part, "IN"), base)
        ref = f"Q{next(self._counts['Q'])}"
        self.components.append(Component(ref, "BC337", TRANSISTOR))
        for net, pad in ((collector, COLLECTOR), (base, BASE), (self._of(part, "GND"), EMITTER)):
            self._join(net, Pad(ref, pad))
        return collector

    def _plug(self, part: Part, poles: Mapping[str, str]) -> None:
        """Place a plug, each of whose poles is on a net."""
        self.components.append(Component(_ref(part.ref), part.kind, _plug(len(poles))))
        for number, (pin, net) in enumerate(poles.items(), start=1):
            self._join(net, Pad(_ref(part.ref), str(number), pin))

    def _small(self, letter: str, value: str, footprint: str, first: str, second: str) -> None:
        """Place a part of two pads; of a diode the first is the cathode."""
        ref = f"{letter}{next(self._counts[letter])}"
        self.components.append(Component(ref, value, footprint))
        self._join(first, Pad(ref, CATHODE))
        self._join(second, Pad(ref, ANODE))

    def _join(self, net: str, pad: Pad) -> None:
        self.nets.setdefault(net, set()).add(pad)

    def _of(self, part: Part, pin: str) -> str:
        return self._names[Terminal(part.ref, pin)]

    def _chip(self, part: Part) -> Expander:
        return next(each for each in self._made.profile.expanders if expander_ref(each) == part.ref)

    def _value(self, part: Part) -> str:
        return self._chip(part).chip.upper() if part.kind == "expander" else part.kind

    def _footprint(self, part: Part) -> str:
        if part.kind == "expander":
            return CHIPS[self._chip(part).chip]
        poles = len(part.pins)
        row = f"Connector_PinHeader_2.54mm:PinHeader_1x{poles:02}_P2.54mm_Vertical"
        return FOOTPRINTS.get(part.kind) or (row if part.kind in MODULES else _plug(poles))

    def _pad(self, part: Part, pin: str) -> Pad:
        if part.kind == "expander":
            return Pad(_ref(part.ref), PADS[self._chip(part).chip][pin], pin)
        return Pad(_ref(part.ref), pin if part.kind == "pi" else str(part.pins.index(pin) + 1), pin)


def netlist(made: Circuit) -> str:
    """Return the netlist of a console."""
    board = Board(made)
    lines = [f"(export (version {_text(VERSION)})", f"  (design (source {_text(made.profile.name)}))", "  (components"]
    lines += [
        f"    (comp (ref {_text(each.ref)}) (value {_text(each.value)}) (footprint {_text(each.footprint)}))"
        for each in board.components
    ]
    lines += ["  )", "  (nets"]
    for code, (name, pads) in enumerate(sorted(board.nets.items()), start=1):
        lines.append(f"    (net (code {_text(str(code))}) (name {_text(name)})")
        lines += [f"      {line}" for line in _nodes(pads)]
        lines[-1] += ")"
    return "\n".join([*lines, "  )", ")", ""])


def _nodes(pads: set[Pad]) -> Iterator[str]:
    for ref, number, pin in sorted(pads):
        function = f" (pinfunction {_text(pin)})" if pin else ""
        yield f"(node (ref {_text(ref)}) (pin {_text(number)}){function})"


def _plug(poles: int) -> str:
    return f"Connector_JST:JST_XH_B{poles}B-XH-A_1x{poles:02}_P2.50mm_Vertical"


def _ref(part: str) -> str:
    """Return a reference without blanks, which KiCad does not take."""
    return part.replace(" ", "_").upper()


def _text(text: str) -> str:
    return f'"{text}"'
