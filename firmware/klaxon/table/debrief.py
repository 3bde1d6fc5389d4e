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


class FinishedGame(NamedTuple):
    """All that a game that is over is told again from: plain data, so that another process can do it."""

    header: Header
    line: tuple[JournalRow, ...]
    """The rows that count."""
    ended: Outcome | None
    """How it ended by word of mouth."""
    last: bytes
    """The last state."""


class TooEarlyError(Exception):
    """The game is not over, so its secrets must not be shown."""


def finished_game(play: Play) -> FinishedGame:
    """Return a game that is over, as it is now: the table may go on. TooEarlyError before that."""
    if play.outcome is None:
        raise TooEarlyError
    return FinishedGame(play.header, tuple(play.line), play.ended, play.game.encode(play.state))


def debrief(play: Play) -> Iterator[Moment]:
    """Yield the moments of a game that is over, from before its first order to its end. What was undone is left out."""
    return moments_of(play.game, finished_game(play))


def moments_of(game: Game[Any, Any], finished: FinishedGame) -> Iterator[Moment]:
    """Yield the moments of a finished game, as `debrief` does."""
    ended, events = finished.ended, list[Event]()
    for step in steps_of(game, finished):
        events += step.events
        if step.row is None or (step.is_last and events):
            at, line = (step.row.at, step.row.line) if step.row is not None else (game.now(step.state), "")
            by_order = step.row is not None and step.row.kind == "order"
            yield Moment(at, line if by_order else "", tuple(events), _truth(game, step.state))
        if step.is_last:
            events.clear()
    if ended:
        last = game.decode(finished.last)
        over = Event("over", {"winner": ended.winner, "reason": ended.reason}, frozenset({UMPIRE}))
        yield Moment(game.now(last), "", (over,), _truth(game, last))


class ReplayedStep(NamedTuple):
    """A step of a game that is played again: the state after it, and what happened in it."""

    state: Any
    events: tuple[Event, ...] = ()
    row: JournalRow | None = None
    """The row that it belongs to; None before the first."""
    is_last: bool = False
    """Whether it is the last step of its row."""


def steps_of(game: Game[Any, Any], finished: FinishedGame) -> Iterator[ReplayedStep]:
    """Yield every step of a finished game, from its set-up to its last row."""
    state = game.setup(finished.header)
    yield ReplayedStep(state)
    for row in finished.line:
        while game.now(state) < row.at:
            step = game.advance(state, row.at)
            state = step.state
            yield ReplayedStep(state, step.events, row)
        if row.kind == "rekey":
            state = game.rekey(state, row.line)
        events: tuple[Event, ...] = ()
        if row.kind == "order":
            done = game.apply(state, Order.read(row.line))
            if isinstance(done, Refusal):
                raise RuntimeError(f"an accepted order was refused on replay: {row.line}")
            state, events = done.state, done.events
        yield ReplayedStep(state, events, row, is_last=True)


def _truth(game: Game[Any, Any], state: Any) -> Mapping[str, Any]:
    return game.show(game.view(state, UMPIRE))
