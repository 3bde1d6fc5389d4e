"""The worked cases of UBT-12.21 that concern what is played, by their numbers and by `klaxon script`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.uboot.kit.boat import HOUR, MINUTE, ROLES, WATCHERS, over_line
from tests.rules.uboot.kit.by_script import ScriptedBoat

CONTACT: dict[str, Any] = {
    "do": "contact",
    "id": "c1",
    "by": "lookout",
    "klass": "merchant",
    "bearing": 0,
    "range": 14_816,
}
"""A ship 8 nm off."""


@pytest.mark.parametrize("assign", ["first_officer assign triangle hexagon", "first_officer assign"])
def test_case_1_a_new_course(assign: str) -> None:
    boat = ScriptedBoat()
    boat.say("captain new_course 330", assign)
    assert boat.tracks == (7, 11)
    assert boat.slots("first_officer.triangle") == boat.slots("first_officer.hexagon") == "act"
    assert boat.told("course") == ["course degrees=330"]
    assert boat.events[-1]["type"] == "done"


def test_case_2_nobody_at_the_engines() -> None:
    boat = ScriptedBoat()
    facts = {"order": "new_speed", "room": 5, "symbol": "engines", "need": 2, "have": 0}
    assert boat.refusal("captain new_speed half") == {"code": "needs-men", **facts}
    assert boat.tracks == (8, 11)


def test_case_3_men_to_the_engines_first() -> None:
    boat = ScriptedBoat()
    boat.change("engineer move triangle 5 hexagon 5")
    boat.say("captain new_speed half", "engineer assign")
    assert boat.tracks == (6, 11)
    assert boat.told("speed") == ["speed setting=half"]


def test_case_4_as_far_as_it_is_played() -> None:
    boat = ScriptedBoat()
    assert boat.refusal("captain new_depth 20") == {"code": "surfaced", "order": "new_depth"}
    assert boat.tracks == (8, 11)


def test_case_5_an_unskilled_helper() -> None:
    boat = ScriptedBoat()
    boat.say("captain new_course 10", "engineer assign circle", "first_officer assign triangle")
    assert (boat.slots("engineer.circle"), boat.slots("first_officer.triangle")) == ("act act", "act")


def test_case_6_one_change_and_two_orders() -> None:
    boat = ScriptedBoat()
    boat.change()
    for course in (10, 20):
        boat.say(f"captain new_course {course}", "first_officer assign")
    assert boat.tracks == (5, 11)


def test_case_7_morale_pays_and_a_card_comes_before_anybody_is_named() -> None:
    boat = ScriptedBoat(order=0, morale=11, decks={"morale1": ["grumbling"]})
    boat.say("captain new_course 10")
    assert boat.told("morale", "card") == [
        "morale value=10 change=-1 why=order",
        "card deck=morale1 card=grumbling hand=False",
    ]
    assert boat.view["pending"]["named"] == []


def test_case_8_neither_orders_nor_morale() -> None:
    assert ScriptedBoat(order=0, morale=0).refused("captain new_course 10") == "no-orders-left"


IN_5 = ("engineer.circle", "engineer.square", "engineer.triangle", "engineer.hexagon")
OTHERS = ["captain.circle", "captain.square", "captain.triangle"]


def test_case_9_a_fire_among_four_men() -> None:
    setup: dict[str, Any] = {"rooms": {"5": {"emergencies": ["fire"]}}, "bag": [IN_5[0], *OTHERS]}
    boat = ScriptedBoat(figures=dict.fromkeys(IN_5, 5), **setup)
    boat.change()
    (draw,) = [event for event in boat.events if event["type"] == "draw"]
    assert (draw["hazard"], draw["tokens"], draw["hit"]) == ("fire", [IN_5[0], *OTHERS], [IN_5[0]])
    assert len(boat.told("malady")) == 1


def test_case_10_two_fires_among_three_men() -> None:
    boat = ScriptedBoat(figures=dict.fromkeys(IN_5[:3], 5), rooms={"5": {"emergencies": ["fire", "fire"]}})
    boat.change()
    assert [len(event["tokens"]) for event in boat.events if event["type"] == "draw"] == [6]


def test_case_11_a_card_pushes_act_out() -> None:
    wound = {"at": "0:00:10", "do": "wound", "man": "engineer.circle", "card": "leg-wound"}
    boat = ScriptedBoat([wound], men={"engineer.circle.1": {"act": 3}})
    boat.wait_until(MINUTE)
    assert boat.slots("engineer.circle") == "wound fatigue act"


def test_case_12_two_hazards_two_draws_fire_first() -> None:
    boat = ScriptedBoat(figures=dict.fromkeys(IN_5, 5), rooms={"5": {"emergencies": ["electricity", "fire"]}})
    boat.change()
    assert [event["hazard"] for event in boat.events if event["type"] == "draw"] == ["fire", "electricity"]


FIRE = {"do": "emergency", "kind": "fire", "room": 5}


def test_case_13_the_first_fire_exhausts_the_crew_and_the_second_loses_the_boat() -> None:
    boat = ScriptedBoat(
        [{"at": "0:01:00", **FIRE}, {"at": "0:02:00", **FIRE}], morale=1, decks={"morale3": ["despair"]}
    )
    boat.wait_until(MINUTE)
    assert boat.told("morale", "card") == [
        "morale value=0 change=-1 why=emergency",
        "card deck=morale3 card=despair hand=False",
    ]
    assert boat.view["outcome"] is None
    boat.wait_until(2 * MINUTE)
    assert boat.told("over") == [over_line("exhausted")]


def test_case_14_darkness_loses_nothing() -> None:
    boat = ScriptedBoat([{"at": "0:01:00", "do": "emergency", "kind": "darkness", "room": 5}], morale=0)
    boat.wait_until(MINUTE)
    assert boat.told("emergency") == ["emergency kind=darkness room=5"]
    assert boat.view["outcome"] is None


def test_case_15_gas_in_a_submerged_boat_goes_when_it_surfaces() -> None:
    boat = ScriptedBoat(
        [{"at": "0:00:10", "do": "emergency", "kind": "gas", "room": 4}],
        rules="manning=auto",
        surfaced=False,
        depth=10,
        morale=10,
        figures={"engineer.triangle": 5, "engineer.hexagon": 6},
        rooms={"6": {"devices": ["masks"]}},
    )
    boat.wait_until(10_000)
    assert boat.told("emergency", "morale")[:2] == [
        "emergency kind=gas room=4",
        "morale value=9 change=-1 why=emergency",
    ]
    assert boat.told("draw")
    before = boat.tracks[1]
    boat.say("captain surface")
    boat.wait_until(70_000)
    assert boat.told("cleared") == ["cleared kind=gas room=4"]
    assert boat.tracks[1] == before + 2


def test_case_16_gas_in_a_surfaced_boat() -> None:
    boat = ScriptedBoat(
        [{"at": "0:00:10", "do": "emergency", "kind": "gas", "room": 5}], figures=dict.fromkeys(IN_5, 5), bag=OTHERS
    )
    boat.wait_until(10_000)
    assert len(boat.told("draw")) == 1
    assert boat.view["rooms"]["5"]["emergencies"] == []
    assert not boat.told("emergency", "cleared")


def test_case_17_five_men_outside_a_dive() -> None:
    figures = {**dict.fromkeys(WATCHERS, 8), "captain.circle": 7, "engineer.triangle": 5, "engineer.hexagon": 6}
    boat = ScriptedBoat(figures=figures)
    boat.say("captain dive 20", "first_officer assign", "engineer assign")
    assert boat.told("died") == [f"died man={man} why=dive" for man in ("captain.circle", *WATCHERS)]
    assert boat.tracks[1] == 5


def test_case_18_two_busy_men_and_two_with_act_at_the_bell() -> None:
    men = {
        "navigator.circle.1": {"watch": True, "act": 1},
        "navigator.square.1": {"watch": True, "act": 1},
        "captain.circle.1": {"act": 1},
        "captain.square.1": {"act": 1},
    }
    boat = ScriptedBoat(men=men, figures={"navigator.circle": 8, "navigator.square": 8})
    boat.wait_until(4 * HOUR)
    assert len(boat.told("handed-over")) == 2
    assert boat.told("recovered") == [f"recovered man=captain.{shape} token=act" for shape in ("circle", "square")]
    assert boat.slots("navigator.circle.relief") == boat.slots("navigator.square.relief") == "act"


def test_case_19_a_repair_that_the_reliefs_cannot_take_over() -> None:
    team = ("engineer.circle", "engineer.square", "engineer.triangle")
    full = {f"{man}.2": {"act": 3} for man in team[:2]}
    boat = ScriptedBoat(
        men=full, figures={"engineer.triangle": 3}, faults={"rudder-control": "red"}, DATE="1940-06-01T11:00"
    )
    boat.say("captain repair_fault rudder-control", "engineer assign circle square triangle", "engineer done")
    assert boat.slots("engineer.circle") == "fault"
    boat.wait_until(HOUR)
    assert boat.view["repairs"]["rudder-control"]["state"] == "paused"
    assert all("fault" not in man["slots"] for man in boat.view["men"].values())
    assert all("fault" not in man["slots"] for man in boat.view["reliefs"].values())
    assert not boat.told("handed-over")


def test_case_20_an_omelette_with_a_lemon() -> None:
    pyramid = ["eggs", "meat", "bread", "potato", "onion", "lemon"]
    boat = ScriptedBoat(pyramid=pyramid, DATE="1940-06-01T05:00")
    boat.say("captain cook", "navigator assign square", "navigator dish 1 2")
    assert boat.told("cooked") == ["cooked dish=bacon-omelette tokens=['eggs', 'meat'] lemon=True"]
    boat.wait_until(7 * HOUR)
    assert boat.told("meal") == ["meal size=2 dish=bacon-omelette change=0"]
    assert boat.tracks == (8, 11)


def test_case_21_one_cell_to_fill_and_no_supply() -> None:
    pyramid = ["eggs", "bread", "bread", "potato", "onion", "onion"]
    boat = ScriptedBoat(pyramid=pyramid, supply=[], discard=["fish", "potato", "meat"])
    boat.say("captain cook", "navigator assign square", "navigator dish 2")
    assert boat.told("spoiled") == ["spoiled food=meat"]
    assert boat.view["pyramid"][1] in ("fish", "potato")
    assert (boat.view["discard"], boat.view["supply"]) == ({}, 1)


def test_case_22_a_breach_in_the_bow_room() -> None:
    boat = ScriptedBoat(
        [{"at": "0:00:10", "do": "breach", "room": 1}], figures={**dict.fromkeys(IN_5, 1), "captain.circle": 1}
    )
    boat.wait_until(10_000)
    assert boat.view["breaches"]["1"]["sections"] == ["A", "B", "C"]
    boat.say("captain repair_breach 1", "engineer assign", "captain assign circle", "engineer done")
    men = boat.view["men"]
    assert sum(men[man]["slots"].count("act") for man in (*IN_5, "captain.circle")) == 6
    assert len(boat.view["breaches"]["1"]["tiles"]) == 6


def test_case_23_the_timer_runs_out_with_two_men_and_the_wires() -> None:
    away = {"first_officer.square": 3, "navigator.circle": 4}
    script = [{"at": "0:00:10", "do": "breach", "room": 2}, {"at": "0:10:00", "do": "flood", "room": 6}]
    boat = ScriptedBoat(script, figures=away, decks={"morale1": ["short-temper"]}, surfaced=False)
    boat.wait_until(190_000)
    assert boat.told("died") == [f"died man={man} why=flood" for man in ("captain.circle", "first_officer.circle")]
    assert "change=-4 why=death" in str(boat.told("morale"))
    assert "wires" in boat.told("flooded")[0]
    boat.say("captain change_positions")
    assert boat.refusal("captain move square 3")["why"] == "submerged"
    boat.say(*(f"{role} ready" for role in ROLES))
    boat.wait_until(10 * MINUTE)
    assert boat.told("over") == [over_line("flooded")]


def test_case_24_round_a_flooded_room() -> None:
    others = ("first_officer.circle", "first_officer.square", "navigator.circle")
    setup: dict[str, Any] = {
        "rooms": {"2": {"flooded": True}},
        "figures": {"captain.circle": 1, **dict.fromkeys(others, 3)},
    }
    boat = ScriptedBoat(**setup)
    boat.change("captain move circle 3")
    assert boat.slots("captain.circle") == "act"
    boat = ScriptedBoat(**setup, surfaced=False, depth=20)
    boat.say("captain change_positions")
    assert boat.refused("captain move circle 3") == "no-way"


def test_case_27_with_a_contact_for_the_fault() -> None:
    boat = ScriptedBoat([{"at": "1:00:00", **CONTACT}])
    boat.say("captain time transit")
    assert boat.wait_until(14_999) == []
    boat.wait_until(15_000)
    assert [event["type"] for event in boat.events] == ["contact", "time"]
    assert (boat.view["clock"]["game_at"], boat.view["clock"]["factor"]) == (HOUR, 1)


def test_case_28_the_first_bell_and_the_first_meal() -> None:
    boat = ScriptedBoat()
    assert boat.wait_until(4 * HOUR - 1) == []
    boat.wait_until(4 * HOUR)
    assert boat.told("bell", "meal") == ["bell time=12:00"]
    boat.wait_until(28 * HOUR)
    assert boat.told("meal") == ["meal size=0 dish= change=-2"]


def test_case_29_a_second_break_in_one_watch() -> None:
    boat = ScriptedBoat(figures={"navigator.circle": 8}, men={"navigator.circle.1": {"act": 3}})
    boat.say("navigator smoke navigator.circle", "captain new_course 10", "first_officer assign")
    assert boat.refused("navigator smoke navigator.circle") == "smoked"


def test_case_30_nobody_watches() -> None:
    assert ScriptedBoat().refused("navigator join watch circle") == "no-watch"


def test_case_32_a_contact_forbids_transit_until_it_is_lost() -> None:
    boat = ScriptedBoat([{"at": "0:10:00", **CONTACT}, {"at": "0:20:00", "do": "contact-lost", "id": "c1"}])
    boat.wait_until(10 * MINUTE)
    assert boat.refused("captain time transit") == "contact-near"
    boat.wait_until(20 * MINUTE)
    boat.say("captain time transit")


def test_case_36_time_may_be_cut_anywhere() -> None:
    """A ship is reported, the mode falls back, the boat dives and the bell strikes, in one go and bit by bit."""
    script: list[dict[str, Any]] = [{"at": "0:00:30", **CONTACT}, {"at": "0:00:45", "do": "contact-lost", "id": "c1"}]
    figures = {"engineer.triangle": 5, "engineer.hexagon": 6}
    told_of = []
    for pause in (60_000, 997, 50):
        boat = ScriptedBoat(script, figures=figures, DATE="1940-06-01T11:59")
        boat.say("captain time dynamic", "captain dive 40", "first_officer assign", "engineer assign")
        events = [event for at in range(pause, 60_000, pause) for event in boat.wait_until(at)]
        events += boat.wait_until(60_000)
        told_of.append((events, boat.digest))
    assert told_of[0] == told_of[1] == told_of[2]
    assert {"contact", "contact-lost", "bell", "watch-changed"} <= {event["type"] for event in told_of[0][0]}
