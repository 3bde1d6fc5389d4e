"""STM-3.11 and STM-3.12: the attack, damage, the ends."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.steam import look
from klaxon.rules.steam.state import Blow
from tests.rules.steam.kit.boats import CLOSE, GAME, Table, box, card, device, gun, set_up

CANNON = gun("cannon", 3)
PLATE = card("plate", types=["armoured"])


def duel(power: int = 3, **keys: object) -> Table:
    """Red fires a gun from b1; blue's starboard side, its far row, is hit."""
    cards = box(gun("cannon", power, **keys), PLATE, card("keep", hp_plain=2, hp_oxygen=1))
    return Table({"b1": "cannon"}, {"a1": "plate", "d1": "keep"}, cards=cards).men("red", m1="b1", m2="b1")


@pytest.mark.rule("STM-3.11a", case="allows")
@pytest.mark.parametrize(("men", "power"), [("1", 2), ("1 2", 4)])
def test_power_is_the_symbols_twice_for_a_pair_and_bonuses(men: str, power: int) -> None:
    table = duel(2, x2=True)
    table.edit().boats[0].edge = ((2, 1),)
    table.give(f"red.captain activate {men}")
    assert table.facts("attack")["power"] == power + 2


@pytest.mark.rule("STM-3.11a", case="refuses")
def test_two_men_one_after_the_other_make_two_attacks() -> None:
    table = duel(2, x2=True)
    table.give("red.captain activate 1")
    assert table.facts("attack")["power"] == 2
    table.play("blue.captain redirect", "red.captain activate 2")
    assert table.facts("attack")["power"] == 2


@pytest.mark.rule("STM-3.11b", case="refuses")
@pytest.mark.parametrize(
    ("places", "armour"),
    [
        ({"m1": "a1"}, 1),
        ({"m1": "a1", "m2": "a1", "tired": "12"}, 1),
        ({}, 0),
        ({"m1": "d1"}, 0),
    ],
)
def test_armour_counts_manned_armoured_compartments_of_the_section(places: dict[str, str], armour: int) -> None:
    table = duel().men("blue", **places)
    table.give("red.captain activate 1")
    assert table.facts("attack")["armour"] == armour
    assert table.facts("attack")["damage"] == 3 - armour


def test_a_compartment_counts_for_two_sections_and_not_for_the_others() -> None:
    table = duel().men("blue", m1="a1")
    assert {name: look.armour(table.board, 1, name) for name in ("bow", "starboard", "stern", "port")} == {
        "bow": 1,
        "starboard": 1,
        "stern": 0,
        "port": 0,
    }
    table.destroy("blue", "a1").men("blue", m1="dead")
    assert look.armour(table.board, 1, "bow") == 0


DRILL = device("drill", {"op": "damage_direct", "n": 2, "cells": "any"})


@pytest.mark.rule("STM-3.11c", case="allows")
def test_damage_that_is_no_attack_goes_past_the_armour() -> None:
    table = Table({"b1": "drill"}, {"a1": "plate"}, cards=box(DRILL, PLATE)).men("red", m1="b1").men("blue", m1="a1")
    table.give("red.captain activate 1 hit=a1")
    assert table.orders("blue.captain") == ["damage a1 plain", "damage a1 oxygen"]
    table.play("blue.captain damage a1 plain", "blue.captain damage a1 oxygen")
    assert table.at("blue", "1") == "dead"


@pytest.mark.rule("STM-3.11c", case="refuses")
def test_and_cannot_be_redirected() -> None:
    table = Table({"b1": "drill"}, {}, cards=box(DRILL)).men("red", m1="b1").hurt("blue", a1=(1, 0, 0))
    table.give("red.captain activate 1 hit=a1")
    assert table.refused("blue.captain redirect") == "marker-placed"
    assert table.refused("blue.captain damage b1 plain") == "one-cell"
    table.give("blue.captain damage a1 plain")
    assert table.types() == ["damage", "destroyed"], "what it cannot take is lost"
    assert table.points("blue", "c2") == (3, 0, 0)
    assert GAME.prompts(table.state) == ()


def test_direct_damage_of_either_boat_stays_on_its_compartment_and_makes_way_for_what_follows() -> None:
    op = {"op": "damage_direct", "n": 3, "cells": "any"}
    cards = box(gun("drill", 1, effect=[op, {"op": "attack"}]))
    table = Table({}, {"b1": "drill"}, cards=cards).turn("blue").men("blue", m1="b1")
    table.give("blue.captain activate 1 hit=d1")
    assert list(table.board.blows) == [Blow(0, 3, 0b1000, 3, attack=False), Blow(0, 1, 0b11111)]
    table.give("red.captain damage d1 oxygen")
    assert table.board.blows[0] == Blow(0, 2, 0b1000, 3, attack=False, fresh=False)
    assert table.orders("red.captain") == ["damage d1 plain"]
    table.give("red.captain damage d1 plain")
    assert list(table.board.blows) == [Blow(0, 1, 0b11111)], "the last marker found no place; the attack comes next"
    assert {line.split()[1] for line in table.orders("red.captain", "damage")} == {"a1", "b1", "c1", "e1"}


@pytest.mark.rule("STM-3.11d", case="refuses")
def test_a_redirect_costs_one_marker_whatever_the_damage_and_comes_first() -> None:
    table = duel(6)
    table.give("red.captain activate 1")
    table.give("blue.captain damage d1 plain")
    assert table.refused("blue.captain redirect") == "marker-placed"
    whole = duel(6)
    whole.play("red.captain activate 1", "blue.captain redirect")
    assert whole.points("blue", "c2") == (2, 0, 0)
    assert whole.facts("redirected") == {"boat": "blue", "forced": False, "damage": 6}
    assert whole.refused("blue.captain redirect") == "not-due"


def test_a_redirect_takes_the_plain_points_of_a_central_post_first() -> None:
    post = gun("central_post", 1, types=["propulsion"], hp_plain=1, hp_oxygen=2)
    table = Table({"b1": "cannon"}, {}, cards=box(CANNON, post=post)).men("red", m1="b1", m2="b1")
    table.play("red.captain activate 1", "blue.captain redirect")
    assert table.points("blue", "c2") == (0, 2, 0)
    table.play("red.captain activate 2", "blue.captain redirect")
    assert table.points("blue", "c2") == (0, 1, 0)
    assert table.facts("damage") == {"boat": "blue", "cell": "c2", "slot": "oxygen", "oxygen_lost": True}


@pytest.mark.rule("STM-3.11e", case="allows")
def test_what_armour_stops_asks_for_nothing() -> None:
    table = duel(1).men("blue", m1="a1")
    table.give("red.captain activate 1")
    assert table.facts("attack") == {"boat": "red", "section": "starboard", "power": 1, "armour": 1, "damage": 0}
    assert GAME.prompts(table.state) == ()
    assert table.orders("red.captain", "end") == ["end"]


@pytest.mark.rule("STM-3.11e", case="refuses")
def test_and_cannot_be_redirected_to_spare_a_compartment() -> None:
    table = duel(1).men("blue", m1="a1")
    table.give("red.captain activate 1")
    assert table.refused("blue.captain redirect") == "not-due"
    assert table.refused("blue.captain damage a1 plain") == "not-due"


@pytest.mark.rule("STM-3.11f", case="allows")
def test_the_rest_goes_on_to_the_next_compartment_when_one_is_destroyed() -> None:
    table = duel(4)
    table.give("red.captain activate 1")
    assert len(table.orders("blue.captain", "damage")) == 10
    table.give("blue.captain damage a1 plain")
    assert table.orders("blue.captain") == ["damage a1 oxygen"]
    table.give("blue.captain damage a1 oxygen")
    assert table.types() == ["damage", "destroyed"]
    assert {line.split()[1] for line in table.orders("blue.captain")} == {"b1", "c1", "d1", "e1"}
    table.play("blue.captain damage d1 plain", "blue.captain damage d1 plain")
    assert table.points("blue", "d1") == (0, 1, 0)
    assert GAME.prompts(table.state) == ()


@pytest.mark.rule("STM-3.11f", case="refuses")
def test_damage_is_not_spread() -> None:
    table = duel(4)
    table.give("red.captain activate 1")
    assert table.refused("blue.captain damage a2 plain") == "other-section"
    assert table.refused("blue.captain damage zz plain") == "bad-argument"
    assert table.refused("blue.captain damage a1") == "missing-argument"
    assert table.refused("blue.captain damage a1 metal") == "bad-argument"
    table.give("blue.captain damage d1 plain")
    assert table.refused("blue.captain damage a1 plain") == "one-cell"
    table.play("blue.captain damage d1 plain", "blue.captain damage d1 oxygen")
    assert table.refused("blue.captain damage d1 plain") == "destroyed"


@pytest.mark.rule("STM-3.11g", case="allows")
def test_the_central_post_lies_in_a_row_but_takes_no_damage_of_it() -> None:
    table = duel().lies(3, 3, "starboard")
    table.give("red.captain activate 1")
    assert table.facts("attack")["section"] == "port", "blue's near row, with the Central Post"
    assert {line.split()[1] for line in table.orders("blue.captain", "damage")} == {"a2", "b2", "d2", "e2"}


@pytest.mark.rule("STM-3.11g", case="refuses")
def test_it_cannot_be_chosen() -> None:
    table = duel().lies(3, 3, "starboard")
    table.give("red.captain activate 1")
    assert table.refused("blue.captain damage c2 plain") == "post"


@pytest.mark.rule("STM-3.11h", case="refuses")
def test_a_section_that_is_gone_leaves_no_choice_and_costs_one_marker() -> None:
    table = duel(6).destroy("blue", "a1", "b1", "c1", "d1", "e1")
    table.give("red.captain activate 1")
    assert table.types()[-3:] == ["attack", "redirected", "damage"]
    assert table.points("blue", "c2") == (2, 0, 0)
    assert GAME.prompts(table.state) == ()
    assert table.refused("blue.captain damage a2 plain") == "not-due"


@pytest.mark.rule("STM-3.11i", case="allows")
def test_each_marker_goes_on_a_plain_point_or_an_oxygen_slot() -> None:
    table = duel(2).hurt("blue", d1=(1, 1, 1))
    table.give("red.captain activate 1")
    table.give("blue.captain damage d1 oxygen")
    assert table.points("blue", "d1") == (1, 1, 0), "an empty slot first"
    assert table.facts("damage") == {"boat": "blue", "cell": "d1", "slot": "oxygen", "oxygen_lost": False}
    table.give("blue.captain damage d1 oxygen")
    assert table.points("blue", "d1") == (1, 0, 0)
    assert table.facts("damage")["oxygen_lost"] is True


@pytest.mark.rule("STM-3.11i", case="allows")
def test_an_empty_slot_is_a_hit_point_as_well() -> None:
    table = duel(1).hurt("blue", d1=(2, 0, 1))
    table.play("red.captain activate 1", "blue.captain damage d1 plain")
    assert table.types() == ["damage"]
    assert table.points("blue", "d1") == (1, 0, 1)


def test_who_is_asked_where_damage_goes_may_redirect_only_the_first_marker_of_an_attack() -> None:
    def verbs(table: Table) -> tuple[str, ...]:
        (prompt,) = GAME.prompts(table.state)
        assert table.view("blue.captain")["prompts"] == [{"key": prompt.key, "verbs": list(prompt.verbs)}]
        return prompt.verbs

    table = duel(2)
    table.give("red.captain activate 1")
    assert verbs(table) == ("redirect", "damage")
    table.give("blue.captain damage d1 plain")
    assert verbs(table) == ("damage",)
    kit = device("kit", {"op": "damage_direct", "n": 1, "cells": "bow"})
    direct = Table({"b1": "kit"}, {}, cards=box(kit)).men("red", m1="b1")
    direct.give("red.captain activate 1 hit=a1")
    assert verbs(direct) == ("damage",)


@pytest.mark.rule("STM-3.11i", case="refuses")
def test_only_points_that_are_left() -> None:
    table = duel(2).hurt("blue", d1=(0, 1, 1), a1=(1, 0, 0))
    table.give("red.captain activate 1")
    assert table.refused("blue.captain damage d1 plain") == "no-slot"
    assert table.refused("blue.captain damage a1 oxygen") == "no-slot"


@pytest.mark.rule("STM-3.11j", case="allows")
def test_the_rule_answers_for_an_absent_defender() -> None:
    table = duel(4).men("blue", m1="d1")
    table.give("red.captain activate 1")
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.due, str(prompt.default)) == (60_000, "blue.captain damage a1 plain")
    assert table.wait(59_999) == []
    assert [event.type for event in table.wait(60_000)] == ["overdue", "damage"]
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.due, str(prompt.default)) == (120_000, "blue.captain damage a1 oxygen")
    table.wait(240_000)
    assert GAME.prompts(table.state) == ()
    assert table.boat("blue").gone == 0b11, "a1 and b1, not d1: it is manned"
    assert table.orders("red.captain", "end") == ["end"]


@pytest.mark.rule("STM-3.11j", case="refuses")
def test_not_before_its_time_and_an_answer_stops_the_clock() -> None:
    cards = box(gun("cannon", 2), card("keep", hp_plain=2, hp_oxygen=1))
    table = Table({"b1": "cannon"}, {"d1": "keep"}, cards=cards, patience="10").men("red", m1="b1")
    table.give("red.captain activate 1")
    assert GAME.due(table.state) == 10_000
    (prompt,) = GAME.prompts(table.state)
    assert str(prompt.default) == "blue.captain damage d1 plain", "most points first"
    table.wait(9_000)
    table.give("blue.captain redirect")
    assert GAME.due(table.state) is None
    assert table.wait(90_000) == []
    spared = duel(4).men("red", m2="enemy d1")
    spared.give("red.captain activate 1")
    assert str(GAME.prompts(spared.state)[0].default) == "blue.captain damage a1 plain", "an enemy's man is a man"
    corner = duel(4).men("red", m2="enemy a1").hurt("blue", d1=(1, 0, 0))
    corner.give("red.captain activate 1")
    assert str(GAME.prompts(corner.state)[0].default) == "blue.captain damage b1 plain"
    manned = duel(4).men("blue", c="a1", m1="b1", m2="c1", m3="d1", m4="e1").men("red", m2="enemy d1")
    manned.give("red.captain activate 1")
    assert str(GAME.prompts(manned.state)[0].default) == "blue.captain damage d1 plain"


@pytest.mark.rule("STM-3.12a", case="allows")
def test_a_boat_with_one_point_left_in_its_central_post_goes_on() -> None:
    table = duel().hurt("blue", c2=(2, 0, 0))
    table.play("red.captain activate 1", "blue.captain redirect")
    assert GAME.outcome(table.state) is None


@pytest.mark.rule("STM-3.12a", case="refuses")
def test_a_game_that_ends_by_force_waits_for_nothing_and_stays_ended() -> None:
    table = duel(6).destroy("blue", "a1", "b1", "c1", "d1", "e1").hurt("blue", c2=(1, 0, 0))
    table.give("red.captain activate 1")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (GAME.prompts(table.state), GAME.actors(table.state), GAME.due(table.state)) == ((), (), None)
    assert GAME.outcome(GAME.rekey(table.state, "undo-1")) == outcome
    again = GAME.decode(GAME.encode(table.state))
    assert (again, GAME.outcome(again)) == (table.state, outcome)


@pytest.mark.rule("STM-3.12a", case="refuses")
def test_a_destroyed_central_post_loses() -> None:
    table = duel().hurt("blue", c2=(1, 0, 0))
    table.play("red.captain activate 1", "blue.captain redirect")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("red", "central-post")
    assert table.types()[-2:] == ["lost", "over"]
    assert table.facts("lost") == {"boat": "blue", "reason": "central-post"}
    assert table.facts("over") == {"winner": "red", "reason": "central-post"}
    assert table.refused("red.captain end") == "game-over"
    assert table.refused("blue.captain pass") == "game-over"
    assert (GAME.prompts(table.state), GAME.actors(table.state), GAME.due(table.state)) == ((), (), None)
    assert table.view("spectator")["outcome"] == {"winner": "red", "reason": "central-post"}


@pytest.mark.rule("STM-3.12b", case="allows")
def test_one_man_is_enough_also_on_the_enemys_boat() -> None:
    dead = dict.fromkeys(("c", "m1", "m2", "m3"), "dead")
    table = duel(2).men("blue", **dead, m4="enemy e1").hurt("blue", a1=(1, 0, 0))
    table.play("red.captain activate 1", "blue.captain redirect")
    assert GAME.outcome(table.state) is None


@pytest.mark.rule("STM-3.12b", case="refuses")
def test_a_boat_without_men_is_lost() -> None:
    dead = dict.fromkeys(("c", "m1", "m2", "m3"), "dead")
    table = duel(2).men("blue", **dead, m4="a1").hurt("blue", a1=(1, 0, 0))
    table.play("red.captain activate 1", "blue.captain damage a1 plain")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("red", "crew")


def breathless(**options: Any) -> Table:
    """Blue begins a turn with one oxygen marker left."""
    cells = dict.fromkeys(("a1", "b1", "c1", "d1", "e1", "b2", "d2", "e2"), (1, 0, 0))
    table = Table(**options).hurt("blue", **cells, a2=(1, 1, 0))
    table.give("red.captain end")
    return table


@pytest.mark.rule("STM-3.12c", case="allows")
def test_one_marker_is_enough() -> None:
    table = breathless()
    assert table.orders("blue.captain") == ["oxygen a2"]
    assert GAME.outcome(table.state) is None


@pytest.mark.rule("STM-3.12c", case="refuses")
@pytest.mark.rule("STM-3.14a", case="allows")
def test_taking_the_last_marker_loses_at_once() -> None:
    table = breathless()
    table.give("blue.captain oxygen a2")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("red", "oxygen")
    hit = Table(cards=box(CANNON), red={"b1": "cannon"}, blue={}).men("red", m1="b1")
    hit.hurt("blue", **dict.fromkeys(("a1", "b1", "c1", "d1", "a2", "b2", "d2", "e2"), (1, 0, 0)))
    hit.play("red.captain activate 1", "blue.captain damage e1 oxygen")
    assert GAME.outcome(hit.state) == outcome, "damage can take the last marker too"


@pytest.mark.rule("STM-3.14a", case="refuses")
def test_with_the_other_reading_it_loses_when_there_is_none_to_take_off() -> None:
    table = breathless(oxygen_loss="when_none_to_remove")
    table.give("blue.captain oxygen a2")
    assert GAME.outcome(table.state) is None
    table.play("blue.captain end", "red.captain oxygen a1")
    assert GAME.outcome(table.state) is None
    table.give("red.captain end")
    assert table.types() == ["turn", "lost", "over"]
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("red", "oxygen")


def both_doomed(turn: str) -> Table:
    """A man of each boat, the last one, stands in the same compartment of the boat that is hit."""
    cards = box(gun("mortar", 2, types=["experimental"], trigger="reaction"))
    gone = dict.fromkeys(("c", "m2", "m3", "m4"), "dead")
    table = Table({"b1": "mortar"}, {}, cards=cards)
    table.men("red", **gone, m1="enemy a1").men("blue", **gone, m1="a1").hurt("blue", a1=(1, 0, 0))
    return table.turn(turn)


@pytest.mark.rule("STM-3.12d", case="allows")
@pytest.mark.rule("STM-3.12d", case="refuses")
@pytest.mark.parametrize(("turn", "winner"), [("red", "red"), ("blue", "blue")])
def test_where_both_are_lost_the_boat_whose_turn_it_is_wins(turn: str, winner: str) -> None:
    table = both_doomed(turn)
    board = table.edit()
    board.blows = (Blow(1, 1, 0b1),)
    table.give("blue.captain damage a1 plain")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, "crew")
    assert [event.facts["boat"] for event in table.events if event.type == "lost"] == ["red", "blue"]


@pytest.mark.rule("STM-3.12d", case="allows")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_two_boats_without_any_oxygen_are_lost_before_the_first_turn(first: str) -> None:
    rooms = [card(f"room_{n}", hp_oxygen=0) for n in range(18)]
    table = Table(cards=box(*rooms), red={}, blue={})
    table.state = set_up(box(*rooms), first=first)
    table.play("red.captain keep", "blue.captain keep")
    outcome = GAME.outcome(table.state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (first, "oxygen")


def test_close_is_all_round() -> None:
    assert len(CLOSE) == 4
