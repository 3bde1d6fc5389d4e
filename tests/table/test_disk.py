"""Slow, full and dead disks: the clock stops, the panels say so, nothing is told that is not saved."""

from __future__ import annotations

from klaxon.table.disk.journal import SNAPSHOT_EVERY
from klaxon.table.disk.ledger import LATE, RETRY
from klaxon.table.disk.waits import SOON
from klaxon.table.table import Table
from tests.table.kit.tables import crew, start, story
from tests.table.kit.travel import Client, Disk, new_table, pass_seconds


async def begin_game() -> tuple[Disk, Table, Client, Client]:
    """Begin a game of two crews on a disk that works."""
    disk = Disk()
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await start(red, blue)
    return disk, table, red, blue


async def play_on_unsaved() -> tuple[Disk, Table, Client, Client]:
    """Begin a game, fill the disk, give an order that cannot be saved, and choose to go on."""
    disk, table, red, blue = await begin_game()
    disk.broken = "disk-full"
    red.give("red.captain course east")
    await pass_seconds(LATE + 0.1)
    blue.say(act="unsaved")
    return disk, table, red, blue


@story
async def test_a_slow_disk_delays_by_one_commit() -> None:
    disk = Disk(0.05)
    table = new_table(disk, first="red")
    red, blue = Client(table, "red", *crew("red")), Client(table, "blue", *crew("blue"))
    await pass_seconds(1)
    disk.delay = 0
    await start(red, blue)
    disk.delay = 0.05
    red.give("red.captain course east")
    await pass_seconds(0.05)
    assert [m["heard"]["type"] for m in blue.read() if m.get("seat") == "blue.radio" and "heard" in m] == ["course"]
    assert [m["table"]["state"] for m in [*red.read(), *blue.read()] if "table" in m] == []


@story
async def test_a_commit_that_takes_long_stops_the_clock_and_says_so() -> None:
    disk, table, red, blue = await begin_game()
    begun = table.clock.now()
    disk.delay = LATE + 2.0
    red.give("red.captain course east")
    await pass_seconds(LATE - 0.001)
    assert table.about()["state"] == "running"
    await pass_seconds(0.002)
    assert [m["table"]["state"] for m in blue.read() if "table" in m] == ["saving"]
    held = table.clock.now()
    red.give("red.xo charge mine")
    assert "sent" in red.read()[-1]
    await pass_seconds(1.9)
    assert table.clock.now() == held
    await pass_seconds(0.1)
    states = [m["table"]["state"] for m in blue.read() if "table" in m]
    assert states[0] == "running"
    assert table.clock.running
    assert table.clock.now() - begun < LATE * 1000 + 100
    await pass_seconds(6)
    assert blue.views["blue.radio"]["calls"] == "E"


@story
async def test_who_waits_for_an_order_of_his_own_is_told_soon_and_may_go_on() -> None:
    disk, _table, red, blue = await begin_game()
    disk.delay = 1.0
    red.give("red.captain course east")
    await pass_seconds(SOON + 0.001)
    assert [(m["table"]["state"], m["table"]["running"]) for m in red.read() if "table" in m] == [("saving", True)]
    red.say(again=True)
    assert [m["table"]["state"] for m in red.read() if "table" in m] == ["saving"]
    blue.say(again=True)
    assert [m["table"]["state"] for m in blue.read() if "table" in m] == ["running"]
    red.give("red.xo charge mine")
    assert "sent" in red.read()[-1]
    await pass_seconds(2)
    assert [m["table"]["state"] for m in red.read() if "table" in m] == ["running"]


@story
async def test_on_a_full_disk_nothing_is_told_until_the_players_choose() -> None:
    disk, _table, red, blue = await begin_game()
    saved = len(disk.rows)
    disk.broken = "disk-full"
    red.give("red.captain course east")
    await pass_seconds(LATE - 0.1)
    assert blue.read() == []
    blue.say(act="unsaved")
    assert blue.errors() == ["not-now"]
    await pass_seconds(0.2)
    told = blue.read()
    assert [(m["table"]["state"], m["table"]["why"]) for m in told if "table" in m] == [("stuck", "disk-full")]
    assert not [m for m in told if "heard" in m]
    red.give("red.xo charge mine")
    assert red.read()[-1]["code"] == "not-saved"
    await pass_seconds(60)
    assert not [m for m in blue.read() if "heard" in m]
    blue.say(act="unsaved")
    await pass_seconds(0.1)
    told = blue.read()
    assert [m["table"]["state"] for m in told if "table" in m][-1] == "unsaved"
    assert [m["heard"]["type"] for m in told if m.get("seat") == "blue.radio" and "heard" in m] == ["course"]
    red.give("red.xo charge mine")
    assert "sent" in [*red.read()][-1]
    await pass_seconds(10)
    assert len(disk.rows) == saved
    disk.broken = ""
    await pass_seconds(4)
    assert [m["table"]["state"] for m in blue.read() if "table" in m][-1] == "running"
    assert [row.line for row in disk.rows[saved:]] == ["red.captain course east", "red.xo charge mine"]
    blue.say(act="unsaved")
    assert blue.errors() == ["not-now"]


@story
async def test_a_table_is_not_settled_while_what_was_not_saved_is_being_written() -> None:
    disk, table, _red, _blue = await play_on_unsaved()
    disk.broken, disk.delay = "", 5.0
    for _ in range(4):
        await pass_seconds(1)
        assert not table.ledger.is_settled
    await pass_seconds(4)
    assert table.ledger.is_settled
    assert disk.rows[-1].line == "red.captain course east"


@story
async def test_a_table_says_unsaved_until_the_last_row_that_was_sent_is_written() -> None:
    disk, table, red, _blue = await play_on_unsaved()
    disk.broken, disk.delay = "", 5.0
    await pass_seconds(3)
    red.give("red.xo charge mine")  # while the first of them is being written
    await pass_seconds(4)
    assert disk.rows[-1].line == "red.captain course east"
    assert (table.about()["state"], table.about()["why"]) == ("unsaved", "disk-full")
    await pass_seconds(6)
    assert disk.rows[-1].line == "red.xo charge mine"
    assert (table.about()["state"], table.about()["why"]) == ("running", "")


@story
async def test_who_chooses_to_go_on_while_the_disk_is_tried_again_is_heard() -> None:
    disk, table, red, blue = await begin_game()
    disk.broken, disk.delay = "disk-failed", 1.5
    red.give("red.captain course east")
    await pass_seconds(1.5 + RETRY + 0.2)
    assert table.about()["state"] == "stuck"
    blue.say(act="unsaved")
    await pass_seconds(1.5)
    assert table.about()["state"] == "unsaved"


@story
async def test_a_disk_that_comes_back_goes_on_by_itself() -> None:
    disk, _table, red, blue = await begin_game()
    disk.broken = "disk-read-only"
    red.give("red.captain course east")
    await pass_seconds(5)
    disk.broken = ""
    await pass_seconds(2)
    assert [m["table"]["state"] for m in blue.read() if "table" in m] == ["stuck", "running"]
    assert blue.views["blue.radio"]["calls"] == "E"
    assert disk.rows[-1].line == "red.captain course east"


@story
async def test_a_snapshot_comes_every_so_many_rows() -> None:
    disk, table, red, blue = await begin_game()
    for _ in range(SNAPSHOT_EVERY // 2 + 30):
        boat = ("red", "blue")[table.play.state.turn]
        client = red if boat == "red" else blue
        for verb in ("surface", "end"):
            client.give(f"{boat}.captain {verb}")
            await pass_seconds(0.05)
    assert len(disk.snapshots) == 1
    assert disk.snapshots[0].n >= SNAPSHOT_EVERY


@story
async def test_the_end_of_a_game_is_not_told_before_it_is_on_the_disk() -> None:
    disk, _table, red, blue = await begin_game()
    disk.delay = LATE + 1.0
    red.say(act="concede", seat="red.captain")
    await pass_seconds(LATE + 0.9)
    told = [m["table"] for m in blue.read() if "table" in m]
    assert [(each["state"], each["outcome"]) for each in told] == [("saving", None)]
    await pass_seconds(0.2)
    told = [m["table"] for m in blue.read() if "table" in m]
    assert told[-1]["state"] == "over"
    assert told[-1]["outcome"] == {"winner": "blue", "reason": "conceded"}
