"""SON-82: the hull trace, its pen, and the judge of recordings."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaxon.rules.sonar.realtime import trace
from klaxon.rules.sonar.realtime.trace import GAP, LENGTH, SECTIONS, SPEEDS, DialStep, Pen
from klaxon.rules.text import WORD

RUN = {"slow": 6000, "steady": 4000, "fast": 3000}


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_is_a_line_without_jumps_that_no_idle_hand_follows(section: str) -> None:
    line = trace.outline(section)
    assert len(line) == LENGTH + 1
    assert all(abs(after - before) <= 1 for before, after in pairwise(line))
    assert max(line) - min(line) > 2 * GAP
    assert not trace.clean(section, "slow", ())


def test_the_sections_join_round_the_hull() -> None:
    ends = [(trace.outline(section)[0], trace.outline(section)[-1]) for section in SECTIONS]
    assert ends == [(0, 8), (8, 8), (8, 0), (0, 0)]
    assert trace.outline("1")[50] == 4
    assert trace.outline("2")[60:101] == (14,) * 41
    assert trace.outline("3")[105] == -2
    assert trace.outline("4")[20] == -3


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_pen_runs_along_by_itself(speed: str) -> None:
    assert trace.run_time(speed) == RUN[speed]
    assert (trace.along_at(speed, 0), trace.along_at(speed, 1000)) == (0, SPEEDS[speed])
    assert trace.along_at(speed, RUN[speed] - 1) == LENGTH - 1
    assert trace.along_at(speed, RUN[speed]) == LENGTH == trace.along_at(speed, 99_999)


def test_the_dial_moves_the_pen_across() -> None:
    steps = (DialStep(100, 1), DialStep(200, 1), DialStep(300, -1))
    found = [trace.pen_at("2", "slow", steps, at) for at in (0, 99, 100, 200, 299, 300, 1000)]
    assert found == [Pen(0, 8), Pen(2, 8), Pen(3, 9), Pen(6, 10), Pen(8, 10), Pen(9, 9), Pen(30, 9)]


@pytest.mark.parametrize("section", SECTIONS)
def test_the_pen_sets_out_on_the_middle_of_the_line(section: str) -> None:
    assert trace.pen_at(section, "slow", (), 0) == Pen(0, trace.outline(section)[0])


def test_a_slip_is_where_the_pen_left_the_lines() -> None:
    assert trace.slip("1", "slow", (), 1499) is None
    assert trace.slip("1", "slow", (), 1500) == trace.slip("1", "slow", (), 6000) == Pen(45, 0)
    up = (DialStep(100, 1), DialStep(120, 1), DialStep(140, 1))
    assert trace.slip("2", "slow", up, 139) is None
    assert trace.slip("2", "slow", up, 140) == trace.slip("2", "slow", up, 500) == Pen(4, 11)


def test_within_is_between_the_lines() -> None:
    assert [trace.within("2", Pen(0, across)) for across in range(5, 12)] == [False, *[True] * 5, False]
    assert trace.within("1", Pen(110, 14))
    assert not trace.within("1", Pen(110, 0))


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("section", SECTIONS)
def test_a_hand_that_follows_the_middle_is_clean(section: str, speed: str) -> None:
    word = trace.faultless(section, speed)
    assert trace.possible(speed, word)
    assert WORD.fullmatch(word)
    assert trace.write(trace.read(word)) == word
    assert trace.clean(section, speed, trace.read(word))
    steps = trace.read(word)
    for at in range(0, RUN[speed] + 1, 7):
        pen = trace.pen_at(section, speed, steps, at)
        assert abs(pen.across - trace.outline(section)[pen.along]) <= 1


@pytest.mark.parametrize("section", SECTIONS)
def test_leaving_the_lines_at_any_place_is_a_slip(section: str) -> None:
    steps = trace.read(trace.faultless(section, "slow"))
    runs = [place for place in range(len(steps) - 2) if abs(sum(step.way for step in steps[place : place + 3])) == 3]
    assert len(runs) > 3
    for place in runs:
        assert not trace.clean(section, "slow", steps[:place] + steps[place + 3 :])


def test_a_pen_may_touch_the_lines_but_not_cross_them() -> None:
    level = (DialStep(100, 1), DialStep(120, 1))
    assert not trace.clean("2", "slow", level), "the tower is higher than that"
    line = trace.read(trace.faultless("2", "slow"))
    assert trace.clean("2", "slow", (*level, DialStep(140, -1), DialStep(160, -1), *line))
    assert not trace.clean(
        "2", "slow", (*level, DialStep(140, 1), DialStep(160, -1), DialStep(180, -1), DialStep(200, -1), *line)
    )


def test_the_last_step_counts_too() -> None:
    line = trace.read(trace.faultless("2", "slow"))
    assert trace.clean("2", "slow", (*line, DialStep(5900, 1), DialStep(5920, 1)))
    assert not trace.clean("2", "slow", (*line, DialStep(5900, 1), DialStep(5920, 1), DialStep(6000, 1)))


@pytest.mark.parametrize(
    "word", ["", "0+", "100+112+", "100+112-4000+", "3999-", "4000-", "".join(f"{100 + 12 * n}+" for n in range(160))]
)
def test_a_hand_can_have_made_this(word: str) -> None:
    assert trace.possible("steady", word)


@pytest.mark.parametrize(
    "word",
    [
        "100",
        "+100",
        "100+ 200+",
        "100*",
        "-5+",
        "007+",
        "1e3+",
        "100+100-",
        "200+100+",
        "100+111+",
        "4001+",
        "123456+",
        "100+nonsense",
        "".join(f"{100 + 12 * n}+" for n in range(161)),
    ],
)
def test_no_hand_can_have_made_this(word: str) -> None:
    assert not trace.possible("steady", word)


def test_what_is_too_long_for_a_fast_pen_is_not_for_a_slow_one() -> None:
    assert [trace.possible(speed, "5000+") for speed in ("slow", "steady", "fast")] == [True, False, False]


def replayed(section: str, speed: str, steps: tuple[DialStep, ...]) -> bool:
    """Judge a recording by hand, millisecond by millisecond."""
    across, line, left = trace.outline(section)[0], trace.outline(section), list(steps)
    for now in range(RUN[speed] + 1):
        middle = line[now * SPEEDS[speed] // 1000]
        if abs(across - middle) > GAP:
            return False
        if left and left[0].at == now:
            across += left.pop(0).way
            if abs(across - middle) > GAP:
                return False
    return True


@given(st.integers(0, 10**6), st.sampled_from(SECTIONS), st.sampled_from(sorted(SPEEDS)))
def test_the_judge_agrees_with_one_who_looks_at_every_millisecond(seed: int, section: str, speed: str) -> None:
    dice = Random(seed)
    line = trace.read(trace.faultless(section, speed))
    steps = [step._replace(at=step.at + dice.randrange(-40, 41)) for step in line]
    steps = [step for step in steps if dice.random() > 0.04 and 0 <= step.at <= RUN[speed]]
    kept: list[DialStep] = []
    for step in sorted(steps):
        if not kept or step.at >= kept[-1].at + trace.LEAST_APART:
            kept.append(step)
    word = trace.write(tuple(kept))
    assert trace.possible(speed, word)
    assert trace.clean(section, speed, trace.read(word)) == replayed(section, speed, tuple(kept))


@given(st.text(alphabet="0123456789+- xé", max_size=40))
def test_any_text_is_judged_and_what_is_possible_reads_back(word: str) -> None:
    if trace.possible("slow", word):
        assert trace.write(trace.read(word)) == word
