"""Byte stuffing (COBS): after it no byte is zero, so that a zero ends a frame and nothing else does.

Frames are shorter than 254 bytes, so every code byte says where the next zero was, and none says "no zero here".
"""

from __future__ import annotations


def stuff(data: bytes) -> bytes:
    """Return the bytes without a zero, one byte longer."""
    return b"".join(bytes((len(part) + 1,)) + part for part in data.split(b"\0"))


def unstuff(data: bytes) -> bytes | None:
    """Return what was stuffed; None where that cannot be."""
    parts = []
    place, end = 0, len(data)
    while place < end:
        code = data[place]
        after = place + code
        if code == 0 or after > end:
            return None
        parts.append(data[place + 1 : after])
        place = after
    return b"\0".join(parts) if parts else None
