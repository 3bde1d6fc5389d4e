"""Messages pressed small for a narrow line: packed, and compressed with what went before. No I/O.

Both ways begin as if a rehearsal had been said on them already (`data/link/rehearsal.txt`, made by
`python -m tools.link_rehearsal`): so the first orders of an evening are as short as the later ones.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from typing import Any

from klaxon import data
from klaxon.link.messages.packing import Packer, Unpacker

_FLUSHED = b"\0\0\xff\xff"
"""What every flush of the compressor ends with: it need not travel."""


class Presser:
    """Presses the messages of one way."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._packer = Packer()
        self._compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)

    def press(self, text: str) -> bytes:
        """Return a message, written as JSON, in few bytes."""
        packed = self._packer.pack(json.loads(text))
        return (self._compressor.compress(packed) + self._compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(_FLUSHED)

    def copy(self) -> Presser:
        """Return another one, to which the same was said."""
        made = Presser()
        made._packer, made._compressor = self._packer.copy(), self._compressor.copy()
        return made


class Unpresser:
    """Reads the messages of one way."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._unpacker = Unpacker()
        self._decompressor = zlib.decompressobj(-zlib.MAX_WBITS)

    def read(self, pressed: bytes, longest: int) -> Any:
        """Return a message; ValueError where it is none, or has more than so many bytes when it is decompressed."""
        try:
            packed = self._decompressor.decompress(pressed + _FLUSHED, longest + 1)
        except zlib.error as error:
            raise ValueError(str(error)) from None
        if len(packed) > longest:
            raise ValueError("long")
        return self._unpacker.unpack(packed)

    def copy(self) -> Unpresser:
        """Return another one, to which the same was said."""
        made = Unpresser()
        made._unpacker, made._decompressor = self._unpacker.copy(), self._decompressor.copy()
        return made


@cache
def _rehearsed() -> tuple[Presser, Unpresser]:
    presser, unpresser = Presser(), Unpresser()
    for text in data.read("link", "rehearsal").splitlines():
        unpresser.read(presser.press(text), len(text))
    return presser, unpresser


def rehearsed_presser() -> Presser:
    """Return a presser after the rehearsal."""
    return _rehearsed()[0].copy()


def rehearsed_unpresser() -> Unpresser:
    """Return what reads the messages of such a presser."""
    return _rehearsed()[1].copy()
