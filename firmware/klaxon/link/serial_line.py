"""A serial port, worked by a thread of its own: answers to the other console never wait for the game's loop.

A port that is pulled out is opened again as soon as it is back; the stream goes on where it was.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import serial

from klaxon.link.line_carrier import LineNews, news_of
from klaxon.link.ports import find_port
from klaxon.link.wire.line_end import LineEnd
from klaxon.link.wire.round_trip import Micros

TRY_AGAIN: Micros = 1_000_000
"""How long to wait before a port that cannot be opened is tried again."""
_MOST = 4096


def clock() -> Micros:
    """Return the time of the line."""
    return time.monotonic_ns() // 1_000


class SerialLine:
    """One end of a line at a port of this machine."""

    def __init__(self, port: str, baud: int, end: LineEnd, on_news: Callable[[], None]) -> None:
        """Begin to work the port; `on_news` is called in the thread of the line when bytes or a new state are there.

        An adapter that comes back under another name is found again (`ports.find_port`).
        """
        self.trouble = ""
        """Why the port cannot be used now; '' while it can."""
        self._port, self._baud, self._end, self._on_news = port, baud, end, on_news
        self._lock = threading.Lock()
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="link line", daemon=True)
        self._thread.start()

    def write(self, data: bytes, stream: int | None = None) -> None:
        """Add to the stream; nothing where another one than `stream` has begun meanwhile."""
        with self._lock:
            if stream in (None, self._end.streams):
                self._end.write(data)
        self._wake()

    def read(self) -> bytes:
        """Return what the other end wrote since the last call."""
        with self._lock:
            return self._end.read()

    def take_news(self) -> LineNews:
        """Return how the line stands, and what came since the last call."""
        with self._lock:
            return news_of(self._end, self.trouble)

    def close(self) -> None:
        """Let go of the port."""
        self._stopping = True
        self._wake()
        self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # a full pipe wakes as well as one more byte would
            os.write(self._wake_write, b"!")

    def _work(self) -> None:
        while not self._stopping:
            try:
                with serial.Serial(
                    find_port(self._port), self._baud, timeout=0, write_timeout=1, exclusive=True
                ) as port:
                    self._set_trouble("")
                    self._carry(port)
            except (OSError, ValueError) as error:  # serial.SerialException is an OSError
                self._set_trouble(
                    os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
                )
                self._sleep(TRY_AGAIN)

    def _set_trouble(self, trouble: str) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._on_news()

    def _sleep(self, wait: Micros) -> bool:
        """Wait, at most so long; True where somebody woke us."""
        ready, _, _ = select.select([self._wake_read], [], [], max(0, wait) / 1_000_000)
        if ready:
            os.read(self._wake_read, _MOST)
        return bool(ready)

    def _carry(self, port: serial.Serial) -> None:
        while not self._stopping:
            with self._lock:
                before = self._end.peer
                frame = self._end.send(clock())
                wait = self._end.due() - clock()
                is_silent_now = self._end.peer is not before
            if is_silent_now:
                self._on_news()
            if frame:
                port.write(frame)
                continue
            ready, _, _ = select.select([port, self._wake_read], [], [], max(0, wait) / 1_000_000)
            if self._wake_read in ready:
                os.read(self._wake_read, _MOST)
            if port in ready:
                self._take(port)

    def _take(self, port: serial.Serial) -> None:
        data = port.read(_MOST)
        if not data:  # readable and empty: the adapter was pulled out
            raise OSError("the port is gone")
        with self._lock:
            before, good = (self._end.peer, self._end.is_garbled), self._end.counts.good_frames
            self._end.receive(data, clock())
            is_news = (self._end.peer, self._end.is_garbled) != before or self._end.counts.good_frames > good
        if is_news:
            self._on_news()
