"""STM-3.9, STM-3.10 and STM-3.13: triggers, targets, windows and prompts."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Ms
from klaxon.rules.steam import look
from tests.rules.steam.kit.boats import CLOSE, FAR, GAME, Table, box, card, device, gun

REACT = {"types": ["experimental"], "trigger": "reaction"}
MESS = device("mess", {"op": "move_crew", "n": 1, "what": "sailor"}, trigger="presence")


@pytest.mark.rule("STM-3.9a", case="allows")
def test_presence_needs_a_man_ready_or_not_and_moves_nobody() -> None:
    table = Table({"b1": "mess"}, {}, cards=box(MESS)).men("red", m1="b1", m2="b1", tired="1")
    assert "activate 1 crew=3:d1" in table.orders("red.captain")
    table.give("red.captain activate 1 crew=3:d1")
    assert table.types() == ["used", "crew"]
    assert (table.at("red", "1"), table.at("red", "3")) == ("b1", "d1")
    assert table.boat("red").acted == 0
    assert table.boat("red").ready == 0b11101
    assert table.board.window is None


@pytest.mark.rule("STM-3.9a", case="refuses")
def test_once_a_turn_however_many_stand_there_and_no_window() -> None:
    cards = box(MESS, device("eel", {"op": "exhaust_enemy"}, **REACT))
    table = Table({"b1": "mess"}, {"b1": "eel"}, cards=cards).men("red", m1="b1", m2="b1").men("blue", m1="b1")
    table.give("red.captain activate 1 crew=3:d1")
    assert table.board.window is None, "the eel may not answer it"
    assert table.refused("red.captain activate 2 crew=3:c2") == "used-up"
    assert table.refused("red.captain activate 1 crew=3:c2") == "used-up"
    table.play("red.captain end", "blue.captain oxygen a1", "blue.captain end", "red.captain oxygen a1")
    table.give("red.captain activate 2 crew=3:c2")
    empty = Table({"b1": "mess"}, {}, cards=cards)
    assert not [line for line in empty.orders("red.captain") if "crew=" in line]


@pytest.mark.rule("STM-3.9b", case="allows")
def test_an_enemy_aboard_does_not_stop_passive_speed_and_armour() -> None:
    cards = box(device("hall", {"op": "speed", "n": 2}, types=["propulsion", "armoured"], trigger="presence"))
    table = Table({"b1": "hall"}, {}, cards=cards).men("red", c="b1", m1="e1", m2="e1", m3="e1", m4="e1")
    assert (look.speed(table.board, 0), look.armour(table.board, 0, "bow")) == (3, 1)
    table.men("blue", m1="enemy b1")
    assert (look.speed(table.board, 0), look.armour(table.board, 0, "bow")) == (1, 1)


@pytest.mark.rule("STM-3.9b", case="refuses")
def test_he_suspends_effects_and_counts_for_nothing_himself() -> None:
    table = Table({"b1": "mess"}, {}, cards=box(MESS, card("keel", types=["propulsion", "armoured"])))
    table.men("red", m1="b1").men("blue", m1="enemy b1")
    assert table.refused("red.captain activate 1 crew=3:d1") == "enemy-inside"
    keel = Table({"b1": "keel"}, {}, cards=box(card("keel", types=["propulsion", "armoured"])))
    keel.men("blue", m1="enemy b1")
    assert (look.speed(keel.board, 0), look.armour(keel.board, 0, "bow")) == (1, 0), "only own men count"


@pytest.mark.rule("STM-3.9c", case="allows")
def test_each_man_who_stood_there_at_the_start_may_activate_once() -> None:
    table = Table({"d1": "harvey_battery"}).lies(2, 4).men("red", m1="d1", m2="d1")
    table.play("red.captain activate 1", "blue.captain redirect")
    table.give("red.captain activate 2")
    assert table.boat("red").uses[3] == 2


@pytest.mark.rule("STM-3.9c", case="refuses")
def test_a_man_brought_there_in_this_turn_may_not() -> None:
    cards = box(MESS, gun("cannon"))
    table = Table({"b1": "mess", "d1": "cannon"}, {}, cards=cards).men("red", m1="b1")
    table.give("red.captain activate 1 crew=3:d1")
    assert table.refused("red.captain activate 3") == "not-at-start"
    table.play("red.captain end", "blue.captain oxygen a1", "blue.captain end", "red.captain oxygen a1")
    table.give("red.captain activate 3")
    twin = box(MESS, gun("twin", targets=["port close bow", "port close stern"], x2=True))
    pair = Table({"b1": "mess", "d1": "twin"}, {}, cards=twin).men("red", m1="b1", m2="d1")
    pair.give("red.captain activate 1 crew=3:d1")
    assert pair.refused("red.captain activate 2 3") == "not-at-start"


@pytest.mark.rule("STM-3.9d", case="allows")
def test_in_the_own_turn_an_experimental_compartment_is_activated() -> None:
    table = Table().men("red", m1="d2")
    table.give("red.captain activate 1 exhaust=3")
    assert table.types()[:3] == ["activated", "crew", "exhausted"]
    assert (table.at("red", "1"), table.boat("red").ready & 0b10) == ("c2", 0)
    assert not table.boat("blue").ready >> 3 & 1


@pytest.mark.rule("STM-3.9d", case="refuses")
def test_there_it_needs_a_ready_man_and_the_step() -> None:
    table = Table().men("red", m1="d2", tired="1")
    assert table.refused("red.captain activate 1 exhaust=3") == "exhausted"
    assert table.refused("red.captain react 1 exhaust=3") == "not-due"


def window() -> Table:
    """Blue manoeuvres away; red has a tired man at the chain and a ready one at the octopus."""
    table = Table().turn("blue").men("red", m1="b2", m2="d2", tired="1")
    table.give("blue.captain manoeuvre blue+1")
    return table


@pytest.mark.rule("STM-3.9e", case="allows")
def test_after_the_enemys_manoeuvre_men_react_ready_or_exhausted() -> None:
    table = window()
    assert table.orders("red.captain") == ["react 1", *(f"react 2 exhaust={man}" for man in "1234"), "pass"]
    table.give("red.captain react 1")
    assert table.facts("reacted") == {"boat": "red", "crew": ["1"], "cell": "b2", "card": "anti_propeller_chain"}
    assert table.boat("blue").drag == -2


def test_after_an_activation_the_window_opens_when_its_effect_is_resolved() -> None:
    table = Table().turn("blue").men("blue", m1="a1").men("red", m2="d2").lies(3, 3)
    table.give("blue.captain activate 1 to=b1")
    assert table.board.window is None, "the damage is not placed yet"
    assert table.refused("red.captain react 2 exhaust=2") == "not-due"
    table.give("red.captain redirect")
    assert table.facts("window") == {"boat": "red", "answers": "activation", "due": 8000}
    assert table.view("spectator")["window"] == {"boat": "red", "answers": "activation", "cell": "a1", "answered": []}
    table.give("red.captain react 2 exhaust=2")
    assert not table.boat("blue").ready >> 2 & 1


@pytest.mark.rule("STM-3.9e", case="refuses")
def test_no_reaction_at_any_other_time_or_from_any_other_compartment() -> None:
    table = window().men("red", m3="a1")
    assert table.refused("red.captain react 3") == "not-reaction"
    assert table.refused("red.captain react c") == "not-reaction"
    assert table.refused("red.captain activate 1") == "answer-first"
    table.give("red.captain pass")
    assert table.refused("red.captain react 1") == "not-due"
    table.give("blue.captain move 1 b1")
    assert table.refused("red.captain react 1") == "not-due", "a crew move is no such event"
    away = Table().turn("blue").men("red", m1="b2").lies(1, 3)
    away.give("blue.captain manoeuvre blue+1")
    assert away.board.window is None, "the chain needs a close enemy"
    inside = Table().turn("blue").men("red", m1="b2", m2="d2").men("blue", m1="enemy b2")
    inside.give("blue.captain manoeuvre blue+1")
    assert inside.refused("red.captain react 1") == "enemy-inside"


@pytest.mark.rule("STM-3.9f", case="allows")
def test_the_men_used_go_to_the_central_post_even_if_cut_off() -> None:
    table = Table({"a1": "anti_propeller_chain"}).turn("blue").men("red", m1="a1").destroy("red", "b1", "b2", "a2")
    table.give("blue.captain manoeuvre blue+1")
    table.give("red.captain react 1")
    assert table.at("red", "1") == "c2"
    assert not table.boat("red").ready & 0b10


@pytest.mark.rule("STM-3.9f", case="refuses")
def test_the_others_stay_and_nobody_chooses_a_cell() -> None:
    table = Table({"a1": "anti_propeller_chain"}).turn("blue").men("red", m1="a1", m2="a1")
    table.give("blue.captain manoeuvre blue+1")
    assert table.refused("red.captain react 1 to=b1") == "no-choice"
    table.give("red.captain react 1")
    assert table.at("red", "2") == "a1"
    assert table.boat("red").ready >> 2 & 1
    assert table.boat("red").acted == 0, "a reaction is no action of the own turn"


@pytest.mark.rule("STM-3.9g", case="allows")
def test_several_compartments_and_every_man_inside_may_answer_one_event() -> None:
    table = window().men("red", m1="b2", m3="b2", m2="d2")
    table.play("red.captain react 1", "red.captain react 2 exhaust=1", "red.captain react 3")
    assert table.boat("blue").drag == -4
    assert table.board.window is None, "nobody is left to answer"
    assert table.view("blue.captain")["prompts"] == []


@pytest.mark.rule("STM-3.9g", case="refuses")
def test_a_man_answers_an_event_once() -> None:
    post = card("central_post", types=["propulsion"], hp_plain=3, hp_oxygen=0)
    cards = box(device("eel", {"op": "exhaust_enemy"}, {"op": "move_crew"}, **REACT), post=post)
    table = Table({"b1": "eel"}, {}, cards=cards).turn("blue").men("red", m1="b1", m2="b1")
    table.give("blue.captain manoeuvre blue+1")
    table.give("red.captain react 1 exhaust=1 crew=1:b1")
    assert table.at("red", "1") == "b1", "the effect brought him back"
    assert table.refused("red.captain react 1 exhaust=2 crew=1:c2") == "answered"
    assert table.view("spectator")["window"]["answered"] == ["1"]


@pytest.mark.rule("STM-3.9h", case="allows")
def test_a_mark_1_is_counted_per_turn_of_either_player() -> None:
    table = Table().men("red", m2="d2", m3="d2")
    table.give("red.captain activate 2 exhaust=1")
    table.play("red.captain end", "blue.captain oxygen a1", "blue.captain ready", "blue.captain manoeuvre blue+1")
    table.give("red.captain react 3 exhaust=1")
    assert table.boat("red").uses[8] == 1


@pytest.mark.rule("STM-3.9h", case="refuses")
def test_not_twice_in_one_turn() -> None:
    table = Table().men("red", m2="d2", m3="d2")
    table.give("red.captain activate 2 exhaust=1")
    assert table.refused("red.captain activate 3 exhaust=2") == "used-up"
    react = window().men("red", m1="b2", m2="d2", m3="d2")
    react.give("red.captain react 2 exhaust=1")
    assert react.refused("red.captain react 3 exhaust=2") == "used-up"


@pytest.mark.rule("STM-3.9i", case="allows")
def test_two_ready_men_make_one_attack_of_double_power() -> None:
    table = Table().men("red", m1="a1", m2="a1")
    table.give("red.captain activate 1 2 to=b2")
    assert table.facts("attack")["power"] == 4
    assert table.boat("red").acted == 0b110
    assert not table.boat("red").ready & 0b110
    cards = box(device("twins", {"op": "exhaust_enemy"}, x2=True, **REACT))
    react = Table({"b1": "twins"}, {}, cards=cards).turn("blue").men("red", m1="b1", m2="b1")
    react.give("blue.captain manoeuvre blue+1")
    react.give("red.captain react 1 2 exhaust=1 exhaust=2")
    assert [react.at("red", man) for man in "12"] == ["c2", "c2"]


@pytest.mark.rule("STM-3.9i", case="refuses")
def test_a_pair_stands_together_ready_in_a_compartment_with_the_mark() -> None:
    table = Table().men("red", m1="a1", m2="a1", m3="b1", c="a1", tired="c")
    assert table.refused("red.captain activate 1 3 to=b2") == "not-together"
    assert table.refused("red.captain activate 1 c to=b2") == "exhausted"
    assert table.refused("red.captain activate 1 1 to=b2") == "same-man"
    assert table.refused("red.captain activate 1 2 4 to=b2") == "pair-only"
    assert table.refused("red.captain activate 1 x to=b2") == "bad-argument"
    single = Table().men("red", m1="d2", m2="d2")
    assert single.refused("red.captain activate 1 2") == "not-x2"
    assert single.refused("red.captain activate 1 2 exhaust=3") == "not-x2"


@pytest.mark.rule("STM-3.10a", case="allows")
def test_of_several_sections_that_match_the_attacker_names_one() -> None:
    cards = box(gun("howitzer", targets=["port close bow", "port close stern", "ahead close stern"]))
    table = Table({"b1": "howitzer"}, {}, cards=cards).men("red", m1="b1")
    assert table.orders("red.captain", "activate 1") == ["activate 1 section=bow", "activate 1 section=stern"]
    table.give("red.captain activate 1 section=stern")
    assert table.facts("attack")["section"] == "stern"
    one = Table({"b1": "howitzer"}, {}, cards=cards).men("red", m1="b1").lies(2, 3)
    assert one.orders("red.captain", "activate 1") == ["activate 1"]


@pytest.mark.rule("STM-3.10a", case="refuses")
def test_relation_and_range_must_both_match() -> None:
    cards = box(
        gun("howitzer", targets=["ahead distant bow", "astern close stern"]), device("kit", {"op": "immovable"})
    )
    table = Table({"b1": "howitzer", "d1": "kit"}, {}, cards=cards).men("red", m1="b1", m2="d1")
    for red, blue in ((2, 3), (4, 2), (3, 3)):
        assert table.lies(red, blue).refused("red.captain activate 1") == "no-legal-target"
    for red, blue in ((2, 4), (3, 2)):
        assert table.lies(red, blue).orders("red.captain", "activate 1") == ["activate 1"]
    assert table.lies(3, 2).refused("red.captain activate 1 section=bow") == "not-aimed"


NEEDS = [
    ("enemy_close", (2, 3), (2, 4)),
    ("enemy_distant", (2, 4), (2, 3)),
    ("enemy_alongside", (3, 3), (2, 3)),
]


@pytest.mark.rule("STM-3.10b", case="allows")
@pytest.mark.rule("STM-3.10b", case="refuses")
@pytest.mark.parametrize(("need", "met", "unmet"), NEEDS)
def test_extra_conditions_of_place(need: str, met: tuple[int, int], unmet: tuple[int, int]) -> None:
    cards = box(device("kit", {"op": "immovable"}, requires=[need]), device("other", {"op": "immovable"}))
    table = Table({"b1": "kit", "d1": "other"}, {}, cards=cards).men("red", m1="b1", m2="d1")
    assert table.lies(*unmet).refused("red.captain activate 1") == "requires"
    table.lies(*met).give("red.captain activate 1")


@pytest.mark.rule("STM-3.10b", case="allows")
@pytest.mark.rule("STM-3.10b", case="refuses")
@pytest.mark.parametrize(
    ("need", "before", "after"),
    [
        ("own_moved_this_turn", False, True),
        ("own_still_this_turn", True, False),
        ("enemy_moved_this_turn", False, False),
    ],
)
def test_extra_conditions_of_moving(need: str, before: bool, after: bool) -> None:
    table = Table({"b1": "kit"}, {}, cards=box(device("kit", {"op": "immovable"}, requires=[need]))).men("red", m1="b1")
    assert bool(table.orders("red.captain", "activate 1")) is before
    table.give("red.captain manoeuvre red+1")
    assert bool(table.orders("red.captain", "activate 1")) is after
    for me in (0, 1):
        board = table.edit()
        board.boats[me].moved, board.boats[1 - me].moved = True, False
        assert look.meets(table.board, me, "own_moved_this_turn")
        assert look.meets(table.board, 1 - me, "own_still_this_turn")
        assert look.meets(table.board, 1 - me, "enemy_moved_this_turn")
        assert not look.meets(table.board, me, "enemy_moved_this_turn")


@pytest.mark.rule("STM-3.13a", case="allows")
def test_damage_then_the_window_then_the_turn_goes_on() -> None:
    table = Table().turn("blue").men("blue", m1="a1").men("red", m2="d2", m1="b2")
    table.give("blue.captain activate 1 to=b1")
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.key, prompt.seat, prompt.verbs) == ("damage-2", "red.captain", ("redirect", "damage"))
    assert prompt.freezes == {"blue.captain"}
    table.give("red.captain redirect @damage-2")
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.key, prompt.seat, prompt.verbs) == ("window-3", "red.captain", ("react", "pass"))
    table.give("red.captain pass @window-3")
    assert GAME.prompts(table.state) == ()
    assert table.orders("blue.captain", "end") == ["end"]


@pytest.mark.rule("STM-3.13a", case="refuses")
def test_the_other_seat_waits() -> None:
    table = Table().turn("blue").men("blue", m1="a1").men("red", m2="d2")
    table.give("blue.captain activate 1 to=b1")
    assert table.refused("blue.captain end") == "waiting-for-defender"
    assert GAME.actors(table.state) == ("red.captain",)
    table.give("red.captain redirect")
    assert table.refused("blue.captain end") == "waiting-for-reaction"
    assert table.refused("red.captain redirect") == "not-due"


@pytest.mark.rule("STM-3.13b", case="allows")
def test_a_window_closes_by_itself_after_eight_seconds() -> None:
    table = window()
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.due, str(prompt.default)) == (8000, "red.captain pass")
    assert GAME.due(table.state) == 8000
    assert table.wait(7999) == []
    assert GAME.prompts(table.state) == (prompt,)
    assert [event.type for event in table.wait(8000)] == ["overdue", "passed"]
    assert table.board.window is None
    assert GAME.due(table.state) is None
    slow = Table(window="20").turn("blue").men("red", m1="b2")
    slow.give("blue.captain manoeuvre blue+1")
    assert GAME.due(slow.state) == 20_000


@pytest.mark.rule("STM-3.13b", case="refuses")
def test_no_window_for_a_boat_that_cannot_react() -> None:
    table = Table().turn("blue")
    table.give("blue.captain manoeuvre blue+1")
    assert table.types() == ["manoeuvre", "position"]
    assert GAME.prompts(table.state) == ()
    assert table.refused("red.captain pass") == "not-due"


def test_the_clock_of_a_window_starts_anew_after_a_reaction() -> None:
    table = window().men("red", m1="b2", m3="b2")
    table.wait(5000)
    table.give("red.captain react 1")
    assert GAME.due(table.state) == 13_000
    assert GAME.advance(table.state, Ms(5000)).state is table.state
    assert [event.type for event in table.wait(20_000)] == ["overdue", "passed"]
    assert GAME.now(table.state) == 20_000


@pytest.mark.rule("STM-3.13c", case="allows")
def test_a_reaction_may_be_an_attack_and_then_the_window_is_open_again() -> None:
    cards = box(gun("mortar", 2, **REACT), device("eel", {"op": "exhaust_enemy"}, **REACT))
    table = (
        Table({"b1": "mortar"}, {"b1": "eel"}, cards=cards)
        .turn("blue")
        .men("red", m1="b1", m2="b1")
        .men("blue", m1="b1")
    )
    table.give("blue.captain manoeuvre blue+1")
    table.give("red.captain react 1")
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.seat, prompt.verbs) == ("blue.captain", ("redirect", "damage"))
    assert table.refused("red.captain pass") == "not-due"
    table.give("blue.captain redirect")
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.seat, prompt.verbs) == ("red.captain", ("react", "pass"))


@pytest.mark.rule("STM-3.13c", case="refuses")
def test_the_active_boat_does_not_react_to_a_reaction() -> None:
    cards = box(gun("mortar", 2, **REACT), device("eel", {"op": "exhaust_enemy"}, **REACT))
    table = Table({"b1": "mortar"}, {"b1": "eel"}, cards=cards).turn("blue").men("red", m1="b1").men("blue", m1="b1")
    table.give("blue.captain manoeuvre blue+1")
    table.play("red.captain react 1", "blue.captain redirect")
    assert table.board.window is None
    assert table.refused("blue.captain react 1 exhaust=2") == "not-due"
    assert table.orders("blue.captain", "end") == ["end"]


@pytest.mark.rule("STM-3.13d", case="allows")
def test_an_answer_may_name_its_prompt() -> None:
    table = window()
    key = table.view("red.captain")["prompts"][0]["key"]
    table.give(f"red.captain pass @{key}")
    assert table.board.window is None


@pytest.mark.rule("STM-3.13d", case="refuses")
def test_a_late_pass_never_closes_the_next_window() -> None:
    table = window().men("red", m1="b2", m2="d2", m3="b2")
    key = table.view("red.captain")["prompts"][0]["key"]
    table.give("red.captain react 1")
    assert table.refused(f"red.captain pass @{key}") == "late"
    assert table.board.window is not None
    (now,) = GAME.prompts(table.state)
    assert now.key != key
    table.wait(now.due or 0)
    assert table.refused(f"red.captain pass @{now.key}") == "late", "the rule has answered it"
    assert table.refused(f"red.captain pass @{key}") == "late"
    table.give("blue.captain activate 1")
    table.give("red.captain redirect")
    assert table.board.window is not None
    assert table.refused(f"red.captain pass @{now.key}") == "late"
    assert table.board.window is not None, "it is still open"


def test_far_and_close_cover_all_relations() -> None:
    assert len({target.rpartition(" ")[0] for target in (*CLOSE, *FAR)}) == 6
