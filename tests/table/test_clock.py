"""The clock of play: runs, stands, jumps back with an undo, and never looks at the wall."""

from __future__ import annotations

import time

import pytest

from klaxon.rules.contract import Ms
from klaxon.table.clock import PlayClock
from tests.rules.probes.fuse import Fuse
from tests.table.kit.probe_tables import probe_table
from tests.table.kit.tables import story
from tests.table.kit.travel import Client, Disk, pass_seconds


def test_it_runs_and_stands() -> None:
    moment = 50.0
    clock = PlayClock(lambda: moment, Ms(1000))
    assert (clock.now(), clock.running) == (1000, False)
    clock.start()
    moment += 1.5
    assert (clock.now(), clock.running) == (2500, True)
    assert clock.when(Ms(3000)) == pytest.approx(moment + 0.5)
    assert clock.when(Ms(1)) == moment
    clock.stop()
    moment += 100
    assert clock.now() == 2500
    clock.start()
    moment += 0.25
    assert clock.now() == 2750
    clock.set(Ms(700))
    moment += 0.001
    assert clock.now() == 701
    clock.stop()
    clock.set(Ms(5))
    assert clock.now() == 5


@pytest.fixture
def jumping_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall clock that is set back by a year, then forward by ten, each time somebody looks."""
    jumps = iter([1e9, 0.0, 5e9] * 1000)
    monkeypatch.setattr(time, "time", lambda: next(jumps))


@pytest.mark.usefixtures("jumping_wall")
def test_a_jump_of_the_wall_clock_moves_no_game() -> None:
    @story
    async def tell() -> None:
        disk = Disk()
        table = probe_table(Fuse(), disk)
        red = Client(table, "red", "red.captain")
        await pass_seconds(46)
        heard = [message["heard"] for message in red.read() if "heard" in message]
        assert [(each["type"], each["at"]) for each in heard] == [
            ("rings", 5000),
            ("rings", 15000),
            ("rings", 25000),
            ("rings", 35000),
            ("boom", 45000),
        ]

    tell()
