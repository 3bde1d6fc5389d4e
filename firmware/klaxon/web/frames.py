"""Frames: pictures on their way to a page. Only what changed travels.

A frame is the place of a station in the list of the welcome, one byte, and then runs: page, column, length less one,
a byte each, and the bytes. What the page has not been sent is dark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from klaxon.console.devices import Picture

HEAD = 3
"""Bytes of a run beside its data: a gap no longer than this is cheaper sent than left out."""

_CHANGES = re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % HEAD)


def frame(number: int, before: bytes, picture: Picture) -> bytes:
    """Return the frame that makes a panel with these bits show the picture; b'' where it does already."""
    runs = b"".join(_runs(before, picture))
    return bytes((number,)) + runs if runs else b""


def _runs(before: bytes, picture: Picture) -> Iterator[bytes]:
    width, bits = picture.width, picture.bits
    for start in range(0, len(bits), width):
        old, new = before[start : start + width], bits[start : start + width]
        if old == new:
            continue
        # Numbers of a thousand bits find all differences of a page in one step.
        apart = int.from_bytes(old, "big") ^ int.from_bytes(new, "big")
        for change in _CHANGES.finditer(apart.to_bytes(width, "big")):
            column, end = change.span()
            yield bytes((start // width, column, end - column - 1)) + new[column:end]
