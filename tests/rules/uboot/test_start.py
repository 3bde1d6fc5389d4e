"""UBT-3.20 and UBT-12.20a to c: the set-up, and cases staged by a mission file."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from klaxon.rules.contract import Refusal
from klaxon.rules.uboot.records import OwnBoat
from klaxon.rules.uboot.start import shuffle
from klaxon.rules.uboot.words import DECKS
from tests.rules.uboot.kit.boat import DRILL, GAME, HOUR, Boat, header_of, mission, told
from tests.rules.uboot.kit.marks import allows, refuses


def lay_out(rules: str = "", **setup: Any) -> Boat:
    return Boat(begun=False, rules=rules, **setup)


def lines_of(refusal: Refusal) -> list[int]:
    """Return the lines of the faults that a refusal tells."""
    faults: Any = refusal.facts["faults"]
    return [fault["line"] for fault in faults]


@allows("3.20a")
@allows("3.2g")
def test_a_usual_set_up() -> None:
    view = lay_out().view("umpire")
    assert view["tracks"] == {"order": 8, "morale": 11, "exhausted": False}
    assert view["shift"] == 1
    assert view["cigarettes"] == {"captain": 2, "first_officer": 2, "navigator": 2, "engineer": 2}
    assert view["medicine"] == {"tablets": 4, "ointment": 3, "bandage": 4, "injection": 3, "surgery": 2}
    assert len(view["pyramid"]) == 6
    assert view["supply"] == 30
    assert view["decks"] == dict(zip(DECKS, (8, 8, 8, 24, 6, 6, 6, 6), strict=True))


@refuses("3.20a")
@allows("12.19a")
def test_each_deck_has_chance_of_its_own() -> None:
    one, other = (GAME.setup(header_of(seed=seed)) for seed in ("one", "other"))
    assert not isinstance(one, Refusal)
    assert not isinstance(other, Refusal)
    assert [set(a) == set(b) and a != b for a, b in zip(one.decks, other.decks, strict=True)] == [True] * 8
    again = GAME.setup(header_of(seed="one"))
    assert not isinstance(again, Refusal)
    assert again.decks == one.decks


@refuses("3.20a")
def test_hands_decks_and_food_are_shuffled_by_streams_of_their_own() -> None:
    state = lay_out().state
    box, stores = state.box, state.board.stores
    assert stores.hand == shuffle(state.key, "deal.captain", box.decks["captain"])[:4]
    tools = shuffle(state.key, "deal.engineer", tuple(box.tools))[:10]
    assert (stores.box_a, stores.box_b) == (tools[::2], tools[1::2])
    for name, deck in zip(DECKS, state.decks, strict=True):
        assert deck == shuffle(state.key, f"deck.{name}", [card for card in box.decks[name] if card not in stores.hand])
    food = shuffle(state.key, "food", [food for food, count in box.food.items() for _ in range(count)])
    assert (*stores.pyramid, *state.supply) == food


def test_a_shuffle_is_the_same_for_ever_and_brings_everything_everywhere() -> None:
    assert shuffle("c0ffee", "stream", "abcdefg") == tuple("dfgaebc")
    assert len({shuffle(f"{seed:02x}", "stream", "abc") for seed in range(40)}) == 6


@allows("3.20b")
def test_devices_lie_where_the_engineer_stows_them() -> None:
    boat = lay_out()
    places = {room: told_of["devices"] for room, told_of in boat.view()["rooms"].items()}
    usual = {"1": ["bulbs"], "2": ["wires"], "3": ["pump"], "4": ["masks"], "5": ["extinguisher"]}
    assert places == {**usual, "6": [], "7": [], "8": []}
    assert [boat.view()["rooms"][room]["toolboxes"] for room in "24"] == [["toolbox-a"], ["toolbox-b"]]
    boat.play("engineer stow pump 6", "engineer stow bulbs 2", "engineer stow masks 4")
    places = {room: told_of["devices"] for room, told_of in boat.view()["rooms"].items()}
    assert places == {**usual, "1": ["wires"], "2": ["bulbs"], "3": [], "6": ["pump"], "7": [], "8": []}


@refuses("3.20b")
def test_before_begin_the_clock_stands_still() -> None:
    boat = lay_out()
    boat.give("engineer stow pump 6")
    boat.wait(HOUR)
    clock = boat.view()["clock"]
    assert (clock["factor"], clock["game_at"]) == (0, 0)


@refuses("3.20b")
def test_no_device_lies_outside_and_no_toolbox_is_stowed() -> None:
    boat = lay_out()
    assert boat.refused("engineer stow pump 7") == "bad-argument"
    assert boat.refused("engineer stow toolbox-a 3") == "bad-argument"
    assert boat.refused("captain stow pump 3") == "not-your-role"
    wet = lay_out(rooms={"5": {"flooded": True}})
    assert [wet.refused("engineer stow pump 5"), *wet.lines("engineer", "stow pump")] == [
        "bad-argument",
        *(f"stow pump {room}" for room in (1, 2, 3, 4, 6)),
    ]
    assert Boat().why("engineer stow pump 3") == {"code": "begun", "verb": "stow"}


@allows("3.20c")
def test_cards_are_split_over_the_toolboxes() -> None:
    boat = lay_out()
    cards = boat.view()["engineer"]
    assert [len(cards["a"]), len(cards["b"])] == [5, 5]
    first, other = cards["a"][0], cards["b"][0]
    boat.play(f"engineer pack {first} b", f"engineer pack {other} a", "first_officer begin")
    swapped = {"a": [*cards["a"][1:], other], "b": [*cards["b"][1:], first], "playing": {}, "discard": []}
    assert boat.view()["engineer"] == swapped


@refuses("3.20c")
def test_nobody_begins_with_an_uneven_split() -> None:
    boat = lay_out()
    card = boat.view()["engineer"]["a"][0]
    boat.give(f"engineer pack {card} b")
    assert boat.why("first_officer begin") == {"code": "uneven", "a": 4, "b": 6}
    boat.play(f"engineer pack {card} a", "first_officer begin")
    assert boat.refused(f"engineer pack {card} b") == "begun"


@refuses("3.20c")
@pytest.mark.parametrize(
    ("a", "b", "uneven"), [(0, 0, False), (1, 0, False), (2, 0, True), (3, 5, True), (5, 4, False)]
)
def test_a_split_may_differ_by_the_odd_card(a: int, b: int, uneven: bool) -> None:
    tools = [card for cards in lay_out("engineer=low").view()["engineer"].values() for card in cards]
    boat = lay_out(engineer={"a": tools[:a], "b": tools[a : a + b]})
    assert boat.bar("first_officer", "begin") == ("uneven" if uneven else "")
    assert boat.bar("engineer", "pack") == ("" if a or b else "no-card")


@refuses("3.20b")
@refuses("3.20c")
def test_without_devices_and_cards_there_is_nothing_to_stow_or_pack() -> None:
    boat = lay_out(engineer={"a": [], "b": []})
    board = boat.state.board.copy()
    board.rooms = tuple(room._replace(devices=()) for room in board.rooms)
    boat.lay(board)
    assert boat.why("engineer stow pump 3") == {"code": "not-now", "verb": "stow"}
    assert boat.why("engineer pack gasket-set a") == {"code": "no-card", "card": ""}


@allows("3.20d")
def test_men_stand_in_rooms_1_to_4() -> None:
    rooms: dict[int, list[str]] = {}
    for man, told_of in lay_out().view()["men"].items():
        rooms.setdefault(told_of["room"], []).append(man)
    assert {room: len(men) for room, men in rooms.items()} == {1: 3, 2: 4, 3: 4, 4: 5}
    assert rooms[3] == ["first_officer.triangle", "first_officer.hexagon", "engineer.circle", "engineer.square"]


@refuses("3.20d")
def test_nobody_stands_elsewhere_unless_a_file_says_so() -> None:
    assert lay_out(figures={"captain.circle": 8}).room("captain.circle") == 8
    assert {told_of["room"] for told_of in lay_out().view()["men"].values()} == {1, 2, 3, 4}


@allows("3.20e")
@allows("3.20f")
@pytest.mark.parametrize(("level", "hand", "tools"), [("low", 6, 12), ("medium", 4, 10), ("high", 3, 8)])
def test_each_role_has_its_own_level(level: str, hand: int, tools: int) -> None:
    view = lay_out(f"captain={level}").view()
    assert (len(view["hand"]), len(view["engineer"]["a"] + view["engineer"]["b"])) == (hand, 10)
    view = lay_out(f"engineer={level}").view()
    assert (len(view["hand"]), len(view["engineer"]["a"] + view["engineer"]["b"])) == (4, tools)


@refuses("3.20e")
def test_a_level_is_one_of_three() -> None:
    with pytest.raises(AssertionError):
        lay_out("captain=expert")


@refuses("3.20f")
def test_cards_that_were_not_dealt_stay_in_the_box() -> None:
    hands = {tuple(Boat(begun=False, rules="").view()["hand"])}
    one, other = (GAME.setup(header_of(seed=seed)) for seed in ("1", "2"))
    assert not isinstance(one, Refusal)
    assert not isinstance(other, Refusal)
    assert one.board.stores.hand != other.board.stores.hand
    assert len(hands) == 1


# -- staging -------------------------------------------------------------------------------------------------------


@allows("12.20a")
def test_a_file_stages_boat_men_rooms_and_stores() -> None:
    boat = lay_out(
        surfaced=False,
        depth=30,
        course=45,
        speed="slow",
        battery=60,
        order=3,
        morale=6,
        shift=2,
        weather="fog",
        sea=5,
        cigarettes={"captain": 0},
        hand=["gramophone"],
        engineer={"a": ["gasket-set"], "b": ["fuse-box"]},
        ration=["eggs"],
        discard=["meat", "meat"],
        faults={"tdc": "yellow"},
        rooms={"1": {"emergencies": ["fire"]}, "6": {"devices": ["pump"], "toolboxes": ["toolbox-a"]}},
        men={
            "captain.circle.1": {"dead": True},
            "captain.circle.2": {"act": 1, "cards": ["nausea"]},
            "captain.square.2": {"treated": ["graze"]},
        },
        figures={"engineer.circle": 6},
    )
    view = boat.view("umpire")
    assert view["phase"] == "setup"
    assert view["boat"] | {"cell": ""} == {
        "surfaced": False,
        "depth": 30,
        "deepest": 30,
        "target_depth": 30,
        "course": 45,
        "ordered_course": 45,
        "speed": 20,
        "setting": "slow",
        "battery": 60,
        "cell": "",
    }
    assert view["tracks"] == {"order": 3, "morale": 6, "exhausted": False}
    assert (view["shift"], view["weather"], view["sea"]) == (2, "fog", 5)
    assert (view["cigarettes"]["captain"], view["hand"]) == (0, ["gramophone"])
    assert view["engineer"] == {"a": ["gasket-set"], "b": ["fuse-box"], "playing": {}, "discard": []}
    assert (view["ration"], view["discard"], view["supply"]) == (["eggs"], {"meat": 2}, 27)
    assert view["faults"] == {"tdc": {"level": "yellow", "since_s": 0}}
    assert view["rooms"]["1"]["emergencies"] == ["fire"]
    assert (view["rooms"]["6"]["devices"], view["rooms"]["3"]["devices"]) == (["pump"], [])
    assert (view["rooms"]["6"]["toolboxes"], view["rooms"]["2"]["toolboxes"]) == (["toolbox-a"], [])
    assert view["men"]["captain.circle"]["slots"] == ["fatigue", "act", "free"]
    assert view["men"]["captain.circle"]["bars"] == ["cook"]
    assert view["reliefs"]["captain.circle"]["alive"] is False
    assert view["medicine"] == {"tablets": 4, "ointment": 3, "bandage": 3, "injection": 3, "surgery": 2}
    assert "nausea" not in view["truth"]["decks"]["poison"]
    assert boat.room("engineer.circle") == 6


@refuses("12.20a")
def test_what_a_file_does_not_name_is_as_usual() -> None:
    view = lay_out(order=3).view()
    assert view["tracks"]["morale"] == 11
    assert view["rooms"]["3"]["devices"] == ["pump"]
    assert set(lay_out(medicine={"tablets": 1}).view()["medicine"].items()) == {
        ("tablets", 1),
        *((kind, 0) for kind in ("ointment", "bandage", "injection", "surgery")),
    }
    for box, other in ("ab", "ba"):
        cards = lay_out(engineer={box: ["fuse-box"]}).view()["engineer"]
        assert (cards[box], cards[other]) == (["fuse-box"], [])
    assert view["mission"] == {
        "id": "drill",
        "title": "Drill",
        "start": "AM12",
        "hours": 48,
        "briefing": DRILL["briefing"],
        "primary": "patrol",
    }


@refuses("12.20a")
@pytest.mark.parametrize(
    ("setup", "boat"),
    [
        ({}, OwnBoat(cell="AM12")),
        ({"surfaced": False}, OwnBoat(surfaced=False, depth=20_000, target=20_000, cell="AM12")),
        ({"depth": 30}, OwnBoat(surfaced=False, depth=30_000, target=30_000, cell="AM12")),
        ({"cell": "AM13", "battery": 60}, OwnBoat(battery=600_000, cell="AM13")),
    ],
)
def test_a_boat_of_which_little_is_said(setup: dict[str, Any], boat: OwnBoat) -> None:
    state = GAME.setup(header_of(json.dumps({**DRILL, "setup": setup, "weather": "fog", "sea": 4})))
    assert not isinstance(state, Refusal)
    assert state.board.boat == boat
    assert (state.board.waters.weather, state.board.waters.sea) == ("fog", 4)


@allows("12.20b")
def test_a_file_puts_cards_on_top_and_food_in_order() -> None:
    pyramid = ["eggs", "meat", "bread", "fish", "onion", "lemon"]
    boat = lay_out(
        decks={"burn": ["singed", "deep-burns"]}, bag=["captain.circle"], pyramid=pyramid, supply=["meat", "fish"]
    )
    view = boat.view("umpire")
    assert view["truth"]["decks"]["burn"][:2] == ["singed", "deep-burns"]
    assert len(set(view["truth"]["decks"]["burn"])) == 6
    assert view["truth"]["bag"] == ["captain.circle"]
    assert view["pyramid"] == pyramid
    assert boat.state.supply == ("meat", "fish")
    assert Boat(supply=["meat", "fish"]).state.supply == ("meat", "fish")
    usual, laid, spoiled = lay_out().state, lay_out(pyramid=pyramid).state, lay_out(spoiled=["eggs"]).state
    assert Counter(laid.supply) == Counter(food for food, n in laid.box.food.items() for _ in range(n)) - Counter(
        pyramid
    )
    assert laid.board.stores.supply == usual.board.stores.supply == 30
    left = {food for food, n in spoiled.box.food.items() if n} - {"eggs"}
    assert {*spoiled.supply, *spoiled.board.stores.pyramid} == left


@refuses("12.20b")
def test_a_card_of_another_deck_is_refused() -> None:
    found = GAME.setup(header_of(mission(decks={"burn": ["jolt"]})))
    assert isinstance(found, Refusal)
    assert (found.code, found.facts["option"], found.facts["name"]) == ("bad-content", "mission", "drill")


@refuses("3.20a")
def test_a_bad_box_is_refused_by_its_name() -> None:
    header = header_of()
    found = GAME.setup(replace(header, contents={**header.contents, "box": "{"}))
    assert isinstance(found, Refusal)
    assert (found.code, found.facts["option"], found.facts["name"]) == ("bad-content", "box", "uboot")
    assert lines_of(found) == [1]


@refuses("12.20c")
@pytest.mark.parametrize(
    "line",
    [
        {"at": "0:10:00", "do": "mutiny"},
        {"at": "0:10:00", "do": "morale"},
        {"at": "ten", "do": "morale", "n": -1},
        {"at": "0:10:00", "do": "message", "id": "in1"},
    ],
)
def test_a_script_that_brings_what_is_no_happening_is_refused(line: dict[str, Any]) -> None:
    found = GAME.setup(header_of(mission([line])))
    assert isinstance(found, Refusal)
    assert (found.code, found.facts["option"]) == ("bad-content", "mission")


@allows("12.20c")
def test_a_script_brings_morale_weather_and_signs_of_the_enemy() -> None:
    script = [
        {"at": "0:10:00", "do": "morale", "n": -1},
        {"at": "0:20:00", "do": "weather", "state": "rain", "sea": 6},
        {"at": "0:30:00", "do": "detected", "on": True},
        {"at": "0:40:00", "do": "detected", "on": False},
    ]
    boat = Boat(script, morale=10)
    assert told(boat.wait(HOUR // 6 - 1)) == []
    assert told(boat.wait(HOUR // 3 + 1)) == [
        "morale value=9 change=-1 why=script",
        "weather state=rain sea=6",
        "detected on=True",
    ]
    assert boat.view()["known"] == {"detected": True, "hunted": False}
    assert told(boat.wait(HOUR // 2)) == ["detected on=False"]
    assert boat.view()["known"] == {"detected": False, "hunted": False}


@allows("12.20d")
def test_in_the_drill_nothing_happens_in_two_days_but_the_bells_a_meal_and_the_end() -> None:
    boat = Boat(decks={"morale1": ["grumbling"]})
    boat.wait(48 * HOUR)
    assert set(told(boat.events, "bell")) == {f"bell time={hour}" for hour in ("00:00", "06:00", "12:00", "18:00")}
    assert {event.type for event in boat.events} == {
        *("bell", "watch-changed", "meal", "morale", "card", "objective", "message", "over"),
    }
