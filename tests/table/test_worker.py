"""A worker: told and answering over pipes, and missed by nobody."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any

import pytest

from klaxon.rules.contract import Seat
from klaxon.table.worker import worker
from tests.crew.kit.match import set_up, shown

PATIENCE = 30.0
"""Seconds after which a test gives up."""
PLOT = [sys.executable, "-m", "klaxon.crew.plot", "sonar"]


def start(seat: str) -> dict[str, Any]:
    game, state = set_up("sonar", "1", {"chart": "bravo-2", "help": "solve"})
    return {"seat": seat, "view": shown(game, state, Seat(seat))}


def test_a_plot_comes_back_from_a_child_process() -> None:
    async def story() -> list[dict[str, Any]]:
        told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        async with asyncio.timeout(PATIENCE), worker(PLOT, told.put_nowait) as tell:
            tell(start("red.radio"))
            first = await told.get()
            tell({"seat": "red.radio", "heard": {"type": "course", "boat": "blue", "dir": "north"}})
            return [first, await told.get()]

    before, after = asyncio.run(story())
    assert before["seat"] == after["seat"] == "red.radio"
    assert before["plot"]["exact"]
    assert after["plot"]["exact"]
    assert 0 < len(after["plot"]["places"]) < len(before["plot"]["places"])


def test_nothing_is_started_before_the_first_word() -> None:
    async def story() -> int:
        async with worker(["/no/such/program"], lambda _message: None):
            await asyncio.sleep(0)
            return len(asyncio.all_tasks())

    assert asyncio.run(story()) == 1, "the story itself"


def test_a_child_that_ends_by_itself_is_missed_by_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with asyncio.timeout(PATIENCE), worker([sys.executable, "-c", "pass"], lambda _message: None) as tell:
            tell({"seat": "red.radio"})
            (work,) = [task for task in asyncio.all_tasks() if task.get_name() == "worker"]
            await asyncio.wait({work})
            tell({"seat": "red.radio"})

    with caplog.at_level(logging.WARNING):
        asyncio.run(story())
    assert "ended by itself" in caplog.text
