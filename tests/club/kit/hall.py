"""A desk for tests, without a broker or a disk: tables say what a test wants them to say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from klaxon.club.desk.desk import Desk
from klaxon.club.desk.hall import Hall
from klaxon.club.desk.results import VerifyJob
from klaxon.club.joining.newcomers import NewTables
from klaxon.club.mail import Mail
from klaxon.club.outbox.kept import KeptRow
from klaxon.club.outbox.receiving import Inbox
from klaxon.club.outbox.sending import Outbox
from klaxon.club.topics import TableChannel, read_topic, topic_of
from klaxon.club.tournament.acts import Act, read_act
from klaxon.club.tournament.next_round import next_round
from klaxon.club.tournament.tournament import ActError

BOX = "desk-box"


def table_id(number: int) -> str:
    return f"{number:012x}"


@dataclass
class MemoryRows:
    """A disk that is a dictionary."""

    areas: dict[str, dict[str, bytes]] = field(default_factory=dict)

    def read(self, area: str) -> dict[str, bytes]:
        return dict(sorted(self.areas.get(area, {}).items()))

    def write(self, rows: tuple[KeptRow, ...]) -> None:
        for area, key, value in rows:
            if value is None:
                self.areas.get(area, {}).pop(key, None)
            else:
                self.areas.setdefault(area, {})[key] = value

    def acts(self) -> list[Act]:
        return [read_act(json.loads(row)) for row in self.read("book").values()]


class FakeTable:
    """One table of the hall, as little as a desk needs: it answers commands and reports what it is told to report."""

    def __init__(self, number: int) -> None:
        self.id = table_id(number)
        self.outbox = Outbox(f"table-{number}")
        self.inbox = Inbox(sender="desk")
        self.done: list[dict[str, Any]] = []
        """The commands it was given."""


class FakeHall:
    """A desk with its tables."""

    def __init__(self, tables: int = 0, rows: MemoryRows | None = None, newcomers: NewTables | None = None) -> None:
        self.rows, self.now = rows or MemoryRows(), 1000.0
        self._newcomers = newcomers
        self.desk = self._open()
        self.tables = {table_id(n): FakeTable(n) for n in range(1, tables + 1)}
        self.jobs: list[VerifyJob] = []
        for n, table in enumerate(self.tables, 1):
            self.desk.hall.add_table(table, f"Table {n}", "00" * 32)
        self.desk.on_connect()
        for table in self.tables:
            self.say(table, TableChannel.HERE, b"online")
        self.turn()

    def _open(self) -> Desk:
        return Desk(Hall(self.rows.read, self.rows.acts(), BOX), self.rows.read("journals"), self._newcomers)

    def restart(self) -> None:
        """The desk begins anew with what is on the disk."""
        self.desk = self._open()
        self.desk.on_connect()
        for table in self.tables.values():
            table.outbox.on_connect()
            self.say(table.id, TableChannel.HERE, b"online")
        self.turn()

    def say(self, table: str, channel: TableChannel, said: bytes | Mapping[str, Any]) -> None:
        payload = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.desk.on_mail(Mail(topic_of(table, channel), payload), self.now)

    def act(self, do: str, **facts: Any) -> None:
        self.desk.act({"do": do, **facts}, self.now)
        self.turn()

    def tournament(self, act: str, **facts: Any) -> None:
        self.act("tournament", act={"act": act, **facts})

    def refusal(self, do: str, **facts: Any) -> str:
        try:
            self.act(do, **facts)
        except ActError as error:
            return error.code
        return ""

    def tell(self) -> None:
        """Tell pages what newcomers are there."""
        self.desk._news = True
        self.turn()

    def report(self, table: str, kind: str, body: Mapping[str, Any] | bytes) -> None:
        """Let a table send a parcel."""
        self.tables[table].outbox.add(kind, body if isinstance(body, bytes) else json.dumps(body).encode())
        self.tables[table].outbox.on_connect()
        self.turn()

    def turn(self) -> None:
        """Carry mail to and fro until nothing moves."""
        for _ in range(200):
            if not self._turn_once():
                return
        raise AssertionError("the mail never ends")

    def _turn_once(self) -> bool:
        desk = self.desk
        if (wanted := desk.wants_pairing()) is not None:
            try:
                desk.on_pairing(next_round(wanted), self.now)
            except ActError as error:
                desk.on_pairing(error, self.now)
        self.jobs += desk.take_jobs()
        batch = desk.take_batch(self.now)
        self.rows.write(batch.rows)
        desk.tell_lookers()
        moved = bool(batch)
        for mail in batch.mail:
            topic = read_topic(mail.topic)
            if topic is not None and topic.table in self.tables:
                self._carry(self.tables[topic.table], topic.channel, mail.payload)
        for table in self.tables.values():
            for piece in table.outbox.send(self.now):
                self.say(table.id, TableChannel.OUTBOX, piece)
                moved = True
        return moved

    def _carry(self, table: FakeTable, channel: TableChannel, payload: bytes) -> None:
        if channel is TableChannel.OUTBOX_RECEIPT:
            table.outbox.receive(payload)
        elif channel is TableChannel.COMMANDS:
            for parcel in table.inbox.receive(payload):
                if parcel.kind == "command":
                    table.done.append(json.loads(parcel.body))
                    answer = {"box": BOX, "n": parcel.n, "answer": "done"}
                    table.outbox.add("answer", json.dumps(answer).encode())
                    table.outbox.on_connect()
            for receipt in table.inbox.take_receipts():
                self.say(table.id, TableChannel.COMMANDS_RECEIPT, receipt)

    def verify(self, claim: str, wrong: str = "", winner: str = "red", **facts: Any) -> None:
        """Let the worker say what it found."""
        verdict = {"wrong": wrong, "game": "sonar", "outcome": {"winner": winner}, "boats": {}, "assignment": ""}
        self.desk.on_verdict(claim, {**verdict, **facts}, self.now)
        self.turn()


def busy_hall(crews: int = 8, tables: int = 4) -> FakeHall:
    """Return a hall in the middle of its first round: for pages to show."""
    hall = FakeHall(tables)
    hall.act("begin", name="Autumn", game="sonar", system="swiss", rounds=5)
    names = ("Sharks", "Rays", "Orcas", "Pikes", "Eels", "Crabs", "Seals", "Terns", "Gulls", "Krakens")
    for n in range(crews):
        hall.tournament("Enter", name=names[n] if n < len(names) else f"Crew {n + 1}")
    hall.act("pair")
    for n, table in enumerate(hall.tables):
        sitting = hall.tables[table].done[0]
        stands = {"state": "running", "now": 60_000 * n, "names": sitting["boats"], "outcome": None}
        hall.say(table, TableChannel.STATE, {"game": "sonar", "stands": stands})
        troubles = [{"code": "panel", "facts": {"station": "red-2"}}] if n == 1 else []
        hall.say(table, TableChannel.HEALTH, {"version": "0.1.0", "disk_free": 900, "heat": 48, "troubles": troubles})
    hall.turn()
    return hall
