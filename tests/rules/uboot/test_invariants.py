"""What must hold after every step of any voyage, whatever was ordered."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from klaxon.rules.contract import Ms, Refusal, Step
from klaxon.rules.uboot.state import State
from klaxon.rules.walks import random_walk
from tests.rules.uboot.kit.boat import GAME, header_of
from tests.rules.uboot.kit.invariants import breaches
from tests.rules.uboot.kit.voyages import VOYAGES

VERBS = (
    *("assign", "assign", "done", "ready", "ready", "move", "join", "post", "change_positions", "watch", "dive"),
    *("repair_fault", "repair_emergency", "repair_breach", "card", "puzzle", "break_off"),
)
"""What random crews are made to say more often, so that something comes of it."""


@pytest.mark.parametrize("name", VOYAGES)
def test_a_voyage_breaks_nothing(name: str) -> None:
    text, options = VOYAGES[name]
    dice = Random(f"invariants {name}")
    state = GAME.setup(header_of(text, name, **options))
    assert not isinstance(state, Refusal)
    seen: Counter[str] = Counter()
    for _ in range(250):
        if GAME.outcome(state) is not None:
            break
        step = _step(state, dice)
        seen.update(event.type for event in step.events)
        state = step.state
        assert list(breaches(state)) == []
    assert seen["ordered"] > 5


def _step(state: State, dice: Random) -> Step:
    """Let a random seat say something, or time pass up to what comes next."""
    if dice.random() < 0.15:
        return GAME.advance(state, Ms(state.now + 600_000))
    wanted = dice.choice(VERBS)
    for seat in dice.sample(GAME.seats, len(GAME.seats)):
        view = GAME.view(state, seat)
        able = [offer.verb for offer in GAME.offers(view) if offer.barred is None]
        if wanted in able or dice.random() < 0.1:
            order = random_walk(GAME, seat, view, dice.randrange)
            if order is not None and (order.verb == wanted or wanted not in able):
                found = GAME.apply(state, order)
                assert isinstance(found, Step)
                return found
    return GAME.advance(state, Ms(state.now + 1))
