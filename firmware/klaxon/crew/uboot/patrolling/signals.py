"""What decoded messages tell of ships: where they pass, when, and how they go on from there."""

from __future__ import annotations

from typing import NamedTuple

from klaxon.crew.uboot.patrolling.chart_way import NM, ChartPlace, cell_place
from klaxon.rules.uboot.radio.records import READ
from klaxon.rules.uboot.state import OpenBoard

AHEAD_S = 5 * 3600
"""Seconds from a message to when the ships pass the cell that it names."""
KEPT_S = 18 * 3600
"""Seconds for which a message leads anywhere."""


class ToldTraffic(NamedTuple):
    """Ships that a message tells of."""

    kind: str
    place: ChartPlace
    """The middle of the cell that they pass."""
    passing: float
    """Game time at which they do, in seconds."""
    course: float
    knots: float

    def at(self, game: float) -> ChartPlace:
        """Return where they are at a game time, as far as the message goes."""
        return self.place.after(self.course, self.knots * NM * (game - self.passing) / 3600)


def told_traffic(board: OpenBoard, game: float) -> list[ToldTraffic]:
    """Return what decoded messages tell of ships that may still be about."""
    chart, found = board.handbook.library.chart, []
    for message in board.radio.messages:
        about = dict(message.about)
        place = cell_place(chart, str(about.get("cell", ""))) if "traffic" in about and message.state == READ else None
        passing = message.at / 1000 + AHEAD_S
        if place is not None and game - passing < KEPT_S:
            found.append(
                ToldTraffic(str(about["traffic"]), place, passing, float(about["course"]), float(about["knots"]))
            )
    return found
