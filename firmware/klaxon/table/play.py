"""A game being played: header and rows in, state and events out. No clock, no disk, no network.

Rows are only added: an undo is a row. Play keeps the line of rows that still count, and a state every so often,
so that an undo replays few of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from klaxon.rules.contract import Event, Game, Header, Ms, Order, Outcome, Refusal, Step

MARK_EVERY = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a journal: an accepted order, time that brought events, or a table act."""

    at: Ms
    kind: str
    line: str


class Play:
    """One game and its history."""

    def __init__(self, game: Game[Any, Any], header: Header, state: Any) -> None:
        """Begin at the state the header sets up."""
        self.game, self.header, self.state = game, header, state
        self.rows: list[Row] = []
        self.paused = False
        self.ended: Outcome | None = None
        self._line: list[Row] = []
        self._marks: list[tuple[int, Any]] = [(0, state)]
        self._undone = 0

    @property
    def now(self) -> Ms:
        """The moment of play."""
        return self.game.now(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by the umpire."""
        return self.ended or self.game.outcome(self.state)

    def order(self, order: Order) -> Step | Refusal:
        """Give an order; an accepted one becomes a row."""
        if self.ended:
            return Refusal("game-over", {"verb": order.verb})
        if self.paused:
            return Refusal("paused", {"verb": order.verb})
        step = self.game.apply(self.state, order)
        if isinstance(step, Step):
            self._add(Row(self.now, "order", str(order)), step.state)
        return step

    def pass_time(self, until: Ms) -> list[Event] | Refusal:
        """Let time pass up to a moment, through every instant that brings events."""
        if until < self.now:
            return Refusal("time-backwards", {"now": self.now, "until": until})
        if self.paused:
            return Refusal("paused", {"verb": "at"})
        events: list[Event] = []
        while self.now < until and not self.ended:
            step = self.game.advance(self.state, until)
            if step.events:
                self._add(Row(self.game.now(step.state), "time", ""), step.state)
                events.extend(step.events)
            self.state = step.state
        return events

    def undo(self, count: int) -> Refusal | None:
        """Take back the last orders, and the time since. Chance goes on differently."""
        places = [place for place, row in enumerate(self._line) if row.kind == "order"]
        if not 1 <= count <= len(places):
            return Refusal("nothing-to-undo", {"orders": len(places)})
        keep = places[-count]
        while self._marks[-1][0] > keep:
            self._marks.pop()
        place, state = self._marks[-1]
        for row in self._line[place:keep]:
            state = self._again(state, row)
        while self.game.now(state) < self._line[keep].at:  # the silent time before the order that is taken back
            state = self.game.advance(state, self._line[keep].at).state
        self._undone += 1
        salt = f"undo-{self._undone}"
        self.rows.append(Row(self.now, "table", f"umpire undo {count}"))
        self._line[keep:] = [Row(self.game.now(state), "rekey", salt)]
        self.state = self.game.rekey(state, salt)
        self.ended = None
        return None

    def pause(self) -> None:
        """Stop taking orders; time stands still."""
        self._act("pause")
        self.paused = True

    def resume(self) -> None:
        """Go on."""
        self._act("resume")
        self.paused = False

    def end(self) -> None:
        """End the game by the umpire's word: nobody wins."""
        self._act("end")
        self.ended = Outcome("", "umpire")

    def digest(self) -> str:
        """Return the digest of the state, keyed by the seed: it tells nothing to who does not have it."""
        key = blake2b(self.header.seed.encode(), digest_size=32).digest()
        return blake2b(self.game.encode(self.state), key=key, digest_size=16).hexdigest()

    def _act(self, act: str) -> None:
        self.rows.append(Row(self.now, "table", f"umpire {act}"))

    def _add(self, row: Row, state: Any) -> None:
        self.rows.append(row)
        self._line.append(row)
        self.state = state
        if len(self._line) - self._marks[-1][0] >= MARK_EVERY:
            self._marks.append((len(self._line), state))

    def _again(self, state: Any, row: Row) -> Any:
        """Return the state after a row that was accepted before."""
        game = self.game
        while game.now(state) < row.at:
            state = game.advance(state, row.at).state
        if row.kind == "rekey":
            return game.rekey(state, row.line)
        if row.kind == "order":
            step = game.apply(state, Order.read(row.line))
            if isinstance(step, Refusal):
                message = f"an accepted order was refused on replay: {row.line}"
                raise RuntimeError(message)
            return step.state
        return state
