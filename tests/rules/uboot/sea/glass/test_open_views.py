"""Periscope and hydrophone: who may open them, what closes them, and identification in an open view."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from klaxon.rules.uboot.crew.losses import kill
from klaxon.rules.uboot.trouble.faults import add_fault
from klaxon.rules.uboot.words import FIGURES
from tests.rules.uboot.kit.boat import HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses

AT_PERISCOPE = {"captain.circle": 3}


def submerged(script: list[dict[str, Any]] | None = None, /, **setup: Any) -> Boat:
    """Return a boat at periscope depth with a man who can work it."""
    return Boat(script, **{"surfaced": False, "depth": 10, "speed": "slow", "figures": AT_PERISCOPE, **setup})


def raised(script: list[dict[str, Any]] | None = None, /, **setup: Any) -> Boat:
    boat = submerged(script, **setup)
    boat.play("captain periscope", "captain assign circle")
    return boat


def open_views(boat: Boat) -> list[str]:
    return list(boat.view()["views"])


@allows("8.6b")
def test_a_view_stays_open_until_it_is_closed() -> None:
    boat = raised()
    assert told(boat.events, "view") == ["view view=periscope open=True"]
    boat.wait(HOUR)
    assert open_views(boat) == ["periscope"]
    assert boat.lines("first_officer", "close") == ["close periscope"]
    assert told(boat.give("captain close periscope")) == ["view view=periscope open=False"]
    assert open_views(boat) == []
    boat.play("captain hydrophone", "first_officer assign square")
    assert open_views(boat) == ["hydrophone"]
    assert told(boat.give("first_officer close hydrophone")) == ["view view=hydrophone open=False"]


@refuses("8.6b")
def test_a_view_that_is_shut_cannot_be_closed() -> None:
    boat = submerged()
    assert boat.why("captain close periscope") == {"code": "not-open", "view": ""}
    boat = raised()
    assert boat.why("first_officer close hydrophone") == {"code": "not-open", "view": "hydrophone"}
    assert boat.why("navigator close periscope")["code"] == "not-your-role"


@refuses("8.6b")
def test_it_closes_when_its_man_leaves_dies_or_is_relieved() -> None:
    boat = raised()
    boat.change("captain move circle 2")
    assert "view view=periscope open=False" in told(boat.events)
    boat = raised()
    boat.do(lambda work: kill(work, [FIGURES.index("captain.circle")], "wounds", 9))
    assert told(boat.give("captain time dynamic"), "view") == ["view view=periscope open=False"]
    boat = raised()
    assert "view view=periscope open=False" in told(boat.wait(5 * HOUR))  # the bell at 12:00


@refuses("8.6b")
def test_it_closes_with_its_device() -> None:
    for level, count in (("yellow", 1), ("red", 0)):
        boat = raised()
        boat.do(partial(add_fault, device="periscope-hoist", level=level))
        boat.give("captain time real")
        assert len(open_views(boat)) == count


@allows("8.6e")
def test_the_periscope_is_used_to_10_metres_and_6_knots() -> None:
    assert submerged(depth=5).bar("captain", "periscope") == ""
    assert submerged(speed="half").bar("captain", "periscope") == ""


@refuses("8.6e")
def test_surfaced_deep_or_fast_it_is_not() -> None:
    assert submerged(surfaced=True, depth=0).why("captain periscope") == {"code": "surfaced", "order": "periscope"}
    assert submerged(depth=11).why("captain periscope") == {"code": "too-deep", "depth": 11, "most": 10}
    boat = submerged(speed="full")
    assert boat.why("captain periscope") == {"code": "too-fast", "speed": 76, "most": 60}
    assert boat.tracks() == (8, 11)


@refuses("8.6e")
def test_a_boat_that_gets_too_fast_loses_the_periscope_at_that_step() -> None:
    boat = raised(figures={**AT_PERISCOPE, "engineer.triangle": 6, "engineer.hexagon": 6})
    boat.play("captain new_speed full", "engineer assign")
    boat.wait(79_999)
    assert open_views(boat) == ["periscope"]
    assert told(boat.wait(1)) == ["view view=periscope open=False"]


@refuses("8.6b")
def test_below_10_metres_and_on_the_surface_it_closes() -> None:
    boat = raised(depth=8)
    boat.play("captain new_depth 40", "first_officer assign", "engineer assign")
    boat.wait(4_000)
    assert open_views(boat) == ["periscope"]
    assert told(boat.wait(100)) == ["view view=periscope open=False"]
    men = {**AT_PERISCOPE, "engineer.triangle": 5, "engineer.hexagon": 6, "captain.square": 2}
    boat = raised(figures=men)
    boat.play("captain hydrophone", "first_officer assign square")
    boat.play("captain surface", "first_officer assign", "engineer assign")
    closed = ["view view=periscope open=False", "view view=hydrophone open=False"]
    assert told(boat.wait(MINUTE)) == ["depth metres=0", "surfaced", *closed]


def test_an_order_lapses_when_the_boat_comes_up() -> None:
    men = {**AT_PERISCOPE, "engineer.triangle": 5, "engineer.hexagon": 6}
    boat = submerged(figures=men)
    boat.play("captain surface", "first_officer assign", "engineer assign", "captain hydrophone")
    assert "lapsed order=hydrophone why=men refunded=True" in told(boat.wait(MINUTE))


def test_the_hydrophone_is_for_a_submerged_boat_at_any_depth_and_speed() -> None:
    assert submerged(depth=200, speed="full").bar("captain", "hydrophone") == ""
    surfaced = submerged(surfaced=True, depth=0)
    assert surfaced.why("captain hydrophone") == {"code": "surfaced", "order": "hydrophone"}
    dead = submerged(faults={"hydrophone-amplifier": "red"})
    assert dead.why("captain hydrophone") == {"code": "device-dead", "device": "hydrophone-amplifier"}


def test_another_man_may_take_a_view_over() -> None:
    boat = raised(figures={**AT_PERISCOPE, "captain.square": 3})
    boat.play("captain periscope", "captain assign square")
    assert not told(boat.events, "view")
    boat.change("captain move circle 2")
    assert open_views(boat) == ["periscope"]


# -- identification ------------------------------------------------------------------------------------------------


def sighting(by: str = "periscope", **facts: Any) -> list[dict[str, Any]]:
    told_of = {"bearing": 20, "range": 3000, "course": 90, "speed": 80, **facts}
    return [{"at": "0:00:01", "do": "contact", "id": "c1", "by": by, "type": "freighter", **told_of}]


@allows("3.11a")
@pytest.mark.parametrize(
    ("level", "facts"),
    [
        ("low", "ship=tramp-freighter grt=4700 length=115"),
        ("medium", "length=120"),
        ("high", ""),
    ],
)
def test_a_ship_in_sight_is_identified_as_far_as_the_level_goes(level: str, facts: str) -> None:
    boat = raised(sighting(), rules=f"first_officer={level}")
    boat.wait(2_000)
    assert boat.lines("first_officer", "identify") == ["identify c1"]
    assert told(boat.give("first_officer identify c1")) == [f"identified contact=c1 klass=merchant {facts}".strip()]
    contact = boat.view()["contacts"]["c1"]
    assert contact["klass"] == "merchant"
    assert [f"{key}={contact['fields'][key]}" for key in ("ship", "grt", "length") if key in contact["fields"]] == (
        facts.split()
    )
    assert boat.tracks() == (7, 11)  # it is no order


@refuses("3.11a")
def test_nothing_is_identified_out_of_sight_or_without_a_view() -> None:
    heard = raised(sighting("hydrophone"))
    heard.wait(2_000)
    assert heard.why("first_officer identify c1") == {"code": "no-contact", "contact": ""}
    seen = raised(sighting())
    seen.wait(2_000)
    assert seen.why("first_officer identify c2") == {"code": "no-contact", "contact": "c2"}
    assert seen.why("captain identify c1")["code"] == "not-your-role"
    seen.give("captain close periscope")
    assert seen.why("first_officer identify c1") == {"code": "no-view", "order": "identify"}
