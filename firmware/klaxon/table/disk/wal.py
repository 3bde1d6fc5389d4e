"""The write-ahead file of SQLite, read without SQLite, to tell a torn end after a power cut from a hole.

A header of 32 bytes, then frames: 24 bytes and a page. Each frame repeats the salt of the header and carries a checksum
over everything before it, so SQLite ends the file at the first frame whose sum is wrong. After a torn end there is at
most the rest of one commit, since the next one begins only when the last is on the disk; and frames of another salt,
which were checkpointed before. More than one commit after the first wrong sum is a hole.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from klaxon.table.disk.database import PAGE

HEADER, FRAME = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""The magic number of a file -> the byte order of its checksums."""
_MASK = 0xFFFFFFFF

Sums = tuple[int, int]


class Frame(NamedTuple):
    """One page as a commit wrote it."""

    page: int
    size: int
    """Pages of the database after the commit that this frame ends; 0 if it does not end one."""
    salt: bytes
    sums: Sums
    summed: bytes
    """The bytes that the checksum covers, in addition to everything before."""

    @property
    def content(self) -> bytes:
        """The page."""
        return self.summed[8:]


class Tail(NamedTuple):
    """What follows the last frame that SQLite reads."""

    empty: bool
    """Whether no frame of the same salt follows."""
    may_be_torn: bool
    """Whether a power cut can leave a file like this; if not, only the rows can tell whether something is missing."""
    commits: int = 0
    """The commits that follow, if they are too many for a torn end."""


def frames(wal: bytes) -> Iterator[Frame]:
    """Yield the frames of a file, valid or not, without an incomplete last one."""
    for start in range(HEADER, len(wal) - FRAME - PAGE + 1, FRAME + PAGE):
        page, size = struct.unpack_from(">II", wal, start)
        first, second = struct.unpack_from(">II", wal, start + 16)
        summed = wal[start : start + 8] + wal[start + FRAME : start + FRAME + PAGE]
        yield Frame(page, size, wal[start + 8 : start + 16], (first, second), summed)


def tail_of(wal: bytes) -> Tail:
    """Return what SQLite will not read of a file, and whether a power cut can have caused that."""
    found = list(frames(wal))
    order, sums = _check_header(wal)
    if not order:
        return Tail(empty=not found, may_be_torn=not found)
    salt = wal[16:24]
    for place, frame in enumerate(found):
        sums = _sum(order, sums, frame.summed)
        if not frame.page or frame.salt != salt or sums != frame.sums:
            return _behind(salt, found[place:])
    return Tail(empty=True, may_be_torn=True)


def _behind(salt: bytes, found: list[Frame]) -> Tail:
    """Judge the frames from the first wrong checksum on."""
    ours = [frame for frame in found if frame.salt == salt]
    commits = sum(frame.size > 0 for frame in ours)
    return Tail(empty=not ours, may_be_torn=commits < 2, commits=commits if commits > 1 else 0)


def _check_header(wal: bytes) -> tuple[str, Sums]:
    """Return the byte order of the checksums and the first of them; no order if the header is invalid."""
    if len(wal) < HEADER:
        return "", (0, 0)
    magic, _, page, *_, first, second = struct.unpack_from(">8I", wal)
    order = _MAGIC.get(magic, "")
    sums = _sum(order, (0, 0), wal[:24]) if order else (0, 0)
    return (order, sums) if page == PAGE and sums == (first, second) else ("", sums)


def _sum(order: str, sums: Sums, data: bytes) -> Sums:
    """Continue SQLite's checksums over more bytes."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for word in words:
        first = (first + word + second) & _MASK
        second = (second + next(words) + first) & _MASK
    return first, second
