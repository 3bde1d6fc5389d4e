"""What the crew concludes of an enemy who comes for it, and errors that faults of compass and optics add (UBT-8.8a)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.sea.hunt.approach import comes_for_us
from klaxon.rules.uboot.sea.hunt.source import call_hunters
from klaxon.rules.uboot.sea.ships.records import Datum
from tests.rules.uboot.kit.air import fly_at
from tests.rules.uboot.kit.boat import MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, SeaRun, ship_row

AT_SEA: dict[str, Any] = {"weather": "clear", "sea": 3, **LOOKOUTS}


def escort(course: int, **facts: Any) -> dict[str, Any]:
    """Return an escort on its station 9 km to the east that lookouts find at once."""
    return ship_row("e", type="corvette", bearing=90, range_m=9_000, course=course, kn=12, known=True, **facts)


@allows("8.8a")
@pytest.mark.parametrize(
    ("fields", "comes"),
    [
        ({"bearing": 45, "course": 270 + 45 - 10}, True),
        ({"bearing": 45, "course": 270 + 45 + 20 - 20}, True),
        ({"bearing": 350, "course": 259}, True),
        ({"bearing": 45, "course": 336}, False),
        ({"bearing": 45, "course": 135}, False),
        ({"bearing": 45, "aspect_word": "bow"}, True),
        ({"bearing": 45, "aspect_word": "bow quarter port"}, False),
        ({"bearing": 45}, False),
    ],
)
def test_who_comes_for_the_boat_by_a_report(fields: dict[str, Any], comes: bool) -> None:
    assert comes_for_us(fields, 90) is comes


@allows("8.8a")
def test_an_escort_that_comes_by_two_reports_turns_known_on() -> None:
    boat = Boat(rules="navigator=low", SHIPS=[escort(270)], **AT_SEA)
    boat.give("first_officer identify c1")
    assert told(boat.wait(2 * MINUTE - 1), "detected", "hunted") == []
    assert told(boat.wait(1), "detected", "hunted") == ["detected on=True", "hunted on=True"]
    assert boat.view()["known"] == {"detected": True, "hunted": True}


@refuses("8.8a")
@pytest.mark.parametrize(
    ("row", "is_identified"), [(escort(180), True), (escort(270), False), (ship_row("m", course=180, known=True), True)]
)
def test_who_passes_by_is_not_known_or_is_no_escort_is_no_sign(row: dict[str, Any], is_identified: bool) -> None:
    boat = Boat(rules="navigator=low", SHIPS=[row], **AT_SEA)
    if is_identified:
        boat.give("first_officer identify c1")
    assert told(boat.wait(5 * MINUTE), "detected", "hunted") == []


@allows("8.8a")
def test_an_aircraft_that_comes_by_two_reports_is_a_sign_before_its_bombs() -> None:
    boat = fly_at(Boat(rules="navigator=low", **AT_SEA), 0, 12_900, 180, number=10)
    kinds = [event.type for event in boat.wait(3 * MINUTE) if event.type in ("aircraft", "detected", "attack")]
    assert kinds == ["aircraft"]
    found = boat.state.sea.air.craft[0].sighting
    assert found is not None
    boat.wait(found.found + 2 * MINUTE - 3 * MINUTE - 1)
    assert not boat.view()["known"]["detected"]
    assert told(boat.wait(1)) == ["detected on=True", "hunted on=True"]


# -- each group hunts by its own chance ------------------------------------------------------------------------------


def test_how_long_one_group_hunts_does_not_depend_on_another() -> None:
    def patience(*called: int) -> int:
        rows = [escort(0, group="g"), ship_row("f", type="corvette", bearing=200, range_m=20_000, group="h")]
        sea = SeaRun(*rows, surfaced=False, depth=100)
        for place in called:
            call_hunters(sea.work, place, Datum(0, "hydrophone", "e", 0, 0), 0)
        return next(each.patience for each in sea.work.hunt.hunts if each.group == 1)

    assert patience(1) == patience(0, 1)


# -- faults ----------------------------------------------------------------------------------------------------------


def _bearings(periscope: bool, **faults: str) -> set[int]:
    """Return how far off the reported bearings of a ship at rest are, over many reports."""
    aboard: dict[str, Any] = (
        {"surfaced": False, "depth": 9, "figures": {"captain.circle": 3}} if periscope else LOOKOUTS
    )
    named = {name.replace("_", "-"): level for name, level in faults.items()}
    rows = [ship_row("m", bearing=90, range_m=4_000, kn=0, known=True, type="fishing-boat")]
    boat = Boat(SHIPS=rows, weather="clear", sea=2, faults=named, **aboard)
    if periscope:
        boat.play("captain periscope", "captain assign circle")
    found = set()
    for _ in range(60):
        boat.wait(2 * MINUTE)
        found.add(boat.view()["contacts"]["c1"]["fields"]["bearing"] - 90)
    return found


@allows("7.9b")
def test_faults_of_the_compass_repeater_and_the_optics_add_to_the_errors_of_reports() -> None:
    assert _bearings(periscope=False) == {-2, -1, 0, 1, 2}
    assert max(map(abs, _bearings(periscope=False, bridge_compass_repeater="yellow"))) == 4
    assert max(map(abs, _bearings(periscope=False, bridge_compass_repeater="red"))) == 6
    assert max(map(abs, _bearings(periscope=True, periscope_optics="yellow"))) == 4


@refuses("7.9b")
def test_a_fault_of_the_one_leaves_the_reports_of_the_other_alone() -> None:
    assert max(map(abs, _bearings(periscope=True, bridge_compass_repeater="red"))) == 2
    assert max(map(abs, _bearings(periscope=False, periscope_optics="yellow"))) == 2
    assert max(map(abs, _bearings(periscope=False, bridge_compass_repeater="green"))) == 2
