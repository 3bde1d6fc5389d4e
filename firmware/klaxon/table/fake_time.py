"""Fake time: an event loop that jumps to the next timer instead of waiting for it. For benches, soaks and tests."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
BEGINNING = 1000.0
SAME_MOMENT = 1e-9
"""Timers within this many seconds of each other go off together in an event loop."""


class TravelLoop(asyncio.SelectorEventLoop):
    """An event loop that never sleeps and in which every moment is exact."""

    def __init__(self) -> None:
        super().__init__(_Jumping(self))
        self.moment = BEGINNING
        self.away = 0
        """Jobs in threads that time waits for."""
        self._idle: list[asyncio.Future[None]] = []
        """Futures of those who wait until nothing is left to do at this moment."""

    def time(self) -> float:
        """Return the fake time."""
        return self.moment

    def until_idle(self) -> asyncio.Future[None]:
        """Return a future that is done as soon as nothing is left to do at this moment, before time advances."""
        future: asyncio.Future[None] = self.create_future()
        self._idle.append(future)
        return future

    def end_moment(self) -> bool:
        """Wake everybody who waits for the end of this moment; return whether anybody did."""
        waiting, self._idle = self._idle, []
        for future in waiting:
            if not future.done():
                future.set_result(None)
        return bool(waiting)

    def run_in_executor(self, _: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Run a thread's job in the loop: a real thread would not know the fake time."""
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whoever waits for the work gets it, as from a thread
            future.set_exception(error)
        return future


class PatientLoop(TravelLoop):
    """Fake time that stands still while threads work for the loop, so their work takes no time."""

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Run a job in a thread; time does not advance before it is done."""
        future = asyncio.SelectorEventLoop.run_in_executor(self, executor, func, *args)
        self.begin_job()
        future.add_done_callback(lambda _: self.end_job())
        return future

    def begin_job(self) -> None:
        """Count a job that a thread has begun."""
        self.away += 1

    def end_job(self) -> None:
        """Count a job that a thread has finished."""
        self.away -= 1


class _Jumping(selectors.SelectSelector):
    def __init__(self, loop: TravelLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self._loop.away and timeout != 0:
            return super().select()
        found = super().select(0)
        if (timeout is None or timeout > SAME_MOMENT) and (found or self._loop.end_moment()):
            return found
        if timeout is None:
            raise RuntimeError("everybody waits and nothing will happen")
        self._loop.moment += timeout
        return found


def travel(story: Callable[[], Coroutine[Any, Any, T]], loop: TravelLoop | None = None) -> T:
    """Run a coroutine in fake time; it must leave no task behind."""
    loop = loop or TravelLoop()
    try:
        result = loop.run_until_complete(story())
        left = [task for task in asyncio.all_tasks(loop) if not task.done()]
        if left:
            raise RuntimeError(f"tasks left behind: {left}")
        return result
    finally:
        loop.close()
