"""Planted faults: each is found, and by the law that it breaks."""

from __future__ import annotations

from random import Random

import pytest

from klaxon.rules.contract import SPECTATOR, Order
from klaxon.rules.laws import LAWS, LawBroken, Twins, histories_meet, obey, secrets_are_kept
from tests.rules.laws.kit.probe_cases import CHOICES, LENSES
from tests.rules.probes.base import RED, Probe, header_of
from tests.rules.probes.faults import FAULTS, LEAKS, KeepsItsHistory

GAMES = 6


@pytest.mark.parametrize(
    ("law", "made"),
    [(law, made) for law, all_made in FAULTS.items() for made in all_made],
    ids=lambda it: str(it)[-40:],
)
def test_random_play_finds_the_fault(law: int, made: type[Probe]) -> None:
    def play() -> None:
        for seed in range(GAMES):
            obey(made(), header_of(made(), str(seed)), Random(seed).randrange, lenses=LENSES)

    with pytest.raises(LawBroken) as found:
        play()
    assert str(found.value).startswith(f"law {law}, {LAWS[law]}: ")


@pytest.mark.parametrize("made", LEAKS)
def test_twins_find_the_leak(made: type[Probe]) -> None:
    def compare() -> None:
        for one, other in CHOICES.values():
            secrets_are_kept(made(), header_of(made()), Twins((RED, SPECTATOR), one, other))

    with pytest.raises(LawBroken) as found:
        compare()
    assert str(found.value).startswith(f"law 7, {LAWS[7]}: red.captain can tell the histories apart")


def test_transposed_histories_find_a_state_that_keeps_its_history() -> None:
    seat = KeepsItsHistory.seats[0]
    fog, calm = Order(seat, "note", ("fog",)), Order(seat, "note", ("calm",))
    with pytest.raises(LawBroken) as found:
        histories_meet(KeepsItsHistory(), header_of(KeepsItsHistory()), [fog, calm], [calm, fog])
    assert found.value.law == 9
