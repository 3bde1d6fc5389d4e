"""A captain who sees the pixels of his periscope and has the recognition book: he measures, aims, and shoots.

`python -m tests.hunting.kit.attack 50` plays so many attacks on lone freighters by day inside 2,000 m (`freighter`,
`weather`) and prints the share that was sunk. He works the boat by dial and keys like anybody; of the ship he knows
what `eye.py` reads.
"""

from __future__ import annotations

import sys
from asyncio import get_running_loop
from collections import Counter
from collections.abc import Sequence
from math import asin, atan2, cos, degrees, erf, exp, hypot, radians, sin
from random import Random
from typing import Any, NamedTuple

from klaxon.rules.contract import Ms
from klaxon.rules.uboot.sea.ships.damage import is_lost
from klaxon.rules.uboot.sea.truth import SeaTruth
from klaxon.rules.uboot.state import State
from klaxon.table.fake_time import travel
from tests.console.kit.playing import Playing
from tests.hunting.kit.eye import KNOT, PAGES, Periscope, Target, freighter, raise_periscope
from tests.hunting.kit.staging import CAPTAIN, FIRST, at_sea, say, share_line
from tests.rules.uboot.kit.boat import GAME

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
"""Our knots: half speed under water."""
TURNING = 1.05
"""Degrees a second by which the boat turns at that speed."""
TORPEDO = 30
"""Knots that both types of torpedo can run."""
SALVOES = (("3", "4"), ("1", "2"))
"""The torpedoes without a track first: who sees one turns out of its way."""
GYRO = 85
"""Degrees from the bow up to which a torpedo is sent; the tubes reach 90."""
ARMED = 320
"""Metres of run at least, for the torpedo has to arm itself."""
SURE, DEAD = 50, 21
"""Degrees between the courses at impact from which on a pistol works as well as it can, and up to which never."""
ERROR = 1.2
"""Degrees by which a torpedo goes astray, by what was measured and by the steps of the TDC."""
STEADY, PATIENCE = 700.0, 500.0
"""Seconds for which a ship keeps its course, and a periscope unseen, on the average."""
LOOK = 12.0
"""Seconds of a measurement."""
READY, QUICK = 20.0, 5.0
"""Seconds from a first plan to the launch, if the boat need not turn, and from a later one."""
MARGIN = 25
"""Degrees less than that in a plan for which the boat turns: the ship may pass faster than thought."""
TURN_FOR = 0.7
"""How much worse it must be not to turn."""
COURSES = 3
"""Times that the helmsmen can lay another course."""
LATEST = 420
"""Seconds ahead that the captain thinks."""
STOPPED, FASTEST = 1.5, 16
"""Knots below which a ship that was hit lies still: it sinks; and above which no freighter goes."""
SPRAY = 25
"""Seconds after a hit until its spray has fallen down."""
SHALLOWEST = 2
"""Metres of depth that a torpedo can be set to: it runs deeper than that."""
SMALL = 80
"""Metres of length of a ship that draws little."""
AFTER = 300_000
"""Milliseconds after the last launch at which a ship is looked at."""
TRIES = 8
"""Measurements before an attack is given up."""


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
    """Starboard plus."""
    run: float
    """Metres a torpedo would run."""
    blunt: float
    """Degrees between the courses at impact, 0 to 90."""


class OwnPlace(NamedTuple):
    """Where the boat will be: metres to starboard and ahead of where it was, and where its bow points then."""

    x: float
    y: float
    heading: float


class Way(NamedTuple):
    """How the boat is steered: it turns by so many degrees, runs for some seconds, and turns once more."""

    turn: int = 0
    hold: float = 0.0
    back: int = 0

    @property
    def turned(self) -> float:
        """The seconds until it steers straight on."""
        return abs(self.turn) / TURNING + (self.hold + abs(self.back) / TURNING if self.back else 0.0)


AHEAD = Way()


def own_place(seconds: float, way: Way) -> OwnPlace:
    """Return where the boat is on its way."""
    first = abs(way.turn) / TURNING + way.hold
    if not way.back or seconds <= first:
        return _turned(OwnPlace(0.0, 0.0, 0.0), seconds, way.turn)
    return _turned(_turned(OwnPlace(0.0, 0.0, 0.0), first, way.turn), seconds - first, way.back)


def _turned(start: OwnPlace, seconds: float, turn: int) -> OwnPlace:
    """Return where the boat is from a place on when it has turned by so many degrees, or still turns."""
    speed, rate = OWN * KNOT, radians(TURNING) * (1 if turn >= 0 else -1)
    turning = min(seconds, abs(turn) / TURNING)
    before, heading, ahead = radians(start.heading), rate * turning, speed * (seconds - turning)
    chord = 2 * speed / rate * sin(heading / 2)
    x = start.x + chord * sin(before + heading / 2) + ahead * sin(before + heading)
    y = start.y + chord * cos(before + heading / 2) + ahead * cos(before + heading)
    return OwnPlace(x, y, degrees(before + heading))


def moment_of(target: Target, seconds: float, way: Way = AHEAD) -> Moment:
    """Return how a target will stand at a time to come, ours being steered so."""
    own, bearing = own_place(seconds, way), radians(target.bearing)
    course = bearing + radians(180 - target.angle)
    gone = target.knots * KNOT * seconds
    x = target.metres * sin(bearing) + gone * sin(course) - own.x
    y = target.metres * cos(bearing) + gone * cos(course) - own.y
    sight = degrees(atan2(x, y))
    angle = _signed(sight + 180 - degrees(course))
    lead = degrees(asin(max(-1.0, min(1.0, target.knots / TORPEDO * sin(radians(angle))))))
    metres, track = hypot(x, y), 180 - abs(angle) - abs(lead)
    run = metres * abs(sin(radians(angle))) / max(0.05, sin(radians(abs(angle) + abs(lead))))
    if abs(sin(radians(angle))) < 0.1:  # end-on there is no triangle
        run = metres * TORPEDO / (TORPEDO + target.knots * cos(radians(angle)))
    return Moment(seconds, (sight - own.heading) % 360, angle, metres, lead, run, min(abs(track), 180 - abs(track)))


def worth_of(target: Target, then: Moment, gyro: float = GYRO) -> float:
    """Return how good it is to shoot then, 0 to 1: whether it hits, and whether the pistol works."""
    if then.run < ARMED or then.blunt < DEAD or abs(_signed(then.bearing + then.lead)) > gyro:
        return 0.0
    wide = target.ship.length * sin(radians(then.blunt)) + target.ship.beam * cos(radians(then.blunt))
    hits = erf(degrees(wide / 2 / then.run) / ERROR / 2**0.5)
    works = 1 - 0.025 * max(0.0, SURE - then.blunt)
    return hits * works * exp(-then.run / (TORPEDO * KNOT) / STEADY - then.seconds / PATIENCE)


class Plan(NamedTuple):
    """When to shoot, and how to steer before that."""

    way: Way
    then: Moment
    worth: float


ROUND = (0, *(side * turn for turn in range(15, 181, 15) for side in (1, -1)))
STRAIGHT = (AHEAD,)
ONCE = tuple(Way(turn) for turn in ROUND)
TWICE = tuple(Way(turn, hold, back) for turn in ROUND[1:] for hold in (30.0, 90.0) for back in (-90, 90, 135, -135))
"""A ship that comes straight at us is gone round: off its way, and back to it."""
POOR = 0.4
"""Up to this worth a better way is looked for."""


def best_plan(target: Target, ready: float, ways: Sequence[Way] = STRAIGHT) -> Plan:
    """Return the best way to shoot at a target, so many seconds after its last look or later."""
    found = []
    for way in ways:
        first, gyro = (ready, GYRO) if not way.turn else (ready + way.turned + LOOK, GYRO - MARGIN)
        for seconds in range(0, LATEST, 10):
            then = moment_of(target, first + seconds, way)
            found.append(Plan(way, then, worth_of(target, then, gyro)))
    best = max(found, key=_rank)
    return max(best, best_plan(target, ready, TWICE), key=_rank) if best.worth < POOR and ways is ONCE else best


def _rank(plan: Plan) -> tuple[float, float, float]:
    """Return how good a plan is: if two are worth the same, the one that is carried out sooner."""
    return plan.worth, -plan.way.turned, -plan.then.seconds


def _signed(angle: float) -> float:
    return (angle + 180) % 360 - 180


class Attacker:
    """The captain's hand."""

    def __init__(self, play: Playing) -> None:
        """Take the console of a boat that steers north, with its men at their stations."""
        self._play = play
        self._heading = self._courses = 0
        self._steady = 0.0
        """When the boat has turned."""
        self.delay = 1.0
        """Seconds that entering an aim takes."""
        self._sea = 0
        """As the panel of the glass says."""
        self.launched = 0

    @property
    def now(self) -> float:
        """The moment, in seconds."""
        return get_running_loop().time()

    async def attack(self) -> Target | None:
        """Find the ship, measure it, turn the boat if that helps, and launch; return what was measured last."""
        glass = await raise_periscope(self._play)
        target = await glass.measure(LOOK, own=OWN)
        if target is None:
            return None
        await self._turn_for(best_plan(target, READY, ONCE))
        await self.order("flood_tubes 1 2 3 4", f"{CAPTAIN} assign triangle")
        await self.order("tdc c1", f"{CAPTAIN} assign square")
        for tubes in SALVOES:
            aimed = await self._wait_to_shoot(glass, target)
            if aimed is None:
                return target
            target = aimed
            await self._launch(tubes, target)
        return target

    async def _wait_to_shoot(self, glass: Periscope, target: Target) -> Target | None:
        """Measure again and again until waiting is no longer worth it; None where the ship sinks, or gets away."""
        for number in range(TRIES):
            await self._play.run(max(0.0, self._steady - self.now))
            seen = await self._measure_again(glass, target.ship.id if number % 2 == 0 else "")
            if seen is not None and self.launched and seen.knots < STOPPED:
                return None
            if seen is None or seen.knots > FASTEST:  # fire was taken for a part of the ship, or is too much of it
                continue
            target = seen
            ahead = best_plan(target, QUICK)
            other = best_plan(target, QUICK, ONCE if self._courses < COURSES else STRAIGHT)
            if other.worth <= 0:
                return None
            if ahead.worth < TURN_FOR * other.worth:
                await self._turn_for(other)
            elif ahead.then.seconds <= QUICK + 5:
                return target
            else:
                await self._play.run(max(0.0, min(60.0, ahead.then.seconds - QUICK - LOOK)))
        return None

    async def _launch(self, tubes: tuple[str, ...], target: Target) -> None:
        """Aim, launch, and wait until the torpedoes must have struck."""
        await self.aim(target)
        if "launch" not in self._play.page(CAPTAIN).draft.open_verbs:
            return
        await self.order(f"launch {' '.join(tubes)}", f"{CAPTAIN} assign triangle hexagon")
        self.launched += len(tubes)
        run = moment_of(target, self.now - target.at).run / (TORPEDO * KNOT)
        if tubes != SALVOES[-1]:
            await self._play.run(run + SPRAY)

    async def order(self, line: str, *answers: str) -> None:
        """Give an order and name the men."""
        await self._leave_glass()
        await self._play.give(f"{CAPTAIN} {line}")
        for answer in answers:
            await self._play.give(answer)
        await self._play.run(0.5)

    async def _turn_for(self, plan: Plan) -> None:
        """Turn the boat as a plan wants it."""
        way = plan.way
        if not way.turn:
            return
        self._heading = (self._heading + way.turn) % 360
        self._courses += 1
        await self.order(f"new_course {self._heading}", f"{FIRST} assign triangle hexagon")
        self._steady = self.now + abs(way.turn) / TURNING + 1 + (way.hold if way.back else 0.0)

    async def _leave_glass(self) -> None:
        """Turn pages until OK gives orders: at the glass it marks bearings."""
        for _ in range(PAGES):
            if not self._play.page(CAPTAIN).now().is_looking:
                return
            await self._play.press(CAPTAIN, "back")
        raise LookupError(self._play.panel(CAPTAIN).text)

    async def _measure_again(self, glass: Periscope, known: str) -> Target | None:
        await glass.attend()
        self._sea = glass.sea
        if not glass.see():
            await glass.sweep()
        return await glass.measure(LOOK, own=OWN, known=known)

    async def aim(self, target: Target) -> None:
        """Enter the target into the TDC, as it will stand when that is done."""
        await self._leave_glass()
        then = moment_of(target, self.now - target.at + self.delay)
        side = "starboard" if then.angle > 0 else "port"
        line = f"bearing={round(then.bearing) % 360} aob={min(180, round(abs(then.angle)))} side={side}"
        figures = f"speed={round(target.knots)} range={max(100, round(then.metres / 50) * 50)}"
        # shallower than that a torpedo may break surface, deeper it runs under a small ship
        depth = SHALLOWEST if target.ship.length < SMALL else max(SHALLOWEST, self._sea - 1)
        began = self.now
        await self._play.give(f"{CAPTAIN} aim {line} {figures} torpedo={TORPEDO} spread=1 depth={depth}")
        self.delay = self.now - began


# -- judging -------------------------------------------------------------------------------------------------------


class Attack(NamedTuple):
    """What came of an attack."""

    ship: dict[str, Any]
    end: str
    """sunk; afloat; unfired: it never stood so that it could be hit; unseen: it could not be measured."""
    measured: Target | None
    fates: tuple[str, ...]
    """Of each torpedo."""


def weather(dice: Random) -> dict[str, Any]:
    """Return weather and sea by chance: by day, so that a periscope sees 2,000 m."""
    return {"weather": dice.choice(("clear", "cloudy", "overcast")), "sea": dice.randint(1, 4)}


async def attack_on(ship: dict[str, Any], seed: str, **sky: Any) -> Attack:
    """Attack a staged freighter at periscope depth by day and return what came of it."""
    setup = {"depth": 10, "speed": "half", "figures": STATIONS, **sky}
    async with at_sea(ship, surfaced=False, seed=seed, **setup) as play:
        attacker = Attacker(play)
        target = await attacker.attack()
        sea = sea_after(play)
        (hull,) = sea.traffic.ships
        fates = [fate for *_, fate in sea.attack.fates] + [each.fate or "missed" for each in sea.attack.running]
        end = "unseen" if target is None else "unfired" if not attacker.launched else "afloat"
        return Attack(ship, "sunk" if is_lost(hull) else end, target, tuple(fates))


def sea_after(play: Playing) -> SeaTruth:
    """Return the sea when all torpedoes have run: the rules alone say what comes of them, so nobody looks on."""
    play.table.catch_up()
    state: State = play.table.play.state
    until = Ms(state.now + AFTER)
    while state.now < until:
        state = GAME.advance(state, until).state
    return state.sea


def main(count: int, seed: str) -> None:
    """Print the share of freighters that was sunk."""
    dice, found = Random(seed), list[Attack]()
    for number in range(count):

        async def one(name: str = f"{seed}{number}") -> None:
            found.append(await attack_on(freighter(dice), name, **weather(dice)))

        travel(one)
        say(f"{number + 1}: {_line_of(found[-1])}")
    ends = Counter(each.end for each in found)
    say(share_line("freighters sunk", ends["sunk"], len(found)))
    say(f"ends: {dict(ends)}; torpedoes: {dict(Counter(fate for each in found for fate in each.fates))}")


def _line_of(attack: Attack) -> str:
    """Return an attack in a line: its end, the ship as it was staged, and what its torpedoes did."""
    ship = attack.ship
    angle = round(_signed(ship["bearing"] + 180 - ship["course"]))
    placed = f"{ship['type']} {ship['range_m']} m at {ship['bearing']}, angle {angle}, {ship['kn']} kn"
    return f"{attack.end}; {placed}; {' '.join(attack.fates) or 'nothing launched'}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2] if len(sys.argv) > 2 else "attack")
