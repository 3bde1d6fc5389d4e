"""A match without a table: understudies in all seats, each given only what its seat is shown and hears."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from klaxon import data
from klaxon.crew import understudy_of
from klaxon.rules.chance import draw, key_of
from klaxon.rules.contract import Game, Ms, Order, Outcome, Refusal, Seat, Step
from klaxon.rules.games import game_named
from klaxon.rules.walks import settle
from klaxon.table.setup import make_header

Library = Callable[[str, str, str], str]


def set_up(name: str, seed: str, options: dict[str, str], library: Library = data.read) -> tuple[Game[Any, Any], Any]:
    """Return a game and its state before the first order."""
    game = game_named(name)
    header = make_header(game, options, library, seed)
    assert not isinstance(header, list), header
    state = game.setup(header)
    assert not isinstance(state, Refusal), state
    return game, state


def shown(game: Game[Any, Any], state: Any, seat: Seat) -> dict[str, Any]:
    """Return the view of a seat as it travels."""
    view: dict[str, Any] = json.loads(json.dumps(game.show(game.sight(state, seat, {}).view)))
    return view


def chance(seed: str) -> Callable[[int], int]:
    """Return chance that repeats itself."""
    key, count = key_of(seed), 0

    def pick(n: int) -> int:
        nonlocal count
        count += 1
        return draw(key, "match", count, n)

    return pick


@dataclass
class Match:
    """One game from beginning to end."""

    name: str
    seed: str
    options: dict[str, str]
    library: Library = data.read
    most: int = 6000
    watch: Callable[[Any, dict[Seat, Any]], None] = lambda _state, _notes: None
    """Looks at the truth and at the notes of all seats after every order."""
    lines: list[str] = field(default_factory=list)

    def play(self) -> Outcome:
        """Play it; nothing may be refused, nobody may wait for ever, and it must end."""
        game, state = set_up(self.name, self.seed, self.options, self.library)
        understudy, pick = understudy_of(self.name), chance(self.seed)
        notes = {seat: understudy.begin(shown(game, state, seat)) for seat in game.seats}
        while (outcome := game.outcome(state)) is None:
            order = self._next(game, state, notes, pick)
            step = self._later(game, state) if order is None else game.apply(state, order)
            assert isinstance(step, Step), f"{order}: {step}"
            self.lines.append("time passes" if order is None else str(order))
            assert len(self.lines) < self.most, f"{self.name} {self.seed} {self.options} does not end"
            state = step.state
            for event in step.events:
                heard = json.loads(json.dumps({"type": event.type, **event.facts}))
                for seat in event.to & set(game.seats):
                    notes[seat] = understudy.hear(notes[seat], heard)
            self.watch(state, notes)
        for seat in game.seats:
            assert understudy.order(shown(game, state, seat), notes[seat], pick) is None
        return outcome

    def _later(self, game: Game[Any, Any], state: Any) -> Step:
        """Let a second pass, or the time to what is due before."""
        return game.advance(state, Ms(game.now(state) + 1000))

    def _next(
        self, game: Game[Any, Any], state: Any, notes: dict[Seat, Any], pick: Callable[[int], int]
    ) -> Order | None:
        """Return the next order; an unhurried one only where nobody else has one. None: time passes first."""
        if self.options.get("mode") == "realtime" and len(self.lines) % 9 == 8:
            return None
        understudy = understudy_of(self.name)
        unhurried = None
        for seat in game.actors(state) if len(self.lines) % 10 else game.seats:
            data_shown = shown(game, state, seat)
            order = understudy.order(data_shown, notes[seat], pick)
            if order is None:
                frozen = any(seat in prompt.freezes for prompt in game.prompts(state))
                assert frozen or not data_shown["prompts"], f"{seat} does not answer {data_shown['prompts']}"
                continue
            assert order.seat == seat
            view = game.read_view(data_shown)
            assert not isinstance(settle(game, view, order), Refusal), f"{order} is not in the view"
            assert order.answers in (*game.open_prompts(view), None)
            if not understudy.unhurried(order):
                return order
            unhurried = order
        assert unhurried is not None or game.due(state) is not None, "nobody has anything to say"
        return unhurried

    def verbs(self) -> Counter[str]:
        """Return how often each verb was used."""
        return Counter(line.split()[1] for line in self.lines)
