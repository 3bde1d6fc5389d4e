"""What a season of Steam Torpedo counts: turns, and every card that is aboard, with how often its effect was used.

A presence compartment counts as used if its effect mattered: a bonus that went into an attack, a movement point that
was spent, an enemy who manoeuvred and could not move the boat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from klaxon.rules.contract import UMPIRE, Event
from klaxon.rules.steam import look
from klaxon.rules.steam.setting import BOATS
from klaxon.rules.steam.state import Board, State

CARD = "card:"
"""Prefix of the count of a card."""
TURNS = "turns"
_USES = ("activated", "reacted", "used")


def tally(state: State, events: Sequence[Event]) -> Iterator[tuple[str, str, int]]:
    """Yield what a step adds: to which boat, to which count, how much."""
    power, board = 0, state.board
    for event in events:
        facts: Any = event.facts
        if UMPIRE not in event.to:
            continue
        if event.type == "turn":
            yield facts["boat"], TURNS, 1
            if facts["round"] == 1:
                yield from _aboard(board, facts["boat"])
        elif event.type in _USES:
            yield facts["boat"], CARD + facts["card"], 1
            card = board.deck.cards[board.deck.index[facts["card"]]]
            power = card.power * len(facts["crew"])
        elif event.type == "attack" and facts["power"] > power > 0:
            yield from _manned(board, facts["boat"], "attack_bonus")
        elif event.type == "manoeuvre":
            yield from _spent(board, facts["boat"], facts["points"] - len(facts["steps"]))
            yield from _manned(board, BOATS[1 - BOATS.index(facts["boat"])], "immovable")


def _aboard(board: Board, boat: str) -> Iterator[tuple[str, str, int]]:
    for card in board.boats[BOATS.index(boat)].cards:
        yield boat, CARD + board.deck.cards[card].id, 0


def _manned(board: Board, boat: str, op: str) -> Iterator[tuple[str, str, int]]:
    me = BOATS.index(boat)
    for cell, _ in look.passives(board, me, op):
        yield boat, CARD + board.deck.cards[board.boats[me].cards[cell]].id, 1


def _spent(board: Board, boat: str, left: int) -> Iterator[tuple[str, str, int]]:
    """Yield the compartments whose extra point a manoeuvre has spent."""
    me = BOATS.index(boat)
    for cell, op in look.passives(board, me, "speed"):
        if left < op.n:
            yield boat, CARD + board.deck.cards[board.boats[me].cards[cell]].id, 1
