"""What the understudy of Steam Torpedo makes of a board."""

from __future__ import annotations

import json
from typing import Any

from klaxon.crew import understudy_of
from tests.crew.kit.match import Match, chance
from tests.rules.steam.kit.boats import Table
from tests.rules.steam.kit.every_op import EVERY_OP

CREW = understudy_of("steam")


def order(table: Table, boat: str = "red", seed: str = "1") -> str:
    """Return what a captain says, without his seat."""
    view: dict[str, Any] = json.loads(json.dumps(table.view(f"{boat}.captain")))
    given = CREW.order(view, CREW.begin(view), chance(seed))
    return "" if given is None else str(given).removeprefix(f"{boat}.captain ")


def turn(table: Table, boat: str = "red") -> list[str]:
    """Play the rest of a turn as far as the captain decides it alone; return his orders."""
    said: list[str] = []
    while (line := order(table, boat)) and not (said and said[-1] == "end"):
        table.give(f"{boat}.captain {line}")
        said.append(line)
    return said


def test_guns_that_bear_are_fired_by_two_against_armour_and_else_one_by_one() -> None:
    table = Table().men("red", m1="a1", m2="a1")
    assert order(table).startswith("activate 1 to=")
    table.men("blue", m1="e1")  # the citadel, in the section that is fired at
    assert order(table).startswith("activate 1 2 ")


def test_a_manoeuvre_brings_the_guns_to_bear() -> None:
    table = Table().men("red", m1="a2", m2="a2", tired="c34").lies(3, 3)  # the battery fires ahead
    first = order(table)
    assert first.startswith("manoeuvre ")
    table.give(f"red.captain {first}")
    assert turn(table)[0].split()[1] in ("1", "2"), "they fire from where it brought them"


def test_men_who_can_do_nothing_move_and_then_the_turn_ends() -> None:
    table = Table(round=1)
    said = turn(table)
    assert said[-1] == "end"
    assert {line.split()[0] for line in said} == {"manoeuvre", "move", "end"}


def test_the_defender_redirects_to_save_his_men() -> None:
    """The worked example of STM-3.11: the post loses a point either way, the men only where he does not redirect."""
    table = Table().men("red", m1="a1", m2="a1").men("blue", m3="e1", m4="e1")
    table.hurt("blue", a1=(0, 0, 0), b1=(0, 0, 0), c1=(0, 0, 0), d1=(0, 0, 0), e1=(0, 1, 0))
    table.give("red.captain activate 1 2 to=b1")
    assert [blow.left for blow in table.board.blows] == [3]
    assert order(table, "blue").split()[0] == "redirect"


def test_a_post_that_would_be_lost_is_not_given_up() -> None:
    table = Table().men("red", m1="a1").hurt("blue", c2=(1, 0, 0))
    table.give("red.captain activate 1 to=b1")
    assert table.board.blows
    assert order(table, "blue").startswith("damage ")


def test_a_window_is_answered() -> None:
    table = Table().men("blue", m1="b1", m2="b1").men("red", m1="a2").lies(2, 4)
    table.give("red.captain manoeuvre red-1")
    assert table.board.window
    assert order(table, "blue").split()[0] in ("react", "pass")
    assert order(table) == ""


def test_every_operation_of_a_card_can_be_played() -> None:
    for seed in ("0", "1"):
        match = Match("steam", seed, {"setup": "random"}, lambda _kind, _name, _variant: EVERY_OP)
        assert match.play().winner in ("red", "blue")
