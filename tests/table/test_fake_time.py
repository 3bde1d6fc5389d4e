"""Made-up time that waits for threads."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from klaxon.table.fake_time import BEGINNING, PatientLoop, travel


def test_time_stands_still_while_a_thread_works() -> None:
    async def story() -> list[tuple[str, float]]:
        loop, told, go_on = asyncio.get_running_loop(), list[tuple[str, float]](), threading.Event()
        loop.call_later(1.0, lambda: told.append(("timer", loop.time())))
        with ThreadPoolExecutor(1) as threads:
            work = loop.run_in_executor(threads, go_on.wait)
            loop.call_soon(lambda: loop.call_soon(go_on.set))  # the loop goes on with what is due now
            await work
        told.append(("work", loop.time()))
        await asyncio.sleep(2.0)
        return told

    assert travel(story, PatientLoop()) == [("work", BEGINNING), ("timer", BEGINNING + 1.0)]


def test_nobody_waits_for_what_will_never_happen() -> None:
    async def story() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(RuntimeError, match="nothing will happen"):
        travel(story, PatientLoop())
