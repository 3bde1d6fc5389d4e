"""A worker: a child process that reads and writes lines of JSON. Nothing waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from klaxon.table.doors import end_child

_log = logging.getLogger(__name__)

Message = dict[str, Any]
Tell = Callable[[Message], None]
LONGEST = 1 << 20


@contextlib.asynccontextmanager
async def worker(command: Sequence[str], on_answer: Tell) -> AsyncIterator[Tell]:
    """Yield a function that sends a message to a child process.

    Its answers are passed to `on_answer`. The first message starts it.
    """
    words: asyncio.Queue[Message] = asyncio.Queue()
    work: asyncio.Task[None] | None = None

    def tell(message: Message) -> None:
        nonlocal work
        words.put_nowait(message)
        if work is None:
            work = asyncio.create_task(_work(command, words, on_answer), name="worker")

    try:
        yield tell
    finally:
        if work is not None:
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work


async def _work(command: Sequence[str], words: asyncio.Queue[Message], on_answer: Tell) -> None:
    """Run the child. If it ends by itself nothing else happens: a game goes on without it."""
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=LONGEST)
    if child.stdin is None or child.stdout is None:
        raise RuntimeError("a child without pipes")
    down = asyncio.create_task(_carry(words, child.stdin), name="worker down")
    try:
        while line := await child.stdout.readline():
            on_answer(json.loads(line))
        _log.warning("a worker ended by itself: %s", " ".join(command[1:]))
    finally:
        down.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await down
        await end_child(child)


async def _carry(words: asyncio.Queue[Message], writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):  # the child has gone: whoever reads from it notices
        while True:
            writer.write(json.dumps(await words.get(), separators=(",", ":")).encode() + b"\n")
            await writer.drain()
