"""A whole game through the page of the real daemon: by mouse, wheel, finger and keyboard, reading what it reads out."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.web.kit.browser import Player
from tests.web.kit.crew import Crew
from tests.web.kit.pages import set_up
from tests.web.kit.people import SEATED, Said, daemon, lacks, picture, says, show_debrief, twice

LETTERS = {"ok": "Enter", "back": "Backspace"}
"""Keys of the keyboard that are not the first letter of a course."""


class OnePerson(Crew):
    """One person who works all stations of a boat: the captain's by keyboard, the others by mouse and finger."""

    async def press(self, number: int, key: str) -> None:
        if number == 1:
            await self.tab.keyboard.press("1")
            await self.tab.keyboard.press(LETTERS.get(key, key[0]))
        elif number == 2:
            await self.key(number, key).click()
        else:
            await self.key(number, key).tap()

    async def turn_to(self, number: int, line: str) -> None:
        await self.wheel_to(number, line)

    async def hold_ok(self, number: int, done: Said) -> None:
        await self.tab.keyboard.press(str(number))
        await self.hold(number, LETTERS["ok"], done)


def test_a_game_from_the_lobby_to_the_end_and_again(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, folder: Path) -> None:
        async with daemon(folder) as links:
            context = await browser.new_context(**SEATED)
            tab = await context.new_page()
            errors: list[str] = []
            tab.on("pageerror", lambda error: errors.append(str(error)))
            await tab.goto(links["page"])
            await play(OnePerson(tab), tab)
            assert errors == []
            await context.close()

    twice(player, story, tmp_path)


async def play(person: OnePerson, tab: Page) -> None:
    """Set the game up, play it to its end, and begin another one."""
    await set_up(person, tab)
    await person.say_until(1, "start at A1")
    await tab.keyboard.press("1")
    for key in ("e", "s", "ArrowRight"):
        before = await person.words(1)
        await tab.keyboard.press(key)
        await person.until(1, lambda words, before=before: words != before and "start at" in words[-1])  # type: ignore[misc]
    await tab.keyboard.press("Enter")
    await person.until(1, lambda words: words[-1] == "dive")
    await person.hold(1, "Enter", lacks("dive now?"))
    debrief = tab.get_by_role("link", name="Debrief")
    await expect(debrief).to_be_hidden()

    while await person.play_turn():
        pass
    await picture(tab, "end")
    for number in (1, 2, 3, 4):
        words = " ".join(await person.words(number)).lower()
        assert any(word in words for word in ("victory", "wins", "draw")), f"no debrief line at red-{number}: {words}"
    async with tab.expect_popup() as opening:
        await debrief.click()
    booklet = await opening.value
    await show_debrief(booklet)
    await booklet.close()
    await tab.keyboard.press("1")
    await person.act_until(1, lambda: tab.keyboard.press("ArrowRight"), lambda words: says(words, "play again"))
    await person.hold(1, "Enter", lacks("play again"))
    await person.say_until(1, "start at A1")
