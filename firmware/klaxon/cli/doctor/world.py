"""The world as the doctor sees it: paths, packages, clock and games are accessed through here; tests replace it."""

from __future__ import annotations

import grp
import json
import os
import pwd
import shutil
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from klaxon import data
from klaxon.console.profile import Flaw, Profile
from klaxon.table.disk.key import NAME as KEY
from klaxon.table.disk.shelf import KeptGame, Shelf
from klaxon.web.server.watch_socket import NAME as WATCH

SETTLED = 0.5
"""Seconds without a message after which a running console has sent all of its panels."""
LOOK_FAILED = "look-failed"
"""The state of a game whose journal failed unexpectedly."""


class OnlookerCounts(NamedTuple):
    """How many look on at a running console."""

    pages: int
    """Pages at the station that has most."""
    umpires: int


def kept_games(folder: Path) -> list[KeptGame]:
    """Return the games on a shelf. It creates no folder and no key, and leaves every journal unchanged."""
    if not os.path.lexists(folder / KEY):
        return []
    shelf = Shelf(folder)
    return [_looked_at(shelf, name) for name in shelf.names()]


def _looked_at(shelf: Shelf, name: str) -> KeptGame:
    try:
        return shelf.look(name)
    except Exception:  # noqa: BLE001 - whatever is in that file, the other games are still to be looked at
        return KeptGame(name, name.partition("-")[2], LOOK_FAILED, 0)


def count_onlookers(folder: Path) -> OnlookerCounts | None:
    """Return who looks on at the console that runs with a folder; None if none runs."""
    most = OnlookerCounts(0, 0)
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(SETTLED)
        try:
            line.connect(str(folder / WATCH))
            for data in map(json.loads, line.makefile("rb")):
                most = OnlookerCounts(max(most.pages, data.get("pages", 0)), data.get("umpires", 0))
        except TimeoutError:
            return most  # every panel was told
        except (OSError, ValueError):
            return None
    return None


def is_folder(path: Path) -> bool:
    """Return whether a folder exists; an inaccessible one does not count."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_there(path: Path) -> bool:
    """Return whether a path exists and is accessible."""
    try:
        return path.exists()
    except OSError:
        return False


def free_bytes(path: Path) -> int:
    """Return the free space on the file system of a path."""
    return shutil.disk_usage(path).free


def package_version(name: str) -> str:
    """Return the version of an installed package, without importing it; '' if there is none."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


@dataclass(frozen=True)
class Host:
    """The user and the machine. These values identify people: they are used for redaction, never shown."""

    uid: int
    home: Path
    people: tuple[str, ...]
    """Names of the user and of the machine."""
    kernel: str
    machine: str


@dataclass(frozen=True)
class World:
    """What the checks may look at."""

    folder: Path
    """The state folder."""
    asked: str
    """The profile that was asked for."""
    found: Profile | tuple[Flaw, ...]
    """The profile, or everything that is wrong with it."""
    host: Host
    environment: Mapping[str, str]
    working: Path
    root: Path = Path("/")
    """Where /dev, /proc, /sys, /boot and /etc are."""
    data: Path = data.ROOT
    python: tuple[int, ...] = tuple(sys.version_info[:3])
    bits: int = struct.calcsize("P") * 8
    may: Callable[[Path, int], bool] = os.access
    free: Callable[[Path], int] = free_bytes
    version: Callable[[str], str] = package_version
    games_in: Callable[[Path], Sequence[KeptGame]] = kept_games
    onlookers_at: Callable[[Path], OnlookerCounts | None] = count_onlookers
    now: Callable[[], float] = time.time

    @property
    def profile(self) -> Profile | None:
        """The profile, if nothing is wrong with it."""
        return self.found if isinstance(self.found, Profile) else None

    @property
    def has_folder(self) -> bool:
        """Whether the state folder exists and is accessible."""
        return is_folder(self.folder) and self.may(self.folder, os.R_OK | os.X_OK)

    @cached_property
    def games(self) -> Sequence[KeptGame]:
        """The games on the shelf; each is read once, for all checks."""
        return self.games_in(self.folder)

    def path(self, path: str) -> Path:
        """Return the path for an absolute path of the machine."""
        return self.root / path.lstrip("/")

    def read(self, path: str) -> str | None:
        """Return a small text file of the system, without a trailing zero byte; None if it cannot be read."""
        try:
            return self.path(path).read_bytes().decode("utf-8", "replace").strip("\0\n ")
        except OSError:
            return None

    def glob(self, pattern: str) -> list[Path]:
        """Return the paths that match a pattern."""
        return sorted(self.root.glob(pattern.lstrip("/")))

    def node(self, path: str) -> str:
        """Return the state of a device: `ok`, `missing`, or `closed` if we may not read and write it."""
        place = self.path(path)
        if not is_there(place):
            return "missing"
        return "ok" if self.may(place, os.R_OK | os.W_OK) else "closed"

    def group(self, path: str) -> str:
        """Return the group that a device belongs to."""
        try:
            return grp.getgrgid(self.path(path).stat().st_gid).gr_name
        except (OSError, KeyError):
            return "?"

    def which(self, names: Sequence[str]) -> str:
        """Return the first of some programs that is installed."""
        places = [place for place in self.environment.get("PATH", "").split(":") if place]
        found = (name for name in names for place in places if is_there(self.path(f"{place}/{name}")))
        return next(found, "")


def this_host() -> Host:
    """Return the real user and machine."""
    system, uid = os.uname(), os.getuid()
    return Host(
        uid, Path.home(), tuple(dict.fromkeys([*_people(uid), system.nodename])), system.release, system.machine
    )


def _people(uid: int) -> Iterator[str]:
    yield from (os.environ.get(name, "") for name in ("USER", "LOGNAME", "SUDO_USER"))
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        return
    yield entry.pw_name
    yield entry.pw_gecos.partition(",")[0]
