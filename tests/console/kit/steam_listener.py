"""A captain of Steam Torpedo who cannot see: one hand at one station, that knows only its words."""

from __future__ import annotations

import re

from tests.console.kit.sonar_listeners import OVER
from tests.console.kit.twin_hands import HELD, READ, Ears, Heard, TwinHands

PUSH = "push the dial"
WAITING = re.compile(r"^(wait|sent|the game|.* (decides|is asked))")
ACTS = ("move a man", "use a room", "manoeuvre")
"""What is done in a turn while it can be, in this order."""
ATTEMPTS = 3
"""How often each of them is tried in a turn."""


class SteamCaptain:
    """The captain of Red."""

    def __init__(self, ears: Ears) -> None:
        """Sit down at the station."""
        self.hand = TwinHands(ears, "red-1")
        self.given: list[str] = []
        """What OK said it would do, each time it was pressed for an order."""
        self._tried: dict[str, int] = {}

    async def play(self, most: int) -> str:
        """Play until the panel says how it ended; return that word."""
        for _ in range(most):
            said = self.hand.hear()
            if ended := next((word for word in OVER if word in said.lines), ""):
                return ended
            if WAITING.match(said.bottom):
                self._tried.clear()
                await self.hand.wait(1)
            elif said.bottom == READ:
                await self.hand.press("ok")
            elif not await self._take_turn(said):
                await self._go_through()
        raise AssertionError(f"no end: {self.hand.hear().lines}")

    async def _take_turn(self, said: Heard) -> bool:
        """Do the next thing of a turn, if it is one: else something is asked. A hit is laid where the boat bears it."""
        if said.find("^HIT"):
            await self._turn_to_verb("place damage")
            return False
        if not {*ACTS, "end the turn"} & {*said.lines}:
            return False
        for act in ACTS:
            if self._tried.get(act, 0) >= ATTEMPTS:
                continue
            self._tried[act] = self._tried.get(act, 0) + 1
            if await self._turn_to_verb(act):
                await self._go_through()
                return True
        if await self._turn_to_verb("end the turn"):
            await self._go_through()
        return True

    async def _turn_to_verb(self, verb: str) -> bool:
        """Turn to a verb that is open: for one that is not OK says why."""
        for steps in (-64, *([1] * 5)):
            await self.hand.turn(steps)
            said = self.hand.hear()
            if said.lines[0].endswith(verb):
                return said.bottom in (PUSH, verb)
        return False

    async def _go_through(self) -> None:
        """Push through what is asked, turning on by one each time so that not all games are alike; then OK."""
        for place in range(6):
            said = self.hand.hear()
            if said.bottom != PUSH:
                break
            await self.hand.press("push")
            if (len(self.given) + place) % 3 == 0:
                await self.hand.turn(1)
        self.given.append(self.hand.hear().bottom)
        await self.hand.ok()
        await self.hand.wait(1)
        if self.hand.hear().bottom == PUSH:
            await self.hand.press("back", HELD)  # home: no order came of it
