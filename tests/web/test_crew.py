"""A whole game with four phones, a desktop, an umpire with a tablet and a projector at once, by what people see."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Browser, Locator, Page, expect

from tests.web.browser import DESK, PHONE, Player
from tests.web.test_game import END, OVER, SAIL, Person, daemon, says, set_up, twice

HELD: dict[str, Any] = {"viewport": PHONE, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
TABLET: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "has_touch": True}
SEATED: dict[str, Any] = {"viewport": DESK, "has_touch": True}
WALL: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
HOLD = 1.0


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    player = Player()
    yield player
    player.close()


class Crew(Person):
    """Four people, each with a station on a phone."""

    def __init__(self, phones: dict[int, Page]) -> None:
        super().__init__(phones[1])
        self.phones = phones

    def station(self, number: int) -> Locator:
        return self.phones[number].locator(f'[data-station="red-{number}"]')

    async def tap(self, number: int, key: str) -> None:
        await self.key(number, key).tap()

    async def step_to(self, number: int, part: str) -> None:
        """Turn the dial by taps until the station says something; from the first line on."""
        more = self.phones[number].get_by_role("button", name="Turn the dial on")
        for _ in range(60):
            before = await self.words(number)
            if says(before, part):
                return
            await more.tap()
            await self.until(number, lambda words, before=before: words != before)  # type: ignore[misc]
        raise AssertionError(f"no {part!r} at red-{number}: {await self.words(number)}")

    async def keep_down(self, number: int, key: str) -> None:
        """Hold a key as long as a grave order needs."""
        box = await self.key(number, key).bounding_box()
        assert box
        hand = await self.phones[number].context.new_cdp_session(self.phones[number])
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        await hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        await asyncio.sleep(HOLD)
        await hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    # One turn

    async def sail(self) -> None:
        for key in ("north", "east", "south", "west"):
            before = await self.words(1)
            await self.tap(1, key)
            words = await self.until(1, lambda words, before=before: words != before)  # type: ignore[misc]
            if not says(words, *SAIL):
                return
            await self.tap(1, "back")  # the notice has been read
            await self.until(1, lambda words, seen=words: words != seen)  # type: ignore[misc]
        await self.step_to(1, "> surface")
        await self.keep_down(1, "ok")

    async def mark(self) -> None:
        await self.say_until(2, "charge ")
        await self.tap(2, "ok")
        await self.say_until(3, "break ")
        await self.tap(3, "ok")

    async def end(self) -> None:
        await self.until(1, lambda words: says(words, *END))
        await self.step_to(1, "> end turn")
        await self.tap(1, "ok")
        await self.until(1, lambda words: not says(words, *END))


async def picture(tab: Page, name: str) -> None:
    """Keep what a person would see, where somebody wants to look at it."""
    if folder := os.environ.get("KLAXON_SHOTS"):
        await tab.screenshot(path=f"{folder}/{name}.png")


async def open_station(browser: Browser, desk: Page, number: int) -> Page:
    """Take the link of a station from the desktop to a phone."""
    await desk.locator(f'[data-station="red-{number}"]').get_by_role("button", name="Open on a page of its own").click()
    link = await desk.get_by_role("textbox", name="Copy its link").input_value()
    await desk.get_by_role("dialog").get_by_role("button", name="Close").click()
    phone = await (await browser.new_context(**HELD)).new_page()
    await phone.goto(link)
    await phone.get_by_role("button", name="Tap to go on duty").tap()
    return phone


async def open_umpire(browser: Browser, links: dict[str, str]) -> Page:
    """Open the umpire's page; the first PIN is mistyped."""
    tablet = await (await browser.new_context(**TABLET)).new_page()
    await tablet.goto(links["umpire"])
    field = tablet.get_by_label("The umpire's PIN")
    await field.fill(links["pin"][::-1] if links["pin"] != links["pin"][::-1] else "000000")
    await tablet.get_by_role("button", name="Open").click()
    await expect(tablet.get_by_text("That was not it")).to_be_visible(timeout=15_000)
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
            crew = Crew({number: await open_station(browser, desk, number) for number in (1, 2, 3, 4)})
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


async def play(crew: Crew, umpire: Page, wall: Page) -> None:
    await crew.say_until(1, "start at A1")
    await crew.tap(1, "ok")
    await crew.until(1, lambda words: words[-1] == "dive")
    await crew.keep_down(1, "ok")
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


async def answer_for_the_absent(crew: Crew, umpire: Page) -> None:
    """Two officers do not answer; the umpire does."""
    await crew.sail()
    for role in ("Red first officer", "Red engineer"):
        await umpire.get_by_role("button", name=f"Answer for them: {role}").click()
        await expect(umpire.get_by_role("button", name=f"Answer for them: {role}")).to_have_count(0)
    await crew.end()


async def pause(crew: Crew, umpire: Page, wall: Page) -> None:
    await crew.until(1, lambda words: says(words, *SAIL))
    await umpire.get_by_role("button", name="Pause").click()
    await crew.until(1, lambda words: words[-1] == "go on")
    await expect(wall.locator(".standing")).to_have_text("The game stands still.")
    await umpire.get_by_role("button", name="Go on").click()
    await crew.until(1, lambda words: says(words, *SAIL))


async def hand_over(crew: Crew, umpire: Page) -> None:
    """The engineer's seat goes to the first officer's station, and back."""
    choice = umpire.get_by_role("combobox", name="Red engineer")
    for heir, there, words in (("red-2", 3, 0), ("red-3", 3, 1)):
        await choice.select_option(heir)
        await umpire.get_by_role("button", name="Give it: Red engineer").click()
        await crew.until(there, lambda said, words=words: bool(said) == bool(words))  # type: ignore[misc]


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
