"""A real `klaxon run` in a process of its own, and somebody who sits at its table through the socket."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

PATIENCE = 300.0
"""Seconds after which a daemon that says nothing is called dead: a limit for hangs, not a measurement."""


class Daemon:
    """One `klaxon run` or `klaxon games resume`."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.socket = folder / "door"
        command = [sys.executable, "-m", "klaxon.cli", *arguments, "--socket", str(self.socket), "--count-in", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.told: dict[str, Any] = json.loads(self.process.stdout.readline())

    def kill(self) -> None:
        """Pull the plug of the process: no handler runs, nothing is flushed."""
        self.process.kill()
        self.process.wait()

    def wait(self) -> dict[str, Any]:
        """Wait for the end of the game and return what was told of it."""
        out, _ = self.process.communicate(timeout=PATIENCE)
        ended: dict[str, Any] = json.loads(out)
        return ended

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        if self.process.stdout:
            self.process.stdout.close()


class Seated:
    """Somebody at the table, over a real socket."""

    def __init__(self, daemon: Daemon, key: str, *seats: str, name: str = "") -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._connect(str(daemon.socket))
        self._lines = self._socket.makefile("rb")
        self.heard: list[dict[str, Any]] = []
        self.say(hello=1, token=daemon.told["tokens"][key], name=name or key, seats=list(seats))

    def _connect(self, path: str) -> None:
        for _ in range(6000):
            try:
                self._socket.connect(path)
            except (FileNotFoundError, ConnectionRefusedError):
                time.sleep(0.05)  # the door opens a moment after the first line is printed
            else:
                return
        raise TimeoutError(path)

    def say(self, **message: Any) -> None:
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def next(self) -> dict[str, Any] | None:
        """Return the next message, None when the table has gone."""
        try:
            line = self._lines.readline()
        except ConnectionError:
            return None
        if not line.endswith(b"\n"):
            return None
        message: dict[str, Any] = json.loads(line)
        if "heard" in message:
            self.heard.append(message["heard"])
        return message

    def until(self, key: str) -> dict[str, Any]:
        """Read until a message of a kind comes."""
        while (message := self.next()) is not None:
            if key in message:
                return message
        raise AssertionError(f"the table went before it said {key!r}")

    def close(self) -> None:
        self._lines.close()
        self._socket.close()
