"""Made-up time: an event loop that jumps to the next timer instead of waiting for it. For benches, soaks and tests."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
BEGINNING = 1000.0


class TravelLoop(asyncio.SelectorEventLoop):
    """An event loop in which nothing sleeps and every moment is exact."""

    def __init__(self) -> None:
        super().__init__(_Jumping(self))
        self.moment = BEGINNING

    def time(self) -> float:
        """Return the made-up moment."""
        return self.moment


class _Jumping(selectors.SelectSelector):
    def __init__(self, loop: TravelLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everybody waits and nothing will happen")
        self._loop.moment += timeout
        return super().select(0)


def travel(story: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a story in made-up time; it must leave no task behind."""
    loop = TravelLoop()
    try:
        told = loop.run_until_complete(story())
        left = [task for task in asyncio.all_tasks(loop) if not task.done()]
        if left:
            raise RuntimeError(f"tasks left behind: {left}")
        return told
    finally:
        loop.close()
