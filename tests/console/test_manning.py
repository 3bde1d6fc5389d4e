"""Manning: who works which seat, from the stations there are and the crew people want to be."""

from __future__ import annotations

import pytest

from klaxon.console.devices import Fitting
from klaxon.console.lobby.manning import CREWS, boats_of, crews_for, man, unmanned_crews
from klaxon.console.lobby.sides import assign_sides
from klaxon.console.profile import virtual
from klaxon.rules.contract import Seat
from klaxon.rules.games import game_named

SONAR, STEAM = game_named("sonar"), game_named("steam")
TWO = ("red", "blue")
EIGHT = assign_sides(virtual(), TWO)
RED = [Seat(f"red.{role}") for role in ("captain", "xo", "engineer", "radio")]
BLUE = [Seat(f"blue.{role}") for role in ("captain", "xo", "engineer", "radio")]


def test_a_whole_crew_has_a_station_each() -> None:
    manning = man(EIGHT, SONAR, {"red": "all", "blue": "none"})
    assert manning == {f"red-{number + 1}": (seat,) for number, seat in enumerate(RED)}
    assert unmanned_crews(SONAR.seats, manning) == [BLUE]


def test_a_captain_alone_leaves_the_rest_to_understudies() -> None:
    manning = man(EIGHT, SONAR, {"red": "captain", "blue": "all"})
    assert manning["red-1"] == (RED[0],)
    assert unmanned_crews(SONAR.seats, manning) == [RED[1:]]


def test_one_person_works_all_seats_at_the_first_station() -> None:
    manning = man(EIGHT, SONAR, {"red": "none", "blue": "one"})
    assert manning == {"blue-1": tuple(BLUE)}


def test_a_boat_of_one_seat_has_one_station() -> None:
    manning = man(EIGHT, STEAM, {"red": "all", "blue": "all"})
    assert manning == {"red-1": ("red.captain",), "blue-1": ("blue.captain",)}
    assert unmanned_crews(STEAM.seats, manning) == []


def test_where_stations_are_few_the_last_works_what_is_left() -> None:
    two = (Fitting("left", "red"), Fitting("right", "red"))
    assert man(assign_sides(two, TWO), SONAR, {"red": "all"}) == {"left": (RED[0],), "right": tuple(RED[1:])}


def test_a_boat_without_a_station_is_left_to_understudies() -> None:
    one = (Fitting("only", "red"),)
    manning = man(assign_sides(one, TWO), SONAR, {"red": "all", "blue": "all"})
    assert manning == {"only": tuple(RED)}
    assert unmanned_crews(SONAR.seats, manning) == [BLUE]


@pytest.mark.parametrize("red", CREWS)
@pytest.mark.parametrize("blue", CREWS)
def test_every_seat_is_worked_exactly_once(red: str, blue: str) -> None:
    manning = man(EIGHT, SONAR, {"red": red, "blue": blue})
    worked = [seat for seats in manning.values() for seat in seats]
    left = [seat for crew in unmanned_crews(SONAR.seats, manning) for seat in crew]
    assert sorted([*worked, *left]) == sorted(SONAR.seats)


def test_a_seat_alone_has_all_panels_or_one_or_none() -> None:
    assert [crews_for(seats) for seats in boats_of(STEAM.seats).values()] == [("all", "one", "none")] * 2
    assert [crews_for(seats) for seats in boats_of(SONAR.seats).values()] == [CREWS] * 2


# Boats on sides


def test_a_boat_takes_the_side_of_its_name_and_others_what_is_left() -> None:
    assert assign_sides(virtual(), ("blue", "red")).boats == {"red": "red", "blue": "blue"}
    assert assign_sides(virtual(), ("uboot", "red")).boats == {"red": "red", "blue": "uboot"}
    assert assign_sides(virtual(), ("alpha", "beta")).boats == {"red": "alpha", "blue": "beta"}


def test_one_boat_takes_all_sides_and_without_a_game_each_stands_for_itself() -> None:
    alone = assign_sides(virtual(), ("uboot",))
    assert alone.stations_of("uboot") == [fitting.name for fitting in virtual()]
    assert alone.sides_of(["uboot"]) == ["red", "blue"]
    assert assign_sides(virtual()).boats == {"red": "red", "blue": "blue"}


def test_a_boat_without_a_side_may_sit_anywhere_as_a_guest() -> None:
    sides = assign_sides((Fitting("only", "red"),), ("alpha", "beta"))
    assert (sides.boats, sides.stations_of("beta"), sides.open_to("beta")) == ({"red": "alpha"}, [], ["only"])
