"""UBT-3.3: an order is announced, paid, manned and carried out, or it lapses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.uboot.kit.boat import MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

HELM = "first_officer assign triangle hexagon"
DARK = {"3": {"emergencies": ["darkness"]}}
BRIDGE = {"navigator.circle": 8, "navigator.square": 8}


@allows("3.3a")
@allows("3.2j")
@allows("12.14a")
def test_one_order_after_the_other() -> None:
    boat = Boat()
    boat.play("captain new_course 330", HELM)
    assert boat.events[-1].type == "done"
    boat.give("captain new_course 300")


@refuses("3.3a")
@refuses("3.2j")
def test_one_order_at_a_time() -> None:
    boat = Boat()
    boat.give("captain new_course 330")
    assert boat.why("captain new_course 300") == {"code": "order-pending", "order": "new_course"}
    assert boat.refused("captain change_positions") == "order-pending"
    boat = Boat()
    boat.play("captain change_positions", "captain ready")
    waiting = ["first_officer", "navigator", "engineer"]
    assert boat.why("captain new_course 300") == {"code": "positions-open", "waiting": waiting}
    assert Boat(begun=False).why("captain new_course 1") == {"code": "setting-up", "verb": "new_course"}


@refuses("3.3a")
@refuses("3.1e")
def test_after_the_end_no_order_can_be_given() -> None:
    boat = Boat(HOURS=1)
    boat.give("captain new_course 330")
    boat.wait(60 * MINUTE)
    assert boat.why("captain new_course 330") == {"code": "game-over", "verb": "new_course"}
    assert boat.why("first_officer begin") == {"code": "game-over", "verb": "begin"}
    assert boat.why("captain time real") == {"code": "game-over", "verb": "time"}


@allows("3.3b")
def test_an_order_that_men_of_now_can_fill_is_paid() -> None:
    boat = Boat()
    assert told(boat.give("captain new_course 330"), "order-track") == ["order-track value=7 change=-1 why=order"]


@refuses("3.3b")
@refuses("12.15a")
def test_an_order_that_nobody_can_fill_costs_nothing() -> None:
    boat = Boat()
    facts = {"order": "new_speed", "room": 5, "symbol": "engines", "need": 2, "have": 0}
    assert boat.why("captain new_speed half") == {"code": "needs-men", **facts}
    assert boat.tracks() == (8, 11)


@refuses("3.3b")
@pytest.mark.parametrize(
    ("device", "order"),
    [("rudder-control", "new_course 10"), ("main-ballast-valve", "dive 20")],
)
def test_a_dead_device_refuses_its_order(device: str, order: str) -> None:
    assert Boat(faults={device: "red"}).why(f"captain {order}") == {"code": "device-dead", "device": device}
    assert Boat(faults={device: "yellow"}).refusal("captain dive 20").code == "needs-men"


@allows("3.3b")
def test_a_dead_device_that_only_takes_time_refuses_nothing() -> None:
    boat = Boat(faults={"air-compressor": "red"}, surfaced=False, depth=20)
    assert boat.refused("captain surface") == "needs-men"


@refuses("3.3b")
def test_both_engines_must_be_dead_before_the_telegraph_is() -> None:
    both = {"port-diesel": "red", "starboard-diesel": "red"}
    assert Boat(faults=both).why("captain new_speed half") == {"code": "device-dead", "device": "port-diesel"}
    assert Boat(faults={"port-diesel": "red"}).refused("captain new_speed half") == "needs-men"
    assert Boat(faults=both, surfaced=False, depth=20).refused("captain new_speed half") == "needs-men"
    motors = {"port-e-motor": "red", "starboard-e-motor": "red"}
    submerged = Boat(faults=motors, surfaced=False, depth=20)
    assert submerged.why("captain new_speed half") == {"code": "device-dead", "device": "port-e-motor"}
    assert Boat(faults=motors).refused("captain new_speed half") == "needs-men"


@refuses("3.3b")
def test_a_device_in_a_flooded_room_is_dead() -> None:
    boat = Boat(rooms={"5": {"flooded": True}})
    assert boat.why("captain new_speed half") == {"code": "device-dead", "device": "port-diesel"}


@allows("3.3c")
@allows("12.16a")
def test_at_0_the_morale_pays() -> None:
    boat = Boat(order=0, morale=11, decks={"morale1": ["grumbling"]})
    events = boat.give("captain new_course 10")
    helm = {"symbol": "helm", "room": 3}
    assert events[0].facts == {"order": "new_course", "args": ["10"], "paid": "morale", "places": [helm, helm]}
    drawn = "card deck=morale1 card=grumbling hand=False"
    assert told(events)[1:] == ["morale value=10 change=-1 why=order", drawn]
    assert boat.view()["pending"]["paid"] == "morale"
    assert boat.tracks() == (0, 10)


@allows("3.3c")
def test_the_last_order_of_the_track() -> None:
    boat = Boat(order=1)
    assert told(boat.give("captain new_course 10"), "order-track") == ["order-track value=0 change=-1 why=order"]


@refuses("3.3c")
def test_with_both_tracks_at_0_there_is_no_order() -> None:
    boat = Boat(order=0, morale=0)
    for line in ("new_course 10", "change_positions", "watch"):
        assert boat.why(f"captain {line}") == {"code": "no-orders-left"}


@allows("3.3d")
def test_every_use_is_a_new_order() -> None:
    boat = Boat()
    boat.play("captain new_course 10", HELM, "captain new_course 10", HELM)
    assert boat.tracks() == (6, 11)


@refuses("3.3d")
def test_an_order_carried_out_cannot_be_used_again() -> None:
    boat = Boat()
    boat.play("captain new_course 10", HELM)
    assert boat.why(HELM) == {"code": "nothing-pending", "verb": "assign"}


@allows("3.3e")
@allows("3.2b")
@allows("3.3o")
def test_any_living_man_in_the_room_may_fill_a_place() -> None:
    boat = Boat()
    boat.play("captain new_course 10", "engineer assign circle", "first_officer assign triangle")
    assert (boat.slots("engineer.circle"), boat.slots("first_officer.triangle")) == ("act act", "act")
    assert told(boat.events, "assigned") == ["assigned role=first_officer men=first_officer.triangle"]
    assert boat.events[-1].type == "done"


@refuses("3.3e")
@refuses("3.2b")
@refuses("3.3o")
def test_a_man_elsewhere_cannot() -> None:
    boat = Boat()
    boat.give("captain new_course 10")
    assert boat.why("first_officer assign circle") == {
        "code": "not-in-room",
        "man": "first_officer.circle",
        "room": 3,
    }
    assert boat.bar("navigator", "assign") == "not-in-room"
    assert boat.refused("navigator new_course 10") == "not-your-role"
    boat.give("first_officer assign triangle")
    assert boat.bar("navigator", "assign") == "not-in-room"


@allows("3.3o")
def test_an_owner_without_a_man_who_fits_may_still_say_so() -> None:
    boat = Boat(figures={"first_officer.triangle": 4, "first_officer.hexagon": 4})
    boat.play("captain new_course 10", "first_officer assign none")
    assert boat.view()["pending"]["named"] == []


@allows("3.3f")
@allows("3.5a")
def test_a_place_costs_one_with_its_symbol_and_two_without() -> None:
    boat = Boat()
    boat.play("captain new_course 10", "engineer assign circle square")
    lines = told(boat.events, "activated")
    assert [line.split()[1:4] for line in lines] == [
        ["man=engineer.circle", "tokens=2", "as=act"],
        ["man=engineer.square", "tokens=2", "as=act"],
    ]


@refuses("3.3f")
@refuses("3.5c")
def test_a_man_without_the_slots_cannot_take_part() -> None:
    boat = Boat(men={"engineer.circle.1": {"act": 2}, "first_officer.triangle.1": {"act": 3}})
    boat.give("captain new_course 10")
    slots = {"code": "no-slots", "man": "engineer.circle", "need": 2, "free": 1}
    assert boat.why("engineer assign circle") == slots
    assert boat.why("first_officer assign triangle")["free"] == 0


@allows("3.3g")
def test_a_man_with_two_symbols_of_an_order_fills_one_place() -> None:
    """Two helmsmen at the helm, two engineers at the tanks: four men for four places."""
    boat = Boat(surfaced=False, depth=50)
    boat.play("captain new_depth 20", "first_officer assign", "engineer assign")
    assert [line.split()[1] for line in told(boat.events, "activated")] == [
        "man=first_officer.triangle",
        "man=first_officer.hexagon",
        "man=engineer.circle",
        "man=engineer.square",
    ]


@refuses("3.3g")
def test_a_man_is_named_once() -> None:
    boat = Boat()
    boat.give("captain new_course 10")
    assert boat.refused("first_officer assign triangle triangle") == "bad-argument"


@allows("3.3h")
@allows("3.7a")
def test_watch_is_carried_out_by_done() -> None:
    boat = Boat(figures=BRIDGE)
    boat.play("captain watch", "navigator assign circle")
    assert boat.slots("navigator.circle") == ""
    assert boat.bar("navigator", "done") == ""
    boat.play("navigator assign circle square", "navigator done")
    assert (boat.slots("navigator.circle"), boat.slots("navigator.square")) == ("watch", "watch")
    assert told(boat.events, "watching", "done") == [
        "watching count=2",
        "done order=watch men=navigator.circle,navigator.square",
    ]


@refuses("3.3h")
def test_done_needs_enough_men_and_an_order_of_its_kind() -> None:
    boat = Boat(figures=BRIDGE)
    assert boat.why("navigator done") == {"code": "nothing-pending", "verb": "done"}
    boat.give("captain watch")
    assert boat.why("navigator done") == {"code": "too-few-men", "need": 1, "have": 0}
    assert boat.refused("captain done") == "not-your-role"


@allows("3.3h")
def test_names_replace_those_named_before() -> None:
    boat = Boat()
    boat.play("captain new_course 10", "engineer assign circle", "engineer assign square")
    assert boat.view()["pending"]["named"] == ["engineer.square"]
    boat.give("engineer assign none")
    assert boat.view()["pending"]["named"] == []


@allows("3.3h")
def test_a_role_may_name_all_its_men_anew() -> None:
    """Two at the helm and one in the dark: who was named before is not counted beside those named now."""
    boat = Boat(rooms=DARK, figures={"engineer.triangle": 3, "engineer.hexagon": 3})
    boat.play("captain new_course 10", "engineer assign circle", "engineer assign square triangle hexagon")
    assert told(boat.events, "done") == ["done order=new_course men=engineer.square,engineer.triangle,engineer.hexagon"]


@allows("3.3i")
@pytest.mark.parametrize(
    ("setup", "taken"),
    [
        ({}, "first_officer.triangle first_officer.hexagon"),
        ({"figures": {"captain.circle": 3}}, "first_officer.triangle first_officer.hexagon"),
        ({"men": {"first_officer.triangle.1": {"act": 3}}}, "first_officer.hexagon engineer.circle"),
        (
            {"men": {f"first_officer.{s}.1": {"act": 3} for s in ("triangle", "hexagon")}},
            "engineer.circle engineer.square",
        ),
        (
            {"men": {"first_officer.triangle.1": {"act": 3}, "engineer.circle.1": {"act": 1}}},
            "first_officer.hexagon engineer.square",
        ),
    ],
    ids=["owners", "fewest lent", "fewest tokens", "seat order", "fewest in the slots"],
)
def test_who_fills_what(setup: dict[str, Any], taken: str) -> None:
    """Fewest tokens, then fewest of other roles, then fewest tokens in their slots, then seat and shape order."""
    boat = Boat(rules="manning=auto", **setup)
    boat.give("captain new_course 10")
    assert told(boat.events, "done") == [f"done order=new_course men={','.join(taken.split())}"]


@allows("3.3i")
def test_a_plain_assign_leaves_to_others_what_they_do_better() -> None:
    """The first officer has four men in the control room, and leaves the tanks to the engineer."""
    figures = {"first_officer.circle": 3, "first_officer.square": 3}
    boat = Boat(surfaced=False, depth=30, figures=figures)
    boat.play("captain new_depth 50", "first_officer assign")
    assert boat.view()["pending"]["named"] == ["first_officer.triangle", "first_officer.hexagon"]
    boat.give("engineer assign")
    assert boat.events[-1].type == "done"
    boat = Boat()
    boat.play("captain new_course 10", "engineer assign circle", "first_officer assign")
    assert told(boat.events, "assigned") == ["assigned role=first_officer men=first_officer.triangle"]
    boat = Boat(surfaced=False, depth=30, figures={"captain.circle": 3, "captain.square": 3})
    boat.play("captain new_depth 50", "captain assign")
    assert boat.view()["pending"]["named"] == ["captain.circle", "captain.square"]


@refuses("3.3i")
def test_a_man_with_a_task_is_taken_last() -> None:
    """Three men without the symbol could steer: the chief engineer is at a repair, so the other two do."""
    full = {f"first_officer.{shape}.1": {"act": 3} for shape in ("triangle", "hexagon")}
    boat = Boat(rules="manning=auto", men=full, figures={"engineer.triangle": 3}).put("engineer.circle", task="tdc")
    boat.give("captain new_course 10")
    assert told(boat.events, "done") == ["done order=new_course men=engineer.square,engineer.triangle"]
    tired = {f"engineer.{shape}.1": {"act": 1} for shape in ("square", "triangle")}
    boat = Boat(rules="manning=auto", men={**full, **tired}, figures={"engineer.triangle": 3})
    boat.put("engineer.circle", task="tdc").give("captain new_course 10")
    assert told(boat.events, "done") == ["done order=new_course men=engineer.square,engineer.triangle"]


@allows("3.3k")
def test_a_man_with_a_task_does_other_orders_in_his_room() -> None:
    boat = Boat().put("first_officer.triangle", task="rudder-control")
    boat.play("captain new_course 10", HELM)
    assert boat.slots("first_officer.triangle") == "fault act"


@refuses("3.3k")
def test_no_second_watch_for_a_lookout() -> None:
    boat = Boat(figures=BRIDGE, men={"navigator.circle.1": {"watch": True}})
    assert boat.why("navigator join watch circle")["code"] == "busy"
    assert boat.why("captain watch") == {"code": "watching"}
    boat = Boat(figures=BRIDGE).put("navigator.square", task="tdc")
    boat.give("captain watch")
    assert boat.why("navigator assign square") == {"code": "busy", "man": "navigator.square", "task": "tdc"}


@allows("3.3l")
def test_a_card_bars_no_more_than_it_says() -> None:
    boat = Boat(men={"first_officer.triangle.1": {"cards": ["nausea"]}})
    boat.play("captain new_course 10", HELM)
    assert boat.events[-1].type == "done"


@refuses("3.3l")
def test_of_several_places_the_reason_of_the_nearest_is_told() -> None:
    """He may not steer, and for the tanks he lacks one slot; a dead man is nowhere near."""
    men = {"first_officer.triangle.1": {"cards": ["muscle-spasm"], "act": 1}, "captain.circle.1": {"dead": True}}
    boat = Boat(men=men, surfaced=False, depth=20, figures={"captain.square": 3})
    boat.give("captain new_depth 50")
    facts = {"man": "first_officer.triangle", "need": 2, "free": 1}
    assert boat.why("first_officer assign triangle") == {"code": "no-slots", **facts}
    assert boat.why("captain assign circle") == {"code": "dead", "man": "captain.circle"}


@allows("3.3l")
def test_a_barred_man_may_still_move() -> None:
    boat = Boat(men={"first_officer.triangle.1": {"cards": ["muscle-spasm"]}})
    boat.change("first_officer move triangle 4")
    assert boat.room("first_officer.triangle") == 4


@refuses("3.3l")
@pytest.mark.parametrize("card", ["muscle-spasm", "deep-burns"])
def test_a_barred_symbol_keeps_a_man_from_its_places(card: str) -> None:
    boat = Boat(men={"first_officer.triangle.1": {"cards": [card]}})
    boat.give("captain new_course 10")
    barred = {"code": "barred", "man": "first_officer.triangle", "symbol": "helm", "card": card}
    assert boat.why("first_officer assign triangle") == barred


@allows("3.3m")
def test_a_dark_room_takes_one_man_more() -> None:
    boat = Boat(rooms=DARK)
    boat.play("captain new_course 10", "first_officer assign triangle hexagon")
    assert boat.view()["pending"]["order"] == "new_course"
    assert [place["symbol"] for place in boat.view()["pending"]["places"]] == ["helm", "helm", ""]
    boat.give("engineer assign circle")
    lines = told(boat.events, "activated")
    assert [line.split()[1:3] for line in lines] == [
        ["man=first_officer.triangle", "tokens=1"],
        ["man=first_officer.hexagon", "tokens=1"],
        ["man=engineer.circle", "tokens=1"],
    ]


@allows("3.3m")
def test_two_dark_tokens_ask_for_one_man_and_no_change_of_positions_for_any() -> None:
    boat = Boat(rooms={"3": {"emergencies": ["darkness", "darkness"]}})
    boat.change("engineer move circle 4")
    boat.give("captain new_course 10")
    assert len(boat.view()["pending"]["places"]) == 3


@refuses("3.3m")
@refuses("3.3l")
def test_who_is_barred_from_all_is_no_man_to_spare() -> None:
    boat = Boat(rooms=DARK, figures={"engineer.circle": 4}, men={"engineer.square.1": {"cards": ["deep-burns"]}})
    assert boat.why("captain new_course 10") == {"code": "needs-extra", "room": 3}


@refuses("3.3m")
def test_a_dark_room_without_a_man_to_spare() -> None:
    boat = Boat(rooms=DARK, figures={"engineer.circle": 4, "engineer.square": 4})
    assert boat.why("captain new_course 10") == {"code": "needs-extra", "room": 3}


@allows("3.3n")
@pytest.mark.parametrize(
    ("rules", "order"),
    [
        ("", 8),
        ("captain=low", 8),
        ("captain=high", 7),
        ("captain=high refund_impossible=yes", 8),
        ("refund_impossible=no", 7),
    ],
)
def test_an_order_lapses_after_patience(rules: str, order: int) -> None:
    """UBT-5#13, as it is and turned."""
    boat = Boat(rules=rules)
    boat.give("captain new_course 10")
    boat.wait(90_000)
    lapsed = f"lapsed order=new_course why=patience refunded={order == 8}"
    assert told(boat.events, "lapsed") == [lapsed]
    assert boat.tracks()[0] == order
    assert told(boat.events, "order-track") == ["order-track value=8 change=1 why=order"] * (order == 8)
    boat.give("captain new_course 10")


@allows("3.3n")
def test_an_order_that_morale_paid_gives_morale_back() -> None:
    boat = Boat(order=0, morale=7)
    boat.give("captain new_course 10")
    assert boat.tracks() == (0, 6)
    boat.wait(90_000)
    assert boat.tracks() == (0, 7)
    assert told(boat.events, "morale") == ["morale value=7 change=1 why=order"]
    boat = Boat(order=5)
    boat.give("captain new_course 10")
    boat.wait(90_000)
    assert boat.tracks() == (5, 11)


def wound(man: str, card: str) -> list[dict[str, Any]]:
    return [{"at": "0:00:30", "do": "wound", "man": man, "card": card}]


@allows("3.3n")
def test_an_order_lapses_when_its_places_can_no_longer_be_filled() -> None:
    """Only the two helmsmen have the slots, and one of them is hurt."""
    tired = {f"engineer.{shape}.1": {"act": 2} for shape in ("circle", "square")}
    boat = Boat(wound("first_officer.hexagon", "unconscious"), men=tired)
    boat.play("captain new_course 10", "first_officer assign triangle")
    boat.wait(MINUTE)
    assert told(boat.events, "lapsed") == ["lapsed order=new_course why=men refunded=True"]
    assert boat.tracks()[0] == 8


@allows("3.3n")
def test_a_named_man_who_no_longer_fits_is_named_no_more() -> None:
    boat = Boat(wound("first_officer.triangle", "muscle-spasm"))
    boat.play("captain new_course 10", "first_officer assign triangle", "engineer assign none")
    boat.wait(MINUTE)
    assert boat.view()["pending"]["named"] == []
    boat = Boat(wound("first_officer.triangle", "deep-burns"), rooms=DARK)
    boat.play("captain new_course 10", "first_officer assign triangle hexagon")
    boat.wait(MINUTE)
    assert boat.view()["pending"]["named"] == ["first_officer.hexagon"]


@refuses("3.3n")
def test_belay_gives_nothing_back() -> None:
    boat = Boat()
    assert boat.why("captain belay") == {"code": "nothing-pending", "verb": "belay"}
    boat.play("captain new_course 10", "captain belay")
    assert told(boat.events) == ["lapsed order=new_course why=belayed refunded=False"]
    assert boat.tracks() == (7, 11)


@refuses("3.3n")
def test_without_patience_an_order_waits_for_ever() -> None:
    boat = Boat(rules="patience=0")
    boat.give("captain new_course 10")
    boat.wait(30 * MINUTE)
    assert boat.view()["pending"]["due"] == 0


@allows("3.3o")
@allows("12.14c")
def test_both_owners_are_asked() -> None:
    boat = Boat(surfaced=False, depth=50)
    boat.give("captain new_depth 20")
    keys = {role: [prompt["key"] for prompt in boat.view(role)["prompts"]] for role in ("first_officer", "engineer")}
    assert [len(found) for found in keys.values()] == [1, 1]
    assert keys["first_officer"] != keys["engineer"]
    assert boat.view("captain")["prompts"] == boat.view("navigator")["prompts"] == []
    boat.play("engineer assign circle square", "first_officer assign")
    assert told(boat.events, "done")


@allows("3.3p")
def test_joining_breaking_off_and_time_are_free() -> None:
    boat = Boat(figures=BRIDGE)
    boat.play("captain watch", "navigator assign circle", "navigator done")
    before = boat.tracks()
    boat.play("captain new_course 10")
    boat.play("navigator join watch square", "navigator break_off square", "first_officer time dynamic")
    assert boat.tracks() == (before[0] - 1, before[1])


@refuses("3.3p")
def test_nobody_joins_while_positions_are_changed() -> None:
    boat = Boat(figures=BRIDGE)
    boat.play("captain watch", "navigator assign circle", "navigator done", "captain change_positions")
    assert boat.refused("navigator join watch square") == "positions-open"


@allows("3.3q")
def test_time_runs_at_one_while_an_order_is_pending() -> None:
    boat = Boat()
    boat.play("captain time accelerated", "captain new_course 10")
    assert told(boat.events, "time") == ["time mode=accelerated factor=1 why=pending"]
    boat.give(HELM)
    assert told(boat.events, "time") == ["time mode=accelerated factor=30 why=pending"]
    boat.give("captain change_positions")
    assert told(boat.events, "time") == ["time mode=accelerated factor=1 why=pending"]


@refuses("3.3q")
def test_a_mode_chosen_meanwhile_waits_too() -> None:
    boat = Boat()
    boat.play("captain change_positions", "captain time transit")
    assert boat.view()["clock"]["factor"] == 1
    boat.wait(10_000)
    assert boat.view()["clock"] == {"at": 0, "game_at": 0, "date": "1940-06-01T08:00", "mode": "transit", "factor": 1}


@allows("3.3r")
def test_automatic_manning_carries_an_order_out_at_once() -> None:
    boat = Boat(rules="manning=auto", figures={**BRIDGE, "engineer.circle": 8})
    boat.give("captain watch")
    assert told(boat.events, "done") == ["done order=watch men=navigator.circle,navigator.square"]


@refuses("3.3r")
def test_automatic_manning_finds_nobody_where_nobody_is() -> None:
    assert Boat(rules="manning=auto").refused("captain watch") == "needs-men"
