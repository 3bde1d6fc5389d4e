"""Pages in real Chromium when their keys are cut anew: those of a station go on, those that were sent away say why."""

from __future__ import annotations

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from klaxon.web.stations.renewal import Renewal
from tests.web.kit.browser import PHONE, Player, Theatre
from tests.web.kit.people import picture
from tests.web.kit.stand import written


def test_a_page_goes_on_with_its_new_key_also_when_it_is_loaded_anew(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        stand = theatre.stand
        renewal = Renewal(stand.page, lambda: None, lambda: None)
        ticket = stand.page.tickets.issue("red-2")
        phone = await theatre.screen("red-2", token=ticket, viewport=PHONE)
        await phone.is_open()
        desk = await theatre.screen()
        renewal.leave_table()
        for screen, key in ((phone, stand.keys.of_station["red-2"]), (desk, stand.keys.console)):
            await screen.tab.wait_for_url(theatre.address.link(key))
            await screen.tab.reload()
            await screen.is_open()
        stand.show("red-2", "the next game")
        for screen in (phone, desk):
            await screen.shows("red-2", written("the next game"))
        await desk.station("red-2").get_by_role("button", name="Menu").click()
        await desk.moved("red-2 ok down", "red-2 back down", "red-2 ok up", "red-2 back up")
        stand.console.press("red-2", "ok")  # a hand at the panel itself
        stand.console.release("red-2", "ok")
        renewal.close_others("red-2")
        await expect(phone.tab.get_by_role("heading", name="This page was closed at the console")).to_be_visible()
        await picture(phone.tab, "closed-phone")
        await expect(desk.station("red-2")).to_have_count(0)
        await desk.is_open()
        await picture(desk.tab, "whole-without-red-2")

    player.play(story)


def test_an_umpire_is_asked_for_the_next_pin_and_told_of_wrong_ones(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        page = theatre.stand.page
        page.pin.opens("wrong", "elsewhere")
        context = await theatre.browser.new_context()
        tab = await context.new_page()
        tab.on("pageerror", lambda error: theatre.complaints.append(str(error)))
        await tab.goto(theatre.address.link("", "umpire"))
        for again in (False, True):
            await tab.get_by_role("textbox", name="The umpire's PIN").fill(page.pin.digits)
            await tab.get_by_role("button", name="Open").click()
            await expect(tab.locator(".veil")).to_be_hidden()
            await expect(tab.get_by_text("Wrong PINs and room codes were tried: 1")).to_be_visible()
            if not again:
                await picture(tab, "umpire-tried")
                Renewal(page, lambda: None, lambda: None).leave_table()
                await expect(tab.get_by_text("There is a new PIN")).to_be_visible()
                await expect(tab.get_by_text("Wrong PIN.")).to_be_hidden()
                await picture(tab, "umpire-closed")
        await context.close()

    player.play(story)
