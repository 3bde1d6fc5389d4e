"""The worker of a debrief: a process that tells a game again, and what is said of one that fails."""

from __future__ import annotations

import os
from functools import partial
from typing import NoReturn

import pytest

from klaxon.console.onlook import debrief_worker
from klaxon.console.onlook.debrief import tell_finished_game
from klaxon.console.onlook.debrief_worker import DebriefWorkerError, call_in_worker
from klaxon.table.debrief import finished_game
from tests.console.kit.playing import at_the_console, story
from tests.console.kit.stories import golden


def test_a_worker_tells_a_game_as_this_process_does() -> None:
    told = partial(tell_finished_game, "00001-game", finished_game(golden("uboot/hunted")), "de", {}, {}, latin=False)
    here, there = told(), call_in_worker(told)
    assert [moment[:5] for moment in there.moments] == [moment[:5] for moment in here.moments]
    assert there.moments[-1].truth == here.moments[-1].truth
    assert there.phrases == here.phrases


def test_a_worker_that_dies_is_an_error() -> None:
    with pytest.raises(DebriefWorkerError, match="exit status 3"):
        call_in_worker(partial(os._exit, 3))


def test_a_worker_that_hangs_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(debrief_worker, "PATIENCE", 0)
    with pytest.raises(DebriefWorkerError, match="timed out"):
        call_in_worker(partial(os.read, 0, 1))


def _fail(_work: object) -> NoReturn:
    raise DebriefWorkerError("dead")


@story
async def test_a_station_says_that_the_worker_failed_and_another_try_is_good() -> None:
    async with at_the_console(first="red") as play:
        play.table.play.end()
        play.table.turn_pages()
        await play.run(0.01)
        station = play.console.stations[play.station("red.captain")]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(debrief_worker, "call_in_worker", _fail)
            play.console.debriefs.lay(station)
        await play.run(0.1)
        assert "could not be made" in " ".join(play.panel("red.captain").lines)
        play.console.debriefs.lay(station)
        await play.run(0.1)
        assert "Before the first order" in " ".join(play.panel("red.captain").lines)
