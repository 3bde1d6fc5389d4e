"""The sockets of a desk's pages: what each kind of page is told, and what it may say."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from klaxon.console.language.catalogue import languages
from klaxon.web.desk import desk_booths
from klaxon.web.desk.desk_routes import FRAMING
from klaxon.web.server.files import HEADERS
from klaxon.web.stations import visit
from tests.club.kit.hall import FakeHall, busy_hall
from tests.web.kit.desk import ServedDesk, served_desk

BAD_KEY, FAULT, TOO_MANY_TRIES = 4401, 4400, 4430
EVIL = "=1+<img src=x onerror=alert(1)>\u202eEvil"


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_booths, "GAP", 0)
    monkeypatch.setattr("klaxon.web.desk.desk_visit.PENALTY", 0)
    monkeypatch.setattr(visit, "GOING", 0)


def at_the_desk(story: Callable[[ServedDesk], Awaitable[None]], hall: FakeHall | None = None) -> None:
    async def play() -> None:
        async with served_desk(hall or busy_hall()) as desk:
            await story(desk)

    asyncio.run(play())


def test_an_organiser_is_told_all_and_is_answered() -> None:
    async def story(desk: ServedDesk) -> None:
        async with desk.caller("desk", token=desk.server.key) as caller:
            assert (await desk.picture(caller))["tables"][1]["troubles"] == ["The panel of red-2 does not work."]
            await caller.say({"n": 1, "act": {"do": "pause", "tables": "all"}})
            await caller.hear_until(lambda message: message == {"answer": {"n": 1, "refused": ""}})
            assert all(table.done[-1]["do"] == "pause" for table in desk.hall.tables.values())
            await caller.say({"n": 2, "act": {"do": "pair"}})
            found = await caller.hear_until(lambda message: "answer" in message)
            assert found["answer"]["refused"]

    at_the_desk(story)


def test_who_has_the_pin_is_given_the_key_and_wrong_ones_are_counted() -> None:
    async def story(desk: ServedDesk) -> None:
        async with desk.caller("desk", pin=desk.server.pin.digits) as caller:
            found = await caller.hear_until(lambda message: "welcome" in message)
            assert found["welcome"]["token"] == desk.server.key
        for _ in range(4):
            async with desk.caller("desk", pin="0000000") as caller:
                assert (await caller.ended())[0] == BAD_KEY
        async with desk.caller("desk", token="x" * 24) as caller:
            assert (await caller.ended())[0] == BAD_KEY
        async with desk.caller("desk", pin="0000000") as caller:
            assert (await caller.ended())[0] == BAD_KEY
        async with desk.caller("desk", pin=desk.server.pin.digits) as caller:
            assert (await caller.ended())[0] == TOO_MANY_TRIES

    at_the_desk(story)


@pytest.mark.parametrize("kind", ["hall", "crew"])
def test_who_is_no_organiser_is_told_nothing_of_health_or_keys_and_does_nothing(kind: str) -> None:
    async def story(desk: ServedDesk) -> None:
        async with desk.caller(kind) as caller:
            told = json.dumps([caller.welcome, await desk.picture(caller)])
            for secret in (
                desk.server.key,
                desk.server.pin.digits,
                "of red-2 does not work",
                "commands",
                "claims",
                "disk_free",
            ):
                assert secret not in told
            before = desk.hall.desk.hall.tournament
            await caller.say({"n": 1, "act": {"do": "pause", "tables": "all"}})
            assert (await caller.ended())[0] == FAULT
            assert desk.hall.desk.hall.tournament is before
            assert all(table.done[-1]["do"] == "start" for table in desk.hall.tables.values())

    at_the_desk(story)


def test_a_crew_checks_in_is_told_where_it_plays_and_comes_back_by_its_ticket() -> None:
    async def story(desk: ServedDesk) -> None:
        async with desk.caller("crew") as caller:
            assert await desk.picture(caller) == {"in": False, "tournament": "Autumn"}
            await caller.say({"spell": "  sharks "})
            spelled = await caller.hear_until(lambda message: "spelled" in message)
            assert spelled["spelled"] == {"name": "Sharks", "crew": 1}
            await caller.say({"check_in": "sharks"})
            checked = await caller.hear_until(lambda message: "checked" in message)
            ticket = checked["checked"]["ticket"]
        async with desk.caller("crew", ticket=ticket, language="de") as caller:
            shown = await desk.picture(caller)
            assert (shown["in"], shown["crew"], shown["encounter"]["table"] != "") == (True, "Sharks", True)
        async with desk.caller("crew", ticket="no such ticket") as caller:
            assert (await desk.picture(caller))["in"] is False

    at_the_desk(story)


def test_one_phone_cannot_fill_the_list() -> None:
    async def story(desk: ServedDesk) -> None:
        async with desk.caller("crew") as caller:
            answers = []
            for n in range(8):
                await caller.say({"check_in": f"Crew of {n}"})
                answers.append((await caller.hear_until(lambda message: "checked" in message))["checked"])
        assert sum("ticket" in each for each in answers) == 6
        assert answers[-1]["refused"].startswith("Too many crews")

    at_the_desk(story)


def test_names_are_text_everywhere_and_no_formula_in_the_file() -> None:
    async def story(desk: ServedDesk) -> None:
        desk.hall.tournament("Enter", name=EVIL)
        async with desk.caller("hall") as caller:
            crews = [line["crew"] for line in (await desk.picture(caller))["standings"]]
        assert any("<img" in crew and "\u202e" not in crew for crew in crews)
        answer = await asyncio.to_thread(urlopen, desk.link("standings.csv"))
        content = answer.read().decode()
        assert "'=1+<img" in content
        assert answer.headers["Content-Type"].startswith("text/csv")
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS

    at_the_desk(story)


@pytest.mark.parametrize(
    "hello",
    [{"hello": 2}, {"hello": 1, "ticket": 5}, {"hello": 1, "ticket": "t" * 65}, {"hello": True, "ticket": []}],
)
def test_a_forged_greeting_ends_the_visit(hello: dict[str, Any]) -> None:
    async def story(desk: ServedDesk) -> None:
        async with desk.caller("crew", **hello) as caller:
            code, _ = await caller.ended()
            assert code in (FAULT, 4408)

    at_the_desk(story)


def test_pages_speak_every_language() -> None:
    async def story(desk: ServedDesk) -> None:
        for language in languages():
            async with desk.caller("hall", language=language) as caller:
                found = await caller.hear_until(lambda message: "welcome" in message)
                labels = found["welcome"]["labels"]
                assert labels["hall.standings"]
                assert found["welcome"]["language"] == language

    at_the_desk(story)


def ask(link: str, method: str = "GET", body: str = "", **headers: str) -> HTTPResponse:
    """Send a request to a desk; the answer has been read."""
    address = urlsplit(link)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=5)
    connection.request(method, address.path, body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


PAGES = ("", "desk", "in", "standings.csv")


@pytest.mark.parametrize("page", [*PAGES, "nowhere", "%2e%2e/desk_routes.py", "pages/desk.js"])
def test_every_answer_of_a_desk_has_the_headers_that_keep_it_safe(page: str) -> None:
    async def story(desk: ServedDesk) -> None:
        answer = await asyncio.to_thread(ask, desk.link(page))
        assert (answer.status == 200) == (page in PAGES)
        safe = HEADERS | (FRAMING if page in PAGES[:3] else {})
        assert {name: answer.headers[name] for name in safe} == safe
        foreign = await asyncio.to_thread(ask, desk.link(page), Host="evil.example")
        assert foreign.status == 421

    at_the_desk(story)


def test_only_tables_ask_to_be_let_in() -> None:
    async def story(desk: ServedDesk) -> None:
        question = json.dumps({"table": "0" * 12, "called": "x"})
        for status, body, headers in (
            (200, question, {}),
            (403, question, {"Origin": "http://evil.example"}),
            (403, question, {"Origin": desk.link("").rstrip("/")}),
            (400, "[]", {}),
            (400, question.ljust(5000), {}),
        ):
            answer = await asyncio.to_thread(ask, desk.link("new"), "POST", body, **headers)
            assert answer.status == status

    at_the_desk(story)
