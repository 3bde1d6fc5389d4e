"""Wild games: random legal orders, with gauges always full, so that everything happens in little time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from klaxon.rules.contract import Order, Step
from klaxon.rules.games import game_named
from klaxon.rules.sonar.setting import BOXES, SYSTEMS
from klaxon.rules.walks import bare, finish_at_random
from tests.crew.kit.match import set_up

GAME = game_named("sonar")
FULL = tuple(BOXES[system] for system in SYSTEMS)
WEIGHTS = {"course": 12, "undo": 2, "surface": 1, "silence": 6, "mine": 6, "torpedo": 4, "detonate": 5, "end": 4}
"""How often an order is given beside others, 3 for any that is not here."""

Heard = dict[str, Any]


def wild_game(
    grid: str, edge: int, seed: int, *, orders: int = 120, weights: dict[str, int] | None = None, **options: str
) -> Iterator[tuple[Any, str, list[tuple[frozenset[str], Heard]]]]:
    """Yield state, order and events after each order of a game."""
    random, weighed = Random(seed), {**WEIGHTS, **(weights or {})}
    chart = f"name: Wild\nsectors: {edge}\ngrid:\n{grid}\n"
    _, state = set_up("sonar", str(seed), options, lambda _kind, _name, _variant: chart)
    for _ in range(orders):
        if GAME.outcome(state) is not None:
            return
        for boat in state.boats:
            boat.gauges, boat.panel = (*FULL[:-1], FULL[-1] - bool(boat.charge_due)), 0
        state.views.clear()
        order = _any_order(state, random, weighed)
        step = GAME.apply(state, order)
        assert isinstance(step, Step), f"{order}: {step}"
        state = step.state
        told = [
            (frozenset[str](event.to), json.loads(json.dumps({"type": event.type, **event.facts})))
            for event in step.events
        ]
        yield state, str(order), told


def _any_order(state: Any, random: Random, weights: dict[str, int]) -> Order:
    found: list[tuple[Any, Any, str]] = []
    for seat in GAME.actors(state):
        view = GAME.view(state, seat)
        found += [(seat, view, offer.verb) for offer in GAME.offers(view) if offer.barred is None and not offer.ends]
    (seat, view, verb) = random.choices(found, [weights.get(verb, 3) for _, _, verb in found])[0]
    pick: Callable[[int], int] = random.randrange
    return finish_at_random(GAME, view, bare(seat, verb), pick)
