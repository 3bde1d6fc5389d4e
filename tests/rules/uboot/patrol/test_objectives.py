"""Objectives that count: ships as the crew perceived them, reports as they were sent; and what is told of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from klaxon.rules.contract import Seat
from klaxon.rules.uboot.patrol.counting import count_for
from klaxon.rules.uboot.patrol.records import Objective, SunkShip
from klaxon.rules.uboot.sea.engine import SeaWork
from klaxon.rules.uboot.sea.passing import sea_work
from klaxon.rules.uboot.sea.ships.damage import begin_to_sink
from klaxon.rules.uboot.step import Working
from tests.rules.uboot.kit.aims import bound_on, decode, met, over_of, send, sunk
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.marks import allows, refuses
from tests.rules.uboot.kit.ships import LOOKOUTS, ship_row

TONS = {"kind": "sink_grt", "n": 8000}
PATROL = {"kind": "patrol", "cell": "AM11", "dwell_h": 1}


def hit(boat: Boat, number: int) -> None:
    """Let a ship of the traffic begin to sink."""

    def act(work: Working) -> None:
        at_sea: SeaWork = sea_work(work.state)
        begin_to_sink(at_sea, work.game, number)
        work.state.sea = at_sea.sea()

    boat.do(act)


def have(boat: Boat, place: int = 0) -> int:
    return int(boat.view()["objectives"][place]["have"])


# Ships


def test_what_is_not_counted_has_nothing() -> None:
    ship = SunkShip("c1", "freighter", 5000, "merchant")
    assert count_for(Objective("primary", "recon"), [ship], []) == 0
    assert count_for(Objective("primary", "sink_grt"), [ship], []) == 5000


@allows("7.11c")
@allows("3.1c")
def test_tons_are_counted_as_ships_sink_and_the_objective_is_met_with_the_last() -> None:
    boat = bound_on(TONS, script=[sunk("0:10:00"), sunk("0:20:00")])
    assert told(boat.wait(15 * MINUTE), "objective") == []
    assert have(boat) == 5000
    assert told(boat.wait(HOUR), "objective") == met()
    assert have(boat) == 10_000


@refuses("7.11c")
@pytest.mark.parametrize("kind", ["corvette", "fishing"])
def test_escorts_and_small_craft_have_no_tonnage(kind: str) -> None:
    boat = bound_on(TONS, script=[sunk("0:10:00", kind, 9000)])
    assert told(boat.wait(HOUR), "objective") == []
    assert have(boat) == 0


@allows("7.11c")
@refuses("7.11c")
def test_a_type_and_escorts_are_counted_by_ships() -> None:
    script = [sunk("0:10:00", "tanker"), sunk("0:20:00", "corvette", 900), sunk("0:30:00", "tanker")]
    boat = bound_on({"kind": "sink_type", "type": "tanker", "count": 2}, {"kind": "sink_escort", "n": 1}, script=script)
    decode(boat)
    assert told(boat.wait(25 * MINUTE), "objective") == met("second-1")
    assert (have(boat), have(boat, 1)) == (1, 1)
    assert told(boat.wait(HOUR), "objective") == met()


def with_convoy(**setup: Any) -> Boat:
    """Return a boat in sight of two ships of a convoy and of one alone."""
    rows = [ship_row(name, bearing=10 * place, known=True) for place, name in enumerate(("a", "b"))]
    rows = [{**row, "group": "convoy", "course": 90, "kn": 0} for row in rows]
    lone = ship_row("lone", bearing=90, course=90, kn=0, known=True)
    setup = {**LOOKOUTS, "weather": "clear", "sea": 2, **setup}
    return bound_on({"kind": "sink_grt", "n": 4700, "within": "convoy"}, SHIPS=[*rows, lone], **setup)


@allows("7.11c")
@refuses("7.11c")
def test_within_a_convoy_only_its_ships_count() -> None:
    boat = with_convoy()
    boat.wait(MINUTE)
    hit(boat, 2)
    assert told(boat.wait(HOUR), "sunk", "objective") == ["sunk contact=c4 ship=freighter grt=4700"]
    assert have(boat) == 0
    hit(boat, 0)
    assert told(boat.wait(HOUR), "objective") == met()


@allows("7.11c")
def test_a_ship_that_sinks_unseen_counts_at_the_end_alone() -> None:
    """UBT-5#60."""
    boat = with_convoy(figures={}, men={}, HOURS=3)
    boat.wait(MINUTE)
    hit(boat, 0)
    events = boat.wait(2 * HOUR)
    assert told(events, "objective") == []
    assert [event.facts["grt"] for event in events if event.type == "sunk"] == [0]
    assert have(boat) == 0
    assert boat.view()["sunk"][0]["type"] == ""
    over = over_of(boat, HOUR)
    assert (over["grt"], over["objectives"]) == (4700, {"primary": "met"})


@allows("3.1e")
def test_a_ship_that_is_sinking_at_the_end_counts_and_no_stretch_does() -> None:
    """UBT-5#57."""
    boat = with_convoy(HOURS=2)
    boat.wait(2 * HOUR - MINUTE)
    hit(boat, 0)
    over = over_of(boat, MINUTE)
    assert (over["grt"], over["objectives"]) == (4700, {"primary": "met"})
    late = bound_on({**PATROL, "cell": "AM12", "dwell_h": 2}, HOURS=2)
    over = over_of(late, 2 * HOUR)
    assert over["objectives"] == {"primary": "failed"}


@allows("7.12a")
def test_the_tons_of_an_escort_are_glory_and_no_grt() -> None:
    """UBT-5#59."""
    boat = bound_on(TONS, script=[sunk("0:10:00", "corvette", 900)], HOURS=1)
    over = over_of(boat, HOUR)
    assert (over["grt"], over["glory"]) == (0, 9)


# Reports


@allows("7.11d")
@refuses("7.11d")
def test_weather_reports_count_once_in_six_hours_and_from_their_cell() -> None:
    boat = bound_on({"kind": "weather_report", "cell": "AM12", "count": 2}, {"kind": "weather_report", "count": 1})
    assert send(boat, "convoy") == []
    assert send(boat, "weather") == []
    boat.wait(6 * HOUR - 1)
    assert (send(boat, "weather"), have(boat)) == ([], 1)
    boat.wait(1)
    assert send(boat, "weather") == met()
    assert decode(boat) == ["objective objective=second-1 state=known", *met("second-1")]


@refuses("7.11d")
def test_a_weather_report_from_elsewhere_does_not_count() -> None:
    boat = bound_on({"kind": "weather_report", "cell": "AM11", "count": 1})
    assert (send(boat, "weather"), have(boat)) == ([], 0)


# Not decoded


@allows("7.11g")
@refuses("7.11g")
def test_what_sank_before_the_decoding_counts_with_it_and_not_without() -> None:
    for is_decoded in (True, False):
        boat = bound_on(PATROL, {"kind": "sink_grt", "n": 4000}, script=[sunk("0:10:00")], HOURS=2)
        assert told(boat.wait(HOUR), "objective") == []
        told_now = decode(boat) if is_decoded else []
        assert told_now == (["objective objective=second-1 state=known", *met("second-1")] if is_decoded else [])
        over = over_of(boat, HOUR)
        assert over["glory"] == 12 + 12 * is_decoded
        assert over["objectives"].get("second-1", "") == ("met" if is_decoded else "")


@refuses("3.1c")
@refuses("12.17b")
def test_no_view_has_a_word_of_what_is_not_decoded() -> None:
    boat = bound_on(PATROL, {"kind": "rescue", "cell": "AM13"})
    for seat in ("captain", "spectator"):
        assert "rescue" not in json.dumps(boat.view(seat))
    view = GAME.read_view(json.loads(json.dumps(boat.view())))
    assert [each.name for each in view.board.patrol.objectives] == ["primary"]
    assert [offer.verb for offer in GAME.offers(view)] == [
        offer.verb for offer in GAME.offers(GAME.view(boat.state, Seat("uboot.captain")))
    ]


# Judged at the end


@allows("7.11f")
@refuses("7.11f")
@pytest.mark.parametrize(
    ("happening", "states"),
    [
        ({"do": "morale", "n": -1}, ("met", "met")),
        ({"do": "flood", "room": 6}, ("failed", "failed")),
    ],
)
def test_flood_and_death_are_judged_at_the_end(happening: dict[str, Any], states: tuple[str, str]) -> None:
    script = [{"at": "0:10:00", **happening}]
    objectives = (PATROL, {"kind": "no_flood"}, {"kind": "no_death"})
    boat = bound_on(*objectives, script=script, HOURS=1, figures={"engineer.hexagon": 6})
    decode(boat, 1)
    decode(boat, 2)
    assert told(boat.wait(HOUR - 1), "objective") == []
    over = over_of(boat, 1)
    assert (over["objectives"]["second-1"], over["objectives"]["second-2"]) == states


@allows("7.11f")
def test_what_was_flooded_and_who_was_dead_before_counts_for_nothing() -> None:
    staged: dict[str, Any] = {"rooms": {"6": {"flooded": True}}, "figures": {"engineer.hexagon": 5}}
    men = {"captain.circle.2": {"dead": True}}
    boat = bound_on(PATROL, {"kind": "no_flood"}, {"kind": "no_death"}, HOURS=1, men=men, **staged)
    decode(boat, 1)
    decode(boat, 2)
    over = over_of(boat, HOUR)
    assert over["objectives"] == {"primary": "failed", "second-1": "met", "second-2": "met"}


@refuses("7.11f")
def test_of_a_boat_that_is_lost_none_is_met() -> None:
    boat = bound_on(PATROL, {"kind": "no_flood"}, {"kind": "no_death"})
    decode(boat, 1)
    decode(boat, 2)
    boat.do(lambda work: work.end("rammed"))
    outcome = boat.view()["outcome"]
    assert (outcome["winner"], outcome["grade"]) == ("sea", "F")
    assert set(outcome["objectives"].values()) == {"failed"}
