"""The debrief: a finished game replayed from its rows, with the full state after each of them.

It shows what the umpire sees. Nobody gets a debrief while a game goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from klaxon.rules.contract import UMPIRE, Event, Game, Header, Ms, Order, Outcome, Refusal
from klaxon.table.play import JournalRow, Play


class Moment(NamedTuple):
    """What happened at one instant of a game, and the full state then. To keep many of them use `Truths`."""

    at: Ms
    line: str
    """The order; '' if time brought the events."""
    events: tuple[Event, ...]
    truth: Mapping[str, Any]


class TooEarlyError(Exception):
    """The game is not over, so its secrets must not be shown."""


def debrief(play: Play) -> Iterator[Moment]:
    """Yield the moments of a finished game, from before its first order to its end, without what was undone.

    The history is copied now; a thread may go through the moments while the table goes on.
    """
    if play.outcome is None:
        raise TooEarlyError
    return _moments(play.game, play.header, tuple(play.line), play.ended, play.state)


def _moments(
    game: Game[Any, Any], header: Header, line: tuple[JournalRow, ...], ended: Outcome | None, last: Any
) -> Iterator[Moment]:
    state = game.setup(header)
    yield Moment(game.now(state), "", (), _truth(game, state))
    for row in line:
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
            yield Moment(row.at, row.line if row.kind == "order" else "", tuple(events), _truth(game, state))
    if ended:
        over = Event("over", {"winner": ended.winner, "reason": ended.reason}, frozenset({UMPIRE}))
        yield Moment(game.now(last), "", (over,), _truth(game, last))


def _truth(game: Game[Any, Any], state: Any) -> Mapping[str, Any]:
    return game.show(game.view(state, UMPIRE))
