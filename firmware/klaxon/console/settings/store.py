"""The settings store: small JSON files in the state folder, all read, written and set aside in one way.

Files are replaced atomically. One that cannot be right is renamed to NAME.broken-N, and nothing of it counts.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from klaxon import data
from klaxon.console.language.catalogue import say, say_refusal
from klaxon.table.disk.durable_files import replace_file

T = TypeVar("T")

MOST_KEPT = 99
"""Files that may be set aside: one that was cannot be lost to the next."""


class BadSettingsError(ValueError):
    """Settings that cannot be right, where the schema can say more than that; its text is a sentence for people."""


class KeptSetting(NamedTuple, Generic[T]):
    """What was kept, and what to tell people where it was no good."""

    chosen: T
    trouble: str = ""


class SettingsStore(Generic[T]):
    """One file of settings: its name, its schema, and what is said where it is broken."""

    def __init__(
        self, name: str, empty: T, parse: Callable[[Any], T], plain: Callable[[T], object], *, aside: str, broken: str
    ) -> None:
        """`parse` makes settings of the JSON in the file, and raises a ValueError if they cannot be right.

        `plain` makes JSON of settings. `aside` and `broken` are what is said of a bad file that was set aside, or could
        not be.
        """
        self.name = name
        self._empty, self._parse, self._plain = empty, parse, plain
        self._aside, self._broken = aside, broken

    def read(self, folder: Path) -> KeptSetting[T]:
        """Return what was kept in a state folder. A file that cannot be right is set aside, and none of it counts."""
        path = folder / self.name
        if not path.exists():
            return KeptSetting(self._empty)
        try:
            return KeptSetting(self._parse(json.loads(data.read_file(path))))
        except data.ContentError as error:
            reason = say_refusal(error.code, error.facts)
        except BadSettingsError as error:
            reason = str(error)
        except (ValueError, RecursionError):
            reason = say("learned.json", {})
        aside = _set_aside(path)
        facts = {"path": str(path), "aside": aside.name if aside else "", "reason": reason}
        return KeptSetting(self._empty, say(self._aside if aside else self._broken, facts))

    def write(self, folder: Path, settings: T) -> str:
        """Write settings; return why that failed, '' where it is done. It waits for the disk, so a thread calls it."""
        path = folder / self.name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            replace_file(path, f"{json.dumps(self._plain(settings), indent=1)}\n".encode())
        except OSError as error:
            return say("learned.unkept", {"path": str(path), "reason": error.strerror or ""})
        return ""


def _set_aside(path: Path) -> Path | None:
    """Move a file out of the way under a name that is free; None if that cannot be done."""
    names = (path.with_name(f"{path.name}.broken-{number}") for number in range(1, MOST_KEPT + 1))
    free = next((name for name in names if not name.exists()), None)
    with suppress(OSError):
        return path.rename(free) if free else None
    return None


class BackgroundWriter(Generic[T]):
    """Writes settings in a thread of the loop's executor; of several changes only the latest is of interest there."""

    def __init__(self, folder: Path, write: Callable[[Path, T], str], complain: Callable[[str], None]) -> None:
        """`write` returns why it failed, which `complain` is told."""
        self._folder, self._write, self._complain, self._writing = folder, write, complain, Lock()
        self._latest: T

    def __call__(self, settings: T) -> None:
        """Write settings; nobody waits for the disk."""
        self._latest = settings
        asyncio.get_running_loop().run_in_executor(None, self._write_latest)

    def _write_latest(self) -> None:
        with self._writing:
            trouble = self._write(self._folder, self._latest)
        self._complain(trouble)
