"""A game, a resume, a finish and a rematch on a disk whose n-th call fails: a program that failing.c is preloaded into.

    python -m tests.durability.kit.nth FOLDER MODE ERROR N...

tries every N in a process of its own, with made-up time, and says for each what came of it as a line of JSON. A call
is an open, write, sync, rename or unlink under FOLDER. MODE is `once`; `on` from the n-th call until the evening is
over; `unsaved` likewise, where the players go on without the disk and it works again before the end. The first line is
that of a disk that works, and says how many calls there are.
"""

from __future__ import annotations

import asyncio
import ctypes
import errno
import json
import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from klaxon import data
from klaxon.rules.contract import SPECTATOR, UMPIRE, Header
from klaxon.rules.games import game_named
from klaxon.table import table as table_module
from klaxon.table.disk.journal import Journal, JournalError
from klaxon.table.disk.shelf import Shelf
from klaxon.table.fake_time import PatientLoop, travel
from klaxon.table.host import Tokens, open_table, resume_table, until_written
from klaxon.table.setup import make_header
from klaxon.table.table import Table
from tests.table.kit.history import Life, Witness, judge
from tests.table.kit.travel import new_play, seats_by_token

T = TypeVar("T")
PATIENCE = 20
"""Seconds that a process may take to try one N."""
TRIES = 3
"""How often a person tries what was refused."""
SNAPSHOT_EVERY = 10
"""Rows between two snapshots here, so that a short game has some."""
TRUE_CODES = {"disk-full", "disk-failed", "disk-read-only", "journal-unopened"}
"""What may be said of a disk that fails: never that a journal is damaged, for such a one is set aside."""
BOATS = ("red", "blue")
FIRST = ("red.captain start A1", "blue.captain start J10", "red.captain dive", "blue.captain dive")
TURNS = (
    ("captain course {}", "xo charge mine", "engineer break {}1", "captain end"),
    ("captain course {}", "xo charge torpedo", "engineer break {}2", "captain end"),
)
COURSES = {"red": ("east", "e"), "blue": ("west", "w")}


def turn(number: int) -> Iterator[str]:
    """Yield the orders of both boats' turns."""
    for boat in BOATS:
        course, letter = COURSES[boat]
        for line in TURNS[number]:
            yield f"{boat}.{line.format(course if 'course' in line else letter)}"


class Disk:
    """The calls that are counted, in failing.c."""

    def __init__(self, folder: Path, mode: str, error: str, n: int) -> None:
        self._shim = ctypes.CDLL(None)
        self._shim.failing_first.restype = ctypes.c_char_p
        self._shim.failing_calls.restype = ctypes.c_long
        self._shim.failing_arm.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_long, ctypes.c_int]
        self._folder, self.mode = folder, mode
        self.calls, self.failed = 0, ""
        last = n if mode == "once" else 1 << 40
        self._shim.failing_arm(os.fsencode(folder), n, last, getattr(errno, error))

    def heal(self) -> None:
        """From now on every call works; note what has failed."""
        self.calls += self._shim.failing_calls()
        self.failed = self.failed or self._shim.failing_first().decode()
        self._shim.failing_arm(os.fsencode(self._folder), 0, 0, 0)


class GaveUpError(Exception):
    """The disk is dead, everybody was told, and the people go home."""


class Evening:
    """What is played, and what people see of it."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder, self.disk = folder, disk
        self.faults: list[str] = []
        self.said: set[str] = set()
        """The codes of what people were told to be wrong."""
        self.lives: dict[str, list[Life]] = {}
        """Game -> its lives."""
        self.finished: list[str] = []

    async def play(self) -> None:
        """Begin, leave, go on, end, play again, and clear up."""
        asyncio.get_running_loop().set_exception_handler(self._unhandled)
        try:
            shelf = self._try(lambda: Shelf(self.folder))
            game = game_named("sonar")
            header = make_header(game, {"first": "red"}, data.read, "7")
            assert isinstance(header, Header)
            keys = Tokens(seats_by_token(game.seats), {})
            await self._begin(self._try(lambda: open_table(game, header, shelf, keys, data.read)))
            name = next(iter(self.lives))
            await self._go_on(self._try(lambda: resume_table(shelf.take(name), shelf, keys, data.read)))
            for each in shelf.names():
                self._try(lambda each=each: shelf.look(each))  # type: ignore[misc]
                self._try(lambda each=each: [*shelf.export(each)])  # type: ignore[misc]
        except GaveUpError:
            pass

    @asynccontextmanager
    async def _at(self, table: Table) -> AsyncIterator[dict[str, Witness]]:
        """Sit everybody down at a table, and leave it as a console does."""
        journal: Journal = table.ledger.scribe._journal  # type: ignore[attr-defined]
        life = Life(journal.count)
        self.lives.setdefault(table.name, []).append(life)
        seats = {boat: [seat for seat in table.play.game.seats if seat.startswith(boat)] for boat in BOATS}
        seats |= {UMPIRE: [UMPIRE], SPECTATOR: [SPECTATOR]}
        crew = {who: Witness(table, who, own, life, lambda: journal.count) for who, own in seats.items()}
        try:
            yield crew
        finally:
            for client in crew.values():
                client.read()
                table.close_session(client.session)
            if table.ledger.scribe._journal is journal:  # type: ignore[attr-defined]
                table.hold(running=False)
                await until_written(table)
                life.killed = not table.ledger.is_settled
                table.close()
                for _ in range(10):
                    await asyncio.sleep(0)  # what was cancelled ends

    def _try(self, act: Callable[[], T]) -> T:
        """Do something a person asked for, who reads why it cannot be done and tries again."""
        for _ in range(TRIES):
            try:
                return act()
            except JournalError as error:
                self.said.add(error.code)
        raise GaveUpError

    async def _begin(self, table: Table) -> None:
        """Play the first half, and leave."""
        async with self._at(table) as crew:
            table.begin()
            for line in (*FIRST, *turn(0)):
                await self._order(crew, line)

    async def _go_on(self, table: Table) -> None:
        """Play the second half with an undo and a name, end it, and play another game."""
        async with self._at(table) as crew:
            table.begin()
            crew["umpire"].say(act="resume")
            await asyncio.sleep(table.count_in + 1)
            await self._settle(crew)
            crew["red"].say(act="name", boat="red", name="Nautilus")
            for line in turn(1):
                await self._order(crew, line)
            crew["umpire"].say(act="undo", count=1)
            await self._settle(crew)
            if self.disk.mode == "unsaved":
                self.disk.heal()
            crew["blue"].say(act="concede", seat="blue.captain")
            await self._settle(crew)
            self.finished.append(table.name)
            for boat in BOATS:
                crew[boat].say(act="rematch", seat=f"{boat}.captain")
            if self.finished[-1] == table.name:  # it could not be begun: they ask once more
                self._note_refused_rematch(crew)
                for boat in BOATS:
                    crew[boat].say(act="rematch", seat=f"{boat}.captain")
            if self.finished[-1] == table.name:
                self._note_refused_rematch(crew)
                raise GaveUpError
        async with self._at(table) as crew:
            await self._order(crew, FIRST[0])
            crew["umpire"].say(act="end")
            await self._settle(crew)
            self.finished.append(table.name)

    def _note_refused_rematch(self, crew: dict[str, Witness]) -> None:
        """Whoever asked for a new game that cannot be begun is told why."""
        codes = {error for boat in BOATS for error in crew[boat].errors()}
        if not codes:
            self.faults.append("no new game begins, and nobody says why")
        self.said |= codes

    async def _order(self, crew: dict[str, Witness], line: str) -> None:
        boat = line.partition(".")[0]
        number = crew[boat].give(line)
        await self._settle(crew)
        answer = crew[boat].orders[number].answer
        if answer != "sent":
            self.faults.append(f"{line} is answered with {answer or 'nothing'}")

    async def _settle(self, crew: dict[str, Witness]) -> None:
        """Wait until the last thing is told; give up where everybody is told that it cannot be."""
        table = crew["red"].table
        for _ in range(60):
            await asyncio.sleep(0.1)
            for client in crew.values():
                client.read()
            if table.ledger.is_settled or table.about()["state"] == "unsaved":
                return
            if table.about()["state"] == "stuck":
                self._check_told(crew)
                if self.disk.mode == "on":
                    raise GaveUpError
                if self.disk.mode == "unsaved":
                    crew["red"].say(act="unsaved")
        self.faults.append(f"nothing happens for 6 seconds, and the table says {table.about()['state']}")
        raise GaveUpError

    def _check_told(self, crew: dict[str, Witness]) -> None:
        for name, client in crew.items():
            if client.state != "stuck" or not client.why:
                self.faults.append(f"{name} is told {client.state} {client.why!r} where nothing can be saved")
            self.said.add(client.why)

    def _unhandled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.faults.append(f"{context['message']}: {error!r}")

    def check(self) -> None:
        """On a disk that works again: everything that was told is there, and every game can be gone on with."""
        shelf = Shelf(self.folder)
        for name, lives in self.lives.items():
            try:
                taken = shelf.take(name)
            except JournalError as error:
                self.faults.append(f"{name} cannot be taken up: {error.code}")
                continue
            taken.journal.close()
            journal, rows, _ = Journal.open(shelf.path(name), shelf.key)
            journal.close()
            play = new_play("sonar", journal.header.seed, first="red")
            self.faults += [f"{name}: {fault}" for fault in judge(play, rows, lives)]
            if name in self.finished and play.outcome is None:
                self.faults.append(f"{name} was over and is not")
        self.faults += [f"a disk that fails is called {code!r}" for code in sorted(self.said - TRUE_CODES)]


def tried(folder: Path, mode: str, error: str, n: int) -> dict[str, Any]:
    """Play an evening whose n-th call fails, none where that is 0, and return what came of it."""
    (folder / "tmp").mkdir(parents=True)
    tempfile.tempdir = str(folder / "tmp")  # the same disk
    table_module.SNAPSHOT_EVERY = SNAPSHOT_EVERY  # type: ignore[attr-defined]
    disk = Disk(folder, mode, error, n)
    evening = Evening(folder / "games", disk)
    try:
        travel(evening.play, PatientLoop())
    except Exception:  # noqa: BLE001 - a traceback is what is looked for
        evening.faults.append(traceback.format_exc())
    disk.heal()
    evening.check()
    return {"n": n, "calls": disk.calls, "failed": disk.failed, "said": sorted(evening.said), "faults": evening.faults}


def try_in_a_child(folder: Path, mode: str, error: str, n: int) -> None:
    """Try one N in a process of its own, which says what came of it."""
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        told = json.dumps(tried(folder, mode, error, n))
        os.write(1, told.encode() + b"\n")
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status != 0:
        sys.stdout.write(json.dumps({"n": n, "faults": [f"it died with status {status}"]}) + "\n")
        sys.stdout.flush()
    shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Try all that is asked for; first, in this process, a disk that works: its children have everything at hand."""
    place, mode, error, *numbers = sys.argv[1:]
    sys.stdout.write(json.dumps(tried(Path(place) / "works", mode, error, 0)) + "\n")
    sys.stdout.flush()
    for n in map(int, numbers):
        try_in_a_child(Path(place) / f"{mode}-{error}-{n}", mode, error, n)


if __name__ == "__main__":
    main()
