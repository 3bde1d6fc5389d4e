"""A game being played: header and rows in, state and events out. No clock, no disk, no network.

Rows are only added: an undo is a row. Play keeps the line of rows that still count, and a state every so often,
so that an undo replays few of them. What happened is kept as entries until somebody takes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from klaxon.rules.contract import SPECTATOR, UMPIRE, Event, Game, Header, Ms, Order, Outcome, Refusal, Step
from klaxon.rules.text import read_tokens, show_tokens

MARK_EVERY = 100


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One row of a journal: an accepted order, time that brought events, or a table act."""

    at: Ms
    kind: str
    line: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A row with what happened at it, and the state after it."""

    row: JournalRow
    events: tuple[Event, ...]
    state: Any


class Play:
    """One game and its history."""

    def __init__(self, game: Game[Any, Any], header: Header, state: Any) -> None:
        """Begin at the state the header sets up."""
        self.game, self.header, self.state = game, header, state
        self.paused = False
        self.ended: Outcome | None = None
        self.rows: list[JournalRow] = []
        """The rows so far, those that were undone as well."""
        self._pages: list[Entry] = []
        self._line: list[JournalRow] = []
        self._marks: list[tuple[int, Any]] = [(0, state)]
        self._undone = 0
        self._everyone = frozenset((*game.seats, UMPIRE, SPECTATOR))

    @property
    def count(self) -> int:
        """How many rows there are so far."""
        return len(self.rows)

    @property
    def now(self) -> Ms:
        """The moment of play."""
        return self.game.now(self.state)

    @property
    def line(self) -> Sequence[JournalRow]:
        """The rows that still count, in order, without undone ones."""
        return self._line

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or by agreement of the players."""
        return self.ended or self.game.outcome(self.state)

    def order(self, order: Order) -> Step | Refusal:
        """Give an order; an accepted one becomes a row."""
        if self.ended:
            return Refusal("game-over", {"verb": order.verb})
        if self.paused:
            return Refusal("paused", {"verb": order.verb})
        step = self.game.apply(self.state, order)
        if isinstance(step, Step):
            self._add(JournalRow(self.now, "order", str(order)), step)
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
                self._add(JournalRow(self.game.now(step.state), "time", ""), step)
                events.extend(step.events)
            self.state = step.state
        return events

    def undo(self, count: int, by: str = "umpire") -> Refusal | None:
        """Take back the last orders, and the time since. Randomness differs afterwards."""
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
        self._line[keep:] = [JournalRow(self.game.now(state), "rekey", salt)]
        at, self.state, self.ended = self.now, self.game.rekey(state, salt), None
        self._act(JournalRow(at, "table", f"{by} undo {count}"), "undone", orders=count)
        return None

    def pause(self, by: str = "umpire") -> None:
        """Stop taking orders and time."""
        self.paused = True
        self._act(JournalRow(self.now, "table", f"{by} pause"), "paused")

    def resume(self, by: str = "umpire") -> None:
        """Continue after a pause."""
        self.paused = False
        self._act(JournalRow(self.now, "table", f"{by} resume"), "resumed")

    def end(self, winner: str = "", reason: str = "umpire", by: str = "umpire") -> None:
        """End the game by declaration: the umpire's (nobody wins), a captain's, or both captains'."""
        self.ended = Outcome(winner, reason)
        line = show_tokens((by, "end", ("winner", winner), ("reason", reason)), None)
        self._act(JournalRow(self.now, "table", line), "over", winner=winner, reason=reason)

    def note(self, line: str) -> None:
        """Add a row that concerns only the table: who sits where, what a boat is called, that the clock runs."""
        self._act(JournalRow(self.now, "table", line), "")

    def take_pages(self) -> list[Entry]:
        """Return the entries since the last call."""
        pages, self._pages = self._pages, []
        return pages

    def digest(self) -> str:
        """Return the digest of the state, keyed by the seed: without the seed it reveals nothing."""
        key = blake2b(self.header.seed.encode(), digest_size=32).digest()
        return blake2b(self.game.encode(self.state), key=key, digest_size=16).hexdigest()

    def restore(self, rows: Sequence[JournalRow], snapshots: Mapping[int, Any]) -> None:
        """Restore a history whose last row has a snapshot: number of rows -> state. Nothing is replayed."""
        for row in rows:
            self.rows.append(row)
            if row.kind == "table":
                self._recall(row)
            else:
                self._line.append(row)
            if self.count in snapshots:
                self._marks.append((len(self._line), snapshots[self.count]))
        self.state = self._marks[-1][1]

    def repeat(self, row: JournalRow) -> bool:
        """Replay a row of a journal; return whether that was possible."""
        before = self.count
        if row.kind == "table":
            self._repeat_act(row)
        elif self.paused or self.ended:
            return False
        else:
            self.pass_time(row.at)
            if row.kind == "order":
                self.order(Order.read(row.line))
        return self.count == before + 1

    def _repeat_act(self, row: JournalRow) -> None:
        if row.at > self.now and not self.paused:  # the silent time before it
            self.pass_time(row.at)
        match read_tokens(row.line)[0]:
            case (str(by), "undo", str(count)):
                self.undo(int(count), by)
            case (str(by), "pause"):
                self.pause(by)
            case (str(by), "resume"):
                self.resume(by)
            case (str(by), "end", ("winner", winner), ("reason", reason)):
                self.end(winner, reason, by)
            case _:
                self.note(row.line)

    def _recall(self, row: JournalRow) -> None:
        """Apply a table act of a history that is not replayed."""
        match read_tokens(row.line)[0]:
            case (_, "undo", str(count)):
                places = [place for place, kept in enumerate(self._line) if kept.kind == "order"]
                keep = places[-int(count)]
                while self._marks[-1][0] > keep:
                    self._marks.pop()
                self._undone += 1
                self._line[keep:] = [JournalRow(self._line[keep].at, "rekey", f"undo-{self._undone}")]
                self.ended = None
            case (_, "pause"):
                self.paused = True
            case (_, "resume"):
                self.paused = False
            case (_, "end", ("winner", winner), ("reason", reason)):
                self.ended = Outcome(winner, reason)
            case _:
                pass

    def _act(self, row: JournalRow, event: str, **facts: object) -> None:
        self.rows.append(row)
        events = (Event(event, facts, self._everyone),) if event else ()
        self._pages.append(Entry(row, events, self.state))

    def _add(self, row: JournalRow, step: Step) -> None:
        self.rows.append(row)
        self._pages.append(Entry(row, step.events, step.state))
        self._line.append(row)
        self.state = step.state
        if len(self._line) - self._marks[-1][0] >= MARK_EVERY:
            self._marks.append((len(self._line), step.state))

    def _again(self, state: Any, row: JournalRow) -> Any:
        """Return the state after replaying a row that was accepted before."""
        game = self.game
        while game.now(state) < row.at:
            state = game.advance(state, row.at).state
        if row.kind == "rekey":
            return game.rekey(state, row.line)
        if row.kind == "order":
            step = game.apply(state, Order.read(row.line))
            if isinstance(step, Refusal):
                raise RuntimeError(f"an accepted order was refused on replay: {row.line}")
            return step.state
        return state
