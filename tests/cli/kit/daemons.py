"""A daemon started by a test, and what it says first."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.sync.client import connect
from websockets.typing import Origin

PATIENCE = 60


@contextmanager
def daemon(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running daemon, and the first line it printed."""
    command = [sys.executable, "-m", "klaxon.cli", "run", "--folder", str(folder), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def first_words(page: str, station: str = "red-1", until: str = "") -> list[str]:
    """Open the page and return what a station says, the first unless another is asked for, once a word is among it."""
    address, _, token = page.partition("/#")
    with connect(f"ws{address.removeprefix('http')}/ws", origin=Origin(address)) as opened:
        opened.send(json.dumps({"hello": 1, "token": token}))
        while True:
            message = opened.recv(timeout=PATIENCE)
            if isinstance(message, str) and "words" in (said := json.loads(message)) and said["words"][0] == station:
                words = [str(word) for word in said["words"][1]]
                if not until or until in words:
                    return words
