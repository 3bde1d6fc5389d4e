"""Lenses: what a seat looks at. They show what is open and in contact, and never change what may be said."""

from __future__ import annotations

from collections.abc import Mapping
from math import atan, degrees
from random import Random
from typing import Any

import pytest

from klaxon.rules.contract import Order, Seat
from klaxon.rules.laws import begin, enter
from klaxon.rules.laws.menus import menus_are_made_of_what_is_shown
from klaxon.rules.laws.moments import due_is_honest
from tests.rules.uboot.kit.air import fly_at
from tests.rules.uboot.kit.attack import AT_POSTS, aimed
from tests.rules.uboot.kit.boat import GAME, Boat, header_of, mission
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS


def through(boat: Boat, role: str = "navigator", /, **lens: str) -> dict[str, Any]:
    """Return what a lens adds to a view."""
    lens = {key.rstrip("_"): value for key, value in lens.items()}
    seat = Seat(f"uboot.{role}" if role not in ("umpire", "spectator") else role)
    plain, shown = (GAME.show(GAME.sight(boat.state, seat, each).view) for each in ({}, lens))
    assert {key: shown[key] for key in plain} == dict(plain)
    return {key: value for key, value in shown.items() if key not in plain}


@allows("12.17c")
@pytest.mark.parametrize("begun", [True, False])
def test_a_course_is_plotted_by_anybody_at_any_time(begun: bool) -> None:
    boat = Boat(begun=begun)
    laid = through(boat, from_="AF76", to="AE69")
    assert laid == {
        "plot": {
            "from": "AF76",
            "to": "AE69",
            "course": 3037,
            "cells": 36,
            "nm": 2596,
            "hours_surfaced": 153,
            "hours_submerged": 342,
        }
    }
    assert through(boat, "spectator", from_="AF76", to="AE69") == laid


@refuses("12.17c")
@pytest.mark.parametrize(
    "lens",
    [
        {"from": "AF76"},
        {"from": "AF76", "to": "ZZ11"},
        {"from": "AF76", "to": "BF0"},
        {"nothing": "of this"},
        {"view": "bridge", "bearing": "0", "zoom": "1"},
        {"listen": "90"},
    ],
)
def test_a_lens_that_makes_no_sense_shows_nothing(lens: Mapping[str, str]) -> None:
    assert through(Boat(), **lens) == {}


# -- eye and ear ---------------------------------------------------------------------------------------------------

FREIGHTER = {
    "id": "s1",
    "type": "tramp-freighter",
    "bearing": 30,
    "range_m": 4000,
    "course": 270,
    "kn": 9,
    "known": True,
}
CORVETTE = {"id": "s2", "type": "corvette", "bearing": 80, "range_m": 5000, "course": 200, "kn": 12, "known": True}
HIDDEN = {"id": "s3", "type": "tanker-large", "bearing": 32, "range_m": 40_000, "course": 270, "kn": 9}
AT_HANDS = {"captain.circle": 3, "first_officer.square": 2}
SUBMERGED: dict[str, Any] = {"surfaced": False, "depth": 10, "speed": "slow", "light": "day", "figures": AT_HANDS}
PERISCOPE = {"view": "periscope", "bearing": "300", "zoom": "2"}
LISTEN = {"listen": "30", "span": "30"}


def attacker(*ships: dict[str, Any], **setup: Any) -> Boat:
    """Return a boat with periscope and hydrophone open, some ships about it."""
    boat = Boat(SHIPS=list(ships or (FREIGHTER, CORVETTE)), **{**SUBMERGED, **setup})
    boat.play("captain periscope", "captain assign circle", "captain hydrophone", "first_officer assign square")
    return boat


@allows("12.17c")
def test_an_open_periscope_shows_what_is_in_its_field() -> None:
    boat = attacker()
    optics = through(boat, **PERISCOPE)["optics"]
    assert [(ship["contact"], ship["wave"], ship["bow"]) for ship in optics["ships"]] == [("c1", "bow", "left")]
    assert (optics["field"], optics["light"], optics["sea"], optics["shake"]) == (90, "day", 3, False)
    both = through(boat, **{**PERISCOPE, "bearing": "550", "zoom": "1"})["optics"]["ships"]
    assert [ship["contact"] for ship in both] == []
    assert through(boat, **{**PERISCOPE, "bearing": "800", "zoom": "1"})["optics"]["ships"][0]["contact"] == "c2"


@allows("12.17c")
def test_the_hydrophone_brings_what_is_in_contact_by_it() -> None:
    boat = attacker()
    sound = through(boat, **LISTEN)["sound"]
    assert (sound["bearing"], sound["span"], sound["screw"], sound["turns"]) == (30, 30, "slow", 63)
    assert sound["level"] == max(sound["line"]) > 5
    around = through(boat, listen="80")["sound"]
    assert (around["screw"], around["span"]) == ("fast", 360)
    both = through(boat, **PERISCOPE, **LISTEN, from_="AF76", to="AE69")
    assert set(both) == {"optics", "sound", "plot"}


@refuses("12.17c")
@pytest.mark.parametrize(
    "lens",
    [
        {**PERISCOPE, "view": "bridge"},
        {**PERISCOPE, "view": "tdc"},
        {**PERISCOPE, "bearing": "3600"},
        {**PERISCOPE, "bearing": "-1"},
        {**PERISCOPE, "bearing": "1e2"},
        {**PERISCOPE, "zoom": "4"},
        {**PERISCOPE, "zoom": "0"},
        {"view": "periscope"},
        {"listen": "360"},
        {"listen": "30", "span": "60"},
        {"listen": "", "span": "30"},
    ],
)
def test_what_is_shut_or_beyond_the_wheel_shows_nothing(lens: Mapping[str, str]) -> None:
    assert through(attacker(), **lens) == {}


@refuses("12.17c")
def test_a_view_that_closes_takes_its_picture_along() -> None:
    boat = attacker()
    boat.play("captain close periscope", "captain close hydrophone")
    assert through(boat, **PERISCOPE, **LISTEN) == {}


def test_lookouts_have_the_bridge_for_their_glass() -> None:
    watch = {f"navigator.{shape}": 8 for shape in ("circle", "square")}
    men = {f"{name}.1": {"watch": True} for name in watch}
    boat = Boat(SHIPS=[FREIGHTER], light="day", figures=watch, men=men)
    bridge = through(boat, view="bridge", bearing="300", zoom="2")["optics"]["ships"]
    assert [ship["contact"] for ship in bridge] == ["c1"]


def test_from_four_knots_on_the_periscope_shakes() -> None:
    assert through(attacker(speed="half"), **PERISCOPE)["optics"]["shake"] is True


@refuses("8.6a")
@refuses("12.17d")
def test_nobody_who_is_not_found_is_drawn_heard_or_felt() -> None:
    """A ship in the same direction that nobody perceives changes neither picture, sound, time nor menu."""
    alone, shadowed = attacker(FREIGHTER), attacker(FREIGHTER, HIDDEN)
    for _ in range(8):
        for lens in ({}, PERISCOPE, LISTEN, {**PERISCOPE, "zoom": "1"}, {"listen": "30"}):
            one, other = (GAME.sight(boat.state, Seat("uboot.captain"), lens) for boat in (alone, shadowed))
            assert GAME.show(one.view) == GAME.show(other.view)
            assert GAME.offers(one.view) == GAME.offers(other.view)
        assert alone.wait(7_777) == shadowed.wait(7_777)


@pytest.mark.parametrize(("zoom", "longest"), [("1", 2_000), ("2", 500), ("3", 250)])
def test_a_picture_holds_until_a_ship_has_moved_by_a_column(zoom: str, longest: int) -> None:
    boat, seat = attacker(CORVETTE), Seat("uboot.captain")
    lens = {**PERISCOPE, "bearing": "800", "zoom": zoom}
    held = []
    for _ in range(6):
        sight = GAME.sight(boat.state, seat, lens)
        assert sight.stale is not None
        held.append(sight.stale - boat.state.now)
        shown = GAME.show(sight.view)["optics"]
        boat.wait(held[-1] - 1)
        assert GAME.show(GAME.sight(boat.state, seat, lens).view)["optics"] == shown
        boat.wait(1)
    assert max(held) == longest
    assert all(time % 250 == 0 for time in held)


LENSES: tuple[Mapping[str, str], ...] = (PERISCOPE, {"listen": "80"})


def test_looking_obeys_every_law() -> None:
    """A boat among ships, looked at through every lens: what is shown is fresh as long as it says."""
    text = mission(SHIPS=[FREIGHTER, CORVETTE], **SUBMERGED)
    header = header_of(text, events="off")
    begun = [
        Order.read(f"uboot.{line}") for line in ("first_officer begin", "captain periscope", "captain assign circle")
    ]
    state = begin(GAME, header)
    for order in begun:
        state = enter(GAME, state, order).state
    state, dice = enter(GAME, state, 12_345).state, Random("lens").randrange
    due_is_honest(GAME, state, dice, LENSES)
    menus_are_made_of_what_is_shown(GAME, state, dice, GAME.seats[:1], LENSES)


@refuses("12.17c")
def test_a_lens_changes_nothing_that_may_be_said() -> None:
    boat, seat = Boat(), Seat("uboot.captain")
    plain, lensed = (GAME.sight(boat.state, seat, lens).view for lens in ({}, {"from": "AF76", "to": "AE69"}))
    assert GAME.offers(plain) == GAME.offers(lensed)
    assert GAME.offers(GAME.read_view(GAME.show(lensed))) == GAME.offers(plain)


# -- aircraft and own torpedoes ------------------------------------------------------------------------------------

ABOUT: dict[str, str] = {"view": "bridge", "bearing": "450", "zoom": "1"}


def watched_sky(bearing: int, metres: int, course: int, number: int) -> Boat:
    """Return a boat with lookouts about which an aircraft flies that they find within 20 s; its chance is a number."""
    boat = fly_at(Boat(weather="clear", sea=3, light="day", **LOOKOUTS), bearing, metres, course, number)
    boat.wait(20_000)
    assert any(each["kind"] == "aircraft" for each in boat.view()["contacts"].values())
    return boat


@allows("12.17d")
def test_an_aircraft_in_sight_is_drawn_where_it_is_now_and_not_where_it_was_reported() -> None:
    boat, columns = watched_sky(60, 6_000, 330, 29), []
    for _ in range(4):
        (plane,) = through(boat, **ABOUT)["optics"]["aircraft"]
        true = boat.view("umpire")["truth"]["enemies"]["aircraft-29"]
        assert abs(plane["at"] - (64 + (true["bearing"] - 450) * 128 / 360)) <= 2
        assert abs(plane["up"] - degrees(atan(300 / true["range_m"])) * 128 / 36) <= 1
        columns.append(plane["at"])
        boat.wait(4_000)
    assert columns == sorted(columns, reverse=True), "it flies to the left"
    assert columns[0] - columns[-1] >= 8
    assert through(boat, **{**ABOUT, "bearing": "2250"})["optics"]["aircraft"] == []


@refuses("12.17d")
def test_an_aircraft_that_nobody_has_found_is_in_no_picture() -> None:
    setup: dict[str, Any] = {"weather": "clear", "sea": 3, "light": "day", **LOOKOUTS}
    alone, near = Boat(**setup), fly_at(Boat(**setup), 45, 14_500, 45)
    for _ in range(5):
        assert through(near, **ABOUT) == through(alone, **ABOUT)
        assert through(near, **ABOUT)["optics"]["aircraft"] == []
        alone.wait(3_000)
        near.wait(3_000)


def launched(bearing: int = 40, **setup: Any) -> Boat:
    """Return a boat on course 290 with its hydrophone open that has launched a torpedo 20 s ago."""
    men = {**AT_POSTS, "first_officer.square": 2}
    aim = f"captain aim bearing={bearing} aob=80 side=starboard speed=9 range=1500 torpedo=30"
    boat = aimed(aim=aim, figures=men, **setup)
    boat.play("captain hydrophone", "first_officer assign square", "captain launch 1", "captain assign")
    boat.wait(20_000)
    return boat


@allows("8.4d")
def test_the_own_torpedo_is_heard_where_it_runs_until_it_strikes() -> None:
    boat = launched()
    (torpedo,) = boat.view("umpire")["truth"]["torpedoes"].values()
    wheel = (torpedo["course"] - 2900) // 10
    sound = through(boat, listen=str(wheel), span="30")["sound"]
    assert (sound["screw"], sound["turns"], sound["level"]) == ("turbine", 1200, 9)
    boat.wait(80_000)
    assert through(boat, listen=str(wheel), span="30")["sound"]["turns"] != 1200, "it has struck"


@refuses("8.4d")
def test_it_is_not_heard_in_the_blind_arc_ahead_nor_without_a_hydrophone() -> None:
    ahead = launched(bearing=350)
    assert all(through(ahead, listen=str(wheel))["sound"]["screw"] != "turbine" for wheel in range(0, 360, 2))
    shut = launched()
    shut.play("captain close hydrophone")
    assert through(shut, listen="57") == {}
