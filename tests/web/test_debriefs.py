"""The debrief on the page: a link for who sat at the game, when it is over, and nothing for anybody before."""

from __future__ import annotations

import asyncio
import threading
from typing import NoReturn
from unittest import mock

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from klaxon.console.games.uboot.logbook.patrol_log import make_logbook
from klaxon.console.onlook.debrief import Story
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.console.onlook.logbook import Logbook
from klaxon.table.debrief import finished_game
from klaxon.web.debrief.debrief_file import DebriefFile, make_debrief_file
from klaxon.web.server import gate
from tests.console.kit.patrols import finished_play
from tests.web.kit.browser import Player, Theatre
from tests.web.kit.callers import PATIENCE, House, at_home
from tests.web.kit.debriefs import Finished, end, fetched


def book() -> Logbook:
    return make_logbook(finished_game(finished_play()), "en", {})


def test_while_the_game_goes_on_there_is_no_ticket_and_nothing_behind_any() -> None:
    async def story(house: House) -> None:
        house.stand.page.handout.source = Finished()
        async with house.guest() as guest:
            assert guest.welcome["debrief"] == ""
        for ticket in ("x", "%20", "A" * 22, "%C3%A9"):
            status, _, body = await fetched(house, ticket)
            assert (status, "torpedo" in body) == (410, False)
        assert (await fetched(house, ""))[0] == 404

    at_home(story)


def test_who_sat_at_the_game_is_handed_the_ticket_at_its_end() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-2") as sat, house.guest("blue-2") as watched, house.guest() as whole:
            end(house.stand, "blue-1", "blue-2")
            ticket = house.stand.page.handout.ticket
            for guest in (sat, whole):
                assert await guest.hear_until(lambda m: isinstance(m, dict) and "debrief" in m) == {"debrief": ticket}
            await watched.say({"ping": 7})
            assert "debrief" not in await watched.hear_until(
                lambda m: isinstance(m, dict) and ("pong" in m or "debrief" in m)
            )
            async with house.guest("red-1") as late, house.guest("blue-1") as never:
                assert (late.welcome["debrief"], never.welcome["debrief"]) == (ticket, "")
            status, head, body = await fetched(house, ticket)
            assert status == 200
            assert "debrief of game 00007-sonar" in body
            assert "script-src 'sha256-" in head
            assert "frame-ancestors 'none'" in head
            assert "no-store" in head
            assert "unsafe" not in head

    at_home(story)


def test_a_wrong_ticket_or_another_name_of_this_machine_opens_nothing() -> None:
    async def story(house: House) -> None:
        end(house.stand)
        ticket = house.stand.page.handout.ticket
        assert len(ticket) >= 20
        for wrong in (ticket[:-1], f"{ticket}A", ticket.swapcase(), house.stand.keys.console):
            assert (await fetched(house, wrong))[0] == 410
        assert (await fetched(house, ticket, host="evil.example:80"))[0] == 421

    at_home(story)


def test_a_ticket_is_void_when_the_game_goes_on_and_another_end_has_another() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-2") as guest:
            end(house.stand)
            first = house.stand.page.handout.ticket
            assert (await fetched(house, first))[0] == 200
            end(house.stand, over=False)
            assert await guest.hear_until(lambda m: m == {"debrief": ""})
            assert (await fetched(house, first))[0] == 410
            end(house.stand)
            assert house.stand.page.handout.ticket != first
            assert (await fetched(house, first))[0] == 410

    at_home(story)


def test_the_console_has_the_last_word() -> None:
    async def story(house: House) -> None:
        source = end(house.stand)
        ticket = house.stand.page.handout.ticket
        for _ in range(3):
            assert (await fetched(house, ticket))[0] == 200
        assert source.asked == 1, "it is made once, however often it is asked for"
        source.which = ""
        assert (await fetched(house, ticket))[0] == 410, "its end was taken back"
        late = end(house.stand, "blue-1")
        late.too_early = True
        house.stand.page.handout._made.clear()
        assert (await fetched(house, ticket))[0] == 410

    at_home(story)


def test_pages_that_ask_at_once_share_one_booklet_and_the_loop_goes_on() -> None:
    """A booklet is made by a thread: here one that has to wait until the loop has done something else."""
    makers: list[int] = []
    answered = threading.Event()

    def slow(told: Story) -> DebriefFile:
        makers.append(threading.get_ident())
        assert answered.wait(PATIENCE), "the loop was blocked"
        return make_debrief_file(told)

    async def story(house: House) -> None:
        source = end(house.stand)
        ticket = house.stand.page.handout.ticket
        fetching = [asyncio.create_task(fetched(house, ticket)) for _ in range(3)]
        await house.until(lambda: bool(makers))
        async with house.guest() as guest:
            await house.still_serves(guest)
        answered.set()
        assert [(await each)[0] for each in fetching] == [200, 200, 200]
        assert (len(makers), source.asked) == (1, 1)
        assert threading.get_ident() not in makers

    with mock.patch("klaxon.web.debrief.debrief_file.make_debrief_file", slow):
        at_home(story)


def test_who_has_the_ticket_waits_longer_than_a_stranger_may_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PATIENCE", 0.2)
    others_are_gone = threading.Event()

    def slow(told: Story) -> DebriefFile:
        assert others_are_gone.wait(PATIENCE)
        return make_debrief_file(told)

    async def story(house: House) -> None:
        source = end(house.stand)
        fetching = asyncio.create_task(fetched(house, house.stand.page.handout.ticket))
        await house.until(lambda: source.asked == 1)
        reader, writer = await asyncio.open_connection(house.address.host, house.address.port)
        assert await reader.read() == b"", "a stranger who came later was cut"
        writer.close()
        assert not fetching.done()
        others_are_gone.set()
        assert (await fetching)[0] == 200

    with mock.patch("klaxon.web.debrief.debrief_file.make_debrief_file", slow):
        at_home(story)


def test_a_game_that_goes_on_while_its_booklet_is_made_is_not_handed_out() -> None:
    going_on = threading.Event()

    def slow(told: Story) -> DebriefFile:
        assert going_on.wait(PATIENCE)
        return make_debrief_file(told)

    async def story(house: House) -> None:
        source = end(house.stand)
        fetching = asyncio.create_task(fetched(house, house.stand.page.handout.ticket))
        await house.until(lambda: source.asked == 1)
        end(house.stand, over=False)
        going_on.set()
        assert (await fetching)[0] == 410

    with mock.patch("klaxon.web.debrief.debrief_file.make_debrief_file", slow):
        at_home(story)


def test_a_booklet_whose_worker_failed_is_said_to_have_and_made_by_the_next() -> None:
    def fail(_work: object) -> NoReturn:
        raise DebriefWorkerError

    async def story(house: House) -> None:
        end(house.stand)
        with mock.patch("klaxon.console.onlook.debrief_worker.call_in_worker", fail):
            status, _, body = await fetched(house, house.stand.page.handout.ticket)
        assert (status, "could not be made" in body) == (503, True)
        assert (await fetched(house, house.stand.page.handout.ticket))[0] == 200

    at_home(story)


def test_the_link_stands_on_the_page_while_the_game_is_over(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-2")
        link = screen.tab.get_by_role("link", name="Debrief")
        await expect(link).to_be_hidden()
        end(theatre.stand)
        await expect(link).to_be_visible()
        async with screen.tab.expect_popup() as opening:
            await link.click()
        booklet = await opening.value
        await expect(booklet.get_by_role("status")).to_contain_text("Before the first order.")
        await booklet.keyboard.press("End")
        await expect(booklet.get_by_role("status")).to_contain_text("Blue is sunk")
        end(theatre.stand, over=False)
        await expect(link).to_be_hidden()

    player.play(story)


def test_the_log_of_a_game_that_has_one_is_behind_the_same_ticket() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-2") as guest:
            assert guest.welcome["logbook"] == ""
            source = end(house.stand)
            ticket = house.stand.page.handout.ticket
            assert (await fetched(house, f"{ticket}/log"))[0] == 410, "this one has none"
            source.has_logbook, source.book = True, book()
        async with house.guest("red-2") as guest:
            assert guest.welcome["logbook"] == ticket
        house.stand.page.handout._made.clear()
        status, _, body = await fetched(house, f"{ticket}/log")
        assert status == 200
        assert "Log of" in body
        assert (await fetched(house, "other/log"))[0] == 410
        source.which = ""
        assert (await fetched(house, f"{ticket}/log"))[0] == 410, "the game goes on"

    at_home(story)
