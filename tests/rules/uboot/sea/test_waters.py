"""What is heard of the boat, what lies in coastal water, and what the crew knows of its place (UBT-8.2f, UBT-8.11)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.sea.own_boat.noise import own_noise
from klaxon.rules.uboot.sea.passing import reach, sea_work
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, SeaRun, box, ship_row

AUTO = "manning=auto captain=low"
DIVED: dict[str, Any] = {"surfaced": False, "depth": 30}
_WATERS: dict[str, str] = dict(box().charts["atlantic"].cells.values())
COAST_CELL = next(cell for cell in sorted(_WATERS) if _WATERS[cell] == "coast")


# -- noise -------------------------------------------------------------------------------------------------------------


def noise(boat: Boat) -> int:
    """Return the own noise now, in percent."""
    work = sea_work(boat.state)
    return own_noise(work, boat.view()["clock"]["game_at"] + boat.state.now - boat.view()["clock"]["at"])


@allows("8.2f")
@pytest.mark.parametrize(("setting", "percent"), [("stop", 5), ("slow", 15), ("half", 35), ("full", 100)])
def test_the_telegraph_is_heard(setting: str, percent: int) -> None:
    assert noise(Boat(speed=setting, **DIVED)) == percent


@allows("8.2f")
@refuses("8.2f")
def test_pumps_are_heard_for_five_minutes_after_a_new_depth() -> None:
    boat = Boat(rules=AUTO, speed="slow", **DIVED)
    boat.give("captain new_depth 40")
    assert noise(boat) == 30
    boat.wait(5 * MINUTE - 1)
    assert noise(boat) == 30
    boat.wait(1)
    assert noise(boat) == 15


@allows("8.2f")
def test_the_repair_of_a_red_fault_is_heard_and_of_a_yellow_one_not() -> None:
    def repairing(level: str) -> int:
        men = {f"engineer.{shape}": 3 for shape in ("circle", "square", "triangle", "hexagon")}
        boat = Boat(rules=AUTO, faults={"trim-pump": level}, figures=men, **DIVED)
        boat.give("captain repair_fault trim-pump")
        return noise(boat)

    assert (repairing("red"), repairing("yellow")) == (15, 5)


@refuses("8.2f")
def test_the_sum_is_at_most_all_and_a_card_takes_its_percent_of_that() -> None:
    sea = SeaRun(speed="full", **DIVED)
    sea.work.boat = sea.work.boat._replace(noisy=(("compressor", HOUR), ("pumps", HOUR)))
    assert own_noise(sea.work, 0) == 100
    sea.work.aboard = sea.work.aboard._replace(hush=50)
    assert own_noise(sea.work, 0) == 50
    sea.work.aboard = sea.work.aboard._replace(hush=150, noise=80)
    assert own_noise(sea.work, 0) == 100


# -- wrecks and mines --------------------------------------------------------------------------------------------------


def in_the_coast(date: str = "1940-10-01T08:00", **setup: Any) -> SeaRun:
    """Return a boat in coastal water, unless told otherwise."""
    return SeaRun(DATE=date, **{"cell": COAST_CELL, **DIVED, **setup})


def meet(sea: SeaRun, number: int) -> SeaRun:
    """Let the chance of an object be used up in a minute; `number` says which object it is."""
    budget = sea.work.ground.object
    need = budget.used + budget.rate * MINUTE
    sea.work.ground = sea.work.ground._replace(object=budget._replace(need=need), objects=number)
    return sea


@allows("8.11b")
def test_of_ten_objects_nine_are_told_and_who_steers_on_strikes_them() -> None:
    told_of = 0
    for number in range(60):
        sea = meet(in_the_coast(), number).run(10 * MINUTE)
        came = [(at, do) for at, do, _ in sea.news if do in ("object", "lost")]
        if came[0][1] == "object":
            told_of += 1
            assert came == [(MINUTE, "object"), (4 * MINUTE, "lost")]
            assert sea.work.ground.objects == number + 1, "the next one is another"
        else:
            assert came == [(MINUTE, "lost")]
    assert 48 <= told_of <= 59


@allows("8.11b")
@pytest.mark.parametrize("then", [90, 0])
def test_a_new_course_evades_even_if_the_old_one_is_taken_up_again(then: int) -> None:
    sea = next(sea for sea in (meet(in_the_coast(), number).run(2 * MINUTE) for number in range(9)) if not sea.is_lost)
    sea.work.boat = sea.work.boat._replace(course=90)
    sea.change(2 * MINUTE)
    sea.work.boat = sea.work.boat._replace(course=then)
    sea.change(3 * MINUTE)
    assert not sea.run(10 * MINUTE).is_lost


@refuses("8.11b")
@pytest.mark.parametrize(
    "keys", [{"surfaced": True, "depth": 0}, {"date": "1940-08-31T08:00"}, {"cell": "AM12"}], ids=str
)
def test_nothing_is_met_at_the_surface_early_in_the_war_or_in_open_water(keys: dict[str, Any]) -> None:
    assert in_the_coast().work.ground.object.rate == 500
    assert in_the_coast(**keys).work.ground.object.rate == 0


# -- chart and place ---------------------------------------------------------------------------------------------------


@refuses("8.11c")
def test_who_orders_speed_again_at_the_edge_is_stopped_again() -> None:
    figures = {"engineer.triangle": 5, "engineer.hexagon": 5}
    boat = Boat(speed="full", course=0, cell="AE12", figures=figures, rules=f"{AUTO} navigator=low")
    boat.wait(6 * HOUR)
    boat.give("captain new_speed full")
    assert told(boat.wait(10 * MINUTE), "edge") == ["edge cell=AE12"]
    assert boat.view()["boat"]["speed"] == 0


@allows("8.11e")
def test_the_cell_is_known_by_reckoning_and_reports_give_bearings() -> None:
    boat = Boat(SHIPS=[ship_row("m", bearing=90, known=True)], weather="clear", sea=3, **LOOKOUTS)
    fields = boat.view()["contacts"]["c1"]["fields"]
    assert set(fields) == {"bearing", "range", "course", "speed"}
    assert abs(fields["bearing"] - 90) <= 2
    assert boat.view()["boat"]["cell"] == "AM12"


@refuses("8.11e")
def test_no_true_place_is_in_a_view_but_the_umpires() -> None:
    boat = Boat(rules=AUTO, speed="full", course=90)
    boat.wait(HOUR)
    sea = reach(boat.state, HOUR).sea
    assert sea.way[0].place(HOUR) != sea.reckoning.legs[0].place(HOUR)
    boat.wait(20 * HOUR)
    assert "truth" not in boat.view("spectator")
    assert boat.view("umpire")["truth"]["cell"]
    shown = str(boat.view())
    assert not any(str(number) in shown for number in reach(boat.state, 21 * HOUR).sea.way[0][1:3])
