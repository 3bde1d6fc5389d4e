"""UBT-3.12 and UBT-7.9: faults, what they do, the teams that repair them, the engineer's cards."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.chance import draw
from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.trouble.effects import depth_pace, level_of, percent, share, total
from klaxon.rules.uboot.trouble.faults import add_random_faults
from klaxon.rules.uboot.trouble.records import HullBreach
from klaxon.rules.uboot.trouble.repairs import next_percent
from klaxon.rules.uboot.trouble.targets import candidates
from klaxon.rules.uboot.trouble.tools import bring_back, discard_card
from klaxon.rules.uboot.words import SHAPES
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.trouble import RUDDER, at_repair, fault_at, in_three, working

BOTH = ("engineer.circle", "engineer.square")


# -- faults ----------------------------------------------------------------------------------------------------------


@allows("3.12a")
def test_green_has_no_effect_and_yellow_degrades() -> None:
    for level, knots in (("green", 100), ("yellow", 87)):
        assert Boat(speed="half", faults={"port-diesel": level}).view()["boat"]["speed"] == knots
    boat = Boat(faults={RUDDER: "yellow"})
    boat.play("captain new_course 10", "first_officer assign")
    assert boat.view()["boat"]["ordered_course"] == 10


@refuses("3.12a")
def test_red_puts_a_device_out_of_work() -> None:
    boat = Boat(faults={RUDDER: "red"})
    assert boat.why("captain new_course 10") == {"code": "device-dead", "device": RUDDER}
    assert boat.tracks() == (8, 11)


@allows("3.12b")
def test_an_open_fault_worsens_after_the_time_of_the_level() -> None:
    boat = Boat([fault_at("0:10:00", RUDDER)])
    lines = told(boat.wait(24 * HOUR), "fault", "worsened")
    assert lines == [
        f"fault device={RUDDER} room=3 level=green",
        f"worsened device={RUDDER} room=3 level=yellow",
        f"worsened device={RUDDER} room=3 level=red",
    ]
    assert boat.view()["faults"] == {RUDDER: {"level": "red", "since_s": 600 + (8 + 6) * 3600}}


@refuses("3.12b")
def test_the_count_stands_still_while_its_repair_runs() -> None:
    """One man needs an hour for a green fault: broken off after half of it, the fault has half an hour more."""
    boat = working({RUDDER: "green"}, "circle")
    boat.wait(30 * MINUTE)
    boat.give("engineer break_off circle")
    assert boat.view()["faults"][RUDDER] == {"level": "green", "since_s": 1800}
    assert not told(boat.wait(8 * HOUR - 1), "worsened")
    assert told(boat.wait(1), "worsened") == [f"worsened device={RUDDER} room=3 level=yellow"]


@refuses("3.12b")
def test_only_the_fault_that_is_repaired_waits_and_only_so_long() -> None:
    boat = Boat(faults={RUDDER: "green", "tdc": "green"})
    boat.wait(10 * MINUTE)
    boat.play(f"captain repair_fault {RUDDER}", "engineer assign circle", "engineer done")
    boat.wait(30 * MINUTE)
    boat.give("engineer break_off circle")
    assert {device: fault["since_s"] for device, fault in boat.view()["faults"].items()} == {RUDDER: 1800, "tdc": 0}


@allows("3.12c")
def test_a_fault_on_a_device_that_has_one_raises_it() -> None:
    boat = Boat([fault_at("0:10:00", RUDDER, "green")], faults={RUDDER: "yellow"})
    assert told(boat.wait(HOUR)) == [f"worsened device={RUDDER} room=3 level=red"]


@refuses("3.12c")
def test_red_stays_red_and_a_drowned_device_has_no_fault() -> None:
    boat = Boat([fault_at("0:10:00", RUDDER)], faults={RUDDER: "red"})
    assert boat.wait(HOUR) == []
    boat = Boat([fault_at("0:10:00", "radio-set")], rooms={"2": {"flooded": True}}, figures=at_repair(3))
    assert boat.wait(HOUR) == []


# -- teams -----------------------------------------------------------------------------------------------------------


@allows("3.12d")
@allows("3.12e")
def test_one_order_is_for_one_fault_with_two_men_more_at_most() -> None:
    boat = Boat(faults={RUDDER: "green", "tdc": "green"})
    boat.play(
        "captain repair_fault tdc", "engineer assign circle square", "first_officer assign triangle", "engineer done"
    )
    assert [boat.slots(f"engineer.{shape}") for shape in ("circle", "square")] == ["fault", "fault"]
    assert boat.slots("first_officer.triangle") == "fault act"
    team = "first_officer.triangle,engineer.circle,engineer.square"
    assert told(boat.events, "repair") == [f"repair device=tdc state=started men={team} required=1 minutes=20"]
    assert list(boat.view()["repairs"]) == ["tdc"]


@refuses("3.12e")
def test_a_team_is_neither_too_small_nor_too_large() -> None:
    boat = Boat(faults={RUDDER: "yellow"})
    boat.play("captain repair_fault rudder-control", "engineer assign circle")
    assert boat.why("engineer done") == {"code": "too-few-men", "need": 2, "have": 1}
    boat = Boat(faults={RUDDER: "green"})
    boat.play("captain repair_fault rudder-control", "engineer assign circle square", "first_officer assign triangle")
    assert boat.why("first_officer assign triangle hexagon") == {"code": "enough-men", "order": "repair_fault"}


@refuses("3.12d")
def test_what_is_not_broken_or_already_in_repair_is_no_order() -> None:
    boat = working({RUDDER: "green"}, "circle")
    assert boat.why("captain repair_fault rudder-control") == {"code": "repairing", "device": RUDDER}
    assert boat.why("captain repair_fault tdc") == {"code": "repairing", "device": RUDDER}
    assert Boat().why("captain repair_fault tdc") == {"code": "no-fault"}
    boat = Boat(faults={RUDDER: "green", "port-diesel": "green"})
    assert boat.why("captain repair_fault tdc") == {"code": "no-fault", "device": "tdc"}
    assert boat.why("captain repair_fault port-diesel") == {
        "code": "needs-men",
        "order": "repair_fault",
        "room": 5,
        "symbol": "repair",
        "need": 1,
        "have": 0,
    }


def test_the_most_urgent_repair_is_offered_first() -> None:
    boat = Boat(faults={"radio-set": "green", "tdc": "red", RUDDER: "yellow"})
    assert candidates(boat.state.board, "repair_fault") == [("tdc",), (RUDDER,), ("radio-set",)]
    board = boat.state.board.copy()
    board.trouble = board.trouble._replace(breaches=(HullBreach(1, 9000), HullBreach(3, 8000), HullBreach(2, 8500)))
    assert candidates(board, "repair_breach") == [("3",), ("2",), ("1",)]


@allows("3.12f")
def test_a_larger_team_only_becomes_slower() -> None:
    boat = working({RUDDER: "green"}, "circle", "square")
    assert boat.view()["repairs"][RUDDER]["ends_s"] == 1800
    boat.wait(15 * MINUTE)
    boat.give("engineer break_off square")
    assert boat.view()["repairs"][RUDDER]["ends_s"] == 900 + 1800
    assert boat.view()["repairs"][RUDDER]["men"] == ["engineer.circle"]
    assert told(boat.wait(30 * MINUTE), "repair") == [
        f"repair device={RUDDER} state=finished men=engineer.circle required=1 minutes=0"
    ]


@allows("3.12f")
def test_who_dies_leaves_a_team_that_is_large_enough() -> None:
    """With the card they count for five and then four: either is more than two above the number."""
    wounds = [
        {"at": "0:10:00", "do": "wound", "man": "engineer.square", "card": card} for card in ("leg-wound", "deep-burns")
    ]
    boat = working({RUDDER: "green"}, "circle", "square", "triangle", card="gasket-set", script=wounds)
    boat.wait(10 * MINUTE)
    repair = boat.view()["repairs"][RUDDER]
    assert (repair["men"], repair["ends_s"]) == (["engineer.circle", "engineer.triangle"], 20 * 60)


@refuses("3.12f")
@pytest.mark.parametrize("how", ["moves", "breaks off", "dies"])
def test_a_team_below_its_number_stops(how: str) -> None:
    wounds = [
        {"at": "0:45:00", "do": "wound", "man": "engineer.square", "card": card} for card in ("leg-wound", "deep-burns")
    ]
    boat = working({RUDDER: "yellow"}, "circle", "square", script=wounds if how == "dies" else [])
    boat.wait(45 * MINUTE - 1)
    if how == "moves":
        boat.change("engineer move square 4")
    elif how == "breaks off":
        boat.give("engineer break_off square")
    events = told(boat.events + boat.wait(1), "repair", "task-ended")
    assert events[-1] == f"repair device={RUDDER} state=paused men= required=2 minutes=0"
    assert "task-ended man=engineer.circle task=fault why=paused" in events
    assert boat.slots("engineer.circle") == "act"
    repair = boat.view()["repairs"][RUDDER]
    assert (repair["state"], repair["men"]) == ("paused", [])
    assert repair["percent"] in (49, 50)


@allows("3.12g")
def test_a_paused_repair_resumes_when_enough_are_named() -> None:
    """UBT-5#23. Two roles name a man each; the second name is enough, and it goes on where it stopped."""
    boat = working({RUDDER: "yellow"}, "circle", "square")
    boat.wait(45 * MINUTE)
    boat.give("engineer break_off square")
    assert told(boat.give("engineer join rudder-control circle")) == ["assigned role=engineer men=engineer.circle"]
    assert boat.view()["joining"] == {"device": RUDDER, "men": ["engineer.circle"]}
    lines = told(boat.give("first_officer join rudder-control triangle"), "activated", "repair")
    assert lines == [
        "activated man=first_officer.triangle tokens=2 as=fault place={'symbol': 'repair', 'room': 3}",
        "activated man=engineer.circle tokens=1 as=fault place={'symbol': 'repair', 'room': 3}",
        f"repair device={RUDDER} state=resumed men=first_officer.triangle,engineer.circle required=2 minutes=45",
    ]
    assert boat.tracks() == (7, 11)
    assert boat.slots("engineer.circle") == "fault act"
    assert told(boat.wait(45 * MINUTE), "repair")


@refuses("3.12g")
def test_nobody_joins_a_running_repair_and_names_lapse_with_the_next_order() -> None:
    boat = working({RUDDER: "yellow", "tdc": "green"}, "circle", "square")
    assert boat.why("first_officer join rudder-control triangle") == {"code": "no-watch"}
    boat.play("captain repair_fault tdc", "engineer assign triangle", "engineer done", "engineer break_off square")
    assert boat.why("first_officer join tdc triangle") == {"code": "repairing", "device": "tdc"}
    assert boat.why("first_officer join radio-set triangle") == {"code": "no-fault", "device": "radio-set"}
    boat.give("engineer join rudder-control circle")
    assert boat.refused("captain join rudder-control circle") == "not-in-room"
    boat.play("captain new_course 10", "first_officer assign")
    assert boat.view()["joining"] == {"device": "", "men": []}


@allows("3.12f")
def test_a_new_order_goes_on_where_a_paused_repair_stopped() -> None:
    boat = working({RUDDER: "yellow"}, "circle", "square")
    boat.wait(45 * MINUTE)
    boat.give("engineer break_off square")
    boat.play(f"captain repair_fault {RUDDER}", "engineer assign circle square", "engineer done")
    assert told(boat.events, "repair")[0].endswith("required=2 minutes=45")


def test_a_view_of_a_repair_is_fresh_until_the_next_percent() -> None:
    boat = Boat(faults={RUDDER: "green", "tdc": "green", "radio-set": "green"})
    board = boat.state.board.copy()
    for done, since, span, game, further in (
        (250_000, 1000, 100_000, 1000, "2000"),
        (250_000, 1000, 100_000, 2999, "3000"),
        (255_000, 0, 100_000, 0, "500"),
        (0, 0, 333, 0, "4"),
        (0, 0, 333, 4, "7"),
    ):
        job = RepairJob(RUDDER, done=done, since=since, span=span)
        resting = RepairJob("radio-set", running=False)
        board.repairs = (job, job._replace(device="tdc", span=9 * span), resting)
        assert str(next_percent(board, game)) == further
    board.repairs = (resting,)
    assert next_percent(board, 0) is None


def paused(**setup: Any) -> Boat:
    """Return a boat with a paused repair of the rudder, which takes two men to four; all first officers are there."""
    men = {f"first_officer.{shape}": 3 for shape in SHAPES}
    boat = Boat(faults={RUDDER: "yellow", "tdc": "yellow"}, figures={**men, "engineer.triangle": 3}, **setup)
    for device in (RUDDER, "tdc"):
        boat.play(f"captain repair_fault {device}", "engineer assign circle square", "engineer done")
        boat.give("engineer break_off circle")
        for man in BOTH:
            boat.put(man, act=0)
    return boat


@refuses("3.12g")
def test_two_men_more_than_required_may_join_who_are_named_by_whom_ever() -> None:
    boat = paused()
    boat.give(f"engineer join {RUDDER} circle")
    assert boat.why(f"first_officer join {RUDDER} circle square triangle hexagon") == {
        "code": "enough-men",
        "order": "repair_fault",
    }
    boat.give(f"first_officer join {RUDDER} circle square triangle")
    assert len(boat.view()["repairs"][RUDDER]["men"]) == 4


@allows("3.12g")
def test_a_role_names_its_men_anew_and_each_repair_has_its_own() -> None:
    boat = paused()
    boat.give(f"engineer join {RUDDER} circle")
    boat.give("first_officer join tdc triangle")
    assert boat.view()["joining"] == {"device": "tdc", "men": ["first_officer.triangle"]}
    boat = paused(men={"engineer.hexagon.1": {"dead": True}})
    boat.give(f"first_officer join {RUDDER} triangle")
    line = f"first_officer join {RUDDER} circle square triangle hexagon"
    assert line.removeprefix("first_officer ") in boat.lines("first_officer", f"join {RUDDER}")


@refuses("3.12g")
def test_who_joins_needs_the_slots_when_it_goes_on() -> None:
    """The unskilled needs two: to be named, and still when the other is."""
    boat = paused(men={"first_officer.circle.1": {"act": 2}})
    assert boat.why(f"first_officer join {RUDDER} circle") == {
        "code": "no-slots",
        "man": "first_officer.circle",
        "need": 2,
        "free": 1,
    }
    boat.give(f"first_officer join {RUDDER} triangle")
    boat.put("first_officer.triangle", act=2)
    boat.give(f"engineer join {RUDDER} circle")
    assert boat.view()["joining"] == {"device": RUDDER, "men": ["engineer.circle"]}


@allows("3.12h")
def test_finished_the_fault_is_gone_and_tokens_turn() -> None:
    boat = working({RUDDER: "yellow"}, "circle", "square")
    lines = told(boat.wait(90 * MINUTE))
    assert lines == [
        *(f"task-ended man={man} task=fault why=done" for man in BOTH),
        f"repair device={RUDDER} state=finished men={','.join(BOTH)} required=2 minutes=0",
    ]
    assert (boat.view()["faults"], boat.view()["repairs"]) == ({}, {})
    assert boat.slots("engineer.circle") == "act"


@allows("3.12h")
def test_of_two_repairs_that_is_finished_whose_time_is_up() -> None:
    boat = working({RUDDER: "yellow", "tdc": "green"}, "circle", "square")
    boat.play("captain repair_fault tdc", "engineer assign triangle", "engineer done")
    (line,) = told(boat.wait(60 * MINUTE), "repair")
    assert line == "repair device=tdc state=finished men=engineer.triangle required=1 minutes=0"


def test_a_paused_repair_asks_for_more_men_when_its_fault_worsens() -> None:
    boat = working({RUDDER: "yellow"}, "circle", "square", script=[fault_at("1:00:00", RUDDER)])
    boat.give("engineer break_off circle")
    boat.wait(60 * MINUTE)
    assert boat.view()["repairs"][RUDDER]["required"] == 3


@refuses("3.12h")
def test_a_moment_before_the_end_nothing_is_mended() -> None:
    boat = working({RUDDER: "yellow"}, "circle", "square")
    boat.wait(90 * MINUTE - 1)
    assert boat.view()["faults"][RUDDER]["level"] == "yellow"
    assert boat.view()["repairs"][RUDDER]["percent"] == 99


# -- what a fault does -------------------------------------------------------------------------------------------------


@allows("7.9a")
@pytest.mark.parametrize(("team", "minutes"), [(("circle", "square"), 90), (("circle", "square", "triangle"), 60)])
def test_more_men_are_faster(team: tuple[str, ...], minutes: int) -> None:
    boat = working({RUDDER: "yellow"}, *team)
    assert boat.view()["repairs"][RUDDER]["ends_s"] == minutes * 60


@refuses("7.9a")
def test_a_card_makes_nobody_more_than_two_above_the_number() -> None:
    boat = working({RUDDER: "green"}, "circle", "square", "triangle", card="gasket-set")
    assert boat.view()["repairs"][RUDDER]["ends_s"] == 20 * 60


@allows("7.9b")
def test_shares_add_and_times_multiply() -> None:
    faults = {
        "port-diesel": "red",
        "starboard-diesel": "yellow",
        "bow-planes-motor": "red",
        "stern-planes-motor": "yellow",
    }
    board = Boat(faults=faults).state.board
    assert share(board) == 37
    assert percent(board, "time", "depth") == 450
    assert percent(board, "battery") == 100
    assert level_of(board, "tdc") == ""
    motors = Boat(faults={"port-e-motor": "yellow", "port-diesel": "red"}, surfaced=False).state.board
    assert share(motors) == 87
    assert total(Boat(faults={"gyro-compass": "red"}).state.board, "error", "course") == 6
    assert total(Boat(faults={"fresh-water-still": "red"}).state.board, "meal_morale") == -1
    assert percent(Boat(faults={"forward-battery": "red", "aft-battery": "yellow"}).state.board, "battery") == 51


@allows("7.9b")
def test_slow_planes_make_a_change_of_depth_longer_also_under_way() -> None:
    """60 m down at half speed take a minute; with the planes in trouble half as long again."""
    for faults, seconds in (({}, 60), ({"bow-planes-motor": "yellow"}, 90)):
        boat = Boat(surfaced=False, depth=20, speed="half", faults=faults, rules="manning=auto")
        boat.give("captain new_depth 80")
        assert told(boat.wait(seconds * 1000), "depth") == ["depth metres=80"]
    boat = Boat(
        [fault_at("0:00:30", "bow-planes-motor", "yellow")],
        surfaced=False,
        depth=20,
        speed="half",
        rules="manning=auto",
    )
    boat.give("captain new_depth 80")
    assert not told(boat.wait(74_000), "depth")
    assert told(boat.wait(1000), "depth") == ["depth metres=80"]


@allows("7.9b")
def test_without_air_only_the_way_up_takes_longer() -> None:
    board = Boat(faults={"air-compressor": "yellow", "bow-planes-motor": "red"}).state.board
    assert [depth_pace(board, depth) for depth in (0, 1, 20_000)] == [450, 300, 300]


@allows("7.9b")
def test_without_fresh_water_a_meal_is_worse() -> None:
    boat = Boat(faults={"fresh-water-still": "red"}, ration=["eggs", "meat"], DATE="1940-06-01T05:00", morale=10)
    assert "meal size=2 dish=bacon-omelette change=-1" in told(boat.wait(7 * HOUR), "meal")


@refuses("7.9b")
def test_one_dead_engine_leaves_the_telegraph_two_do_not() -> None:
    men = {"engineer.triangle": 5, "engineer.hexagon": 5}
    boat = Boat(figures=men, faults={"port-diesel": "red"})
    boat.play("captain new_speed full", "engineer assign")
    boat.wait(2 * MINUTE)
    assert boat.view()["boat"]["speed"] == 85
    boat = Boat(figures=men, faults={"port-diesel": "red", "starboard-diesel": "red"})
    assert boat.why("captain new_speed full") == {"code": "device-dead", "device": "port-diesel"}
    assert Boat(faults={"galley-stove": "red"}).why("captain cook") == {"code": "device-dead", "device": "galley-stove"}


@allows("7.9d")
def test_on_the_bridge_a_fault_is_repaired_while_surfaced() -> None:
    boat = Boat(faults={"20-mm-mount": "green"}, figures={"engineer.circle": 8})
    boat.play("captain repair_fault 20-mm-mount", "engineer assign", "engineer done")
    assert boat.view()["repairs"]["20-mm-mount"]["men"] == ["engineer.circle"]


@refuses("7.9d")
def test_nobody_is_there_while_submerged() -> None:
    boat = Boat(surfaced=False, faults={"20-mm-mount": "green"})
    assert boat.why("captain repair_fault 20-mm-mount")["code"] == "needs-men"


@pytest.mark.parametrize(("room", "rooms"), [(2, {2}), ("any", set(range(1, 9))), ("random", set(range(1, 7)))])
def test_random_faults_find_sound_devices(room: int | str, rooms: set[int]) -> None:
    boat = Boat()
    step = boat.do(lambda work: add_random_faults(work, "yellow", 2, room))
    assert boat.state.chance.faults == 2
    found = [event.facts for event in step if event.type == "fault"]
    assert len({fact["device"] for fact in found}) == 2
    assert {fact["level"] for fact in found} == {"yellow"}
    assert {fact["room"] for fact in found} <= rooms
    assert room == "any" or len({fact["room"] for fact in found}) == 1


def test_devices_and_rooms_are_drawn_by_streams_of_their_own() -> None:
    """In the whole boat, of 27 devices; then in a random room, whose flooded neighbour is not counted."""
    boat = Boat(rooms={"1": {"flooded": True}}, figures=dict.fromkeys((f"captain.{shape}" for shape in SHAPES), 2))
    state = boat.state
    devices = [device for device, room in state.board.handbook.rooms.items() if room != 1]
    events = boat.do(lambda work: add_random_faults(work, "yellow", 2, "any"))
    first = devices.pop(draw(state.key, "fault", 0, 24))
    assert [event.facts["device"] for event in events] == [first, devices[draw(state.key, "fault", 1, 23)]]
    rooms = []
    for number in range(6):
        (event,) = boat.do(lambda work: add_random_faults(work, "red", 1, "random"))
        rooms.append((event.facts["room"], 2 + draw(state.key, "room", number, 5)))
    assert [found for found, _ in rooms] == [drawn for _, drawn in rooms]
    assert boat.state.chance.rooms == 6


def test_where_every_device_has_a_fault_the_first_rises() -> None:
    faults = dict.fromkeys(("hydrophone-amplifier", "radio-set", "forward-battery"), "green")
    boat = Boat(faults=faults)
    step = boat.do(lambda work: add_random_faults(work, "green", 1, 2))
    assert told(step) == ["worsened device=hydrophone-amplifier room=2 level=yellow"]


# -- the engineer's cards ----------------------------------------------------------------------------------------------


@allows("3.12i")
@allows("3.12j")
@allows("3.12l")
def test_a_card_counts_for_men_through_a_pause_and_is_then_discarded() -> None:
    """The most experienced man is in the team: the card counts for two. One man and the card are a team of three."""
    boat = Boat(faults={RUDDER: "red"}, **in_three("gasket-set", "valve-wheel"))
    boat.play(
        "captain repair_fault rudder-control", "engineer assign circle", "engineer card gasket-set", "engineer done"
    )
    assert told(boat.events, "repair") == [
        f"repair device={RUDDER} state=started men=engineer.circle required=3 minutes=150"
    ]
    assert boat.view()["engineer"] == {"a": [], "b": ["valve-wheel"], "playing": {"gasket-set": RUDDER}, "discard": []}
    boat.give("engineer break_off circle")
    boat.give("engineer join rudder-control square")
    assert boat.view()["repairs"][RUDDER]["helped"] == 2
    boat.wait(150 * MINUTE)
    assert boat.view()["engineer"]["discard"] == ["gasket-set"]


@refuses("3.12l")
@pytest.mark.parametrize("how", ["breaks off", "is relieved"])
def test_a_card_that_counts_for_enough_men_does_not_work_alone(how: str) -> None:
    full = {"engineer.circle.2": {"act": 3}}
    boat = Boat(faults={RUDDER: "green"}, men=full, DATE="1940-06-01T11:50", **in_three("gasket-set"))
    boat.play(
        "captain repair_fault rudder-control", "engineer assign circle", "engineer card gasket-set", "engineer done"
    )
    events = boat.give("engineer break_off circle") if how == "breaks off" else boat.wait(10 * MINUTE)
    assert told(events, "repair") == [f"repair device={RUDDER} state=paused men= required=1 minutes=0"]


@refuses("3.12i")
def test_one_card_for_each_repair_and_none_for_an_emergency() -> None:
    boat = Boat(faults={RUDDER: "green"}, **in_three("gasket-set", "valve-wheel"))
    assert boat.why("engineer card gasket-set") == {"code": "nothing-pending", "verb": "card"}
    boat.give("captain repair_fault rudder-control")
    assert boat.why("engineer card gasket-set") == {"code": "too-few-men", "need": 1, "have": 0}
    boat.play("engineer assign circle", "engineer card gasket-set")
    assert boat.why("engineer card valve-wheel") == {"code": "one-card", "card": "gasket-set"}
    boat = Boat(rooms={"3": {"toolboxes": ["toolbox-a"], "emergencies": ["leak"]}}, engineer={"a": ["gasket-set"]})
    boat.give("captain repair_emergency leak 3")
    assert boat.why("engineer card gasket-set") == {"code": "nothing-pending", "verb": "card"}


@refuses("3.12j")
def test_a_card_must_be_held_match_and_be_there() -> None:
    boat = Boat(faults={RUDDER: "green"}, engineer={"a": ["gasket-set"], "b": ["fuse-box"]})
    boat.play("captain repair_fault rudder-control", "engineer assign circle")
    assert boat.why("engineer card gasket-set") == {"code": "no-toolbox", "card": "gasket-set"}
    boat = Boat(faults={RUDDER: "green"}, **in_three("gasket-set", "fuse-box"))
    boat.play("captain repair_fault rudder-control", "engineer assign circle")
    assert boat.why("engineer card fuse-box") == {"code": "wrong-device", "card": "fuse-box"}
    assert boat.why("engineer card tube-grease") == {"code": "no-card", "card": "tube-grease"}


@allows("3.12k")
@pytest.mark.parametrize(("shape", "helped"), [("square", 1), ("circle", 2)])
def test_the_expert_makes_more_of_a_card(shape: str, helped: int) -> None:
    boat = Boat(faults={RUDDER: "yellow"}, **in_three("gasket-set"))
    boat.play(
        "captain repair_fault rudder-control", f"engineer assign {shape}", "engineer card gasket-set", "engineer done"
    )
    assert boat.view()["repairs"][RUDDER]["helped"] == helped


@refuses("3.12k")
def test_a_team_without_a_repair_man_can_use_no_card() -> None:
    boat = Boat(faults={RUDDER: "green"}, **in_three("gasket-set"))
    boat.play("captain repair_fault rudder-control", "first_officer assign triangle")
    assert boat.why("engineer card gasket-set") == {"code": "no-expert", "card": "gasket-set"}


@refuses("3.12l")
def test_without_the_card_the_men_do_not_do() -> None:
    """Two men and a card for a red fault of three: the order can be given, and waits for the card."""
    men = {f"first_officer.{shape}.1": {"act": 3} for shape in ("triangle", "hexagon")}
    boat = Boat(faults={RUDDER: "red"}, men=men, **in_three("gasket-set"))
    boat.play("captain repair_fault rudder-control", "engineer assign square")
    assert boat.why("engineer done") == {"code": "too-few-men", "need": 3, "have": 1}
    boat.play("engineer assign square circle", "engineer card gasket-set", "engineer done")
    assert boat.view()["repairs"][RUDDER]["state"] == "running"
    boat = Boat(faults={RUDDER: "red"}, men=men)
    assert boat.why("captain repair_fault rudder-control")["code"] == "needs-men"


@allows("3.12m")
def test_a_reusable_card_is_blocked_while_the_repair_runs_and_then_free() -> None:
    boat = Boat(faults={RUDDER: "green", "tdc": "green"}, **in_three("welding-set"))
    boat.play(
        "captain repair_fault rudder-control", "engineer assign circle", "engineer card welding-set", "engineer done"
    )
    assert boat.view()["repairs"][RUDDER]["ends_s"] == 36 * 60
    boat.play("captain repair_fault tdc", "engineer assign square")
    assert boat.why("engineer card welding-set") == {"code": "no-card", "card": "welding-set"}
    boat.give("engineer break_off circle")
    assert boat.view()["repairs"][RUDDER]["card"] == ""
    boat.give("engineer card welding-set")


@refuses("3.12m")
def test_the_effect_ends_when_the_toolbox_leaves_the_room() -> None:
    boat = Boat(faults={RUDDER: "green"}, **in_three("welding-set"))
    boat.play(
        "captain repair_fault rudder-control", "engineer assign circle", "engineer card welding-set", "engineer done"
    )
    boat.wait(18 * MINUTE)
    boat.change("first_officer move triangle 4+toolbox-a")
    repair = boat.view()["repairs"][RUDDER]
    assert (repair["card"], repair["state"], repair["ends_s"]) == ("", "running", 48 * 60)


@allows("3.12m")
def test_blueprints_spare_the_unskilled_and_their_reliefs() -> None:
    """With the expert the whole team; the relief of the helmsman has not the symbol either."""
    boat = Boat(faults={RUDDER: "yellow"}, DATE="1940-06-01T11:50", **in_three("boat-blueprints"))
    boat.play("captain repair_fault rudder-control", "engineer assign circle", "first_officer assign triangle")
    boat.play("engineer card boat-blueprints", "engineer done")
    assert boat.slots("first_officer.triangle") == "fault"
    assert "handed-over man=first_officer.triangle relief=first_officer.triangle.2 task=fault extra=0" in told(
        boat.wait(30 * MINUTE)
    )


def test_a_chain_hoist_takes_an_act_off_when_it_is_done() -> None:
    boat = working({RUDDER: "yellow"}, "circle", "square", card="chain-hoist")
    boat.wait(90 * MINUTE)
    assert [boat.slots(man) for man in BOTH] == ["", ""]
    assert boat.view()["engineer"]["discard"] == []


def test_a_chain_hoist_without_the_expert_is_for_one_man() -> None:
    boat = working({RUDDER: "yellow"}, "square", "triangle", card="chain-hoist")
    boat.wait(90 * MINUTE)
    assert [boat.slots(f"engineer.{shape}") for shape in ("square", "triangle")] == ["", "act"]


@allows("3.12m")
@pytest.mark.parametrize("card", ["chain-hoist", "boat-blueprints", "welding-set"])
def test_what_a_reusable_card_did_is_over_with_a_pause(card: str) -> None:
    boat = working({RUDDER: "green"}, "circle", card=card)
    boat.give("engineer break_off circle")
    assert boat.state.board.repairs == (RepairJob(RUDDER, 1, running=False),)


def test_a_card_is_discarded_and_brought_back() -> None:
    boat = Boat(engineer={"a": ["gasket-set"], "b": ["fuse-box", "welding-set"]}, begun=False)
    boat.do(lambda work: discard_card(work, "welding-set"))
    assert boat.view()["engineer"]["discard"] == ["welding-set"]
    boat.do(lambda work: bring_back(work, "welding-set", "a"))
    boat.do(lambda work: discard_card(work, "gasket-set"))
    boat.do(lambda work: bring_back(work, "gasket-set", "b"))
    assert boat.view()["engineer"] == {
        "a": ["welding-set"],
        "b": ["fuse-box", "gasket-set"],
        "playing": {},
        "discard": [],
    }


# -- in mid-order ----------------------------------------------------------------------------------------------------


def test_a_fault_that_worsens_asks_for_more_men_also_of_a_pending_order() -> None:
    boat = Boat([fault_at("0:00:30", RUDDER)], faults={RUDDER: "green"})
    boat.play("captain repair_fault rudder-control", "engineer assign circle")
    boat.wait(30_000)
    assert boat.why("engineer done") == {"code": "too-few-men", "need": 2, "have": 1}
    boat.play("engineer assign circle square", "engineer done")
    boat = Boat([fault_at("0:30:00", RUDDER)], faults={RUDDER: "green"})
    boat.play("captain repair_fault rudder-control", "engineer assign circle", "engineer done")
    boat.wait(30 * MINUTE)
    assert boat.view()["repairs"][RUDDER] == {
        "required": 2,
        "men": [],
        "helped": 0,
        "card": "",
        "percent": 50,
        "state": "paused",
        "ends_s": 0,
    }
