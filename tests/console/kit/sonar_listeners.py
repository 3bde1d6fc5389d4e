"""A crew of Captain Sonar that cannot see: four hands, each at one station, that know only words.

They plot the enemy by ear: the islands are read once from the chart in words, then each call at the radio operator's
station. What one of them reads he tells the others, as people at a table do.
"""

from __future__ import annotations

import re

from tests.console.kit.playing import MOST
from tests.console.kit.twin_hands import Ears, Heard, TwinHands

STEPS = {"NORTH": (0, -1), "EAST": (1, 0), "SOUTH": (0, 1), "WEST": (-1, 0)}
VICTORY, OVER = "VICTORY", ("VICTORY", "DEFEAT", "A DRAW")
WANTED = ("torpedo", "silence", "mine", "drone")
"""What the first officer charges, in this order."""
SECTOR, CERTAIN = 5, 6
"""The edge of a sector; at how many places of the enemy it is worth while to look where a torpedo goes."""
WORTH = 0.4
"""The least damage to be expected of a torpedo that is fired."""
Point = tuple[int, int]


def point(name: str) -> Point:
    """Return the column and row of a point such as D3."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


class EnemyPlot:
    """Where the enemy can be, by what was called."""

    def __init__(self, chart: str) -> None:
        """Take the chart in words."""
        size = re.search(r"columns A to ([A-Z]) .*rows 1 to (\d+)", chart)
        assert size is not None, chart
        lists = re.findall(r"islands in row \d+: ((?:[A-Z]\d+(?:, )?)+)", chart)
        land = {point(name) for names in lists for name in re.findall(r"[A-Z]\d+", names)}
        last = point(f"{size[1]}{size[2]}")
        self.across = -(-(last[0] + 1) // SECTOR)
        self.sea = {(x, y) for x in range(last[0] + 1) for y in range(last[1] + 1)} - land
        self.places = set(self.sea)

    def hear(self, call: str) -> None:
        """Take a call: a course, silence, or a surfacing."""
        if call in STEPS:
            dx, dy = STEPS[call]
            self._keep({(x + dx, y + dy) for x, y in self.places})
        elif call == "SILENCE":
            self._keep({there for place in self.places for there in (place, *self._silent(place))})
        elif call.startswith("SURFACED"):
            sector = int(call.split()[1])
            self._keep({(x, y) for x, y in self.places if y // SECTOR * self.across + x // SECTOR + 1 == sector})
        else:
            self.places = set(self.sea)

    def blast(self, at: Point, damage: int) -> None:
        """Take what a torpedo of ours did."""
        self._keep({place for place in self.places if hurt(at, place) == damage})

    def worth(self, at: Point) -> float:
        """Return the damage that a torpedo can be expected to do."""
        return sum(hurt(at, place) for place in self.places) / len(self.places)

    def _silent(self, place: Point) -> set[Point]:
        found = set()
        for dx, dy in STEPS.values():
            for length in range(1, 5):
                there = (place[0] + dx * length, place[1] + dy * length)
                if there not in self.sea:
                    break
                found.add(there)
        return found

    def _keep(self, places: set[Point]) -> None:
        self.places = places & self.sea or set(self.sea)  # a call was missed: begin again


def hurt(at: Point, boat: Point) -> int:
    """Return the damage of a blast to a boat."""
    return 2 - min(2, max(abs(at[0] - boat[0]), abs(at[1] - boat[1])))


class SonarCrew:
    """Captain, first officer, engineer and radio operator of Red."""

    def __init__(self, ears: Ears) -> None:
        """Sit down at the four stations."""
        self.captain, self.xo, self.engineer, self.radio = (TwinHands(ears, f"red-{n}") for n in range(1, 5))
        self.heard = self.hits = 0
        """How many calls are on the plot; how many torpedoes hit."""
        self.route: set[Point] = set()
        """Where the boat was since it came up last."""

    async def play(self, most: int) -> str:
        """Play until the captain's panel says how it ended; return that word."""
        self.plot = EnemyPlot(await self.captain.read_menu("read the chart"))
        for _ in range(most):
            said = self.captain.hear()
            if ended := next((word for word in OVER if word in said.lines), ""):
                return ended
            self._plot_calls()
            if not await self._act(said):
                await self.captain.wait(0.7)
        raise AssertionError(f"no end: {self.captain.hear().lines}")

    def _plot_calls(self) -> None:
        """Put on the plot what the radio operator hears."""
        count = self.radio.hear().find(r"^heard (\d+)")
        if count is not None and int(count[1]) != self.heard:
            self.heard = int(count[1])
            call = self.radio.hear().find(r"^(NORTH|EAST|SOUTH|WEST|SILENCE|SURFACED \d)$")
            self.plot.hear(call[1] if call else "")

    async def _act(self, said: Heard) -> bool:
        """Do one thing that some panel asks for; return whether there was one."""
        for mate, act in ((self.xo, self._charge), (self.engineer, self._break)):
            if mate.hear().bottom.startswith(("charge ", "cross ")):
                await act()
                return True
        if said.bottom == "wait" or said.bottom.startswith("the game"):
            return False
        if "sail: NESW" in said.lines:
            await self._sail(said)
        elif "use or end" in said.lines:
            await self._use_or_end(said)
        elif said.find("^SONAR|^now (true|lie)"):
            await self.captain.press("push")
            await self.captain.turn(1)
        elif said.bottom.startswith("start at"):
            assert await self.captain.turn_to(r"^start at E10$")
            await self.captain.ok()
        else:
            await self.captain.ok()
        return True

    async def _charge(self) -> None:
        for system in WANTED:
            if await self.xo.turn_to(f"^charge {system}$", 6):
                break
        await self.xo.ok()

    async def _break(self) -> None:
        """Cross out what costs least: no radiation, no weapon, nothing that damages the boat."""
        choices: dict[str, int] = {}
        await self.engineer.turn(-6)
        for _ in range(6):
            said = self.engineer.hear()
            bad = said.find("damage") is not None
            choices.setdefault(said.bottom, 9 * bad + 3 * ("radiation" in said.bottom) + 3 * ("weapon" in said.bottom))
            await self.engineer.turn(1)
        await self.engineer.turn(-6)
        await self.engineer.turn(list(choices).index(min(choices, key=lambda each: choices[each])))
        await self.engineer.ok()

    async def _sail(self, said: Heard) -> None:
        """Sail to where there is most room, or come up where there is none."""
        at, ways = said.find(r"our boat is at (\w+)"), said.find(r"open ways: (.+)")
        assert at is not None, said.lines
        boat = point(at[1])
        self.route.add(boat)
        if ways is None:
            self.route.clear()
            await self.captain.choose("^surface$")
            await self.captain.ok()
            return
        room = {way: self._room((boat[0] + x, boat[1] + y)) for way, (x, y) in STEPS.items() if way.lower() in ways[1]}
        await self.captain.press(max(room, key=lambda way: room[way]).lower())

    def _room(self, start: Point) -> int:
        """Return how many points of the sea can be reached without crossing the own route."""
        seen, edge = {start}, [start]
        while edge:
            x, y = edge.pop()
            for dx, dy in STEPS.values():
                if (there := (x + dx, y + dy)) in self.plot.sea - self.route - seen:
                    seen.add(there)
                    edge.append(there)
        return len(seen)

    async def _use_or_end(self, said: Heard) -> None:
        is_ready = said.find(r"^ready: .*torpedo") and "weapons work" in self.engineer.hear().lines
        if is_ready and len(self.plot.places) <= CERTAIN and await self._fire():
            return
        await self.captain.turn_to("^end turn$")
        await self.captain.ok()

    async def _fire(self) -> bool:
        """Fire at the best of the points that the dial offers, if one is worth it; return whether it was done."""
        if not await self.captain.choose("^torpedo$"):
            return False
        worth: dict[str, float] = {}
        await self.captain.turn(-MOST)
        while (at := self._aim()) and at not in worth:
            worth[at] = self.plot.worth(point(at)) if "we are clear" in self.captain.hear().lines else 0.0
            await self.captain.turn(1)
        best = max(worth, key=lambda each: worth[each])
        if worth[best] < WORTH:
            await self.captain.press("back")
            return False
        await self.captain.turn(list(worth).index(best) - list(worth).index(self._aim()))
        before = self._damage_done()
        await self.captain.ok()
        await self.captain.wait(2)
        done = self._damage_done() - before
        self.hits += done > 0
        self.plot.blast(point(best), done)
        return True

    def _damage_done(self) -> int:
        """Return the damage of the enemy."""
        found = self.captain.hear().find(r"(?:enemy|Blue: damage) (\d)/4")
        return int(found[1]) if found else 0

    def _aim(self) -> str:
        """Return the point that the torpedo would go to."""
        aim = re.search(r"torpedo to (\w+)$", self.captain.hear().bottom)
        return aim[1] if aim else ""
