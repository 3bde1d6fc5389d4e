"""Made-up time: it waits for threads, and knows when nothing is left to do at a moment."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from klaxon.table.fake_time import BEGINNING, PatientLoop, TravelLoop, travel


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


def test_a_moment_ends_when_nothing_is_left_to_do_and_before_time_goes_on() -> None:
    async def story() -> list[tuple[object, float]]:
        loop, done = asyncio.get_running_loop(), list[tuple[object, float]]()
        assert isinstance(loop, TravelLoop)

        def do(count: int) -> None:
            done.append((count, loop.time()))
            if count:
                loop.call_soon(do, count - 1)

        loop.call_soon(do, 30)
        loop.call_later(0, done.append, ("now", loop.time()))
        timer = loop.call_later(0.001, done.append, ("later", 0.0))
        await loop.until_idle()
        timer.cancel()
        return done

    told = travel(story)
    assert {moment for _, moment in told} == {BEGINNING}
    assert {what for what, _ in told} == {"now", *range(31)}


def test_whoever_no_longer_waits_for_the_end_of_a_moment_is_forgotten() -> None:
    async def story() -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, TravelLoop)
        loop.until_idle().cancel()
        await asyncio.sleep(1.5)
        return loop.time()

    assert travel(story) == BEGINNING + 1.5
