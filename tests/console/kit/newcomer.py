"""A newcomer: somebody who does what the line of the guide says, and knows nothing else of the game."""

from __future__ import annotations

import re
from typing import Protocol

from klaxon.rules.contract import Seat
from tests.console.kit.playing import Playing
from tests.console.kit.twin_hands import READ, WAIT, Ears, Heard, TwinHands

SHIP = re.compile(r"c\d+: (\d+\.\d) to (\d+\.\d)")
EYE = re.compile(r"periscope \S+ at (\d+\.\d)")
MOST = 60
TITLE = re.compile(r" \d+/\d+$")
"""How the first line of a card ends: which step it is."""


class Said(Protocol):
    """The words of a panel."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All of them, line by line."""

    @property
    def bottom(self) -> str:
        """What OK does."""

    @property
    def text(self) -> str:
        """All of them."""


class Controls(Protocol):
    """What a newcomer needs of a console: the words of panels, keys and dials."""

    def panel(self, where: str) -> Said:
        """Return what a station says."""

    async def press(self, where: str, *keys: str) -> None:
        """Press keys."""

    async def back(self, where: str) -> None:
        """Go back."""

    async def ok(self, where: str) -> None:
        """Do what the bottom line says."""

    async def turn(self, where: str, steps: int) -> None:
        """Turn the dial."""

    async def run(self, seconds: float) -> None:
        """Let time pass."""


class ByEar:
    """Controls of stations of one seat each, by words alone."""

    def __init__(self, play: Playing, stations: dict[str, str]) -> None:
        """Take which station works which seat."""
        self._ears = Ears(play)
        self._hands = {seat: TwinHands(self._ears, station) for seat, station in stations.items()}

    def panel(self, where: str) -> Heard:
        """Return what a station says."""
        return self._hands[where].hear()

    async def press(self, where: str, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            await self._hands[where].press(key)

    async def back(self, where: str) -> None:
        """Go back."""
        await self._hands[where].press("back")

    async def ok(self, where: str) -> None:
        """Press OK, and hold it where the panel then says so."""
        await self._hands[where].ok()

    async def turn(self, where: str, steps: int) -> None:
        """Turn the dial."""
        await self._hands[where].turn(steps)

    async def run(self, seconds: float) -> None:
        """Let time pass."""
        await self._ears.wait(seconds)


class Newcomer:
    """One seat, and the hand at its station. All that is read are the words of its panel."""

    def __init__(self, play: Playing, seat: str, controls: Controls | None = None) -> None:
        """Sit down; `controls` of one seat each are by ear, and nothing else of the console is known then."""
        self.play: Controls = controls or play
        self.seat = Seat(seat)
        self._sighted = None if controls else play
        self.told: list[str] = []
        """Every card and line that was read, each once in a row."""

    @property
    def is_shown(self) -> bool:
        """Whether the station shows this seat: it may work several."""
        return self._sighted is None or self._sighted.page(self.seat).seat == self.seat

    @property
    def line(self) -> str:
        """The line of the guide: what stands over the bottom line."""
        panel = self.play.panel(self.seat)
        lines = list(reversed(panel.lines))
        return lines[lines.index(panel.bottom) + 1] if panel.bottom in lines else ""

    async def act(self) -> bool:
        """Do one thing that the panel asks for; return whether there was one."""
        if not self.is_shown:
            return False
        panel = self.play.panel(self.seat)
        if READ in (panel.bottom, *panel.lines):
            titles = [place for place, line in enumerate(panel.lines) if TITLE.search(line)]
            lines = panel.lines[titles[0] if titles else 0 :]  # a banner over a card is said before it
            self._note(" ".join(line for line in lines if line not in (READ, WAIT)))
            await self.play.press(self.seat, "ok")
            return True
        line = self.line
        self._note(f"{line} [{panel.bottom}]")
        return await self._obey(line)

    def _note(self, text: str) -> None:
        if self.told[-1:] != [text]:
            self.told.append(text)

    async def _obey(self, line: str) -> bool:
        if line.startswith("BACK"):
            await self.play.back(self.seat)
        elif line.startswith("Turn to: "):
            await self._turn_until_it_changes(line)
        elif line.startswith("Push: "):
            await self.play.press(self.seat, "push")
        elif line.startswith("Wire on the ship"):
            await self._point_at_ship()
        elif self._wants_ok(line):
            await self.play.ok(self.seat)
        else:
            return False
        return True

    def _wants_ok(self, line: str) -> bool:
        """Tell whether a line asks for OK now; some tell when it will, and a feed may have nothing new."""
        if line.startswith("Read it out"):
            return self.play.panel(self.seat).bottom == "read them all"
        return re.search(r"\bOK\b", line) is not None and not line.startswith("Asked")

    async def _turn_until_it_changes(self, line: str) -> None:
        """Turn to the end, then back, until the guide says something else: that is where it wanted us."""
        for steps in (*([1] * MOST), *([-1] * 2 * MOST)):
            await self.play.turn(self.seat, steps)
            if self.line != line:
                return
        raise AssertionError(f"{line!r} leads nowhere: {self.play.panel(self.seat).text}")

    async def _point_at_ship(self) -> None:
        """Turn the glass until the ship is under the wire, then press OK."""
        for _ in range(MOST):
            text = self.play.panel(self.seat).text
            ship, eye = SHIP.search(text), EYE.search(text)
            assert eye is not None, text
            if ship is None:
                await self.play.turn(self.seat, 20)
            else:
                left, right = float(ship[1]), float(ship[2])
                off = left + (right - left) % 360 / 2 - float(eye[1])  # it may lie across the bow: 355 to 3
                steps = round((off + 180) % 360 - 180)
                if steps == 0:
                    await self.play.ok(self.seat)
                    return
                await self.play.turn(self.seat, steps)
            await self.play.run(0.5)
        raise AssertionError(f"no ship in the glass: {self.play.panel(self.seat).text}")
