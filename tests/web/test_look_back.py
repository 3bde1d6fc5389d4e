"""The debrief page looks back: the glass at any second, and what the hunters believed, for who has the ticket."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from functools import cache

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from klaxon.console.games.uboot.glass.past import PAST
from klaxon.console.language.game_words import Phrases
from klaxon.console.onlook.debrief import Story
from klaxon.console.onlook.debrief_worker import DebriefWorkerError
from klaxon.console.onlook.look_back import PastLook
from klaxon.console.onlook.past_stills import PastStill, PastStills
from klaxon.table.debrief import FinishedGame, finished_game
from klaxon.web.debrief.debrief_file import make_debrief_file
from klaxon.web.debrief.past_route import read_look
from tests.console.kit.stories import golden, told
from tests.web.kit.browser import Player, Theatre
from tests.web.kit.callers import House, at_home
from tests.web.kit.debriefs import Finished, fetched
from tests.web.kit.stand import Stand, roster

WAIT = 60_000
"""Milliseconds that a busy machine may take to start the worker."""


@cache
def patrol() -> FinishedGame:
    return finished_game(golden("uboot/attack"))


class FinishedPatrol(Finished):
    """A console whose patrol is over."""

    def __init__(self) -> None:
        super().__init__()
        self._patrol = told(golden("uboot/attack"), "00008-uboot")
        self.stills = PastStills(patrol(), PAST)
        self.fails = False

    async def story(self, language: str = "en") -> Story:
        return self._patrol

    async def past_still(self, look: PastLook, language: str = "en") -> PastStill:
        if self.fails:
            raise DebriefWorkerError
        return await self.stills.draw(look, Phrases("uboot", language))


def end_patrol(stand: Stand) -> FinishedPatrol:
    source = FinishedPatrol()
    stand.page.handout.source = source
    stand.page.send_roster(replace(roster(), debrief=source.which))
    return source


def test_a_ticket_opens_any_second_of_a_patrol_and_nothing_else_does() -> None:
    async def story(house: House) -> None:
        source = end_patrol(house.stand)
        ticket = house.stand.page.handout.ticket
        status, _, body = await fetched(house, f"{ticket}/past?at=60000&bearing=500&picture=0")
        moment = json.loads(body)
        assert (status, moment["at"], moment["width"], moment["height"]) == (200, 60_000, 128, 64)
        assert any(b64decode(moment["pixels"]))
        assert any(word.startswith("> c1:") for word in moment["words"]), moment["words"]
        status, _, body = await fetched(house, f"{ticket}/past?at=99999999&bearing=0&picture=2&lang=de")
        assert json.loads(body)["at"] == patrol().line[-1].at, "after the end nothing comes"
        assert (await fetched(house, "wrong/past?at=1&bearing=0&picture=0"))[0] == 410
        source.fails = True
        assert (await fetched(house, f"{ticket}/past?at=1&bearing=0&picture=0"))[0] == 503
        source.which = ""
        assert (await fetched(house, f"{ticket}/past?at=1&bearing=0&picture=0"))[0] == 410, "its end was undone"
        source.stills.close()

    at_home(story)


@pytest.mark.parametrize(
    "asked", [("", "0", "0"), ("1", "3600", "0"), ("-1", "0", "0"), ("1", "0", "x"), ("²", "0", "0")]
)
def test_a_moment_that_is_asked_for_wrongly_is_none(asked: tuple[str, str, str]) -> None:
    assert read_look(*asked) is None
    assert read_look("1", "3599", "2") == PastLook(1, 3599, 2)


def test_the_page_turns_time_the_glass_and_the_picture(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        source = end_patrol(theatre.stand)
        tab = await (await theatre.browser.new_context(viewport={"width": 390, "height": 844})).new_page()
        await tab.goto(f"http://{theatre.address.host}:{theatre.address.port}/D/{theatre.stand.page.handout.ticket}")
        said = tab.locator(".past-words")
        await expect(said).to_contain_text("nothing in the field", timeout=WAIT)
        await tab.get_by_role("button", name="+1 min").click()
        await tab.get_by_role("slider", name="Bearing").fill("50")
        await expect(said).to_contain_text("periscope 1.5x at 050.0", timeout=WAIT)
        await expect(said).to_contain_text("> c1:")
        await tab.get_by_role("button", name="−1 s").click()
        await expect(tab.locator(".past-when")).to_have_text("0:59")
        await tab.get_by_role("button", name="hunters").click()
        await expect(said).to_contain_text("Nobody hunted the boat then", timeout=WAIT)
        lit = "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(Boolean)"
        assert await tab.locator(".past-picture").evaluate(lit), "something is drawn"
        source.stills.close()

    player.play(story)


def test_a_game_of_steps_alone_asks_nobody_and_a_patrol_asks_its_console_alone() -> None:
    assert "connect-src" not in make_debrief_file(told(golden("sonar/hunt-by-torpedo"))).policy
    assert make_debrief_file(told(golden("uboot/attack"))).policy["connect-src"] == "'self'"
