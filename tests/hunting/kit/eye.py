"""A program at the periscope that sees the 128 x 64 pixels of the panel and has the recognition book, and nothing else.

It turns the glass by the dial and measures a ship: bearing, class by outline, range by the height of the mast, angle on
the bow by the width, speed by how fast the ship passes its own length. `python -m tests.hunting.kit.eye 100` stages so
many freighters and prints how far off it is.
"""

from __future__ import annotations

import re
import sys
from asyncio import get_running_loop
from collections.abc import Iterator, Sequence
from math import asin, atan, cos, degrees, hypot, radians, sin, tan
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

from klaxon.console.devices import Picture
from klaxon.rules.uboot.library import BookShip, library_of
from klaxon.table.fake_time import travel
from tests.console.kit.playing import Playing
from tests.hunting.kit.staging import CAPTAIN, at_sea, say, truth
from tests.rules.uboot.kit.ships import box, ship_row

COLUMNS, HORIZON, SKY = 128, 47, 11
"""The picture on the panel: its columns, the row of the horizon, and the first row that is surely sky."""
FIELDS = {1: 36.0, 2: 9.0, 3: 4.5}
STEPS = {1: 1.0, 2: 0.5, 3: 0.1}
"""Power -> degrees of the field, and of a step of the dial."""
POWERS = {"1.5": 1, "6": 2, "12": 3}
LABEL = re.compile(r"([\d.]+)x at (\d+\.\d).*sea (\d)")
"""What the panel says of the glass: its power, where it points, and how high the sea is."""
PAGES = 12
"""More pages than a station has."""
EDGE = 3
"""Columns that a ship has to keep from the edge of the field to be measured."""
END_ON = 12
"""Degrees from end-on within which a width says little of a length."""
DRIFT = 1.0
"""Metres a second across the line of sight from which on it is clear to which side a ship goes."""
EVERY = 1.5
"""Seconds between two looks."""
KNOT = 1852 / 3600
"""Metres a second."""


# -- reading a picture ---------------------------------------------------------------------------------------------


class Sighted(NamedTuple):
    """A ship as its pixels show it."""

    first: int
    end: int
    """Columns of the hull, half open, without its wave."""
    heights: tuple[int, ...]
    """Rows of each of them above the horizon."""
    bow: int
    """1: the bow is right, -1: left, 0: it cannot be told."""
    going: bool | None
    """Whether it shows a wake; None if it shows neither wave nor wake."""

    @property
    def top(self) -> int:
        return max(self.heights)

    @property
    def is_whole(self) -> bool:
        """Whether neither the edge of the field nor that of the sky cuts it off."""
        return self.first > EDGE and self.end < COLUMNS - EDGE and self.top < HORIZON - SKY


def _is_lit(picture: Picture, x: int, y: int) -> bool:
    return bool(picture.bits[y // 8 * picture.width + x] >> y % 8 & 1)


def _height(picture: Picture, x: int) -> int:
    """Return how many rows are lit in a column from the horizon up, without a gap."""
    rows = 0
    while rows < HORIZON - 8 and _is_lit(picture, x, HORIZON - 1 - rows):
        rows += 1
    return rows


def read_ships(picture: Picture) -> list[Sighted]:
    """Return the ships in a picture, from the left."""
    heights = [_height(picture, x) for x in range(COLUMNS)]
    wakes = [x for x in range(COLUMNS) if _is_lit(picture, x, HORIZON + 1)]
    found, first = [], None
    for x, rows in enumerate([*heights, 0]):
        if rows and first is None:
            first = x
        elif not rows and first is not None:
            if max(heights[first:x]) > 2:
                found.append(_sighted(heights, first, x, wakes))
            first = None
    return found


def _sighted(heights: Sequence[int], first: int, end: int, wakes: Sequence[int]) -> Sighted:
    """Return one ship of a picture: its wave is taken off, and says where the bow is."""
    bow, going = 0, None
    near = [x for x in wakes if first - 14 <= x < end + 14]
    if near:
        bow, going = (1 if mean(near) < (first + end) / 2 else -1), True
    elif end - first > 8 and tuple(heights[first : first + 2]) == (1, 2) and heights[first + 2] > 2:
        bow, going, first = -1, False, first + 2
    elif end - first > 8 and tuple(heights[end - 2 : end]) == (2, 1) and heights[end - 3] > 2:
        bow, going, end = 1, False, end - 2
    return Sighted(first, end, tuple(heights[first:end]), bow, going)


# -- the book ------------------------------------------------------------------------------------------------------


def book() -> tuple[BookShip, ...]:
    """Return the recognition book."""
    return library_of(box(), "atlantic").ships


class Fit(NamedTuple):
    """A class of the book held against a ship in a picture."""

    miss: float
    """Rows by which a column is off, on the average."""
    ship: BookShip
    angle: float
    """On the bow, 0 to 90 degrees: a width says no more."""
    metres: float
    bow: int


def fits_of(seen: Sighted, power: int, known: str = "") -> Iterator[Fit]:
    """Yield every class that could look so, with the range by its highest mast and the angle by its width."""
    pixel = radians(FIELDS[power] / COLUMNS)
    for ship in [ship for ship in book() if known in ("", ship.id)]:
        high = max([rows for *_, rows in (*ship.boxes, *ship.funnels, *ship.masts)]) / 10
        for rows in (seen.top - 0.4, seen.top, seen.top + 0.4):
            metres = high / tan(rows * pixel)
            angle = angle_of(ship, 2 * metres * tan((seen.end - seen.first) * pixel / 2))
            if angle is not None:
                for bow in (seen.bow,) if seen.bow else (1, -1):
                    yield Fit(_miss(seen, ship, angle, metres, bow, pixel), ship, angle, metres, bow)


def angle_of(ship: BookShip, wide: float) -> float | None:
    """Return the angle on the bow at which a ship is seen so many metres wide; None: it never is."""
    whole, turn = hypot(ship.length, ship.beam), degrees(atan(ship.beam / ship.length))
    if wide > whole * 1.06 or wide < ship.beam * 0.8:
        return None
    return max(0.0, min(90.0, degrees(asin(min(1.0, wide / whole))) - turn))


def _miss(seen: Sighted, ship: BookShip, angle: float, metres: float, bow: int, pixel: float) -> float:
    """Return by how many rows a column of the picture differs from the class at this angle and range."""
    along, across = sin(radians(angle)), cos(radians(angle))
    middle = (seen.first + seen.end) / 2

    def column(thousandths: int, tenths: int) -> float:
        off = bow * (thousandths - 500) / 1000 * ship.length * along + tenths / 20 * ship.beam * across
        return middle + atan(off / metres) / pixel

    drawn = [0] * len(seen.heights)
    parts = [(each, 8 if place else 10) for place, each in enumerate(ship.boxes)] + [(each, 3) for each in ship.funnels]
    for (start, end, high), tenths in parts:
        left, right = (start, end) if bow > 0 else (end, start)
        first = round(column(left, -tenths))
        _raise(drawn, seen.first, first, max(first + 1, round(column(right, tenths))), high, metres, pixel)
    for at, high in ship.masts:
        first = round(column(at, 0))
        _raise(drawn, seen.first, first, first + 1, high, metres, pixel)
    return sum(min(8, abs(one - other)) for one, other in zip(seen.heights, drawn, strict=True)) / len(drawn)


def _raise(drawn: list[int], left: int, first: int, end: int, high: int, metres: float, pixel: float) -> None:
    rows = round(atan(high / 10 / metres) / pixel)
    for x in range(max(first - left, 0), min(end - left, len(drawn))):
        drawn[x] = max(drawn[x], rows)


# -- a hand on the dial --------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """One measured picture."""

    at: float
    """Seconds."""
    bearing: float
    """Of the middle of the ship, degrees from the bow."""
    wide: float
    """Degrees."""
    fits: tuple[Fit, ...]
    """The best of each class."""
    going: bool | None


class Target(NamedTuple):
    """What was measured of a ship, as of the last look."""

    at: float
    bearing: float
    ship: BookShip
    angle: float
    """On the bow, degrees, starboard plus."""
    metres: float
    knots: float


class Periscope:
    """Eyes at the panel of the captain and a hand on his dial."""

    def __init__(self, play: Playing, seat: str = CAPTAIN) -> None:
        """Sit down at the page of the open glass: it points ahead, at the weakest power."""
        self._play, self._seat = play, seat
        self.eye, self.power, self.sea = 0.0, 1, 0

    @property
    def now(self) -> float:
        """The moment, in seconds."""
        return get_running_loop().time()

    async def attend(self) -> None:
        """Turn pages until the glass is shown, where another has come by itself; read where it points."""
        for _ in range(PAGES):
            panel = self._play.panel(self._seat)
            found = LABEL.search(panel.text)
            if found is not None and ("mark" in panel.bottom or "to TDC" in panel.bottom):
                self.power, self.eye, self.sea = POWERS[found[1]], float(found[2]), int(found[3])
                return
            await self._play.press(self._seat, "back")
        raise LookupError(self._play.panel(self._seat).text)

    def see(self) -> list[Sighted]:
        """Return the ships on the panel."""
        return read_ships(self._play.panel(self._seat).picture)

    async def point(self, bearing: float) -> None:
        """Turn the glass to a bearing, as near as its steps allow."""
        await self.attend()
        await self._play.turn(self._seat, round(((bearing - self.eye + 180) % 360 - 180) / STEPS[self.power]))
        await self._play.run(0.3)
        await self.attend()

    async def take_power(self, power: int) -> None:
        """Push the dial until the glass has this power."""
        await self.attend()
        while self.power != power:
            await self._play.press(self._seat, "push")
            await self.attend()
        await self._play.run(0.3)

    def bearing_of(self, column: float) -> float:
        """Return the bearing of a column of the picture."""
        return (self.eye + (column - COLUMNS / 2) * FIELDS[self.power] / COLUMNS) % 360

    async def sweep(self) -> bool:
        """Look all round at the weakest power; return whether a ship is in the middle of the glass now."""
        await self.take_power(1)
        for _ in range(12):
            ships = self.see()
            if ships:
                best = max(ships, key=lambda ship: ship.end - ship.first)
                await self.point(self.bearing_of((best.first + best.end) / 2))
                return True
            await self.point(self.eye + 30)
        return False

    async def centre(self, power: int) -> Sighted | None:
        """Bring the ship into the middle at a power; None if it is cut off there."""
        await self.take_power(power)
        for _ in range(3):
            ships = self.see()
            if not ships:
                return None
            best = max(ships, key=lambda ship: ship.end - ship.first)
            if best.is_whole:
                return best
            await self.point(self.bearing_of((best.first + best.end) / 2))
        return None

    async def look(self, known: str = "") -> Look | None:
        """Measure the ship in the glass, brought back into the middle if it has drifted out of it."""
        await self.attend()
        ships = [ship for ship in self.see() if ship.is_whole]
        seen = max(ships, key=lambda ship: ship.end - ship.first) if ships else await self.centre(self.power)
        if seen is None:
            return None
        best: dict[str, Fit] = {}
        for fit in fits_of(seen, self.power, known):
            if fit.ship.id not in best or fit.miss < best[fit.ship.id].miss:
                best[fit.ship.id] = fit
        middle = self.bearing_of((seen.first + seen.end) / 2)
        wide = (seen.end - seen.first) * FIELDS[self.power] / COLUMNS
        return Look(self.now, middle, wide, tuple(best.values()), seen.going)

    async def measure(self, seconds: float = 30.0, own: float = 0.0, known: str = "") -> Target | None:
        """Find a ship, watch it for a while, and return what it is and how it goes.

        `own` are our knots, `known` is the class of a ship that was measured before: fire and spray change an outline.
        """
        await self.attend()
        if not self.see() and not await self.sweep():
            return None
        for power in (3, 2, 1):
            if await self.centre(power) is not None:
                break
        looks, until = list[Look](), self.now + seconds
        while self.now < until:
            look = await self.look(known)
            if look is not None and look.fits:
                looks.append(look)
            elif look is None and self.power > 1:
                await self.take_power(self.power - 1)
            await self._play.run(EVERY)
        return target_of(looks, own * KNOT, known) if len(looks) > 4 else None


def target_of(looks: Sequence[Look], own: float, known: str = "") -> Target | None:
    """Return what a row of looks at one ship says together; `own` are our metres a second, straight ahead."""
    name = known or _class_of(looks)
    fits = [(look, fit) for look in looks for fit in look.fits if fit.ship.id == name]
    if len(fits) < 3:
        return None
    ship = fits[0][1].ship
    wave = [look.going for look in looks if look.going is not None]
    last = fits[-1][0].at
    metres, opening = _line([(look.at - last, fit.metres) for look, fit in fits])
    turned = _unwrapped([look.bearing for look, _ in fits])
    bearing, rate = _line([(look.at - last, each) for (look, _), each in zip(fits, turned, strict=True)])
    seen = SeenMotion(
        metres,
        opening + own * cos(radians(bearing)),
        radians(rate) - own * sin(radians(bearing)) / metres,
        radians(median(look.wide for look, _ in fits)),
        median(fit.angle for _, fit in fits),
        sum(wave) > len(wave) / 2,
    )
    angle, speed = _track(ship, seen)
    side = seen.metres * seen.rate if abs(seen.metres * seen.rate) > DRIFT else sum(fit.bow for _, fit in fits)
    bow = 1 if side >= 0 else -1
    return Target(last, bearing % 360, ship, bow * angle, metres, speed / KNOT)


def _class_of(looks: Sequence[Look]) -> str:
    """Return the class that fits most of the looks, and those best."""
    scores: dict[str, list[float]] = {}
    for look in looks:
        for fit in look.fits:
            scores.setdefault(fit.ship.id, []).append(fit.miss)
    return min(scores, key=lambda each: (-(len(scores[each]) > len(looks) / 2), mean(scores[each])))


class SeenMotion(NamedTuple):
    """How a ship was seen to move, our own way taken off."""

    metres: float
    opening: float
    """Metres a second by which it goes away."""
    rate: float
    """Radians a second by which its bearing changes."""
    width: float
    """Radians."""
    by_width: float
    """The angle on the bow by its width, 0 to 90 degrees."""
    going: bool
    """Whether it shows a wake."""


def _track(ship: BookShip, seen: SeenMotion) -> tuple[float, float]:
    """Return the angle on the bow (0 to 180) and the speed in m/s.

    Across the line of sight a ship passes its own length in as long as its width takes to pass a wire; where it is
    nearly end-on, how fast it comes nearer says more.
    """
    angle = 180 - seen.by_width if seen.going else seen.by_width
    net = seen.width - ship.beam * abs(cos(radians(angle))) / seen.metres
    if seen.by_width < END_ON or net <= 0:
        return angle, hypot(seen.opening, seen.metres * seen.rate)
    speed = ship.length * abs(seen.rate) / net
    by_rate = min(1.0, seen.metres * abs(seen.rate) / max(speed, 0.1))
    across = (degrees(asin(by_rate)) + seen.by_width) / 2
    return (180 - across if seen.going else across), speed


def _line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return where a straight line through points is at 0, and how it rises."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = mean(xs), mean(ys)
    spread = sum((each - x) ** 2 for each in xs)
    rise = sum((a - x) * (b - y) for a, b in points) / spread if spread else 0.0
    return y - rise * x, rise


def _unwrapped(bearings: Sequence[float]) -> list[float]:
    """Return bearings without the jump from 360 to 0."""
    return [bearings[0] + (each - bearings[0] + 180) % 360 - 180 for each in bearings]


# -- many freighters -----------------------------------------------------------------------------------------------

FREIGHTERS = ("coaster", "ore-carrier-small", "tramp-freighter", "cargo-liner", "war-standard-freighter")


def freighter(dice: Random) -> dict[str, Any]:
    """Return a freighter by chance inside 2,000 m: anywhere about us, not going away, at a usual speed; it zigzags."""
    name = dice.choice(FREIGHTERS)
    most = box().ships[name]["max_kn"]
    bearing, angle = dice.randrange(360), dice.randrange(-90, 91)
    return ship_row(
        "s1",
        type=name,
        bearing=bearing,
        range_m=dice.randint(600, 2000),
        course=(bearing + 180 - angle) % 360,
        kn=dice.randint(6, most),
        known=True,
        zigzag=True,
    )


async def raise_periscope(play: Playing) -> Periscope:
    """Order the periscope up and turn to its page."""
    await play.give(f"{CAPTAIN} periscope")
    await play.give(f"{CAPTAIN} assign circle")
    await play.run(1)
    glass = Periscope(play)
    await glass.attend()
    return glass


class Judged(NamedTuple):
    """How far off a measurement was."""

    ship: dict[str, Any]
    klass: bool
    bearing: float
    angle: float
    range: float
    """Parts of the true range."""
    speed: float
    """Knots."""


async def judge(ship: dict[str, Any], seed: str) -> Judged | None:
    """Stage a freighter, measure it, and compare with the truth."""
    async with at_sea(ship, surfaced=False, depth=10, speed="stop", seed=seed) as play:
        target = await (await raise_periscope(play)).measure()
        if target is None:
            return None
        true = truth(play)["s1"]
        angle = (true["bearing"] / 10 + 180 - true["course"] / 10 + 180) % 360 - 180
        return Judged(
            ship,
            target.ship.id == true["type"],
            (target.bearing - true["bearing"] / 10 + 180) % 360 - 180,
            (target.angle - angle + 180) % 360 - 180,
            target.metres / true["range_m"] - 1,
            target.knots - true["kn"] / 10,
        )


def main(count: int, seed: str) -> None:
    """Print how far off measurements are."""
    dice, found = Random(seed), list[Judged | None]()
    for number in range(count):

        async def one(name: str = f"{seed}{number}") -> None:
            found.append(await judge(freighter(dice), name))

        travel(one)
    told = [each for each in found if each is not None]
    say(f"measured {len(told)} of {count}; class right {sum(each.klass for each in told)}")
    for name in ("bearing", "angle", "range", "speed"):
        off = sorted(abs(getattr(each, name)) for each in told)
        say(f"{name}: median {median(off):.3f}, nine of ten within {off[len(off) * 9 // 10]:.3f}, worst {off[-1]:.3f}")
    for each in told:
        if abs(each.angle) > 15 or abs(each.speed) > 1:
            say(f"far off: {each}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50, sys.argv[2] if len(sys.argv) > 2 else "eye")
