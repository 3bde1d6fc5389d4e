"""What a dial is, from ten clicks: every dial that may be is known, and what cannot be right is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.console.devices.health import DialHealth, DialLesson
from klaxon.console.language.catalogue import catalogue
from klaxon.console.service.dial_detection import CLICKS, SLIP, Doubt, learn
from klaxon.hal.quadrature import PER_DETENT, Quadrature
from tests.console.kit.servicing import WAY

START = DialHealth("red-1", 0, 3, "", 5, 2, 17, 1, 40, 7, 2, 1, 0)


def turned(changes: int, start: DialHealth = START) -> DialHealth:
    """Return a dial after so many changes of its contacts."""
    state = WAY[(WAY.index(start.state) + changes) % 4]
    return start._replace(state=state, travel=start.travel + changes, edges=start.edges + abs(changes))


@given(st.sampled_from(PER_DETENT), st.booleans(), st.integers(CLICKS - SLIP, CLICKS + SLIP), st.sampled_from(range(4)))
def test_a_dial_is_known_also_where_people_miscount(per: int, wrong_way: bool, clicks: int, rest: int) -> None:
    start = START._replace(state=rest)
    after = turned(per * clicks * (-1 if wrong_way else 1), start)
    lesson = learn(start, after)
    assert lesson == DialLesson(per, wrong_way, after.state)
    assert isinstance(lesson, DialLesson)
    decoder = Quadrature(lesson.steps_per_detent, lesson.rest, after.state)
    way = [after.state]
    for _ in range(per * 10):
        place = WAY.index(way[-1]) + (-1 if wrong_way else 1)
        way.append(WAY[place % 4])
    steps = sum(decoder.move(state) for state in way[1:])
    assert (-steps if lesson.reversed else steps) == 10, "so taught, it tells every click"


@given(st.integers(-100, 100))
def test_no_other_count_is_taken(changes: int) -> None:
    found = learn(START, turned(changes))
    clicks = [abs(changes) / per for per in PER_DETENT if abs(changes) % per == 0]
    fits = any(CLICKS - SLIP <= count <= CLICKS + SLIP for count in clicks)
    assert isinstance(found, DialLesson) == fits


@pytest.mark.parametrize(
    ("after", "doubt"),
    [
        (START, Doubt("still", 0)),
        (turned(0)._replace(edges=44), Doubt("count", 0)),
        (turned(3), Doubt("count", 3)),
        (turned(8), Doubt("count", 8)),
        (turned(28), Doubt("count", 28)),
        (turned(41), Doubt("between", 41)),
        (turned(21), Doubt("between", 21)),
        (turned(40)._replace(jumps=3), Doubt("jumps", 2)),
        (turned(40)._replace(state=0), Doubt("lost", 40)),
        (turned(20)._replace(state=1), Doubt("lost", 20)),
        (turned(1)._replace(dead="b", edges=60), Doubt("dead", 1, "B")),
    ],
)
def test_what_cannot_be_right_is_refused(after: DialHealth, doubt: Doubt) -> None:
    assert learn(START, after) == doubt
    assert f"service.doubt.{doubt.code}" in catalogue("en")
