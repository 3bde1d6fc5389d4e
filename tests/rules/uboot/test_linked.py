"""UBT-3.1i, UBT-12.22: what passes from mission to mission, and which mission may follow which."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from klaxon import data
from klaxon.console.language.catalogue import languages, say_fault
from klaxon.rules.uboot.linked.carried import carried_of
from klaxon.rules.uboot.linked.log import canonical, seal_of
from klaxon.rules.uboot.records import RepairJob
from klaxon.rules.uboot.sea.attack.records import TubeState
from klaxon.table.script import Script
from tests.rules.uboot.kit.boat import BOX, GAME, header_of
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.patrols import SINKS, PatrolBoat, refused, told_mission

WORN: dict[str, Any] = {
    "morale": 6,
    "men": {
        "captain.square.1": {"dead": True},
        "engineer.circle.2": {"dead": True},
        "navigator.circle.1": {"treated": ["graze"], "act": 1},
        "navigator.square.2": {"cards": ["concussion"]},
    },
    "rooms": {
        "1": {"flooded": True},
        "3": {"emergencies": ["gas"], "toolboxes": ["toolbox-b"]},
        "6": {"devices": ["wires"]},
        "5": {"emergencies": ["fire", "fire"]},
    },
    "figures": {"captain.circle": 2, "captain.triangle": 2, "captain.hexagon": 2, "captain.square": 2},
    "faults": {"tdc": "yellow"},
    "cigarettes": {"captain": 0},
    "hand": ["gramophone"],
    "engineer": {"a": ["gasket-set"], "b": []},
    "tubes": {"1": {"torpedo": ""}, "2": {"torpedo": "g7e", "flooded": True}},
    "reserve": {"bow": {"g7a": 1, "g7e": 0}},
    "medicine": {"tablets": 1},
    "pyramid": ["meat", "", "eggs", "bread", "fish", "lemon"],
    "discard": ["meat", "bread"],
    "ration": ["fish"],
    "spoiled": ["onion"],
    "surfaced": False,
    "depth": 40,
    "battery": 10,
    "order": 2,
}


@cache
def first_log() -> str:
    """Return the log of m05, in which little happened."""
    return json.dumps(PatrolBoat("m05").end())


def log_of_m05(**changes: Any) -> dict[str, Any]:
    """Return that log with other values, sealed as a game would."""
    told = {**json.loads(first_log()), **changes}
    return {**told, "seal": seal_of(told)}


def with_last(**changes: Any) -> dict[str, Any]:
    log = log_of_m05()
    return log_of_m05(missions=[{**log["missions"][0], **changes}])


def carrying(**changes: Any) -> dict[str, Any]:
    return log_of_m05(carried={**log_of_m05()["carried"], **changes})


def codes(name: str, log: Any = None, mode: str = "linked", **setup: Any) -> list[str]:
    return [fault["code"] for fault in refused(name, log, mode, **setup)]


# -- the log -----------------------------------------------------------------------------------------------------------


@allows("12.22a")
def test_after_the_end_every_view_holds_the_log_as_plain_data() -> None:
    boat = PatrolBoat("m05")
    log = boat.end()
    assert json.loads(json.dumps(log)) == log
    assert boat.view("spectator")["log"] == log == boat.view("umpire")["log"]
    (past,) = log["missions"]
    assert (log["patrol"], log["mode"], log["next"]) == ("c1", "linked", "m06")
    assert {key: past[key] for key in ("mission", "grade", "glory", "grt", "ships", "ratio", "primary")} == {
        "mission": "m05",
        "grade": "A",
        "glory": 60,
        "grt": 4000,
        "ships": 1,
        "ratio": 120,
        "primary": True,
    }
    assert past["glory"] == boat.view()["outcome"]["glory"]


@refuses("12.22a")
def test_before_the_end_there_is_no_log() -> None:
    boat = PatrolBoat("m05")
    assert boat.view()["log"] is None
    boat.wait(60_000)
    assert boat.view()["log"] is None


def test_a_state_with_a_log_is_its_bytes_and_its_view() -> None:
    boat = PatrolBoat("m06", log=log_of_m05())
    boat.end()
    assert GAME.encode(GAME.decode(GAME.encode(boat.state))) == GAME.encode(boat.state)
    view = boat.view()
    assert dict(GAME.show(GAME.read_view(view)))["log"] == view["log"]


@allows("12.22a")
def test_the_next_mission_begins_with_the_log_and_goes_on_with_it() -> None:
    boat = PatrolBoat("m06", log=log_of_m05())
    assert [past["mission"] for past in boat.view()["past"]] == ["m05"]
    log = boat.end()
    assert [past["mission"] for past in log["missions"]] == ["m05", "m06"]
    assert log["totals"] == {"missions": 2, "glory": 120, "grt": 8000, "ships": 2, "ratio": 120, "rank": "A"}
    assert log["next"] == "m07"
    last = PatrolBoat("m07", log=log).end()
    assert (last["next"], last["totals"]["missions"]) == ("", 3)


# -- what is carried ---------------------------------------------------------------------------------------------------


@cache
def worn() -> PatrolBoat:
    boat = PatrolBoat("m05", script=[], begun=False, **WORN)
    boat.give("first_officer begin")
    return boat


@cache
def worn_log() -> str:
    boat = worn()
    boat.lay(boat.state.board)
    return json.dumps(boat.end())


@cache
def carried_on() -> PatrolBoat:
    return PatrolBoat("m06", log=json.loads(worn_log()), begun=False)


@allows("12.22b")
def test_the_dead_cards_food_medicine_arms_faults_and_rooms_are_carried() -> None:
    before, after = worn().view(), carried_on().view()
    for key in ("hand", "engineer", "pyramid", "ration", "discard", "spoiled", "supply", "medicine", "cigarettes"):
        assert after[key] == before[key], key
    assert after["kits"] == before["kits"] == 2
    assert after["tracks"]["morale"] == before["tracks"]["morale"]
    assert set(after["faults"]) == set(before["faults"]) == {"tdc"}
    assert (after["reserve"], after["shells"]) == (before["reserve"], before["shells"])
    dead = {name for name, man in after["men"].items() if not man["alive"]}
    assert dead == {"captain.square"}
    assert not after["reliefs"]["engineer.circle"]["alive"]
    held = {name: man["cards"] for view in (before,) for name, man in view["men"].items() if man["cards"]}
    assert {name: man["cards"] for name, man in after["men"].items() if man["cards"]} == held
    rooms = after["rooms"]
    assert rooms["1"]["flooded"]
    assert (rooms["6"]["devices"], rooms["3"]["toolboxes"]) == (["wires"], ["toolbox-b"])
    assert rooms["5"]["emergencies"] == ["fire", "fire"]


@allows("12.22b")
def test_cards_on_repairs_that_are_never_finished_are_used_up_unless_they_lie_in_a_box_again() -> None:
    state = worn().state
    jobs = (RepairJob("tdc", card="spare-fuse"), RepairJob("rudder", card="gasket-set"), RepairJob("gyro"))
    state.board.repairs = jobs
    assert carried_of(state)["engineer"] == {"a": ["gasket-set"], "b": [], "discard": ["spare-fuse"]}


@refuses("12.22b")
def test_act_tasks_orders_views_battery_depth_and_gas_are_not_carried() -> None:
    after = carried_on().view()
    assert after["tracks"]["order"] == 8
    words = {word for men in (after["men"], after["reliefs"]) for man in men.values() for word in man["slots"]}
    assert not words & {"act", "watch", "fault"}
    boat = after["boat"]
    assert (boat["surfaced"], boat["depth"], boat["battery"]) == (True, 0, 100)
    assert after["views"] == []
    assert after["contacts"] == {}
    assert "gas" not in after["rooms"]["3"]["emergencies"], "the boat lies surfaced"
    assert carried_on().state.board.arms.tube(2) == TubeState("loaded", "g7e"), "drained"


@allows("12.22b")
def test_decks_hold_all_cards_but_those_held_and_the_supply_is_mixed_anew() -> None:
    state = carried_on().state
    every = {card for deck in state.decks for card in deck}
    assert "graze" not in every
    assert "concussion" not in every
    assert (
        len(every) == sum(len(state.box.decks[deck]) for deck in ("morale1", "morale2", "morale3", "events")) + 24 - 2
    )
    assert sorted(state.supply) == json.loads(worn_log())["carried"]["supply"]


def test_who_would_stand_in_a_flooded_room_stands_in_the_next_dry_one() -> None:
    state = carried_on().state
    flooded = [figure for figure, room in enumerate(state.box.start) if room == 1]
    assert flooded
    assert all(state.last[figure] == 2 for figure in flooded)
    assert all(not state.board.room(room).flooded for room in state.board.at if room)


def test_a_card_keeps_the_tokens_that_are_left_of_it() -> None:
    man = {"cards": [_card("concussion", wound=0, fatigue=1, treated=True)]}
    log = carrying(men={"captain.circle.1": man}, medicine=dict.fromkeys(log_of_m05()["carried"]["medicine"], 0))
    boat = PatrolBoat("m06", log=log)
    (card,) = boat.view()["men"]["captain.circle"]["cards"]
    assert (card["wound"], card["fatigue"], card["treated"]) == (0, 1, True)


def _card(name: str, **tokens: Any) -> dict[str, Any]:
    return {"card": name, "wound": 1, "fatigue": 0, "treated": False, "copy": False, **tokens}


def _tired(name: str) -> dict[str, Any]:
    return _card(name, wound=0, fatigue=2)


# -- patrols and the campaign ------------------------------------------------------------------------------------------


@allows("12.22c")
def test_between_patrols_the_boat_is_refitted_and_only_the_log_goes_on() -> None:
    log = _campaign_log("m03", **WORN)
    after = PatrolBoat("m04", log=log, mode="campaign", begun=False)
    fresh = PatrolBoat("m01", mode="campaign", begun=False)
    assert after.state.board.crew == fresh.state.board.crew
    assert (after.state.board.rooms, after.state.board.arms) == (fresh.state.board.rooms, fresh.state.board.arms)
    assert after.view()["tracks"]["morale"] == 11
    assert len(after.view()["past"]) == 3


@refuses("12.22c")
def test_within_a_patrol_nothing_is_refitted() -> None:
    log = _campaign_log("m05", **{**WORN, "script": SINKS})
    after = PatrolBoat("m06", log=log, mode="campaign", begun=False)
    assert not after.view()["men"]["captain.square"]["alive"]
    assert after.view()["rooms"]["1"]["flooded"]


@cache
def _campaign_before(name: str) -> str:
    """Return the log of a campaign in which every mission before one was passed."""
    log = None
    for number in range(1, int(name[1:])):
        log = PatrolBoat(f"m{number:02}", log=log, mode="campaign").end()
    return json.dumps(log)


def _campaign_log(name: str, **setup: Any) -> dict[str, Any]:
    log = json.loads(_campaign_before(name))
    return PatrolBoat(name, log=log, mode="campaign", **setup).end()


@allows("12.22d")
def test_the_next_mission_of_a_chain_follows_whatever_the_grade_while_the_boat_floats() -> None:
    log = PatrolBoat("m05", script=[]).end()
    assert log["missions"][0]["grade"] == "F"
    assert log["next"] == "m06"
    PatrolBoat("m06", log=log)


@refuses("12.22d")
def test_nothing_follows_a_boat_that_was_lost() -> None:
    log = PatrolBoat("m05", script=_LOSS, morale=0).end()
    assert log["missions"][0]["lost"]
    assert (log["carried"], log["next"]) == ({}, "")
    assert log["totals"]["glory"] == 0, "what it made counts for nothing"
    assert codes("m06", log) == ["patrol-lost"]


_LOSS = [
    *SINKS,
    {"at": "0:00:01", "do": "morale", "n": -11},
    {"at": "0:10:00", "do": "emergency", "kind": "fire", "room": 5},
]


@refuses("12.22d")
def test_a_campaign_goes_on_from_e_only() -> None:
    log = _campaign_log("m02", script=[])
    assert (log["missions"][-1]["grade"], log["next"]) == ("F", "")
    assert codes("m03", log, "campaign") == ["patrol-grade"]


@allows("12.22d")
def test_a_mission_that_was_not_passed_is_played_again_from_the_same_log() -> None:
    before = json.loads(_campaign_before("m02"))
    header = header_of(told_mission("m02", []), log=json.dumps(before), mode="campaign", patrol="00001-uboot")
    boat = PatrolBoat("m02", log=before, mode="campaign", script=[])
    boat.end()
    sequel = GAME.sequel(header, boat.state)
    assert sequel is not None
    assert (sequel.options["mission"], sequel.options["patrol"]) == (header.options["mission"], "00001-uboot")
    assert sequel.contents["patrol"] == header.contents["patrol"]


@refuses("12.22d")
def test_a_chain_may_ask_for_the_primary_objective() -> None:
    log = PatrolBoat("m05", script=[], NEEDS="primary").end()
    assert codes("m06", log) == ["patrol-primary"]
    met = PatrolBoat("m05", NEEDS="primary").end()
    PatrolBoat("m06", log=met)


@allows("12.22e")
def test_a_campaign_is_all_twelve_missions_in_order_and_ends_with_sums_and_a_rank() -> None:
    log = _campaign_log("m12")
    assert [past["mission"] for past in log["missions"]] == [f"m{number:02}" for number in range(1, 13)]
    assert log["totals"] == {"missions": 12, "glory": 720, "grt": 48_000, "ships": 12, "ratio": 120, "rank": "A"}
    assert log["next"] == ""


@refuses("12.22e")
def test_a_campaign_leaves_no_mission_out() -> None:
    assert codes("m02", mode="campaign") == ["patrol-not-first"]
    log = json.loads(_campaign_before("m03"))
    (fault,) = refused("m05", log, "campaign")
    assert (fault["code"], fault["facts"]["next"]) == ("patrol-next", "m03")
    other = told_mission("m02").replace('"m02"', '"m99"')
    refusal = GAME.setup(header_of(other, mode="campaign"))
    assert "patrol-not-in-campaign" in str(refusal)
    assert codes("m01", _campaign_log("m12"), "campaign") == ["patrol-over"]


@allows("3.1i")
def test_a_mission_of_a_chain_may_be_played_alone_and_begin_a_patrol_afterwards() -> None:
    log = PatrolBoat("m05", mode="single").end()
    assert log["mode"] == "single"
    PatrolBoat("m06", log=log)
    PatrolBoat("m06", mode="single")


@refuses("3.1i")
def test_a_log_fits_its_own_mode_and_the_missions_of_its_chain() -> None:
    log = log_of_m05()
    assert codes("m06", log, "single") == ["patrol-mode"]
    assert codes("m06", log, "campaign") == ["patrol-mode"]
    assert codes("m06") == ["patrol-not-first"]
    assert [fault["line"] for fault in refused("m06")] == [1]
    assert codes("m07", log) == ["patrol-next"]
    assert codes("m09", log) == ["patrol-next"]
    alone = PatrolBoat("m01").end()
    assert codes("m02", alone) == ["patrol-over"]


def test_missions_that_no_box_lists_form_chains_by_their_dates() -> None:
    log = PatrolBoat("m05", ID="mine-1", CHAIN="mine").end()
    assert log["next"] == ""
    PatrolBoat("m06", ID="mine-2", CHAIN="mine", log=log)
    assert codes("m06", log) == ["patrol-over"]
    assert codes("m04", log, ID="mine-0", CHAIN="mine") == ["patrol-earlier"]
    assert codes("m05", log, ID="mine-3", CHAIN="mine") == ["patrol-earlier"], "of the same day and hour"


# -- kits --------------------------------------------------------------------------------------------------------------


@allows("3.11e")
def test_there_is_a_kit_for_every_further_mission_of_the_patrol() -> None:
    assert PatrolBoat("m05").view()["kits"] == 2
    assert PatrolBoat("m05", rules="kits=1").view()["kits"] == 1
    boat = PatrolBoat("m05")
    boat.give("first_officer kit")
    assert PatrolBoat("m06", log=boat.end()).view()["kits"] == 1


@refuses("3.11e")
def test_a_mission_without_another_behind_it_has_no_kit() -> None:
    assert PatrolBoat("m05", mode="single").view()["kits"] == 0
    assert PatrolBoat("m01").view()["kits"] == 0
    assert PatrolBoat("m05").bar("first_officer", "kit") == ""
    assert PatrolBoat("m01").bar("first_officer", "kit") == "no-kit"


# -- files -------------------------------------------------------------------------------------------------------------

BROKEN: dict[str, Any] = {
    "cards-syntax": "{",
    "json-key-missing": {"schema": 1},
    "patrol-seal": lambda: {**log_of_m05(), "next": "m07"},
    "patrol-graded": lambda: with_last(grade="S"),
    "patrol-totals": lambda: log_of_m05(totals={**log_of_m05()["totals"], "glory": 999}),
    "patrol-dates": lambda: log_of_m05(missions=log_of_m05()["missions"] * 2),
    "json-number": lambda: carrying(morale=12),
    "mission-slots": lambda: carrying(
        men={
            "captain.circle.1": {
                "cards": [_card("smoke-inhalation", wound=0, fatigue=2), _card("concussion", wound=0, fatigue=2)]
            }
        }
    ),
    "mission-malady": lambda: carrying(men={"captain.circle.1": {"cards": [_card("no-such-card")]}}),
    "patrol-tokens": lambda: carrying(men={"captain.circle.1": {"cards": [_card("graze", wound=0, fatigue=2)]}}),
    "mission-dead-man": lambda: carrying(men={"captain.circle.1": {"dead": True, "cards": [_card("splinters")]}}),
    "mission-two-wounds": lambda: carrying(
        men={"captain.circle.1": {"cards": [_card("splinters"), _card("leg-wound")]}}
    ),
    "mission-two-flooded": lambda: carrying(rooms=_rooms("1", "2", flooded=True, devices=[], toolboxes=[])),
    "mission-in-flood": lambda: carrying(rooms=_rooms("1", flooded=True)),
    "mission-token-twice": lambda: carrying(rooms=_rooms("6", devices=["pump"])),
    "mission-device": lambda: carrying(faults={"no-such-device": "red"}),
    "mission-card": lambda: carrying(hand=["no-such-card"]),
    "mission-card-twice": lambda: carrying(hand=["gramophone", "gramophone"]),
    "mission-medicine": lambda: carrying(medicine={**log_of_m05()["carried"]["medicine"], "tablets": 60}),
    "mission-spoiled": lambda: carrying(spoiled=["meat"]),
    "mission-reserve": lambda: carrying(reserve={**log_of_m05()["carried"]["reserve"], "bow": {"g7a": 9, "g7e": 0}}),
}


def _rooms(*numbers: str, **changes: Any) -> dict[str, Any]:
    rooms: dict[str, Any] = log_of_m05()["carried"]["rooms"]
    return {number: {**room, **changes} if number in numbers else room for number, room in rooms.items()}


@refuses("12.22a")
@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_or_changed_log_is_refused_with_its_line_and_a_remedy(code: str) -> None:
    made = BROKEN[code]
    faults = refused("m06", made() if callable(made) else made)
    assert any(fault["code"].startswith(code) for fault in faults), faults
    assert all(fault["line"] >= 1 for fault in faults)
    for language in languages():
        said = [say_fault("before.json", fault["line"], fault["code"], fault["facts"], language) for fault in faults]
        assert not any("fault." in text or "?" in text for text in said), said


def test_medicines_on_treated_cards_count_beside_a_full_box() -> None:
    held = {"captain.circle.1": {"cards": [_card("graze", treated=True)]}}
    assert "mission-medicine" in {fault["code"] for fault in refused("m06", carrying(men=held))}


def test_a_seal_is_made_of_one_form_in_which_letters_are_themselves() -> None:
    assert canonical({"title": "Übung", "missions": [{"b": 1, "a": None}]}) == (
        '{"missions":[{"a":null,"b":1}],"title":"Übung"}'
    )


def test_a_fault_is_told_at_the_line_where_it_stands() -> None:
    text = json.dumps(log_of_m05(), indent=1).replace('"morale": 11', '"morale": 99')
    (fault,) = refused("m06", text)
    assert '"morale"' in text.splitlines()[fault["line"] - 1]


def test_the_box_lists_the_campaign() -> None:
    assert [row[0] for row in json.loads(BOX)["campaign"]] == [f"m{number:02}" for number in range(1, 13)]


def test_the_list_of_the_box_goes_with_the_missions_that_are_shipped() -> None:
    rows = json.loads(BOX)["campaign"]
    shipped = [json.loads(data.read("missions", name)) for name, _ in rows]
    assert [[told["id"], told["chain"]] for told in shipped] == rows
    assert sorted(told["date"] for told in shipped) == [told["date"] for told in shipped]


@allows("12.22a")
def test_a_patrol_goes_on_by_script_from_a_file(tmp_path: Path) -> None:
    script, paths = Script(data.read), {}
    for name in ("m05", "m06"):
        paths[name] = tmp_path / f"{name}.json"
        paths[name].write_text(told_mission(name), "utf-8")

    def answer(line: str) -> dict[str, Any]:
        return dict(script.answer(line.encode()))

    assert answer(f"new uboot mission={paths['m05']} mode=linked wear=off events=off seed=1")["ok"]
    assert answer("uboot.first_officer begin")["ok"]
    answer("at 3600000")
    log = answer("view spectator")["view"]["log"]
    kept = tmp_path / "log.json"
    kept.write_text(json.dumps(log, indent=1), "utf-8")
    assert answer(f"new uboot mission={paths['m06']} mode=linked patrol={kept} seed=2")["ok"]
    assert answer("view spectator")["view"]["past"][0]["mission"] == "m05"
    kept.write_text(json.dumps({**log, "next": "m12"}, indent=1), "utf-8")
    refused_line = answer(f"new uboot mission={paths['m06']} mode=linked patrol={kept} seed=2")
    assert (refused_line["ok"], refused_line["refusal"]) == (False, "bad-content")
    (fault,) = refused_line["facts"]["faults"] if "facts" in refused_line else refused_line["faults"]
    assert fault["code"] == "patrol-seal"
    assert '"seal"' in kept.read_text("utf-8").splitlines()[fault["line"] - 1]
