"""What a console is made of: parts with terminals, the wires between them, and the rails that feed them."""

from __future__ import annotations

from dataclasses import dataclass, field

from klaxon.console.profile import Profile
from klaxon.console.profile.wiring import LineUse

PI, GND, V5, V3, PANELS = "pi", "gnd", "5v", "3v3", "3v3-panels"
"""The board, and the four rails: ground, the supply, the Pi's own 3.3 V, and 3.3 V for the panels."""
UNFUSED = "5v-in"
"""What comes from the header, before the fuse: no rail, for nothing else hangs on it."""
FUSE, REGULATOR, LINK, POWER = "fuse", "regulator", "link", "power"
JOINTS = ("rail", "plug")
"""Kinds of parts that do nothing but join wires: a net goes through them."""
_COLOURS = """
gnd=BK 5v=RD 5v-in=RD 3v3=OG 3v3-panels=PK SDA=BU SCL=YE dial-1-A=GN dial-1-B=WH dial-2-A=GNBK dial-2-B=WHBK
push=VT ok=BN back=GY north=LB east=TQ south=OL west=BNYE stop=RDWH power=GYRD bell=VTWH lamp=BNWH
interrupt=YEBK reset=OGBK TXD=BUWH RXD=YEBU SCLK=YEWH MOSI=BURD CE0=GYWH CE1=GYBN dc=LBBK
"""
COLOURS = dict(pair.split("=") for pair in _COLOURS.split())
"""What a wire carries -> its colour by IEC 60757, two where it has a tracer."""
ANY_COLOUR = "WHGY"


@dataclass(frozen=True, slots=True, order=True)
class Terminal:
    """Where a wire ends: a part, and its pin."""

    part: str
    pin: str


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the console."""

    ref: str
    kind: str
    pins: tuple[str, ...]
    station: str = ""
    name: str = ""
    """What tells it from others of its kind: the key, the number of the dial, the boat of the lamp."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from the side of the Pi to the other end."""

    source: Terminal
    target: Terminal
    carries: str
    use: LineUse | None = None
    """The use of a line of the profile that ends here; none for supplies, and for what goes on from here."""

    @property
    def colour(self) -> str:
        """Its colour."""
        return COLOURS.get(self.carries, ANY_COLOUR)


@dataclass(frozen=True, slots=True)
class Pull:
    """A resistor that holds a net at the voltage of a rail."""

    at: Terminal
    rail: str
    ohms: int
    station: str = ""
    nano: int = 0
    """Nanofarads of a capacitor from the net to ground: with it the net follows the rail a moment later. 0: none."""


@dataclass
class Circuit:
    """A console as a maker wires it."""

    profile: Profile
    parts: dict[str, Part] = field(default_factory=dict)
    joins: list[Wire] = field(default_factory=list)
    """What is to be joined: to every terminal of a net one wire, from where the net begins."""
    wires: list[Wire] = field(default_factory=list)
    """The same as it is laid: through plugs, and on from part to part."""
    lengths: dict[Wire, int] = field(default_factory=dict)
    """What `lengths` has reckoned of the wires so far."""
    pulls: list[Pull] = field(default_factory=list)
    idle: list[LineUse] = field(default_factory=list)
    """Lines that nothing hangs on: MISO of a bus of panels, the reset of a chip that has none."""

    def at(self, part: str) -> list[tuple[str, Terminal, Wire]]:
        """Return what is connected to a part: its pin, the other end, and the wire."""
        found = [(wire.source.pin, wire.target, wire) for wire in self.wires if wire.source.part == part]
        found += [(wire.target.pin, wire.source, wire) for wire in self.wires if wire.target.part == part]
        order = {pin: number for number, pin in enumerate(self.parts[part].pins)}
        return sorted(found, key=lambda end: (order[end[0]], end[1]))

    def end_of(self, wire: Wire) -> Terminal:
        """Return the terminal that a wire leads to, through the plugs on its way."""
        while self.parts[wire.target.part].kind == "plug":
            wire = next(each for each in self.wires if each.source == wire.target)
        return wire.target

    def start_of(self, wire: Wire) -> Terminal:
        """Return the terminal that a wire comes from, through the plugs on its way."""
        while self.parts[wire.source.part].kind == "plug":
            wire = next(each for each in self.wires if each.target == wire.source)
        return wire.source

    def of(self, station: str) -> list[Part]:
        """Return the parts of a station, without its plug; of none ('') those that belong to the whole console."""
        return [part for part in self.parts.values() if part.station == station and part.kind != "plug"]

    def plugs(self, station: str) -> list[Part]:
        """Return the plugs of a station; it has two where one has not poles enough."""
        return [part for part in self.parts.values() if part.station == station and part.kind == "plug"]

    def lines(self) -> list[Wire]:
        """Return the wires that are lines of the profile."""
        return [wire for wire in self.wires if wire.use]
