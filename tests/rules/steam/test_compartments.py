"""STM-3.3 to STM-3.5: compartments, sections, the sea."""

from __future__ import annotations

import pytest

from klaxon.rules.steam import look
from klaxon.rules.steam.grid import NAMES, NEARER, SECTION_CELLS, cells_in
from tests.rules.steam.kit.boats import CLOSE, Table, box, card, device, gun


def names(mask: int) -> str:
    return " ".join(NAMES[cell] for cell in cells_in(mask))


@pytest.mark.rule("STM-3.3a", case="allows")
def test_a_card_may_have_more_than_one_nature() -> None:
    cards = box(card("keel", types=["propulsion", "armoured"]))
    table = Table({"a1": "keel"}, {"a1": "keel"}, cards=cards)
    table.men("red", c="c2", m1="a1", m2="a1", m3="e1", m4="e1")
    assert look.speed(table.board, 0) == 2, "the keel, and the Central Post: it is a propulsion compartment"
    assert look.armour(table.board, 0, "bow") == 1
    table.give("red.captain activate c")
    assert table.facts("attack")["power"] == 1, "the Central Post is a combat compartment too"


@pytest.mark.rule("STM-3.3a", case="refuses")
def test_a_standard_compartment_adds_neither_speed_nor_armour_nor_answers() -> None:
    table = Table().men("red", c="a1", m1="b1", m2="e1", m3="e2", m4="e2")
    assert look.speed(table.board, 0) == 0
    assert look.armour(table.board, 0, "port") == 0
    assert table.refused("red.captain manoeuvre red+1") == "no-speed"
    table.turn("blue").give("blue.captain manoeuvre blue+1")
    assert table.orders("red.captain") == [], "none of them stands in an experimental compartment"


@pytest.mark.rule("STM-3.3b", case="allows")
def test_every_other_compartment_may_be_the_target_of_an_action() -> None:
    cards = box(device("drill", {"op": "damage_direct", "n": 1, "cells": "any"}))
    table = Table({"b1": "drill"}, {}, cards=cards).men("red", m1="b1")
    hits = [line.rpartition("=")[2] for line in table.orders("red.captain", "activate 1")]
    assert hits == [name for name in NAMES if name != "c2"]


@pytest.mark.rule("STM-3.3b", case="refuses")
@pytest.mark.parametrize(
    ("op", "token"),
    [
        ({"op": "damage_direct", "n": 1, "cells": "port"}, "hit=c2"),
        ({"op": "repair"}, "repair=c2:plain"),
        ({"op": "oxygen"}, "oxygen=c2"),
        ({"op": "board"}, "board=2:c2"),
    ],
)
def test_the_central_post_is_never_a_target(op: dict[str, object], token: str) -> None:
    post = gun("central_post", 1, types=["propulsion"], hp_plain=2, hp_oxygen=1)
    table = Table({"b1": "drill"}, {}, cards=box(device("drill", op), post=post)).men("red", m1="b1")
    table.hurt("red", c2=(1, 0, 1), a1=(0, 0, 1))
    assert table.orders("red.captain", "activate 1")
    assert not [line for line in table.orders("red.captain", "activate 1") if token in line]
    assert table.refused(f"red.captain activate 1 {token}") == "post"


@pytest.mark.rule("STM-3.3c", case="refuses")
def test_a_destroyed_compartment_is_shut_and_does_nothing() -> None:
    table = Table().men("red", m1="b1", m2="a1").destroy("red", "a1", "c1", "a2").men("red", m2="b1")
    assert table.refused("red.captain move 1 a1") == "destroyed"
    assert table.refused("red.captain move 1 c1") == "destroyed"
    assert table.orders("red.captain", "move 1") == ["move 1 b2", "move 1 c2"]
    assert look.speed(table.board, 0) == 1


def test_a_compartment_that_falls_kills_friend_and_enemy_alike() -> None:
    table = Table().men("red", m1="a1", m2="enemy b1").men("blue", m1="b1", m2="b2").hurt("blue", b1=(1, 0, 0))
    table.give("red.captain activate 1 to=b2")
    table.play("blue.captain damage b1 plain", "blue.captain damage a1 plain")
    assert [table.at("blue", "1"), table.at("red", "2"), table.at("blue", "2")] == ["dead", "dead", "b2"]
    assert not table.boat("red").ready >> 2 & 1


@pytest.mark.rule("STM-3.3d", case="allows")
def test_a_card_that_says_may_can_be_used_without_its_effect() -> None:
    cards = box(device("fan", {"op": "repair"}, optional=True))
    table = Table({"b1": "fan"}, {}, cards=cards).men("red", m1="b1").hurt("red", a1=(0, 1, 0))
    assert table.orders("red.captain", "activate 1") == ["activate 1 effect=no", "activate 1 repair=a1:plain"]
    table.give("red.captain activate 1 effect=no")
    assert table.points("red", "a1") == (0, 1, 0)
    assert table.at("red", "1") == "c2"


@pytest.mark.rule("STM-3.3d", case="refuses")
def test_otherwise_the_effect_must_be_applied() -> None:
    cards = box(device("yard", {"op": "repair"}))
    table = Table({"b1": "yard"}, {}, cards=cards).men("red", m1="b1")
    assert table.refused("red.captain activate 1") == "nothing-to-do"
    table.hurt("red", a1=(0, 1, 0))
    assert table.refused("red.captain activate 1") == "missing-argument"
    assert table.refused("red.captain activate 1 effect=no") == "bad-argument"
    may = Table({"b1": "fan"}, {}, cards=box(device("fan", {"op": "repair"}, optional=True))).men("red", m1="b1")
    assert may.orders("red.captain", "activate 1") == ["activate 1"], "a card that says may needs nothing to do"


@pytest.mark.rule("STM-3.4a", case="allows")
def test_bow_and_stern_are_two_columns_port_and_starboard_a_row() -> None:
    sections = SECTION_CELLS["right"]
    assert names(sections["bow"]) == "a1 b1 a2 b2"
    assert names(sections["stern"]) == "d1 e1 d2 e2"
    assert names(sections["port"]) == "a1 b1 c1 d1 e1"
    assert names(sections["starboard"]) == "a2 b2 c2 d2 e2"


@pytest.mark.rule("STM-3.4a", case="refuses")
def test_the_middle_column_is_in_neither_bow_nor_stern() -> None:
    for heading in ("right", "left"):
        assert not {"c1", "c2"} & set(names(SECTION_CELLS[heading]["bow"] | SECTION_CELLS[heading]["stern"]).split())
    table = Table().lies(2, 4).men("red", m1="e1")
    table.give("red.captain activate 1 to=d1")
    assert table.refused("blue.captain damage c1 plain") == "other-section"


@pytest.mark.rule("STM-3.4b", case="allows")
@pytest.mark.parametrize(("heading", "row"), [("right", "1"), ("left", "2")])
def test_which_row_is_hit_follows_the_heading(heading: str, row: str) -> None:
    """Blue's starboard side is hit: its far row when it heads left, its near row when it heads right."""
    table = Table(heading=heading).lies(3, 3).men("red", m1="a1")
    table.give("red.captain activate 1 to=b2")
    assert table.facts("attack")["section"] == "starboard"
    cells = {line.split()[1] for line in table.orders("blue.captain", "damage")}
    assert cells == {f"{column}{row}" for column in "abcde"} - {"c2"}


@pytest.mark.rule("STM-3.4b", case="refuses")
def test_the_row_of_the_other_side_takes_none_of_it() -> None:
    table = Table().men("red", m1="a1")
    table.give("red.captain activate 1 to=b2")
    assert table.refused("blue.captain damage a2 plain") == "other-section"


@pytest.mark.rule("STM-3.5a", case="allows")
@pytest.mark.parametrize(("blue", "far"), [(1, "distant"), (2, "close"), (3, "close"), (4, "close"), (5, "distant")])
def test_neighbouring_sectors_are_close(blue: int, far: str) -> None:
    table = Table().lies(3, blue)
    assert look.relation(table.board, 0)[1] == far
    assert look.relation(table.board, 1)[1] == far


@pytest.mark.rule("STM-3.5a", case="refuses")
def test_what_is_close_is_not_distant() -> None:
    table = Table().lies(3, 4).men("red", m1="e1")
    assert table.refused("red.captain activate 1 to=d1") == "no-legal-target"
    table.lies(2, 4)
    assert table.refused("red.captain activate 2") == "no-legal-target", "the Central Post fires at close range"


@pytest.mark.rule("STM-3.5b", case="allows")
@pytest.mark.parametrize(
    ("heading", "red", "blue", "side", "seen"),
    [
        ("right", 2, 4, "", ("ahead", "astern")),
        ("right", 4, 2, "", ("astern", "ahead")),
        ("left", 2, 4, "", ("astern", "ahead")),
        ("left", 4, 3, "", ("ahead", "astern")),
        ("right", 3, 3, "port", ("port", "starboard")),
        ("right", 3, 3, "starboard", ("starboard", "port")),
    ],
)
def test_where_the_enemy_lies_as_each_boat_sees_it(
    heading: str, red: int, blue: int, side: str, seen: tuple[str, str]
) -> None:
    table = Table(heading=heading).lies(red, blue, side)
    assert tuple(look.relation(table.board, me)[0] for me in (0, 1)) == seen


@pytest.mark.rule("STM-3.5b", case="refuses")
def test_an_enemy_ahead_is_not_astern() -> None:
    table = Table().lies(2, 4).men("red", m1="e2")
    assert table.refused("red.captain activate 1 to=d2") == "no-legal-target", "the dart rack fires astern"
    table.lies(4, 2)
    assert table.orders("red.captain", "activate 1") == ["activate 1 to=d1", "activate 1 to=d2"]


@pytest.mark.rule("STM-3.5c", case="allows")
@pytest.mark.parametrize(
    ("red", "blue", "side", "section"),
    [(2, 3, "", "stern"), (3, 2, "", "bow"), (3, 3, "port", "starboard"), (3, 3, "starboard", "port")],
)
def test_the_section_hit_is_the_one_on_the_card(red: int, blue: int, side: str, section: str) -> None:
    table = Table().lies(red, blue, side)
    table.give("red.captain activate 1")
    assert table.facts("attack")["section"] == section


@pytest.mark.rule("STM-3.5c", case="refuses")
def test_geometry_does_not_overrule_the_card() -> None:
    cards = box(gun("odd_gun", 2, targets=["port close bow", *CLOSE[:2]]))
    table = Table({"b1": "odd_gun"}, {}, cards=cards).men("red", m1="b1")
    table.give("red.captain activate 1")
    assert table.facts("attack")["section"] == "bow"


def test_every_cell_of_the_middle_columns_leads_into_the_central_post() -> None:
    assert {NAMES[cell]: " ".join(NAMES[near] for near in NEARER[cell]) for cell in range(10)} == {
        **dict.fromkeys(("a1", "a2"), "b1 b2"),
        **dict.fromkeys(("e1", "e2"), "d1 d2"),
        **dict.fromkeys(("b1", "c1", "d1", "b2", "d2"), "c2"),
        "c2": "",
    }
