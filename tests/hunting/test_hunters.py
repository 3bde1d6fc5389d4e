"""Understudies that hunt: the plot by reports, the shot, and getting away. From views alone."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

import pytest

from klaxon.crew.uboot.hunting.evading import evade
from klaxon.crew.uboot.hunting.geometry import impact_angle, lead_course, slant
from klaxon.crew.uboot.hunting.gunnery import is_for_the_gun
from klaxon.crew.uboot.hunting.hunt_notes import HuntNotes, hear_hunt
from klaxon.crew.uboot.hunting.hunt_skills import HUNTERS
from klaxon.crew.uboot.hunting.means import Mean, mean_of
from klaxon.crew.uboot.hunting.plot import ContactPlot, Fix, PlottedContact, lay_down, signed_degrees
from klaxon.crew.uboot.hunting.salvo import AimedShip, Salvo, best_salvo
from klaxon.crew.uboot.hunting.shooting import aim_of, is_time_to_shoot
from klaxon.crew.uboot.hunting.targets import is_prey
from klaxon.crew.uboot.hunting.zigzag import swing, way_made
from klaxon.crew.uboot.patrolling.shadowing import shadow
from klaxon.rules.uboot.state import OpenBoard
from tests.crew.kit.uboot_crew import said
from tests.rules.uboot.kit.boat import Boat

ABEAM = Mean("c1", 40.0, 1500.0, 320.0, 90.0, 3, 0)
"""A ship 1,500 m off, its port beam seen."""


def shown(at: int, bearing: int, metres: int, course: int, speed: int = 90, light: str = "dark") -> dict[str, Any]:
    fields = {"bearing": bearing, "range": metres, "course": course, "speed": speed}
    told = {"kind": "ship", "klass": "merchant", "group": "", "by": "lookout", "at_s": at, "fields": fields}
    return {
        "boat": {"course": 0, "ordered_course": 0, "speed": 0},
        "clock": {"at": 0, "game_at": 0, "factor": 1, "date": "1940-06-01T08:00"},
        "contacts": {"c1": told},
        "light": light,
        "weather": "clear",
        "messages": {},
    }


def plotted(*reports: dict[str, Any]) -> ContactPlot:
    plot = ContactPlot()
    for report in reports:
        plot = lay_down(plot, report, 1000 * report["contacts"]["c1"]["at_s"])
    return plot


def mean(plot: ContactPlot, most: int, *, whole: bool = False) -> Mean:
    found = mean_of(plot, plot.contacts[0], most, whole=whole)
    assert found is not None
    return found


def test_the_mean_of_several_reports_is_nearer_than_one() -> None:
    """A ship 4,000 m north goes east at 9 kn; reports err by 10 percent, 12 degrees and a knot and a half."""
    plot = plotted(
        shown(0, 0, 4400, 102, 105),
        shown(120, 8, 3700, 78, 75),
        shown(240, 16, 4300, 100, 100),
        shown(360, 23, 4100, 82),
    )
    last, of_all = mean(plot, 1), mean(plot, 4)
    assert abs(of_all.course - 90) < abs(last.course - 90)
    assert abs(of_all.speed - 90) < 5
    assert of_all.reports == 4


def test_two_reports_of_another_course_begin_the_mean_anew() -> None:
    before = (shown(0, 0, 4000, 90), shown(120, 5, 4000, 85))
    one = mean(plotted(*before, shown(240, 8, 4000, 20)), 6)
    two = mean(plotted(*before, shown(240, 8, 4000, 20), shown(360, 8, 3600, 24)), 6)
    assert (one.reports, two.reports, round(two.course)) == (3, 2, 22)
    assert two.is_turned


def zigzag(errors: tuple[int, ...], light: str) -> ContactPlot:
    """Return the plot of a ship that zigzags about 90 degrees, by reports that err by so much."""
    seconds = [120 * number for number in range(len(errors))]
    courses = [90 + swing(8 * 3600 + at) + error for at, error in zip(seconds, errors, strict=True)]
    return plotted(*(shown(at, 0, 9000, course, light=light) for at, course in zip(seconds, courses, strict=True)))


def test_a_zigzag_is_seen_through() -> None:
    plot = zigzag((9, -12, 3, -8, 14, -6, 5, -4), "dark")
    base, now = mean(plot, 8, whole=True), mean(plot, 3)
    assert abs(base.course - 90) < 3
    assert abs(signed_degrees(now.course - (base.course + swing(8 * 3600 + 840)))) < 1e-6
    assert now.steady == pytest.approx(120)
    assert base.speed < now.speed


def test_by_day_a_ship_alone_is_taken_to_zigzag_from_the_first_report_on() -> None:
    assert round(mean(zigzag((0,), "day"), 8, whole=True).course) == 90
    assert round(mean(zigzag((0,), "dark"), 8, whole=True).course) == 105


def test_the_way_of_an_hour_of_zigzag_leads_along_the_base_course() -> None:
    along, across = way_made(8 * 3600, 9 * 3600)
    assert 3380 < along < 3400
    assert abs(across) < 60
    parts = way_made(0, 1000), way_made(1000, 5000)
    assert way_made(0, 5000) == pytest.approx((parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]))


def test_a_contact_that_was_lost_runs_on_for_a_while() -> None:
    plot = plotted(shown(0, 0, 4000, 90), shown(120, 8, 4030, 90))
    empty = {**shown(120, 0, 0, 0), "contacts": {}}
    later = lay_down(plot, empty, 1_200_000)
    gone = mean(later, 3)
    assert gone.lost
    assert gone.bearing > 45
    assert lay_down(later, empty, 30_000_000).contacts == ()


def test_a_ship_that_was_hit_goes_half_as_fast() -> None:
    plot = plotted(shown(0, 0, 900, 90), shown(120, 30, 1000, 90))
    notes = hear_hunt(HuntNotes(plot=plot), {"type": "torpedo", "tube": 3, "result": "hit", "contact": "c1"})
    assert mean(notes.plot, 3).speed == 45
    assert mean(notes.plot, 3).reports == 1
    missed = hear_hunt(HuntNotes(plot=plot), {"type": "torpedo", "tube": 3, "result": "miss", "contact": ""})
    assert missed.plot == plot


def test_what_is_said_in_words_is_plotted_by_its_middle() -> None:
    report = shown(0, 90, 0, 0)
    report["contacts"]["c1"]["fields"] = {"bearing": 90, "range_word": "near", "aspect_word": "beam port"}
    found = mean(plotted(report), 3)
    assert (round(found.metres), round(found.course), round(found.angle)) == (3000, 0, -90)


def test_a_convoy_that_is_only_heard_goes_as_a_message_said() -> None:
    reports = [shown(120 * number, 90, 20_000, 0) for number in range(3)]
    for report in reports:
        report["contacts"]["c1"] |= {"kind": "group", "fields": {"bearing": 90, "range": 20_000}}
        about = {"traffic": "slow_convoy", "course": 280, "knots": 7}
        report["messages"] = {"in1": {"state": "read", "about": about}}
    found = mean(plotted(*reports), 3)
    assert (found.course, found.speed) == (280, 70)
    waiting = dict(reports[0], messages={"in1": {"state": "waiting", "about": {}}})
    assert plotted(waiting).told == ()


def row_of(count: int, metres: float, angle: float = -90.0) -> list[AimedShip]:
    """Return ships that steam abreast of each other, 900 m apart, all on the same bearing."""
    course = (40.0 + 180 - angle) % 360
    near = ABEAM._replace(course=course, speed=70.0, fleet="c0", reports=4)
    return [AimedShip(near._replace(name=f"c{place}", metres=metres + 900 * place)) for place in range(count)]


def test_what_misses_one_ship_of_a_row_may_strike_the_next() -> None:
    tubes = ("g7a",) * 4
    one, row = (best_salvo(row_of(count, 4000.0), 30.0, tubes, 4) for count in (1, 5))
    assert one is not None
    assert row is not None
    assert row.worth > one.worth + 0.1
    near = best_salvo(row_of(5, 2000.0), 30.0, tubes, 4)
    assert near is not None
    assert near.worth > row.worth


def test_only_torpedoes_that_run_far_enough_count() -> None:
    silent, far = (best_salvo(row_of(1, 5500.0), 30.0, (kind,) * 2, 4) for kind in ("g7e", "g7a"))
    assert silent is None, "a g7e runs 5,000 m"
    assert far is not None


def test_from_right_ahead_nothing_is_shot_and_a_ship_astern_neither() -> None:
    assert best_salvo(row_of(1, 1500.0, angle=0.0), 40.0, ("g7a",), 4) is None, "the pistol fails at so sharp an angle"
    assert best_salvo(row_of(1, 1500.0), 220.0, ("g7a",), 4) is None


def test_one_torpedo_is_enough_for_a_sure_shot_at_half_a_ship_and_two_for_a_whole_one() -> None:
    salvo = best_salvo(row_of(1, 900.0), 30.0, ("g7a",) * 4, 4)
    assert salvo is not None
    assert 2 <= salvo.torpedoes <= 4
    single = best_salvo(row_of(1, 900.0), 30.0, ("g7a",), 4)
    assert single is not None
    assert single.worth < salvo.worth


def shadowed(convoy: Mean) -> list[str]:
    """Return what a boat under water orders that has to keep within 12 nm of a convoy."""
    board = Boat(surfaced=False, depth=10, speed="half", light="day", weather="clear").state.board
    notes = HuntNotes(HUNTERS["able"], ContactPlot(ordered=270))
    return [order for order, _ in shadow(board, notes, convoy, 22_000.0)]


def test_a_convoy_that_comes_is_let_pass_under_water_and_followed_on_the_surface() -> None:
    coming = Mean("c1", 90.0, 18_000.0, 300.0, 70.0, 8, 0, fleet="c1")
    assert "surface" not in shadowed(coming)
    assert "new_course" in shadowed(coming), "out of the way of its escorts"
    assert shadowed(coming._replace(bearing=270.0)) == ["surface"]
    assert shadowed(coming._replace(reports=2)) == [], "where it goes is not known yet"


def test_the_shot_is_laid_by_the_plot_in_whole_numbers_that_lead_to_the_same_course() -> None:
    notes = HuntNotes(plot=ContactPlot(heading=30))
    target = ABEAM._replace(bearing=40.4, speed=93.0)
    told = dict(token for token in aim_of(notes, Salvo(target, 3, 2, 0.8)) if isinstance(token, tuple))
    assert told["bearing"] in ("10", "11")
    assert told["side"] == "port"
    assert (told["speed"], told["range"], told["spread"]) == ("9", "1500", "3")
    entered = target._replace(bearing=30.0 + int(told["bearing"]), speed=90.0)
    entered = entered._replace(course=entered.bearing + 180 + int(told["aob"]))
    assert lead_course(entered, 30) == pytest.approx(lead_course(target, 30), abs=0.15)
    assert lead_course(ABEAM, 30) < 40 < lead_course(ABEAM._replace(course=130.0), 30)
    assert impact_angle(ABEAM, 30) > 60


def seen(*, metres: int, angle: int, reports: int, skill: str, heading: int = 30) -> tuple[OpenBoard, HuntNotes, Mean]:
    """Return a boat at rest with tubes flooded, and a ship plotted 40 degrees true from it by so many reports."""
    course = (40 + 180 - angle) % 360
    plot = ContactPlot(heading=heading, ordered=heading, clock=8 * 3600)
    for number in range(reports):
        back = 70 * 1852 / 36_000 * 120 * (reports - 1 - number)
        x = metres * sin(radians(40)) - back * sin(radians(course))
        y = metres * cos(radians(40)) - back * cos(radians(course))
        fix = Fix(120 * number, x, y, course, 70, hypot(x, y))
        before = plot.contacts[0].fixes if plot.contacts else ()
        contact = PlottedContact("c1", "ship", "merchant", "", "periscope", "", (*before, fix))
        plot = plot._replace(at=120.0 * number, contacts=(contact,))
    board = Boat(surfaced=False, depth=10, tubes={str(tube): {"flooded": True} for tube in (1, 2, 3, 4)}).state.board
    notes = HuntNotes(HUNTERS[skill], plot)
    return board, notes, mean_seen(notes)


def mean_seen(notes: HuntNotes) -> Mean:
    found = mean_of(notes.plot, notes.plot.contacts[0], notes.skill.tracks, whole=True)
    assert found is not None
    return found


@pytest.mark.parametrize(("skill", "shoots"), [("novice", True), ("able", False), ("expert", False)])
def test_a_novice_shoots_from_farther_off_and_sooner(skill: str, shoots: bool) -> None:
    assert is_time_to_shoot(*seen(metres=2600, angle=-60, reports=1, skill=skill)) is shoots


def test_a_patient_captain_waits_for_the_beam() -> None:
    assert not is_time_to_shoot(*seen(metres=1900, angle=-30, reports=6, skill="able")), "it will be nearer, and abeam"
    assert is_time_to_shoot(*seen(metres=900, angle=-90, reports=6, skill="able"))


def test_under_water_the_boat_heads_for_a_place_beside_the_track() -> None:
    coming = Mean("c1", 0.0, 5000.0, 150.0, 90.0, 3, 0)
    assert coming.angle > 0
    reciprocal = 150 + 180
    assert 45 < signed_degrees(slant(coming, 40.0, 800.0) - reciprocal) <= 90
    assert signed_degrees(slant(coming, 40.0, 3000.0) - reciprocal) < 0, "too near to the track it goes away from it"


def pinged(*strengths: str, skill: str = "able") -> HuntNotes:
    """Return the notes of a captain who heard pings of these strengths."""
    notes = HuntNotes(HUNTERS[skill], ContactPlot(ordered=40))
    for strength in strengths:
        notes = hear_hunt(notes, {"type": "ping", "strength": strength})
    return notes


def wanted(notes: HuntNotes, speed: str = "full", battery: int = 100) -> list[tuple[str, tuple[Any, ...]]]:
    """Return what a captain who is hunted wants at 150 m."""
    return list(evade(Boat(surfaced=False, depth=150, speed=speed, battery=battery).state.board, notes))


def test_a_novice_pays_for_a_turn_whenever_strong_pings_break_off() -> None:
    notes = pinged("strong", "medium", skill="novice")
    assert wanted(notes) == [("new_course", ("130",))]
    assert wanted(hear_hunt(notes, {"type": "attack", "kind": "charges", "count": 5})) == []
    assert wanted(notes._replace(plot=notes.plot._replace(at=100.0))) == [], "it is too late"
    assert wanted(pinged("strong", "medium")) == [], "others keep their orders"


def test_a_hunted_boat_runs_as_long_as_the_battery_lasts() -> None:
    assert wanted(pinged(), "half") == wanted(pinged(), "slow") == [("new_speed", ("full",))]
    assert wanted(pinged(), "full", 45) == []
    assert wanted(pinged(), "full", 35) == [("new_speed", ("half",))]
    assert wanted(pinged(), "half", 45) == [], "it does not change its mind for a little"


def near(kind: str, metres: int, *, speed: int = 90, klass: str = "", length: int = 0) -> HuntNotes:
    """Return the notes of a captain who has plotted one contact to the north."""
    fix = Fix(0, 0.0, float(metres), 90, speed, float(metres))
    contact = PlottedContact("c1", kind, klass, "", "lookout", "", (fix,))
    return HuntNotes(HUNTERS["able"], ContactPlot(contacts=(contact,)), lengths=(("c1", length),) if length else ())


def test_a_fast_ship_that_nobody_has_identified_is_no_prey() -> None:
    for speed, is_wanted in ((90, True), (145, False)):
        notes = near("ship", 4000, speed=speed)
        assert is_prey(notes.plot.contacts[0], notes) is is_wanted
    known = near("ship", 4000, speed=145, klass="merchant")
    assert is_prey(known.plot.contacts[0], known)


@pytest.mark.parametrize(("length", "sea", "fires"), [(80, 3, True), (100, 3, True), (120, 3, False), (80, 5, False)])
def test_the_gun_is_for_a_small_ship_alone_in_a_calm_sea(length: int, sea: int, fires: bool) -> None:
    board, notes = Boat(sea=sea).state.board, near("ship", 1500, klass="merchant", length=length)
    target = mean_of(notes.plot, notes.plot.contacts[0], 1)
    assert target is not None
    assert is_for_the_gun(board, notes, target) is fires
    assert not is_for_the_gun(board, notes._replace(skill=HUNTERS["novice"]), target)


def test_a_ship_that_had_enough_of_the_gun_is_left_alone() -> None:
    notes = hear_hunt(near("ship", 1500, length=100), {"type": "ordered", "order": "gun88", "args": ["c1"]})
    some = hear_hunt(notes, {"type": "shells", "gun": "gun88", "fired": 30, "hits": 5, "left": 190})
    assert "c1" not in some.sunk
    assert "c1" in hear_hunt(some, {"type": "shells", "gun": "gun88", "fired": 30, "hits": 4, "left": 160}).sunk


HUNTED: list[dict[str, Any]] = [{"at": "0:00:01", "do": "detected", "on": True}]


@pytest.mark.parametrize(("skill", "depth"), [("novice", 50), ("able", 140), ("expert", 150)])
def test_a_boat_that_is_found_goes_deep_each_as_he_dares(skill: str, depth: int) -> None:
    helm = {"engineer.triangle": 5, "engineer.hexagon": 6, "engineer.circle": 3, "engineer.square": 3}
    boat = Boat(HUNTED, surfaced=False, depth=20, speed="slow", figures=helm)
    boat.wait(2000)
    assert boat.view()["known"]["detected"]
    assert said(boat, "captain", skill=skill) == f"new_depth {depth}"


def test_time_is_left_alone_while_a_breach_is_timed() -> None:
    boat = Boat([*HUNTED, {"at": "0:00:02", "do": "breach", "room": 2}], surfaced=False, depth=150, speed="slow")
    boat.wait(3000)
    assert boat.view()["breaches"]
    for skill in HUNTERS:
        assert not said(boat, "captain", skill=skill).startswith("time")
