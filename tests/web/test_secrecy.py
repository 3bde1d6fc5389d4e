"""Law 7 for pages: what the pages of one boat's stations receive is the same for twins of the other, byte for byte."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from klaxon.rules.contract import Header, Order
from klaxon.web.onlook.onlooker_visit import OnlookerVisit
from klaxon.web.stations.guest import Guest
from klaxon.web.stations.station_keys import StationKeys
from klaxon.web.stations.stations_server import StationsServer
from tests.console.kit.playing import Playing
from tests.console.kit.secrecy import Noted, same, shown, silent_twins
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

    lookers.append(OnlookerVisit(play.console.onlooker_seats.spectator, {"language": "en", "role": "spectator"}, wake))
    wake()


def open_all(play: Playing, boat: str, found: Noted) -> None:
    """Open all pages that are not of the other boat."""
    look_on(play, boat, found)
    open_pages(play, boat, found)


def received(header: Header, orders: Sequence[Order], hidden: int) -> dict[str, Noted]:
    """Return what panels, bells and lamps showed in a history and what pages received, by what it is of."""
    found: dict[str, Noted] = {"spectators": [], "page": [], "": []}
    for entry in shown(header, orders, hidden, note=open_all):
        _, _, what = entry[1].partition(" ")
        found[what if what in found else ""].append(entry)
    return found


@pytest.mark.parametrize(("name", "hidden"), [("sudden death", 0), ("second, bravo", 1)])
def test_neither_stations_nor_pages_nor_spectators_can_tell_twins_apart(name: str, hidden: int) -> None:
    header, twins = pairs(name, hidden)
    for pair in twins:
        assert pair.orders != pair.twin
        one, other = (received(header, orders, hidden) for orders in (pair.orders, pair.twin))
        assert min(map(len, one.values())) > 10
        for what, noted in one.items():
            same(noted, other[what])


def test_a_page_receives_much() -> None:
    header, still, _ = silent_twins()
    found = [entry for entry in shown(header, still, 1, note=open_pages) if entry[1].endswith(" page")]
    assert len([message for _, _, message in found if isinstance(message, bytes)]) > 100
    assert any('"bell"' in message for _, _, message in found if isinstance(message, str))


def test_the_pages_of_the_boat_itself_can() -> None:
    header, still, far = silent_twins()
    assert shown(header, still, 0, note=open_pages) != shown(header, far, 0, note=open_pages)
