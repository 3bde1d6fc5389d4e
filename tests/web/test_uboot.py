"""A captain of U-BOOT before the page of the real daemon: understudies have the other three roles."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Browser

from tests.web.kit.browser import Player
from tests.web.kit.people import SEATED, Person, daemon, picture, says, twice


def is_at_the_ship(words: list[str]) -> bool:
    """Whether the captain points at an order about course, speed or depth."""
    return says(words, "[SHIP]")


async def choose(captain: Person, line: str, value: str) -> None:
    """Set a line of the lobby."""
    await captain.wheel_to(1, f"> {line}")
    await captain.key(1, "push").click()
    await captain.say_until(1, "take it")
    await captain.wheel_to(1, f"‹{value}")
    await captain.key(1, "push").click()
    await captain.say_until(1, "change it")
    await captain.key(1, "back").click()
    await captain.say_until(1, "begin the game")


def test_a_captain_gives_an_order_that_understudies_man(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, folder: Path) -> None:
        async with daemon(folder) as links:
            tab = await (await browser.new_context(**SEATED)).new_page()
            await tab.goto(links["page"])
            captain = Person(tab)
            await captain.say_until(1, "begin the game")
            await choose(captain, "Game", "U-BOOT")
            await choose(captain, "U-boat", "you, captain")
            await captain.key(1, "ok").click()
            await captain.say_until(1, "> ✗ post lookouts")  # the first officer has put to sea; nobody looks out
            await captain.act_until(1, captain.key(1, "west").click, is_at_the_ship)
            await captain.wheel_to(1, "> new course")
            await captain.key(1, "push").click()
            await captain.say_until(1, "course 000°")
            await tab.mouse.wheel(0, 100)
            await captain.say_until(1, "course 001°")
            await captain.key(1, "ok").click()
            await captain.say_until(1, "VII XI")  # it is paid
            await captain.say_until(1, "> ✗ post lookouts")
            await captain.act_until(1, captain.key(1, "west").click, is_at_the_ship)
            await captain.wheel_to(1, "> new course")
            await captain.say_until(1, "001° 0 kn 0 m")  # two men at the helm were named: the boat steers it
            await picture(tab, "uboot-captain")

    twice(player, story, tmp_path)
