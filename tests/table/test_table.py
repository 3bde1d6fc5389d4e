"""The table: one writer, announcements after the disk, pause, undo, agreements, people coming and going."""

from __future__ import annotations

import pytest

from klaxon import data
from klaxon.table.debrief import TooEarlyError
from klaxon.table.disk.journal import JournalError
from klaxon.table.following_games import BegunGame
from klaxon.table.play import Play
from klaxon.table.table import Table
from tests.table.kit.tables import crew, start, story
from tests.table.kit.travel import Client, Disk, Rematches, new_table, pass_seconds


@story
async def test_a_client_is_welcomed_and_shown_his_seats() -> None:
    table = new_table(Disk())
    red = Client(table, "red", "red.captain", "red.radio")
    messages = red.read()
    assert messages[0]["welcome"] == {
        "protocol": 1,
        "game": "sonar",
        "table": "table-1",
        "seats": ["red.captain", "red.radio"],
        "order": 0,
    }
    assert messages[1]["table"]["state"] == "running"
    assert [(message["seat"], message["n"]) for message in messages if "view" in message] == [
        ("red.captain", 1),
        ("red.radio", 1),
    ]
    await pass_seconds()


@story
async def test_an_order_is_sent_at_once_and_told_after_the_disk() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    disk.delay = 0.05
    number = red.give("red.captain course east")
    assert red.read() == [{"sent": number}]
    await pass_seconds(0.049)
    assert red.read() == blue.read() == []
    await pass_seconds(0.001)
    told = red.read()
    assert [m["heard"]["type"] for m in told if "heard" in m and m["seat"] == "red.captain"] == ["course"]
    assert {m["seat"] for m in told if "delta" in m} == {"red.captain", "red.xo", "red.engineer", "red.radio"}
    assert [m["heard"]["facts"]["dir"] for m in blue.read() if "heard" in m and m["seat"] == "blue.radio"] == ["east"]
    assert blue.views["blue.radio"]["calls"] == "E"


@story
async def test_orders_that_arrive_meanwhile_share_the_next_commit() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    disk.delay, disk.commits = 0.05, []
    for line in ("captain course east", "xo charge mine", "engineer break e1", "captain end"):
        red.give(f"red.{line}")
        await pass_seconds(0.01)
    await pass_seconds(0.2)
    assert disk.commits == [1, 3]
    assert [row.line for row in disk.rows[-4:]] == [
        "red.captain course east",
        "red.xo charge mine",
        "red.engineer break e1",
        "red.captain end",
    ]


@story
async def test_a_refused_order_changes_nothing_and_is_answered_at_once() -> None:
    disk = Disk()
    table = new_table(disk)
    red = Client(table, "red", *crew("red"))
    await pass_seconds()
    red.read()
    rows = len(disk.rows)
    number = red.give("red.captain course north")
    assert red.read() == [{"refused": number, "code": "not-started", "facts": {"verb": "course"}}]
    number = red.give('red.captain course "nor')
    assert red.read()[0]["code"] == "syntax"
    await pass_seconds(1)
    assert len(disk.rows) == rows
    assert red.read() == []


@story
async def test_an_order_that_is_sent_again_is_not_carried_out_twice() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    number = red.give("red.captain course east")
    assert red.read() == [{"sent": number}]
    red.give("red.captain course east", number)
    assert red.read() == [{"sent": number}]
    await pass_seconds()
    assert red.read()
    table.close_session(red.session)
    again = Client(table, "red", *crew("red"))
    assert again.read()[0]["welcome"]["order"] == number
    again.give("red.captain course east", number)
    assert {"sent": number} in again.read()
    await pass_seconds()
    assert table.play.state.boats[0].calls == "E"


@story
async def test_what_a_seat_heard_is_numbered_for_that_seat() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    for line in ("captain course east", "xo charge mine", "engineer break e1", "captain end"):
        red.give(f"red.{line}")
        await pass_seconds()
    red.read()
    heard = [m["heard"]["n"] for _, m in red.heard if m.get("seat") == "red.radio" and "heard" in m]
    assert heard == list(range(1, len(heard) + 1))
    late = Client(table, "blue", "blue.radio", name="late")
    numbers = [m["heard"]["n"] for m in late.read() if "heard" in m]
    assert numbers == list(range(1, len(numbers) + 1))
    await pass_seconds()


@story
async def test_nobody_gives_another_seats_orders_or_takes_one_without_the_key() -> None:
    table = new_table(Disk())
    red = Client(table, "red", "red.captain")
    red.read()
    red.say(order=1, seat="blue.captain", line="start A1")
    red.say(act="take", seat="blue.captain")
    red.say(act="take", seat=["red.xo"])
    red.say(lens={}, seat="blue.radio")
    assert red.errors() == ["not-your-seat"] * 4
    red.say(act="take", seat="red.xo")
    assert [m["seat"] for m in red.read() if "view" in m] == ["red.captain", "red.xo"]
    red.say(act="leave", seat="red.xo")
    assert {"left": "red.xo"} in red.read()
    for token, seats, error in (
        ("nobody", [], "unknown-token"),
        ("red", ["blue.xo"], "not-your-seat"),
        ("spectator", ["umpire"], "not-your-seat"),
    ):
        stranger = Client(table, token, *seats)
        assert stranger.read() == [{"error": error, "bye": True}]
        stranger.give("red.captain start A1")
        assert stranger.read() == [{"error": "hello-first", "bye": True}]
    await pass_seconds()


@story
async def test_a_pause_holds_the_game_until_it_is_counted_in() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    await pass_seconds(2)
    blue.say(act="pause")
    await pass_seconds(60)
    assert [m["heard"]["type"] for m in red.read() if m.get("seat") == "red.xo" and "heard" in m] == ["paused"]
    assert table.clock.now() == 2000
    red.give("red.captain course east")
    assert red.read()[0]["code"] == "paused"
    red.say(act="resume")
    assert red.read()[0]["table"]["state"] == "count-in"
    red.say(act="resume")
    assert red.errors() == ["not-now"]
    await pass_seconds(3)
    assert [m["table"]["state"] for m in red.read() if "table" in m][-1] == "running"
    await pass_seconds(0.5)
    assert table.clock.now() == 2500
    red.give("red.captain course east")
    assert "sent" in red.read()[0]
    await pass_seconds()


@story
async def test_the_umpire_undoes_at_once_and_a_captain_asks_the_other() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    umpire = Client(table, "umpire", "umpire")
    await start(red, blue)
    red.give("red.captain course east")
    await pass_seconds()
    red.say(act="undo", seat="red.captain")
    await pass_seconds()
    assert blue.read()[-1]["table"]["asked"] == {"what": "undo", "by": "red"}
    red.say(act="undo", seat="red.captain")
    await pass_seconds()
    assert table.play.state.boats[0].calls == "E"
    blue.say(act="undo", seat="blue.captain")
    await pass_seconds()
    assert table.play.state.boats[0].calls == ""
    assert blue.read()[-1]["table"]["asked"] is None
    assert blue.views["blue.radio"]["calls"] == ""
    red.give("red.captain course east")
    await pass_seconds()
    umpire.say(act="undo", count=1)
    await pass_seconds()
    assert table.play.state.boats[0].calls == ""
    umpire.say(act="undo", count=99)
    assert umpire.errors() == ["nothing-to-undo"]
    blue.say(act="undo", seat="blue.captain")
    red.say(act="no")
    await pass_seconds()
    assert red.read()[-1]["table"]["asked"] is None


@story
async def test_a_captain_concedes_and_both_want_a_rematch() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    red.say(act="concede", seat="red.xo")
    assert red.errors() == ["not-now"]
    red.say(act="concede", seat="red.captain")
    await pass_seconds()
    over = [m["heard"] for m in blue.read() if m.get("seat") == "blue.xo" and "heard" in m][-1]
    assert (over["type"], over["facts"]) == ("over", {"winner": "blue", "reason": "conceded"})
    assert disk.finished == 1
    red.give("red.captain course east")
    assert red.read()[-1]["code"] == "game-over"
    red.say(act="rematch", seat="red.captain")
    assert table.about()["state"] == "over"
    blue.say(act="rematch", seat="blue.captain")
    await pass_seconds()
    assert table.about()["outcome"] is None
    assert table.name == "table-2", "another game, another journal"
    assert blue.read()[-1]["table"]["state"] == "running"
    assert blue.views["blue.captain"]["phase"] == "start"
    await start(red, blue)


@story
async def test_a_rematch_that_the_disk_does_not_take_leaves_the_game_that_is_over() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    red.say(act="concede", seat="red.captain")
    await pass_seconds()
    begin, ledger = table._following, table.ledger

    class FullDisk(Rematches):
        def again(self, before: Play) -> BegunGame:
            raise JournalError("disk-full", data.ROOT)

    table._following = FullDisk(disk)
    red.say(act="rematch", seat="red.captain")
    blue.say(act="rematch", seat="blue.captain")
    assert blue.errors() == ["disk-full"]
    assert (table.name, table.ledger, disk.closed) == ("table-1", ledger, 0)
    assert (table.about()["state"], table.about()["asked"]) == ("over", None)
    assert tells_all(table), "what was played can still be told"
    table._following = begin
    red.say(act="rematch", seat="red.captain")
    blue.say(act="rematch", seat="blue.captain")
    await pass_seconds()
    assert (table.name, disk.closed, table.about()["state"]) == ("table-2", 1, "running")


@story
async def test_a_rematch_waits_for_what_is_not_on_the_disk_yet() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    disk.delay = 1.0
    red.say(act="concede", seat="red.captain")
    red.say(act="rematch", seat="red.captain")
    blue.say(act="rematch", seat="blue.captain")
    assert (blue.errors(), table.name, disk.closed) == (["not-saved"], "table-1", 0)
    await pass_seconds(2)
    assert table.about()["outcome"] is not None, "its end was told"
    blue.say(act="rematch", seat="blue.captain")
    await pass_seconds()
    assert table.name == "table-2"


def tells_all(table: Table) -> bool:
    try:
        return len(list(table.debrief())) > 4
    except TooEarlyError:
        return False


@story
async def test_a_game_is_debriefed_only_when_its_end_is_on_the_disk_and_nobody_goes_on() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue, umpire = (
        Client(table, "red", *crew("red")),
        Client(table, "blue", *crew("blue")),
        Client(table, "umpire", "umpire"),
    )
    with pytest.raises(TooEarlyError):
        table.debrief()
    await start(red, blue)
    disk.delay = 0.05
    red.say(act="concede", seat="red.captain")
    await pass_seconds(0.04)
    assert not tells_all(table), "nobody was told yet that it is over"
    await pass_seconds(0.02)
    assert tells_all(table)
    umpire.say(act="undo", count=1)
    assert not tells_all(table), "from now on it is played again"
    await pass_seconds(1)
    blue.give("blue.captain dive")
    blue.say(act="concede", seat="blue.captain")
    await pass_seconds(1)
    assert tells_all(table)
    red.say(act="rematch", seat="red.captain")
    blue.say(act="rematch", seat="blue.captain")
    assert not tells_all(table)


@story
async def test_a_draw_needs_both() -> None:
    table = new_table(Disk(), first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    red.say(act="draw", seat="red.captain")
    red.say(act="draw", seat="red.captain")
    await pass_seconds()
    assert not table.play.outcome
    blue.say(act="draw", seat="blue.captain")
    await pass_seconds()
    assert table.about()["outcome"] == {"winner": "draw", "reason": "agreed"}


@story
async def test_seats_change_hands_in_mid_game() -> None:
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    successor, umpire = Client(table, "red", name="heir"), Client(table, "umpire", "umpire")
    await start(red, blue)
    umpire.say(act="hand-over", seat="red.captain", to="heir")
    await pass_seconds()
    assert {"left": "red.captain"} in red.read()
    successor.read()
    assert successor.views["red.captain"]["at"] == "A1"
    successor.give("red.captain course east")
    assert "sent" in successor.read()[0]
    red.give("red.captain surface")
    assert red.errors() == ["not-your-seat"]
    umpire.say(act="hand-over", seat="red.captain", to="nobody")
    assert umpire.errors() == ["nobody-there"]
    red.say(act="take", seat="red.captain")
    await pass_seconds()
    assert table.about()["manning"]["red.captain"] == ["red player", "heir"]
    assert 'man red.captain "heir"' in [row.line for row in disk.rows]


@story
async def test_boats_have_names() -> None:
    table = new_table(Disk())
    red, blue = Client(table, "red", "red.xo"), Client(table, "blue", "blue.xo")
    red.say(act="name", boat="red", name="Nautilus")
    red.say(act="name", boat="blue", name="Sieve")
    red.say(act="name", boat="red", name="x" * 41)
    assert red.errors() == ["not-your-seat", "bad-name"]
    await pass_seconds()
    assert [m["table"]["names"] for m in blue.read() if "table" in m][-1] == {"red": "Nautilus"}
