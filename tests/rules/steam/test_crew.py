"""STM-3.8: what men do."""

from __future__ import annotations

import pytest

from tests.rules.steam.kit.boats import Table, box, card, device, gun


@pytest.mark.rule("STM-3.8a", case="allows")
def test_a_step_goes_in_all_eight_directions_and_exhausts() -> None:
    table = Table()
    assert table.orders("red.captain", "move 1") == [f"move 1 {cell}" for cell in ("b1", "c1", "d1", "b2", "d2")]
    table.give("red.captain move 1 d1")
    assert table.at("red", "1") == "d1"
    assert not table.boat("red").ready & 0b10
    assert table.types() == ["crew", "exhausted"]
    assert table.facts("crew") == {"boat": "red", "crew": "1", "at": "d1", "on": "red"}


@pytest.mark.rule("STM-3.8a", case="refuses")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("move 1 a1", "not-adjacent"),
        ("move 1 e2", "not-adjacent"),
        ("move 1 c2", "not-adjacent"),
        ("move 1 f1", "bad-argument"),
        ("move 1", "missing-argument"),
        ("move", "missing-argument"),
        ("move 1 b1 b2", "extra-argument"),
        ("move 1 b1 step=after:b2", "captain-only"),
        ("move 1 b1 step=before:b2", "captain-only"),
        ("move 1 b1 to=b1", "extra-argument"),
        ("move x b1", "bad-argument"),
    ],
)
def test_one_step_to_a_neighbour(line: str, code: str) -> None:
    assert Table().refused(f"red.captain {line}") == code


@pytest.mark.rule("STM-3.8b", case="allows")
def test_men_go_round_what_is_destroyed() -> None:
    table = Table().destroy("red", "b1", "c1", "d1", "d2")
    assert table.orders("red.captain", "move 1") == ["move 1 b2"]


@pytest.mark.rule("STM-3.8b", case="refuses")
def test_nobody_steps_into_it() -> None:
    table = Table().destroy("red", "b1", "c1", "d1", "d2")
    assert table.refused("red.captain move 1 c1") == "destroyed"
    table.destroy("red", "b2")
    assert table.refused("red.captain move 1 b2") == "nobody-moves"
    table.men("red", m1="a1")
    assert table.orders("red.captain", "move") == ["move 1 a2"]
    assert table.refused("red.captain move 2 b2") == "no-way"


@pytest.mark.rule("STM-3.8c", case="allows")
def test_to_activate_is_to_step_get_exhausted_and_apply_the_effect() -> None:
    table = Table().men("red", m1="d1")
    table.give("red.captain activate 1 dir=ahead")
    assert table.types() == ["activated", "crew", "exhausted", "shifted", "position"]
    assert table.facts("activated") == {"boat": "red", "crew": ["1"], "cell": "d1", "card": "jet_rudder"}
    assert table.at("red", "1") == "c2"
    assert table.boat("red").acted == 0b10


@pytest.mark.rule("STM-3.8c", case="refuses")
def test_it_is_the_compartment_he_stands_in_and_it_needs_an_action() -> None:
    table = Table({"b1": "bunk"}, {}, cards=box(card("bunk"))).men("red", m1="b1")
    assert table.refused("red.captain activate 1") == "no-action"
    assert table.refused("red.captain activate b1") == "bad-argument"
    assert table.refused("red.captain activate") == "missing-argument"
    assert table.refused("red.captain activate to=b1") == "bad-argument"


@pytest.mark.rule("STM-3.8d", case="refuses")
def test_where_there_are_two_cells_one_must_be_named_and_it_must_be_nearer() -> None:
    table = Table().men("red", m1="a1")
    assert table.refused("red.captain activate 1") == "missing-argument"
    assert table.refused("red.captain activate 1 to=a2") == "not-nearer"
    assert table.refused("red.captain activate 1 to=c2") == "not-nearer"
    assert table.refused("red.captain activate 1 to=nowhere") == "bad-argument"
    table.destroy("red", "b1")
    assert table.refused("red.captain activate 1 to=b1") == "not-nearer", "it is gone"
    table.give("red.captain activate 1")
    assert table.at("red", "1") == "b2"


@pytest.mark.rule("STM-3.8d", case="allows")
def test_what_goes_without_saying_may_be_said() -> None:
    table = Table().men("red", m1="a1", m2="a1").destroy("red", "b1")
    assert table.orders("red.captain", "activate 1 2") == ["activate 1 2"]
    table.give("red.captain activate 1 2 to2=b2 section=starboard to=b2")
    assert [table.at("red", man) for man in "12"] == ["b2", "b2"]
    assert table.facts("attack")["section"] == "starboard"
    other = Table().men("red", m1="a1").destroy("red", "b1")
    assert other.refused("red.captain activate 1 section=port") == "not-aimed"
    assert other.refused("red.captain activate 1 to2=b2") == "extra-argument", "nobody goes along"
    post = Table().men("red", c="c2")
    assert post.refused("red.captain activate c to=b2") == "no-choice"
    post.give("red.captain activate c to=c2")
    assert post.at("red", "c") == "c2"
    react = Table().turn("blue").men("red", m1="b2")
    react.give("blue.captain manoeuvre blue+1")
    assert react.refused("red.captain react 1 to=b1") == "no-choice"
    react.give("red.captain react 1 to=c2")
    assert react.at("red", "1") == "c2"


def test_a_pair_goes_together_or_apart() -> None:
    table = Table().men("red", m1="a1", m2="a1")
    assert table.orders("red.captain", "activate 1 2") == [
        "activate 1 2 to=b1",
        "activate 1 2 to=b1 to2=b2",
        "activate 1 2 to=b1 to2=b2 bonus=b1",
        "activate 1 2 to=b1 bonus=b1",
        "activate 1 2 to=b2",
        "activate 1 2 to=b2 to2=b1",
        "activate 1 2 to=b2 to2=b1 bonus=b1",
    ]
    apart = Table().men("red", m1="a1", m2="a1")
    apart.give("red.captain activate 2 1 to2=b1 to=b2")
    assert [apart.at("red", man) for man in "12"] == ["b1", "b2"]
    table.give("red.captain activate 1 2 to=b2")
    assert [table.at("red", man) for man in "12"] == ["b2", "b2"]


@pytest.mark.rule("STM-3.8e", case="refuses")
@pytest.mark.parametrize(("cell", "to"), [("b1", "c2"), ("c1", "c2"), ("d2", "c2")])
def test_next_to_the_central_post_there_is_one_way_into_it(cell: str, to: str) -> None:
    table = Table({cell: "cannon"}, {}, cards=box(gun("cannon"))).men("red", m1=cell)
    assert table.orders("red.captain", "activate 1") == ["activate 1"]
    table.give("red.captain activate 1")
    assert table.at("red", "1") == to


@pytest.mark.rule("STM-3.8f", case="allows")
def test_the_operator_of_the_central_post_stays() -> None:
    table = Table()
    table.give("red.captain activate 1")
    assert table.at("red", "1") == "c2"
    assert table.types()[:3] == ["activated", "exhausted", "attack"]


@pytest.mark.rule("STM-3.8f", case="refuses")
def test_he_is_exhausted_all_the_same() -> None:
    table = Table()
    table.give("red.captain activate 1")
    table.give("blue.captain redirect")
    assert table.refused("red.captain move 1 b1") == "acted"
    assert table.refused("red.captain activate 2 to=b1") in ("used-up", "nobody-acts")


@pytest.mark.rule("STM-3.8g", case="allows")
def test_one_open_cell_towards_the_central_post_is_enough() -> None:
    table = Table().men("red", m1="a1").destroy("red", "b2")
    assert table.orders("red.captain", "activate 1")[0] == "activate 1"


@pytest.mark.rule("STM-3.8g", case="refuses")
def test_a_man_who_is_cut_off_cannot_activate() -> None:
    table = Table().men("red", m1="a1").destroy("red", "b1", "b2")
    assert table.refused("red.captain activate 1") == "no-retreat"
    assert table.orders("red.captain", "move 1") == ["move 1 a2"], "but he can move"


@pytest.mark.rule("STM-3.8h", case="allows")
def test_an_enemy_next_door_hinders_nobody() -> None:
    table = Table().men("red", m1="a1").men("blue", m1="enemy a2")
    table.give("red.captain activate 1 to=b1")


@pytest.mark.rule("STM-3.8h", case="refuses")
def test_an_enemy_inside_bars_the_use_of_a_compartment() -> None:
    table = Table().men("red", m1="a1").men("blue", m1="enemy a1", m2="enemy c2", tired="12")
    assert table.refused("red.captain activate 1 to=b1") == "enemy-inside"
    assert table.refused("red.captain activate 2") == "enemy-inside", "in the Central Post too"


@pytest.mark.rule("STM-3.8i", case="allows")
@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("move c b1", "b1"),
        ("move c b1 step=after:a1", "a1"),
        ("move c b1 step=after:c2", "c2"),
        ("activate c", "c2"),
        ("activate c step=after:b1", "b1"),
        ("activate c step=before:d1 dir=ahead", "c2"),
    ],
)
def test_the_captain_has_one_step_beside_his_action(line: str, at: str) -> None:
    table = Table()
    table.give(f"red.captain {line}")
    assert table.at("red", "c") == at
    assert table.boat("red").acted == 1
    assert not table.boat("red").ready & 1


def test_he_may_fire_and_step_back_and_so_fire_every_turn() -> None:
    table = Table().men("red", c="a1")
    table.give("red.captain activate c to=b1 step=after:a1")
    assert table.at("red", "c") == "a1"
    table.play("blue.captain redirect", "red.captain end", "blue.captain oxygen a1", "blue.captain end")
    table.play("red.captain oxygen a1", "red.captain ready", "red.captain activate c step=after:a1 to=b1")
    assert table.types()[0] == "activated"


def test_he_may_step_and_fire_where_he_did_not_stand_at_the_start() -> None:
    table = Table().men("red", c="b1")
    orders = table.orders("red.captain", "activate c")
    assert "activate c step=before:a1 to=b2" in orders
    table.give("red.captain activate c to=b2 step=before:a1")
    assert [event.type for event in table.events][:4] == ["crew", "activated", "crew", "exhausted"]
    assert table.at("red", "c") == "b2"


def test_with_a_sailor_he_fires_in_a_pair_and_steps_on() -> None:
    table = Table().men("red", c="a1", m1="a1")
    table.give("red.captain activate 1 c to=b2 step=after:b1")
    assert (table.at("red", "1"), table.at("red", "c")) == ("b2", "b1")
    before = Table().men("red", c="b1", m1="a1")
    before.give("red.captain activate c 1 step=before:a1 to=b2")
    assert before.facts("attack")["power"] == 4


@pytest.mark.rule("STM-3.8i", case="refuses")
def test_only_the_captain_only_with_an_action_and_only_one_step() -> None:
    table = Table().men("red", m1="a1", c="b1")
    assert table.refused("red.captain activate 1 to=b1 step=after:a1") == "captain-only"
    assert table.refused("red.captain activate 1 step=before:a2 to=b1") == "captain-only"
    assert table.refused("red.captain activate c step=before:a1 to=b1 step=after:a2") == "one-step"
    assert table.refused("red.captain move c a1 step=after:e1") == "not-adjacent"
    assert table.refused("red.captain move c a1 step=before:e2") == "not-adjacent"
    assert table.refused("red.captain move c e1 step=before:a2") == "not-adjacent"
    assert table.refused("red.captain move c a1 step=before:a2 step=after:b1") == "one-step"
    assert table.refused("red.captain move c a1 step=before:a2 step=after:e1") == "one-step"
    assert table.refused("red.captain move c a1 step=before:e2 step=after:b1") == "one-step"
    assert table.refused("red.captain move c c1 step=after:a1") == "not-adjacent", "it is next to b1, and no more to c1"
    assert table.refused("red.captain move c c1 step=before:e1") == "not-adjacent"
    assert table.refused("red.captain move c c1 step=before:d1") == "not-adjacent", "before the move he is at b1"
    assert table.refused("red.captain move c d1 step=before:a2") == "not-adjacent", "d1 is next to c1, and not to a2"
    assert table.refused("red.captain move c c1 step=beside:e1") == "bad-argument"
    assert table.refused("red.captain move c step=before:a2") == "missing-argument"
    assert table.refused("red.captain activate c step=before:e1") == "not-adjacent"
    assert table.refused("red.captain activate c") == "missing-argument", "where he stands nothing is to be activated"
    assert table.refused("red.captain activate c step=before:c1") == "no-action"
    assert table.refused("red.captain move c step=after:a1") == "bad-argument"
    aboard = Table().men("red", c="enemy b1").destroy("blue", "a2").destroy("red", "b2")
    assert aboard.refused("red.captain move c a1 step=after:a2") == "destroyed"
    assert aboard.refused("red.captain move c a1 step=after:c1") == "not-adjacent"
    assert aboard.refused("red.captain move c a2 step=before:a1") == "destroyed"
    aboard.give("red.captain move c b2 step=before:a1")
    destroyed = Table().men("red", c="b1").destroy("red", "a2")
    assert destroyed.refused("red.captain activate c step=before:a2") == "destroyed"


def test_the_captain_has_no_extra_step_in_the_enemys_turn() -> None:
    table = Table().turn("blue").men("red", c="b2")
    table.give("blue.captain manoeuvre blue+1")
    assert table.orders("red.captain") == ["react c", "pass"]
    assert table.refused("red.captain react c step=after:b1") == "not-in-reaction"


@pytest.mark.rule("STM-3.8i", case="allows")
@pytest.mark.parametrize("line", ["move c a2 step=before:b1", "move c step=before:b1 a2", "move c b1 step=after:a2"])
def test_before_a_move_the_extra_step_comes_to_the_same(line: str) -> None:
    table = Table()
    assert not [order for order in table.orders("red.captain", "move c") if "before" in order], "no menu says it twice"
    table.give(f"red.captain {line}")
    assert table.at("red", "c") == "a2"
    assert not table.boat("red").ready & 1
    assert [event.facts["at"] for event in table.events if event.type == "crew"] == ["b1", "a2"]


def test_a_step_before_a_move_counts_where_the_cell_is_next_to_him_too() -> None:
    table = Table().men("red", c="b1")
    table.give("red.captain move c a1 step=before:a2")
    assert table.at("red", "c") == "a1"
    assert [event.facts["at"] for event in table.events if event.type == "crew"] == ["a2", "a1"]


@pytest.mark.rule("STM-3.8j", case="allows")
def test_a_man_on_the_enemys_boat_walks_by_the_normal_rules() -> None:
    table = Table().men("red", m1="enemy b1", c="enemy a1").destroy("blue", "b2")
    assert table.orders("red.captain", "move 1") == [f"move 1 {cell}" for cell in ("a1", "c1", "a2", "c2")]
    table.give("red.captain move 1 c2")
    assert table.at("red", "1") == "enemy c2"
    assert table.facts("crew") == {"boat": "red", "crew": "1", "at": "c2", "on": "blue"}
    table.give("red.captain move c b1 step=after:c1")
    assert table.at("red", "c") == "enemy c1"


@pytest.mark.rule("STM-3.8j", case="refuses")
def test_there_he_uses_nothing_and_blocks_what_he_stands_in() -> None:
    table = Table().men("red", m1="enemy a1", m2="d1").men("blue", m1="a1")
    assert table.refused("red.captain activate 1 to=b1") == "aboard"
    assert table.refused("red.captain move 1 b9") == "bad-argument"
    table.turn("blue")
    assert table.refused("blue.captain activate 1 to=b1") == "enemy-inside"
    captain = Table().men("red", c="enemy a1", m1="d1")
    assert captain.refused("red.captain activate c step=before:b1") == "aboard"


@pytest.mark.rule("STM-3.8k", case="allows")
def test_crew_is_anybody() -> None:
    table = Table({"b1": "ink"}, {}, cards=box(device("ink", {"op": "exhaust_enemy", "what": "crew"})))
    table.men("red", m1="b1").men("blue", tired="34")
    assert table.orders("red.captain", "activate 1") == [f"activate 1 exhaust={man}" for man in "c12"]


@pytest.mark.rule("STM-3.8k", case="refuses")
def test_a_sailor_is_not_the_captain_nor_the_other_way_round() -> None:
    cards = box(
        device("ink", {"op": "exhaust_enemy", "what": "sailor"}),
        device("flag", {"op": "exhaust_enemy", "what": "captain"}),
    )
    table = Table({"b1": "ink", "d1": "flag"}, {}, cards=cards).men("red", m1="b1", m2="d1")
    assert table.refused("red.captain activate 1 exhaust=c") == "wrong-man"
    assert table.orders("red.captain", "activate 2") == ["activate 2 exhaust=c"]


@pytest.mark.rule("STM-3.8l", case="allows")
def test_operations_are_applied_in_order_and_idle_ones_passed_over() -> None:
    cards = box(device("yard", {"op": "repair"}, {"op": "oxygen"}, {"op": "shift", "who": "self", "dir": "ahead"}))
    table = Table({"b1": "yard"}, {}, cards=cards).men("red", m1="b1").hurt("red", a1=(1, 0, 0))
    assert table.orders("red.captain", "activate 1") == ["activate 1 repair=a1:oxygen oxygen=a1"], "mended, then filled"
    table.give("red.captain activate 1 oxygen=a1 repair=a1:oxygen")
    assert table.points("red", "a1") == (1, 1, 0)
    assert table.types()[-4:] == ["repaired", "oxygen", "shifted", "position"]
    idle = Table({"b1": "yard"}, {}, cards=cards).men("red", m1="b1")
    assert idle.orders("red.captain", "activate 1") == ["activate 1"], (
        "nothing to repair, no empty slot: only the shift"
    )
    idle.give("red.captain activate 1")
    assert idle.types()[-2:] == ["shifted", "position"]
    one = Table({"b1": "yard"}, {}, cards=cards).men("red", m1="b1").hurt("red", a1=(1, 0, 1))
    one.give("red.captain activate 1 oxygen=a1")
    assert one.types()[-3:] == ["oxygen", "shifted", "position"], "the first alone is passed over"


@pytest.mark.rule("STM-3.8l", case="refuses")
def test_one_of_them_must_have_something_to_do_and_damage_waits_for_all() -> None:
    cards = box(
        device("yard", {"op": "repair"}, {"op": "oxygen"}),
        device("ram", {"op": "exhaust_enemy"}, combat=True, power=1, targets=["port close stern"]),
    )
    table = Table({"b1": "yard", "d1": "ram"}, {}, cards=cards).men("red", m1="b1", m2="d1")
    assert table.refused("red.captain activate 1") == "nothing-to-do"
    table.give("red.captain activate 2 exhaust=3")
    assert table.types() == ["activated", "crew", "exhausted", "attack", "exhausted"]
    assert table.orders("blue.captain", "redirect") == ["redirect"]
