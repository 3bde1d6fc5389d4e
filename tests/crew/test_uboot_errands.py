"""Captains of U-BOOT who work for their objectives: the way over the chart, and what is done in a cell."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.crew.uboot.notes import WatchNotes, listen
from klaxon.crew.uboot.patrolling.chart_way import NM, cell_place, centre_of, course_round_land
from klaxon.crew.uboot.patrolling.errands import is_done
from klaxon.crew.uboot.patrolling.searching import ground_of
from klaxon.crew.uboot.patrolling.shoals import leave_shoals, safe_depth
from klaxon.crew.uboot.patrolling.signals import ToldTraffic
from klaxon.crew.uboot.skills import SKILLS
from klaxon.rules.uboot.library import library_of
from klaxon.rules.uboot.patrol.records import Objective
from klaxon.rules.uboot.radio.keys import key_of
from tests.crew.kit.uboot_crew import said
from tests.rules.uboot.kit.boat import Boat
from tests.rules.uboot.kit.ships import LOOKOUTS, box

ENGINEERS = {"engineer.triangle": 5, "engineer.hexagon": 5}


def boat_for(kind: str, cell: str, **setup: Any) -> Boat:
    """Return a boat in AM12 with lookouts, and one objective, which may lead to a cell."""
    figures = {**LOOKOUTS["figures"], **ENGINEERS, **setup.pop("figures", {})}
    primary = {"kind": kind, **({"cell": cell} if cell else {}), **setup.pop("wants", {})}
    return Boat(PRIMARY=primary, **{"ID": "patrol", **LOOKOUTS, "speed": "half", **setup, "figures": figures})


def test_the_course_leads_straight_over_water_and_round_the_land() -> None:
    chart = library_of(box(), "atlantic").chart
    here, there = cell_place(chart, "AM12"), cell_place(chart, "AM13")
    assert here is not None
    assert there is not None
    assert course_round_land(chart, here, there) == pytest.approx(90)
    land = next(grid for grid, (_, water) in chart.cells.items() if water == "land" and _is_passed(chart.cells, grid))
    west, east = (centre_of((land[0] + side, land[1])) for side in (-1, 1))
    course = course_round_land(chart, west, east)
    assert abs(course - 90) > 20
    assert west.metres_to(east) == pytest.approx(144 * NM)


def test_no_course_leads_past_the_very_corner_of_land() -> None:
    """From AN38 to AN23 the diagonal touches the corners of AN31 and AN35, and a boat errs by some miles."""
    chart = library_of(box(), "north_sea").chart
    here, there = cell_place(chart, "AN38"), cell_place(chart, "AN23")
    assert here is not None
    assert there is not None
    assert here.course_to(there) == pytest.approx(315)
    assert 255 < course_round_land(chart, here, there) < 300
    north = cell_place(chart, "AN26")
    assert north is not None
    assert course_round_land(chart, north, there) == pytest.approx(0), "along a coast a berth is enough"


def _is_passed(cells: Any, grid: tuple[int, int]) -> bool:
    """Return whether there is water on either side of a cell, and above or below all three of them."""
    column, row = grid
    beside = [(column - 1, row), (column + 1, row)]
    ways = [[(column + side, row + south) for side in (-1, 0, 1)] for south in (-1, 1)]

    def is_water(places: list[tuple[int, int]]) -> bool:
        return all(cells.get(place, ("", "land"))[1] != "land" for place in places)

    return is_water(beside) and any(is_water(way) for way in ways)


@pytest.mark.parametrize(("cell", "line"), [("AM13", "new_course 90"), ("AM15", "new_course 180")])
def test_a_boat_sails_to_the_cell_of_its_objective(cell: str, line: str) -> None:
    assert said(boat_for("patrol", cell, wants={"dwell_h": 4}), "captain") == "new_speed full"
    assert said(boat_for("patrol", cell, wants={"dwell_h": 4}, speed="full"), "captain") == line


def test_in_its_cell_a_boat_cruises_across_the_lanes_at_half_speed() -> None:
    assert said(boat_for("patrol", "AM12", wants={"dwell_h": 4}, speed="slow"), "captain") == "new_speed half"
    assert said(boat_for("patrol", "AM12", wants={"dwell_h": 4}, course=90), "captain") == "new_course 0"
    assert said(boat_for("patrol", "AM12", wants={"dwell_h": 4}, course=180, order=5), "captain") == "time transit"


def test_ships_are_looked_for_where_the_briefing_says_else_where_the_boat_began() -> None:
    hunt = Boat(ID="patrol", PRIMARY={"kind": "sink_grt", "n": 5000}).state.board
    assert ground_of(hunt) == hunt.briefing.start
    told = hunt.briefing._replace(texts=(("en", "Ships pass XX99 and AM15."),))
    hunt.briefing = told
    assert ground_of(hunt) == "AM15", "no chart has XX99"


def test_warned_of_shoals_a_boat_turns_away_and_goes_on_when_it_has() -> None:
    boat = boat_for("patrol", "AM13", wants={"dwell_h": 4}, speed="full", course=90)
    notes = WatchNotes(SKILLS["able"])
    assert list(leave_shoals(boat.state.board, notes)) == []
    warned = listen(notes, {"type": "shoals", "cell": "AM13"})
    [(order, words)] = leave_shoals(boat.state.board, warned)
    course = int(str(words[0]))
    assert order == "new_course"
    assert 30 < (course - 90) % 360 < 330
    assert listen(warned, {"type": "course", "degrees": course}).warned == ""


@pytest.mark.parametrize(("cell", "depth"), [("AM12", 110), ("BF51", 105), ("AN38", 45)])
def test_nobody_dives_deeper_than_the_chart_says(cell: str, depth: int) -> None:
    chart = "north_sea" if cell.startswith("AN") else "atlantic"
    boat = Boat(ID="patrol", PRIMARY={"kind": "patrol", "cell": cell, "dwell_h": 4}, START=cell, BASE=cell, MAP=chart)
    assert safe_depth(boat.state.board, WatchNotes(SKILLS["able"]), 110) == depth


def boat_that_has_met(*states: str, kind: str = "weather_report", **setup: Any) -> Boat:
    """Return a boat whose primary, and secondaries of a kind, stand so."""
    boat = boat_for("patrol", "AM12", wants={"dwell_h": 4}, speed="slow", **setup)
    patrol = boat.state.board.patrol
    primary = patrol.objective("primary")._replace(state=states[0])
    seconds = [Objective(f"second-{place}", kind, state=state) for place, state in enumerate(states[1:], 1)]
    boat.state.board.patrol = patrol._replace(objectives=(primary, *seconds))
    return boat


@pytest.mark.parametrize("states", [("met",), ("met", "met"), ("met", "unknown")])
def test_with_all_done_that_it_knows_of_a_boat_returns_to_base(states: tuple[str, ...]) -> None:
    assert said(boat_that_has_met(*states), "captain") == "return_to_base"


@pytest.mark.parametrize("states", [("known",), ("met", "known"), ("known", "met")])
def test_with_something_left_to_do_it_stays(states: tuple[str, ...]) -> None:
    assert said(boat_that_has_met(*states), "captain") not in ("", "return_to_base")


def test_it_does_not_wait_for_what_is_judged_at_the_end_but_exercises_to_the_end() -> None:
    assert is_done(boat_that_has_met("met", "known", kind="no_death").state.board)
    assert not is_done(boat_that_has_met("met", ID="drill").state.board)


def test_to_look_at_a_coast_it_dives_and_stays_under_with_the_periscope_up() -> None:
    wants = {"depth": "periscope", "dwell_h": 6}
    assert said(boat_for("recon", "AM12", wants=wants, speed="slow"), "captain") == "change_positions for=dive"
    below = {"surfaced": False, "depth": 10, "speed": "slow", "men": {}, "figures": {"captain.circle": 3}}
    inside = dict.fromkeys(LOOKOUTS["figures"], 4)
    under = boat_for("recon", "AM12", wants=wants, **{**below, "figures": {**inside, "captain.circle": 3}})
    assert said(under, "captain") == "periscope"
    elsewhere = boat_for("recon", "AM13", wants=wants, **{**below, "figures": {**inside, "captain.circle": 3}})
    assert said(elsewhere, "captain") in ("surface", "change_positions for=surface")


def test_a_party_is_landed_at_night_from_a_boat_that_lies_still() -> None:
    wants = {"surface_night": True, "minutes": 40}
    by_day = boat_for("land_party", "AM12", wants=wants, speed="slow", light="day", order=5)
    assert said(by_day, "captain") == "time transit"
    at_night = boat_for("land_party", "AM12", wants=wants, speed="slow", light="dark")
    assert said(at_night, "captain") == "new_speed stop"
    assert said(boat_for("rescue", "AM12", speed="slow", light="day"), "captain") == "new_speed stop"


def with_message() -> Boat:
    """Return a boat to which a message has come, ten seconds after it began."""
    script = [{"at": "0:00:10", "do": "message", "id": "in1", "text": "ANY"}]
    primary = {"kind": "sink_grt", "n": 5000}
    radio = {**LOOKOUTS["figures"], **ENGINEERS, "first_officer.square": 2}
    boat = Boat(script, ID="patrol", PRIMARY=primary, **{**LOOKOUTS, "speed": "half", "figures": radio})
    boat.wait(10_000)
    return boat


def test_what_comes_by_radio_is_decoded_with_the_key_of_the_day() -> None:
    boat = with_message()
    assert said(boat, "captain") == "enigma in1"
    boat.give("captain enigma in1")
    boat.give("first_officer assign square")
    message = boat.state.board.radio.find("in1")
    assert message is not None
    line = f"key in1 {key_of(boat.state.board, message)}"
    assert said(boat, "first_officer") == line
    boat.give(f"first_officer {line}")
    assert boat.view()["messages"]["in1"]["state"] == "read"
    assert not said(boat, "captain").startswith("enigma"), "nobody asks for a report of the weather"


def test_the_weather_is_reported_where_an_objective_asks_for_it() -> None:
    radio = {"figures": {"first_officer.square": 2}, "wants": {"count": 1}}
    assert said(boat_for("weather_report", "AM12", **radio), "captain") == "enigma out-weather"
    assert said(boat_for("weather_report", "AM13", speed="full", **radio), "captain") == "new_course 90"


def test_ships_that_a_message_tells_of_are_met_on_their_way() -> None:
    chart = library_of(box(), "atlantic").chart
    place = cell_place(chart, "AM12")
    assert place is not None
    told = ToldTraffic("single", place, 18_000.0, 90.0, 10.0)
    assert told.at(18_000.0) == place
    assert told.at(21_600.0).metres_to(place) == pytest.approx(10 * NM)
    assert told.at(21_600.0).east > place.east


CONVOY = {"kind": "sink_grt", "n": 20_000, "within": "convoy"}


def test_who_is_sent_against_a_convoy_waits_for_it_under_water_and_listens() -> None:
    assert said(Boat(ID="patrol", PRIMARY=CONVOY, **LOOKOUTS), "captain") == "change_positions for=dive"
    under: dict[str, Any] = {"surfaced": False, "depth": 10, "speed": "slow", "figures": {"first_officer.square": 2}}
    assert said(Boat(ID="patrol", PRIMARY=CONVOY, **under), "captain") == "hydrophone"
    seen = Boat(ID="patrol", PRIMARY={"kind": "sink_grt", "n": 20_000}, **{**under, "light": "day", "weather": "clear"})
    assert said(seen, "captain") != "hydrophone", "single ships are seen by day from farther off than they are heard"


def test_the_place_is_taken_while_orders_are_plenty() -> None:
    there = {"wants": {"dwell_h": 4}, "course": 180}
    assert said(boat_for("patrol", "AM12", **there, order=6), "captain") in ("sextant", "change_positions for=sextant")
    assert said(boat_for("patrol", "AM12", **there, weather="cloudy"), "captain") == "time transit"


def test_more_orders_are_kept_where_ships_are_to_be_sunk() -> None:
    assert said(boat_for("sink_grt", "", wants={"n": 5000}, speed="slow", order=4), "captain") == "time transit"
    assert said(boat_for("sink_grt", "", wants={"n": 5000}, speed="slow", order=5), "captain") == "new_speed full"


def test_a_fault_without_effect_waits_where_orders_are_kept_for_an_attack() -> None:
    there = {"wants": {"n": 5000}, "speed": "slow", "order": 4}
    assert said(boat_for("sink_grt", "", faults={"rudder-control": "green"}, **there), "captain") == "time transit"
    assert said(boat_for("sink_grt", "", faults={"rudder-control": "yellow"}, **there), "captain") != "time transit"


def test_orders_are_kept_for_an_attack() -> None:
    assert said(boat_for("patrol", "AM13", wants={"dwell_h": 4}, order=2), "captain") == "time transit"


def test_a_boat_that_looks_for_ships_sweeps_across_the_lanes() -> None:
    hunter = Boat(
        ID="patrol",
        PRIMARY={"kind": "sink_grt", "n": 5000},
        **{**LOOKOUTS, "speed": "full", "course": 90, "figures": {**LOOKOUTS["figures"], **ENGINEERS}},
    )
    assert said(hunter, "captain") == "new_course 0"


@pytest.mark.parametrize(("start", "line"), [("AN22", "new_course 90"), ("AN23", "new_course 270")])
def test_a_boat_does_not_sweep_towards_land(start: str, line: str) -> None:
    """East of AN23 there is nothing but land, so it goes west."""
    figures = {**LOOKOUTS["figures"], "first_officer.triangle": 3, "first_officer.hexagon": 3}
    setup = {**LOOKOUTS, "speed": "full", "course": 180, "figures": figures}
    sea: dict[str, Any] = {
        "MAP": "north_sea",
        "START": start,
        "BASE": "AN38",
        "PRIMARY": {"kind": "sink_grt", "n": 9000},
    }
    assert said(Boat(ID="patrol", **sea, **setup), "captain") == line
