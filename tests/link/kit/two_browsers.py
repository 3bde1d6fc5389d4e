"""Two virtual consoles in two browsers, and the cable between them pulled in mid-game.

`python -m tests.link.kit.two_browsers FOLDER` plays it before two real daemons on a line that is limited to 115,200
baud, worked with the mouse alone, and keeps a picture of both pages at every turn of the story in FOLDER.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, ViewportSize, async_playwright

from klaxon.link.modelled.noise import ERRORS
from klaxon.link.modelled.pty_line import pty_line
from tests.link.kit.daemons import GUEST, HOST, over_a_line
from tests.web.kit.browser import NAMES, SWITCHES
from tests.web.kit.people import DEAD, Person, lacks, says

SIZE = ViewportSize(width=1440, height=1000)
LONG = 900
"""Milliseconds for which a grave order is held."""
EVERY = range(1, 5)


class Mate(Person):
    """Somebody with a mouse before the page of one console."""

    async def click(self, number: int, key: str, delay: int = 120) -> None:
        await self.until(number, lacks(DEAD))
        await self.key(number, key).click(delay=delay)

    async def every(self, *parts: str) -> None:
        """Wait until every station says something."""
        for number in EVERY:
            await self.say_until(number, *parts)


class TwoPages:
    """Both pages, and the folder for pictures of them."""

    def __init__(self, host: Mate, guest: Mate, folder: Path) -> None:
        self.host, self.guest, self._folder, self._number = host, guest, folder, 0

    @property
    def both(self) -> tuple[Mate, Mate]:
        return self.host, self.guest

    async def keep(self, name: str) -> None:
        self._number += 1
        for who, mate in (("host", self.host), ("guest", self.guest)):
            await mate.tab.screenshot(path=self._folder / f"{self._number}-{name}-{who}.png")

    async def dive(self) -> None:
        for mate in self.both:
            await mate.say_until(1, "start at")
            await mate.click(1, "ok")
            await mate.until(1, lambda words: "dive" in words[-1])
            await mate.click(1, "ok", LONG)
        for mate in self.both:
            await mate.say_until(1, "sail: NESW")

    async def go_on(self) -> None:
        await self.guest.say_until(1, "OK: go on")
        await self.guest.act_until(1, lambda: self.guest.click(1, "ok"), lacks("OK: go on"))
        for mate in self.both:
            await mate.until(1, lacks("PAUSED"))


async def open_page(browser: Browser, address: str) -> Mate:
    context = await browser.new_context(viewport=SIZE)
    tab = await context.new_page()
    await tab.goto(address)
    mate = Mate(tab)
    await tab.locator(".words p").first.wait_for(state="attached")
    return mate


async def play(browsers: tuple[Browser, Browser], state: Path, folder: Path) -> None:
    """Take a game up, dive, pull the cable, plug it in, go on, give up and verify."""
    with pty_line(ERRORS, 5) as line:
        async with over_a_line(state, line.ports, mode="realtime") as (host, guest):
            pages = TwoPages(await open_page(browsers[0], host.page), await open_page(browsers[1], guest.page), folder)
            await pages.host.say_until(1, GUEST)
            await pages.keep("lobby")
            await pages.host.click(1, "ok")
            for mate in pages.both:
                await mate.every("OK: go on")
            await pages.go_on()
            await pages.dive()
            await pages.host.click(1, "east")
            await pages.guest.say_until(4, "heard 1")
            await pages.keep("heard")
            line.plugged = False
            await pages.host.every(f"{GUEST} is silent", "wait for the other")
            await pages.guest.every(f"{HOST} is silent", "wait for the other")
            await pages.keep("pulled")
            await asyncio.sleep(4)
            await pages.keep("waiting")
            line.plugged = True
            for mate in pages.both:
                await mate.every("OK: go on")
            await pages.keep("back")
            await pages.go_on()
            await pages.guest.say_until(1, "sail: NESW")
            await pages.guest.act_until(
                1, lambda: pages.guest.click(1, "south"), lambda words: says(words, "we sail south")
            )
            await pages.host.say_until(4, "heard 1")
            await pages.keep("on")
            await host.menu("red-1", "give up")
            for mate in pages.both:
                await mate.say_until(1, "debrief")
            await pages.guest.click(1, "ok")
            for mate in pages.both:
                await mate.every("Verified: all")
            await pages.keep("verified")


async def _main(folder: Path) -> None:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    async with async_playwright() as driver:
        browsers = [await driver.chromium.launch(executable_path=path, args=SWITCHES) for _ in range(2)]
        with tempfile.TemporaryDirectory() as state:
            await play((browsers[0], browsers[1]), Path(state), folder)
        for browser in browsers:
            await browser.close()
    sys.stdout.write(f"played; the pictures are in {folder}\n")


if __name__ == "__main__":
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    asyncio.run(_main(pictures))
