"""A program at the hydrophone that hears when the bell clicks, and nothing else: neither panel nor pitch nor loudness.

It turns the wheel by the dial, finds where a sound bears and tells by the clicks what makes it.
`python -m tests.hunting.kit.ear 300` stages so many ships and prints how often it is right.
"""

from __future__ import annotations

import sys
from asyncio import get_running_loop
from collections import Counter
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any, NamedTuple

from klaxon.console.devices import Call
from klaxon.table.fake_time import travel
from tests.console.kit.playing import Playing
from tests.hunting.kit.staging import CAPTAIN, FIRST, at_sea, say, share_line, truth
from tests.rules.uboot.kit.ships import box, ship_row

STEP = 0.15
"""Seconds that the wheel rests at a bearing where silence is listened for."""
CALL, SLOWEST = 1.0, 2.2
"""Seconds after which any other call of the bell is over, and between two clicks of the slowest screw."""
JITTER = 0.004
"""Seconds by which the program mishears a click at most, either way."""
COARSE, FINE = 3, 1
"""Degrees of a step of the dial, all round and narrow: they are printed on the page."""
BLIND = 20
WIDEST = 26
"""Degrees to one side from which on a sound is certainly silent: three times its blur near the blind arcs."""
TIME = 60.0
TURNS = 7
"""Groups of clicks after which the screw is told."""


class Ear:
    """A hand on the wheel and an ear at the bell."""

    def __init__(self, play: Playing, dice: Random) -> None:
        """Sit down at the hydrophone page, with the wheel on the starboard beam and the page all round."""
        self._play, self._dice = play, dice
        self.wheel, self.step, self.began = 90, COARSE, self.now
        self._listened, self._since = len(play.heard.noted), self.now
        """How many notes of the console were listened to, and up to when its clicks were told."""
        self._calls: list[tuple[float, object]] = []
        """The last call of the bell, and those after it."""

    @property
    def now(self) -> float:
        """The moment, in seconds, as finely as the console's notes have it."""
        return round(get_running_loop().time(), 6)

    async def turn(self, steps: int) -> None:
        """Turn the dial by so many steps at once."""
        self._since = self.now
        await self._play.turn(FIRST, steps)
        self.wheel = (self.wheel + steps * self.step) % 360

    async def narrow(self) -> None:
        """Push the dial: a step is one degree from now on."""
        await self._play.press(FIRST, "push")
        self.step = FINE

    async def clicks(self, seconds: float) -> list[float]:
        """Listen; return when clicks began since the dial was turned, or since the last time it was asked."""
        await self._play.run(seconds)
        noted = self._play.heard.noted
        self._calls += [(at, call) for at, whose, call in noted[self._listened :] if whose.endswith(" bell")]
        ends = [*(at for at, _ in self._calls[1:]), self.now]
        onsets = [at for (rang, call), end in zip(self._calls, ends, strict=False) for at in _onsets(rang, call, end)]
        found = [at + self._dice.uniform(-JITTER, JITTER) for at in onsets if at >= self._since]
        self._listened, self._since, self._calls = len(noted), self.now, self._calls[-1:]
        return sorted(found)

    async def is_silent(self) -> bool:
        """Return whether nothing clicks where the wheel was turned to: a sound that begins clicks at once.

        The bell also calls for other things; what clicks goes on after a second, a call is over by then.
        """
        if not await self.clicks(STEP):
            return True
        await self.clicks(CALL)
        return not await self.clicks(SLOWEST)

    # -- bearing ------------------------------------------------------------------------------------------------

    async def sweep(self) -> bool:
        """Turn round from the starboard beam until something clicks; return whether it did."""
        for _ in range(360 // COARSE):
            if not await self.is_silent():
                return True
            await self.turn(14 if _is_blind(self.wheel + COARSE) else 1)
        return False

    async def edge(self, start: int, way: int) -> tuple[float, float]:
        """Come out of the silence on one side; return where the sound begins, and when that was heard."""
        far = WIDEST
        await self._to(start - way * far)
        while not await self.is_silent() and far < 3 * WIDEST:
            far += WIDEST // 2
            await self._to(start - way * far)
        for _ in range(2 * far):
            await self.turn(way)
            if not await self.is_silent():
                break
        return self.wheel - way * 0.5, self.now

    async def _to(self, wheel: int) -> None:
        await self.turn((wheel - self.wheel + 180) % 360 - 180)

    async def bearing(self) -> float:
        """Find where the sound bears that was come upon: the middle between its edges, with how it drifts."""
        await self.narrow()
        near = self.wheel
        left, left_at = await self.edge(near, 1)
        right, right_at = await self.edge(near, -1)
        again, again_at = await self.edge(round(left) + 20, 1)
        drift = _apart(again, left) / (again_at - left_at)
        if _is_blind(round(left - 0.6)):
            drift = 0.0  # that edge is the blind arc's
        then = left + drift * (right_at - left_at)
        return (_middle(then, right) + drift * (self.now - right_at)) % 360

    # -- screw --------------------------------------------------------------------------------------------------

    async def screw(self, bearing: float) -> str:
        """Rest the wheel on a bearing and tell what turns there."""
        await self._to(round(bearing))
        heard = await self.clicks(1.0)
        while self.now - self.began < TIME - 1 and len(_groups(heard)) < TURNS:
            heard += await self.clicks(1.0)
        return screw_of(heard)


def _onsets(rang: float, call: object, end: float) -> list[float]:
    """Return when the tones of a call began, up to where something else ended it."""
    found, at = [], rang
    for note in call.notes if isinstance(call, Call) else ():
        if note.pitch and at < end:
            found.append(at)
        at += note.ms / 1000
    return found


def _apart(one: float, other: float) -> float:
    return (one - other + 180) % 360 - 180


def _is_blind(wheel: int) -> bool:
    off = abs(_apart(wheel, 0))
    return off < BLIND or off > 180 - BLIND


def _middle(left: float, right: float) -> float:
    """Return the bearing of a sound heard from one edge to the other; one that a blind arc cuts off is no edge."""
    if _is_blind(round(left - 0.6)):
        return _from_edge(right, 1)
    if _is_blind(round(right + 0.6)):
        return _from_edge(left, -1)
    return left + _apart(right, left) / 2


def _from_edge(edge: float, side: int) -> float:
    """Return the bearing of a sound that ends at an edge: it reaches three times its blur, which the book says."""
    bearing = edge
    for _ in range(20):
        from_beam = min(70.0, abs(abs(_apart(bearing, 0)) - 90))
        bearing = edge - side * 3 * (1 + 3 * from_beam / 70)
    return bearing


def _groups(clicks: list[float]) -> list[int]:
    """Return how many clicks each group has, between pauses; the first and the last may be cut."""
    gaps = [later - sooner for sooner, later in pairwise(_without_stutter(clicks))]
    if not gaps:
        return []
    usual = sorted(gaps)
    short, long = usual[len(usual) // 5], usual[-1 - len(usual) // 5]
    limit = (short * long) ** 0.5 if long > 1.5 * short else 0.0
    sizes = [1]
    for gap in gaps:
        if gap > limit:
            sizes.append(1)
        else:
            sizes[-1] += 1
    return sizes[1:-1]


def _without_stutter(clicks: list[float]) -> list[float]:
    """Return clicks but those too soon after another: the bell begins anew when a sound grows louder or fainter."""
    gaps = sorted(later - sooner for sooner, later in pairwise(clicks))
    least = gaps[len(gaps) // 4] / 2 if gaps else 0.0
    return [click for place, click in enumerate(clicks) if not place or click - clicks[place - 1] >= least]


def screw_of(clicks: list[float]) -> str:
    """Return what turns by its clicks: one a turn is slow, two fast, three a turbine, four a motor, or a hum."""
    groups = _groups(clicks)
    if not groups:
        return ""
    size = Counter(groups).most_common(1)[0][0]
    if size == 1:
        hums = median(later - sooner for sooner, later in pairwise(clicks)) < 0.2
        return "motor" if hums else "slow"
    return {2: "fast", 3: "turbine"}.get(size, "motor")


# -- many ships ----------------------------------------------------------------------------------------------------


class Heard(NamedTuple):
    """What came of one ship."""

    ship: dict[str, Any]
    screw: str
    error: float
    """Degrees between the bearing found and the true one; 999 where nothing was found."""
    told: str
    seconds: float


KINDS = ("slow", "fast", "turbine", "motor")


def staged(dice: Random) -> dict[str, Any]:
    """Return a ship by chance: each screw as often as any other, anywhere the hydrophone reaches and is not blind."""
    screw = dice.choice(KINDS)
    name, kind = dice.choice([(name, ship) for name, ship in sorted(box().ships.items()) if ship["sound"] == screw])
    knots = dice.randint(max(5, kind["max_kn"] // 2), kind["max_kn"])
    reach = 8 if kind["klass"] != "escort" else 10
    metres = dice.randint(800, int(1852 * reach * (0.5 + 0.5 * knots / kind["max_kn"]) * 0.9))
    bearing = dice.choice([1, -1]) * dice.randint(BLIND + 2, 178 - BLIND) % 360
    return ship_row("s1", type=name, kn=knots, range_m=metres, bearing=bearing, course=dice.randrange(360), known=True)


async def listen_to(ship: dict[str, Any], dice: Random) -> Heard:
    """Stage a ship about a stopped boat at 30 m, listen, and judge."""
    async with at_sea(ship, surfaced=False, depth=30, speed="stop") as play:
        await play.give(f"{CAPTAIN} hydrophone")
        await play.give(f"{FIRST} assign square")
        await play.run(1)
        while "90" not in play.panel(FIRST).text or "mark" not in play.panel(FIRST).bottom:
            await play.press(FIRST, "back")
        ear, screw = Ear(play, dice), box().ships[ship["type"]]["sound"]
        if not await ear.sweep():
            return Heard(ship, screw, 999, "", TIME)
        bearing = await ear.bearing()
        seconds = ear.now - ear.began
        error = abs(_apart(bearing, truth(play)["s1"]["bearing"] / 10))
        return Heard(ship, screw, error, await ear.screw(bearing), seconds)


def measure(count: int, seed: str) -> list[Heard]:
    """Listen to so many ships, one after another."""
    dice, found = Random(seed), list[Heard]()

    async def one() -> None:
        found.append(await listen_to(staged(dice), dice))

    for _ in range(count):
        travel(one)
    return found


def main(count: int, seed: str) -> None:
    """Print how often bearing and screw were right."""
    heard = measure(count, seed)
    good = [each for each in heard if each.error <= 2 and each.seconds <= TIME]
    say(share_line("bearing within 2 degrees in 60 s", len(good), len(heard)))
    error, time = median(each.error for each in heard), median(each.seconds for each in heard)
    say(f"median error {error:.2f} degrees, median time {time:.0f} s")
    for screw in KINDS:
        of = [each for each in heard if each.screw == screw]
        if of:
            say(share_line(f"{screw} told", sum(each.told == screw for each in of), len(of)))
    say(share_line("screws told", sum(each.told == each.screw for each in heard), len(heard)))
    for each in heard:
        if each.error > 2 or each.told != each.screw:
            say(f"wrong: {each}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2] if len(sys.argv) > 2 else "ear")
