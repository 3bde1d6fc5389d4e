"""The door of a table: its code opens free places and nothing else; wrong ones are counted."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from klaxon.web.door.room_code import LENGTH, LETTERS, RoomCode
from klaxon.web.server.counted_tries import ALL_AGAIN, TRIES
from klaxon.web.server.files import preferred_languages
from klaxon.web.stations import visit
from klaxon.web.stations.station_keys import kept_keyring
from tests.web.kit.callers import Caller, House, at_home, under_attack


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@contextlib.asynccontextmanager
async def caller(house: House, code: str = "", **named: Any) -> AsyncIterator[Caller]:
    """Somebody in the door who has shown a code: the right one, if no other is named."""
    async with house.stranger(path="/ws/door") as one:
        await one.say({"hello": 1, "code": code or house.stand.page.door.code.letters, **named})
        yield one


async def welcomed(one: Caller) -> dict[str, Any]:
    return (await one.hear_until(lambda message: "welcome" in message))["welcome"]  # type: ignore[no-any-return]


async def take(one: Caller, station: str, name: str = "Ann") -> dict[str, Any]:
    await one.say({"take": station, "name": name})
    return await one.hear_until(lambda m: "seat" in m or "refused" in m)  # type: ignore[no-any-return]


def place_of(places: list[dict[str, Any]], station: str) -> dict[str, Any]:
    return next(place for place in places if place["station"] == station)


def test_a_code_has_four_letters_that_nobody_confuses_and_a_new_one_is_another() -> None:
    clock = Clock()
    code = RoomCode(clock)
    before = code.letters
    assert len(before) == LENGTH
    assert set(before) <= set(LETTERS)
    assert code.opens(f" {before.lower()} ", "a phone")
    code.renew()
    assert code.letters != before
    assert not code.opens(before, "a phone")
    assert len(LETTERS) ** LENGTH / ALL_AGAIN > 5 * 24 * 3600  # days for all of them, and a table has another


def test_who_shows_the_code_takes_a_free_place_and_gets_its_key_alone() -> None:
    async def story(house: House) -> None:
        keys = house.stand.keys
        old = keys.of("red-2")
        async with caller(house, house.stand.page.door.code.letters.lower(), language="de") as ann:
            facts = await welcomed(ann)
            assert (facts["language"], place_of(facts["places"], "red-2")["free"]) == ("de", True)
            assert "token" not in json.dumps(facts)
            assert all(secret not in json.dumps(facts) for secret in (keys.console, *keys.of_station.values()))
            seat = await take(ann, "red-2")
            assert seat == {"seat": keys.of("red-2")}
            assert keys.of("red-2") != old
        async with house.stranger() as phone:
            await phone.say({"hello": 1, "token": seat["seat"]})
            await phone.hear_until(lambda m: isinstance(m, dict) and "welcome" in m)
            assert [station["name"] for station in phone.welcome["stations"]] == ["red-2"]
            assert "link" not in phone.welcome["stations"][0]

    at_home(story)


def test_a_taken_place_is_nobody_elses_and_everybody_at_the_door_sees_that() -> None:
    async def story(house: House) -> None:
        async with house.guest("blue-4"), caller(house) as ann, caller(house) as bob:
            await welcomed(ann)
            assert place_of((await welcomed(bob))["places"], "blue-4")["free"] is False
            await take(ann, "red-1", "<b>Ann</b>")
            told = await bob.hear_until(lambda m: "places" in m and not place_of(m["places"], "red-1")["free"])
            assert place_of(told["places"], "red-1")["who"] == "<b>Ann</b>"
            kept = house.stand.keys.of("red-1")
            for station in ("red-1", "blue-4", "red-9", ""):
                assert "refused" in await take(bob, station, "Bob")
            assert house.stand.keys.of("red-1") == kept

    at_home(story)


def test_who_was_away_for_long_loses_the_place_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.web.door.door.AWAY", 0.0)

    async def story(house: House) -> None:
        players = house.stand.places.players
        async with caller(house) as ann:
            key = (await take(ann, "red-3"))["seat"]
            await house.until(lambda: not players.is_present("red-3"))
            async with house.guest("red-3"):
                await house.until(lambda: players.is_present("red-3"))
            await house.until(lambda: not players.is_present("red-3"))
            assert players.name_at("red-3") == "Ann"
            assert (await take(ann, "red-3", "Bob"))["seat"] != key
        assert house.stand.page.keys.opens(key) == ()

    at_home(story)


def test_a_new_table_has_a_new_code_and_closes_the_door() -> None:
    async def story(house: House) -> None:
        page = house.stand.page
        async with (
            caller(house) as ann,
            house.guest("red-1") as there,
            house.looker("spectator", token=house.stand.keys.spectator) as looker,
        ):
            await welcomed(ann)
            sign = await looker.hear_until(lambda m: "door" in m)
            assert sign["door"] == {"code": page.door.code.letters, "address": page.door.sign.address, "local": True}
            before = page.door.code.letters
            house.stand.renewal.leave_table()
            assert (await there.hear_until(lambda m: isinstance(m, dict) and "door" in m))["door"]["code"] != before
            assert await ann.ended() == (4411, "closed")

    at_home(story)


def test_where_phones_reach_the_page_the_sign_has_a_code_to_scan() -> None:
    async def story(house: House) -> None:
        page = house.stand.page
        page.door.address = "192.168.1.20:8080", "192.168.1.20:8080"
        page.short_link = lambda ticket: f"HTTP://192.168.1.20:8080/P/{ticket}"
        assert page.door.sign.link == f"HTTP://192.168.1.20:8080/J/{page.door.code.letters}"
        async with house.guest("red-1") as alone, house.guest() as whole:
            for each in (alone, whole):
                await each.say({"scan": ""})
                rows = (await each.hear_until(lambda m: isinstance(m, dict) and "door" in m))["door"]["scan"]
                assert {len(row) for row in rows} == {len(rows)}
            await whole.say({"scan": "red-2"})
            assert (await whole.hear_until(lambda m: isinstance(m, dict) and "scan" in m))["scan"][0] == "red-2"
            await alone.say({"scan": "red-1"})  # whoever has one station hands nothing out
            await alone.say({"ping": 1})
            assert await alone.hear_until(lambda m: isinstance(m, dict) and ("pong" in m or "scan" in m)) == {"pong": 1}

    at_home(story)


@pytest.mark.parametrize("code", ["", "ZZZ", "ZZZZZ", "é" * 4, "0000", "A" * 64])
def test_a_wrong_code_opens_nothing(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.web.door.door_visit.PENALTY", 0.01)

    async def attack(house: House) -> None:
        async with house.stranger(path="/ws/door") as forger:
            await forger.say({"hello": 1, "code": code})
            await forger.say({"take": "red-1", "name": "Eve"})
            assert await forger.ended() == (4401, "key")
            assert forger.welcome == {}
        assert house.stand.places.players.names == {}

    under_attack(attack)


def test_whoever_guesses_waits_and_the_umpire_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.web.door.door_visit.PENALTY", 0.01)

    async def attack(house: House) -> None:
        async with house.looker("umpire", pin=house.stand.page.pin.digits) as umpire:
            for _ in range(TRIES):
                async with caller(house, "0000") as forger:
                    assert await forger.ended() == (4401, "key")
            async with caller(house) as right_but_late:
                assert await right_but_late.ended() == (4430, "tries")
            await umpire.hear_until(lambda m: m == {"tries": TRIES + 1})

    under_attack(attack)


FORGED = [
    {"take": "red-1"},
    {"take": "red-1", "name": 7},
    {"take": 1, "name": "Eve"},
    {"take": "red-1", "name": "E" * 49},
    {"take": "red-1", "name": "Eve", "key": "x"},
    {"down": ["red-1", "ok"]},
    {"act": "pause"},
    {"scan": ""},
    {"hello": 1, "code": "x"},
    [],
]


@pytest.mark.parametrize("message", FORGED, ids=str)
def test_what_no_page_in_the_door_says_closes_it(message: object) -> None:
    async def attack(house: House) -> None:
        async with caller(house) as forger:
            await welcomed(forger)
            await forger.say(message)
            code, _ = await forger.ended()
            assert code == visit.FAULT

    under_attack(attack)


@pytest.mark.parametrize("secret", [{"token": "x"}, {"pin": "000000"}, {"code": "x" * 65}, {"code": 7}, {}])
def test_the_door_is_opened_by_a_code_alone(secret: dict[str, Any]) -> None:
    async def attack(house: House) -> None:
        keys = house.stand.keys
        async with house.stranger(path="/ws/door") as forger:
            await forger.say({"hello": 1, **secret})
            assert await forger.ended() == (4400, "hello")
        for path, role in (("/ws", "token"), ("/ws/umpire", "token"), ("/ws/spectator", "token")):
            async with house.stranger(path=path) as forger:
                await forger.say({"hello": 1, role: house.stand.page.door.code.letters})
                assert await forger.ended() == (4401, "key")
        async with house.stranger(path="/ws/door") as forger:
            await forger.say({"hello": 1, "code": keys.console})
            assert await forger.ended() == (4401, "key")

    under_attack(attack)


def test_a_join_request_of_another_site_is_refused() -> None:
    async def attack(house: House) -> None:
        async with house.stranger("http://evil.example", path="/ws/door") as forger:
            await forger.say({"hello": 1, "code": house.stand.page.door.code.letters})
            await forger.ended()

    with pytest.raises(Exception, match="403"):
        at_home(attack)


def test_links_with_small_letters_lead_in_and_an_old_one_says_so_in_the_language_of_the_browser() -> None:
    def fetch(port: int, path: str, **headers: str) -> tuple[int, str, str]:
        with contextlib.closing(HTTPConnection("127.0.0.1", port)) as line:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            return answer.status, answer.getheader("location", ""), answer.read().decode()

    async def story(house: House) -> None:
        loop, port = asyncio.get_running_loop(), house.address.port
        ticket = house.stand.page.tickets.issue("red-1").lower()
        wishes = {"Accept-Language": "pt-BR, uk;q=0.8, de-DE;q=0.9"}

        async def get(path: str, **headers: str) -> tuple[int, str, str]:
            return await loop.run_in_executor(None, lambda: fetch(port, path, **headers))

        assert (await get(f"/p/{ticket}"))[:2] == (303, f"/#{ticket}")
        assert (await get("/j/bcdf"))[:2] == (await get("/J/bcdf"))[:2] == (303, "/join#bcdf")
        status, _, text = await get("/p/00000000", **wishes)
        assert status == 410
        assert 'lang="de"' in text
        assert "Dieser Code ist zu alt" in text
        status, _, text = await get("/nothing-here", **wishes)
        assert (status, "Hier ist nichts" in text) == (404, True)
        assert 'lang="de"' in (await get("/join", **wishes))[2]

    at_home(story)


@pytest.mark.parametrize(
    ("accepted", "wanted"),
    [("de-DE,de;q=0.9,en;q=0.5", ["de", "de", "en"]), ("en;q=0.2, uk", ["uk", "en"]), ("", [""]), ("x;q=y,ru", ["ru"])],
)
def test_the_languages_of_a_browser_are_read_in_its_order(accepted: str, wanted: list[str]) -> None:
    assert preferred_languages(accepted) == wanted


def test_who_joined_is_there_again_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ring = kept_keyring(path, ["red-1", "red-2"])
    path.write_text(json.dumps({**ring.as_data(), "players": {"red-1": "Ann", "blue-9": "Eve"}}), "utf-8")
    assert kept_keyring(path, ["red-1", "red-2"]).players == {"red-1": "Ann"}
    path.write_text(json.dumps({**ring.as_data(), "players": [1]}), "utf-8")
    assert kept_keyring(path, ["red-1", "red-2"]).players == {}
