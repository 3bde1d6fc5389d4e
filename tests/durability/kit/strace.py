"""Proofs from the system calls: run a program under strace, and judge when its announcements left.

    calls = trace(command, journal)
    verdict = judge(calls, journal, announced)

`announced(descriptor, data)` tells which row a write makes known: its number where the bytes show that row n (and so
all before it) happened, None where they show nothing. `descriptor` is what strace knows of it: a path, or
`UNIX-STREAM:[...]`, `TCP:[...]`, `pipe:[...]`.

An announcement is in order when, at the moment its system call began, a disk that keeps nothing but what was synced
would have given a journal with that row. strace stops every thread at the begin and at the end of a call, so the order
of the lines is the order of events, between threads too.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.durability.kit.disk import Disk, Image

ROOT = Path(__file__).parents[3]
OUTPUT = ("write", "writev", "sendto", "sendmsg", "sendmmsg")
STORAGE = ("pwrite64", "pwritev", "pwritev2", "ftruncate", "fdatasync", "fsync")
NAMES = ("openat", "unlink", "unlinkat", "rename", "renameat", "renameat2")
LONGEST = 1 << 20

Announced = Callable[[str, bytes], int | None]

_LINE = re.compile(r"(\d+) +(?:<\.\.\. )?(\w+)(?: resumed>|\()(.*)")
_END = re.compile(r"(.*)\) += (-?\d+|\?)(.*)")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_IOV = re.compile(r'iov_base="((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_DESCRIPTOR = re.compile(r"(-?\d+)<(.*?)>(?=[,)]|$)")


class Call(NamedTuple):
    """The begin or the end of a system call. At its end `result` is known, and so is all that it was given."""

    line: int
    pid: int
    name: str
    text: str
    ended: bool
    result: int = 0
    after: str = ""

    @property
    def descriptor(self) -> str:
        """What the first argument, a descriptor, is: a path, a pipe, a socket."""
        found = _DESCRIPTOR.match(self.text)
        return _plain(found[2]) if found else ""

    @property
    def opened(self) -> str:
        """The path of the file that a call opened."""
        found = _DESCRIPTOR.match(f"{self.result}{self.after}")
        return _plain(found[2]) if found else ""

    @property
    def data(self) -> bytes:
        """The bytes that the call was given to write."""
        found = _IOV.findall(self.text) if "iov_base=" in self.text else _STRING.findall(self.text)[:1]
        if any(cut for _, cut in found):
            message = f"line {self.line}: a write longer than {LONGEST} bytes is not all there"
            raise ValueError(message)
        return b"".join(_bytes(text) for text, _ in found)

    @property
    def path(self) -> str:
        """The first name among the arguments."""
        found = _STRING.search(self.text)
        return _bytes(found[1]).decode(errors="replace") if found else ""

    @property
    def last(self) -> int:
        """The last argument, a number."""
        return int(self.text.rpartition(",")[2])

    def __str__(self) -> str:
        return f"line {self.line}: {self.name} of process {self.pid} to {self.descriptor or self.path}"


@dataclass(frozen=True)
class Trace:
    """What a program did, and what its journal was before."""

    calls: Sequence[Call]
    before: Image
    output: bytes
    status: int


@dataclass
class Verdict:
    """What the judge found: how much was there to be judged, and what was out of order."""

    announcements: int = 0
    syncs: int = 0
    faults: list[str] = field(default_factory=list)


def available() -> bool:
    """Tell whether there is an strace that may trace here."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0


def trace(command: Sequence[str], journal: Path, *, inject: Sequence[str] = (), timeout: float = 300) -> Trace:
    """Run a command to its end under strace, in this repository. `inject`: faults in the words of strace's own -e."""
    before = Image.of(journal)
    with TemporaryDirectory(prefix="klaxon-") as place:
        log = Path(place, "trace")
        calls = ",".join((*OUTPUT, *STORAGE, *NAMES))
        options = ["-f", "-yy", "-xx", "-s", str(LONGEST), "-o", str(log), "-e", f"trace={calls}"]
        faults = [f"--inject={fault}" for fault in inject]
        done = subprocess.run(
            ["strace", *options, *faults, *command],
            cwd=ROOT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},  # what the judge reads is the journal's doing alone
            stdout=subprocess.PIPE,
            check=False,
            timeout=timeout,
        )
        return Trace(list(read(log.read_text("ascii"))), before, done.stdout, done.returncode)


def read(log: str) -> Iterator[Call]:
    """Yield the begins and ends of all calls, in the order in which they happened."""
    begun: dict[int, str] = {}
    for number, line in enumerate(log.splitlines(), 1):
        found = _LINE.fullmatch(line)
        if found is None:  # a signal, or the end of a process
            continue
        pid, name, rest = int(found[1]), found[2], found[3]
        if "<... " in line:
            rest = begun.pop(pid) + rest
        elif rest.endswith(" <unfinished ...>"):
            begun[pid] = rest.removesuffix(" <unfinished ...>")
            yield Call(number, pid, name, begun[pid], ended=False)
            continue
        else:
            yield Call(number, pid, name, rest.rpartition(") ")[0], ended=False)
        end = _END.fullmatch(rest)
        if end is not None and end[2] != "?":
            yield Call(number, pid, name, end[1], True, int(end[2]), end[3].strip())


def judge(found: Trace, journal: Path, announced: Announced) -> Verdict:
    """Judge every announcement of a trace."""
    verdict, rows = Verdict(), Rows()
    for call, disk in replay(found, journal):
        row = announced(call.descriptor, call.data) if call.name in OUTPUT and not call.ended else None
        if row is not None:
            verdict.announcements += 1
            safe = rows.of(disk.durable())
            if safe < row:
                verdict.faults.append(f"{call}: shows row {row}, the disk is sure to have {safe}")
        verdict.syncs = disk.syncs
    return verdict


def replay(found: Trace, journal: Path) -> Iterator[tuple[Call, Disk]]:
    """Yield every call of a trace with the disk as it is when the call has begun, or ended."""
    disk = Disk(journal.resolve(), found.before)
    for call in found.calls:
        if call.name in {"fdatasync", "fsync"} and not call.ended:
            disk.sync_begins(call.pid, call.descriptor)
        elif call.ended:
            _apply(call, disk)
        yield call, disk


def _apply(call: Call, disk: Disk) -> None:
    """Let a call that has ended change the disk."""
    if call.name in {"fdatasync", "fsync"}:
        disk.sync_ends(call.pid, call.result == 0)
        return
    if call.result < 0:
        return
    match call.name:
        case "openat":
            disk.opened(call.opened, call.text)
        case "unlink":
            disk.removed(call.path)
        case "pwrite64":
            disk.written(call.descriptor, call.last, call.data[: call.result])
        case "ftruncate":
            disk.truncated(call.descriptor, call.last)
        case _ if disk.holds(call.descriptor) or disk.holds(call.path):
            message = f"{call}: the judge does not know what this does to a journal"
            raise ValueError(message)


class Rows:
    """Counts the rows of images; asks SQLite only when an image is another one than before."""

    def __init__(self) -> None:
        self._image: Image | None = None
        self._rows = 0

    def of(self, image: Image) -> int:
        """Return how many rows a journal gives after a power cut that left this image."""
        if image is not self._image:
            self._image = image
            with TemporaryDirectory(prefix="klaxon-") as place:
                self._rows = _rows_in(image.put(Path(place)))
        return self._rows


def _rows_in(journal: Path) -> int:
    if not journal.exists():
        return 0
    with closing(sqlite3.connect(journal)) as connection:
        try:
            connection.execute("PRAGMA synchronous=OFF")
            count, last = connection.execute("SELECT count(*), max(n) FROM rows").fetchone()
        except sqlite3.Error:
            return 0
    return int(count) if count == last else 0


def _bytes(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def _plain(text: str) -> str:
    """Return what strace shows of a descriptor as a person would write it."""
    return re.sub(r"(?:\\x[0-9a-f]{2})+", lambda found: _bytes(found[0]).decode(errors="replace"), text)
