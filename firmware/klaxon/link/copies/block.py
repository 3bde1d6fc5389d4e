"""The blocks in which a copy leaves: all of one size, each a commitment and some rows, sealed. No I/O.

    commitment (32) | sealed: rows committed to (4), place in the log (4), length (1), compressed log, zeros | tag (16)

The log of a game is its rows as text, one line each. A block holds the next piece of it that fits, or none, and nobody
without the key can tell which. It leaves in slices, one by one: a slice with its seal fits one frame of a serial line,
and an answer that comes just then waits for no more than that.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from klaxon.link.copies.copy_code import CopyKeys
from klaxon.rules.contract import Ms
from klaxon.table.fair_play.chain import SIZE as COMMITMENT
from klaxon.table.fair_play.verdict import Commitment
from klaxon.table.play import JournalRow

SLICES = 4
SLICE = 34
"""Bytes of a slice: with the head and the seal of a message 43, which one frame carries."""
BLOCK = SLICES * SLICE
NONCE = 12
_TAG = 16
_COUNT = 4
_PLAIN = BLOCK - COMMITMENT - _TAG
_PIECE = _PLAIN - 2 * _COUNT - 1
_WINDOW = 1 << 15
_MOST = 600
"""Bytes of the log that are tried at once."""


class BrokenBlock(Exception):
    """A block that this key does not open: another code, or not as it was sent."""


class OpenedBlock(NamedTuple):
    """What is in a block."""

    commitment: Commitment
    place: int
    """Where in the log the piece belongs."""
    piece: bytes
    """Compressed."""


def write_rows(rows: Sequence[JournalRow]) -> bytes:
    """Return rows as lines of the log."""
    return b"".join(json.dumps((row.at, row.kind, row.line), separators=(",", ":")).encode() + b"\n" for row in rows)


def read_rows(log: bytes) -> list[JournalRow]:
    """Return the rows of all lines that are whole."""
    return [JournalRow(Ms(at), kind, line) for at, kind, line in map(json.loads, log.split(b"\n")[:-1])]


def press(log: bytes | bytearray, place: int) -> tuple[bytes, int]:
    """Return the next piece of a log, compressed, and where it ends."""
    size = min(_MOST, len(log) - place)
    while size:
        window = bytes(log[max(0, place - _WINDOW) : place])
        compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zlib.Z_DEFAULT_STRATEGY, window)
        piece = compressor.compress(bytes(log[place : place + size])) + compressor.flush()
        if len(piece) <= _PIECE:
            return piece, place + size
        size = size * (_PIECE - 2) // len(piece)
    return b"", place


def unpress(log: bytes | bytearray, piece: bytes) -> bytes:
    """Return the piece that follows a log; BrokenBlock where it is none."""
    if not piece:
        return b""
    try:
        return zlib.decompressobj(-zlib.MAX_WBITS, bytes(log[-_WINDOW:])).decompress(piece, _WINDOW)
    except zlib.error as error:
        raise BrokenBlock from error


def seal_block(keys: CopyKeys, nonce: bytes, opened: OpenedBlock) -> bytes:
    """Return a block; a nonce is used once."""
    commitment, place, piece = opened
    plain = commitment.rows.to_bytes(_COUNT, "little") + place.to_bytes(_COUNT, "little")
    plain += bytes((len(piece),)) + piece
    return commitment.value + seal(keys, nonce, plain.ljust(_PLAIN, b"\0"), commitment.value)


def open_block(keys: CopyKeys, nonce: bytes, block: bytes) -> OpenedBlock:
    """Return what is in a block; BrokenBlock where the key does not open it."""
    value = block[:COMMITMENT]
    plain = unseal(keys, nonce, block[COMMITMENT:], value)
    count, place = (int.from_bytes(plain[at : at + _COUNT], "little") for at in (0, _COUNT))
    start = 2 * _COUNT + 1
    return OpenedBlock(Commitment(count, nonce, value), place, plain[start : start + plain[start - 1]])


def seal(keys: CopyKeys, nonce: bytes, content: bytes, beside: bytes = b"") -> bytes:
    """Encrypt content; what stands beside it cannot be changed either."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415 - where there is a link

    return ChaCha20Poly1305(keys.cipher).encrypt(nonce, content, beside)


def unseal(keys: CopyKeys, nonce: bytes, sealed: bytes, beside: bytes = b"") -> bytes:
    """Return what was encrypted; BrokenBlock where the key is another, or a byte was changed."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - where there is a link
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415

    try:
        return ChaCha20Poly1305(keys.cipher).decrypt(nonce, sealed, beside)
    except InvalidTag as error:
        raise BrokenBlock from error
