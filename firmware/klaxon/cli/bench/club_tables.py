"""The tables of `klaxon bench club`: a process of its own, so that what they cost is not what the desk costs.

    python -m klaxon.cli.bench.club_tables FOLDER PORT COUNT SECONDS

plays so many tables by the clock and prints one JSON line of what it measured. Their outboxes are kept in memory.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from klaxon.club.broker.connection import BrokerConnection
from klaxon.club.broker.hall_files import HallFiles
from klaxon.club.mail import Mail
from klaxon.club.signing import SigningKey
from klaxon.club.table_side.game_witness import GameWitness
from klaxon.club.table_side.table_end import TableEnd, TableIdentity
from klaxon.club.working import EndWorker, SendMail
from klaxon.rules.contract import Header, Outcome
from klaxon.rules.games import FIRST_GAME

EVENT_EVERY, GAME_EVERY = 1.0, 20.0
"""Seconds between two public events of a table, each with a new state, and between two games that end."""
JOURNAL = 12_000
"""Bytes of a journal: that of a game of Captain Sonar in turns has some ten thousand."""
VIEW = {"boats": {boat: {"damage": 1, "sector": 3, "surfaced": False} for boat in ("red", "blue")}, "turn": "red"}


def table_id(number: int) -> str:
    """Return the id of the how manieth table."""
    return f"{number:012x}"


class _CountingWorker(EndWorker):
    """Counts what it sends."""

    messages = 0

    def on_connect(self, send: SendMail) -> None:
        """The broker is there."""

        def count(mail: Mail) -> None:
            self.messages += 1
            send(mail)

        super().on_connect(count)


class BenchTable:
    """One table that plays by the clock."""

    def __init__(self, files: HallFiles, port: int, number: int) -> None:
        """Prepare it; `run` connects."""
        self.id = table_id(number)
        self.delays: list[float] = []
        """Seconds from a report to the receipt that it is on the desk's disk."""
        self._account = files.account(self.id, "127.0.0.1", port)
        identity = TableIdentity(self.id, SigningKey(bytes([number % 256]) * 32), f"box-{number}")
        self._end = TableEnd(identity, lambda _: {}, lambda _: "", lambda: {"version": "bench", "troubles": []})
        self.worker = _CountingWorker(self._end, lambda _: None, time.monotonic)
        self._connection = BrokerConnection(self.worker, lambda: self._account)

    async def run(self) -> None:
        """Play until cancelled."""
        await asyncio.gather(self.worker.run(), self._connection.run(), self._play())

    async def _play(self) -> None:
        await asyncio.sleep(random.uniform(0, EVENT_EVERY))  # noqa: S311 - tables are not in step
        next_game = time.monotonic() + random.uniform(0, GAME_EVERY)  # noqa: S311
        n = games = 0
        while True:
            n += 1
            self._end.tell_event({"n": n, "at": n * 1000, "type": "course", "facts": {"boat": "red", "dir": "north"}})
            stands = {"state": "running", "now": n * 1000, "running": True, "names": {}, "outcome": None}
            state = {"game": FIRST_GAME, "game_name": "00001-sonar", "stands": stands, "view": VIEW}
            self._end.note_state(state, time.monotonic())
            if time.monotonic() >= next_game:
                next_game += GAME_EVERY
                games += 1
                await self._report(f"{games:05d}-sonar")
            self.worker.wake()
            await asyncio.sleep(EVENT_EVERY)

    async def _report(self, name: str) -> None:
        witness = GameWitness(name, Header(FIRST_GAME, 1, {}, {}, ""))
        begun = time.monotonic()
        self._end.report(witness, Outcome("red", "sunk"), os.urandom(JOURNAL))
        self.worker.wake()
        while self._end.waiting:  # noqa: ASYNC110 - what is measured is when nothing waits any more
            await asyncio.sleep(0.002)
        self.delays.append(time.monotonic() - begun)


async def play(folder: Path, port: int, count: int, seconds: float) -> Mapping[str, Any]:
    """Play tables for a while; return what was measured."""
    files = HallFiles(folder)
    files.passwords = json.loads((folder / "accounts.json").read_text("utf-8"))
    before = _resident()
    tables = [BenchTable(files, port, number) for number in range(count)]
    tasks = [asyncio.create_task(table.run()) for table in tables]
    await asyncio.sleep(seconds)
    used, resident = resource.getrusage(resource.RUSAGE_SELF), _resident()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    delays = sorted(delay for table in tables for delay in table.delays)
    return {
        "messages": sum(table.worker.messages for table in tables),
        "reports": len(delays),
        "p50": quantile(delays, 0.5),
        "p99": quantile(delays, 0.99),
        "kilobytes_a_table": round((resident - before) / count),
        "cpu": used.ru_utime + used.ru_stime,
    }


def _resident() -> int:
    """Return the kilobytes of this process that are in memory now."""
    words = Path("/proc/self/statm").read_text("ascii").split()
    return int(words[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def quantile(ordered: Sequence[float], share: float) -> float | None:
    """Return a quantile of ordered values; None where there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None


def main() -> None:
    """Play, and print what was measured."""
    folder, port, count, seconds = sys.argv[1:]
    found = asyncio.run(play(Path(folder), int(port), int(count), float(seconds)))
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
