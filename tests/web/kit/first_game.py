"""A first game in a browser, by people who have never seen Klaxon and do what their own screens say, on a fresh folder.

`python -m tests.web.kit.first_game FOLDER phones [GAME]` lets four people join by the code with phones and play the
guided first game to its debrief. `... FOLDER alone [GAME]` lets one person open the page and do what is offered first.
Pictures are kept in the folder; what was read and how long it took is printed.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic

from playwright.async_api import async_playwright, expect

from klaxon.console.onlook import debrief_worker
from tests.web.kit.browser import SWITCHES
from tests.web.kit.convoy_attack import SHELL
from tests.web.kit.doorway import NICKNAMES, ROLES, open_door, take_place, type_code
from tests.web.kit.patrol_evening import SEEN, UNDERSTOOD, Evening, Newcomer
from tests.web.kit.people import SEATED, daemon, show_debrief

BEGIN, CREW, ALONE = "New here? Begin", "a crew", "alone"
"""What the start screen says: what OK does, and who plays the first game under the cursor."""
OVER = "Debrief"
"""The link on every page of a game that is over."""
TABLES: Mapping[str, Sequence[int]] = {"Captain Sonar": (1, 2, 3, 4), "Steam Torpedo": (1,), "U-BOOT": (1, 2, 3, 4)}
"""Game, by its name on the start screen -> the stations where people sit."""
CROWD = {"U-BOOT": {1: "captain", 2: "first officer", 3: "navigator", 4: "chief engineer"}}
KEYS = {"ok": "Enter", "back": "Backspace", "push": "Space"}
MOST_LINES = 8


class Guest(Newcomer):
    """Somebody before a station, on a phone or at the page of the console, who does what it says."""

    async def words(self) -> list[str]:
        station = self.phone.locator(f'[data-station="red-{self.number}"]')
        return await station.locator(".words p").all_inner_texts()

    async def choose(self, game: str, crew: str) -> None:
        """Find the first game of one's liking on the start screen, and begin it."""
        for _ in range(MOST_LINES):
            words = await self.words()
            if any(line.startswith("> ") and game in line and crew in line for line in words):
                self._note(" ".join(words))
                await self.tap("ok")
                return
            await self.turn(1)
        raise AssertionError(f"no {game} for {crew}: {await self.words()}")

    async def is_over(self) -> bool:
        """Tell whether the page shows that the game is over."""
        return await self.phone.get_by_role("link", name=OVER).is_visible()


class Typist(Guest):
    """Somebody at the page of the whole console, with the keys that its `?` names."""

    async def tap(self, key: str) -> None:
        await self.phone.keyboard.press(KEYS[key])
        await asyncio.sleep(0.5)

    async def turn(self, steps: int) -> None:
        for _ in range(abs(steps)):
            await self.phone.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        await asyncio.sleep(SEEN)

    async def hold_ok(self) -> None:
        await self.phone.keyboard.down(KEYS["ok"])
        await asyncio.sleep(1.5)
        await self.phone.keyboard.up(KEYS["ok"])
        await asyncio.sleep(0.5)


class FirstGame(Evening):
    """One first game: a fresh folder, and the browser of everybody at the table."""

    async def play_with_phones(self, game: str) -> None:
        """Four people with phones join by the code, and play."""
        async with daemon(self.folder / "games", is_fresh=True) as links:
            guests = []
            for number in TABLES[game]:
                phone = await open_door(self.browser, links)
                await type_code(phone, links["code"].lower())
                await self.shot(phone, f"places-{number}")
                await take_place(phone, NICKNAMES[number], ROLES[number])
                guests.append(Guest(phone, number))
            sys.stdout.write(f"-- {len(guests)} joined after {monotonic() - self.begun:.0f} s\n")
            await self.shot(guests[0].phone, "start-screen")
            await self.shot(guests[-1].phone, "start-screen-others")
            await guests[0].choose(game, CREW if len(guests) > 1 else ALONE)
            await self.play(guests)

    async def play_alone(self, game: str) -> None:
        """One person at the page of the console, who begins what is offered."""
        async with daemon(self.folder / "games", is_fresh=True) as links:
            page = await (await self.browser.new_context(**SEATED)).new_page()
            await page.goto(links["page"])
            guest = Typist(page, 1)
            await expect(page.get_by_text(BEGIN).first).to_be_attached()
            await self.shot(page, "start-screen")
            await guest.choose(game, ALONE)
            await self.play([guest])

    async def play(self, guests: list[Guest]) -> None:
        """Let everybody do what they are told until the game is over, and read the debrief."""
        while not await guests[0].is_over():
            before = [len(guest.told) for guest in guests]
            for guest in guests:
                if UNDERSTOOD in await guest.words():
                    await self.shot(guest.phone, f"card-{guest.number}")
            await asyncio.gather(*(guest.act() for guest in guests))
            if before == [len(guest.told) for guest in guests]:
                await asyncio.sleep(1)
            assert monotonic() - self.begun < PATIENCE, [guest.told[-3:] for guest in guests]
        sys.stdout.write(f"-- over after {monotonic() - self.begun:.0f} s\n")
        for guest in guests:
            await self.shot(guest.phone, f"over-{guest.number}")
        async with guests[0].phone.context.expect_page(timeout=debrief_worker.PATIENCE * 1000) as opening:
            await guests[0].phone.get_by_role("link", name=OVER).click()
        booklet = await opening.value
        await show_debrief(booklet)
        await self.shot(booklet, "debrief")


PATIENCE = 20 * 60
"""Seconds that a first game may take."""


async def main(folder: Path, way: str, game: str) -> None:
    """Play one first game in a browser of its own."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=SHELL, args=SWITCHES)
        first = FirstGame(browser, folder)
        await (first.play_with_phones(game) if way == "phones" else first.play_alone(game))
        await browser.close()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else "Captain Sonar"))
