"""The write-ahead file of SQLite, read without SQLite, to tell an end that a power cut tore from a hole.

A header of 32 bytes, then frames: 24 bytes and a page. Each frame repeats the salt of the header and carries a sum over
everything before it, so SQLite ends the file at the first frame whose sum is wrong. Behind a torn end there is at most
the rest of one commit, since the next one begins only when the last is on the disk; and frames of another salt, which
were folded into the database before. More than one commit behind the first wrong sum is a hole.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from klaxon.table.disk.database import PAGE

HEADER, FRAME = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""The first number of a file -> the order of the bytes that are summed."""
_MASK = 0xFFFFFFFF

Sums = tuple[int, int]


class Frame(NamedTuple):
    """One page as a commit wrote it."""

    page: int
    size: int
    """Pages of the database after the commit that this frame ends; 0 if it ends none."""
    salt: bytes
    sums: Sums
    summed: bytes
    """What the sum is over, beside all before it."""

    @property
    def content(self) -> bytes:
        """The page."""
        return self.summed[8:]


class Tail(NamedTuple):
    """What lies behind the last frame that SQLite reads."""

    empty: bool
    """Whether nothing of the same salt lies there."""
    may_be_torn: bool
    """Whether a power cut leaves a file like this; where not, only the rows can tell whether something is missing."""
    commits: int = 0
    """Commits that lie behind, where they are too many for a torn end."""


def frames(wal: bytes) -> Iterator[Frame]:
    """Yield the frames of a file, sound or not; a last one that is cut is none."""
    for start in range(HEADER, len(wal) - FRAME - PAGE + 1, FRAME + PAGE):
        page, size = struct.unpack_from(">II", wal, start)
        first, second = struct.unpack_from(">II", wal, start + 16)
        summed = wal[start : start + 8] + wal[start + FRAME : start + FRAME + PAGE]
        yield Frame(page, size, wal[start + 8 : start + 16], (first, second), summed)


def tail_of(wal: bytes) -> Tail:
    """Return what SQLite will not read of a file, and whether that can be the work of a power cut."""
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
    """Judge what lies behind, from the first frame on whose sum is wrong."""
    ours = [frame for frame in found if frame.salt == salt]
    commits = sum(frame.size > 0 for frame in ours)
    return Tail(empty=not ours, may_be_torn=commits < 2, commits=commits if commits > 1 else 0)


def _check_header(wal: bytes) -> tuple[str, Sums]:
    """Return the order of the sums and the first of them; no order where the header is not sound."""
    if len(wal) < HEADER:
        return "", (0, 0)
    magic, _, page, *_, first, second = struct.unpack_from(">8I", wal)
    order = _MAGIC.get(magic, "")
    sums = _sum(order, (0, 0), wal[:24]) if order else (0, 0)
    return (order, sums) if page == PAGE and sums == (first, second) else ("", sums)


def _sum(order: str, sums: Sums, data: bytes) -> Sums:
    """Go on with the sums of SQLite over more bytes."""
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for word in words:
        first = (first + word + second) & _MASK
        second = (second + next(words) + first) & _MASK
    return first, second
