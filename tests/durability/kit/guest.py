"""A machine whose plug can be pulled: a User-Mode Linux guest with a disk of its own.

    guest = Guest(kernel, disk, [sys.executable, "-m", "some.program", "/mnt/disk/game"])
    for line in guest.lines: ...     what the program says, as soon as it has left the machine
    guest.cut()                      now

The program runs on this machine's own files, read-only, as root, in this repository; only /mnt/disk is its own.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[3]
TOOLS = ROOT / "tools" / "kernel"
LACKING = 3
"""The status by which tools/kernel/build says that there are no packages to build from."""
PATIENCE = 120
"""Seconds without a word after which a machine hangs."""
MEBIBYTE = 1 << 20
SEARCH = f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin"


def make_disk(path: Path, size: int = 32 * MEBIBYTE) -> Path:
    """Make an empty disk with an ext4 file system."""
    with path.open("wb") as image:
        image.truncate(size)
    subprocess.run([shutil.which("mkfs.ext4", path=SEARCH) or "mkfs.ext4", "-q", "-F", path], check=True)
    return path


class Guest:
    """A running guest, and the program in it."""

    def __init__(self, kernel: Path, disk: Path, command: Sequence[str]) -> None:
        """Turn the machine on; it turns itself off when the program has ended."""
        self.place = Path(tempfile.mkdtemp(prefix="klaxon-"))  # a short name, as tools/kernel/run needs it
        self._ours, theirs = socket.socketpair()
        self._ours.settimeout(PATIENCE)
        serial = str(theirs.fileno())
        loud = f"exec {shlex.join(command)} >/dev/ttyS0"
        self._process = subprocess.Popen(
            [TOOLS / "run", "-k", kernel, "-d", disk, "-s", serial, "-x", self.place, "--", "bash", "-c", loud],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        self.lines = self._read()

    def _read(self) -> Iterator[str]:
        """Yield the lines that have left the machine; half a line at the end is none."""
        pending = b""
        while data := self._ours.recv(65536):
            *whole, pending = (pending + data).split(b"\n")
            yield from (line.decode().rstrip("\r") for line in whole)

    def cut(self) -> list[str]:
        """Pull the plug; return the lines that had left the machine before and were not read yet."""
        self._kill()
        return list(self.lines)

    def close(self) -> int:
        """Wait until the machine has turned itself off; return the status of the program."""
        self._process.wait(PATIENCE)
        self._kill()
        return int((self.place / "status").read_text())

    def words(self) -> str:
        """Return what the program and the kernel had to say, for a person who looks for the cause of a failure."""
        files = [self.place / name for name in ("log", "console")]
        return "\n".join(file.read_text(errors="replace") for file in files if file.exists())

    def _kill(self) -> None:
        """Kill every process of the machine, and wait until none of them can write any more."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        while self._process.poll() is None or _is_alive(self._process.pid):
            time.sleep(0.001)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        self._ours.close()
        shutil.rmtree(self.place, ignore_errors=True)


def _is_alive(group: int) -> bool:
    """Tell whether a process group has a process that runs; what is dead may wait long for who would bury it."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, found = stat.read_text().rpartition(")")[2].split()[:3]
            if int(found) == group and state not in "ZX":
                return True
    return False
