"""A console as a table of a hall, in made-up time, without a broker: what would leave is noted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from klaxon.club.mail import Mail
from klaxon.club.outbox.kept import KeptRow
from klaxon.club.outbox.receiving import Inbox
from klaxon.club.outbox.sending import Outbox
from klaxon.club.signing import SigningKey
from klaxon.club.table_side.console_health import ConsoleHealth
from klaxon.club.table_side.console_table import ConsoleTable
from klaxon.club.table_side.table_end import TableEnd, TableIdentity
from klaxon.club.topics import TableChannel, read_topic, topic_of
from klaxon.club.working import EndWorker
from klaxon.console.lobby.game_plan import GamePlan
from klaxon.table.disk.shelf import Shelf
from tests.club.kit.hall import BOX, MemoryRows, table_id
from tests.console.kit.playing import Playing, at_the_console

KEY = SigningKey(bytes(range(32)))
OWN = table_id(1)


class ClubConsole:
    """What a hall has of a console."""

    def __init__(self, play: Playing, shelf: Shelf | None, rows: MemoryRows, key: SigningKey = KEY) -> None:
        self.play, self.rows = play, rows
        self.sent: list[tuple[float, Mail]] = []
        self._commands, self._inbox = Outbox(BOX), Inbox(sender=OWN)
        self._commands.on_connect()
        self.answers: list[dict[str, Any]] = []
        self.parcels: list[tuple[str, bytes]] = []
        self.table = ConsoleTable(play.console, shelf)
        health = ConsoleHealth(None, None)
        self.end = TableEnd(TableIdentity(OWN, key, "box-1", "Table 1"), rows.read, self.table.carry_out, health)
        self.worker = EndWorker(self.end, self._write, asyncio.get_running_loop().time)
        self.table.end, self.table.wake = self.end, self.worker.wake
        self.table.begin()

    def _write(self, rows: Any) -> None:
        self.rows.write(tuple(KeptRow(*row) for row in rows))

    def send(self, mail: Mail) -> None:
        """What leaves: it is noted, and parcels are received as by a desk."""
        self.sent.append((asyncio.get_running_loop().time(), mail))
        topic = read_topic(mail.topic)
        if topic is None:
            return
        if topic.channel is TableChannel.OUTBOX:
            for parcel in self._inbox.receive(mail.payload):
                if parcel.kind == "answer":
                    self.answers.append(json.loads(parcel.body))
                else:
                    self.parcels.append((parcel.kind, parcel.body))
            for receipt in self._inbox.take_receipts():
                self.worker.on_mail(Mail(topic_of(OWN, TableChannel.OUTBOX_RECEIPT), receipt))
        elif topic.channel is TableChannel.COMMANDS_RECEIPT:
            self._commands.receive(mail.payload)

    async def begin(self, **options: str) -> None:
        """Begin a game at the console itself."""
        plan = GamePlan("sonar", "", {"red": "all", "blue": "all"}, options)
        self.play.console.lobby.begin(plan, "7")
        await self.play.run(1)

    async def command(self, do: str, **facts: Any) -> str:
        """Let the desk give a command; return the answer, with the code of a refusal."""
        self._commands.add("command", json.dumps({"do": do, **facts}).encode())
        for piece in self._commands.send(asyncio.get_running_loop().time()):
            self.worker.on_mail(Mail(topic_of(OWN, TableChannel.COMMANDS), piece))
        await self.play.run(1)
        last = self.answers[-1]
        return f"{last['answer']} {last.get('code', '')}".strip()

    def said(self, channel: TableChannel) -> list[Any]:
        """Return what was said on a channel."""
        topic = topic_of(OWN, channel)
        return [json.loads(mail.payload) for _, mail in self.sent if mail.topic == topic]


@asynccontextmanager
async def club_console(
    shelf: Shelf | None = None, rows: MemoryRows | None = None, *, connected: bool = True
) -> AsyncIterator[ClubConsole]:
    """Sit at a console that is a table of a hall, in its lobby."""
    async with at_the_console(shelf, begin=False) as play:
        console = ClubConsole(play, shelf, rows or MemoryRows())
        working = asyncio.create_task(console.worker.run())
        if connected:
            console.worker.on_connect(console.send)
        await play.run(0)
        try:
            yield console
        finally:
            console.table.close()
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
