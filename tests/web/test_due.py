"""The station that is waited for, in a real browser: seen, read out, and reached by one key."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from tests.web.kit.browser import Player, Theatre
from tests.web.kit.stand import written


def test_a_station_that_is_waited_for_says_so_and_j_goes_to_it(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        devices = theatre.stand.devices
        screen = await theatre.screen()
        tab = screen.tab
        for station in ("red-2", "red-3"):
            devices.panels.show(station, written("charge")._replace(is_due=True))
        await expect(tab.get_by_role("region", name="your turn: First officer").first).to_be_visible()
        await expect(tab.locator(".turn:visible").first).to_be_visible()
        for number in (2, 3, 2):
            await tab.keyboard.press("j")
            assert await tab.evaluate("document.activeElement.dataset.station") == f"red-{number}"
        devices.panels.show("red-3", written("wait"))
        await expect(tab.get_by_role("region", name="your turn: Engineer")).to_have_count(0)

    player.play(story)
