"""SON-03, SON-06, SON-13 to SON-16 in real time: two boats at once."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Outcome, Refusal
from klaxon.rules.sonar.state import State
from klaxon.table.setup import make_header
from tests.rules.sonar.kit.boats import GAME, OPEN, SMALL, Table, crew, everyone, library
from tests.rules.sonar.kit.boats import set_up as laid_out
from tests.rules.sonar.kit.live import Live, released


def set_up(**options: str) -> State | Refusal:
    header = make_header(GAME, {"mode": "realtime", **options}, lambda *_: library(OPEN), "0")
    assert not isinstance(header, list), header
    found = GAME.setup(header)
    assert isinstance(found, State | Refusal)
    return found


# -- the mode and its crews ----------------------------------------------------------------------------------


@pytest.mark.rule("SON-03", case="allows")
@pytest.mark.parametrize("options", [{}, {"players": "6"}, {"players": "7"}, {"players": "2", "override": "yes"}])
def test_six_to_eight_play_in_real_time_and_others_where_the_host_wants_it(options: dict[str, str]) -> None:
    assert isinstance(set_up(**options), State)


@pytest.mark.rule("SON-03", case="refuses")
@pytest.mark.parametrize("players", ["2", "5"])
def test_fewer_than_six_play_in_turns(players: str) -> None:
    assert set_up(players=players) == Refusal("too-few-players", {"players": int(players), "least": 6})
    assert isinstance(set_up(mode="turns", players=players), State)


@pytest.mark.rule("SON-110", case="allows")
def test_the_wolfpack_is_eight() -> None:
    assert isinstance(set_up(rules="wolfpack", players="8"), State)


@pytest.mark.rule("SON-110", case="refuses")
@pytest.mark.parametrize("override", ["yes", "no"])
def test_the_wolfpack_is_nothing_but_eight(override: str) -> None:
    for mode in ("realtime", "turns"):
        for players in ("2", "7"):
            refusal = Refusal("wolfpack-crew", {"players": int(players), "least": 8})
            assert set_up(rules="wolfpack", players=players, override=override, mode=mode) == refusal
        refusal = Refusal("hunt-only", {"victory": "sudden-death"})
        assert set_up(rules="wolfpack", victory="sudden-death", override=override, mode=mode) == refusal
    assert isinstance(set_up(rules="wolfpack", players="8", override=override, mode="turns"), State)


@pytest.mark.rule("SON-03", case="allows")
@pytest.mark.parametrize(
    ("options", "captain", "xo"),
    [
        ({}, "torpedo mine detonate silence surface answer stop resume trace", "charge drone sonar stop resume trace"),
        (
            {"shy_xo": "detection", "undo": "yes"},
            "torpedo mine detonate silence drone sonar surface answer undo stop resume trace",
            "charge stop resume trace",
        ),
        (
            {"xo_commands": "yes", "shy_xo": "all"},
            "silence surface answer stop resume trace",
            "charge drone sonar torpedo mine detonate stop resume trace",
        ),
    ],
)
def test_each_role_has_its_verbs_in_real_time(options: dict[str, str], captain: str, xo: str) -> None:
    table = Live(**options)
    assert list(table.barred("red.captain")) == ["start", "dive", "course", *captain.split()]
    assert list(table.barred("red.xo")) == xo.split()
    assert list(table.barred("red.engineer")) == ["break", "confirm", "reject", "ready", "trace"]
    assert list(table.barred("red.radio")) == ["guess", "trace"]


@pytest.mark.rule("SON-03", case="refuses")
@pytest.mark.parametrize("line", ["captain stop", "captain resume", "xo stop", "engineer ready", "radio trace 1"])
def test_turns_have_no_orders_of_real_time(line: str) -> None:
    assert Table().refused(f"red.{line}") == "not-now"


@pytest.mark.rule("SON-03", case="refuses")
def test_real_time_has_no_end_of_a_turn() -> None:
    assert Live().refused("red.captain end") == "not-now"


@pytest.mark.rule("SON-06", case="allows")
def test_real_time_begins_when_both_have_dived() -> None:
    table = Live()
    assert table.events == [everyone("dived", boat="blue"), everyone("begun")]
    view = table.view("red.captain")
    assert (view["phase"], view["turn"], view["held"], view["again"], view["held_until"]) == ("play", "", "", False, 0)


@pytest.mark.rule("SON-06", case="refuses")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("red.captain course east", "not-started"),
        ("red.captain stop", "not-started"),
        ("red.xo stop", "not-started"),
        ("red.captain resume", "not-started"),
        ("red.engineer confirm", "not-started"),
        ("red.radio trace 1", "not-started"),
        ("red.captain start B1", "already-dived"),
        ("red.captain dive", "already-dived"),
        ("blue.captain dive", "needs-start"),
    ],
)
def test_nothing_is_ordered_before_both_have_dived(line: str, code: str) -> None:
    table = Live()
    state = set_up()
    assert isinstance(state, State)
    table.state = state
    table.play("red.captain start A1", "red.captain dive")
    view = table.view("red.captain")
    assert (view["phase"], view["held"], view["again"], view["held_until"]) == ("start", "", False, 0)
    assert table.refused(line) == code
    assert GAME.prompts(table.state) == ()
    assert GAME.due(table.state) is None


@pytest.mark.rule("SON-06", case="refuses")
def test_nobody_starts_twice() -> None:
    table = Live()
    assert table.refused("red.captain start B2") == "already-started"
    assert table.refused("red.captain dive") == "already-started"


# -- courses and acknowledgements ----------------------------------------------------------------------------


@pytest.mark.rule("SON-14", case="allows")
def test_both_boats_sail_at_once() -> None:
    table = Live()
    assert table.give("red.captain course east") == [everyone("course", boat="red", dir="east")]
    table.give("blue.captain course north")
    table.play("red.engineer break e1", "blue.xo charge mine", "red.xo charge drone", "red.captain course east")
    assert (table.at("red"), table.at("blue")) == ("C1", "J9")


@pytest.mark.rule("SON-14", case="refuses")
def test_no_boat_sails_on_the_marks_of_the_other() -> None:
    table = Live()
    table.play("red.captain course east", "blue.captain course north", "blue.xo charge mine", "blue.engineer break n1")
    assert table.refused("red.captain course east") == "waiting-for-xo"
    table.give("blue.captain course north")


@pytest.mark.rule("SON-13", case="allows")
@pytest.mark.parametrize("marks", [("xo charge mine", "engineer break e1"), ("engineer break e1", "xo charge mine")])
def test_in_real_time_both_acknowledge_in_any_order(marks: tuple[str, str]) -> None:
    table = Live()
    table.give("red.captain course east")
    table.play(*(f"red.{mark}" for mark in marks))
    assert {"course", "surface", "stop"} <= set(table.open("red.captain"))


@pytest.mark.rule("SON-13", case="refuses")
@pytest.mark.parametrize(
    ("marks", "code"),
    [
        ([], "waiting-for-xo"),
        (["red.xo charge mine"], "waiting-for-engineer"),
        (["red.engineer break e1"], "waiting-for-xo"),
    ],
)
def test_in_real_time_course_and_surfacing_wait_for_both(marks: list[str], code: str) -> None:
    table = Live()
    table.give("red.captain course east")
    table.play(*marks)
    assert table.refused("red.captain course east") == code
    assert table.refused("red.captain surface") == code


@pytest.mark.rule("SON-20", case="refuses")
def test_marks_are_made_once() -> None:
    table = Live()
    for line in ("red.xo charge mine", "red.engineer break e1"):
        assert table.refused(line) == "not-due"
    table.play("red.captain course east", "red.xo charge mine")
    assert table.refused("red.xo charge mine") == "not-due"
    table.give("red.engineer break e1")
    assert table.refused("red.engineer break e2") == "not-due"


@pytest.mark.rule("SON-20", case="allows")
def test_a_full_boat_is_acknowledged_by_its_engineer_alone() -> None:
    table = Live().charged("red")
    table.play("red.captain course east", "red.engineer break e1", "red.captain course east")


@pytest.mark.rule("SON-14", case="allows")
def test_a_helm_may_have_to_rest_between_two_courses() -> None:
    table = Live(interval="5")
    table.sailed("red east")
    assert table.view("red.captain")["resting"] == 5000
    assert GAME.due(table.state) == 5000
    assert table.wait(4999) == []
    assert table.refused("red.captain course east") == "too-soon"
    assert table.wait(5000) == [crew("red", "rested")]
    table.sailed("red east")
    assert table.view("red.captain")["resting"] == 10_000


@pytest.mark.rule("SON-14", case="refuses")
def test_a_rest_holds_only_the_own_helm() -> None:
    table = Live(interval="5").sailed("red east", "blue north")
    assert table.refused("red.captain course east") == "too-soon"
    assert {"surface", "stop"} <= set(table.open("red.captain"))
    assert "resting" not in table.view("red.xo")
    table.wait(5000)
    assert table.heard("red.radio") == [("rested", {"boat": "red"})]
    assert GAME.due(table.state) is None


# -- blackout and withdrawal ---------------------------------------------------------------------------------

POCKET = """\
..#..
..#..
.....
.....
....."""


CAPE = """\
.....
.....
.....
...##
...##"""


def cornered(**options: str) -> Live:
    """Return a table where red has just run into the dead end B1."""
    table = Live(POCKET, **options).charged("red", "silence", "torpedo", "mine", route="B2 A2 A1", mines="C3")
    table.give("red.captain course east")
    return table


@pytest.mark.rule("SON-15", case="allows")
def test_in_real_time_a_blackout_is_found_after_both_acknowledgements() -> None:
    table = cornered()
    table.give("red.xo charge sonar")
    assert table.view("red.captain")["blackout"] is False
    assert table.give("red.engineer break e1")[1:] == [crew("red", "blackout")]
    assert [table.view(f"{boat}.captain")["blackout"] for boat in ("red", "blue")] == [True, False]
    assert table.orders("red.captain") == ["surface", "detonate C3"]
    table.give("red.captain surface")
    assert table.view("red.captain")["blackout"] is False


@pytest.mark.rule("SON-15", case="allows")
def test_in_real_time_who_runs_into_a_dead_end_may_activate_before_both_acknowledged() -> None:
    table = cornered()
    table.give("red.captain torpedo A1")
    table.play("red.xo charge sonar", "red.engineer break e1")
    assert table.heard("red.radio")[-1] == ("blackout", {"boat": "red"})


@pytest.mark.rule("SON-15", case="refuses")
@pytest.mark.parametrize("line", ["silence stay", "silence south 0", "torpedo A1", "mine A3", "stop", "course south"])
def test_in_real_time_only_surfacing_is_open_in_a_blackout(line: str) -> None:
    table = cornered()
    table.play("red.xo charge sonar", "red.engineer break e1")
    assert table.refused(f"red.captain {line}") == "blackout"
    assert table.refused("red.xo charge mine") == "not-due"
    assert table.refused("red.engineer break e2") == "not-due"
    assert table.open("red.xo") == []


@pytest.mark.rule("SON-15", case="allows")
def test_in_a_blackout_owed_answers_are_accepted() -> None:
    table = cornered().charged("blue", "sonar")
    table.play("red.xo charge sonar", "red.engineer break e1", "blue.xo sonar")
    assert table.refused("red.captain stop") == "blackout"
    table.give("red.captain answer row=1 column=C")
    assert table.orders("red.captain") == ["surface", "detonate C3"]


@pytest.mark.rule("SON-15", case="allows")
def test_in_real_time_a_mine_just_laid_counts_for_the_blackout() -> None:
    table = Live(POCKET).charged("red", "mine", route="A2 A1")
    assert table.give("red.captain mine B1")[-1] == crew("red", "blackout")


@pytest.mark.rule("SON-15", case="refuses")
def test_in_real_time_there_is_no_blackout_while_a_course_is_left() -> None:
    table = Live(POCKET).charged("red", "mine", route="A2 A1")
    assert [event.type for event in table.give("red.captain mine B2")] == ["stopped", "mine-laid", "mine-laid"]
    table.give("red.captain course east")


@pytest.mark.rule("SON-15", case="refuses")
def test_a_mine_that_is_gone_opens_the_way_again() -> None:
    table = Live(POCKET).charged("red", route="A2 A1", mines="B1").charged("blue", route="E3 D3 C3 B3 B2")
    assert table.orders("red.captain") == ["surface", "detonate B1"]
    table.give("blue.captain torpedo B1")
    assert "course east" in table.orders("red.captain")


@pytest.mark.rule("SON-15", case="allows")
def test_a_blackout_is_told_once() -> None:
    table = cornered()
    table.play("red.xo charge sonar", "red.engineer break e1")
    assert [event.type for event in table.give("blue.captain course north")] == ["course"]


@pytest.mark.rule("SON-15", case="allows")
def test_a_boat_that_dives_among_its_own_mines_is_in_a_blackout_again() -> None:
    table = Live().charged("red", mines="A2 B1").surfaced("red")
    assert [table.view("red.captain")[fact] for fact in ("surfaced", "blackout")] == [True, False]
    table.repaired("red")
    assert table.events == [everyone("dived", boat="red"), crew("red", "blackout")]
    assert table.orders("red.captain") == ["surface", "detonate B1", "detonate A2"]


@pytest.mark.rule("SON-15", case="allows")
@pytest.mark.rule("SON-112", case="allows")
@pytest.mark.parametrize("rules", ["second", "second-ua", "wolfpack"])
def test_a_boat_that_dives_among_its_own_mines_sets_one_off_and_sails_on(rules: str) -> None:
    table = Live(rules=rules).charged("red", mines="A2 B1").surfaced("red").repaired("red")
    assert table.heard("red.captain")[-1] == ("blackout", {"boat": "red"})
    told = table.give("red.captain detonate B1")
    assert [event.type for event in told[:2]] == ["stopped", "detonated"]
    assert table.view("red.captain")["blackout"] is False
    table.give("red.captain course east")


@pytest.mark.rule("SON-112", case="refuses")
def test_in_the_wolfpack_only_a_boat_closed_in_by_mines_needs_no_course_before_a_detonation() -> None:
    table = cornered(rules="wolfpack")
    table.play("red.captain torpedo A1", "red.xo charge sonar", "red.engineer break e1")
    assert table.view("red.captain")["blackout"] is True
    assert table.refused("red.captain detonate C3") == "needs-course"
    free = Live(rules="wolfpack").charged("red", mines="C3").surfaced("red").repaired("red")
    assert free.refused("red.captain detonate C3") == "needs-course"


@pytest.mark.rule("SON-15", case="refuses")
def test_nobody_is_in_a_blackout_before_the_game_begins() -> None:
    table = Live()
    table.state = laid_out(CAPE, mode="realtime")
    assert [table.view(f"{boat}.captain")["blackout"] for boat in ("red", "blue")] == [False, False]


@pytest.mark.rule("SON-16", case="allows")
def test_in_real_time_a_course_is_taken_back_before_an_acknowledgement() -> None:
    table = Live(undo="yes", interval="5").sailed("red south")
    table.wait(5000)
    table.give("red.captain course east")
    assert table.view("blue.radio")["calls"] == "SE"
    assert table.give("red.captain undo") == [everyone("withdrawn", boat="red", dir="east")]
    assert (table.at("red"), table.view("blue.radio")["calls"]) == ("A2", "S")
    assert (table.view("red.captain")["resting"], GAME.due(table.state)) == (0, None)
    table.give("red.captain course south")


@pytest.mark.rule("SON-16", case="refuses")
@pytest.mark.parametrize("mark", ["red.xo charge mine", "red.engineer break e1", "red.captain torpedo D1"])
def test_in_real_time_no_course_is_taken_back_after_a_mark_or_a_shot(mark: str) -> None:
    table = Live(undo="yes").charged("red", "torpedo")
    table.play("red.captain course east", mark)
    assert table.refused("red.captain undo") == "too-late"
    table.marked("red")
    assert table.refused("red.captain undo") == "too-late"


@pytest.mark.rule("SON-16", case="refuses")
def test_in_real_time_nothing_is_taken_back_where_the_option_is_off() -> None:
    table = Live()
    table.give("red.captain course east")
    assert table.refused("red.captain undo") == "not-now"


@pytest.mark.rule("SON-16", case="allows")
def test_a_course_taken_back_unlocks_no_activation() -> None:
    table = Live(undo="yes").charged("red", "torpedo", "drone")
    table.play("red.captain torpedo D1", "red.captain course east", "red.captain undo")
    assert table.refused("red.xo drone 1") == "needs-course"


# -- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-04", case="allows")
@pytest.mark.parametrize(("red", "blue", "winner"), [(2, 1, "blue"), (0, 3, "red"), (1, 1, "draw")])
def test_in_real_time_the_limit_is_minutes(red: int, blue: int, winner: str) -> None:
    table = Live(limit="2").put("red", damage=red).put("blue", damage=blue)
    assert GAME.due(table.state) == 120_000
    table.wait(119_999)
    assert GAME.outcome(table.state) is None
    assert table.wait(130_000) == [everyone("over", winner=winner, reason="limit")]
    assert GAME.outcome(table.state) == Outcome(winner, "limit")
    assert [table.view(seat)["phase"] for seat in ("red.captain", "blue.radio", "spectator")] == ["over"] * 3
    assert GAME.due(table.state) is None
    assert GAME.prompts(table.state) == ()
    assert table.refused("red.captain course east") == "game-over"


@pytest.mark.rule("SON-04", case="refuses")
def test_the_minutes_of_the_limit_count_from_the_dive() -> None:
    table = Live()
    state = set_up(limit="1")
    assert isinstance(state, State)
    table.state = state
    table.wait(50_000)
    table.play("red.captain start A1", "blue.captain start J10", "red.captain dive")
    assert GAME.due(table.state) is None
    table.give("blue.captain dive")
    assert GAME.due(table.state) == 110_000


@pytest.mark.rule("SON-04", case="allows")
def test_in_real_time_a_boat_is_sunk_and_nothing_follows() -> None:
    table = Live(SMALL, red="A1", blue="C1", victory="sudden-death").charged("red", "torpedo")
    assert table.give("red.captain torpedo C1")[-1] == everyone("over", winner="red", reason="sunk")
    assert table.silent("red", "blue")
    table.state = Live(SMALL, red="A1", blue="C1", victory="sudden-death").charged("red", "torpedo").state
    table.play("red.captain stop", "red.captain torpedo C1")
    assert released("red") not in table.events
    assert GAME.prompts(table.state) == ()
