"""SON-50 to SON-56: who activates what, and when."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Seat
from tests.rules.sonar.kit.boats import FULL, GAME, OPEN, SMALL, Table, crew, everyone

ORDERS = {
    "mine": "captain mine C4",
    "torpedo": "captain torpedo C5",
    "silence": "captain silence east 1",
    "drone": "xo drone 1",
    "sonar": "xo sonar",
}


def acting(**options: str) -> Table:
    """Return a table where red on C3 may activate anything."""
    return Table(SMALL, red="C3", blue="A5", **options).acting("red")


def settled(table: Table) -> Table:
    """Answer the sonar and leave out the marks that an activation of red has brought."""
    if table.state.asked == 1:
        table.give("blue.captain answer row=5 column=B")
    return table.marked("red")


@pytest.mark.rule("SON-50", case="allows")
@pytest.mark.parametrize("system", ORDERS)
def test_a_course_unlocks_the_next_activation(system: str) -> None:
    table = Table(OPEN, red="C3").acting("red")
    table.give(f"red.{ORDERS[system]}")
    if system == "sonar":
        table.give("blue.captain answer row=10 column=B")
    table.marked("red").give("red.captain end")
    table.turn("blue west")
    assert table.boat("red").spent is True
    table.give("red.captain course north")
    assert table.boat("red").spent is False
    table.marked("red").put("red", charged=["torpedo"])
    assert any(order.startswith("torpedo") for order in table.orders("red.captain"))


@pytest.mark.rule("SON-50", case="refuses")
@pytest.mark.parametrize("first", ORDERS)
def test_two_activations_in_a_row_are_not_allowed(first: str) -> None:
    table = acting()
    table.give(f"red.{ORDERS[first]}")
    settled(table).put("red", charged=FULL)
    for line in ORDERS.values():
        assert table.refused(f"red.{line}") == "turn-done"
    assert table.orders("red.xo") == []
    assert table.refused("red.captain course west") == "turn-done"
    assert table.refused("red.captain surface") == "turn-done"


@pytest.mark.rule("SON-50", case="allows")
def test_surfacing_is_no_activation() -> None:
    table = acting()
    table.play("red.xo drone 1", "red.captain end")
    table.turn("blue north")
    assert "surface" in table.orders("red.captain")
    table.give("red.captain surface")


@pytest.mark.rule("SON-50", case="refuses")
def test_with_surface_is_stop_a_course_comes_between() -> None:
    table = acting(surface_is_stop="yes")
    table.play("red.xo drone 1", "red.captain end")
    table.turn("blue north")
    assert table.refused("red.captain surface") == "needs-course"
    table.turn("red north").turn("blue north").give("red.captain surface")
    assert table.boat("red").spent is True


@pytest.mark.rule("SON-50", case="allows")
def test_a_blackout_surfacing_asks_for_no_course_before_it() -> None:
    table = Table(SMALL, surface_is_stop="yes").acting("red", route="B1 B2 A2 A1")
    table.play("red.xo drone 1", "red.captain end")
    table.turn("blue north")
    assert table.view("red.captain")["blackout"] is True
    table.give("red.captain surface")


@pytest.mark.rule("SON-52", case="allows")
@pytest.mark.parametrize("system", ORDERS)
def test_one_activation_comes_after_the_course_and_both_marks(system: str) -> None:
    table = Table(SMALL, red="C4", blue="A5")
    table.put("red", gauges=tuple(FULL[each] for each in FULL))
    table.play("red.captain course north", "red.engineer break n6")
    table.give(f"red.{ORDERS[system].replace('C4', 'C2')}")
    assert table.gauges("red") == {**FULL, system: 0}


@pytest.mark.rule("SON-52", case="refuses")
@pytest.mark.parametrize("system", ORDERS)
def test_no_activation_before_the_course_or_the_marks(system: str) -> None:
    line = f"red.{ORDERS[system]}"
    table = Table(SMALL, red="C3", blue="A5").put(
        "red", gauges=(3, 3, 4, 3, 5) if system != "silence" else (2, 3, 4, 3, 6)
    )
    assert table.refused(line) == "needs-course"
    table.give("red.captain course north")
    assert table.refused(line) == "waiting-for-xo"
    table.give("red.engineer break n6")
    assert table.refused(line) == "waiting-for-xo"
    early = Table(SMALL, red="C3", blue="A5").put("red", charged=FULL)
    early.give("red.captain course north")
    assert early.refused(line) == "waiting-for-engineer"


@pytest.mark.rule("SON-53", case="allows")
def test_captain_and_first_officer_have_their_own_systems() -> None:
    table = acting()
    captain = {order.split()[0] for order in table.orders("red.captain")}
    assert captain == {"torpedo", "mine", "silence", "end"}
    assert {order.split()[0] for order in table.orders("red.xo")} == {"drone", "sonar"}
    assert table.orders("red.engineer") == []
    assert {order.split()[0] for order in table.orders("red.radio")} == {"guess"}


@pytest.mark.rule("SON-53", case="refuses")
@pytest.mark.parametrize("system", ORDERS)
def test_nobody_else_activates_a_system(system: str) -> None:
    role, _, order = ORDERS[system].partition(" ")
    for other in {"captain", "xo", "engineer", "radio"} - {role}:
        assert acting().refused(f"red.{other} {order}") == "not-your-role"


@pytest.mark.rule("SON-53", case="allows")
@pytest.mark.parametrize("shy", ["detection", "all"])
def test_a_shy_first_officer_hands_detection_to_the_captain(shy: str) -> None:
    table = acting(shy_xo=shy)
    captain = {order.split()[0] for order in table.orders("red.captain")}
    assert captain == {"torpedo", "mine", "silence", "drone", "sonar", "end"}
    assert table.orders("red.xo") == []
    assert table.give("red.captain drone 1") == [everyone("drone", boat="red", sector=1, answer="yes")]
    again = acting(shy_xo=shy)
    assert again.give("red.captain sonar") == [everyone("ping", boat="red")]


@pytest.mark.rule("SON-53", case="refuses")
@pytest.mark.parametrize("shy", ["detection", "all"])
def test_a_shy_first_officer_activates_nothing_and_still_charges(shy: str) -> None:
    table = acting(shy_xo=shy)
    view = GAME.sight(table.state, "red.xo", {}).view  # type: ignore[arg-type]
    assert [offer.verb for offer in GAME.offers(view)] == ["charge"]
    assert table.refused("red.xo drone 1") == table.refused("red.xo sonar") == "not-your-role"
    told = table.refusal("red.xo sonar").facts
    assert told == {"verb": "sonar", "roles": ("captain",)}
    table.put("red", charge_due=7, charged=())
    assert table.give("red.xo charge drone") == [crew("red", "charged", system="drone", filled=1, boxes=4, full=False)]


@pytest.mark.rule("SON-53", case="allows")
@pytest.mark.parametrize("shy", ["off", "all"])
def test_with_xo_commands_all_but_silence_is_the_first_officers(shy: str) -> None:
    table = acting(xo_commands="yes", shy_xo=shy).put("red", mines="E1")
    assert {order.split()[0] for order in table.orders("red.captain")} == {"silence", "end"}
    assert {order.split()[0] for order in table.orders("red.xo")} == {
        "drone",
        "sonar",
        "torpedo",
        "mine",
        "detonate",
    }
    assert table.give("red.xo detonate E1")[0] == everyone("detonated", boat="red", at="E1")
    assert table.give("red.xo torpedo C5")[0] == everyone("torpedo", boat="red", at="C5")
    laying = acting(xo_commands="yes")
    assert laying.give("red.xo mine C4")[0] == crew("red", "mine-laid", at="C4")


@pytest.mark.rule("SON-53", case="refuses")
def test_with_xo_commands_the_captain_fires_nothing() -> None:
    table = acting(xo_commands="yes").put("red", mines="E1")
    for order in ("torpedo C5", "mine C4", "detonate E1"):
        assert table.refused(f"red.captain {order}") == "not-your-role"
    assert table.give("red.captain silence stay")[1].type == "silence"


@pytest.mark.rule("SON-54", case="allows")
@pytest.mark.parametrize("system", ORDERS)
def test_using_a_system_empties_its_gauge_alone(system: str) -> None:
    table = acting()
    table.give(f"red.{ORDERS[system]}")
    assert table.gauges("red") == {**FULL, system: 0}


@pytest.mark.rule("SON-54", case="refuses")
def test_a_refused_order_empties_nothing() -> None:
    table = acting()
    assert table.refused("red.captain torpedo C3") == "out-of-range"
    assert table.gauges("red") == FULL
    assert table.boat("red").spent is False


@pytest.mark.rule("SON-55", case="refuses")
@pytest.mark.parametrize("order", [*ORDERS.values(), "captain detonate E1"])
def test_a_surfaced_boat_activates_and_detonates_nothing(order: str) -> None:
    table = Table(SMALL, red="C3").put("red", charged=FULL, mines="E1")
    table.give("red.captain surface")
    assert table.refused(f"red.{order}") == "surfaced"
    assert table.orders("red.captain") == ["end"]
    assert table.orders("red.xo") == []
    table.give("red.captain end")
    assert table.refused(f"red.{order}") == "not-your-turn"


@pytest.mark.rule("SON-55", case="allows")
def test_after_the_dive_the_boat_acts_again() -> None:
    table = Table(SMALL, red="C3").put("red", charged=FULL, mines="E1")
    table.play("red.captain surface", "red.captain end")
    table.turn("blue north").turn("blue north").turn("blue north")
    assert "detonate E1" in table.orders("red.captain")
    table.give("red.captain course north")
    table.marked("red").give("red.xo drone 1")


@pytest.mark.rule("SON-56", case="allows")
def test_the_answer_is_taken_out_of_turn_and_from_a_surfaced_boat() -> None:
    table = acting().put("blue", surfaced=True)
    table.give("red.xo sonar")
    assert table.give("blue.captain answer row=5 column=B") == [
        everyone("sonar", boat="red", statements={"row": 5, "column": "B"})
    ]
    assert table.boat("blue").surfaced is True


@pytest.mark.rule("SON-56", case="allows")
def test_the_penalty_is_taken_out_of_turn() -> None:
    table = Table(SMALL, red="C3", blue="A5", detonate_window="any").let("blue")
    table.put("red", crossed="w1", mines="E1")
    table.give("red.captain detonate E1")
    assert table.refused("red.captain detonate E1") == "waiting-for-engineer"
    table.give("blue.captain course north")
    assert table.give("red.engineer break e4") == [crew("red", "broke", symbol="e4")]


@pytest.mark.rule("SON-56", case="allows")
def test_answer_and_penalty_may_be_owed_at_once() -> None:
    table = Table(SMALL, red="C3", blue="A5", detonate_window="any").acting("blue", "sonar")
    table.put("red", crossed="w1", mines="E1").give("red.captain detonate E1")
    table.give("blue.xo sonar")
    assert table.refused("red.captain detonate E1") == "frozen"
    table.give("red.engineer break e4")
    assert table.orders("red.engineer") == []
    table.give("red.captain answer row=3 column=A")
    assert table.state.asked == -1


@pytest.mark.rule("SON-56", case="refuses")
def test_nobody_but_who_owes_it_gives_it() -> None:
    table = acting()
    assert table.refused("blue.captain answer row=5 column=B") == "not-due"
    table.give("red.xo sonar")
    assert table.refused("red.captain answer row=3 column=A") == "not-due"
    assert table.refused("blue.xo answer row=5 column=B") == "not-your-role"
    assert table.refused("blue.engineer break w1") == "frozen"
    table.give("blue.captain answer row=5 column=B")
    assert table.refused("blue.captain answer row=5 column=B") == "not-due"


def bars(table: Table, seat: str) -> dict[str, str]:
    """Return why each verb of a seat is closed, '' where it is open."""
    offers = GAME.offers(GAME.sight(table.state, Seat(seat), {}).view)
    return {offer.verb: offer.barred.code if offer.barred else "" for offer in offers}


@pytest.mark.rule("SON-40", case="refuses")
def test_each_verb_has_its_own_reason_at_once() -> None:
    table = acting(broken_order="nothing").put("red", crossed="w1", mines="E1")
    found = bars(table, "red.captain")
    assert {verb: found[verb] for verb in ("mine", "torpedo", "silence", "detonate")} == {
        "mine": "broken",
        "torpedo": "broken",
        "silence": "",
        "detonate": "broken",
    }


def test_reasons_beside_the_want_of_a_mine() -> None:
    table = Table(SMALL, red="C3", undo="yes")
    assert (bars(table, "red.captain")["detonate"], bars(table, "blue.captain")["detonate"]) == (
        "no-mine",
        "not-your-turn",
    )
    table.play("red.captain course north", "red.xo charge mine")
    late = bars(table, "red.captain")
    assert (late["undo"], late["detonate"]) == ("too-late", "no-mine")
    stopped = bars(Table(SMALL, red="C3", surface_is_stop="yes").put("red", spent=True), "red.captain")
    assert (stopped["surface"], stopped["detonate"]) == ("needs-course", "no-mine")


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("red.captain torpedo", "point"),
        ("red.captain mine", "point"),
        ("red.captain detonate", "point"),
        ("red.captain silence", "direction"),
        ("red.captain silence north", "length"),
        ("red.xo drone", "sector"),
    ],
)
def test_an_order_that_stops_too_early_names_what_is_missing(line: str, field: str) -> None:
    refusal = acting().put("red", mines="E1").refusal(line)
    assert (refusal.code, refusal.facts["field"]) == ("missing-argument", field)


def test_an_answer_that_stops_too_early_names_what_is_missing() -> None:
    table = acting()
    table.give("red.xo sonar")
    for line in ("blue.captain answer", "blue.captain answer row=5"):
        refusal = table.refusal(line)
        assert (refusal.code, refusal.facts["field"]) == ("missing-argument", "statement")
