"""A crew of Captain Sonar that plays by what its stations read out, whatever hands it has."""

from __future__ import annotations

from functools import partial

from tests.web.kit.pages import END, MARKS, OVER, SAIL
from tests.web.kit.people import Person, Said, lacks, says

COURSES = ("north", "east", "south", "west")
REFUSED = "understood"
"""What a station offers to say to a refusal."""


def is_answered(words: list[str]) -> bool:
    """Tell whether a course was taken or refused. One that is only sent is neither."""
    return says(words, REFUSED) or not says(words, *SAIL)


class Crew(Person):
    """The people of a boat; how they press keys and turn dials is for who extends this to say."""

    async def press(self, number: int, key: str) -> None:
        """Press a key of a station and let it go."""
        raise NotImplementedError

    async def turn_to(self, number: int, line: str) -> None:
        """Turn the dial until a line is under the cursor."""
        raise NotImplementedError

    async def hold_ok(self, number: int, done: Said) -> None:
        """Keep OK down until a grave order is given."""
        raise NotImplementedError

    async def press_until(self, number: int, key: str, done: Said) -> list[str]:
        """Press a key until the station says that it counted."""
        return await self.act_until(number, partial(self.press, number, key), done)

    async def sail(self) -> None:
        """The captain takes the first course that is possible, else surfaces."""
        for course in COURSES:
            if not says(await self.press_until(1, course, is_answered), REFUSED):
                return
            await self.press_until(1, "back", lacks(REFUSED))
        await self.turn_to(1, "> surface")
        await self.hold_ok(1, lacks(*SAIL))

    async def mark(self) -> None:
        """First officer and engineer take what their dials point at."""
        for number, order in ((2, "charge "), (3, "cross ")):
            await self.say_until(number, order)
            await self.press_until(number, "ok", lacks(order))

    async def end(self) -> None:
        """The captain ends his turn."""
        await self.say_until(1, *END)
        await self.turn_to(1, "> end turn")
        await self.press_until(1, "ok", lacks(*END))

    async def play_turn(self) -> bool:
        """Play a turn of red; tell whether the game goes on."""
        if says(await self.say_until(1, *SAIL, OVER), OVER):
            return False
        await self.sail()
        if says(await self.say_until(1, *MARKS, *END), *MARKS):
            await self.mark()
        await self.end()
        return True
