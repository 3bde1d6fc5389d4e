"""The probe game keeps the laws, and its understudies bring the boat home."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.crew import understudy_of
from klaxon.crew.selfplay import SelfplayMatch
from klaxon.rules.contract import Header, Outcome
from klaxon.rules.laws import obey
from tests.crew.kit.match import set_up
from tests.probe.rules import Launch


@pytest.mark.parametrize("seed", range(4))
def test_it_obeys_the_laws(seed: int) -> None:
    assert obey(Launch(), Header("launch", 1, {"legs": "4", "clock": "20"}, {}, str(seed)), Random(seed).randrange)


def test_understudies_reach_the_harbour() -> None:
    game, state = set_up("launch", "7", {})
    match = SelfplayMatch(game, state, dict.fromkeys(game.seats, understudy_of("launch")), "7")
    assert match.play().outcome == Outcome("launch", "harbour", {"grade": "silver", "coal": 2})
