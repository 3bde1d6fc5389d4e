"""Opening a copy with its code: the game as its host had told it, up to the last block that came."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from hmac import compare_digest
from typing import NamedTuple

from klaxon.link.copies.block import NONCE, BrokenBlock, OpenedBlock, open_block, read_rows, unpress, unseal
from klaxon.link.copies.copy_code import CopyKeys, id_of, keys_of
from klaxon.link.copies.kept_copies import CopyAbout
from klaxon.link.copies.sent_copy import RECORD
from klaxon.rules.contract import Header
from klaxon.table.disk.database import read_header
from klaxon.table.fair_play.verdict import Commitment
from klaxon.table.play import JournalRow

_LARGEST = 1 << 24


class CopyError(Exception):
    """A copy that does not open; its text is the end of a message `link.copy.*`."""


class OpenedCopy(NamedTuple):
    """What is in a copy."""

    header: Header
    rows: list[JournalRow]
    commitments: list[Commitment]
    lost: int
    """Blocks behind one that is not as it was sent: they cannot be used."""


def fits(about: CopyAbout, code: str) -> bool:
    """Return whether a code is that of a copy."""
    return compare_digest(keys_of(code).check.hex(), about.check)


def open_copy(about: CopyAbout, records: bytes, code: str) -> OpenedCopy:
    """Return the game in a copy; CopyError where the code is another, or the copy is of no use."""
    if not fits(about, code):
        raise CopyError("wrong-code")
    keys = keys_of(code)
    header = _open_header(about, keys)
    log, commitments, read = bytearray(), list[Commitment](), 0
    try:
        for commitment, place, piece in _blocks(records, keys):
            if place > len(log):
                break
            if piece:
                del log[place:]
                log += unpress(log, piece)
            commitments.append(commitment)
            read += 1
        rows = read_rows(bytes(log))
    except (BrokenBlock, ValueError):
        rows = read_rows(bytes(log))
    return OpenedCopy(header, rows, commitments, len(records) // RECORD - read)


def _blocks(records: bytes, keys: CopyKeys) -> Iterator[OpenedBlock]:
    for place in range(0, len(records) - RECORD + 1, RECORD):
        record = records[place : place + RECORD]
        yield open_block(keys, record[:NONCE], record[NONCE:])


def _open_header(about: CopyAbout, keys: CopyKeys) -> Header:
    try:
        sealed = bytes.fromhex(about.header)
        text = zlib.decompressobj().decompress(unseal(keys, sealed[:NONCE], sealed[NONCE:]), _LARGEST)
        header = read_header(text.decode())
    except (BrokenBlock, ValueError, TypeError, zlib.error, json.JSONDecodeError) as error:
        raise CopyError("broken") from error
    if id_of(header) != about.id:
        raise CopyError("broken")
    return header
