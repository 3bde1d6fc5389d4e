"""STM-3.6 and STM-3.7: the turn, the manoeuvre."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.steam import look
from tests.rules.steam.kit.boats import Table, box, device


def recovery(**options: Any) -> Table:
    """Red begins a turn; two of its men are exhausted."""
    table = Table(**options).turn("blue").men("red", tired="12")
    table.give("blue.captain end")
    return table


@pytest.mark.rule("STM-3.6a", case="allows")
def test_a_turn_begins_with_one_oxygen_marker_taken_off() -> None:
    table = recovery()
    assert table.facts("turn") == {"boat": "red", "round": 3}
    assert table.orders("red.captain") == [
        f"oxygen {cell}" for cell in ("a1", "b1", "c1", "d1", "e1", "a2", "b2", "d2", "e2")
    ]
    table.give("red.captain oxygen b1")
    assert table.points("red", "b1") == (1, 1, 1), "the slot stays a hit point"
    assert table.facts("oxygen") == {"boat": "red", "cell": "b1", "left": 11, "returned": False}


@pytest.mark.rule("STM-3.6a", case="refuses")
def test_exactly_one_and_only_where_one_lies() -> None:
    table = recovery().hurt("red", b1=(1, 0, 2))
    for line in ("ready", "rest", "end", "move c b1", "manoeuvre red+1", "activate c"):
        assert table.refused(f"red.captain {line}") == "needs-oxygen"
    assert table.refused("red.captain oxygen b1") == "no-oxygen-there"
    assert table.refused("red.captain oxygen c2") == "no-oxygen-there"
    assert table.refused("red.captain oxygen z9") == "bad-argument"
    table.give("red.captain oxygen a1")
    assert table.refused("red.captain oxygen c1") == "recovered"
    table.give("red.captain ready")
    assert table.refused("red.captain oxygen c1") == "recovered"


@pytest.mark.rule("STM-3.6b", case="allows")
def test_the_exhausted_get_ready_together_or_rest() -> None:
    table = recovery()
    table.give("red.captain oxygen b1")
    assert table.orders("red.captain") == ["ready", "rest"]
    again = recovery()
    again.give("red.captain oxygen b1")
    table.give("red.captain ready")
    assert table.facts("readied") == {"boat": "red", "crew": ["1", "2"]}
    assert table.boat("red").ready == 0b11111
    again.give("red.captain rest")
    assert again.facts("rested") == {"boat": "red"}
    assert again.boat("red").ready == 0b11001
    assert again.board.phase == table.board.phase == "action"


@pytest.mark.rule("STM-3.6b", case="refuses")
def test_it_is_asked_once_and_only_where_somebody_is_exhausted() -> None:
    table = recovery()
    table.give("red.captain oxygen b1")
    assert table.refused("red.captain end") == "needs-ready"
    table.give("red.captain rest")
    assert table.refused("red.captain ready") == "recovered"
    assert table.refused("red.captain rest") == "recovered"
    fresh = Table().turn("blue")
    fresh.play("blue.captain end", "red.captain oxygen a1")
    assert fresh.board.phase == "action"


@pytest.mark.rule("STM-3.6c", case="allows")
def test_manoeuvre_and_crew_in_any_order() -> None:
    table = Table()
    table.play("red.captain move 1 b1", "red.captain manoeuvre red+1", "red.captain move 2 d1", "red.captain end")
    assert table.facts("turn") == {"boat": "blue", "round": 2}
    other = Table()
    other.play("red.captain manoeuvre red+1", "red.captain move 2 d1", "red.captain move 1 b1", "red.captain end")
    assert other.boat("red").place == table.boat("red").place


@pytest.mark.rule("STM-3.6c", case="refuses")
def test_the_other_boat_waits() -> None:
    table = Table()
    for line in ("move 1 b1", "manoeuvre blue+1", "end", "oxygen a1"):
        assert table.refused(f"blue.captain {line}") == "not-your-turn"
    for line in ("pass", "react 1", "redirect", "damage a1 plain"):
        assert table.refused(f"blue.captain {line}") == "not-due"
        assert table.refused(f"red.captain {line}") == "not-due"


@pytest.mark.rule("STM-3.6d", case="allows")
@pytest.mark.rule("STM-3.7f", case="allows")
def test_one_manoeuvre_then_a_reaction_window() -> None:
    table = Table().men("blue", m1="b1").lies(1, 3)
    table.give("red.captain manoeuvre blue+1")
    assert table.types() == ["manoeuvre", "position", "window"]
    assert table.facts("window") == {"boat": "blue", "answers": "manoeuvre", "due": 8000}
    assert table.orders("blue.captain") == ["react 1", "pass"]


@pytest.mark.rule("STM-3.6d", case="refuses")
@pytest.mark.rule("STM-3.7f", case="refuses")
def test_no_second_manoeuvre_in_a_turn_and_no_window_before_it_is_whole() -> None:
    table = Table().men("blue", m1="b1").lies(1, 3)
    table.give("red.captain manoeuvre blue+1")
    assert table.refused("red.captain manoeuvre red+1") == "waiting-for-reaction"
    table.give("blue.captain pass")
    assert table.refused("red.captain manoeuvre red+1") == "manoeuvred"
    crew = Table().men("blue", m1="b1").lies(1, 3)
    crew.give("red.captain move 1 b1")
    assert crew.board.window is None, "a crew move opens none"


@pytest.mark.rule("STM-3.6e", case="allows")
def test_each_ready_man_acts() -> None:
    table = Table()
    for man, cell in zip("c1234", ("b1", "c1", "d1", "b2", "d2"), strict=True):
        table.give(f"red.captain move {man} {cell}")
    assert table.boat("red").acted == 0b11111
    assert table.boat("red").ready == 0


@pytest.mark.rule("STM-3.6e", case="refuses")
def test_nobody_acts_twice_or_exhausted() -> None:
    table = Table().men("red", tired="2", m4="dead")
    table.give("red.captain move 1 b1")
    assert table.refused("red.captain move 1 c2") == "acted"
    assert table.refused("red.captain move 2 b1") == "exhausted"
    assert table.refused("red.captain move 4 b1") == "dead"
    assert table.refused("red.captain move 5 b1") == "bad-argument"
    assert table.refused("red.captain activate 4") == "dead"
    assert table.refused("red.captain activate 2") == "exhausted"
    mess = box(device("mess", {"op": "ready", "n": 1}))
    table = Table({"b1": "mess", "c1": "store_1"}, {}, cards=mess).men("red", m1="b1")
    table.play("red.captain move 2 c1", "red.captain activate 1 ready=2")
    assert table.boat("red").ready >> 2 & 1
    assert table.refused("red.captain move 2 c2") == "acted", "ready again, but he has acted"


@pytest.mark.rule("STM-3.6f", case="allows")
def test_from_the_second_round_on_compartments_are_used() -> None:
    table = Table(round=1)
    table.play("red.captain end", "blue.captain oxygen a1", "blue.captain end", "red.captain oxygen a1")
    assert table.board.round == 2
    table.give("red.captain activate 1")
    assert table.types()[0] == "activated"


@pytest.mark.rule("STM-3.6f", case="refuses")
def test_not_in_the_first_turn_also_not_as_a_reaction() -> None:
    table = Table(round=1).men("blue", m1="b1").lies(1, 3).men("red", m1="a1")
    assert table.refused("red.captain activate 1 to=b1") == "first-round"
    table.give("red.captain manoeuvre blue+1")
    assert table.board.window is None
    table.play("red.captain end", "blue.captain oxygen a1")
    table.give("blue.captain activate 1")
    assert table.types()[0] == "activated", "only the first turn of the game"


@pytest.mark.rule("STM-3.7a", case="refuses")
@pytest.mark.parametrize(
    ("places", "speed"),
    [
        ({"c": "c2", "m1": "c2", "m2": "c2", "m3": "c2", "m4": "c2"}, 1),
        ({"c": "a1", "m1": "a1", "m2": "a1", "m3": "a1", "m4": "a1"}, 0),
        ({"c": "d1", "m1": "d1", "m2": "enemy c1", "m3": "enemy d1", "m4": "dead"}, 1),
        ({"c": "c1", "m1": "d1", "m2": "c2", "m3": "c2", "m4": "c2", "tired": "c1234"}, 4),
    ],
)
def test_only_manned_propulsion_counts_ready_or_not(places: dict[str, str], speed: int) -> None:
    table = Table().men("red", **places)
    assert look.speed(table.board, 0) == speed
    longest = max(
        [len(line.split()) - 1 for line in table.orders("red.captain", "manoeuvre") if "side" not in line] or [0]
    )
    assert longest == speed


@pytest.mark.rule("STM-3.7b", case="refuses")
def test_no_figure_leaves_the_sea_and_no_more_steps_than_points() -> None:
    table = Table().lies(1, 5).men("red", m1="c1")
    assert table.orders("red.captain", "manoeuvre red-1") == []
    assert table.refused("red.captain manoeuvre red-1") == "off-sea"
    assert table.refused("red.captain manoeuvre blue+1") == "off-sea"
    assert table.refused("red.captain manoeuvre blue-1 blue+1 blue+1") == "off-sea"
    assert table.refused("red.captain manoeuvre red+1 red+1 red+1 red+1") == "no-points"
    assert table.refused("red.captain manoeuvre green+1") == "bad-argument"
    assert table.refused("red.captain manoeuvre") == "missing-argument"


@pytest.mark.rule("STM-3.7c", case="allows")
def test_the_active_boat_counts_as_moving_even_if_only_the_enemy_was_moved() -> None:
    table = Table()
    table.give("red.captain manoeuvre blue+1")
    assert table.boat("red").moved


@pytest.mark.rule("STM-3.7c", case="refuses")
def test_the_boat_that_was_pushed_does_not() -> None:
    table = Table()
    table.give("red.captain manoeuvre blue+1")
    assert not table.boat("blue").moved
    table.give("red.captain end")
    assert not table.boat("red").moved, "it ends with the turn"


@pytest.mark.rule("STM-3.7d", case="refuses")
def test_the_side_must_be_named_where_they_meet_and_nowhere_else() -> None:
    table = Table().men("red", m1="c1")
    assert table.refused("red.captain manoeuvre red+1 side=port") == "not-alongside"
    assert table.refused("red.captain manoeuvre side=port") == "bad-argument", "no point was spent"
    assert table.refused("red.captain manoeuvre red+1 red-1") == "missing-argument"
    assert table.refused("red.captain manoeuvre red+1 red-1 side=bow") == "bad-argument"
    assert table.refused("red.captain manoeuvre red+1 red-1 side=port red+1") == "not-alongside"
    assert table.refused("red.captain manoeuvre red+1 red-1 side=port side=port") == "extra-argument"
    lone = Table()
    assert lone.refused("red.captain manoeuvre red+1 red-1 side=starboard") == "no-points"
    table.lies(2, 3).give("red.captain manoeuvre side=starboard red+1")
    assert table.facts("position") == {"red": 3, "blue": 3, "side": "starboard"}


@pytest.mark.rule("STM-3.7e", case="allows")
def test_what_is_left_of_the_points_is_lost() -> None:
    table = Table().men("red", m1="c1", m2="d1")
    table.give("red.captain manoeuvre red+1")
    assert table.facts("manoeuvre") == {"boat": "red", "points": 4, "steps": ["red+1"]}
    assert table.board.sector == (4, 3)


@pytest.mark.rule("STM-3.7e", case="refuses")
def test_points_are_spent_in_one_go() -> None:
    table = Table().men("red", m1="c1", m2="d1")
    table.give("red.captain manoeuvre red+1")
    assert table.refused("red.captain manoeuvre red+1") == "manoeuvred"
    assert table.refused("red.captain manoeuvre") == "manoeuvred"
