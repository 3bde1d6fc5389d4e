"""Launching: what it needs, who does it, salvos and spreads, what leaves the tubes and what goes wrong."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.sea.attack.launching import leave_tubes
from klaxon.rules.uboot.sea.attack.records import LeavingTorpedo, RunningTorpedo
from klaxon.rules.uboot.sea.numbers import signed_angle
from klaxon.rules.uboot.sea.passing import sea_work
from tests.rules.uboot.kit.attack import AIM, SURE, aimed, laid, target
from tests.rules.uboot.kit.boat import MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import ship_row


def facts(boat: Boat, line: str) -> tuple[Any, ...]:
    return tuple(boat.why(f"captain {line}").values())


def fired(*args: Any, tubes: str = "1", **setup: Any) -> list[RunningTorpedo]:
    """Return the torpedoes of a salvo once all have left."""
    boat = aimed(*args, **setup)
    boat.play(f"captain launch {tubes}", "captain assign")
    boat.wait(9_000)
    return list(boat.state.sea.attack.running)


# -- the order -------------------------------------------------------------------------------------------------------


@allows("8.5e")
@allows("8.2e")
@allows("3.3s")
def test_a_torpedo_leaves_its_tube() -> None:
    boat = aimed()
    boat.play("captain launch 1", "captain assign")
    assert told(boat.events, "activated", "launched", "tubes", "done") == [
        "activated man=captain.triangle tokens=1 as=act place={'symbol': 'launch', 'room': 1}",
        "launched tube=1 torpedo=g7e course=3472 run_s=96 run_m=1489 track=83",
        "tubes tube=1 state=empty",
        "done order=launch men=captain.triangle",
    ]
    assert boat.view()["tubes"]["1"] == {"state": "empty", "torpedo": "", "due": 0, "store": ""}
    assert boat.view()["solution"]["valid"]  # it serves any number of launches


@allows("8.5e")
@allows("3.3j")
def test_a_salvo_leaves_two_seconds_apart_and_is_spread() -> None:
    boat = aimed(aim=f"{AIM} torpedo=30 spread=4")
    boat.play("captain launch 3 1 2", "captain assign")
    assert boat.slots("captain.triangle") == "act act"
    assert boat.slots("captain.hexagon") == "act"
    first = told(boat.events, "launched")
    later = [told(boat.wait(1), "launched"), told(boat.wait(1_999), "launched"), told(boat.wait(2_000), "launched")]
    assert first == ["launched tube=3 torpedo=g7e course=3432 run_s=96 run_m=1489 track=83"]
    assert later == [
        [],
        ["launched tube=1 torpedo=g7e course=3476 run_s=97 run_m=1490 track=82"],
        ["launched tube=2 torpedo=g7e course=3519 run_s=97 run_m=1491 track=82"],
    ]
    assert [each.leg.start for each in boat.state.sea.attack.running] == [0, 2_000, 4_000]


@refuses("8.5e")
def test_what_cannot_be_launched() -> None:
    wet = {"torpedo": "g7e", "flooded": True}
    tubes = {"1": {"torpedo": ""}, "2": {"torpedo": "g7e"}, "3": wet, "4": {**wet, "torpedo": "g7a"}}
    boat = laid(aim=f"{AIM} torpedo=40", tubes=tubes)
    assert boat.lines("captain", "launch") == ["launch 4"]
    assert facts(boat, "launch 1") == ("tube-empty", 1)
    assert facts(boat, "launch 2") == ("tube-dry", 2)
    assert facts(boat, "launch 3") == ("wrong-torpedo", 3, 40)
    boat.give(f"{AIM} torpedo=30")
    assert boat.lines("captain", "launch 3") == ["launch 3", "launch 3 4"]
    boat.give("captain aim bearing=150 aob=0 side=port speed=5 range=1500 torpedo=30")
    assert facts(boat, "launch 3") == ("no-solution", "gyro")
    boat.give("captain aim bearing=0 aob=0 side=port speed=0 range=6000 torpedo=30")
    assert boat.lines("captain", "launch") == ["launch 4"]  # a g7a runs farther
    assert facts(boat, "launch 3") == ("no-solution", "range")
    boat.give("captain aim bearing=0 aob=90 side=port speed=40 range=1000 torpedo=30")
    assert facts(boat, "launch 3") == ("no-solution", "speed")
    boat.give("captain close tdc")
    assert facts(boat, "launch 3") == ("no-solution", "none")
    boat.give("captain close periscope")
    assert facts(boat, "launch 3") == ("no-view", "launch")
    assert boat.refused("first_officer launch 3") == "not-your-role"
    twice = aimed()
    assert twice.refused("captain launch 1 1") == "bad-argument"


@refuses("8.2e")
def test_below_10_metres_nothing_is_launched() -> None:
    boat = aimed(figures={"captain.circle": 3, "captain.square": 3})
    boat.play("captain new_depth 12", "first_officer assign", "engineer assign")
    assert boat.why("captain launch 1") == {"code": "too-deep", "depth": 12, "most": 10}


@refuses("8.5e")
def test_the_order_lapses_with_its_target() -> None:
    boat = aimed()
    boat.give("captain launch 1")
    assert "lapsed order=launch why=men refunded=True" in told(boat.give("first_officer close tdc"))


@refuses("3.3s")
@refuses("3.3j")
def test_men_without_slots_launch_nothing() -> None:
    boat = aimed(men={"captain.triangle.1": {"act": 2}, "captain.hexagon.1": {"act": 3}})
    assert boat.lines("captain", "launch 1") == ["launch 1"]
    assert boat.why("captain launch 1 2") == {
        "code": "needs-men",
        "order": "launch",
        "room": 1,
        "symbol": "launch",
        "need": 2,
        "have": 1,
    }


@allows("8.5e")
def test_the_stern_tube_is_launched_from_room_6() -> None:
    aim = "captain aim bearing=180 aob=110 side=starboard speed=7 range=1200 torpedo=30"
    ship = target(bearing=110, range_m=1200, course=0, kn=7)
    boat = aimed(ship, aim=aim, course=290)
    assert boat.view()["solution"]["tube"] == "stern"
    boat.play("captain launch 5", "engineer assign hexagon")
    assert boat.slots("engineer.hexagon") == "act act"  # he has not learned it
    assert told(boat.events, "launched")[0].startswith("launched tube=5")


@refuses("8.5e")
def test_a_torpedo_that_can_no_longer_reach_stays_in_its_tube() -> None:
    boat = aimed(aim="captain aim bearing=80 aob=90 side=starboard speed=5 range=300 torpedo=30")
    boat.play("captain launch 1 2", "captain assign")
    assert told(boat.wait(MINUTE), "launched", "tubes")[:1] == ["tubes tube=2 state=flooded"]
    assert boat.view()["tubes"]["2"] == {"state": "flooded", "torpedo": "g7e", "due": 0, "store": ""}


# -- what leaves the tubes -------------------------------------------------------------------------------------------


@allows("8.5d")
def test_what_was_entered_is_what_is_fired() -> None:
    (torpedo,) = fired()
    assert abs(torpedo.course - 34_719) < 10
    assert torpedo.depth == 3_000
    (torpedo,) = fired(aim=f"{AIM} torpedo=30 depth=7")
    assert torpedo.depth == 7_000


@allows("8.5d")
def test_a_real_tube_begins_its_straight_run_ahead_of_the_periscope() -> None:
    ideal, real = (fired(rules=f"{SURE} tube={kind}")[0] for kind in ("ideal", "real"))
    assert ideal.way == 0
    assert (ideal.leg.start, real.leg.start > 5_000) == (0, True)
    assert 100_000 < real.way < 120_000


def spread_of(count: int, pick: str, **setup: Any) -> list[Any]:
    """Return a fact of so many torpedoes that differ in their chance alone."""
    work = sea_work(aimed(**setup).state)
    attack, boat = work.attack, work.boat
    assert attack.tdc is not None
    found = []
    for number in range(count):
        salvo = (LeavingTorpedo(0, 1, "g7e", attack.tdc),)
        work.attack, work.boat = attack._replace(salvo=salvo, launched=number), boat
        leave_tubes(work, 0)
        found.append(getattr(work.attack.running[0], pick))
    return found


@allows("8.5f")
@refuses("8.5f")
def test_torpedoes_run_deeper_than_set_and_later_less_so() -> None:
    early = spread_of(200, "depth", rules="duds=off")
    late = spread_of(200, "depth", rules="duds=off", DATE="1942-07-01T08:00")
    assert 4_300 < sum(early) / 200 < 4_700
    assert 2_850 < sum(late) / 200 < 3_150
    assert set(spread_of(5, "depth", rules=SURE)) == {3_000}


@allows("8.5d")
@refuses("8.5d")
def test_two_gyros_of_a_hundred_fail_and_twice_as_many_with_a_damaged_tdc() -> None:
    count = 400
    plain = spread_of(count, "fate", rules="torpedo_depth=off").count("gyro")
    poor = spread_of(count, "fate", rules="torpedo_depth=off", faults={"tdc": "yellow"}).count("gyro")
    assert 2 <= plain <= 18
    assert plain < poor <= 32
    assert spread_of(count, "fate", rules=SURE).count("gyro") == 0
    courses = spread_of(count, "course", rules="torpedo_depth=off")
    off = [each for course in courses if (each := abs(signed_angle(course - 34_719))) > 100]
    assert len(off) == plain
    assert all(990 <= each <= 4_010 for each in off)


@allows("8.5f")
@refuses("8.5f")
def test_a_torpedo_set_shallow_may_break_surface_in_a_sea() -> None:
    shallow = spread_of(100, "fate", rules="duds=off", sea=5).count("surface")
    assert 15 <= shallow <= 45
    assert spread_of(100, "fate", rules="duds=off", sea=4).count("surface") == 0  # 3 m is not less than 3
    deep = spread_of(100, "fate", rules="duds=off", sea=5, aim=f"{AIM} torpedo=30 depth=4")
    assert deep.count("surface") == 0
    assert spread_of(100, "fate", rules=SURE, sea=5).count("surface") == 0


@allows("8.3c")
@refuses("8.3c")
def test_above_sea_6_torpedoes_run_off_their_course() -> None:
    rough = [course - 34_719 for course in spread_of(100, "course", rules=SURE, sea=7)]
    assert 120 < (sum(off * off for off in rough) / 100) ** 0.5 < 280
    assert len(set(spread_of(10, "course", rules=SURE, sea=6))) == 1


# -- heard -----------------------------------------------------------------------------------------------------------


@allows("8.2f")
@refuses("8.2f")
def test_the_compressor_is_heard_for_ten_minutes() -> None:
    boat = aimed()
    boat.play("captain launch 1", "captain assign")
    assert boat.state.board.boat.noisy == (("compressor", 10 * MINUTE),)
    boat.wait(11 * MINUTE)
    boat.give("captain time real")  # which brings the sea up to date
    assert not boat.state.board.boat.noisy


def escort(**told_of: Any) -> dict[str, Any]:
    return ship_row("e1", **{"type": "corvette", "bearing": 100, "range_m": 1400, "course": 0, "kn": 12, **told_of})


@allows("8.2g")
def test_a_launch_is_heard_by_a_slow_escort_near_by() -> None:
    boat = aimed(target(), escort(), surfaced=False, depth=10)
    boat.play("captain launch 1", "captain assign")
    datum = boat.state.sea.traffic.groups[1].datum
    assert datum is not None
    assert (datum.how, datum.by) == ("launch", "e1")
    assert boat.state.sea.hunt.hunts[0].hunters[0].state == "INVESTIGATE"
    assert told(boat.events, "ping")  # it turns to the boat: that is what the crew notices


@refuses("8.2g")
@pytest.mark.parametrize("told_of", [{"range_m": 1600}, {"kn": 13}])
def test_one_that_is_farther_off_or_faster_hears_nothing(told_of: dict[str, Any]) -> None:
    boat = aimed(target(), escort(**told_of))
    before = boat.state.sea.traffic.groups[1].datum
    boat.play("captain launch 1", "captain assign")
    assert boat.state.sea.traffic.groups[1].datum == before
