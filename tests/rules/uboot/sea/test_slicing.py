"""Cut anywhere: to go to a and then to b is the same as to go to b, state and events (UBT-8.0d)."""

from __future__ import annotations

from functools import lru_cache

import pytest

from klaxon.rules.contract import SPECTATOR, UMPIRE, Order
from klaxon.rules.uboot.state import State
from tests.effort import effort
from tests.rules.uboot.kit.boat import GAME
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.sea.kit.convoy_night import NIGHTS, Night, cuts_of, sail_through

CUTS = effort(100_000, 1_000_000, mutant=2_000)
LOOKS = effort(200, 5_000, mutant=50)
EACH_NIGHT = pytest.mark.parametrize("name", NIGHTS)


@lru_cache
def whole_night(name: str) -> Night:
    """Return a night that is cut by orders alone."""
    return sail_through(name)


@allows("8.0d")
@EACH_NIGHT
def test_a_stormy_convoy_night_may_be_cut_anywhere(name: str) -> None:
    whole, cut = whole_night(name), sail_through(name, cuts_of(CUTS, "cuts"))
    assert (cut.told, cut.digest) == (whole.told, whole.digest)
    assert any(" attack " in line for line in whole.told)
    assert whole.hours >= 3, "a boat that is lost at once has no night"


@allows("8.0d")
@EACH_NIGHT
def test_a_boat_that_is_put_away_and_taken_out_again_sails_on_as_before(name: str) -> None:
    whole = whole_night(name)
    cut = sail_through(name, cuts_of(LOOKS, "kept"), lambda state: GAME.decode(GAME.encode(state)))
    assert (cut.told, cut.digest) == (whole.told, whole.digest)


@refuses("8.0d")
@EACH_NIGHT
def test_a_view_a_lens_and_a_refusal_move_nothing(name: str) -> None:
    whole = whole_night(name)
    seen = sail_through(name, cuts_of(LOOKS, "looks"), look_about)
    assert (seen.told, seen.digest) == (whole.told, whole.digest)


def look_about(state: State) -> State:
    """Look at a boat through views, lenses, menus and an order that nobody can give; return the same boat."""
    for seat, lens in ((GAME.seats[0], {"view": "hydrophone", "wheel": "900"}), (UMPIRE, {}), (SPECTATOR, {})):
        GAME.offers(GAME.sight(state, seat, lens).view)
    GAME.due(state)
    GAME.apply(state, Order.read("uboot.captain new_course 999"))
    return state
