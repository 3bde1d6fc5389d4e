"""What each seat is shown, to the last key, and the state as bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon.rules.contract import Outcome, Seat
from klaxon.rules.sonar.state import Rig, ScenarioState
from tests.rules.sonar.kit.boats import CREW, GAME, SMALL, Table, check_menus, set_up


def scene(**options: str) -> Table:
    """Return a table in the middle of things: red has sailed, its engineer has still to mark."""
    table = Table(SMALL, red="C4", blue="E5", **options)
    table.put("red", route="C4 C3", mines="A1 B5", gauges=(3, 1, 4, 0, 2), crossed="w1 n4", damage=2, shown_damage=1)
    table.put("red", fresh=table.state.sea.gather(["B5"]), calls="N")
    table.put("blue", damage=1, shown_damage=1, calls="W~S")
    table.play("red.captain course north", "red.xo charge sonar")
    return table


def common(table: Table, seat: str, **more: object) -> dict[str, Any]:
    boat, role = seat.split(".")
    return {
        "game": "sonar",
        "seat": seat,
        "boat": boat,
        "role": role,
        "phase": "play",
        "turn": "red",
        "left": 1,
        "asked": "",
        "outcome": None,
        "chart": {"name": "Test", "edge": 5, "grid": SMALL},
        "rules": table.state.setting.data,
        "prompts": [],
        "damage": 2,
        "enemy_damage": 1,
        "surfaced": False,
        "enemy_surfaced": False,
        "dived": True,
        "moved": True,
        "spent": False,
        "blackout": False,
        "waiting": {"charge": 0, "break": table.boat("red").break_due, "penalty": 0},
        **more,
    }


def test_the_captain_sees_chart_route_mines_and_what_is_ready() -> None:
    table = scene()
    assert table.view("red.captain") == common(
        table,
        "red.captain",
        at="C2",
        route=["C4", "C3", "C2"],
        mines=("A1", "B5"),
        fresh=("B5",),
        guess="",
        ready=["mine", "drone"],
        breakdowns=["mine", "torpedo", "drone", "sonar"],
        retractable=False,
    )


def test_the_first_officer_sees_the_gauges() -> None:
    table = scene()
    gauges = {"mine": [3, 3], "torpedo": [1, 3], "drone": [4, 4], "sonar": [1, 3], "silence": [2, 6]}
    broken = ["mine", "torpedo", "drone", "sonar"]
    assert table.view("red.xo") == common(table, "red.xo", gauges=gauges, ready=["mine", "drone"], breakdowns=broken)


def test_a_commanding_first_officer_sees_the_chart_too() -> None:
    view = scene(xo_commands="yes").view("red.xo")
    assert (view["at"], view["route"], view["mines"], view["fresh"]) == (
        "C2",
        ["C4", "C3", "C2"],
        ("A1", "B5"),
        ("B5",),
    )
    assert view["gauges"]["mine"] == [3, 3]


def test_the_engineer_sees_the_panel_and_the_section_due() -> None:
    table = scene()
    (prompt,) = GAME.prompts(table.state)
    assert table.view("red.engineer") == common(
        table,
        "red.engineer",
        panel=["w1", "n4"],
        section="north",
        prompts=[{"key": prompt.key, "verbs": ["break"]}],
    )


def test_the_radio_operator_sees_calls_of_the_enemy() -> None:
    table = scene()
    assert table.view("red.radio") == common(table, "red.radio", calls="W~S", track=[[0, -1], [0, 0]], guess="")


def test_what_is_broken_is_shown_where_a_refusal_would_tell_it() -> None:
    table = scene(broken_order="nothing")
    assert table.view("red.captain")["broken"] == ["mine", "torpedo", "drone", "sonar"]
    assert table.view("red.xo")["broken"] == ["mine", "torpedo", "drone", "sonar"]
    for options in ({}, {"broken_order": "nothing", "blunder": "yes"}):
        assert "broken" not in scene(**options).view("red.captain")
        assert "broken" not in scene(**options).view("red.xo")


def test_the_umpire_sees_both_boats() -> None:
    table = scene()
    view = table.view("umpire")
    assert {key: view[key] for key in ("game", "seat", "phase", "turn", "left", "prompts")} == {
        "game": "sonar",
        "seat": "umpire",
        "phase": "play",
        "turn": "red",
        "left": 1,
        "prompts": [],
    }
    assert view["rules"] == table.state.setting.data
    assert view["chart"]["grid"] == SMALL
    assert view["boats"]["red"] == {
        "at": "C2",
        "sector": 1,
        "route": ["C4", "C3", "C2"],
        "mines": ("A1", "B5"),
        "gauges": {"mine": [3, 3], "torpedo": [1, 3], "drone": [4, 4], "sonar": [1, 3], "silence": [2, 6]},
        "panel": ["w1", "n4"],
        "damage": 2,
        "dived": True,
        "surfaced": False,
        "waiting": {"charge": 0, "break": table.boat("red").break_due, "penalty": 0},
        "calls": "NN",
        "guess": "",
    }
    assert view["boats"]["blue"]["at"] == "E5"


def test_the_spectator_sees_only_what_was_announced() -> None:
    view = scene().view("spectator")
    assert set(view) == {
        "game",
        "seat",
        "phase",
        "turn",
        "left",
        "asked",
        "outcome",
        "chart",
        "rules",
        "prompts",
        "boats",
    }
    assert view["boats"] == {
        "red": {"damage": 1, "surfaced": False, "calls": "NN"},
        "blue": {"damage": 1, "surfaced": False, "calls": "W~S"},
    }


def test_before_the_start_a_boat_is_nowhere() -> None:
    table = Table()
    table.state = set_up(SMALL)
    captain = table.view("red.captain")
    assert (captain["phase"], captain["turn"], captain["at"], captain["route"]) == ("start", "", "", [])
    umpire = table.view("umpire")["boats"]["red"]
    assert (umpire["at"], umpire["sector"], umpire["dived"]) == ("", 0, False)
    check_menus(table.state)


def test_after_the_end_the_outcome_is_shown_and_nothing_waits() -> None:
    table = Table(SMALL, red="A1", blue="E5", victory="sudden-death").put("red", mines="E4")
    table.play("red.captain course east", "red.captain detonate E4")
    assert GAME.outcome(table.state) == Outcome("red", "sunk")
    for seat in (*GAME.seats, "umpire", "spectator"):
        view = table.view(seat)
        assert (view["phase"], view["outcome"], view["prompts"]) == ("over", {"winner": "red", "reason": "sunk"}, [])
        assert table.orders(seat) == []
    check_menus(table.state)


def test_no_view_of_blue_changes_with_what_red_keeps_secret() -> None:
    one = scene()
    other = scene().put("red", mines="E1", gauges=(0, 0, 0, 1, 0), crossed="w2", damage=3)
    other.put("red", route="A4 A3 A2", charge_due=0)
    for seat in (*sorted(CREW["blue"]), "spectator"):
        assert one.view(seat) == other.view(seat)
        assert one.orders(seat) == other.orders(seat)


def test_a_penalty_freezes_the_crew_and_an_answer_everybody() -> None:
    failed = Table(SMALL, red="C3").acting("red", "drone", crossed="w4")
    failed.give("red.xo drone 1")
    (penalty,) = GAME.prompts(failed.state)
    assert penalty.freezes == CREW["red"] - {"red.engineer"}
    asking = Table(SMALL, red="C3").acting("red", "sonar")
    asking.give("red.xo sonar")
    (answer,) = GAME.prompts(asking.state)
    assert answer.freezes == (CREW["red"] | CREW["blue"]) - {"blue.captain"}
    assert (answer.due, answer.default) == (None, None)
    marks = Table(SMALL, red="C3")
    marks.give("red.captain course north")
    assert [prompt.freezes for prompt in GAME.prompts(marks.state)] == [{"red.captain"}, {"red.captain"}]


def test_only_the_radio_operator_holds_what_he_has_heard() -> None:
    table = scene()
    heard = {role: GAME.view(table.state, Seat(f"red.{role}")).enemy_calls for role in ("captain", "xo", "engineer")}
    assert set(heard.values()) == {""}
    assert GAME.view(table.state, Seat("red.radio")).enemy_calls == "W~S"


def test_grave_orders_are_marked() -> None:
    offers = GAME.offers(GAME.sight(Table().state, Seat("red.captain"), {}).view)
    assert {offer.verb for offer in offers if offer.needs_hold} == {"dive", "torpedo", "detonate", "surface"}


def test_time_passes_and_brings_nothing() -> None:
    state = scene().state
    assert (GAME.now(state), GAME.due(state)) == (0, None)
    later = GAME.advance(state, 500)  # type: ignore[arg-type]
    assert (GAME.now(later.state), later.events) == (500, ())
    assert GAME.now(state) == 0
    same = GAME.advance(later.state, 500)  # type: ignore[arg-type]
    assert (same.state is later.state, same.events) == (True, ())
    assert GAME.advance(later.state, 499).state is later.state  # type: ignore[arg-type]
    assert json.loads(GAME.encode(later.state)) == json.loads(GAME.encode(state)) | {"now": 500}


@pytest.mark.parametrize("over", [False, True])
def test_a_state_is_its_bytes(over: bool) -> None:
    table = scene(victory="sudden-death" if over else "hunt").put("red", mines="E4", crossed="")
    if over:
        table.give("red.captain detonate E4")
    data = GAME.encode(table.state)
    again = GAME.decode(data)
    assert again == table.state
    assert GAME.encode(again) == data
    assert (GAME.outcome(again) is not None) == over
    told = json.loads(data)
    assert data == json.dumps(told, sort_keys=True, separators=(",", ":")).encode()
    assert len(told["boats"]) == 2
    check_menus(again)


def test_a_state_of_a_scenario_is_its_bytes() -> None:
    table = scene().put("red", rig=Rig(2, ("mine", "sonar"), lit=True))
    table.state.scene = ScenarioState(1, "2", "lava")
    again = GAME.decode(GAME.encode(table.state))
    assert again.boats[0].rig == Rig(2, ("mine", "sonar"), lit=True)
    assert again.scene == ScenarioState(1, "2", "lava")
    assert again == table.state


def test_chance_goes_on_differently_after_a_rekey() -> None:
    state = set_up(SMALL, first="random")
    changed = {GAME.rekey(state, salt).key for salt in ("undo-1", "undo-2")}
    assert len(changed | {state.key}) == 3
    assert GAME.rekey(state, "undo-1").key == GAME.rekey(state, "undo-1").key


def test_after_a_rekey_only_chance_and_the_numbers_of_prompts_are_new() -> None:
    table = scene()
    before = json.loads(GAME.encode(table.state))
    (old,) = GAME.prompts(table.state)
    table.state = GAME.rekey(table.state, "undo-1")
    after = json.loads(GAME.encode(table.state))
    (new,) = GAME.prompts(table.state)
    assert (new.seat, new.verbs, new.freezes) == (old.seat, old.verbs, old.freezes)
    for told in (before, after):
        del told["key"]
        for boat in told["boats"]:
            del boat["serial"]
            del boat["break_due"]
    assert after == before
    assert table.refused(f"red.engineer break n1 @{old.key}") == "late"
    table.give(f"red.engineer break n1 @{new.key}")


def test_after_a_rekey_every_open_prompt_has_a_new_number() -> None:
    table = Table(SMALL, red="C3", detonate_window="any").put("red", mines="A1", crossed="w1")
    table.give("red.captain course north")
    marks = [prompt.key for prompt in GAME.prompts(GAME.rekey(table.state, "a"))]
    assert len({*marks, *(prompt.key for prompt in GAME.prompts(table.state))}) == 4
    table.marked("red").give("red.captain end")
    table.acting("blue", "sonar").give("red.captain detonate A1")
    table.give("blue.xo sonar")
    keys = {prompt.key for prompt in GAME.prompts(table.state)}
    assert len(keys) == 2
    assert len(keys | {prompt.key for prompt in GAME.prompts(GAME.rekey(table.state, "a"))}) == 4
    check_menus(GAME.rekey(table.state, "a"))


def test_the_chart_of_the_mode_is_asked_for() -> None:
    assert GAME.content("charts", {"mode": "turns"}) == "turns"
    assert GAME.content("decks", {"mode": "turns"}) == ""


def test_a_lens_is_no_part_of_the_kept_view() -> None:
    table = scene(help="clash")
    plain = table.view("red.radio")
    assert "clash" in table.view("red.radio", at="A1")
    assert table.view("red.radio") == plain


def test_no_number_of_a_prompt_comes_twice_after_a_rekey() -> None:
    table = Table(SMALL, red="C3")
    seen: list[int] = []
    for count in range(3):
        table.let("red").give("red.captain course north" if count % 2 == 0 else "red.captain course west")
        for _ in range(2):
            keys = [prompt.key for prompt in GAME.prompts(table.state)]
            assert len(keys) == 2
            seen += [int(key.rpartition("-")[2]) for key in keys]
            table.state = GAME.rekey(table.state, f"undo-{len(seen)}")
        table.marked("red").give("red.captain end")
    assert seen == sorted(set(seen))


def test_views_share_a_setting_and_each_chart_has_its_own_menus_under_it() -> None:
    states = [set_up(chart, limit="77") for chart in ("alpha-2", "delta-2", "echo-2", "alpha-2")]
    views = [GAME.read_view(GAME.show(GAME.view(state, Seat("red.captain")))) for state in states]
    assert len({id(view.setting) for view in views}) == 1
    verbs = [{offer.verb for offer in GAME.offers(view)} & {"volcano", "repair"} for view in views]
    assert verbs == [set(), {"volcano"}, {"repair"}, set()]
