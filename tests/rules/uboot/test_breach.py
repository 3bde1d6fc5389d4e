"""UBT-3.15, UBT-3.16 and UBT-8.10: breaches, their timer and puzzle, flooded and cut-off rooms."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.contract import Order, Seat, Step
from klaxon.rules.uboot.trouble.puzzle import (
    PuzzleLayout,
    is_right,
    lay_out,
    picks_of,
    sections_of,
    solutions,
    turn_tile,
    words_of,
)
from klaxon.rules.uboot.trouble.records import HullBreach
from tests.rules.uboot.kit.boat import GAME, MINUTE, ROLES, Boat, box_with, over_line, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.trouble import ENGINEERS, breach_at, emergency_at, fault_at, flood_at

TEAM = dict.fromkeys((*ENGINEERS, "captain.circle"), 1)
FIVE = ("engineer assign circle square triangle hexagon", "captain assign circle", "engineer done")


def breached(room: int = 1, /, rules: str = "", script: list[dict[str, Any]] | None = None, **setup: Any) -> Boat:
    """Return a boat with a breach since 10 seconds, and five men in room 1."""
    boat = Boat(
        [breach_at("0:00:10", room), *(script or [])],
        rules=rules,
        figures={**TEAM, **setup.pop("figures", {})},
        **setup,
    )
    boat.wait(10_000)
    return boat


def at_puzzle(rules: str = "", **setup: Any) -> Boat:
    """Return a boat whose team is at the breach in 1."""
    boat = breached(rules=rules, **setup)
    boat.play("captain repair_breach 1", *FIVE)
    return boat


def answer(boat: Boat) -> list[str]:
    """Return the right answer, as the umpire sees it."""
    return list(boat.view("umpire")["truth"]["puzzle"]["1"])


def wrong(boat: Boat) -> list[str]:
    """Return an answer that is not right."""
    first, *rest = answer(boat)
    return [str((int(first) + 1) % 4), *rest]


# -- the breach --------------------------------------------------------------------------------------------------------


@allows("3.15a")
def test_a_breach_lowers_morale_and_starts_the_timer_in_real_time() -> None:
    boat = Boat([breach_at("1:00:00", 1)])
    boat.give("captain time dynamic")
    lines = told(boat.wait(10 * MINUTE), "time", "breach", "morale")
    assert lines == [
        "time mode=real factor=1 why=breach",
        "breach room=1 seconds=180 sections=A,B,C",
        "morale value=10 change=-1 why=breach",
    ]
    assert boat.view()["breaches"] == {
        "1": {"due": 10 * MINUTE + 180_000, "tried": False, "sections": ["A", "B", "C"], "number": 0, "warned": 0}
    }


@refuses("3.15a")
@refuses("3.11i")
def test_no_second_breach_in_a_room_and_no_other_time_mode() -> None:
    """UBT-5#17."""
    boat = breached(script=[breach_at("0:00:20", 1)])
    assert not told(boat.events, "time")
    assert not told(boat.wait(20_000), "breach")
    assert boat.why("captain time dynamic") == {"code": "breach-timer", "mode": "dynamic"}
    boat.give("captain time real")
    assert not told(Boat([breach_at("0:00:10", 6)], rooms={"6": {"flooded": True}}).wait(MINUTE))


@allows("3.15b")
def test_five_men_are_activated_the_unskilled_twice() -> None:
    boat = at_puzzle()
    assert [boat.slots(man) for man in ENGINEERS] == ["act"] * 4
    assert boat.slots("captain.circle") == "act act"
    assert told(boat.events, "done")


@refuses("3.15b")
def test_four_men_do_not_do_without_a_card() -> None:
    boat = breached()
    boat.play("captain repair_breach 1", "engineer assign circle square triangle hexagon")
    assert boat.why("engineer done") == {"code": "too-few-men", "need": 5, "have": 4}
    boat = breached(rooms={"1": {"toolboxes": ["toolbox-a"]}}, engineer={"a": ["hull-clamps"], "b": []})
    boat.play(
        "captain repair_breach 1",
        "engineer assign circle square triangle",
        "engineer card hull-clamps",
        "engineer done",
    )
    assert boat.view()["engineer"]["discard"] == ["hull-clamps"]
    assert boat.view()["breaches"]["1"]["number"]


@allows("3.15c")
@pytest.mark.parametrize(("room", "sections"), [(1, "ABC"), (2, "BCD"), (5, "EFG"), (6, "FGH")])
def test_the_sections_of_a_room_and_its_neighbours(room: int, sections: str) -> None:
    assert sections_of(room) == sections
    boat = breached(room)
    assert "".join(boat.view()["breaches"][str(room)]["sections"]) == sections


@refuses("3.15c")
def test_there_is_no_puzzle_before_the_team_is_at_it() -> None:
    """UBT-5#51."""
    boat = breached()
    assert boat.why("engineer puzzle 0 0 0 0 0 0") == {"code": "not-due", "verb": "puzzle"}
    assert "tiles" not in boat.view()["breaches"]["1"]
    boat.play("captain repair_breach 1", *FIVE)
    assert boat.why("captain repair_breach 1") == {"code": "repairing", "device": "breach"}
    (prompt,) = boat.view("engineer")["prompts"]
    assert (prompt["key"], prompt["verbs"]) == (f"puzzle-{boat.view()['breaches']['1']['number']}", ["puzzle"])
    assert prompt["due"] == boat.view()["breaches"]["1"]["due"]


def test_after_the_end_no_puzzle_is_asked() -> None:
    """Seed 602 of the random voyages: a second room is flooded while the engineer is at the puzzle of the first."""
    boat = at_puzzle(script=[flood_at("0:00:20", 5), flood_at("0:00:21", 6)])
    assert [prompt.seat for prompt in GAME.prompts(boat.state)] == ["uboot.engineer"]
    assert told(boat.wait(15_000), "over") == [over_line("flooded")]
    assert GAME.prompts(boat.state) == ()


@allows("3.15d")
@allows("8.10b")
@allows("8.10e")
def test_a_right_answer_seals_it_without_morale() -> None:
    boat = at_puzzle()
    assert told(boat.give(f"engineer puzzle {' '.join(answer(boat))}")) == ["sealed room=1"]
    assert boat.view()["breaches"] == {}
    boat.give("captain time dynamic")
    assert not told(boat.wait(10 * MINUTE), "flooded")


@refuses("3.15d")
@refuses("8.10b")
@refuses("8.10e")
def test_a_wrong_answer_fails_for_good() -> None:
    boat = at_puzzle()
    right = answer(boat)
    assert told(boat.give(f"engineer puzzle {' '.join(wrong(boat))}")) == ["puzzle-failed room=1"]
    assert boat.refused(f"engineer puzzle {' '.join(right)}") == "not-due"
    assert boat.why("captain repair_breach 1") == {"code": "tried", "room": 1}
    assert boat.state.board.trouble.breaches == (HullBreach(1, 190_000, tried=True),)
    boat.change("engineer move circle 2+bulbs")
    assert told(boat.wait(3 * MINUTE), "flooded")
    assert boat.room("engineer.circle") == 2


# -- flooding ----------------------------------------------------------------------------------------------------------


@allows("3.15e")
def test_a_flooded_room_takes_all_with_it() -> None:
    boat = Boat(
        [fault_at("0:00:01", "radio-set"), emergency_at("0:00:02", "leak", 2), flood_at("0:00:10", 2)],
        engineer={"a": ["gasket-set"], "b": ["fuse-box"]},
    )
    lines = told(boat.wait(10_000), "flooded", "died", "morale")
    men = ("captain.circle", "first_officer.circle", "first_officer.square", "navigator.circle")
    assert lines[1:] == [
        f"flooded room=2 dead={','.join(men)} lost=wires,toolbox-a",
        *(f"died man={man} why=flood" for man in men),
        "morale value=2 change=-8 why=death",
    ]
    view = boat.view()
    assert view["rooms"]["2"] == {"flooded": True, "emergencies": [], "devices": [], "toolboxes": []}
    assert (view["faults"], view["engineer"]["a"], view["engineer"]["discard"]) == ({}, [], [])


@refuses("3.15e")
def test_devices_of_a_flooded_room_are_dead_and_in_no_list() -> None:
    """UBT-5#49."""
    boat = Boat([flood_at("0:00:10", 3)], figures={"navigator.square": 4})
    boat.wait(10_000)
    assert boat.view()["faults"] == {}
    assert boat.why("captain new_course 10") == {"code": "device-dead", "device": "rudder-control"}


@allows("3.15f")
@allows("3.4c")
def test_beside_a_flooded_room_everything_goes_on() -> None:
    boat = Boat([flood_at("0:00:10", 6)])
    boat.wait(10_000)
    boat.change("engineer move triangle 5")
    assert boat.room("engineer.triangle") == 5


@refuses("3.15f")
def test_into_a_flooded_room_nobody_goes() -> None:
    boat = Boat([flood_at("0:00:10", 6)])
    boat.wait(10_000)
    boat.give("captain change_positions")
    assert boat.why("engineer move triangle 6")["why"] == "flooded"


@allows("3.15g")
def test_one_flooded_room_does_not_sink_the_boat() -> None:
    boat = Boat([flood_at("0:00:10", 6), flood_at("0:00:20", 6)])
    assert not told(boat.wait(MINUTE), "over")


@refuses("3.15g")
def test_the_second_flooded_room_does() -> None:
    boat = Boat([flood_at("0:00:10", 6), flood_at("0:00:20", 5)])
    assert told(boat.wait(MINUTE), "over") == [over_line("flooded")]


@allows("3.15h")
def test_two_breaches_have_timers_orders_and_puzzles_of_their_own() -> None:
    """UBT-5#10. The answer goes to the puzzle of the prompt; without a prompt to the one whose time is up first."""
    boat = breached(script=[breach_at("0:00:40", 3)], rules="manning=auto")
    boat.play("captain repair_breach 1")
    boat.wait(30_000)
    one, other = (boat.view()["breaches"][room] for room in ("1", "3"))
    assert other["due"] - one["due"] == 30_000
    men = " ".join(f"{shape} 3" for shape in ("circle", "square", "triangle", "hexagon"))
    boat.change(f"engineer move {men}")
    boat.play("captain repair_breach 3")
    _, second = (prompt["key"] for prompt in boat.view("engineer")["prompts"])
    right = {room: boat.view("umpire")["truth"]["puzzle"][room] for room in ("1", "3")}
    for number, room in enumerate(("1", "3")):
        layout = lay_out("pipes", boat.state.key, number, int(room))
        assert boat.view()["breaches"][room]["tiles"] == [list(tile) for tile in layout.tiles]
    step = GAME.apply(boat.state, Order(Seat("uboot.engineer"), "puzzle", tuple(right["3"]), second))
    assert isinstance(step, Step)
    assert told(step.events) == ["sealed room=3"]
    assert told(boat.give(f"engineer puzzle {' '.join(right['1'])}")) == ["sealed room=1"]
    assert told(boat.give(f"engineer puzzle {' '.join(right['3'])}")) == ["sealed room=3"]


@refuses("3.15h")
def test_what_there_is_no_breach_in_cannot_be_sealed() -> None:
    assert Boat().why("captain repair_breach 2") == {"code": "no-breach"}
    assert breached().why("captain repair_breach 2") == {"code": "no-breach", "room": 2}


@allows("3.15i")
@refuses("3.15i")
def test_the_team_may_go_while_the_engineer_works() -> None:
    boat = at_puzzle()
    boat.change("engineer move circle 2 square 2 triangle 2 hexagon 2", "captain move circle 2")
    assert told(boat.give(f"engineer puzzle {' '.join(answer(boat))}")) == ["sealed room=1"]


def test_who_was_told_to_leave_gets_out_of_a_room_that_floods_in_mid_change() -> None:
    """The timer does not wait for a change of positions (UBT-3.4j)."""
    boat = Boat([breach_at("0:00:10", 2)], surfaced=False)
    boat.wait(177_000)
    boat.play("captain change_positions", "captain move circle 3+wires square 3", "navigator move circle 3")
    lines = told(boat.wait(10_000), "moved", "flooded", "died")
    assert lines == [
        "moved man=captain.circle from=2 room=3 carried=wires paid=0",
        "moved man=navigator.circle from=2 room=3 carried= paid=0",
        "flooded room=2 dead=first_officer.circle,first_officer.square lost=toolbox-a",
        "died man=first_officer.circle why=flood",
        "died man=first_officer.square why=flood",
    ]
    boat.play(*(f"{role} ready" for role in ROLES))
    assert (boat.room("captain.circle"), boat.room("captain.square")) == (3, 1)
    assert boat.view()["rooms"]["3"]["devices"] == ["pump", "wires"]


def test_a_team_at_a_repair_drowns_with_it() -> None:
    boat = Boat([flood_at("1:00:00", 3)], faults={"tdc": "yellow"}, morale=11)
    boat.play("captain repair_fault tdc", "engineer assign circle square", "engineer done")
    boat.wait(60 * MINUTE)
    assert boat.view()["repairs"] == {}
    assert boat.state.board.outcome is None
    boat.wait(60 * MINUTE)


# -- ways --------------------------------------------------------------------------------------------------------------


@allows("3.16a")
def test_a_split_boat_works_in_both_parts() -> None:
    boat = Boat(rooms={"2": {"flooded": True}}, figures=_out_of_two())
    boat.change("captain move square 1", "engineer move circle 6")
    assert boat.room("engineer.circle") == 6


@refuses("3.16a")
@refuses("3.16b")
def test_submerged_there_is_no_way_round() -> None:
    boat = Boat(rooms={"2": {"flooded": True}}, figures=_out_of_two(), surfaced=False)
    boat.give("captain change_positions")
    assert boat.why("captain move square 3") == {"code": "no-way", "man": "captain.square", "to": 3, "why": "submerged"}


@allows("3.16b")
@allows("3.16c")
def test_over_the_deck_it_costs_one_act_however_many_hatches() -> None:
    """With 3 flooded both hatches are on the way from 1 to 4."""
    boat = Boat(rooms={"3": {"flooded": True}}, figures=_out_of_three())
    boat.play("captain change_positions", "captain move square 4")
    boat.play(*(f"{role} ready" for role in ROLES))
    assert "moved man=captain.square from=1 room=4 carried= paid=1" in told(boat.events)
    assert boat.slots("captain.square") == "act"


@refuses("3.16c")
def test_who_has_no_free_slot_cannot_use_a_hatch() -> None:
    boat = Boat(rooms={"2": {"flooded": True}}, figures=_out_of_two(), men={"captain.square.1": {"act": 3}})
    boat.give("captain change_positions")
    assert boat.why("captain move square 3") == {"code": "no-slots", "man": "captain.square", "need": 1, "free": 0}


@allows("3.16d")
def test_with_3_flooded_the_bridge_is_reached_by_the_hatches() -> None:
    boat = Boat(rooms={"3": {"flooded": True}}, figures=_out_of_three())
    boat.play("captain change_positions", "captain move square 8")
    boat.play(*(f"{role} ready" for role in ROLES))
    assert "moved man=captain.square from=1 room=8 carried= paid=1" in told(boat.events)


@refuses("3.16d")
def test_a_flooded_1_shuts_its_hatch_and_splits_nothing() -> None:
    figures = dict.fromkeys(("captain.square", "captain.triangle", "captain.hexagon"), 2)
    boat = Boat(rooms={"1": {"flooded": True}}, figures=figures)
    boat.change("captain move square 8")
    assert boat.slots("captain.square") == ""


def _out_of_two() -> dict[str, int]:
    return dict.fromkeys(("captain.circle", "first_officer.circle", "first_officer.square", "navigator.circle"), 4)


def _out_of_three() -> dict[str, int]:
    return dict.fromkeys(("first_officer.triangle", "first_officer.hexagon", "engineer.circle", "engineer.square"), 4)


# -- the timer and the puzzle ------------------------------------------------------------------------------------------


@allows("8.10a")
@pytest.mark.parametrize(
    ("level", "depth", "seconds"), [("low", 0, 240), ("medium", 0, 180), ("high", 100, 105), ("high", 250, 90)]
)
def test_the_timer_is_shorter_deep_down(level: str, depth: int, seconds: int) -> None:
    setup: dict[str, Any] = {"surfaced": False, "depth": depth} if depth else {}
    boat = Boat([breach_at("0:00:10", 1)], rules=f"engineer={level}", **setup)
    assert f"breach room=1 seconds={seconds} sections=A,B,C" in told(boat.wait(10_000))


@refuses("8.10a")
def test_the_bell_warns_three_times_then_the_room_floods() -> None:
    boat = breached(2)
    moments = []
    while not told(boat.events, "flooded"):
        boat.wait(1000)
        moments += [(boat.state.now // 1000 - 10, line) for line in told(boat.events, "breach-warning", "flooded")]
    assert [second for second, _ in moments] == [120, 150, 170, 180]
    assert moments[0][1] == "breach-warning room=2 seconds=60"
    assert told(Boat([breach_at("0:00:10", 2)], rules="engineer=high").wait(3 * MINUTE), "breach-warning")[0].endswith(
        "60"
    )


def test_of_two_timers_that_warns_whose_time_comes_first() -> None:
    boat = Boat([breach_at("0:00:10", 3), breach_at("0:00:45", 1)])
    lines = told(boat.wait(196_000), "breach-warning", "flooded")
    assert [" ".join(line.split()[:2]) for line in lines] == [
        *["breach-warning room=3"] * 2,
        "breach-warning room=1",
        "breach-warning room=3",
        "flooded room=3",
        "breach-warning room=1",
    ]


def test_the_time_goes_by_the_depth_of_the_moment() -> None:
    """On the way from 20 to 80 m the boat is at 50 m after half a minute."""
    boat = Boat([breach_at("0:00:30", 1)], surfaced=False, depth=20, speed="half", rules="manning=auto engineer=high")
    boat.give("captain new_depth 80")
    assert "breach room=1 seconds=112 sections=A,B,C" in told(boat.wait(30_000))


@pytest.mark.parametrize(("seconds", "warnings"), [(61, ["60", "30", "10"]), (60, ["30", "10"]), (20, ["10"])])
def test_of_a_short_time_is_warned_only_before_its_end(seconds: int, warnings: list[str]) -> None:
    box = box_with("difficulty", lambda told: told["engineer"]["medium"].update(breach_seconds=seconds))
    boat = Boat([breach_at("0:00:10", 1)], box=box)
    lines = told(boat.wait(10_000 + seconds * 1000), "breach-warning", "flooded")
    assert [line.rpartition("=")[2] for line in lines[:-1]] == warnings
    assert lines[-1].startswith("flooded")


def test_a_pause_is_none_of_the_rules_and_the_timer_is_table_time() -> None:
    boat = breached(2)
    assert GAME.due(boat.state) == boat.view()["breaches"]["2"]["due"] - 60_000


@pytest.mark.parametrize("number", range(12))
def test_exactly_one_way_to_turn_six_tiles_is_right(number: int) -> None:
    layout = lay_out("pipes", "00" * 16, number, 1)
    (right,) = solutions(layout)
    assert is_right(layout, right)
    assert any(turn for _, turn in right)
    words = words_of("pipes", right)
    assert picks_of("pipes", words) == right
    assert not is_right(layout, right[:-1])


def test_joins_of_pipes_have_small_numbers() -> None:
    across, down = set(), set()
    for number in range(12):
        layout = lay_out("pipes", "00" * 16, number, 1)
        (right,) = solutions(layout)
        cells = [turn_tile(layout.tiles[tile], turns) for tile, turns in right]
        across |= {cells[place][1] for place in (0, 1, 3, 4)}
        down |= {cells[place][2] for place in range(3)}
    assert across == down == set(range(4))


def test_a_key_gives_the_same_layout_for_ever() -> None:
    """A journal keeps only the key."""
    pipes, pieces = (lay_out(kind, "00" * 16, number, 3) for number, kind in enumerate(("pipes", "pieces")))
    assert pipes.tiles == ((2, 0, 0, 3), (0, 3, 3, 3), (1, 3, 0, 0), (2, 2, 0, 0), (2, 3, 1, 0), (1, 1, 0, 0))
    assert pipes.ends == (0, 0, 0, 0)
    assert pieces.tiles[:4] == ((1, 0, 11, 9), (2, 0, 7, 9), (0, 12, 14, 0), (0, 14, 20, 6))
    assert pieces.tiles[12:] == ((3, 0, 13, 20), (19, 0, 4, 10), (8, 22, 0, 5), (0, 0, 15, 7))
    assert pieces.ends == (13, 6, 5, 17)
    assert lay_out("table", "00" * 16, 0, 3) == ((), ())


def test_six_tiles_are_asked_for_and_none_twice() -> None:
    closed = PuzzleLayout(((0, 0, 0, 0),) * 6, (0, 0, 0, 0))
    assert is_right(closed, tuple((tile, 0) for tile in range(6)))
    assert not is_right(closed, ((0, 0),) * 6)


@allows("8.10c")
@pytest.mark.parametrize("room", range(1, 7))
def test_of_sixteen_pieces_only_six_close_the_gap(room: int) -> None:
    layout = lay_out("pieces", "00" * 16, room, room)
    assert len(layout.tiles) == 16
    (right,) = solutions(layout)
    assert is_right(layout, right)
    assert picks_of("pieces", words_of("pieces", right)) == right
    assert {edge for tile in layout.tiles for edge in tile} == set(range(23))


@allows("8.10c")
def test_pieces_are_chosen_and_turned_by_the_engineer() -> None:
    boat = at_puzzle("puzzle=pieces")
    assert len(boat.view()["breaches"]["1"]["pieces"]) == 16
    assert told(boat.give(f"engineer puzzle {' '.join(answer(boat))}")) == ["sealed room=1"]


@refuses("8.10c")
def test_no_piece_lies_twice_and_a_wrong_one_fails() -> None:
    boat = at_puzzle("puzzle=pieces")
    first, *rest = answer(boat)
    piece = first.partition(":")[0]
    assert boat.refused(f"engineer puzzle {first} {piece}:0 {' '.join(rest[1:])}") == "bad-argument"
    others = [str(number) for number in range(1, 17) if str(number) not in {word.partition(":")[0] for word in rest}]
    other = next(each for each in others if each != piece)
    assert told(boat.give(f"engineer puzzle {other}:0 {' '.join(rest)}")) == ["puzzle-failed room=1"]


@allows("8.10d")
@pytest.mark.parametrize(("said", "told_line"), [("solved", "sealed room=1"), ("failed", "puzzle-failed room=1")])
def test_on_the_table_the_engineer_says_how_it_went(said: str, told_line: str) -> None:
    boat = at_puzzle("puzzle=table")
    assert answer(boat) == ["solved"]
    assert told(boat.give(f"engineer puzzle {said}")) == [told_line]


@refuses("8.10d")
def test_on_the_table_nothing_is_turned() -> None:
    assert at_puzzle("puzzle=table").refused("engineer puzzle 0 1 2 3 0 1") == "bad-argument"


def test_a_tile_turns_clockwise() -> None:
    assert turn_tile((1, 2, 3, 4), 1) == (4, 1, 2, 3)
    assert turn_tile((1, 2, 3, 4), 3) == (2, 3, 4, 1)
    assert turn_tile((1, 2, 3, 4), 0) == (1, 2, 3, 4)


@pytest.mark.parametrize("seat", [*ROLES, "spectator"])
def test_the_solution_is_in_no_view_but_the_umpires(seat: str) -> None:
    boat = at_puzzle()
    right = answer(boat)
    shown = boat.view(seat)
    assert "truth" not in shown
    assert str(right) not in str(shown)
    assert boat.view("umpire")["truth"]["puzzle"] == {"1": right}


def test_an_undo_asks_the_puzzle_anew_and_keeps_its_tiles() -> None:
    boat = at_puzzle()
    later = GAME.rekey(boat.state, "again")
    before, after = (state.board.trouble.breaches[0] for state in (boat.state, later))
    assert after.number > before.number
    assert after.tiles == before.tiles
    assert GAME.decode(GAME.encode(later)) == later
    seat = Seat("uboot.engineer")
    assert GAME.open_prompts(GAME.view(later, seat)) == (f"puzzle-{after.number}",)
