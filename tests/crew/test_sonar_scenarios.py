"""What the understudies of Captain Sonar make of ice, volcanoes and wrecks."""

from __future__ import annotations

from collections import Counter

import pytest

from klaxon import data
from klaxon.rules.contract import Seat
from klaxon.rules.sonar import circuits
from klaxon.rules.sonar.setting import SYSTEMS
from klaxon.rules.sonar.state import Rig, ScenarioState
from tests.crew.kit.beliefs import believing
from tests.crew.kit.match import Match
from tests.crew.kit.sonar_boats import CREW, Boats

SEEDS = tuple(map(str, range(12)))


def on(chart: str, red: str, blue: str, **options: str) -> Boats:
    """Return a game on a shipped chart."""
    return Boats(red, blue, data.read("charts", chart, "turns").partition("grid:\n")[2].strip(), **options)


def believe(boats: Boats, seat: str, *, prey: str = "", shadow: str = "") -> None:
    """Let a seat of red think that the boats are at these points."""
    boats.notes[Seat(seat)] = believing(boats.notes[Seat(seat)], boats.state.sea, prey=prey, shadow=shadow)


def test_a_captain_does_not_surface_under_ice_while_there_is_a_way() -> None:
    for at, surfaces in (("F8", False), ("G7", True), ("A7", True)):
        boats = on("charlie-2", at, "J1")
        worn = (
            circuits.SECTION_BITS["west"] & ~circuits.BIT["w1"]
            | circuits.KIND_BITS[circuits.WEAPONS] & ~circuits.BIT["w1"]
        )
        boats.notes[Seat("red.captain")] = boats.notes[Seat("red.captain")]._replace(panel=worn)
        assert (boats.order("red.captain") == "surface") == surfaces, at


def test_a_captain_under_ice_surfaces_when_he_must() -> None:
    boats = on("charlie-2", "J10", "A1")
    boats.set(0, route=boats.state.sea.gather(["I10", "J10", "J9"]))
    boats.state.blackout = True
    assert boats.order("red.captain") == "surface"


def test_a_captain_whom_his_own_mines_close_in_sets_one_off() -> None:
    boats = on("charlie-2", "J10", "A1")
    boats.set(0, mines=boats.state.sea.gather(["I10", "J9"]))
    boats.state.blackout = True
    assert boats.order("red.captain") in ("detonate I10", "detonate J9")


def choosing(struck: int, due: str, red: str) -> Boats:
    """Return a game in which red owes the choice of a volcano."""
    boats = on("delta-2", red, "J1")
    boats.set(0, answer_due=7)
    boats.state.scene, boats.state.asked = ScenarioState(struck, due=due), 0
    return boats


def test_lava_flows_where_the_enemy_may_be_and_never_over_us() -> None:
    boats = choosing(2, "lava", "A1")
    believe(boats, "red.captain", prey="I8 I9 A5")
    assert {boats.order("red.captain", seed) for seed in SEEDS} == {"volcano 2 @red-volcano-7"}
    boats = choosing(2, "lava", "I8")
    believe(boats, "red.captain", prey="I8 I9 H9 G9")
    assert {boats.order("red.captain", seed) for seed in SEEDS} == {"volcano 1 @red-volcano-7"}


def test_smoke_hides_us() -> None:
    boats = choosing(1, "toxic-smoke", "A1")
    believe(boats, "red.captain", shadow="A1 A2 J9", prey="J1")
    assert {boats.order("red.captain", seed) for seed in SEEDS} == {"volcano 1 @red-volcano-7"}


def test_no_drone_is_sent_into_smoke() -> None:
    boats = on("delta-2", "A5", "J1")
    boats.play("red.captain course south", "red.engineer break s5", "red.xo charge mine")
    boats.set(0, gauges=(0, 0, 4, 0, 0))
    believe(boats, "red.xo", prey="A1 B1 J9 J8 J1 J2 J3")
    assert boats.order("red.xo") == "drone 2"
    boats.state.scene = ScenarioState(2, smoke="2")
    boats.state.views.clear()
    believe(boats, "red.xo", prey="J9 J8 J7 J1")
    assert boats.order("red.xo") == "drone 2"


def wreck(at: str, filled: int, panel_bits: int = 0) -> Boats:
    """Return a game in which red has sailed and made its marks, as a wreck with this gauge."""
    boats = on("echo-2", at, "J10")
    boats.play("red.captain course south", "red.engineer break s5", "red.xo charge scenario")
    boats.set(0, rig=Rig(filled, SYSTEMS), panel=panel_bits)
    for role in ("captain", "xo", "engineer"):
        boats.notes[Seat(f"red.{role}")] = boats.notes[Seat(f"red.{role}")]._replace(panel=panel_bits)
    return boats


def test_a_wreck_repairs_what_it_can() -> None:
    assert wreck("F4", 3).order("red.captain") == "repair torpedo"
    assert wreck("F4", 2).order("red.captain") == "end"
    assert wreck("F4", 3, circuits.BIT["n1"]).order("red.captain") == "end", "it would fail"


def test_a_wreck_makes_for_its_torpedo_and_charges_for_repairs() -> None:
    boats = on("echo-2", "E1", "J10")
    assert Counter(boats.order("red.captain", seed) for seed in SEEDS).most_common(1)[0][0] == "course south"
    boats.play("red.captain course south")
    boats.set(0, rig=Rig(1, SYSTEMS[2:]))
    charged = Counter(boats.order("red.xo", str(seed)).split()[1] for seed in range(40))
    assert charged["scenario"] > 20
    assert set(charged) <= {"scenario", "mine", "torpedo"}


def test_an_engineer_of_a_wreck_spares_what_repairs_depend_on() -> None:
    boats = on("echo-2", "E3", "J10")
    boats.play("red.captain course north")
    assert circuits.SYMBOL[boats.order("red.engineer").split()[1]].kind != circuits.SPECIAL


@pytest.mark.parametrize(
    ("chart", "heard", "left"),
    [
        ("delta-2", {"type": "volcano", "boat": "red", "event": "lava", "volcano": 1, "points": ["B2", "C2"]}, 90),
        ("delta-2", {"type": "volcano", "boat": "red", "event": "toxic-smoke", "volcano": 1, "sector": 1}, 92),
        ("echo-2", {"type": "repair", "boat": "blue", "system": "torpedo"}, 7),
        ("echo-2", {"type": "repair", "boat": "red", "system": "torpedo"}, 89),
        ("charlie-2", {"type": "damage", "boat": "blue", "amount": 1, "cause": "ice"}, 54),
        ("charlie-2", {"type": "damage", "boat": "blue", "amount": 1, "cause": "torpedo"}, 93),
    ],
)
def test_what_a_scenario_tells_narrows_down_where_the_enemy_is(chart: str, heard: dict[str, object], left: int) -> None:
    notes = on(chart, "A1", "J1").notes[Seat("red.captain")]
    assert CREW.hear(notes, heard).enemy_points.bit_count() == left


def test_crews_use_what_a_scenario_offers() -> None:
    used = Counter[str]()
    for chart in ("delta-2", "echo-2"):
        for seed in range(4):
            match = Match("sonar", str(seed), {"chart": chart})
            match.play()
            used += match.verbs()
    assert used["volcano"] >= 2
    assert used["repair"] >= 12
