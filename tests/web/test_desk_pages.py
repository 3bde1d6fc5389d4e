"""A tournament in the browser, by what people see: phones check in, the organiser pairs, the hall shows."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Browser, Page, expect

from klaxon.club.topics import TableChannel
from tests.club.kit.hall import FakeHall, table_id
from tests.web.kit.browser import DESK, PHONE, Player
from tests.web.kit.desk import ServedDesk, served_desk
from tests.web.kit.people import picture, twice

EVIL = "<b>Sharks</b>"


async def opened(browser: Browser, link: str, errors: list[str], viewport: dict[str, int]) -> Page:
    tab = await (await browser.new_context(viewport=viewport)).new_page()  # type: ignore[arg-type]
    tab.on("pageerror", lambda error: errors.append(str(error)))
    await tab.goto(link)
    await expect(tab.locator(".veil")).to_be_hidden()
    return tab


async def check_in(tab: Page, name: str) -> None:
    """At most five touches beside the name: into the field, on, yes."""
    await tab.locator("input[name=crew]").fill(name)
    await tab.get_by_role("button", name="Go on").click()
    await expect(tab.locator(".spelled")).to_have_text(name)
    await tab.get_by_role("button", name="Yes, check in").click()
    await expect(tab.locator(".crew-name")).to_have_text(name)


async def begin_tournament(desk: Page) -> None:
    await desk.get_by_role("button", name="Settings").click()
    await desk.locator(".begin input[name=name]").fill("Autumn")
    await desk.get_by_role("button", name="Begin").click()
    await expect(desk.locator(".tournament")).to_contain_text("Autumn")


def test_a_round_from_the_phone_of_a_crew_to_the_standings(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, _: Path) -> None:
        errors: list[str] = []
        hall = FakeHall(2)
        async with served_desk(hall) as served:
            desk = await opened(browser, served.link("desk"), errors, DESK)
            await begin_tournament(desk)
            phones = [await opened(browser, served.link("in"), errors, PHONE) for _ in range(2)]
            for phone, name in zip(phones, (EVIL, "Rays"), strict=True):
                await check_in(phone, name)
            await picture(phones[0], "desk-phone-waits")
            await desk.get_by_role("button", name="Round").click()
            await desk.get_by_role("button", name="Begin round 1").click()
            await expect(phones[1].locator(".own .at")).to_have_text("Table 1")
            await expect(phones[0].locator(".own .crew.red, .own .crew.blue")).to_have_count(2)
            await picture(phones[1], "desk-phone-plays")
            await picture(desk, "desk-round")
            await show_hall(browser, served, errors, hall)
            await desk.locator(".encounters").get_by_role("button", name="Red", exact=True).click()
            await desk.get_by_role("button", name="Crews").click()
            await expect(desk.locator("td.points").first).to_have_text("1")
            await picture(desk, "desk-standings")
            await desk.get_by_role("button", name="Round").click()
            await expect(desk.get_by_role("button", name="Begin round 2")).to_be_enabled()
            await desk.reload()
            await expect(desk.locator(".veil")).to_be_hidden()
            await expect(desk.locator("b")).to_have_count(0)
            for context in browser.contexts:
                await context.close()
        assert errors == []

    twice(player, story, tmp_path)


async def show_hall(browser: Browser, served: ServedDesk, errors: list[str], hall: FakeHall) -> None:
    """A screen in the hall: the door says where crews play, the glance how tables stand, and a dead one is seen."""
    door = await opened(browser, served.link() + "?view=door", errors, DESK)
    await expect(door.locator(".where li")).to_contain_text("Table 1")
    await picture(door, "desk-door")
    glance = await opened(browser, served.link(), errors, {"width": 1920, "height": 1080})
    await expect(glance.locator(".fleet .table").first).to_contain_text("against")
    hall.say(table_id(1), TableChannel.HERE, b"offline")
    hall.turn()
    await expect(glance.locator(".table.away")).to_contain_text("not connected")
    await picture(glance, "desk-hall")


def test_the_pin_opens_the_desk_and_a_wrong_one_is_said(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, _: Path) -> None:
        async with served_desk(FakeHall(1)) as served:
            tab = await (await browser.new_context()).new_page()
            await tab.goto(served.link() + "desk")
            await tab.get_by_label("The PIN of the desk").fill("0")
            await tab.get_by_role("button", name="Open").click()
            await expect(tab.get_by_text("Wrong PIN.")).to_be_visible()
            await tab.get_by_label("The PIN of the desk").fill(served.server.pin.digits)
            await tab.get_by_role("button", name="Open").click()
            await expect(tab.locator(".veil")).to_be_hidden()
            for context in browser.contexts:
                await context.close()

    twice(player, story, tmp_path)
