"""What the skills of Captain Sonar's understudies differ in. The figures of whole seasons: `klaxon season --help`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from klaxon.crew import DRIFTER, SKILLS, crew_of, understudy_of
from klaxon.crew.sonar import aim
from klaxon.crew.sonar.notes import Notes
from klaxon.crew.sonar.tracker.waters import one_true
from klaxon.rules.contract import Seat
from klaxon.rules.sonar.view import View
from tests.crew.kit.beliefs import believing
from tests.crew.kit.looking_on import look_on
from tests.crew.kit.match import Match, chance, shown
from tests.crew.kit.sonar_boats import GAME, Boats

CAPTAIN, XO = Seat("red.captain"), Seat("red.xo")


class Crew:
    """The boats of a game, with a red crew of some skill and what it believes."""

    def __init__(self, skill: str, red: str = "D4", blue: str = "H8", **options: str) -> None:
        self.boats = Boats(red, blue, **options)
        self.skill = understudy_of("sonar", skill)
        self.notes: dict[Seat, Notes] = {
            seat: self.skill.begin({**shown(GAME, self.boats.state, seat), "phase": "start"}) for seat in (CAPTAIN, XO)
        }

    def believe(self, seat: Seat, *, prey: str = "", shadow: str = "", **more: Any) -> None:
        """Let a seat think that the boats are on these points."""
        self.notes[seat] = believing(self.notes[seat], self.boats.state.sea, prey=prey, shadow=shadow, **more)

    def order(self, seat: Seat, seed: str = "1") -> str:
        order = self.skill.order(shown(GAME, self.boats.state, seat), self.notes[seat], chance(seed))
        return "" if order is None else str(order).removeprefix(f"{seat} ")

    def view(self, seat: Seat) -> View:
        view: View = GAME.read_view(shown(GAME, self.boats.state, seat))
        return view


def test_both_games_know_all_skills() -> None:
    assert crew_of("sonar").skills == crew_of("steam").skills == SKILLS


def test_an_expert_answers_so_that_it_tells_the_least() -> None:
    crew = Crew("expert")
    crew.boats.play("red.captain course east", "red.engineer break e1", "red.xo charge mine", "red.captain end")
    crew.boats.set(1, gauges=(0, 0, 0, 3, 0))
    crew.boats.play("blue.captain course west", "blue.engineer break w1", "blue.xo charge mine", "blue.xo sonar")
    sea = crew.boats.state.sea
    crew.believe(CAPTAIN, shadow="E4 A1 B1 C1 D1 F9")
    answers = {crew.order(CAPTAIN, str(seed)).partition(" @")[0] for seed in range(10)}
    left = []
    for answer in answers:
        statements = dict(token.split("=") for token in answer.split()[1:])
        left.append((crew.notes[CAPTAIN].shadow & one_true(sea, statements)).bit_count())
    assert set(left) == {6}, "sector 1 and column F: nothing is told at all"


def test_a_novice_loses_an_enemy_in_silence_and_makes_nothing_of_sonar() -> None:
    heard: list[dict[str, Any]] = [
        {"type": "sonar", "boat": "red", "statements": {"row": 3, "column": "B"}},
        {"type": "course", "boat": "blue", "dir": "north"},
        {"type": "silence", "boat": "blue"},
    ]
    sizes = {}
    for skill in ("novice", "able"):
        crew = Crew(skill)
        notes, sizes[skill] = crew.notes[CAPTAIN], list[int]()
        for event in heard:
            notes = crew.skill.hear(notes, event)
            sizes[skill].append(notes.enemy_points.bit_count())
    assert sizes["novice"] == [100, 90, 100]
    assert sizes["able"][0] == 18
    assert max(sizes["able"]) < 100


@pytest.mark.parametrize(
    ("prey", "shadow", "gauges", "charged"),
    [
        ("", "", (0, 0, 0, 0, 0), "sonar"),
        ("", "", (0, 0, 0, 3, 0), "torpedo"),
        ("A1 A2", "", (0, 0, 0, 0, 0), "torpedo"),
        ("A1 A2", "D4 D5", (0, 3, 0, 0, 0), "silence"),
        ("A1 A2", "", (0, 3, 0, 0, 0), "mine"),
    ],
)
def test_an_expert_charges_by_plan(prey: str, shadow: str, gauges: tuple[int, ...], charged: str) -> None:
    crew = Crew("expert")
    crew.boats.play("red.captain course east", "red.engineer break e1")
    crew.boats.set(0, gauges=gauges)
    crew.believe(XO, prey=prey, shadow=shadow)
    assert {crew.order(XO, str(seed)).split()[1] for seed in range(5)} == {charged}


def test_an_expert_does_not_sail_where_the_enemy_will_shoot() -> None:
    crew = Crew("expert", "E5")
    seen = "E4 D4 F4 E3 D3 F3 E5"
    crew.believe(CAPTAIN, shadow=seen, loaded=3)
    assert crew.notes[CAPTAIN].is_threatened
    assert crew.order(CAPTAIN) != "course north"
    sea = crew.boats.state.sea
    exposed = [aim.exposure(crew.notes[CAPTAIN], sea.gather(seen.split()), sea.index[at]) for at in ("E4", "E3", "A9")]
    assert exposed[2] == 0
    assert min(exposed[:2]) >= 100


def test_an_expert_counts_what_the_enemy_may_have_loaded() -> None:
    crew = Crew("expert")
    notes = crew.notes[CAPTAIN]
    for _ in range(3):
        assert not notes.is_threatened
        notes = crew.skill.hear(notes, {"type": "course", "boat": "blue", "dir": "north"})
    assert notes.is_threatened
    assert not crew.skill.hear(notes, {"type": "torpedo", "boat": "blue", "at": "E5"}).is_threatened


@pytest.mark.parametrize(("chain", "at", "hurt"), [("off", "F4", False), ("torpedo", "F4", True), ("full", "H4", True)])
def test_no_blast_reaches_us_by_own_mines(chain: str, at: str, hurt: bool) -> None:
    crew = Crew("able", mine_chain=chain)
    sea = crew.boats.state.sea
    crew.boats.set(0, mines=sea.gather(["E4", "G4", "F4"] if chain == "full" else ["E4"]))
    assert aim.hurts(crew.view(CAPTAIN), sea.index[at], sea.index["D4"]) is hurt
    assert not aim.hurts(crew.view(CAPTAIN), sea.index["A9"], sea.index["D4"])


@pytest.mark.parametrize(
    "skills", [("expert", "novice"), ("novice", "expert"), ("expert", "expert"), (DRIFTER, "able")]
)
def test_games_of_any_skill_end_and_nothing_is_refused(skills: tuple[str, str]) -> None:
    watch = look_on if DRIFTER not in skills else lambda _state, _notes: None
    for seed, options in enumerate(
        ({"limit": "40"}, {"rules": "wolfpack", "limit": "30"}, {"undo": "yes", "limit": "30"})
    ):
        crews = dict(zip(("red", "blue"), skills, strict=True))
        assert Match("sonar", str(seed), options, watch=watch, skills=crews).play().winner in ("red", "blue", "draw")


def test_more_skill_wins_more_often() -> None:
    for better, worse in (("expert", "novice"), ("able", DRIFTER)):
        won = Counter(
            Match("sonar", str(seed), {}, skills={"red": better, "blue": worse}).play().winner for seed in range(8)
        )
        assert won["red"] >= 7, (better, worse)
