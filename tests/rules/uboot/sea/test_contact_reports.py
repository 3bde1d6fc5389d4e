"""Numbered reports of contacts: when they come, what they say, and how far they are off (UBT-7.2b, UBT-8.4e)."""

from __future__ import annotations

import pytest

from klaxon.rules.uboot.sea.numbers import METRE, NM, mm_s
from klaxon.rules.uboot.sea.watching.records import SeenLeg, Sighting
from klaxon.rules.uboot.sea.watching.reports import (
    EVERY,
    ReportErrors,
    errors_of,
    fields_of,
    last_report,
    next_report,
    seen_at,
    signal_word,
)
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import CLASSES, KEY, box

NAVIGATOR = box().difficulty["navigator"]
LOW, MEDIUM, HIGH = (errors_of(NAVIGATOR[level], level) for level in ("low", "medium", "high"))
LEG = SeenLeg(0, 3 * NM, 3 * NM, 0, -mm_s(90), 0, -mm_s(90), 9000, "lookout")
"""A ship 4.2 nm off, true bearing 045, southward at 9 kn; our bow points east."""
CONTACT = Sighting("c1", 0, 0, LEG, LEG)
TRAMP = CLASSES["tramp-freighter"]


def report(number: int, errors: ReportErrors, contact: Sighting = CONTACT, leg: SeenLeg = LEG) -> dict[str, int | str]:
    """Return a report by its number, of something that stays where it is."""
    return dict(fields_of(KEY, contact, leg._replace(start=(number - 1) * EVERY), errors, TRAMP))


@allows("7.2b")
def test_an_error_is_drawn_evenly_once_for_each_report() -> None:
    reports = [report(number, MEDIUM) for number in range(1, 400)]
    assert {told["bearing"] for told in reports} == {313, 314, 315, 316, 317}
    ranges = [int(told["range"]) for told in reports]
    true = 7857
    assert true * 85 // 100 - 1 <= min(ranges) < true * 87 // 100
    assert true * 113 // 100 < max(ranges) <= true * 115 // 100 + 1
    assert {told["course"] for told in reports} == set(range(165, 196))
    assert (min(int(t["speed"]) for t in reports), max(int(t["speed"]) for t in reports)) == (70, 110)
    assert report(7, MEDIUM) == report(7, MEDIUM) != report(8, MEDIUM)


@refuses("7.2b")
def test_low_errs_little_and_high_has_words() -> None:
    for number in range(1, 60):
        told = report(number, LOW)
        assert (told["bearing"], told["speed"]) == (315, 90)
        assert abs(int(told["range"]) - 7857) <= 394
        assert abs(int(told["course"]) - 180) <= 5
    words = report(3, HIGH)
    assert list(words) == ["bearing", "range_word", "aspect_word"]
    assert (words["range_word"], words["aspect_word"]) == ("medium", "bow quarter starboard")


@allows("7.2b")
def test_reports_come_every_two_minutes_while_the_contact_is_seen() -> None:
    assert last_report(CONTACT, 0) == LEG
    assert last_report(CONTACT, EVERY - 1) == LEG
    second = last_report(CONTACT, EVERY + 5)
    assert (second.start, second.y) == (EVERY, 3 * NM - mm_s(90) * 120)
    assert (next_report(CONTACT, 0), next_report(CONTACT, EVERY)) == (EVERY, 2 * EVERY)
    turned = CONTACT._replace(leg=seen_at(LEG, EVERY + 30_000), last=second)
    assert last_report(turned, EVERY + 60_000) == second
    assert last_report(turned, 2 * EVERY).start == 2 * EVERY


@refuses("7.2b")
def test_what_nobody_sees_keeps_its_last_report() -> None:
    gone = CONTACT._replace(lost=300_000, last=seen_at(LEG, EVERY))
    assert last_report(gone, 3 * EVERY) == seen_at(LEG, EVERY)
    assert next_report(gone, 3 * EVERY) is None


@allows("7.2b")
@pytest.mark.parametrize(("east", "word"), [(2, "near"), (4, "medium"), (12, "far")])
def test_range_words(east: int, word: str) -> None:
    assert report(1, HIGH, leg=LEG._replace(x=east * NM, y=0))["range_word"] == word


def test_a_ship_at_rest_has_no_course_and_faults_double_the_errors() -> None:
    assert list(report(1, MEDIUM, leg=LEG._replace(east=0, north=0))) == ["bearing", "range", "speed"]
    worse = [int(report(number, MEDIUM, leg=LEG._replace(error=200))["bearing"]) for number in range(1, 300)]
    assert (min(worse), max(worse)) == (311, 319)
    shaken = [int(report(number, LOW, leg=LEG._replace(shake=100))["bearing"]) for number in range(1, 60)]
    assert set(shaken) == {314, 315, 316}


HEARD = LEG._replace(by="hydrophone", heading=31500, reach=10 * NM)
"""The same ship on the starboard beam, heard."""


@allows("8.4e")
def test_what_is_heard_has_a_bearing_a_range_and_a_screw() -> None:
    told = report(1, MEDIUM, leg=HEARD)
    assert list(told) == ["bearing", "range", "signal", "screw", "turns"]
    assert (told["signal"], told["screw"], told["turns"]) == ("medium", "slow", 63)
    ranges = [int(report(number, MEDIUM, leg=HEARD)["range"]) for number in range(1, 300)]
    assert min(ranges) < 7857 * 72 // 100
    assert max(ranges) > 7857 * 128 // 100
    assert list(report(1, LOW, leg=HEARD))[:4] == ["bearing", "range", "course", "speed"]
    assert "range_word" in report(1, HIGH, leg=HEARD)
    assert report(1, MEDIUM, CONTACT._replace(turns=1), HEARD)["zigzag"] is True
    assert [signal_word(far, 9) for far in (2, 3, 5, 6, 9)] == ["strong", "medium", "medium", "faint", "faint"]


@refuses("8.4e")
def test_neither_course_nor_speed_is_heard_above_the_low_level_and_no_screw_of_a_group() -> None:
    for errors in (MEDIUM, HIGH):
        assert {"course", "speed", "aspect_word", "zigzag"}.isdisjoint(report(1, errors, leg=HEARD))
    assert {"screw", "turns"}.isdisjoint(dict(fields_of(KEY, CONTACT, HEARD, MEDIUM, None)))


@allows("8.4d")
def test_bearings_by_ear_err_more_near_the_blind_arcs() -> None:
    beam, bow = (
        [int(report(number, MEDIUM, leg=HEARD._replace(heading=heading))["bearing"]) for number in range(1, 300)]
        for heading in (31500, 2400)
    )
    assert 0.8 < _sigma(beam, 90) < 1.3
    assert 3.4 < _sigma(bow, 21) < 4.6


def _sigma(bearings: list[int], true: int) -> float:
    off = [(each - true + 180) % 360 - 180 for each in bearings]
    return float((sum(each * each for each in off) / len(off)) ** 0.5)


def test_metres_are_metres() -> None:
    assert report(1, LOW._replace(range=0), leg=LEG._replace(x=0, y=1234 * METRE + 999))["range"] == 1234
