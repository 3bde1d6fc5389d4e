"""The drifter: an understudy that says any legal thing. Others are measured against it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from klaxon.crew.understudy import Heard, Pick, Shown, with_prompt_key
from klaxon.rules.contract import Game, Order, Seat
from klaxon.rules.games import game_named
from klaxon.rules.walks import walks

MOST = 1000
"""Orders among which it chooses, where there are many."""


class RandomPlayer:
    """Plays any seat of any game, by chance alone."""

    def __init__(self, game: str) -> None:
        """Know the rules, and nothing of the game."""
        self._game: Game[Any, Any] = game_named(game)

    def begin(self, shown: Shown) -> None:
        """Take no notes."""

    def hear(self, notes: None, heard: Heard) -> None:
        """Take no notes."""

    def order(self, shown: Shown, _notes: None, pick: Pick) -> Order | None:
        """Return any order; what answers a prompt comes before all else."""
        view = self._game.read_view(shown)
        orders = list(islice(walks(self._game, Seat(shown["seat"]), view), MOST))
        asked = {verb for prompt in shown["prompts"] for verb in prompt["verbs"]}
        wanted = [order for order in orders if order.verb in asked] or orders
        return with_prompt_key(wanted[pick(len(wanted))], shown) if wanted else None

    def can_wait(self, _order: Order) -> bool:
        """Wait for nobody."""
        return False
