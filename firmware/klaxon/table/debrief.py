"""The debrief: a game that is over, told again from its rows, with the truth after each of them.

The truth is what the umpire sees. While a game goes on there is no debrief of it, for anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import UMPIRE, Event, Ms, Order, Refusal
from klaxon.table.play import Play


class Moment(NamedTuple):
    """What happened at one instant of a game, and how everything stood then."""

    at: Ms
    line: str
    """The order; '' where time brought it."""
    events: tuple[Event, ...]
    truth: Mapping[str, Any]


class TooEarlyError(Exception):
    """The game is not over: its secrets are still worth something."""


def debrief(play: Play) -> Iterator[Moment]:
    """Yield the moments of a game that is over, from before its first order to its end. What was undone is left out."""
    if play.outcome is None:
        raise TooEarlyError
    return _moments(play)


def _moments(play: Play) -> Iterator[Moment]:
    game = play.game
    state = game.setup(play.header)
    yield Moment(game.now(state), "", (), _truth(play, state))
    for row in play.line:
        events: list[Event] = []
        while game.now(state) < row.at:
            step = game.advance(state, row.at)
            state = step.state
            events += step.events
        if row.kind == "rekey":
            state = game.rekey(state, row.line)
        elif row.kind == "order":
            done = game.apply(state, Order.read(row.line))
            if isinstance(done, Refusal):
                raise RuntimeError(f"an accepted order was refused on replay: {row.line}")
            state = done.state
            events += done.events
        if events:
            yield Moment(row.at, row.line if row.kind == "order" else "", tuple(events), _truth(play, state))
    if play.ended:
        over = Event("over", {"winner": play.ended.winner, "reason": play.ended.reason}, frozenset({UMPIRE}))
        yield Moment(play.now, "", (over,), _truth(play, play.state))


def _truth(play: Play, state: Any) -> Mapping[str, Any]:
    return play.game.show(play.game.view(state, UMPIRE))
