"""Who is there: which stations are open on pages, and what a page that lost its line says of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from klaxon.console.words import languages, say
from klaxon.hal.virtual import VirtualConsole
from klaxon.web.guest import Guest
from klaxon.web.keys import Keyring
from klaxon.web.page import Page
from tests.web.stand import fittings, roster


def page_of(*boats: str) -> Page:
    built = [fitting for boat in boats for fitting in fittings(boat)]
    return Page(VirtualConsole(built), Keyring.cut([fitting.name for fitting in built]), roster())


def admit(page: Page, token: str) -> Guest:
    return page.admit(token, lambda: 0.0, lambda: None)


def test_the_console_is_told_which_stations_are_open_whenever_a_page_comes_or_goes() -> None:
    page, told = page_of("red", "blue"), list[set[str]]()
    page.attended = lambda stations: told.append(set(stations))
    one = admit(page, page.keys.of_station["red-1"])
    again = admit(page, page.keys.of_station["red-1"])
    whole = admit(page, page.keys.console)
    page.dismiss(whole)
    page.dismiss(one)
    page.dismiss(again)
    everything = {fitting.name for boat in ("red", "blue") for fitting in fittings(boat)}
    assert told == [{"red-1"}, {"red-1"}, everything, {"red-1"}, {"red-1"}, set()]


@pytest.mark.parametrize("language", [*languages()])
@pytest.mark.parametrize("pauses", [True, False])
def test_a_page_knows_what_becomes_of_the_game_before_it_loses_its_line(language: str, *, pauses: bool) -> None:
    page = page_of("red")
    page.language = language
    page.call_roll(replace(roster(), pauses=pauses))
    welcome: Any = page._welcome(admit(page, page.keys.console))
    assert welcome["labels"]["lost.more"] == say(f"web.lost.{'pauses' if pauses else 'goes-on'}", {}, language)
