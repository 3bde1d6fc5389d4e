"""The start-up guard: where the daemon failed twice to start since the machine was switched on, it starts in safe mode.

Safe mode has nothing in it that could be why: no learned values, no game that was cut off, and where the profile of the
console is faulty, the one it was made from. A start has failed unless the daemon ran for a while, or ended in order.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from klaxon import data
from klaxon.console.profile import Flaw, Profile, load, shipped_names
from klaxon.table.disk.durable_files import replace_file
from klaxon.table.disk.shelf import KeptGame, Shelf

FILE = "starts.json"
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
MOST = 2
"""Failed starts in a row after which the next one is safe."""
STEADY = 30.0
"""Seconds after which a start has not failed, whatever comes then."""


def boot_id(path: Path = BOOT_ID) -> str:
    """Return what this run of the machine is called; another one after every power-on."""
    try:
        return path.read_text("ascii").strip()
    except OSError:
        return ""


class StartGuard:
    """Counts the starts that failed, in the state folder."""

    def __init__(self, folder: Path, boot: Callable[[], str] = boot_id) -> None:
        """Look at what the last starts came to."""
        self._path, self._boot = folder / FILE, boot()
        self.failed = self._read()
        """Starts in a row that failed since the machine was switched on."""

    @property
    def safe(self) -> bool:
        """Whether this start should be a safe one."""
        return self.failed >= MOST

    def begin(self) -> None:
        """Count this start as failed until it is known better."""
        self._write(self.failed + 1)

    def mark_good(self) -> None:
        """The start was good: no earlier one counts any more."""
        self.failed = 0
        self._write(0)

    def _read(self) -> int:
        try:
            kept = json.loads(self._path.read_text("utf-8"))
            return int(kept["failed"]) if kept["boot"] == self._boot else 0
        except (OSError, ValueError, KeyError, TypeError):
            return 0  # nothing was kept, or a power cut has spoilt it: a guard must not be why a start fails

    def _write(self, failed: int) -> None:
        """Write it so that a power cut leaves the old file or the new. A full disk is no reason to stop."""
        with suppress(OSError):
            replace_file(self._path, json.dumps({"boot": self._boot, "failed": failed}).encode())


class FreshShelf(Shelf):
    """A shelf that offers no game to be taken up again; all that is on it stays, and new games go beside it."""

    def look(self, name: str) -> KeptGame:
        """Leave a journal closed."""
        return KeptGame(name, name.partition("-")[2], "unopened", 0)


def safe_profile(name: str) -> Profile | tuple[Flaw, ...]:
    """Return a profile; where it is faulty the shipped one that it was made from, else the one in the browser."""
    found = load(name)
    if isinstance(found, Profile):
        return found
    try:
        text = data.read("profiles", name)
    except data.ContentError:
        text = ""
    made_from = re.search(r'^\s*(?:# made from|name\s*=)\s*"([a-z0-9-]+)"', text, re.MULTILINE)
    return load(made_from[1] if made_from and made_from[1] in shipped_names() else "virtual")
