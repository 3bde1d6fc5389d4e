"""Messages on a stream of bytes: compressed, numbered and sealed with the key of the session. No I/O.

    length (2 bytes, low first) | compressed message | seal

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
_LONGEST_COMPRESSED = (1 << 16) - 1 - SEAL
LONGEST = 1 << 18
"""Bytes of a message; a longer one is no message of ours."""
_FLUSHED = b"\0\0\xff\xff"
"""What every flush of the compressor ends with: it need not travel."""


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
        length = (len(pressed) + SEAL).to_bytes(_LENGTH, "little")
        return length + pressed + self._sealer.seal(length + pressed)


class MessageReader:
    """Turns bytes of the stream back into messages."""

    def __init__(self, key: bytes) -> None:
        """Begin a way with the key that its writer has."""
        self._sealer = _Sealer(key)
        self._decompressor = zlib.decompressobj(-zlib.MAX_WBITS)
        self._part = bytearray()

    def read(self, data: bytes) -> list[bytes]:
        """Return the messages that are whole now; Forged where one is not of this session."""
        self._part += data
        messages = []
        while len(self._part) >= _LENGTH:
            end = _LENGTH + int.from_bytes(self._part[:_LENGTH], "little")
            if len(self._part) < end:
                break
            messages.append(self._open(bytes(self._part[:end])))
            del self._part[:end]
        return messages

    def _open(self, whole: bytes) -> bytes:
        content, seal = whole[:-SEAL], whole[-SEAL:]
        if len(content) < _LENGTH or not compare_digest(seal, self._sealer.seal(content)):
            raise Forged
        try:
            message = self._decompressor.decompress(content[_LENGTH:] + _FLUSHED, LONGEST + 1)
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
