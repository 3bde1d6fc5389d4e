"""The radio operator's sheet: the calls that were heard, and what the operator has pencilled in between.

A silence, a surfacing or missed calls break the track. Over a break the operator may draw a guess of the way:
then the track goes on. The sheet is a lens, words only: where the track was laid, the guesses, what was erased. Nobody
else knows anything of it but the end of the track.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from klaxon.console.drawing.parts.scale import Point
from klaxon.console.games.sonar.scene import SonarView
from klaxon.console.games.sonar.sea import rows_of
from klaxon.rules.sonar.chart import STEPS

STEP = {name[0].upper(): (east, south) for name, (south, east) in STEPS.items()}
"""The letter of a call -> its step."""
Lens = Mapping[str, str]


class DrawnLeg(NamedTuple):
    """Courses without a break between them; `broken` is the call that broke the track before them, '' for none."""

    broken: str
    courses: str


def split(calls: str) -> list[str]:
    """Return the calls one by one; a sector above 9 is in parentheses."""
    found: list[str] = []
    within = False
    for letter in calls:
        if within:
            found[-1] += letter
        else:
            found.append(letter)
        within = letter == "(" or (within and letter != ")")
    return found


def legs_of(view: SonarView, lens: Lens) -> list[DrawnLeg]:
    """Return the legs since the sheet was erased."""
    legs = [DrawnLeg("", "")]
    for call in split(view.calls)[int(lens.get("erased", "0")) :]:
        if call in STEP:
            legs[-1] = DrawnLeg(legs[-1].broken, legs[-1].courses + call)
        else:
            legs.append(DrawnLeg(call, ""))
    return legs


def guess(lens: Lens, number: int) -> str | None:
    """Return the way that the operator has drawn over the break before a leg, None if there is none."""
    return lens.get(f"guess{number}")


def with_guess(lens: Lens, number: int, way: str | None) -> dict[str, str]:
    """Return the sheet with another guess before a leg."""
    kept = {key: value for key, value in lens.items() if key != f"guess{number}"}
    return kept if way is None else {**kept, f"guess{number}": way}


def end_of(view: SonarView, lens: Lens) -> Point:
    """Return where the enemy is, if the track is right; the middle of the chart before it was laid."""
    rows = rows_of(view.rows)
    column, row = _start(lens) or (len(rows[0]) // 2, len(rows) // 2)
    if not view.has_track:
        return column, row
    laid, legs = int(lens.get("leg", "0")), legs_of(view, lens)
    way = "".join((guess(lens, n) or "" if n > laid else "") + leg.courses for n, leg in enumerate(legs) if n >= laid)
    return walk((column, row), way)[-1]


def walk(start: Point, way: str) -> list[Point]:
    """Return the points of a way, starting with the first."""
    points = [start]
    for letter in way:
        east, south = STEP[letter]
        points.append((points[-1][0] + east, points[-1][1] + south))
    return points


def track_of(view: SonarView, lens: Lens) -> tuple[Point, ...]:
    """Return the track to draw, oldest point first: as far back as it is unbroken, or guessed over."""
    if not view.has_track:
        return ()
    way = ""
    for number, leg in reversed([*enumerate(legs_of(view, lens))]):
        way = leg.courses + way
        drawn = guess(lens, number) if number else None
        if drawn is None:
            break
        way = drawn + way
    end = end_of(view, lens)
    back = walk((0, 0), way)
    return tuple((end[0] + x - back[-1][0], end[1] + y - back[-1][1]) for x, y in back)


def laid_at(view: SonarView, lens: Lens, end: Point) -> dict[str, str]:
    """Return the sheet with the end of its track laid on a point."""
    legs = legs_of(view, lens)
    last = walk((0, 0), legs[-1].courses if view.has_track else "")[-1]
    start = f"{end[0] - last[0]},{end[1] - last[1]}"
    return {**lens, "start": start, "leg": str(len(legs) - 1 if view.has_track else 0)}


def empty_sheet(view: SonarView, lens: Lens) -> dict[str, str]:
    """Return an empty sheet: the track begins where its end was laid last."""
    end = end_of(view, lens)
    kept = {key: lens[key] for key in ("axis", "at") if key in lens}
    return {**kept, "erased": str(len(split(view.calls))), "start": f"{end[0]},{end[1]}", "leg": "0"}


def _start(lens: Lens) -> Point | None:
    column, comma, row = lens.get("start", "").partition(",")
    return (int(column), int(row)) if comma else None
