"""A console as data: its stations, bells, lamps and buses, and the lines they are connected to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from klaxon.console.devices import KEYS, Fitting

SIDES = ("red", "blue")
BACK_ENDS = ("pi", "virtual", "null")
"""The back-ends of a console: see `klaxon.hal`."""


@dataclass(frozen=True, slots=True, order=True)
class Line:
    """A line in use: the Pi's own, in Broadcom's numbering, or one of an expander."""

    number: int
    chip: str = ""
    """The name of the expander; '' for the Pi's own lines."""

    def __str__(self) -> str:
        return str(self.token)

    @property
    def token(self) -> int | str:
        """The line as the file and the HAL write it: `17`, `"keys.3"`."""
        return f"{self.chip}.{self.number}" if self.chip else self.number


@dataclass(frozen=True, slots=True)
class Mux:
    """A TCA9548A behind the kernel's i2c-mux: every channel is an adapter of its own."""

    address: int = 0x70
    channels: int = 8
    reset: Line | None = None


@dataclass(frozen=True, slots=True)
class Bus:
    """A root adapter: `/dev/i2c-N` or `/dev/spidevN.*`. One worker writes to all panels behind it."""

    name: str
    kind: str
    """`i2c` or `spi`."""
    number: int
    speed_hz: int
    lines: tuple[Line, ...]
    """The Pi's lines that it uses: SDA and SCL; none for an adapter on USB."""
    timeout_ms: int = 30
    """How long the kernel waits for a device that does not answer, in steps of 10 ms."""
    mux: Mux | None = None


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """A panel and its connection."""

    controller: str
    """The name of its device in luma: `ssd1309`."""
    bus: str = ""
    width: int = 128
    height: int = 64
    rotation: int = 0
    """In degrees: 0, or 180 for a panel that is mounted upside down."""
    channel: int | None = None
    """The channel of the mux on its bus; None for a panel on the bus itself."""
    address: int = 0x3C
    """On I2C."""
    select: int = 0
    """On SPI: which chip select."""
    dc: Line | None = None
    """On SPI: the line that tells data from commands."""
    reset: Line | None = None


@dataclass(frozen=True, slots=True)
class DialSpec:
    """A rotary encoder."""

    a: Line
    b: Line
    steps_per_detent: int = 4
    """Changes of the phases from one detent to the next."""
    reversed: bool = False
    rest: int = 3
    """The phases in a detent, A and B as two bits: 3 if both contacts are open."""
    acceleration: int = 1
    """The most that a step of a fast turn counts."""
    debounce_ms: int = 3


@dataclass(frozen=True, slots=True)
class KeySpec:
    """A key and how it is read."""

    name: str
    line: Line
    active_low: bool = True
    pull: str = "up"
    """`up`, `down` or `none`: the resistor of the chip that the line is on."""
    debounce_ms: int = 12


@dataclass(frozen=True, slots=True)
class StationSpec:
    """A station of a real console. A virtual one has only its fitting."""

    fitting: Fitting
    panel: PanelSpec | None = None
    dials: tuple[DialSpec, ...] = ()
    keys: tuple[KeySpec, ...] = ()
    language: str = ""
    """Its initial language; '' for that of the console."""
    usb: str = ""
    """The kind of USB device that works it: `numpad`, `keyboard` or `dial`; '' for none."""
    port: str = ""
    """Where that is plugged in, `1-1.2`; '' until it is learned."""

    @property
    def name(self) -> str:
        """Its name."""
        return self.fitting.name


@dataclass(frozen=True, slots=True)
class BellSpec:
    """A bell: `pwm` by the kernel, `tonal` by gpiozero, `active` for a buzzer, or `none`."""

    kind: str
    line: Line | None
    boats: tuple[str, ...]
    """The boats within earshot."""
    active_low: bool = False


@dataclass(frozen=True, slots=True)
class LampSpec:
    """A lamp: it is lit in the turn of its boat."""

    name: str
    line: Line
    active_low: bool = False


@dataclass(frozen=True, slots=True)
class Expander:
    """A chip with sixteen lines, driven by the kernel: an ordinary gpiochip."""

    name: str
    chip: str
    bus: str
    address: int
    interrupt: Line | None = None
    """The Pi's line that signals a changed input; without one there are no edges."""
    reset: Line | None = None
    label: str = ""
    """The label of its gpiochip; if it is empty, the chip is found by bus and address."""


@dataclass(frozen=True, slots=True)
class LinkSpec:
    """The serial port to the second console."""

    port: str = ""
    """A device; '' if there is none."""
    baud: int = 115200
    lines: tuple[Line, ...] = ()
    """The Pi's lines that it uses."""


@dataclass(frozen=True, slots=True)
class PowerSpec:
    """The power key: held, it shuts the console down."""

    key: KeySpec
    hold_ms: int = 1500


@dataclass(frozen=True, slots=True)
class Profile:
    """A console as it is built."""

    name: str
    about: str
    back_end: str
    stations: tuple[StationSpec, ...]
    buses: tuple[Bus, ...] = ()
    expanders: tuple[Expander, ...] = ()
    bells: tuple[BellSpec, ...] = ()
    lamps: tuple[LampSpec, ...] = ()
    link: LinkSpec = LinkSpec()
    power: PowerSpec | None = None
    language: str = ""
    """The initial language of its stations; '' if the profile does not say."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The boats that have stations here."""
        return tuple(dict.fromkeys(station.fitting.side for station in self.stations))

    def bus(self, name: str) -> Bus:
        """Return a bus by its name."""
        return next(bus for bus in self.buses if bus.name == name)

    def expander(self, name: str) -> Expander:
        """Return an expander by its name."""
        return next(expander for expander in self.expanders if expander.name == name)

    def all_keys(self) -> Iterator[tuple[str, KeySpec]]:
        """Yield every key with its station; the power key has none ('')."""
        yield from ((station.name, key) for station in self.stations for key in station.keys)
        if self.power:
            yield "", self.power.key

    def all_dials(self) -> Iterator[tuple[str, int, DialSpec]]:
        """Yield every dial with its station and its number there."""
        yield from ((each.name, number, dial) for each in self.stations for number, dial in enumerate(each.dials))


def fittings(profile: Profile) -> tuple[Fitting, ...]:
    """Return the stations as the console knows them."""
    return tuple(station.fitting for station in profile.stations)


def in_order(keys: Iterator[str]) -> tuple[str, ...]:
    """Return the names of keys in canonical order."""
    return tuple(sorted(keys, key=KEYS.index))
