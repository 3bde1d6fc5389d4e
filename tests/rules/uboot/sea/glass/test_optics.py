"""What a glass shows: outlines at true angular size, hull down beyond the horizon, and nothing outside the field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from klaxon.rules.uboot.content.box import Box, read_box
from klaxon.rules.uboot.sea.glass.optics import (
    PointedGlass,
    SightedFlash,
    SightedShip,
    SightedTrack,
    column_time,
    optics_of,
)
from klaxon.rules.uboot.sea.glass.outline import fine_angle, hidden_height, outline_of, width_of
from klaxon.rules.uboot.sea.numbers import METRE, mm_s, vector
from tests.rules.uboot.kit.boat import BOX
from tests.rules.uboot.kit.marks import allows, refuses

KM = 1000 * METRE


@cache
def ships() -> Mapping[str, Mapping[str, Any]]:
    found = read_box(BOX)
    assert isinstance(found, Box)
    return found.ships


def sighted(name: str, bearing: int, distance: int, aspect: int, contact: str = "c1", **facts: Any) -> SightedShip:
    """Return a ship on a true bearing that shows an angle on the bow, both in degrees."""
    course = 100 * (bearing + 180 - aspect)
    return SightedShip(contact, *vector(100 * bearing, distance), course, True, ships()[name])._replace(**facts)


def glass(bearing: int = 0, zoom: int = 2, **facts: Any) -> PointedGlass:
    """Return a glass on the bridge of a boat that steers north, pointed at a bearing in degrees."""
    return PointedGlass("bridge", 10 * bearing, zoom, 0, **facts)


def only(optics: dict[str, Any]) -> dict[str, Any]:
    (ship,) = optics["ships"]
    return dict(ship)


def span(ship: Mapping[str, Any]) -> tuple[int, int]:
    return min(box[0] for box in ship["shape"]), max(box[1] for box in ship["shape"])


@allows("8.6a")
@pytest.mark.parametrize(("aspect", "degrees"), [(90, 384), (-90, 384), (45, 306), (0, 49), (180, 49)])
def test_the_angular_width_of_a_ship(aspect: int, degrees: int) -> None:
    standard = ships()["war-standard-freighter"]
    assert (standard["length_m"], standard["beam_m"]) == (134, 17)
    assert (width_of(standard, 100 * aspect, 2 * KM) + 50) // 100 == degrees
    for zoom, field in ((1, 360), (2, 90), (3, 45)):
        seen = optics_of(glass(zoom=zoom), [sighted("war-standard-freighter", 0, 2 * KM, aspect)])
        assert seen["field"] == field
        first, last = span(only(seen))
        assert abs((last - first) * field - degrees * 128 // 10) <= 2 * field
        assert abs(first + last - 128) <= 1


@allows("8.6a")
def test_heights_are_of_the_same_angle() -> None:
    ship = only(optics_of(glass(zoom=3), [sighted("war-standard-freighter", 0, 2 * KM, 90)]))
    assert [top for _, top in ship["masts"]] == [24, 23, 24]  # 30 m, 28 m and 30 m; 0.859 degrees of 4.5
    assert ship["shape"][0] == [9, 119, 6]


@refuses("8.6a")
def test_nothing_outside_the_field_is_in_it() -> None:
    freighter = sighted("tramp-freighter", 10, 3 * KM, 90)
    assert not optics_of(glass(0), [freighter])["ships"]
    assert not optics_of(glass(190), [freighter])["ships"]
    assert len(optics_of(glass(10), [freighter])["ships"]) == 1
    assert span(only(optics_of(glass(5), [freighter])))[1] == 128
    assert span(only(optics_of(glass(15), [freighter])))[0] == 0
    assert only(optics_of(glass(370 - 360, 1), [freighter])) == only(optics_of(glass(10, 1), [freighter]))


def test_bearings_are_relative_to_the_bow() -> None:
    freighter, north = sighted("tramp-freighter", 75, 3 * KM, 60), glass(75)
    assert (
        optics_of(north._replace(course=4000, bearing=350), [freighter])["ships"]
        == optics_of(north, [freighter])["ships"]
    )
    assert (
        optics_of(north._replace(course=35_000, bearing=850), [freighter])["ships"]
        == optics_of(north, [freighter])["ships"]
    )


@allows("8.6c")
def test_the_bow_is_right_where_starboard_is_seen() -> None:
    """The tanker has its funnel aft."""
    starboard = only(optics_of(glass(), [sighted("tanker-medium", 0, 3 * KM, 90)]))
    port = only(optics_of(glass(), [sighted("tanker-medium", 0, 3 * KM, -90)]))
    assert (starboard["bow"], port["bow"]) == ("right", "left")
    funnel, hull = starboard["shape"][-1], starboard["shape"][0]
    assert funnel[0] - hull[0] < hull[1] - funnel[1]
    for right, left in zip(starboard["shape"], port["shape"], strict=True):
        assert (abs(right[0] - (128 - left[1])) <= 1, abs(right[1] - (128 - left[0])) <= 1) == (True, True)
        assert right[2] == left[2]


@allows("8.6c")
def test_who_comes_has_a_bow_wave_and_who_goes_a_wake() -> None:
    waves = {
        aspect: only(optics_of(glass(), [sighted("tramp-freighter", 0, 2 * KM, aspect)]))["wave"]
        for aspect in (30, 89, -60, 120, -150)
    }
    assert waves == {30: "bow", 89: "bow", -60: "bow", 120: "wake", -150: "wake"}
    coming, going = (outline_of(ships()["tramp-freighter"], aspect) for aspect in (6000, 12_000))
    assert coming == going  # the outlines alone do not tell


@refuses("8.6c")
def test_no_wave_where_nobody_could_see_one() -> None:
    for ship in (
        sighted("tramp-freighter", 0, 2 * KM, 60, makes_way=False),
        sighted("tramp-freighter", 0, 8 * KM, 60),  # too small
        sighted("troop-liner", 0, 13 * KM, 60),  # behind the horizon
    ):
        zoom = 3 if ship.distance > 10 * KM else 2
        assert only(optics_of(glass(zoom=zoom), [ship]))["wave"] == "none"


def test_end_on_the_sides_of_a_ship_are_alike() -> None:
    ahead = only(optics_of(glass(zoom=3), [sighted("tanker-medium", 0, 2 * KM, 0)]))
    assert all(abs(box[0] + box[1] - 128) <= 1 for box in ahead["shape"])


@allows("8.6d")
def test_hidden_below_the_horizon() -> None:
    assert [hidden_height(d * KM, 5000) // 10 for d in (13, 16, 20)] == [129, 367, 873]
    assert hidden_height(13 * KM, 750) > hidden_height(13 * KM, 5000)
    near, bridge, periscope = (
        only(optics_of(glass(zoom=3, is_periscope=low), [sighted("tanker-medium", 0, distance, 90)]))
        for distance, low in ((8 * KM, False), (13 * KM, False), (13 * KM, True))
    )
    assert [len(ship["shape"]) for ship in (near, bridge, periscope)] == [7, 7, 3]  # a hull of 3.5 m goes first
    assert [ship["masts"][1][1] for ship in (near, bridge, periscope)] == [6, 4, 3]


@refuses("8.6d")
def test_nothing_is_hidden_this_side_of_the_horizon() -> None:
    assert hidden_height(8613 * METRE, 5000) == 0
    assert hidden_height(3335 * METRE, 750) == 0
    assert hidden_height(3600 * METRE, 750) > 0


def test_of_a_ship_far_down_only_masts_are_left_and_then_nothing() -> None:
    masts = only(optics_of(glass(zoom=3), [sighted("cargo-liner", 0, 27 * KM, 90)]))
    assert masts["shape"] == [[at, at + 1, 1] for at, _ in masts["masts"]]
    assert not optics_of(glass(zoom=3), [sighted("cargo-liner", 0, 40 * KM, 90)])["ships"]


def test_ships_are_shown_from_far_to_near() -> None:
    seen = [sighted("corvette", 1, 3 * KM, 90, "c2"), sighted("tramp-freighter", 0, 5 * KM, 90, "c1")]
    seen += [sighted("corvette", -1, 4 * KM, 90, "c3")]
    assert [ship["contact"] for ship in optics_of(glass(), seen)["ships"]] == ["c1", "c3", "c2"]


def test_coal_smokes_by_day() -> None:
    coal, oil = sighted("tramp-freighter", 0, 5 * KM, 90), sighted("tanker-large", 0, 5 * KM, 90)
    assert only(optics_of(glass(), [coal]))["smoke"]
    assert not only(optics_of(glass(light="moon"), [coal]))["smoke"]
    assert not only(optics_of(glass(), [oil]))["smoke"]
    crumb = only(optics_of(glass(zoom=1), [sighted("tanker-large", 0, 8 * KM, -90)]))
    assert "bow" not in crumb  # neither wave nor smoke says where it heads


def test_a_sinking_ship_loses_its_freeboard() -> None:
    tops = [
        only(optics_of(glass(zoom=3), [sighted("troop-liner", 0, 2 * KM, 90, settled=step)]))["shape"][0][2]
        for step in range(8)
    ]
    assert tops == sorted(tops, reverse=True)
    assert tops[0] > 2 * tops[5] > 0
    gone = only(optics_of(glass(zoom=3), [sighted("troop-liner", 0, 2 * KM, 90, settled=8, is_burning=True)]))
    assert gone["fire"]
    assert len(gone["shape"]) == 5  # of six parts the hull is under water


def test_tracks_and_flashes_are_cut_off_at_the_field() -> None:
    ahead, aside = vector(0, KM), vector(6000, KM)
    shown = optics_of(
        glass(),
        [],
        [SightedTrack(*ahead, *vector(200, 2 * KM)), SightedTrack(*ahead, *aside), SightedTrack(*aside, *aside)],
        [SightedFlash(*ahead, "hit"), SightedFlash(*aside, "gun")],
    )
    assert shown["wakes"] == [[64, 93], [64, 128]]
    assert shown["flashes"] == [[64, "hit"]]


@allows("12.17d")
def test_a_glass_says_how_it_points_and_in_what_light() -> None:
    shown = optics_of(glass(10, 3, light="dark", sea=6, shake=True), [])
    empty: dict[str, Any] = {"ships": [], "wakes": [], "flashes": [], "aircraft": []}
    how = {"view": "bridge", "bearing": 100, "zoom": 3, "field": 45, "light": "dark", "sea": 6, "shake": True}
    assert shown == how | empty


@refuses("12.17d")
def test_no_class_range_or_name_is_in_it() -> None:
    ship = only(optics_of(glass(), [sighted("tramp-freighter", 0, 2 * KM, 60)]))
    assert set(ship) == {"contact", "shape", "masts", "wave", "bow", "smoke", "fire", "settled"}
    twin = dict(ships()["tramp-freighter"], id="other", name="Other", grt=1, type="other", klass="escort")
    other = sighted("tramp-freighter", 0, 2 * KM, 60)._replace(ship=twin)
    assert only(optics_of(glass(), [other])) == ship


def test_a_picture_is_good_until_a_ship_has_moved_by_a_column() -> None:
    across = mm_s(90)
    assert column_time(90_000, *vector(0, 800 * METRE), 0, across) is None
    near, far = column_time(90_000, 0, 800 * METRE, across, 0), column_time(90_000, 0, 5 * KM, across, 0)
    assert near is not None
    assert far is not None
    assert (near, far) == (212, 1325)  # 5 columns a second, and 0.8


def test_angles_are_told_finer_than_a_column() -> None:
    assert [fine_angle(x, 1_000_000) for x in (0, 1000, 100_000, -1000)] == [0, 573, 57_106, 3_600_000 - 573]
