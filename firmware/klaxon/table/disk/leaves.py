"""The leaf pages of SQLite's trees, read without SQLite: the cells of every page of a journal, in all versions."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from klaxon.table.disk import wal
from klaxon.table.disk.database import PAGE
from klaxon.table.disk.files import WAL

_LEAF, _FILE_HEADER = 0x0D, 100
_LONGEST = 1 << 20
"""Most bytes of a cell: a header with everything that people wrote for a game has some ten thousand."""
_MOST_PAGES = 200_000
"""Most cells and overflow pages that are read, so that no file keeps anybody waiting for long."""
_MOST_WAYS = 4
"""How many versions of an overflow page are tried, newest first."""

Pages = Mapping[int, Sequence[bytes]]
Value = int | str | bytes | None
Cell = tuple[int, list[Value]]
"""The number of a row, and the values of its columns."""


def pages_of(parts: Mapping[str, bytes]) -> Pages:
    """Return every version of every page, oldest first."""
    found: defaultdict[int, list[bytes]] = defaultdict(list)
    database = parts.get("", b"")
    for number, start in enumerate(range(0, len(database), PAGE), start=1):
        found[number].append(database[start : start + PAGE])
    for frame in wal.frames(parts.get(WAL, b"")):
        found[frame.page].append(frame.content)
    return found


def cells(pages: Pages) -> Iterator[Cell]:
    """Yield the number and the values of every readable cell of all leaves, without duplicates."""
    left, seen = _MOST_PAGES, set[tuple[int, bytes]]()
    for number, versions in pages.items():
        for page in versions:
            for place in _places(page, _FILE_HEADER if number == 1 else 0):
                n, size, local = _read_start(page, place)
                left -= 1 + size // PAGE
                if left < 0:
                    return
                if (n, local) not in seen:
                    seen.add((n, local))
                    yield from ((n, values) for values in _readings(local, size, pages))


def _places(page: bytes, base: int) -> Sequence[int]:
    """Return where the cells of a page are, if it is a leaf."""
    if len(page) < base + 8 or page[base] != _LEAF:
        return ()
    count = min(int.from_bytes(page[base + 3 : base + 5], "big"), (len(page) - base - 8) // 2)
    return struct.unpack_from(f">{count}H", page, base + 8)


def _read_start(page: bytes, place: int) -> tuple[int, int, bytes]:
    """Return the number of a cell, its size, and its bytes on this page; size 0 if it is not a cell."""
    try:
        size, place = _varint(page, place)
        n, place = _varint(page, place)
    except IndexError:
        return 0, 0, b""
    if size > _LONGEST:
        return 0, 0, b""
    return n, size, page[place : place + min(size, PAGE)]


def _readings(local: bytes, size: int, pages: Pages) -> Iterator[list[Value]]:
    """Yield the values of a cell; one with overflow pages may be read in several ways."""
    for payload in _payloads(local, size, pages):
        try:
            yield _values(payload)
        except (IndexError, ValueError):  # it is no cell, or not any more
            continue


def _payloads(local: bytes, size: int, pages: Pages) -> Iterator[bytes]:
    """Yield the payload of a cell, from its own page and its overflow pages."""
    most, least = PAGE - 35, (PAGE - 12) * 32 // 255 - 23
    if size <= most:
        yield local[:size]
        return
    own = least + (size - least) % (PAGE - 4)
    own = own if own <= most else least
    ways = [([local[:own]], own, int.from_bytes(local[own : own + 4], "big"))]
    for _ in range(_MOST_WAYS * (size // PAGE + 2)):
        if not ways:
            return
        chunks, length, number = ways.pop()
        if length >= size:
            yield b"".join(chunks)[:size]
            continue
        newest = dict.fromkeys(each for each in pages.get(number, ()) if len(each) == PAGE)
        tried = [*newest][-_MOST_WAYS if len(ways) < _MOST_WAYS else -1 :]
        ways += [([*chunks, each[4:]], length + PAGE - 4, int.from_bytes(each[:4], "big")) for each in tried]


def _values(payload: bytes) -> list[Value]:
    """Return the values of a record. ValueError or IndexError if it is not a record."""
    end, place = _varint(payload, 0)
    kinds = []
    while place < end:
        kind, place = _varint(payload, place)
        kinds.append(kind)
    if len(kinds) > 5:
        raise ValueError
    values: list[Value] = []
    for kind in kinds:
        length = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind] if kind < 10 else max(0, kind - 12) // 2
        data, place = payload[place : place + length], place + length
        if len(data) != length:
            raise ValueError
        values.append(_value(kind, data))
    return values


def _value(kind: int, data: bytes) -> Value:
    if kind >= 12:
        return data.decode() if kind % 2 else data
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    return int.from_bytes(data, "big", signed=True)


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for count in range(9):
        byte = data[place + count]
        if count == 8:
            return (value << 8) | byte, place + 9
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            return value, place + count + 1
    raise ValueError
