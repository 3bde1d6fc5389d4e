"""Doors: transports for a session's messages. Here: JSON lines over a stream, a pipe to a child process or a socket."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from klaxon.table.session import LONGEST_UP, Session
from klaxon.table.table import Table

CLOSING = 2.0
"""Seconds a child process has to end by itself."""
MOST_CONNECTIONS = 128
"""Connections of a socket door at once, with or without a hello."""


async def serve_stream(table: Table, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Serve one client over a stream until it leaves."""
    news = asyncio.Event()
    session = Session(table.loop.time, news.set)
    table.open_session(session)
    down = asyncio.create_task(_carry_down(table, session, writer, news), name="session down")
    try:
        await _carry_up(table, session, reader)
    finally:
        table.close_session(session)
        down.cancel()
        with contextlib.suppress(asyncio.CancelledError, OSError):
            await down
        for text in session.carry():  # how the game ended, or why the client has to go
            writer.write(text.encode() + b"\n")
        writer.close()


async def _carry_up(table: Table, session: Session, reader: asyncio.StreamReader) -> None:
    while True:
        try:
            line = await reader.readline()
        except (ValueError, OSError):  # a line beyond the limit, or a broken pipe: nothing good comes after it
            return
        if not line:
            return
        table.receive(session, line.decode("utf-8", "replace"))
        if session.dismissed:
            return


async def _carry_down(table: Table, session: Session, writer: asyncio.StreamWriter, news: asyncio.Event) -> None:
    while True:
        await news.wait()
        news.clear()
        for text in session.carry():
            writer.write(text.encode() + b"\n")
            await writer.drain()
        if session.take_missed():
            table.refresh(session)


@contextlib.asynccontextmanager
async def socket_door(table: Table, path: Path) -> AsyncIterator[None]:
    """Open a door for programs on this machine: a Unix socket that only its owner may use."""
    serving: set[asyncio.Task[None]] = set()

    async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None or len(serving) >= MOST_CONNECTIONS:
            writer.close()
            return
        serving.add(task)
        try:
            # A task of a stream that ends as cancelled is printed with its traceback (Python 3.11 and later).
            with contextlib.suppress(asyncio.CancelledError):
                await serve_stream(table, reader, writer)
        finally:
            serving.discard(task)

    _remove(path)
    mask = os.umask(0o177)
    try:
        server = await asyncio.start_unix_server(let_in, path, limit=LONGEST_UP)
    finally:
        os.umask(mask)
    try:
        yield
    finally:
        server.close()
        _remove(path)
        for task in tuple(serving):
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


@contextlib.asynccontextmanager
async def child_door(table: Table, command: Sequence[str], environment: Mapping[str, str]) -> AsyncIterator[None]:
    """Seat a child process: it speaks the protocol on its standard input and output."""
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, limit=LONGEST_UP, env={**os.environ, **environment}
    )
    if child.stdin is None or child.stdout is None:
        raise RuntimeError("a child without pipes")
    serving = asyncio.create_task(serve_stream(table, child.stdout, child.stdin), name="child door")
    try:
        yield
    finally:
        await end_child(child)
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving


async def end_child(child: asyncio.subprocess.Process) -> None:
    """Close the input of a child process, and kill it if that does not end it."""
    if child.stdin is not None:
        child.stdin.close()
    try:
        await asyncio.wait_for(child.wait(), CLOSING)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):  # it ended just now, and nobody has waited for it yet
            child.kill()
        await child.wait()
