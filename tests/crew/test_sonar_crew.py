"""What the understudies of Captain Sonar make of a view."""

from __future__ import annotations

from typing import Any

import pytest

from klaxon.crew.sonar import helm
from klaxon.crew.sonar.engine import DAMAGE, price
from klaxon.crew.sonar.notes import Notes
from klaxon.crew.sonar.tracker import Follower, Track, reports
from klaxon.rules.contract import Order, Seat
from klaxon.rules.sonar import circuits
from klaxon.rules.sonar.chart import sea_of
from tests.crew.kit.sonar_boats import CREW, GAME, Boats


def bits(*names: str) -> int:
    return sum(circuits.BIT[name] for name in names)


def test_nobody_speaks_out_of_turn() -> None:
    boats = Boats("D4", "H8")
    assert [boats.order(f"blue.{role}") for role in ("captain", "xo", "engineer", "radio")] == [""] * 4
    assert boats.order("red.captain").startswith("course ")
    assert [boats.order(f"red.{role}") for role in ("xo", "engineer", "radio")] == [""] * 3


def test_a_captain_does_not_sail_into_a_dead_end() -> None:
    grid = "\n".join(["#####.....", "##........", "#####.....", *["." * 10] * 7])
    boats = Boats("F2", "J10", grid)  # three points to the west, the open sea elsewhere
    assert "course west" not in {boats.order("red.captain", str(seed)) for seed in range(20)}


def test_the_room_ahead_is_counted_in_courses() -> None:
    sea = sea_of("Test", 5, ".....\n.###.\n.###.\n####.\n.....")
    at = sea.index["A1"]
    assert helm.ahead(sea, at, sea.water, 30) == 12
    assert helm.ahead(sea, at, sea.water, 3) == 3
    assert helm.ahead(sea, at, 1 << at) == 0


def test_a_captain_surfaces_when_no_course_is_left() -> None:
    boats = Boats("A1", "J10")
    boats.sail("red", "south", "s1")
    boats.set(1, route=boats.state.sea.water)
    boats.play("red.captain end")
    assert boats.order("blue.captain") == "surface"
    boats.play("blue.captain surface")
    assert boats.order("blue.captain") == "end"


def test_a_captain_surfaces_rather_than_break_the_boat() -> None:
    boats = Boats("A1", "J10")
    seat = Seat("red.captain")
    for symbol in circuits.symbol_names(circuits.SECTION_BITS["east"] | circuits.SECTION_BITS["south"]):
        if symbol not in ("e4", "s5"):
            boats.notes[seat] = CREW.hear(boats.notes[seat], {"type": "broke", "boat": "red", "symbol": symbol})
    assert boats.order("red.captain") == "surface"


def test_an_engineer_closes_a_circuit_when_he_can() -> None:
    boats = Boats("D4", "H8")
    boats.set(0, panel=bits("w1", "w2", "w3"))
    boats.play("red.captain course east")
    assert boats.order("red.engineer") == "break e3 @red-break-2"


def test_an_engineer_breaks_neither_a_section_nor_the_reactor() -> None:
    boats = Boats("D4", "H8")
    boats.set(0, panel=bits("e4", "e6", "w5", "w6", "n6"))
    boats.play("red.captain course south")
    assert "s5" not in boats.order("red.engineer")
    assert price(bits("s1", "s2", "s4", "s5", "s6"), "s3") == DAMAGE


def test_an_engineer_keeps_weapons_working() -> None:
    assert price(0, "n5") > price(0, "n6")
    boats = Boats("D4", "H8")
    boats.play("red.captain course north")
    chosen = boats.order("red.engineer").split()[1]
    assert circuits.SYMBOL[chosen].kind != circuits.WEAPONS


def test_a_penalty_is_paid() -> None:
    boats = Boats("D4", "H8")
    boats.sail("red", "north", "n5")
    boats.set(0, gauges=(0, 3, 0, 0, 0))
    boats.play("red.captain torpedo D2")
    assert boats.order("red.engineer") == f"break {boats.order('red.engineer').split()[1]} @red-break-3"
    assert circuits.SYMBOL[boats.order("red.engineer").split()[1]].kind == circuits.RADIATION
    assert boats.order("red.captain") == ""


def hunted(blue: str, **options: str) -> Boats:
    """Return a game in which red has a torpedo and a fix on blue."""
    boats = Boats("D4", blue, **options)
    boats.sail("red", "east", "e1")
    boats.set(0, gauges=(0, 3, 0, 0, 0))
    return boats


def fix(boats: Boats, *points: str) -> None:
    """Tell red where blue may be."""
    sea = boats.state.sea
    for role in ("captain", "xo"):
        noted: Notes = boats.notes[Seat(f"red.{role}")]
        boats.notes[Seat(f"red.{role}")] = noted._replace(enemy=known(noted.enemy, sea.gather(points)))


def known(follower: Follower, points: int) -> Follower:
    """Return somebody who knows that a boat is on one of these points, and nothing else."""
    track = Track.begin(follower.track.sea, follower.track.lethal)
    return follower._replace(track=track.after(reports.Among(points)))


def test_a_captain_fires_at_an_enemy_he_has_found() -> None:
    boats = hunted("G6")
    fix(boats, "G6")
    assert boats.order("red.captain") == "torpedo G6"


def test_a_captain_does_not_fire_at_himself() -> None:
    boats = hunted("F5")
    fix(boats, "F5")
    assert boats.order("red.captain") != "torpedo F5"
    assert "torpedo" in boats.order("red.captain"), "next to the enemy is a hit too"
    target = boats.order("red.captain").split()[1]
    sea = boats.state.sea
    assert not (sea.around[sea.index[target]] | 1 << sea.index[target]) >> sea.index["E4"] & 1


def test_a_captain_does_not_fire_broken_weapons() -> None:
    boats = Boats("D4", "G6")
    boats.sail("red", "north", "n5")
    boats.set(0, gauges=(0, 3, 0, 0, 0))
    fix(boats, "E4")
    assert boats.order("red.captain") == "end"


def test_a_captain_detonates_a_mine_beside_the_enemy() -> None:
    boats = Boats("D4", "G6")
    boats.set(0, mines=boats.state.sea.gather(["H6", "A1"]))
    fix(boats, "G6")
    assert boats.order("red.captain") == "detonate H6"


def test_an_xo_looks_for_a_lost_enemy_but_leaves_a_found_one_to_the_captain() -> None:
    boats = hunted("G6")
    boats.set(0, gauges=(0, 3, 0, 3, 0))
    boats.notes[Seat("red.xo")] = boats.notes[Seat("red.xo")]._replace(panel=0)
    assert boats.order("red.xo") == "sonar"
    fix(boats, "G6")
    assert boats.order("red.xo") == ""


def test_a_drone_goes_where_yes_and_no_are_alike() -> None:
    boats = hunted("G6")
    boats.set(0, gauges=(0, 0, 4, 0, 0))
    boats.notes[Seat("red.xo")] = boats.notes[Seat("red.xo")]._replace(panel=0)
    fix(boats, "A1", "A2", "J1", "J2", "J3", "J9")
    assert boats.order("red.xo") == "drone 2"


def test_a_ping_is_answered_with_one_truth_and_one_lie() -> None:
    boats = hunted("G6")
    boats.set(0, gauges=(0, 0, 0, 3, 0), panel=0)
    boats.play("red.xo sonar")
    assert boats.order("red.captain") == ""
    answers = {boats.order("blue.captain", str(seed)) for seed in range(30)}
    assert len(answers) > 10
    for answer in answers:
        step = GAME.apply(boats.state, Order.read(f"blue.captain {answer}"))
        assert hasattr(step, "state"), answer


def test_a_boat_that_is_found_slips_away() -> None:
    boats = Boats("E5", "A1")
    boats.sail("red", "east", "e1")
    boats.set(0, gauges=(0, 0, 0, 0, 6))
    noted: Notes = boats.notes[Seat("red.captain")]
    shadow = boats.state.sea.gather(["F5", "G5"])
    boats.notes[Seat("red.captain")] = noted._replace(own=known(noted.own, shadow))
    assert boats.order("red.captain").startswith("silence ")


HEARD = [
    ({"type": "surfaced", "boat": "blue", "sector": 4}, 25),
    ({"type": "drone", "boat": "red", "sector": 4, "answer": "no"}, 75),
    ({"type": "drone", "boat": "red", "sector": 4, "answer": "yes"}, 25),
    ({"type": "drone", "boat": "red", "sector": 4, "answer": "toxic-smoke"}, 100),
    ({"type": "sonar", "boat": "red", "statements": {"row": 3, "column": "B"}}, 18),
    ({"type": "sonar", "boat": "red", "statements": {"row": 3, "sector": 1}}, 25),
    ({"type": "blast", "at": "E5", "by": "red", "weapon": "torpedo", "results": {"blue": "direct", "red": "miss"}}, 1),
    (
        {"type": "blast", "at": "E5", "by": "red", "weapon": "torpedo", "results": {"blue": "indirect", "red": "miss"}},
        8,
    ),
    ({"type": "blast", "at": "E5", "by": "red", "weapon": "torpedo", "results": {"blue": "miss", "red": "miss"}}, 91),
    ({"type": "torpedo", "boat": "blue", "at": "E5"}, 40),
    ({"type": "course", "boat": "blue", "dir": "north"}, 90),
    ({"type": "mine-laid", "boat": "blue"}, 100),
]


@pytest.mark.parametrize(("heard", "left"), HEARD)
def test_what_is_heard_narrows_down_where_the_enemy_is(heard: dict[str, Any], left: int) -> None:
    notes = Boats("D4", "G6").notes[Seat("red.captain")]
    after = CREW.hear(notes, heard)
    assert after.enemy_points.bit_count() == left
    assert after.shadow == notes.shadow, "and tells him nothing of us"


def test_silence_spreads_the_fix_and_nonsense_loses_it() -> None:
    boats = Boats("D4", "G6")
    fix(boats, "E5")
    notes = boats.notes[Seat("red.captain")]
    silent = CREW.hear(notes, {"type": "silence", "boat": "blue"})
    assert silent.enemy_points.bit_count() == 17
    lost = CREW.hear(
        notes, {"type": "blast", "at": "A1", "by": "red", "weapon": "torpedo", "results": {"blue": "direct"}}
    )
    assert lost.enemy_points.bit_count() == 100
    assert CREW.hear(notes, {"type": "undone", "orders": 1}).enemy_points.bit_count() == 100
