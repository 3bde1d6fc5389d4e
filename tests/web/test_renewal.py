"""Keys have a life: cut anew when a table is left, handed down open lines, void for everybody else."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from klaxon.web.onlook import onlook
from klaxon.web.onlook.pin import Pin
from klaxon.web.stations import visit
from klaxon.web.stations.renewal import Renewal
from klaxon.web.stations.station_keys import WHOLE, StationKeys, keep_keyring, kept_keyring
from tests.web.kit.callers import Caller, House, at_home

VOID, CLOSED, LESS = (4401, "key"), (4411, "closed"), (4412, "less")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "PENALTY", 0.01)
    monkeypatch.setattr(onlook, "PENALTY", 0.01)


class Told:
    """Writes down what a renewal has to say."""

    def __init__(self, house: House) -> None:
        self.kept: list[dict[str, Any]] = []
        self.links = 0
        page = house.stand.page
        self.renewal = Renewal(page, lambda: self.kept.append(page.keys.as_data()), self.tell)

    def tell(self) -> None:
        self.links += 1


async def new_key(caller: Caller) -> str:
    message = await caller.hear_until(lambda message: isinstance(message, dict) and "key" in message)
    return str(message["key"])


async def opens(house: House, token: str) -> list[str]:
    """The stations that a token opens now; none where the page is turned away."""
    async with house.stranger() as caller:
        await caller.say({"hello": 1, "token": token})
        first = await caller.hear() if house.stand.page.find(token) is not None else None
        if first is None:
            assert await caller.ended() == VOID
            return []
        return [station["name"] for station in first["welcome"]["stations"]]


async def press(house: House, caller: Caller, station: str) -> None:
    """Work a station from a page, as whoever chooses a line of its menu does."""
    await caller.say({"down": [station, "ok"]})
    await caller.say({"up": [station, "ok"]})
    await caller.settled()
    assert house.stand.moves[-2:] == [f"{station} ok down", f"{station} ok up"]


def test_a_table_that_is_left_voids_every_key_but_hands_open_pages_new_ones() -> None:
    async def story(house: House) -> None:
        told, before = Told(house), house.stand.keys.as_data()
        old = [before["console"], *dict(before["stations"]).values()]  # type: ignore[call-overload]
        async with house.guest() as whole, house.guest("red-2") as phone:
            told.renewal.leave_table()
            console, station = await new_key(whole), await new_key(phone)
            links = await whole.hear_until(lambda message: isinstance(message, dict) and "stations" in message)
            assert [each["link"] for each in links["stations"]] == list(house.stand.keys.of_station.values())
            house.stand.show("red-2", "the next game")  # both go on, without a new line
            for page in (whole, phone):
                await page.hear_until(lambda message: message == {"words": ["red-2", ["the next game"]]})
            assert [await opens(house, token) for token in old] == [[]] * len(old)
            assert await opens(house, station) == ["red-2"]
            assert len(await opens(house, console)) == 8
            await press(house, phone, "red-2")
        assert told.kept[-1]["console"] == console
        assert told.links == 1

    at_home(story)


def test_the_same_game_keeps_its_keys_and_another_does_not() -> None:
    async def story(house: House) -> None:
        told, keys = Told(house), house.stand.keys
        told.renewal.begin_table("00001-sonar")
        key = keys.of_station["red-1"]
        told.renewal.begin_table("00001-sonar")  # the daemon was restarted, and the game taken up again
        assert keys.of_station["red-1"] == key
        told.renewal.go_on("00002-sonar")  # a rematch: the same people at the same table
        told.renewal.go_on("")
        assert (keys.of_station["red-1"], told.kept[-1]["table"]) == (key, "00002-sonar")
        async with house.guest("red-1") as phone:
            told.renewal.begin_table("00003-sonar")  # another one, after a restart
            assert await new_key(phone) == keys.of_station["red-1"] != key
        assert await opens(house, key) == []
        assert told.kept[-1]["table"] == "00003-sonar"

    at_home(story)


def test_a_ticket_opens_one_page_and_is_exchanged_for_the_key() -> None:
    async def story(house: House) -> None:
        ticket = house.stand.page.tickets.issue("red-2")
        async with house.stranger() as phone, house.stranger() as camera:
            await phone.say({"hello": 1, "token": ticket.lower()})
            assert await new_key(phone) == house.stand.keys.of_station["red-2"]
            await camera.say({"hello": 1, "token": ticket})
            assert await camera.ended() == VOID
            await press(house, phone, "red-2")
        unused = house.stand.page.tickets.issue("red-2")
        Told(house).renewal.leave_table()
        assert await opens(house, unused) == []

    at_home(story)


def test_a_station_closes_all_other_pages() -> None:
    async def story(house: House) -> None:
        told, keys = Told(house), house.stand.keys
        old, ticket = keys.of_station["red-1"], house.stand.page.tickets.issue("red-1")
        async with AsyncExitStack() as pages:
            own, other, whole, mate = [
                await pages.enter_async_context(house.guest(station)) for station in ("red-1", "red-1", "", "red-2")
            ]
            await other.say({"down": ["red-1", "back"]})
            await other.settled()
            await press(house, own, "red-1")
            assert house.stand.page.pages_at("red-1") == 3
            told.renewal.close_others("red-1")
            assert house.stand.page.pages_at("red-1") == 1
            assert house.stand.moves[-1] == "red-1 back up", "who is sent away holds nothing any more"
            assert await new_key(own) == keys.of_station["red-1"] != old
            assert await other.ended() == CLOSED
            assert await whole.ended() == LESS
            assert (
                await opens(house, keys.console) == [f"{boat}-{n}" for boat in ("red", "blue") for n in range(1, 5)][1:]
            )
            assert [await opens(house, token) for token in (old, ticket)] == [[], []]
            await press(house, own, "red-1")
            await mate.settled()
        await house.until(lambda: not house.stand.page.guests)
        assert len(await opens(house, keys.console)) == 8, "a station that nobody has open is the host's again"

    at_home(story)


def test_who_has_the_whole_console_closes_the_pages_of_others_for_good() -> None:
    async def story(house: House) -> None:
        told, old = Told(house), house.stand.keys.console
        async with house.guest() as host, house.guest() as spy, house.guest("blue-1") as phone:
            await press(house, host, "blue-1")
            told.renewal.close_others("blue-1")
            assert await new_key(host) == house.stand.keys.console != old
            assert [await spy.ended(), await phone.ended()] == [CLOSED, CLOSED]
            assert await opens(house, old) == []
            await press(house, host, "red-3")
        assert told.links == 1

    at_home(story)


def test_at_a_real_panel_all_pages_of_the_station_are_closed() -> None:
    async def story(house: House) -> None:
        async with house.guest("red-1") as phone, house.guest("red-2") as mate:
            await press(house, phone, "red-1")
            house.stand.console.press("red-1", "ok")  # a hand at the console itself
            Told(house).renewal.close_others("red-1")
            assert await phone.ended() == CLOSED
            await mate.settled()
            async with house.guest() as whole:
                assert next(station["name"] for station in whole.welcome["stations"]) == "red-2"
                Told(house).renewal.leave_table()  # the whole console has all of its stations again
                await new_key(whole)
                assert await whole.ended() == LESS
        assert len(await opens(house, house.stand.keys.console)) == 8

    at_home(story)


def test_a_page_that_does_not_go_is_cut_and_moves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "GOING", 0.01)

    async def story(house: House) -> None:
        async with house.guest("red-1") as stubborn:
            stubborn.socket.protocol.receive_data = lambda data: None  # type: ignore[method-assign]
            house.stand.console.press("red-1", "ok")
            house.stand.moves  # noqa: B018 - forgotten
            Told(house).renewal.close_others("red-1")
            await stubborn.say({"down": ["red-1", "ok"]})
            await house.until(lambda: len(house.stand.page.gate) == 0)
            assert house.stand.moves == []

    at_home(story)


def test_an_umpire_shows_the_next_pin_at_the_next_table() -> None:
    async def story(house: House) -> None:
        page, told = house.stand.page, Told(house)
        counts: list[int] = []
        page.counted = lambda: counts.append(page.looking("umpire"))
        pin, token = page.pin.digits, page.keys.umpire
        async with (
            house.looker("umpire", pin=pin) as umpire,
            house.looker("spectator", token=page.keys.spectator) as wall,
        ):
            await umpire.hear_until(lambda message: "tableau" in message)
            await wall.hear_until(lambda message: "tableau" in message)
            assert counts[-1] == 1
            page.pin.digits = "no more"
            told.renewal.leave_table()
            assert counts[-1] == 0
            assert not house.stand.boxes["umpire"].lookers, "he sees nothing more, whatever his page does"
            assert await umpire.ended() == CLOSED
            await wall.settled()
        for secret in ({"pin": pin}, {"token": token}):
            async with house.looker("umpire", **secret) as again:
                assert await again.ended() == VOID
        async with house.looker("umpire", pin=page.pin.digits) as umpire:
            await umpire.hear_until(lambda message: "tableau" in message)
            told.renewal.send_umpire_away()
            assert await umpire.ended() == CLOSED

    at_home(story)


def test_all_links_are_void_at_a_word() -> None:
    async def story(house: House) -> None:
        page, told = house.stand.page, Told(house)
        old = (page.keys.spectator, page.pin.digits)
        spectator = house.looker("spectator", token=old[0])
        async with house.guest() as host, house.guest("blue-1") as phone, spectator as wall:
            await wall.hear_until(lambda message: "tableau" in message)
            await press(house, host, "red-1")
            told.renewal.renew_all("red-1")
            assert await new_key(host) == page.keys.console
            assert [await phone.ended(), await wall.ended()] == [CLOSED, CLOSED]
        assert old[0] != page.keys.spectator
        assert told.links == 1

    at_home(story)


def test_wrong_pins_are_counted_where_the_umpire_sees_them(caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        page = house.stand.page
        async with house.looker("umpire", pin="wrong") as forger:
            assert await forger.ended() == VOID
        async with house.looker("umpire", pin=page.pin.digits) as umpire:
            assert await umpire.hear_until(lambda message: "tries" in message) == {"tries": 1}
            async with house.looker("umpire", pin="wrong") as forger:
                assert await forger.ended() == VOID
            assert await umpire.hear_until(lambda message: "tries" in message) == {"tries": 2}

    at_home(story)
    said = [record.getMessage() for record in caplog.records if record.name == "klaxon.web.server.counted_tries"]
    assert said == [f"wrong tries at the pin so far: {count}" for count in (1, 2)]


def test_a_crowd_that_guesses_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    pin = Pin(lambda: 0.0)
    for _ in range(1000):
        if pin.tries.may_try("somebody"):
            assert not pin.opens("guess", "somebody")
    assert pin.tries.wrong == 1000
    assert len(caplog.records) == 10


@pytest.mark.parametrize("role", ["umpire", "spectator"])
def test_a_welcome_is_not_lost_to_a_ping_that_follows_at_once(role: str) -> None:
    async def story(house: House) -> None:
        secret = {"pin": house.stand.page.pin.digits} if role == "umpire" else {"token": house.stand.keys.spectator}
        for _ in range(5):
            async with house.looker(role, **secret) as jump_to_prompt:
                for number in range(3):
                    await jump_to_prompt.say({"ping": number})
                assert (await jump_to_prompt.hear())["welcome"]["role"] == role
                await jump_to_prompt.hear_until(lambda message: message == {"pong": 2})

    at_home(story)


def test_keys_that_older_versions_kept_are_still_read(tmp_path: Path) -> None:
    path, secret = tmp_path / "page-keys.json", "s" * 22
    older = {"console": secret, "stations": {"red-1": f"{secret}1"}}
    for kept in (older, {**older, "spectator": f"{secret}2"}):
        path.write_text(json.dumps(kept), "utf-8")
        ring = kept_keyring(path, ["red-1"])
        assert (ring.console, ring.of_station, ring.table, ring.withheld) == (
            secret,
            {"red-1": f"{secret}1"},
            "",
            set(),
        )
    path.write_text(json.dumps({**older, "table": 3}), "utf-8")
    assert kept_keyring(path, ["red-1"]).console == secret


def test_keys_are_kept_with_their_table_and_whoever_starts_the_console_has_all_of_it(tmp_path: Path) -> None:
    path, ring = tmp_path / "page-keys.json", StationKeys.create(["red-1", "red-2"])
    ring.table = "00007-sonar"
    ring.withheld.add("red-2")
    assert keep_keyring(path, ring.as_data()) == ""
    assert kept_keyring(path, ["red-1", "red-2"]) == ring
    assert ring.opens(ring.console) == ("red-1",)
    assert kept_keyring(path, ["red-1", "red-2"]).opens(ring.console) == ("red-1", "red-2")
    assert ring.of(WHOLE) == ring.console
    assert "cannot be written" in keep_keyring(tmp_path / "no" / "folder", ring.as_data())
