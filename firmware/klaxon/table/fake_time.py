"""Fake time: an event loop that jumps to the next timer instead of waiting for it. For benches, soaks and tests."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
BEGINNING = 1000.0
SAME_MOMENT = 1e-9
"""Seconds between timers that an event loop still lets go off together."""


class TravelLoop(asyncio.SelectorEventLoop):
    """An event loop in which nothing sleeps and every moment is exact."""

    def __init__(self) -> None:
        super().__init__(_Jumping(self))
        self.moment = BEGINNING
        self.away = 0
        """What is being done in threads that time waits for."""
        self._idle: list[asyncio.Future[None]] = []
        """Who waits until nothing is left to do at this moment."""

    def time(self) -> float:
        """Return the made-up moment."""
        return self.moment

    def until_idle(self) -> asyncio.Future[None]:
        """Return a future that is done as soon as nothing is left to do at this moment, before time goes on."""
        future: asyncio.Future[None] = self.create_future()
        self._idle.append(future)
        return future

    def end_moment(self) -> bool:
        """Wake whoever waits for the end of this moment; return whether anybody did."""
        waiting, self._idle = self._idle, []
        for future in waiting:
            if not future.done():
                future.set_result(None)
        return bool(waiting)

    def run_in_executor(self, _: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Do the work of a thread here and now: a real one would know no made-up time."""
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whoever waits for the work gets it, as from a thread
            future.set_exception(error)
        return future


class PatientLoop(TravelLoop):
    """Made-up time that stands still while threads work for the loop: their work takes no time at all."""

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Let a thread do something, and wait for it before time goes on."""
        future = asyncio.SelectorEventLoop.run_in_executor(self, executor, func, *args)
        self.sent_away()
        future.add_done_callback(lambda _: self.is_back())
        return future

    def sent_away(self) -> None:
        """Something is being done in a thread."""
        self.away += 1

    def is_back(self) -> None:
        """It is done."""
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
    """Run a story in made-up time; it must leave no task behind."""
    loop = loop or TravelLoop()
    try:
        result = loop.run_until_complete(story())
        left = [task for task in asyncio.all_tasks(loop) if not task.done()]
        if left:
            raise RuntimeError(f"tasks left behind: {left}")
        return result
    finally:
        loop.close()
