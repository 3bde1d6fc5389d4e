"""Messages on a stream of bytes: numbered, sealed with the key of the session, and on a line pressed small. No I/O.

    head (1 or 3 bytes) | message, or a block as it is | seal

The highest bit of the head marks a block: it is never pressed, so that its length says nothing of what is in it. The
next bit is set where the length does not fit into the six that follow, and takes two bytes more, low byte first.

A frame's sum finds noise; the seal finds whoever meddles, and the one damaged frame in four thousand million that a sum
lets pass. Both ways have keys of their own, so that nothing can be sent back to who said it.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from hmac import compare_digest
from typing import Any

from klaxon.link.messages.pressing import Presser, Unpresser, rehearsed_presser, rehearsed_unpresser

SEAL = 8
"""Bytes of a seal. A wrong one ends the conversation: whoever guesses has one try in three seconds, of 2**64."""
_BLOCK, _LONG = 0x80, 0x40
"""Marks in the first byte of a head."""
_LONG_HEAD = 3
LONGEST = 1 << 18
"""Bytes of a message; a longer one is no message of ours."""
MOST_SENT = LONGEST + 1_000
"""Bytes of it on the stream: pressing makes a few of them longer."""


class PlainBlock(bytes):
    """What came as a block."""

    __slots__ = ()


class Forged(Exception):
    """What came was not sealed with this session's key: the session must end."""


class MessageWriter:
    """Turns messages into bytes of the stream."""

    def __init__(self, key: bytes, *, pressed: bool = True) -> None:
        """Begin a way; where messages are pressed, what was said before costs little."""
        self._sealer = _Sealer(key)
        self._presser: Presser | None = rehearsed_presser() if pressed else None

    def write(self, text: str) -> bytes:
        """Return the bytes of one message, which is written as JSON already."""
        if len(text) > LONGEST:
            raise ValueError(len(text))
        return self._sealed(text.encode() if self._presser is None else self._presser.press(text), 0)

    def write_block(self, block: bytes) -> bytes:
        """Return the bytes of a block: as many for every block of one size."""
        return self._sealed(block, _BLOCK)

    def _sealed(self, content: bytes, mark: int) -> bytes:
        length = len(content)
        if length < _LONG:
            whole = bytes((length | mark,)) + content
        else:
            whole = bytes((length >> 16 | _LONG | mark,)) + (length & 0xFFFF).to_bytes(2, "little") + content
        return whole + self._sealer.seal(whole)


class MessageReader:
    """Turns bytes of the stream back into messages."""

    def __init__(self, key: bytes, *, pressed: bool = True) -> None:
        """Begin a way with the key that its writer has."""
        self._sealer = _Sealer(key)
        self._unpresser: Unpresser | None = rehearsed_unpresser() if pressed else None
        self._part = bytearray()

    def read(self, data: bytes) -> list[Any]:
        """Return the messages and blocks that are whole now; Forged where one is not of this session."""
        self._part += data
        messages: list[Any] = []
        while (head := _read_head(self._part)) is not None:
            start, length = head
            if length > MOST_SENT:
                raise Forged
            end = start + length + SEAL
            if len(self._part) < end:
                break
            whole = bytes(self._part[:end])
            del self._part[:end]
            content = self._unseal(whole)[start:]
            messages.append(PlainBlock(content) if whole[0] & _BLOCK else self._open(content))
        return messages

    def _unseal(self, whole: bytes) -> bytes:
        """Return what stands before the seal."""
        content, seal = whole[:-SEAL], whole[-SEAL:]
        if not compare_digest(seal, self._sealer.seal(content)):
            raise Forged
        return content

    def _open(self, content: bytes) -> Any:
        try:
            if self._unpresser is not None:
                return self._unpresser.read(content, LONGEST)
            return json.loads(content, parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise Forged from error


def _refuse(found: str) -> None:
    """Python reads numbers that are none, and nobody else does."""
    raise ValueError(found)


def _read_head(part: bytearray) -> tuple[int, int] | None:
    """Return the bytes of a head, and the length it tells; None where it is not whole."""
    if not part or (part[0] & _LONG and len(part) < _LONG_HEAD):
        return None
    short = part[0] & (_LONG - 1)
    return (_LONG_HEAD, short << 16 | part[2] << 8 | part[1]) if part[0] & _LONG else (1, short)


class _Sealer:
    """Seals the messages of one way, each with its number."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._number = 0

    def seal(self, content: bytes) -> bytes:
        number = self._number.to_bytes(8, "little")
        self._number += 1
        return blake2b(content, key=self._key, salt=number, digest_size=SEAL).digest()
