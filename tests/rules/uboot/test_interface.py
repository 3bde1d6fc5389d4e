"""UBT-12.14 to UBT-12.17: verbs, refusals, events and views."""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon.rules.contract import Order, Outcome, Seat
from klaxon.rules.uboot.cards.records import DueCard
from klaxon.rules.uboot.records import OpenFault, OpenView, Positions, Post, RepairJob
from klaxon.rules.uboot.shown_board import PARTS, READINGS, read_board, show_board
from klaxon.rules.uboot.state import RECORDS, OpenBoard
from tests.rules.uboot.kit.boat import GAME, HOUR, ROLES, WATCHERS, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

BRIDGE = dict.fromkeys(WATCHERS, 8)


@refuses("12.14a")
def test_an_order_is_not_carried_out_before_its_last_place_is_filled() -> None:
    boat = Boat()
    boat.play("captain new_course 10", "first_officer assign triangle")
    assert not told(boat.events, "done", "activated")
    assert boat.view()["pending"]["places"] == [
        {"symbol": "helm", "room": 3, "man": "first_officer.triangle"},
        {"symbol": "helm", "room": 3, "man": ""},
    ]
    assert boat.view()["pending"] | {"places": []} == {
        "order": "new_course",
        "args": ["10"],
        "places": [],
        "least": 2,
        "named": ["first_officer.triangle"],
        "number": 1,
        "paid": "order",
        "due": 90_000,
        "follow": "",
    }


@allows("12.14b")
def test_a_whole_line_is_accepted() -> None:
    boat = Boat()
    boat.play("captain change_positions", "engineer move circle 4 square 5 triangle 6 hexagon 6")
    assert [boat.room(f"engineer.{shape}") for shape in ("circle", "square", "triangle", "hexagon")] == [4, 5, 6, 6]


@refuses("12.14b")
def test_a_line_that_fails_late_changes_nothing() -> None:
    boat = Boat(surfaced=False, depth=20)
    boat.give("captain change_positions")
    assert boat.refused("engineer move circle 4 square 8") == "no-way"
    assert boat.room("engineer.circle") == 3
    assert boat.refused("engineer move circle 4 circle 5") == "bad-argument"


@refuses("12.14c")
def test_a_late_answer_closes_no_other_prompt() -> None:
    boat = Boat()
    boat.give("captain new_course 10")
    (prompt,) = boat.view("first_officer")["prompts"]
    boat.play("captain belay", "captain new_course 20")
    late = Order.read(f"uboot.first_officer assign @{prompt['key']}")
    assert boat.refusal(str(late)).code == "late"
    (prompt,) = boat.view("first_officer")["prompts"]
    assert boat.give(f"uboot.first_officer assign @{prompt['key']}")[-1].type == "done"


@allows("12.14c")
def test_prompts_say_when_and_what_the_rule_answers() -> None:
    boat = Boat(men={"captain.circle.1": {"dead": True}})
    boat.give("captain change_positions")
    assert [(prompt.due, prompt.default) for prompt in GAME.prompts(boat.state)] == [
        (90_000, Order(Seat(f"uboot.{role}"), "ready")) for role in ROLES
    ]
    boat.play(*(f"{role} ready" for role in ROLES))
    boat.wait(4 * HOUR)
    (post,) = GAME.prompts(boat.state)
    assert post.default == Order.read("uboot.captain post circle 2")
    boat = Boat(rules="patience=0")
    boat.give("captain new_course 10")
    assert [prompt.due for prompt in GAME.prompts(boat.state)] == [None]


@allows("12.14d")
@refuses("12.14d")
def test_sixteen_men_move_by_four_lines_and_no_preset_is_a_verb() -> None:
    boat = Boat()
    lines = [f"{role} move circle 3 square 3 triangle 3 hexagon 3" for role in ROLES]
    boat.change(*lines)
    assert set(boat.state.board.at) == {3}
    assert boat.refused("captain battle_stations") == "unknown-verb"


@allows("12.15a")
def test_a_refusal_has_a_code_and_facts() -> None:
    boat = Boat()
    refusal = boat.refusal("captain new_course 360")
    assert refusal.code == "bad-argument"
    assert refusal.facts["values"] == "0..359°"
    assert boat.refused("captain new_course") == "missing-argument"
    assert boat.refused("captain new_course 10 20") == "extra-argument"


@allows("12.15b")
@pytest.mark.parametrize(
    ("setup", "line", "code"),
    [
        ({"order": 0, "morale": 0, "surfaced": False, "depth": 20}, "dive 20", "no-orders-left"),
        ({"surfaced": False, "depth": 20, "faults": {"main-ballast-valve": "red"}}, "dive 20", "submerged"),
        ({"faults": {"main-ballast-valve": "red"}}, "dive 20", "device-dead"),
        ({}, "dive 20", "needs-men"),
        ({"surfaced": False, "depth": 20}, "watch", "submerged"),
        ({"figures": BRIDGE, "men": {"navigator.circle.1": {"watch": True}}}, "watch", "watching"),
    ],
)
def test_of_several_reasons_the_first_is_told(setup: dict[str, Any], line: str, code: str) -> None:
    assert Boat(**setup).refused(f"captain {line}") == code


@refuses("12.15b")
def test_a_pending_order_comes_before_an_empty_track() -> None:
    boat = Boat(order=1, morale=0)
    boat.give("captain new_course 10")
    assert boat.refused("captain new_course 20") == "order-pending"


@allows("12.15c")
def test_a_verb_that_no_argument_would_open_is_barred_as_a_whole() -> None:
    boat = Boat()
    assert boat.bar("captain", "new_speed") == "needs-men"
    assert boat.why("captain new_speed nonsense") == boat.why("captain new_speed half")
    assert boat.bar("navigator", "join") == "no-watch"


@refuses("12.15c")
def test_the_first_place_of_the_table_that_cannot_be_filled_is_told() -> None:
    nobody = dict.fromkeys(("first_officer.triangle", "first_officer.hexagon", "engineer.circle", "engineer.square"), 4)
    assert Boat(figures=nobody).why("captain dive 20")["symbol"] == "helm"
    boat = Boat(figures={"engineer.circle": 4})
    facts = {"order": "dive", "room": 3, "symbol": "ballast", "need": 2, "have": 1}
    assert boat.why("captain dive 20") == {"code": "needs-men", **facts}


CONTACT = {"id": "c1", "by": "lookout", "klass": "escort", "bearing": 0, "course": 0, "speed": 90, "range": 5000}


@allows("12.15d")
@refuses("12.15d")
@allows("12.16b")
@refuses("12.16b")
def test_what_comes_later_is_neither_told_nor_refused_before() -> None:
    """Two missions that differ only in a contact after two hours: until then all views, menus and answers are equal."""
    later = Boat([{"at": "2:00:00", "do": "contact", **CONTACT}])
    never = Boat()
    for boat in (later, never):
        boat.play("captain time transit")
        boat.wait(29_000)
    for role in (*ROLES, "spectator"):
        assert later.view(role) == never.view(role)
    assert later.refused("captain time warp") == never.refused("captain time warp")
    later.wait(1_000)
    assert later.refused("captain time transit") == "contact-near"
    assert "truth" not in later.view("captain")


@refuses("12.16a")
def test_events_come_in_the_order_in_which_things_happen() -> None:
    boat = Boat(rules="manning=auto")
    kinds = [event.type for event in boat.give("captain new_course 10")]
    assert kinds == ["ordered", "order-track", "activated", "activated", "course", "done"]


@allows("12.16c")
@refuses("12.16c")
def test_no_fact_is_called_type_or_to_and_men_off_duty_have_their_shift() -> None:
    boat = Boat(figures=BRIDGE, men={"navigator.circle.1": {"watch": True}})
    events = [*boat.change("captain move circle 3"), *boat.wait(4 * HOUR)]
    assert not [event for event in events if {"type", "to"} & set(event.facts)]
    (line,) = told(events, "handed-over")
    assert "man=navigator.circle relief=navigator.circle.2" in line


@allows("12.17a")
def test_all_seats_see_the_same_board() -> None:
    """UBT-5#39."""
    boat = Boat(figures=BRIDGE)
    boat.give("captain watch")
    own = ("seat", "prompts")
    views = [{key: v for key, v in boat.view(role).items() if key not in own} for role in (*ROLES, "spectator")]
    assert all(view == views[0] for view in views)
    assert boat.view("navigator")["prompts"]


@refuses("12.17a")
def test_only_the_umpire_knows_decks_and_bag() -> None:
    """UBT-5#39."""
    boat = Boat(bag=["captain.circle"])
    assert set(boat.view("umpire")) - set(boat.view("captain")) == {"truth"}
    truth = boat.view("umpire")["truth"]
    at_sea = {"enemies": {}, "hunts": [], "torpedoes": {}, "cell": "AM12"}
    assert truth | {"decks": {}} == {**at_sea, "decks": {}, "bag": ["captain.circle"], "puzzle": {}}
    deck = boat.view("umpire")["truth"]["decks"]["burn"]
    shown = json.dumps({key: value for key, value in boat.view("captain").items() if key != "seat"})
    assert not [card for card in deck if card in shown]


@allows("12.17b")
@allows("12.17e")
def test_a_view_has_the_keys_of_the_page() -> None:
    view = Boat(men={"captain.circle.1": {"cards": ["fever"], "act": 1}}).view()
    keys = "game seat phase prompts outcome rules mission clock tracks shift men reliefs rooms faults repairs pending"
    keys += " positions hand engineer decks pyramid ration supply discard medicine cigarettes boat views weather sea"
    keys += " tubes reserve solution"
    assert not set(keys.split()) - set(view)
    assert {"contacts", "known", "handbook", "posts", "effects", "choices", "waiting_cards", "objectives"} <= set(view)
    assert (view["game"], view["seat"]) == ("uboot", "uboot.captain")
    known = {"objective": "primary", "kind": "patrol", "state": "known"}
    assert view["objectives"] == [{**known, "cell": "AM12", "dwell_h": 24, "since_s": 0}]
    man = view["men"]["captain.circle"]
    assert man["slots"] == ["fatigue", "fatigue", "act"]
    assert man["cards"] == [
        {
            "card": "fever",
            "wound": 0,
            "fatigue": 2,
            "treat": ["tablets", "injection"],
            "treated": False,
            "bars": [],
            "special": "",
            "copy": False,
        }
    ]


@allows("12.17e")
def test_a_view_follows_men_who_move_and_tire_and_shows_a_dead_relief_nowhere() -> None:
    """What was shown before is shown again where nothing changed; a state without anything kept shows the same."""
    boat = Boat(figures={"first_officer.circle": 3}, men={"captain.circle.2": {"dead": True, "act": 0}})
    boat.view()
    boat.play("captain new_course 10", "first_officer assign")
    boat.change("first_officer move circle 4", "engineer move square 5")
    view = boat.view()
    assert [view[part]["first_officer.circle"]["room"] for part in ("men", "reliefs")] == [4, 4]
    assert [view[part]["captain.circle"]["room"] for part in ("men", "reliefs")] == [2, 0]
    fresh = GAME.decode(GAME.encode(boat.state))
    assert GAME.show(GAME.view(fresh, Seat("uboot.captain"))) == view


def other_records(board: OpenBoard) -> dict[str, object]:
    """Return every record that a step may replace, each with something else in it."""
    return {
        "phase": "over",
        "clock": board.clock._replace(game_at=9),
        "order": 3,
        "morale": 0,
        "shift": 2,
        "crew": board.crew[::-1],
        "at": board.at[::-1],
        "rooms": board.rooms[::-1],
        "faults": (OpenFault("tdc", "green"),),
        "repairs": (RepairJob("tdc", 2, (1,), card="welder"),),
        "trouble": board.trouble._replace(discard=("welder",)),
        "stores": board.stores._replace(supply=1, box_a=()),
        "provisions": board.provisions._replace(kits=7),
        "boat": board.boat._replace(setting="full"),
        "waters": board.waters._replace(weather="fog"),
        "glass": (OpenView("periscope", 0),),
        "arms": board.arms.with_stored("bow", "g7a", -1),
        "patrol": board.patrol._replace(objectives=()),
        "pending": None,
        "positions": Positions("", board.at, (1, 2, 3, 4)),
        "posts": (Post(3, 9),),
        "radio": board.radio._replace(reported=("primary",)),
        "cards": board.cards._replace(waiting=(DueCard("events", "bell"),)),
        "linked": board.linked._replace(log='{"next":"m06"}'),
        "outcome": Outcome("sea", "sunk"),
    }


def test_whatever_record_a_step_replaces_the_view_follows_it() -> None:
    """Each part of a view names the records it is made of, and is kept while they are the same."""
    boat = Boat(figures=BRIDGE, men={"navigator.circle.1": {"watch": True}})
    boat.play("captain new_course 10")
    board, before = boat.state.board, boat.view()
    readings = read_board(board, board.boat, 0, 0)
    others = other_records(board)
    assert set(RECORDS) - set(others) == {"setting", "handbook", "briefing", "serial"}
    assert {name for part in PARTS for name in part.made_of} <= {*RECORDS, READINGS}
    for name, record in others.items():
        later = board.copy()
        setattr(later, name, record)
        kept = show_board(later, readings)
        assert kept != show_board(board, readings), name
        later.known = {}
        assert show_board(later, readings) == kept, name
    assert boat.view() == before


@refuses("12.17b")
@refuses("12.17e")
def test_a_view_is_data_without_floats_and_does_not_change_by_itself() -> None:
    boat = Boat()
    before = json.dumps(boat.view())
    assert "." not in "".join(character for character in json.dumps(boat.view()["clock"]) if character in "0123456789.")
    boat.wait(HOUR)
    assert json.dumps(boat.view()) == before


@allows("12.17c")
@refuses("12.17c")
def test_a_lens_changes_nothing_that_may_be_said() -> None:
    boat = Boat()
    seat = Seat("uboot.captain")
    plain, seen = (GAME.sight(boat.state, seat, lens).view for lens in ({}, {"view": "bridge", "bearing": "0"}))
    assert GAME.offers(plain) == GAME.offers(seen)
    assert GAME.show(plain) == GAME.show(seen)


STAGED: dict[str, dict[str, Any]] = {
    "plain": {},
    "hurt": {
        "men": {"captain.circle.1": {"cards": ["fever"], "act": 1}, "engineer.circle.1": {"treated": ["graze"]}},
        "rooms": {"4": {"emergencies": ["fire", "darkness"]}},
        "faults": {"tdc": "red"},
    },
    "watching": {"figures": BRIDGE, "men": {"navigator.circle.1": {"watch": True}, "captain.circle.1": {"dead": True}}},
    "deep": {"surfaced": False, "depth": 40, "speed": "slow", "course": 90},
}


@pytest.mark.parametrize("name", STAGED)
@pytest.mark.parametrize(
    "lines", [(), ("captain new_course 10", "first_officer assign triangle"), ("captain change_positions",)]
)
def test_a_view_made_of_its_data_shows_the_same(name: str, lines: tuple[str, ...]) -> None:
    boat = Boat([{"at": "0:01:00", "do": "contact", **CONTACT}], **STAGED[name])
    boat.wait(120_000)
    boat.play(*lines)
    if boat.view()["positions"]:
        boat.give("engineer move triangle 5+masks")
    for role in (*ROLES, "umpire", "spectator"):
        data = json.loads(json.dumps(boat.view(role)))
        assert GAME.show(GAME.read_view(data)) == data


def test_a_view_after_the_bell_and_after_the_end_shows_the_same() -> None:
    boat = Boat(men={"captain.circle.1": {"dead": True}}, HOURS=5)
    for _ in range(2):
        boat.wait(4 * HOUR)
        data = json.loads(json.dumps(boat.view("captain")))
        assert GAME.show(GAME.read_view(data)) == data
    assert (data["outcome"]["winner"], data["outcome"]["grade"]) == ("sea", "F")
    assert data["outcome"]["objectives"] == {"primary": "failed"}


def test_what_is_lowered_and_raised_is_told() -> None:
    script = [
        {"at": "0:10:00", "do": "morale", "n": -3},
        {"at": "0:20:00", "do": "morale", "n": -1},
        {"at": "0:30:00", "do": "morale", "n": 11},
    ]
    boat = Boat(script, morale=2, order=3, decks={"morale3": ["despair"]})
    assert told(boat.wait(HOUR)) == [
        "morale value=0 change=-2 why=script",
        "exhausted",
        "card deck=morale3 card=despair hand=False",
        "order-track value=0 change=-3 why=card",
        "morale value=11 change=11 why=script",
        "rallied",
    ]
    assert boat.tracks() == (0, 11)


def test_prompts_name_the_verbs_that_answer_them() -> None:
    boat = Boat(figures=BRIDGE)
    boat.give("captain watch")
    (prompt,) = boat.view("navigator")["prompts"]
    assert prompt == {"key": prompt["key"], "verbs": ["assign", "done"], "due": 90_000}
    boat.play("captain belay", "captain change_positions")
    assert [boat.view(role)["prompts"][0]["verbs"] for role in ROLES] == [["move", "ready"]] * 4


@pytest.mark.parametrize(
    ("by", "klass", "kind"),
    [("lookout", "escort", "ship"), ("hydrophone", "merchant", "sound"), ("lookout", "aircraft", "aircraft")],
)
def test_what_a_contact_is(by: str, klass: str, kind: str) -> None:
    boat = Boat([{"at": "0:01:00", "do": "contact", **CONTACT, "by": by, "klass": klass}])
    boat.wait(HOUR)
    assert boat.view()["contacts"]["c1"] == {
        "kind": kind,
        "group": "",
        "by": by,
        "at_s": 60,
        "fields": {"bearing": 0, "range": 5000, "course": 0, "speed": 90},
        "klass": klass,
    }
