"""The understudies of U-BOOT: they man what is ordered, stand where they should, and bring a drill to its end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from klaxon.crew import selfplay, understudy_of
from klaxon.crew.uboot.tally import tally
from klaxon.crew.understudy import Understudy
from klaxon.rules.contract import Event, Seat
from klaxon.rules.uboot.step import ALL
from klaxon.rules.uboot.words import SHAPES
from tests.crew.kit.evening import Evening
from tests.crew.kit.fake_table import FakeTable
from tests.crew.kit.match import Match
from tests.crew.kit.uboot_crew import Person, said, work
from tests.rules.uboot.kit.boat import BOX, DRILL, GAME, HOUR, ROLES, Boat, header_of, mission, told
from tests.rules.uboot.kit.cards import addressed, fallen
from tests.rules.uboot.kit.voyages import VOYAGES

CREW_OF_A_PERSON = ("first_officer", "navigator", "engineer")
PACE = (800, 2500)
EXERCISES = (
    "change_positions",
    "new_speed slow",
    "new_course 90",
    "watch",
    "change_positions for=dive",
    "dive 20",
    "new_depth 30",
    "surface",
)
TIRED = {"act": 3}


def played(text: str, seed: str, crew: Mapping[Seat, Understudy], **options: str) -> tuple[list[str], list[Event]]:
    """Return the orders and the events of a mission that was played to its end, nothing refused."""
    state = GAME.setup(header_of(text, **options))
    match = selfplay.SelfplayMatch(GAME, state, crew, seed, pace=PACE)
    events: list[Event] = []
    match.watch = lambda _match, brought: events.extend(brought)
    ending = match.play()
    assert (ending.fault, ending.line) == ("", "")
    assert ending.outcome is not None
    assert ending.outcome.reason == "time"
    return match.lines, events


def whole_crew(skill: str = "able") -> dict[Seat, Understudy]:
    """Return understudies in all four seats."""
    return dict.fromkeys(GAME.seats, understudy_of("uboot", skill))


@cache
def drill(seed: str, skill: str) -> tuple[Event, ...]:
    """Return the events of the whole drill."""
    return tuple(played("", seed, whole_crew(skill))[1])


def counted(events: Sequence[Event]) -> Counter[str]:
    """Return what a season counts of some events."""
    counts: Counter[str] = Counter()
    for event in events:
        for _, what, much in tally(None, [event]) if event.type != "over" else ():
            counts[what] += much
    return counts


# -- a whole crew ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_four_understudies_bring_the_drill_to_its_end(seed: str) -> None:
    events = drill(seed, "able")
    counts = counted(events)
    assert {"lapsed", "died"}.isdisjoint(counts)
    assert counts["bell"] == 8
    practised = {"new_speed": 3, "new_course": 4, "dive": 2, "new_depth": 2, "surface": 2, "watch": 3}
    assert {order: counts[order] for order in practised} == practised
    assert not any(event.type == "exhausted" for event in events)


@pytest.mark.parametrize("name", ["staged", "auto", "split", "deep"])
def test_a_boat_in_any_state_is_brought_to_the_end(name: str) -> None:
    text, options = VOYAGES[name]
    short = json.dumps({**json.loads(text), "hours": 8, "primary": {**DRILL["primary"], "dwell_h": 1}})
    shelf = {"missions": short, "boxes": BOX, "patrols": ""}
    match = Match("uboot", "1", options, lambda kind, _name, _variant: shelf[kind], unasked=("assign",), pace=PACE)
    assert match.play().reason == "time"
    counts = counted(match.events)
    assert counts["lapsed"] == 0
    assert counts["bell"] == 1
    assert sum(counts[order] for order in ("new_course", "surface", "new_speed", "watch", "repair_emergency")) >= 1


def test_the_better_a_crew_the_fewer_changes_of_positions_it_needs() -> None:
    changes = [counted(drill("0", skill))["change_positions"] for skill in ("novice", "able", "expert")]
    assert changes[0] > changes[1] > changes[2]


def test_the_same_seed_makes_the_same_game_and_another_another() -> None:
    lines = [played(mission(HOURS=8), seed, whole_crew())[0] for seed in ("0", "0", "3")]
    assert lines[0] == lines[1] != lines[2]


# -- one person --------------------------------------------------------------------------------------------------------


def test_every_order_of_a_person_is_manned_by_three_understudies() -> None:
    person = Person(*EXERCISES)
    _, heard = played(mission(HOURS=4), "1", {**whole_crew(), Seat("uboot.captain"): person})
    assert person.lines == []
    assert told(heard, "lapsed", "died") == []
    done = [str(event.facts["order"]) for event in heard if event.type == "done"]
    assert done == [line.split()[0] for line in EXERCISES if "positions" not in line]


def test_at_a_table_an_order_is_manned_without_a_pause_and_nothing_is_refused() -> None:
    table = FakeTable("uboot")
    evening = Evening(table, [f"uboot.{role}" for role in CREW_OF_A_PERSON], PACE)
    evening.run(6000)
    for line in ("change_positions for=dive", "ready", "dive 20", "change_positions", "ready", "new_speed full"):
        table.force(f"uboot.captain {line}")
        evening.listen()
        evening.run(9000)
        table.let_pass(9000)
        evening.listen()
        board = table.state.board
        assert board.pending is None, line
    assert table.refusals == []
    assert table.again == 0
    assert not table.state.board.boat.surfaced


def test_an_order_that_only_the_person_can_man_is_left_to_him() -> None:
    helmsmen = {f"{role}.{shape}": 6 for role in CREW_OF_A_PERSON for shape in SHAPES}
    boat = Boat(figures={**helmsmen, "captain.circle": 3, "captain.square": 3})
    boat.give("captain new_course 90")
    assert work(boat, *CREW_OF_A_PERSON) == []
    assert work(boat, "captain") == ["captain assign circle square"]


def test_the_captain_does_not_repeat_an_order_that_lapsed() -> None:
    assert said(Boat(), "captain") == "change_positions for=new_speed"
    boat = Boat(figures={"engineer.triangle": 5, "engineer.hexagon": 5}, rules="patience=5")
    events = boat.give("captain new_speed slow")
    events += boat.wait(5000)
    assert told(events, "lapsed")
    assert not said(boat, "captain", events).startswith(("new_speed", "change_positions for=new_speed"))


# -- manning -----------------------------------------------------------------------------------------------------------


def test_the_owner_names_the_cheapest_of_his_men() -> None:
    boat = Boat()
    boat.give("captain new_course 90")
    assert said(boat, "first_officer") == "assign triangle hexagon"
    assert [said(boat, role) for role in ("captain", "navigator", "engineer")] == ["", "", ""]


def test_who_can_do_it_for_less_lends_a_man_after_the_owner_has_spoken() -> None:
    boat = Boat(men={"first_officer.hexagon.1": TIRED}, figures={"captain.circle": 3})
    boat.give("captain new_course 90")
    assert said(boat, "captain") == ""
    assert work(boat) == ["first_officer assign triangle", "captain assign circle"]
    assert boat.view()["boat"]["ordered_course"] == 90


def test_two_owners_share_a_dive() -> None:
    boat = Boat(figures={"engineer.triangle": 5, "engineer.hexagon": 6})
    boat.give("captain dive 20")
    assert sorted(work(boat, *CREW_OF_A_PERSON)) == [
        "engineer assign circle square triangle hexagon",
        "first_officer assign triangle hexagon",
    ]
    assert not boat.view()["boat"]["surfaced"]


def test_a_dark_room_gets_its_man_more() -> None:
    boat = Boat(rooms={"3": {"emergencies": ["darkness"]}})
    boat.give("captain new_course 90")
    assert work(boat) == ["first_officer assign triangle hexagon", "engineer assign circle"]


def test_men_named_by_a_person_stay_named() -> None:
    boat = Boat(figures={"captain.circle": 3})
    boat.give("captain new_course 90")
    boat.give("captain assign circle")
    assert work(boat, *CREW_OF_A_PERSON) == ["first_officer assign triangle"]


# -- positions ---------------------------------------------------------------------------------------------------------


def test_before_a_dive_everybody_comes_in() -> None:
    boat = Boat(figures={"navigator.circle": 8, "navigator.square": 8, "captain.circle": 7})
    boat.give("captain change_positions for=dive")
    work(boat)
    view = boat.view()
    assert view["positions"] is None
    assert {man["room"] for man in view["men"].values()}.isdisjoint({7, 8})
    assert boat.bar("captain", "dive") == ""


def test_battle_stations_man_every_order_that_may_come() -> None:
    boat = Boat()
    boat.give("captain change_positions")
    work(boat)
    assert [boat.bar("captain", order) for order in ("new_speed", "new_course", "dive", "watch")] == [""] * 4


def test_men_of_a_role_that_is_ready_are_counted_where_they_stand() -> None:
    boat = Boat()
    boat.give("captain change_positions for=new_speed")
    boat.give("engineer ready")
    work(boat)
    assert {boat.room(f"engineer.{shape}") for shape in ("triangle", "hexagon")} == {4}
    assert boat.bar("captain", "new_speed") == ""


def test_nobody_stays_in_a_fire_for_nothing() -> None:
    boat = Boat(rooms={"1": {"emergencies": ["fire"]}})
    boat.give("captain change_positions")
    work(boat)
    assert 1 not in {man["room"] for man in boat.view()["men"].values()}


def test_an_expert_stands_where_his_relief_is_needed() -> None:
    rooms = {}
    for skill in ("able", "expert"):
        boat = Boat()
        boat.give("captain change_positions for=new_course")
        work(boat, skill=skill)
        rooms[skill] = [boat.room(f"first_officer.{shape}") for shape in ("circle", "square")]
    assert rooms["expert"] == [3, 2], "the radio operator may be needed now, the other is not"
    assert rooms["able"] == [2, 2]


def test_a_relief_comes_aboard_at_a_place_for_his_symbols() -> None:
    boat = Boat(men={"engineer.triangle.1": {"dead": True}}, DATE="1940-06-01T11:59")
    boat.wait(61_000)
    assert boat.view("engineer")["posts"]
    assert said(boat, "engineer") == "post triangle 3", "a ballast man of shift 2"


# -- the watch and the clock -------------------------------------------------------------------------------------------


def test_the_navigator_mans_the_watch_and_reports() -> None:
    boat = Boat(figures={"navigator.circle": 8, "navigator.square": 8})
    boat.give("captain watch")
    assert work(boat, *CREW_OF_A_PERSON) == ["navigator assign circle square", "navigator done"]
    assert boat.view()["views"] == ["bridge"]


def test_a_man_of_another_role_keeps_the_watch_where_the_navigator_has_none() -> None:
    boat = Boat(figures={"captain.circle": 8})
    boat.give("captain watch")
    assert work(boat) == ["captain assign circle", "navigator done"]


def test_who_comes_to_the_bridge_joins_the_watch() -> None:
    figures = {"navigator.circle": 8, "navigator.square": 8, "navigator.triangle": 8, "captain.circle": 8}
    boat = Boat(figures=figures, men={"navigator.circle.1": {"watch": True}, "navigator.triangle.1": TIRED})
    assert said(boat, "navigator") == "join watch square"
    assert said(boat, "engineer") == ""


def test_after_the_bell_time_goes_on_as_ordered_and_after_news_the_captain_decides() -> None:
    news = {
        "at": "5:00:00",
        "do": "contact",
        "id": "c1",
        "by": "lookout",
        "klass": "merchant",
        "bearing": 9,
        "range": 30000,
    }
    boat = Boat([news])
    events = boat.give("captain time transit")
    assert said(boat, "first_officer", events) == ""
    events += boat.wait(4 * HOUR // 240)
    assert boat.view()["clock"]["mode"] == "real"
    assert said(boat, "first_officer", events) == "time transit"
    assert said(boat, "engineer", events) == ""
    events += boat.give("first_officer time transit")
    events += boat.wait(HOUR // 240)
    assert boat.view()["clock"]["mode"] == "real"
    assert said(boat, "first_officer", events) == ""
    events += boat.give("captain time real")
    assert said(boat, "first_officer", events) == ""


def test_the_captain_keeps_orders_for_what_may_come_and_lets_time_run() -> None:
    engineers = {"engineer.triangle": 5, "engineer.hexagon": 5}
    assert said(Boat(order=3, figures=engineers), "captain") == "new_speed slow"
    assert said(Boat(order=2, figures=engineers), "captain") == "time transit"


# -- what they know ----------------------------------------------------------------------------------------------------


def test_what_is_hidden_changes_nothing() -> None:
    later = [{"at": "1:00:00", "do": "wound", "man": "engineer.square", "card": "jolt"}]
    boats = [Boat(begun=False), Boat(later, begun=False)]
    boats[1].state = GAME.rekey(boats[1].state, "other")
    for role in ROLES:
        assert boats[0].view(role) == boats[1].view(role)
    for boat in boats:
        boat.give("first_officer begin")
        boat.give("captain change_positions for=dive")
    assert work(boats[0]) == work(boats[1])


def test_a_choice_of_a_card_is_answered_by_who_is_asked() -> None:
    men = {"captain.square.1": {"act": 3}, "captain.triangle.1": {"act": 1}}
    boat = addressed("all-hands-one-room", men=men)
    assert said(boat, "captain") == "choose 1"
    assert not said(boat, "engineer").startswith("choose")
    boat = addressed("share-the-load", men=men)
    assert said(boat, "captain") == "choose captain.square captain.hexagon 1"
    boat = addressed("share-the-load", men={"captain.square.1": {"act": 1}})
    assert not said(boat, "captain").startswith("choose")
    boat = fallen(3, "sabotaged-tools", engineer={"a": ["gasket-set"], "b": ["fuse-box", "welding-set"]})
    assert said(boat, "engineer") == "choose welding-set"


def test_while_the_captain_is_relieved_the_first_officer_commands() -> None:
    boat = fallen(3, "relieve-the-commander")
    assert said(boat, "first_officer").split()[0] in ("change_positions", "address", "new_speed", "watch")
    assert said(boat, "captain").split()[:1] in ([], ["time"])


# -- damage control ----------------------------------------------------------------------------------------------------

ENGINEERS = {f"engineer.{shape}": 2 for shape in ("circle", "square", "triangle", "hexagon")}


def test_a_breach_is_ordered_manned_and_sealed() -> None:
    boat = Boat([{"at": "0:00:10", "do": "breach", "room": 2}], figures=ENGINEERS, morale=10)
    boat.wait(10_000)
    assert said(boat, "captain") == "repair_breach 2"
    boat.give("captain repair_breach 2")
    work(boat)
    boat.give(f"engineer {said(boat, 'engineer', skill='expert')}")
    assert [event.type for event in boat.events] == ["sealed"]


def test_men_are_sent_to_a_breach_first() -> None:
    boat = Boat([{"at": "0:00:10", "do": "breach", "room": 5}], morale=10)
    boat.wait(10_000)
    assert said(boat, "captain") == "change_positions for=repair_breach"
    boat.give("captain change_positions for=repair_breach")
    work(boat)
    assert said(boat, "captain", [Event("ordered", {"order": "change_positions", "args": ["repair_breach"]}, ALL)]) == (
        "repair_breach 5"
    )


def test_an_emergency_comes_before_a_fault_and_a_fault_before_exercise() -> None:
    faults, leak = {"rudder-control": "yellow"}, {"3": {"emergencies": ["leak"], "devices": ["pump"]}}
    assert said(Boat(faults=faults, rooms=leak), "captain") == "repair_emergency leak 3"
    assert said(Boat(faults=faults), "captain") == "repair_fault rudder-control"
    given = [Event("ordered", {"order": "repair_fault", "args": ["rudder-control"]}, ALL)]
    assert not said(Boat(faults=faults), "captain", given).startswith("repair")
    assert not said(Boat(faults=faults, order=2), "captain").startswith("repair")


def test_a_card_stands_for_the_men_who_are_missing() -> None:
    full = {f"first_officer.{shape}.1": {"act": 3} for shape in ("triangle", "hexagon")}
    boat = Boat(
        faults={"rudder-control": "red"},
        men=full,
        rooms={"3": {"toolboxes": ["toolbox-a", "toolbox-b"]}},
        engineer={"a": ["welding-set"], "b": ["gasket-set"]},
    )
    boat.give("captain repair_fault rudder-control")
    assert "engineer card gasket-set" in work(boat)
    assert boat.view()["repairs"]["rudder-control"]["state"] == "running"


def test_a_novice_slips_at_a_breach_now_and_then() -> None:
    boat = Boat([{"at": "0:00:10", "do": "breach", "room": 2}], figures=ENGINEERS, morale=10)
    boat.wait(10_000)
    boat.give("captain repair_breach 2")
    work(boat)
    right = " ".join(boat.view("umpire")["truth"]["puzzle"]["2"])
    view = json.loads(json.dumps(boat.view("engineer")))
    for skill, wrong in (("novice", True), ("expert", False)):
        crew = understudy_of("uboot", skill)
        order = crew.order(view, crew.begin(view), lambda _below: 0)
        assert order is not None
        assert (" ".join(map(str, order.args)) != right) is wrong


def test_who_knows_better_keeps_exercises_orders_and_leaks_for_later() -> None:
    faults, engineers = {"radio-set": "green"}, {"engineer.triangle": 5, "engineer.hexagon": 5}
    given = [Event("ordered", {"order": "repair_fault", "args": ["radio-set"]}, ALL)]
    boat = Boat(faults=faults, figures=engineers)
    assert said(boat, "captain", given) == "new_speed slow"
    assert said(boat, "captain", given, "expert") == "change_positions for=watch", "nothing is wrong with the lookouts"
    leak = {"3": {"emergencies": ["leak"], "devices": ["pump"]}}
    assert said(Boat(rooms=leak, order=2), "captain") == "repair_emergency leak 3"
    assert not said(Boat(rooms=leak, order=2), "captain", skill="expert").startswith("repair")
    assert said(Boat(rooms=leak, order=3), "captain", skill="expert") == "repair_emergency leak 3"
    fire = {"3": {"emergencies": ["fire"], "devices": ["extinguisher"]}, "5": {"devices": ["pump"]}}
    assert said(Boat(rooms=fire, order=2), "captain", skill="expert") == "repair_emergency fire 3"


def test_the_last_orders_of_a_breach_are_paid_with_morale_that_can_be_spared() -> None:
    breach = [{"at": "0:00:10", "do": "breach", "room": 2}]
    for skill, morale, gives in (("able", 9, True), ("able", 6, False), ("expert", 6, True), ("expert", 3, False)):
        boat = Boat(breach, figures=ENGINEERS, order=0, morale=morale)
        boat.wait(10_000)
        assert (said(boat, "captain", skill=skill) == "repair_breach 2") is gives, (skill, morale)


def test_an_expert_calls_his_men_out_of_a_room_that_nobody_can_hold() -> None:
    boat = Boat([{"at": "0:00:10", "do": "breach", "room": 1}], order=1, morale=4)
    boat.wait(10_000)
    assert said(boat, "captain") != "change_positions"
    assert said(boat, "captain", skill="expert") == "change_positions"
    boat.give("captain change_positions")
    work(boat, skill="expert")
    assert not boat.state.board.men_in(1)
    assert not said(boat, "captain", boat.events, "expert").startswith("change_positions")


def test_a_repair_that_lost_a_man_is_taken_up_by_those_who_are_left_and_one_more() -> None:
    engineers = {"engineer.triangle": 3, "engineer.hexagon": 4}
    hurt = [{"at": "0:10:00", "do": "wound", "man": "engineer.square", "card": "unconscious"}]
    boat = Boat(hurt, faults={"rudder-control": "red"}, figures=engineers)
    boat.play("captain repair_fault rudder-control", "engineer assign circle square triangle", "engineer done")
    boat.wait(600_000)
    assert boat.view()["repairs"]["rudder-control"]["state"] == "paused"
    assert said(boat, "engineer", skill="novice") == ""
    assert not said(boat, "captain").startswith("repair_fault"), "it goes on without an order"
    assert said(boat, "engineer") == "join rudder-control circle triangle"
    boat.give("engineer join rudder-control circle triangle")
    assert said(boat, "engineer") == ""
    assert said(boat, "first_officer") == "join rudder-control triangle hexagon"
    boat.give("first_officer join rudder-control triangle hexagon")
    assert boat.view()["repairs"]["rudder-control"]["state"] == "running"


def test_a_good_engineer_plays_a_card_that_makes_the_work_lighter() -> None:
    rooms, cards = {"3": {"toolboxes": ["toolbox-a", "toolbox-b"]}}, {"a": ["gasket-set"], "b": ["welding-set"]}
    for skill, plays in (("novice", False), ("able", True), ("expert", True)):
        boat = Boat(faults={"rudder-control": "green"}, rooms=rooms, engineer=cards)
        boat.give("captain repair_fault rudder-control")
        assert ("engineer card welding-set" in work(boat, skill=skill)) is plays


@pytest.mark.parametrize(
    ("level", "cards", "played"),
    [
        ("red", ["valve-wheel", "pump-impeller"], "pump-impeller"),
        ("yellow", ["chain-hoist", "welding-set"], "welding-set"),
        ("green", ["welding-set", "chain-hoist"], "chain-hoist"),
        ("green", ["pump-impeller"], ""),
        ("green", ["boat-blueprints", "welding-set"], "welding-set"),
    ],
)
def test_what_fits_little_else_is_played_first_and_nothing_is_used_up_for_a_fault_without_effect(
    level: str, cards: list[str], played: str
) -> None:
    rooms = {"3": {"toolboxes": ["toolbox-a", "toolbox-b"]}}
    men = {"engineer.triangle": 3, "engineer.hexagon": 3}
    boat = Boat(faults={"trim-pump": level}, rooms=rooms, engineer={"a": cards[:1], "b": cards[1:]}, figures=men)
    boat.give("captain repair_fault trim-pump")
    spoken = [line.removeprefix("engineer card ") for line in work(boat) if line.startswith("engineer card ")]
    assert spoken == ([played] if played else [])


def test_who_goes_to_a_repair_takes_along_the_toolbox_that_has_something_for_it() -> None:
    """A novice leaves it, nobody takes one that has nothing for the device, or where one that serves is there."""
    cases = (
        ("able", {"a": ["optics-kit"], "b": ["brush-set"]}, 4, 6),
        ("novice", {"a": ["optics-kit"], "b": ["brush-set"]}, 4, 4),
        ("able", {"a": ["brush-set"], "b": ["optics-kit"]}, 4, 4),
        ("able", {"a": [], "b": ["brush-set"]}, 2, 2),
    )
    for skill, cards, lies, after in cases:
        boat = Boat(
            faults={"port-e-motor": "yellow"},
            rooms={str(lies): {"toolboxes": ["toolbox-b"]}},
            figures={f"engineer.{shape}": 4 for shape in SHAPES},
            engineer=cards,
        )
        boat.give("captain change_positions for=repair_fault")
        work(boat, skill=skill)
        assert "toolbox-b" in boat.view()["rooms"][str(after)]["toolboxes"], (skill, cards)
        if after != lies:
            boat.give("captain repair_fault port-e-motor")
            assert "engineer card brush-set" in work(boat)


def test_against_danger_whose_device_is_lost_nothing_is_done_and_the_next_danger_is_fought() -> None:
    rooms = {"2": {"flooded": True}, "3": {"emergencies": ["electricity"]}, "6": {"emergencies": ["leak"]}}
    figures = {
        f"{role}.{shape}": 3 for role in ("captain", "first_officer", "navigator") for shape in ("circle", "square")
    }
    boat = Boat(rooms=rooms, figures=figures | {"engineer.triangle": 6})
    assert said(boat, "captain") == "change_positions for=repair_emergency"
    boat.give("captain change_positions for=repair_emergency")
    work(boat)
    assert "pump" in boat.view()["rooms"]["6"]["devices"]
    assert boat.bar("captain", "repair_emergency") == ""


def test_while_a_breach_runs_nobody_lets_time_run_faster() -> None:
    boat = Boat([{"at": "0:00:10", "do": "breach", "room": 2}], order=0, morale=3)
    boat.wait(10_000)
    assert said(boat, "captain") == ""


# -- addresses to the crew ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "bad", "good"),
    [
        ("gramophone", {"morale": 10}, {"morale": 4}),
        ("wake-the-watch", {"morale": 8}, {"morale": 3}),
        ("sharp-words", {"order": 6}, {"order": 2, "morale": 11}),
        ("extra-ration", {}, {"men": {f"captain.{shape}.1": TIRED for shape in SHAPES}}),
        ("all-hands-one-room", {}, {"men": {f"captain.{shape}.1": TIRED for shape in SHAPES[1:]}}),
        ("news-from-home", {"morale": 9}, {"morale": 4}),
    ],
)
def test_a_captain_addresses_the_crew_when_a_card_helps(card: str, bad: dict[str, Any], good: dict[str, Any]) -> None:
    for setup, plays in ((bad, False), (good, True)):
        boat = Boat(hand=[card], figures={"captain.circle": 3}, **setup)
        assert (said(boat, "captain", skill="expert") == f"address {card}") is plays
    assert said(Boat(hand=[card], order=0, morale=9), "captain", skill="expert") != f"address {card}"


def test_an_expert_plays_more_cards_than_an_able_captain_and_a_novice_in_despair_only() -> None:
    for morale, skills in ((8, ["expert"]), (4, ["able", "expert"])):
        boat = Boat(hand=["gramophone"], figures={"captain.circle": 3}, morale=morale)
        asked = [
            skill for skill in ("novice", "able", "expert") if said(boat, "captain", skill=skill).startswith("addr")
        ]
        assert asked == skills
    boat = Boat(hand=["wake-the-watch"], figures={"captain.circle": 3}, morale=2)
    assert said(boat, "captain", skill="novice") == "address wake-the-watch"


def test_the_best_card_is_played() -> None:
    hand = ["clear-the-passage", "gramophone", "wake-the-watch"]
    boat = Boat(hand=hand, figures={"captain.circle": 3}, morale=2)
    assert said(boat, "captain") == "address wake-the-watch"


@pytest.mark.parametrize(
    ("card", "wasted", "helps"),
    [
        ("clear-the-passage", {"order": 5}, {}),
        ("dolphins-at-the-bow", {"morale": 11}, {"morale": 8}),
        ("letter-home", {}, {"men": {"captain.square.1": {"cards": ["toothache"], "treated": ["toothache"]}}}),
        ("old-salts-advice", {"DATE": "1940-06-01T11:00", "order": 5}, {}),
        ("perfect-trim", {}, {"surfaced": False, "depth": 30}),
        ("share-the-load", {}, {"men": {"captain.square.1": TIRED}}),
        ("trust-in-the-crew", {"morale": 8}, {"morale": 7}),
    ],
)
def test_an_order_that_would_be_lost_at_the_bell_is_spent_on_a_small_card_that_helps(
    card: str, wasted: dict[str, Any], helps: dict[str, Any]
) -> None:
    for setup, plays in ((wasted, False), (helps, True)):
        boat = Boat(hand=[card], figures={"captain.circle": 3}, **setup)
        assert (said(boat, "captain") == f"address {card}") is plays
        assert said(boat, "captain", skill="novice") != f"address {card}", "he plays none but in despair"


def test_a_promise_is_given_while_a_ship_is_in_sight_and_a_tool_fetched_back_once_one_is_used_up() -> None:
    ship = {"at": "0:00:10", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "bearing": 9}
    boat = Boat([{**ship, "range": 30000}], hand=["hunters-promise"], figures={"captain.circle": 3})
    boat.wait(10_000)
    assert said(boat, "captain") == "address hunters-promise"
    boat = fallen(3, "sabotaged-tools", hand=["old-hands-trick"], engineer={"a": ["gasket-set"]})
    boat.give(f"engineer {said(boat, 'engineer')}")
    assert boat.view()["engineer"]["discard"] == ["gasket-set"]
    assert said(boat, "captain") == "address old-hands-trick"


def test_a_captain_who_is_hunted_deep_asks_for_silence_when_nothing_else_is_to_be_done() -> None:
    boats = [
        Boat(hand=["rig-for-silence"], figures={"captain.circle": 3}, surfaced=False, depth=150, speed="full", order=4)
        for _ in range(2)
    ]
    assert said(boats[0], "captain") != "address rig-for-silence"
    boat, sea = boats[1], boats[1].state.sea
    boat.state.sea = sea._replace(waters=sea.waters._replace(detected=True, hunted=True))
    assert said(boat, "captain") == "address rig-for-silence"


def test_a_boat_that_cannot_dive_fires_at_an_aircraft_once_a_watch() -> None:
    craft = {"at": "0:00:10", "do": "contact", "id": "c1", "by": "lookout", "klass": "aircraft", "bearing": 9}
    gunners = {f"navigator.{shape}": 8 for shape in ("triangle", "hexagon")}
    men = {"navigator.triangle.1": {"watch": True}}
    boat = Boat([{**craft, "range": 9000}], figures=gunners, men=men, order=1, morale=0)
    assert said(boat, "captain") != "aa20"
    boat.wait(10_000)
    assert said(boat, "captain") == "aa20"
    fired = [Event("ordered", {"order": "aa20", "args": []}, ALL)]
    assert said(boat, "captain", fired) != "aa20"


# -- dinner, medicines, cigarettes -------------------------------------------------------------------------------------


def test_dinner_is_cooked_in_the_watch_before_noon() -> None:
    _, events = played(mission(DATE="1940-06-01T05:00", HOURS=9), "1", whole_crew())
    assert [event.facts["size"] for event in events if event.type == "meal"] == [3]
    assert counted(events)["cook"] == 1


def test_the_sick_are_treated_by_the_medic_who_is_sent_to_them() -> None:
    men = {"navigator.square.1": {"cards": ["concussion"]}}
    _, events = played(mission(men=men, HOURS=3), "1", whole_crew())
    assert [str(event.facts["card"]) for event in events if event.type == "treated"] == ["concussion"]


def test_first_aid_that_lapsed_is_not_ordered_again_in_the_same_watch() -> None:
    men = {"captain.circle.1": {"cards": ["graze"]}, "engineer.triangle.1": {"cards": ["concussion"], "act": 1}}
    boat = Boat(men=men, figures={"engineer.triangle": 6})
    heard = boat.give("captain first_aid 2")
    boat.give("captain belay")
    assert said(boat, "captain") == "first_aid 2"
    assert not said(boat, "captain", heard).startswith("first_aid 2")


def test_a_navigator_chooses_the_largest_dish_and_a_first_officer_all_he_can_treat() -> None:
    boat = Boat(pyramid=["eggs", "meat", "bread", "potato", "onion", "lemon"])
    boat.give("captain cook")
    assert work(boat) == ["navigator assign square", "navigator dish meat-bake"]
    men = {"captain.circle.1": {"cards": ["graze"]}, "captain.square.1": {"cards": ["concussion"]}}
    boat = Boat(men=men, figures={"captain.square": 2})
    boat.give("captain first_aid 2")
    assert work(boat)[-1] == "first_officer treat captain.circle captain.square"


def test_a_kit_is_opened_when_a_medicine_is_missing() -> None:
    sick = {"captain.circle.1": {"cards": ["graze"]}}
    assert said(Boat(men=sick, kits=1, medicine={"tablets": 1}), "first_officer") == "kit"
    assert said(Boat(men=sick, kits=1), "first_officer") != "kit"


def test_who_is_worn_out_on_the_bridge_gets_a_cigarette() -> None:
    worn = {"navigator.circle.1": TIRED, "navigator.square.1": {"act": 1}}
    figures = {"navigator.circle": 8, "navigator.square": 8}
    assert said(Boat(men=worn, figures=figures), "navigator") == "smoke navigator.circle navigator.square"
    assert said(Boat(men={"navigator.circle.1": {"act": 1}}, figures=figures), "navigator") == ""
