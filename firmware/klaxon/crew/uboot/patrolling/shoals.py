"""Water under the boat and ahead of it: how deep a captain goes by the chart, and how he turns away from shoals."""

from __future__ import annotations

from collections.abc import Iterator

from klaxon.crew.uboot.hunting.shooting import Wanted
from klaxon.crew.uboot.notes import WatchNotes
from klaxon.crew.uboot.patrolling.chart_way import NM, ChartPlace, is_clear, own_place
from klaxon.rules.uboot.sea.chart import place_in_grid
from klaxon.rules.uboot.state import OpenBoard

DEPTHS = {"land": 0, "coast": 60, "shelf": 120, "deep": 3000}
"""What the chart calls a cell -> metres of water in it."""
CLEAR = 15
"""Metres that a captain wants below his keel."""
AHEAD = 12 * NM
"""Metres of the way ahead for which the water must do: more than a boat under water makes in an hour."""
OFF = 45 * NM
"""Metres of water that a course away from shoals needs."""
TURNS = (40, -40, 80, -80, 120, -120, 160, -160, 180)
"""Degrees by which a captain turns away, the least first."""


def safe_depth(board: OpenBoard, notes: WatchNotes, wanted: int) -> int:
    """Return how many metres deep the boat may go here and ahead, at most so many as are wanted."""
    chart, here = board.handbook.library.chart, own_place(board, notes.hunt.plot)
    ahead = here.after(board.boat.course, AHEAD)
    cells = [place_in_grid(chart, board.boat.cell), here.grid, ahead.grid]
    waters = [DEPTHS[chart.cells[grid][1]] for grid in cells if grid is not None and grid in chart.cells]
    known = [depth for depth in waters if depth]
    return max(10, min([wanted, *(depth - CLEAR for depth in known)]))


def leave_shoals(board: OpenBoard, notes: WatchNotes) -> Iterator[Wanted]:
    """Yield what takes the boat clear of shoals or an object that the crew was warned of: up, or away."""
    if not notes.warned:
        return
    safe = safe_depth(board, notes, board.boat.target // 1000)
    if not board.boat.surfaced and 10 < safe < board.boat.target // 1000:
        yield "new_depth", (str(safe),)
    yield "new_course", (str(round(_way_off(board, notes)) % 360),)


def _way_off(board: OpenBoard, notes: WatchNotes) -> float:
    """Return the course with the least turn that has water for some hours, and not in the cell that was named."""
    chart, here = board.handbook.library.chart, own_place(board, notes.hunt.plot)
    shoal, ordered = place_in_grid(chart, notes.warned), board.boat.course
    courses = [ordered + turn for turn in TURNS]
    clear = (course for course in courses if is_clear(chart, here, here.after(course, OFF)))
    return next((course for course in clear if not _meets(here, course, shoal)), ordered + TURNS[-1])


def _meets(here: ChartPlace, course: float, cell: tuple[int, int] | None) -> bool:
    """Return whether a course leads into another cell that was named."""
    return here.grid != cell and any(here.after(course, OFF * part / 4).grid == cell for part in range(1, 5))
