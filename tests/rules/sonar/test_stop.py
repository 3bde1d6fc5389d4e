"""SON-51, SON-53, SON-55 and SON-56: STOP, who calls it, whom it freezes, and answers that are owed meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from klaxon.rules.contract import Order, Refusal, Step
from klaxon.rules.sonar import defaults
from klaxon.rules.sonar.setting import BOATS
from tests.rules.sonar.kit.boats import CREW, GAME, OPEN, SMALL, blasts, crew, everyone
from tests.rules.sonar.kit.live import Live, released, stopped

EVERY_SEAT = CREW["red"] | CREW["blue"]


def said_in(answer: Order) -> list[tuple[str, str]]:
    """Return the statements of an answer."""
    return [token for token in answer.args if isinstance(token, tuple)]


def both_charged(**options: str) -> Live:
    """Return a table where both boats may use anything, and have marks to make."""
    table = Live(**options).charged("red", mines="E5").charged("blue", mines="E6")
    return table.put("red", gauges=(3, 3, 4, 3, 6)).put("blue", gauges=(3, 3, 4, 3, 6))


LINES = (
    "captain course east",
    "captain surface",
    "captain torpedo C2",
    "captain mine B2",
    "captain detonate E5",
    "captain silence stay",
    "xo drone 1",
    "xo sonar",
    "xo charge mine",
    "engineer break e1",
)


# -- STOP by itself ------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-51", case="allows")
@pytest.mark.parametrize("role", ["captain", "xo"])
def test_captain_and_xo_call_stop_and_the_table_stands_still(role: str) -> None:
    table = both_charged()
    assert table.give(f"red.{role} stop") == [stopped("red")]
    for seat in sorted(EVERY_SEAT | {"spectator", "umpire"}):
        view = table.view(seat)
        assert (view["held"], view["again"], view["held_until"]) == ("red", False, 30_000)
    prompt = table.prompt(f"red.{role}")
    assert (prompt.freezes, prompt.due) == (EVERY_SEAT, 30_000)
    assert prompt.default == Order(prompt.seat, "resume")
    assert set(prompt.verbs) == set(table.open(f"red.{role}"))
    assert table.view(f"red.{role}")["prompts"][0]["due"] == 30_000


@pytest.mark.rule("SON-51", case="refuses")
@pytest.mark.parametrize("line", LINES)
def test_a_stop_freezes_the_enemy(line: str) -> None:
    table = both_charged()
    table.play("blue.captain course north", "red.captain stop")
    assert table.refused(f"blue.{line}") == "frozen"


@pytest.mark.rule("SON-51", case="refuses")
@pytest.mark.parametrize(
    "line", ["captain course east", "captain surface", "xo charge mine", "engineer break e1", "captain stop", "xo stop"]
)
def test_a_stop_freezes_the_rest_of_the_own_boat(line: str) -> None:
    table = both_charged()
    table.play("red.captain course east", "red.captain stop")
    assert table.refused(f"red.{line}") == "frozen"


@pytest.mark.rule("SON-51", case="refuses")
def test_a_stop_freezes_the_repair_too() -> None:
    table = both_charged().surfaced("blue")
    table.give("red.captain stop")
    assert table.refused("blue.engineer trace 1") == "frozen"
    assert table.refused("blue.captain stop") == "surfaced"


@pytest.mark.rule("SON-51", case="allows")
@pytest.mark.parametrize("by", ["captain", "xo"])
@pytest.mark.parametrize(
    "line", ["captain torpedo C2", "captain mine B2", "captain silence stay", "captain detonate E5", "xo drone 1"]
)
def test_a_stop_is_used_by_either_officer_and_then_the_table_goes_on(by: str, line: str) -> None:
    table = both_charged()
    table.give(f"red.{by} stop")
    happened = table.give(f"red.{line}")
    assert stopped("red") not in happened
    assert happened[-1] == released("red")
    assert table.view("blue.radio")["held"] == ""
    table.give("blue.captain course north")


@pytest.mark.rule("SON-51", case="allows")
@pytest.mark.parametrize("by", ["captain", "xo"])
def test_a_stop_is_withdrawn_and_uses_up_nothing(by: str) -> None:
    table = both_charged()
    before = table.boat("red")
    table.give("red.captain stop")
    assert table.give(f"red.{by} resume") == [released("red")]
    assert replace(table.boat("red"), serial=before.serial) == before
    table.play("blue.captain course north", "red.captain torpedo C2")


@pytest.mark.rule("SON-51", case="refuses")
def test_only_the_own_stop_is_withdrawn() -> None:
    table = both_charged()
    assert table.refused("red.captain resume") == "not-stopped"
    table.give("red.captain stop")
    assert table.refused("blue.captain resume") == "not-stopped"
    assert table.refused("red.engineer resume") == "not-your-role"
    assert table.refused("red.radio stop") == "not-your-role"


@pytest.mark.rule("SON-51", case="allows")
def test_a_stop_that_nobody_uses_lapses() -> None:
    table = both_charged(stop_time="7")
    table.wait(1000)
    table.give("red.xo stop")
    assert GAME.due(table.state) == 8000
    assert table.wait(7999) == []
    assert table.wait(8000) == [released("red")]
    assert GAME.due(table.state) is None
    table.give("red.captain torpedo C2")


@pytest.mark.rule("SON-51", case="allows")
@pytest.mark.parametrize("line", LINES[2:8])
def test_every_activation_and_detonation_implies_stop(line: str) -> None:
    table = both_charged()
    assert table.give(f"red.{line}")[0] == stopped("red")
    held = "red" if line == "xo sonar" else ""
    assert table.view("blue.captain")["held"] == held


@pytest.mark.rule("SON-51", case="refuses")
@pytest.mark.parametrize("line", ["captain course east", "captain surface"])
def test_course_and_surfacing_are_no_stop(line: str) -> None:
    table = both_charged()
    assert stopped("red") not in table.give(f"red.{line}")


@pytest.mark.rule("SON-51", case="refuses")
def test_a_blast_that_was_set_off_at_a_stop_is_one_choice() -> None:
    table = both_charged()
    table.play("red.captain stop", "red.captain detonate E5")
    assert table.events == [
        everyone("detonated", boat="red", at="E5"),
        *blasts("red", "E5", "mine", own="miss", other="miss"),
        released("red"),
    ]
    table.give("red.captain torpedo C2")
    assert table.refused("red.captain mine B2") == "needs-course"


# -- two at once ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-51", case="allows")
def test_of_two_stops_the_first_is_served_and_the_second_is_asked_again() -> None:
    table = both_charged()
    table.give("red.captain stop")
    assert table.give("blue.xo stop") == [crew("blue", "stop-noted")]
    assert [table.view(f"{boat}.captain")["queued"] for boat in BOATS] == [False, True]
    table.wait(10_000)
    assert table.give("red.captain torpedo C2")[-1] == everyone("asked-again", boat="blue")
    for seat in ("red.captain", "blue.radio", "spectator"):
        view = table.view(seat)
        assert (view["held"], view["again"], view["held_until"]) == ("blue", True, 40_000)
    assert table.refused("red.captain course east") == "frozen"
    prompt = table.prompt("blue.xo")
    assert (prompt.verbs, prompt.default) == (("stop", "resume"), Order(prompt.seat, "resume"))
    assert table.open("blue.captain") == ["stop", "resume"]
    assert table.give("blue.captain stop") == [stopped("blue")]
    assert table.give("blue.xo drone 1")[-1] == released("blue")


@pytest.mark.rule("SON-51", case="allows")
def test_the_second_stop_may_be_dropped_or_lapses() -> None:
    for dropped in (True, False):
        table = both_charged()
        table.play("red.captain stop", "blue.captain stop", "red.captain resume")
        happened = table.give("blue.captain resume") if dropped else table.wait(30_000)
        assert happened == [released("blue")]
        table.give("red.captain course east")


@pytest.mark.rule("SON-51", case="refuses")
def test_a_second_stop_is_noted_once_and_uses_nothing_before_it_is_served() -> None:
    table = both_charged()
    table.play("red.captain stop", "blue.captain stop")
    for line in ("captain stop", "xo stop", "captain torpedo H9", "xo drone 1"):
        assert table.refused(f"blue.{line}") == "frozen"
    table.give("red.captain resume")
    for line in ("captain torpedo H9", "xo drone 1", "captain course north"):
        assert table.refused(f"blue.{line}") == "frozen"
    assert table.refused("red.captain resume") == "not-stopped"


@pytest.mark.rule("SON-51", case="allows")
def test_a_stop_that_was_noted_waits_for_the_sonar_that_the_first_one_was_called_for() -> None:
    table = both_charged()
    table.play("red.captain stop", "blue.captain stop", "red.xo sonar")
    assert table.view("blue.captain")["queued"] is True
    assert table.give("blue.captain answer row=10 column=A")[-1] == everyone("asked-again", boat="blue")


@pytest.mark.rule("SON-51", case="refuses")
def test_a_boat_that_must_surface_meanwhile_is_not_asked_again() -> None:
    table = both_charged()
    table.play("red.captain stop", "blue.captain stop")
    table.put("blue", mines="I10 J9")
    assert table.give("red.captain resume") == [released("red")]


@pytest.mark.rule("SON-51", case="allows")
def test_a_stop_while_a_sonar_waits_is_served_after_the_answer() -> None:
    table = both_charged()
    table.give("red.xo sonar")
    assert table.refused("red.captain stop") == "frozen"
    table.give("blue.captain stop")
    assert table.give("blue.captain answer row=10 column=A")[-1] == everyone("asked-again", boat="blue")
    table.play("blue.captain stop", "red.captain stop", "blue.captain resume")
    assert table.events == [everyone("asked-again", boat="red")]


# -- who -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-53", case="allows")
@pytest.mark.parametrize("shy", ["detection", "all"])
def test_a_shy_xo_leaves_detection_to_the_captain(shy: str) -> None:
    table = both_charged(shy_xo=shy)
    assert stopped("red") in table.give("red.captain drone 1")


@pytest.mark.rule("SON-53", case="refuses")
@pytest.mark.parametrize(
    ("line", "shy", "code"),
    [
        ("captain drone 1", "off", "not-your-role"),
        ("xo torpedo C2", "off", "not-your-role"),
        ("xo drone 1", "all", "not-your-role"),
    ],
)
def test_each_officer_uses_his_own_systems(line: str, shy: str, code: str) -> None:
    assert both_charged(shy_xo=shy).refused(f"red.{line}") == code


@pytest.mark.rule("SON-55", case="refuses")
@pytest.mark.parametrize("line", [*LINES[:8], "captain stop", "xo stop"])
def test_in_real_time_a_surfaced_boat_does_nothing_but_repair(line: str) -> None:
    table = both_charged().surfaced("red")
    assert table.refused(f"red.{line}") == "surfaced"


@pytest.mark.rule("SON-55", case="allows")
def test_the_enemy_of_a_surfaced_boat_activates() -> None:
    table = both_charged().surfaced("red")
    table.play("blue.captain torpedo I9", "blue.captain course north", "blue.xo drone 1")


# -- owed answers --------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-56", case="allows")
def test_owed_answers_are_accepted_while_the_table_stands_still() -> None:
    table = both_charged(patience="0").put("red", crossed="w4")
    table.surfaced("blue").traced("blue")
    table.play("red.xo drone 1", "red.engineer confirm")
    table = both_charged().put("red", crossed="w4")
    table.play("red.xo drone 1", "blue.captain stop", "red.engineer break w5", "blue.captain resume")
    table = both_charged().put("red", crossed="w4").surfaced("blue")
    table.traced("blue")
    table.play("red.captain course east", "red.captain stop", "red.engineer confirm")


@pytest.mark.rule("SON-56", case="allows")
def test_a_surfaced_captain_answers_and_a_surfaced_engineer_looks() -> None:
    table = both_charged().surfaced("red").charged("blue", "sonar")
    table.play("blue.xo sonar", "red.captain answer row=1 sector=2")
    table.surfaced("blue").traced("blue")
    table.give("red.engineer confirm")


@pytest.mark.rule("SON-56", case="allows")
def test_a_captain_who_is_asked_may_have_a_penalty_aboard() -> None:
    table = both_charged().put("red", crossed="w4").charged("blue", "sonar")
    table.play("red.xo drone 1", "blue.xo sonar")
    assert (table.open("red.captain"), table.open("red.engineer")) == (["answer"], ["break"])
    table.play("red.engineer break w5", "red.captain answer row=1 sector=2")


@pytest.mark.rule("SON-56", case="refuses")
def test_who_owes_nothing_has_nothing_to_answer() -> None:
    table = both_charged()
    for line in ("captain answer row=1 sector=2", "engineer confirm", "engineer reject"):
        assert table.refused(f"red.{line}") == "not-due"
    table.give("red.xo sonar")
    for line in ("captain answer row=1 sector=2", "engineer confirm"):
        assert table.refused(f"red.{line}") == "not-due"
    assert table.refused("blue.xo answer row=1 sector=2") == "not-your-role"


# -- the sonar -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-71", case="allows")
def test_in_real_time_a_sonar_holds_the_table_until_it_is_answered() -> None:
    table = both_charged()
    assert table.give("red.xo sonar") == [stopped("red"), everyone("ping", boat="red")]
    view = table.view("red.radio")
    assert (view["held"], view["held_until"], view["asked"]) == ("red", 60_000, "blue")
    prompt = table.prompt("blue.captain")
    assert (prompt.verbs, prompt.due, prompt.freezes) == (("answer",), 60_000, EVERY_SEAT - {"blue.captain"})
    assert table.view("blue.captain")["prompts"] == [{"key": prompt.key, "verbs": ["answer"], "due": 60_000}]
    assert table.give("blue.captain answer row=10 column=A") == [
        everyone("sonar", boat="red", statements={"row": 10, "column": "A"}),
        released("red"),
    ]
    assert GAME.due(table.state) is None
    table.play("blue.captain course north", "red.captain course east")


@pytest.mark.rule("SON-71", case="refuses")
@pytest.mark.parametrize("line", [*LINES, "captain resume"])
def test_in_real_time_nothing_goes_on_before_the_answer(line: str) -> None:
    table = both_charged()
    table.play("blue.captain course north", "red.captain course east", "red.xo sonar")
    code = "not-stopped" if line == "captain resume" else "frozen"
    assert table.refused(f"red.{line}") == code
    assert table.refused(f"blue.{line}") == code


@pytest.mark.rule("SON-71", case="allows")
@pytest.mark.parametrize("seed", [str(seed) for seed in range(12)])
@pytest.mark.parametrize("chart", [OPEN, SMALL])
def test_an_answer_that_nobody_gives_is_drawn_by_lot_and_is_legal(seed: str, chart: str) -> None:
    table = Live(chart, seed=seed, red="A1", blue="C3", patience="9").charged("red", "sonar")
    table.give("red.xo sonar")
    default = table.prompt("blue.captain").default
    assert default is not None
    assert isinstance(GAME.apply(table.state, default), Step)
    assert table.wait(8999) == []
    happened = table.wait(9000)
    assert happened[0] == everyone("overdue", boat="blue", verb="answer")
    assert happened[1].facts["statements"] == {k: v if k == "column" else int(v) for k, v in said_in(default)}
    assert happened[2] == released("red")
    table.give("red.captain course east")


def test_the_lots_of_an_answer_leave_no_hint() -> None:
    """Every kind is said, true and false, in either place; and asked again the lot is another one."""
    table = Live(OPEN, red="A1", blue="C3").charged("red", "sonar")
    table.give("red.xo sonar")
    true = {"row": "3", "column": "C", "sector": "1"}
    seen = set()
    for number in range(200):
        table.put("blue", answer_due=number + 1)
        said = said_in(defaults.answer(table.state, 1))
        kinds = [kind for kind, _ in said]
        assert kinds == sorted(kinds, key=list(true).index)
        assert sum(value == true[kind] for kind, value in said) == 1
        seen |= {(place, kind, value == true[kind]) for place, (kind, value) in enumerate(said)}
        assert said == said_in(defaults.answer(table.state, 1))
    assert seen == {(0, "row", x) for x in (True, False)} | {(1, "sector", x) for x in (True, False)} | {
        (place, "column", x) for place in (0, 1) for x in (True, False)
    }


@pytest.mark.rule("SON-71", case="allows")
def test_where_there_are_two_sectors_either_may_be_said_and_where_there_is_one_it_is_true() -> None:
    for chart, sectors in (("\n".join(["." * 10] * 5), {"1", "2"}), (SMALL, {"1"})):
        table, said = Live(chart, red="A1", blue="C3").charged("red", "sonar"), set()
        table.give("red.xo sonar")
        for number in range(1, 40):
            said |= set(said_in(defaults.answer(table.put("blue", answer_due=number).state, 1)))
        assert {value for kind, value in said if kind == "sector"} == sectors


@pytest.mark.rule("SON-71", case="refuses")
def test_where_patience_has_no_end_the_game_waits_for_ever() -> None:
    table = both_charged(patience="0")
    table.give("red.xo sonar")
    prompt = table.prompt("blue.captain")
    assert (prompt.due, prompt.default, GAME.due(table.state)) == (None, None, None)
    assert table.wait(10**7) == []
    assert "due" not in table.view("blue.captain")["prompts"][0]


def test_an_undo_of_the_table_asks_under_new_numbers() -> None:
    table = both_charged()
    table.give("red.captain stop")
    again = GAME.rekey(table.state, "salt")
    old, new = (GAME.prompts(state)[0].key for state in (table.state, again))
    assert old != new
    assert again.floor is not None
    assert table.state.floor is not None
    assert again.floor.number > table.state.floor.number
    assert GAME.apply(again, Order.read(f"red.captain resume @{old}")) == Refusal("late", {"prompt": old})
    assert isinstance(GAME.apply(again, Order.read(f"red.captain resume @{new}")), Step)
    table = both_charged().surfaced("blue")
    table.traced("blue")
    again = GAME.rekey(table.state, "salt")
    assert GAME.prompts(again)[0].key != GAME.prompts(table.state)[0].key
    assert again.boats[0].watch.inspect > table.state.boats[0].watch.inspect


@pytest.mark.rule("SON-51", case="refuses")
def test_a_late_use_of_a_stop_does_not_use_the_next_one() -> None:
    table = both_charged()
    table.give("red.captain stop")
    key = table.prompt("red.captain").key
    table.play("red.captain resume", "red.captain stop")
    assert table.refused(f"red.captain torpedo C2 @{key}") == "late"
    table.give(f"red.captain torpedo C2 @{table.prompt('red.captain').key}")
