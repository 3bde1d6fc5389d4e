"""UBT-3.11b to e: first aid, medicines and kits."""

from __future__ import annotations

from typing import Any

from klaxon.rules.uboot.sickbay.medicines import lose_medicine
from klaxon.rules.uboot.sickbay.patients import all_sick, sick_rooms
from klaxon.rules.uboot.step import Working
from tests.rules.uboot.kit.boat import HOUR, Boat, told
from tests.rules.uboot.kit.cards import run
from tests.rules.uboot.kit.marks import allows, refuses

MEDIC = "first_officer.circle"
"""The medic of shift 1; he stands in 2 (7.1), where patients are sent."""
AID = ("captain first_aid 2", "first_officer assign circle")


def sickbay(cards: dict[str, list[str]], rules: str = "", **setup: Any) -> Boat:
    """Return a boat with patients of shift 1 in room 2, by their cards."""
    men = {f"{man}.1": {"cards": held} for man, held in cards.items()}
    figures = dict.fromkeys(cards, 2)
    told_men, told_figures = setup.pop("men", {}), setup.pop("figures", {})
    return Boat(rules=rules, men={**men, **told_men}, figures={**figures, **told_figures}, **setup)


def medicine(boat: Boat) -> dict[str, int]:
    return dict(boat.view()["medicine"])


def treated(boat: Boat, man: str) -> list[bool]:
    return [card["treated"] for card in boat.view()["men"][man]["cards"]]


@allows("3.11b")
def test_one_man_is_activated_once_a_patient_whatever_the_number_of_cards() -> None:
    boat = sickbay({"captain.circle": ["graze", "streaming-eyes"], "captain.square": ["concussion"]})
    boat.play(*AID, "first_officer treat captain.circle captain.square")
    assert boat.slots(MEDIC) == "act act"
    assert told(boat.events, "treated", "done") == [
        "treated man=captain.circle card=graze",
        "treated man=captain.circle card=streaming-eyes",
        "treated man=captain.square card=concussion",
        "done order=first_aid men=first_officer.circle",
    ]
    assert medicine(boat) == {"tablets": 3, "ointment": 2, "bandage": 3, "injection": 3, "surgery": 2}


@allows("3.11b")
def test_the_medic_may_treat_himself() -> None:
    boat = sickbay({MEDIC: ["graze"]})
    boat.play(*AID, f"first_officer treat {MEDIC}")
    assert treated(boat, MEDIC) == [True]
    assert boat.slots(MEDIC) == "fatigue act"


@refuses("3.11b")
def test_a_man_in_another_room_or_off_duty_or_healthy_is_not_treated() -> None:
    boat = sickbay(
        {"captain.circle": ["graze"], "captain.square": ["splinters"]},
        figures={"captain.square": 3},
        men={"navigator.square.2": {"cards": ["concussion"]}},
    )
    boat.play(*AID)
    assert boat.why("first_officer treat captain.square") == {"code": "not-in-room", "man": "captain.square", "room": 2}
    assert boat.why(f"first_officer treat {MEDIC}") == {"code": "not-sick", "man": MEDIC}
    assert boat.refused("first_officer treat navigator.square") == "not-in-room"
    assert boat.refused("first_officer treat nobody") == "bad-argument"
    assert boat.why("captain first_aid 4") == {"code": "order-pending", "order": "first_aid"}
    boat.give("captain belay")
    assert boat.why("captain first_aid 4") == {"code": "nobody-sick", "room": 4}, "he is off duty"


@refuses("3.11b")
def test_a_medic_treats_no_more_patients_than_he_has_slots_for() -> None:
    cards = {"captain.circle": ["graze"], "captain.square": ["concussion"]}
    boat = sickbay(cards, men={f"{MEDIC}.1": {"act": 2}})
    boat.play(*AID)
    why = boat.why("first_officer treat captain.circle captain.square")
    assert why == {"code": "no-slots", "man": MEDIC, "need": 2, "free": 1}
    assert boat.lines("first_officer", "treat") == ["treat captain.circle", "treat captain.square"]
    boat.give("first_officer treat captain.circle:graze")
    assert boat.slots(MEDIC) == "act act act"


@allows("3.11b")
def test_a_second_card_of_the_same_patient_needs_no_further_slot() -> None:
    cards = {"captain.circle": ["graze", "streaming-eyes"], "captain.square": ["concussion"]}
    boat = sickbay(cards, men={f"{MEDIC}.1": {"act": 2}})
    boat.play(*AID, "first_officer treat captain.circle:graze captain.circle:streaming-eyes")
    assert treated(boat, "captain.circle") == [True, True]
    assert boat.slots(MEDIC) == "act act act"


@refuses("3.11b")
def test_neither_the_dead_nor_a_relief_who_is_not_posted_yet_is_treated() -> None:
    boat = sickbay({"captain.circle": ["graze"]}, men={"captain.square.1": {"dead": True}})
    boat.play(*AID)
    assert boat.why("first_officer treat captain.square") == {"code": "dead", "man": "captain.square"}
    men = {"captain.circle.1": {"dead": True}, "captain.circle.2": {"cards": ["graze"]}}
    boat = Boat(men=men, DATE="1940-06-01T11:30")
    boat.wait(HOUR // 2)
    assert (all_sick(boat.state.board), sick_rooms(boat.state.board)) == ([], [])
    boat.give("captain post circle 2")
    assert (all_sick(boat.state.board), sick_rooms(boat.state.board)) == ([0], [2])


def test_an_unskilled_man_treats_one_and_with_the_option_two() -> None:
    """UBT-5#28, as it is and turned."""
    cards = {"captain.circle": ["graze"], "captain.square": ["concussion"]}
    helper = ("captain first_aid 2", "navigator assign circle")
    boat = sickbay(cards)
    boat.play(*helper)
    assert boat.why("first_officer treat captain.circle captain.square")["need"] == 4
    boat.give("first_officer treat captain.circle")
    assert boat.slots("navigator.circle") == "act act"
    boat = sickbay(cards, rules="unskilled_surcharge=per_order")
    boat.play(*helper, "first_officer treat captain.circle captain.square")
    assert boat.slots("navigator.circle") == "act act act"


@allows("3.11c")
def test_all_medicines_of_a_card_are_laid_on_it_and_no_token_goes_before_the_bell() -> None:
    boat = sickbay({"captain.circle": ["face-burns"]})
    boat.play(*AID, "first_officer treat captain.circle")
    assert medicine(boat) == {"tablets": 4, "ointment": 2, "bandage": 3, "injection": 3, "surgery": 2}
    assert (boat.slots("captain.circle"), treated(boat, "captain.circle")) == ("wound fatigue", [True])
    boat.wait(4 * HOUR)
    assert boat.slots("captain.circle.1") == "fatigue"


@refuses("3.11c")
def test_a_card_is_not_treated_while_one_of_its_medicines_is_missing() -> None:
    few = {"tablets": 4, "ointment": 1, "bandage": 0, "injection": 3, "surgery": 2}
    boat = sickbay({"captain.circle": ["face-burns", "streaming-eyes"]}, medicine=few)
    boat.play(*AID)
    missing = {"code": "no-medicine", "man": "captain.circle", "card": "face-burns", "lacks": ["bandage"]}
    assert boat.why("first_officer treat captain.circle:face-burns") == missing
    boat.give("first_officer treat captain.circle")
    assert treated(boat, "captain.circle") == [False, True], "what can be treated is"
    nothing = sickbay({"captain.circle": ["face-burns"]}, medicine=few)
    assert nothing.why("captain first_aid 2") == missing
    assert nothing.bar("captain", "first_aid") == "no-medicine"


def test_patients_named_later_find_what_those_before_them_left() -> None:
    few = {"tablets": 1, "ointment": 1, "bandage": 1, "injection": 0, "surgery": 0}
    boat = sickbay({"captain.circle": ["graze"], "captain.square": ["splinters"]}, medicine=few)
    boat.play(*AID)
    refused = boat.why("first_officer treat captain.square captain.circle")
    assert (refused["code"], refused["card"]) == ("no-medicine", "graze")
    assert boat.refused("first_officer treat captain.square captain.square") == "not-sick"
    boat.give("first_officer treat captain.square")
    assert medicine(boat)["bandage"] == 0
    assert boat.bar("captain", "first_aid") == "no-medicine"


def test_a_man_with_several_cards_may_be_treated_for_one() -> None:
    boat = sickbay({"captain.circle": ["graze", "streaming-eyes"]})
    boat.play(*AID)
    man = "treat captain.circle"
    assert boat.lines("first_officer", "treat") == [
        man,
        f"{man}:graze",
        f"{man}:graze captain.circle:streaming-eyes",
        f"{man}:streaming-eyes",
        f"{man}:streaming-eyes captain.circle:graze",
    ]
    boat.give("first_officer treat captain.circle:streaming-eyes")
    assert treated(boat, "captain.circle") == [False, True]


@allows("3.11d")
def test_a_card_without_tokens_is_discarded_with_its_medicines() -> None:
    boat = sickbay({"captain.circle": ["graze"]})
    boat.play(*AID, "first_officer treat captain.circle")
    assert "cured man=captain.circle card=graze" in told(boat.wait(4 * HOUR))
    assert medicine(boat)["bandage"] == 3
    assert boat.state.decks[-1][-1] == "graze"


@refuses("3.11d")
def test_a_card_with_a_token_left_stays_and_keeps_its_medicines() -> None:
    boat = sickbay({"captain.circle": ["concussion"]})
    boat.play(*AID, "first_officer treat captain.circle")
    assert told(boat.wait(4 * HOUR), "cured") == []
    assert boat.view()["reliefs"]["captain.circle"]["cards"][0]["treated"]


def test_medicines_on_the_card_of_a_man_who_dies_are_discarded() -> None:
    """UBT-5#12."""
    script = [{"at": "0:00:10", "do": "wound", "man": "captain.circle", "card": "splinters"}]
    men = {"captain.circle.1": {"treated": ["leg-wound"]}}
    boat = Boat(script, men=men, rules="kits=1")
    assert medicine(boat)["bandage"] == 3
    boat.wait(10_000)
    assert not boat.view()["men"]["captain.circle"]["alive"]
    assert medicine(boat)["bandage"] == 3
    boat.give("first_officer kit")
    assert medicine(boat)["bandage"] == 4


@allows("3.11e")
def test_a_kit_brings_all_discarded_medicines_back_but_those_on_cards() -> None:
    none = dict.fromkeys(("tablets", "ointment", "bandage", "injection", "surgery"), 0)
    boat = sickbay({}, rules="kits=2", medicine=none, men={"captain.circle.1": {"treated": ["graze"]}})
    assert boat.view()["kits"] == 2
    assert told(boat.give("first_officer kit")) == ["kit left=1"]
    assert medicine(boat) == {"tablets": 4, "ointment": 3, "bandage": 3, "injection": 3, "surgery": 2}
    assert boat.tracks() == (8, 11), "it is no order"
    assert Boat(kits=1).view()["kits"] == 1, "a file may count them"


@refuses("3.11e")
def test_a_single_mission_has_no_kit() -> None:
    boat = Boat()
    assert boat.why("first_officer kit") == {"code": "no-kit"}
    boat = Boat(rules="kits=1")
    boat.give("first_officer kit")
    assert boat.bar("first_officer", "kit") == "no-kit"


def test_the_order_says_who_lacks_what() -> None:
    assert Boat().why("captain first_aid 2") == {"code": "nobody-sick", "order": "first_aid"}
    boat = sickbay({"captain.circle": ["graze"]}, figures={"captain.circle": 5})
    facts = {"order": "first_aid", "room": 5, "symbol": "medic", "need": 1, "have": 1}
    assert boat.bar("captain", "first_aid") == "", "he could treat himself"
    tired = sickbay({}, men={"captain.circle.1": {"cards": ["graze"], "act": 2}}, figures={"captain.circle": 5})
    assert tired.why("captain first_aid 5") == {"code": "needs-men", **facts, "have": 0}
    assert tired.bar("captain", "first_aid") == "needs-men"
    assert boat.refused("captain first_aid 9") == "bad-argument"
    assert boat.why("captain first_aid 3") == {"code": "nobody-sick", "room": 3}


def test_the_first_officer_is_asked_and_the_order_waits_for_his_word() -> None:
    boat = sickbay({"captain.circle": ["graze"]}, rules="manning=auto")
    boat.give("captain first_aid 2")
    (prompt,) = boat.view("first_officer")["prompts"]
    assert prompt["verbs"] == ["assign", "treat"]
    assert boat.view()["pending"]["named"] == [MEDIC]
    assert boat.give("first_officer treat captain.circle")[-1].type == "done"
    assert boat.why("first_officer treat captain.circle") == {"code": "nothing-pending", "verb": "treat"}
    asked = sickbay({"captain.circle": ["graze"]})
    asked.give("captain first_aid 2")
    assert asked.why("first_officer treat captain.circle") == {"code": "too-few-men", "need": 1, "have": 0}


def test_a_patient_who_is_cured_by_death_leaves_nothing_to_treat() -> None:
    script = [{"at": "0:00:10", "do": "wound", "man": "captain.circle", "card": "splinters"}]
    men = {"captain.circle.1": {"cards": ["leg-wound"]}}
    boat = Boat(script, men=men, figures={"captain.circle": 2})
    boat.play(*AID)
    boat.wait(10_000)
    assert boat.why("first_officer treat captain.circle") == {"code": "nobody-sick", "room": 2}


@refuses("3.11c")
def test_an_order_whose_medicines_are_lost_meanwhile_says_what_is_missing() -> None:
    boat = sickbay({"captain.circle": ["graze"], "captain.square": ["concussion"]})
    boat.play(*AID)
    run(boat, {"op": "medicine", "random": 16}, card="theft-of-stores")
    missing = {"code": "no-medicine", "man": "captain.circle", "card": "graze", "lacks": ["bandage"]}
    assert boat.why("first_officer treat captain.circle") == missing
    assert boat.bar("first_officer", "treat") == "no-medicine"


def test_a_card_takes_a_random_medicine_out_of_the_box() -> None:
    boat = Boat()
    work = Working(boat.state, boat.state.now)
    lose_medicine(work, 3)
    assert sum(count for _, count in work.board.stores.medicine) == 13
    lose_medicine(work, 20)
    assert sum(count for _, count in work.board.stores.medicine) == 0
