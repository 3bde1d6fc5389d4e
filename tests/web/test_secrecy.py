"""Law 7 for pages: what the pages of one boat's stations receive is the same for twins of the other, byte for byte."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from klaxon.rules.contract import Header, Order
from klaxon.web.onlook.onlook import OnlookerVisit
from klaxon.web.stations.guest import Guest
from klaxon.web.stations.station_keys import StationKeys
from klaxon.web.stations.stations_server import StationsServer
from tests.console.kit.playing import Playing
from tests.console.kit.secrecy import Noted, shown, silent_twins
from tests.rules.laws.kit.sonar_secrets import pairs


def open_pages(play: Playing, boat: str, found: Noted) -> None:
    """Open a page of each station of a boat, and write down every message with its moment."""
    loop = asyncio.get_running_loop()
    names = [fitting.name for fitting in play.hardware.fittings]
    page = StationsServer(play.hardware, StationKeys(f"{'whole':>16}", {name: f"{name:>16}" for name in names}))
    page.open()
    for name in names:
        if name.startswith(boat):
            guests: list[Guest] = []

            def wake(name: str = name, guests: list[Guest] = guests) -> None:
                if guests:
                    found.extend((round(loop.time(), 6), f"{name} page", message) for message in guests[0].carry())

            guests.append(page.admit(page.keys.of_station[name], loop.time, wake))
            wake()


def look_on(play: Playing, boat: str, found: Noted) -> None:
    """Open a page of spectators, and write down every message with its moment."""
    loop = asyncio.get_running_loop()
    lookers: list[OnlookerVisit] = []

    def wake() -> None:
        if lookers:
            found.extend((round(loop.time(), 6), f"{boat} spectators", message) for message in lookers[0].carry())

    lookers.append(OnlookerVisit(play.console.gallery.spectator, {"language": "en", "role": "spectator"}, wake))
    wake()


def received(header: Header, orders: Sequence[Order], hidden: int) -> Noted:
    return [entry for entry in shown(header, orders, hidden, note=look_on) if entry[1].endswith(" spectators")]


@pytest.mark.parametrize(("name", "hidden"), [("sudden death", 0), ("second, bravo", 1)])
def test_spectators_cannot_tell_twins_apart(name: str, hidden: int) -> None:
    header, twins = pairs(name, hidden)
    for pair in twins[:3]:
        one = received(header, pair.orders, hidden)
        assert len(one) > 10
        assert one == received(header, pair.twin, hidden)


def test_a_page_receives_much() -> None:
    header, still, _ = silent_twins()
    found = [entry for entry in shown(header, still, 1, note=open_pages) if entry[1].endswith(" page")]
    assert len([message for _, _, message in found if isinstance(message, bytes)]) > 100
    assert any('"bell"' in message for _, _, message in found if isinstance(message, str))


@pytest.mark.parametrize(("name", "hidden"), [("sudden death", 0), ("second, bravo", 1)])
def test_pages_cannot_tell_twins_of_the_other_boat_apart(name: str, hidden: int) -> None:
    header, twins = pairs(name, hidden)
    for pair in twins[:3]:
        assert shown(header, pair.orders, hidden, note=open_pages) == shown(header, pair.twin, hidden, note=open_pages)


def test_the_pages_of_the_boat_itself_can() -> None:
    header, still, far = silent_twins()
    assert shown(header, still, 0, note=open_pages) != shown(header, far, 0, note=open_pages)
