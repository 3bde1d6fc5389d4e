"""A day at the desk in Chromium, by what its pages say: the steps of docs/club-day.md, one after the other.

    python -m tests.web.kit.club_day FOLDER

`klaxon desk open` with its Mosquitto, one console, three phones and a screen in the hall. In the middle of the second
round the desk is killed, and opened again. Pictures of what people see lie in the folder.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright, expect

from klaxon.club.table_side.hall_link import HallLink
from klaxon.console.console import Console
from klaxon.console.linked.hall_page import HallPage, HallStage
from klaxon.console.options import ConsoleOptions
from klaxon.console.profile import virtual
from klaxon.hal.virtual import VirtualConsole
from klaxon.table.disk.shelf import Shelf
from tests.club.kit.desk_process import DeskProcess
from tests.club.kit.waiting import until
from tests.console.kit.playing import in_process
from tests.web.kit.browser import DESK, NAMES, PHONE, SWITCHES

PATIENCE = 180_000
PROJECTOR = {"width": 1920, "height": 1080}


class ClubDay:
    """The day, and who looks at what."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.folder, self.browser = folder, browser
        self.desk = DeskProcess(folder / "desk")
        self._began, self._pictures = time.monotonic(), 0
        self.complaints: list[str] = []

    async def say(self, what: str, *tabs: Page) -> None:
        """Say what was reached, and keep what is seen."""
        sys.stdout.write(f"{time.monotonic() - self._began:6.1f} s  {what}\n")
        sys.stdout.flush()
        for tab in tabs:
            self._pictures += 1
            name = re.sub("[^a-z]+", "-", what.lower()).strip("-")
            await tab.screenshot(path=self.folder / f"{self._pictures:02d}-{name}.png")

    async def page(self, path: str, size: dict[str, int]) -> Page:
        tab = await (await self.browser.new_context(viewport=size)).new_page()  # type: ignore[arg-type]
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        await tab.goto(f"http://127.0.0.1:{self.desk.page_port}/{path}")
        return tab

    async def organiser(self) -> Page:
        """Open the organiser's page with the PIN that the command printed."""
        tab = await self.page("desk", DESK)
        await give_pin(tab, self.desk.pin)
        return tab

    @asynccontextmanager
    async def console(self) -> AsyncIterator[tuple[Console, HallLink]]:
        """A console whose lobby asks the desk to be let in."""
        folder = self.folder / "table"
        link = HallLink(folder, None, f"127.0.0.1:{self.desk.page_port}")
        hardware, shelf = VirtualConsole(virtual(), ("red", "blue")), Shelf(folder)
        console = Console(virtual(), hardware.devices(), shelf, in_process, ConsoleOptions(hall=link))
        link.attach(console, shelf, None)
        playing = asyncio.create_task(console.run())
        link.start()
        station = next(iter(console.stations.values()))
        await until(lambda: bool(station.pile))
        station.lay(HallPage(link, station))
        await until(lambda: bool(link.standing.hall))
        try:
            yield console, link
        finally:
            link.close()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    async def walk(self) -> None:
        await asyncio.to_thread(self.desk.open)
        desk = await self.organiser()
        async with self.console() as (console, link):
            await desk.get_by_label("Code on its panel").fill(link.standing.code)
            await desk.get_by_role("button", name="Let in").click()
            await until(lambda: link.standing.stage is HallStage.THERE)
            await expect(desk.locator(".table")).to_contain_text("free")
            await self.say("the table is there", desk)
            await self.set_up(desk)
            await self.first_round(desk, console)
            await self.second_round(desk, console)
        assert self.complaints == []

    async def set_up(self, desk: Page) -> None:
        """A tournament of one round and one more, and two crews that check in by phone."""
        await desk.get_by_role("button", name="Settings").click()
        await desk.locator(".begin input[name=name]").fill("Autumn")
        await desk.get_by_label("Pairing").select_option("round-robin")
        await desk.get_by_role("button", name="Begin").click()
        for crew in ("Sharks", "Rays", "Orcas"):
            phone = await self.page("in", PHONE)
            await phone.locator("input[name=crew]").fill(crew)
            await phone.get_by_role("button", name="Go on").click()
            await phone.get_by_role("button", name="Yes, check in").click()
            await expect(phone.locator(".crew-name")).to_have_text(crew)
            self.phone = phone
        await self.say("three crews have checked in", desk, self.phone)

    async def first_round(self, desk: Page, console: Console) -> None:
        await desk.get_by_role("button", name="Round", exact=True).click()
        await desk.get_by_label("Minutes a round").fill("30")
        await desk.get_by_role("button", name="Set", exact=True).click()
        await desk.get_by_role("button", name="Begin round 1").click()
        await until(lambda: console.match.table is not None)
        await desk.get_by_role("button", name="Tables").click()
        await expect(desk.locator(".table.running")).to_be_visible()
        await desk.get_by_role("button", name="Pause: Table 1").click()
        await expect(desk.locator(".table.paused")).to_be_visible()
        await desk.get_by_role("button", name="Play on: Table 1").click()
        await expect(desk.locator(".table.running")).to_be_visible()
        await self.say("round 1 is played", desk)
        concede(console)
        await desk.get_by_role("button", name="Results").click()
        await expect(desk.locator(".claims")).to_contain_text("counts")
        await self.say("its result counts", desk)
        await desk.get_by_role("button", name="Show the games of this round").click()
        screen = await self.page("?view=followed", PROJECTOR)
        await expect(screen.frame_locator(".show").get_by_role("slider")).to_be_visible()
        await self.say("the big screen shows it", screen)

    async def second_round(self, desk: Page, console: Console) -> None:
        """The desk is killed while people play, opened again, and the prize is given."""
        hall = await self.page("", PROJECTOR)
        await desk.get_by_role("button", name="Round", exact=True).click()
        await desk.get_by_role("button", name="Begin round 2").click()
        before = console.match.table
        await until(lambda: console.match.table is not None and console.match.table is not before)
        await expect(hall.locator(".table.running")).to_be_visible()
        self.desk.close()
        await expect(hall.locator(".veil")).to_be_visible()
        await expect(desk.locator(".veil")).to_be_visible()
        await self.say("the desk was killed", desk, hall, self.phone)
        concede(console)
        await asyncio.to_thread(self.desk.open)
        await expect(hall.locator(".veil")).to_be_hidden()
        await self.say("the screen is there again by itself", hall)
        await give_pin(desk, self.desk.pin)
        await desk.get_by_role("button", name="Results").click()
        await expect(desk.locator(".claims li.verified")).to_have_count(2)
        await self.say("the game that was over meanwhile counts", desk)
        await desk.get_by_role("button", name="Round", exact=True).click()
        await desk.get_by_role("button", name="Begin round 3").click()
        await expect(desk.locator(".progress")).to_contain_text("round 3 of 3")
        await desk.locator(".encounters").get_by_role("button", name="Blue", exact=True).click()
        await self.say("the last result is given by hand", desk)
        await expect(desk.locator(".next")).to_contain_text("All planned rounds were played")
        await desk.get_by_role("button", name="Crews").click()
        await expect(desk.locator(".at-crews tbody tr")).to_have_count(3)
        await expect(self.phone.locator(".veil")).to_be_hidden()
        await self.say("the prize", desk, hall, self.phone)
        await desk.get_by_role("button", name="Settings").click()
        desk.on("dialog", lambda dialog: dialog.accept())
        await desk.get_by_role("button", name="Lay it aside").click()
        await expect(desk.locator(".begin")).to_be_visible()
        await self.say("the tournament is laid aside", desk)


async def give_pin(tab: Page, pin: str) -> None:
    await tab.get_by_label("The PIN of the desk").fill(pin)
    await tab.get_by_role("button", name="Open").click()
    await expect(tab.locator(".veil")).to_be_hidden()


def concede(console: Console) -> None:
    """The crew of Blue gives its game up."""
    table = console.match.table
    assert table is not None
    table.play.end("red", "conceded", "blue.captain")
    table.turn_pages()


async def play(folder: Path) -> None:
    expect.set_options(timeout=PATIENCE)
    path = next(found for name in NAMES if (found := shutil.which(name)))
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=SWITCHES)
        day = ClubDay(folder, browser)
        try:
            await day.walk()
        except BaseException:
            await day.say("it ends here", *(tab for context in browser.contexts for tab in context.pages))
            raise
        finally:
            day.desk.close()
            await browser.close()


def main() -> int:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(play(folder))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
