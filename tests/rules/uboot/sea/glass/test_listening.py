"""What the hydrophone brings to the ear: levels round the wheel, blind arcs, and whose screw it is."""

from __future__ import annotations

from klaxon.rules.uboot.sea.glass.listening import HeardSound, blur_of, heard_at, level_of, sound_of
from klaxon.rules.uboot.sea.numbers import NM

SLOW, TURBINE = HeardSound("c1", 9000, 6, "slow", 90), HeardSound("c2", 12_000, 9, "turbine", 240)


def test_a_sound_fades_with_its_distance() -> None:
    levels = [level_of(tenths * NM, 10 * NM) for tenths in range(11)]
    assert levels[0] == 9
    assert levels[9:] == [2, 0]
    assert levels == sorted(levels, reverse=True)


def test_the_wheel_finds_the_screw_under_it() -> None:
    there = sound_of(90, "360", [SLOW, TURBINE])
    assert (there["bearing"], there["level"], there["screw"], there["turns"]) == (90, 6, "slow", 90)
    assert sound_of(120, "360", [SLOW, TURBINE])["screw"] == "turbine"
    beside = sound_of(95, "360", [SLOW, TURBINE])
    assert (beside["level"], beside["screw"], beside["turns"]) == (0, "", 0)


def test_a_sound_is_sharp_on_the_beam_and_blurred_near_the_blind_arcs() -> None:
    assert [blur_of(bearing) for bearing in (9000, 27_000, 2000, 16_000, 34_000)] == [100, 100, 400, 400, 400]
    assert heard_at(9100, SLOW) == 4
    assert heard_at(2400, SLOW._replace(bearing=2000)) == 4
    assert heard_at(9300, SLOW._replace(wide=200)) == 4


def test_a_faint_sound_is_heard_as_far_aside_as_a_loud_one() -> None:
    for level in (1, 4, 9):
        levels = [heard_at(hundredths, SLOW._replace(level=level)) for hundredths in (8699, 8701, 9000, 9299, 9301)]
        assert levels == [0, 1, level, 1, 0]


def test_ahead_and_astern_nothing_is_heard() -> None:
    for bearing in (0, 19, 341, 359, 161, 180, 199):
        loud = HeardSound("c1", 100 * bearing, 9, "fast", 200)
        assert sound_of(bearing, "360", [loud])["level"] == 0
        assert not any(sound_of(bearing, "360", [loud])["line"])
    line = sound_of(0, "360", [HeardSound("c1", 2000, 9, "fast", 200)])["line"]
    assert not any(line[:7])
    assert line[7] == 9


def test_the_line_has_the_whole_circle_or_thirty_degrees() -> None:
    whole = sound_of(200, "360", [SLOW, TURBINE])["line"]
    assert len(whole) == 128
    assert whole[30:34] == [1, 6, 6, 1]  # 90 degrees, from ahead
    assert whole[42] == 9
    narrow = sound_of(95, "30", [SLOW, TURBINE])["line"]
    assert len(narrow) == 128
    assert narrow[39:46] == [5, 6, 6, 6, 6, 6, 5]  # 10 degrees right of the left edge


def test_without_a_contact_there_is_silence() -> None:
    silence = sound_of(90, "30", [])
    assert silence == {"bearing": 90, "span": 30, "level": 0, "screw": "", "turns": 0, "line": [0] * 128}
