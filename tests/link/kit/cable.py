"""A cable between two pseudo-terminals: what is written at one port comes out at the other, until it is pulled."""

from __future__ import annotations

import os
import pty
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from select import select

_MOST = 4096


class Cable:
    """Two ports of this machine and what joins them."""

    def __init__(self) -> None:
        """Make the ports and plug the cable in."""
        self.plugged = True
        self.joined = False
        """Whether TXD is joined to RXD at the first port, instead of going to the second."""
        self._inner: list[int] = []
        self._outer: list[int] = []
        for _ in range(2):
            inner, outer = pty.openpty()
            tty.setraw(outer)
            self._inner.append(inner)
            self._outer.append(outer)
        self.ports = tuple(os.ttyname(outer) for outer in self._outer)
        self._stop_read, self._stop_write = os.pipe()
        self._thread = threading.Thread(target=self._carry, name="cable")
        self._thread.start()

    def _carry(self) -> None:
        while True:
            ready, _, _ = select([*self._inner, self._stop_read], [], [])
            if self._stop_read in ready:
                return
            for number, inner in enumerate(self._inner):
                if inner in ready:
                    data = os.read(inner, _MOST)
                    to = number if self.joined else 1 - number
                    if self.plugged:
                        os.write(self._inner[to], data)

    def close(self) -> None:
        """Throw the ports away."""
        os.write(self._stop_write, b"!")
        self._thread.join()
        for each in (*self._inner, *self._outer, self._stop_read, self._stop_write):
            with suppress(OSError):
                os.close(each)


@contextmanager
def cable() -> Iterator[Cable]:
    """Lay a cable for a while."""
    laid = Cable()
    try:
        yield laid
    finally:
        laid.close()
