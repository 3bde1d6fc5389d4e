"""How long a newcomer takes from the first picture to the first course and the first shot, doing only what panels say.

    python -m tests.console.kit.first_order

He reads each new line at 180 words a minute, takes 2 seconds for a press or a step of the dial, and does what stands on
the line of the guide, else on the bottom line: OK, OK held, or push. He leaves the radio operator's panel alone. It
runs in an older tree too, where there is no `welcoming` console: there he meets the lobby.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from tests.console.kit.playing import Playing, at_the_console
from tests.table.kit.travel import travel

WORDS_A_MINUTE, MOVEMENT = 180, 2.0
"""How fast he reads; seconds a press or a step of the dial."""
STATIONS = ("red-1", "red-2", "red-3")
"""The panels that he looks at, the captain's first."""
MOST = 1800.0
"""Seconds after which he gives up."""
WANTED = ("course", "torpedo")
"""The orders that are waited for."""
ACTING = ("ready", "grave")


class Reader:
    """One person before the panels of a boat."""

    def __init__(self, play: Playing) -> None:
        self.play, self.presses = play, 0
        self._read: dict[str, frozenset[str]] = {}
        """Station -> the lines that he read there last."""

    async def act(self, station: str) -> bool:
        """Read a panel, and do what it asks for; return whether it asked for something."""
        await self._read_panel(station)
        panel = self.play.panel(station)
        doing = self.play.console.stations[station].page.bottom().doing
        lines = [line for line in panel.lines if line != panel.bottom]
        line = lines[-1] if lines else ""
        if line.startswith("Turn to: "):
            await self._turn(station, line)
        elif line.startswith("Push: ") or (doing == "idle" and panel.bottom == "push the dial"):
            await self._move(self.play.press(station, "push"))
        elif line.startswith("BACK"):
            await self._move(self.play.back(station))
        elif doing in ACTING or panel.bottom == "understood":
            await self._move(self.play.ok(station))
        else:
            return False
        return True

    async def _read_panel(self, station: str) -> None:
        lines = self.play.panel(station).lines
        new = [line for line in lines if line not in self._read.get(station, frozenset())]
        self._read[station] = frozenset(lines)
        await self.play.run(sum(len(line.split()) for line in new) / WORDS_A_MINUTE * 60)

    async def _turn(self, station: str, line: str) -> None:
        """Turn on to the end, then back, until the guide says something else."""
        for steps in (*([1] * 40), *([-1] * 80)):
            await self._move(self.play.turn(station, steps))
            if line not in self.play.panel(station).lines:
                return

    async def _move(self, movement: Any) -> None:
        self.presses += 1
        await self.play.run(MOVEMENT)
        await movement


async def measure(**console: Any) -> dict[str, tuple[int, float]]:
    """Return, for each order that is waited for, the presses and seconds until it was given."""
    found: dict[str, tuple[int, float]] = {}
    async with at_the_console(begin=False, **console) as play:
        await play.run(1)
        loop = asyncio.get_running_loop()
        begun, hand = loop.time(), Reader(play)
        while len(found) < len(WANTED) and loop.time() - begun < MOST:
            acted = [await hand.act(station) for station in STATIONS if play.panel(station).bottom]
            await play.run(0.0 if any(acted) else 1.0)
            table = play.console.match.table
            for row in table.play._line if table is not None else ():
                verb = row.line.split()[1:2]
                if row.line.startswith("red.captain ") and verb[0] in WANTED and verb[0] not in found:
                    found[verb[0]] = (hand.presses, loop.time() - begun)
            if table is not None and table.play.outcome is not None:
                break
    return found


def welcoming() -> dict[str, Any]:
    """Return the console that meets newcomers; nothing in a tree that has none."""
    try:
        from tests.console.kit.welcoming import Welcoming  # noqa: PLC0415 - an older tree has none
    except ImportError:
        return {}
    return {"console_type": Welcoming}


def main() -> None:
    """Print what was measured."""

    async def play() -> None:
        found = await measure(**welcoming())
        for verb in WANTED:
            presses, seconds = found.get(verb, (0, MOST))
            told = f"{presses} presses, {seconds:.0f} s" if verb in found else f"none within {MOST / 60:.0f} minutes"
            sys.stdout.write(f"first {verb}: {told}\n")

    travel(play)


if __name__ == "__main__":
    main()
