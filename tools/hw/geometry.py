"""The front panel in millimetres: a bay for each station, with every hole. Overlay and enclosure are made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from klaxon.console.devices import COURSE_KEYS
from klaxon.console.profile import Profile, StationSpec

BAY_WIDTH, BAY_LENGTH = 120, 150
"""Of a bay, on the slope."""
SLOPE = 25
"""In degrees."""
FRONT, WALL, RIB = 30, 3, 6
"""Height of the front edge; thickness of the walls, and of the ribs by which bays are joined."""
MARGIN = RIB + 2
"""Nothing may be nearer to the edge of a bay."""

DRILL = {"dial": 7.2, "ok": 16, "back": 16, "course": 12, "stop": 24, "power": 12, "lamp": 8, "bell": 2.5, "screw": 2.8}
"""What goes through a hole -> its drill: M7 of an EC11, keys of 12, 16 and 24 mm, holders of 5 mm lamps, M2.5."""
RIM = {"dial": 26, "dial-2": 20, "ok": 19, "back": 19, "course": 14, "stop": 28, "power": 14, "lamp": 10, "bell": 14}
"""What of a control is seen from above: caps, bezels, the field of holes of the bell."""
WINDOWS = {(128, 64): (58, 30.5), (256, 64): (80, 23)}
"""Pixels of a panel -> the window that shows them, a little more than what lights up."""
SCREWS = {(128, 64): (66, 37), (256, 64): (92, 28)}
"""Pixels of a panel -> how far the screws of its board are apart. Typical; boards differ, so measure yours."""
CAP_HEIGHT, SHAFT, FLAT = 16, 6.1, 4.6
"""Of the caps of dials: the shaft of an EC11 is 6 mm thick, 4.5 mm at its flat."""

MIDDLE = BAY_WIDTH / 2
WINDOW_AT = (MIDDLE, 108)
DIAL_AT, OK_AT, BACK_AT = (MIDDLE, 68), (95, 68), (25, 68)
LOWER = ((MIDDLE, 26), (22, 26), (98, 26))
"""Places in the lower row: the middle, the left, the right."""
COURSE_AT, ARM = (MIDDLE, 26), 14
"""The middle of the four course keys, and how far they are from it."""
STOP_AT, POWER_AT = (98, 26), (105, 108)
LAMPS_AT = ((16, 134), (36, 134))
BELL_AT = (103, 135)
PORTS_AT, PORTS = (36.5, 20), (57, 22)
"""The middle and the size of the opening in the back wall of the first bay, behind the USB block of a Pi."""
SUPPLY_AT, LINK_AT = (98, 44), (78, 44)
"""Holes in the same wall, for the lead of the supply and the socket of the link."""
BACK_DRILL = {"supply": 14, "link": 12.2}
PI_AT = (8, 45.4)
"""The corner of a Pi's board on the floor of the first bay: USB and Ethernet end at the inside of the back wall."""
HEADER_AT = (PI_AT[0] + 4, PI_AT[1] + 33)
"""The middle of its header, which looks to the left."""
REGULATOR_AT, REGULATOR = (8, 5), (43, 21, 14)
RAILS_AT, RAILS = (70, 66), (42, 62, 20)
"""The left front corner of regulator and strips in the first bay, and how wide, deep and high they are."""
MUX_AT, MUX = (12, 104), (31, 21, 10)
EXPANDER_AT, EXPANDER = (24, 58), (50, 35, 16)
"""The same of the mux in the second bay, and of an expander in the second and those after it."""
PLUG_AT, FIRST_PLUG_AT, PLUG = (8, 46), (68, 4), (12, 44, 16)
"""The same of a station's plug: at the left rib; in the first bay beside the Pi, and not above the way to its card."""
TOWARDS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Hole:
    """A round hole; x from the left edge of the bay, y from its lower edge."""

    what: str
    """A key of DRILL."""
    part: str
    """The part that sits there, as the circuit calls it."""
    x: float
    y: float
    name: str = ""
    """What tells it from others: the key, the number of the dial, the boat of the lamp."""

    @property
    def drill(self) -> float:
        """How wide it is."""
        return DRILL[self.what]

    @property
    def rim(self) -> float:
        """How much of the front is taken by what sits there."""
        second = f"{self.what}-{self.name}"
        return RIM.get(second, RIM.get(self.what, self.drill))


@dataclass(frozen=True, slots=True)
class Window:
    """The window of a panel, by its middle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Bay:
    """The front of one station."""

    station: str
    boat: str
    number: int
    """Of the station within its boat."""
    windows: tuple[Window, ...]
    holes: tuple[Hole, ...]


@dataclass(frozen=True, slots=True)
class BackOpening:
    """An opening in the back wall of the first bay, by its middle; y is the height above the floor."""

    what: str
    x: float
    y: float
    width: float
    height: float
    is_round: bool = True


def back(profile: Profile) -> tuple[BackOpening, ...]:
    """Return what is open at the back of a console: the ports of the Pi, the supply, the link."""
    found = [BackOpening("ports", *PORTS_AT, *PORTS, is_round=False)]
    places = {"supply": SUPPLY_AT} | ({"link": LINK_AT} if profile.link.lines else {})
    found += [BackOpening(what, *at, BACK_DRILL[what], BACK_DRILL[what]) for what, at in places.items()]
    return tuple(found)


def bays(profile: Profile) -> list[Bay]:
    """Return the bays of a console, from left to right; those of each boat are a row of their own."""
    found: list[Bay] = []
    for station in profile.stations:
        boat = station.fitting.side
        number = 1 + sum(1 for bay in found if bay.boat == boat)
        holes = list(_own(station))
        if number == 1:
            holes += _lamps(profile, boat, is_first=not found)
        if not found:
            holes += _shared(profile)
        found.append(Bay(station.name, boat, number, tuple(_window(station)), tuple(holes)))
    return found


def rows(found: list[Bay]) -> list[list[Bay]]:
    """Return the bays of each boat."""
    boats = dict.fromkeys(bay.boat for bay in found)
    return [[bay for bay in found if bay.boat == boat] for boat in boats]


def _window(station: StationSpec) -> Iterator[Window]:
    if station.panel:
        yield Window(*WINDOW_AT, *WINDOWS[station.panel.width, station.panel.height])


def _own(station: StationSpec) -> Iterator[Hole]:
    keys = {key.name for key in station.keys}
    if station.panel:
        wide, high = SCREWS[station.panel.width, station.panel.height]
        for across, up in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            yield Hole("screw", f"{station.name} panel", MIDDLE + across * wide / 2, WINDOW_AT[1] + up * high / 2)
    free = list(LOWER)
    if keys & set(COURSE_KEYS):
        free.remove(COURSE_AT)
    if "stop" in keys:
        free.remove(STOP_AT)
    for number in range(1, len(station.dials) + 1):
        x, y = DIAL_AT if number == 1 else free[0]
        yield Hole("dial", f"{station.name} dial {number}", x, y, str(number))
    for name, (x, y) in (("ok", OK_AT), ("back", BACK_AT), ("stop", STOP_AT)):
        if name in keys:
            yield Hole(name, f"{station.name} {name}", x, y, name)
    for name, (east, north) in TOWARDS.items():
        if name in keys:
            x, y = COURSE_AT[0] + east * ARM, COURSE_AT[1] + north * ARM
            yield Hole("course", f"{station.name} {name}", x, y, name=name)


def _lamps(profile: Profile, boat: str, *, is_first: bool) -> Iterator[Hole]:
    """Yield the lamps of a boat's first bay; the console's first bay has those of boats that are not here."""
    places = iter(LAMPS_AT)
    for number, lamp in enumerate(profile.lamps, start=1):
        if lamp.name == boat or (is_first and lamp.name not in profile.sides):
            yield Hole("lamp", f"lamp-{number}", *next(places), name=lamp.name)


def _shared(profile: Profile) -> Iterator[Hole]:
    """Yield what the whole console has once: the power key, and the field of holes above the bell."""
    if profile.power:
        yield Hole("power", "power", *POWER_AT, name="power")
    for number, bell in enumerate(profile.bells, start=1):
        if bell.line:
            for east, north in ((0, 0), (5, 0), (-5, 0), (2.5, 4), (-2.5, 4), (2.5, -4), (-2.5, -4)):
                yield Hole("bell", f"bell-{number}", BELL_AT[0] + east, BELL_AT[1] + north)
