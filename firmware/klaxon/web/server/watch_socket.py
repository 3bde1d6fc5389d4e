"""The watch socket: what all panels show, for the owner of this machine. JSON lines over a Unix socket.

It only shows. A watcher that does not read is not waited for: it gets the latest when it does.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

from klaxon.console.devices import Call, Picture, Sentence
from klaxon.console.devices.virtual_console import VirtualDevices

NAME = "watch.sock"
"""The name of the socket in the state folder."""
MOST = 8
"""Most watchers at once."""
LINE = 64 * 1024
"""Most bytes of a line."""

_log = logging.getLogger(__name__)

Labels = Callable[[], Mapping[str, str]]
"""Station -> who works it."""
Onlookers = Callable[[str], tuple[int, int]]
"""Station -> how many pages show it, and how many umpires look on."""


class _Watcher:
    """One terminal, and the panels that have to be sent to it."""

    def __init__(self, console: VirtualDevices) -> None:
        self.news = asyncio.Event()
        self.changed = {fitting.name: None for fitting in console.fittings}
        self.news.set()

    def panel(self, station: str, picture: Picture) -> None:  # noqa: ARG002 - asked for when it is sent
        """Mark a panel whose picture changed."""
        self._note(station)

    def light(self, station: str, level: int) -> None:  # noqa: ARG002 - as above
        """Mark a panel whose brightness changed."""
        self._note(station)

    def bell(self, boat: str, call: Call | None) -> None:
        """Ignore bells."""

    def speech(self, sentence: Sentence | None) -> None:
        """Ignore what is spoken."""

    def lamp(self, lamp: str, *, lit: bool) -> None:
        """Ignore lamps."""

    def _note(self, station: str) -> None:
        self.changed[station] = None
        self.news.set()


@contextlib.asynccontextmanager
async def open_watch_socket(
    path: Path, console: VirtualDevices, labels: Labels, onlookers: Onlookers = lambda _: (0, 0)
) -> AsyncIterator[None]:
    """Let the owner of this machine watch all panels; if that fails, the console runs without."""
    watching: set[asyncio.Task[None]] = set()

    async def let_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is None or len(watching) >= MOST:
            writer.close()
            return
        watching.add(task)
        telling = asyncio.create_task(_tell(console, labels, onlookers, writer), name="peephole")
        try:
            with contextlib.suppress(OSError, asyncio.CancelledError):
                while await reader.read(LINE):  # nobody listens; that somebody has left is all that counts
                    pass
        finally:
            watching.discard(task)
            telling.cancel()
            writer.close()

    server = await _listen(path, let_in)
    try:
        yield
    finally:
        if server is not None:
            server.close()
            _remove(path)
        for task in tuple(watching):
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def _listen(
    path: Path, let_in: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Any]
) -> asyncio.Server | None:
    if await _is_answered(path):
        _log.warning("no door for `klaxon watch`: another console has it")
        return None
    mask = os.umask(0o177)
    try:
        _remove(path)
        return await asyncio.start_unix_server(let_in, path)
    except OSError as error:  # a disk that is read-only, a path that is too long: nobody plays worse for it
        _log.warning("no door for `klaxon watch`: %s", error)
        return None
    finally:
        os.umask(mask)


async def _is_answered(path: Path) -> bool:
    """Return whether somebody listens on a socket; a killed process leaves its file behind."""
    try:
        _, writer = await asyncio.open_unix_connection(path)
    except OSError:
        return False
    writer.close()
    return True


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)


async def _tell(console: VirtualDevices, labels: Labels, onlookers: Onlookers, writer: asyncio.StreamWriter) -> None:
    watcher = _Watcher(console)
    console.watch(watcher)
    try:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                changed, watcher.changed = watcher.changed, {}
                for station in changed:
                    writer.write(_line(console, labels().get(station, ""), onlookers(station), station))
                    await writer.drain()
    finally:
        console.unwatch(watcher)


def _line(console: VirtualDevices, label: str, onlookers: tuple[int, int], station: str) -> bytes:
    picture = console.picture(station)
    boat = next(fitting.side for fitting in console.fittings if fitting.name == station)
    data = {
        "station": station,
        "boat": boat,
        "label": label,
        "pages": onlookers[0],
        "umpires": onlookers[1],
        "light": console.level(station),
        "width": picture.width,
        "height": picture.height,
        "bits": b64encode(picture.bits).decode(),
        "words": picture.words,
    }
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"
