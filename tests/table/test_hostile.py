"""Clients that send garbage, flood, or do not read: nothing changes for the others."""

from __future__ import annotations

import json

import pytest

from klaxon.table.session import BURST, MOST_SESSIONS, QUEUE
from tests.table.kit.tables import crew, start, story
from tests.table.kit.travel import Client, Disk, new_table, pass_seconds, travel

GARBAGE = [
    "",
    "null",
    "[]",
    "17",
    "{",
    "\x00",
    "[" * 5000,
    "x" * 9000,
    '{"order": true, "seat": "red.captain", "line": "dive"}',
    '{"order": "1", "seat": "red.captain", "line": "dive"}',
    '{"order": 1.5, "seat": "red.captain", "line": "dive"}',
    '{"order": 1, "seat": "red.captain"}',
    '{"order": 1, "seat": ["red.captain"], "line": "dive"}',
    '{"lens": 3, "seat": "red.captain"}',
    '{"lens": {"at": 3}, "seat": "red.captain"}',
    '{"act": "fly"}',
    '{"act": {}}',
    '{"act": "undo", "seat": {}}',
    '{"act": "undo", "count": "many"}',
    '{"act": "take", "seat": null}',
    '{"act": "leave", "seat": "blue.captain"}',
    '{"act": "hand-over", "seat": "red.captain", "to": "me"}',
    '{"act": "name", "boat": [], "name": 3}',
    '{"act": "end"}',
    '{"seat": "red.captain"}',
    '{"hello": 1, "token": "blue", "name": "x", "seats": ["blue.captain"]}',
]


@pytest.mark.parametrize("text", GARBAGE, ids=lambda text: text[:40])
def test_garbage_is_answered_and_changes_nothing(text: str) -> None:
    async def tell() -> None:
        table = new_table(Disk())
        red, blue = Client(table, "red", "red.captain"), Client(table, "blue", "blue.captain")
        await pass_seconds()
        red.read()
        blue.read()
        rows, state = table.play.count, table.play.game.encode(table.play.state)
        table.receive(red.session, text)
        await pass_seconds()
        (answer,) = red.read()
        assert "error" in answer
        assert (table.play.count, table.play.game.encode(table.play.state)) == (rows, state)
        assert blue.read() == []

    travel(tell)


@story
async def test_bad_hellos_are_turned_away() -> None:
    table = new_table(Disk())
    for hello, error in (
        ({"hello": 2, "token": "red", "name": "x", "seats": []}, "other-protocol"),
        ({"hello": 1, "token": "red", "name": "", "seats": []}, "bad-name"),
        ({"hello": 1, "token": "red", "name": "x" * 41, "seats": []}, "bad-name"),
        ({"hello": 1, "token": "red", "name": "x\n", "seats": []}, "bad-name"),
        ({"hello": 1, "token": "red", "name": "x", "seats": [["red.captain"]]}, "not-your-seat"),
        ({"hello": 1, "token": ["red"], "name": "x", "seats": []}, "hello-first"),
        ({"order": 1}, "hello-first"),
    ):
        client = Client(table, "nobody")
        client.read()
        client.say(**hello)
        assert client.read() == [{"error": error, "bye": True}]
    await pass_seconds()


@story
async def test_a_flood_is_not_heard() -> None:
    table = new_table(Disk())
    red, blue = Client(table, "red", "red.captain"), Client(table, "blue", "blue.captain")
    await pass_seconds()
    red.read()
    for _ in range(5 * BURST):
        red.give("red.captain start A1")
    answers = red.read()
    assert sum("sent" in answer for answer in answers) <= BURST
    assert sum(answer == {"error": "too-fast"} for answer in answers) == 1
    assert table.play.count <= BURST + 2
    blue.read()
    blue.give("blue.captain start J10")
    assert {"sent": 1} in blue.read()
    await pass_seconds(1)
    red.give("red.captain start B1")
    await pass_seconds()
    red.read()
    assert red.views["red.captain"]["at"] == "B1"


@story
async def test_a_client_that_does_not_read_is_bounded_and_made_whole() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    sleeper = Client(table, "blue", *crew("blue"), name="sleeper")
    await start(red, blue)
    for _ in range(200):
        boat = ("red", "blue")[table.play.state.turn]
        client = red if boat == "red" else blue
        for verb in ("surface", "end"):
            client.give(f"{boat}.captain {verb}")
            await pass_seconds(0.05)
        red.read()
        blue.read()
    assert len(sleeper.session._queue) <= QUEUE
    sleeper.read()
    assert sleeper.views["blue.radio"] == blue.views["blue.radio"]
    assert sleeper.views["blue.captain"] == json.loads(json.dumps(blue.views["blue.captain"]))


@story
async def test_a_session_that_leaves_leaves_nothing_behind() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    table.close_session(red.session)
    table.close_session(red.session)
    assert "red.captain" not in table.about()["manning"]
    red.session.send({"x": 1})
    assert red.session.carry() == []
    await pass_seconds()
    assert blue.read()


@pytest.mark.parametrize("number", [10**300, 10**6, 100], ids=["huge", "large", "ahead"])
def test_an_order_that_counts_too_far_locks_nobodys_desk(number: int) -> None:
    async def tell() -> None:
        table = new_table(Disk())
        bob, other = (Client(table, "red", "red.captain", name="Bob") for _ in range(2))
        await pass_seconds()
        bob.read()
        other.read()
        other.give("red.captain start A1", number)
        assert other.read() == [{"error": "far-order", "order": number, "last": 0}]
        bob.give("red.captain start B1")
        assert {"sent": 1} in bob.read()
        other.give("red.captain start C1", 1)
        assert {"sent": 1} in other.read(), "the answer to the first, which is not carried out again"
        other.give("red.captain start C1", -5)
        assert {"error": "old-order", "order": -5, "last": 1} in other.read()
        await pass_seconds()
        bob.read()
        assert bob.views["red.captain"]["at"] == "B1"

    travel(tell)


@story
async def test_a_key_opens_so_many_sessions_and_no_more() -> None:
    table = new_table(Disk())
    crowd = [Client(table, "spectator", "spectator") for _ in range(MOST_SESSIONS)]
    late, captain = Client(table, "spectator", "spectator"), Client(table, "red", "red.captain")
    assert late.read() == [{"error": "too-many-sessions", "bye": True}]
    assert late.session.dismissed
    assert "welcome" in captain.read()[0]
    table.close_session(crowd[0].session)
    assert "welcome" in Client(table, "spectator", "spectator").read()[0]
    await pass_seconds()


@story
async def test_a_seat_is_handed_only_to_who_may_have_it() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    spectator, umpire = Client(table, "spectator", "spectator", name="BOB"), Client(table, "umpire", "umpire")
    Client(table, "blue", name="BOB")
    await start(red, blue)
    umpire.say(act="hand-over", seat="red.captain", to="BOB")
    assert umpire.errors() == ["not-their-seat"]
    bob = Client(table, "red", name="BOB")
    umpire.say(act="hand-over", seat="red.captain", to="BOB")
    await pass_seconds()
    assert umpire.errors() == []
    assert table.manning()["red.captain"] == ["BOB"]
    assert "red.captain" in bob.session.watches
    assert list(spectator.session.watches) == ["spectator"]
    Client(table, "red", name="BOB")
    umpire.say(act="hand-over", seat="red.xo", to="BOB")
    assert umpire.errors() == ["two-of-a-name"]
    assert table.manning()["red.xo"] == ["red player"]
    await pass_seconds()
