"""How a mission is graded (UBT-7.12), and the return to base (UBT-3.1g, h)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.patrol.scoring import grade_of, result
from tests.rules.uboot.kit.aims import bound_on, decode, over_of, send, sunk
from tests.rules.uboot.kit.boat import HOUR, MINUTE, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, ship_row

TONS = {"kind": "sink_grt", "n": 10_000}
ELSEWHERE = {"kind": "patrol", "cell": "AM11", "dwell_h": 1}


# Glory


@allows("7.12a")
@allows("3.1d")
def test_glory_is_of_objectives_and_tonnage() -> None:
    """50 and 12, 10,300 / 400 and 950 / 100 are 97.25 in all."""
    script = [sunk("0:10:00", grt=10_300), sunk("0:20:00", "corvette", 950)]
    boat = bound_on(TONS, {"kind": "sink_escort", "n": 1}, script=script, HOURS=1, PAR=100)
    decode(boat)
    assert over_of(boat, HOUR)["glory"] == 97


@refuses("7.12a")
@refuses("3.1d")
def test_without_objectives_or_sinkings_there_is_none() -> None:
    assert over_of(bound_on(TONS, HOURS=1), HOUR)["glory"] == 0


@allows("7.12a")
@refuses("7.12a")
@pytest.mark.parametrize(("grt", "glory"), [(5_999, 14), (6_000, 25 + 15), (10_000, 50 + 25)])
def test_sixty_percent_of_the_primary_are_worth_half(grt: int, glory: int) -> None:
    assert over_of(bound_on(TONS, script=[sunk("0:10:00", grt=grt)], HOURS=1), HOUR)["glory"] == glory


@allows("7.12a")
@refuses("7.12a")
def test_of_a_stretch_the_longest_counts_and_of_reports_their_number() -> None:
    patrol = {"kind": "patrol", "cell": "AM12", "dwell_h": 5}
    assert over_of(bound_on(patrol, HOURS=5, script=[]), 5 * HOUR)["glory"] == 25
    away = bound_on({**patrol, "dwell_h": 12}, HOURS=12, course=270, speed="full")
    assert over_of(away, 12 * HOUR)["glory"] == 0  # 36 nm at 17 kn: two hours in the cell
    boat = bound_on({"kind": "weather_report", "count": 3}, HOURS=7)
    send(boat, "weather")
    boat.wait(6 * HOUR)
    send(boat, "weather")
    assert over_of(boat, HOUR)["glory"] == 25


@allows("7.12a")
@refuses("7.12a")
@pytest.mark.parametrize(("minutes", "glory"), [(179, 0), (180, 25)])
def test_of_a_stretch_sixty_percent_to_the_minute_are_worth_half(minutes: int, glory: int) -> None:
    boat = bound_on({"kind": "patrol", "cell": "AM12", "dwell_h": 5})
    boat.wait(minutes * MINUTE)
    over = next(event.facts for event in boat.give("captain return_to_base") if event.type == "over")
    assert over["glory"] == glory


# Grades


@allows("7.12b")
@refuses("7.12b")
@pytest.mark.parametrize(
    ("glory", "grade"),
    [(150, "S"), (149, "A"), (120, "A"), (119, "B"), (90, "B"), (89, "C"), (70, "C"), (69, "D"), (45, "D"), (44, "E")],
)
def test_grades_go_by_par(glory: int, grade: str) -> None:
    assert grade_of(glory, 100) == grade


@allows("7.12c")
@refuses("7.12c")
@pytest.mark.parametrize(("grt", "grade", "winner"), [(3_999, "F", "sea"), (4_000, "E", "uboot")])
def test_a_mission_with_e_or_better_is_won(grt: int, grade: str, winner: str) -> None:
    over = over_of(bound_on(ELSEWHERE, script=[sunk("0:10:00", grt=grt)], HOURS=1, PAR=50), HOUR)
    assert (over["grade"], over["winner"]) == (grade, winner)


@refuses("7.12b")
@allows("3.1f")
def test_a_boat_that_is_lost_has_its_glory_noted_and_f() -> None:
    boat = bound_on(TONS, script=[sunk("0:10:00", grt=20_000)])
    boat.wait(HOUR)
    assert result(boat.state).grade == "S"
    boat.do(lambda work: work.end("crushed"))
    worth = result(boat.state)
    assert (worth.grade, worth.glory, worth.is_lost, worth.is_won) == ("F", 100, True, False)
    outcome = boat.view()["outcome"]
    assert (outcome["glory"], outcome["objectives"]) == (100, {"primary": "met"})


# Return to base


@allows("3.1g")
def test_a_boat_that_nobody_has_found_returns() -> None:
    boat = bound_on(TONS, script=[sunk("0:10:00", grt=10_000)])
    boat.wait(HOUR)
    over = next(event.facts for event in boat.give("captain return_to_base") if event.type == "over")
    assert (over["winner"], over["reason"], over["grt"]) == ("uboot", "returned", 10_000)
    assert boat.view()["phase"] == "over"


@refuses("3.1g")
def test_no_return_while_an_order_is_pending_or_positions_are_changed() -> None:
    boat = bound_on(TONS)
    boat.give("captain new_course 10")
    assert boat.why("captain return_to_base")["code"] == "order-pending"
    boat.play("captain belay", "captain change_positions")
    assert boat.why("captain return_to_base")["code"] == "positions-open"


def seen(**told: Any) -> dict[str, Any]:
    row = {"at": "0:01:00", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "bearing": 10}
    return {**row, "range": 8000, "course": 180, "speed": 90, **told}


@refuses("3.1g")
@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("navigator=low", {"at": "0:01:00", "do": "detected", "on": True}),
        ("navigator=low", seen(range=11_000)),
        ("navigator=high", seen(range=12_000)),
        ("navigator=low", seen(klass="aircraft", range=30_000)),
    ],
)
def test_no_return_while_the_crew_may_be_seen(rules: str, line: dict[str, Any]) -> None:
    """UBT-5#20."""
    boat = bound_on(TONS, script=[line], rules=rules)
    boat.wait(2 * MINUTE)
    assert boat.why("captain return_to_base") == {"code": "detected"}


@allows("12.15d")
def test_what_is_far_off_or_unnoticed_holds_nobody_back() -> None:
    far = bound_on(TONS, script=[seen(range=12_000)])
    far.wait(2 * MINUTE)
    assert told(far.give("captain return_to_base"), "over")
    hunter = ship_row("e1", type="corvette", range_m=16_700, course=0, kn=0, state="SEARCH")
    blind = bound_on(TONS, SHIPS=[hunter], weather="fog", surfaced=False, depth=100)
    assert blind.view()["contacts"] == {}
    assert told(blind.give("captain return_to_base"), "over")


@allows("3.1g")
def test_a_neutral_that_is_known_as_such_is_no_enemy() -> None:
    fisher = ship_row("f1", type="fishing-boat", range_m=3_000, course=0, kn=0, known=True)
    boat = bound_on(TONS, SHIPS=[fisher], **LOOKOUTS)
    boat.wait(MINUTE)
    assert boat.why("captain return_to_base") == {"code": "detected"}
    boat.give("first_officer identify c1")
    assert told(boat.give("captain return_to_base"), "over")


@allows("3.1h")
@refuses("3.1h")
def test_who_has_to_come_home_sails_there() -> None:
    boat = bound_on({"kind": "return", "cell": "AM11"})
    assert boat.why("captain return_to_base") == {"code": "sail-home"}
    assert told(bound_on(TONS).give("captain return_to_base"), "over")
