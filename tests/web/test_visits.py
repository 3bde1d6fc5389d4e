"""Pages that behave: what they are shown, and what their hands do."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import pytest

from klaxon.console.devices import Call, Note
from klaxon.console.devices.virtual_console import VirtualDevices as Needed
from klaxon.web.server.gate import GUESTS
from klaxon.web.server.serve import Address, ServeError, bind, serve
from klaxon.web.stations.station_keys import StationKeys, kept_keyring
from tests.web.kit.callers import House, at_home
from tests.web.kit.stand import Stand, roster, written


def test_the_console_of_the_hal_is_what_the_page_needs() -> None:
    needed: Needed = Stand().console
    assert needed.fittings


def test_the_whole_console_is_shown_and_offers_the_links_of_its_stations() -> None:
    async def story(house: House) -> None:
        house.stand.show("blue-4", "contact", "OK: listen")
        async with house.guest() as guest:
            stations = guest.welcome["stations"]
            assert [station["name"] for station in stations] == list(house.stand.keys.of_station)
            assert [station["link"] for station in stations] == list(house.stand.keys.of_station.values())
            assert guest.welcome["boats"] == {"red": "Red", "blue": "Blue"}
            assert guest.welcome["lamps"] == {"red": False, "blue": False}
            assert guest.welcome["labels"]["ok"] == "OK"
            await guest.hear_until(lambda message: message == {"words": ["blue-4", ["contact", "OK: listen"]]})
            assert bytes(guest.panels[7]) == written("contact", "OK: listen").bits

    at_home(story)


def test_a_station_is_shown_alone_and_without_any_key() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-2") as guest:
            assert [station["name"] for station in guest.welcome["stations"]] == ["red-2"]
            assert guest.welcome["lamps"] == {"red": False}
            sent = json.dumps(guest.welcome)
            assert not any(key in sent for key in (house.stand.keys.console, *house.stand.keys.of_station.values()))

    at_home(story)


def test_what_happens_on_blue_sends_nothing_to_a_page_of_red() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-2") as guest:
            await guest.settled()
            stand = house.stand
            stand.show("blue-2", "secret")
            stand.show("red-1", "of my boat, but not my panel")
            stand.devices.panels.light("blue-2", 9)
            stand.devices.lamps.set("blue", lit=True)
            stand.ring("blue", Call("alarm", (Note(440, 100),)))
            await guest.say({"ping": 1})
            assert await guest.hear() == {"pong": 1}

    at_home(story)


def test_lamps_brightness_bell_and_roster_are_told() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-1") as guest:
            await guest.settled()
            stand = house.stand
            stand.devices.lamps.set("red", lit=True)
            assert await guest.hear() == {"lamps": {"red": True}}
            stand.devices.panels.light("red-1", 40)
            assert await guest.hear() == {"light": ["red-1", 40]}
            stand.ring("red", Call("alarm", (Note(440, 100), Note(0, 50))))
            assert await guest.hear() == {"bell": {"boat": "red", "name": "alarm", "notes": [[440, 100], [0, 50]]}}
            stand.devices.bells["red",].hush()
            assert await guest.hear() == {"hush": "red"}
            stand.page.send_roster(roster("red-1"))
            told = await guest.hear()
            assert [station["manned"] for station in told["stations"]] == [False]
            stand.page.send_roster(roster("red-1"))  # as it is already: nothing is told
            await guest.say({"ping": 2})
            assert await guest.hear() == {"pong": 2}

    at_home(story)


def test_a_changed_pixel_is_all_that_travels() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-1") as guest:
            await guest.settled()
            picture = written("a")
            house.stand.devices.panels.show("red-1", picture)
            await guest.settled()
            bits = bytearray(picture.bits)
            bits[5 * 128 + 77] ^= 0b100
            house.stand.devices.panels.show("red-1", picture._replace(bits=bytes(bits)))
            frame = await guest.socket.recv()
            assert frame == bytes((0, 5, 77, 0, bits[5 * 128 + 77]))

    at_home(story)


def test_hands_work_the_console_and_let_go_when_the_page_has_gone() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-1") as one, house.guest() as other:
            await one.say({"down": ["red-1", "ok"]})
            await one.say({"turn": ["red-1", 0, -2]})
            await one.settled()
            await other.say({"down": ["red-1", "ok"]})
            await other.say({"down": ["blue-1", "stop"]})
            await other.settled()
            await one.say({"up": ["red-1", "ok"]})
            await one.settled()
            assert house.stand.moves == ["red-1 ok down", "red-1 0 -2", "blue-1 stop down"]
            other.socket.transport.abort()
            await house.until(lambda: len(house.stand.log.moves) == 2)
            assert house.stand.moves == ["red-1 ok up", "blue-1 stop up"]

    at_home(story)


def test_a_fast_hand_at_a_dial_is_fast_enough() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-4") as guest:
            for _ in range(150):
                await guest.say({"turn": ["red-4", 1, 1]})
            await guest.settled()
            assert house.stand.moves == ["red-4 1 +1"] * 150

    at_home(story)


def test_a_key_opens_only_so_many_pages_and_others_find_room() -> None:
    async def story(house: House) -> None:
        doors = [house.guest("red-1") for _ in range(GUESTS)]
        for door in doors:
            await door.__aenter__()
        async with house.stranger() as late, house.guest("red-2") as other:
            await late.say({"hello": 1, "token": house.stand.keys.of_station["red-1"]})
            assert await late.ended() == (4429, "full")
            await other.settled()
        for door in doors:
            await door.__aexit__(None, None, None)

    at_home(story)


def test_the_next_free_port_is_taken() -> None:
    async def story() -> None:
        async with serve(Stand().page, port=0) as first, serve(Stand().page, port=first.port) as second:
            assert first.port < second.port < first.port + 10

    asyncio.run(story())


def test_no_port_and_no_address_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.web.server.serve.TRIES", 1)
    taken = [bind("127.0.0.1", 0)]
    first = taken[0].getsockname()[1]
    try:
        with pytest.raises(ServeError) as caught:
            bind("127.0.0.1", first)
        assert caught.value.code == "no-port"
        assert caught.value.facts == {"first": first, "last": first}
        for host in ("nowhere.invalid", "203.0.113.7"):
            with pytest.raises(ServeError) as caught:
                bind(host, 0)
            assert caught.value.code == "no-address"
    finally:
        for listener in taken:
            listener.close()


def test_what_is_small_does_not_wait_for_more() -> None:
    with bind("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP  # asyncio sets TCP_NODELAY only then


def test_links_are_written_as_a_browser_reads_them() -> None:
    assert Address("127.0.0.1", 8080).link("K") == "http://127.0.0.1:8080/#K"
    assert Address("::1", 8080).link("K") == "http://[::1]:8080/#K"


def test_keys_are_kept_for_the_next_time_and_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ring = kept_keyring(path, ["red-1", "red-2"])
    assert path.stat().st_mode & 0o777 == 0o600
    assert kept_keyring(path, ["red-1", "red-2"]) == ring
    more = kept_keyring(path, ["red-1", "red-2", "red-3"])  # a station was added: all are cut anew
    assert more.console != ring.console
    for broken in ("", "[]", '{"console": 1, "stations": {}}', '{"console": "", "stations": {"red-1": ""}}'):
        path.write_text(broken, "utf-8")
        assert len(kept_keyring(path, ["red-1"]).of_station["red-1"]) >= 16


def test_keys_without_a_disk_live_as_long_as_we_do(tmp_path: Path) -> None:
    assert kept_keyring(tmp_path / "no" / "such" / "folder" / "keys.json", ["red-1"]).opens("") == ()


def test_no_two_keys_are_alike() -> None:
    ring = StationKeys.create(["a", "b"])
    assert len({ring.console, *ring.of_station.values()}) == 3
    assert ring.opens(ring.console) == ("a", "b")
    assert ring.opens(ring.of_station["b"]) == ("b",)
    assert ring.opens("") == ring.opens("é" * 30) == ()
