"""Lenses: what a seat looks at. They show what is open and in contact, and never change what may be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from klaxon.rules.contract import Seat
from tests.rules.uboot.kit.boat import GAME, Boat
from tests.rules.uboot.kit.marks import allows, refuses


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


@refuses("12.17c")
def test_a_lens_changes_nothing_that_may_be_said() -> None:
    boat, seat = Boat(), Seat("uboot.captain")
    plain, lensed = (GAME.sight(boat.state, seat, lens).view for lens in ({}, {"from": "AF76", "to": "AE69"}))
    assert GAME.offers(plain) == GAME.offers(lensed)
    assert GAME.offers(GAME.read_view(GAME.show(lensed))) == GAME.offers(plain)
