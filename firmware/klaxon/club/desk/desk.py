"""The desk: one value that takes mail, acts of the organiser and of phones, and reports to pages. It does no I/O.

Whoever works it (`desk/running.py`, a test, a simulation) hands in mail and the time, does its jobs, writes its rows
and sends its mail, in that order. Nothing is answered before it is on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from klaxon.club.desk.check_in import CheckingIn
from klaxon.club.desk.commanding import Commanding
from klaxon.club.desk.following import FollowedTable
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.hall_table import HallTable
from klaxon.club.desk.organiser import DeskParts, Organiser
from klaxon.club.desk.results import Results, VerifyJob
from klaxon.club.desk.rounds import HallRounds
from klaxon.club.joining.newcomers import NewTables
from klaxon.club.mail import Mail, MailBatch
from klaxon.club.outbox.parcels import Parcel
from klaxon.club.topics import DESK_HERE, TableChannel, read_topic, topic_of, topics_to
from klaxon.club.tournament.acts import StartRound
from klaxon.club.tournament.tournament import ActError, Tournament
from klaxon.table.foreign_json import read_json_object

LARGEST_STATE = 64 * 1024
"""Bytes of what a table says of itself."""


class Desk:
    """The desk of one hall."""

    def __init__(
        self, hall: Hall, journals: Mapping[str, bytes] | None = None, newcomers: NewTables | None = None
    ) -> None:
        """Begin with a hall as it was kept, and the journals that still have to be verified."""
        self.hall, self.newcomers = hall, newcomers
        self.commanding = Commanding(hall)
        self.results = Results(hall, journals or {})
        self.rounds = HallRounds(hall, self.commanding)
        self.check_in = CheckingIn(hall)
        self.followed = FollowedTable()
        self.followed.follow(hall.settings.followed, hall.settings.delay)
        parts = DeskParts(hall, self.commanding, self.results, self.rounds, self.followed, newcomers)
        self._organiser = Organiser(parts)
        self.is_connected = False
        self.subscriptions = tuple(topics_to("desk"))
        self.will = Mail(DESK_HERE, b"offline", retained=True)
        self._mail: list[Mail] = []
        self._lookers: list[Callable[[], None]] = []
        self._news = False
        self._clock_due: float | None = None

    # Pages

    def look(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` whenever a report would differ; return what ends it."""
        self._lookers.append(on_change)
        return lambda: self._lookers.remove(on_change)

    def act(self, message: Mapping[str, Any], now: float) -> None:
        """Do what an organiser wants. ActError says why it cannot be done, and nothing was."""
        self._organiser.act(message, now)
        self._news = True

    def sign_in(self, name: str, now: float) -> str:
        """Check a crew in by phone; return its ticket. ActError says why it cannot be done."""
        ticket = self.check_in.check_in(name, now)
        self._news = True
        return ticket

    def greet(self, question: Mapping[str, Any], host: str, now: float) -> Mapping[str, Any]:
        """Answer a table that asks to be let in."""
        if self.newcomers is None:
            return {"error": "closed"}
        before = len(self.newcomers.report(now))
        answer = self.newcomers.answer(question, now, host)
        self._news |= "say" in answer or "wrong" in answer or before != len(self.newcomers.report(now))
        return answer

    def let_in(self, table: str, name: str, key: str, now: float) -> None:
        """Let a table into the hall, or in again with another key."""
        self.commanding.give(self.hall.add_table(table, name, key), "name", {"name": name}, now)
        self._news = True

    def tell_lookers(self) -> None:
        """Tell pages that there is news, if there is; it is on the disk by now."""
        if self._news:
            self._news = False
            for on_change in tuple(self._lookers):
                on_change()

    # Jobs off the loop

    def take_jobs(self) -> list[VerifyJob]:
        """Return the journals to verify."""
        return self.results.take_jobs()

    def on_verdict(self, claim: str, verdict: Mapping[str, Any], now: float) -> None:
        """A journal was verified."""
        self.results.on_verdict(claim, verdict)
        self.rounds.fill(now)
        self._news = True

    def wants_pairing(self) -> Tournament | None:
        """Return the tournament whose next round is wanted; None where none is."""
        return self.hall.tournament if self.rounds.pairs else None

    def on_pairing(self, made: StartRound | ActError, now: float) -> None:
        """The next round was paired, or cannot be."""
        self.rounds.on_pairing(made, now)
        self._news = True

    # The broker

    def on_connect(self) -> None:
        """The broker is there."""
        self.is_connected = self._news = True
        self._mail.append(Mail(DESK_HERE, self.hall.box.encode(), retained=True))
        for table in self.hall.tables.values():
            table.commands_out.on_connect()

    def on_lost(self) -> None:
        """The broker is gone: nobody knows how tables are."""
        self.is_connected, self._news = False, True
        for table in self.hall.tables.values():
            table.here = False
            table.commands_out.on_lost()

    def on_mail(self, mail: Mail, now: float) -> None:
        """A message came. Whatever it is, it stops nothing."""
        topic = read_topic(mail.topic)
        table = self.hall.tables.get(topic.table) if topic else None
        if topic is None or table is None:
            return
        table.heard = now
        match topic.channel:
            case TableChannel.HERE:
                self._on_here(table, mail.payload, now)
            case TableChannel.OUTBOX:
                for parcel in table.inbox.receive(mail.payload):
                    self._on_parcel(table, parcel)
            case TableChannel.COMMANDS_RECEIPT:
                if arrived := table.commands_out.receive(mail.payload):
                    self.commanding.on_arrived(table, arrived)
                    self._news = True
            case TableChannel.WITNESS:
                self.results.on_witness(table, read_json_object(mail.payload, LARGEST_STATE))
            case TableChannel.STATE | TableChannel.HEALTH | TableChannel.EVENT:
                self._on_public(table, topic.channel, read_json_object(mail.payload, LARGEST_STATE), now)

    def _on_here(self, table: HallTable, payload: bytes, now: float) -> None:
        here = payload == b"online"
        self._news |= here != table.here
        if here and not table.here:
            table.commands_out.on_connect()
        table.here = here
        if here:
            self.rounds.fill(now)

    def _on_public(self, table: HallTable, channel: TableChannel, said: dict[str, Any] | None, now: float) -> None:
        if said is None:
            return
        if channel is TableChannel.HEALTH:
            table.health = said
        elif channel is TableChannel.STATE:
            table.state = said
            self.followed.note(table.id, "state", said, now)
        else:
            self.followed.note(table.id, "event", said, now)
            return
        self._news = True

    def _on_parcel(self, table: HallTable, parcel: Parcel) -> None:
        kind, _, name = parcel.kind.partition("/")
        if kind == "answer":
            self.commanding.on_answer(table, parcel.body)
        elif kind == "result":
            self.results.on_result(table, parcel.body)
        elif kind == "journal" and name:
            self.results.on_journal(table, parcel, name)
        self._news = True

    def take_batch(self, now: float) -> MailBatch:
        """Return what is to be written, and then sent."""
        self._news |= self.followed.release(now)
        self._news |= self.newcomers is not None and self.newcomers.forget(now)
        self._keep_clock(now)
        mail, self._mail = self._mail, []
        for table in self.hall.tables.values():
            receipts = table.inbox.take_receipts()
            mail += [Mail(topic_of(table.id, TableChannel.OUTBOX_RECEIPT), each) for each in receipts]
            if table.here:
                pieces = table.commands_out.send(now)
                mail += [Mail(topic_of(table.id, TableChannel.COMMANDS), each) for each in pieces]
        return MailBatch(tuple(self.hall.take_rows()), tuple(mail))

    def _keep_clock(self, now: float) -> None:
        clock = self.hall.clock
        due = clock.due(now)
        self._clock_due = due
        if due is not None and due <= now:
            self.hall.keep_clock(now)
            self._clock_due = clock.due(now)
        elif clock.runs and due is None:  # time is up
            clock.set(now, runs=False)
            self.hall.keep_clock(now)
            self._news = True

    @property
    def due(self) -> float | None:
        """When `take_batch` is to be called even if nothing comes."""
        times = [table.commands_out.due for table in self.hall.tables.values() if table.here]
        times += [self.followed.due, self._clock_due, self.newcomers.due if self.newcomers else None]
        return min((each for each in times if each is not None), default=None)
