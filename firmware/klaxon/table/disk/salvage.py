"""Rows recovered from the bytes of a damaged journal: wherever a row is found, its MAC proves that it is genuine.

Every page of the database and every frame of the write-ahead file is searched, whatever SQLite thinks of it. A
page of rows is written again with each row that is added to it, so a page lost in one frame is usually in the
next. An unbroken chain of MACs from the header on is sound; a row further on, proved only by the row before it, shows
how many there were.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from klaxon.rules.contract import Ms
from klaxon.table.disk.database import FORMAT, Contents, read_header
from klaxon.table.disk.leaves import cells, pages_of
from klaxon.table.disk.seal import mac
from klaxon.table.play import JournalRow

_MOST_VERSIONS = 8
"""How many rows of one number are kept; only forgeries are more."""


class Salvaged(NamedTuple):
    """What was recovered."""

    contents: Contents
    seen: int
    """The highest number of a row that is proved to have existed."""


class _Sealed(NamedTuple):
    row: JournalRow
    mac: bytes


def salvage(parts: Mapping[str, bytes], key: bytes) -> Salvaged | None:
    """Recover what the files of a journal still hold; None if no header is proved to be ours."""
    found: defaultdict[int, dict[_Sealed, None]] = defaultdict(dict)
    header: tuple[str, bytes] | None = None
    for n, values in cells(pages_of(parts)):
        match values:
            case [None, int(at), str(kind), str(line), bytes(sealed)] if len(found[n]) < _MOST_VERSIONS:
                found[n][_Sealed(JournalRow(Ms(at), kind, line), sealed)] = None
            case [int(version), str(text), str(), bytes(sealed)] if version == FORMAT:
                if mac(key, b"", (text,)) == sealed:
                    header = (text, sealed)
    if header is None:
        return None
    chain = _longest(found, header[1], key)
    contents = Contents(
        read_header(header[0]), [each.row for each in chain], None, chain[-1].mac if chain else header[1]
    )
    return Salvaged(contents, _last_proved(found, key, len(chain)))


def _longest(found: Mapping[int, Mapping[_Sealed, None]], head: bytes, key: bytes) -> list[_Sealed]:
    """Return the longest chain of rows from the header on; of two rows with one number the later version counts."""
    steps: list[dict[bytes, tuple[bytes, _Sealed]]] = []
    heads = [head]
    while heads:
        n, step = len(steps) + 1, dict[bytes, tuple[bytes, _Sealed]]()
        for before in heads:
            for each in found.get(n, ()):
                if _follows(key, before, n, each):
                    step[each.mac] = (before, each)
        steps.append(step)
        heads = list(step)
    chain: list[_Sealed] = []
    last = next(reversed(steps[-2]), b"") if len(steps) > 1 else b""
    for step in reversed(steps[:-1]):
        last, each = step[last]
        chain.append(each)
    return chain[::-1]


def _last_proved(found: Mapping[int, Mapping[_Sealed, None]], key: bytes, above: int) -> int:
    """Return the highest number of a row that the row before it proves; else the next one above, if it is there."""
    for n in sorted((n for n in found if n > above), reverse=True):
        if any(_follows(key, before.mac, n, each) for each in found[n] for before in found.get(n - 1, ())):
            return n
    return above + (above + 1 in found)


def _follows(key: bytes, head: bytes, n: int, each: _Sealed) -> bool:
    return mac(key, head, (n, each.row.at, each.row.kind, each.row.line)) == each.mac
