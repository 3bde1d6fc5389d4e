"""The first set-up: a code on the captain's panel lets a table into a hall, and nobody else by it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from klaxon.club.desk.report import desk_report
from klaxon.club.joining.discovery import DeskBrowser, announce
from klaxon.club.joining.introduction import FoundDesk, password_of
from klaxon.club.joining.newcomers import GONE, MOST, MOST_EACH
from klaxon.club.joining.question import put_question
from klaxon.club.signing import SigningKey
from klaxon.club.table_side.membership import (
    HallMembership,
    keep_membership,
    new_membership,
    parse,
    read_membership,
)
from klaxon.club.topics import TableChannel
from klaxon.club.tournament.tournament import ActError
from klaxon.console.linked.pairing import SIGNS
from tests.club.kit.hall import FakeHall, table_id
from tests.club.kit.joining import AUTHORITY, Joining, asking
from tests.club.kit.waiting import until


def test_the_right_code_makes_them_know_each_other() -> None:
    hall, table = Joining(), asking()
    hall.ask(table, most=3)
    assert table.hall == "Autumn hall"
    assert [each["called"] for each in hall.newcomers.report(0)] == ["klaxon-pi"]
    hall.newcomers.admit(table.membership.id, f" {table.code.lower()} ", "Table 4")
    hall.ask(table)
    member = table.member
    assert member is not None
    about, paired, name = hall.let_in[member.id]
    assert (name, about.key) == ("Table 4", SigningKey(bytes.fromhex(member.secret)).public)
    assert member.password == password_of(paired.key)
    assert (member.hall, member.host, member.port, member.authority) == ("Autumn hall", "192.0.2.7", 8883, AUTHORITY)
    assert hall.newcomers.report(0) == []


def test_a_desk_is_found_by_its_name_while_it_is_there_and_nobody_types_an_address() -> None:
    """By real multicast on whatever networks this machine has; a loopback is enough."""

    async def story() -> None:
        hall, browser = f"Club {os.getpid()} · Halle", DeskBrowser()
        looking = asyncio.create_task(browser.run())
        async with announce(hall, ["127.0.0.1"], 8391):
            await until(lambda: browser.desk(hall) == FoundDesk(hall, "127.0.0.1", 8391))
        await until(lambda: browser.desk(hall) is None)
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)

    asyncio.run(story())


def test_a_wrong_code_lets_nobody_in_and_is_used_up() -> None:
    hall, table = Joining(), asking()
    hall.ask(table, most=1)
    shown = table.code
    wrong = ("A" if shown[0] != "A" else "B") + shown[1:]
    hall.newcomers.admit(table.membership.id, wrong, "Table 4")
    hall.ask(table)
    assert table.member is None
    assert hall.let_in == {}
    assert table.is_wrong
    assert table.code != shown
    hall.ask(table, most=2)
    hall.newcomers.admit(table.membership.id, table.code, "Table 4")
    table.is_wrong = False
    hall.ask(table)
    assert table.member is not None


def test_a_wrong_code_is_followed_by_one_other() -> None:
    hall, table = Joining(), asking()
    shown = [table.code]

    def carry(answer: Mapping[str, Any]) -> Mapping[str, Any]:
        if table.code != shown[-1]:
            shown.append(table.code)
        return answer

    hall.ask(table, most=1)
    hall.newcomers.admit(table.membership.id, ("A" if shown[0][0] != "A" else "B") + shown[0][1:], "Table 4")
    for _ in range(6):
        table.is_wrong = False
        hall.ask(table, carry, most=1)
    assert len(shown) == 2


@pytest.mark.parametrize("place", range(4))
def test_who_changes_what_they_say_lets_nobody_in(place: int) -> None:
    hall, table = Joining(), asking()
    hall.ask(table, most=1)
    hall.newcomers.admit(table.membership.id, table.code, "Table 4")
    said = 0

    def carry(answer: Mapping[str, Any]) -> Mapping[str, Any]:
        nonlocal said
        if "say" in answer:
            said += 1
            if said == place + 1:
                first = int(answer["say"][:2], 16) ^ 1
                return {**answer, "say": f"{first:02x}{answer['say'][2:]}"}
        return answer

    hall.ask(table, carry)
    assert table.member is None
    assert hall.let_in == {}


@pytest.mark.parametrize(
    "question",
    [{}, {"table": 7, "called": "x"}, {"table": "../../etc", "called": "x"}, {"table": table_id(1), "called": None}],
    ids=str,
)
def test_rubbish_is_answered_and_remembered_nowhere(question: dict[str, Any]) -> None:
    hall = Joining()
    assert hall.newcomers.answer(question, 0) == {"error": "unreadable"}
    assert hall.newcomers.report(0) == []


def test_a_crowd_of_askers_is_bounded_and_who_goes_is_forgotten() -> None:
    hall = Joining()
    for n in range(MOST):
        hall.newcomers.answer({"table": table_id(n), "called": "\u202ex" * 100}, 0, f"192.0.2.{n // MOST_EACH}")
    assert hall.newcomers.answer({"table": table_id(MOST), "called": "x"}, 0, "192.0.2.99") == {"error": "full"}
    assert all(len(each["called"]) <= 40 and each["called"].isprintable() for each in hall.newcomers.report(0))
    assert hall.newcomers.report(GONE + 1) == []
    with pytest.raises(ActError):
        hall.newcomers.admit(table_id(1), "A" * SIGNS, "Table 1")


def test_pages_are_told_when_a_table_does_not_ask_any_more() -> None:
    told: list[float] = []
    hall = FakeHall(1, newcomers=Joining().newcomers)
    hall.desk.look(lambda: told.append(hall.now))
    hall.desk.greet({"table": table_id(7), "called": "x"}, "192.0.2.7", hall.now)
    hall.turn()
    assert hall.desk.due == hall.now + GONE
    hall.now += GONE
    hall.turn()
    assert told == [hall.now - GONE, hall.now]
    assert desk_report(hall.desk, hall.now)["newcomers"] == []


def test_a_table_that_is_here_and_asked_once_more_asks_for_nothing() -> None:
    hall = FakeHall(1, newcomers=Joining().newcomers)
    for n in (1, 2):
        hall.desk.greet({"table": table_id(n), "called": "x"}, "192.0.2.7", hall.now)
    assert [each["id"] for each in desk_report(hall.desk, hall.now)["newcomers"]] == [table_id(2)]
    hall.say(table_id(1), TableChannel.HERE, b"offline")
    assert len(desk_report(hall.desk, hall.now)["newcomers"]) == 2


def test_one_host_does_not_keep_the_others_out() -> None:
    hall = Joining()
    answers = [hall.newcomers.answer({"table": table_id(n), "called": "x"}, 0, "192.0.2.1") for n in range(MOST)]
    assert answers.count({"error": "full"}) == MOST - MOST_EACH
    assert "error" not in hall.newcomers.answer({"table": table_id(MOST), "called": "x"}, 0, "192.0.2.2")


@pytest.mark.parametrize("code", ["", "ABC", "O0I1AB", "<script>", "ABCDEFG"])
def test_what_is_no_code_is_refused(code: str) -> None:
    hall, table = Joining(), asking()
    hall.ask(table, most=1)
    with pytest.raises(ActError) as caught:
        hall.newcomers.admit(table.membership.id, code, "Table 1")
    assert caught.value.code == "code"


def test_a_membership_is_kept_in_a_secret_file_and_what_is_none_is_refused(tmp_path: Any) -> None:
    own = new_membership()
    assert read_membership(tmp_path) is None
    keep_membership(tmp_path, own)
    assert read_membership(tmp_path) == own
    assert (tmp_path / "hall.json").stat().st_mode & 0o077 == 0
    nothing: list[Any] = [[], {}]
    for found in (*nothing, {"format": 1}, {"format": 1, "id": "x", "secret": "", "box": ""}):
        with pytest.raises(ValueError, match=r"."):
            parse(found)
    assert HallMembership(own.id, own.secret, own.box, password="x").without_hall() == own  # noqa: S106


class FalseDesk(asyncio.Protocol):
    """Whoever calls himself a desk: he answers what he likes, and perhaps never comes to an end."""

    def __init__(self, content: bytes, asked: list[bytes], transports: list[asyncio.Transport]) -> None:
        self.content, self.asked, self.transports = content, asked, transports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.transports.append(transport)

    def data_received(self, data: bytes) -> None:
        self.asked.append(data)
        self.transport.write(self.content)
        if not self.content.endswith(b"..."):
            self.transport.close()


@asynccontextmanager
async def a_desk(content: bytes) -> AsyncIterator[tuple[FoundDesk, list[bytes]]]:
    """Be a false desk; yield where, and what was asked. One whose words end in ... never closes."""
    asked: list[bytes] = []
    transports: list[asyncio.Transport] = []
    loop = asyncio.get_running_loop()
    async with await loop.create_server(lambda: FalseDesk(content, asked, transports), "127.0.0.1", 0) as server:
        yield FoundDesk("Autumn", "127.0.0.1", server.sockets[0].getsockname()[1]), asked
    for transport in transports:
        transport.abort()
    await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"hall": "Autumn"}', {"hall": "Autumn"}),
        (b'HTTP/1.1 200 OK\r\n\r\n{"hall": NaN}', None),
        (b"HTTP/1.1 200 OK\r\n\r\n[]", None),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b'{"a": "' + b"x" * 100_000 + b'"}', None),
        (b"SSH-2.0-nobody\r\n", None),
        (b"", None),
    ],
    ids=["desk", "number", "list", "long", "other", "silent"],
)
def test_what_answers_is_believed_only_as_an_object(answer: bytes, found: Any) -> None:
    async def ask_desk() -> Any:
        async with a_desk(answer) as (desk, _):
            return await put_question(desk, {"table": "x"})

    assert asyncio.run(ask_desk()) == found


def test_who_answers_neither_sends_us_on_nor_keeps_us_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("klaxon.club.joining.question.PATIENCE", 0.2)
    asyncio.run(ask_who_misleads())


async def ask_who_misleads() -> None:
    async with a_desk(b"HTTP/1.1 200 OK\r\n\r\n{}") as (other, asked):
        sent_on = f"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:{other.port}/\r\n\r\n"
        async with a_desk(sent_on.encode()) as (desk, _):
            assert await put_question(desk, {}) is None
        assert asked == []
    async with a_desk(b"HTTP/1.1 200 OK\r\n...") as (slow, _):
        before = asyncio.get_running_loop().time()
        assert await put_question(slow, {}) is None
        assert asyncio.get_running_loop().time() - before < 1
    assert await put_question(FoundDesk("", "127.0.0.1", 99999), {}) is None
