"""The random player: an understudy that gives any legal order. Others are measured against it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from klaxon.crew.understudy import Heard, Pick, Shown, with_prompt_key
from klaxon.rules.contract import Game, Order, Seat
from klaxon.rules.games import game_named
from klaxon.rules.walks import walks

MOST = 1000
"""Most orders among which it chooses."""


class RandomPlayer:
    """Plays any seat of any game, at random."""

    def __init__(self, game: str) -> None:
        """Take the rules; it needs nothing else."""
        self._game: Game[Any, Any] = game_named(game)

    def begin(self, shown: Shown) -> None:
        """Return no notes."""

    def hear(self, notes: None, heard: Heard) -> None:
        """Return no notes."""

    def order(self, shown: Shown, _notes: None, pick: Pick) -> Order | None:
        """Return any order; one that answers a prompt comes first."""
        view = self._game.read_view(shown)
        seat = Seat(shown["seat"])
        verbs = [offer.verb for offer in self._game.offers(view) if offer.barred is None and not offer.ends]
        orders = list(islice((order for verb in verbs for order in walks(self._game, seat, view, verb)), MOST))
        asked = {verb for prompt in shown["prompts"] for verb in prompt["verbs"]}
        wanted = [order for order in orders if order.verb in asked] or orders
        return with_prompt_key(wanted[pick(len(wanted))], shown) if wanted else None

    def can_wait(self, _order: Order) -> bool:
        """Return False: it waits for nobody."""
        return False
