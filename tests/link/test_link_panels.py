"""What the panels and bells of two consoles say of the link and of the game that they share."""

from __future__ import annotations

import pytest

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.language.catalogue import ENGLISH, catalogue, languages, say
from klaxon.console.linked.link_page import MOST_LINES
from tests.console.kit.playing import SPLIT_START, story
from tests.link.kit.two_consoles import begin, two_consoles

WIDTH = 128
"""Columns of the narrowest panel."""


@pytest.mark.parametrize("language", languages())
def test_every_sentence_about_the_link_can_be_read_whole_on_its_page(language: str) -> None:
    sentences = [name for name in catalogue(ENGLISH) if name.startswith(("link.trouble.", "link.stage."))]
    assert len(sentences) > 20
    for name in sentences:
        lines = LABEL.wrap(say(name, {"peer": "Argonaut"}, language), WIDTH)
        assert len(lines) <= MOST_LINES, (name, lines)


@story
async def test_the_bell_of_the_guest_rings_what_its_boat_hears() -> None:
    async with two_consoles() as (host, guest, _):
        await begin(host, "sonar", "all all", mode="realtime")
        for line in SPLIT_START:
            await (host if line.startswith("red") else guest).give(line)
            await host.run(0.5)
        host.bell.clear()
        guest.bell.clear()
        await guest.menu("blue.captain", "give up")
        await host.run(3)
        assert [call for _, call in guest.bell] == ["defeat"]
        assert [call for _, call in host.bell] == ["victory"]


@story
async def test_the_guest_opens_the_debrief_of_the_game_at_its_host() -> None:
    async with two_consoles() as (host, guest, _):
        await begin(host, "sonar", "all all", mode="realtime")
        for line in SPLIT_START:
            await (host if line.startswith("red") else guest).give(line)
            await host.run(0.5)
        await host.give("red.captain course east")
        await host.menu("red.captain", "give up")
        await host.run(5)
        await guest.ok("blue.captain")
        await guest.run(30)
        while guest.panel("blue.captain").bottom == "understood":
            await guest.press("blue.captain", "ok")
            await guest.run(1)
        assert "Before the first order" in guest.panel("red-1").text
        for _ in range(5):
            await guest.turn("red-1", 1)
        shown = guest.panel("red-1").text
        assert "Red sails east" in shown, shown


@story
async def test_service_mode_says_how_the_line_is() -> None:
    async with two_consoles() as (_, guest, _):
        await guest.menu("red-2", "service mode")
        await guest.turn("red-2", 60)  # the last one
        await guest.press("red-2", "ok")
        shown = " ".join(guest.panel("red-2").lines)
        assert "By the serial line at 115200 baud." in shown
        assert "There and back:" in shown
