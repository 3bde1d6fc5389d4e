"""A desk as its own process: `klaxon desk open` with its Mosquitto, killed at will."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL
from typing import IO

from klaxon.club.broker.hall_files import HallFiles
from tests.club.kit.mosquitto import free_port

PATIENCE = 60.0
_PAGE = re.compile(r"Organisers: (http://\S+)  PIN (\d+)")


class DeskProcess:
    """The desk of a folder. Its pages and its broker keep their ports over all its lives; `port` is the broker's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.page_port, self.port = free_port(), free_port()
        self.files = HallFiles(folder / "desk" / "broker")
        self.page = self.pin = ""
        """Where organisers look, with the key of this life, and its PIN."""
        self._process: subprocess.Popen[str] | None = None
        self._log: IO[str] | None = None

    def open(self) -> None:
        """Start it, and wait until it says where its pages are."""
        self.folder.mkdir(exist_ok=True)
        self.page = self.pin = ""
        self._log = (self.folder / "log").open("a", encoding="utf-8")
        command = [sys.executable, "-m", "klaxon.cli", "desk", "--folder", str(self.folder), "open", "--name", "Autumn"]
        command += ["--host", "127.0.0.1", "--port", str(self.page_port), "--broker-port", str(self.port)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := _PAGE.search(line):
                self.page, self.pin = found[1], found[2]
                break
        assert self.page, (self.folder / "log").read_text("utf-8")

    def broker(self) -> int | None:
        """Return the process of its broker; None while it has none."""
        assert self._process is not None
        with suppress(OSError):
            for child in Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split():
                if b"mosquitto\0" in Path(f"/proc/{child}/cmdline").read_bytes().split(b"-c\0")[0]:
                    return int(child)
        return None

    def kill_broker(self) -> None:
        """Kill the broker, if there is one; the desk starts it again."""
        if (broker := self.broker()) is not None:
            with suppress(ProcessLookupError):
                os.kill(broker, SIGKILL)

    def close(self) -> None:
        """Kill the desk, and wait until its broker has ended too: it saves what it has."""
        broker = None if self._process is None else self.broker()
        self.kill()
        end = time.monotonic() + PATIENCE
        while broker is not None and Path(f"/proc/{broker}/exe").exists():
            assert time.monotonic() < end, "the broker does not end"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill the desk: it can tell nobody anything."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            assert self._log is not None
            self._process.stdout.close()
            self._log.close()
            self._process = None

    def wait_for_broker(self) -> int:
        """Return the process of the broker as soon as there is one."""
        end = time.monotonic() + PATIENCE
        while (found := self.broker()) is None:
            assert time.monotonic() < end, "no broker"
            time.sleep(0.02)
        return found
