"""Every screen that people meet on the first evening, photographed: at a desk, and on a phone, in each language.

`python -m tests.web.kit.every_screen FOLDER [LANGUAGE ...]` starts a daemon for each language, walks through its pages
with keys alone, and keeps a picture of each in the folder, and a sheet of all for each language. People judge them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.async_api import Browser, Page, async_playwright, expect

from klaxon.console.language.catalogue import languages
from klaxon.table.disk.shelf import Shelf
from klaxon.web.debrief.debrief_file import make_debrief_file
from tests.console.kit.stories import golden, told
from tests.console.kit.veterans import settle_in
from tests.web.kit.browser import SWITCHES
from tests.web.kit.convoy_attack import SHELL
from tests.web.kit.people import HELD, daemon

DESK = {"viewport": {"width": 1400, "height": 1000}}
DRAWN = 0.7
"""Seconds in which a page has drawn what a key did."""
FINISHED = ("sonar/hunt-by-torpedo", "steam/draft-and-oxygen")
"""The games that the shelf of a console has, for its page of past games."""
SHEET, COLUMNS = 1800, {"desk": 2, "phone": 5}
"""The width of a sheet, and how many pictures stand beside one another."""


class ScreenWalk:
    """One language: a folder for its pictures, and a browser that prefers it."""

    def __init__(self, browser: Browser, folder: Path, language: str) -> None:
        self.browser, self.folder, self.language = browser, folder / language, language
        self.folder.mkdir(parents=True, exist_ok=True)

    async def open(self, address: str, kind: dict[str, Any]) -> Page:
        page = await (await self.browser.new_context(**kind, locale=self.language)).new_page()
        await page.goto(address)
        return page

    async def keep(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Keep a picture of what is seen, or of the whole page."""
        await asyncio.sleep(DRAWN)
        await page.screenshot(path=str(self.folder / f"{name}.png"), full_page=whole)

    async def press(self, page: Page, *keys: str) -> None:
        for key in keys:
            await page.keyboard.press(key)
            await asyncio.sleep(DRAWN / 2)

    async def tap(self, phone: Page, key: str) -> None:
        await phone.locator(f'[data-key="{key}"]').tap()
        await asyncio.sleep(DRAWN)

    async def walk(self) -> None:
        """Go through everything."""
        for part in (self.first_evening, self.second_boat, self.evening_of_veterans, self.debriefs):
            await part()
        draw_sheets(self.folder)

    async def first_evening(self) -> None:
        """Nobody has ever played here: the door, the start screen, and the first mission of Captain Sonar."""
        async with daemon(self.folder / "fresh", is_fresh=True, more=("--language", self.language)) as links:
            desk = await self.open(links["page"], DESK)
            await self.at_the_desk(desk, links)
            phone = await self.join(links, "Оля" if self.language in ("ru", "uk") else "Ann", place=0)
            await self.keep(phone, "phone-04-start-screen")
            await self.tap(phone, "ok")
            await expect(phone.locator(".chart-table")).to_be_visible()
            await self.keep(phone, "phone-05-briefing")
            await self.keep(desk, "desk-06-briefing")
            await self.tap(phone, "ok")
            await self.keep(phone, "phone-06-first-mission")
            await phone.locator('[data-key="ok"]').tap()
            await self.keep(phone, "phone-07-first-mission-next")
            await self.keep(desk, "desk-07-first-mission")
            await self.press(desk, "1", "m")
            await self.keep(desk, "desk-08-menu")
            for name, chart in (("spectator", links["spectator"]), ("umpire", links["umpire"])):
                page = await self.open(
                    f"{chart.partition('#')[0]}?lang={self.language}#{chart.partition('#')[2]}", DESK
                )
                if name == "umpire":
                    await page.locator(".pin input").fill(links["pin"])
                    await page.locator(".pin button").click()
                await self.keep(page, f"desk-09-{name}")
                phone_page = await self.open(page.url, HELD) if name == "spectator" else None
                if phone_page is not None:
                    await self.keep(phone_page, "phone-08-spectator")
            await self.close()

    async def at_the_desk(self, desk: Page, links: dict[str, str]) -> None:
        await expect(desk.locator(".veil")).to_be_hidden()
        await self.keep(desk, "desk-01-start-screen")
        await self.press(desk, "?")
        await self.keep(desk, "desk-02-keys")
        await self.press(desk, "Escape")
        await desk.locator(".doorway").click()
        await self.keep(desk, "desk-03-join")
        await self.press(desk, "Escape")
        await desk.locator(".tool.bell").click()
        await self.press(desk, "1", "m")
        await self.keep(desk, "desk-04-menu-and-muted")
        await self.press(desk, "Backspace")
        rules = links["local"] + "/rules"
        for number, path in enumerate(("", "/sonar", "/sonar/engineer")):
            page = await self.open(f"{rules}{path}?lang={self.language}", DESK)
            await self.keep(page, f"desk-05-rules-{number}")

    async def join(self, links: dict[str, str], nickname: str, place: int, *, first: bool = True) -> Page:
        """Come in by the code, and take a free place."""
        phone = await self.open(links["local"], HELD)
        letters = phone.locator("input.letters")
        await expect(letters).to_be_visible()
        if first:
            await self.keep(phone, "phone-01-door")
            await letters.fill("AAAA")
            await phone.locator(".step.code button").tap()
            await expect(phone.locator(".wrong[data-for=bad-key]")).to_be_visible()
            await self.keep(phone, "phone-01-door-wrong")
        await letters.fill(links["code"].lower())
        await phone.locator(".step.code button").tap()
        await phone.locator("input[name=nickname]").fill(nickname)
        if first:
            await self.keep(phone, "phone-02-places", whole=True)
        await phone.locator(".places button:enabled").nth(place).tap()
        await expect(phone.locator(".duty")).to_be_visible()
        if first:
            await self.keep(phone, "phone-03-duty")
        await phone.locator(".duty").tap()
        await asyncio.sleep(2 * DRAWN)
        return phone

    async def second_boat(self) -> None:
        """The first mission of Steam Torpedo, with a phone at each boat; then the code no longer opens a place."""
        async with daemon(self.folder / "steam", is_fresh=True, more=("--language", self.language)) as links:
            phone = await self.join(links, "Ann", place=0, first=False)
            other = await self.join(links, "Bob", place=4, first=False)
            await self.keep(phone, "phone-10-steam-start-screen")
            await self.keep(other, "phone-10-steam-start-screen-other")
            desk = await self.open(links["page"], DESK)
            await expect(desk.locator(".veil")).to_be_hidden()
            await self.press(desk, "1", "ArrowRight", "Enter")
            await expect(phone.locator(".chart-table")).to_be_visible()
            await self.keep(phone, "phone-11-steam-briefing")
            await self.keep(other, "phone-11-steam-other")
            await self.tap(phone, "ok")
            await self.keep(phone, "phone-12-steam-first-mission")
            await self.keep(desk, "desk-12-steam-first-mission")
            await self.close()

    async def evening_of_veterans(self) -> None:
        """A folder where games were played: the lobby, its options, past games, and U-BOOT's page of the captain."""
        folder = self.folder / "played"
        folder.mkdir(exist_ok=True)
        settle_in(folder)
        for name in FINISHED:
            play = golden(name)
            _, journal = Shelf(folder).begin(play.header)
            journal.append(play.line)
            journal.close()
        async with daemon(folder, more=("--language", self.language)) as links:
            desk = await self.open(links["page"], DESK)
            await expect(desk.locator(".veil")).to_be_hidden()
            await self.press(desk, "1")
            await self.keep(desk, "desk-20-lobby")
            games = await desk.locator(".bridge .games-link").get_attribute("href")
            if games:
                past = await self.open(links["local"] + games.partition("?")[0], DESK)
                await self.keep(past, "desk-21-past-games", whole=True)
                phone = await self.open(links["local"] + games.partition("?")[0], HELD)
                await self.keep(phone, "phone-21-past-games", whole=True)
            phone = await self.open(f"{links['local']}/rules/steam?lang={self.language}", HELD)
            await self.keep(phone, "phone-22-rules")
            await self.press(desk, "Enter")
            await expect(desk.locator(".chart-table")).to_be_visible()
            await self.keep(desk, "desk-23-game")
            await self.press(desk, "k")
            await self.keep(desk, "desk-24-game-without-chart")
            await self.close()

    async def debriefs(self) -> None:
        """The file of a debrief, of each game."""
        for name in FINISHED:
            path = self.folder / "debrief.html"
            path.write_text(make_debrief_file(told(golden(name), language=self.language)).text, "utf-8")
            for kind, how in (("desk", DESK), ("phone", HELD)):
                page = await self.open(path.as_uri(), how)
                await self.keep(page, f"{kind}-30-debrief-{name.partition('/')[0]}")
        await self.close()

    async def close(self) -> None:
        for context in self.browser.contexts:
            await context.close()


def draw_sheets(folder: Path) -> None:
    """Put all pictures of a kind on one sheet, each with its name."""
    for kind, columns in COLUMNS.items():
        pictures = [(path.stem, Image.open(path).convert("RGB")) for path in sorted(folder.glob(f"{kind}-*.png"))]
        wide = SHEET // columns
        small = [(name, each.resize((wide - 8, each.height * (wide - 8) // each.width))) for name, each in pictures]
        rows = [small[start : start + columns] for start in range(0, len(small), columns)]
        heights = [max(each.height for _, each in row) + 18 for row in rows]
        sheet = Image.new("RGB", (SHEET, sum(heights)), "white")
        pen = ImageDraw.Draw(sheet)
        for number, row in enumerate(rows):
            top = sum(heights[:number])
            for place, (name, each) in enumerate(row):
                pen.text((place * wide + 4, top + 3), name, fill="black")
                sheet.paste(each, (place * wide + 4, top + 16))
        sheet.save(folder / f"sheet-{kind}.png")


async def main(folder: Path, wanted: list[str]) -> None:
    """Walk in each language, in a browser of its own."""
    async with async_playwright() as driver:
        for language in wanted or languages():
            browser = await driver.chromium.launch(executable_path=SHELL, args=SWITCHES)
            await ScreenWalk(browser, folder, language).walk()
            await browser.close()
            sys.stdout.write(f"{folder / language}\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
