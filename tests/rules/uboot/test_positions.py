"""UBT-3.4: the change of positions, its ways (with the hatches of UBT-3.16), loads and end."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.contract import Order, Refusal, Seat
from klaxon.rules.domains import OneOf
from klaxon.rules.uboot.orders.positions import bar_load, bar_move
from klaxon.rules.uboot.orders.ways import Passages, ways
from klaxon.rules.uboot.words import DEVICES, ROOMS, SHAPES, TOOLBOXES
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, ROLES, Boat, over_line, told
from tests.rules.uboot.kit.marks import allows, refuses

DRY = (False,) * 8
SAFE = (0,) * 8
WEATHER = {"at": "0:01:00", "do": "weather", "state": "fog", "sea": 2}


def flooded(*rooms: int) -> tuple[bool, ...]:
    return tuple(room in rooms for room in range(1, 9))


@allows("3.4a")
@allows("3.3e")
def test_any_number_of_men_move_any_distance_for_one_order() -> None:
    boat = Boat()
    events = boat.change("captain move circle 6 square 6", "engineer move circle 8 square 7 triangle 1 hexagon 1")
    assert boat.tracks() == (7, 11)
    assert events[0].facts["args"] == []
    assert told(events)[:3] == [
        "ordered order=change_positions args= paid=order places=",
        "order-track value=7 change=-1 why=order",
        "positions for=",
    ]
    assert told(events, "moved")[0] == "moved man=captain.circle from=2 room=6 carried= paid=0"
    assert not told(events, "activated")
    assert boat.slots("engineer.square") == ""


@refuses("3.4a")
def test_nobody_moves_unless_positions_are_changed() -> None:
    boat = Boat()
    assert boat.why("captain move circle 3") == {"code": "not-now", "verb": "move"}
    assert boat.refused("captain ready") == "not-now"
    boat.give("captain change_positions")
    assert boat.refused("captain move circle 9") == "bad-argument"


@allows("3.4b")
@pytest.mark.parametrize(
    ("start", "end", "rooms"),
    [(1, 6, (2, 3, 4, 5, 6)), (1, 8, (2, 3, 8)), (6, 7, (5, 4, 3, 8, 7)), (7, 8, (8,)), (4, 4, ())],
)
def test_ways_of_a_surfaced_boat(start: int, end: int, rooms: tuple[int, ...]) -> None:
    assert ways(Passages(True, DRY, SAFE))[start, end].rooms == rooms


@refuses("3.4b")
def test_a_submerged_boat_has_no_way_out() -> None:
    table = ways(Passages(False, DRY, SAFE))
    assert [pair for pair in table if (pair[0] in (7, 8)) != (pair[1] in (7, 8))] == []
    assert (7, 8) in table
    boat = Boat(surfaced=False, depth=20)
    boat.give("captain change_positions")
    assert boat.why("captain move circle 8") == {
        "code": "no-way",
        "man": "captain.circle",
        "to": 8,
        "why": "submerged",
    }


@allows("3.4c")
@allows("3.4i")
def test_a_split_boat_is_crossed_over_the_deck_for_one_act() -> None:
    """Room 2 is flooded and the boat surfaced: from 1 to 3 by the hatch, the deck and the bridge."""
    figures = {
        "captain.circle": 1,
        "first_officer.circle": 3,
        "first_officer.square": 3,
        "navigator.circle": 3,
    }
    boat = Boat(rooms={"2": {"flooded": True}}, figures=figures)
    boat.change("captain move circle 3 square 8")
    assert told(boat.events, "moved") == [
        "moved man=captain.circle from=1 room=3 carried= paid=1",
        "moved man=captain.square from=1 room=8 carried= paid=1",
    ]
    assert boat.slots("captain.circle") == "act"


@refuses("3.4c")
def test_a_flooded_room_is_neither_entered_nor_crossed() -> None:
    figures = {
        "captain.circle": 1,
        "first_officer.circle": 3,
        "first_officer.square": 3,
        "navigator.circle": 3,
    }
    setup: dict[str, Any] = {"rooms": {"2": {"flooded": True}}, "figures": figures}
    boat = Boat(**setup, men={"captain.square.1": {"act": 3}})
    boat.give("captain change_positions")
    assert boat.why("captain move circle 2")["why"] == "flooded"
    assert boat.why("captain move square 3") == {"code": "no-slots", "man": "captain.square", "need": 1, "free": 0}
    boat = Boat(**setup, surfaced=False, depth=20)
    boat.give("captain change_positions")
    assert boat.why("captain move circle 3")["why"] == "submerged"


@refuses("3.4c")
@pytest.mark.parametrize("surfaced", [True, False])
def test_a_room_between_two_flooded_ones_is_cut_off(surfaced: bool) -> None:
    """As far as one order can see: the second flooded room sinks the boat."""
    boat = Boat(surfaced=surfaced)
    board = boat.state.board.copy()
    board.rooms = tuple(room._replace(flooded=wet) for room, wet in zip(board.rooms, flooded(1, 3), strict=True))
    boat.lay(board).give("captain change_positions")
    facts = {"man": "captain.circle", "to": 4, "why": "cut-off"}
    assert boat.why("captain move circle 4") == {"code": "no-way", **facts}


@pytest.mark.parametrize(
    ("room", "start", "end", "act"),
    [(2, 1, 3, 1), (3, 1, 4, 1), (3, 2, 8, 1), (5, 6, 4, 1), (1, 2, 3, 0), (6, 5, 8, 0)],
)
def test_hatches_open_where_the_boat_is_split(room: int, start: int, end: int, act: int) -> None:
    assert ways(Passages(True, flooded(room), SAFE))[start, end].act == act


@pytest.mark.parametrize(("room", "start", "end"), [(1, 2, 1), (6, 5, 6)])
def test_a_flooded_end_shuts_its_own_hatch(room: int, start: int, end: int) -> None:
    assert (start, end) not in ways(Passages(True, flooded(room), SAFE))
    assert (7, room) not in ways(Passages(True, flooded(room, 3), SAFE))


@allows("3.4d")
def test_a_change_ends_when_every_role_is_ready() -> None:
    boat = Boat()
    boat.play("captain change_positions", *(f"{role} ready" for role in ROLES[:3]))
    assert boat.view()["positions"]["ready"] == list(ROLES[:3])
    assert told(boat.give("engineer ready")) == ["positions-done"]


@refuses("3.4d")
def test_a_new_move_takes_the_own_ready_back() -> None:
    boat = Boat()
    boat.play("captain change_positions", "captain ready")
    assert boat.refused("captain ready") == "not-now"
    first = boat.view()["positions"]["numbers"]
    boat.play("captain move circle 4", *(f"{role} ready" for role in ROLES[1:]))
    assert boat.view()["positions"]["ready"] == list(ROLES[1:])
    assert boat.view()["positions"]["numbers"][0] > max(first)
    assert boat.refused("captain new_course 10") == "positions-open"
    boat.give("captain ready")
    assert boat.room("captain.circle") == 4


@allows("3.4e")
def test_naming_another_room_replaces_the_first() -> None:
    boat = Boat()
    boat.change("captain move circle 6", "captain move circle 3")
    assert told(boat.events, "moved") == ["moved man=captain.circle from=2 room=3 carried= paid=0"]


@allows("3.4e")
@pytest.mark.parametrize(
    ("hazards", "rooms"),
    [
        ({}, (6, 5, 4)),
        ({5: 1}, (6, 5, 4)),
    ],
)
def test_a_way_without_act_is_taken_first(hazards: dict[int, int], rooms: tuple[int, ...]) -> None:
    """UBT-5#36. 2 is flooded, so both hatches are open; from 7 to 4 the tower costs nothing, whatever burns there."""
    found = Passages(True, flooded(2), tuple(hazards.get(room, 0) for room in range(1, 9)))
    assert ways(found)[7, 4].rooms == (8, 3, 4)
    assert ways(found._replace(flooded=flooded(3)))[7, 4].rooms == rooms


@refuses("3.4e")
def test_of_two_ways_that_cost_one_act_the_safer_is_taken() -> None:
    """UBT-5#36. 3 is flooded: from 1 to 6 there is only the deck; nobody crosses twice, and who stays goes no way."""
    table = ways(Passages(True, flooded(3), SAFE))
    assert table[1, 6].rooms == (7, 6)
    assert table[1, 6].act == 1
    assert table[2, 2] == (0, 0, 0, ())
    assert (3, 3) in table


@allows("3.4f")
def test_men_carry_what_they_pass() -> None:
    boat = Boat()
    events = boat.change("captain move circle 5+pump", "navigator move circle 6+toolbox-a")
    assert "moved man=captain.circle from=2 room=5 carried=pump paid=0" in told(events)
    rooms = boat.view()["rooms"]
    assert (rooms["5"]["devices"], rooms["6"]["toolboxes"]) == (["extinguisher", "pump"], ["toolbox-a"])
    assert (rooms["3"]["devices"], rooms["2"]["toolboxes"]) == ([], [])


@allows("3.4f")
def test_a_man_takes_what_lies_in_the_last_room_he_crosses_and_may_put_it_back() -> None:
    boat = Boat()
    boat.play("captain change_positions", "captain move circle 4+pump")
    assert boat.view()["positions"]["carried"] == {"captain.circle": "pump"}
    boat.give("captain move circle 4")
    assert boat.view()["positions"]["carried"] == {}


@refuses("3.4f")
def test_a_token_is_carried_once_and_only_from_the_way() -> None:
    """UBT-5#37."""
    boat = Boat()
    boat.play("captain change_positions", "captain move circle 5+pump")
    assert boat.why("navigator move circle 6+pump") == {"code": "carried", "man": "navigator.circle", "token": "pump"}
    facts = {"code": "not-on-the-way", "man": "navigator.circle"}
    assert boat.why("navigator move circle 4+extinguisher") == {**facts, "token": "extinguisher"}
    assert boat.why("navigator move circle 2+wires") == {**facts, "token": "wires"}
    boat.play("captain move circle 5", "navigator move circle 6+pump")


@refuses("3.4f")
def test_what_lies_at_the_end_of_a_way_is_not_on_it() -> None:
    boat = Boat()
    boat.give("captain change_positions")
    assert boat.refused("captain move circle 3+pump") == "not-on-the-way"
    assert boat.refused("captain move circle 4+bulbs") == "not-on-the-way"
    assert boat.refused("captain move circle 4+anchor") == "bad-argument"
    tired = Boat(men={"captain.circle.1": {"act": 3}})
    tired.give("captain change_positions")
    assert tired.refused("captain move circle 4+bulbs") == "not-on-the-way"


@allows("3.4f")
@refuses("3.4f")
def test_what_is_offered_is_what_nothing_bars() -> None:
    """A split boat with a dead, a lame and a tired man: each room, alone and with each thing, is judged by itself."""
    men = {"captain.circle.1": {"dead": True}, "captain.square.1": {"cards": ["leg-wound"], "act": 1}}
    figures = dict.fromkeys(("first_officer.circle", "first_officer.square", "navigator.circle"), 3)
    boat = Boat(rooms={"2": {"flooded": True}}, figures={**figures, "captain.circle": 1, "captain.hexagon": 4}, men=men)
    boat.put("captain.triangle", act=3).play("captain change_positions", "captain move hexagon 6+extinguisher")
    view = GAME.view(boat.state, Seat("uboot.captain"))
    board, positions = view.board, view.board.positions
    assert positions is not None
    assert bar_move(board, positions, 0, 3) == Refusal("dead", {"man": "captain.circle"})
    for figure in range(1, 4):
        field = GAME.field(view, Order.read(f"uboot.captain move {SHAPES[figure]}"))
        assert field is not None
        open_rooms = [room for room in ROOMS if bar_move(board, positions, figure, room) is None]
        loads = [
            f"{room}+{token}"
            for room in open_rooms
            for token in (*DEVICES, *TOOLBOXES)
            if bar_load(board, positions, figure, room, token) is None
        ]
        assert isinstance(field.domain, OneOf)
        assert sorted(map(str, field.domain.values)) == sorted([*map(str, open_rooms), *loads])


BRIDGE: dict[str, Any] = {
    "figures": {"navigator.circle": 8, "navigator.square": 8},
    "men": {"navigator.circle.1": {"watch": True}},
}


@allows("3.4g")
@allows("3.7b")
def test_who_moves_stops_his_task() -> None:
    boat = Boat(**BRIDGE)
    boat.change("navigator move circle 7")
    assert told(boat.events, "task-ended", "watching", "view") == [
        "task-ended man=navigator.circle task=watch why=moved",
        "watching count=0",
        "view view=bridge open=False",
    ]
    assert boat.slots("navigator.circle") == "act"


@refuses("3.4g")
def test_who_ends_where_he_began_has_not_moved() -> None:
    boat = Boat(**BRIDGE)
    boat.change("navigator move circle 7", "navigator move circle 8")
    assert not told(boat.events, "moved", "task-ended")
    assert boat.slots("navigator.circle") == "watch"


@allows("3.4j")
def test_what_time_brings_waits_for_the_change() -> None:
    boat = Boat([WEATHER], rules="patience=0")
    boat.give("captain change_positions")
    assert boat.wait(5 * HOUR) == []
    boat.play(*(f"{role} ready" for role in ROLES))
    assert [event.type for event in boat.events] == [
        "positions-done",
        "weather",
        "bell",
        "order-track",
        "watch-changed",
    ]


@refuses("3.4j")
def test_the_end_of_the_mission_does_not_wait() -> None:
    boat = Boat(rules="patience=0", HOURS=1)
    boat.give("captain change_positions")
    assert told(boat.wait(HOUR), "over") == [over_line("time")]
    assert boat.view()["positions"] is None


@allows("3.4k")
def test_a_change_says_what_it_is_for() -> None:
    boat = Boat()
    boat.give("captain change_positions for=dive")
    assert told(boat.events, "positions") == ["positions for=dive"]
    assert boat.events[0].facts["args"] == ["dive"]
    assert boat.view("engineer")["positions"]["for"] == "dive"


@refuses("3.4k")
def test_its_purpose_is_an_order() -> None:
    boat = Boat()
    assert boat.refused("captain change_positions for=tea") == "bad-argument"
    boat.play("captain change_positions for=dive", *(f"{role} ready" for role in ROLES))
    assert boat.refused("captain dive 20") == "needs-men"


@allows("3.4l")
def test_who_says_nothing_is_ready_after_patience() -> None:
    boat = Boat()
    boat.play("captain change_positions", "captain move circle 3")
    boat.wait(90_000)
    assert told(boat.events) == ["moved man=captain.circle from=2 room=3 carried= paid=0", "positions-done"]


@refuses("3.4l")
def test_before_patience_is_over_nobody_is() -> None:
    boat = Boat()
    boat.give("captain change_positions")
    assert boat.wait(89_999) == []
    boat = Boat(rules="patience=0")
    boat.give("captain change_positions")
    assert boat.wait(60 * MINUTE) == []


def test_a_leg_wound_makes_moving_cost() -> None:
    """UBT-7.4: one ACT to move; without a free slot he stays. Its own wound and fatigue leave one slot."""
    boat = Boat(men={"captain.circle.1": {"cards": ["leg-wound"]}})
    boat.change("captain move circle 3")
    assert boat.slots("captain.circle") == "wound fatigue act"
    boat.give("captain change_positions")
    assert boat.why("captain move circle 2") == {"code": "no-slots", "man": "captain.circle", "need": 1, "free": 0}
    boat.give("captain move circle 3")


def test_a_dead_man_is_sent_nowhere() -> None:
    boat = Boat(men={"captain.circle.1": {"dead": True}})
    boat.give("captain change_positions")
    assert boat.why("captain move circle 3") == {"code": "dead", "man": "captain.circle"}
