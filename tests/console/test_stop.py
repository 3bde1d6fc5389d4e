"""An orderly stop: what was played is on the disk before anything else is closed, in less than a second."""

from __future__ import annotations

import asyncio

import pytest

from tests.console.kit.playing import SPLIT_START, at_the_console, story
from tests.table.kit.travel import Disk

A_SECOND = 1.0


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.4])
def test_the_last_order_is_written_when_the_daemon_is_told_to_end(delay: float) -> None:
    @story
    async def tell() -> None:
        disk = Disk()
        loop = asyncio.get_running_loop()
        async with at_the_console(scribe=lambda: disk, first="red") as play:
            await play.play_orders(*SPLIT_START)
            await play.run(2)
            before, disk.delay = len(disk.rows), delay
            await play.give("red.captain course south")
            told = loop.time()
        assert [row.line for row in disk.rows[before:]] == ["red.captain course south"]
        assert loop.time() - told < A_SECOND

    tell()
