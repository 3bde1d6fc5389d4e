"""What a page that lost its line says of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from klaxon.console.language.catalogue import languages, say
from klaxon.hal.virtual import VirtualConsole
from klaxon.web.stations.guest import Guest
from klaxon.web.stations.station_keys import StationKeys
from klaxon.web.stations.stations_server import StationsServer
from tests.web.kit.stand import fittings, roster


def page_of(*boats: str) -> StationsServer:
    built = [fitting for boat in boats for fitting in fittings(boat)]
    return StationsServer(VirtualConsole(built), StationKeys.create([fitting.name for fitting in built]), roster())


def admit(page: StationsServer, token: str) -> Guest:
    return page.admit(token, lambda: 0.0, lambda: None)


@pytest.mark.parametrize("language", [*languages()])
@pytest.mark.parametrize("pauses", [True, False])
def test_a_page_knows_what_becomes_of_the_game_before_it_loses_its_line(language: str, *, pauses: bool) -> None:
    page = page_of("red")
    page.language = language
    page.send_roster(replace(roster(), pauses=pauses))
    welcome: Any = page._welcome(admit(page, page.keys.console))
    assert welcome["labels"]["lost.more"] == say(f"web.lost.{'pauses' if pauses else 'goes-on'}", {}, language)
