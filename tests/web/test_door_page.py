"""Strangers join by the code on their phones and begin to play, by what people see."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Browser, expect

from tests.web.kit.browser import Player
from tests.web.kit.doorway import NICKNAMES, Strangers, dive, open_door, set_up, take_place, type_code
from tests.web.kit.pages import SAIL
from tests.web.kit.people import SEATED, Person, daemon, picture, says, twice

EVIL = "<i>Bob</i>"


def test_strangers_join_by_the_code_and_play(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, folder: Path) -> None:
        errors: list[str] = []
        async with daemon(folder) as links:
            captain, officer = await open_door(browser, links), await open_door(browser, links)
            for tab in (captain, officer):
                tab.on("pageerror", lambda error: errors.append(str(error)))
            await type_code(officer, "zzzz")
            await expect(officer.get_by_text("This is not the code of this table.")).to_be_visible()
            await type_code(captain, links["code"].lower())
            await take_place(captain, NICKNAMES[1], "captain")
            await type_code(officer, links["code"])
            await expect(officer.get_by_role("button", name="captain Ann")).to_be_disabled()
            await picture(officer, "door-places")
            await take_place(officer, EVIL, "first officer")
            crew = Strangers({1: captain, 2: officer})
            await crew.say_until(2, EVIL)

            desk = await (await browser.new_context(**SEATED)).new_page()
            await desk.goto(links["page"])
            await desk.get_by_role("button", name=f"Join {links['code']}").click()
            await expect(desk.get_by_role("dialog").get_by_text("klaxon run --host 0.0.0.0")).to_be_visible()
            await picture(desk, "door-sign")
            await desk.keyboard.press("Escape")

            await set_up(crew)
            await dive(crew)
            await expect(desk.get_by_text(f"first officer: {EVIL}")).to_be_visible()
            await crew.until(1, lambda words: says(words, *SAIL))
            await crew.sail()
            await crew.say_until(2, "charge ")
            await captain.reload()
            await expect(captain.locator(".veil")).to_be_hidden()
            await Person(desk).say_until(1, "XO", "marks", "engineer")
            assert errors == []
            for context in browser.contexts:
                await context.close()

    twice(player, story, tmp_path)
