"""A running game: its clock, its rows on the way to the disk, and what its clients are told.

Orders are judged at once, become pages, and wait for the disk; only then is anything sent. Time is asked of the loop:
the game sleeps until the next order, the next `due`, or the moment a watched view goes stale. At a `due` that is only
a look nothing is written and nothing is sent. Nothing here blocks.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from klaxon.rules.contract import SPECTATOR, UMPIRE, Ms, Order, Refusal, Seat, unreadable
from klaxon.rules.text import UnreadableError
from klaxon.table.clock import PlayClock
from klaxon.table.debrief import Moment, TooEarlyError, debrief
from klaxon.table.disk.journal import SNAPSHOT_EVERY, JournalError, Snapshot
from klaxon.table.disk.ledger import Ledger, Told
from klaxon.table.disk.scribe import Scribe
from klaxon.table.disk.waits import Waits
from klaxon.table.following_games import BegunGame, Following, SetupError, sequel_of
from klaxon.table.naming import is_good_name
from klaxon.table.play import Entry, Play
from klaxon.table.session import Message, OrderDesk, Session, WatchedSeat
from klaxon.table.telling.telling import Telling

COUNT_IN = 3.0
KEEP_CLOCK = 5000
"""Milliseconds of play between rows that keep a running clock."""


class RunningGame:
    """One game that is played, and the sessions that are told of it."""

    count_in = COUNT_IN
    telling_type = Telling

    def __init__(
        self,
        name: str,
        play: Play,
        scribe: Scribe,
        seats_by_token: Mapping[str, frozenset[Seat]],
        following: Following | None = None,
    ) -> None:
        """Begin to play. `seats_by_token`: token -> the seats it opens. `following` begins the games after this one."""
        self.name, self.play, self.seats_by_token = name, play, seats_by_token
        self.ledger = Ledger(scribe, self._tell, self._ledger_changed, self._snapshot)
        self._following = following
        self.loop = asyncio.get_running_loop()
        self.clock = PlayClock(self.loop.time, play.now)
        self.sessions: list[Session] = []
        self.names: dict[str, str] = {}
        self.asked: Message | None = None
        self.declined: Message | None = None
        """The last question that was declined; it may be asked again from `ask_after` on, in the loop's time."""
        self.ask_after = 0.0
        self.counting_in = False
        self.is_console_away = False
        """Whether another console that works seats of this table is silent: until it is back nobody can go on."""
        self.wants_rematch: set[str] = set()
        self._telling = self.telling_type(play.game, play.state, self.sessions)
        self._known = (play.outcome, play.paused)
        """The state of the game as it is on disk. Nothing newer may be sent."""
        self.told_rows = play.count
        """How many rows clients were told of: their orders hold, whatever happens to this machine."""
        self._snapshot_at = play.count
        self._kept_at = play.now
        """The moment of the last row."""
        self._desks: defaultdict[tuple[str, str], OrderDesk] = defaultdict(OrderDesk)
        """Token and name of a client -> its orders, also after it came back."""
        self.changed = asyncio.Event()
        """Set whenever the table has sent something, for code that waits for an end."""
        self._timer: asyncio.TimerHandle | None = None
        self._waits = Waits(self.loop, self.tell_table)

    def rematch(self) -> str:
        """Play the same game once more, with the same people in their seats; return the error, '' on success."""
        return self._begin_another(lambda following: following.again(self.play))

    def begin_sequel(self) -> str:
        """Play the sequel of a game that is over, with the same people in their seats; return the error, '' if none."""
        return self._begin_another(lambda following: following.sequel(self.name, self.play))

    def _begin_another(self, begin: Callable[[Following], BegunGame]) -> str:
        if self._following is None:
            return "not-now"
        if not self.ledger.is_settled:
            return "not-saved"
        try:
            name, play, scribe = begin(self._following)
        except (JournalError, SetupError) as error:  # the game that is over stays where it is
            self.asked, self.wants_rematch = None, set()
            self.tell_table()
            if isinstance(error, SetupError):
                return "no-sequel"
            return error.code if error.code.startswith("disk-") else "disk-failed"
        self.ledger.close()
        self.name, self.play = name, play
        self.ledger = Ledger(scribe, self._tell, self._ledger_changed, self._snapshot)
        self.clock = PlayClock(self.loop.time, self.play.now)
        self.asked, self.declined, self.wants_rematch = None, None, set()
        self._telling = self.telling_type(play.game, play.state, self.sessions)
        self._known, self._snapshot_at, self.told_rows = (None, False), 0, 0
        for session in self.sessions:
            self.refresh(session)
        for boat, called in self.names.items():
            self.set_boat_name(boat, called)
        self.begin()
        return ""

    def remember(self, pages: Iterable[Entry], heard: Mapping[str, int]) -> None:
        """Restore what the seats heard in a resumed game: the counts, and the last messages."""
        self._telling.remember(pages, heard)

    # Time

    def begin(self) -> None:
        """Let the clock run, unless the game is paused or over."""
        if not self.play.paused and self.play.outcome is None:
            self.clock.start()
        self._arm()
        self.tell_table()

    def pause(self, by: str = UMPIRE) -> None:
        """Pause the game, in the name of a seat."""
        self.catch_up()
        self.play.pause(by)
        self.hold(running=False)
        self.turn_pages()

    def set_console_away(self, *, away: bool) -> None:
        """Note that another console has gone silent, or is back. A game that runs is paused; people let it go on."""
        self.is_console_away = away
        if away and not self.play.paused and self.play.outcome is None:
            self.pause()
        self.tell_table()

    def catch_up(self) -> None:
        """Advance the game to the clock's moment, through all events and looks on the way."""
        if not self.play.paused and self.play.outcome is None:
            self.play.pass_time(self.clock.now())
            self.turn_pages()

    def close(self) -> None:
        """Close the table for good: stop its clock, its timers and its ledger."""
        self.hold(running=False)
        self._waits.clear()
        self.ledger.close()

    def hold(self, *, running: bool) -> None:
        """Start or stop the clock: it runs only if nothing holds it."""
        held = self.ledger.standing in ("saving", "stuck")
        free = not (self.play.paused or self.counting_in or held or self.play.outcome)
        if running and free and not self.clock.running:
            self.clock.start()
        elif not running and self.clock.running:
            self.clock.stop()
        self._arm()

    def _arm(self) -> None:
        """Set a timer for the next moment at which time alone brings something, or the game looks."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self.clock.running or self.play.outcome is not None:
            return
        due = self.play.game.due(self.play.state)
        moments = [] if due is None else [due, Ms(self._kept_at + KEEP_CLOCK)]
        if self.ledger.quiet:  # what waits for the disk is shown when it is there, and this is asked again
            moments += self._telling.stale_moments()
        if moments:
            self._timer = self.loop.call_at(self.clock.when(min(moments)), self._ring)

    def _ring(self) -> None:
        """Handle the timer: let time pass and set the next one."""
        self._timer = None
        self.catch_up()
        ticking = self.play.game.due(self.play.state) is not None
        if ticking and self.clock.now() >= self._kept_at + KEEP_CLOCK:
            self.play.note("clock")
            self.turn_pages()
        self._show_stale()
        self._arm()

    def _show_stale(self) -> None:
        """Send the views that time alone has changed; nobody notices a look that changed none."""
        if self.ledger.quiet and any(stale <= self.play.now for stale in self._telling.stale_moments()):
            self._telling.show_state(self.play.state)

    # Orders

    def order(self, session: Session, number: int, seat: Seat, line: str) -> None:
        """Take an order of a session. A number that was used before gets its old answer, and nothing is carried out."""
        if number <= session.desk.orders:
            old = {"error": "old-order", "order": number, "last": session.desk.orders}
            session.send(session.desk.answers.get(number, old))
            return
        if session.counts_too_far(number):
            session.send({"error": "far-order", "order": number, "last": session.desk.orders})
            return
        self.catch_up()
        answer = self._judge(number, seat, line)
        session.desk.answer(number, answer)
        session.said = 0
        session.send(answer)
        self.turn_pages()

    def _judge(self, number: int, seat: Seat, line: str) -> Message:
        try:
            order = Order.read(f"{seat} {line}")
        except UnreadableError as error:
            return _refusal_message(number, unreadable(error))
        if self.ledger.standing == "stuck":
            return _refusal_message(number, Refusal("not-saved", {"why": self._why()}))
        step = self.play.order(order)
        return _refusal_message(number, step) if isinstance(step, Refusal) else {"sent": number}

    def turn_pages(self) -> None:
        """Number the new events for every seat that heard them, and pass the entries to the ledger."""
        pages: list[Told] = []
        for page in self.play.take_pages():
            self._kept_at = page.row.at
            pages.append((page, (self._telling.number(page), self.play.outcome, self.play.paused)))
        self.ledger.over = self.play.outcome is not None
        if pages:
            self._waits.add([page for page, _ in pages])
            self.ledger.add(pages)
        self._arm()

    # Telling

    def _snapshot(self, pages: Sequence[Entry]) -> Snapshot | None:
        """Return a snapshot of the state after the last entries, when one is due: every so often, and at the end."""
        since = self.play.count - self._snapshot_at
        if since < (SNAPSHOT_EVERY if self.play.outcome is None else 1):
            return None
        self._snapshot_at = self.play.count
        state = self.play.game.encode(pages[-1].state).decode()
        return Snapshot(self.play.count, json.dumps({"state": state, "heard": self._telling.heard}).encode())

    def _ledger_changed(self) -> None:
        """Handle a change of the ledger: the disk is slow, failed, or works again; or everything was sent."""
        self.hold(running=self.ledger.standing in ("", "unsaved"))
        self.tell_table()

    def _tell(self, batch: list[Told]) -> None:
        """Send every session what its seats heard, then what changed in their views."""
        self._waits.drop_first(len(batch))
        self.told_rows += len(batch)
        for _, (messages, outcome, paused) in batch:
            self._known = outcome, paused
            self._telling.tell(messages)
        self._telling.show_state(batch[-1][0].state)
        self.tell_table()

    def on_unreadable(self, error: Exception) -> None:
        """A client here could not read what this table sent: that is a fault of ours."""
        raise error

    def refresh(self, session: Session) -> None:
        """Send a session everything in full."""
        self._tell_standing(session, self.about(), again=True)
        self._telling.repeat(session)

    @property
    def may_debrief(self) -> bool:
        """Whether the end of the game is on the disk, and was not undone."""
        return self._known[0] is not None and self.play.outcome is not None

    @property
    def has_sequel(self) -> bool:
        """Whether the game is over and another one follows it."""
        return self._following is not None and self.may_debrief and sequel_of(self.play) is not None

    def debrief(self) -> Iterator[Moment]:
        """Replay the game with all its secrets, once its end is on the disk. TooEarlyError before that."""
        if not self.may_debrief:
            raise TooEarlyError
        return debrief(self.play)

    def about(self) -> Message:
        """Return what everybody may know of the table."""
        outcome, _ = self._known
        return {
            "state": self._state(),
            "why": self._why(),
            "now": self.clock.now(),
            "running": self.clock.running,
            "manning": self.manning(),
            "names": self.names,
            "asked": self.asked,
            "declined": self.declined,
            "outcome": outcome.show() if outcome else None,
            "sequel": self.has_sequel,
        }

    def _why(self) -> str:
        """Return what is wrong with the disk, if everybody is to know."""
        known = self.ledger.standing or self._known[0] is not None
        return self.ledger.trouble.code if self.ledger.trouble and known else ""

    def _state(self) -> str:
        outcome, paused = self._known
        if outcome is not None:
            return "over"
        if self.ledger.standing:
            return self.ledger.standing
        if paused and self.is_console_away:
            return "away"
        return "count-in" if self.counting_in else "paused" if paused else "running"

    def manning(self) -> dict[str, list[str]]:
        """Return who sits where: seat -> names."""
        seats = (*self.play.game.seats, UMPIRE)
        found = {str(seat): [s.name for s in self.sessions if seat in s.watches] for seat in seats}
        return {seat: names for seat, names in found.items() if names}

    def tell_table(self) -> None:
        """Send everybody the state of the table, if it changed; a running clock alone is no change."""
        self.changed.set()
        about = self.about()
        for session in self.sessions:
            if session.is_known:
                self._tell_standing(session, about)

    def _tell_standing(self, session: Session, about: Message, *, again: bool = False) -> None:
        """Send a session the state of the table, including whether orders of its own boats wait for the disk."""
        if about["state"] == "running" and self._waits.are_long_for(session.watches):
            about = {**about, "state": "saving"}
        data = {**about, "now": self.clock.pace}
        if again or data != session.told:
            session.told = data
            session.send({"table": about})

    # Seats and names

    def seat(self, session: Session, seat: Seat) -> None:
        """Give a session a seat."""
        session.watches.setdefault(seat, WatchedSeat())
        if seat != SPECTATOR:
            self.play.note(f"man {seat} {json.dumps(session.name)}")
            self.turn_pages()

    def unseat(self, session: Session, seat: Seat) -> None:
        """Take a seat from a session."""
        del session.watches[seat]
        session.send({"left": seat})
        self.play.note(f"left {seat} {json.dumps(session.name)}")
        self.turn_pages()
        self.tell_table()

    def set_boat_name(self, boat: str, name: object) -> str:
        """Give a boat a name, as a row of the journal; return the error, '' where it is done."""
        if not is_good_name(name):
            return "bad-name"
        self.names = {**self.names, boat: str(name)}
        self.play.note(f"name {boat} {json.dumps(name)}")
        self.turn_pages()
        self.tell_table()
        return ""


def _refusal_message(number: int, refusal: Refusal) -> Message:
    return {"refused": number, "code": refusal.code, "facts": dict(refusal.facts)}
