"""A probe: hidden simultaneous choices. Who has not chosen in eight seconds trusts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from klaxon.rules.contract import UMPIRE, Event, Field, Ms, Offer, Order, Outcome, Prompt, Refusal, Seat, Sight, Step
from klaxon.rules.domains import OneOf
from klaxon.rules.laws import seats_of
from klaxon.rules.walks import judge
from tests.rules.probes.base import Probe, Verb, View

ROUNDS, PATIENCE = 3, 8_000
POINTS = {"trust trust": (2, 2), "trust fire": (0, 3), "fire trust": (3, 0), "fire fire": (1, 1)}


class Talks(NamedTuple):
    now: int = 0
    began: int = 0
    round: int = 1
    chosen: tuple[str, ...] = ("", "")
    points: tuple[int, ...] = (0, 0)


class Pact(Probe):
    """Each boat trusts or fires, three times; neither knows before both have chosen."""

    name = "pact"
    verbs = (Verb("choose", ("captain",), "trust | fire"),)
    made: ClassVar[Any] = Talks

    def apply(self, state: Talks, order: Order) -> Step | Refusal:
        settled = judge(self, state, order)
        if isinstance(settled, Refusal):
            return settled
        chosen = [*state.chosen]
        chosen[self.seats.index(order.seat)] = str(settled.args[0])
        told = Event("chosen", {"choice": settled.args[0]}, frozenset({order.seat, UMPIRE}))
        later = state._replace(chosen=tuple(chosen))
        return self._reveal(later, told) if all(chosen) else Step(later, (told,))

    def advance(self, state: Talks, until: Ms) -> Step:
        due = self.due(state)
        if due is None or until < due:
            return super().advance(state, until)
        return self._reveal(state._replace(now=due, chosen=tuple(choice or "trust" for choice in state.chosen)))

    def _reveal(self, state: Talks, *told: Event) -> Step:
        gained = POINTS[" ".join(state.chosen)]
        points = (state.points[0] + gained[0], state.points[1] + gained[1])
        revealed = Event("revealed", {"choices": state.chosen, "points": points}, frozenset(seats_of(self)))
        return Step(Talks(state.now, state.now, state.round + 1, ("", ""), points), (*told, revealed))

    def due(self, state: Talks) -> Ms | None:
        return None if self.outcome(state) else Ms(state.began + PATIENCE)

    def prompts(self, state: Talks) -> tuple[Prompt, ...]:
        due = self.due(state)
        return tuple(
            Prompt(f"{seat}-{state.round}", seat, ("choose",), due=due, default=Order(seat, "choose", ("trust",)))
            for seat, choice in zip(self.seats, state.chosen, strict=True)
            if due is not None and not choice
        )

    def outcome(self, state: Talks) -> Outcome | None:
        winner = ("draw", "red", "blue")[(state.points > state.points[::-1]) - (state.points < state.points[::-1])]
        return Outcome(winner, "points") if state.round > ROUNDS else None

    def sight(self, state: Talks, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        own = state.chosen[self.seats.index(seat)] if seat in self.seats else ""
        view = {"player": seat in self.seats, "round": state.round, "own": own, "points": state.points}
        return Sight(view | {"prompts": [prompt.key for prompt in self.prompts(state) if prompt.seat == seat]})

    def offers(self, view: View) -> Sequence[Offer]:
        barred = None if view["prompts"] else Refusal("chosen" if view["own"] else "game-over")
        return (Offer("choose", barred),) if view["player"] else ()

    def field(self, view: View, draft: Order) -> Field | None:
        return None if draft.args else Field("choice", OneOf(("trust", "fire")))
