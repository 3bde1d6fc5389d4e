"""Tubes: flooding and loading, their timers, the reserve, what is refused tube by tube."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

LOADERS = {"captain.square": 1, "captain.triangle": 1, "captain.hexagon": 1}
AFT = {"captain.square": 6, "captain.triangle": 6, "captain.hexagon": 6}


def emptied(*tubes: int, **setup: Any) -> Boat:
    """Return a boat with some tubes empty and the captain's men in the bow room."""
    told_of = {str(tube): {"torpedo": ""} for tube in tubes}
    return Boat(**{"figures": LOADERS, "tubes": told_of, "rules": "patience=0", **setup})


def tubes(boat: Boat) -> str:
    return " ".join(tube["state"] for tube in boat.view()["tubes"].values())


def facts(boat: Boat, line: str) -> tuple[Any, ...]:
    return tuple(boat.why(f"captain {line}").values())


@allows("8.5a")
@allows("12.20a")
def test_fourteen_torpedoes_are_stowed_and_a_file_may_stow_others() -> None:
    view = Boat().view()
    assert [tube["torpedo"] for tube in view["tubes"].values()] == ["g7a", "g7a", "g7e", "g7e", "g7e"]
    assert view["reserve"] == {"bow": {"g7a": 4, "g7e": 2}, "stern": {"g7a": 0, "g7e": 1}, "deck": {"g7a": 2, "g7e": 0}}
    staged = Boat(tubes={"1": {"torpedo": ""}, "2": {"torpedo": "g7e", "flooded": True}}, reserve={"deck": {"g7e": 1}})
    view = staged.view()
    assert view["tubes"]["1"] == {"state": "empty", "torpedo": "", "due": 0, "store": ""}
    assert view["tubes"]["2"] == {"state": "flooded", "torpedo": "g7e", "due": 0, "store": ""}
    assert view["reserve"]["deck"] == {"g7a": 0, "g7e": 1}


# -- flooding ----------------------------------------------------------------------------------------------------------


@allows("8.5a")
def test_any_number_of_tubes_is_flooded_by_one_man() -> None:
    boat = Boat(figures=LOADERS)
    boat.play("captain flood_tubes 4 1", "captain assign triangle")
    assert told(boat.events, "activated") == [
        "activated man=captain.triangle tokens=1 as=act place={'symbol': 'launch', 'room': 1}"
    ]
    assert told(boat.wait(9_999)) == []
    assert told(boat.wait(1)) == ["tubes tube=1 state=flooded", "tubes tube=4 state=flooded"]
    assert tubes(boat) == "flooded loaded loaded flooded loaded"


@allows("8.5a")
def test_the_stern_tube_is_flooded_from_room_6_and_both_ends_from_either() -> None:
    boat = Boat(figures={"captain.triangle": 6, "captain.hexagon": 2, "captain.square": 2})
    boat.give("captain flood_tubes 5")
    assert [place["room"] for place in boat.view()["pending"]["places"]] == [6]
    boat.play("captain belay", "captain flood_tubes 1 5")  # nobody is in the bow room
    assert [place["room"] for place in boat.view()["pending"]["places"]] == [6]
    boat.give("captain belay")
    assert boat.refused("captain flood_tubes 1") == "missing-argument"  # alone it has no man
    boat.play("captain flood_tubes 1 5", "captain assign triangle")
    boat.wait(MINUTE)
    assert tubes(boat) == "flooded loaded loaded loaded flooded"
    each = Boat(figures={"captain.triangle": 6}, rules="flood_pair=each")
    each.give("captain flood_tubes 1 5")
    assert [place["room"] for place in each.view()["pending"]["places"]] == [1, 6]


@refuses("8.5a")
def test_what_cannot_be_flooded() -> None:
    boat = emptied(1, figures={**LOADERS, "captain.hexagon": 6})
    boat.play("captain flood_tubes 2 5", "captain assign")
    assert facts(boat, "flood_tubes 1") == ("tube-empty", 1)
    assert facts(boat, "flood_tubes 2") == ("tube-flooded", 2)  # it is being flooded
    boat.wait(MINUTE)
    assert facts(boat, "flood_tubes 5") == ("tube-flooded", 5)
    assert boat.refused("captain flood_tubes 3 3") == "bad-argument"
    assert boat.refused("captain flood_tubes 6") == "bad-argument"
    assert boat.refused("captain flood_tubes") == "missing-argument"
    assert boat.refused("first_officer flood_tubes 3") == "not-your-role"
    assert boat.lines("captain", "flood_tubes") == [
        "flood_tubes 3",
        "flood_tubes 3 4",
        "flood_tubes 4",
        "flood_tubes 4 3",
    ]
    nobody = Boat(figures=dict.fromkeys(LOADERS, 2))
    assert nobody.why("captain flood_tubes 1")["code"] == "needs-men"
    all_wet = Boat(tubes={str(tube): {"torpedo": "g7e", "flooded": True} for tube in range(1, 6)})
    assert all_wet.bar("captain", "flood_tubes") == "tube-flooded"


@allows("7.9b")
def test_a_damaged_door_doubles_the_time() -> None:
    boat = Boat(figures={**LOADERS, "captain.hexagon": 6}, faults={"bow-tube-door": "yellow"})
    boat.play("captain flood_tubes 1 5", "captain assign")
    assert told(boat.wait(10_000)) == ["tubes tube=5 state=flooded"]
    assert told(boat.wait(10_000)) == ["tubes tube=1 state=flooded"]


@refuses("7.9b")
def test_a_dead_door_or_hoist_refuses_its_own_tubes_alone() -> None:
    boat = Boat(figures={**LOADERS, "captain.hexagon": 6}, faults={"bow-tube-door": "red"})
    assert facts(boat, "flood_tubes 1") == ("device-dead", "bow-tube-door")
    assert boat.lines("captain", "flood_tubes") == ["flood_tubes 5"]
    hoist = emptied(1, 5, figures=AFT, reserve={"deck": {}}, faults={"bow-torpedo-hoist": "red"})
    assert facts(hoist, "reload 1") == ("device-dead", "bow-torpedo-hoist")
    assert hoist.lines("captain", "reload") == ["reload 5", "reload 5 type=g7e"]
    both = Boat(figures=LOADERS, faults={"bow-tube-door": "red", "stern-tube-door": "red"})
    assert facts(both, "flood_tubes 5") == ("device-dead", "bow-tube-door")  # none would do


# -- loading -----------------------------------------------------------------------------------------------------------


@allows("8.5a")
def test_three_men_load_a_tube_and_are_free_at_once() -> None:
    boat = emptied(1)
    boat.play("captain reload 1", "captain assign")
    assert len(told(boat.events, "activated")) == 3
    assert told(boat.events, "tubes") == ["tubes tube=1 state=loading"]
    assert boat.view()["tubes"]["1"] == {"state": "loading", "torpedo": "g7a", "due": 20 * MINUTE, "store": "bow"}
    assert boat.view()["reserve"]["bow"] == {"g7a": 3, "g7e": 2}
    boat.give("captain time accelerated")
    boat.change("captain move triangle 3")
    assert told(boat.wait(20 * MINUTE), "tubes", "time")[:2] == [
        "tubes tube=1 state=loaded mark=True",
        "time mode=real factor=1 why=feed",
    ]
    assert tubes(boat) == "loaded loaded loaded loaded loaded"


@allows("8.5a")
@pytest.mark.parametrize(("line", "torpedo"), [("reload 2", "g7a"), ("reload 2 type=g7e", "g7e")])
def test_the_type_may_be_named(line: str, torpedo: str) -> None:
    boat = emptied(2)
    boat.play(f"captain {line}", "captain assign")
    assert told(boat.events, "done")
    assert boat.view()["tubes"]["2"]["torpedo"] == torpedo


@allows("8.5a")
def test_the_stern_tube_takes_longer_and_a_damaged_hoist_half_as_long_again() -> None:
    aft = emptied(5, figures=AFT)
    aft.play("captain reload 5", "captain assign")
    assert aft.view()["tubes"]["5"]["due"] == 25 * MINUTE
    slow = emptied(1, faults={"bow-torpedo-hoist": "yellow"})
    slow.play("captain reload 1", "captain assign")
    assert slow.view()["tubes"]["1"]["due"] == 30 * MINUTE


@refuses("8.5a")
def test_what_cannot_be_loaded() -> None:
    boat = emptied(1, 2, order=8)
    assert facts(boat, "reload 3") == ("tube-loaded", 3)
    boat.play("captain reload 1", "captain assign")
    assert facts(boat, "reload 2") == ("tube-loading", 1)  # one at a time in each room
    assert facts(boat, "reload 1") == ("tube-loading", 1)
    wet = emptied(1, tubes={"1": {"torpedo": ""}, "2": {"torpedo": "g7e", "flooded": True}})
    assert facts(wet, "reload 2") == ("tube-flooded", 2)
    spent = emptied(1, reserve={store: {} for store in ("bow", "stern", "deck")})
    assert facts(spent, "reload 1") == ("no-torpedo", 1)
    one_kind = emptied(1, reserve={"bow": {"g7e": 1}, "deck": {}})
    assert facts(one_kind, "reload 1 type=g7a") == ("no-torpedo", 1)
    assert boat.refused("captain reload 1 2") in ("extra-argument", "tube-loading")
    few = emptied(1, figures={"captain.square": 2, "captain.triangle": 2})
    assert few.why("captain reload 1") == {
        "code": "needs-men",
        "order": "reload",
        "room": 1,
        "symbol": "reload",
        "need": 3,
        "have": 1,
    }


ON_DECK: dict[str, Any] = {"reserve": {"bow": {}, "deck": {"g7a": 2}}, "weather": "clear", "sea": 3}


@allows("8.5a")
def test_a_torpedo_from_under_the_deck_takes_three_hours() -> None:
    boat = emptied(1, **ON_DECK)
    boat.play("captain reload 1", "captain assign")
    assert boat.view()["tubes"]["1"] == {"state": "loading", "torpedo": "g7a", "due": 3 * HOUR, "store": "deck"}
    assert boat.view()["reserve"]["deck"] == {"g7a": 1, "g7e": 0}
    boat.wait(3 * HOUR)
    assert boat.view()["tubes"]["1"]["state"] == "loaded"


@refuses("8.5a")
def test_under_water_or_in_a_sea_nothing_comes_in_from_the_deck() -> None:
    below = emptied(1, **{**ON_DECK, "surfaced": False, "depth": 20})
    assert facts(below, "reload 1") == ("submerged", "reload")
    rough = emptied(1, **{**ON_DECK, "sea": 4})
    assert facts(rough, "reload 1") == ("sea-too-high", 4, 3)


@refuses("8.5a")
def test_a_boat_that_dives_breaks_it_off() -> None:
    figures = {**LOADERS, "engineer.triangle": 5, "engineer.hexagon": 6}
    boat = emptied(1, **{**ON_DECK, "figures": figures})
    boat.play("captain reload 1", "captain assign", "captain dive 20", "first_officer assign", "engineer assign")
    assert "tubes tube=1 state=empty" in told(boat.events)
    assert boat.view()["reserve"]["deck"] == {"g7a": 2, "g7e": 0}


def test_a_flooded_room_ends_what_is_done_there() -> None:
    flooding = [{"at": "0:00:05", "do": "flood", "room": 1}]
    boat = Boat(flooding, figures=LOADERS, rules="patience=0")
    boat.play("captain flood_tubes 1", "captain assign")
    boat.wait(MINUTE)
    assert tubes(boat).startswith("loaded")
    late = [{"at": "0:00:05", "do": "flood", "room": 1}]
    loading = Boat(late, figures=LOADERS, tubes={"1": {"torpedo": ""}}, rules="patience=0")
    loading.play("captain reload 1", "captain assign")
    loading.wait(30 * MINUTE)
    assert loading.view()["tubes"]["1"]["state"] == "empty"


@allows("8.2f")
def test_a_tube_that_is_loaded_is_heard() -> None:
    boat = emptied(1, surfaced=False, depth=20)
    assert boat.state.sea.aboard.noise == 5
    boat.play("captain reload 1", "captain assign")
    assert boat.state.sea.aboard.noise == 25
    boat.wait(20 * MINUTE)
    assert boat.state.sea.aboard.noise == 5
