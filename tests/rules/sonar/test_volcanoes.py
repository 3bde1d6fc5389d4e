"""SON-102 to SON-105: two volcanoes, a gauge that shots fill, and the three events it triggers."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Event, Order, Refusal
from klaxon.rules.sonar.state import Rig, ScenarioState
from tests.rules.sonar.kit.boats import CREW, ENEMY, GAME, Table, blasts, crew, everyone, others, set_up
from tests.rules.sonar.kit.volcanoes import ISLES, filled, gauge

CLOSE = """..........
..........
..1.2.....
..a.b.....
..........
..........
..........
..........
..........
.........."""


def volatile(
    boat: str = "red", *, filled: int = 2, struck: int = 0, smoke: str = "", chart: str = ISLES, **at: str
) -> Table:
    """Return a game in which a boat may act and its gauge lacks a box: its next shot triggers an event."""
    table = Table(chart, **{"red": "A1", "blue": "J1", **at})
    table.acting(boat).put(boat, rig=Rig(filled))
    table.state.scene = ScenarioState(struck, smoke)
    return table


# -- the gauge -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-102", case="allows")
def test_a_torpedo_and_a_mine_fill_a_box_each() -> None:
    table = volatile(filled=0)
    assert table.give("red.captain mine B2")[-1] == filled("red", 1)
    assert gauge(table, "red") == [1, 3]
    table.acting("red")
    assert table.give("red.captain torpedo A5")[-1] == filled("red", 2)
    assert gauge(table, "red") == [2, 3]
    assert gauge(table, "blue") == [0, 3], "each boat has a gauge of its own"
    assert table.state.scene == ScenarioState()


@pytest.mark.rule("SON-102", case="refuses")
def test_what_fails_and_what_is_no_shot_fills_nothing() -> None:
    table = volatile().put("red", crossed="n5")
    assert [event.type for event in table.give("red.captain torpedo A5")] == ["failed", "failed"]
    assert gauge(table, "red") == [2, 3]
    detonating = volatile().put("red", mines="C6")
    detonating.give("red.captain detonate C6")
    assert gauge(detonating, "red") == [2, 3]
    silent = volatile()
    silent.give("red.captain silence stay")
    assert gauge(silent, "red") == [2, 3]


@pytest.mark.rule("SON-102", case="refuses")
def test_nobody_charges_or_activates_the_gauge() -> None:
    table = Table(ISLES, red="A1", blue="J1")
    table.give("red.captain course south")
    assert table.refused("red.xo charge scenario") == "not-by-hand"
    assert table.refused("red.captain repair mine") == "not-now"
    table.acting("red").put("red", rig=Rig(2))
    assert "scenario" not in table.view("red.captain")["ready"]


@pytest.mark.rule("SON-102", case="allows")
def test_a_breakdown_does_not_touch_the_gauge() -> None:
    table = volatile().put("red", crossed="n1 w2")
    assert everyone("scenario", boat="red", event="eruption") in table.give("red.captain torpedo A5")


@pytest.mark.rule("SON-102", case="allows")
def test_the_gauge_that_triggers_is_erased_and_the_event_struck_for_both() -> None:
    table = volatile().put("blue", rig=Rig(2))
    table.give("red.captain torpedo A5")
    assert (gauge(table, "red"), gauge(table, "blue")) == ([0, 3], [2, 3])
    for seat in ("red.captain", "blue.radio", "umpire", "spectator"):
        assert table.view(seat)["scenario"] == {"struck": 1, "smoke": "", "due": ""}
    table.give("red.captain end")
    table.acting("blue").give("blue.captain torpedo J5")
    assert table.state.scene.due == "toxic-smoke", "the next one comes, whoever triggers it"


@pytest.mark.rule("SON-102", case="allows")
def test_the_event_comes_after_the_shot_and_its_chain() -> None:
    table = volatile(blue="H5").put("blue", mines="B6")
    told = table.give("red.captain torpedo A5")
    assert [event.type for event in told] == [
        *("torpedo", "blast", "blast", "mine-lost", "blast", "blast"),
        *("charged", "scenario", "blast", "blast", "blast", "blast"),
    ]
    assert told[6:8] == [filled("red", 3), everyone("scenario", boat="red", event="eruption")]


@pytest.mark.rule("SON-102", case="refuses")
def test_no_event_comes_when_the_shot_has_ended_the_game() -> None:
    table = volatile(blue="A5").put("blue", damage=2)
    told = table.give("red.captain torpedo A5")
    assert told[-1] == everyone("over", winner="red", reason="sunk")
    assert not [event for event in told if event.type in ("charged", "scenario")]
    assert gauge(table, "red") == [2, 3]


@pytest.mark.rule("SON-102", case="refuses")
def test_after_the_third_event_there_are_no_more() -> None:
    table = volatile(struck=3, filled=0)
    for _ in range(4):
        assert table.give("red.captain torpedo A5")[-1].type == "blast"
        table.acting("red")
    assert (gauge(table, "red"), table.state.scene) == ([0, 3], ScenarioState(3))


# -- eruption ------------------------------------------------------------------------------------------------


def erupted(at: str, *, own: str = "miss", other: str = "miss") -> list[Event]:
    """Return the events of a blast that red has triggered."""
    return blasts("red", at, "eruption", own=own, other=other)


@pytest.mark.rule("SON-103", case="allows")
def test_the_volcanoes_explode_one_after_the_other() -> None:
    table = volatile(red="A4", blue="I9")
    told = table.give("red.captain torpedo A6")
    assert told[-5:] == [
        *erupted("C3"),
        *erupted("H8", other="indirect"),
        everyone("damage", boat="blue", amount=1, cause="eruption"),
    ]
    assert table.state.outcome is None


@pytest.mark.rule("SON-103", case="allows")
def test_the_boat_that_triggers_it_is_hit_as_well_and_only_its_crew_hears_it() -> None:
    table = volatile(red="B4", blue="I9")
    told = table.give("red.captain torpedo B6")
    assert told[-6:] == [
        *erupted("C3", own="indirect"),
        crew("red", "damage", amount=1, cause="eruption"),
        *erupted("H8", other="indirect"),
        everyone("damage", boat="blue", amount=1, cause="eruption"),
    ]
    assert table.view("blue.captain")["enemy_damage"] == 0


@pytest.mark.rule("SON-103", case="allows")
def test_a_boat_between_the_volcanoes_is_hit_twice() -> None:
    table = volatile(red="A10", blue="D3", chart=CLOSE)
    table.give("red.captain torpedo A8")
    assert table.boat("blue").damage == 2


@pytest.mark.rule("SON-103", case="refuses")
def test_both_lost_by_one_volcano_is_a_draw_but_the_first_one_decides() -> None:
    both = volatile(red="B3", blue="C2", chart=CLOSE).put("red", damage=3).put("blue", damage=3)
    assert both.give("red.captain torpedo B6")[-1] == everyone("over", winner="draw", reason="sunk")
    one = volatile(red="B3", blue="F3", chart=CLOSE).put("red", damage=3).put("blue", damage=3)
    assert one.give("red.captain torpedo B6")[-1] == everyone("over", winner="blue", reason="sunk")
    assert one.boat("blue").damage == 3


@pytest.mark.rule("SON-103", case="allows")
@pytest.mark.parametrize(("chain", "sets_off"), [("off", 0), ("torpedo", 1), ("full", 2)])
def test_mines_near_a_volcano_react_as_to_a_torpedo(chain: str, sets_off: int) -> None:
    table = Table(ISLES, red="A10", blue="J1", mine_chain=chain)
    table.acting("red").put("red", rig=Rig(2)).put("blue", mines="D4 E5")
    told = table.give("red.captain torpedo A8")
    lost = [event for event in told if event.type == "mine-lost"]
    assert lost == [crew("blue", "mine-lost", at=at) for at in ("D4", "E5")[:sets_off]]
    assert table.mines("blue") == ("D4", "E5")[sets_off:]


@pytest.mark.rule("SON-103", case="allows")
def test_the_chain_of_the_first_volcano_comes_before_the_second() -> None:
    table = volatile(red="A10", blue="J1").put("red", mines="D4 G7")
    at = [event.facts["at"] for event in table.give("red.captain torpedo A8") if event.type == "blast"][2::2]
    assert at == ["C3", "D4", "H8", "G7"]


@pytest.mark.rule("SON-103", case="allows")
def test_with_points_everything_next_to_a_volcano_explodes() -> None:
    table = Table(ISLES, red="A10", blue="J1", eruption="points")
    table.acting("red").put("red", rig=Rig(2)).put("blue", mines="B2 E4")
    told = table.give("red.captain torpedo A8")
    centres = [event.facts["at"] for event in told if event.type == "blast"][2::2]
    first = ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"]
    assert centres == [*first, "E4", "G7", "H7", "I7", "G8", "I8", "G9", "H9", "I9"]
    assert [event.facts["at"] for event in told if event.type == "mine-lost"] == ["B2", "E4"], (
        "one was hit, one set off"
    )


@pytest.mark.rule("SON-103", case="refuses")
def test_with_points_none_explodes_twice_and_the_boats_of_one_volcano_are_lost_together() -> None:
    table = Table(CLOSE, red="A10", blue="J1", eruption="points")
    table.acting("red").put("red", rig=Rig(2))
    told = table.give("red.captain torpedo A8")
    centres = [event.facts["at"] for event in told if event.type == "blast"][2::2]
    assert centres == ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4", "E2", "F2", "F3", "E4", "F4"]
    lost = Table(CLOSE, red="B2", blue="B4", eruption="points")
    lost.acting("red").put("red", rig=Rig(2))
    assert lost.give("red.captain torpedo B6")[-1] == everyone("over", winner="draw", reason="sunk")


@pytest.mark.rule("SON-103", case="allows")
def test_with_points_a_volcano_near_the_corner_explodes_there_too() -> None:
    corner = "\n".join([".a........", ".1........", *[".........."] * 7, ".......2b."])
    table = Table(corner, red="A10", blue="J5", eruption="points")
    table.acting("red").put("red", rig=Rig(2))
    told = table.give("red.captain torpedo A8")
    assert [event.facts["at"] for event in told if event.type == "blast"][2:4] == ["A1", "A1"]


@pytest.mark.rule("SON-103", case="refuses")
def test_with_volcano_a_boat_two_points_away_is_safe() -> None:
    table = volatile(red="A10", blue="E3")
    table.give("red.captain torpedo A8")
    assert table.boat("blue").damage == 0
    points = Table(ISLES, red="A10", blue="E3", eruption="points")
    points.acting("red").put("red", rig=Rig(2)).give("red.captain torpedo A8")
    assert points.boat("blue").damage == 3


# -- toxic smoke ---------------------------------------------------------------------------------------------


def smoking(boat: str = "red", *, blue: str = "J1") -> Table:
    """Return a game in which a boat has just triggered the toxic smoke and owes the choice."""
    table = volatile(boat, struck=1, blue=blue)
    table.give(f"{boat}.captain torpedo {'A5' if boat == 'red' else 'J5'}")
    return table


@pytest.mark.rule("SON-104", case="allows")
@pytest.mark.rule("SON-56", case="allows")
@pytest.mark.parametrize("boat", ["red", "blue"])
def test_the_triggering_captain_owes_a_choice_and_the_game_waits(boat: str) -> None:
    table = smoking(boat)
    assert table.events[-1] == everyone("scenario", boat=boat, event="toxic-smoke")
    (prompt,) = GAME.prompts(table.state)
    assert (prompt.seat, prompt.verbs, prompt.key) == (f"{boat}.captain", ("volcano",), f"{boat}-volcano-1")
    assert prompt.freezes == (CREW["red"] | CREW["blue"]) - {prompt.seat}
    assert GAME.actors(table.state) == (prompt.seat,)
    assert table.orders(f"{boat}.captain") == ["volcano 1", "volcano 2"]
    for seat in ("captain", "xo", "engineer"):
        assert table.orders(f"{ENEMY[boat]}.{seat}") == []
    assert table.refused(f"{boat}.captain end") == "frozen"
    assert table.refused(f"{ENEMY[boat]}.captain volcano 1") == "not-due"
    assert table.refused(f"{boat}.captain volcano 3") == "bad-argument"
    assert gauge(table, boat) == [3, 3]
    assert table.view(f"{ENEMY[boat]}.xo")["scenario"]["due"] == "toxic-smoke"
    assert table.view("spectator")["asked"] == boat


@pytest.mark.rule("SON-104", case="refuses")
@pytest.mark.rule("SON-56", case="refuses")
def test_a_volcano_is_chosen_only_when_it_is_due() -> None:
    table = volatile()
    assert table.refused("red.captain volcano 1") == "not-due"
    assert table.refused("red.xo volcano 1") == "not-your-role"
    plain = Table(red="A1", blue="J1")
    assert plain.refused("red.captain volcano 1") == "not-now"
    refusal = GAME.apply(set_up(ISLES), Order.read("red.captain volcano 1"))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-started"


@pytest.mark.rule("SON-56", case="allows")
def test_an_enemy_penalty_is_paid_while_a_volcano_is_chosen() -> None:
    table = smoking().put("blue", penalty_due=1)
    assert table.refused("blue.captain course north") == "frozen"
    table.give("blue.engineer break n6")
    table.give("red.captain volcano 1 @red-volcano-1")
    assert table.refusal("red.captain volcano 1 @red-volcano-1").code == "late"


@pytest.mark.rule("SON-104", case="allows")
@pytest.mark.parametrize(("volcano", "sector"), [(1, 1), (2, 4)])
def test_a_drone_sees_nothing_but_smoke_in_that_sector(volcano: int, sector: int) -> None:
    table = smoking(blue="I9" if sector == 4 else "B5")
    chosen = {"boat": "red", "event": "toxic-smoke", "volcano": volcano, "sector": sector}
    assert table.give(f"red.captain volcano {volcano}") == [everyone("volcano", **chosen)]
    assert table.state.scene == ScenarioState(2, smoke=str(volcano))
    assert gauge(table, "red") == [0, 3]
    assert (table.boat("red").answer_due, table.state.asked) == (0, -1)
    for boat in ("red", "blue"):
        table.acting(boat, "drone")
        told = table.give(f"{boat}.xo drone {sector}")
        assert told == [everyone("drone", boat=boat, sector=sector, answer="toxic-smoke")]
        assert table.gauges(boat)["drone"] == 0


@pytest.mark.rule("SON-104", case="refuses")
def test_other_sectors_are_clear_and_so_is_that_one_when_the_next_event_comes() -> None:
    table = smoking(blue="J4")
    table.give("red.captain volcano 1")
    for sector, answer in ((2, "yes"), (4, "no"), (1, "toxic-smoke")):
        table.acting("red", "drone")
        assert table.give(f"red.xo drone {sector}")[0].facts["answer"] == answer
    table.acting("red").put("red", rig=Rig(2)).give("red.captain torpedo A5")
    assert table.state.scene == ScenarioState(2, due="lava")
    table.give("red.captain volcano 2")
    table.acting("red", "drone")
    assert table.give("red.xo drone 1")[0].facts["answer"] == "no"


def test_a_choice_that_was_undone_is_asked_anew() -> None:
    table = smoking()
    again = GAME.rekey(table.state, "salt")
    (prompt,) = GAME.prompts(again)
    assert prompt.key != "red-volcano-1"
    assert GAME.apply(again, Order.read("red.captain volcano 2")).state.scene.smoke == "2"  # type: ignore[union-attr]


# -- lava ----------------------------------------------------------------------------------------------------


def flowing(*, blue: str = "J1") -> Table:
    """Return a game in which red has just triggered the lava and owes the choice."""
    table = volatile(struck=2, smoke="1", blue=blue)
    table.give("red.captain torpedo A5")
    return table


LAVA = ["B2", "C2", "D2", "B3", "D3"]


@pytest.mark.rule("SON-105", case="allows")
def test_lava_points_become_islands() -> None:
    table = flowing()
    assert table.view("red.captain")["scenario"] == {"struck": 2, "smoke": "", "due": "lava"}
    assert table.refused("red.captain end") == "frozen"
    told = table.give("red.captain volcano 1")
    assert told == [everyone("volcano", boat="red", event="lava", volcano=1, points=LAVA)]
    assert table.state.scene == ScenarioState(3)
    sea = table.state.sea
    assert all(not sea.water >> sea.index[point] & 1 for point in LAVA)
    assert all(sea.water >> sea.index[point] & 1 for point in ("G7", "H9"))
    assert table.view("blue.radio")["chart"]["grid"].split("\n")[1:3] == [".###......", ".#1#......"]
    table.let("red").put("red", moved=False, route="A1 A2")
    assert table.refused("red.captain course east") == "island"
    table.acting("red")
    assert table.refused("red.captain torpedo B2") == "island"
    assert table.refused("red.captain mine B3") == "island"


@pytest.mark.rule("SON-105", case="refuses")
def test_until_then_they_are_sea() -> None:
    table = Table(ISLES, red="A2", blue="J1")
    table.give("red.captain course east")
    assert table.at("red") == "B2"


@pytest.mark.rule("SON-105", case="refuses")
@pytest.mark.parametrize(("red", "blue", "winner"), [("A1", "D3", "red"), ("B2", "J1", "blue"), ("B2", "D2", "draw")])
def test_a_boat_on_the_lava_is_lost(red: str, blue: str, winner: str) -> None:
    table = flowing().put("red", route=red).put("blue", route=blue, damage=1)
    lost = [boat for boat in ("red", "blue") if winner in (ENEMY[boat], "draw")]
    told = table.give("red.captain volcano 1")[1:]
    assert told == [
        *(everyone("damage", boat=boat, amount=4, cause="lava") for boat in lost),
        *(everyone("sunk", boat=boat) for boat in lost),
        everyone("over", winner=winner, reason="sunk"),
    ]


@pytest.mark.rule("SON-105", case="allows")
def test_mines_there_are_gone_silently_and_routes_stay() -> None:
    table = flowing().put("red", route="B1 B2 B3 B4", mines="D3 H5", fresh=1 << 23)
    table.put("blue", mines="C2 G7")
    assert table.give("red.captain volcano 1")[1:] == [
        crew("red", "mine-lost", at="D3"),
        crew("blue", "mine-lost", at="C2"),
    ]
    assert (table.mines("red"), table.mines("blue")) == (("H5",), ("G7",))
    assert table.boat("red").fresh == 0
    assert table.view("red.captain")["route"] == ["B1", "B2", "B3", "B4"]


@pytest.mark.rule("SON-105", case="allows")
@pytest.mark.rule("SON-15", case="allows")
def test_lava_can_leave_no_way_on() -> None:
    table = flowing(blue="C1").put("blue", route="D1 C1 B1")
    table.put("blue", mines="A1")
    table.give("red.captain volcano 1")
    assert table.give("red.captain end")[-1] == crew("blue", "blackout")
    assert table.refused("blue.captain course south") == "blackout"


def test_a_radio_track_clashes_with_new_land() -> None:
    table = Table(ISLES, red="A1", blue="J1", help="clash").acting("red").put("red", rig=Rig(2))
    table.state.scene = ScenarioState(2)
    assert table.view("blue.radio", at="B3")["clash"] == []
    table.give("red.captain torpedo A5")
    table.give("red.captain volcano 1")
    assert table.view("blue.radio", at="B3")["clash"] == ["B3"]


def test_the_whole_sequence_is_played_in_order() -> None:
    table = Table(ISLES, red="A10", blue="J1")
    events = []
    for number in range(9):
        table.acting("red")
        told = table.give("red.captain torpedo A8")
        events += [event.facts["event"] for event in told if event.type == "scenario"]
        if number in (5, 8):
            assert GAME.actors(table.state) == ("red.captain",)
            table.give("red.captain volcano 2")
    assert events == ["eruption", "toxic-smoke", "lava"]
    assert others("red", "failed") not in told
