"""The five probe games keep the laws: the contract carries what they are made of."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from klaxon.rules.contract import SPECTATOR, Order
from klaxon.rules.laws import Entry, LawBroken, Twins, histories_meet, obey, secrets_are_kept
from tests.rules.laws.kit.probe_cases import CHOICES, LENSES, choose
from tests.rules.probes import drift, fuse, pact, patrol, watch
from tests.rules.probes.base import BLUE, RED, Probe, header_of
from tests.rules.probes.drift import Drift
from tests.rules.probes.fuse import Fuse
from tests.rules.probes.pact import Pact
from tests.rules.probes.patrol import Patrol
from tests.rules.probes.watch import MEN, Watch

LONGEST = 80


@pytest.mark.parametrize("made", [Pact, Fuse, Watch, Drift, Patrol])
@pytest.mark.parametrize("seed", range(4))
def test_a_probe_obeys(made: type[Probe], seed: int) -> None:
    assert obey(made(), header_of(made(), str(seed)), Random(seed).randrange, lenses=LENSES)


@pytest.mark.parametrize("module", [pact, fuse, watch, drift, patrol])
def test_a_probe_is_small(module: object) -> None:
    lines = Path(str(vars(module)["__file__"])).read_text("utf-8").splitlines()
    assert len(lines) <= LONGEST


@pytest.mark.parametrize("name", CHOICES)
def test_a_hidden_choice_stays_hidden(name: str) -> None:
    one, other = CHOICES[name]
    secrets_are_kept(Pact(), header_of(Pact()), Twins((RED, SPECTATOR), one, other))


def test_a_choice_is_no_secret_to_who_made_it() -> None:
    one, other = CHOICES["another choice"]
    with pytest.raises(LawBroken, match=r"blue\.captain can tell") as found:
        secrets_are_kept(Pact(), header_of(Pact()), Twins((RED, BLUE), one, other))
    assert found.value.law == 7


def sail(*speeds: int) -> list[Entry]:
    """Let blue drift at these speeds, two seconds each, and red fire beside it."""
    entries: list[Entry] = []
    for number, speed in enumerate(speeds, start=1):
        entries += [Order(BLUE, "speed", (str(speed),)), 2_000 * number]
    return [*entries, Order(RED, "fire", ("80",)), 2_000 * len(speeds) + 500]


def test_a_contact_outside_the_lens_is_not_seen() -> None:
    twins = Twins((RED, SPECTATOR), sail(500, 1_500), sail(3_000, 1_000), ({}, {"bearing": "60"}))
    secrets_are_kept(Drift(), header_of(Drift()), twins)


def test_a_contact_in_the_lens_is_seen_when_it_comes_in() -> None:
    twins = Twins((RED,), sail(500, 500), sail(3_000, 3_000), ({"bearing": "20"},))
    with pytest.raises(LawBroken, match=r"red.captain can tell the histories apart:\n  .*\n  1667 sees"):
        secrets_are_kept(Drift(), header_of(Drift()), twins)


def test_only_the_state_counts_not_the_way_there() -> None:
    red, blue = choose("red", "fire"), choose("blue", "trust")
    histories_meet(Pact(), header_of(Pact()), [red, 10, blue], [blue, 10, red])
    change = tuple((man, "bunks" if number % 5 < 3 else "engine") for number, man in enumerate(MEN))
    one, other = Order(Watch.seats[0], "change", change), Order(Watch.seats[0], "change", change[::-1])
    histories_meet(Watch(), header_of(Watch()), [one, 40], [20, other, 40])
