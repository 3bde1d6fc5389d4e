"""SON-90: the turn as a whole."""

from __future__ import annotations

import pytest

from tests.rules.sonar.kit.boats import FULL, GAME, OPEN, SMALL, Table, everyone


@pytest.mark.rule("SON-90", case="allows")
def test_a_whole_turn_by_orders_alone() -> None:
    table = Table(SMALL, red="C3", blue="E5").put("red", gauges=(0, 3, 0, 0, 0))
    assert [offer for offer in table.orders("red.captain") if "course" not in offer] == ["surface"]
    events = table.play(
        "red.captain course north",
        "red.engineer break n6",
        "red.xo charge drone",
        "red.captain torpedo C4",
        "red.captain end",
    )
    assert [event.type for event in events] == [
        "course",
        "broke",
        "charged",
        "torpedo",
        "blast",
        "blast",
        "turn",
    ]
    assert events[-1] == everyone("turn", boat="blue")
    assert (table.state.ended, table.boat("red").moved) == (1, False)


@pytest.mark.rule("SON-90", case="allows")
def test_an_activation_may_be_left_out() -> None:
    table = Table(SMALL, red="C3").put("red", charged=["drone"])
    table.give("red.captain course north")
    assert table.marked("red").give("red.captain end") == [everyone("turn", boat="blue")]
    assert table.gauges("red")["drone"] == 4


@pytest.mark.rule("SON-90", case="refuses")
def test_no_turn_ends_before_its_course() -> None:
    table = Table(SMALL, red="C3")
    assert table.refused("red.captain end") == "needs-course"
    assert table.refused("blue.captain end") == "not-your-turn"
    table.give("red.captain course north")
    assert table.refused("red.captain end") == "waiting-for-xo"


@pytest.mark.rule("SON-90", case="refuses")
def test_one_course_a_turn() -> None:
    table = Table(SMALL, red="C3")
    table.give("red.captain course north")
    assert table.marked("red").refused("red.captain course north") == "already-moved"
    table.put("red", charged=["drone"]).give("red.xo drone 1")
    assert table.refused("red.captain course north") == "turn-done"


@pytest.mark.rule("SON-90", case="refuses")
def test_the_next_boat_waits_for_end() -> None:
    table = Table(SMALL, red="C3").put("blue", charged=FULL, mines="A1")
    lines = ("captain course north", "captain surface", "captain detonate A1", "xo drone 1")
    for line in lines:
        assert table.refused(f"blue.{line}") == "not-your-turn"
    table.give("red.captain course north")
    table.marked("red")
    for line in lines:
        assert table.refused(f"blue.{line}") == "not-your-turn"
    table.give("red.captain end")
    table.give("blue.captain detonate A1")


@pytest.mark.rule("SON-90", case="allows")
def test_turns_alternate_for_long() -> None:
    table = Table(OPEN, red="A1", blue="J10")
    for count in range(9):
        table.turn("red east").turn("blue west")
        assert table.state.ended == 2 * (count + 1)
    assert (table.at("red"), table.at("blue")) == ("J1", "A10")
    assert table.view("red.captain")["turn"] == "red"


@pytest.mark.parametrize(
    ("options", "open_to"),
    [
        ({}, {"red.xo", "red.engineer"}),
        ({"undo": "yes"}, {"red.captain", "red.xo", "red.engineer"}),
        ({"detonate_window": "any"}, {"red.xo", "red.engineer", "blue.captain"}),
        ({"detonate_window": "any", "xo_commands": "yes"}, {"red.xo", "red.engineer", "blue.xo"}),
    ],
)
def test_who_may_act_while_marks_are_due(options: dict[str, str], open_to: set[str]) -> None:
    table = Table(SMALL, red="C3", **options).put("blue", mines="A1")
    table.give("red.captain course north")
    officers = [seat for seat in GAME.seats if not seat.endswith(".radio")]
    assert {seat for seat in officers if table.orders(seat)} == open_to
    assert open_to <= set(GAME.actors(table.state))


@pytest.mark.parametrize(("xo_commands", "bomber"), [("no", "red.captain"), ("yes", "red.xo")])
@pytest.mark.parametrize("mark", ["red.xo charge mine", "red.engineer break n1"])
def test_who_has_mines_may_act_all_through_the_turn(xo_commands: str, bomber: str, mark: str) -> None:
    table = Table(SMALL, red="C3", xo_commands=xo_commands).put("red", mines="A1")
    assert "detonate A1" in table.orders(bomber)
    for line in ("red.captain course north", mark):
        table.give(line)
        assert "detonate A1" in table.orders(bomber)
        assert bomber in GAME.actors(table.state)
    table.marked("red")
    assert "detonate A1" in table.orders(bomber)


def actors(table: Table) -> list[str]:
    """Return who may act, each once."""
    return sorted(GAME.actors(table.state))


@pytest.mark.parametrize("options", [{}, {"undo": "yes"}, {"xo_commands": "yes"}, {"detonate_window": "any"}])
@pytest.mark.parametrize("boat", ["red", "blue"])
def test_nobody_is_asked_for_an_order_who_has_none(boat: str, options: dict[str, str]) -> None:
    table = Table(SMALL, red="C3", blue="C3", first=boat, **options)
    captain, engineer, xo = f"{boat}.captain", f"{boat}.engineer", f"{boat}.xo"
    assert actors(table) == [captain]
    table.give(f"{captain} course north")
    if not options.get("undo"):
        assert actors(table) == [engineer, xo]
        table.give(f"{xo} charge drone")
        assert actors(table) == [engineer]
        table.give(f"{engineer} break n1")
        assert actors(table) == [captain]
        table.put(boat, charged=["drone"])
        assert actors(table) == [captain, xo]
        table.put(boat, charged=["silence"])
        assert actors(table) == [captain]
    else:
        assert actors(table) == [captain, engineer, xo]


@pytest.mark.parametrize("boat", ["red", "blue"])
def test_an_officer_with_the_last_mark_is_asked_alone(boat: str) -> None:
    table = Table(SMALL, red="C3", blue="C3", first=boat)
    table.play(f"{boat}.captain course north", f"{boat}.engineer break n1")
    assert actors(table) == [f"{boat}.xo"]


@pytest.mark.parametrize(
    ("options", "before", "after"),
    [
        ({}, ["red.captain"], ["red.captain", "red.xo"]),
        ({"xo_commands": "yes"}, ["red.captain", "red.xo"], ["red.captain", "red.engineer", "red.xo"]),
    ],
)
def test_own_mines_ask_nobody_but_who_sets_them_off(
    options: dict[str, str], before: list[str], after: list[str]
) -> None:
    table = Table(SMALL, red="C3", **options).put("red", mines="A1")
    assert actors(table) == before
    table.play("red.captain course north", "red.engineer break n1")
    assert actors(table) == after


@pytest.mark.parametrize(
    ("options", "others"),
    [
        ({}, []),
        ({"detonate_window": "any"}, ["captain"]),
        ({"detonate_window": "any", "xo_commands": "yes"}, ["xo"]),
    ],
)
@pytest.mark.parametrize(("boat", "enemy"), [("red", "blue"), ("blue", "red")])
def test_the_enemys_mines_ask_him_only_where_he_may_set_them_off(
    boat: str, enemy: str, options: dict[str, str], others: list[str]
) -> None:
    table = Table(SMALL, red="C3", blue="C3", first=boat, **options)
    assert actors(table) == [f"{boat}.captain"]
    others = [f"{enemy}.{role}" for role in others]
    table.put(enemy, mines="A1")
    assert actors(table) == sorted([f"{boat}.captain", *others])
    table.acting(boat, "drone", crossed="w4").give(f"{boat}.xo drone 1")
    assert table.boat(boat).penalty_due
    assert actors(table) == sorted([f"{boat}.captain", f"{boat}.engineer", f"{boat}.xo", *others])
    assert actors(table.put(enemy, mines="")) == [f"{boat}.captain", f"{boat}.engineer", f"{boat}.xo"]
