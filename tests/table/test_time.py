"""Time at the table: it sleeps until time brings something, keeps a running clock, and shows views that go stale."""

from __future__ import annotations

import asyncio
from itertools import pairwise

from tests.rules.probes.drift import Drift
from tests.rules.probes.fuse import Fuse
from tests.table.kit.probe_tables import probe_table
from tests.table.kit.tables import story
from tests.table.kit.travel import Client, Disk, pass_seconds


@story
async def test_what_time_brings_is_told_at_its_moment() -> None:
    disk = Disk()
    table = probe_table(Fuse(), disk)
    red = Client(table, "red", "red.captain")
    await pass_seconds(4.999)
    assert not [m for m in red.read() if "heard" in m]
    await pass_seconds(0.001)
    (ring,) = [m["heard"] for m in red.read() if "heard" in m]
    assert (ring["type"], ring["at"]) == ("rings", 5000)
    await pass_seconds(40)
    assert [m["heard"]["type"] for m in red.read() if "heard" in m] == ["rings", "rings", "rings", "boom"]
    assert [(row.at, row.kind) for row in disk.rows if row.kind == "time"] == [
        (5000, "time"),
        (15000, "time"),
        (25000, "time"),
        (35000, "time"),
        (45000, "time"),
    ]
    assert disk.finished == 1


@story
async def test_a_running_clock_is_kept_every_five_seconds() -> None:
    disk = Disk()
    table = probe_table(Fuse(), disk)
    await pass_seconds(24)
    kept = [row.at for row in disk.rows if row.line == "clock"]
    rings = [row.at for row in disk.rows if row.kind == "time"]
    both = sorted([0, *kept, *rings, table.clock.now()])
    assert max(after - before for before, after in pairwise(both)) <= 5000
    assert kept
    table.hold(running=False)


@story
async def test_a_pause_keeps_what_time_would_bring() -> None:
    table = probe_table(Fuse(), Disk())
    red = Client(table, "red", "red.captain")
    await pass_seconds(3)
    red.say(act="pause")
    await pass_seconds(100)
    red.read()
    red.say(act="resume")
    await pass_seconds(3)
    red.read()
    await pass_seconds(1.999)
    assert not [m for m in red.read() if "heard" in m]
    await pass_seconds(0.002)
    assert [m["heard"]["type"] for m in red.read() if "heard" in m] == ["rings"]
    table.hold(running=False)


@story
async def test_a_view_that_goes_stale_is_shown_again_without_a_row() -> None:
    disk = Disk()
    table = probe_table(Drift(), disk)
    red, blue = Client(table, "red", "red.captain"), Client(table, "blue", "blue.captain")
    red.say(lens={"bearing": "15"}, seat="red.captain")
    blue.give("blue.captain speed 2000")
    await pass_seconds()
    red.read()
    rows = len(disk.rows)
    seen: list[int | None] = []
    for _ in range(10):
        await pass_seconds(0.5)
        seen += [message["delta"]["set"]["contact"] for message in red.read() if "delta" in message]
    assert seen == list(range(11, 21))
    assert [row.line for row in disk.rows[rows:]] == ["clock"]
    await pass_seconds(1)
    assert [message["delta"]["set"]["contact"] for message in red.read() if "delta" in message] == [None]
    table.hold(running=False)


@story
async def test_nothing_ticks_where_nothing_is_due() -> None:
    disk = Disk()
    table = probe_table(Drift(), disk)
    assert table._timer is None
    await asyncio.sleep(1000)
    assert disk.rows == []
