"""Tables on a real broker, without consoles: they report what a test wants and do what they are told."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

from klaxon.club.broker.connection import BrokerConnection
from klaxon.club.outbox.kept import KeptRows
from klaxon.club.signing import SigningKey, draw_key
from klaxon.club.table_side.game_witness import GameWitness
from klaxon.club.table_side.table_end import TableEnd, TableIdentity
from klaxon.club.working import EndWorker
from klaxon.rules.contract import Header, Outcome
from tests.club.kit.desk_process import DeskProcess
from tests.club.kit.mosquitto import Mosquitto

HEADER = Header("sonar", 1, {}, {}, "7")


class RealTable:
    """One table: its file of rows, and its connection while it is switched on."""

    def __init__(self, folder: Path, table: str, broker: Mosquitto | DeskProcess) -> None:
        self.id, self._folder, self._broker = table, folder, broker
        self._secret = draw_key()
        self.done: list[dict[str, Any]] = []
        """The commands it carried out, over all its lives."""
        self.reported: list[str] = []
        self._run: asyncio.Task[None] | None = None

    @property
    def signing_key(self) -> SigningKey:
        return SigningKey(self._secret)

    @property
    def key(self) -> str:
        return self.signing_key.public

    def switch_on(self) -> None:
        self._rows = rows = KeptRows.open(self._folder / f"{self.id}.rows")
        identity = TableIdentity(self.id, self.signing_key, f"box-{self.id}")
        self.end = TableEnd(identity, rows.read, self._carry_out, lambda: {"version": "0.1.0"})
        self.worker = EndWorker(self.end, rows.write, time.monotonic)
        files = self._broker.files
        connection = BrokerConnection(self.worker, lambda: files.account(self.id, "127.0.0.1", self._broker.port))
        self._run = asyncio.gather(self.worker.run(), connection.run())  # type: ignore[assignment]

    async def switch_off(self) -> None:
        """As a plug that is pulled: what is not written is gone."""
        if self._run is not None:
            self._run.cancel()
            await asyncio.gather(self._run, return_exceptions=True)
            self._rows.close()
            self._run = None

    def _carry_out(self, command: Any) -> str:
        self.done.append(dict(command))
        return ""

    async def report(self, name: str, assignment: str = "", winner: str = "red") -> None:
        """Report a game; it counts as reported when it is on the table's disk."""
        witness = GameWitness(name, HEADER, assignment)
        body = json.dumps({"signed": name}).encode() * 2000
        self.end.report(witness, Outcome(winner, "sunk"), body)
        await self.worker.until_written()
        self.reported.append(name)
