"""A match on a sea that is looked at: it goes on through the looks, and one that only looks comes to no end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from klaxon.crew import selfplay
from klaxon.crew.understudy import Pick, Shown
from klaxon.rules.contract import Event, Ms, Order, Outcome, Seat
from tests.rules.probes.base import RED, header_of
from tests.rules.probes.patrol import LEG, Patrol, Waters


class Gunner:
    """Fires when it sees the raider."""

    def begin(self, shown: Shown) -> int:
        return 0

    def hear(self, notes: int, heard: Mapping[str, Any]) -> int:
        return notes + 1

    def order(self, shown: Shown, notes: int, pick: Pick) -> Order | None:
        return Order(RED, "fire") if shown["seen"] else None

    def can_wait(self, order: Order) -> bool:
        return False


class Empty(Patrol):
    """Nothing ever happens in these waters."""

    def due(self, state: Waters) -> Ms | None:
        return Ms(state.since + LEG)

    def advance(self, state: Waters, until: Ms) -> Any:
        step = super().advance(state, until)
        return step._replace(state=step.state._replace(leg=0, seen=False), events=())

    def outcome(self, state: Waters) -> Outcome | None:
        return None


def match(game: Patrol, pace: tuple[int, int] = (0, 0)) -> selfplay.SelfplayMatch:
    crew: dict[Seat, Any] = {RED: Gunner()}
    return selfplay.SelfplayMatch(game, game.setup(header_of(game)), crew, "7", pace=pace)


@pytest.mark.parametrize("pace", [(0, 0), (300, 700)])
def test_a_match_goes_on_through_looks(pace: tuple[int, int]) -> None:
    played = match(Patrol(), pace)
    told: list[tuple[int, tuple[Event, ...]]] = []
    played.watch = lambda so_far, events: told.append((so_far.state.now, events))
    ending = played.play()
    assert (ending.outcome, ending.fault) == (Outcome("red", "sunk"), "")
    assert sum(not events for _, events in told) >= 6, "looks on the way"
    assert pace[0] <= played.state.now - next(now for now, events in told if events) <= pace[1]
    assert played.notes(RED) == 2


def test_a_match_in_which_nothing_ever_happens_is_a_deadlock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "QUIET", 60_000)
    played = match(Empty())
    assert played.play().fault == "deadlock"
    assert 60_000 < played.state.now <= 60_000 + LEG
