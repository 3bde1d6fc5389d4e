"""SON-85: the radio operator tells the own crew where he believes the enemy to be, and nobody else learns it."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Order, Refusal, Seat
from klaxon.rules.sonar.state import NOWHERE, ScenarioState
from tests.rules.sonar.kit.boats import ENEMY, GAME, OPEN, ROLES, SMALL, Table, crew, set_up
from tests.rules.sonar.kit.live import Live
from tests.rules.sonar.kit.volcanoes import ISLES

ISLAND = """.....
.#...
.....
.....
....."""
TABLES = [Table, Live]


def shown(table: Table, boat: str) -> dict[str, object]:
    """Return what each seat of a boat is shown of a guess."""
    views = {role: table.view(f"{boat}.{role}") for role in ROLES}
    return {role: view["guess"] for role, view in views.items() if "guess" in view}


@pytest.mark.rule("SON-85", case="allows")
@pytest.mark.parametrize("make", TABLES)
@pytest.mark.parametrize("boat", ["red", "blue"])
def test_a_guess_is_told_to_the_own_crew_and_shown_to_captain_and_radio(make: type[Table], boat: str) -> None:
    table = make(OPEN)
    assert shown(table, boat) == {"captain": "", "radio": ""}
    assert table.give(f"{boat}.radio guess D4") == [crew(boat, "guessed", at="D4")]
    assert shown(table, boat) == {"captain": "D4", "radio": "D4"}
    assert table.give(f"{boat}.radio guess D5") == [crew(boat, "guessed", at="D5")]
    truth = table.view("umpire")["boats"]
    assert {name: each["guess"] for name, each in truth.items()} == {boat: "D5", ENEMY[boat]: ""}
    assert table.give(f"{boat}.radio guess none") == [crew(boat, "guessed", at="none")]
    assert shown(table, boat) == {"captain": "", "radio": ""}


@pytest.mark.rule("SON-85", case="refuses")
@pytest.mark.parametrize("make", TABLES)
@pytest.mark.parametrize("boat", ["red", "blue"])
def test_the_enemy_and_the_spectator_learn_nothing_of_a_guess(make: type[Table], boat: str) -> None:
    table = make(OPEN)
    seats = [*(f"{ENEMY[boat]}.{role}" for role in ROLES), "spectator"]
    before = {seat: table.view(seat) for seat in seats}
    table.give(f"{boat}.radio guess D4")
    assert {seat: table.view(seat) for seat in seats} == before
    assert [table.heard(seat) for seat in seats] == [[]] * len(seats)
    assert not any("guess" in each for each in table.view("spectator")["boats"].values())


@pytest.mark.rule("SON-85", case="allows")
@pytest.mark.parametrize("make", TABLES)
def test_a_guess_changes_nothing_else(make: type[Table]) -> None:
    table = make(OPEN, undo="yes")
    table.give("red.captain course east")
    before, prompts = table.state, GAME.prompts(table.state)
    table.give("red.radio guess D4")
    assert GAME.prompts(table.state) == prompts
    assert GAME.actors(table.state) == GAME.actors(before)
    table.alone().boats[0].guess = NOWHERE
    assert table.state == before
    table.give("red.captain undo")


@pytest.mark.rule("SON-85", case="allows")
def test_a_guess_is_open_whoever_the_game_waits_for() -> None:
    table = Table(OPEN).acting("red").put("red", crossed="n5")
    table.give("red.captain torpedo A4")
    table.play("red.radio guess A1", "blue.radio guess A1", "red.engineer break w5", "red.captain end")
    table.acting("blue", "sonar").give("blue.xo sonar")
    table.play("red.radio guess B1", "blue.radio guess B1")
    surfaced = Table(OPEN)
    surfaced.play("red.captain surface", "red.radio guess C1", "red.captain end", "red.radio guess C2")
    trembling = Table(ISLES).acting("red")
    trembling.state.scene, trembling.state.asked, trembling.boat("red").answer_due = ScenarioState(1, due="lava"), 0, 1
    trembling.play("red.radio guess D1", "blue.radio guess D1")


@pytest.mark.rule("SON-85", case="allows")
def test_a_stop_does_not_keep_a_crew_from_guessing() -> None:
    table = Live(OPEN).charged("red").charged("blue")
    table.play("red.captain stop", "red.radio guess A1", "blue.radio guess A2", "red.xo sonar", "blue.radio guess A3")
    assert table.refused("blue.captain course west") == "frozen"
    assert table.view("red.captain")["guess"] == "A1"


@pytest.mark.rule("SON-83", case="refuses")
def test_a_surfaced_boat_does_not_guess_in_real_time() -> None:
    table = Live(OPEN).surfaced("red")
    assert table.refused("red.radio guess A1") == "surfaced"
    table.give("blue.radio guess A1")
    table.give("blue.captain stop")
    assert table.refused("red.radio guess A1") == "surfaced"
    table.give("blue.captain resume")
    table.repaired("red").give("red.radio guess A1")


@pytest.mark.rule("SON-85", case="refuses")
@pytest.mark.parametrize("mode", ["turns", "realtime"])
def test_there_is_no_guess_outside_the_game(mode: str) -> None:
    before = GAME.apply(set_up(SMALL, mode=mode), Order.read("red.radio guess A1"))
    assert isinstance(before, Refusal)
    assert before.code == "not-started"
    table = (Live if mode == "realtime" else Table)(SMALL).put("blue", damage=4)
    table.put("red", charged=("torpedo",), moved=True, charge_due=0, break_due=0)
    table.give("red.captain torpedo A2")
    assert table.refused("red.radio guess A1") == "game-over"


@pytest.mark.rule("SON-85", case="refuses")
@pytest.mark.parametrize("make", TABLES)
def test_a_guess_is_a_point_of_the_sea_and_the_radio_operators(make: type[Table]) -> None:
    table = make(ISLAND)
    assert table.orders("red.radio")[:4] == ["guess none", "guess A1", "guess B1", "guess C1"]
    assert len(table.orders("red.radio")) == 25
    assert table.refused("red.radio guess B2") == "island"
    assert table.refused("red.radio guess F1") == "off-chart"
    assert table.refused("red.radio guess there") == "no-point"
    assert table.refused("red.radio guess") == "missing-argument"
    assert table.refused("red.radio guess A1 A2") == "extra-argument"
    for role in ("captain", "xo", "engineer"):
        assert table.refused(f"red.{role} guess A1") == "not-your-role"


@pytest.mark.parametrize("make", TABLES)
def test_a_guess_is_a_remark_nobody_waits_for(make: type[Table]) -> None:
    table = make(OPEN)
    (offer,) = [offer for offer in GAME.offers(GAME.view(table.state, Seat("red.radio"))) if offer.verb == "guess"]
    assert (offer.remark, offer.needs_hold, offer.barred) == (True, False, None)
    assert not any(
        offer.remark
        for role in ("captain", "xo", "engineer")
        for offer in GAME.offers(GAME.view(table.state, Seat(f"red.{role}")))
    )
    assert not any(seat.endswith(".radio") for seat in GAME.actors(table.state))


def test_a_commanding_first_officer_sees_the_guess_on_his_chart() -> None:
    table = Table(OPEN, xo_commands="yes")
    table.give("red.radio guess D4")
    assert shown(table, "red") == {"captain": "D4", "xo": "D4", "radio": "D4"}


def test_a_guess_stays_when_lava_covers_the_point() -> None:
    table = Table(ISLES, red="A1", blue="J1")
    table.give("red.radio guess C2")
    table.state.scene, table.state.asked = ScenarioState(2, due="lava"), 1
    table.put("blue", answer_due=1).give("blue.captain volcano 1")
    assert table.view("red.captain")["guess"] == "C2"
    assert table.refused("red.radio guess C2") == "island"
