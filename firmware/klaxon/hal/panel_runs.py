"""Pages: the bytes to send so that a panel shows another picture. Pure; every back-end uses it to write its panels.

A panel of the SSD1306 family is written a page (eight rows) at a time, in page addressing mode: the one mode that
SSD1306, SSD1309 and SH1106 share, and the cheapest for a run within a page. A panel remembers its page, so that a
writer may stop, or serve somebody else on the bus, between any two runs.

    a run on the bus = address 00 Bp 0l 1h | address 40 data...        7 bytes and the data
    the next in the same page = address 00 0l 1h | address 40 data...  6 bytes and the data

Two changes of a page become one run if the bytes between them are no more than a separate run would cost. Every gap
is decided independently, so no other choice of runs is shorter.
"""

from __future__ import annotations

from collections.abc import Iterable

from klaxon.console.drawing.frame_diff import Run, changes

__all__ = ["ADDRESSING", "AGAIN", "LONGEST", "OVERHEAD", "Run", "lay", "runs", "transactions", "wire_bytes"]

ADDRESSING = b"\x00\x20\x02"
"""The transaction that puts a panel into page addressing mode; send it after every initialisation."""
COMMAND, DATA = b"\x00", b"\x40"
"""The control byte that a transaction begins with: commands follow, or data."""
OVERHEAD = 7
"""Bytes of a run besides its data: two addresses, two control bytes, a page and two halves of a column."""
AGAIN = OVERHEAD - 1
"""The same for a run that follows another in its page."""
LONGEST = 128
"""Most data bytes in a run, so that it never takes the bus for longer than 3.2 ms at 400 kHz."""


def runs(before: bytes | None, after: bytes, width: int) -> list[Run]:
    """Return the runs to send to a panel that shows `before` (None: unknown), so that it shows `after`."""
    if before is None:
        pages = (Run(start // width, 0, after[start : start + width]) for start in range(0, len(after), width))
        return [piece for page in pages for piece in _split_run(page)]
    return [piece for run in changes(before, after, width, AGAIN) for piece in _split_run(run)]


def _split_run(run: Run) -> list[Run]:
    """Return a run cut into pieces that are short enough to send."""
    starts = range(0, len(run.data), LONGEST)
    return [Run(run.page, run.column + start, run.data[start : start + LONGEST]) for start in starts]


def lay(before: bytes | None, sent: Iterable[Run], width: int, height: int) -> bytes:
    """Return what a panel shows after some runs; unknown pixels are dark."""
    shown = bytearray(before or bytes(width * height // 8))
    for page, column, data in sent:
        start = page * width + column
        shown[start : start + len(data)] = data
    return bytes(shown)


def transactions(run: Run, offset: int = 0, at: int | None = None) -> tuple[bytes, bytes]:
    """Return a run as the panel gets it: commands, then data. The bus puts its address byte before each.

    `offset` is the first visible column: 2 on an SH1106, whose memory is wider than its glass. `at` is the
    page that the panel is at, if known.
    """
    column, page = run.column + offset, b"" if run.page == at else bytes((0xB0 | run.page,))
    return COMMAND + page + bytes((column & 0x0F, 0x10 | column >> 4)), DATA + run.data


def wire_bytes(sent: Iterable[Run]) -> int:
    """Return how many bytes some consecutive runs take on the bus."""
    total, at = 0, None
    for run in sent:
        total += (AGAIN if run.page == at else OVERHEAD) + len(run.data)
        at = run.page
    return total
