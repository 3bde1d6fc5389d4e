"""UBT-3.14, UBT-3.13h and rulings of UBT-5: emergencies, their devices, darkness, posts in a flooded room."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, over_line, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.trouble import ENGINEERS, emergency_at, fault_at

FIRE = emergency_at("0:10:00", "fire", 5)
NO_MASKS: dict[str, dict[str, list[str]]] = {"6": {"devices": ["masks"]}}
"""The gas masks lie out of the way."""
IN_FIVE = dict.fromkeys(ENGINEERS, 5)


@allows("3.14a")
def test_a_token_is_laid_morale_falls_then_it_hurts() -> None:
    boat = Boat([FIRE], figures=IN_FIVE, bag=["engineer.circle", "captain.circle", "captain.square", "captain.hexagon"])
    kinds = [event.type for event in boat.wait(10 * MINUTE)]
    assert kinds[:4] == ["emergency", "morale", "draw", "card"]
    assert boat.view()["rooms"]["5"]["emergencies"] == ["fire"]
    assert boat.tracks() == (8, 10)


@refuses("3.14a")
def test_a_leak_hurts_nobody() -> None:
    boat = Boat([emergency_at("0:10:00", "leak", 5)], figures=IN_FIVE, morale=10)
    assert told(boat.wait(10 * MINUTE)) == ["emergency kind=leak room=5", "morale value=9 change=-1 why=emergency"]


@allows("3.14b")
def test_a_second_token_of_a_kind_draws_with_both() -> None:
    boat = Boat([FIRE, FIRE], figures={"engineer.circle": 5}, rooms={"5": {"emergencies": ["gas"]}}, surfaced=False)
    draws = [str(event.facts["tokens"]).count(".") for event in boat.wait(10 * MINUTE) if event.type == "draw"]
    assert draws == [1, 2]
    assert boat.view()["rooms"]["5"]["emergencies"] == ["gas", "fire", "fire"]


@refuses("3.14b")
def test_a_flooded_room_takes_none() -> None:
    boat = Boat([FIRE], rooms={"5": {"flooded": True}})
    assert boat.wait(10 * MINUTE) == []


@allows("3.14c")
@pytest.mark.parametrize(
    ("kind", "device"), [("fire", "extinguisher"), ("electricity", "wires"), ("darkness", "bulbs"), ("leak", "pump")]
)
def test_one_man_and_the_device_remove_it(kind: str, device: str) -> None:
    """A man of another role may; he pays two. Darkness asks for a second man, also here."""
    elsewhere = {"6": {"devices": ["pump"]}} if device != "pump" else {}
    boat = Boat(rooms={"3": {"emergencies": [kind], "devices": [device]}, **elsewhere}, morale=5)
    boat.play(f"captain repair_emergency {kind} 3", "first_officer assign triangle")
    if kind == "darkness":
        boat.give("engineer assign circle")
    assert told(boat.events, "cleared", "morale") == [
        f"cleared kind={kind} room=3",
        "morale value=7 change=2 why=cleared",
    ]
    assert boat.slots("first_officer.triangle") in ("act act", "act")
    assert boat.view()["rooms"]["3"] == {"flooded": False, "emergencies": [], "devices": [device], "toolboxes": []}


@refuses("3.14c")
@refuses("3.14g")
def test_without_the_device_or_the_token_it_is_refused() -> None:
    boat = Boat(rooms={"3": {"emergencies": ["fire"]}, "4": {"emergencies": ["leak"], "devices": ["pump"]}, **NO_MASKS})
    assert boat.why("captain repair_emergency fire 3") == {
        "code": "no-device",
        "kind": "fire",
        "room": 3,
        "device": "extinguisher",
    }
    assert boat.why("captain repair_emergency leak 3") == {"code": "no-emergency", "kind": "leak", "room": 3}
    assert boat.why("captain repair_emergency darkness 3") == {"code": "no-emergency", "kind": "darkness", "room": 1}
    assert Boat().why("captain repair_emergency fire 3") == {"code": "no-emergency"}


@allows("3.14g")
def test_a_device_is_carried_to_where_it_is_needed() -> None:
    boat = Boat(rooms={"3": {"emergencies": ["fire"], "devices": ["pump"]}}, figures={"engineer.triangle": 5})
    boat.change("engineer move triangle 3+extinguisher")
    boat.play("captain repair_emergency fire 3", "engineer assign square")
    assert boat.view()["rooms"]["3"]["emergencies"] == []


@allows("3.14d")
def test_the_token_is_gone_with_the_activation() -> None:
    """UBT-5#11."""
    boat = Boat(rooms={"4": {"emergencies": ["leak"], "devices": ["pump"]}, **NO_MASKS})
    boat.play("captain repair_emergency leak 4", "engineer assign triangle")
    boat.change("engineer move hexagon 3+pump")
    assert boat.view()["rooms"]["4"]["emergencies"] == []


@refuses("3.14d")
def test_while_the_order_is_pending_the_token_lies_there() -> None:
    boat = Boat(rooms={"4": {"emergencies": ["leak"], "devices": ["pump"]}, **NO_MASKS})
    boat.give("captain repair_emergency leak 4")
    assert boat.view()["rooms"]["4"]["emergencies"] == ["leak"]


@allows("3.14e")
@pytest.mark.parametrize(("rules", "morale"), [("", 9), ("gas_morale=no", 5)], ids=["lifts morale", "does not"])
def test_gas_goes_when_the_boat_has_surfaced(rules: str, morale: int) -> None:
    """UBT-5#5, as it is and turned."""
    boat = Boat(
        surfaced=False,
        morale=5,
        rooms={"1": {"emergencies": ["gas"]}, "6": {"emergencies": ["gas"]}},
        figures={"engineer.triangle": 5, "engineer.hexagon": 6},
        rules=f"manning=auto {rules}",
    )
    boat.give("captain surface")
    boat.wait(2 * MINUTE)
    assert told(boat.events, "surfaced", "cleared") == [
        "surfaced",
        "cleared kind=gas room=1",
        "cleared kind=gas room=6",
    ]
    assert boat.tracks()[1] == morale


@refuses("3.14e")
def test_gas_cannot_be_repaired() -> None:
    boat = Boat(surfaced=False, rooms={"4": {"emergencies": ["gas"]}})
    assert boat.why("captain repair_emergency gas 4") == {"code": "by-surfacing"}
    boat = Boat(surfaced=False, rooms={"4": {"emergencies": ["gas", "leak"], "devices": ["pump"]}, **NO_MASKS})
    assert boat.why("captain repair_emergency gas 4") == {"code": "by-surfacing"}


@allows("3.14f")
def test_gas_in_a_surfaced_boat_hurts_once() -> None:
    boat = Boat([emergency_at("0:10:00", "gas", 5)], figures=IN_FIVE, morale=0)
    (line,) = told(boat.wait(10 * MINUTE), "draw")
    assert line.startswith("draw room=5 hazard=gas tokens=")
    assert line.split()[3].count(",") == len(ENGINEERS) - 1
    assert boat.view()["rooms"]["5"]["emergencies"] == []
    assert boat.tracks()[1] == 0


@refuses("3.14f")
@pytest.mark.parametrize("surfaced", [True, False])
def test_masks_in_the_room_prevent_it(surfaced: bool) -> None:
    boat = Boat([emergency_at("0:10:00", "gas", 4)], surfaced=surfaced)
    assert not told(boat.wait(10 * MINUTE), "draw")


# -- ruling 4 and 35 ---------------------------------------------------------------------------------------------------


def test_a_dark_room_asks_for_one_man_more_each() -> None:
    """UBT-5#4."""
    boat = Boat(
        rooms={"3": {"emergencies": ["darkness", "darkness"]}, "5": {"emergencies": ["darkness"]}},
        figures={"engineer.triangle": 5, "navigator.square": 5, "engineer.hexagon": 6, "navigator.triangle": 3},
        rules="manning=auto",
    )
    boat.give("captain dive 20")
    (done,) = told(boat.events, "done")
    assert len(done.rpartition("=")[2].split(",")) == 6 + 2


@allows("3.13h")
def test_posts_in_a_flooded_room_are_not_needed_where_they_are_waived() -> None:
    """UBT-5#35 turned."""
    setup: dict[str, Any] = {
        "rooms": {"5": {"flooded": True}},
        "figures": {"engineer.triangle": 6, "navigator.hexagon": 3},
    }
    boat = Boat(**setup, rules="flooded_posts=waived manning=auto")
    boat.give("captain dive 20")
    assert told(boat.events, "dived") == ["dived"]


@refuses("3.13h")
def test_an_order_with_posts_in_a_flooded_room_cannot_be_given() -> None:
    """UBT-5#35."""
    setup: dict[str, Any] = {
        "rooms": {"5": {"flooded": True}},
        "figures": {"engineer.triangle": 6, "navigator.hexagon": 3},
    }
    refusal = Boat(**setup).why("captain dive 20")
    assert (refusal["code"], refusal["room"], refusal["have"]) == ("needs-men", 5, 0)


# -- other rulings -----------------------------------------------------------------------------------------------------


def test_an_exhausted_crew_is_lost_by_a_leak() -> None:
    """UBT-5#15."""
    boat = Boat([emergency_at("0:10:00", "leak", 5)], morale=0)
    assert told(boat.wait(HOUR), "over") == [over_line("exhausted")]


def test_it_comes_at_once_beside_an_order_and_after_a_change_of_positions() -> None:
    """UBT-5#26."""
    boat = Boat([emergency_at("0:00:10", "leak", 5)])
    boat.give("captain new_course 10")
    assert told(boat.wait(10_000), "emergency")
    boat = Boat([emergency_at("0:00:10", "leak", 5)], morale=10)
    boat.give("captain change_positions")
    assert not boat.wait(20_000)
    assert told([*boat.play(*(f"{role} ready" for role in ("captain", "first_officer", "navigator", "engineer")))]) == [
        "positions-done",
        "emergency kind=leak room=5",
        "morale value=9 change=-1 why=emergency",
    ]


def test_no_card_is_played_for_an_emergency() -> None:
    """UBT-5#31."""
    boat = Boat(rooms={"3": {"emergencies": ["leak"], "toolboxes": ["toolbox-a"]}}, engineer={"a": ["gasket-set"]})
    boat.give("captain repair_emergency leak 3")
    assert boat.refused("engineer card gasket-set") == "nothing-pending"


def test_effects_of_one_attack_come_one_after_another_and_the_second_may_meet_0() -> None:
    """UBT-12.10: the first emergency leads to 0 and the boat lives; the second loses it."""
    lines = [emergency_at("0:10:00", "leak", 5), emergency_at("0:10:00", "leak", 6), fault_at("0:10:00", "tdc")]
    boat = Boat(lines, morale=1)
    assert told(boat.wait(HOUR), "morale", "over", "fault") == [
        "morale value=0 change=-1 why=emergency",
        over_line("exhausted"),
    ]


def test_a_man_with_a_task_serves_in_no_repair_of_any_kind() -> None:
    boat = Boat(rooms={"3": {"emergencies": ["leak"], "devices": ["pump"]}}, faults={"tdc": "green"})
    boat.play("captain repair_fault tdc", "engineer assign circle", "engineer done", "captain repair_emergency leak 3")
    assert boat.why("engineer assign circle") == {"code": "busy", "man": "engineer.circle", "task": "tdc"}
