"""Four strangers with phones: they join by the code that a screen shows, and play by what their own screens say.

`python -m tests.web.kit.doorway` lets them play a first game to its end, before a daemon of its own, and says how
long it took.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright, expect

from tests.web.kit.browser import NAMES, SWITCHES
from tests.web.kit.crew import Crew
from tests.web.kit.pages import LIMIT, OVER, SAIL
from tests.web.kit.people import HELD, Holder, Said, daemon, lacks, picture, says

NICKNAMES = {1: "Ann", 2: "Bob", 3: "Cleo", 4: "Dmitri"}
ROLES = {1: "captain", 2: "first officer", 3: "engineer", 4: "radio operator"}
MOST_TURNS = 40


class Strangers(Holder, Crew):
    """People who have never seen the console, each with a phone."""

    async def press(self, number: int, key: str) -> None:
        await self.tap(number, key)

    async def turn_to(self, number: int, line: str) -> None:
        await self.step_to(number, line)

    async def hold_ok(self, number: int, done: Said) -> None:
        await self.keep_down(number, "ok", done)


async def open_door(browser: Browser, links: Mapping[str, str], language: str = "en") -> Page:
    """Open the one address that people are told, on another phone."""
    phone = await (await browser.new_context(**HELD, locale=language)).new_page()
    await phone.goto(links["local"])
    await expect(phone.get_by_role("button", name="Enter")).to_be_visible()
    return phone


async def type_code(phone: Page, code: str) -> None:
    """Type four letters and enter."""
    await phone.get_by_role("textbox", name="The code of the table").fill(code)
    await phone.get_by_role("button", name="Enter").tap()


async def take_place(phone: Page, nickname: str, role: str, boat: str = "Red") -> None:
    """Type a nickname, take a free place and go on duty."""
    await phone.get_by_role("textbox", name="Your nickname").fill(nickname)
    crew = phone.locator(".crew").filter(has_text=boat)
    await crew.get_by_role("button", name=f"{role} free", exact=True).tap()
    await phone.get_by_role("button", name="Tap to go on duty").tap()


async def join(browser: Browser, links: Mapping[str, str], numbers: Sequence[int]) -> Strangers:
    """Let people join by the code, each at a place of the red boat."""
    phones = {}
    for number in numbers:
        phones[number] = await open_door(browser, links)
        await type_code(phones[number], links["code"].lower())
        await take_place(phones[number], NICKNAMES[number], ROLES[number])
    return Strangers(phones)


async def set_up(crew: Strangers) -> None:
    """The captain sets a short game up, on the phone."""
    await crew.say_until(1, "begin the game")
    await crew.step_to(1, "> More options")
    await crew.tap(1, "push")
    await crew.say_until(1, "> Fewer options")
    await crew.step_to(1, "> Limit")
    await crew.tap(1, "push")
    await crew.say_until(1, "take it")
    await crew.step_to(1, f"‹{LIMIT}")
    await crew.tap(1, "ok")
    await crew.say_until(1, "change it")
    await crew.tap(1, "back")
    await crew.say_until(1, "begin the game")
    await crew.tap(1, "ok")


async def dive(crew: Strangers) -> None:
    """The captain begins where the dial points, and dives."""
    await crew.say_until(1, "start at A1")
    await crew.press_until(1, "ok", lambda words: words[-1] == "dive")
    await crew.keep_down(1, "ok", lacks("dive now?"))


async def play_to_the_end(crew: Strangers) -> int:
    """Play turns until the game is over; return how many."""
    for turns in range(MOST_TURNS):
        if says(await crew.until(1, lambda words: says(words, *SAIL, OVER)), OVER):
            return turns
        await crew.play_turn()
    raise AssertionError("the game did not end")


async def first_evening(browser: Browser, folder: Path) -> str:
    """Join with four phones and play a game to its end; return what was measured, in words."""
    began = time.monotonic()
    async with daemon(folder) as links:
        crew = await join(browser, links, (1, 2, 3, 4))
        joined = time.monotonic()
        await set_up(crew)
        await dive(crew)
        turns = await play_to_the_end(crew)
        for number in crew.phones:
            await picture(crew.page(number), f"first-evening-{number}")
        ended = time.monotonic()
        for context in browser.contexts:
            await context.close()
    return f"four joined in {joined - began:.0f} s; {turns} turns to the end in {ended - joined:.0f} s more"


async def main() -> None:
    """Play one evening in a browser of its own."""
    path = next(found for name in NAMES if (found := shutil.which(name)))
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=path, args=SWITCHES)
        with tempfile.TemporaryDirectory() as folder:
            sys.stdout.write(f"{await first_evening(browser, Path(folder))}\n")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
