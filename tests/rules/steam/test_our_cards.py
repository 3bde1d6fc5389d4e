"""STM-6: our cards."""

from __future__ import annotations

from functools import partial

import pytest

from klaxon.rules.steam import look
from klaxon.rules.steam.cards.cards import Deck
from klaxon.rules.steam.cards.check import read_deck
from tests.rules.steam.kit.boats import CROWN, SHIPPED, Table

ours = partial(Table, cards=SHIPPED)
"""A game with the cards as they are shipped."""


@pytest.mark.rule("STM-6a", case="allows")
@pytest.mark.parametrize(("name", "points", "oxygen"), [("crown", 26, 14), ("pact", 28, 11)])
def test_the_totals_of_the_sets(name: str, points: int, oxygen: int) -> None:
    deck = read_deck(SHIPPED)
    assert isinstance(deck, Deck)
    cards = [deck.cards[deck.index[each]] for each in deck.sets[name]]
    assert sum(card.hp_plain + card.hp_oxygen for card in cards) == points
    assert sum(card.hp_oxygen for card in cards) == oxygen


@pytest.mark.rule("STM-6a", case="refuses")
def test_the_sets_share_nothing_but_the_central_post() -> None:
    deck = read_deck(SHIPPED)
    assert isinstance(deck, Deck)
    assert set(deck.sets["crown"]) & set(deck.sets["pact"]) == {"central_post"}
    assert len(deck.cards) == 19


@pytest.mark.rule("STM-6b", case="allows")
def test_the_turbine_hall_gives_two_points_in_all() -> None:
    table = ours().men("red", c="c1", m1="c1", m2="a1", m3="a1", m4="a1")
    assert look.speed(table.board, 0) == 2


@pytest.mark.rule("STM-6b", case="refuses")
def test_with_an_enemy_inside_it_gives_one_and_empty_none() -> None:
    table = ours().men("red", c="c1", m1="c1", m2="a1", m3="a1", m4="a1").men("blue", m1="enemy c1")
    assert look.speed(table.board, 0) == 1
    table.men("red", c="a1", m1="a1")
    assert look.speed(table.board, 0) == 0


def chained() -> Table:
    """Blue has four points; red has two men at the chain."""
    return ours().men("red", m1="b2", m2="b2").men("blue", m1="c1", m2="d1").turn("blue")


@pytest.mark.rule("STM-6c", case="allows")
def test_uses_of_the_chain_add_up_and_touch_the_next_manoeuvre() -> None:
    table = chained()
    table.give("blue.captain manoeuvre blue+1")
    assert table.facts("manoeuvre")["points"] == 3
    table.play("red.captain react 1", "red.captain react 2")
    assert table.boat("blue").drag == -4
    table.play("blue.captain end", "red.captain oxygen a1", "red.captain ready", "red.captain end")
    table.give("blue.captain oxygen b1")
    assert table.refused("blue.captain manoeuvre blue+1") == "no-speed"


@pytest.mark.rule("STM-6c", case="refuses")
def test_a_manoeuvre_that_is_over_is_not_touched_and_the_chain_needs_a_close_enemy() -> None:
    table = chained()
    table.give("blue.captain manoeuvre blue+1")
    table.play("red.captain react 1", "red.captain pass")
    assert table.board.sector == (3, 4)
    table.play(
        "blue.captain end", "red.captain oxygen a1", "red.captain ready", "red.captain end", "blue.captain oxygen b1"
    )
    table.give("blue.captain manoeuvre blue-1 side=port")
    assert table.facts("manoeuvre")["points"] == 1
    assert table.boat("blue").drag == 0, "it touched one manoeuvre"
    far = chained().lies(1, 3)
    far.give("blue.captain manoeuvre blue+1")
    assert far.refused("red.captain react 1") == "not-due"


@pytest.mark.rule("STM-6d", case="allows")
def test_the_attacker_chooses_the_attack_that_the_observation_post_serves() -> None:
    table = ours().men("red", m1="b1", m2="a1", m3="a1")
    table.give("red.captain activate 2 to=b2")
    assert table.facts("attack")["power"] == 2
    table.play("blue.captain redirect", "red.captain activate 3 to=b2 bonus=b1")
    assert table.facts("attack")["power"] == 3


@pytest.mark.rule("STM-6d", case="refuses")
def test_once_a_turn_and_only_manned() -> None:
    table = ours().men("red", m1="b1", m2="a1", m3="a1")
    table.play("red.captain activate 2 to=b2 bonus=b1", "blue.captain redirect")
    assert table.refused("red.captain activate 3 to=b2 bonus=b1") == "no-bonus"
    empty = ours().men("red", m2="a1")
    assert empty.refused("red.captain activate 2 to=b2 bonus=b1") == "no-bonus"
    enemy = ours().men("red", m1="b1", m2="a1").men("blue", m1="enemy b1")
    assert enemy.refused("red.captain activate 2 to=b2 bonus=b1") == "no-bonus"


@pytest.mark.rule("STM-6e", case="allows")
def test_the_jet_rudder_goes_either_way_and_counts_as_moving() -> None:
    table = ours().men("red", m1="d1").lies(3, 4)
    table.give("red.captain activate 1 dir=ahead side=starboard")
    assert look.relation(table.board, 0) == ("starboard", "close")
    assert table.boat("red").moved
    assert not table.boat("red").manoeuvred
    table.give("red.captain manoeuvre red+1")
    assert table.board.sector == (5, 4)


def test_at_the_end_of_the_sea_the_one_way_of_the_jet_rudder_may_be_named() -> None:
    table = ours().men("red", m1="d1").lies(5, 3)
    assert table.orders("red.captain", "activate 1") == ["activate 1"]
    assert table.refused("red.captain activate 1 dir=ahead") == "off-sea"
    assert table.refused("red.captain activate 1 side=port") == "not-alongside"
    assert table.refused("red.captain activate 1 dir=sideways") == "extra-argument"
    table.give("red.captain activate 1 dir=astern")
    assert table.board.sector == (4, 3)
    other = ours().men("red", m1="d1").lies(1, 3)
    assert other.refused("red.captain activate 1 dir=astern") == "off-sea"
    other.give("red.captain activate 1 dir=ahead")
    assert other.board.sector == (2, 3)


@pytest.mark.rule("STM-6e", case="refuses")
def test_once_a_turn_and_with_a_side_where_they_meet() -> None:
    table = ours().men("red", m1="d1", m2="d1", m3="a2").lies(3, 4)
    assert table.refused("red.captain activate 1 dir=ahead") == "missing-argument"
    assert table.refused("red.captain activate 1") == "missing-argument"
    table.give("red.captain activate 1 dir=astern")
    assert table.refused("red.captain activate 2 dir=astern") == "used-up"


@pytest.mark.rule("STM-6f", case="allows")
def test_the_octopus_exhausts_a_ready_sailor() -> None:
    table = ours().men("red", m1="d2")
    table.give("red.captain activate 1 exhaust=4")
    assert table.boat("blue").ready == 0b01111


@pytest.mark.rule("STM-6f", case="refuses")
def test_never_the_captain_and_only_close() -> None:
    table = ours().men("red", m1="d2").men("blue", tired="12")
    assert table.refused("red.captain activate 1 exhaust=c") == "wrong-man"
    assert table.refused("red.captain activate 1 exhaust=1") == "not-ready"
    table.lies(2, 4).men("red", m2="e1")
    assert table.refused("red.captain activate 1 exhaust=3") == "no-legal-target"


@pytest.mark.rule("STM-6g", case="allows")
def test_the_grapnel_pulls_a_distant_enemy() -> None:
    table = ours().turn("red").men("blue", m1="b1").lies(1, 3)
    table.give("red.captain manoeuvre red+1")
    assert table.board.window is None, "close"
    table = ours().men("blue", m1="b1").lies(2, 3)
    table.give("red.captain manoeuvre red-1")
    table.give("blue.captain react 1")
    assert table.board.sector == (2, 3)
    assert not table.boat("red").moved or table.boat("red").manoeuvred


@pytest.mark.rule("STM-6g", case="refuses")
def test_not_a_close_one_nor_one_that_cannot_be_moved() -> None:
    table = ours({**CROWN, "c1": "daimler_block"}, {"b1": "grapnel_winch"}).men("blue", m1="b1", m2="a2").lies(1, 3)
    table.men("red", m1="c1")
    table.give("red.captain manoeuvre blue+1")
    assert table.board.window is None
    table.turn("blue").lies(2, 3)
    assert table.refused("blue.captain activate 1") == "no-legal-target"


@pytest.mark.rule("STM-6h", case="allows")
def test_the_engine_block_keeps_the_boat_where_it_is() -> None:
    table = ours().men("blue", m1="c1")
    assert table.refused("red.captain manoeuvre blue+1") == "immovable"
    table.give("red.captain manoeuvre red+1")


@pytest.mark.rule("STM-6h", case="refuses")
def test_not_empty_and_not_with_an_enemy_inside() -> None:
    ours().give("red.captain manoeuvre blue+1")
    table = ours().men("blue", m1="c1").men("red", m1="enemy c1")
    table.give("red.captain manoeuvre blue+1")
    assert table.board.sector == (3, 4)
