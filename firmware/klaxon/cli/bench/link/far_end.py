"""One end of a line by the clock, in a process of its own: the host answers, the guest measures. See `carriers.py`.

`python -m klaxon.cli.bench.link.far_end ROLE CARRIER PORT` reads its work as JSON from standard input. Carrier `ours`
is the link's own stream over the port. Carrier `ppp` is TCP through Debian's pppd on the port; its process has a
network of its own, so that nothing takes a way around the line.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from queue import Empty, Queue
from random import Random
from typing import Any, Protocol

from klaxon.link.modelled.noise import BAUD

ADDRESSES = {"host": "10.94.0.1", "guest": "10.94.0.2"}
TCP_PORT = 28_447
_HEAD = 4
_ORDER, _EFFECT, _SLICE = 1, 2, 3
SLICE, SLICE_EVERY = 43, 0.25
"""Bytes of the guest's copy, and how often they leave."""
UP = 30.0
"""Seconds in which a connection has to stand."""


class Stream(Protocol):
    """Bytes in order, both ways."""

    def write(self, data: bytes) -> None:
        """Send."""

    def read(self, wait: float) -> bytes:
        """Return what came, b"" after `wait` seconds without anything."""

    def close(self) -> None:
        """End it."""


class OwnStream:
    """The link's own stream."""

    def __init__(self, role: str, port: str) -> None:
        """Open the port."""
        from klaxon.link.serial_line import SerialLine
        from klaxon.link.wire.line_end import LineEnd

        self._news: Queue[None] = Queue()
        end = LineEnd(1 if role == "host" else 2, baud=BAUD)
        self._line = SerialLine(port, BAUD, end, lambda: self._news.put(None))
        until = time.monotonic() + UP
        while not end.streams and time.monotonic() < until:
            with suppress(Empty):
                self._news.get(timeout=1)

    def write(self, data: bytes) -> None:
        """Send."""
        self._line.write(data)

    def read(self, wait: float) -> bytes:
        """Return what came."""
        if found := self._line.read():
            return found
        with suppress(Empty):
            self._news.get(timeout=wait)
        return self._line.read()

    def close(self) -> None:
        """Let go of the port."""
        self._line.close()


class PppStream:
    """TCP over PPP."""

    def __init__(self, role: str, port: str, options: list[str]) -> None:
        """Start pppd, and connect."""
        own, other = ADDRESSES[role], ADDRESSES["guest" if role == "host" else "host"]
        command = [os.environ.get("PPPD", "pppd"), port, str(BAUD), "local", "noauth", "nodetach", "nocrtscts"]
        self._pppd = subprocess.Popen(  # noqa: S603 - Debian's
            [*command, f"{own}:{other}", *options], stdout=subprocess.DEVNULL
        )
        until = time.monotonic() + UP
        self._socket = self._listen(own, until) if role == "host" else self._connect(other, until)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _listen(self, own: str, until: float) -> socket.socket:
        while True:
            listening = socket.socket()
            try:
                listening.bind((own, TCP_PORT))
                listening.listen()
                listening.settimeout(UP)
                return listening.accept()[0]
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def _connect(self, other: str, until: float) -> socket.socket:
        while True:
            try:
                return socket.create_connection((other, TCP_PORT), UP)
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def write(self, data: bytes) -> None:
        """Send."""
        self._socket.settimeout(None)
        self._socket.sendall(data)

    def read(self, wait: float) -> bytes:
        """Return what came."""
        self._socket.settimeout(wait)
        try:
            return self._socket.recv(4096)
        except TimeoutError:
            return b""

    def close(self) -> None:
        """End pppd."""
        self._socket.close()
        self._pppd.kill()
        self._pppd.wait()


class _Messages:
    """Messages of a kind and a size over a stream."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._part, self._lock = stream, b"", threading.Lock()

    def send(self, kind: int, size: int, number: int) -> None:
        head = bytes((kind,)) + size.to_bytes(2, "little") + bytes((number % 256,))
        with self._lock:
            self._stream.write(head + bytes(max(0, size - _HEAD)))

    def receive(self, wait: float) -> list[tuple[int, int]]:
        """Return (kind, number) of all messages that are whole."""
        self._part += self._stream.read(wait)
        found = []
        while len(self._part) >= _HEAD:
            size = max(int.from_bytes(self._part[1:3], "little"), _HEAD)
            if len(self._part) < size:
                break
            found.append((self._part[0], self._part[3]))
            self._part = self._part[size:]
        return found


def answer(messages: _Messages, work: dict[str, Any]) -> None:
    """Be the host: answer every order with its effect, and send slices of the copy, until it is killed."""

    def send_slices() -> None:
        while True:
            time.sleep(SLICE_EVERY)
            messages.send(_SLICE, SLICE, 0)

    threading.Thread(target=send_slices, daemon=True).start()
    count = 0
    while True:
        for kind, number in messages.receive(1.0):
            if kind == _ORDER:
                messages.send(_EFFECT, work["down"][count % len(work["down"])], number)
                count += 1


def measure(messages: _Messages, work: dict[str, Any]) -> dict[str, Any]:
    """Be the guest: give orders, one after another, and note how long each effect takes."""
    dice, delays, lost = Random(work["seed"]), [], 0  # noqa: S311 - pauses
    end = time.monotonic() + work["seconds"]
    for number in range(work["orders"]):
        if time.monotonic() > end:
            break
        given = time.monotonic()
        messages.send(_ORDER, work["up"][number % len(work["up"])], number)
        while not any(found == (_EFFECT, number % 256) for found in messages.receive(0.5)):
            if time.monotonic() > end:
                lost += 1
                break
        else:
            delays.append(time.monotonic() - given)
        time.sleep(dice.uniform(0.05, 0.25))
    return {"delays": delays, "unanswered": lost}


def main(role: str, carrier: str, port: str) -> None:
    """Work at one end."""
    work = json.loads(sys.stdin.readline())
    try:
        stream: Stream = OwnStream(role, port) if carrier == "ours" else PppStream(role, port, work["ppp"])
    except OSError as error:
        sys.stdout.write(json.dumps({"delays": [], "unanswered": 0, "error": str(error)}) + "\n")
        return
    messages = _Messages(stream)
    if role == "host":
        answer(messages, work)
    else:
        sys.stdout.write(json.dumps(measure(messages, work)) + "\n")
    stream.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
