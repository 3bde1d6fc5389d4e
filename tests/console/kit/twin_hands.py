"""Hands at a console whose eyes are shut: all that they know of a station are the words of its panel.

No picture, no view, no cursor and no state of the console can be reached from here: only `words`, keys and dials.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from tests.console.kit.playing import MOST, Playing

HELD = 0.8
"""Seconds that a key is kept down where the panel asks for that."""
TAP = 0.1
KEEP, WAIT, READ = "keep OK held down", "one moment", "understood"
"""What a panel says: OK has to be held; keys do nothing just now; OK closes a notice."""


class Heard(NamedTuple):
    """What a panel says, line by line; the last line is what OK does."""

    lines: tuple[str, ...]

    @property
    def bottom(self) -> str:
        """What OK does."""
        said = [line for line in self.lines if line != KEEP]
        return said[-1] if said else ""

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines)

    def find(self, pattern: str) -> re.Match[str] | None:
        """Return where a pattern stands."""
        return re.search(pattern, self.text, re.MULTILINE)

    @property
    def menu(self) -> list[str]:
        """The lines of the list that has a pointer, without it."""
        return [line.removeprefix("> ") for line in self.lines]

    @property
    def pointed(self) -> str:
        """The line under the pointer; '' if there is none."""
        return next((line.removeprefix("> ") for line in self.lines if line.startswith("> ")), "")


class Ears:
    """What can be heard of the stations of a console, and the fingers there."""

    def __init__(self, play: Playing) -> None:
        """Take the words and the controls of a console, and nothing else."""
        self.words: Callable[[str], tuple[str, ...]] = lambda station: play.panel(station).lines
        self.key_down, self.key_up, self.dial = play.hardware.press, play.hardware.release, play.hardware.turn
        self.wait: Callable[[float], Awaitable[None]] = play.run


class TwinHands:
    """One station: its words, and a hand on its controls."""

    def __init__(self, ears: Ears, station: str) -> None:
        self._ears, self.station = ears, station

    def hear(self) -> Heard:
        """Return what the panel says now."""
        return Heard(self._ears.words(self.station))

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        await self._ears.wait(seconds)

    async def press(self, key: str, seconds: float = TAP) -> None:
        """Press a key, once the panel does not ask to wait."""
        await self._settled()
        await self._hold([key], seconds)

    async def menu(self) -> None:
        """Open the menu of the station."""
        await self._settled()
        await self._hold(["ok", "back"], TAP)

    async def _hold(self, keys: Sequence[str], seconds: float) -> None:
        for key in keys:
            self._ears.key_down(self.station, key)
        await self._ears.wait(seconds)
        for key in keys:
            self._ears.key_up(self.station, key)
        await self._ears.wait(0)

    async def _settled(self) -> None:
        while self.hear().bottom == WAIT:
            await self._ears.wait(0.25)

    async def turn(self, steps: int) -> None:
        """Turn the dial."""
        await self._settled()
        self._ears.dial(self.station, 0, steps)
        await self._ears.wait(0)

    async def ok(self) -> None:
        """Press OK, and hold it if the panel then says so."""
        await self.press("ok")
        if KEEP in self.hear().lines:
            await self.press("ok", HELD)

    async def turn_to(self, pattern: str, most: int = 260) -> bool:
        """Turn from one end to the other until what OK does, or what is pointed at, matches; return whether it did."""
        for steps in (0, *([-MOST] * (most // MOST + 1)), *([1] * most)):
            before = self.hear()
            await self.turn(steps)
            now = self.hear()
            if re.search(pattern, now.bottom) or re.search(pattern, now.pointed):
                return True
            if steps == 1 and now == before:
                return False
        return False

    async def choose(self, pattern: str) -> bool:
        """Turn to a line that matches and take it; return whether there is one."""
        found = await self.turn_to(pattern)
        if found:
            await self.press("push")
        return found

    async def read_text(self) -> str:
        """Read a page of text to its end, line by line under the dial: its second line says where in it one is."""
        await self.turn(-MOST)
        first = self.hear().lines
        place = re.fullmatch(r"1/(\d+)", first[1])
        read = [*first[2 if place else 1 : -1]]
        for _ in range(int(place[1]) - 1 if place else 0):
            await self.turn(1)
            read.append(self.hear().lines[-2])
        return " ".join(read)

    async def read_menu(self, bottom: str) -> str:
        """Read the page of the station menu on whose line OK does something, and close both."""
        await self.menu()
        for _ in range(20):
            if self.hear().bottom == bottom:
                break
            await self.turn(1)
        await self.ok()
        text = await self.read_text()
        await self.press("back")
        await self.press("back")
        return text
