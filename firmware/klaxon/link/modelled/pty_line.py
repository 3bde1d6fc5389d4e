"""A serial line by the clock: two pseudo-terminals, and between them a wire as slow and as noisy as a real one.

A pseudo-terminal has no speed of its own. Here each byte comes out at the other end when a line of that speed would
have brought it, and no more is taken in than a port with a small buffer would take.
"""

from __future__ import annotations

import os
import pty
import threading
import time
import tty
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from select import select

from klaxon.link.modelled.noise import BAUD, CLEAN, Noise
from klaxon.link.wire.line_end import BITS_A_BYTE

CHUNK = 32
"""Bytes that come out together: 2.8 ms of the line at 115,200 baud."""
BUFFER = 128
"""Bytes that a port takes in ahead of the line; what is more waits at the program."""


class PtyLine:
    """Two ports of this machine, and the wire between them."""

    def __init__(self, noise: Noise = CLEAN, seed: int = 0, baud: int = BAUD) -> None:
        """Make the ports, plugged in."""
        self.plugged = True
        self.noise = noise
        self.carried = [0, 0]
        """Bytes that each port has put on the line."""
        self._dice = Random(seed)  # noqa: S311 - a model's chance
        self._byte_seconds = BITS_A_BYTE / baud
        self._inner, self._outer = [], []
        for _ in range(2):
            inner, outer = pty.openpty()
            tty.setraw(outer)
            os.set_blocking(inner, False)
            self._inner.append(inner)
            self._outer.append(outer)
        self.ports = tuple(os.ttyname(outer) for outer in self._outer)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._carry, name="pty line", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Throw the ports away."""
        os.write(self._stop_write, b"!")
        self._thread.join()
        for each in (*self._inner, *self._outer, self._stop_read, self._stop_write):
            with suppress(OSError):
                os.close(each)

    def _carry(self) -> None:
        under_way: list[deque[tuple[float, bytes]]] = [deque(), deque()]
        free, waiting = [0.0, 0.0], [0, 0]
        while True:
            now = time.monotonic()
            for number, queue in enumerate(under_way):
                while queue and queue[0][0] <= now:
                    data = queue.popleft()[1]
                    waiting[number] -= len(data)
                    self._bring(number, data)
            dues = [queue[0][0] for queue in under_way if queue]
            open_ends = [inner for number, inner in enumerate(self._inner) if waiting[number] < BUFFER]
            wait = max(0.0, min(dues) - now) if dues else None
            ready, _, _ = select([*open_ends, self._stop_read], [], [], wait)
            if self._stop_read in ready:
                return
            for number, inner in enumerate(self._inner):
                if inner in ready and (data := self._take(inner)):
                    free[number] = max(free[number], time.monotonic())
                    for place in range(0, len(data), CHUNK):
                        part = data[place : place + CHUNK]
                        free[number] += len(part) * self._byte_seconds
                        waiting[number] += len(part)
                        under_way[number].append((free[number], part))

    def _take(self, inner: int) -> bytes:
        try:
            return os.read(inner, BUFFER)
        except BlockingIOError:
            return b""
        except OSError:  # nobody has the port open
            time.sleep(0.01)
            return b""

    def _bring(self, number: int, data: bytes) -> None:
        self.carried[number] += len(data)
        if self.plugged:
            with suppress(OSError):  # the program at the other end reads nothing, and its port is full
                os.write(self._inner[1 - number], self.noise.garble(data, self._dice))


@contextmanager
def pty_line(noise: Noise = CLEAN, seed: int = 0, baud: int = BAUD) -> Iterator[PtyLine]:
    """Lay a line for a while."""
    laid = PtyLine(noise, seed, baud)
    try:
        yield laid
    finally:
        laid.close()
