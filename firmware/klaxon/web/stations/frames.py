"""Frames: pictures on their way to a page. Only what changed travels.

A frame is the index of a station in the list of the welcome, one byte, and then runs: page, column, length less one,
a byte each, and the bytes. Whatever was never sent to the page is dark.
"""

from __future__ import annotations

from klaxon.console.devices import Picture
from klaxon.console.drawing.frame_diff import changes

HEAD = 3
"""Bytes of a run besides its data: a gap no longer than this is cheaper to send than to skip."""


def frame(number: int, before: bytes, picture: Picture) -> bytes:
    """Return the frame that makes a panel with these bits show the picture; b'' if it does already."""
    runs = changes(before, picture.bits, picture.width, HEAD)
    found = b"".join(bytes((page, column, len(data) - 1)) + data for page, column, data in runs)
    return bytes((number,)) + found if found else b""
