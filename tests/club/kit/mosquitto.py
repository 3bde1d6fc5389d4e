"""A real Mosquitto for tests: Debian's, with default settings, TLS and the access files of a hall; killed at will."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path

import pytest

from klaxon.club.broker.hall_files import HallFiles

BROKER = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
PATIENCE = 20.0

needs_mosquitto = pytest.mark.skipif(
    BROKER is None,
    reason="no Mosquitto here: `tools/setup broker` installs Debian's, and then this test runs",
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mosquitto:
    """One broker, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.files, self.port = HallFiles(folder), free_port()
        self.files.prepare(self.port)
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        settings = self.files.folder / "tests.conf"
        own = (self.files.folder / "mosquitto.conf").read_text("utf-8")
        own = own.replace(f"listener {self.port}", f"listener {self.port} 127.0.0.1")
        run_as = "user root\n" if os.geteuid() == 0 else ""  # else it gives up rights that the folder of a test needs
        settings.write_text(f"{own}{run_as}persistence_location {self.files.folder}/\n", "utf-8")
        assert BROKER is not None
        with (self.files.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([BROKER, "-c", str(settings)], stdout=log, stderr=log)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, (self.files.folder / "log").read_text("utf-8")
            assert time.monotonic() < end, "the broker does not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        try:
            with socket.create_connection(("127.0.0.1", self.port), 2) as way, context.wrap_socket(way):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """Kill it: what it has not saved is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def load_again(self) -> None:
        """Let it read who may come in."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        self.kill()
