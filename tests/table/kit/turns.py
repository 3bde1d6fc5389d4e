"""The orders of a game, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.rules.contract import Order


def split_turns(orders: Sequence[Order]) -> list[list[Order]]:
    """Return the orders of Captain Sonar in lists, one a turn."""
    turns: list[list[Order]] = [[]]
    for order in orders:
        turns[-1].append(order)
        if order.verb in ("end", "dive", "start"):
            turns.append([])
    return [turn for turn in turns if turn]
