"""Lying in wait by ear: a boat under water hears a convoy much farther off than lookouts see it, above all by night.

It listens where a message says that ships pass, and in the dark and in thick weather wherever it looks for ships.
"""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.seeing import visibility
from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM, ChartPlace
from klaxon.crew.uboot.patrolling.signals import ToldTraffic, told_traffic
from klaxon.rules.uboot.patrol.records import KNOWN, PRIMARY
from klaxon.rules.uboot.sea.glass.open_views import HYDROPHONE, find_view
from klaxon.rules.uboot.state import OpenBoard

DEPTH = "10"
"""Metres at which the boat listens: at periscope depth it can report, and shoot."""
THICK = 0.3
"""Of the sight of a clear day: with less a single ship too is heard sooner than seen."""
EARLY, LATE = 5 * 3600, 3 * 3600
"""Seconds before and after a convoy should pass for which the boat listens for it."""
AT_THE_PLACE = 8 * NM
"""Metres from the place that it should pass within which the boat lies in wait."""
CONVOY = "convoy"


def expected_convoy(board: OpenBoard, notes: WatchNotes) -> ToldTraffic | None:
    """Return the convoy that passes soon, where a message tells of one that has not been met."""
    now = notes.hunt.plot.at
    told = [each for each in told_traffic(board, now) if CONVOY in each.kind and now < each.passing + LATE]
    return min(told, key=lambda each: each.passing, default=None)


def is_at_its_place(notes: WatchNotes, here: ChartPlace, convoy: ToldTraffic) -> bool:
    """Return whether the boat is where a convoy passes before long."""
    return here.metres_to(convoy.place) < AT_THE_PLACE and notes.hunt.plot.at > convoy.passing - EARLY


def waits_for_convoy(board: OpenBoard) -> bool:
    """Return whether the boat was sent against a convoy: a message will tell of it in time."""
    primary = board.patrol.objective(PRIMARY)
    return primary.state == KNOWN and CONVOY in (primary.word("target"), primary.word("within"))


def is_thick(board: OpenBoard) -> bool:
    """Return whether even a single ship is heard sooner than it is seen."""
    return visibility(board) < THICK


def listen(board: OpenBoard) -> Iterator[Wanted]:
    """Yield what lets the boat listen: under water, slow, and a man at the hydrophone."""
    if board.boat.surfaced:
        yield "dive", (DEPTH,)
        return
    if find_view(board, HYDROPHONE) is None:
        yield HYDROPHONE, ()
    if board.boat.setting not in ("slow", "stop"):
        yield "new_speed", ("slow",)
