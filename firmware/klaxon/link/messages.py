"""Messages on a stream of bytes: compressed, numbered and sealed with the key of the session. No I/O.

    length (2 bytes, low first) | compressed message, or a block as it is | seal

The highest bit of the length marks a block: it is not compressed, so that its length says nothing of what is in it.

A frame's sum finds noise; the seal finds whoever meddles, and the one damaged frame in four thousand million that a sum
lets pass. Both ways have keys of their own, so that nothing can be sent back to who said it.
"""

from __future__ import annotations

import zlib
from hashlib import blake2b
from hmac import compare_digest

SEAL = 12
"""Bytes of a seal."""
_LENGTH = 2
_BLOCK = 1 << 15
"""The mark of a block."""
_LONGEST_COMPRESSED = _BLOCK - 1 - SEAL
LONGEST = 1 << 18
"""Bytes of a message; a longer one is no message of ours."""
_FLUSHED = b"\0\0\xff\xff"
"""What every flush of the compressor ends with: it need not travel."""


class PlainBlock(bytes):
    """What came as a block."""

    __slots__ = ()


class Forged(Exception):
    """What came was not sealed with this session's key: the session must end."""


class MessageWriter:
    """Turns messages into bytes of the stream."""

    def __init__(self, key: bytes) -> None:
        """Begin a way; what repeats from message to message costs little."""
        self._sealer = _Sealer(key)
        self._compressor = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)

    def write(self, message: bytes) -> bytes:
        """Return the bytes of one message."""
        pressed = self._compressor.compress(message) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
        pressed = pressed.removesuffix(_FLUSHED)
        if len(message) > LONGEST or len(pressed) > _LONGEST_COMPRESSED:
            raise ValueError(len(message))
        return self._sealed(pressed, 0)

    def write_block(self, block: bytes) -> bytes:
        """Return the bytes of a block: as many for every block of one size."""
        return self._sealed(block, _BLOCK)

    def _sealed(self, content: bytes, mark: int) -> bytes:
        length = (len(content) + SEAL | mark).to_bytes(_LENGTH, "little")
        return length + content + self._sealer.seal(length + content)


class MessageReader:
    """Turns bytes of the stream back into messages."""

    def __init__(self, key: bytes) -> None:
        """Begin a way with the key that its writer has."""
        self._sealer = _Sealer(key)
        self._decompressor = zlib.decompressobj(-zlib.MAX_WBITS)
        self._part = bytearray()

    def read(self, data: bytes) -> list[bytes]:
        """Return the messages and blocks that are whole now; Forged where one is not of this session."""
        self._part += data
        messages: list[bytes] = []
        while len(self._part) >= _LENGTH:
            length = int.from_bytes(self._part[:_LENGTH], "little")
            end = _LENGTH + (length & ~_BLOCK)
            if len(self._part) < end:
                break
            whole = bytes(self._part[:end])
            del self._part[:end]
            if length & _BLOCK:
                messages.append(PlainBlock(self._unseal(whole)))
            else:
                messages.append(self._open(whole))
        return messages

    def _unseal(self, whole: bytes) -> bytes:
        content, seal = whole[:-SEAL], whole[-SEAL:]
        if len(content) < _LENGTH or not compare_digest(seal, self._sealer.seal(content)):
            raise Forged
        return content[_LENGTH:]

    def _open(self, whole: bytes) -> bytes:
        try:
            message = self._decompressor.decompress(self._unseal(whole) + _FLUSHED, LONGEST + 1)
        except zlib.error as error:
            raise Forged from error
        if len(message) > LONGEST:
            raise Forged
        return message


class _Sealer:
    """Seals the messages of one way, each with its number."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._number = 0

    def seal(self, content: bytes) -> bytes:
        number = self._number.to_bytes(8, "little")
        self._number += 1
        return blake2b(content, key=self._key, salt=number, digest_size=SEAL).digest()
