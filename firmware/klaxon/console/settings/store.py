"""The settings store: small JSON files in the state folder, all read, written and set aside in one way.

Files are replaced atomically. An invalid one is renamed to NAME.broken-N and ignored.
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
"""Most broken files that are kept."""


class BadSettingsError(ValueError):
    """Invalid settings, if the schema can say more than that; its text is a message for people."""


class KeptSetting(NamedTuple, Generic[T]):
    """The saved settings, and what to tell people if they were invalid."""

    chosen: T
    trouble: str = ""


class SettingsStore(Generic[T]):
    """One file of settings: its name, its schema, and the messages if it is broken."""

    def __init__(
        self, name: str, empty: T, parse: Callable[[Any], T], plain: Callable[[T], object], *, aside: str, broken: str
    ) -> None:
        """`parse` turns the JSON of the file into settings, and raises a ValueError if they are invalid.

        `plain` turns settings into JSON. `aside` and `broken` are the messages about an invalid file that was renamed,
        or could not be.
        """
        self.name = name
        self._empty, self._parse, self._plain = empty, parse, plain
        self._aside, self._broken = aside, broken

    def read(self, folder: Path) -> KeptSetting[T]:
        """Return the settings saved in a state folder. An invalid file is renamed and ignored."""
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
        """Write settings; return the error, '' on success. It waits for the disk: call it in a thread."""
        path = folder / self.name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            replace_file(path, f"{json.dumps(self._plain(settings), indent=1)}\n".encode())
        except OSError as error:
            return say("learned.unkept", {"path": str(path), "reason": error.strerror or ""})
        return ""


def _set_aside(path: Path) -> Path | None:
    """Rename a file to a free name; None if that fails."""
    names = (path.with_name(f"{path.name}.broken-{number}") for number in range(1, MOST_KEPT + 1))
    free = next((name for name in names if not name.exists()), None)
    with suppress(OSError):
        return path.rename(free) if free else None
    return None


class BackgroundWriter(Generic[T]):
    """Writes settings in a thread of the loop's executor; of several changes only the latest is written."""

    def __init__(self, folder: Path, write: Callable[[Path, T], str], complain: Callable[[str], None]) -> None:
        """`write` returns its error, which is passed to `complain`."""
        self._folder, self._write, self._complain, self._writing = folder, write, complain, Lock()
        self._latest: T

    def __call__(self, settings: T) -> None:
        """Write settings without waiting for the disk."""
        self._latest = settings
        asyncio.get_running_loop().run_in_executor(None, self._write_latest)

    def _write_latest(self) -> None:
        with self._writing:
            trouble = self._write(self._folder, self._latest)
        self._complain(trouble)
