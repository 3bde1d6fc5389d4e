"""The current budget: what every part takes at most from which rail, and what the supplies must give. In microamperes.

Figures are typical ones of the makers' sheets, rounded up; nothing here was measured. A panel is the one part that
differs much from board to board: service mode's pixel test, all on, shows what yours takes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tools.hw.circuit import DRIVEN_LED, LED, SATURATED, SUPPLY_PINS, is_driven
from tools.hw.parts import GND, PANELS, V3, V5, Circuit

PANEL = {
    "ssd1309": (100_000, 250_000),
    "ssd1306": (15_000, 35_000),
    "sh1106": (20_000, 50_000),
    "ssd1322": (120_000, 320_000),
    "ssd1322_nhd": (100_000, 250_000),
    "ssd1325": (60_000, 150_000),
    "ssd1362": (120_000, 320_000),
}
"""Controller -> what a usual board with it takes at 3.3 V: a screen of Klaxon, every pixel lit."""
CHIP = (1_000, 2_000)
"""A mux or an expander: below 1 mA each, with what its own pull-ups take."""
BELL = (30_000, 60_000)
"""A passive buzzer of 42 Ohm at 5 V, sounding: half of the time on, and it has a coil."""
BASE = 2_600
"""3.3 V less 0.7 V by 1 kOhm: the base of a transistor."""
WIRE_MILLIOHMS, CONTACT_MILLIOHMS = 11, 40
"""Of a wire of 15 cm and 0.25 mm2 (0.07 Ohm a metre), and of its two contacts."""
LIFT_ALLOWED = 165_000
"""Microvolts of hysteresis that an I2C input has: 5 % of 3.3 V."""
PULL_UP = 66
"""3.3 V / 50 kOhm: a line of the Pi that a key or a contact holds low."""
BOARD_PULL_UP = 1_834
"""3.3 V / 1.8 kOhm: SDA or SCL of the Pi held low."""
MICROVOLTS = 3_300_000
EFFICIENCY = 85
"""Of a step-down regulator, in percent."""
MARGIN = 125
"""What a supply should be able to give, in percent of what is taken at most."""
STEP = 500_000
"""Supplies are made in steps of half an ampere."""
FUSES = (500_000, 750_000, 1_100_000, 1_600_000, 1_850_000, 2_500_000, 3_000_000, 4_000_000)
"""What resettable fuses are made to hold; they trip at twice that."""


@dataclass(frozen=True, slots=True)
class Board:
    """A Pi: what it takes by itself, and what its own supply gives."""

    name: str
    typical: int
    """At work, nothing connected: Raspberry's own figure."""
    allow: int
    """All cores busy, the radio on: an allowance of ours, rounded up."""
    supply: int
    """Of the supply that Raspberry recommends."""


BOARDS = (
    Board("Zero 2 W", 350_000, 700_000, 2_000_000),
    Board("3B+", 500_000, 1_300_000, 2_500_000),
    Board("4", 600_000, 1_500_000, 3_000_000),
    Board("5", 800_000, 2_600_000, 5_000_000),
)


@dataclass(frozen=True, slots=True)
class Load:
    """What parts of one class take from a rail."""

    what: str
    """A message: hardware.load.NAME."""
    rail: str
    count: int
    typical: int
    most: int

    @property
    def total(self) -> tuple[int, int]:
        """Typical and at most, of all of them."""
        return self.count * self.typical, self.count * self.most


def loads(made: Circuit) -> list[Load]:
    """Return everything that takes current, by rail."""
    return [load for load in _loads(made) if load.count]


def _loads(made: Circuit) -> Iterator[Load]:
    profile = made.profile
    kinds = [part.kind for part in made.parts.values()]
    for controller, (typical, most) in PANEL.items():
        count = sum(1 for each in profile.stations if each.panel and each.panel.controller == controller)
        yield Load("panel", PANELS, count, typical, most)
    for (rail, ohms), count in Counter((pull.rail, pull.ohms) for pull in made.pulls if not pull.nano).items():
        yield Load("resistor", rail, count, *[-(-MICROVOLTS // ohms)] * 2)
    yield Load("chip", V3, kinds.count("mux") + kinds.count("expander"), *CHIP)
    for lamp in dict.fromkeys((each.name, is_driven(each)) for each in profile.lamps):
        count = sum(1 for each in profile.lamps if (each.name, is_driven(each)) == lamp)
        yield Load("lamp", V5 if lamp[1] else V3, count, *[lamp_current(*lamp)] * 2)
    yield Load("base", V3, kinds.count("bell") + sum(map(is_driven, profile.lamps)), BASE, BASE)
    buses = sum(1 for bus in profile.buses if bus.kind == "i2c" and bus.lines)
    yield Load("bus", V3, 2 * buses, BOARD_PULL_UP, BOARD_PULL_UP)
    pulled = sum(1 for wire in made.lines() if wire.use and wire.use.pull and not wire.use.line.chip)
    yield Load("pull", V3, pulled, PULL_UP, PULL_UP)
    yield Load("bell", V5, kinds.count("bell"), *BELL)


def taken(found: list[Load], rail: str) -> tuple[int, int]:
    """Return what a rail gives: typical, and at most."""
    totals = [load.total for load in found if load.rail == rail]
    return sum(typical for typical, _ in totals), sum(most for _, most in totals)


def behind(current: int) -> int:
    """Return what the regulator of the panels takes from 5 V for a current at 3.3 V, rounded up."""
    return -(-current * 33 * 100 // (50 * EFFICIENCY))


def of_console(found: list[Load]) -> tuple[int, int]:
    """Return what the console takes from 5 V besides the Pi: panels, the Pi's 3.3 V one to one, bell, driven lamps."""
    panels, own, bell = taken(found, PANELS), taken(found, V3), taken(found, V5)
    return behind(panels[0]) + own[0] + bell[0], behind(panels[1]) + own[1] + bell[1]


def supply(board: Board, found: list[Load]) -> int:
    """Return what the 5 V supply of a console must be able to give, in steps as supplies are made."""
    needed = (board.allow + of_console(found)[1]) * MARGIN
    return -(-needed // (100 * STEP)) * STEP


def verdict(board: Board, found: list[Load]) -> str:
    """Return whether the supply of a Pi is enough; else whether a larger one may feed all of it by the Pi's socket.

    A socket is made for what Raspberry's own supply gives: a 3B+ has a fuse of 2.5 A behind it.
    """
    if supply(board, found) <= board.supply:
        return "enough"
    return "larger" if board.allow + of_console(found)[1] <= board.supply else "second"


def lamp_current(boat: str, driven: bool, drop: int | None = None) -> int:  # noqa: FBT001 - a row of a table
    """Return what the lamp of a boat takes, rounded up; `drop` is another drop than the usual one, in millivolts."""
    usual, ohms = (DRIVEN_LED if driven else LED)[boat]
    source = 5_000_000 - 1000 * SATURATED if driven else MICROVOLTS
    return -(-max(source - 1000 * (usual if drop is None else drop), 0) // ohms)


def ground_lift(found: list[Load]) -> int:
    """Return by how much the console's ground lies above that of the Pi at most, in microvolts.

    All that is taken from 5 V and 3.3 V returns by the ground pins of the header; the panels' own current returns to
    their regulator at the rail, and what that takes from 5 V is what passes here.
    """
    return of_console(found)[1] * (WIRE_MILLIOHMS + CONTACT_MILLIOHMS) // len(SUPPLY_PINS[GND]) // 1000


def fuse(found: list[Load]) -> int:
    """Return what the fuse of the 5 V rail must hold: all that the console takes, but not what the Pi takes itself."""
    most = of_console(found)[1] - taken(found, V3)[1]
    return next(each for each in FUSES if each * 100 >= most * MARGIN)


def regulator(found: list[Load]) -> int:
    """Return what the regulator of the panels must be able to give."""
    return -(-taken(found, PANELS)[1] * MARGIN // (100 * STEP)) * STEP
