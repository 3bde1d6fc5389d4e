"""A whole game with four phones, a desktop, an umpire with a tablet and a projector at once, by what people see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Browser, Page, expect

from tests.web.kit.browser import Player
from tests.web.kit.crew import Crew
from tests.web.kit.pages import OVER, SAIL, WALL, set_up
from tests.web.kit.people import SEATED, Holder, Person, Said, daemon, lacks, open_station, picture, says, twice

TABLET: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}


class FourPhones(Holder, Crew):
    """Four people, each with a station on a phone."""

    async def press(self, number: int, key: str) -> None:
        await self.tap(number, key)

    async def turn_to(self, number: int, line: str) -> None:
        await self.step_to(number, line)

    async def hold_ok(self, number: int, done: Said) -> None:
        await self.keep_down(number, "ok", done)


async def open_umpire(browser: Browser, links: dict[str, str]) -> Page:
    """Open the umpire's page; the first PIN is mistyped."""
    tablet = await (await browser.new_context(**TABLET)).new_page()
    await tablet.goto(links["umpire"])
    field = tablet.get_by_label("The umpire's PIN")
    await field.fill(links["pin"][::-1] if links["pin"] != links["pin"][::-1] else "000000")
    await tablet.get_by_role("button", name="Open").click()
    await expect(tablet.get_by_text("Wrong PIN")).to_be_visible(timeout=15_000)
    await field.fill(links["pin"])
    await field.press("Enter")
    await expect(tablet.get_by_role("status").get_by_text("The game is on.")).to_be_visible(timeout=15_000)
    return tablet


def test_four_phones_a_desktop_an_umpire_and_a_projector(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, folder: Path) -> None:
        async with daemon(folder) as links:
            desk = await (await browser.new_context(**SEATED)).new_page()
            await desk.goto(links["page"])
            await set_up(Person(desk), desk)
            await Person(desk).say_until(1, "start at A1")
            crew = FourPhones({number: await open_station(browser, desk, f"red-{number}") for number in (1, 2, 3, 4)})
            umpire = await open_umpire(browser, links)
            wall = await (await browser.new_context(**WALL)).new_page()
            await wall.goto(links["spectator"])
            errors: list[str] = []
            for tab in (desk, umpire, wall, *crew.phones.values()):
                tab.on("pageerror", lambda error: errors.append(str(error)))
            await play(crew, umpire, wall)
            for number, phone in crew.phones.items():
                words = " ".join(await crew.words(number)).lower()
                assert any(word in words for word in ("wins", "draw", "victory")), f"red-{number}: {words}"
                await picture(phone, f"phone-{number}")
            await picture(desk, "desk")
            assert errors == []
            for context in browser.contexts:
                await context.close()

    twice(player, story, tmp_path)


async def play(crew: FourPhones, umpire: Page, wall: Page) -> None:
    await crew.say_until(1, "start at A1")
    await crew.press_until(1, "ok", lambda words: words[-1] == "dive")
    await crew.keep_down(1, "ok", lacks("dive now?"))
    await crew.until(1, lambda words: says(words, *SAIL, OVER))
    await expect(umpire.get_by_text("A1, sector 1", exact=True)).to_be_visible()
    await expect(wall.get_by_text("Red dives.")).to_be_visible()
    await expect(wall.get_by_text("A1, sector 1")).to_have_count(0)

    await answer_for_the_absent(crew, umpire)
    await pause(crew, umpire, wall)
    await hand_over(crew, umpire)
    for n in range(40):
        words = await crew.until(1, lambda words: says(words, *SAIL, OVER))
        if says(words, OVER):
            break
        await crew.play_turn()
        if n == 0:
            await picture(umpire, "umpire")
            await picture(wall, "wall")
    await expect(wall.locator(".whose")).to_contain_text(("wins", "draw")[await is_draw(wall)])
    await expect(umpire.get_by_role("button", name="End the game")).to_have_count(0)
    await picture(wall, "wall-end")


async def is_draw(wall: Page) -> bool:
    await expect(wall.get_by_text("The game is over.").first).to_be_visible()
    return "draw" in await wall.locator(".whose").inner_text()


async def answer_for_the_absent(crew: FourPhones, umpire: Page) -> None:
    """Two officers do not answer; the umpire does."""
    await crew.sail()
    for role in ("Red first officer", "Red engineer"):
        await umpire.get_by_role("button", name=f"Answer for them: {role}").click()
        await expect(umpire.get_by_role("button", name=f"Answer for them: {role}")).to_have_count(0)
    await crew.end()


async def pause(crew: FourPhones, umpire: Page, wall: Page) -> None:
    await crew.until(1, lambda words: says(words, *SAIL))
    await umpire.get_by_role("button", name="Pause").click()
    await crew.until(1, lambda words: words[-1] == "go on")
    await expect(wall.locator(".standing")).to_have_text("The game is paused.")
    await umpire.get_by_role("button", name="Go on").click()
    await crew.until(1, lambda words: says(words, *SAIL))


async def hand_over(crew: FourPhones, umpire: Page) -> None:
    """The engineer's seat goes to the first officer's station, and back."""
    choice = umpire.get_by_role("combobox", name="Red engineer")
    for successor, handed in (("red-2", True), ("red-3", False)):
        await choice.select_option(successor)
        await umpire.get_by_role("button", name="Give it: Red engineer").click()
        await crew.until(3, lambda said, handed=handed: says(said, "red-2 is engineer now.") == handed)  # type: ignore[misc]


def test_the_umpire_ends_a_game_for_everybody(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, folder: Path) -> None:
        async with daemon(folder) as links:
            desk = await (await browser.new_context(**SEATED)).new_page()
            await desk.goto(links["page"])
            await set_up(Person(desk), desk)
            umpire = await open_umpire(browser, links)
            await umpire.get_by_role("button", name="End the game").click()
            await umpire.get_by_role("button", name="No").click()
            await expect(umpire.locator(".standing")).to_have_text("The game is on.")
            await umpire.get_by_role("button", name="End the game").click()
            await umpire.get_by_role("dialog").get_by_role("button", name="End the game").click()
            await expect(umpire.get_by_text("The umpire ended it.")).to_be_visible()
            await Person(desk).say_until(1, OVER)
            for context in browser.contexts:
                await context.close()

    twice(player, story, tmp_path)
