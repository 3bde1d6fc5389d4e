"""The hash chain over a game: its header, then row after row, under a key that nobody else has before the end. No I/O.

A commitment is the head of the chain after some rows, hashed once more with the place at which it is made. Who has it
learns nothing from it: not what was given, and not whether anything was given since the last one. Who gets the key when
the game is over can tell that no row was changed, taken out or put in since.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b

from klaxon.rules.contract import Header
from klaxon.table.disk.database import write_header
from klaxon.table.play import JournalRow

SIZE = 32
"""Bytes of a commitment: enough that nobody finds two games with the same."""


class RowChain:
    """The chain over one game, as far as it was played."""

    def __init__(self, key: bytes, header: Header, rows: Iterable[JournalRow] = ()) -> None:
        """Begin with what the game starts from."""
        self._key = key
        self._heads = [self._digest(b"klaxon game", write_header(header).encode())]
        for row in rows:
            self.add(row)

    @property
    def count(self) -> int:
        """How many rows it holds."""
        return len(self._heads) - 1

    def add(self, row: JournalRow) -> None:
        """Add the next row."""
        text = json.dumps((row.at, row.kind, row.line), separators=(",", ":")).encode()
        self._heads.append(self._digest(b"klaxon row", self._heads[-1] + text))

    def commitment(self, count: int, place: bytes) -> bytes:
        """Return the commitment to the first `count` rows that is made at a place; no two places are the same."""
        head = self._heads[count] + count.to_bytes(4, "little")
        return blake2b(head, key=self._key, salt=place, person=b"klaxon told", digest_size=SIZE).digest()

    def _digest(self, person: bytes, content: bytes) -> bytes:
        return blake2b(content, key=self._key, person=person, digest_size=SIZE).digest()


def key_check(key: bytes) -> bytes:
    """Return what may be said of a key beforehand, so that no other can be shown for it afterwards."""
    return blake2b(key, person=b"klaxon check", digest_size=SIZE).digest()
