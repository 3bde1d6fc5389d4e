"""A captain who cannot see: he works dial and keys, and knows only what the panels say in words."""

from __future__ import annotations

import re
from math import asin, degrees, radians

from klaxon.rules.contract import Seat
from tests.console.kit.playing import Playing
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR

BOOK_LENGTH = re.compile(r"(\d+) m, mast (\d+)")
SHIP = re.compile(r"(c\d+): (\d+\.\d) to (\d+\.\d), (\d+\.\d+)° high")
OUTLINE = re.compile(r"outline ([\d ]+?);")
SEATS = (CAPTAIN, FIRST, NAVIGATOR, ENGINEER)
GLASS = r"(to TDC:|mark) \d{3}\.\d"
"""What the bottom line of a glass says."""
LEAST_LOOK = 0.5
"""Seconds after which a glass that was turned shows what is there."""


class Attacker:
    """The hands of the captain, and his ears."""

    def __init__(self, play: Playing) -> None:
        self.play = play

    @property
    def text(self) -> str:
        """What his panel says."""
        return self.play.panel(CAPTAIN).text

    @property
    def bottom(self) -> str:
        """What OK does."""
        return self.play.panel(CAPTAIN).bottom

    async def go_to(self, sign: str, seat: str = CAPTAIN) -> None:
        """Press BACK until a page of a seat says something that matches."""
        for _ in range(60):
            if self.play.page(seat).seat == seat and re.search(sign, self.play.panel(seat).text):
                return
            await self.play.back(seat)
            await self.play.run(LEAST_LOOK)
        raise AssertionError(f"{sign!r} is on no page of {seat}: {self.play.panel(seat).text}")

    async def order(self, *lines: str) -> None:
        """Give orders from the page of orders, to which BACK leads."""
        for line in lines:
            seat = line.partition(" ")[0]
            for _ in range(60):
                if self.play.page(seat).seat == seat and not self.play.page(seat).now().is_looking:
                    break
                await self.play.back(seat)
            await self.play.give(line)

    async def ok(self) -> None:
        """Do what the bottom line says, and look."""
        await self.play.ok(CAPTAIN)
        await self.play.run(LEAST_LOOK)

    async def choose_tubes(self, *tubes: int) -> None:
        """Take tubes into an order at the page of tubes."""
        await self.turn(-5)
        for place, tube in enumerate(tubes):
            await self.turn(tube - (tubes[place - 1] if place else 1))
            await self.play.press(CAPTAIN, "push")

    async def name_men(self) -> None:
        """Let every role that is asked name the cheapest men, until the order is carried out."""
        for seat in SEATS:
            if "assign" in self.play.page(seat).drafts[Seat(seat)].prompt_verbs:
                await self.order(f"{seat} assign")
                await self.play.run(LEAST_LOOK)

    async def turn(self, steps: int, look: float = LEAST_LOOK) -> None:
        """Turn the dial, and look for a while: what needs no new picture is there at once."""
        await self.play.turn(CAPTAIN, steps)
        await self.play.run(look)

    async def push_to(self, sign: str) -> None:
        """Push until the panel says something."""
        for _ in range(10):
            if sign in self.text:
                return
            await self.play.press(CAPTAIN, "push")
            await self.play.run(LEAST_LOOK)
        raise AssertionError(f"{sign!r} does not come by pushing: {self.text}")

    # The glass

    def ship(self, name: str) -> tuple[float, float, float]:
        """Return first and last bearing of a ship in the glass, and its height, in degrees."""
        found = next((match for match in SHIP.finditer(self.text) if match[1] == name), None)
        assert found is not None, self.text
        return float(found[2]), float(found[3]), float(found[4])

    async def find(self, name: str) -> None:
        """Turn the glass all round until a ship is in it, then to the middle of the ship at 12x."""
        await self.go_to(GLASS)
        await self.push_to("periscope 1.5x")
        for _ in range(12):
            if f"{name}:" in self.text:
                break
            await self.turn(30)
        await self.centre(name, 1)
        await self.push_to("periscope 6x")
        await self.centre(name, 2)
        await self.push_to("periscope 12x")
        await self.centre(name, 10)

    async def centre(self, name: str, steps: int) -> None:
        """Turn a glass that goes so many steps a degree until the wire is on the middle of a ship."""
        for _ in range(4):
            first, end, _ = self.ship(name)
            off = (first + end) / 2 - self.eye
            if round(off * steps) == 0:
                return
            await self.turn(round(off * steps))

    @property
    def eye(self) -> float:
        """Where the glass points."""
        found = re.search(r"periscope \S+ at (\d+\.\d)", self.text)
        assert found is not None, self.text
        return float(found[1])

    # The book

    async def recognise(self, name: str) -> tuple[int, int]:
        """Note a ship as that class of the book whose outline is nearest; return its length and mast in metres."""
        seen = self._outline()
        await self.go_to(f"{name} is this one")
        await self.turn(-60, 0)
        leaves: list[tuple[int, int, int, int]] = []
        while not leaves or leaves[-1][0] < 40:
            words = self.text
            figures = BOOK_LENGTH.search(words)
            assert figures is not None, words
            apart = sum(abs(a - b) for a, b in zip(seen, self._outline(), strict=True))
            leaves.append((len(leaves), apart, int(figures[1]), int(figures[2])))
            await self.turn(1, 0)
            if self.text == words:
                break
        best = min(leaves, key=lambda leaf: leaf[1])
        await self.turn(best[0] - len(leaves) + 1)
        await self.play.press(CAPTAIN, "ok")
        return best[2], best[3]

    def _outline(self) -> list[int]:
        found = OUTLINE.search(self.text)
        assert found is not None, self.text
        return list(map(int, found[1].split()))

    # Measuring

    async def measure_range(self, name: str) -> int:
        """Lay the height wire on the mast; OK takes the range, which is returned in metres."""
        await self.find(name)  # while the book was read it has gone on
        high = self.ship(name)[2]
        await self.go_to("wire to the mast top")
        for _ in range(40):
            await self.turn(1, 0)
            angle = re.search(r"^(\d+\.\d+)°", self.text, re.MULTILINE)
            assert angle is not None, self.text
            if float(angle[1]) >= high - 0.001:
                break
        metres = re.search(r"to TDC: (\d+) m", self.bottom)
        assert metres is not None, self.bottom
        await self.play.press(CAPTAIN, "ok")
        return int(metres[1])

    async def measure_speed(self, name: str, *, to_right: bool) -> None:
        """Hold the wire still before the bow; start the watch when the ship is under it, stop when it is past."""
        await self.push_to("stopwatch")
        await self.find(name)
        await self.go_to("bow at wire: start")
        first, end, _ = self.ship(name)
        ahead = (end - self.eye) if to_right else (first - self.eye)
        await self.turn(round(10 * ahead) + (8 if to_right else -8))
        for is_under in (True, False):
            for _ in range(400):
                if (f"> {name}:" in self.text) == is_under:
                    break
                await self.play.run(0.25)
            await self.play.press(CAPTAIN, "ok")

    # The TDC

    async def set_value(self, field: str, value: int, step: int = 1) -> None:
        """Turn a field of the TDC to a value; an angle on the bow is positive to starboard."""
        await self.push_to(f"> {field} ")
        found = re.search(rf"> {field} (\d+)(?: ([PS]))?", self.text)
        assert found is not None, self.text
        now = int(found[1]) * (-1 if found[2] == "P" else 1)
        await self.turn((value - now) // step)
        assert f"> {field} {abs(value)}" in self.text, self.text


def angle_on_bow(length: int, wide: float, metres: int) -> int:
    """Return the angle on the bow of a ship that comes, by how wide it is seen (degrees)."""
    return round(degrees(asin(min(1.0, radians(wide) * metres / length))))
