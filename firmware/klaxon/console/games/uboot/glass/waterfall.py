"""The waterfall of the hydrophone: what was heard in the last minute, newest line on top, bearings across.

The table shows only what is heard now; the lines before are the memory of the station. A line is kept for every two
seconds of play in which something new was heard, and holds until the next, so nothing has to arrive for it to move on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

CIRCLE = 360
COLUMNS = 128
ROWS = 32
LINE_MS = 2000
"""Milliseconds of play for a line."""
WIDE, NARROW = 360, 30
"""Degrees of the two pages."""


class HeardLine(NamedTuple):
    """What the hydrophone hears at one moment: under the wheel, and as the level of each column."""

    bearing: int
    """Of the wheel, whole degrees from the bow."""
    span: int
    """Degrees that the columns cover: all round from ahead, or 15 to either side of the wheel."""
    level: int
    screw: str
    turns: int
    line: tuple[int, ...]

    def level_at(self, tenths: int) -> int | None:
        """Return the level on a bearing in tenths of a degree; None where this line does not reach."""
        if self.span >= CIRCLE:
            return self.line[tenths % (10 * CIRCLE) * COLUMNS // (10 * CIRCLE)]
        off = (tenths - 10 * self.bearing + 5 * CIRCLE) % (10 * CIRCLE) - 5 * CIRCLE + 5 * self.span
        return self.line[off * COLUMNS // (10 * self.span)] if 0 <= off < 10 * self.span else None


def read_line(data: Mapping[str, Any]) -> HeardLine:
    """Return the line of a view's `sound`."""
    span = data.get("span", WIDE)
    return HeardLine(data["bearing"], span, data["level"], data["screw"], data["turns"], tuple(data["line"]))


class Waterfall(NamedTuple):
    """The lines that a station remembers, the newest first, each with the number of its two seconds."""

    lines: tuple[tuple[int, HeardLine | None], ...] = ()
    """A line that is None: nobody at this station listened from then on."""

    def with_line(self, line: HeardLine | None, now: int) -> Waterfall:
        """Return it with what is heard now; None: nobody listens."""
        if line is None and not self.lines:
            return self
        slot = now // LINE_MS
        kept = [each for each in self.lines if slot - ROWS < each[0] < slot]
        held = next((each for each in self.lines if each[0] <= slot - ROWS), None)
        """The line that still holds where the oldest row begins."""
        return Waterfall(((slot, line), *kept, *((held,) if held else ())))

    def rows(self, now: int) -> list[HeardLine | None]:
        """Return the line of each row, the newest first; None where nobody listened."""
        slot, found, left = now // LINE_MS, list[HeardLine | None](), list(self.lines)
        for row in range(ROWS):
            while left and left[0][0] > slot - row:
                left.pop(0)
            found.append(left[0][1] if left else None)
        return found


NOTHING_HEARD = Waterfall()
