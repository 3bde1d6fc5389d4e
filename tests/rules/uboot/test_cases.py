"""The worked cases of UBT-12.21 that concern what is played, by their numbers."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.words import FIGURES
from tests.rules.uboot.kit.boat import HOUR, WATCHERS, Boat, told


def test_case_1() -> None:
    for assign in ("first_officer assign triangle hexagon", "first_officer assign"):
        boat = Boat()
        boat.play("captain new_course 330", assign)
        assert boat.tracks()[0] == 7
        assert boat.slots("first_officer.triangle") == boat.slots("first_officer.hexagon") == "act"
        assert told(boat.events, "course") == ["course degrees=330"]
        assert boat.events[-1].type == "done"


def test_case_2() -> None:
    boat = Boat()
    facts = {"order": "new_speed", "room": 5, "symbol": "engines", "need": 2, "have": 0}
    assert boat.why("captain new_speed half") == {"code": "needs-men", **facts}
    assert boat.tracks()[0] == 8


def test_case_3() -> None:
    boat = Boat()
    boat.change("engineer move triangle 5 hexagon 5")
    boat.play("captain new_speed half", "engineer assign")
    assert boat.tracks()[0] == 6
    assert told(boat.events, "speed") == ["speed setting=half"]


def test_case_4_as_far_as_it_is_played() -> None:
    boat = Boat()
    assert boat.why("captain new_depth 20") == {"code": "surfaced", "order": "new_depth"}
    assert boat.tracks() == (8, 11)


def test_case_5() -> None:
    boat = Boat()
    boat.play("captain new_course 10", "engineer assign circle", "first_officer assign triangle")
    assert (boat.slots("engineer.circle"), boat.slots("first_officer.triangle")) == ("act act", "act")


def test_case_6() -> None:
    boat = Boat()
    boat.change()
    for course in (10, 20):
        boat.play(f"captain new_course {course}", "first_officer assign")
    assert boat.tracks()[0] == 5


def test_case_7_without_the_card() -> None:
    boat = Boat(order=0, morale=11)
    assert told(boat.give("captain new_course 10"), "morale") == ["morale value=10 change=-1 why=order"]


def test_case_8() -> None:
    assert Boat(order=0, morale=0).refused("captain new_course 10") == "no-orders-left"


def test_case_17() -> None:
    figures = {**dict.fromkeys(WATCHERS, 8), "captain.circle": 7, "engineer.triangle": 5, "engineer.hexagon": 6}
    boat = Boat(figures=figures)
    boat.play("captain dive 20", "first_officer assign", "engineer assign")
    assert len(told(boat.events, "died")) == 5
    assert boat.tracks()[1] == 5


def test_case_18() -> None:
    men = {
        "navigator.circle.1": {"watch": True, "act": 1},
        "navigator.square.1": {"watch": True, "act": 1},
        "captain.circle.1": {"act": 1},
        "captain.square.1": {"act": 1},
    }
    boat = Boat(men=men, figures={"navigator.circle": 8, "navigator.square": 8})
    events = boat.wait(4 * HOUR)
    assert len(told(events, "handed-over")) == 2
    assert told(events, "recovered") == [
        "recovered man=captain.circle token=act",
        "recovered man=captain.square token=act",
    ]
    assert boat.slots("navigator.circle.1") == "act"


def test_case_19() -> None:
    team = ("engineer.circle", "engineer.square", "engineer.triangle")
    full = {f"{man}.2": {"act": 3} for man in team[:2]}
    boat = Boat(men=full, figures={"engineer.triangle": 3})
    for man in team:
        boat.put(man, task="rudder-control", act=1)
    board = boat.state.board.copy()
    board.repairs = (RepairJob("rudder-control", 3, tuple(FIGURES.index(man) for man in team)),)
    events = boat.lay(board).wait(4 * HOUR)
    assert boat.view()["repairs"]["rudder-control"]["state"] == "paused"
    assert boat.slots("engineer.triangle.2") == ""
    assert [f"recovered man={man} token=act" in told(events) for man in team] == [True] * 3


def test_case_24() -> None:
    others = ("first_officer.circle", "first_officer.square", "navigator.circle")
    setup: dict[str, Any] = {
        "rooms": {"2": {"flooded": True}},
        "figures": {"captain.circle": 1, **dict.fromkeys(others, 3)},
    }
    boat = Boat(**setup)
    boat.change("captain move circle 3")
    assert boat.slots("captain.circle") == "act"
    boat = Boat(**setup, surfaced=False, depth=20)
    boat.give("captain change_positions")
    assert boat.refused("captain move circle 3") == "no-way"


def test_case_28_but_for_the_meal() -> None:
    boat = Boat()
    assert boat.wait(4 * HOUR - 1) == []
    assert told(boat.wait(1), "bell") == ["bell time=12:00"]


def test_case_30() -> None:
    assert Boat().refused("navigator join watch circle") == "no-watch"


def test_case_32() -> None:
    script: list[dict[str, Any]] = [
        {
            "at": "0:10:00",
            "do": "contact",
            "id": "c1",
            "by": "lookout",
            "klass": "merchant",
            "bearing": 0,
            "range": 14_816,
        },
        {"at": "0:20:00", "do": "contact-lost", "id": "c1"},
    ]
    boat = Boat(script)
    boat.wait(10 * 60_000)
    assert boat.refused("captain time transit") == "contact-near"
    boat.wait(10 * 60_000)
    boat.give("captain time transit")
