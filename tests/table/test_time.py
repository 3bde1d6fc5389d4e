"""Time at the table: it sleeps until time brings something, keeps a running clock, and shows views that go stale."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from unittest import mock

from klaxon.rules.contract import Ms, Seat, Sight, Step
from klaxon.table.play import JournalRow, Play
from klaxon.table.telling.sights import MOST, Sights
from tests.rules.probes.base import RED, View, header_of
from tests.rules.probes.drift import Drift
from tests.rules.probes.fuse import Fuse
from tests.rules.probes.patrol import Patrol, Waters
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


# A sea that is looked at: the raider turns in silence, comes within sight, and may be fired at


class Counted(Patrol):
    """A patrol that counts what it is asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def advance(self, state: Waters, until: Ms) -> Step:
        self.asked["advance"] += 1
        return super().advance(state, until)

    def sight(self, state: Waters, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        self.asked["sight"] += 1
        return super().sight(state, seat, lens)


def first_sighting(game: Patrol) -> tuple[int, int]:
    """Return when something happens for the first time, and how often the sea is looked at before."""
    state, looks = game.setup(header_of(game)), 0
    while not (step := game.advance(state, game.due(state) or Ms(0))).events:
        state, looks = step.state, looks + 1
    return step.state.now, looks


@story
async def test_a_look_leaves_no_row_and_tells_nobody() -> None:
    disk, game = Disk(), Counted()
    sighted, looks = first_sighting(Patrol())
    table = probe_table(game, disk)
    red, umpire = Client(table, "red", "red.captain"), Client(table, "umpire", "umpire")
    await pass_seconds()
    red.read(), umpire.read()
    disk.rows.clear()
    seen = game.asked["sight"]
    await pass_seconds((sighted - 1) / 1000)
    assert looks >= 2
    assert game.asked["advance"] >= looks
    assert {row.line for row in disk.rows} == {"clock"}
    assert (red.read(), umpire.read()) == ([], [])
    assert game.asked["sight"] - seen == 2 * len(disk.rows), "each row is shown to both, a look to nobody"
    await pass_seconds(0.001)
    assert [(m["heard"]["type"], m["heard"]["at"]) for m in red.read() if "heard" in m] == [("sight", sighted)]
    assert disk.rows[-1] == JournalRow(Ms(sighted), "time", "")
    table.hold(running=False)


@story
async def test_a_game_that_was_looked_at_replays_to_the_same_state() -> None:
    disk, game = Disk(), Patrol()
    table = probe_table(game, disk)
    red = Client(table, "red", "red.captain")
    await pass_seconds(first_sighting(game)[0] / 1000 + 0.777)
    red.give("red.captain fire")
    await pass_seconds()
    assert table.play.outcome
    again = Play(game, header_of(game), game.setup(header_of(game)))
    assert all(again.repeat(row) for row in disk.rows)
    assert again.digest() == table.play.digest()
    assert again.line == table.play.line
    assert again.undo(1) is None
    assert again.now == table.play.now


@story
async def test_a_pause_between_two_looks_moves_the_next_one() -> None:
    table, sighted = probe_table(Patrol(), Disk()), first_sighting(Patrol())[0]
    red = Client(table, "red", "red.captain")
    await pass_seconds(5)
    red.say(act="pause")
    await pass_seconds(100)
    red.say(act="resume")
    await pass_seconds(3 + (sighted - 5001) / 1000)
    assert not [m for m in red.read() if m.get("heard", {}).get("type") == "sight"]
    await pass_seconds(0.002)
    assert [m["heard"]["at"] for m in red.read() if m.get("heard", {}).get("type") == "sight"] == [sighted]
    table.hold(running=False)


@story
async def test_nothing_spins_while_a_stale_view_waits_for_the_disk() -> None:
    disk, game = Disk(), Drift()
    table = probe_table(game, disk)
    red, blue = Client(table, "red", "red.captain"), Client(table, "blue", "blue.captain")
    red.say(lens={"bearing": "15"}, seat="red.captain")
    blue.give("blue.captain speed 3000")
    await pass_seconds()
    disk.delay = 1.5
    blue.give("blue.captain speed 2500")
    with mock.patch.object(table, "_ring", wraps=table._ring) as ring:
        table._arm()
        await pass_seconds(1.4)
        assert ring.call_count == 0
        await pass_seconds(0.2)
    red.read()
    assert red.views["red.captain"]["contact"] == 14, "it is shown as it is now, when the row is on the disk"
    table.hold(running=False)


# What is shown through a lens


@story
async def test_a_lens_is_answered_with_what_it_changes() -> None:
    table = probe_table(Drift(), Disk())
    red, other = Client(table, "red", "red.captain"), Client(table, "red", "red.captain")
    await pass_seconds()
    red.read(), other.read()
    red.say(lens={"bearing": "12"}, seat="red.captain")
    assert red.read() == [{"delta": {"set": {"contact": 10}, "drop": []}, "seat": "red.captain", "n": 2}]
    red.say(lens={"bearing": "13"}, seat="red.captain")
    assert red.read() == []
    assert other.read() == [], "everybody looks through his own"
    table.hold(running=False)


@story
async def test_a_lens_shows_what_is_there_now() -> None:
    table = probe_table(Drift(), Disk())
    red, blue = Client(table, "red", "red.captain"), Client(table, "blue", "blue.captain")
    blue.give("blue.captain speed 2000")
    await pass_seconds(3.1)
    red.read()
    red.say(lens={"bearing": "15"}, seat="red.captain")
    assert [m["delta"]["set"] for m in red.read()] == [{"contact": 16}]
    table.hold(running=False)


@story
async def test_a_sight_is_worked_out_once_for_a_state_a_seat_and_a_lens() -> None:
    game = Counted()
    table = probe_table(game, Disk())
    clients = [Client(table, "red", "red.captain", name=f"red {number}") for number in range(4)]
    await pass_seconds(1)
    game.asked.clear()
    for client in clients:
        client.say(again=True)
    clients[0].say(lens={"bearing": "1"}, seat="red.captain")
    clients[1].say(lens={"bearing": "1"}, seat="red.captain")
    table.hold(running=True)
    assert game.asked["sight"] == 1, "only the lens is new"
    clients[0].say(act="pause")
    await pass_seconds()
    assert game.asked["sight"] == 3, "a row brings another state, which is seen through two lenses"
    assert all("seen" in client.views["red.captain"] for client in clients if client.read())


def test_turning_a_lens_for_long_keeps_few_sights() -> None:
    game = Counted()
    sights, state = Sights(game), game.setup(header_of(game))
    for turn in range(2 * MOST):
        sights.find(state, RED, {"bearing": str(turn)})
    assert game.asked["sight"] == 2 * MOST
    assert len(sights._made) <= MOST
