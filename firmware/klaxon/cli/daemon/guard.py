"""The start-up guard: after two failed starts since the machine was switched on, the daemon starts in safe mode.

Safe mode leaves out possible causes: learned values, interrupted games, and, if the profile of the console is faulty,
that profile: the one it was made from is used. A start has failed unless the daemon ran for a while, or ended in order.
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
"""Failed starts in a row after which the next one is in safe mode."""
STEADY = 30.0
"""Seconds after which a start counts as good, whatever comes then."""


def boot_id(path: Path = BOOT_ID) -> str:
    """Return the id of this boot of the machine."""
    try:
        return path.read_text("ascii").strip()
    except OSError:
        return ""


class StartGuard:
    """Counts failed starts, in the state folder."""

    def __init__(self, folder: Path, boot: Callable[[], str] = boot_id) -> None:
        """Read the results of the last starts."""
        self._path, self._boot = folder / FILE, boot()
        self.failed = self._read()
        """Failed starts in a row since the machine was switched on."""

    @property
    def safe(self) -> bool:
        """Whether this start should be in safe mode."""
        return self.failed >= MOST

    def begin(self) -> None:
        """Count this start as failed until proved good."""
        self._write(self.failed + 1)

    def mark_good(self) -> None:
        """Mark the start as good: earlier failures no longer count."""
        self.failed = 0
        self._write(0)

    def _read(self) -> int:
        try:
            kept = json.loads(self._path.read_text("utf-8"))
            return int(kept["failed"]) if kept["boot"] == self._boot else 0
        except (OSError, ValueError, KeyError, TypeError):
            return 0  # nothing was kept, or a power cut has spoilt it: a guard must not be why a start fails

    def _write(self, failed: int) -> None:
        """Write it atomically. A full disk is no reason to stop."""
        with suppress(OSError):
            replace_file(self._path, json.dumps({"boot": self._boot, "failed": failed}).encode())


class FreshShelf(Shelf):
    """A shelf that offers no game to resume; everything on it stays, and new games are added."""

    def look(self, name: str) -> KeptGame:
        """Report no journal as open."""
        return KeptGame(name, name.partition("-")[2], "unopened", 0)


def safe_profile(name: str) -> Profile | tuple[Flaw, ...]:
    """Return a profile; if it is faulty, the shipped one that it was made from, else the virtual one."""
    found = load(name)
    if isinstance(found, Profile):
        return found
    try:
        text = data.read("profiles", name)
    except data.ContentError:
        text = ""
    made_from = re.search(r'^\s*(?:# made from|name\s*=)\s*"([a-z0-9-]+)"', text, re.MULTILINE)
    return load(made_from[1] if made_from and made_from[1] in shipped_names() else "virtual")
