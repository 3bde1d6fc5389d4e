"""A whole game through the page of the real daemon: by mouse, wheel, finger and keyboard, reading what it reads out."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.web.kit.browser import Player
from tests.web.kit.pages import END, MARKS, OVER, SAIL, set_up
from tests.web.kit.people import SEATED, Person, daemon, picture, says, twice


class Crew(Person):
    """One person who works all stations of a boat."""

    async def sail(self) -> None:
        """The captain, by keyboard: the first course that is possible, else up."""
        await self.tab.keyboard.press("1")
        for key in "nesw":
            before = await self.words(1)
            await self.tab.keyboard.press(key)
            words = await self.until(1, lambda words, before=before: words != before)  # type: ignore[misc]
            if not says(words, *SAIL):
                return
            await self.tab.keyboard.press("Backspace")  # the notice has been read
            await self.until(1, lambda words, seen=words: words != seen)  # type: ignore[misc]
        await self.wheel_to(1, "> surface")
        await self.hold("Enter")

    async def mark(self) -> None:
        """The first officer by mouse, the engineer by finger: both take what their dial points at."""
        await self.say_until(2, "charge ")
        await self.key(2, "ok").click()
        await self.say_until(3, "break ")
        await self.key(3, "ok").tap()

    async def end(self) -> None:
        await self.until(1, lambda words: says(words, *END))
        await self.wheel_to(1, "> end turn")
        await self.tab.keyboard.press("1")
        await self.tab.keyboard.press("Enter")
        await self.until(1, lambda words: not says(words, *END))

    async def play_turn(self) -> bool:
        """Play a turn of red; tell whether the game goes on."""
        words = await self.until(1, lambda words: says(words, *SAIL, OVER))
        if says(words, OVER):
            return False
        await self.sail()
        words = await self.until(1, lambda words: says(words, MARKS, *END))
        if says(words, MARKS):
            await self.mark()
        await self.end()
        return True


def test_a_game_from_the_lobby_to_the_end_and_again(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, folder: Path) -> None:
        async with daemon(folder) as links:
            context = await browser.new_context(**SEATED)
            tab = await context.new_page()
            errors: list[str] = []
            tab.on("pageerror", lambda error: errors.append(str(error)))
            await tab.goto(links["page"])
            await play(Crew(tab), tab)
            assert errors == []
            await context.close()

    twice(player, story, tmp_path)


async def play(person: Crew, tab: Page) -> None:
    """Set the game up, play it to its end, and begin another one."""
    await set_up(person, tab)
    await person.say_until(1, "start at A1")
    await tab.keyboard.press("1")
    for key in ("e", "s", "ArrowRight"):
        before = await person.words(1)
        await tab.keyboard.press(key)
        await person.until(1, lambda words, before=before: words != before and "start at" in words[-1])  # type: ignore[misc]
    await tab.keyboard.press("Enter")
    await person.say_until(1, "dive")
    await person.until(1, lambda words: words[-1] == "dive")
    await person.hold("Enter")
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
    await expect(booklet.get_by_role("slider")).to_be_visible()
    await booklet.close()
    await tab.keyboard.press("1")
    await tab.keyboard.press("ArrowRight")
    await person.say_until(1, "play again")
    await person.hold("Enter")
    await person.say_until(1, "start at A1")
