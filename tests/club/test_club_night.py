"""One seed, whole club: whatever is killed, standings are those of a night on which nothing went wrong."""

from __future__ import annotations

import os
from unittest import mock

import pytest

from klaxon.club.outbox.sending import Outbox
from klaxon.club.working import EndWorker
from tests.club.kit.club_night import judge

NIGHTS = 3000 if os.environ.get("KLAXON_SOAK") else 100
TEN = 10


@pytest.mark.parametrize("ten", range(NIGHTS // TEN))
def test_a_night_of_troubles_ends_as_a_calm_one(ten: int) -> None:
    assert [problem for seed in range(TEN * ten, TEN * ten + TEN) if (problem := judge(seed))] == []


def is_found() -> bool:
    """Return whether some night shows that something is wrong."""
    for seed in range(30):
        try:
            if judge(seed):
                return True
        except AssertionError:  # the night does not end
            return True
    return False


def test_an_outbox_that_keeps_nothing_is_found() -> None:
    with mock.patch.object(Outbox, "take_rows", return_value=[]):
        assert is_found()


def test_a_receipt_before_the_disk_is_found() -> None:
    write = EndWorker._write_rows

    async def run(self: EndWorker) -> None:
        while True:
            await self._wait()
            self._news.clear()
            batch = self.end.take_batch(self.clock())
            for mail in batch.mail:
                if self._send is not None:
                    self._send(mail)
            if batch.rows:
                await write(self, batch.rows)
            self._batches += 1
            async with self._written:
                self._written.notify_all()
            self._on_written()

    with mock.patch.object(EndWorker, "run", run):
        assert is_found()
