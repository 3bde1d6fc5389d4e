"""SON-80, SON-82 to SON-84: surfacing in real time, the repair, the frozen radio, and the dive."""

from __future__ import annotations

import pytest

from klaxon.rules.contract import Order, Seat
from klaxon.rules.sonar.realtime.menu import stage
from klaxon.rules.sonar.realtime.trace import faultless, run_time
from tests.rules.sonar.kit.boats import GAME, crew, everyone
from tests.rules.sonar.kit.live import Live, released, stopped

ROLES = ("engineer", "captain", "xo", "radio")
SLIP = '""'
"""The recording of a hand that did not touch the dial."""


def up(**options: str) -> Live:
    """Return a table where red has surfaced with crosses on its panel."""
    return Live(**options).charged("red", crossed="w1 w2 n3 e6").surfaced("red")


def run(table: Live) -> Live:
    """Let the pens run through."""
    table.wait(GAME.now(table.state) + run_time(table.state.setting.trace_speed))
    return table


@pytest.mark.rule("SON-80", case="allows")
def test_in_real_time_surfacing_tells_the_sector_and_erases_the_route_only() -> None:
    table = Live().charged("red", "mine", route="C3 D3 E3 F3", crossed="w1 w2", mines="A1")
    assert table.give("red.captain surface") == [everyone("surfaced", boat="red", sector=2)]
    assert (table.at("red"), table.mines("red"), table.crossed("red")) == ("F3", ("A1",), ("w1", "w2"))
    assert table.view("red.captain")["route"] == ["F3"]
    assert table.view("blue.captain")["enemy_surfaced"] is True


@pytest.mark.rule("SON-80", case="refuses")
def test_nobody_surfaces_twice() -> None:
    assert up().refused("red.captain surface") == "surfaced"


@pytest.mark.rule("SON-82", case="allows")
@pytest.mark.parametrize("sections", ["1234", "4321", "2413"])
def test_the_crew_traces_the_enemy_confirms_and_the_boat_dives(sections: str) -> None:
    table = up()
    assert table.view("red.radio")["repair"] == {
        "signed": [""] * 4,
        "initials": [""] * 4,
        "slips": [0] * 4,
        "phase": "tracing",
    }
    for role, section in zip(ROLES, sections, strict=True):
        happened = table.give(f"red.{role} trace {section}")
        assert happened[0] == crew("red", "traced", role=role, section=int(section), initials="")
    assert happened[1] == everyone("hull", boat="red", slips=0)
    assert table.view("red.radio")["repair"]["phase"] == "traced"
    assert table.open("blue.engineer") == ["confirm"]
    prompt = table.prompt("blue.engineer")
    assert (prompt.verbs, prompt.due, prompt.freezes) == (("confirm", "reject"), 60_000, frozenset())
    assert prompt.default == Order(prompt.seat, "confirm")
    assert table.crossed("red") == ("w1", "w2", "n3", "e6")
    assert table.give("blue.engineer confirm") == [everyone("confirmed", boat="red")]
    assert table.crossed("red") == ()
    assert table.give("red.engineer ready") == [crew("red", "reported")]
    assert table.give("red.captain dive") == [everyone("dived", boat="red")]
    assert "repair" not in table.view("red.captain")
    table.give("red.captain course east")


@pytest.mark.rule("SON-82", case="allows")
def test_every_station_of_the_boat_knows_how_far_the_repair_is() -> None:
    table = up()

    def stages() -> set[str]:
        return {stage(GAME.view(table.state, Seat(f"red.{role}"))) for role in ROLES}

    assert stages() == {"engineer-traces"}
    for section, role in enumerate(ROLES[:3], start=1):
        table.give(f"red.{role} trace {section}")
        assert stages() == {"crew-traces"}
    for line, now in (
        ("red.radio trace 4", "traced"),
        ("blue.engineer confirm", "mended"),
        ("red.engineer ready", "reported"),
        ("red.captain dive", "sail"),
    ):
        table.give(line)
        assert stages() == {now}


@pytest.mark.rule("SON-82", case="refuses")
@pytest.mark.parametrize("role", ROLES[1:])
def test_the_engineer_traces_first(role: str) -> None:
    table = up()
    assert table.refused(f"red.{role} trace 2") == "engineer-first"
    table.play("red.engineer trace 1", f"red.{role} trace 2")


@pytest.mark.rule("SON-82", case="refuses")
def test_each_role_traces_one_section_and_each_section_is_traced_once() -> None:
    table = up()
    table.give("red.engineer trace 2")
    assert table.refused("red.engineer trace 1") == "already-traced"
    assert table.refused("red.xo trace 2") == "already-traced"
    assert table.refused("red.xo trace 5") == "bad-argument"
    assert table.refused("red.xo trace") == "missing-argument"
    assert table.orders("red.xo") == [f"trace {section}{rest}" for section in "134" for rest in ("", " -")]


@pytest.mark.rule("SON-82", case="refuses")
def test_each_step_of_the_repair_waits_for_the_one_before() -> None:
    table = up()
    assert table.refused("red.engineer ready") == "trace-first"
    assert table.refused("red.captain dive") == "repair-first"
    assert table.refused("blue.engineer confirm") == "not-due"
    table.traced("red")
    for line, code in (
        ("red.engineer ready", "waiting-for-enemy"),
        ("red.captain dive", "repair-first"),
        ("red.xo trace 1", "waiting-for-enemy"),
        ("red.engineer confirm", "not-due"),
        ("blue.captain confirm", "not-your-role"),
    ):
        assert table.refused(line) == code
    table.give("blue.engineer confirm")
    assert table.refused("blue.engineer confirm") == "not-due"
    assert table.refused("red.captain dive") == "repair-first"
    assert table.refused("red.xo trace 1") == "already-traced"
    table.give("red.engineer ready")
    assert table.refused("red.engineer ready") == "already-reported"
    assert table.refused("red.xo trace 1") == "already-traced"


@pytest.mark.rule("SON-82", case="refuses")
@pytest.mark.parametrize("line", ["engineer trace 1", "radio trace 1", "engineer ready"])
def test_nobody_repairs_a_boat_that_is_not_surfaced(line: str) -> None:
    assert Live().refused(f"red.{line}") == "not-surfaced"
    table = Live()
    table.give("red.captain course east")
    assert table.refused(f"red.{line}") == "not-surfaced"


@pytest.mark.rule("SON-82", case="allows")
def test_a_section_is_signed_and_the_enemy_sees_who_did() -> None:
    table = up()
    table.play("red.engineer trace 3 - initials=KL", 'red.captain trace 1 - initials="Ø"', "red.xo trace 2")
    assert "inspect" not in table.view("blue.engineer")
    table.give("red.radio trace 4")
    hull = {"signed": ["captain", "xo", "engineer", "radio"], "initials": ["Ø", "", "KL", ""], "slips": [0] * 4}
    assert table.view("blue.engineer")["inspect"] == hull
    assert GAME.read_view(table.view("blue.engineer")).hull == table.boat("red").watch.repair
    assert "inspect" not in table.view("blue.captain")
    assert table.refused("red.engineer trace 3 - initials=KLMN") == "waiting-for-enemy"
    table.give("blue.engineer confirm")
    assert "inspect" not in table.view("blue.engineer")


@pytest.mark.rule("SON-82", case="refuses")
def test_initials_are_at_most_three_letters() -> None:
    assert up().refused("red.engineer trace 3 - initials=KLMN") == "bad-argument"


@pytest.mark.rule("SON-82", case="allows")
def test_both_boats_repair_at_once() -> None:
    table = up().surfaced("blue")
    table.traced("red")
    table.traced("blue")
    table.play("red.engineer confirm", "blue.engineer confirm", "red.engineer ready", "blue.engineer ready")
    table.play("blue.captain dive", "red.captain dive", "red.captain course east", "blue.captain course north")


# -- recordings ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-82", case="allows")
@pytest.mark.parametrize("speed", ["slow", "steady", "fast"])
@pytest.mark.parametrize("trace", ["free", "recorded"])
def test_a_clean_recording_signs_the_section(trace: str, speed: str) -> None:
    table = up(trace=trace, trace_speed=speed)
    happened = table.traced("red", recorded=True)
    assert [event.type for event in happened] == ["traced"] * 4 + ["hull"]


@pytest.mark.rule("SON-82", case="refuses")
def test_no_recording_comes_before_a_pen_can_have_run_the_section() -> None:
    table, word = up(), faultless("1", "steady")
    table.wait(3999)
    assert table.refused(f"red.engineer trace 1 {word}") == "too-soon"
    assert table.view("red.engineer")["pen"] == 4000
    assert table.wait(4000) == [crew("red", "pen", role="engineer")]
    table.give(f"red.engineer trace 1 {word}")
    assert [table.view(f"red.{role}")["pen"] for role in ROLES] == [0, 8000, 8000, 8000]
    assert table.refused(f"red.xo trace 2 {faultless('2', 'steady')}") == "too-soon"
    assert table.wait(8000) == [crew("red", "pen", role=role) for role in ("captain", "xo", "radio")]
    table.give(f"red.xo trace 2 {faultless('2', 'steady')}")


@pytest.mark.rule("SON-82", case="refuses")
@pytest.mark.parametrize("word", ["100+90+", "nonsense", "9000+", '"1 2"', "100+105+"])
def test_a_recording_that_no_hand_can_have_made_is_refused(word: str) -> None:
    table = run(up())
    refusal = table.refusal(f"red.engineer trace 1 {word}")
    assert refusal.code == "bad-recording"


@pytest.mark.rule("SON-82", case="refuses")
def test_where_traces_are_recorded_none_goes_without() -> None:
    table = up(trace="recorded")
    assert table.refused("red.engineer trace 1") == "too-soon"
    run(table)
    assert table.refused("red.engineer trace 1") == "missing-argument"
    assert table.refused("red.engineer trace 1 -") == "bad-recording"
    table.give(f"red.engineer trace 1 {faultless('1', 'steady')}")
    assert table.refused("red.xo trace 2") == "too-soon"


@pytest.mark.rule("SON-82", case="allows")
def test_a_slip_restarts_its_section() -> None:
    table = run(up())
    table.give(f"red.engineer trace 1 {faultless('1', 'steady')}")
    run(table)
    assert table.give(f"red.xo trace 2 {SLIP}") == [crew("red", "slipped", role="xo", section=2)]
    view = table.view("red.xo")
    assert (view["repair"]["signed"], view["repair"]["slips"]) == (["engineer", "", "", ""], [0, 1, 0, 0])
    assert (view["pen"], table.view("red.radio")["pen"]) == (12_000, 0)
    table.play("red.xo trace 3", "red.captain trace 2", "red.radio trace 4")
    assert table.events[-1] == everyone("hull", boat="red", slips=1)


@pytest.mark.rule("SON-82", case="allows")
def test_a_slip_restarts_everything_where_the_switch_says_so() -> None:
    table = run(up(trace_slip="all"))
    table.give(f"red.engineer trace 1 {faultless('1', 'steady')}")
    run(table)
    table.give(f"red.xo trace 2 {SLIP}")
    repair = table.view("red.xo")["repair"]
    assert (repair["signed"], repair["slips"], repair["phase"]) == ([""] * 4, [0] * 4, "tracing")
    assert [table.view(f"red.{role}")["pen"] for role in ROLES] == [12_000, 0, 0, 0]
    assert table.refused("red.xo trace 2") == "engineer-first"


@pytest.mark.rule("SON-82", case="allows")
def test_a_hull_with_a_slip_may_be_rejected_and_is_begun_again() -> None:
    table = run(up())
    table.give(f"red.engineer trace 1 {SLIP}")
    table.traced("red")
    assert table.open("blue.engineer") == ["confirm", "reject"]
    assert table.view("blue.engineer")["inspect"]["slips"] == [1, 0, 0, 0]
    assert table.give("blue.engineer reject") == [everyone("rejected", boat="red")]
    assert table.crossed("red") != ()
    assert table.view("red.xo")["repair"]["signed"] == [""] * 4
    table.traced("red")
    assert table.refused("blue.engineer reject") == "no-slip"
    table.give("blue.engineer confirm")


@pytest.mark.rule("SON-82", case="refuses")
def test_a_hull_without_a_slip_is_not_rejected() -> None:
    table = up()
    table.traced("red")
    assert table.refused("blue.engineer reject") == "no-slip"


@pytest.mark.rule("SON-82", case="allows")
def test_an_engineer_who_does_not_look_has_confirmed() -> None:
    table = up(patience="20")
    table.wait(5000)
    table.traced("red")
    assert table.wait(24_999) == []
    assert table.wait(25_000) == [everyone("overdue", boat="blue", verb="confirm"), everyone("confirmed", boat="red")]
    table.give("red.engineer ready")


@pytest.mark.rule("SON-56", case="refuses")
def test_nobody_looks_at_a_hull_when_the_game_is_over() -> None:
    table = up(limit="1", patience="0")
    table.traced("red")
    table.wait(60_000)
    for verb in ("confirm", "reject"):
        assert table.refused(f"blue.engineer {verb}") == "game-over"


@pytest.mark.rule("SON-82", case="refuses")
def test_where_patience_has_no_end_a_hull_waits_for_ever() -> None:
    table = up(patience="0")
    table.wait(5000)
    table.traced("red")
    prompt = table.prompt("blue.engineer")
    assert (prompt.due, prompt.default) == (None, None)
    assert table.wait(10**7) == []


# -- meanwhile -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SON-83", case="allows")
def test_the_enemy_of_a_surfaced_boat_plays_on() -> None:
    table = up().charged("blue")
    table.play("blue.captain course north", "blue.engineer break n1", "blue.captain course north")
    assert table.at("blue") == "J8"


@pytest.mark.rule("SON-83", case="refuses")
def test_the_radio_of_a_surfaced_boat_records_and_shows_nothing_new() -> None:
    table = Live(undo="yes").sailed("blue north").charged("red").charged("blue")
    table.give("red.captain surface")
    frozen = table.view("red.radio")
    assert (frozen["calls"], frozen["enemy_surfaced"], frozen["enemy_damage"]) == ("N", False, 0)
    silent = (
        "blue.captain course north",
        "blue.captain undo",
        "blue.captain course west",
        "blue.captain silence west 2",
        "blue.engineer break w5",
        "blue.xo charge silence",
    )
    for line in silent:
        table.give(line)
        assert table.view("red.radio") == frozen, line
        assert all(kind in ("stopped", "released") for kind, _ in table.heard("red.radio")), line
    assert table.heard("red.captain") == []
    table.give("blue.engineer break w6")
    table.give("blue.captain course north")
    assert table.heard("red.captain") == [("course", {"boat": "blue", "dir": "north"})]
    table.give("blue.captain torpedo G5")
    assert table.heard("red.radio") == [("stopped", {"boat": "blue"})]
    table.marked("blue").put("blue", charge_due=0)
    table.give("blue.captain surface")
    assert table.heard("red.radio") == []
    assert table.view("red.radio") == frozen
    assert table.view("red.captain")["enemy_surfaced"] is True
    assert table.view("spectator")["boats"]["blue"]["calls"] == "N"


@pytest.mark.rule("SON-83", case="allows")
def test_after_the_dive_the_radio_hears_again_and_knows_that_it_missed_something() -> None:
    table = Live().sailed("blue north", "blue north").charged("red").surfaced("red").sailed("blue west").repaired("red")
    assert table.view("red.radio")["calls"] == "NN_"
    assert table.view("red.radio")["track"] == [[0, 0]]
    table.sailed("blue west")
    assert table.view("red.radio")["calls"] == "NN_W"
    assert table.heard("red.radio") == [("course", {"boat": "blue", "dir": "west"})]
    assert table.view("red.radio")["track"] == [[1, 0], [0, 0]]


@pytest.mark.rule("SON-83", case="refuses")
def test_what_was_missed_is_not_struck_out_when_it_is_taken_back() -> None:
    table = Live(undo="yes").sailed("blue north").surfaced("red").charged("red")
    table.give("blue.captain course north")
    table.repaired("red")
    table.give("blue.captain undo")
    assert table.view("red.radio")["calls"] == "N_"
    assert table.heard("red.radio") == [("withdrawn", {"boat": "blue", "dir": "north"})]


@pytest.mark.rule("SON-83", case="refuses")
@pytest.mark.parametrize("line", ["captain course east", "captain stop", "xo charge mine", "engineer break e1"])
def test_a_surfaced_boat_gives_no_other_orders(line: str) -> None:
    assert up().refused(f"red.{line}") == "surfaced"


@pytest.mark.rule("SON-83", case="refuses")
def test_a_surfaced_radio_guesses_nothing_not_even_while_the_table_is_held() -> None:
    table = up().charged("blue")
    assert table.refused("red.radio guess C3") == "surfaced"
    table.give("blue.captain stop")
    assert table.refused("red.radio guess C3") == "surfaced"


@pytest.mark.rule("SON-83", case="refuses")
def test_a_surfaced_radio_hears_of_its_own_boat_and_of_the_end() -> None:
    table = up(victory="sudden-death", blue="C1").charged("blue", "torpedo")
    table.give("blue.captain torpedo A1")
    assert [kind for kind, _ in table.heard("red.radio")] == ["stopped", "damage", "sunk", "over"]


@pytest.mark.rule("SON-84", case="allows")
def test_right_after_the_dive_a_charged_system_may_be_used() -> None:
    table = up().repaired("red")
    assert table.give("red.xo drone 4")[0] == stopped("red")


@pytest.mark.rule("SON-84", case="refuses")
def test_right_after_the_dive_nothing_is_used_that_the_last_activation_forbids() -> None:
    table = Live().charged("red")
    table.give("red.captain torpedo D1")
    table.surfaced("red").repaired("red")
    assert table.refused("red.xo drone 4") == "needs-course"
    table = up(surface_is_stop="yes").repaired("red")
    assert table.refused("red.xo drone 4") == "needs-course"
    table.sailed("red east")
    table.give("red.xo drone 4")


@pytest.mark.rule("SON-50", case="refuses")
def test_surfacing_is_a_stop_only_where_the_switch_says_so() -> None:
    table = Live(surface_is_stop="yes").charged("red")
    table.give("red.captain torpedo D1")
    assert table.refused("red.captain surface") == "needs-course"
    table = Live().charged("red")
    table.play("red.captain torpedo D1", "red.captain surface")
    assert released("red") not in table.events
