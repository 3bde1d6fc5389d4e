"""A tournament in the browser, by what people see: phones check in, the organiser pairs, the hall shows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Browser, Page, expect

from klaxon.club.topics import TableChannel
from tests.club.kit.hall import FakeHall, busy_hall, table_id
from tests.club.kit.joining import Joining, asking
from tests.club.kit.played import NAME, PlayedGame
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


@asynccontextmanager
async def open_desk(browser: Browser, hall: FakeHall) -> AsyncIterator[tuple[ServedDesk, Page, list[str]]]:
    """A desk with its page open; all pages are closed at the end, and none has complained."""
    errors: list[str] = []
    async with served_desk(hall) as served:
        yield served, await opened(browser, served.link("desk"), errors, DESK), errors
        for context in browser.contexts:
            await context.close()
    assert errors == []


async def begin_tournament(desk: Page) -> None:
    await desk.get_by_role("button", name="Settings").click()
    await desk.locator(".begin input[name=name]").fill("Autumn")
    await desk.get_by_role("button", name="Begin").click()
    await expect(desk.locator(".tournament")).to_contain_text("Autumn")


def test_a_round_from_the_phone_of_a_crew_to_the_standings(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, _: Path) -> None:
        hall = FakeHall(2)
        async with open_desk(browser, hall) as (served, desk, errors):
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


def test_the_organiser_lets_a_table_in_and_what_is_typed_stays(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, _: Path) -> None:
        joining = Joining()
        hall = FakeHall(1, newcomers=joining.newcomers)
        table = asking()
        async with open_desk(browser, hall) as (_served, desk, _errors):
            joining.now = hall.now
            joining.ask(table, most=2)
            hall.tell()
            await desk.get_by_label("Code on its panel").fill(table.code.lower())
            message = desk.get_by_label("Message to the panels: Table 1")
            await message.fill("Lunch at")
            for state in ("running", "paused"):
                stands: dict[str, Any] = {"state": state, "now": 1, "names": {}, "outcome": None}
                hall.say(table_id(1), TableChannel.STATE, {"game": "sonar", "stands": stands})
                hall.turn()
                await expect(desk.locator(f".table.{state}")).to_be_visible()
            await expect(message).to_have_value("Lunch at")
            await expect(message).to_be_focused()
            await picture(desk, "desk-newcomer")
            await desk.get_by_role("button", name="Let in").click()
            await expect(desk.get_by_text("is being let in")).to_be_visible()
            joining.ask(table)
            assert [name for *_, name in joining.let_in.values()] == ["Table 2"]

    twice(player, story, tmp_path)


def test_the_arbiter_sets_games_up_keeps_crews_apart_and_shows_the_round(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, _: Path) -> None:
        hall = FakeHall(1)
        async with open_desk(browser, hall) as (served, desk, errors):
            await begin_tournament(desk)
            await desk.locator(".options select[name=mode]").select_option("realtime")
            await desk.get_by_role("button", name="Keep").click()
            await desk.get_by_role("button", name="Crews").click()
            for name in ("Sharks", "Rays"):
                await desk.get_by_label("Name of the crew").fill(name)
                await desk.get_by_role("button", name="Enter a crew").click()
                await expect(desk.locator(".crews")).to_contain_text(name)
            await desk.locator(".crews li").first.get_by_label("Never against").select_option("Rays")
            await desk.get_by_role("button", name="They may meet").click()
            await expect(desk.locator(".apart li")).to_have_count(0)
            await desk.get_by_role("button", name="Round").click()
            await desk.get_by_label("Minutes a round").fill("30")
            await desk.get_by_role("button", name="Set", exact=True).click()
            await desk.get_by_role("button", name="Begin round 1").click()
            await expect(desk.locator(".round-clock")).to_contain_text(":")
            assert hall.tables[table_id(1)].done[0]["options"] == {"mode": "realtime"}
            play_and_report(hall)
            await desk.get_by_role("button", name="Results").click()
            await desk.get_by_role("button", name="Show the games of this round").click()
            screen = await opened(browser, served.link() + "?view=followed", errors, DESK)
            await expect(screen.frame_locator(".show").get_by_role("slider")).to_be_visible(timeout=60_000)
            await picture(screen, "desk-show")
            await desk.get_by_role("button", name="End the show").click()
            await expect(screen.locator(".show")).to_be_hidden()
            await desk.get_by_role("button", name="Settings").click()
            desk.on("dialog", lambda dialog: dialog.accept())
            await desk.get_by_role("button", name="Lay it aside").click()
            await expect(desk.locator(".begin input[name=name]")).to_be_visible()

    twice(player, story, tmp_path)


def play_and_report(hall: FakeHall) -> None:
    """Let the table report a whole game of understudies, signed, and the desk verify it."""
    game = PlayedGame.of("sonar-turns-wolfpack-over")
    table = table_id(1)
    hall.desk.hall.tables[table].key = game.key.public
    said = {"name": NAME, "game": "sonar", "assignment": "Autumn/1/1", "outcome": {}, "boats": {}}
    hall.report(table, "result", said)
    hall.report(table, f"journal/{NAME}", game.journal().write(game.key))
    hall.verify(f"{table}/{NAME}", assignment="Autumn/1/1", boats={"red": "Sharks", "blue": "Rays"})


def test_no_result_of_the_last_round_changes_while_the_next_one_is_paired(player: Player, tmp_path: Path) -> None:
    async def story(browser: Browser, _: Path) -> None:
        async with open_desk(browser, busy_hall(crews=2, tables=1)) as (served, desk, _errors):
            served.hall.tournament("GiveResult", round=1, table=1, result="red")
            await desk.get_by_role("button", name="Round").click()
            blue = desk.locator(".encounters").get_by_role("button", name="Blue", exact=True)
            await expect(blue).to_be_enabled()
            served.hall.desk.rounds.pairs = True  # it takes a second in a large hall
            served.hall.desk._news = True
            served.hall.desk.tell_lookers()
            await expect(blue).to_be_disabled()

    twice(player, story, tmp_path)


async def rows_on_paper(desk: Page, rows: str) -> tuple[list[str], int]:
    """What is printed of a list, and how many of its rows are there."""
    await desk.emulate_media(media="print", color_scheme="dark")
    assert await desk.locator("button:visible, input:visible, select:visible, .apart:visible").count() == 0
    row = desk.locator(rows).first
    assert await row.evaluate("(each) => getComputedStyle(each).color") == "rgb(0, 0, 0)", (
        "black, where screens are dark too"
    )
    assert await row.evaluate("(each) => getComputedStyle(each).breakInside") == "avoid", "no page ends in it"
    shown = await desk.locator(f"{rows}:visible").all_inner_texts()
    pages = (await desk.pdf(format="A4")).count(b"/Type /Page\n")
    await desk.emulate_media(media="screen")
    return shown, pages


def test_a_round_and_the_standings_of_forty_crews_are_printed_whole_and_nothing_else(
    player: Player, tmp_path: Path
) -> None:
    async def story(browser: Browser, _: Path) -> None:
        async with open_desk(browser, busy_hall(crews=41, tables=20)) as (served, desk, _errors):
            served.hall.tournament("KeepApart", crew=1, other=2)
            served.hall.tell()
            await desk.get_by_role("button", name="Round").click()
            await expect(desk.locator(".encounters li")).to_have_count(21)
            shown, pages = await rows_on_paper(desk, ".encounters li")
            assert len(shown) == 21
            assert pages == 1
            await desk.get_by_role("button", name="Crews").click()
            await expect(desk.locator("tbody tr")).to_have_count(41)
            shown, pages = await rows_on_paper(desk, "tbody tr")
            assert len(shown) == 41
            assert pages == 2
            head = await desk.locator("thead").evaluate("(each) => getComputedStyle(each).display")
            assert head == "table-header-group", "it stands on every page"

    twice(player, story, tmp_path)
