"""Work that may have to wait for a bus, and where it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol, TypeVar

T = TypeVar("T")


class LineExecutor(Protocol):
    """Runs one job after the other."""

    def do(self, act: Callable[[], T], done: Callable[[T | OSError], None]) -> None:
        """Run a job, then pass its result, or the OSError that it raised, to a callback in the loop."""

    def close(self) -> None:
        """Finish the pending jobs and accept no more; no callback is called."""


class AtOnce:
    """Runs jobs in the loop: for lines of the Pi itself, which are registers in its memory."""

    def do(self, act: Callable[[], T], done: Callable[[T | OSError], None]) -> None:
        """Run it now."""
        done(_try_act(act))

    def close(self) -> None:
        """Do nothing."""


class InThread:
    """Runs jobs in a thread of its own: for an expander.

    The kernel's driver reads an MCP23017 once for each line, and every read may wait for a page that is being written
    to a panel: 16 times 3 ms. On a stuck bus each read waits for the time-out. The loop must not.
    """

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Set the name of the thread."""
        self._loop = loop
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._closed = False

    def do(self, act: Callable[[], T], done: Callable[[T | OSError], None]) -> None:
        """Run it after all jobs before it."""

        def tell(work: Future[T | OSError]) -> None:
            if not self._closed:
                with suppress(RuntimeError):  # the loop has ended, and needs no news
                    self._loop.call_soon_threadsafe(done, work.result())

        self._thread.submit(_try_act, act).add_done_callback(tell)

    def close(self) -> None:
        """Let the thread end when its jobs are done."""
        self._closed = True
        self._thread.shutdown(wait=False)


def _try_act(act: Callable[[], T]) -> T | OSError:
    try:
        return act()
    except OSError as error:
        return error
