"""JSON in few bytes, for a narrow line: what was said before is named by a number. No I/O.

Both ends keep a list of the strings that were said, and of the keys that objects had: a string or the keys of an object
travel once, and then as their place in the list. One byte tells what follows:

    0 null   1 true   2 false
    3 a whole number below zero, 4 above, 7 bits a byte, low first; 5 any other number, as text
    6 a string, 7 a string that is not kept: length, UTF-8     8 the keys of an object that are new: count, strings
    9 a list: length                                           10 to 19 a list of 0 to 9
    20 to 59 the numbers 0 to 39
    60 to 209 the places 0 to 149 in the list                  210 to 255 and another byte: those behind

Behind the keys of an object stand its values, behind a list what is in it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

NULL, TRUE, FALSE, BELOW, ABOVE, NUMBER, STRING, LOOSE, KEYS, LIST = range(10)
SHORT_LIST, SMALL, NEAR, FAR, END = 10, 20, 60, 210, 256
"""Where the codes of short lists, small numbers, near and far places begin."""
_FAR_PLACES = END - FAR
PLACES = FAR - NEAR + _FAR_PLACES * 256
"""Places in the list; when it is full, the oldest go."""
LONGEST_KEPT = 64
"""Characters of a string that is worth a place."""
DEEPEST = 80
"""Levels of a message: more than a client may have, and what is wrapped around it."""
_MOST_BITS = 63

Told = str | tuple[str, ...]
"""What has a place in the list: a string, or the keys of an object."""


class _Places:
    """The list that both ends keep."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self._next = 0

    def copy(self) -> _Places:
        made = _Places()
        made.told, made._next = self.told.copy(), self._next
        return made

    def add(self, told: Told) -> tuple[int, Told | None]:
        """Give it a place; return that, and what stood there."""
        if len(self.told) < PLACES:
            self.told.append(told)
            return len(self.told) - 1, None
        place, self._next = self._next, (self._next + 1) % PLACES
        gone, self.told[place] = self.told[place], told
        return place, gone


class Packer:
    """Packs the messages of one way."""

    def __init__(self) -> None:
        """Begin with an empty list."""
        self._places = _Places()
        self._place_of: dict[Told, int] = {}

    def pack(self, message: Any) -> bytes:
        """Return a message in few bytes."""
        out = bytearray()
        self._pack(message, out)
        return bytes(out)

    def copy(self) -> Packer:
        """Return another one, to which the same was said."""
        made = Packer()
        made._places, made._place_of = self._places.copy(), self._place_of.copy()
        return made

    def _pack(self, value: Any, out: bytearray) -> None:
        if value is None or value is True or value is False:
            out.append(NULL if value is None else TRUE if value else FALSE)
        elif isinstance(value, int | float):
            _pack_number(value, out)
        elif isinstance(value, str):
            self._tell(value, out)
        elif isinstance(value, dict):
            self._tell(tuple(value), out)
            for each in value.values():
                self._pack(each, out)
        else:
            _pack_length(SHORT_LIST, SMALL, LIST, len(value), out)
            for each in value:
                self._pack(each, out)

    def _tell(self, told: Told, out: bytearray) -> None:
        """Name a string or keys, or say them for the first time."""
        if (place := self._place_of.get(told)) is not None:
            if place < FAR - NEAR:
                out.append(NEAR + place)
            else:
                out += bytes((FAR + (place - (FAR - NEAR)) // 256, (place - (FAR - NEAR)) % 256))
            return
        if isinstance(told, str):
            text, is_kept = told.encode(), len(told) <= LONGEST_KEPT
            out.append(STRING if is_kept else LOOSE)
            _pack_bits(len(text), out)
            out += text
            if not is_kept:
                return
        else:
            out.append(KEYS)
            _pack_bits(len(told), out)
            for key in told:
                self._tell(key, out)
        place, gone = self._places.add(told)
        if gone is not None:
            del self._place_of[gone]
        self._place_of[told] = place


def _pack_number(value: int | float, out: bytearray) -> None:  # noqa: PYI041 - mypy takes `float` for both
    if isinstance(value, float) or value.bit_length() > _MOST_BITS:
        text = json.dumps(value).encode()
        out.append(NUMBER)
        _pack_bits(len(text), out)
        out += text
    elif value < 0:
        out.append(BELOW)
        _pack_bits(-value, out)
    else:
        _pack_length(SMALL, NEAR, ABOVE, value, out)


def _pack_length(first: int, end: int, code: int, value: int, out: bytearray) -> None:
    """Say a number in one byte where it has a code of its own."""
    if value < end - first:
        out.append(first + value)
    else:
        out.append(code)
        _pack_bits(value, out)


def _pack_bits(value: int, out: bytearray) -> None:
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


class Unpacker:
    """Unpacks the messages of one way."""

    def __init__(self) -> None:
        """Begin with an empty list."""
        self._places = _Places()
        self._packed, self._at = b"", 0

    def unpack(self, packed: bytes) -> Any:
        """Return a message; ValueError where it is none."""
        self._packed, self._at = packed, 0
        message = self._unpack(DEEPEST)
        if self._at != len(packed):
            raise ValueError("more than a message")
        return message

    def copy(self) -> Unpacker:
        """Return another one, to which the same was said."""
        made = Unpacker()
        made._places = self._places.copy()
        return made

    def _unpack(self, levels: int) -> Any:
        code = self._byte()
        if not levels:
            raise ValueError("deep")
        if code <= FALSE:
            return (None, True, False)[code]
        if SHORT_LIST <= code < SMALL or code == LIST:
            count = self._bits() if code == LIST else code - SHORT_LIST
            return [self._unpack(levels - 1) for _ in range(count)]
        if SMALL <= code < NEAR:
            return code - SMALL
        if code in (BELOW, ABOVE):
            return self._bits() if code == ABOVE else -self._bits()
        if code == NUMBER:
            return _number(self._text())
        told = self._told(code)
        return told if isinstance(told, str) else self._members(told, levels)

    def _members(self, keys: Sequence[str], levels: int) -> dict[str, Any]:
        return {key: self._unpack(levels - 1) for key in keys}

    def _told(self, code: int) -> Told:
        """Return a string or keys, named or said for the first time."""
        if code >= NEAR:
            place = code - NEAR if code < FAR else FAR - NEAR + (code - FAR) * 256 + self._byte()
            if place >= len(self._places.told):
                raise ValueError(f"no place {place}")
            return self._places.told[place]
        if code == LOOSE:
            return self._text()
        told = self._text() if code == STRING else tuple(self._key() for _ in range(self._bits()))
        self._places.add(told)
        return told

    def _key(self) -> str:
        code = self._byte()
        told = self._told(code) if code >= NEAR or code in (STRING, LOOSE) else None
        if not isinstance(told, str):
            raise ValueError("keys of keys")  # noqa: TRY004 - whoever reads messages expects one kind of error
        return told

    def _text(self) -> str:
        length = self._bits()
        start = self._at
        self._at = start + length
        if self._at > len(self._packed):
            raise ValueError("cut off")
        return self._packed[start : self._at].decode()

    def _bits(self) -> int:
        value = shift = 0
        while (byte := self._byte()) & 0x80:
            value |= (byte & 0x7F) << shift
            shift += 7
            if shift > _MOST_BITS:
                raise ValueError("long")
        return value | byte << shift

    def _byte(self) -> int:
        if self._at >= len(self._packed):
            raise ValueError("cut off")
        self._at += 1
        return self._packed[self._at - 1]


def _number(text: str) -> float:
    """Return a number that was said as text."""
    value = json.loads(text, parse_constant=_refuse)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(text)  # noqa: TRY004 - whoever reads messages expects one kind of error
    return value


def _refuse(text: str) -> float:
    raise ValueError(text)
