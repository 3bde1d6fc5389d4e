"""UBT-7.8: what the words of cards do, one by one, and what they leave alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon import data
from klaxon.rules.chance import draw
from klaxon.rules.uboot.cards.choices import usual_words
from klaxon.rules.uboot.cards.operations import OPERATIONS
from klaxon.rules.uboot.content.box_shape import OPERATIONS as SHAPES
from klaxon.rules.uboot.crew.manning import cost
from klaxon.rules.uboot.records import OrderPlace, RepairJob, Waters
from klaxon.rules.uboot.sea.contacts import aspect_word, range_word
from klaxon.rules.uboot.trouble.tools import discard_card
from tests.rules.uboot.kit.boat import HOUR, MINUTE, WATCHERS, Boat, told
from tests.rules.uboot.kit.cards import SPEAKER, addressed, event, fallen, met, run
from tests.rules.uboot.kit.marks import allows, refuses

BOX = json.loads(data.read("boxes", "uboot"))["cards"]
PYRAMID = ["bread", "meat", "eggs", "onion", "potato", "fish"]
CROWD = {f"captain.{shape}": 2 for shape in ("square", "triangle", "hexagon")}
READY = tuple(f"{role} ready" for role in ("captain", "first_officer", "navigator", "engineer"))


def test_every_word_of_the_box_is_known_and_no_other() -> None:
    assert set(OPERATIONS) == set(SHAPES)


def words_of(card: dict[str, Any]) -> list[str]:
    return [str(op["op"]) for each in card.get("effect", []) for op in (each, *each.get("fail", []))]


def test_the_shipped_cards_use_every_word() -> None:
    used = {word for deck, cards in BOX.items() if deck != "engineer" for card in cards for word in words_of(card)}
    assert used == set(OPERATIONS)


@pytest.mark.parametrize("card", [card["id"] for card in BOX["captain"]])
def test_every_captains_card_can_be_played(card: str) -> None:
    """Whatever it asks is answered by rule, and nothing stays open but what lasts."""
    men = {f"navigator.{shape}.1": {"act": 2, "cards": ["nausea"]} for shape in ("circle",)}
    boat = addressed(card, men=men)
    assert boat.view()["hand"] == []
    boat.wait(2 * MINUTE)
    assert boat.view()["choices"] == []
    boat.wait(5 * HOUR)
    lasting = {"free_order", "ignore_morale_card"}
    assert {effect["op"] for effect in boat.view()["effects"]} <= lasting


@pytest.mark.parametrize("card", [card["id"] for card in BOX["events"]])
def test_every_event_card_can_come(card: str) -> None:
    boat = met(card, surfaced=False, depth=20)
    assert f"card deck=events card={card}" in told(boat.events)[0]
    timing = next(each["timing"] for each in BOX["events"] if each["id"] == card)
    assert (card in boat.view()["hand"]) == (timing == "hand")


@pytest.mark.parametrize(("deck", "card"), [(deck, card["id"]) for deck in (1, 2, 3) for card in BOX[f"morale{deck}"]])
def test_every_morale_card_can_come(deck: int, card: str) -> None:
    boat = fallen(deck, card)
    assert told(boat.events, "card")[0] == f"card deck=morale{deck} card={card} hand=False"
    boat.wait(2 * MINUTE)
    assert boat.view()["choices"] == []


# -- tracks --------------------------------------------------------------------------------------------------------


@allows("7.8a")
def test_tracks_move_by_so_many_steps() -> None:
    boat = addressed("sharp-words", order=4, morale=5, decks={"morale2": ["insubordination"]})
    assert told(boat.events, "order-track", "morale")[1:3] == [
        "order-track value=6 change=3 why=card",
        "morale value=4 change=-1 why=card",
    ]


@refuses("7.8a")
def test_the_order_track_stays_within_its_cells_and_morale_is_not_asked_instead() -> None:
    boat = Boat(order=1, morale=5)
    assert told(run(boat, {"op": "order_track", "n": -3})) == ["order-track value=0 change=-1 why=card"]
    assert told(run(boat, {"op": "order_track", "n": -3})) == []
    boat = addressed("gramophone", morale=5)
    assert boat.tracks()[1] == 7
    boat = Boat(hand=["gramophone"], figures=SPEAKER, morale=5)
    board = boat.state.board.copy()
    board.waters = Waters(hunted=True)
    boat.lay(board).play("captain address gramophone", "captain assign circle")
    assert boat.tracks()[1] == 5


# -- men -----------------------------------------------------------------------------------------------------------


@allows("7.8b")
def test_men_by_chance_of_a_room_or_all_are_activated() -> None:
    boat = fallen(1, "card-sharps", bag=["captain.circle", "engineer.square"])
    assert [boat.slots(man) for man in ("captain.circle", "engineer.square")] == ["act", "act"]
    boat = met("storm-swell", figures=dict.fromkeys(WATCHERS, 8))
    assert [boat.slots(man) for man in (*WATCHERS, "captain.circle")] == [*["act"] * 4, ""]
    boat = addressed("wake-the-watch", morale=5)
    assert boat.tracks()[1] == 9
    assert [boat.slots(man) for man in ("captain.circle", "engineer.hexagon")] == ["act act", "act"]


@refuses("7.8b")
def test_who_is_full_or_dead_takes_nothing_and_a_random_room_is_dry() -> None:
    men = {"captain.circle.1": {"act": 3}, "engineer.square.1": {"dead": True}}
    boat = fallen(1, "card-sharps", bag=["captain.circle", "engineer.square"], men=men)
    assert not told(boat.events, "activated")
    flooded = {"1": {"flooded": True}}
    boat = Boat(rooms=flooded, figures=CROWD)
    for _ in range(40):
        run(boat, {"op": "activate", "room": "random", "n": 1})
    assert all(boat.room(line.split("=")[1].split()[0]) != 1 for line in told(boat.events, "activated"))
    assert boat.slots("captain.circle") == "act act act"


@allows("7.8c")
def test_a_malady_by_chance_and_a_wound_of_a_deck() -> None:
    boat = fallen(2, "fever", bag=["captain.circle"])
    assert boat.slots("captain.circle") == "fatigue fatigue"
    boat = fallen(3, "accident", bag=["captain.circle"], decks={"morale3": ["accident"], "shock": ["jolt"]})
    assert boat.slots("captain.circle") == "act act"
    assert boat.state.decks[2][-1] == "accident"


@refuses("7.8c")
def test_copies_vanish_and_the_dead_get_nothing() -> None:
    boat = Boat(bag=["captain.circle", "captain.square"])
    run(boat, {"op": "malady", "random": 2}, card="nausea")
    held = [boat.view()["men"][f"captain.{shape}"]["cards"][0] for shape in ("circle", "square")]
    assert [(card["card"], card["copy"]) for card in held] == [("nausea", False), ("nausea", True)]
    state = boat.state.copy(boat.state.now)
    state.decks = tuple(tuple(card for card in deck if card != "nausea") for deck in state.decks)
    boat.state = state
    for man in ("captain.square", "captain.circle"):
        boat.put(
            man,
            maladies=tuple(m._replace(treated=True) for m in boat.state.board.man(man == "captain.square").maladies),
        )
    boat.wait(4 * HOUR)
    assert [deck.count("nausea") for deck in boat.state.decks] == [0, 0, 0, 0, 0, 0, 1, 0]
    boat = fallen(2, "fever", bag=["captain.circle"], men={"captain.circle.1": {"dead": True}})
    assert not told(boat.events, "malady")
    assert boat.state.decks[1][-1] == "fever"


# -- stores --------------------------------------------------------------------------------------------------------


@allows("7.8e")
def test_ration_cigarettes_and_medicine_are_lost_or_found() -> None:
    boat = fallen(1, "spilled-soup", ration=["bread", "meat", "lemon"])
    assert boat.view()["ration"] == ["bread", "lemon"]
    boat = fallen(1, "lost-cigarettes", cigarettes={"navigator": 3, "engineer": 3})
    assert boat.view()["cigarettes"] == {"captain": 2, "first_officer": 2, "navigator": 2, "engineer": 3}
    boat = met("spare-cigarettes", cigarettes={"navigator": 1, "engineer": 1})
    assert boat.view()["cigarettes"] == {"captain": 2, "first_officer": 2, "navigator": 2, "engineer": 1}
    boat = fallen(2, "theft-of-stores")
    assert sum(boat.view()["medicine"].values()) == 15


@allows("7.8e")
@allows("7.8f")
def test_a_card_may_take_or_bring_several_at_once() -> None:
    boat = Boat(ration=["bread", "meat", "lemon"], pyramid=PYRAMID, supply=["meat"])
    run(boat, {"op": "ration", "n": -2}, {"op": "medicine", "random": 3})
    assert boat.view()["ration"] == ["lemon"]
    assert sum(boat.view()["medicine"].values()) == 13
    run(boat, {"op": "food", "add": "fish", "n": 3}, {"op": "food", "add": "eggs"})
    assert sorted(boat.state.supply) == ["eggs", "fish", "fish", "fish", "meat"]
    assert len(told(run(boat, {"op": "food", "spoil": 2}), "spoiled")) == 2


@refuses("7.8e")
def test_where_there_is_none_nothing_is_lost() -> None:
    assert fallen(1, "spilled-soup", ration=["lemon"]).view()["ration"] == ["lemon"]
    none = dict.fromkeys(("captain", "first_officer", "navigator", "engineer"), 0)
    assert fallen(1, "lost-cigarettes", cigarettes=none).view()["cigarettes"] == none
    nothing = dict.fromkeys(("tablets", "ointment", "bandage", "injection", "surgery"), 0)
    assert fallen(2, "theft-of-stores", medicine=nothing).view()["medicine"] == nothing


@allows("7.8f")
def test_food_comes_spoils_and_is_thrown_away() -> None:
    boat = met("good-catch-of-fish", pyramid=PYRAMID, supply=["meat"])
    assert sorted(boat.state.supply) == ["fish", "meat"]
    boat = met("rats-in-the-stores", pyramid=PYRAMID, supply=["meat", "bread"])
    assert boat.view()["pyramid"] == ["bread", "meat", "eggs", "onion", "meat", "bread"]
    assert boat.view()["discard"] == {"fish": 1, "potato": 1}
    boat = met("mouldy-locker", pyramid=PYRAMID, supply=["meat"])
    assert len(told(boat.events, "spoiled")) == 1
    assert boat.view()["discard"] == {}
    assert sum(bool(food) for food in boat.view()["pyramid"]) == 6


@refuses("7.8f")
def test_an_empty_pyramid_loses_nothing() -> None:
    gone: dict[str, Any] = {"pyramid": [""] * 6, "supply": []}
    spoiled = ["meat", "onion", "eggs", "bread", "lemon", "potato", "fish"]
    for card in ("rats-in-the-stores", "mouldy-locker"):
        boat = met(card, **gone, spoiled=spoiled)
        assert not told(boat.events, "spoiled", "larder")


# -- trouble -------------------------------------------------------------------------------------------------------


@allows("7.8d")
def test_faults_and_emergencies_come_by_chance() -> None:
    boat = fallen(2, "careless-smoking-below")
    assert len(boat.view()["faults"]) == 2
    assert {fault["level"] for fault in boat.view()["faults"].values()} == {"green"}
    boat = met("fuel-smell")
    (device,) = boat.view()["faults"]
    assert boat.state.box.devices[device].room == 5
    boat = met("leaky-gland", morale=10)
    (line,) = told(boat.events, "emergency")
    assert line.startswith("emergency kind=leak room=")
    boat = met("floating-mine")
    (line,) = told(boat.wait(5 * MINUTE), "fault")
    assert line.endswith("level=yellow")


@allows("7.8d")
def test_an_emergency_comes_in_the_room_that_the_card_names() -> None:
    boat = Boat(morale=10)
    rooms = [told(run(boat, {"op": "emergency", "kind": "darkness", "room": room}), "emergency") for room in (2, 5)]
    assert [line.split()[:3] for (line,) in rooms] == [
        ["emergency", "kind=darkness", f"room={room}"] for room in (2, 5)
    ]


@refuses("7.8d")
def test_where_every_device_has_a_fault_the_first_gets_worse() -> None:
    faults = dict.fromkeys(("galley-stove", "aft-battery", "fresh-water-still"), "green")
    boat = met("battery-check", faults=faults)
    assert not told(boat.events, "fault")
    levels = {device: fault["level"] for device, fault in boat.view()["faults"].items()}
    assert levels == {**faults, "galley-stove": "yellow"}
    boat = met("short-circuit", rooms={str(room): {"flooded": True} for room in (1,)}, figures=CROWD, morale=10)
    assert "room=1" not in told(boat.events, "emergency")[0]


TOOLS = {"a": ["gasket-set", "welding-set"], "b": ["fuse-box"]}


@allows("7.8k")
@allows("7.8l")
def test_the_engineer_chooses_which_card_goes_and_which_comes_back() -> None:
    boat = fallen(3, "sabotaged-tools", engineer=TOOLS)
    assert boat.lines("engineer", "choose") == ["choose gasket-set", "choose welding-set", "choose fuse-box"]
    boat.give("engineer choose fuse-box")
    assert boat.view()["engineer"]["discard"] == ["fuse-box"]
    run(boat, {"op": "engineer_cards", "n": 1}, card="old-hands-trick")
    assert boat.lines("engineer", "choose") == ["choose fuse-box a", "choose fuse-box b"]
    boat.give("engineer choose fuse-box a")
    assert boat.view()["engineer"]["a"] == ["gasket-set", "welding-set", "fuse-box"]
    boat = fallen(3, "sabotaged-tools", engineer=TOOLS)
    assert told(boat.wait(2 * MINUTE), "chosen")[0].endswith("choice=welding-set by_rule=True")
    run(boat, {"op": "engineer_cards", "n": 1}, card="old-hands-trick")
    assert told(boat.wait(2 * MINUTE), "chosen")[0].endswith("choice=welding-set,a by_rule=True")


@allows("7.8l")
@pytest.mark.parametrize(
    ("a", "b", "lost"),
    [
        (["welding-set"], ["fuse-box", "gasket-set"], "gasket-set"),
        (["fuse-box", "gasket-set", "valve-wheel"], ["welding-set", "brush-set"], "valve-wheel"),
        (["fuse-box"], ["gasket-set"], "fuse-box"),
    ],
)
def test_the_rule_discards_the_last_card_of_the_fuller_toolbox(a: list[str], b: list[str], lost: str) -> None:
    boat = fallen(3, "sabotaged-tools", engineer={"a": a, "b": b})
    assert told(boat.wait(2 * MINUTE), "chosen")[0].endswith(f"choice={lost} by_rule=True")


@allows("7.8l")
def test_the_rule_brings_the_last_card_back_into_the_emptier_toolbox() -> None:
    boat = Boat(engineer={"a": ["brush-set", "welding-set", "fuse-box"], "b": ["hull-clamps", "valve-wheel"]})
    boat.do(lambda work: discard_card(work, "hull-clamps"))
    boat.do(lambda work: discard_card(work, "valve-wheel"))
    run(boat, {"op": "engineer_cards", "n": 1}, card="old-hands-trick")
    assert told(boat.wait(2 * MINUTE), "chosen")[0].endswith("choice=valve-wheel,b by_rule=True")


BUSY_TOOLS = {"rudder-control": "welding-set", "trim-pump": "chain-hoist"}
"""Device -> the card that serves its repair."""


@refuses("7.8k")
@pytest.mark.parametrize("count", [1, 2])
def test_a_card_that_serves_a_repair_does_not_go(count: int) -> None:
    """Where all cards of the fuller toolbox serve one the rule takes the last of the other."""
    idle = ["fuse-box", "gasket-set"][:count]
    boat = Boat(engineer={"a": list(BUSY_TOOLS.values())[:count], "b": idle})
    board = boat.state.board.copy()
    board.repairs = tuple(RepairJob(device, 1, card=card) for device, card in BUSY_TOOLS.items())
    boat.lay(board)
    run(boat, {"op": "engineer_cards", "n": -1}, card="sabotaged-tools")
    assert boat.lines("engineer", "choose") == [f"choose {card}" for card in idle]
    (choice,) = boat.state.board.cards.choices
    assert usual_words(boat.state.board, choice) == (idle[-1],)


@refuses("7.8k")
def test_without_cards_nothing_goes_and_nothing_comes_back() -> None:
    boat = fallen(3, "sabotaged-tools", engineer={"a": [], "b": []})
    assert boat.view()["choices"] == []
    boat = Boat(engineer=TOOLS)
    run(boat, {"op": "engineer_cards", "n": 1}, card="old-hands-trick")
    assert boat.view()["choices"] == []
    assert boat.refused("engineer choose fuse-box a") == "not-due"


@pytest.mark.parametrize(
    ("operation", "asked"),
    [
        ({"op": "engineer_cards", "n": -1}, ("engineer", "tool", 1, 1)),
        ({"op": "clear_act", "choose": 3, "n": 2}, ("captain", "men", 3, 2)),
        ({"op": "clear_act", "room": "choose", "n": 2}, ("captain", "room", 1, 2)),
        ({"op": "clear_fatigue", "choose": 2, "n": 1}, ("captain", "tired", 2, 1)),
        ({"op": "move_act", "n": 2}, ("captain", "pass", 1, 2)),
        ({"op": "waive_unskilled", "order": "choose", "until": "bell"}, ("captain", "order", 1, 0)),
    ],
)
def test_an_open_choice_tells_who_chooses_what_and_for_which_card(
    operation: dict[str, Any], asked: tuple[str, str, int, int]
) -> None:
    boat = Boat(engineer=TOOLS, men={"captain.square.1": {"act": 1, "cards": ["nausea"]}})
    run(boat, operation, card="birthday-aboard")
    (choice,) = boat.view()["choices"]
    assert (choice["role"], choice["of"], choice["most"], choice["n"]) == asked
    assert choice["card"] == "birthday-aboard"


# -- what lasts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("operation", "lasting"),
    [
        ({"op": "block", "what": "3-8", "minutes": 60}, {"what": "3-8", "until": HOUR}),
        ({"op": "free_order", "order": "dive"}, {"what": "dive"}),
        ({"op": "waive_unskilled", "order": "dive", "until": "bell"}, {"what": "dive", "bell": True}),
        ({"op": "sinking_morale", "n": 2, "until": "bell"}, {"n": 2, "bell": True}),
        ({"op": "evade", "order": "dive", "minutes": 5, "fail": []}, {"what": "dive", "until": 5 * MINUTE}),
    ],
)
def test_an_effect_that_lasts_tells_its_card_what_it_is_about_and_when_it_ends(
    operation: dict[str, Any], lasting: dict[str, Any]
) -> None:
    boat = Boat()
    run(boat, operation, card="calm-evening")
    told_of_all = {"card": "calm-evening", "what": "", "n": 0, "until": 0, "bell": False}
    assert boat.view()["effects"] == [{"op": operation["op"], **told_of_all, **lasting}]
    assert boat.view()["choices"] == []


@allows("7.8i")
def test_a_card_may_name_the_order_whose_surcharge_it_waives() -> None:
    boat = Boat()
    run(boat, {"op": "waive_unskilled", "order": "new_course", "until": "bell"}, card="old-salts-advice")
    board = boat.state.board
    assert [cost(board, 12, OrderPlace("helm", 3), order) for order in ("new_course", "new_depth")] == [1, 2]


@refuses("7.8g")
def test_what_else_lasts_shuts_no_hatch() -> None:
    boat = Boat()
    run(boat, {"op": "noise", "percent": 150, "minutes": 120}, card="noisy-boat")
    boat.change("navigator move circle 8")
    assert boat.room("navigator.circle") == 8


@allows("7.8g")
def test_noise_lasts_so_long_and_a_new_card_replaces_it() -> None:
    boat = fallen(2, "noisy-boat", hand=["rig-for-silence"], figures=SPEAKER)
    (noise,) = boat.view()["effects"]
    assert (noise["op"], noise["n"], noise["until"]) == ("noise", 150, 130 * MINUTE)
    boat.play("captain address rig-for-silence", "captain assign circle")
    assert [effect["n"] for effect in boat.view()["effects"]] == [60]
    assert not told(boat.wait(HOUR - 1), "card-over")
    assert told(boat.wait(1), "card-over") == ["card-over card=rig-for-silence"]


@allows("7.8g")
def test_a_jammed_hatch_shuts_the_way_to_the_bridge_for_an_hour() -> None:
    boat = fallen(3, "jammed-hatch", figures={"captain.circle": 8})
    boat.give("captain change_positions")
    assert boat.why("navigator move circle 8") == {"code": "no-way", "man": "navigator.circle", "to": 8, "why": "shut"}
    assert boat.refused("captain move circle 3") == "no-way"
    boat.give("captain move circle 7")
    boat.play(*READY)
    boat.wait(HOUR)
    boat.change("captain move circle 3")
    assert boat.room("captain.circle") == 3


@refuses("7.8g")
def test_other_ways_stay_open_and_who_was_on_the_shut_one_turns_back() -> None:
    boat = Boat(rooms={"3": {"devices": ["pump"]}})
    boat.play("captain change_positions", "navigator move circle 8+pump square 5")
    run(boat, {"op": "block", "what": "3-8", "minutes": 60}, card="jammed-hatch")
    assert (boat.room("navigator.circle"), boat.room("navigator.square")) == (2, 5)
    assert boat.view()["positions"]["carried"] == {}
    lines = told(boat.play(*READY), "moved")
    assert lines == ["moved man=navigator.square from=4 room=5 carried= paid=0"]


def test_a_relief_is_not_posted_through_a_shut_hatch() -> None:
    boat = Boat([event("calm-evening")], men={"captain.circle.1": {"dead": True}}, DATE="1940-06-01T11:30")
    run(boat, {"op": "block", "what": "3-8", "minutes": 60}, card="jammed-hatch")
    boat.wait(30 * MINUTE)
    assert boat.refused("captain post circle 8") == "occupied"
    boat.give("captain post circle 3")


def relieved(**setup: Any) -> Boat:
    return fallen(3, "relieve-the-commander", **setup)


@allows("7.8g")
def test_the_first_officer_gives_the_captains_orders_until_the_bell() -> None:
    """UBT-5#40."""
    boat = relieved()
    assert boat.why("captain new_course 10") == {"code": "relieved", "by": "first_officer"}
    assert boat.bar("captain", "belay") == "relieved"
    boat.play("first_officer new_course 10", "first_officer belay", "captain time dynamic")
    boat.play("first_officer new_course 20", "first_officer assign")
    assert boat.view()["boat"]["ordered_course"] == 20
    assert "card-over card=relieve-the-commander" in told(boat.wait(4 * HOUR), "card-over")
    boat.play("captain new_course 30", "first_officer assign")
    assert boat.refused("first_officer new_course 10") == "not-your-role"


@refuses("7.8g")
def test_without_the_card_the_first_officer_gives_none() -> None:
    boat = Boat()
    assert boat.refused("first_officer new_course 10") == "not-your-role"
    assert boat.refused("first_officer belay") == "not-your-role"
    boat = relieved()
    assert boat.refused("navigator new_course 10") == "not-your-role"
    assert boat.refused("navigator return_to_base") == "not-your-role"


@allows("7.8i")
def test_a_free_order_costs_nothing_and_comes_back_when_it_lapses() -> None:
    boat = addressed("clear-the-passage")
    orders = boat.tracks()[0]
    line = told(boat.give("captain change_positions"), "ordered")[0]
    assert "paid=free" in line
    boat.play(*READY)
    assert boat.tracks()[0] == orders
    boat.give("captain change_positions")
    assert boat.tracks()[0] == orders - 1
    boat = Boat(surfaced=False, depth=20, order=0, morale=0, rules="patience=5")
    run(boat, {"op": "free_order", "order": "new_depth"}, card="perfect-trim")
    assert boat.refused("captain new_course 10") == "no-orders-left"
    boat.give("captain new_depth 40")
    assert boat.view()["effects"] == []
    assert "refunded=True" in told(boat.wait(6000), "lapsed")[0]
    assert [effect["card"] for effect in boat.view()["effects"]] == ["perfect-trim"]


@refuses("7.8i")
def test_another_order_and_the_one_after_it_are_paid() -> None:
    boat = addressed("clear-the-passage")
    orders = boat.tracks()[0]
    boat.play("captain new_course 10", "first_officer assign")
    assert boat.tracks()[0] == orders - 1
    assert [effect["op"] for effect in boat.view()["effects"]] == ["free_order"]


@allows("7.8i")
def test_a_promise_of_a_sinking_counts_once_and_until_the_bell() -> None:
    sunk = {"do": "sunk", "id": "c1", "type": "freighter", "grt": 4000}
    script = [{"at": "0:10:00", **sunk}, {"at": "0:20:00", **sunk}]
    boat = Boat(script, hand=["hunters-promise"], figures=SPEAKER, morale=1)
    boat.play("captain address hunters-promise", "captain assign circle")
    assert [line.split()[2] for line in told(boat.wait(HOUR), "morale")] == ["change=5", "change=3"]
    boat = Boat([{"at": "4:10:00", **sunk}], hand=["hunters-promise"], figures=SPEAKER, morale=1)
    boat.play("captain address hunters-promise", "captain assign circle")
    assert [line.split()[2] for line in told(boat.wait(5 * HOUR), "morale")] == ["change=3"]


@allows("7.8i")
def test_a_morale_card_that_is_trusted_away_is_not_read() -> None:
    decks = {"morale1": ["short-temper", "card-sharps"]}
    boat = Boat([{"at": "0:10:00", "do": "morale", "n": -3}], hand=["trust-in-the-crew"], figures=SPEAKER, decks=decks)
    boat.play("captain address trust-in-the-crew", "captain assign circle")
    lines = told(boat.wait(HOUR), "card", "card-over")
    assert lines == ["card-over card=trust-in-the-crew", "card deck=morale1 card=card-sharps hand=False"]
    assert boat.state.decks[0][-2:] == ("short-temper", "card-sharps")


@refuses("7.8i")
def test_an_event_card_is_read_all_the_same() -> None:
    boat = Boat([event("boils")], hand=["trust-in-the-crew"], figures=SPEAKER)
    boat.play("captain address trust-in-the-crew", "captain assign circle")
    assert told(boat.wait(HOUR), "card") == ["card deck=events card=boils hand=False"]


# -- the sea -------------------------------------------------------------------------------------------------------


@allows("7.8j")
def test_what_is_evaded_in_time_does_not_happen() -> None:
    boat = met("floating-mine")
    lines = told(boat.play("captain new_course 10", "first_officer assign"), "card-over", "course", "done")
    assert [line.split()[0] for line in lines] == ["course", "card-over", "done"]
    assert not told(boat.wait(HOUR), "card-over")


@refuses("7.8j")
def test_another_order_evades_nothing() -> None:
    boat = met("floating-mine", figures={"engineer.triangle": 5, "engineer.hexagon": 5})
    boat.play("captain new_speed slow", "engineer assign")
    assert told(boat.wait(5 * MINUTE), "card-over") == ["card-over card=floating-mine"]


@allows("7.8j")
def test_a_submerged_boat_hears_a_whale_for_half_an_hour() -> None:
    boat = met("whale-song", surfaced=False, depth=20)
    (name,) = boat.view()["contacts"]
    assert boat.view()["contacts"][name]["kind"] == "sound"
    assert told(boat.events, "contact")[0].startswith(f"contact contact={name} kind=sound group= by=hydrophone")
    assert not told(boat.wait(30 * MINUTE - 1), "contact-lost")
    assert told(boat.wait(1), "contact-lost") == [f"contact-lost contact={name}"]
    assert boat.view()["contacts"] == {}


def test_effects_that_end_at_one_moment_all_end_then() -> None:
    boat = Boat(surfaced=False, depth=20)
    shut = {"op": "block", "what": "3-8", "minutes": 30}
    run(boat, {"op": "contact", "kind": "false"}, shut, card="jammed-hatch")
    lines = told(boat.wait(30 * MINUTE), "contact-lost", "card-over")
    assert lines == ["contact-lost contact=c1", "card-over card=jammed-hatch"]


def picks(boat: Boat, *counts: int) -> list[int]:
    """Return the first numbers of the stream of the cards, each below its count."""
    return [draw(boat.state.key, "cards", number, count) for number, count in enumerate(counts)]


def test_bearings_and_ranges_are_drawn_by_a_stream_of_their_own() -> None:
    boat = Boat(surfaced=False, depth=20, rules="navigator=low")
    run(boat, {"op": "contact", "kind": "false"}, {"op": "contact", "kind": "small"}, card="whale-song")
    whale, bearing, metres, course = picks(boat, 360, 360, 9260 - 5556 + 1, 360)
    found = boat.view()["contacts"]
    fishing = {"bearing": bearing, "range": 5556 + metres, "course": course, "speed": 40}
    assert [found[name]["fields"] for name in ("c1", "c2")] == [{"bearing": whale}, fishing]
    assert [(found[name]["by"], found[name]["kind"]) for name in ("c1", "c2")] == [("hydrophone", "sound")] * 2
    heard = {"contact": "c2", "kind": "sound", "group": "", "by": "hydrophone", **fishing}
    assert boat.events[-1].facts == heard
    ends = [(effect["card"], effect["what"], effect["n"], effect["until"]) for effect in boat.view()["effects"]]
    assert ends == [("whale-song", "c1", 0, 30 * MINUTE), ("whale-song", "c2", 0, HOUR)]
    assert boat.state.lots.picks == 4


def test_on_the_high_level_a_fishing_boat_is_told_in_words() -> None:
    boat = Boat(surfaced=False, depth=20, rules="navigator=high")
    run(boat, {"op": "contact", "kind": "small"}, card="neutral-fishing-boat")
    bearing, metres, course = picks(boat, 360, 9260 - 5556 + 1, 360)
    fields = boat.view()["contacts"]["c1"]["fields"]
    aspect = aspect_word(boat.view()["boat"]["course"] + bearing, course)
    assert fields == {"bearing": bearing, "range_word": range_word(5556 + metres), "aspect_word": aspect}


@allows("7.8j")
def test_lookouts_see_a_neutral_that_does_not_forbid_transit() -> None:
    men = {"navigator.circle.1": {"watch": True}}
    script = [{"at": "0:01:00", "do": "contact", "id": "c4", "by": "lookout", "klass": "small", "range": 30_000}]
    boat = Boat([*script, event("neutral-fishing-boat")], men=men, figures={"navigator.circle": 8})
    boat.wait(10 * MINUTE)
    shown = boat.view()["contacts"]["c5"]
    assert (shown["klass"], shown["by"]) == ("neutral", "lookout")
    assert 5556 <= shown["fields"]["range"] <= 9260
    boat.give("captain time transit")


@refuses("7.8j")
def test_nobody_listens_on_the_surface_and_nobody_sees_without_a_lookout() -> None:
    assert met("whale-song").view()["contacts"] == {}
    assert met("neutral-fishing-boat").view()["contacts"] == {}
