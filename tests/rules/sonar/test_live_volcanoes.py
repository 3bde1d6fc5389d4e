"""SON-102 to SON-105 in real time: shots shake, the table waits for a captain's choice, lava tests both boats again."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Order
from klaxon.rules.sonar.setting import ROLES
from klaxon.rules.sonar.state import Rig, ScenarioState
from tests.rules.sonar.kit.boats import CREW, GAME, Table, blasts, crew, everyone
from tests.rules.sonar.kit.live import Live, released, stopped
from tests.rules.sonar.kit.volcanoes import ISLES, filled, gauge

EVERY_SEAT = CREW["red"] | CREW["blue"]
SHOT = {"red": "A5", "blue": "J5"}


def restless(
    boat: str = "red", *, struck: int = 0, smoke: str = "", box: int = 2, red: str = "A1", blue: str = "J1"
) -> Live:
    """Return a table where a boat lacks a box: its next shot triggers an event."""
    table = Live(ISLES, red=red, blue=blue).charged("red").charged("blue")
    table.put(boat, rig=Rig(box))
    table.state.scene = ScenarioState(struck, smoke)
    return table


def asked(boat: str = "red", *, struck: int = 1, blue: str = "J1") -> Live:
    """Return a table where a boat owes the choice of a volcano."""
    table = restless(boat, struck=struck, blue=blue)
    table.give(f"{boat}.captain torpedo {SHOT[boat]}")
    return table


# -- the gauge -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-102", case="allows")
def test_shots_fill_boxes_within_their_stop() -> None:
    table = restless(box=0)
    told = table.give("red.captain torpedo A5")
    assert told == [
        stopped("red"),
        everyone("torpedo", boat="red", at="A5"),
        *blasts("red", "A5", "torpedo", own="miss", other="miss"),
        filled("red", 1),
    ]
    assert table.view("red.captain")["held"] == ""
    table.charged("red")
    assert table.give("red.captain mine B2")[-1] == filled("red", 2)
    assert (gauge(table, "red"), gauge(table, "blue")) == ([2, 3], [0, 3])


@pytest.mark.rule("SON-102", case="refuses")
def test_neither_a_failed_shot_nor_a_detonation_shakes() -> None:
    table = restless().put("red", crossed="n5")
    table.give("red.captain torpedo A5")
    assert gauge(table, "red") == [2, 3]
    other = restless().put("red", mines="C6")
    other.give("red.captain detonate C6")
    assert (gauge(other, "red"), other.state.scene) == ([2, 3], ScenarioState())


# -- eruption ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-103", case="allows")
@pytest.mark.parametrize("called", [False, True])
def test_an_eruption_belongs_to_the_stop_of_the_shot(called: bool) -> None:
    table = restless(red="B4", blue="I9")
    if called:
        table.give("red.xo stop")
    told = table.give("red.captain torpedo B6")
    assert (told[0] == stopped("red")) is not called
    eruption = told[told.index(everyone("scenario", boat="red", event="eruption")) + 1 :]
    assert eruption == [
        *blasts("red", "C3", "eruption", own="indirect", other="miss"),
        crew("red", "damage", amount=1, cause="eruption"),
        *blasts("red", "H8", "eruption", own="miss", other="indirect"),
        everyone("damage", boat="blue", amount=1, cause="eruption"),
        *([released("red")] if called else []),
    ]
    assert GAME.prompts(table.state) == ()
    table.play("blue.captain course east", "red.captain course south")


@pytest.mark.rule("SON-103", case="refuses")
def test_an_eruption_that_ends_the_game_releases_nobody() -> None:
    table = restless(blue="I9").put("blue", damage=3)
    table.give("red.captain stop")
    assert table.give("red.captain torpedo A5")[-1] == everyone("over", winner="red", reason="sunk")
    assert table.silent("red", "blue")


@pytest.mark.rule("SON-83", case="refuses")
def test_a_deaf_radio_operator_hears_no_eruption_but_learns_what_the_volcanoes_do() -> None:
    table = restless("red", blue="J1").surfaced("blue")
    table.give("red.captain torpedo A5")
    heard = [kind for kind, _ in table.heard("blue.radio")]
    assert heard == ["stopped", "scenario"]
    assert [kind for kind, _ in table.heard("blue.captain")].count("blast") == 3
    smoke = restless("red", struck=1).surfaced("blue")
    smoke.play("red.captain torpedo A5", "red.captain volcano 1")
    assert [kind for kind, _ in smoke.heard("blue.radio")] == ["volcano", "released"]
    assert smoke.view("blue.radio")["scenario"]["smoke"] == "1"


# -- the choice ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-104", case="allows")
@pytest.mark.rule("SON-56", case="allows")
@pytest.mark.parametrize("boat", ["red", "blue"])
@pytest.mark.parametrize(("struck", "event"), [(1, "toxic-smoke"), (2, "lava")])
def test_the_table_waits_for_the_boat_that_shook(boat: str, struck: int, event: str) -> None:
    table = asked(boat, struck=struck)
    assert table.events[-1] == everyone("scenario", boat=boat, event=event)
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.key, prompt.seat, prompt.verbs) == (f"{boat}-volcano-1", f"{boat}.captain", ("volcano",))
    assert (prompt.freezes, prompt.due) == (EVERY_SEAT - {prompt.seat}, 60_000)
    assert prompt.default in [Order.read(f"{boat}.captain volcano {number}") for number in "12"]
    for seat in sorted(EVERY_SEAT | {"spectator", "umpire"}):
        view = table.view(seat)
        assert (view["held"], view["asked"], view["scenario"]["due"]) == (boat, boat, event)
    assert table.view(f"{boat}.captain")["prompts"] == [
        {"key": f"{boat}-volcano-1", "verbs": ["volcano"], "due": 60_000}
    ]
    assert table.open(f"{boat}.captain") == ["volcano"]
    table.give(f"{boat}.captain volcano 2")
    assert table.events[-1] == released(boat)
    assert (table.state.asked, table.boat(boat).answer_due, table.boat(boat).watch.answer_by) == (-1, 0, 0)
    table.give(f"{boat}.captain course south")


@pytest.mark.rule("SON-104", case="refuses")
@pytest.mark.rule("SON-51", case="refuses")
def test_nothing_else_goes_on_while_a_volcano_is_chosen() -> None:
    table = asked("red").put("blue", mines="E6")
    for line in (
        *("captain course south", "captain torpedo J5", "captain detonate E6", "captain surface", "captain resume"),
        *("captain silence stay", "xo drone 1"),
    ):
        assert table.refused(f"blue.{line}") in ("frozen", "not-stopped")
        assert table.refused(f"red.{line}") in ("frozen", "not-stopped")
    assert table.refused("red.captain stop") == table.refused("red.xo stop") == "frozen"
    assert table.refused("red.captain answer row=1 column=B") == "not-due"
    assert table.refused("blue.captain volcano 1") == "not-due"
    assert table.refused("red.xo volcano 1") == "not-your-role"
    assert table.refused("red.captain volcano 3") == "bad-argument"


@pytest.mark.rule("SON-104", case="refuses")
def test_in_real_time_too_a_volcano_is_chosen_only_when_it_is_due() -> None:
    table = restless()
    assert table.refused("red.captain volcano 1") == "not-due"
    table.give("red.captain stop")
    assert table.refused("red.captain volcano 1") == "not-due"
    assert "volcano" not in table.prompt("red.captain").verbs
    plain = Live(red="A1", blue="J1")
    assert plain.refused("red.captain volcano 1") == "not-now"


@pytest.mark.rule("SON-51", case="allows")
@pytest.mark.rule("SON-104", case="allows")
def test_a_stop_called_meanwhile_is_noted_and_asked_again() -> None:
    table = asked("red")
    assert table.give("blue.xo stop") == [crew("blue", "stop-noted")]
    assert table.refused("blue.captain stop") == "frozen"
    assert table.give("red.captain volcano 1")[-1] == everyone("asked-again", boat="blue")
    assert table.view("red.captain")["held"] == "blue"
    table.play("blue.captain stop", "blue.captain torpedo J5")
    assert table.view("red.captain")["held"] == ""


@pytest.mark.rule("SON-56", case="allows")
def test_an_enemy_penalty_is_paid_while_the_table_waits_for_a_volcano() -> None:
    table = restless("red", struck=1).put("blue", crossed="n5")
    table.play("blue.captain torpedo J5", "red.captain torpedo A5")
    assert table.barred("blue.captain")["stop"] == "frozen"
    table.give("blue.engineer break w5")
    table.give("red.captain volcano 1 @red-volcano-1")
    assert table.refused("red.captain volcano 1 @red-volcano-1") == "late"


@pytest.mark.rule("SON-104", case="allows")
def test_each_choice_of_a_volcano_is_a_lot_of_its_own() -> None:
    table, drawn = asked(), set()
    for number in range(1, 20):
        default = table.put("red", answer_due=number).prompt("red.captain").default
        assert isinstance(default, Order)
        drawn.add(default.args)
    assert drawn == {("1",), ("2",)}


@pytest.mark.rule("SON-56", case="allows")
@pytest.mark.rule("SON-104", case="allows")
def test_a_volcano_that_nobody_chooses_is_drawn_by_lot() -> None:
    drawn = set()
    for seed in range(8):
        table = Live(ISLES, red="A1", blue="J1", seed=str(seed), patience="5").charged("red").put("red", rig=Rig(2))
        table.state.scene = ScenarioState(1)
        table.wait(1000)
        table.give("red.captain torpedo A5")
        default = table.prompt("red.captain").default
        assert default is not None
        assert table.wait(5999) == []
        told = table.wait(6000)
        assert told[0] == everyone("overdue", boat="red", verb="volcano")
        assert [event.type for event in told] == ["overdue", "volcano", "released"]
        assert table.state.scene.smoke == default.args[0]
        drawn.add(table.state.scene.smoke)
    assert drawn == {"1", "2"}


@pytest.mark.rule("SON-56", case="refuses")
def test_without_a_patience_the_table_waits_for_ever() -> None:
    table = Live(ISLES, red="A1", blue="J1", patience="0").charged("red").put("red", rig=Rig(2))
    table.state.scene = ScenarioState(1)
    table.give("red.captain torpedo A5")
    prompt = table.prompt("red.captain")
    assert (prompt.due, prompt.default, GAME.due(table.state)) == (None, None, None)
    assert table.wait(10_000_000) == []
    table.give("red.captain volcano 1")


@pytest.mark.rule("SON-90", case="allows")
def test_a_turn_whose_time_is_up_draws_the_volcano_too() -> None:
    table = Table(ISLES, red="A1", blue="J1", clock="20").acting("red").put("red", rig=Rig(2))
    table.state.scene = ScenarioState(1)
    table.give("red.captain torpedo A5")
    told = [event.type for event in GAME.advance(table.state, GAME.due(table.state)).events]  # type: ignore[arg-type]
    assert told[:2] == ["overdue", "volcano"]
    assert "turn" in told


@pytest.mark.rule("SON-56", case="allows")
def test_an_undo_asks_for_the_volcano_under_another_number() -> None:
    table = asked("red")
    again = GAME.rekey(table.state, "salt")
    (prompt,) = GAME.prompts(again)
    assert prompt.key != "red-volcano-1"
    assert prompt.due == 60_000


# -- smoke ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-104", case="allows")
def test_a_drone_in_the_smoke_sees_nothing_in_real_time() -> None:
    table = asked("red", blue="J10")
    table.give("red.captain volcano 2")
    table.charged("red", "drone").give("red.xo drone 4")
    assert everyone("drone", boat="red", sector=4, answer="toxic-smoke") in table.events
    assert table.gauges("red")["drone"] == 0


@pytest.mark.rule("SON-104", case="refuses")
def test_the_next_event_ends_the_smoke_as_soon_as_it_is_triggered() -> None:
    table = restless("red", struck=2, smoke="2")
    table.give("red.captain torpedo A5")
    assert table.state.scene == ScenarioState(2, due="lava")
    table.give("red.captain volcano 1")
    table.charged("red", "drone").give("red.xo drone 4")
    assert everyone("drone", boat="red", sector=4, answer="no") in table.events


# -- lava ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-105", case="allows")
@pytest.mark.rule("SON-15", case="allows")
def test_lava_tests_both_boats_for_a_blackout_and_tells_each_its_own() -> None:
    table = asked("red", struck=2).put("red", route="C1", mines="B1 D1").put("blue", route="E3", mines="E2 F3 E4")
    told = table.give("red.captain volcano 1")
    assert told[0].type == "volcano"
    assert told[1:] == [released("red"), crew("red", "blackout"), crew("blue", "blackout")]
    assert table.open("red.captain") == table.open("blue.captain") == ["surface", "detonate"]


@pytest.mark.rule("SON-15", case="refuses")
def test_lava_elsewhere_leaves_a_boat_its_way() -> None:
    table = asked("red", struck=2).put("red", route="C1", mines="B1 D1").put("blue", route="E3", mines="E2 F3 E4")
    assert [event.type for event in table.give("red.captain volcano 2")] == ["volcano", "released"]
    table.play("red.captain course south", "blue.captain course west")


@pytest.mark.rule("SON-105", case="allows")
@pytest.mark.rule("SON-15", case="allows")
def test_lava_drives_the_enemy_to_the_surface_and_drops_the_stop_it_has_noted() -> None:
    table = asked("red", struck=2, blue="C1").charged("blue", route="D1 C1 B1", mines="A1")
    table.give("blue.captain stop")
    told = table.give("red.captain volcano 1")
    assert told[-2:] == [released("red"), crew("blue", "blackout")]
    assert table.state.floor is not None
    assert table.state.floor.queued == ""
    assert table.refused("blue.captain course south") == "blackout"
    assert table.refused("blue.captain stop") == "blackout"
    table.give("blue.captain surface")


@pytest.mark.rule("SON-15", case="refuses")
def test_while_marks_are_owed_lava_finds_no_blackout() -> None:
    table = asked("red", struck=2, blue="C1").charged("blue", route="D1 C1 B1", mines="A1")
    table.put("blue", charge_due=7, gauges=(0,) * 5)
    assert [event.type for event in table.give("red.captain volcano 1")] == ["volcano", "released"]
    assert table.give("blue.xo charge mine")[-1] == crew("blue", "blackout")


@pytest.mark.rule("SON-105", case="refuses")
@pytest.mark.parametrize(("red", "blue", "winner"), [("A1", "D3", "red"), ("B2", "J1", "blue"), ("B2", "D2", "draw")])
def test_lava_ends_the_game_in_real_time(red: str, blue: str, winner: str) -> None:
    table = asked("red", struck=2).put("red", route=red).put("blue", route=blue)
    table.give("blue.captain stop")
    told = table.give("red.captain volcano 1")
    assert told[-1] == everyone("over", winner=winner, reason="sunk")
    assert released("red") not in told
    assert table.silent("red", "blue")
    assert GAME.prompts(table.state) == ()
    assert GAME.due(table.state) is None


@pytest.mark.rule("SON-105", case="refuses")
def test_a_surfaced_boat_on_lava_is_lost_too() -> None:
    table = restless("red", struck=2, blue="D3").surfaced("blue")
    table.play("red.captain torpedo A5")
    assert table.give("red.captain volcano 1")[-1] == everyone("over", winner="red", reason="sunk")


@pytest.mark.rule("SON-105", case="allows")
@pytest.mark.rule("SON-15", case="allows")
def test_a_surfaced_boat_beside_lava_is_tested_when_it_dives() -> None:
    table = restless("red", struck=2, blue="C1").put("blue", mines="B1 D1").surfaced("blue")
    table.play("red.captain torpedo A5", "red.captain volcano 1")
    assert crew("blue", "blackout") not in table.events
    table.traced("blue")
    table.play("red.engineer confirm", "blue.engineer ready")
    assert table.give("blue.captain dive")[-1] == crew("blue", "blackout")


@pytest.mark.rule("SON-105", case="allows")
def test_mines_under_lava_vanish_silently_in_real_time() -> None:
    table = asked("red", struck=2).put("red", mines="D3 H5").put("blue", mines="C2")
    table.give("red.captain volcano 1")
    assert (table.mines("red"), table.mines("blue")) == (("H5",), ())
    for seat in (*(f"blue.{role}" for role in ROLES), "spectator"):
        lost = [facts for kind, facts in table.heard(seat) if kind == "mine-lost"]
        assert lost == ([{"boat": "blue", "at": "C2"}] if seat != "spectator" else [])


@pytest.mark.rule("SON-111", case="allows")
def test_a_pack_chooses_a_volcano_within_its_stop() -> None:
    table = Live(ISLES, red="A1", blue="J1", rules="wolfpack").charged("red").put("red", rig=Rig(2))
    table.state.scene = ScenarioState(1)
    table.play("red.captain stop", "red.captain torpedo A5")
    assert table.refused("red.captain resume") == "not-stopped"
    assert table.give("red.captain volcano 1")[-1] == released("red")
    assert table.refused("red.captain stop") == "needs-course"
