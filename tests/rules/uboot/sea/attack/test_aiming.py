"""The TDC at sea: who may lay it, what is entered, what it answers, and how it follows target and boat."""

from __future__ import annotations

import json

import pytest

from klaxon.rules.contract import Seat
from tests.rules.uboot.kit.attack import AIM, laid, raised, target
from tests.rules.uboot.kit.boat import GAME, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

SOLUTION = "solution contact=c1 valid=True lead=172 course=3472 gyro=572 run_s=96 run_m=1489 tube=bow"


@allows("8.5b")
@allows("12.16a")
def test_case_26_an_aim_is_answered() -> None:
    boat = laid(aim="")
    assert told(boat.events, "activated", "view", "done") == [
        "activated man=captain.square tokens=1 as=act place={'symbol': 'tdc', 'room': 3}",
        "view view=tdc open=True",
        "done order=tdc men=captain.square",
    ]
    orders = boat.tracks()
    assert told(boat.give(f"{AIM} torpedo=30")) == [SOLUTION]
    assert told(boat.give("captain aim range=1500 torpedo=30 speed=9 side=starboard aob=80 bearing=40")) == [SOLUTION]
    assert boat.tracks() == orders  # it is no order, and may be said as often as wanted
    shown = boat.view()
    assert shown["views"] == ["periscope", "tdc"]
    aim = {"bearing": 40, "aob": 80, "speed": 9, "range": 1500, "torpedo": 30, "spread": 0, "depth": 3}
    assert shown["solution"] == {
        "contact": "c1",
        "aim": aim,
        "followed": aim,
        "valid": True,
        "lead": 172,
        "course": 3472,
        "gyro": 572,
        "run_s": 96,
        "run_m": 1489,
        "tube": "bow",
        "bow": "",
        "stern": "gyro",
    }


@allows("8.5b")
def test_what_is_left_out_is_as_usual() -> None:
    boat = laid()
    assert boat.view()["solution"]["aim"]["torpedo"] == 40  # the fastest that is loaded, before 1942
    boat.give(f"{AIM} depth=5 spread=2 torpedo=44")
    aim = boat.view()["solution"]["aim"]
    assert (aim["torpedo"], aim["spread"], aim["depth"]) == (44, 2, 5)
    cold = laid(rules="preheat=no", tubes={str(tube): {"torpedo": "g7e"} for tube in range(1, 6)})
    assert cold.view()["solution"]["aim"]["torpedo"] == 28
    none = laid(tubes={str(tube): {"torpedo": ""} for tube in range(1, 6)})
    assert none.view()["solution"]["aim"]["torpedo"] == 40
    assert laid(DATE="1942-06-01T08:00").view()["solution"]["aim"]["torpedo"] == 44


@refuses("8.5b")
def test_case_35_what_no_tdc_can_be_set_to() -> None:
    boat = laid()
    assert boat.why(f"{AIM} depth=9")["code"] == "bad-argument"
    for wrong in ("depth=1", "spread=11", "torpedo=28", "depth=3 depth=4", "zoom=2"):
        assert boat.refused(f"{AIM} {wrong}") in ("bad-argument", "extra-argument"), wrong
    assert boat.refused("captain aim bearing=360 aob=80 side=port speed=9 range=1500") == "bad-argument"
    assert boat.refused("captain aim bearing=40 aob=181 side=port speed=9 range=1500") == "bad-argument"
    assert boat.refused("captain aim bearing=40 aob=80 side=port speed=9 range=1525") == "bad-argument"
    assert boat.refused("captain aim bearing=40 aob=80 side=port speed=9") == "missing-argument"
    assert boat.refused(AIM.replace("captain", "first_officer")) == "not-your-role"


@refuses("8.5b")
def test_the_tdc_needs_a_view_a_contact_in_sight_and_its_man() -> None:
    below = Boat(surfaced=False, depth=10)
    assert below.why("captain tdc c1") == {"code": "no-view", "order": "tdc"}
    alone = raised(target(range_m=19_000, known=False))
    assert alone.why("captain tdc c1") == {"code": "no-contact", "contact": ""}
    boat = raised()
    assert boat.lines("captain", "tdc") == ["tdc c1"]
    assert boat.why("captain tdc c9") == {"code": "no-contact", "contact": "c9"}
    assert boat.why(AIM) == {"code": "not-open", "view": "tdc"}
    gone = raised(figures={"captain.circle": 3, **dict.fromkeys(("engineer.circle", "engineer.square"), 4)})
    gone.put("first_officer.triangle", act=3).put("first_officer.hexagon", act=3).put("captain.circle", act=3)
    assert gone.why("captain tdc c1")["code"] == "needs-men"


@refuses("7.9b")
def test_a_dead_tdc_is_not_laid_and_an_open_one_closes() -> None:
    assert raised(faults={"tdc": "red"}).why("captain tdc c1") == {"code": "device-dead", "device": "tdc"}
    assert raised(faults={"tdc": "yellow"}).bar("captain", "tdc") == ""


@allows("8.5b")
def test_it_is_laid_from_the_bridge_too() -> None:
    men = {"navigator.circle.1": {"watch": True}}
    figures = {"captain.square": 3, "navigator.circle": 8}
    boat = Boat(SHIPS=[target()], course=290, figures=figures, men=men, weather="clear", sea=2)
    boat.play("captain tdc c1", "captain assign square", AIM)
    assert boat.view()["views"] == ["bridge", "tdc"]
    assert boat.view()["solution"]["valid"]


@pytest.mark.parametrize(
    ("aim", "facts"),
    [
        ("bearing=0 aob=90 side=port speed=31 range=1000 torpedo=30", (False, "bow", "speed", "speed")),
        ("bearing=100 aob=0 side=port speed=5 range=1000", (True, "stern", "gyro", "")),
        ("bearing=0 aob=0 side=port speed=5 range=9500 torpedo=40", (False, "bow", "range", "gyro")),
        ("bearing=180 aob=0 side=port speed=5 range=20000 torpedo=30", (False, "stern", "gyro", "range")),
        ("bearing=0 aob=0 side=port speed=5 range=8000 torpedo=40", (True, "bow", "", "gyro")),
    ],
)
@allows("8.5b")
@refuses("8.5b")
def test_whether_there_is_a_solution(aim: str, facts: tuple[bool, str, str, str]) -> None:
    boat = laid(aim="")
    boat.give(f"captain aim {aim}")
    shown = boat.view()["solution"]
    assert (shown["valid"], shown["tube"], shown["bow"], shown["stern"]) == facts


@allows("8.5c")
def test_the_tdc_lets_the_target_run_on_and_follows_the_boat() -> None:
    boat = laid(speed="slow", figures={"captain.circle": 3, "captain.square": 3})
    before = boat.view()["solution"]
    boat.play("captain new_course 310", "first_officer assign")
    boat.wait(2 * MINUTE)
    after = boat.view()["solution"]
    assert boat.view()["boat"]["course"] == 310
    # In two minutes the target has run 556 m on its course of 70, the boat some 120 m: nearer abeam, farther right.
    assert after["gyro"] - before["gyro"] > 0
    assert (after["course"] - after["gyro"]) % 3600 == 3100
    assert after["aim"] == before["aim"]
    ran = {name: after["followed"][name] for name in ("bearing", "aob", "range")}
    assert ran == {"bearing": 45, "aob": 105, "range": 1423}
    assert {**after["followed"], **ran} == {**after["aim"], **ran}
    again = GAME.decode(GAME.encode(boat.state))
    assert GAME.show(GAME.view(again, Seat("uboot.captain")))["solution"] == after


@allows("8.5c")
def test_what_it_shows_changes_every_second_and_says_when() -> None:
    boat = laid()
    seen = []
    while GAME.now(boat.state) < 5_000:
        sight = GAME.sight(boat.state, Seat("uboot.captain"), {})
        shown = GAME.show(sight.view)["solution"]
        seen.append((GAME.now(boat.state), (shown["course"], shown["run_m"])))
        assert sight.stale is not None
        boat.wait(sight.stale - GAME.now(boat.state))
    assert {moment for moment, _ in seen} >= {0, 1000, 2000, 3000, 4000}
    assert len({facts for _, facts in seen}) == len({(moment // 1000, facts) for moment, facts in seen}) == 5


@refuses("8.5c")
def test_a_solution_ends_with_its_contact_its_view_or_another_target() -> None:
    boat = laid()
    boat.give("captain close tdc")
    assert boat.view()["solution"] is None
    boat = laid()
    closed = told(boat.give("captain close periscope"))
    assert closed == ["view view=periscope open=False", "view view=tdc open=False"]
    assert boat.view()["solution"] is None
    other = laid(target(), {**target(bearing=350), "id": "s2"}, aim=AIM, men={})
    other.play("captain tdc c2", "captain assign square")
    assert (other.view()["views"], other.view()["solution"]) == (["periscope", "tdc"], None)
    lost = [{"at": "0:10:00", "do": "contact-lost", "id": "c7"}]
    contact = {"at": "0:00:01", "do": "contact", "id": "c7", "by": "periscope", "bearing": 9, "range": 3000}
    boat = Boat([contact, *lost], surfaced=False, depth=10, figures={"captain.circle": 3, "captain.square": 3})
    boat.play("captain periscope", "captain assign circle")
    boat.wait(2_000)
    boat.play("captain tdc c7", "captain assign square", AIM)
    assert told(boat.wait(10 * MINUTE)) == ["contact-lost contact=c7", "view view=tdc open=False"]
    assert boat.view()["solution"] is None


@allows("8.5b")
def test_a_real_tube_is_allowed_for() -> None:
    boat = laid(aim=f"{AIM} torpedo=30", rules="tube=real")
    shown = boat.view()["solution"]
    assert (shown["course"], shown["gyro"], shown["run_s"], shown["run_m"]) == (3506, 606, 97, 1491)


def test_a_view_with_a_solution_is_made_again_of_its_data() -> None:
    boat = laid(reserve={"bow": {"g7a": 1}}, tubes={"1": {"torpedo": ""}})
    for seat in ("uboot.captain", "spectator"):
        view = GAME.view(boat.state, Seat(seat))
        data = json.loads(json.dumps(GAME.show(view)))
        assert GAME.show(GAME.read_view(data)) == data
        assert GAME.offers(GAME.read_view(data)) == GAME.offers(view)


@allows("7.9b")
def test_a_compass_that_errs_turns_figures_and_sea_alike() -> None:
    true, off = laid(aim=f"{AIM} torpedo=30"), laid(aim=f"{AIM} torpedo=30", faults={"gyro-compass": "yellow"})
    assert off.view()["solution"] == true.view()["solution"]
