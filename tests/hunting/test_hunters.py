"""Understudies that hunt: the plot by reports, the shot, and getting away. From views alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from klaxon.crew.uboot.hunting.geometry import impact_angle, lead_course, slant
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes, hear_hunt
from klaxon.crew.uboot.hunting.hunt_skills import HUNTERS
from klaxon.crew.uboot.hunting.plot import ContactPlot, Mean, lay_down, mean_of, signed_degrees
from klaxon.crew.uboot.hunting.shooting import aim_of, is_in_reach
from tests.crew.kit.uboot_crew import said
from tests.hunting.kit.patrols import freighter, play
from tests.rules.uboot.kit.boat import Boat

ABEAM = Mean("c1", 40.0, 1500.0, 320.0, 90.0, 3, 0)
"""A ship 1,500 m off, its port beam seen."""


def shown(at: int, bearing: int, metres: int, course: int, speed: int = 90, **boat: int) -> dict[str, Any]:
    fields = {"bearing": bearing, "range": metres, "course": course, "speed": speed}
    told = {"kind": "ship", "klass": "merchant", "group": "", "by": "lookout", "at_s": at, "fields": fields}
    return {"boat": {"course": 0, "ordered_course": 0, "speed": 0, **boat}, "contacts": {"c1": told}}


def plotted(*reports: dict[str, Any]) -> ContactPlot:
    plot = ContactPlot()
    for report in reports:
        plot = lay_down(plot, report)
    return plot


def test_the_mean_of_several_reports_is_nearer_than_one() -> None:
    """A ship 4,000 m north goes east at 9 kn; reports err by 10 percent, 12 degrees and a knot and a half."""
    plot = plotted(
        shown(0, 0, 4400, 102, 105),
        shown(120, 8, 3700, 78, 75),
        shown(240, 16, 4300, 100, 100),
        shown(360, 23, 4100, 82),
    )
    last, mean = (mean_of(plot, plot.contacts[0], count) for count in (1, 4))
    assert last is not None
    assert mean is not None
    assert abs(mean.course - 90) < abs(last.course - 90)
    assert abs(mean.speed - 90) < 5
    assert mean.reports == 4


def test_a_turn_of_the_ship_begins_the_mean_anew() -> None:
    plot = plotted(shown(0, 0, 4000, 90), shown(120, 5, 4000, 85), shown(240, 8, 4000, 20))
    mean = mean_of(plot, plot.contacts[0], 6)
    assert mean is not None
    assert (mean.reports, round(mean.course)) == (1, 20)


def test_what_is_said_in_words_is_plotted_by_its_middle() -> None:
    report = shown(0, 90, 0, 0)
    report["contacts"]["c1"]["fields"] = {"bearing": 90, "range_word": "near", "aspect_word": "beam port"}
    plot = plotted(report)
    mean = mean_of(plot, plot.contacts[0], 3)
    assert mean is not None
    assert (round(mean.metres), round(mean.course), round(mean.angle)) == (3000, 0, -90)


def test_the_shot_is_laid_by_the_plot() -> None:
    told = dict(token for token in aim_of(HuntNotes(plot=ContactPlot(heading=30)), ABEAM) if isinstance(token, tuple))
    assert (told["bearing"], told["aob"], told["side"]) == ("10", "100", "port")
    assert (told["speed"], told["range"]) == ("9", "1500")
    assert lead_course(ABEAM, 30) < 40 < lead_course(ABEAM._replace(course=130.0), 30)
    assert impact_angle(ABEAM, 30) > 60


@pytest.mark.parametrize(("skill", "shoots"), [("novice", True), ("able", False), ("expert", False)])
def test_a_novice_shoots_from_farther_off_and_sooner(skill: str, shoots: bool) -> None:
    early = ABEAM._replace(metres=2900.0, course=265.0, reports=1)
    assert is_in_reach(early, HuntNotes(HUNTERS[skill])) is shoots


def test_under_water_the_boat_heads_for_a_place_beside_the_track() -> None:
    coming = Mean("c1", 0.0, 5000.0, 150.0, 90.0, 3, 0)
    assert coming.angle > 0
    reciprocal = 150 + 180
    assert 45 < signed_degrees(slant(coming, 2.0, 800.0) - reciprocal) < 90
    assert signed_degrees(slant(coming, 2.0, 3000.0) - reciprocal) < 0, "too near to the track it goes away from it"


def test_charges_are_dodged_once() -> None:
    notes = hear_hunt(HuntNotes(), {"type": "attack", "kind": "charges", "count": 5})
    assert notes.attacks == 1
    assert hear_hunt(notes, {"type": "ordered", "order": "new_course", "args": ["90"]}).attacks == 0


HUNTED: list[dict[str, Any]] = [{"at": "0:00:01", "do": "detected", "on": True}]


@pytest.mark.parametrize(("skill", "depth"), [("novice", 50), ("able", 110), ("expert", 150)])
def test_a_boat_that_is_found_goes_deep_each_as_he_dares(skill: str, depth: int) -> None:
    helm = {"engineer.triangle": 5, "engineer.hexagon": 6, "engineer.circle": 3, "engineer.square": 3}
    boat = Boat(HUNTED, surfaced=False, depth=20, speed="slow", figures=helm)
    boat.wait(2000)
    assert boat.view()["known"]["detected"]
    assert said(boat, "captain", skill=skill) == f"new_depth {depth}"


def test_an_able_crew_sinks_a_lone_freighter_by_day() -> None:
    dice = Random("patrol")
    staged = [freighter(dice) for _ in range(3)][-1]
    patrol = play(staged, "able", "patrol2")
    assert (patrol.fault, patrol.lost) == ("", "")
    assert patrol.sunk == 1


def test_time_is_left_alone_while_a_breach_is_timed() -> None:
    boat = Boat([*HUNTED, {"at": "0:00:02", "do": "breach", "room": 2}], surfaced=False, depth=150, speed="slow")
    boat.wait(3000)
    assert boat.view()["breaches"]
    for skill in HUNTERS:
        assert not said(boat, "captain", skill=skill).startswith("time")
