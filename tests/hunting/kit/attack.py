"""A captain who sees the pixels of his periscope and has the recognition book: he measures, aims, and shoots.

`python -m tests.hunting.kit.attack 50` plays so many attacks on lone freighters by day inside 2,000 m and prints the
share that was sunk. He works the boat by dial and keys like anybody; of the ship he knows what `eye.py` reads.
"""

from __future__ import annotations

import sys
from asyncio import get_running_loop
from collections import Counter
from collections.abc import Callable
from math import asin, atan2, cos, degrees, hypot, radians, sin
from random import Random
from typing import Any, NamedTuple

from klaxon.table.fake_time import travel
from tests.console.kit.playing import Playing
from tests.hunting.kit.eye import KNOT, Periscope, Target, freighter, raise_periscope
from tests.hunting.kit.staging import CAPTAIN, FIRST, at_sea, say, share_line, truth
from tests.rules.uboot.kit.ships import box

STATIONS = {
    "captain.circle": 3,
    "captain.square": 3,
    "captain.triangle": 1,
    "captain.hexagon": 1,
    "first_officer.triangle": 3,
    "first_officer.hexagon": 3,
}
"""Periscope and TDC, torpedomen at the bow tubes, helmsmen."""
OWN = 4.0
"""Our knots: half speed under water, enough to turn by a degree a second."""
TORPEDO = 30
"""Knots that both types of torpedo can run."""
BOW_TUBES = ("1", "2", "3", "4")
BLUNT = 55
"""Degrees between the courses at impact from which on a pistol can be trusted."""
NEAREST = 400
"""Metres of run at least, for the torpedo has to arm itself."""
REACH = 75
"""Degrees from the bow up to which the boat need not be turned: the tubes reach 90."""
WINDOW = 25
"""Seconds before the best moment at which the last measuring begins."""
PAGES = 12
"""More pages than a captain has."""
LATEST = 420
"""Seconds ahead that the captain thinks."""


class Moment(NamedTuple):
    """A target at a time to come, as measured: how it would be shot at then."""

    seconds: float
    """From its last look."""
    bearing: float
    """From the bow, degrees."""
    angle: float
    """On the bow, starboard plus."""
    metres: float
    lead: float
    run: float
    """Metres a torpedo would run."""
    blunt: float
    """Degrees between the courses at impact, 0 to 90."""


def moment_of(target: Target, seconds: float) -> Moment:
    """Return how a target will stand, ours going straight ahead."""
    bearing = radians(target.bearing)
    course = bearing + radians(180 - target.angle)
    way = target.knots * KNOT * seconds
    x = target.metres * sin(bearing) + way * sin(course)
    y = target.metres * cos(bearing) + way * cos(course) - OWN * KNOT * seconds
    sight = degrees(atan2(x, y))
    angle = (sight + 180 - degrees(course) + 180) % 360 - 180
    lead = degrees(asin(max(-1.0, min(1.0, target.knots / TORPEDO * sin(radians(angle))))))
    track = 180 - abs(angle) - abs(lead)
    metres = hypot(x, y)
    run = metres * abs(sin(radians(angle))) / max(0.05, sin(radians(abs(angle) + abs(lead))))
    return Moment(seconds, sight % 360, angle, metres, lead, run, min(abs(track), 180 - abs(track)))


def best_moment(target: Target) -> Moment:
    """Return when to shoot: as soon as the angle is good and the run long enough, else when it is best."""
    coming = [moment_of(target, seconds) for seconds in range(0, LATEST, 5)]
    able = [each for each in coming if each.run >= NEAREST and abs(_signed(each.bearing + each.lead)) <= 85]
    good = [each for each in able if each.blunt >= BLUNT]
    return next(iter(good), None) or max(able or coming, key=lambda each: each.blunt - each.metres / 100)


def _signed(angle: float) -> float:
    return (angle + 180) % 360 - 180


class Attacker:
    """The captain's hand."""

    def __init__(self, play: Playing) -> None:
        """Take the console of a boat whose men are at their stations."""
        self._play = play
        self.delay = 3.0
        """Seconds that entering an aim takes."""

    @property
    def now(self) -> float:
        """The moment, in seconds."""
        return get_running_loop().time()

    async def attack(self) -> Target | None:
        """Find the ship, measure it, bring the bow round if it has to be, and launch; return what was measured last."""
        play = self._play
        glass = await raise_periscope(play)
        target = await glass.measure(15, own=OWN)
        if target is None:
            return None
        turned = await self._turn_for(best_moment(target))
        await self.order("flood_tubes 1 2 3 4", f"{CAPTAIN} assign triangle")
        await self.order("tdc c1", f"{CAPTAIN} assign square")
        await play.run(max(0.0, turned - self.now))
        target = await self._measure_again(glass, target)
        while (waited := best_moment(target).seconds - (self.now - target.at) - WINDOW) > 0:
            await play.run(min(waited, 60))
            target = await self._measure_again(glass, target)
        for _ in range(2):
            await self.aim(target)
        await self.order(f"launch {' '.join(BOW_TUBES)}", f"{CAPTAIN} assign triangle hexagon")
        return target

    async def order(self, line: str, *answers: str) -> None:
        """Give an order and name the men."""
        await self._leave_glass()
        await self._play.give(f"{CAPTAIN} {line}")
        for answer in answers:
            await self._play.give(answer)
        await self._play.run(0.5)

    async def _turn_for(self, then: Moment) -> float:
        """Turn the boat where the tubes would not reach the ship; return when that will be done."""
        off = _signed(then.bearing + then.lead)
        if abs(off) <= REACH:
            return self.now
        course = round(off - (20 if off > 0 else -20)) % 360
        await self.order(f"new_course {course}", f"{FIRST} assign triangle hexagon")
        return self.now + abs(_signed(course)) + 8

    async def _back_to_glass(self, glass: Periscope) -> Periscope:
        """Turn pages until the glass is shown again; it points where it pointed."""
        await self._leaf(lambda bottom: "mark" in bottom or "to TDC" in bottom)
        return glass

    async def _leave_glass(self) -> None:
        """Turn pages until OK gives orders: at the glass it marks bearings."""
        await self._leaf(lambda _bottom: not self._play.page(CAPTAIN).now().is_looking)

    async def _leaf(self, is_there: Callable[[str], bool]) -> None:
        for _ in range(PAGES):
            if is_there(self._play.panel(CAPTAIN).bottom):
                return
            await self._play.press(CAPTAIN, "back")
        raise LookupError(self._play.panel(CAPTAIN).text)

    async def _measure_again(self, glass: Periscope, target: Target) -> Target:
        await self._back_to_glass(glass)
        if not glass.see():
            await glass.sweep()
        return await glass.measure(15, own=OWN) or target

    async def aim(self, target: Target) -> None:
        """Enter the target into the TDC, as it will stand when that is done."""
        began = self.now
        then = moment_of(target, began - target.at + self.delay)
        side = "starboard" if then.angle > 0 else "port"
        line = f"bearing={round(then.bearing) % 360} aob={min(180, round(abs(then.angle)))} side={side}"
        figures = f"speed={round(target.knots)} range={max(100, round(then.metres / 50) * 50)}"
        await self._leave_glass()
        await self._play.give(f"{CAPTAIN} aim {line} {figures} torpedo={TORPEDO} spread=1 depth=2")
        self.delay = self.now - began


# -- judging -------------------------------------------------------------------------------------------------------


class Attack(NamedTuple):
    """What came of an attack."""

    ship: dict[str, Any]
    end: str
    """sunk, afloat, or unseen: it could not be measured."""
    measured: Target | None


async def attack_on(ship: dict[str, Any], seed: str) -> Attack:
    """Attack a staged freighter at periscope depth by day and return what came of it."""
    async with at_sea(ship, surfaced=False, depth=10, speed="half", seed=seed, figures=STATIONS) as play:
        target = await Attacker(play).attack()
        if target is None:
            return Attack(ship, "unseen", None)
        await play.run(300)
        return Attack(ship, "sunk" if is_lost(play) else "afloat", target)


def is_lost(play: Playing) -> bool:
    """Return whether the ship has sunk or is sinking."""
    truth(play)
    (ship,) = play.table.play.state.sea.traffic.ships
    return bool(ship.sinks >= 0 or not truth(play)["s1"]["afloat"])


def main(count: int, seed: str) -> None:
    """Print the share of freighters that was sunk."""
    dice, found = Random(seed), list[Attack]()
    for number in range(count):

        async def one(name: str = f"{seed}{number}") -> None:
            found.append(await attack_on(freighter(dice), name))

        travel(one)
    ends = Counter(each.end for each in found)
    say(share_line("freighters sunk", ends["sunk"], len(found)))
    say(f"ends: {dict(ends)}")
    for each in found:
        if each.end != "sunk":
            say(f"{each.end}: {each.ship}, length {box().ships[each.ship['type']]['length_m']} m; {each.measured}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2] if len(sys.argv) > 2 else "attack")
