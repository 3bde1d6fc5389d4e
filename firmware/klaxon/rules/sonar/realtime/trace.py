"""The hull trace: the drill by which a crew repairs its boat in real time, and the judge of its recordings (SON-82).

The hull has four sections, each a double line. A pen runs along it by itself, so many units a second; every step of
the dial moves it one unit across. Leaving the double line is a slip. All of it is integers, so a station that draws
the drill and the rules that judge its recording always agree.

A recording is the steps of the dial: the milliseconds since the pen started, then `+` or `-`, one after the other
without a gap: `250+410+1980-`. It is a word of the script; a dial that nobody touched is `""`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

SECTIONS = ("1", "2", "3", "4")
LENGTH = 180
"""Length of a section, in units."""
GAP = 2
"""How far the pen may be from the middle of the double line, to either side, in units."""
SPEEDS = {"slow": 30, "steady": 45, "fast": 60}
"""Option `trace_speed` -> the speed of the pen, in units a second."""
LEAST_APART = 12
"""Shortest time, in milliseconds, between two steps of a dial that is spun fast."""
MOST_STEPS = 160
LONGEST = 6 * MOST_STEPS
NONE = "-"
"""Stands for a recording if there is none."""

_CORNERS = {
    "1": ((0, 0), (30, 0), (70, 8), (110, 12), (150, 12), (180, 8)),
    "2": ((0, 8), (40, 8), (60, 14), (100, 14), (130, 8), (180, 8)),
    "3": ((0, 8), (50, 8), (90, 0), (120, -4), (150, -2), (180, 0)),
    "4": ((0, 0), (40, -6), (80, -10), (120, -10), (150, -4), (180, 0)),
}
"""Section -> the corners of its middle line, (along, across): bow, tower, stern and keel."""
_STEP = re.compile(r"(0|[1-9][0-9]{0,4})([+-])")
_WORD = re.compile(rf"(?:{_STEP.pattern})*")


class DialStep(NamedTuple):
    """One step of the dial: when, in milliseconds since the pen started, and which way, 1 or -1."""

    at: int
    way: int


class Pen(NamedTuple):
    """Where the pen is: along the section, and across it."""

    along: int
    across: int


@lru_cache(maxsize=len(SECTIONS))
def outline(section: str) -> tuple[int, ...]:
    """Return the middle of the double line at every unit along a section; the lines run `GAP` beside it."""
    middle: list[int] = []
    corners = _CORNERS[section]
    for (start, low), (end, high) in pairwise(corners):
        middle += [low + (high - low) * (along - start) // (end - start) for along in range(start, end)]
    return (*middle, corners[-1][1])


def run_time(speed: str) -> int:
    """Return how many milliseconds the pen takes for a section."""
    return -(-LENGTH * 1000 // SPEEDS[speed])


def along_at(speed: str, at: int) -> int:
    """Return how far along a section the pen is, so many milliseconds after it started."""
    return min(LENGTH, at * SPEEDS[speed] // 1000)


def pen_at(section: str, speed: str, steps: tuple[DialStep, ...], at: int) -> Pen:
    """Return where the pen is at a moment, after the steps made until then."""
    return Pen(along_at(speed, at), outline(section)[0] + sum(step.way for step in steps if step.at <= at))


def within(section: str, pen: Pen) -> bool:
    """Return whether the pen is between the lines."""
    return abs(pen.across - outline(section)[pen.along]) <= GAP


def read(word: str) -> tuple[DialStep, ...]:
    """Return the steps of a recording; it must be `possible`."""
    return tuple(DialStep(int(at), 1 if way == "+" else -1) for at, way in _STEP.findall(word))


def write(steps: tuple[DialStep, ...]) -> str:
    """Return steps as a recording."""
    return "".join(f"{step.at}{'+' if step.way > 0 else '-'}" for step in steps)


def possible(speed: str, word: str) -> bool:
    """Return whether a person can have made a recording: steps ordered, apart, within the run, and not too many."""
    if _WORD.fullmatch(word) is None:
        return False
    steps = read(word)
    apart = all(after.at - before.at >= LEAST_APART for before, after in pairwise(steps))
    return apart and len(steps) <= MOST_STEPS and (not steps or steps[-1].at <= run_time(speed))


def clean(section: str, speed: str, steps: tuple[DialStep, ...]) -> bool:
    """Return whether the pen stayed between the lines all the way."""
    return slip(section, speed, steps, run_time(speed)) is None


def slip(section: str, speed: str, steps: tuple[DialStep, ...], until: int) -> Pen | None:
    """Return where the pen first left the lines, None if it has not by a given moment."""
    across, along = outline(section)[0], 0
    for step in (*(step for step in steps if step.at <= until), DialStep(until, 0)):
        here = along_at(speed, step.at)
        for place in range(along, here + 1):
            if not within(section, Pen(place, across)):
                return Pen(place, across)
        across, along = across + step.way, here
    return None


def faultless(section: str, speed: str) -> str:
    """Return the recording of a dial that follows the middle of the double line."""
    steps: list[DialStep] = []
    across = outline(section)[0]
    for along, middle in enumerate(outline(section)):
        way = (middle > across) - (middle < across)
        if way:
            steps.append(DialStep(-(-along * 1000 // SPEEDS[speed]), way))
            across += way
    return write(tuple(steps))
