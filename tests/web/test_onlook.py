"""Pages that look on: the umpire's behind a PIN, the spectators' behind a key; honest ones and forged ones."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from klaxon.web.onlook import onlook
from klaxon.web.onlook.onlook import EACH, ROOM
from klaxon.web.onlook.pin import DIGITS, Pin
from klaxon.web.server.counted_tries import ADDRESSES, ALL_AGAIN, ALL_TRIES, TRIES
from tests.web.kit.callers import Caller, House, at_home, under_attack


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlook, "PENALTY", 0.01)


async def tableau(looker: Caller) -> dict[str, Any]:
    message = await looker.hear_until(lambda message: "tableau" in message)
    return dict(message["tableau"])


def test_the_umpire_shows_the_pin_once_and_a_key_after_it() -> None:
    async def story(house: House) -> None:
        pin = house.stand.page.pin.digits
        async with house.looker("umpire", pin=pin) as umpire:
            welcome = await umpire.hear()
            assert welcome["welcome"]["role"] == "umpire"
            assert (await tableau(umpire))["set"] == {"state": "none", "standing": "No game is on."}
            token = welcome["welcome"]["token"]
        async with house.looker("umpire", token=token) as again:
            assert "token" not in (await again.hear())["welcome"]
            await again.say({"act": "pause"})
            await again.settled()
        assert house.stand.boxes["umpire"].acts == [{"act": "pause"}]
        assert not house.stand.boxes["umpire"].lookers

    at_home(story)


def test_only_what_changed_travels_and_only_the_latest() -> None:
    async def story(house: House) -> None:
        box = house.stand.boxes["spectator"]
        async with house.looker("spectator", token=house.stand.keys.spectator) as looker:
            await tableau(looker)
            box.show(turn="red")
            assert await tableau(looker) == {"set": {"turn": "red"}, "drop": []}
            for n in range(100):
                box.show(turn="blue", n=n)
            assert await tableau(looker) == {"set": {"turn": "blue", "n": 99}, "drop": []}
            box.shown = {"state": "over"}
            box.show()
            assert await tableau(looker) == {"set": {"state": "over"}, "drop": ["standing", "turn", "n"]}

    at_home(story)


def wrong_secrets(house: House) -> dict[str, tuple[str, dict[str, str]]]:
    keys, pin = house.stand.keys, house.stand.page.pin.digits
    return {
        "a station's key for the umpire": ("umpire", {"token": keys.of_station["red-1"]}),
        "the console's key for the umpire": ("umpire", {"token": keys.console}),
        "the spectators' key for the umpire": ("umpire", {"token": keys.spectator}),
        "the PIN as a key": ("umpire", {"token": pin}),
        "no key": ("umpire", {"token": ""}),
        "the umpire's key as a PIN": ("umpire", {"pin": keys.umpire}),
        "another PIN": ("umpire", {"pin": f"{(int(pin) + 1) % 10**DIGITS:0{DIGITS}}"}),
        "a PIN and more": ("umpire", {"pin": f"{pin}0"}),
        "a PIN in other figures": ("umpire", {"pin": "".join(chr(0x0660 + int(digit)) for digit in pin)}),
        "no PIN": ("umpire", {"pin": ""}),
        "the umpire's key for spectators": ("spectator", {"token": keys.umpire}),
        "a station's key for spectators": ("spectator", {"token": keys.of_station["blue-2"]}),
    }


@pytest.mark.parametrize("number", range(12))
def test_a_wrong_secret_opens_nothing(number: int) -> None:
    async def attack(house: House) -> None:
        role, secret = list(wrong_secrets(house).values())[number]
        async with house.looker(role, **secret) as forger:
            await forger.say({"act": "end"})
            assert await forger.ended() == (4401, "key")
            assert forger.welcome == {}
        assert house.stand.boxes[role].acts == []
        assert not house.stand.boxes[role].lookers

    under_attack(attack)


@pytest.mark.parametrize("role", ["umpire", "spectator"])
def test_the_keys_of_who_looks_on_open_no_station(role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.web.stations.visit.PENALTY", 0.01)

    async def attack(house: House) -> None:
        async with house.stranger() as forger:
            await forger.say({"hello": 1, "token": getattr(house.stand.keys, role)})
            await forger.say({"down": ["red-1", "ok"]})
            assert await forger.ended() == (4401, "key")

    under_attack(attack)


def test_the_pin_opens_no_station_and_no_spectators_page() -> None:
    async def attack(house: House) -> None:
        for path in ("/ws", "/ws/spectator"):
            async with house.stranger(path=path) as forger:
                await forger.say({"hello": 1, "pin": house.stand.page.pin.digits})
                assert await forger.ended() == (4400, "hello")

    under_attack(attack)


def test_who_guesses_the_pin_is_stopped_and_the_umpire_is_not() -> None:
    async def attack(house: House) -> None:
        async with house.looker("umpire", token=house.stand.keys.umpire) as umpire:
            await tableau(umpire)
            ends = []
            for guess in range(TRIES + 5):
                async with house.looker("umpire", pin=f"x{guess:05}") as forger:
                    ends.append(await forger.ended())
            assert ends == [(4401, "key")] * TRIES + [(4430, "tries")] * 5
            async with house.looker("umpire", pin=house.stand.page.pin.digits) as late:
                assert await late.ended() == (4430, "tries")  # even the right one, from there, for a while
            await umpire.settled()
            async with house.looker("umpire", token=house.stand.keys.umpire) as again:
                await tableau(again)

    under_attack(attack)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_all_addresses_together_have_few_tries_and_a_right_pin_forgives() -> None:
    clock = Clock()
    pin = Pin(clock)
    assert len(pin.digits) == DIGITS
    assert pin.digits.isdigit()
    tried = sum(pin.tries.may_try(f"10.0.{n // 250}.{n % 250}") for n in range(5000))
    assert tried == ALL_TRIES
    assert len(pin.tries._each) == ADDRESSES
    clock.now += 3600
    assert sum(pin.tries.may_try(f"10.1.{n // 250}.{n % 250}") for n in range(5000)) == ALL_TRIES
    assert 10**DIGITS / ALL_AGAIN > 30 * 24 * 3600  # more than a month for all of them
    clock.now += 3600
    for _ in range(TRIES - 1):
        assert pin.tries.may_try("host")
        assert not pin.opens("wrong", "host")
    assert pin.tries.may_try("host")
    assert pin.opens(pin.digits, "host")
    assert pin.tries.may_try("host")


MALFORMED = {
    "binary": (b"\x00", "binary"),
    "no JSON": ("{", "json"),
    "a list": ("[]", "json"),
    "nothing": ({}, "unknown"),
    "a move": ({"down": ["red-1", "ok"]}, "unknown"),
    "more than an act": ({"act": "end", "why": "so"}, "unknown"),
    "a ping and more": ({"ping": 1, "act": "end"}, "unknown"),
    "a second hello": ({"hello": 1, "token": "x"}, "unknown"),
    "a moment in words": ({"act": "end", "at": "now"}, "at"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_an_umpire_who_talks_nonsense_is_shown_the_door(name: str) -> None:
    message, reason = MALFORMED[name]

    async def attack(house: House) -> None:
        async with house.looker("umpire", token=house.stand.keys.umpire) as forger:
            await tableau(forger)
            await forger.say(message)
            assert await forger.ended() == (4400, reason)
        assert house.stand.boxes["umpire"].acts == []

    under_attack(attack)


def test_what_a_network_held_back_is_not_done_in_the_umpires_name() -> None:
    async def attack(house: House) -> None:
        async with house.looker("umpire", token=house.stand.keys.umpire) as umpire:
            await umpire.say({"ping": 1, "at": 9_000})
            await umpire.hear_until(lambda message: message == {"pong": 1})
            await umpire.say({"act": "end", "at": 5_000})
            assert await umpire.ended() == (4410, "late")
        assert house.stand.boxes["umpire"].acts == []

    under_attack(attack)


@pytest.mark.parametrize("role", ["umpire", "spectator"])
def test_a_flood_is_cut_off(role: str) -> None:
    async def attack(house: House) -> None:
        async with house.looker(role, token=getattr(house.stand.keys, role)) as forger:
            with contextlib.suppress(ConnectionClosed):
                for n in range(5000):
                    await forger.say({"ping": n})
            code, _ = await forger.ended()
            assert code in {4008, 1008, 1006}
        await house.until(lambda: not house.stand.boxes[role].lookers)

    under_attack(attack)


def test_so_many_look_on_and_no_more() -> None:
    async def story(house: House) -> None:
        token = house.stand.keys.spectator
        async with contextlib.AsyncExitStack() as crowd:
            for n in range(ROOM["spectator"]):
                spectator = house.looker("spectator", f"127.0.0.{2 + n // EACH}", token=token)
                await tableau(await crowd.enter_async_context(spectator))
            async with house.looker("spectator", token=token) as late:
                assert await late.ended() == (4429, "full")
            async with house.looker("umpire", token=house.stand.keys.umpire) as umpire:  # theirs is another room
                await tableau(umpire)
            async with house.guest("red-1") as guest:
                await guest.settled()

    at_home(story)


def test_one_address_cannot_take_the_places_of_all_spectators() -> None:
    async def story(house: House) -> None:
        token = house.stand.keys.spectator
        async with contextlib.AsyncExitStack() as crowd:
            for _ in range(EACH):
                spectator = house.looker("spectator", "127.0.0.2", token=token)
                await tableau(await crowd.enter_async_context(spectator))
            async with house.looker("spectator", "127.0.0.2", token=token) as fifth:
                assert await fifth.ended() == (4429, "full")
            async with house.looker("spectator", "127.0.0.3", token=token) as projector:
                await tableau(projector)

    at_home(story)


def test_a_foreign_page_looks_on_at_nothing() -> None:
    async def attack(house: House) -> None:
        for role in ("umpire", "spectator"):
            with pytest.raises(InvalidStatus):
                async with house.stranger(origin="http://evil.example", path=f"/ws/{role}"):
                    pass

    under_attack(attack)


def test_where_the_host_wants_nobody_to_look_on_nobody_does() -> None:
    async def attack(house: House) -> None:
        house.stand.page.booths = {}
        async with house.looker("spectator", token=house.stand.keys.spectator) as looker:
            assert await looker.ended() == (4401, "key")
        async with house.looker("umpire", pin=house.stand.page.pin.digits) as looker:
            assert await looker.ended() == (4401, "key")

    under_attack(attack)


def test_no_pin_is_ever_written_down(caplog: pytest.LogCaptureFixture) -> None:
    pins: list[str] = []

    async def attack(house: House) -> None:
        pins.append(house.stand.page.pin.digits)
        async with house.looker("umpire", pin=f"{pins[0]}x") as forger:
            await forger.ended()
        async with house.looker("umpire", pin=pins[0]) as umpire:
            await asyncio.gather(umpire.say("nonsense"), umpire.ended())

    with caplog.at_level(logging.DEBUG):
        caplog.set_level(logging.ERROR, logger="websockets")  # of the test's own callers
        under_attack(attack)
    assert pins[0] not in caplog.text
