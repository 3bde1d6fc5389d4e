"""Understudies on the hunt: staged patrols, played to their end by a crew of one skill, and what came of them.

`python -m tests.hunting.kit.patrols freighter 20` plays so many for each skill and prints what was sunk and who came
home. Patrols: `freighter` (a lone freighter by day, in sight), `convoy` (a slow convoy in a moonlit night), `hunt` (two
destroyers of 1942 that come for a boat under water).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from math import atan2, cos, degrees, hypot, radians, sin
from random import Random
from time import process_time
from typing import Any, NamedTuple

from klaxon.crew import understudy_of
from klaxon.crew.selfplay import Ending, SelfplayMatch
from klaxon.rules.contract import Event
from tests.hunting.kit.eye import FREIGHTERS
from tests.hunting.kit.staging import say, share_line
from tests.rules.uboot.kit.boat import GAME, header_of, mission
from tests.rules.uboot.kit.ships import box, ship_row

SKILLS = ("novice", "able", "expert")
PACE = (800, 2500)
COLUMNS, ROWS = 4, 3
"""Of the convoy."""


def freighter(dice: Random) -> dict[str, Any]:
    """Return a patrol on which a lone freighter is in sight by day that comes more or less towards the boat."""
    name, bearing, angle = dice.choice(FREIGHTERS), dice.randrange(360), dice.randint(-50, 50)
    ship = ship_row(
        "s1",
        type=name,
        bearing=bearing,
        range_m=dice.randint(10_000, 14_000),
        course=(bearing + 180 - angle) % 360,
        kn=dice.randint(6, box().ships[name]["max_kn"]),
        zigzag=True,
        known=True,
    )
    return {"SHIPS": [ship], "ID": "patrol", "HOURS": 8, "light": "day", "weather": "clear", "sea": 3, "speed": "half"}


def convoy(dice: Random) -> dict[str, Any]:
    """Return a patrol that lies in wait of a slow convoy with three escorts in a moonlit night, on either bow of it."""
    bearing, angle = dice.randrange(360), dice.choice((-1, 1)) * dice.randint(25, 55)
    course = (bearing + 180 - angle) % 360
    rows = []
    for column in range(COLUMNS):
        for row in range(ROWS):
            name = dice.choice(FREIGHTERS[1:])
            rows.append(_placed(f"m{column}{row}", name, bearing, 9000, course, 900 * column - 1350, -600 * row))
    for name, aside, ahead in (("e1", 0, 3500), ("e2", -3500, 0), ("e3", 3500, 0)):
        rows.append(_placed(name, "corvette", bearing, 9000, course, aside, ahead))
    return {"SHIPS": rows, "ID": "patrol", "HOURS": 8, "light": "moon", "weather": "clear", "sea": 3, "speed": "slow"}


def _placed(name: str, kind: str, bearing: int, metres: int, course: int, aside: float, ahead: float) -> dict[str, Any]:
    """Return a ship of the convoy, so far to starboard of its middle and so far ahead of it."""
    middle, way = _vector(bearing), _vector(course)
    east = metres * middle[0] + ahead * way[0] + aside * way[1]
    north = metres * middle[1] + ahead * way[1] - aside * way[0]
    off = round(degrees(atan2(east, north))) % 360
    return ship_row(
        name, type=kind, bearing=off, range_m=round(hypot(east, north)), course=course, kn=7, group="convoy", known=True
    )


def _vector(angle: int) -> tuple[float, float]:
    return sin(radians(angle)), cos(radians(angle))


def hunt(dice: Random) -> dict[str, Any]:
    """Return a patrol that begins under water, with two destroyers on their way to where the boat is."""
    rows = [
        ship_row(
            name,
            type="fleet-destroyer",
            bearing=dice.randrange(360),
            range_m=dice.randint(1500, 3000),
            course=dice.randrange(360),
            kn=12,
            state="INVESTIGATE",
            group="hunters",
        )
        for name in ("e1", "e2")
    ]
    return {
        "SHIPS": rows,
        "ID": "patrol",
        "DATE": "1942-06-01T08:00",
        "HOURS": 6,
        "surfaced": False,
        "depth": 40,
        "speed": "half",
        "light": "day",
        "sea": 3,
    }


PATROLS: dict[str, Callable[[Random], dict[str, Any]]] = {"freighter": freighter, "convoy": convoy, "hunt": hunt}


class Patrol(NamedTuple):
    """What came of a patrol."""

    sunk: int
    grt: int
    launched: int
    lost: str
    """Why the boat was lost, '' if it was not."""
    orders: int
    fault: str
    """What was refused, or why it did not end; '' is as it should be."""
    seconds: float
    lines: tuple[str, ...]


def _text_of(staged: dict[str, Any]) -> str:
    """Return the mission: to sink ships, or to wait for them where the boat is."""
    told = json.loads(mission(**staged))
    waits = {"kind": "patrol", "cell": told["start"], "dwell_h": told["hours"]}
    return json.dumps({**told, "primary": waits if staged["speed"] == "slow" else {"kind": "sink_grt", "n": 50_000}})


def play(staged: dict[str, Any], skill: str, seed: str) -> Patrol:
    """Let a crew play a staged patrol."""
    began = process_time()
    state = GAME.setup(header_of(_text_of(staged), seed, wear="off", events="off"))
    match = SelfplayMatch(GAME, state, dict.fromkeys(GAME.seats, understudy_of("uboot", skill)), seed, pace=PACE)
    events: list[Event] = []
    match.watch = lambda _match, brought: events.extend(brought)
    ending: Ending = match.play()
    ships = match.state.sea.traffic.ships
    gone = [ship for ship in ships if ship.motion == "sunk" or ship.sinks >= 0]
    launched = sum(event.type == "launched" for event in events)
    outcome = ending.outcome
    lost = outcome.reason if outcome is not None and outcome.reason not in ("time", "returned") else ""
    grt = sum(box().ships[ship.type]["grt"] for ship in gone)
    fault = " ".join(filter(None, (ending.fault, ending.line)))
    return Patrol(len(gone), grt, launched, lost, ending.orders, fault, process_time() - began, tuple(match.lines))


def main(name: str, count: int, seed: str) -> None:
    """Print what came of many patrols, skill by skill."""
    for skill in SKILLS:
        dice = Random(seed)
        found = [play(PATROLS[name](dice), skill, f"{seed}{number}") for number in range(count)]
        ships, grt = sum(each.sunk for each in found), sum(each.grt for each in found)
        say(f"{skill}: {ships} ships, {grt} GRT in {count} patrols")
        say(share_line("  something sunk", sum(each.sunk > 0 for each in found), count))
        say(share_line("  boat came home", sum(not each.lost and not each.fault for each in found), count))
        torpedoes, orders = sum(each.launched for each in found), sum(each.orders for each in found)
        say(f"  {torpedoes} torpedoes, {orders} orders, {sum(each.seconds for each in found):.0f} s CPU")
        for each in found:
            if each.fault:
                say(f"  fault: {each.fault}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10, sys.argv[3] if len(sys.argv) > 3 else "patrol")
