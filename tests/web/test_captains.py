"""A whole game of Steam Torpedo: two captains with a phone each, who know what it reads out; a wall looks on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Browser, Page, expect

from tests.web.kit.browser import Player
from tests.web.kit.people import BACK, HELD, ON, Holder, daemon, open_station, picture, says, show_debrief, twice

SEEDED = "tests.web.kit.seeded"
WALL: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
STATION = 1
PICKS = 9
"""Cards that a captain picks beside the Central Post."""
SECONDS = 30
"""To react: more than a busy machine needs."""
FEW = 6
"""Steps that a thumb taps."""


class Captain(Holder):
    """A captain with a phone. He knows the game: he works the dial by what he read last, and reads before OK."""

    def __init__(self, phone: Page, boat: str) -> None:
        super().__init__({STATION: phone}, boat)

    @property
    def name(self) -> str:
        return self.boat.title()

    async def reads(self, *parts: str) -> list[str]:
        """Wait until any of this is read out."""
        return await self.say_until(STATION, *parts)

    async def press(self, key: str) -> None:
        await self.tap(STATION, key)

    async def turn(self, steps: int) -> None:
        """Turn the dial: by taps, or where it is far by its rim."""
        if abs(steps) > FEW:
            await self.drag_round(STATION, steps)
            return
        button = self.tab.get_by_role("button", name=ON if steps > 0 else BACK)
        for _ in range(abs(steps)):
            await button.tap()

    async def point_at(self, line: str) -> str:
        """Turn to a line of the list that is read out; return what stands behind it."""
        words = await self.reads("> ")
        lines = [word.removeprefix("> ") for word in words]
        assert any(word.startswith(line) for word in lines), f"no {line!r} at {self.boat}: {lines}"
        target = next(place for place, word in enumerate(lines) if word.startswith(line))
        await self.turn(target - next(place for place, word in enumerate(words) if word.startswith("> ")))
        return lines[target].removeprefix(line).strip()

    async def make(self, line: str, *steps: int | str) -> None:
        """Choose a line, then in each list behind it what is so many steps from its first; men by their names."""
        behind = await self.point_at(line)
        for step in steps:
            await self.press("push")
            await self.turn(behind.index(step) if isinstance(step, str) else step)

    async def order(self, promise: str, line: str, *steps: int | str) -> None:
        """Make an order, hear that it is the one that was wanted, and give it."""
        await self.make(line, *steps)
        await self.reads(promise)
        await self.press("ok")

    async def fire(self, promise: str, line: str, *steps: int | str) -> None:
        """The same where OK has to be held."""
        await self.make(line, *steps)
        await self.reads(promise)
        await self.keep_down(STATION, "ok", lambda words: promise not in words)

    # The stages of a game

    async def pick(self, number: int) -> str:
        """Take the first card of the hand; return which."""
        words = await self.until(STATION, lambda words: says(words, f"{self.name}: pick") and f"{number}/10" in words)
        await self.press("ok")
        return next(word for word in words if word.startswith("> ")).removeprefix("> ")

    async def begin_turn(self) -> None:
        """Spend air, and wake who is exhausted."""
        await self.reads("use air of ")
        await self.press("ok")
        words = await self.reads("wake the crew", f"{self.name}: act")
        if says(words, "> wake the crew"):
            await self.press("ok")
            await self.reads(f"{self.name}: act")

    async def end_turn(self) -> None:
        await self.reads(f"{self.name}: act")
        await self.order("end the turn", "end the turn")

    async def move(self, man: str, cell: str, steps: int) -> None:
        """Move a man into a compartment that is so many steps from the first he can go to."""
        await self.reads(f"{self.name}: act")
        await self.order(f"man {man} to {cell}", "move a man", man, steps)
        await self.reads(f"{self.name}: man {man} to {cell}")

    async def use(self, man: str) -> None:
        """Let a man fire the gun that he stands at."""
        await self.reads(f"{self.name}: act")
        await self.fire(f"man {man}: use it", "use a room", man)

    async def redirect(self) -> None:
        await self.reads(f"{self.name}: HIT")
        await self.fire("redirect to post", "redirect")


def test_two_captains_with_a_phone_each(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, folder: Path) -> None:
        async with daemon(folder, SEEDED) as links:
            errors: list[str] = []
            home = await (await browser.new_context(**HELD)).new_page()
            await home.goto(links["page"])
            red, blue = [Captain(await open_station(browser, home, f"{boat}-1"), boat) for boat in ("red", "blue")]
            await home.context.close()
            wall = await (await browser.new_context(**WALL)).new_page()
            await wall.goto(links["spectator"])
            for tab in (red.tab, blue.tab, wall):
                tab.on("pageerror", lambda error: errors.append(str(error)))
            await set_up(red)
            await draft(red, blue, wall)
            await first_round(red, blue)
            await second_round(red, blue, wall)
            await debriefed(red, blue, wall)
            assert errors == []
            for context in browser.contexts:
                await context.close()

    twice(player, story, tmp_path)


async def set_up(red: Captain) -> None:
    """Set up a draft between two people who have one panel each."""
    await red.reads("> Begin Captain Sonar")
    await change(red, "Game", 1, "‹Steam Torpedo›")
    await change(red, "Boats", 2, "‹draft›")
    await change(red, "Red", 1, "‹one screen›")
    await change(red, "Blue", -1, "‹one screen›")
    await red.make("More options", 0)
    await red.reads("> Fewer options")
    await change(red, "Seconds to react", SECONDS - 8, f"‹{SECONDS}›")
    await red.press("back")
    await red.reads("begin the game")
    await red.press("ok")


async def change(red: Captain, line: str, steps: int, value: str) -> None:
    """Change a line of the lobby."""
    await red.make(line, steps)
    await red.reads(value)
    await red.press("ok")


async def draft(red: Captain, blue: Captain, wall: Page) -> None:
    """Pick the cards; which one a captain picks nobody knows until both have."""
    await blue.reads("Blue: pick")
    card = await red.pick(1)
    await red.reads("Red has picked")
    await expect(wall.get_by_text("Red has picked a card.")).to_be_visible()
    for tab in (wall, blue.tab):
        assert card not in await tab.locator("body").inner_html()
    other = await blue.pick(1)
    await expect(wall.get_by_text(f"Red: {card}, Blue: {other}.")).to_be_visible()
    for number in range(2, PICKS + 1):
        await asyncio.gather(red.pick(number), blue.pick(number))
    for captain in (red, blue):
        await captain.reads(f"{captain.name}: swap two?")
        await picture(captain.tab, f"steam-swap-{captain.boat}")
    await asyncio.gather(*(captain.order("keep all", "keep all") for captain in (red, blue)))


async def first_round(red: Captain, blue: Captain) -> None:
    """Men go to their guns, one to a device; the guns are silent yet."""
    await red.begin_turn()
    await red.move("1", "b1", 0)
    await red.move("2", "b1", 0)
    await red.move("3", "b2", 3)
    await red.end_turn()
    await blue.begin_turn()
    await blue.move("1", "d1", 2)
    await blue.end_turn()


async def second_round(red: Captain, blue: Captain, wall: Page) -> None:
    """Red fires four times: one hit is placed and answered by a device, the others go on the post."""
    await red.begin_turn()
    await red.use("C")
    assert "or redirect: 1 on post" in await blue.reads("Blue: HIT 1")
    await picture(blue.tab, "steam-hit")
    await blue.order("damage a1: plain", "place damage", 0, 0)

    assert says(await blue.reads("Blue: REACT?"), " s")
    assert says(await red.reads("Blue may react"), " s")
    await picture(blue.tab, "steam-window")
    await blue.order("man 1: react", "react", "1", 3)
    await expect(wall.get_by_text("Blue reacts with room d1.")).to_be_visible()
    await expect(wall.get_by_text("Red: man 4 is exhausted.")).to_be_visible()

    for man in "123":
        await red.use(man)
        await blue.redirect()


async def debriefed(red: Captain, blue: Captain, wall: Page) -> None:
    """Both are told how it ended, the wall too, and the truth is open to all."""
    assert "Enemy post destroyed." in await red.reads("VICTORY")
    assert "Our post destroyed." in await blue.reads("DEFEAT")
    await expect(wall.locator(".whose")).to_have_text("Red wins. The other boat's central post was destroyed.")
    for captain in (red, blue):
        await picture(captain.tab, f"steam-end-{captain.boat}")
    async with blue.tab.expect_popup() as opening:
        await blue.tab.get_by_role("link", name="Debrief").tap()
    booklet = await opening.value
    await show_debrief(booklet)
    await booklet.get_by_role("button", name="To the next turning point").tap()
    await expect(booklet.get_by_role("status")).to_contain_text("Blue hit in a1: plain")
    await picture(booklet, "steam-debrief")
