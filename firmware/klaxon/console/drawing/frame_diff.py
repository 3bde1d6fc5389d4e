"""Changes: where two pictures differ, as runs of bytes. A panel on a bus and a page are sent only these."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Run(NamedTuple):
    """Adjacent bytes in a page of eight rows, and where they begin."""

    page: int
    column: int
    data: bytes


def changes(before: bytes, after: bytes, width: int, gap: int) -> Iterator[Run]:
    """Yield the runs that turn `before` into `after`; changes of a page with at most `gap` bytes between are one run.

    That is the cheapest choice of runs if a separate run costs `gap` bytes: every gap is decided independently.
    """
    for start in range(0, len(after), width):
        old, new = before[start : start + width], after[start : start + width]
        if old != new:
            # Numbers of a thousand bits find all differences of a page in one step.
            apart = (int.from_bytes(old, "big") ^ int.from_bytes(new, "big")).to_bytes(len(new), "big")
            for change in _near(gap).finditer(apart):
                yield Run(start // width, change.start(), new[change.start() : change.end()])


@lru_cache(maxsize=4)
def _near(gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)
