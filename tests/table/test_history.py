"""Histories of whole games hold, whatever disks and connections do; and the judge of them finds planted faults."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from klaxon.rules.contract import Seat
from klaxon.table.disk.journal import Snapshot
from klaxon.table.play import Entry, JournalRow
from klaxon.table.session import Message, Session
from klaxon.table.table import Table
from klaxon.table.telling.telling import Telling
from tests.durability.kit.effort import times
from tests.table.kit.histories import MoodyDisk, Story, faults
from tests.table.kit.travel import travel

SEEDS = times(200, 5000)
"""Every fault that is planted below is found within 12."""
SHARDS = 8


@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_order_counts_once_and_nothing_is_told_that_is_not_kept(shard: int) -> None:
    for seed in range(shard, SEEDS, SHARDS):
        found = faults(seed)
        assert not found, f"python -m tests.table.kit.histories {seed}: {found}"


def test_the_histories_have_kills_stalls_gaps_and_ends() -> None:
    told = accepted = lost = kills = unsaved = 0
    for seed in range(20):
        story = Story(seed)
        travel(story.tell)
        kills += len(story.lives) - 1
        told += sum(len(life.told) for life in story.lives)
        unsaved += sum(each.unsaved for life in story.lives for each in life.told)
        sent = [given for life in story.lives for own in life.orders.values() for given in own.values()]
        accepted += sum(given.answer == "sent" for given in sent)
        lost += sum(given.answer == "sent" for given in sent) - sum(row.kind == "order" for row in story.disk.rows)
    assert (told > 5000, accepted > 300, kills > 20) == (True, True, True)
    assert (lost > 5, unsaved > 50) == (True, True)


class LosesRows(MoodyDisk):
    """A row of a commit of several is lost."""

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        await super().write(rows[:-1] if len(rows) > 2 else rows, snapshot)


class WritesTwice(MoodyDisk):
    """A write that failed was done in part, and is done again."""

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        await super().write(rows, snapshot)
        if rows[-1].kind == "order" and self._dice.random() < 0.1:
            self.rows.append(rows[-1])


class MixesRows(MoodyDisk):
    """Rows of a commit are written in another order."""

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        await super().write(rows[::-1], snapshot)


class ReturnsEarly(MoodyDisk):
    """Rows are said to be on the disk before they are."""

    def __init__(self, dice: Random) -> None:
        super().__init__(dice)
        self._coming: list[asyncio.TimerHandle] = []

    async def write(self, rows: Sequence[JournalRow], snapshot: Snapshot | None) -> None:
        self._coming.append(asyncio.get_running_loop().call_later(0.2, self.rows.extend, rows))

    def kill(self) -> None:
        for coming in self._coming:
            coming.cancel()


class CarriesOutTwice(Table):
    """An order that is given again is carried out again."""

    def order(self, session: Session, number: int, seat: Seat, line: str) -> None:
        session.desk.orders = 0
        super().order(session, number, seat, line)


class ForgetsOrders(Table):
    """An order is answered with `sent`, and nothing comes of it."""

    def _judge(self, number: int, seat: Seat, line: str) -> Message:
        return {"sent": number} if "charge" in line else super()._judge(number, seat, line)


class CountsAnew(Table):
    """After a kill what the seats hear is counted from one."""

    def remember(self, pages: Sequence[Entry], heard: dict[str, int]) -> None:  # type: ignore[override]
        pass


class _WithoutSix(Telling):
    def count(self, seats: frozenset[Seat]) -> dict[Seat, int]:
        for seat in seats:
            self.heard[seat] += self.heard[seat] == 5
        return super().count(seats)


class SkipsNumbers(Table):
    """A number is left out now and then."""

    telling_type = _WithoutSix


@pytest.mark.parametrize("disk", [LosesRows, WritesTwice, MixesRows, ReturnsEarly])
def test_a_disk_with_a_planted_fault_is_found(disk: type[MoodyDisk]) -> None:
    assert any(faults(seed, disk_type=disk) for seed in range(12))


@pytest.mark.parametrize("table", [CarriesOutTwice, ForgetsOrders, CountsAnew, SkipsNumbers])
def test_a_table_with_a_planted_fault_is_found(table: type[Table]) -> None:
    assert any(faults(seed, table_type=table) for seed in range(12))


def test_a_seed_is_always_the_same_history() -> None:
    stories = [Story(3), Story(3)]
    for story in stories:
        travel(story.tell)
    one, other = ((story.disk.rows, story.lives) for story in stories)
    assert one == other
