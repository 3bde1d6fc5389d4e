"""STM-3.14: each open question has an option; the first case is our ruling, the second the other reading."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.steam import look
from klaxon.rules.steam.state import Hull
from tests.rules.steam.kit.boats import CLOSE, POST_CARD, Table, box, card, device, faults, gun

SCOPE = box(
    device("scope", {"op": "attack_bonus", "n": 1}, trigger="presence"),
    device("screw", {"op": "speed", "n": 1}, trigger="presence"),
    device("ward", {"op": "armour_bonus", "n": 1}, trigger="presence"),
    device("drain", {"op": "enemy_speed", "n": -1}, trigger="presence"),
    device("hook", {"op": "immovable"}, trigger="presence"),
    device("eye", {"op": "exhaust_enemy"}, trigger="presence"),
)


def manned(first_presence: str) -> Table:
    """The first round; all presence compartments of red are manned, blue has two engines."""
    cells = {"b1": "scope", "c1": "screw", "d1": "ward", "b2": "drain", "d2": "eye"}
    table = Table(cells, {}, cards=SCOPE, round=1, first_presence=first_presence)
    return table.men("red", c="b1", m1="c1", m2="d1", m3="b2", m4="d2")


@pytest.mark.rule("STM-3.14b", case="allows")
def test_in_the_first_round_presence_changes_speed_and_armour() -> None:
    table = manned("passive")
    board = table.board
    assert look.speed(board, 0) == 1
    assert look.armour(board, 0, "stern") == 1
    assert look.speed(board, 1) == 0
    assert look.passives(board, 0, "attack_bonus") == []
    assert table.refused("red.captain activate 4 exhaust=1") == "first-round"
    hook = Table({"b1": "hook"}, {}, cards=SCOPE, round=1, opening="round").men("red", m1="b1").turn("blue")
    hook.give("blue.captain manoeuvre red+1")
    assert hook.board.sector == (4, 3), "what holds the boat is neither"
    later = Table({"b1": "hook"}, {}, cards=SCOPE).men("red", m1="b1").turn("blue")
    assert later.refused("blue.captain manoeuvre red+1") == "immovable"


@pytest.mark.rule("STM-3.14b", case="refuses")
def test_or_everything_counts_or_nothing() -> None:
    board = manned("none").board
    assert (look.speed(board, 0), look.armour(board, 0, "stern"), look.speed(board, 1)) == (0, 0, 1)
    table = manned("all")
    assert [cell for cell, _ in look.passives(table.board, 0, "attack_bonus")] == [1]
    table.give("red.captain activate 4 exhaust=1")
    assert table.types() == ["used", "exhausted"]
    cards = box(device("eye", {"op": "exhaust_enemy"}, trigger="presence"), gun("cannon"))
    armed = Table({"b1": "eye", "d1": "cannon"}, {}, cards=cards, round=1, first_presence="all").men(
        "red", m1="b1", m2="d1"
    )
    assert {line.split()[1] for line in armed.orders("red.captain", "activate")} == {"1"}
    assert armed.refused("red.captain activate 2") == "first-round", "no activation, whatever presence may do"
    later = manned("none")
    later.edit().round = 2
    assert look.speed(later.board, 0) == 1


@pytest.mark.rule("STM-3.14c", case="allows")
def test_men_may_enter_a_compartment_with_an_enemy_in_it() -> None:
    table = Table().men("blue", m1="enemy b1").men("red", m2="a1")
    table.give("red.captain move 1 b1")
    table.give("red.captain activate 2 to=b1")
    assert table.at("red", "2") == "b1"


@pytest.mark.rule("STM-3.14c", case="refuses")
def test_or_they_may_not() -> None:
    table = Table(enter_occupied="no").men("blue", m1="enemy b1").men("red", m2="a1", m3="enemy a1")
    assert table.refused("red.captain move 1 b1") == "occupied"
    assert table.refused("red.captain activate 2 to=b1") == "not-nearer"
    assert table.refused("red.captain activate c step=before:b1") == "occupied"
    table.men("blue", m1="enemy b1", m2="b1")
    assert "move 3 b1" in table.orders("red.captain"), "on the enemy's boat it is not asked"
    table.give("red.captain activate 2")
    assert table.at("red", "2") == "b2"


@pytest.mark.rule("STM-3.14d", case="allows")
def test_the_mover_chooses_the_side_each_time() -> None:
    table = Table().lies(2, 3)
    assert table.orders("red.captain", "manoeuvre red+1") == [
        "manoeuvre red+1 side=port",
        "manoeuvre red+1 side=starboard",
    ]
    pushed = Table().lies(2, 3)
    pushed.give("red.captain manoeuvre blue-1 side=starboard")
    assert look.relation(pushed.board, 1) == ("port", "close")


@pytest.mark.rule("STM-3.14d", case="refuses")
@pytest.mark.parametrize(("heading", "side"), [("right", "port"), ("left", "starboard")])
def test_or_each_figure_stays_on_its_owners_side(heading: str, side: str) -> None:
    table = Table(side="fixed", heading=heading).lies(2, 3)
    assert table.refused("red.captain manoeuvre red+1 side=port") == "extra-argument"
    table.give("red.captain manoeuvre red+1")
    assert table.facts("position") == {"red": 3, "blue": 3, "side": side}


@pytest.mark.rule("STM-3.14e", case="allows")
def test_a_captain_may_leave_his_men_exhausted() -> None:
    table = Table().men("blue", tired="1")
    table.play("red.captain end", "blue.captain oxygen a1", "blue.captain rest")
    assert not table.boat("blue").ready & 0b10


@pytest.mark.rule("STM-3.14e", case="refuses")
def test_or_all_are_readied_by_themselves() -> None:
    table = Table(skip_ready="no").men("blue", tired="1")
    table.play("red.captain end", "blue.captain oxygen a1")
    assert table.boat("blue").ready == 0b11111
    assert table.refused("blue.captain rest") == "recovered"


DRILL = box(device("drill", {"op": "damage_direct", "n": 1, "cells": "any"}))


@pytest.mark.rule("STM-3.14f", case="allows")
def test_an_effect_spares_the_central_post() -> None:
    table = Table({"b1": "drill"}, {}, cards=DRILL).men("red", m1="b1")
    assert "activate 1 hit=c2" not in table.orders("red.captain")


@pytest.mark.rule("STM-3.14f", case="refuses")
def test_or_may_hit_it() -> None:
    table = Table({"b1": "drill"}, {}, cards=DRILL, hit_post="yes").men("red", m1="b1")
    table.give("red.captain activate 1 hit=c2")
    table.give("blue.captain damage c2 plain")
    assert table.points("blue", "c2") == (2, 0, 0)


def twins(**options: Any) -> Table:
    cards = box(device("twins", {"op": "enemy_speed", "n": -1}, types=["experimental"], trigger="reaction", x2=True))
    table = Table({"b1": "twins"}, {}, cards=cards, **options).turn("blue").men("red", m1="b1", m2="b1", tired="1")
    table.give("blue.captain manoeuvre blue+1")
    return table


@pytest.mark.rule("STM-3.14g", case="allows")
def test_a_pair_in_a_reaction_needs_two_ready_men() -> None:
    table = twins()
    assert table.orders("red.captain") == ["react 1", "react 2", "pass"]
    assert table.refused("red.captain react 2 1") == "tired-pair"
    section = box(
        gun("twins", targets=["astern close bow", "ahead close bow", "ahead close stern"], x2=True,
            types=["experimental"], trigger="reaction")
    )  # fmt: skip
    table = Table({"b1": "twins"}, {}, cards=section).turn("blue").men("red", m1="b1", m2="b1", tired="1")
    table.give("blue.captain manoeuvre blue+1")
    assert table.refused("red.captain react 2 1") == "tired-pair"
    assert table.refused("red.captain react 1 2") == "tired-pair"


@pytest.mark.rule("STM-3.14g", case="refuses")
def test_or_exhausted_ones_do_too() -> None:
    for pair in ("1 2", "2 1"):
        table = twins(tired_pair="yes").men("red", m1="b1", m2="b1", tired="12")
        table.give(f"red.captain react {pair}")
        assert table.boat("blue").drag == -2


def full_boats(markers: str) -> Table:
    """Two boats of cards with oxygen slots alone: 54 markers, but for one."""
    cells = [card(f"tank_{n}", hp_plain=0, hp_oxygen=3) for n in range(17)]
    tank = device("pump", {"op": "oxygen"}, hp_plain=0, hp_oxygen=3)
    table = Table({"b1": "pump"}, {}, cards=box(tank, *cells), markers=markers)
    return table.men("red", m1="b1").hurt("red", a1=(0, 2, 1))


@pytest.mark.rule("STM-3.14h", case="allows")
def test_markers_are_counted_not_taken_from_a_box() -> None:
    table = full_boats("unlimited")
    assert look.markers(table.board) == 53
    table.give("red.captain activate 1 oxygen=a1")


@pytest.mark.rule("STM-3.14h", case="refuses")
def test_or_an_empty_box_gives_no_oxygen() -> None:
    table = full_boats("box")
    assert table.refused("red.captain activate 1") == "nothing-to-do"
    table.hurt("red", a1=(0, 0, 3), e1=(0, 2, 1), d1=(0, 2, 1))
    assert look.markers(table.board) == 49
    table.hurt("blue", e1=(0, 1, 0)).hurt("red", e1=(0, 1, 0))
    assert look.markers(table.board) == 50, "damage counts: it is the other side of the same markers"
    assert table.refused("red.captain activate 1") == "nothing-to-do"
    table.hurt("red", e1=(0, 1, 1))
    assert look.markers(table.board) == 49
    table.give("red.captain activate 1 oxygen=a1")


@pytest.mark.rule("STM-3.14i", case="allows")
def test_the_operator_chooses_between_two_cells() -> None:
    table = Table().men("red", m1="a1")
    assert {line.split()[2] for line in table.orders("red.captain", "activate 1")} == {"to=b1", "to=b2"}


@pytest.mark.rule("STM-3.14i", case="refuses")
def test_or_keeps_to_his_row_where_he_can() -> None:
    table = Table(retreat="row").men("red", m1="a1", m2="a1")
    table.give("red.captain activate 1")
    assert table.at("red", "1") == "b1"
    table.give("blue.captain redirect")
    table.men("red", m1="c2", m2="a1").destroy("red", "b1").give("red.captain activate 2")
    assert table.at("red", "2") == "b2"


@pytest.mark.parametrize(("cell", "to"), [("a1", "b1"), ("e1", "d1"), ("a2", "b2"), ("e2", "d2")])
def test_a_row_is_kept_from_every_corner(cell: str, to: str) -> None:
    table = Table({cell: "cannon"}, {}, cards=box(gun("cannon")), retreat="row").men("red", m1=cell)
    table.give("red.captain activate 1")
    assert table.at("red", "1") == to


YARD = box(device("yard", {"op": "repair"}))


@pytest.mark.rule("STM-3.14j", case="allows")
def test_destroyed_compartments_cannot_be_repaired() -> None:
    table = Table({"b1": "yard"}, {}, cards=YARD).men("red", m1="b1").destroy("red", "a1").hurt("red", e1=(0, 1, 0))
    assert table.orders("red.captain", "activate 1") == ["activate 1 repair=e1:plain"]
    assert table.refused("red.captain activate 1 repair=a1:plain") == "destroyed"


@pytest.mark.rule("STM-3.14j", case="refuses")
def test_or_a_repair_brings_one_back() -> None:
    table = Table({"b1": "yard"}, {}, cards=YARD, mend_destroyed="yes").men("red", m1="b1").destroy("red", "a1")
    table.give("red.captain activate 1 repair=a1:oxygen")
    assert table.boat("red").gone == 0
    assert table.points("red", "a1") == (0, 0, 1)
    assert table.orders("red.captain", "move 2")
    both = Table({"b1": "yard"}, {}, cards=YARD, mend_destroyed="yes").men("red", m1="b1").destroy("red", "a1", "e1")
    both.give("red.captain activate 1 repair=e1:plain")
    assert [cell for cell in ("a1", "e1") if both.view("umpire")["boats"]["red"]["cells"][cell]["destroyed"]] == ["a1"]


def test_a_hull_begins_without_anything() -> None:
    assert Hull("right").copy() == Hull("right")
    assert len(CLOSE) == 4


@pytest.mark.rule("STM-3.6f", case="refuses")
def test_with_the_other_reading_nobody_activates_in_either_first_turn() -> None:
    table = Table(round=1, opening="round")
    assert table.refused("red.captain activate 1") == "first-round"
    table.play("red.captain end", "blue.captain oxygen a1")
    assert table.refused("blue.captain activate 1") == "first-round"


@pytest.mark.rule("STM-3.6f", case="allows")
def test_or_only_in_the_first_turn_of_the_game() -> None:
    table = Table(round=1)
    table.men("blue", m1="b1")
    assert table.refused("red.captain activate 1") == "first-round"
    table.give("red.captain manoeuvre red+1")
    assert table.board.window is None, "nor as a reaction"
    table.play("red.captain end", "blue.captain oxygen a1")
    assert table.board.round == 1
    table.give("blue.captain activate 2")
    assert table.types()[0] == "activated"


@pytest.mark.rule("STM-3.14b", case="allows")
def test_presence_counts_in_full_as_soon_as_compartments_are_used() -> None:
    for opening, bonuses in (("round", []), ("turn", [1])):
        table = Table({}, {"b1": "scope"}, cards=SCOPE, round=1, opening=opening).men("blue", m1="b1")
        table.play("red.captain end", "blue.captain oxygen a1")
        assert [cell for cell, _ in look.passives(table.board, 1, "attack_bonus")] == bonuses


@pytest.mark.rule("STM-3.6e", case="allows")
def test_or_a_man_whom_an_effect_readies_acts_again() -> None:
    mess = box(device("mess", {"op": "ready", "n": 1}))
    table = Table({"b1": "mess", "c1": "store_1"}, {}, cards=mess, act_again="yes").men("red", m1="b1")
    table.play("red.captain move 2 c1", "red.captain activate 1 ready=2", "red.captain move 2 c2")
    assert table.at("red", "2") == "c2"
    assert table.refused("red.captain move 2 c1") == "acted", "once more, not for ever"


@pytest.mark.rule("STM-5b", case="allows")
def test_a_file_may_allow_its_cards_more_points() -> None:
    text = box(post={**POST_CARD, "hp_plain": 4})
    assert [code for _, code in faults(text)] == ["cards-number"]
    stout = text.replace('"schema": 1', '"schema": 1, "most_points": 4')
    assert faults(stout) == []
    assert Table({}, {}, cards=stout).points("red", "c2") == (4, 0, 0)


@pytest.mark.rule("STM-5b", case="refuses")
def test_but_never_more_than_six_nor_more_than_it_says() -> None:
    five = box(post={**POST_CARD, "hp_plain": 3, "hp_oxygen": 2})
    assert [code for _, code in faults(five.replace('"schema": 1', '"schema": 1, "most_points": 4'))] == [
        "cards-points"
    ]
    assert [code for _, code in faults(box().replace('"schema": 1', '"schema": 1, "most_points": 7'))] == [
        "cards-number"
    ]
