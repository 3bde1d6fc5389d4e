"""A convoy attack before the page of the real daemon, by the visible controls alone, killed and resumed in the middle.

`python -m tests.web.kit.convoy_attack FOLDER` plays it once, from smoke on the horizon to the last depth charge, and
keeps pictures in the folder. It takes some minutes.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.web.kit.browser import SWITCHES
from tests.web.kit.people import SEATED, Person, daemon

PROGRAM = "tests.web.kit.convoy_program"
SHELL = "/usr/bin/chromium-headless-shell"
GLASS = r"(to TDC:|mark) \d{3}\.\d"
STATION = 1
LOOK = 0.4


class Captain(Person):
    """The captain at the first station; understudies have the other roles."""

    def __init__(self, tab: Page, folder: Path) -> None:
        super().__init__(tab)
        self.folder = folder
        self.shots = 0

    async def text(self) -> str:
        return "\n".join(await self.words(STATION))

    async def shot(self, name: str) -> None:
        """Keep the page as a person sees it."""
        self.shots += 1
        await self.tab.screenshot(path=str(self.folder / f"{self.shots:02}-{name}.png"))
        print(f"-- {name}\n{await self.text()}", flush=True)

    async def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            await self.key(STATION, key).click()
            await asyncio.sleep(LOOK)

    async def hold_ok(self) -> None:
        button = self.key(STATION, "ok")
        await button.hover()
        await self.tab.mouse.down()
        await asyncio.sleep(1.2)
        await self.tab.mouse.up()
        await asyncio.sleep(LOOK)

    async def turn(self, steps: int) -> None:
        await self.station(STATION).locator(".bezel").hover()
        for _ in range(abs(steps)):
            await self.tab.mouse.wheel(0, 100 if steps > 0 else -100)
            await asyncio.sleep(0.06)  # a little slower than what counts as fast
        await asyncio.sleep(LOOK)

    async def leaf_to(self, sign: str, most: int = 30) -> str:
        """Press BACK until the panel says something that matches."""
        for _ in range(most):
            words = await self.text()
            if re.search(sign, words):
                return words
            await self.press("back")
        raise AssertionError(f"{sign!r} is on no page: {await self.text()}")

    async def wait_for(self, sign: str, seconds: float = 60) -> str:
        for _ in range(int(seconds / 0.2)):
            words = await self.text()
            if re.search(sign, words):
                return words
            await asyncio.sleep(0.2)
        raise AssertionError(f"{sign!r} does not come: {await self.text()}")

    async def order(self, *lines: str) -> None:
        """Choose an order from the list, and its arguments by pushes."""
        await self.leaf_to(r"orders\n")
        for _ in range(3):
            await self.turn(-40)
            if "> " in await self.text():
                break
        for place, line in enumerate(lines):
            for _ in range(50):
                if re.search(line, await self.text()):
                    break
                await self.turn(1)
            else:
                raise AssertionError(f"{line!r} is not to be found: {await self.text()}")
            if place + 1 < len(lines):
                await self.press("push")
        await self.press("ok")
        await self.name_men()

    async def name_men(self) -> None:
        """Name the cheapest men of his own where he is asked; understudies name theirs."""
        for _ in range(10):
            if "name these men" in await self.text():
                await self.press("ok")
                return
            await asyncio.sleep(0.2)

    async def hurry(self, until: str, seconds: float) -> str:
        """Let time run thirty times as fast until the panel says something; any news sets it to real time again."""
        for _ in range(int(seconds)):
            words = await self.text()
            if re.search(until, words):
                return words
            if "×30" not in words:
                await self.order("> time", "time fast x30")
            await asyncio.sleep(1)
        raise AssertionError(f"{until!r} does not come: {await self.text()}")


async def begin(captain: Captain) -> None:
    """Take the captain's seat of a U-boat, and put to sea."""
    for line, value in (("Game", "U-BOOT"), ("U-boat", "you, captain")):
        await captain.say_until(1, "begin the game")
        await captain.wheel_to(1, f"> {line}")
        await captain.key(1, "push").click()
        await captain.say_until(1, "take it")
        await captain.wheel_to(1, f"‹{value}")
        await captain.key(1, "push").click()
    await captain.say_until(1, "begin the game")
    await captain.key(1, "ok").click()
    await captain.wait_for(r"> change posts")


async def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=SHELL, args=SWITCHES)
        await attack(browser, folder)
        await browser.close()


async def attack(browser: Browser, folder: Path) -> None:
    async with daemon(folder / "games", PROGRAM) as links:
        tab = await (await browser.new_context(**SEATED)).new_page()
        await tab.goto(links["page"])
        captain = Captain(tab, folder)
        await begin(captain)
        await captain.order("> periscope")
        await captain.leaf_to(GLASS)
        await captain.turn(-85)
        await captain.shot("smoke")
        words = await captain.hurry(r"Contact c\d|c2", 5)
        print(words)
        for _ in range(30):
            await captain.leaf_to(GLASS)
            await captain.shot("look")
            await captain.order("> time", "time fast x30")
            await asyncio.sleep(8)



if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
