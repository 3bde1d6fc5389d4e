"""Objectives that go by a stretch: when it begins, is broken off, is long enough; by the true place (UBT-7.11)."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.patrol.truth import Stretch
from klaxon.rules.uboot.sea.passing import reach
from tests.rules.uboot.kit.aims import LOW, bound_on, decode, met, over_of, send
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, ship_row

PATROL = {"kind": "patrol", "cell": "AM12", "dwell_h": 2}
NEXT = {"kind": "patrol", "cell": "AM11", "dwell_h": 2}
"""The cell to the west of the drill's, 36 nm off."""
RECON = {"kind": "recon", "cell": "AM12", "depth": "periscope", "dwell_h": 3}
LANDING = {"kind": "land_party", "cell": "AM12", "minutes": 40, "surface_night": True}
SHADOW = {"kind": "shadow", "target": "convoy", "hours": 2, "max_nm": 12, "reports": 2}
SUBMERGED: dict[str, Any] = {"surfaced": False, "depth": 10}
AT_PERISCOPE = {"captain.circle": 3}


def stretch_of(boat: Boat, name: str = "primary") -> Stretch:
    state = boat.state
    found = reach(state, reading(state.board.clock, state.now)).sea.patrol.of(name)
    assert found is not None
    return found


def since(boat: Boat) -> int | None:
    """Return since when the primary objective's stretch runs, as the view has it."""
    found: int | None = boat.view()["objectives"][0].get("since_s")
    return found


# In one stretch


@allows("7.11a")
@allows("12.17b")
def test_a_patrol_is_met_at_the_very_end_of_its_stretch() -> None:
    boat = bound_on(PATROL)
    assert since(boat) == 0
    assert told(boat.wait(2 * HOUR - 1), "objective") == []
    assert told(boat.wait(1), "objective") == met()
    assert boat.view()["objectives"][0]["state"] == "met"


@refuses("7.11a")
def test_outside_its_cell_nothing_counts() -> None:
    boat = bound_on(NEXT)
    assert told(boat.wait(3 * HOUR), "objective") == []
    assert since(boat) is None


@allows("7.11a")
def test_a_stretch_begins_where_the_boat_crosses_into_the_cell() -> None:
    """36 nm at 10 kn: 216 minutes to the edge of the cell, at 5,144 mm a second."""
    boat = bound_on(NEXT, course=270, speed="half")
    boat.wait(5 * HOUR)
    edge = 36 * 1_852_000 * 1000 // 5144
    assert stretch_of(boat).since == pytest.approx(edge, abs=2)
    assert since(boat) == stretch_of(boat).since // 1000
    assert told(boat.wait(2 * HOUR), "objective") == met()


@refuses("7.11a")
def test_who_leaves_the_cell_begins_anew() -> None:
    boat = bound_on({**PATROL, "dwell_h": 5}, course=270, speed="half")
    assert told(boat.wait(6 * HOUR), "objective") == []
    assert stretch_of(boat).since == -1
    assert stretch_of(boat).best == pytest.approx(36 * 1_852_000 * 1000 // 5144, abs=2)


@allows("8.11e")
@refuses("8.11e")
def test_the_true_place_counts_and_the_reckoned_one_is_shown() -> None:
    boat = bound_on(NEXT, rules="navigator=medium", course=270, speed="half")
    boat.wait(5 * HOUR)
    stretch = stretch_of(boat)
    assert stretch.since != stretch.believed
    assert since(boat) == stretch.believed // 1000
    ends = stretch.since + 2 * HOUR
    assert told(boat.wait(ends - 5 * HOUR - 1), "objective") == []
    assert told(boat.wait(1), "objective") == met()


# Recon


def looking(**setup: Any) -> Boat:
    return bound_on(RECON, rules=f"{LOW} patience=0", figures=AT_PERISCOPE, **{**SUBMERGED, **setup})


@allows("7.11a")
def test_a_recon_is_met_with_the_periscope_up() -> None:
    boat = looking()
    boat.play("captain periscope", "captain assign circle")
    assert told(boat.wait(3 * HOUR), "objective") == met()


@refuses("7.11a")
def test_a_recon_without_a_look_for_an_hour_begins_anew() -> None:
    boat = looking()
    assert told(boat.wait(4 * HOUR), "objective") == []
    assert stretch_of(boat).since == 4 * HOUR
    assert since(boat) == 4 * 3600
    boat.play("captain periscope", "captain assign circle", "captain close periscope")
    boat.wait(HOUR - 1)
    assert stretch_of(boat).looked == 4 * HOUR
    assert since(boat) == 4 * 3600
    boat.wait(1)
    assert since(boat) == 5 * 3600


@allows("7.11a")
def test_a_look_an_hour_is_enough() -> None:
    boat = looking()
    for _ in range(3):
        boat.wait(50 * MINUTE)
        boat.play("captain periscope", "captain assign circle", "captain close periscope")
    assert told(boat.wait(30 * MINUTE), "objective") == met()


@refuses("7.11a")
def test_a_recon_is_neither_of_the_surface_nor_of_the_deep() -> None:
    for setup in ({"surfaced": True, "depth": 0}, {"depth": 20}):
        boat = looking(**setup)
        assert told(boat.wait(4 * HOUR), "objective") == []
        assert stretch_of(boat).best == 0


# Landing, rescue


@allows("7.11a")
def test_a_party_lands_by_night() -> None:
    boat = bound_on(LANDING, light="dark")
    assert told(boat.wait(40 * MINUTE - 1), "objective") == []
    assert told(boat.wait(1), "objective") == met()


@refuses("7.11a")
@pytest.mark.parametrize(
    "setup", [{"light": "twilight"}, {"light": "dark", "speed": "slow"}, {"light": "dark", **SUBMERGED}]
)
def test_no_party_lands_by_day_or_under_way_or_submerged(setup: dict[str, Any]) -> None:
    boat = bound_on(LANDING, **setup)
    assert told(boat.wait(2 * HOUR), "objective") == []


@allows("7.11a")
def test_a_landing_begins_when_night_falls() -> None:
    boat = bound_on(LANDING, DATE="1940-12-01T12:00")
    assert (told(boat.wait(4 * HOUR), "objective"), boat.view()["light"]) == ([], "twilight")
    assert told(boat.wait(2 * HOUR), "objective") == met()
    assert boat.view()["light"] in ("moon", "dark")


@allows("7.11e")
@refuses("7.11e")
def test_a_rescue_takes_twenty_minutes_without_way() -> None:
    rescue = {"kind": "rescue", "cell": "AM12"}
    assert told(bound_on(rescue).wait(20 * MINUTE), "objective") == met()
    assert told(bound_on(rescue, speed="slow").wait(HOUR), "objective") == []


@allows("7.11e")
@allows("3.1e")
def test_the_return_ends_the_mission_in_its_cell() -> None:
    boat = bound_on({"kind": "return", "cell": "AM11"}, course=270, speed="half")
    events = boat.wait(5 * HOUR)
    assert told(events, "objective") == met()
    (over,) = [event.facts for event in events if event.type == "over"]
    assert (over["winner"], over["reason"], over["glory"]) == ("uboot", "returned", 50)


@refuses("7.11e")
def test_a_return_that_is_not_made_in_time_is_none() -> None:
    boat = bound_on({"kind": "return", "cell": "AM11"}, HOURS=2, course=270, speed="half")
    assert "grade=F" in told(boat.wait(2 * HOUR), "over")[0]


# Shadow


def convoy(metres: int = 15_000, kn: int = 0) -> list[dict[str, Any]]:
    """Return two ships of a convoy east and west of a point north of the boat."""
    rows = [ship_row(name, range_m=metres, course=0, kn=kn, group="convoy") for name in ("a", "b")]
    return [{**rows[0], "bearing": 1}, {**rows[1], "bearing": 359}]


@allows("7.11b")
def test_a_shadow_is_long_enough_and_reported_in_the_stretch() -> None:
    boat = bound_on(SHADOW, SHIPS=convoy(), weather="fog")
    assert send(boat, "convoy") == []
    assert told(boat.wait(2 * HOUR), "objective") == []
    assert send(boat, "convoy") == met()


@refuses("7.11b")
def test_a_lone_ship_in_sight_is_no_convoy_that_is_shadowed() -> None:
    boat = bound_on(SHADOW, SHIPS=[ship_row("m0", range_m=5_000, kn=0, known=True)], weather="clear", **LOOKOUTS)
    boat.wait(10 * MINUTE)
    assert boat.view()["contacts"]
    assert since(boat) is None


@allows("7.11b")
def test_a_shadow_that_is_reported_is_met_when_its_time_is_over() -> None:
    boat = bound_on({**SHADOW, "reports": 1}, SHIPS=convoy(), weather="fog")
    boat.wait(HOUR)
    assert send(boat, "convoy") == []
    assert told(boat.wait(HOUR - 1), "objective") == []
    assert told(boat.wait(1), "objective") == met()


@refuses("7.11b")
def test_a_convoy_that_draws_away_ends_the_stretch_and_what_was_reported_in_it() -> None:
    """From 15,000 m at 9 kn it is out of 12 nm after 7,224 m: 26 minutes."""
    boat = bound_on({**SHADOW, "hours": 1}, SHIPS=convoy(kn=9), weather="fog")
    send(boat, "convoy")
    boat.wait(2 * HOUR)
    stretch = stretch_of(boat)
    assert (stretch.since, stretch.is_done) == (-1, False)
    assert stretch.best == pytest.approx((12 * 1_852_000 - 14_997_715) * 1000 // 4630, abs=2000)
    assert since(boat) is None


@refuses("7.11b")
def test_a_ship_alone_is_no_convoy() -> None:
    boat = bound_on({**SHADOW, "reports": 0}, SHIPS=[ship_row("a", kn=0)], weather="fog")
    boat.wait(3 * HOUR)
    assert stretch_of(boat).best == 0


# Detected


def avoiding(*ships: dict[str, Any], hours: int = 2, **setup: Any) -> Boat:
    return bound_on(
        {**PATROL, "dwell_h": 10}, {"kind": "avoid_detection", "hours": hours}, SHIPS=list(ships), HOURS=12, **setup
    )


HUNTER = ship_row("e1", type="corvette", bearing=0, range_m=30_000, course=0, kn=0, state="INVESTIGATE")


@allows("7.11f")
def test_who_was_not_detected_hears_of_it_at_the_end() -> None:
    boat = avoiding(HUNTER, weather="fog", surfaced=False, depth=100)
    assert decode(boat) == ["objective objective=second-1 state=known"]
    assert told(boat.wait(11 * HOUR), "objective") == met()
    over = over_of(boat, HOUR)
    assert over["objectives"] == {"primary": "met", "second-1": "met"}


@refuses("7.11f")
def test_who_is_looked_for_was_detected_and_is_told_nothing_before_the_end() -> None:
    boat = avoiding(script=[{"at": "0:00:01", "do": "detected", "on": True}])
    decode(boat)
    boat.wait(MINUTE)
    assert stretch_of(boat, "second-1").since == -1
    assert "since_s" not in boat.view()["objectives"][1]
    over = over_of(boat, 12 * HOUR)
    assert over["objectives"]["second-1"] == "failed"


@refuses("7.11f")
def test_an_escort_that_investigates_has_detected_the_boat() -> None:
    boat = avoiding(HUNTER, weather="fog")
    assert stretch_of(boat, "second-1").since == -1
    boat.wait(6 * HOUR)
    assert stretch_of(boat, "second-1").since > 0


# Decoded


@allows("7.11g")
@refuses("7.11g")
def test_a_stretch_counts_from_its_decoding() -> None:
    boat = bound_on({**PATROL, "cell": "AM11"}, PATROL)
    assert told(boat.wait(3 * HOUR), "objective") == []
    assert [each["objective"] for each in boat.view()["objectives"]] == ["primary"]
    assert decode(boat) == ["objective objective=second-1 state=known"]
    assert stretch_of(boat, "second-1").since == 3 * HOUR
    assert told(boat.wait(2 * HOUR - 1), "objective") == []
    assert told(boat.wait(1), "objective") == met("second-1")
    assert decode(boat) == []


# Cut anywhere


@allows("8.0d")
@refuses("8.0d")
def test_a_stretch_is_the_same_however_time_is_cut() -> None:
    boats = [bound_on(NEXT, rules="navigator=medium", course=270, speed="half") for _ in range(2)]
    whole = boats[0].wait(7 * HOUR)
    cut = [event for _ in range(20) for event in boats[1].wait(21 * MINUTE)]
    assert told(whole) == told(cut)
    assert stretch_of(boats[0]) == stretch_of(boats[1])
