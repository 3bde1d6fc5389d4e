"""The file of a backup: a plain tar in one exact form, so that the same state always gives the same bytes.

Nothing else is read: every header is compared with the one that we would have written for it, members come in one
order, and the last holds the sum of all before it. So no link, folder, foreign path, second member of a name or
compression can be in a file that is accepted, and damage anywhere is found.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from tarfile import USTAR_FORMAT, HeaderError, TarInfo
from typing import IO, Any

from klaxon.table.backup.names import ABOUT, SUM, is_name, place_of

FORMAT = 1
LARGEST = 16 * 1024 * 1024
"""Most bytes of one member: no file of a journal is larger."""
MOST = 100_000
"""Most members of a backup."""
_BLOCK = 512
_END = bytes(2 * _BLOCK)


class BackupError(Exception):
    """A backup that cannot be made or used. `code` and `facts` make the message; nothing was changed."""

    def __init__(self, code: str, **facts: object) -> None:
        """Keep the code and the facts."""
        super().__init__(code)
        self.code, self.facts = code, facts


def write(file: IO[bytes], about: Mapping[str, object], members: Iterable[tuple[str, bytes]]) -> None:
    """Write a backup; `members` come in the order of `place_of`."""
    total = sha256()
    data = json.dumps({"format": FORMAT, **about}, sort_keys=True).encode() + b"\n"
    for name, content in ((ABOUT, data), *members):
        for piece in (_header(name, len(content)), content, _padding(len(content))):
            file.write(piece)
            total.update(piece)
    found = total.hexdigest().encode()
    file.write(_header(SUM, len(found)) + found + _padding(len(found)) + _END)


def read(file: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the members of a backup. Trust none of them before the end: only then is the checksum verified."""
    total = sha256()
    block = file.read(_BLOCK)
    header = _parse_header(block)
    if header is None or header.name != ABOUT:
        raise BackupError("foreign")
    _check_about(_content(file, block, total))
    before, count = ("", ""), 0
    while True:
        block = file.read(_BLOCK)
        header = _parse_header(block)
        if header is None:
            raise BackupError("damaged", where=f"member {count + 1}")
        if header.name == SUM:
            break
        count += 1
        if not is_name(header.name) or place_of(header.name) <= before or count > MOST:
            raise BackupError("damaged", where=f"member {count}")
        before = place_of(header.name)
        yield header.name, _content(file, block, total)
    if _content(file, block, sha256()) != total.hexdigest().encode() or file.read(len(_END) + 1) != _END:
        raise BackupError("damaged", where="sum")


def _check_about(data: bytes) -> None:
    try:
        about: Any = json.loads(data)
    except (ValueError, RecursionError):
        about = None
    match about:
        case {"format": int(version)} if version > FORMAT:
            raise BackupError("newer", klaxon=str(about.get("klaxon", "?"))[:20])
        case {"format": int(version)} if version == FORMAT:
            return
    raise BackupError("damaged", where=ABOUT)


def _parse_header(block: bytes) -> TarInfo | None:
    """Return the header in a block, None if it is not exactly one of ours."""
    try:
        found = TarInfo.frombuf(block, "utf-8", "strict")
        return found if found.size <= LARGEST and _header(found.name, found.size) == block else None
    except (HeaderError, ValueError):
        return None


def _content(file: IO[bytes], header: bytes, total: Any) -> bytes:
    """Return the content that belongs to a header, and add it to the checksum."""
    parsed = _parse_header(header)
    size = parsed.size if parsed else 0
    content, padding = file.read(size), file.read(len(_padding(size)))
    if len(content) != size or padding != _padding(size):
        raise BackupError("damaged", where=parsed.name if parsed else "")
    for piece in (header, content, padding):
        total.update(piece)
    return content


def _header(name: str, size: int) -> bytes:
    made = TarInfo(name)
    made.size, made.mode = size, 0o600
    return made.tobuf(USTAR_FORMAT, "utf-8", "strict")


def _padding(size: int) -> bytes:
    return bytes(-size % _BLOCK)
